/* A fixed schedule: the arms of a cycle, slot by slot, to the end. A slot whose arm is not there is
 * passed over, and takes no time; if no arm of the cycle is there, the lowest one that is. With
 * waiting, the longest wait. A play out of turn (a log's) counts for the next slot of its arm.
 * Cost: O(1) per round, and a look at each slot that is passed over. */
#include "../../model/named_arm.h"

typedef struct schedule_state {
  int *arm; /* by slot, from 0 */
  int64_t length, next;
} schedule_state;

static status schedule_start(policy *p, const view *v, const parameters *given)
{
  schedule_state *s = p->state;
  const parameter *cycle = parameters_find(given, "arm");
  if (!cycle) return status_error(STATUS_INTERNAL, "A fixed schedule needs a cycle.");
  s->length = cycle->length;
  s->arm = arena_zeroed(p->memory, (size_t)s->length, sizeof *s->arm);
  if (!s->arm) return status_no_memory();
  for (int64_t i = 0; i < s->length; i++) {
    const double arm = named_arm(v, given, cycle->values[i]);
    if (!(arm >= 1 && arm <= v->arms))
      return status_error(STATUS_BAD_PARAMETER, "`arm` has arm %.0f, but the bandit has %d arm%s.", arm,
                          v->arms, v->arms == 1 ? "" : "s");
    s->arm[i] = (int)arm - 1;
  }
  return status_ok;
}

static int schedule_choose(policy *p, const view *v)
{
  const schedule_state *s = p->state;
  for (int64_t i = 0; i < s->length; i++) {
    const int arm = s->arm[(s->next + i) % s->length];
    if (is_there(v, described_arm(arm))) return (arm + 1) * v->waits - 1;
  }
  return (v->live[0] + 1) * v->waits - 1;
}

static void schedule_played(policy *p, const view *v, const outcome *o)
{
  schedule_state *s = p->state;
  for (int64_t i = 0; i < s->length && v->number[o->arm] == o->arm; i++) {
    const int64_t slot = (s->next + i) % s->length;
    if (s->arm[slot] != o->arm) continue;
    s->next = (slot + 1) % s->length;
    return;
  }
}

/* "Fixed 1, 2, 1"; of a long one how many slots it has. */
static words schedule_label(const parameters *given)
{
  enum { LONGEST = 20 };
  const parameter *arms = parameters_find(given, "arm");
  words shown = {""};
  for (int64_t i = 0; arms && i < arms->length && strlen(shown.text) <= LONGEST; i++) {
    const size_t at = strlen(shown.text);
    char name[32];
    snprintf(name, sizeof name, "name.%.0f", arms->values[i]);
    const char *text = parameters_text(given, name);
    snprintf(shown.text + at, sizeof shown.text - at, "%s%.40s", i ? ", " : "",
             text ? text : number_words(arms->values[i]).text);
  }
  if (strlen(shown.text) <= LONGEST) return in_words("Fixed %.40s", shown.text);
  return in_words("Fixed cycle of %lld", arms ? (long long)arms->length : 0);
}

const policy_type policy_fixed_schedule = {
    .named_by = schedule_label,
    .constructor = "policy_fixed_schedule",
    .label = "Fixed schedule",
    .does = "plays arms in an order that was given beforehand",
    .paper = "yardstick",
    .zeros = ZEROS_MAY_BE_LOST,
    .deterministic = true,
    .takes = TAKES({"arm", A_WHOLE(1, MOST_ARMS), .size = SIZE_ANY,
                    .words = "one arm, several or a cycle: whole numbers of at least 1, or names", REQUIRED}),
    .told_suffices = true,
    .state_size = sizeof(schedule_state),
    .start = schedule_start,
    .choose = schedule_choose,
    .played = schedule_played,
};

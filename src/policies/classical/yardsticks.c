/* Yardsticks: uniform, round robin, fixed, and the oracle. */
#include "../../model/policy.h"

/* --- uniform: each action that can be played, with equal probability ----------- */

static status nothing_to_start(policy *p, const view *v, const parameters *given)
{
  (void)p, (void)v, (void)given;
  return status_ok;
}

static int uniform_choose(policy *p, const view *v)
{
  (void)p;
  return random_action(v);
}

static bool uniform_chances(policy *p, const view *v, double *chance)
{
  (void)p;
  even_chances(v, chance);
  return true;
}

static int uniform_choose_with_chances(policy *p, const view *v, double *chance, bool *known)
{
  *known = uniform_chances(p, v, chance);
  return uniform_choose(p, v);
}

const policy_type policy_uniform = {
    .constructor = "policy_uniform",
    .label = "Uniform",
    .does = "plays an arm at random, each with the same probability, whatever they pay",
    .paper = "yardstick",
    .stationary = true,
    .told_suffices = true,
    .counts_suffice = "",
    .start = nothing_to_start,
    .choose = uniform_choose,
    .chances = uniform_chances,
    .choose_with_chances = uniform_choose_with_chances,
};

/* --- round robin: actions in turn, skipping what is not there ------------- */

typedef struct turn_state {
  int64_t arm; /* number of the arm played last */
  int wait;    /* of that play, from 1; 0 before the first */
} turn_state;

/* The first action after the last one, by the arm's number and the wait. */
static int round_robin_choose(policy *p, const view *v)
{
  const turn_state *s = p->state;
  const int before = live_before(v, s->arm);
  const bool is_there = before < v->live_count && v->number[v->live[before]] == s->arm;
  const int next = before * v->waits + (is_there ? s->wait : 0);
  return v->actions[next < v->action_count ? next : 0];
}

static void round_robin_played(policy *p, const view *v, const outcome *o)
{
  *(turn_state *)p->state = (turn_state){v->number[o->arm], o->wait};
}

const policy_type policy_round_robin = {
    .constructor = "policy_round_robin",
    .label = "Round robin",
    .does = "plays all arms in turn, whatever they pay",
    .paper = "yardstick",
    .zeros = ZEROS_MAY_BE_LOST,
    .deterministic = true,
    .told_suffices = true,
    .bytes_suffice = true,
    .state_size = sizeof(turn_state),
    .start = nothing_to_start,
    .choose = round_robin_choose,
    .played = round_robin_played,
};

/* --- fixed: one action, while its arm is there; then the lowest arm -------- */

typedef struct fixed_state {
  kept_arm arm;
  int wait; /* from 0 */
} fixed_state;

/* The arm as it was given: by its number, or by its name (which R looks up to
 * refuse one that there is not). */
static double arm_given(const view *v, const parameters *given)
{
  for (int arm = 0; v->name && arm < v->arms; arm++)
    if (parameters_text_is(given, "arm", v->name[arm])) return arm + 1;
  return parameters_number(given, "arm");
}

static status fixed_start(policy *p, const view *v, const parameters *given)
{
  fixed_state *s = p->state;
  const double arm = arm_given(v, given), wait = parameters_number_or(given, "wait", v->waits);
  if (!(arm >= 1 && arm <= v->arms))
    return status_error(STATUS_BAD_PARAMETER, "`arm` is %.0f, but the bandit has %d arm%s.", arm, v->arms,
                        v->arms == 1 ? "" : "s");
  if (!(wait >= 1 && wait <= v->waits))
    return status_error(STATUS_BAD_PARAMETER, "`wait` is %.0f, but the longest wait is %d.", wait, v->waits);
  s->arm = described_arm((int)arm - 1);
  s->wait = (int)wait - 1;
  return status_ok;
}

static int fixed_choose(policy *p, const view *v)
{
  const fixed_state *s = p->state;
  return (is_there(v, s->arm) ? s->arm.arm : v->live[0]) * v->waits + s->wait;
}

static void fixed_stretch(policy *p, const view *v, int action, stretch *s)
{
  (void)p, (void)v, (void)action;
  s->plays = FOREVER;
}

/* "Fixed 3", "Fixed C" */
static words fixed_label(const parameters *given)
{
  const parameter *arm = parameters_any(given, "arm");
  if (!arm) return in_words("Fixed 1");
  return in_words("Fixed %.200s", arm->text ? arm->text : number_words(arm->values[0]).text);
}

const policy_type policy_fixed = {
    .constructor = "policy_fixed",
    .label = "Fixed",
    .does = "plays one arm throughout",
    .named_by = fixed_label,
    .paper = "yardstick",
    .deterministic = true,
    .stationary = true,
    .takes = TAKES({"arm", A_WHOLE(1, MOST_ARMS), .named = true,
                    .words = "a single whole number of at least 1, or the name of an arm", USUALLY(1)},
                   {"wait", A_WHOLE(1, MOST_ARMS)}),
    .told_suffices = true,
    .counts_suffice = "",
    .state_size = sizeof(fixed_state),
    .start = fixed_start,
    .choose = fixed_choose,
    .stretch = fixed_stretch,
};

/* Explore then commit (ETC): each action `pulls` times, in turn, the fewest
 * plays first and the lowest among equals; then the action of greatest mean
 * for ever, the lowest among equals. Means are not looked at again, but
 *   - if the arm leaves, the best of the rest by their means at that time;
 *   - an arm that enters is explored like the others, then all compared anew.
 * Cost: a look at each live action a turn of exploring, nothing afterwards. */
#include "index.h"

typedef struct etc_state {
  int64_t wanted; /* plays of each action before the commitment */
  int64_t turn;   /* in turn s actions with fewer than s plays are played */
  int next_arm;   /* the first arm that this turn has not passed */
  int committed;  /* an action, or -1 */
} etc_state;

static void etc_explore(etc_state *s)
{
  s->turn = 1;
  s->next_arm = 0;
  s->committed = -1;
}

static status etc_start(policy *p, const view *v, const parameters *given)
{
  (void)v;
  etc_state *s = p->state;
  s->wanted = (int64_t)parameters_number(given, "pulls", 1);
  etc_explore(s);
  return status_ok;
}

/* Place in v->live of the first live arm from `arm` on. */
static int place_of(const view *v, int arm)
{
  int low = 0, high = v->live_count;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (v->live[middle] < arm) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* The action of this turn that is next, or -1 at the end of the turn. */
static int etc_next(const policy *p, const view *v)
{
  etc_state *s = p->state;
  for (int i = place_of(v, s->next_arm); i < v->live_count; i++) {
    s->next_arm = v->live[i];
    for (int wait = 0; wait < v->waits; wait++) {
      const int action = v->live[i] * v->waits + wait;
      if (contender_at(p, action)->pulls < s->turn) return action;
    }
  }
  return -1;
}

static int best_mean(const policy *p, const view *v)
{
  int best = -1;
  double greatest = 0;
  EACH_ACTION(v, action) {
    const double mean = contender_mean(contender_at(p, action));
    if (best < 0 || mean > greatest) best = action, greatest = mean;
  }
  return best;
}

static int etc_choose(policy *p, const view *v)
{
  etc_state *s = p->state;
  if (s->committed >= 0 && v->is_live[s->committed / v->waits]) return s->committed;
  for (; s->turn <= s->wanted; s->turn++, s->next_arm = 0) {
    const int action = etc_next(p, v);
    if (action >= 0) return action;
  }
  return s->committed = best_mean(p, v);
}

static void etc_observe(policy *p, const view *v, const outcome *o)
{
  (void)v;
  contender_observe(p, o);
}

static void etc_arm_entered(policy *p, const view *v, int arm)
{
  (void)v, (void)arm;
  etc_explore(p->state);
}

const policy_type policy_etc = {
    .constructor = "policy_etc",
    .label = "ETC",
    .paper = "Lattimore and Szepesvari 2020, chapter 6",
    .state_size = sizeof(etc_state),
    .action_size = sizeof(contender),
    .start = etc_start,
    .choose = etc_choose,
    .observe = etc_observe,
    .arm_entered = etc_arm_entered,
};

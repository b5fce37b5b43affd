/* Every arm once, then the one of greatest mean, where each has `optimism` added
 * to its total. */
#include <unruly/register.h>

static double leader_value(const policy *p, const view *v, int arm, index_clock c)
{
  (void)v, (void)c;
  const contender *a = contender_at(p, arm);
  return (a->tally.total + *(const double *)((const index_state *)p->state + 1)) / (double)a->tally.pulls;
}

static const index_form leader = {.value = leader_value, .timeless = true, .by_tally = true};

static status leader_start(policy *p, const view *v, const parameters *given)
{
  *(double *)((index_state *)p->state + 1) = parameters_number_or(given, "optimism", 0);
  return index_start(p, v, given);
}

static int leader_choose(policy *p, const view *v) { return index_choose(p, v, v->round, &leader); }

static const policy_type follow_leader = {
    .constructor = "policy_follow_leader",
    .label = "Follow the leader",
    .paper = "folklore",
    .refuses = HAS_WAITING,
    .state_size = sizeof(index_state) + sizeof(double),
    .action_size = sizeof(contender),
    .start = leader_start,
    .choose = leader_choose,
    .observe = index_observe,
    .arm_entered = index_arm_entered,
    .arm_left = index_arm_left,
};

void R_init_registered(DllInfo *library);
void R_init_registered(DllInfo *library)
{
  R_registerRoutines(library, NULL, NULL, NULL, NULL);
  R_useDynamicSymbols(library, FALSE);
  unruly_register("registered::policy_follow_leader", &follow_leader);
}

/* Follow the leader: every action once in order, then the one with the greatest
 * observed mean; the lowest action in a tie. */
#include "../search/index.h"

static double leader_value(const policy *p, const view *v, int action, index_clock c)
{
  (void)v, (void)c;
  return contender_mean(contender_at(p, action));
}

static double leader_needed(const policy *p, const view *v, int action, double n, double level, index_clock c)
{
  (void)p, (void)v, (void)action, (void)c;
  return n * level;
}

static const index_form leader = {
    .value = leader_value, .needed = leader_needed, .timeless = true, .by_tally = true};

static int leader_choose(policy *p, const view *v) { return index_choose(p, v, v->round, &leader); }

static void leader_stretch(policy *p, const view *v, int action, stretch *s)
{
  race_stretch(race_of(p), p, v, v->round, action, &leader, s);
}

const policy_type policy_follow_leader = {
    .constructor = "policy_follow_leader",
    .label = "Follow the leader",
    .paper = "folklore",
    .state_size = sizeof(index_state),
    .action_size = sizeof(contender),
    .start = index_start,
    .choose = leader_choose,
    .observe = index_observe,
    .arm_entered = index_arm_entered,
    .arm_left = index_arm_left,
    .stretch = leader_stretch,
    .observe_run = index_observe_run,
};

/* Linear epsilon-greedy (epsilon-greedy of Sutton and Barto 2018, section 2.2, with ridge
 * regressions instead of means; the decay of Auer, Cesa-Bianchi and Fischer 2002, section 3): with
 * probability epsilon, or min(1, epsilon / t) in round t with decay, an arm with equal probability, else
 * argmax x' A^-1 b, the lowest arm in a tie; A = ridge I + the sum of x x' and b = the sum of
 * reward x. There are no first plays. One random number per round, two when it explores.
 *
 * Cost: O(d) per arm to choose, O(d^2) to learn. */
#include "../classical/exploration.h"
#include "regression.h"

typedef struct linear_epsilon_greedy_state {
  regressions fit; /* the first member: see regression.h */
  double epsilon;
  bool decay;
} linear_epsilon_greedy_state;

static status linear_epsilon_greedy_start(policy *p, const view *v, const parameters *given)
{
  linear_epsilon_greedy_state *s = p->state;
  s->decay = parameters_given(given, "decay");
  s->epsilon = parameters_number(given, s->decay ? "decay" : "epsilon");
  s->fit.solves = true;
  return regressions_open(&s->fit, p, v, given);
}

static double greedy_value(const policy *p, const view *v, int arm, const void *with)
{
  (void)with;
  return regressions_mean(&((const linear_epsilon_greedy_state *)p->state)->fit, p, v, arm);
}

static double chance_to_explore(const policy *p, const view *v)
{
  const linear_epsilon_greedy_state *s = p->state;
  return s->decay ? s->epsilon / (double)v->round : s->epsilon;
}

static int greedy_action(const policy *p, const view *v)
{
  return evened_out(v, argmax_action(p, v, greedy_value, NULL));
}

static bool linear_epsilon_greedy_chances(policy *p, const view *v, double *chance)
{
  mixed_chances(v, greedy_action(p, v), fmin(chance_to_explore(p, v), 1), chance);
  return true;
}

static int linear_epsilon_greedy_choose(policy *p, const view *v)
{
  return stream_uniform(v->random) < chance_to_explore(p, v) ? random_action(v) : greedy_action(p, v);
}

const policy_type policy_linear_epsilon_greedy = {
    .constructor = "policy_linear_epsilon_greedy",
    .label = "Linear epsilon-greedy",
    .does = "predicts the reward of each arm from the context and plays the best one, but now and "
            "then an arm at random",
    .paper = "Sutton and Barto 2018, section 2.2; Auer, Cesa-Bianchi and Fischer 2002, section 3",
    .takes = TAKES(TAKES_EXPLORATION, {"ridge", A_POSITIVE, USUALLY(1)}, {"shared", A_FLAG, USUALLY(0)}),
    .needs = HAS_CONTEXT,
    .refuses = HAS_WAITING | HAS_SPREAD,
    .told_suffices = true,
    .state_size = sizeof(linear_epsilon_greedy_state),
    .action_size = sizeof(regression),
    .start = linear_epsilon_greedy_start,
    .choose = linear_epsilon_greedy_choose,
    .chances = linear_epsilon_greedy_chances,
    .played = regressions_played,
    .observe = regressions_observe,
    .arm_left = regressions_arm_left,
};

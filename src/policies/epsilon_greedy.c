/* Epsilon-greedy (Sutton and Barto 2018, section 2.2; with decay Auer, Cesa-
 * Bianchi and Fischer 2002, section 3): untried actions first, in order; then
 * with chance epsilon, or min(1, epsilon / t) in round t with decay, an action
 * with equal chance, else the action of greatest mean, the lowest among
 * equals. One random number a round, two when it explores. The greatest mean
 * is found lazily (race.h). */
#include "index.h"

typedef struct epsilon_greedy_state {
  index_state index; /* the first member: see index.h */
  double epsilon;
  bool decay;
} epsilon_greedy_state;

static double mean_value(const policy *p, const view *v, int action, index_clock c)
{
  (void)v, (void)c;
  return contender_mean(contender_at(p, action));
}

static const index_rule greatest_mean = {.value = mean_value, .by_tally = true, .timeless = true};

static status epsilon_greedy_start(policy *p, const view *v, const parameters *given)
{
  epsilon_greedy_state *s = p->state;
  s->epsilon = parameters_number(given, "epsilon", 0.1);
  s->decay = parameters_number(given, "decay", 0) != 0;
  return index_start(p, v, given);
}

static int epsilon_greedy_choose(policy *p, const view *v)
{
  const epsilon_greedy_state *s = p->state;
  const int best = index_choose(p, v, v->round, &greatest_mean);
  if (contender_at(p, best)->tally.pulls == 0) return best;
  const double chance = s->decay ? s->epsilon / (double)v->round : s->epsilon;
  return stream_uniform(v->random) < chance ? random_action(v) : best;
}

const policy_type policy_epsilon_greedy = {
    .constructor = "policy_epsilon_greedy",
    .label = "Epsilon-greedy",
    .paper = "Sutton and Barto 2018, section 2.2; Auer, Cesa-Bianchi and Fischer 2002, section 3",
    .state_size = sizeof(epsilon_greedy_state),
    .action_size = sizeof(contender),
    .start = epsilon_greedy_start,
    .choose = epsilon_greedy_choose,
    .observe = index_observe,
    .arm_entered = index_arm_entered,
    .arm_left = index_arm_left,
};

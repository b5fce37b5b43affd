/* LinUCB (Li et al. 2010; Traca, Rudin and Yan 2020, Algorithm 4 with psi
 * constant): in a round with context x
 *
 *   argmax theta' x + alpha sqrt(x' A^-1 x),  theta = A^-1 b,
 *
 * A = ridge I + the sum of x x' and b = the sum of reward x over the rounds in which
 * the arm was played, ridge = 1. Ties go to the lowest arm; there are no first plays.
 * (The printed update of A in the latter has A^-1 in place of A, a misprint.) With `shared`
 * all arms have one theta, learnt of all plays (Chu et al. 2011), and differ by their contexts.
 *
 * Cost: see regression.h. */
#include "linucb.h"

double linucb_index(const linucb_state *s, const policy *p, const view *v, int arm, double weight)
{
  const forecast f = regressions_ask(&s->fit, p, v, arm);
  return f.mean + weight * sqrt(f.square);
}

void linucb_arm_left(policy *p, const view *v, int arm)
{
  lives_arm_left(&((linucb_state *)p->state)->lives, v, arm);
  regressions_arm_left(p, v, arm);
}

static status linucb_start(policy *p, const view *v, const parameters *given)
{
  linucb_state *s = p->state;
  s->alpha = parameters_number(given, "alpha");
  return regressions_open(&s->fit, p, v, given);
}

static double linucb_value(const policy *p, const view *v, int arm, const void *with)
{
  (void)with;
  const linucb_state *s = p->state;
  return linucb_index(s, p, v, arm, s->alpha);
}

static int linucb_choose(policy *p, const view *v)
{
  return evened_out(v, argmax_action(p, v, linucb_value, NULL));
}

static bool linucb_chances(policy *p, const view *v, double *chance)
{
  sure_chances(v, linucb_choose(p, v), chance);
  return true;
}

const policy_type policy_linucb = {
    .constructor = "policy_linucb",
    .call = "policy_linucb(bonus = \"constant\")",
    .label = "LinUCB",
    .does = "predicts the reward of each arm from the context, and plays the arm that may be the "
            "best for this context",
    .paper = "Li et al. 2010; Chu et al. 2011",
    .takes = TAKES({"alpha", NOT_NEGATIVE, USUALLY(1)}, {"ridge", A_POSITIVE, USUALLY(1)},
                   {"shared", A_FLAG, USUALLY(0)}),
    .needs = HAS_CONTEXT,
    .refuses = HAS_WAITING | HAS_SPREAD,
    .told_suffices = true,
    .state_size = sizeof(linucb_state),
    .action_size = sizeof(regression),
    .start = linucb_start,
    .choose = linucb_choose,
    .chances = linucb_chances,
    .played = regressions_played,
    .observe = regressions_observe,
    .arm_left = linucb_arm_left,
};

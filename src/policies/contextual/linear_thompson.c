/* Linear Thompson sampling (Agrawal and Goyal 2013, Algorithm 1): draw theta of the posterior
 *
 *   Normal(A^-1 b, alpha^2 A^-1),
 *
 * A = ridge I + the sum of x x' and b = the sum of reward x, and play argmax theta' x; ties
 * go to the lowest arm, there are no first plays. It is the posterior for Normal noise of
 * deviation alpha and the prior Normal(0, (alpha^2 / ridge) I).
 *
 * In the paper there is one theta for all arms, which have contexts of their own: that is
 * `shared`, and d random numbers per round. Else each arm has a theta, A and b of its own, so that
 * the theta' x are independent: then they are drawn in place of the theta, of Normal(x' A^-1 b,
 * alpha^2 x' A^-1 x), by one random number per arm, in the order of arms. Chances are known in this
 * case only: with `shared` the theta' x depend on each other.
 *
 * Cost: see regression.h; with `shared` O(d^2) per round and O(d) per arm. */
#include "regression.h"
#include "../sampling/foresight.h"
#include "../../random/distributions.h"

typedef struct linear_thompson_state {
  regressions fit; /* the first member: see regression.h */
  double alpha;
  double *value; /* by arm, what was drawn in this round */
  foresight foresight;
} linear_thompson_state;

static status linear_thompson_start(policy *p, const view *v, const parameters *given)
{
  linear_thompson_state *s = p->state;
  s->alpha = parameters_number(given, "alpha");
  s->value = arena_zeroed(p->memory, (size_t)v->arms, sizeof *s->value);
  return s->value ? regressions_open(&s->fit, p, v, given) : status_no_memory();
}

static draw_law law_now(const policy *p, const view *v, int arm)
{
  const linear_thompson_state *s = p->state;
  const forecast f = regressions_ask(&s->fit, p, v, arm);
  return (draw_law){f.mean, s->alpha * sqrt(f.square)};
}

static void draw_values(policy *p, const view *v)
{
  const linear_thompson_state *s = p->state;
  for (int i = 0; i < v->action_count; i++) {
    const draw_law law = law_now(p, v, v->actions[i]);
    s->value[v->actions[i]] = law.a + law.b * normal_quantile(stream_uniform(v->random));
  }
}

static bool linear_thompson_chances(policy *p, const view *v, double *chance)
{
  linear_thompson_state *s = p->state;
  if (s->fit.shared || !foresight_open(&s->foresight, DRAW_NORMAL, p, v)) return false;
  for (int i = 0; i < v->action_count; i++) s->foresight.law[i] = law_now(p, v, v->actions[i]);
  return foresee_normals(&s->foresight, p, v, chance);
}

extern const policy_type policy_linear_thompson;

static const policy_type *linear_thompson_without_chances(const policy *p)
{
  return ((const linear_thompson_state *)p->state)->fit.shared ? &policy_linear_thompson : NULL;
}

static void draw_theta(policy *p, const view *v)
{
  linear_thompson_state *s = p->state;
  const double *theta = regressions_draw(&s->fit, v, s->alpha);
  for (int i = 0; i < v->action_count; i++) {
    const int arm = v->actions[i];
    s->value[arm] = product_of(theta, arm_context(v, arm), v->context_size);
  }
}

static double drawn_value(const policy *p, const view *v, int arm, const void *with)
{
  (void)v, (void)with;
  return ((const linear_thompson_state *)p->state)->value[arm];
}

static int linear_thompson_choose(policy *p, const view *v)
{
  if (((const linear_thompson_state *)p->state)->fit.shared) draw_theta(p, v);
  else draw_values(p, v);
  return argmax_action(p, v, drawn_value, NULL);
}

const policy_type policy_linear_thompson = {
    .constructor = "policy_linear_thompson",
    .call = "policy_linear_thompson(link = \"identity\")",
    .label = "Linear Thompson",
    .does = "draws a plausible regression of reward on the context for each arm, and plays the "
            "arm with the greatest prediction",
    .paper = "Agrawal and Goyal 2013, Algorithm 1",
    .takes = TAKES({"alpha", NOT_NEGATIVE, USUALLY(1)}, {"ridge", A_POSITIVE, USUALLY(1)},
                   {"shared", A_FLAG, USUALLY(0)}),
    .needs = HAS_CONTEXT,
    .refuses = HAS_WAITING | HAS_SPREAD,
    .told_suffices = true,
    .state_size = sizeof(linear_thompson_state),
    .action_size = sizeof(regression),
    .start = linear_thompson_start,
    .choose = linear_thompson_choose,
    .no_chances = SHARED_WEIGHTS_ARE_DRAWN,
    .chances = linear_thompson_chances,
    .without_chances = linear_thompson_without_chances,
    .played = regressions_played,
    .observe = regressions_observe,
    .arm_left = regressions_arm_left,
};

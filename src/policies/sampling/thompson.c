/* Thompson sampling: draw a mean for each action from its posterior and play
 * the greatest draw; ties go to the lowest action.
 *
 *   "gaussian": Normal(xbar, sd^2 / n), sd = 1, after one play each in order; with the prior
 *               Normal(m, s^2) (`prior_mean`, `prior_sd`) from the first round on
 *               Normal((m / s^2 + total / sd^2) / h, 1 / h), h = 1 / s^2 + n / sd^2;
 *   "beta":     Beta(1 + successes, 1 + failures); a reward in (0, 1) counts
 *               as a success with that probability (Agrawal and Goyal 2012);
 *               rewards in another range are scaled to [0, 1].
 *
 * One normal or beta draw an action and round. Most draws need not be known
 * exactly to lose: a bound by a table (Gaussian), or the ratio of the two gamma
 * draws behind a beta one without its logarithms. */
#include "beta_law.h"
#include "foresight.h"
#include "../../base/elementary.h"

typedef struct thompson_action {
  tally tally;                /* with a beta prior, of successes */
  double mean, root, inverse; /* of a Gaussian posterior: sqrt(n) / sd and its inverse */
  beta_law law;               /* a beta posterior */
} thompson_action;

typedef struct thompson_state {
  bool beta;
  double sd, prior_mean, prior_weight; /* of the prior 1 / s^2; 0: it is flat */
  reward_range range;
  bool all_known; /* something was seen of all that are there: for speed, not in plain mode */
  double *draw;   /* by action: this round's uniform */
  double *bound;  /* by action: not below its draw, but for rounding */
  foresight foresight;
} thompson_state;

static thompson_action *thompson_at(const policy *p, int action)
{
  return (thompson_action *)p->actions + action;
}

/* Prepares what the draws need of the tally. */
static void prepare_gaussian(thompson_action *a, const thompson_state *s)
{
  const double n = (double)a->tally.pulls, variance = s->sd * s->sd;
  if (s->prior_weight == 0) {
    a->mean = tally_mean(&a->tally);
    a->root = sqrt(n) / s->sd;
  } else {
    const double weight = s->prior_weight + n / variance;
    a->mean = (s->prior_weight * s->prior_mean + a->tally.total / variance) / weight;
    a->root = sqrt(weight);
  }
  a->inverse = 1 / a->root;
}

static void prepare_beta(thompson_action *a)
{
  beta_law_set(&a->law, 1 + a->tally.total, 1 + (double)a->tally.pulls - a->tally.total);
}

static status thompson_start(policy *p, const view *v, const parameters *given)
{
  thompson_state *s = p->state;
  s->beta = parameters_text_is(given, "prior", "beta");
  s->sd = parameters_number(given, "sd");
  s->prior_mean = parameters_number_or(given, "prior_mean", 0);
  s->prior_weight = same_pow(parameters_number_or(given, "prior_sd", INFINITY), -2);
  s->range = reward_range_of(given);
  s->draw = arena_zeroed(p->memory, (size_t)v->arms * (size_t)v->waits, sizeof *s->draw);
  s->bound = arena_zeroed(p->memory, (size_t)v->arms * (size_t)v->waits, sizeof *s->bound);
  return s->draw && s->bound ? status_ok : status_no_memory();
}

/* --- Gaussian -------------------------------------------------------------- */

/* The normal quantile at 1/32, 2/32, ..., 1, rounded up: bounds what lies below. */
static const double quantile_below[32] = {
    -1.8627, -1.5341, -1.3180, -1.1503, -1.0099, -0.8871, -0.7764, -0.6744, -0.5791, -0.4887, -0.4022,
    -0.3186, -0.2371, -0.1573, -0.0784, 0.0001,  0.0785,  0.1574,  0.2373,  0.3187,  0.4023,  0.4888,
    0.5792,  0.6745,  0.7765,  0.8872,  1.0100,  1.1504,  1.3181,  1.5342,  1.8628,  INFINITY};

static double normal_draw(const thompson_action *a, double u)
{
  return a->mean + normal_quantile(u) / a->root;
}

/* Returns whether the draw is below the greatest for certain. */
static bool surely_loses(const thompson_action *a, double bound, double greatest)
{
  return bound < greatest - margin_of(fabs(greatest) + fabs(a->mean));
}

static double gaussian_value(const policy *p, const view *v, int action, const void *with)
{
  (void)v, (void)with;
  return normal_draw(thompson_at(p, action), ((const thompson_state *)p->state)->draw[action]);
}

/* The action with the greatest bound, which is likely to have the greatest draw. */
static int bound_draws(const policy *p, const view *v)
{
  const thompson_state *s = p->state;
  int best = v->actions[0];
  double greatest = -INFINITY;
  for (int i = 0; i < v->action_count; i++) {
    const int action = v->actions[i];
    const thompson_action *a = thompson_at(p, action);
    const double bound = a->mean + quantile_below[(int)(32 * s->draw[action])] * a->inverse;
    s->bound[action] = bound;
    if (bound > greatest) best = action, greatest = bound;
  }
  return best;
}

static int choose_gaussian(policy *p, const view *v)
{
  const thompson_state *s = p->state;
  for (int i = 0; i < v->action_count; i++) s->draw[v->actions[i]] = stream_uniform(v->random);
  if (v->plain) return argmax_action(p, v, gaussian_value, NULL);
  const int first = bound_draws(p, v);
  int best = first;
  double greatest = normal_draw(thompson_at(p, best), s->draw[best]);
  for (int i = 0; i < v->action_count; i++) {
    const int action = v->actions[i];
    const thompson_action *a = thompson_at(p, action);
    if (action == first || surely_loses(a, s->bound[action], greatest)) continue;
    const double value = normal_draw(a, s->draw[action]);
    if (value > greatest || (value == greatest && action_before(v, action, best)))
      best = action, greatest = value;
  }
  return best;
}

/* --- beta ------------------------------------------------------------------ */

static const beta_law *posterior_of(const policy *p, int action)
{
  thompson_action *a = thompson_at(p, action);
  if (a->law.c[0] == 0) prepare_beta(a); /* nothing was seen of it yet */
  return &a->law;
}

/* --- both ------------------------------------------------------------------ */

/* The first action of which there is nothing to draw from, or -1. */
static int unknown_action(policy *p, const view *v)
{
  thompson_state *s = p->state;
  if (s->beta || (s->all_known && !v->plain)) return -1;
  if (s->prior_weight == 0) {
    const int untried = tally_untried(p, v, sizeof(thompson_action));
    s->all_known = untried < 0;
    return untried;
  }
  for (int i = 0; i < v->action_count; i++) {
    thompson_action *a = thompson_at(p, v->actions[i]);
    if (a->root == 0) prepare_gaussian(a, s); /* nothing was seen of it yet */
  }
  return -1;
}

static int thompson_choose(policy *p, const view *v)
{
  if (((const thompson_state *)p->state)->beta) return greatest_beta_draw(p, v, posterior_of);
  const int unknown = unknown_action(p, v);
  return unknown >= 0 ? unknown : choose_gaussian(p, v);
}

static draw_law law_now(const policy *p, int action)
{
  const thompson_state *s = p->state;
  const thompson_action *a = thompson_at(p, action);
  const double n = (double)a->tally.pulls;
  if (s->beta) return (draw_law){1 + a->tally.total, 1 + n - a->tally.total};
  return (draw_law){a->mean, a->inverse};
}

/* As it will be once it is prepared. */
static draw_law law_then(const policy *p, int action)
{
  const thompson_state *s = p->state;
  thompson_action a = *thompson_at(p, action);
  if (s->beta || a.root > 0) return law_now(p, action);
  prepare_gaussian(&a, s);
  return (draw_law){a.mean, a.inverse};
}

static bool thompson_explain(policy *p, const view *v, int action, reason *r)
{
  const thompson_state *s = p->state;
  const bool flat = !s->beta && s->prior_weight == 0;
  r->code = v->action_count == 1                                        ? WHY_ONLY_ONE
            : flat && tally_untried(p, v, sizeof(thompson_action)) >= 0 ? WHY_FIRST_PLAY
                                                                        : WHY_DRAWN;
  if (flat && thompson_at(p, action)->tally.pulls == 0) return true;
  const draw_law law = law_then(p, action);
  reason_add(r, s->beta ? PART_SHAPE1 : PART_MEAN, law.a);
  reason_add(r, s->beta ? PART_SHAPE2 : PART_SD, law.b);
  return true;
}

static bool thompson_chances(policy *p, const view *v, double *chance)
{
  thompson_state *s = p->state;
  const int unknown = unknown_action(p, v);
  if (unknown < 0)
    return foresee_greatest(&s->foresight, s->beta ? DRAW_BETA : DRAW_NORMAL, p, v, law_now, chance);
  sure_chances(v, unknown, chance);
  return true;
}

static void thompson_observe(policy *p, const view *v, const outcome *o)
{
  const thompson_state *s = p->state;
  const double seen = s->beta ? success_of(v, s->range, o->observed) : o->observed;
  thompson_action *a = thompson_at(p, o->action);
  tally_add(&a->tally, seen);
  if (s->beta) prepare_beta(a);
  else prepare_gaussian(a, s);
}

static void thompson_arm_entered(policy *p, const view *v, int arm)
{
  (void)v, (void)arm;
  ((thompson_state *)p->state)->all_known = false;
}

const policy_type policy_thompson = {
    .constructor = "policy_thompson",
    .label = "Thompson",
    .paper = "Thompson 1933; Agrawal and Goyal 2012",
    .takes = TAKES(
        {"prior", A_TEXT("gaussian|beta"), .bounded = "|A beta prior"},
        {"sd", A_POSITIVE, .only_if = "prior=gaussian"}, {"prior_mean", A_NUMBER, .only_with = "prior_sd"},
        {"prior_sd", A_POSITIVE, .only_if = "prior=gaussian"}, {"range", A_RANGE, .only_if = "prior=beta"}),
    .told_suffices = true,
    .counts_suffice = "",
    .state_size = sizeof(thompson_state),
    .action_size = sizeof(thompson_action),
    .start = thompson_start,
    .choose = thompson_choose,
    .chances = thompson_chances,
    .explain = thompson_explain,
    .observe = thompson_observe,
    .arm_entered = thompson_arm_entered,
};

/* Thompson sampling: draw a mean for each action from its posterior and play
 * the greatest draw; ties go to the lowest action.
 *
 *   "gaussian": Normal(xbar, sd^2 / n), sd = 1, after one play each in order;
 *   "beta":     Beta(1 + successes, 1 + failures); a reward in (0, 1) counts
 *               as a success with that probability (Agrawal and Goyal 2012);
 *               rewards in another range are scaled to [0, 1].
 *
 * One normal or beta draw an action and round. Most draws need not be known
 * exactly to lose: a bound by a table (Gaussian), or the ratio of the two gamma
 * draws behind a beta one without its logarithms. */
#include "../search/tally.h"
#include "../../base/margin.h"
#include "../../random/distributions.h"

typedef struct thompson_action {
  tally tally;                /* with a beta prior, of successes */
  double mean, root, inverse; /* of a Gaussian posterior: sqrt(n) / sd and its inverse */
  double d[2], c[2];          /* of the two gamma draws: see gamma_cube() */
} thompson_action;

typedef struct thompson_state {
  bool beta;
  double sd;
  reward_range range;
  double *draw;  /* by action: this round's uniform */
  double *bound; /* by action: not below its draw, but for rounding */
} thompson_state;

static thompson_action *thompson_at(const policy *p, int action)
{
  return (thompson_action *)p->actions + action;
}

static void set_gamma(thompson_action *a, int which, double shape)
{
  a->d[which] = shape - 1.0 / 3;
  a->c[which] = 1 / sqrt(9 * a->d[which]);
}

/* What the draws need of the tally. */
static void prepare_gaussian(thompson_action *a, double sd)
{
  a->mean = tally_mean(&a->tally);
  a->root = sqrt((double)a->tally.pulls) / sd;
  a->inverse = 1 / a->root;
}

static void prepare_beta(thompson_action *a)
{
  set_gamma(a, 0, 1 + a->tally.total);
  set_gamma(a, 1, 1 + (double)a->tally.pulls - a->tally.total);
}

static status thompson_start(policy *p, const view *v, const parameters *given)
{
  thompson_state *s = p->state;
  s->beta = parameters_text_is(given, "prior", "beta");
  s->sd = parameters_number(given, "sd", 1);
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

/* Whether the draw is below the greatest for certain. */
static bool surely_loses(const thompson_action *a, double bound, double greatest)
{
  return bound < greatest - margin_of(fabs(greatest) + fabs(a->mean));
}

static double gaussian_value(const policy *p, const view *v, int action, const void *with)
{
  (void)v, (void)with;
  return normal_draw(thompson_at(p, action), ((const thompson_state *)p->state)->draw[action]);
}

/* The action of greatest bound, which is likely to have the greatest draw. */
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

/* Gamma draws x, y make the beta draw x / (x + y): the ratio x / y tells which is
 * greater, but for the rounding of what is printed, 1 / (1 + exp(ln y - ln x)). */
static int choose_beta(policy *p, const view *v)
{
  uniform_source source = source_of_stream(v->random);
  int best = -1;
  double greatest = 0, exact = 0;
  for (int i = 0; i < v->action_count; i++) {
    thompson_action *a = thompson_at(p, v->actions[i]);
    if (a->c[0] == 0) prepare_beta(a); /* nothing was seen of it yet */
    const double x = a->d[0] * gamma_cube(&source, a->d[0], a->c[0]);
    const double y = a->d[1] * gamma_cube(&source, a->d[1], a->c[1]);
    const double ratio = x / y;
    if (best >= 0 && !v->plain && ratio < greatest * (1 - UNRULY_MARGIN)) continue;
    const double value = 1 / (1 + exp(log(y) - log(x)));
    if (best < 0 || value > exact) best = v->actions[i], greatest = ratio, exact = value;
  }
  return best;
}

/* --- both ------------------------------------------------------------------ */

static int thompson_choose(policy *p, const view *v)
{
  if (((const thompson_state *)p->state)->beta) return choose_beta(p, v);
  const int untried = tally_untried(p, v, sizeof(thompson_action));
  return untried >= 0 ? untried : choose_gaussian(p, v);
}

static void thompson_observe(policy *p, const view *v, const outcome *o)
{
  const thompson_state *s = p->state;
  double seen = s->beta ? to_unit(s->range, o->observed) : o->observed;
  if (s->beta && seen != 0 && seen != 1) seen = stream_uniform(v->random) < seen ? 1 : 0;
  thompson_action *a = thompson_at(p, o->action);
  tally_add(&a->tally, seen);
  if (s->beta) prepare_beta(a);
  else prepare_gaussian(a, s->sd);
}

const policy_type policy_thompson = {
    .constructor = "policy_thompson",
    .label = "Thompson",
    .paper = "Thompson 1933; Agrawal and Goyal 2012",
    .takes = TAKES({"prior", A_TEXT("gaussian|beta"), .bounded = "|A beta prior"}, {"sd", A_POSITIVE},
                   {"range", A_RANGE}),
    .told_suffices = true,
    .state_size = sizeof(thompson_state),
    .action_size = sizeof(thompson_action),
    .start = thompson_start,
    .choose = thompson_choose,
    .observe = thompson_observe,
};

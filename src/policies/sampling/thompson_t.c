/* Thompson sampling for Gaussian rewards of unknown variance (Honda and Takemura
 * 2014, Algorithm 1): with the prior (sigma^2)^(-1 - alpha) for mean and variance,
 * the posterior of a mean after n plays with mean xbar and S = sum (x - xbar)^2 is
 *
 *   xbar + sqrt(S / (n m)) t_m,   m = n + 2 alpha - 1 degrees of freedom.
 *
 * First each action is played max(2, 3 - ceiling(2 alpha)) times, the fewest plays first, so that
 * m > 1; then a mean is drawn for each, and the action of the greatest played; ties go to the
 * lowest action. A draw of t_m is Z / sqrt(G / (m / 2)), Z normal by inversion, then G gamma with
 * shape m / 2. Cost: one draw per action and round. */
#include "../search/scatter.h"
#include "../../random/distributions.h"
#include "../../base/elementary.h"

typedef struct thompson_t_action {
  tally tally; /* the first member: see tally_best() */
  scatter scatter;
  int64_t plays; /* outcomes may be shown later */
} thompson_t_action;

typedef struct thompson_t_state {
  double alpha;
  int64_t first; /* plays of each action before the draws */
} thompson_t_state;

static thompson_t_action *action_at(const policy *p, int action)
{
  return (thompson_t_action *)p->actions + action;
}

static status thompson_t_start(policy *p, const view *v, const parameters *given)
{
  (void)v;
  thompson_t_state *s = p->state;
  s->alpha = parameters_number(given, "alpha");
  s->first = (int64_t)fmax(2, 3 - ceil(2 * s->alpha));
  return status_ok;
}

/* Returns the one with the fewest plays of those that are yet to be played first; or -1. */
static int fewest_plays(const policy *p, const view *v)
{
  int fewest = -1;
  int64_t plays = ((const thompson_t_state *)p->state)->first;
  for (int i = 0; i < v->action_count; i++) {
    const thompson_t_action *a = action_at(p, v->actions[i]);
    if (a->plays < plays) fewest = v->actions[i], plays = a->plays;
  }
  return fewest;
}

/* Draws a mean. Where too little was shown yet of what was played, it is unknown: +Inf,
 * so that it is played on. */
static double draw_mean(const thompson_t_action *a, double alpha, uniform_source *source)
{
  const double n = (double)a->tally.pulls, m = n + 2 * alpha - 1;
  if (!(n >= 2 && m > 0)) return INFINITY;
  const double z = normal_quantile(source_uniform(source));
  const double gamma = same_exp(log_gamma_draw(source, m / 2));
  const double square = scatter_of(&a->scatter, n) / n;
  return tally_mean(&a->tally) + sqrt(square / (2 * n * gamma)) * z;
}

static int thompson_t_choose(policy *p, const view *v)
{
  const thompson_t_state *s = p->state;
  const int first = fewest_plays(p, v);
  if (first >= 0) return first;
  uniform_source source = source_of_stream(v->random);
  int best = -1;
  double greatest = 0;
  for (int i = 0; i < v->action_count; i++) {
    const double value = draw_mean(action_at(p, v->actions[i]), s->alpha, &source);
    if (best < 0 || value > greatest) best = v->actions[i], greatest = value;
  }
  return evened_out(v, best);
}

static void thompson_t_played(policy *p, const view *v, const outcome *o)
{
  (void)v;
  action_at(p, o->action)->plays++;
}

static void thompson_t_observe(policy *p, const view *v, const outcome *o)
{
  (void)v;
  thompson_t_action *a = action_at(p, o->action);
  scatter_add(&a->scatter, a->tally.pulls, o->observed);
  tally_add(&a->tally, o->observed);
}

const policy_type policy_thompson_t = {
    .constructor = "policy_thompson_t",
    .label = "Thompson (t)",
    .does = "draws a plausible mean for each arm without knowing how much rewards vary, and plays "
            "the arm with the greatest draw",
    .paper = "Honda and Takemura 2014, Algorithm 1",
    .no_chances = "draws from posteriors with heavy tails, over which the propensities are not integrated",
    .takes = TAKES({"alpha", BETWEEN(-50, 50), USUALLY(-1)}),
    .told_suffices = true,
    .state_size = sizeof(thompson_t_state),
    .action_size = sizeof(thompson_t_action),
    .start = thompson_t_start,
    .choose = thompson_t_choose,
    .played = thompson_t_played,
    .observe = thompson_t_observe,
};

/* Thompson sampling for Gaussian rewards of unknown variance (Honda and Takemura
 * 2014, Algorithm 1): with the prior (sigma^2)^(-1 - alpha) for mean and variance,
 * the posterior of a mean after n plays with mean xbar and S = sum (x - xbar)^2 is
 *
 *   xbar + sqrt(S / (n m)) t_m,   m = n + 2 alpha - 1 degrees of freedom.
 *
 * First each action is played max(2, 3 - ceiling(2 alpha)) times, the fewest plays first, so that
 * m > 1; then a mean is drawn for each, and the action of the greatest played; ties go to the
 * lowest action. The draw of the action of greatest xbar is its posterior's quantile at 1 - exp(-y), that of
 * every other at exp(-y), y being the height of its lane, as in policy_thompson() (draw_race.h). */
#include "draw_race.h"
#include "../search/scatter.h"

typedef struct thompson_t_action {
  tally tally; /* the first member: see tally_best() */
  scatter scatter;
  int64_t plays; /* outcomes may be shown later */
} thompson_t_action;

typedef struct thompson_t_state {
  double alpha;
  int64_t first;  /* plays of each action before the draws */
  bool all_known; /* enough was seen of all that are there: for speed, not in plain mode */
  draw_race *race;
} thompson_t_state;

static thompson_t_action *action_at(const policy *p, int action)
{
  return (thompson_t_action *)p->actions + action;
}

static double freedom(const thompson_t_state *s, const thompson_t_action *a)
{
  return (double)a->tally.pulls + 2 * s->alpha - 1;
}

static posterior posterior_of(const policy *p, int action)
{
  const thompson_t_action *a = action_at(p, action);
  const double n = (double)a->tally.pulls, df = freedom(p->state, a);
  return student_posterior(tally_mean(&a->tally), sqrt(scatter_of(&a->scatter, n) / n / (n * df)), df);
}

static status thompson_t_start(policy *p, const view *v, const parameters *given)
{
  thompson_t_state *s = p->state;
  s->alpha = parameters_number(given, "alpha");
  s->first = (int64_t)fmax(2, 3 - ceil(2 * s->alpha));
  return draws_open(p, v, &s->race, POSTERIOR_STUDENT, posterior_of) ? status_ok : status_no_memory();
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

/* Returns the first of those of which too little was shown yet, although they were played often enough; it
 * is played on. Or -1. */
static int barely_shown(const policy *p, const view *v)
{
  for (int i = 0; i < v->action_count; i++) {
    const thompson_t_action *a = action_at(p, v->actions[i]);
    if (a->tally.pulls < 2 || !(freedom(p->state, a) > 1)) return evened_out(v, v->actions[i]);
  }
  return -1;
}

/* The action that is to be played before there are draws, or -1. */
static int unknown_action(const policy *p, const view *v)
{
  thompson_t_state *s = p->state;
  if (s->all_known && !v->plain) return -1;
  const int fewest = fewest_plays(p, v), unknown = fewest >= 0 ? fewest : barely_shown(p, v);
  s->all_known = unknown < 0;
  return unknown;
}

static int thompson_t_choose(policy *p, const view *v)
{
  const thompson_t_state *s = p->state;
  const int unknown = unknown_action(p, v);
  return unknown >= 0 ? unknown : draws_choose(s->race, p, v, stream_turn(v->random, draw_clock(p)));
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
  draws_changed(((const thompson_t_state *)p->state)->race, o->action);
}

static void thompson_t_arm_entered(policy *p, const view *v, int arm)
{
  thompson_t_state *s = p->state;
  s->all_known = false;
  draws_entered(s->race, v, arm);
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
    .arm_entered = thompson_t_arm_entered,
};

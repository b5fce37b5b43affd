/* UCB1 (Auer, Cesa-Bianchi and Fischer 2002) and UCB with a fixed confidence
 * (impatient arms, section 3.2): in round t, with n plays of an arm before it
 * and xbar the mean of what was observed of it,
 *
 *   UCB1:       argmax xbar + w sqrt(alpha ln t / n), alpha = 2
 *   UCB(delta): argmax xbar + sd sqrt(2 ln(1 / delta) / n), delta = 1 / T^2,
 *
 * for rewards in a range of width w = 1, or with standard deviation sd = 1. An
 * action never played has index +Inf; ties go to the lowest action. Exact
 * and lazy (race.h): most rounds cost a draw, two additions and a comparison. */
#include "../search/index.h"
#include "../../base/elementary.h"

/* xbar + sqrt(L / n), L a multiple of a logarithm, and the total that brings it
 * to a level. */
static double index_with(const policy *p, int action, double log_term)
{
  const contender *a = contender_at(p, action);
  return contender_mean(a) + sqrt(log_term / (double)a->tally.pulls);
}

static double needed_with(double n, double level, double log_term)
{
  return n * (level - sqrt(log_term / n));
}

/* --- UCB1 ------------------------------------------------------------------ */

typedef struct ucb1_state {
  index_state index; /* the first member: see index.h */
  double factor;     /* alpha w^2 */
} ucb1_state;

static double ucb1_log(const policy *p, index_clock c)
{
  return ((const ucb1_state *)p->state)->factor * c.log;
}

static double ucb1_value(const policy *p, const view *v, int action, index_clock c)
{
  (void)v;
  return index_with(p, action, ucb1_log(p, c));
}

static double ucb1_needed(const policy *p, const view *v, int action, double n, double level, index_clock c)
{
  (void)v, (void)action;
  return needed_with(n, level, ucb1_log(p, c));
}

static const index_form ucb1 = {.value = ucb1_value, .by_tally = true, .needed = ucb1_needed};

static status ucb1_start(policy *p, const view *v, const parameters *given)
{
  ((ucb1_state *)p->state)->factor = parameters_number(given, "alpha") * squared_width(given);
  return index_start(p, v, given);
}

static int ucb1_choose(policy *p, const view *v) { return index_choose(p, v, v->round, &ucb1); }

static double ucb1_index(const policy *p, const view *v, int action)
{
  return index_now(p, v, action, v->round, &ucb1);
}

static bool ucb1_explain(policy *p, const view *v, int action, reason *r)
{
  return index_explain(p, v, action, v->round, &ucb1, r);
}

static void ucb1_stretch(policy *p, const view *v, int action, stretch *s)
{
  race_stretch(race_of(p), p, v, v->round, action, &ucb1, s);
}

const policy_type policy_ucb1 = {
    .constructor = "policy_ucb1",
    .label = "UCB1",
    .does = "plays the arm that may be the best: the less often an arm was pulled, the more "
            "benefit of the doubt it gets",
    .paper = "Auer, Cesa-Bianchi and Fischer 2002",
    .deterministic = true,
    .takes = TAKES({"alpha", A_POSITIVE, USUALLY(2)}, {"range", A_RANGE, FROM_BANDIT},
                   {"sd", A_POSITIVE, FROM_BANDIT, .not_with = "range"}),
    .told_suffices = true,
    .counts_suffice = "",
    .state_size = sizeof(ucb1_state),
    .action_size = sizeof(contender),
    .start = ucb1_start,
    .choose = ucb1_choose,
    .index = ucb1_index,
    .explain = ucb1_explain,
    .observe = index_observe,
    .arm_entered = index_arm_entered,
    .arm_left = index_arm_left,
    .stretch = ucb1_stretch,
    .observe_run = index_observe_run,
};

/* --- UCB(delta) ------------------------------------------------------------ */

typedef struct ucb_state {
  index_state index; /* the first member: see index.h */
  double log_term;   /* 2 sd^2 ln(1 / delta) */
} ucb_state;

static double ucb_value(const policy *p, const view *v, int action, index_clock c)
{
  (void)v, (void)c;
  return index_with(p, action, ((const ucb_state *)p->state)->log_term);
}

static double ucb_needed(const policy *p, const view *v, int action, double n, double level, index_clock c)
{
  (void)v, (void)action, (void)c;
  return needed_with(n, level, ((const ucb_state *)p->state)->log_term);
}

static const index_form ucb = {.value = ucb_value, .by_tally = true, .needed = ucb_needed, .timeless = true};

static status ucb_start(policy *p, const view *v, const parameters *given)
{
  ucb_state *s = p->state;
  const double horizon = (double)v->horizon;
  const double delta = parameters_number_or(given, "error", 1 / (horizon * horizon));
  s->log_term = 2 * squared_scale(given, "sd") * same_log(1 / delta);
  return index_start(p, v, given);
}

static int ucb_choose(policy *p, const view *v) { return index_choose(p, v, v->round, &ucb); }

static double ucb_index(const policy *p, const view *v, int action)
{
  return index_now(p, v, action, v->round, &ucb);
}

static bool ucb_explain(policy *p, const view *v, int action, reason *r)
{
  return index_explain(p, v, action, v->round, &ucb, r);
}

static void ucb_stretch(policy *p, const view *v, int action, stretch *s)
{
  race_stretch(race_of(p), p, v, v->round, action, &ucb, s);
}

const policy_type policy_ucb = {
    .constructor = "policy_ucb",
    .label = "UCB",
    .does = "plays the arm that may be the best, with one level of confidence for the whole "
            "horizon",
    .paper = "Shao and Fang 2024, section 3.2",
    .deterministic = true,
    .takes = TAKES({"error", A_POSITIVE_CHANCE, .below = true, .otherwise = "1 / T^2"},
                   {"sd", A_POSITIVE, FROM_BANDIT}),
    .needs_horizon = "error",
    .told_suffices = true,
    .counts_suffice = "",
    .state_size = sizeof(ucb_state),
    .action_size = sizeof(contender),
    .start = ucb_start,
    .choose = ucb_choose,
    .index = ucb_index,
    .explain = ucb_explain,
    .observe = index_observe,
    .arm_entered = index_arm_entered,
    .arm_left = index_arm_left,
    .stretch = ucb_stretch,
    .observe_run = index_observe_run,
};

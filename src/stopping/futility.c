/* Futility: stops when no arm is more than `margin` better than a control, or than a threshold:
 * when the upper bound of each (other) arm is at most the lower bound of the control, or the
 * threshold, plus the margin. Intervals are those by divergence (intervals.h) with the rate
 *
 *   v + ln v, v = ln(405.5 m t^1.1 / error), t the plays so far,
 *
 * of which Kaufmann and Kalyanakrishnan (2013, section 4) prove that m bounds, each to one side,
 * hold together at all times but with a chance of `error`, whatever is played. If some arm is more
 * than `margin` better, the game is stopped in error only if the upper bound of the best arm or
 * the lower one of the control failed: m = 2, without a control 1, however many arms there are.
 * Or, instead of that rate, the practical ln((1 + ln t) / error).
 *
 * The bound of an arm of which nothing was shown is above everything. Cost: a few operations per
 * round, as long as the arm that was too good before is so for certain. */
#include "../policies/naming/rates.h"
#include "../model/control.h"
#include "intervals.h"

typedef struct futility {
  double error, margin, threshold;
  bool practical;
  intervals bounds;
  control_arm control;
  int against, unbeaten;
  double least; /* what the others must not exceed, unless the control's pulls count by entries */
} futility;

static void futility_start(void *state, const parameters *given)
{
  futility *s = state;
  *s = (futility){.error = parameters_number(given, "error"),
                  .practical = parameters_text_is(given, "rate", "practical"),
                  .bounds = intervals_of_family(given),
                  .control = control_of(given)};
  s->margin = parameters_number(given, "margin") * s->bounds.scale.per_width;
  s->threshold = interval_place(&s->bounds, parameters_number_or(given, "threshold", 0));
}

static double rate(const futility *s, const evidence *e)
{
  const double plays = (double)e->plays;
  return s->practical ? rate_practical(plays, s->error)
                      : rate_kl(plays, is_controlled(&s->control) ? 2 : 1, s->error);
}

static double least_beside(const futility *s, const evidence *e, int arm)
{
  if (!s->control.concurrent) return s->least;
  const int beside = control_beside(&s->control, e, s->against, arm);
  return was_shown(e, beside) ? interval_lower(&s->bounds, e, beside) : -INFINITY;
}

static bool is_no_better(void *state, const evidence *e, int arm)
{
  const futility *s = state;
  return interval_upper(&s->bounds, e, arm) <= least_beside(s, e, arm) + s->margin;
}

/* Returns whether the arm that was too good before is certainly still so. */
static bool is_still_too_good(const futility *s, const evidence *e)
{
  const int arm = s->unbeaten, beside = control_beside(&s->control, e, s->against, arm);
  if (!may_be_unbeaten(e, arm, s->against) || !was_shown(e, arm)) return false;
  if (beside >= 0)
    return was_shown(e, beside) && intervals_surely_exceed(&s->bounds, e, arm, beside, s->margin);
  const double mean = mean_place(&s->bounds, e, arm), most = s->threshold + s->margin + margin_of(1);
  return mean > most || interval_reaches(&s->bounds, mean, e->shown[arm], most);
}

static bool futility_says(void *state, const evidence *e)
{
  futility *s = state;
  const int against = s->against = control_place(&s->control, e);
  if (is_controlled(&s->control) && !was_shown(e, against)) return false;
  if (is_still_too_good(s, e)) return false;
  s->bounds.rate = rate(s, e);
  s->least = against < 0 ? s->threshold : interval_lower(&s->bounds, e, against);
  return all_are_beaten(s, e, against, is_no_better, &s->unbeaten);
}

const stopping_type stopping_futility = {
    .name = "futility",
    .takes = TAKES(TAKES_CONTROL_OR_THRESHOLD, {"margin", NOT_NEGATIVE, USUALLY(0)},
                   {"error", A_POSITIVE_CHANCE, .below = true, USUALLY(0.05)},
                   {"family", A_TEXT("bernoulli|gaussian"), FROM_BANDIT},
                   {"rate", A_TEXT("proved|practical"), USUALLY(FIRST_CHOICE), REQUIRED},
                   {"range", A_RANGE, .only_if = "family=bernoulli", FROM_BANDIT},
                   {"sd", A_POSITIVE, .not_with = "range", .only_if = "family=gaussian", FROM_BANDIT},
                   TAKES_LOOKS, TAKES_CONCURRENT_IF_CONTROL),
    .state_size = sizeof(futility),
    .start = futility_start,
    .says = futility_says,
};

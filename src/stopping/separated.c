/* Separated confidence intervals: stops when the lower bound of the arm with the greatest mean is no
 * less than the greatest upper bound of the others, less `tolerance`. With t plays so far, p =
 * ceil(t / 2) pairs of them, n outcomes of the arm and K arms:
 *
 *   hoeffding: mean -+ sqrt(ln(5 K p^4 / (4 error)) / (2 n)) (Kalyanakrishnan, Tewari,
 *              Auer and Stone 2012)
 *   kl:        all q with n kl(mean, q) <= v + ln v, v = ln(405.5 K t^1.1 / error)
 *              (Kaufmann and Kalyanakrishnan 2013)
 *
 * or, in place of either logarithm (v + ln v), the practical ln((1 + ln t) / error) of Garivier
 * and Kaufmann's experiments. Cost: a few operations per round, as intervals that overlap by a
 * simpler bound are not looked for. */
#include "../policies/naming/rates.h"
#include "intervals.h"

typedef struct separated {
  double error, tolerance;
  bool practical;
  intervals bounds;
  int unbeaten;
  double lower; /* of the leader, when it was last found */
} separated;

static void separated_start(void *state, const parameters *given)
{
  separated *s = state;
  *s = (separated){.error = parameters_number(given, "error"),
                   .practical = parameters_text_is(given, "rate", "practical"),
                   .bounds = {.by_divergence = parameters_text_is(given, "interval", "kl"),
                              .scale = unit_scale_of(given)}};
  s->tolerance = parameters_number(given, "tolerance") * s->bounds.scale.per_width;
}

static double rate(const separated *s, const evidence *e)
{
  const double plays = (double)e->plays;
  if (s->practical) return rate_practical(plays, s->error);
  return (s->bounds.by_divergence ? rate_kl : rate_hoeffding)(plays, e->known, s->error);
}

static bool separated_beats(void *state, const evidence *e, int rival)
{
  const separated *s = state;
  return s->lower >= interval_upper(&s->bounds, e, rival) - s->tolerance;
}

/* Returns whether the interval of the last unbeaten arm certainly overlaps with the leader's. */
static bool still_overlaps(const separated *s, const evidence *e)
{
  const int arm = s->unbeaten;
  return may_be_unbeaten(e, arm, e->leader) && was_shown(e, arm) &&
         intervals_surely_exceed(&s->bounds, e, arm, e->leader, s->tolerance);
}

static bool separated_says(void *state, const evidence *e)
{
  separated *s = state;
  if (!was_shown(e, e->leader) || still_overlaps(s, e)) return false;
  s->bounds.rate = rate(s, e);
  s->lower = interval_lower(&s->bounds, e, e->leader);
  return all_are_beaten(s, e, e->leader, separated_beats, &s->unbeaten);
}

const stopping_type stopping_separated = {
    .name = "separated",
    .claims_best = true,
    .takes = TAKES({"error", A_POSITIVE_CHANCE, .below = true, USUALLY(0.05)},
                   {"interval", A_TEXT("hoeffding|kl"), USUALLY(FIRST_CHOICE), REQUIRED},
                   {"tolerance", NOT_NEGATIVE, USUALLY(0)},
                   {"rate", A_TEXT("proved|practical"), USUALLY(FIRST_CHOICE), REQUIRED},
                   {"range", A_RANGE, FROM_BANDIT}, TAKES_LOOKS),
    .state_size = sizeof(separated),
    .start = separated_start,
    .says = separated_says,
};

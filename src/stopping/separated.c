/* Intervals that are apart: stops when the lower bound of the arm of greatest mean is
 * no less than the greatest upper bound of the others, less `tolerance`. With t plays
 * so far, p = ceil(t / 2) pairs of them, n outcomes of the arm and K arms:
 *
 *   hoeffding: mean -+ sqrt(ln(5 K p^4 / (4 error)) / (2 n)) (Kalyanakrishnan, Tewari,
 *              Auer and Stone 2012)
 *   kl:        all q with n kl(mean, q) <= v + ln v, v = ln(405.5 K t^1.1 / error)
 *              (Kaufmann and Kalyanakrishnan 2013)
 *
 * or, in place of either logarithm (v + ln v), the practical ln((1 + ln t) / error) of
 * Garivier and Kaufmann's experiments. Cost: a few operations a round, as intervals that
 * overlap by a simpler bound are not looked for. */
#include "../base/margin.h"
#include "../policies/classical/divergence.h"
#include "../policies/naming/rates.h"
#include "rivals.h"

typedef struct separated {
  double error, tolerance, arms;
  bool kl, practical;
  unit_scale scale;
  int unbeaten;
  double rate, lower; /* when they were last found: the rate only rises */
} separated;

static void separated_start(void *state, const parameters *given, int arms)
{
  separated *s = state;
  *s = (separated){.error = parameters_number(given, "error", 0.05),
                   .arms = arms,
                   .kl = parameters_text_is(given, "interval", "kl"),
                   .practical = parameters_text_is(given, "rate", "practical"),
                   .scale = unit_scale_of(given)};
  s->tolerance = parameters_number(given, "tolerance", 0) * s->scale.per_width;
}

static double rate(const separated *s, double plays)
{
  if (s->practical) return rate_practical(plays, s->error);
  return (s->kl ? rate_kl : rate_hoeffding)(plays, s->arms, s->error);
}

static double upper(const separated *s, double mean, double n)
{
  return s->kl ? bernoulli_bound(mean, s->rate / n) : mean + sqrt(s->rate / (2 * n));
}

/* The divergence is the same when successes and failures change places. */
static double lower(const separated *s, double mean, double n)
{
  return s->kl ? 1 - bernoulli_bound(1 - mean, s->rate / n) : mean - sqrt(s->rate / (2 * n));
}

static bool separated_beats(const void *state, const evidence *e, int rival)
{
  const separated *s = state;
  return s->lower >= upper(s, in_unit(s->scale, e->mean[rival]), e->shown[rival]) - s->tolerance;
}

/* Whether the interval of this mean goes as far as x for certain. The divergence is at
 * most (mean - x)^2 / (x (1 - x)). */
static bool reaches(const separated *s, double mean, double n, double x)
{
  const double gap = mean - x, most = s->rate - margin_of(s->rate);
  return n * gap * gap <= most * (s->kl ? x * (1 - x) : 0.5);
}

/* Whether the interval of the arm that was not beaten last overlaps with the leader's for
 * certain: both reach beyond a point between their means. */
static bool still_overlaps(const separated *s, const evidence *e)
{
  const int arm = s->unbeaten;
  if (!may_be_unbeaten(e, arm) || e->shown[arm] == 0) return false;
  const double p = in_unit(s->scale, e->mean[e->leader]), q = in_unit(s->scale, e->mean[arm]);
  const double n = e->shown[e->leader], m = e->shown[arm];
  const double middle = (sqrt(n) * p + sqrt(m) * q) / (sqrt(n) + sqrt(m)), aside = s->tolerance / 2;
  return reaches(s, p, n, middle - aside) && reaches(s, q, m, middle + aside);
}

static bool separated_says(void *state, const evidence *e)
{
  separated *s = state;
  if (e->leader < 0 || e->shown[e->leader] == 0 || still_overlaps(s, e)) return false;
  s->rate = rate(s, (double)e->plays);
  s->lower = lower(s, in_unit(s->scale, e->mean[e->leader]), e->shown[e->leader]);
  return all_are_beaten(s, e, separated_beats, &s->unbeaten);
}

const stopping_type stopping_separated = {
    .name = "separated",
    .takes = TAKES({"error", A_POSITIVE_CHANCE, .below = true}, {"interval", A_TEXT("hoeffding|kl")},
                   {"tolerance", NOT_NEGATIVE}, {"rate", A_TEXT("proved|practical")},
                   {"range", A_RANGE, .optional = true}, TAKES_LOOKS),
    .state_size = sizeof(separated),
    .start = separated_start,
    .says = separated_says,
};

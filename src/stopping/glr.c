/* The generalised likelihood ratio (Garivier and Kaufmann 2016, sections 3 and 4): with a the arm
 * with the greatest mean, of each other arm b
 *
 *   Z = n_a d(mean_a, m) + n_b d(mean_b, m),  m their pooled mean,
 *
 * d the divergence of the family, n the outcomes shown. Stops when the least Z exceeds ln((1 + ln
 * t) / error), or the proved ln(2 t (K - 1) / error), t the plays so far, K the arms of the
 * bandit. Of arms of equal greatest mean Z is 0. Cost: a few operations per round, as the rival
 * that was not beaten is bounded first: K logarithms only where it could be beaten. */
#include "../base/elementary.h"
#include "../base/margin.h"
#include "../policies/naming/rates.h"
#include "rivals.h"

typedef struct glr {
  double error;
  double precision; /* of a Gaussian, 1 / sd^2; 0: Bernoulli */
  unit_scale scale;
  bool proved;
  int unbeaten;
  double level; /* the threshold when it was last found: it only rises */
} glr;

static void glr_start(void *state, const parameters *given)
{
  const double sd = parameters_number(given, "sd");
  const bool gaussian = parameters_text_is(given, "family", "gaussian");
  *(glr *)state = (glr){.error = parameters_number(given, "error"),
                        .precision = gaussian ? 1 / (sd * sd) : 0,
                        .scale = unit_scale_of(given),
                        .proved = parameters_text_is(given, "threshold", "proved")};
}

static double threshold(const glr *s, const evidence *e)
{
  const double t = (double)e->plays;
  return s->proved ? same_log(2 * t * (e->known - 1) / s->error) : rate_practical(t, s->error);
}

/* --- Bernoulli -------------------------------------------------------------- */

static double term(double p, double q) { return p > 0 ? p * same_log(p / q) : 0; }

static double divergence(double p, double q) { return term(p, q) + term(1 - p, 1 - q); }

static double pooled(double n, double p, double m, double q) { return (n * p + m * q) / (n + m); }

/* Whether Z is below this level for certain, found without logarithms. With f(x) = 1 /
 * (x (1 - x)), which is convex, d(p, m) is the integral from m to p of (p - x) f(x): at
 * most (p - m)^2 f(m), and at most (p - m)^2 (f(m) / 3 + f(p) / 6), where the chord stands
 * for f. */
static bool bernoulli_is_below(double n, double p, double m, double q, double level)
{
  const double all = n + m, sum = n * p + m * q, gap = p - q;
  const double most = (level - margin_of(level)) * all, between = n * m * gap * gap;
  if (between * all * all <= most * sum * (all - sum)) return true;
  const double mean = sum / all, chord = (m / (p * (1 - p)) + n / (q * (1 - q))) / (6 * all);
  return between * (1 / (3 * mean * (1 - mean)) + chord) <= most;
}

/* --- both families ------------------------------------------------------------ */

static double statistic(const glr *s, const evidence *e, int a, int b)
{
  const double n = e->shown[a], m = e->shown[b], gap = e->mean[a] - e->mean[b];
  if (!(gap > 0)) return 0;
  if (s->precision > 0) return n * m / (n + m) * gap * gap * s->precision / 2;
  const double p = in_unit(s->scale, e->mean[a]), q = in_unit(s->scale, e->mean[b]);
  const double mean = pooled(n, p, m, q);
  return p > q ? n * divergence(p, mean) + m * divergence(q, mean) : 0;
}

static bool is_below(const glr *s, const evidence *e, int rival, double level)
{
  if (s->precision > 0) return statistic(s, e, e->leader, rival) <= level - margin_of(level);
  const double p = in_unit(s->scale, e->mean[e->leader]), q = in_unit(s->scale, e->mean[rival]);
  return bernoulli_is_below(e->shown[e->leader], p, e->shown[rival], q, level);
}

static bool glr_beats(const void *state, const evidence *e, int rival)
{
  const glr *s = state;
  if (!e->plain && is_below(s, e, rival, s->level)) return false;
  return statistic(s, e, e->leader, rival) > s->level;
}

/* Whether the last unbeaten arm is still unbeaten, since the threshold has not fallen. */
static bool is_still_unbeaten(const glr *s, const evidence *e)
{
  return may_be_unbeaten(e, s->unbeaten, e->leader) &&
         (e->shown[s->unbeaten] == 0 || is_below(s, e, s->unbeaten, s->level));
}

static bool glr_says(void *state, const evidence *e)
{
  glr *s = state;
  if (!was_shown(e, e->leader) || is_still_unbeaten(s, e)) return false;
  s->level = threshold(s, e);
  return all_are_beaten(s, e, e->leader, glr_beats, &s->unbeaten);
}

const stopping_type stopping_glr = {
    .name = "glr",
    .takes = TAKES({"error", A_POSITIVE_CHANCE, .below = true}, {"family", A_TEXT("bernoulli|gaussian")},
                   {"threshold", A_TEXT("practical|proved"), .only_if = "family=bernoulli"},
                   {"range", A_RANGE, .optional = true, .only_if = "family=bernoulli"},
                   {"sd", A_POSITIVE, .optional = true, .only_if = "family=gaussian"}, TAKES_LOOKS),
    .state_size = sizeof(glr),
    .start = glr_start,
    .says = glr_says,
};

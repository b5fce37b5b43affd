/* The generalised likelihood ratio (Garivier and Kaufmann 2016, sections 3 and 4): with a the arm
 * with the greatest mean, of each other arm b
 *
 *   Z = n_a d(mean_a, m) + n_b d(mean_b, m),  m their pooled mean,
 *
 * d the divergence of the family, n the outcomes shown. Stops when the least Z exceeds ln((1 + ln
 * t) / error), or the proved ln(2 t (K - 1) / error), t the plays so far, K the arms of the
 * bandit. Of arms of equal greatest mean Z is 0.
 *
 * Or, by mixtures in place of maxima, when the least evidence against equal means (mixture.h) is at least
 * ln((K - 1) / error), whatever is played. It is no more than Z.
 *
 * Cost: a few operations per round, as the rival that was not beaten is bounded first: K logarithms only
 * where it could be beaten. */
#include "../base/elementary.h"
#include "../base/margin.h"
#include "../policies/naming/rates.h"
#include "mixture.h"

typedef struct glr {
  double error;
  double precision; /* of a Gaussian, 1 / sd^2; 0: Bernoulli */
  unit_scale scale;
  bool ratios; /* they can be computed: of arms of one parameter */
  bool proved, mixed;
  int unbeaten;
  double level; /* the threshold when it was last found: it only rises, but for that of mixtures */
  mixture mixture;
  compared place[];
} glr;

static void glr_start(void *state, const parameters *given)
{
  const double sd = parameters_number(given, "sd");
  const mixture x = mixture_of(given);
  glr *s = state;
  s->error = parameters_number(given, "error");
  s->precision = x.family == EVIDENCE_GAUSSIAN ? 1 / (sd * sd) : 0;
  s->scale = unit_scale_of(given);
  s->ratios = x.family == EVIDENCE_GAUSSIAN || x.family == EVIDENCE_BERNOULLI;
  s->proved = parameters_text_is(given, "rate", "proved");
  s->mixed = parameters_text_is(given, "rate", "mixture");
  s->mixture = x;
}

static bool glr_learns(const void *state)
{
  const glr *s = state;
  return s->mixed && mixture_learns(&s->mixture);
}

static void glr_learn(void *state, int arm, double observed)
{
  glr *s = state;
  mixture_learn(&s->mixture, &s->place[arm], observed);
}

static void glr_forget(void *state, int arm)
{
  ((glr *)state)->place[arm] = (compared){.bound = {.found = false}};
}

static double threshold(const glr *s, const evidence *e)
{
  const double t = (double)e->plays;
  return s->proved ? same_log(2 * t * (e->known - 1) / s->error) : rate_practical(t, s->error);
}

static double level_of_mixture(glr *s, const evidence *e)
{
  mixture_divide(&s->mixture, e->known - 1, true, s->place, e->arms);
  return s->mixture.level;
}

/* --- Bernoulli -------------------------------------------------------------- */

static double term(double p, double q) { return p > 0 ? p * same_log(p / q) : 0; }

static double divergence(double p, double q) { return term(p, q) + term(1 - p, 1 - q); }

static double pooled(double n, double p, double m, double q) { return (n * p + m * q) / (n + m); }

/* Returns whether Z is below this level for certain, found without logarithms. With f(x) = 1 /
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

static bool mixture_beats(glr *s, const evidence *e, int rival)
{
  compared *c = &s->place[rival];
  if (mixture_stays_below(&s->mixture, e, c, e->leader, rival)) return false;
  if (!e->plain && s->ratios && is_below(s, e, rival, s->level)) return false;
  return mixture_reaches(&s->mixture, e, s->place, c, e->leader, rival, 0);
}

static bool glr_beats(void *state, const evidence *e, int rival)
{
  glr *s = state;
  if (s->mixed) return mixture_beats(s, e, rival);
  if (!e->plain && is_below(s, e, rival, s->level)) return false;
  return statistic(s, e, e->leader, rival) > s->level;
}

/* Returns whether the last unbeaten arm is still unbeaten, since the threshold has not fallen. */
static bool is_still_unbeaten(const glr *s, const evidence *e)
{
  return may_be_unbeaten(e, s->unbeaten, e->leader) &&
         (e->shown[s->unbeaten] == 0 || is_below(s, e, s->unbeaten, s->level));
}

static bool glr_says(void *state, const evidence *e)
{
  glr *s = state;
  if (!was_shown(e, e->leader)) return false;
  if (!s->mixed && is_still_unbeaten(s, e)) return false;
  s->level = s->mixed ? level_of_mixture(s, e) : threshold(s, e);
  return all_are_beaten(s, e, e->leader, glr_beats, &s->unbeaten);
}

const stopping_type stopping_glr = {
    .name = "glr",
    .claims_best = true,
    .takes = TAKES({"error", A_POSITIVE_CHANCE, .below = true, USUALLY(0.05)},
                   {"family", A_TEXT("bernoulli|gaussian|bounded|t"), FROM_BANDIT},
                   {"rate", A_TEXT("mixture|practical|proved"), USUALLY(FIRST_CHOICE), REQUIRED},
                   TAKES_EVIDENCE(.only_if = "rate=mixture"), TAKES_LOOKS),
    .state_size = sizeof(glr),
    .place_size = sizeof(compared),
    .start = glr_start,
    .learns = glr_learns,
    .learn = glr_learn,
    .forget = glr_forget,
    .says = glr_says,
};

/* The generalised likelihood ratio (Garivier and Kaufmann 2016, sections 3 and 4): with a the arm
 * with the greatest mean, of each other arm b
 *
 *   Z = n_a d(mean_a, m) + n_b d(mean_b, m),  m their pooled mean,
 *
 * d the divergence of the family, n the outcomes shown. Stops when the least Z exceeds ln((1 + ln
 * t) / error), or the proved ln(2 t (K - 1) / error), t the plays so far, K the arms of the
 * bandit. Of arms of equal greatest mean Z is 0.
 *
 * With mixtures in the place of the maxima in Z: stops when the evidence (inference/evidence.h) that b is not
 * as good as a reaches ln((K - 1) / error) for each b.
 *
 * Cost: a few operations per round, as the rival that was not beaten is bounded first: K logarithms only
 * where it could be beaten. The evidence is below Z; and it is at most what it is at any mean m that the two
 * may share, so that at the m where it was least the last time it mostly still says enough, for as many
 * outcomes as could not raise it to the level. */
#include "../base/elementary.h"
#include "../base/margin.h"
#include "../policies/naming/rates.h"
#include "mixture.h"

/* Of an arm as the rival of a leader. */
typedef struct glr_arm {
  arm_sums sums;
  int leader;    /* of whom the rest is known; -1: nothing is */
  double shared; /* the mean at which the evidence was least */
  double enough; /* with fewer outcomes of both it does not reach the level */
} glr_arm;

typedef struct glr {
  double error;
  double precision; /* of a Gaussian, 1 / sd^2; 0: Bernoulli */
  unit_scale scale;
  bool proved, mixed;
  int unbeaten;
  double level; /* the threshold when it was last found: it only rises, but for mixtures */
  mixture mixture;
  glr_arm arm[];
} glr;

static void glr_start(void *state, const parameters *given)
{
  const double sd = parameters_number(given, "sd");
  const bool gaussian = parameters_text_is(given, "family", "gaussian");
  *(glr *)state = (glr){.error = parameters_number(given, "error"),
                        .precision = gaussian ? 1 / (sd * sd) : 0,
                        .scale = unit_scale_of(given),
                        .proved = parameters_text_is(given, "threshold", "proved"),
                        .mixed = parameters_text_is(given, "threshold", "mixture")};
  mixture_start(&((glr *)state)->mixture, given);
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

static bool glr_beats(void *state, const evidence *e, int rival)
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

/* --- mixtures ------------------------------------------------------------------ */

static void forget_rivals(glr *s, int arms)
{
  for (int i = 0; i < arms; i++) s->arm[i].leader = -1;
}

/* Also of the pairs in which it was, since another arm may have had its place. */
static void glr_shown(void *state, const evidence *e, int arm, double observed)
{
  glr *s = state;
  if (!s->mixed) return;
  if (e->shown[arm] == 1) {
    s->arm[arm].leader = -1;
    for (int i = 0; i < e->arms; i++)
      if (s->arm[i].leader == arm) s->arm[i].leader = -1;
  }
  mixture_shown(&s->mixture, &s->arm[arm].sums, e->shown[arm], observed);
}

static bool has_ratio(const glr *s)
{
  return s->mixture.family == EVIDENCE_GAUSSIAN || s->mixture.family == EVIDENCE_BERNOULLI;
}

/* For so many outcomes of both as could not raise the evidence at the shared mean to the level: of Bernoulli
 * arms, which are dear; the number is found by doubling. */
static void wait_for_enough(const glr *s, glr_arm *rival, const evidence_sums *best,
                            const evidence_sums *other, double found)
{
  enum { MOST = 4096 };
  const double gap = s->level - margin_of(s->level) - found, m = rival->shared, spread = s->mixture.spread;
  rival->enough = best->n + other->n + 1;
  if (s->mixture.family != EVIDENCE_BERNOULLI || !(m > 0 && m < 1)) return;
  for (double k = 1; k <= MOST; k *= 2) {
    if (k * fmax(evidence_step(best, m, spread, k), evidence_step(other, m, spread, k)) >= gap) return;
    rival->enough = best->n + other->n + k + 1;
  }
}

/* Whether it is known without a search that the level is not reached. */
static bool stays_below(const glr *s, const evidence *e, int arm, const evidence_sums *best,
                        const evidence_sums *other)
{
  glr_arm *rival = (glr_arm *)&s->arm[arm];
  if (e->plain || e->view->anew || rival->leader != e->leader) return false;
  const double outcomes = best->n + other->n;
  if (outcomes < rival->enough) return true;
  const double most =
      evidence_of_pair_at(s->mixture.family, best, other, 0, s->mixture.spread, rival->shared);
  if (most >= s->level - margin_of(s->level)) return false;
  wait_for_enough(s, rival, best, other, most);
  return true;
}

static bool mixture_beats(void *state, const evidence *e, int arm)
{
  glr *s = state;
  glr_arm *rival = &s->arm[arm];
  if (!(e->mean[e->leader] > e->mean[arm])) return false;
  if (!e->plain && has_ratio(s) && is_below(s, e, arm, s->level)) return false;
  const evidence_sums best = mixture_sums(&s->mixture, &s->arm[e->leader].sums, e, e->leader);
  const evidence_sums other = mixture_sums(&s->mixture, &rival->sums, e, arm);
  if (stays_below(s, e, arm, &best, &other)) return false;
  const double found =
      evidence_of_pair_where(s->mixture.family, &best, &other, 0, s->mixture.spread, &rival->shared);
  rival->leader = s->mixture.family == EVIDENCE_GAUSSIAN ? -1 : e->leader;
  rival->enough = 0;
  if (found >= s->level) return true;
  if (!e->plain) wait_for_enough(s, rival, &best, &other, found);
  return false;
}

static bool mixture_says(glr *s, const evidence *e)
{
  if (!was_shown(e, e->leader)) return false;
  if (mixture_expect(&s->mixture, e->known - 1)) forget_rivals(s, e->arms);
  s->level = s->mixture.level_of_two;
  return all_are_beaten(s, e, e->leader, mixture_beats, &s->unbeaten);
}

static bool glr_says(void *state, const evidence *e)
{
  glr *s = state;
  if (s->mixed) return mixture_says(s, e);
  if (!was_shown(e, e->leader) || is_still_unbeaten(s, e)) return false;
  s->level = threshold(s, e);
  return all_are_beaten(s, e, e->leader, glr_beats, &s->unbeaten);
}

const stopping_type stopping_glr = {
    .name = "glr",
    .takes =
        TAKES({"error", A_POSITIVE_CHANCE, .below = true}, {"family", A_TEXT("bernoulli|gaussian|bounded|t")},
              {"threshold", A_TEXT("mixture|practical|proved")}, {"range", A_RANGE, .optional = true},
              {"sd", A_POSITIVE, .optional = true},
              {"narrowest", BETWEEN(1, LARGEST_NUMBER), .optional = true}, TAKES_LOOKS),
    .state_size = sizeof(glr),
    .arm_size = sizeof(glr_arm),
    .shown = glr_shown,
    .start = glr_start,
    .says = glr_says,
};

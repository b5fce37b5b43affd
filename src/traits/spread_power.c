/* The power law: lag l gets X / (zeta(gamma) l^gamma), without end. A sum of
 * exponentials stands for it, so that a round costs the same however late:
 *
 *   l^-gamma = 1/Gamma(gamma) * integral over u of exp(gamma u - l exp(u)),
 *
 * by the trapezoid rule in u. Step and ends are chosen so that every weight
 * up to lag T has a relative error below 1e-9. */
#include "spread.h"
#include "../base/elementary.h"
#include "../base/hypotenuse.h"
#include <math.h>

#define TOLERANCE 1e-11
#define PI 3.14159265358979323846

/* Riemann's zeta for s > 1, by Euler and Maclaurin. */
static double riemann_zeta(double s)
{
  enum { DIRECT = 24 };
  static const double bernoulli[] = {1.0 / 6, -1.0 / 30, 1.0 / 42, -1.0 / 30, 5.0 / 66, -691.0 / 2730};
  double sum = 0;
  for (int n = 1; n < DIRECT; n++) sum += same_pow(n, -s);
  sum += same_pow(DIRECT, 1 - s) / (s - 1) + 0.5 * same_pow(DIRECT, -s);
  double term = s * same_pow(DIRECT, -s - 1) / 2;
  for (int k = 0; k < 6; k++) {
    sum += bernoulli[k] * term;
    term *= (s + 2 * k + 1) * (s + 2 * k + 2) / ((2 * k + 3) * (2 * k + 4) * (double)DIRECT * DIRECT);
  }
  return sum;
}

/* Relative error of the trapezoid rule with this step: Poisson's sum formula
 * gives 2 |Gamma(gamma + 2 pi i / step)| / Gamma(gamma), here by Stirling. */
static double step_error(double gamma, double step)
{
  const double y = 2 * PI / step;
  const double log_modulus = 0.5 * same_log(2 * PI) + (gamma - 0.5) * 0.5 * same_log(gamma * gamma + y * y) -
                             y * same_arctan(y / gamma) - gamma + 1 / (12 * hypotenuse(gamma, y));
  return 2 * same_exp(log_modulus) / same_gamma(gamma);
}

/* Beyond this rate a term adds less than the tolerance, even at lag 1. */
static double fastest_rate(double gamma)
{
  double rate = gamma + 1;
  while ((gamma - 1) * same_log(rate) - rate - same_log(same_gamma(gamma)) > same_log(TOLERANCE)) rate += 0.5;
  return rate;
}

static bool power_start(spread_flow *f, const parameters *given, int64_t horizon, arena *memory)
{
  const double gamma = parameters_number(given, "gamma");
  double step = 0.5;
  while (step_error(gamma, step) > TOLERANCE) step *= 0.95;
  const double last = same_log(fastest_rate(gamma));
  const double first =
      (same_log(TOLERANCE) + same_log(same_gamma(gamma + 1))) / gamma - same_log((double)horizon + 1);
  f->terms = (int)ceil((last - first) / step) + 1;
  f->factor = arena_zeroed(memory, (size_t)f->terms, sizeof(double));
  f->weight = arena_zeroed(memory, (size_t)f->terms, sizeof(double));
  f->term = arena_zeroed(memory, (size_t)f->terms, sizeof(double));
  if (!f->factor || !f->weight || !f->term) return false;
  for (int i = 0; i < f->terms; i++) {
    const double u = first + i * step;
    f->factor[i] = same_exp(-same_exp(u));
    f->weight[i] = step * same_exp(gamma * u) / (same_gamma(gamma) * riemann_zeta(gamma));
  }
  return true;
}

static double power_arrive(spread_flow *f, int64_t round)
{
  (void)round;
  double arrived = 0;
  for (int i = 0; i < f->terms; i++) {
    f->term[i] = spread_flush(f->factor[i] * (f->term[i] + f->last_paid));
    arrived += f->weight[i] * f->term[i];
  }
  spread_turn(f);
  return arrived;
}

/* Each term is a geometric series. */
static double power_pass(spread_flow *f, int64_t rounds)
{
  double arrived = 0;
  for (int i = 0; i < f->terms; i++) {
    const double first = f->factor[i] * (f->term[i] + f->last_paid), rate = same_log(f->factor[i]);
    const double times = rate < 0 ? same_expm1(rate * (double)rounds) / same_expm1(rate) : (double)rounds;
    arrived += f->weight[i] * first * times;
    f->term[i] = spread_flush(first * same_exp(rate * (double)(rounds - 1)));
  }
  spread_turn(f);
  return arrived;
}

const spread_law spread_power_law = {
    .name = "power",
    .takes = TAKES({"law", A_TEXT(NULL), REQUIRED}, {"gamma", BETWEEN(1, 50), .above = true, REQUIRED}),
    .start = power_start,
    .push = spread_keep_last,
    .arrive = power_arrive,
    .pass = power_pass,
};

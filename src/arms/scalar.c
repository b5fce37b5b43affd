/* Arms whose pulls are independent draws from a law with one or two
 * parameters. All but the beta law are drawn by inversion. */
#include "types.h"
#include "../random/distributions.h"
#include "../random/many.h"

static double first_value(const arms *a, int arm) { return arms_value(a, 0, arm); }

/* --- Bernoulli ------------------------------------------------------------ */

static double bernoulli_draw(const arms *a, int arm, const random_address *at, double u, int64_t round)
{
  static const double reward[] = {0, 1}; /* looked up, as nobody could foretell a branch */
  (void)at, (void)round;
  return reward[u < arms_value(a, 0, arm)];
}

static void bernoulli_many(const arms *a, int arm, const random_address *at, int count, double *reward)
{
  const double prob = arms_value(a, 0, arm);
  many_first_uniforms(at, count, reward);
  for (int i = 0; i < count; i++) reward[i] = reward[i] < prob ? 1 : 0;
}

const arms_type arms_bernoulli = {.name = "bernoulli",
                                  .takes = TAKES({"prob", A_CHANCE, DRAWN_BY_ARM}),
                                  .mean_may_change = true,
                                  .mean_is_chance = true,
                                  .draw = bernoulli_draw,
                                  .draw_many = bernoulli_many,
                                  .mean = first_value};

/* --- Gaussian ------------------------------------------------------------- */

static double gaussian_draw(const arms *a, int arm, const random_address *at, double u, int64_t round)
{
  (void)at, (void)round;
  return arms_value(a, 0, arm) + arms_value(a, 1, arm) * normal_quantile(u);
}

static void gaussian_many(const arms *a, int arm, const random_address *at, int count, double *reward)
{
  const double mean = arms_value(a, 0, arm), sd = arms_value(a, 1, arm);
  many_first_uniforms(at, count, reward);
  normal_quantiles(reward, count);
  for (int i = 0; i < count; i++) reward[i] = mean + sd * reward[i];
}

const arms_type arms_gaussian = {
    .name = "gaussian",
    .takes = TAKES({"mean", A_NUMBER, DRAWN_BY_ARM}, {"sd", NOT_NEGATIVE, DRAWN_BY_ARM}),
    .mean_may_change = true,
    .draw = gaussian_draw,
    .draw_many = gaussian_many,
    .mean = first_value};

/* --- beta ----------------------------------------------------------------- */

/* Rejection takes its uniforms from sub-draw 1 on: block 0 belongs to traits. */
static double draw_beta(const random_address *at, double shape1, double shape2)
{
  if (shape1 <= 0) return 0;
  if (shape2 <= 0) return 1;
  uniform_source source = source_of_address(at);
  source.sub = 1;
  return beta_draw(&source, shape1, shape2);
}

static double beta_reward(const arms *a, int arm, const random_address *at, double u, int64_t round)
{
  (void)u, (void)round;
  return draw_beta(at, arms_value(a, 0, arm), arms_value(a, 1, arm));
}

static double beta_expectation(const arms *a, int arm)
{
  return arms_value(a, 0, arm) / (arms_value(a, 0, arm) + arms_value(a, 1, arm));
}

const arms_type arms_beta = {
    .name = "beta",
    .takes = TAKES({"shape1", A_POSITIVE, DRAWN_BY_ARM}, {"shape2", A_POSITIVE, DRAWN_BY_ARM}),
    .draw = beta_reward,
    .mean = beta_expectation};

static double beta_mean_reward(const arms *a, int arm, const random_address *at, double u, int64_t round)
{
  (void)u, (void)round;
  const double mean = arms_value(a, 0, arm);
  return draw_beta(at, mean, 1 - mean);
}

const arms_type arms_beta_mean = {.name = "beta_mean",
                                  .takes = TAKES({"mean", A_CHANCE, DRAWN_BY_ARM}),
                                  .draw = beta_mean_reward,
                                  .mean = first_value};

/* --- constant ------------------------------------------------------------- */

static double constant_draw(const arms *a, int arm, const random_address *at, double u, int64_t round)
{
  (void)at, (void)u, (void)round;
  return arms_value(a, 0, arm);
}

const arms_type arms_constant = {.name = "constant",
                                 .takes = TAKES({"value", A_NUMBER, DRAWN_BY_ARM}),
                                 .mean_may_change = true,
                                 .draw = constant_draw,
                                 .mean = first_value};

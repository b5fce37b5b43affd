/* Arms whose pulls are independent draws from a law with one to three
 * parameters. All but the beta law and Student's are drawn by inversion. */
#include "types.h"
#include "../model/prior.h"
#include "../random/distributions.h"
#include "../random/many.h"
#include "../base/elementary.h"

static double first_value(const arms *a, int arm) { return arms_value(a, 0, arm); }

static void any_rewards(const parameters *given, double ends[2])
{
  (void)given;
  ends[0] = -INFINITY, ends[1] = INFINITY;
}

/* --- Bernoulli ------------------------------------------------------------ */

static double bernoulli_draw(const arms *a, int arm, const random_address *at, double u, int64_t round)
{
  static const double reward[] = {0, 1}; /* a table, since a branch could not be predicted */
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
                                  .takes = TAKES({"prob", A_CHANCE, DRAWN_BY_ARM, REQUIRED}),
                                  .mean_may_change = true,
                                  .mean_is_chance = true,
                                  .binary = true,
                                  .has_atoms = true,
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

const arms_type arms_gaussian = {.name = "gaussian",
                                 .takes = TAKES({"mean", A_NUMBER, DRAWN_BY_ARM, REQUIRED},
                                                {"sd", NOT_NEGATIVE, DRAWN_BY_ARM, USUALLY(1), REQUIRED}),
                                 .mean_may_change = true,
                                 .range = any_rewards,
                                 .draw = gaussian_draw,
                                 .draw_many = gaussian_many,
                                 .mean = first_value};

/* --- heavy tails ---------------------------------------------------------- */

/* Rejection takes its uniforms from sub-draw 1 on: block 0 belongs to traits. */
static uniform_source source_of_pull(const random_address *at)
{
  uniform_source source = source_of_address(at);
  source.sub = 1;
  return source;
}

static double student_reward(const arms *a, int arm, const random_address *at, double u, int64_t round)
{
  (void)u, (void)round;
  uniform_source source = source_of_pull(at);
  return arms_value(a, 1, arm) + arms_value(a, 2, arm) * student_draw(&source, arms_value(a, 0, arm));
}

static double student_mean(const arms *a, int arm) { return arms_value(a, 1, arm); }

const arms_type arms_student = {
    .name = "student",
    .takes = TAKES({"df", BETWEEN(1, LARGEST_NUMBER), .above = true, DRAWN_BY_ARM, REQUIRED},
                   {"location", A_NUMBER, DRAWN_BY_ARM, USUALLY(0), REQUIRED},
                   {"scale", BETWEEN(0, LARGEST_COORDINATE), DRAWN_BY_ARM, USUALLY(1), REQUIRED}),
    .range = any_rewards,
    .draw = student_reward,
    .mean = student_mean};

static double lognormal_draw(const arms *a, int arm, const random_address *at, double u, int64_t round)
{
  (void)at, (void)round;
  return same_exp(arms_value(a, 0, arm) + arms_value(a, 1, arm) * normal_quantile(u));
}

static double lognormal_mean(const arms *a, int arm)
{
  const double sd = arms_value(a, 1, arm);
  return same_exp(arms_value(a, 0, arm) + sd * sd / 2);
}

static void lognormal_range(const parameters *given, double ends[2])
{
  (void)given;
  ends[0] = 0, ends[1] = INFINITY;
}

/* Within these limits no mean or reward is beyond LARGEST_NUMBER. */
const arms_type arms_lognormal = {.name = "lognormal",
                                  .takes =
                                      TAKES({"meanlog", BETWEEN(-100, 100), DRAWN_BY_ARM, REQUIRED},
                                            {"sdlog", BETWEEN(0, 10), DRAWN_BY_ARM, USUALLY(1), REQUIRED}),
                                  .range = lognormal_range,
                                  .draw = lognormal_draw,
                                  .mean = lognormal_mean};

/* --- beta ----------------------------------------------------------------- */

static double draw_beta(const random_address *at, double shape1, double shape2)
{
  if (shape1 <= 0) return 0;
  if (shape2 <= 0) return 1;
  uniform_source source = source_of_pull(at);
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

const arms_type arms_beta = {.name = "beta",
                             .takes = TAKES({"shape1", A_POSITIVE, DRAWN_BY_ARM, REQUIRED},
                                            {"shape2", A_POSITIVE, DRAWN_BY_ARM, REQUIRED}),
                             .draw = beta_reward,
                             .mean = beta_expectation};

static double beta_mean_reward(const arms *a, int arm, const random_address *at, double u, int64_t round)
{
  (void)u, (void)round;
  const double mean = arms_value(a, 0, arm);
  return draw_beta(at, mean, 1 - mean);
}

const arms_type arms_beta_mean = {.name = "beta_mean",
                                  .takes = TAKES({"mean", A_CHANCE, DRAWN_BY_ARM, REQUIRED}),
                                  .draw = beta_mean_reward,
                                  .mean = first_value};

/* --- constant ------------------------------------------------------------- */

static double constant_draw(const arms *a, int arm, const random_address *at, double u, int64_t round)
{
  (void)at, (void)u, (void)round;
  return arms_value(a, 0, arm);
}

static void constant_range(const parameters *given, double ends[2])
{
  prior_ends(parameters_find(given, "value"), false, ends);
}

const arms_type arms_constant = {.name = "constant",
                                 .takes = TAKES({"value", A_NUMBER, DRAWN_BY_ARM, REQUIRED}),
                                 .mean_may_change = true,
                                 .range = constant_range,
                                 .has_atoms = true,
                                 .draw = constant_draw,
                                 .mean = first_value};

/* A posterior of a mean, what is drawn from it at a height (src/random/heights.h), and how likely
 * it is to be beyond a level. */
#ifndef UNRULY_POSTERIOR_H
#define UNRULY_POSTERIOR_H

#include <math.h>
#include <stdbool.h>

typedef enum posterior_kind {
  POSTERIOR_NORMAL,
  POSTERIOR_BETA,
  POSTERIOR_STUDENT,
  POSTERIOR_GUMBEL
} posterior_kind;

/* All but beta laws are a standard law times `sd`, which is 1 / `root`, plus `mean` (a Gumbel law's own
 * mean and standard deviation are others). Student's has `a` degrees of freedom, above 1. Beta: shapes a, b
 * of at least 1. */
typedef struct posterior {
  double mean, sd;
  double root;
  double a, b;
  double middle, harmonic, skew; /* of a beta law, for approximations; harmonic 0: not worked out yet */
} posterior;

static inline posterior normal_posterior(double mean, double root)
{
  return (posterior){.mean = mean, .root = root, .sd = 1 / root};
}

static inline posterior beta_posterior(double a, double b)
{
  return (posterior){.mean = a / (a + b), .a = a, .b = b};
}

static inline posterior student_posterior(double mean, double sd, double df)
{
  return (posterior){.mean = mean, .sd = sd, .root = 1 / sd, .a = df};
}

/* The draw at a height: the quantile at 1 - exp(-y) of the favourite, at exp(-y) of every other. */
double posterior_draw(posterior_kind kind, const posterior *x, double height, bool favourite);

/* The standard normal number of the same rank. */
double normal_draw(double height, bool favourite);

/* The standard deviation, roughly. */
double posterior_sd(posterior_kind kind, posterior *x);

/* Returns a bound of the probability of a draw above the level. */
double posterior_above(posterior_kind kind, const posterior *x, double level);
/* The same of a draw so many times sd below `mean`; not of beta laws. */
double posterior_below(posterior_kind kind, const posterior *x, double far);

/* Beta laws: one of whole shapes whose draws are never above those of this law at the same height. */
static inline double beta_successes(const posterior *x) { return floor(x->a) - 1; }
static inline double beta_trials(const posterior *x) { return floor(x->a) + ceil(x->b) - 1; }

/* A draw given the normal number of its rank, and how far off that may be: of a beta law on the scale of
 * ln(x / (1 - x)). */
typedef struct about {
  double value, error;
} about;
about beta_about(posterior *x, double z);
about student_about(const posterior *x, double z);

/* Returns whether the draw of a beta law with a normal number of this rank is above (below) x for certain. */
bool beta_is_above(const posterior *p, double z, double x);
bool beta_is_below(const posterior *p, double z, double x);

#endif

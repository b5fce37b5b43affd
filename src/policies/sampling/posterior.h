/* A posterior of a mean, what is drawn from it at a height (src/random/heights.h), and how likely
 * it is to be beyond a level. */
#ifndef UNRULY_POSTERIOR_H
#define UNRULY_POSTERIOR_H

#include <stdbool.h>

typedef enum posterior_kind { POSTERIOR_NORMAL, POSTERIOR_BETA } posterior_kind;

/* Normal: `mean`, and 1 / sd as `root`. Beta: shapes a, b of at least 1, whole numbers. */
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

/* The draw at a height: the quantile at 1 - exp(-y) of the favourite, at exp(-y) of every other. */
double posterior_draw(posterior_kind kind, const posterior *x, double height, bool favourite);

/* The standard normal number of the same rank. */
double normal_draw(double height, bool favourite);

/* The standard deviation, roughly. */
double posterior_sd(posterior_kind kind, posterior *x);

/* A bound of the probability of a draw above the level. */
double posterior_above(posterior_kind kind, const posterior *x, double level);

/* A draw of a beta law on the scale of ln(x / (1 - x)), given the normal number of its rank, and how far
 * off that may be. */
typedef struct about {
  double value, error;
} about;
about beta_about(posterior *x, double z);

/* Returns whether the draw of a beta law with a normal number of this rank is above (below) x for certain. */
bool beta_is_above(const posterior *p, double z, double x);
bool beta_is_below(const posterior *p, double z, double x);

#endif

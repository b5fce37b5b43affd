/* Distributions, as functions of uniform numbers. Whatever can be is drawn by
 * inversion: one draw a pull, at a fixed cost. Beta and gamma use rejection
 * and ask a source for as many uniforms as they need. */
#ifndef UNRULY_DISTRIBUTIONS_H
#define UNRULY_DISTRIBUTIONS_H

#include "stream.h"

/* Quantile of the standard normal distribution at u in (0, 1). */
double normal_quantile(double u);
/* The same of many, in place. */
void normal_quantiles(double *u, int count);

/* Exponential with mean 1. */
double exponential_quantile(double u);

/* Number of trials up to and with the first success (1, 2, ...), chance p. */
double geometric_quantile(double u, double p);

/* First index v with u < cumulative[v]; cumulative ascends to 1. */
int categorical_index(double u, const double *cumulative, int count);

/* The same, faster, with a guide: where to begin for u in each of so many cells. */
int categorical_cells(int count);
void categorical_guide(const double *cumulative, int count, int *guide);
static inline int categorical_guided(double u, const double *cumulative, int count, const int *guide,
                                     int cells)
{
  int i = guide[(int)(u * cells)];
  while (i < count - 1 && !(u < cumulative[i])) i++;
  return i;
}

/* A source of uniforms for rejection: either the sub-draws of one address or
 * a policy's stream. */
typedef struct uniform_source {
  const random_address *address; /* NULL: use the stream */
  random_stream *stream;
  uint32_t sub;
  double spare;
} uniform_source;

uniform_source source_of_address(const random_address *at);
uniform_source source_of_stream(random_stream *s);
double source_uniform(uniform_source *s);

/* Logarithm of a Gamma(shape, 1) draw; safe for tiny shapes. */
double log_gamma_draw(uniform_source *s, double shape);
/* The v with which d v is a Gamma(d + 1/3, 1) draw; c = 1 / sqrt(9 d). */
double gamma_cube(uniform_source *s, double d, double c);
double beta_draw(uniform_source *s, double shape1, double shape2);
/* Student's law with `df` degrees of freedom: a normal number by the root of a gamma one. */
double student_draw(uniform_source *s, double df);

#endif

/* Named parameters, as R described them: of arms, traits and policies. The
 * core reads them by name, so a new policy or trait needs no glue. */
#ifndef UNRULY_PARAMETERS_H
#define UNRULY_PARAMETERS_H

#include <stdint.h>
#include <stdbool.h>

typedef struct parameter {
  const char *name;
  const double *values; /* column-major when it is a matrix */
  int64_t length, rows; /* rows == length for a vector */
  const char *text;     /* instead of values */
  const char *prior;    /* name of a prior; then values are its two arguments */
} parameter;

typedef struct parameters {
  const parameter *items;
  int count;
} parameters;

/* Numbers. NULL if there are none of that name, or if they are empty. */
const parameter *parameters_find(const parameters *p, const char *name);

/* The first value, or `fallback` when it was left out (NULL in R). */
double parameters_number(const parameters *p, const char *name, double fallback);
bool parameters_given(const parameters *p, const char *name);
bool parameters_text_is(const parameters *p, const char *name, const char *text);

/* A whole number of rounds, at least 1; +Inf and what exceeds 64 bits become FOREVER. */
#define FOREVER INT64_MAX
int64_t rounds_from(double value);

#endif

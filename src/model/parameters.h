/* Named parameters, as R described them: of arms, traits and policies. The
 * core reads them by name, so a new policy or trait needs no glue. What they must
 * be each type says in its `takes`: the glue checks by it, and R makes the
 * user's errors of it. */
#ifndef UNRULY_PARAMETERS_H
#define UNRULY_PARAMETERS_H

#include "../base/exact.h"
#include <math.h>
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

/* What has this name, a text or numbers; NULL if there is nothing, or only what is
 * empty. */
const parameter *parameters_any(const parameters *p, const char *name);
/* Only if it is numbers, or a prior. */
const parameter *parameters_find(const parameters *p, const char *name);

/* The first value, or `fallback` when it was left out (NULL in R). */
double parameters_number(const parameters *p, const char *name, double fallback);
bool parameters_given(const parameters *p, const char *name);
const char *parameters_text(const parameters *p, const char *name); /* or NULL */
bool parameters_text_is(const parameters *p, const char *name, const char *text);

/* A whole number of rounds, at least 1; +Inf and what exceeds 64 bits become FOREVER. */
#define FOREVER INT64_MAX
int64_t rounds_from(double value);

/* --- what they must be -------------------------------------------------------- */

enum parameter_kind { KIND_NUMBER, KIND_WHOLE, KIND_FLAG, KIND_TEXT };
/* By arm: as many as there are arms; rows: a matrix with a row an arm. */
enum parameter_size { SIZE_ONE, SIZE_TWO, SIZE_ARMS, SIZE_ONE_OR_ARMS, SIZE_ROWS, SIZE_ANY };
/* Chances: each row of them sums to 1, or all do. */
enum parameter_sum { SUMS_TO_ANYTHING, ROWS_SUM_TO_ONE, SUMS_TO_ONE };

typedef struct parameter_rule {
  const char *name;
  enum parameter_kind kind;
  enum parameter_size size;
  enum parameter_sum sum;
  double least, greatest;
  bool above, below;  /* the limit itself is too little, too much */
  bool increasing;    /* each more than the one before */
  bool drawn;         /* or a prior, from which each arm draws its own */
  bool named;         /* or a text: the name of an arm */
  bool optional;      /* may be left out; of policies all may be */
  const char *from;   /* the name of another one, which it is not less than, */
  const char *beyond; /* or more than */
  const char *text;   /* one of these, parted by |; NULL: any. Left out it is the first */
  /* What in the policy cannot do with rewards outside of its range, by the texts above
   * and parted as they are; of what is no text, whatever it is. NULL: nothing. */
  const char *bounded;
  const char *words; /* what is wanted, where the above says it badly */
} parameter_rule;

/* Beyond these sums, products and quotients would overflow, or vanish; counts stop
 * being exact; rings of rounds would not fit into memory. */
#define LARGEST_NUMBER 1e100
#define SMALLEST_NUMBER 1e-100
#define LARGEST_COORDINATE 1e50          /* of a context: its square is a number */
#define LARGEST_COUNT 9007199254740992.0 /* 2^53 */
#define LARGEST_ROUND 281474976710656.0  /* 2^48: a pull has 48 bits in its address */
#define LONGEST_SPREAD 1e8
#define MOST_ARMS 1e8

/* The list of a type: TAKES({"alpha", A_POSITIVE}, {"pulls", A_WHOLE(1, LARGEST_COUNT)}). */
#define TAKES(...) ((const parameter_rule[]){__VA_ARGS__, {.name = 0}})
#define A_NUMBER .least = -LARGEST_NUMBER, .greatest = LARGEST_NUMBER
#define A_POSITIVE .least = SMALLEST_NUMBER, .greatest = LARGEST_NUMBER
#define NOT_NEGATIVE .least = 0, .greatest = LARGEST_NUMBER
#define A_CHANCE .least = 0, .greatest = 1
#define A_POSITIVE_CHANCE .least = SMALLEST_NUMBER, .greatest = 1
#define BETWEEN(least_, greatest_) .least = (least_), .greatest = (greatest_)
#define A_WHOLE(least_, greatest_) .kind = KIND_WHOLE, BETWEEN(least_, greatest_)
#define A_RANGE A_NUMBER, .size = SIZE_TWO, .increasing = true
#define A_FLAG .kind = KIND_FLAG, .least = 0, .greatest = 1
#define DRAWN_BY_ARM .size = SIZE_ONE_OR_ARMS, .drawn = true
#define A_TEXT(text_) .kind = KIND_TEXT, .text = (text_)

#endif

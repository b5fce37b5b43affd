/* Named parameters of arms, traits and policies, as described in R. The core reads them
 * by name, so a new policy or trait needs no glue. Each type states the rules for its
 * parameters in `takes`; the glue checks them, and R builds its error messages from them. */
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
  const char *prior;    /* name of a prior, or of another law; then values are its arguments */
  /* As R's users gave it, who know TRUE from 1; or that it is none of the above, in these words. */
  enum given_as { GIVEN_PLAINLY, GIVEN_AS_NUMBERS, GIVEN_AS_FLAG } as;
  const char *odd;
} parameter;

typedef struct parameters {
  const parameter *items;
  int count;
  const struct argument *takes; /* what its type takes, and what is usual; NULL: not known */
} parameters;

/* The parameter with this name, text or numbers; NULL if it is missing or empty. */
const parameter *parameters_any(const parameters *p, const char *name);
/* The same, but only if it consists of numbers or is a prior. */
const parameter *parameters_find(const parameters *p, const char *name);

/* The values that were given, or else the usual ones; of a scale that is left to a bandit, where there is
 * none, range [0, 1] and standard deviation 1. That there are neither is an error of ours. */
double parameters_number(const parameters *p, const char *name);
const double *parameters_numbers(const parameters *p, const char *name); /* two of them */
/* The same for what is worked out of the game if it is omitted (NULL in R), and in policies from
 * outside, which have no usual values here. */
double parameters_number_or(const parameters *p, const char *name, double otherwise);
/* The range of rewards that was given, or [0, 1]; the width of a range, 2 sd, or 1. */
const double *parameters_range(const parameters *p);
double parameters_width(const parameters *p);
/* Returns whether it was given, and all its values are this one. */
bool parameters_all(const parameters *p, const char *name, double value);
bool parameters_given(const parameters *p, const char *name);
const char *parameters_text(const parameters *p, const char *name); /* or NULL */
bool parameters_text_is(const parameters *p, const char *name, const char *text);

/* A whole number of rounds, at least 1; +Inf and numbers beyond 64 bits become FOREVER. */
#define FOREVER INT64_MAX
int64_t rounds_from(double value);

/* --- rules for parameters ------------------------------------------------------- */

enum parameter_kind { KIND_NUMBER, KIND_WHOLE, KIND_FLAG, KIND_TEXT };
/* ARMS: as many as there are arms; ROWS: a matrix with one row per arm; ROW_OR_ROWS: or with one for all;
 * ANY_ROWS: of arms that are not known yet. */
enum parameter_size {
  SIZE_ONE,
  SIZE_TWO,
  SIZE_ONE_OR_TWO,
  SIZE_ARMS,
  SIZE_ONE_OR_ARMS,
  SIZE_ROWS,
  SIZE_ROW_OR_ROWS,
  SIZE_ANY_ROWS,
  SIZE_ANY
};
/* Probabilities: each row sums to 1, or all of them do, or all to less than that. */
enum parameter_sum { SUMS_TO_ANYTHING, ROWS_SUM_TO_ONE, SUMS_TO_ONE, SUMS_BELOW_ONE };

/* A law by whose name and arguments a parameter may be given. */
typedef struct parameter_law {
  const char *name; /* NULL: the last */
  const struct argument *takes;
} parameter_law;

typedef struct argument {
  const char *name;
  enum parameter_kind kind;
  enum parameter_size size;
  enum parameter_sum sum;
  double least, greatest;
  bool above, below;  /* the limit itself is excluded: above `least`, below `greatest` */
  bool increasing;    /* each value is greater than the one before, */
  bool ordered;       /* or at least that */
  bool even;          /* whole numbers that are even */
  bool positive_rows; /* each row has a value above 0 */
  bool repeats;       /* users may give one number for all arms, which is made as many as there are arms */
  bool drawn;         /* may be a prior, from which each arm draws its own value */
  bool named;         /* may be a text: the name of an arm */
  /* The usual value, if it is not given: these values (of a text the choice of this number), something from
   * the bandit that is played, or something worked out of the game, in these words. If none of them is said
   * it may be omitted, unless it must be given. */
  double usual[2];
  int usual_count;
  bool required, from_bandit;
  /* It came later than the fingerprints of what takes it: its usual value is never stated, and is no part of
   * what that is. */
  bool later;
  const char *otherwise;
  const char *from;   /* the name of another parameter that it must not be less than, */
  const char *beyond; /* or must be greater than */
  /* Conditions on what is given beside it. It must be omitted if one of these is given (separated by |); have
   * its usual value, which states nothing, unless this one is given, or unless that parameter is one of these
   * texts ("index=ucb"); and be given unless one of these is. */
  const char *not_with, *only_with, *only_if, *unless;
  bool
      holds; /* the policy inside of a wrapper: of the core, without true means, and no such wrapper itself */
  const parameter_law *laws; /* only by one of these; the first is the one that has the usual values */
  const char *serves; /* what is worked out of these only (separated by |) states nothing if all are given */
  const char *text;   /* one of these, separated by |; NULL: any. A number may be one of them, too */
  /* The part of the policy that cannot handle rewards outside its range, for each of the texts
   * above and separated likewise; for other parameters whatever the value. NULL: none. */
  const char *bounded;
  const char
      *from_zero; /* the one of these texts, or "" of a number, for which any rewards of at least 0 will do */
  const char *words; /* what is required, if it cannot be generated well from the above */
} argument;

/* Limits: beyond these, sums, products and quotients would overflow or underflow, counts would
 * not be exact, and ring buffers of rounds would not fit into memory. */
#define LARGEST_NUMBER 1e100
#define SMALLEST_NUMBER 1e-100
#define LARGEST_COORDINATE 1e50          /* of a context: its square is a number */
#define LARGEST_COUNT 9007199254740992.0 /* 2^53 */
#define LARGEST_ROUND 281474976710656.0  /* 2^48: a pull has 48 bits in its address */
#define LONGEST_SPREAD 1e8
#define MOST_ARMS 1e8

/* The list of a type: TAKES({"alpha", A_POSITIVE}, {"pulls", A_WHOLE(1, LARGEST_COUNT)}). */
#define TAKES(...) ((const argument[]){__VA_ARGS__, {.name = 0}})
#define USUALLY(...) \
  .usual = {__VA_ARGS__}, .usual_count = (int)(sizeof((double[]){__VA_ARGS__}) / sizeof(double))
#define FIRST_CHOICE 0 /* of the choices of a text */
#define REQUIRED .required = true
#define FROM_BANDIT .from_bandit = true
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

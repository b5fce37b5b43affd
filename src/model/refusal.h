/* Refusal: what cannot be played, and why; the one answer of the core for R and the page, which make their
 * errors of it. Texts are about the core's parameters, by the core's names, and complete the sentences
 * "`argument` must be ...", "Given: ..." and "Reason: ...". */
#ifndef UNRULY_REFUSAL_H
#define UNRULY_REFUSAL_H

#include "parameters.h"
#include "../base/status.h"

typedef enum refusal_code {
  REFUSED_NOTHING,
  REFUSED_ARGUMENT,   /* a parameter is not what its rule says, or is missing */
  REFUSED_NOT_WITH,   /* it must be omitted if another one is given, */
  REFUSED_ONLY_WITH,  /* or unless it is, */
  REFUSED_ONLY_IF,    /* or unless it is one of some texts */
  REFUSED_HOLDS,      /* a wrapper holds a policy that it cannot hold */
  REFUSED_NAMES,      /* two arms have one name */
  REFUSED_TWICE,      /* a trait is there twice */
  REFUSED_CONFLICT,   /* two traits, or a trait and arms, cannot be together */
  REFUSED_REWARDS,    /* a trait needs rewards in a range */
  REFUSED_MEANS,      /* a trait changes means, and these arms have none that could change alone */
  REFUSED_REACH,      /* it makes means leave their range */
  REFUSED_POPULATION, /* what is given for each arm, where arms are born */
  REFUSED_HORIZON,    /* there are fewer rounds */
  REFUSED_NEEDS,      /* a policy needs a trait, */
  REFUSED_TRAIT,      /* or cannot play one, */
  REFUSED_REPLAY,     /* or not a log that is not thinned; */
  REFUSED_NO_ARM,     /* there is no arm of the name that it has; */
  REFUSED_BOUNDED,    /* it needs rewards in a range */
  REFUSAL_CODES
} refusal_code;

enum { REFUSAL_NAME = 80, REFUSAL_WORDS = 240 };

typedef struct refusal {
  refusal_code code;
  char argument[REFUSAL_NAME];
  char wanted[REFUSAL_WORDS], given[REFUSAL_WORDS], reason[REFUSAL_WORDS]; /* "": not said */
} refusal;

extern const refusal refused_nothing;

/* "argument", "not_with", "only_with" and so on. */
const char *refusal_name(refusal_code code);

/* Not to be copied to where it is called, which would make the core larger. */
#if defined(__GNUC__)
#define SELDOM __attribute__((noinline, cold))
#else
#define SELDOM
#endif

typedef struct words {
  char text[REFUSAL_WORDS];
} words;

#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
words in_words(const char *format, ...);
/* 0.1, 1e+08, Inf; with as many digits as R prints. */
SELDOM words number_words(double x);
SELDOM words interval_words(const double ends[2]); /* [0, 1] */

/* Texts may be NULL. */
SELDOM refusal refuse(refusal_code code, const char *argument, const char *wanted, const char *given,
                      const char *reason);
/* For those who do not expect one: an error of ours. */
status refusal_status(const refusal *r, const char *of);

#endif

/* Evidence by mixtures (inference/evidence.h) for rules that stop once it reaches ln(m / error), m
 * comparisons: then all of them are right together, at any time, with a probability of at least 1 - error.
 *
 * The least evidence of two arms is a minimum over their means. What it was at one pair of means bounds it,
 * and so does that number plus what the outcomes shown since can have added: it is looked for anew only when
 * such a bound reaches the level. For Bernoulli arms the sum is convex (of rewards in between if neither
 * successes nor failures come to less than 1), so three of its values bound the minimum from below, too. */
#ifndef UNRULY_STOPPING_MIXTURE_H
#define UNRULY_STOPPING_MIXTURE_H

#include "../inference/evidence.h"
#include "rivals.h"

/* With a condition on the last. */
#define TAKES_EVIDENCE(...)                                                               \
  {"range", A_RANGE, FROM_BANDIT, .only_if = "family=bernoulli|bounded"},                 \
      {"sd", A_POSITIVE, FROM_BANDIT, .not_with = "range", .only_if = "family=gaussian"}, \
  {                                                                                       \
    "narrowest", BETWEEN(1, LARGEST_NUMBER), USUALLY(100), __VA_ARGS__                    \
  }

typedef struct mixture {
  evidence_family family;
  unit_scale scale; /* of the families in a range */
  double sd, narrowest, error;
  double comparisons; /* for which the next two were found; 0: not yet */
  double weight, level;
} mixture;

/* Sums of the outcomes of an arm: its squares are those of evidence_sums. */
typedef struct outcomes_shown {
  double n, mean, squares;
} outcomes_shown;

/* Knowledge of an arm when the evidence was last looked at, and what its next outcomes, no more than
 * `room`, add at most. */
typedef struct known_then {
  int64_t number;
  double hits, misses, room; /* of a Gaussian arm the hits are all outcomes */
  evidence_steps steps;
} known_then;

/* A value of the sum of a comparison, and where it is. */
typedef struct bound {
  bool found, grows; /* and it is known by how much it can grow */
  double m, apart, value,
      base; /* m: of the second arm, or of the only one; the first one's is so far apart */
  known_then arm[2];
} bound;

/* By place; the first member of what a rule keeps of it. */
typedef struct compared {
  outcomes_shown shown;
  bound bound; /* of its comparison */
} compared;

mixture mixture_of(const parameters *given);

static inline bool mixture_learns(const mixture *x)
{
  return x->family == EVIDENCE_BOUNDED || x->family == EVIDENCE_T;
}

void mixture_learn(const mixture *x, compared *c, double observed);

/* Sets how many comparisons there are, of two arms each or with a number: if that is new, bounds hold no
 * more. */
void mixture_divide(mixture *x, double comparisons, bool of_two, compared *all, int places);

/* The least evidence against "the mean of `a` is that of `b` plus d", or, if `b` is -1, "is d"; whether it
 * reaches the level, for which bounds are kept at `c`; and whether it does not for certain, by what was kept.
 * All is on the scale of the rewards, and something was shown of the arms. */
double mixture_evidence(const mixture *x, const evidence *e, const compared *all, int a, int b, double d);
bool mixture_reaches(const mixture *x, const evidence *e, compared *all, compared *c, int a, int b, double d);
bool mixture_stays_below(const mixture *x, const evidence *e, const compared *c, int a, int b);

#endif

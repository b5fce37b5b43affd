/* Evidence against a mean: the logarithm of a process that starts at 1 and whose expectation never exceeds 1
 * where the mean is true. It reaches ln(1 / a) with probability at most a, whenever it is looked at. One
 * function of an arm's sums gives its confidence sequence, tests, comparisons of two arms and rules that
 * stop.
 *
 * Sources: mixtures, Robbins (1970), Howard, Ramdas, McAuliffe and Sekhon (2021, section 3, and theorem 4 for
 * bounded rewards); unknown deviation, Lai (1976), Wang and Ramdas (2025). */
#ifndef UNRULY_INFERENCE_EVIDENCE_H
#define UNRULY_INFERENCE_EVIDENCE_H

#include <stdbool.h>

typedef enum evidence_family {
  EVIDENCE_GAUSSIAN,  /* sub-Gaussian rewards of known deviation */
  EVIDENCE_BERNOULLI, /* rewards in [0, 1], made for 0 and 1 */
  EVIDENCE_BOUNDED,   /* rewards in [0, 1] */
  EVIDENCE_T          /* Gaussian rewards of unknown deviation */
} evidence_family;

/* Sums of what has been shown of an arm: in [0, 1] for the bounded families, whose rewards are scaled
 * before. */
typedef struct evidence_sums {
  double n;
  double mean;
  double squares; /* EVIDENCE_T: of the deviations from the mean; EVIDENCE_BOUNDED: V, of those from the
                     running centre */
  double sd;      /* EVIDENCE_GAUSSIAN */
} evidence_sums;

/* The mixture that makes intervals of error `a` narrowest after `narrowest` pulls. */
double evidence_mixture(double narrowest, double a);

/* ln E(m), at least -Inf, Inf where m is impossible. */
double evidence_against(evidence_family family, const evidence_sums *s, double m, double mixture);

/* Returns whether ln E(m) falls as m nears an edge, 0 or 1, which is itself impossible: where successes, or
 * failures, that are no whole numbers come to less than 1. And ln E(m), but at such an edge what it nears. */
bool evidence_falls_to(evidence_family family, const evidence_sums *s, double edge);
double evidence_towards(evidence_family family, const evidence_sums *s, double m, double mixture);

/* By how much each of the next successes and failures of an EVIDENCE_BERNOULLI arm, of which there are k at
 * most, can raise its evidence against m; an outcome x between 0 and 1 is x of the one and 1 - x of the
 * other. */
typedef struct evidence_steps {
  double success, failure;
} evidence_steps;

evidence_steps evidence_next(const evidence_sums *s, double m, double mixture, double k);

/* {m : ln E(m) < level}, as numbers that lie in it or on its edge, by bisection outwards from the mean. */
void evidence_interval(evidence_family family, const evidence_sums *s, double level, double mixture,
                       double *lower, double *upper);

/* The least evidence against "the first arm's mean is that of the second plus d": the least sum over all
 * pairs of means that differ by d. */
double evidence_of_pair(evidence_family family, const evidence_sums *a, const evidence_sums *b, double d,
                        double mixture);

/* The same sum at one pair of means, m + d and m, which the least does not exceed; and the least, with its m.
 */
double evidence_of_pair_at(evidence_family family, const evidence_sums *a, const evidence_sums *b, double d,
                           double mixture, double m);
double evidence_of_pair_where(evidence_family family, const evidence_sums *a, const evidence_sums *b,
                              double d, double mixture, double *m);

/* ln of the gamma mixture: evidence that the sum of deviations `sum`, with the variation `v`, did not come by
 * chance. */
double evidence_gamma(double sum, double v, double q);

/* Below it the logarithm of a lower gamma function is not to be had by way of a double. */
enum { EVIDENCE_SMALLEST = -600 };

/* {m in [0, 1] : neither gamma mixture reaches the level}: the part of EVIDENCE_BOUNDED that goes by the
 * variation, with each side on its own. The numbers need not come one by one: the centres of V are then those
 * of blocks. */
void evidence_sides(const evidence_sums *s, double level, double mixture, double *lower, double *upper);

/* {d : evidence_of_pair(d) < level}. */
void evidence_pair_interval(evidence_family family, const evidence_sums *a, const evidence_sums *b,
                            double level, double mixture, double *lower, double *upper);

/* Returns what the evidence of two arms together must reach for error a where the family is EVIDENCE_T: ln y,
 * (1 + ln y) / y = a. */
double evidence_level_of_two_t(double a);

#endif

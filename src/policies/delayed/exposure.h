/* Exposures of arms, that is how far their plays have been exposed: the sum over its plays of F(min(age,
 * within)), where F(a) is the probability that an outcome other than 0 is shown by age a. In round t a play
 * of round s has the age t - 1 - s; in batches, that of the end of the last batch.
 *
 * F is a known law of lags, or is estimated from the lags of the outcomes that were shown (Lynden-Bell's
 * estimate for truncated lags), one law for all arms: with d_j of them of lag j, and R_j of a lag of at most
 * j whose plays are at least j old or have matured, F(within) = 1, F(j - 1) = F(j) (1 - d_j / R_j), unchanged
 * where R_j = 0. It is estimated anew whenever outcomes number n + max(1, ceiling(n / 5)), n at the last
 * time.
 *
 * Plays that no longer gain are counted, those that may are summed: equal plays are equally exposed, to the
 * last digit. Cost a round: O(K) for fixed and geometric laws, O(lags that have a probability) for tables. */
#ifndef UNRULY_EXPOSURE_H
#define UNRULY_EXPOSURE_H

#include "../../model/lags.h"
#include "../../model/policy.h"

/* A policy's memory of an arm. */
typedef struct exposed_arm {
  int64_t plays, young, matured; /* young: those that may still gain */
  double gained;                 /* by the young ones */
  double fading;                 /* geometric laws: their chances to be shown later still */
  double sum;                    /* of the outcomes shown, of lags of at most `within` */
} exposed_arm;

/* A play that may still gain, or whose outcome may still be in time for the estimate. */
typedef struct exposed_play {
  int64_t number; /* of the arm */
  int arm;        /* -1: there was none in this round */
  bool converted;
} exposed_play;

/* Numbers of an arm by the law. */
typedef struct arm_law {
  double kept;        /* the probability that an outcome is not lost */
  double weight;      /* F at the greatest age that counts */
  int64_t lag;        /* fixed laws */
  double decay, rest; /* geometric ones: P(lag > 1), and P(lag > the greatest age) */
} arm_law;

typedef struct exposure {
  shown_law law; /* nothing: it is estimated */
  bool estimated;
  double within;
  arm_law *of_arm;
  int64_t from, known; /* the round in which it began; plays up to `known` have an age of at least 0 */
  int64_t oldest;      /* the age from which a play gains nothing more; 0 if it gains for ever */
  /* Plays by round, in a ring of a size that is a power of 2, as many as are younger than that. */
  exposed_play *ring;
  int64_t size, first, next; /* `first` to `next` - 1 are kept */
  int64_t *lags;             /* of tables, and estimated: those with a probability */
  int64_t lag_count;
  double *by_age, *trial; /* estimated: F, and F as it would be now */
  int64_t *by_lag, *aged; /* outcomes of this lag; those of plays of this age */
  int64_t outcomes, fitted;
  double *now; /* exposures by arm */
} exposure;

enum { LONGEST_ESTIMATE = 1000000 }; /* of `within`, where the law is estimated */

/* The parameters: a law, or `delay` = "estimated", or neither: the bandit's; and `within`. */
status exposure_open(exposure *e, policy *p, const view *v, const parameters *given);
/* The exposures by arm before this round. A law is estimated anew for them if it is time; what is left behind
 * is the same whether this was asked or not. */
const double *exposures_now(exposure *e, policy *p, const view *v);
void exposure_played(exposure *e, policy *p, const view *v, const outcome *o);
void exposure_observe(exposure *e, policy *p, const view *v, const outcome *o);
status exposure_entered(const exposure *e, const view *v, int arm);

static inline exposed_arm *exposed_at(const policy *p, int arm) { return (exposed_arm *)p->actions + arm; }

#endif

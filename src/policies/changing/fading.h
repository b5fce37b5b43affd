/* Index policies that forget. What they know of an action is a count n, which need not
 * be whole, and the sum of what was observed, of which xbar is the mean; in a round
 * all have the same level L, and the choice is the action of greatest
 *
 *   "ucb": xbar + sqrt(factor L / n),
 *   "kl":  q in [xbar, 1] with n kl(xbar, q) <= L, kl being the divergence of Bernoulli distributions,
 *
 * one of which nothing is known first, the lowest in a tie.
 *
 * All are found together (sweep.h): with s = sqrt(L) the first is of the form xbar + sqrt(factor
 * / n) s. The second is a concave function of L / n, so its tangent at the level
 * where it was evaluated last bounds it at every other; until it is evaluated again, a
 * tangent of xbar + sqrt(L / (2n)) does (Pinsker). The action with the greatest bound is
 * evaluated, until it is one that was evaluated already. */
#ifndef UNRULY_FADING_H
#define UNRULY_FADING_H

#include "../search/sweep.h"
#include "../search/tally.h"

/* Sums of an action. */
typedef struct faded {
  double count, total;
  double rest;    /* what rounding took from the total; both are the sum */
  double value;   /* "kl": the index, */
  int64_t search; /* found in this search */
  uint32_t life;  /* see window.h */
} faded;

/* The first member of the state of such a policy. */
typedef struct fading {
  bool kl;
  double factor;
  reward_range range;
  sweep sweep;
  double level; /* where bounds are made to be tight */
  int64_t searches;
} fading;

static inline faded *faded_at(const policy *p, int action) { return (faded *)p->actions + action; }

/* The factor is for rewards in a range of width 1. */
status fading_start(policy *p, const view *v, const parameters *given, double factor);
/* Notes that what is known of an action has changed, or that it came, or went. */
void fading_renew(policy *p, const view *v, int action);
int fading_choose(policy *p, const view *v, double level);
/* Why, of an action of which this is known: its parts. */
void fading_explain(const policy *p, const faded *a, double level, reason *r);
void fading_arm_entered(policy *p, const view *v, int arm);
void fading_arm_left(policy *p, const view *v, int arm);

/* A reward as the index wants it. */
static inline double fading_reward(const fading *f, double reward)
{
  return f->kl ? to_unit(f->range, reward) : reward;
}

#endif

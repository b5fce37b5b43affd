/* An action as an index policy knows it, and the rule by which actions are compared. */
#ifndef UNRULY_CONTENDER_H
#define UNRULY_CONTENDER_H

#include "../../base/elementary.h"
#include "../../base/margin.h"
#include "scan.h"
#include "tally.h"

/* Memory that index policies have of an action; the first members of their own. */
typedef struct contender {
  tally tally;
  double time;      /* sum of what its plays cost */
  double far, near; /* upper bounds for the two blocks; far may be +Inf: not known */
  bool is_near;     /* the near one counts */
  /* Twins are a chain in their order; 0 is none, else the action plus 1. */
  int before, after; /* with `before`, it hangs on another and is not in the tree */
  int tail;          /* of the first: the last, if that is still in the chain */
  uint32_t chain;    /* which chain; 0: none */
} contender;

typedef struct index_clock {
  double now, log; /* the clock and its natural logarithm */
} index_clock;

typedef struct index_form {
  /* The index of an action that was seen; it must not fall as the clock goes
   * on. */
  double (*value)(const policy *p, const view *v, int action, index_clock c);
  /* The least total with which, after n plays, the index is above a level: a
   * convex function of n. NULL: the policy is asked in every round. */
  double (*needed)(const policy *p, const view *v, int action, double n, double level, index_clock c);
  /* Returns whether the index is above a level for certain, if `needed` is not known. May
   * say no when it is. NULL: the index is evaluated. */
  bool (*above)(const policy *p, const view *v, int action, double level, index_clock c);
  /* Its terms, if it is of the form of scan.h: few actions are scanned then. */
  index_terms (*terms)(const policy *p, const view *v, int action);
  bool timeless;      /* the index does not depend on the clock */
  bool by_tally;      /* it depends on the action by its tally alone */
  bool untried_apart; /* actions never seen are not in the race; else they come first */
} index_form;

static inline contender *contender_at(const policy *p, int action)
{
  return (contender *)p->actions + action;
}

static inline double contender_mean(const contender *c) { return c->tally.total / (double)c->tally.pulls; }

static inline index_clock clock_at(int64_t clock)
{
  return (index_clock){(double)clock, same_log((double)clock)};
}

/* For a rule that may not look at it. */
static inline index_clock clock_for(const index_form *rule, int64_t clock)
{
  return rule->timeless ? (index_clock){0, 0} : clock_at(clock);
}

/* s - 1 in epoch s; before the first, when all indices are +Inf, any clock will do. */
static inline int64_t epochs_before(const view *v) { return v->plays > 0 ? v->plays : 1; }

/* Returns what rounding may do to an index of this size, the sum of a mean and a width. */
static inline double hair(const contender *c, const view *v, double x)
{
  if (isinf(x)) return 0;
  const double mean = c->tally.pulls ? fabs(contender_mean(c)) : 0;
  return margin_of(fabs(x) + 2 * mean * v->waits);
}

#endif

/* State of a policy whose decisions are made outside the core: the outcomes
 * shown of each action, and, if it has an observe(), the outcomes shown
 * since it was last asked. */
#ifndef UNRULY_OUTSIDE_H
#define UNRULY_OUTSIDE_H

#include "../search/tally.h"

typedef struct outside_action {
  tally seen;             /* what was shown */
  double time;            /* that it took */
  int64_t played, latest; /* the round in which the latest play began, 0 if there was none */
} outside_action;

typedef struct outside_outcome {
  int64_t number; /* of the arm */
  outcome seen;
} outside_outcome;

typedef struct outside_state {
  bool tells;     /* outcomes are wanted */
  bool states;    /* its answers are propensities */
  bool stated;    /* those of the next choice are known: */
  double *chance; /* by place in v->actions */
  int chances;    /* how many there is room for */
  outside_outcome *shown;
  size_t count, room;
  int64_t before; /* outcomes that were taken before the first of these */
} outside_state;

extern const policy_type policy_index, policy_custom;

/* Room for the propensities of all actions; NULL if there is none. */
double *outside_chances_room(policy *p, const view *v);

static inline const outside_action *outside_action_at(const policy *p, int action)
{
  return (const outside_action *)p->actions + action;
}

/* The outcomes from the n-th ever shown on (counting from 0) are those from here;
 * all are taken then. */
size_t outside_take(policy *p, int64_t n);

/* The first action of which nothing was seen yet, or -1. */
static inline int outside_untried(const policy *p, const view *v)
{
  return tally_untried(p, v, sizeof(outside_action));
}

#endif

/* A spread law: rounds come in order; what is paid in a round is pushed, then
 * that round's arrivals are taken. Both cost the same whatever the length of
 * the spread and however late the round. */
#ifndef UNRULY_SPREAD_H
#define UNRULY_SPREAD_H

#include "types.h"

/* One law uses the fields it needs. */
typedef struct spread_flow {
  double *ring; /* by round modulo size: arrivals due, or totals paid */
  int64_t size, from, to, streak;
  double scale, sum, weighted, decay, last_paid;
  int terms; /* power law: decaying sums; custom: steps or bends */
  int order; /* custom: how often the weights were differenced */
  double *factor, *weight, *term;
  int64_t *lag;
  const double *whole; /* custom: the weights themselves */
} spread_flow;

typedef struct spread_pay {
  double amount, uniform;
  bool best;      /* the arm is the comparator's */
  int64_t streak; /* plays of the arm in succession, this one counted */
} spread_pay;

typedef struct spread_law {
  const char *name;
  const argument *takes;
  bool (*start)(spread_flow *f, const parameters *given, int64_t horizon, arena *memory);
  void (*push)(spread_flow *f, int64_t round, const spread_pay *pay);
  double (*arrive)(spread_flow *f, int64_t round);
  /* So many rounds at once in which nothing is paid: the sum of what arrives.
   * NULL: nothing arrives after `size` rounds. */
  double (*pass)(spread_flow *f, int64_t rounds);
  bool asks_for_best;              /* it looks at `best` of what is paid */
  const trait_conflict *conflicts; /* of a spread with this law, and what that is called; or NULL */
  const char *spoken;
} spread_law;

/* For spreads of finite length: totals, or what is due, in a ring by round. */
double spread_take_due(spread_flow *f, int64_t round);
bool spread_open_ring(spread_flow *f, int64_t size, arena *memory);
void spread_keep_total(spread_flow *f, int64_t round, const spread_pay *pay);
static inline double *spread_ring_at(const spread_flow *f, int64_t round)
{
  return &f->ring[(round + f->size) % f->size];
}

/* Returns 0 for what is too small to matter, and would only slow the processor. */
static inline double spread_flush(double x) { return x < 1e-290 && x > -1e-290 ? 0 : x; }

/* The sum of what arrives in rounds first..last, in which nothing is paid; costs
 * no more than the size of the law. */
double spread_pass(const spread_law *law, spread_flow *f, int64_t first, int64_t last);

/* For the laws without end, where a total arrives from the next round on: the
 * push, and taking over what was pushed once a round's arrivals are out. */
void spread_keep_last(spread_flow *f, int64_t round, const spread_pay *pay);
void spread_turn(spread_flow *f);

extern const spread_law *const spread_registry[]; /* NULL is the last */
/* NULL if there is none of that name. */
const spread_law *spread_find(const char *name);

#endif

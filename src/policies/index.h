/* Index policies: play the action whose index is greatest, the lowest action
 * among equals. The choice is exact, and lazy.
 *
 * Between two plays of an action its index can only grow with the clock (the
 * round, or the number of plays), and slowly. So at the start of a block of
 * rounds each action gets two bounds, its index at the block's first and last
 * clock; they hold until it is played again. While the leader's lower bound
 * stays above every rival's upper bound it is the choice, and only its own
 * lower bound has to be computed anew after each play. Otherwise the actions
 * whose bounds overlap are evaluated exactly, by the same rule at the same
 * clock as the plain way: both make the same choices, ties included.
 *
 * Long blocks have wide bounds, short ones many: where close rivals take turns
 * and decisions grow dear, blocks get shorter, else longer.
 *
 * A play may also teach something about actions other than the one played:
 * race_taught() says how far an index may have risen by it.
 *
 * Bounds are widened by a hair, so that they hold even where log() is not
 * monotone in its last bit. With v->plain every index is evaluated in every
 * round; the tests hold the two ways together. */
#ifndef UNRULY_INDEX_H
#define UNRULY_INDEX_H

#include "policy.h"
#include <math.h>

/* What index policies keep of an action: their `action_size`. */
typedef struct contender {
  int64_t pulls;
  double total, time; /* sum of what was observed, of what it cost */
  double lower, upper;
} contender;

typedef struct index_clock {
  double now, log; /* the clock and its natural logarithm */
} index_clock;

typedef double (*index_rule)(const policy *p, const view *v, int action, index_clock c);

typedef struct race {
  index_clock from, to;
  int64_t until;  /* last clock of the block */
  int64_t length; /* of blocks, at present */
  int64_t spent;  /* indices evaluated in the decisions of this block */
  int leader;     /* the last choice, or -1 when bounds must be made anew */
  double rival;   /* at least the greatest upper bound but the leader's */
} race;

/* A block is at most one RACE_BLOCKS-th of the clock, and gets shorter when
 * its decisions evaluate RACE_BUDGET indices for each action. */
enum { RACE_BLOCKS = 512, RACE_BUDGET = 4 };

static inline contender *contender_at(const policy *p, int action)
{
  return (contender *)p->actions + action;
}

static inline void contender_observe(policy *p, const outcome *o)
{
  contender *c = contender_at(p, o->action);
  c->pulls++;
  c->total += o->observed;
  c->time += (double)o->cost;
}

static inline double contender_mean(const contender *c) { return c->total / (double)c->pulls; }

static inline index_clock clock_at(int64_t clock) { return (index_clock){(double)clock, log((double)clock)}; }

/* s - 1 in epoch s; before the first, when all indices are +Inf, any clock will do. */
static inline int64_t epochs_before(const view *v) { return v->plays > 0 ? v->plays : 1; }

static inline double hair(double x) { return isinf(x) ? 0 : 1e-12 * fabs(x) + 1e-300; }

static inline void race_restart(race *r) { r->leader = -1; }

/* To be told of every play: one that the race did not choose upsets it. */
static inline void race_observe(race *r, const outcome *o)
{
  if (o->action != r->leader) race_restart(r);
}

#define EACH_ACTION(v, action)                 \
  for (int i_ = 0; i_ < (v)->live_count; i_++) \
    for (int action = (v)->live[i_] * (v)->waits, end_ = action + (v)->waits; action < end_; action++)

static inline int index_argmax(const policy *p, const view *v, int64_t clock, index_rule rule)
{
  const index_clock now = clock_at(clock);
  int best = -1;
  double greatest = 0;
  EACH_ACTION(v, action) {
    const double value = rule(p, v, action, now);
    if (best < 0 || value > greatest) best = action, greatest = value;
  }
  return best;
}

static inline double race_lower(const race *r, const policy *p, const view *v, int action, index_rule rule)
{
  const double x = rule(p, v, action, r->from);
  return x - hair(x);
}

static inline double race_upper(const race *r, const policy *p, const view *v, int action, index_rule rule)
{
  const double x = rule(p, v, action, r->to);
  return x + hair(x);
}

/* Called when the last block is over: it has run its course, was cut short by
 * its budget, or arms have come or gone (then r->leader < 0). */
static inline void race_block(race *r, const policy *p, const view *v, int64_t clock, index_rule rule)
{
  if (r->leader >= 0) r->length = r->spent < 0 ? r->length / 2 : 2 * r->length + 1;
  if (r->length > clock / RACE_BLOCKS) r->length = clock / RACE_BLOCKS;
  r->spent = 0;
  r->until = clock + r->length;
  r->from = clock_at(clock);
  r->to = clock_at(r->until);
  EACH_ACTION(v, action) {
    contender_at(p, action)->lower = race_lower(r, p, v, action, rule);
    contender_at(p, action)->upper = race_upper(r, p, v, action, rule);
  }
}

/* Evaluates those whose upper bound reaches `floor`. */
static inline int race_decide(race *r, const policy *p, const view *v, int64_t clock, index_rule rule,
                              double floor)
{
  const index_clock now = clock_at(clock);
  int best = -1;
  double greatest = 0;
  EACH_ACTION(v, action) {
    contender *c = contender_at(p, action);
    if (c->upper < floor) continue;
    const double value = rule(p, v, action, now);
    r->spent++;
    c->lower = value - hair(value);
    if (best < 0 || value > greatest) best = action, greatest = value;
  }
  return best;
}

/* Ends the block if its decisions have cost more than new bounds would. */
static inline void race_economise(race *r, const view *v, int64_t clock)
{
  if (r->spent <= (int64_t)RACE_BUDGET * v->live_count * v->waits) return;
  r->spent = -1;
  r->until = clock;
}

static inline double race_rival(const policy *p, const view *v, int leader)
{
  double rival = -INFINITY;
  EACH_ACTION(v, action) {
    if (action != leader && contender_at(p, action)->upper > rival) rival = contender_at(p, action)->upper;
  }
  return rival;
}

static inline double race_floor(const policy *p, const view *v)
{
  double floor = -INFINITY;
  EACH_ACTION(v, action) {
    if (contender_at(p, action)->lower > floor) floor = contender_at(p, action)->lower;
  }
  return floor;
}

/* The choice at this clock. Between calls only the chosen action may have been
 * played, others only been taught, and no arm may have come or gone: else call
 * race_restart() first. */
static inline int race_choose(race *r, const policy *p, const view *v, int64_t clock, index_rule rule)
{
  if (v->plain || clock < RACE_BLOCKS) return race_restart(r), index_argmax(p, v, clock, rule);
  if (r->leader < 0 || clock > r->until) {
    race_block(r, p, v, clock, rule);
  } else {
    contender *leader = contender_at(p, r->leader);
    leader->lower = race_lower(r, p, v, r->leader, rule);
    if (leader->lower > r->rival) return r->leader;
    leader->upper = race_upper(r, p, v, r->leader, rule);
  }
  r->leader = race_decide(r, p, v, clock, rule, race_floor(p, v));
  r->rival = race_rival(p, v, r->leader);
  race_economise(r, v, clock);
  return r->leader;
}

/* An action that was not played has learned something by which its index, at
 * any clock, has risen by at most `rise` (which may be negative). How far it
 * has fallen is not known, so its lower bound is none. */
static inline void race_taught(race *r, const policy *p, int action, double rise)
{
  if (r->leader < 0) return;
  contender *c = contender_at(p, action);
  c->upper += rise + hair(c->upper);
  c->lower = -INFINITY;
  if (c->upper > r->rival) r->rival = c->upper;
}

/* What index policies share. Their state begins with the race. */
status index_start(policy *p, const view *v, const parameters *given);
void index_observe(policy *p, const view *v, const outcome *o);
void index_restart(policy *p, const view *v, int arm);

#endif

/* A coin that a policy tosses in each turn of its clock, by the height of a lane of its own: it falls if the
 * height is below -ln(1 - chance), with this probability. When it can fall next is known beforehand. */
#ifndef UNRULY_COIN_H
#define UNRULY_COIN_H

#include "../../base/elementary.h"
#include "../../model/policy.h"
#include "../../random/heights.h"

/* What is kept beside the key is found out from heights: tosses do not depend on it. */
typedef struct coin {
  height_lane lane;
  double chance;      /* it does not fall before `due` with this chance or less */
  uint64_t last, due; /* the turn of the last toss */
  bool tossed;
} coin;

static inline void coin_open(coin *c, const policy *p, const view *v)
{
  height_open(&c->lane, heights_key(v->random, draw_clock(p)), COIN_LANE);
  c->tossed = false;
}

static inline double coin_limit(double chance) { return chance < 1 ? -same_log1p(-chance) : INFINITY; }

/* Takes a turn; returns whether it falls. */
static inline bool coin_falls(coin *c, const policy *p, const view *v, double chance)
{
  const uint64_t turn = stream_turn(v->random, draw_clock(p));
  if (v->plain) return height_at(c->lane.key, COIN_LANE, turn) < coin_limit(chance);
  const bool stands = c->tossed && turn > c->last && chance <= c->chance;
  c->last = turn;
  if (stands && turn < c->due) return false;
  const double limit = coin_limit(chance);
  if (!stands || turn > c->due || chance < c->chance)
    c->due = chance > 0 ? height_next(&c->lane, turn, limit) : NO_TURN;
  c->tossed = true;
  c->chance = chance;
  if (turn < c->due) return false;
  const bool falls = height_of(&c->lane, turn) < limit;
  c->due = chance < 1 ? height_next(&c->lane, turn + 1, limit) : turn + 1;
  return falls;
}

/* Returns for how many turns, that of the last toss included, it does not fall while the chance does not
 * grow, if it has not fallen in that one. */
static inline uint64_t coin_rests(const coin *c)
{
  return c->tossed && c->due > c->last ? c->due - c->last : 1;
}

/* So many turns more have passed, in which it did not fall. */
static inline void coin_passed(coin *c, const policy *p, const view *v, uint64_t turns)
{
  v->random->turn[draw_clock(p)] += turns;
  c->last += turns;
}

#endif

#include "heights.h"
#include "../base/elementary.h"
#include <math.h>

philox_key heights_key(const random_stream *s, int clock)
{
  const philox_key of_seed = {{s->key.word[0], (s->key.word[1] & 0x3FFFFFu) | ((uint32_t)USE_HEIGHT << 22)}};
  const philox_block counter = {{(uint32_t)clock, 0, s->identity, s->replication}};
  const philox_block b = philox4x32(counter, of_seed);
  return (philox_key){{b.word[0], b.word[1]}};
}

/* --- strips ----------------------------------------------------------------- */

/* Turns are blocks of 2^bits. */
static int bits_of(int strip) { return 2 * strip; }

static double ceiling_of(int strip) { return ldexp(1, -2 * strip); }

static double floor_of(int strip) { return strip == LAST_STRIP ? 0 : ldexp(1, -2 * strip - 2); }

static philox_block point_at(philox_key key, uint32_t lane, int strip, uint64_t block, uint32_t number)
{
  const philox_block counter = {
      {(uint32_t)block, (uint32_t)(block >> 32), lane, ((uint32_t)strip << 24) + number}};
  return philox4x32(counter, key);
}

/* Cumulative probabilities of Poisson numbers with means 3/4 and 1, to where they are 1. */
enum { MOST_POINTS = 19 };
static const double below_three_quarters[MOST_POINTS] = {0.47236655274101469,
                                                         0.82664146729677579,
                                                         0.95949456025518609,
                                                         0.99270783349478864,
                                                         0.99893532222721426,
                                                         0.99986944553707802,
                                                         0.99998621095081108,
                                                         0.9999987215308539,
                                                         0.99999989439773296,
                                                         0.99999999213663937,
                                                         0.99999999946705742,
                                                         0.99999999996685851,
                                                         0.9999999999980963,
                                                         0.99999999999989841,
                                                         0.99999999999999489,
                                                         0.99999999999999989,
                                                         1,
                                                         1,
                                                         1};
static const double below_one[MOST_POINTS] = {0.36787944117144233,
                                              0.73575888234288467,
                                              0.91969860292860584,
                                              0.98101184312384615,
                                              0.99634015317265634,
                                              0.99940581518241833,
                                              0.99991675885071196,
                                              0.99998975080332531,
                                              0.99999887479740202,
                                              0.99999988857452171,
                                              0.9999999899522336,
                                              0.99999999916838922,
                                              0.99999999993640221,
                                              0.99999999999548017,
                                              0.99999999999970002,
                                              0.99999999999998135,
                                              0.99999999999999889,
                                              0.99999999999999989,
                                              1};

static int points_in(philox_key key, uint32_t lane, int strip, uint64_t block)
{
  const philox_block b = point_at(key, lane, strip, block, 0);
  const double u = first_uniform(&b), *below = strip == LAST_STRIP ? below_one : below_three_quarters;
  int points = 0;
  while (points < MOST_POINTS - 1 && !(u < below[points])) points++;
  return points;
}

typedef struct height_point {
  uint64_t turn;
  double height;
} height_point;

static height_point point_of(philox_key key, uint32_t lane, int strip, uint64_t block, int number)
{
  const philox_block b = point_at(key, lane, strip, block, (uint32_t)number);
  const uint64_t word = ((uint64_t)b.word[0] << 32) | b.word[1];
  const int bits = bits_of(strip);
  const double low = floor_of(strip);
  return (height_point){(block << bits) + (word >> (64 - bits)),
                        low + (ceiling_of(strip) - low) * second_uniform(&b)};
}

/* The next point of the strip in this block from the turn on, the lowest of that turn. */
static height_point next_in_block(philox_key key, uint32_t lane, int strip, uint64_t block, uint64_t turn)
{
  height_point next = {NO_TURN, INFINITY};
  const int points = points_in(key, lane, strip, block);
  for (int i = 1; i <= points; i++) {
    const height_point p = point_of(key, lane, strip, block, i);
    if (p.turn < turn || p.turn > next.turn) continue;
    if (p.turn < next.turn || p.height < next.height) next = p;
  }
  return next;
}

/* The same over all blocks, up to the one with the turn `until`. */
static height_point next_point(philox_key key, uint32_t lane, int strip, uint64_t turn, uint64_t until)
{
  const int bits = bits_of(strip);
  for (uint64_t block = turn >> bits; block <= until >> bits; block++) {
    const height_point p = next_in_block(key, lane, strip, block, turn);
    if (p.turn != NO_TURN) return p;
  }
  return (height_point){((until >> bits) + 1) << bits, INFINITY}; /* none before that turn */
}

/* --- one height ---------------------------------------------------------------- */

static double uniform_at(philox_key key, uint32_t lane, uint64_t turn)
{
  const philox_block counter = {{(uint32_t)turn, (uint32_t)(turn >> 32), lane / 2, 0}};
  const philox_block b = philox4x32(counter, key);
  return lane % 2 ? second_uniform(&b) : first_uniform(&b);
}

double height_at(philox_key key, uint32_t lane, uint64_t turn)
{
  for (int strip = LAST_STRIP; strip >= FIRST_STRIP; strip--) {
    const height_point p = next_in_block(key, lane, strip, turn >> bits_of(strip), turn);
    if (p.turn == turn) return p.height;
  }
  return STRIPS_BELOW - same_log(uniform_at(key, lane, turn));
}

/* --- a lane ------------------------------------------------------------------------ */

/* As if the searches had come to turn 0 and no further. */
static void forget(height_lane *l)
{
  for (int i = 0; i < STRIPS; i++) {
    l->turn[i] = 0;
    l->height[i] = INFINITY;
  }
  l->walks = false;
  l->soon = 0;
  l->ahead_from = NO_TURN;
}

void height_open(height_lane *l, philox_key key, uint32_t lane)
{
  l->key = key;
  l->lane = lane;
  l->opened = true;
  l->asked = 0;
  forget(l);
}

/* The next point of a strip, as far as one search goes. */
static void look(height_lane *l, int i, uint64_t turn)
{
  const height_point p = next_point(l->key, l->lane, FIRST_STRIP + i, turn, turn + HEIGHTS_REACH);
  l->turn[i] = p.turn;
  l->height[i] = p.height;
}

/* From here on only this turn and later ones are asked for. */
static void come_to(height_lane *l, uint64_t turn)
{
  if (turn < l->asked) forget(l);
  if (l->walks && turn < l->walked_from) {
    l->turn[l->walked] = turn;
    l->height[l->walked] = INFINITY;
  }
  l->walks = false;
  l->asked = turn;
}

/* Returns whether a point was found there: else the search only went that far. */
static inline bool is_point(const height_lane *l, int i) { return l->height[i] < INFINITY; }

/* The next point of a strip from this turn on, if it is not after `until`. */
static inline void make_known(height_lane *l, int i, uint64_t turn, uint64_t until)
{
  if (l->turn[i] < turn) look(l, i, turn);
  while (!is_point(l, i) && l->turn[i] <= until) look(l, i, l->turn[i]);
}

/* The lowest point of this turn below 4^-3, or +Inf. */
static double point_of_turn(height_lane *l, uint64_t turn)
{
  for (int i = STRIPS - 1; i >= 0; i--) {
    make_known(l, i, turn, turn);
    if (l->turn[i] == turn) return l->height[i];
  }
  return INFINITY;
}

static double uniform_of(height_lane *l, uint64_t turn)
{
  if (!height_looks_ahead(l, turn)) {
    double pairs[2 * HEIGHTS_AHEAD];
    many_uniform_pairs(l->key, turn, l->lane / 2, 0, HEIGHTS_AHEAD, pairs);
    for (int i = 0; i < HEIGHTS_AHEAD; i++) l->ahead[i] = pairs[2 * i + (int)(l->lane % 2)];
    l->ahead_from = turn;
  }
  return l->ahead[turn - l->ahead_from];
}

void heights_look_ahead(height_lane *even, height_lane *odd, uint64_t turn)
{
  double pairs[2 * HEIGHTS_AHEAD];
  many_uniform_pairs(even->key, turn, even->lane / 2, 0, HEIGHTS_AHEAD, pairs);
  for (int i = 0; i < HEIGHTS_AHEAD; i++) even->ahead[i] = pairs[2 * i], odd->ahead[i] = pairs[2 * i + 1];
  even->ahead_from = odd->ahead_from = turn;
}

/* Returns where a strip has its next point. */
static void see_soon(height_lane *l, uint64_t turn)
{
  l->soon = NO_TURN;
  for (int i = 0; i < STRIPS; i++) {
    make_known(l, i, turn, turn);
    if (l->turn[i] < l->soon) l->soon = l->turn[i];
  }
}

double height_uniform(height_lane *l, uint64_t turn, bool *is_height)
{
  if (turn >= l->soon || turn < l->asked || l->walks) {
    come_to(l, turn);
    see_soon(l, turn);
  }
  l->asked = turn;
  *is_height = turn == l->soon;
  return *is_height ? point_of_turn(l, turn) : uniform_of(l, turn);
}

double height_of(height_lane *l, uint64_t turn)
{
  bool is_height;
  const double x = height_uniform(l, turn, &is_height);
  return is_height ? x : STRIPS_BELOW - same_log(x);
}

/* The highest strip that reaches below the limit, from 0. */
static int strip_of(double limit)
{
  int strip = FIRST_STRIP;
  while (strip < LAST_STRIP && limit <= floor_of(strip)) strip++;
  return strip - FIRST_STRIP;
}

static uint64_t next_low(height_lane *l, uint64_t turn, double limit)
{
  const int top = strip_of(limit);
  uint64_t next = turn + HEIGHTS_REACH;
  for (int i = STRIPS - 1; i > top; i--) {
    make_known(l, i, turn, next);
    if (l->turn[i] < next) next = l->turn[i];
  }
  make_known(l, top, turn, next);
  while (l->turn[top] < next && !(l->height[top] < limit)) {
    l->walks = true;
    l->walked = top;
    l->walked_from = l->turn[top] + 1;
    look(l, top, l->walked_from);
    make_known(l, top, l->walked_from, next);
  }
  return l->turn[top] < next ? l->turn[top] : next;
}

uint64_t height_next(height_lane *l, uint64_t turn, double limit)
{
  come_to(l, turn);
  if (!(limit > STRIPS_BELOW)) return next_low(l, turn, limit);
  const uint64_t low = next_low(l, turn, STRIPS_BELOW);
  const double least = same_exp(STRIPS_BELOW - limit) * (1 - 1e-12);
  for (uint64_t at = turn; at < low; at++)
    if (uniform_of(l, at) > least) return at;
  return low;
}

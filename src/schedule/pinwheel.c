/* The exact search (pinwheel_search.c) is for patience up to PINWHEEL_PATIENCE.
 * Around it:
 *
 * - arms may share a place in which they take turns: q arms of patience m or
 *   more are served by a place that is served every floor(m / q) rounds;
 * - arms of more than that patience share one place if nothing is lost by it:
 *   the others have at most P = the product of their patience states, so if
 *   there is a cycle that leaves a round free, there is one of P rounds or
 *   fewer, and a place of patience P will do;
 * - else they are taken as less patient than they are. Then a search in vain
 *   proves nothing, unless the other arms alone have no cycle;
 * - where the search finds nothing, the two most patient places share one, and
 *   so on, until a cycle is found or one place is left. Less is asked of such
 *   searches than of the first;
 * - a cycle found can often be made shorter: all patience is cut to c, the
 *   least c that will do is looked for by bisection, and the shortest cycle
 *   met is kept. */
#include "pinwheel.h"
#include <stdlib.h>
#include <string.h>
#include "../base/ranked.h"

enum { EFFORTS = 16 }; /* a later search may visit this part of the limit */

/* A place of the cycle: an arm, or places that take turns. */
typedef struct place {
  int64_t patience;
  int arm;   /* or -1 */
  int turn;  /* whose turn it is: a place */
  int first; /* whose it was at the start of the cycle */
  int next;  /* in the ring of those that share a place */
} place;

typedef struct finder {
  const int64_t *patience;
  int arms;
  int64_t limit;
  first_exit_stop stop;
  arena *memory;
  pinwheel *result;
  place *places;
  int place_count;
  int *open, open_count; /* the places of the cycle, by ascending patience */
  uint16_t *cut;         /* their patience, as the search is told */
  growable slots;        /* int: the cycle that the search found, */
  growable cycle;        /* int: and the same with arms for places */
} finder;

/* ---- places ---------------------------------------------------------------- */

static int add_place(finder *f, int64_t patience, int arm)
{
  const int at = f->place_count++;
  f->places[at] = (place){patience, arm, -1, -1, at};
  return at;
}

/* The places open[from], ... share one of this patience. */
static void share(finder *f, int from, int64_t patience)
{
  const int ring = add_place(f, patience, -1);
  for (int i = from; i < f->open_count; i++)
    f->places[f->open[i]].next = f->open[i + 1 < f->open_count ? i + 1 : from];
  f->places[ring].turn = f->places[ring].first = f->open[from];
  int at = from;
  for (; at > 0 && f->places[f->open[at - 1]].patience > patience; at--) f->open[at] = f->open[at - 1];
  f->open[at] = ring;
  f->open_count = from + 1;
}

/* Returns how many arms have patience that the search can take, and its product, at most one
 * more than the search can take. */
static int count_near(const finder *f, int64_t *product)
{
  int near = 0;
  *product = 1;
  for (; near < f->open_count && f->places[f->open[near]].patience <= PINWHEEL_PATIENCE; near++) {
    *product *= f->places[f->open[near]].patience;
    if (*product > PINWHEEL_PATIENCE) *product = PINWHEEL_PATIENCE + 1;
  }
  return near;
}

/* Returns whether all arms can be told to the search as they are, or as good as. */
static bool share_far(finder *f, int near, int64_t product)
{
  if (near == f->open_count) return true;
  const int64_t needed = product <= PINWHEEL_PATIENCE ? product : PINWHEEL_PATIENCE;
  if (f->places[f->open[near]].patience / (f->open_count - near) < needed) return false;
  share(f, near, needed);
  return product <= PINWHEEL_PATIENCE;
}

/* ---- one search ------------------------------------------------------------ */

static status search(finder *f, int places, int64_t most, int64_t limit, pinwheel_outcome *outcome)
{
  int64_t states = 0;
  for (int i = 0; i < places; i++) {
    const int64_t m = f->places[f->open[i]].patience;
    f->cut[i] = (uint16_t)(m < most ? m : most);
  }
  const pinwheel_task task = {f->cut, places, limit, f->stop};
  const status s = pinwheel_search(&task, outcome, &f->slots, &states);
  f->result->states += states;
  return s;
}

static int take_turn(finder *f, int at, int64_t *displaced)
{
  while (f->places[at].arm < 0) {
    place *p = &f->places[at];
    at = p->turn;
    *displaced += p->turn == p->first;
    p->turn = f->places[p->turn].next;
    *displaced -= p->turn == p->first;
  }
  return f->places[at].arm;
}

static void start_turns(finder *f)
{
  for (int i = 0; i < f->place_count; i++) f->places[i].turn = f->places[i].first;
}

/* Arms for places, until all turns are where they began. Keeps it if there was
 * no shorter one. False: no memory. */
static bool keep_cycle(finder *f)
{
  const int64_t shortest = f->result->length ? f->result->length : PINWHEEL_LONGEST + 1;
  int64_t displaced = 0;
  start_turns(f);
  f->cycle.count = 0;
  do {
    for (size_t i = 0; i < f->slots.count; i++) {
      int *slot = growable_add(&f->cycle);
      if (!slot) return false;
      *slot = take_turn(f, f->open[((const int *)f->slots.items)[i]], &displaced);
    }
    if ((int64_t)f->cycle.count >= shortest) return true;
  } while (displaced);
  pinwheel *r = f->result;
  r->outcome = PINWHEEL_FOUND;
  r->length = (int64_t)f->cycle.count;
  r->slot = arena_zeroed(f->memory, f->cycle.count, sizeof *r->slot);
  if (!r->slot) return false;
  memcpy(r->slot, f->cycle.items, f->cycle.count * sizeof *r->slot);
  return true;
}

static int64_t effort(const finder *f) { return f->limit / EFFORTS + 1; }

static status shorten(finder *f)
{
  int64_t enough = f->places[f->open[f->open_count - 1]].patience, too_little = 0;
  if (enough > PINWHEEL_PATIENCE) enough = PINWHEEL_PATIENCE;
  while (enough - too_little > 1) {
    const int64_t middle = too_little + (enough - too_little) / 2;
    pinwheel_outcome outcome;
    const status s = search(f, f->open_count, middle, effort(f), &outcome);
    if (s.code) return s;
    if (outcome == PINWHEEL_FOUND) enough = middle;
    else too_little = middle;
    if (outcome == PINWHEEL_FOUND && !keep_cycle(f)) return status_no_memory();
  }
  return status_ok;
}

/* ---- all of them ----------------------------------------------------------- */

/* More places than this cannot all be served in time. */
static bool too_many(const finder *f) { return f->open_count > PINWHEEL_PATIENCE; }

static status try_places(finder *f, int64_t limit, pinwheel_outcome *outcome)
{
  *outcome = PINWHEEL_NONE;
  if (too_many(f)) return status_ok;
  const status s = search(f, f->open_count, PINWHEEL_PATIENCE, limit, outcome);
  if (s.code || *outcome != PINWHEEL_FOUND) return s;
  return keep_cycle(f) ? shorten(f) : status_no_memory();
}

static status try_sharing(finder *f)
{
  while (f->open_count > 1 && f->result->outcome == PINWHEEL_UNKNOWN) {
    const int from = f->open_count - 2;
    const int64_t patience = f->places[f->open[from]].patience / 2;
    if (patience < 1) break;
    share(f, from, patience);
    pinwheel_outcome outcome;
    const status s = try_places(f, effort(f), &outcome);
    if (s.code) return s;
  }
  return status_ok;
}

static status find_cycle(finder *f)
{
  int64_t product;
  pinwheel_outcome outcome = PINWHEEL_UNKNOWN;
  const int near = count_near(f, &product);
  if (near > PINWHEEL_PATIENCE) { /* so the load is above 1 */
    f->result->outcome = PINWHEEL_NONE;
    return status_ok;
  }
  const bool exact = share_far(f, near, product);
  status s = try_places(f, f->limit, &outcome);
  f->result->stopped = outcome == PINWHEEL_UNKNOWN;
  if (s.code || f->result->outcome == PINWHEEL_FOUND) return s;
  if (!exact && near > 0) s = search(f, near, PINWHEEL_PATIENCE, effort(f), &outcome);
  if (s.code) return s;
  if (outcome == PINWHEEL_NONE && (exact || near > 0)) f->result->outcome = PINWHEEL_NONE;
  return try_sharing(f);
}

static status open_places(finder *f)
{
  ranked_arm *order = arena_zeroed(f->memory, (size_t)f->arms, sizeof *order);
  f->places = arena_zeroed(f->memory, 2 * (size_t)f->arms + 1, sizeof *f->places);
  f->open = arena_zeroed(f->memory, (size_t)f->arms, sizeof *f->open);
  f->cut = arena_zeroed(f->memory, (size_t)f->arms, sizeof *f->cut);
  if (!order || !f->places || !f->open || !f->cut) return status_no_memory();
  for (int k = 0; k < f->arms; k++) order[k] = (ranked_arm){f->patience[k], k};
  rank_arms(order, f->arms);
  for (int k = 0; k < f->arms; k++) f->open[f->open_count++] = add_place(f, order[k].rounds, order[k].arm);
  return status_ok;
}

status pinwheel_find(const int64_t *patience, int arms, int64_t limit, first_exit_stop stop, arena *memory,
                     pinwheel *result)
{
  finder f = {
      .patience = patience, .arms = arms, .limit = limit, .stop = stop, .memory = memory, .result = result};
  f.slots.size = f.cycle.size = sizeof(int);
  *result = (pinwheel){.outcome = PINWHEEL_UNKNOWN};
  status s = open_places(&f);
  if (!s.code) s = find_cycle(&f);
  growable_free(&f.slots);
  growable_free(&f.cycle);
  return s;
}

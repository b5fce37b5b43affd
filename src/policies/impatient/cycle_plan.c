/* The start of FC-SE and FC-Entry: the cycle is made, the length of a segment
 * is set, and what cannot be served is refused with what could be. */
#include "cycle.h"
#include "../../schedule/aus_cycle.h"
#include "../../base/elementary.h"
#include "../../base/ranked.h"
#include "../../schedule/aus_search.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the arms by patience -------------------------------------------------- */

/* Moves the arms of a cycle that was given to the front. Both parts stay in
 * order. */
static void rank_first(ranked_arm *order, int arms, const cycle_wish *wish, ranked_arm *scratch)
{
  int at = 0;
  for (int in = 1; in >= 0; in--)
    for (int i = 0; i < arms; i++)
      if (given_has(&wish->given, order[i].arm) == (in == 1)) scratch[at++] = order[i];
  memcpy(order, scratch, (size_t)arms * sizeof *order);
}

status cycle_rank(policy *p, const view *v, const parameters *given, const cycle_wish *wish)
{
  feasible_cycle *c = p->state;
  c->arms = v->live_count;
  c->log_term = squared_scale(given, "sd") * same_log((double)v->horizon);
  ranked_arm *order = arena_zeroed(p->memory, 2 * (size_t)c->arms, sizeof *order);
  c->ranked = arena_zeroed(p->memory, (size_t)c->arms, sizeof *c->ranked);
  c->patience = arena_zeroed(p->memory, (size_t)c->arms, sizeof *c->patience);
  if (!order || !c->ranked || !c->patience) return status_no_memory();
  for (int i = 0; i < c->arms; i++) order[i] = (ranked_arm){v->patience[v->live[i]], v->live[i]};
  rank_arms(order, c->arms);
  if (wish->given.slots) rank_first(order, c->arms, wish, order + c->arms);
  for (int i = 0; i < c->arms; i++) {
    c->ranked[i] = order[i].arm;
    c->patience[i] = order[i].rounds;
  }
  return status_ok;
}

/* --- which cycles there are ------------------------------------------------ */

/* The length of the shortest cycle of the `regular` least patient arms and the
 * virtual ones; 0 if there is none. A search that is too long counts as none. */
static int64_t shortest(const feasible_cycle *c, const cycle_wish *wish, int regular, status *failure)
{
  int64_t *patience = memory_zeroed((size_t)regular + 2, sizeof *patience);
  if (!patience) {
    *failure = status_no_memory();
    return 0;
  }
  int at = 0, virtuals = wish->virtuals;
  for (int i = 0; i < regular; i++) {
    while (virtuals > 0 && wish->least < c->patience[i]) patience[at++] = wish->least, virtuals--;
    patience[at++] = c->patience[i];
  }
  while (virtuals-- > 0) patience[at++] = wish->least;
  aus_shares shares;
  bool found = false;
  const status s = aus_search(patience, at, &shares, &found);
  free(patience);
  if (s.code == STATUS_NO_MEMORY) *failure = s;
  return !s.code && found ? shares.length : 0;
}

/* The largest number of least patient arms that have a cycle; if they have
 * one, so have fewer. */
static int most_regular(const feasible_cycle *c, const cycle_wish *wish, status *failure)
{
  int most = 0, too_many = c->arms + 1;
  while (too_many - most > 1) {
    const int middle = most + (too_many - most) / 2;
    if (shortest(c, wish, middle, failure) > 0) most = middle;
    else too_many = middle;
  }
  return most;
}

/* A patience as R writes it. */
typedef struct patience_text {
  char text[32];
} patience_text;

static patience_text show_patience(int64_t patience)
{
  patience_text shown = {"Inf"};
  if (patience != FOREVER) snprintf(shown.text, sizeof shown.text, "%lld", (long long)patience);
  return shown;
}

static status refuse_arms(const feasible_cycle *c, const cycle_wish *wish)
{
  status failure = status_ok;
  const int regular = wish->arms - wish->virtuals, most = most_regular(c, wish, &failure);
  if (failure.code) return failure;
  char with[80] = "", would[80] = "no smaller one would do";
  if (wish->virtuals)
    snprintf(with, sizeof with, " together with two virtual ones of patience %s",
             show_patience(wish->least).text);
  if (most >= 2) snprintf(would, sizeof would, "the largest that would do is %d", most + wish->virtuals);
  return status_error(STATUS_BAD_PARAMETER,
                      "`n_cycle` is %d, but no cycle keeps the %d least patient of its %d arms%s: %s.",
                      wish->arms, regular, c->arms, with, would);
}

/* --- making one ------------------------------------------------------------ */

static void set_places(policy *p, const aus_cycle *made)
{
  feasible_cycle *c = p->state;
  c->length = made->length;
  c->slot = made->slot;
  for (int i = 0; i < c->places; i++)
    c->place[i] = (cycle_place){i < c->regular ? c->ranked[i] : -1, -1, made->count[i], 0};
  for (int64_t slot = c->length - 1; slot >= 0; slot--) c->place[c->slot[slot]].first = slot;
  for (int i = 0; i < c->regular; i++) cycle_put(p, c->ranked[i], i);
  c->reach = 1 + c->length;
  cycle_changed(c);
}

/* The cycle that was given, if it is feasible, with a place for each arm. */
static status take_given_cycle(policy *p, const view *v, const cycle_wish *wish, const int64_t *patience,
                               aus_cycle *made)
{
  const feasible_cycle *c = p->state;
  made->arms = c->places;
  made->length = wish->given.slots->length;
  made->count = arena_zeroed(p->memory, (size_t)c->places, sizeof *made->count);
  made->slot = arena_zeroed(p->memory, (size_t)made->length, sizeof *made->slot);
  if (!made->count || !made->slot) return status_no_memory();
  for (int i = 0; i < c->places; i++)
    *given_place(&wish->given, i < c->regular ? c->ranked[i] : c->regular - i - 1) = i;
  return given_fill(&wish->given, v, patience, made->slot, made->count, p->memory);
}

/* Arms of equal patience: the lower number first, the virtual ones last. */
static status make_cycle(policy *p, const view *v, const cycle_wish *wish, bool *feasible)
{
  feasible_cycle *c = p->state;
  c->regular = wish->arms - wish->virtuals;
  c->places = wish->arms;
  int64_t *patience = arena_zeroed(p->memory, (size_t)c->places, sizeof *patience);
  if (!patience) return status_no_memory();
  for (int i = 0; i < c->places; i++) patience[i] = i < c->regular ? c->patience[i] : wish->least;
  aus_cycle made;
  *feasible = true;
  const status s = wish->given.slots ? take_given_cycle(p, v, wish, patience, &made)
                                     : aus_cycle_find(patience, c->places, p->memory, &made, feasible);
  if (s.code || !*feasible) return s;
  c->place = arena_zeroed(p->memory, (size_t)c->places, sizeof *c->place);
  c->active = arena_zeroed(p->memory, (size_t)c->places, sizeof *c->active);
  c->filled = arena_zeroed(p->memory, (size_t)made.length, sizeof *c->filled);
  if (!c->place || !c->active || !c->filled) return status_no_memory();
  set_places(p, &made);
  return status_ok;
}

/* --- the length of a segment ----------------------------------------------- */

/* ceil((K - R) / (R - 1)), which is floor((K - 2) / (R - 1)). */
static int groups_of(const feasible_cycle *c, int regular)
{
  return regular < 2 || c->arms == regular ? 0 : (c->arms - 2) / (regular - 1);
}

/* Up to which length no waiting arm leaves before it gets its place. */
static int64_t longest_segment(const feasible_cycle *c, int regular)
{
  int64_t longest = FOREVER;
  for (int rank = regular; rank < c->arms; rank++) {
    if (c->patience[rank] == FOREVER) continue;
    const int64_t group = (rank - regular) / (regular - 1) + 1;
    if (c->patience[rank] / group < longest) longest = c->patience[rank] / group;
  }
  return longest;
}

/* min { longest, 3n + ceil(best) } */
static int64_t usual_segment(const feasible_cycle *c, const view *v, const cycle_wish *wish, int regular,
                             int64_t length)
{
  const double best =
      wish->best((double)v->horizon, wish->told, regular, groups_of(c, regular), (double)length);
  const int64_t wanted = rounds_from(3 * (double)length + ceil(best)), longest = longest_segment(c, regular);
  return wanted < longest ? wanted : longest;
}

/* Says whether arms that wait for a cycle of so many slots, if there are any, can wait for it: c > 3n. */
static bool segment_works(const feasible_cycle *c, const view *v, const cycle_wish *wish, int regular,
                          int64_t length)
{
  if (regular == c->arms && wish->virtuals == 0) return true;
  return usual_segment(c, v, wish, regular, length) > 3 * length;
}

/* Returns the largest other n_cycle that would do with the usual segment, or 0. */
static int workable(const feasible_cycle *c, const view *v, const cycle_wish *wish, status *failure)
{
  for (int regular = c->arms; regular >= 2 && !failure->code; regular--) {
    if (regular == c->regular) continue;
    const int64_t length = shortest(c, wish, regular, failure);
    if (length > 0 && segment_works(c, v, wish, regular, length)) return regular + wish->virtuals;
  }
  return 0;
}

static status refuse_segment(const feasible_cycle *c, const view *v, const cycle_wish *wish, bool given)
{
  const double least = 3 * (double)c->length + 1, longest = (double)longest_segment(c, c->regular);
  if (given && longest >= least)
    return status_error(
        STATUS_BAD_PARAMETER,
        "`segment` is %.0f, but must be longer than three cycles of %.0f slots: at least %.0f.",
        (double)c->segment, (double)c->length, least);
  if (longest >= least) /* the logarithm of T is 0 */
    return status_error(
        STATUS_BAD_PARAMETER,
        "In a game of %.0f round there is no time for arms outside the cycle: the horizon must be at "
        "least 2, or `segment` given",
        (double)v->horizon);
  status failure = status_ok;
  const int other = wish->given.slots ? 0 : workable(c, v, wish, &failure);
  if (failure.code) return failure;
  char would[200];
  snprintf(
      would, sizeof would,
      "no other `n_cycle` would do; with `n_cycle = %d`%s patience of at least %.0f outside the cycle would",
      c->regular + wish->virtuals, given ? " and without `segment`" : "",
      (double)groups_of(c, c->regular) * least);
  if (wish->given.slots) snprintf(would, sizeof would, "a shorter cycle is needed");
  if (other)
    snprintf(would, sizeof would, "`n_cycle = %d`%s would do", other, given ? " without `segment`" : "");
  return status_error(
      STATUS_BAD_PARAMETER,
      "The arms outside the cycle have patience for segments of at most %.0f rounds, but a segment "
      "must be longer than three cycles of %.0f slots, at least %.0f rounds: %s.",
      longest, (double)c->length, least, would);
}

static status refuse_impatient(const feasible_cycle *c)
{
  return status_error(
      STATUS_BAD_PARAMETER,
      "`segment` is %.0f, but the arms outside the cycle have patience for segments of at most %.0f rounds: "
      "`segment = %.0f` would do.",
      (double)c->segment, (double)longest_segment(c, c->regular), (double)longest_segment(c, c->regular));
}

static status set_segment(policy *p, const view *v, const parameters *given, const cycle_wish *wish)
{
  feasible_cycle *c = p->state;
  c->next = 1;
  c->checkpoint = FOREVER;
  c->groups = groups_of(c, c->regular);
  if (c->groups == 0 && wish->virtuals == 0) return status_ok; /* no arm waits or enters */
  const bool told = parameters_given(given, "segment");
  c->segment = told ? rounds_from(parameters_number_or(given, "segment", 0))
                    : usual_segment(c, v, wish, c->regular, c->length);
  if (c->segment <= 3 * c->length) return refuse_segment(c, v, wish, told);
  const int64_t longest = longest_segment(c, c->regular);
  if (c->segment > longest)
    return longest > 3 * c->length ? refuse_impatient(c) : refuse_segment(c, v, wish, told);
  if (c->groups > 0) c->checkpoint = c->segment;
  return status_ok;
}

status cycle_read(policy *p, const view *v, const parameters *given, cycle_wish *wish)
{
  const status s = given_read(&wish->given, v, given, p->memory);
  if (s.code || !wish->given.slots) return s;
  wish->arms = wish->given.arms;
  if (wish->virtuals || wish->arms > 1 || v->arms == 1) return s;
  return status_error(STATUS_BAD_PARAMETER,
                      "`cycle` has one arm only, but of %d arms at least 2 must be in it.", v->arms);
}

status cycle_plan(policy *p, const view *v, const parameters *given, const cycle_wish *wish)
{
  status s = status_ok;
  cycle_wish full = *wish;
  if (full.arms == 0) full.arms = most_regular(p->state, wish, &s) + wish->virtuals;
  if (s.code) return s;
  const feasible_cycle *c = p->state;
  if (full.arms - full.virtuals < 2 && c->arms > 1)
    return status_error(
        STATUS_BAD_PARAMETER,
        "No cycle keeps two of its %d arms, the least patient of which have patience %s and %s.", c->arms,
        show_patience(c->patience[0]).text, show_patience(c->patience[1]).text);
  bool feasible = false;
  s = make_cycle(p, v, &full, &feasible);
  if (s.code) return s;
  return feasible ? set_segment(p, v, given, &full) : refuse_arms(c, &full);
}

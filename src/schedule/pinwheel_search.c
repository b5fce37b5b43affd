/* A state is, for each arm, its due round: in how many rounds at the latest it
 * must be pulled. The first state is m_1, ..., m_K; a pull of arm k sets its
 * due round to m_k, all others fall by one, and the state is dead if one falls
 * to 0. More time is never worse, so
 *
 * - the search is over as soon as a state gives every arm at least the time it
 *   had in an earlier state of the path: what was played in between can be
 *   repeated for ever, and has pulled every arm;
 * - a state found dead is kept with as much time as it could have and still be
 *   dead for the same reasons: a state is dead because each pull leads to a
 *   dead one, and if the pull of k leads below the dead state g, so it does
 *   from every state that gives the arms j other than k at most g_j + 1. All
 *   states below it are then left out (dead_states.h).
 *
 * Within w rounds arm k needs 1 + floor((w - due_k) / m_k) pulls if w >= due_k:
 * where these exceed w for some w, the state is dead at once.
 *
 * Arms of equal patience are interchangeable: their due rounds are kept sorted,
 * and of such arms the one due first is pulled (what comes of that is nowhere
 * worse). The arm due first is tried first. */
#include "pinwheel_search.h"
#include <stdlib.h>
#include <string.h>
#include "dead_states.h"

enum { DEMAND_ROUNDS = 512, WORK_BETWEEN_ASKING = 5000 }; /* the demand is added up over so many rounds */

typedef struct step {
  int16_t pulled; /* the arm that led here, -1 at the start */
  int16_t tried;  /* the arm pulled last from here, -1 before the first */
} step;

typedef struct search {
  const pinwheel_task *task;
  const uint16_t *full;
  int arms;
  dead_states dead;
  growable steps; /* step */
  growable due;   /* uint16_t, `arms` a step */
  growable bound; /* the same: how much time these could have and be dead */
  uint16_t *next; /* the state being made, */
  uint16_t *why;  /* and the dead state above it, if it is dead */
  int64_t states;
  size_t first, last; /* the cycle: the pulls that led from step `first` to `last` */
  bool found;
} search;

static step *step_at(const search *s, size_t i) { return (step *)s->steps.items + i; }
static uint16_t *due_at(const search *s, size_t i) { return (uint16_t *)s->due.items + i * (size_t)s->arms; }
static uint16_t *bound_at(const search *s, size_t i)
{
  return (uint16_t *)s->bound.items + i * (size_t)s->arms;
}

/* ---- one pull -------------------------------------------------------------- */

static bool is_class(const search *s, int k) { return k == 0 || s->full[k] != s->full[k - 1]; }

/* The next arm to try: the first of a class, by due round. -1: none. */
static int next_arm(const search *s, const uint16_t *due, int tried)
{
  int best = -1;
  for (int k = 0; k < s->arms; k++) {
    if (!is_class(s, k)) continue;
    if (tried >= 0 && (due[k] < due[tried] || (due[k] == due[tried] && k <= tried))) continue;
    if (best < 0 || due[k] < due[best]) best = k;
  }
  return best;
}

/* Returns the place at which the time of arm j is kept after a pull of arm k. */
static int moved(const search *s, int j, int k) { return j > k && s->full[j] == s->full[k] ? j - 1 : j; }

/* The state after a pull of arm k, the first of its class, into s->next. If
 * another arm leaves by that, it is returned, else -1. */
static int pull(search *s, const uint16_t *due, int k)
{
  int last = k;
  for (int j = 0; j < s->arms; j++) {
    if (j == k) continue;
    if (due[j] == 1) return j;
    if (moved(s, j, k) != j) last = j;
    s->next[moved(s, j, k)] = (uint16_t)(due[j] - 1);
  }
  s->next[last] = s->full[k];
  return -1;
}

/* Lowers the bound of the last state: a pull of k leads below `why`. */
static void explain(search *s, int k, const uint16_t *why)
{
  uint16_t *bound = bound_at(s, s->steps.count - 1);
  for (int j = 0; j < s->arms; j++) {
    if (j != k && why[moved(s, j, k)] < bound[j]) bound[j] = (uint16_t)(why[moved(s, j, k)] + 1);
  }
}

/* ---- dead states ----------------------------------------------------------- */

/* In which window the demand is too great, or 0. */
static int crowded_window(const search *s, const uint16_t *due)
{
  int16_t demand[DEMAND_ROUNDS + 1] = {0};
  for (int k = 0; k < s->arms; k++) {
    for (int w = due[k]; w <= DEMAND_ROUNDS; w += s->full[k]) demand[w]++;
  }
  int needed = 0;
  for (int w = 1; w <= DEMAND_ROUNDS; w++) {
    needed += demand[w];
    if (needed > w) return w;
  }
  return 0;
}

/* As much time as keeps the demand within w rounds the same. */
static void relax(const search *s, uint16_t *due, int w)
{
  for (int k = 0; k < s->arms; k++) {
    if (due[k] > w) {
      due[k] = s->full[k];
      continue;
    }
    const int latest = due[k] + (w - due[k]) % s->full[k];
    due[k] = (uint16_t)(latest < s->full[k] ? latest : s->full[k]);
  }
}

static bool next_is_dead(search *s)
{
  const uint16_t *above = dead_states_above(&s->dead, s->next);
  if (above) {
    memcpy(s->why, above, (size_t)s->arms * sizeof(uint16_t));
    return true;
  }
  const int w = crowded_window(s, s->next);
  if (w == 0) return false;
  memcpy(s->why, s->next, (size_t)s->arms * sizeof(uint16_t));
  relax(s, s->why, w);
  return true;
}

/* ---- the path -------------------------------------------------------------- */

static bool enter(search *s, int pulled)
{
  const size_t at = s->steps.count;
  step *f = growable_add(&s->steps);
  if (!f || !growable_reserve(&s->due, (at + 1) * (size_t)s->arms) ||
      !growable_reserve(&s->bound, (at + 1) * (size_t)s->arms))
    return false;
  *f = (step){(int16_t)pulled, -1};
  memcpy(due_at(s, at), s->next, (size_t)s->arms * sizeof(uint16_t));
  memcpy(bound_at(s, at), s->full, (size_t)s->arms * sizeof(uint16_t));
  s->states++;
  return true;
}

/* The last state is dead. False: no memory. */
static bool leave(search *s)
{
  const size_t last = s->steps.count - 1;
  const int pulled = step_at(s, last)->pulled;
  memcpy(s->why, bound_at(s, last), (size_t)s->arms * sizeof(uint16_t));
  s->steps.count--;
  s->due.count -= (size_t)s->arms;
  s->bound.count -= (size_t)s->arms;
  if (s->steps.count) explain(s, pulled, s->why);
  return dead_states_add(&s->dead, s->why);
}

static bool is_above(const search *s, const uint16_t *a, const uint16_t *b)
{
  for (int k = 0; k < s->arms; k++)
    if (a[k] < b[k]) return false;
  return true;
}

/* Returns whether s->next, after a pull of k, gives all at least the time of a state of
 * the path; of those after the same pull, which a repetition passes as well. */
static bool closes(search *s, int k)
{
  for (size_t i = s->steps.count; i-- > 0;) {
    if (step_at(s, i)->pulled != k || !is_above(s, s->next, due_at(s, i))) continue;
    s->first = i;
    s->last = s->steps.count;
    return true;
  }
  return false;
}

/* One more pull from the last state. False: no memory. */
static bool advance(search *s)
{
  const size_t last = s->steps.count - 1;
  step *f = step_at(s, last);
  const int k = next_arm(s, due_at(s, last), f->tried);
  if (k < 0) return leave(s);
  f->tried = (int16_t)k;
  const int lost = pull(s, due_at(s, last), k);
  if (lost >= 0) {
    bound_at(s, last)[lost] = 1;
    return true;
  }
  if (next_is_dead(s)) {
    explain(s, k, s->why);
    return true;
  }
  s->found = closes(s, k);
  return enter(s, k);
}

/* ---- the cycle ------------------------------------------------------------- */

static int divisor(int a, int b) { return b ? divisor(b, a % b) : a; }

/* Arms of a class are pulled in turn. They are where they were when each has
 * had its turn as often as the others. */
static int repetitions(const search *s)
{
  int times = 1;
  for (int k = 0, size; k < s->arms; k += size) {
    int pulls = 0;
    for (size = 1; k + size < s->arms && !is_class(s, k + size);) size++;
    for (size_t i = s->first + 1; i <= s->last; i++) pulls += step_at(s, i)->pulled == k;
    const int turns = size / divisor(size, pulls);
    times = times / divisor(times, turns) * turns;
  }
  return times;
}

static bool write_cycle(const search *s, growable *slots)
{
  int *turn = memory_zeroed((size_t)s->arms, sizeof *turn);
  const int times = repetitions(s);
  bool room = turn != NULL;
  slots->count = 0;
  for (int64_t i = 0; room && i < times * (int64_t)(s->last - s->first); i++) {
    const int k = step_at(s, s->first + 1 + (size_t)i % (s->last - s->first))->pulled;
    int *slot = growable_add(slots);
    room = slot != NULL;
    if (!room) break;
    *slot = k + turn[k]++;
    if (k + turn[k] == s->arms || is_class(s, k + turn[k])) turn[k] = 0;
  }
  free(turn);
  return room;
}

/* ---- the search ------------------------------------------------------------ */

static bool told_to_stop(const search *s, int64_t work)
{
  return work % WORK_BETWEEN_ASKING == 0 && s->task->stop && s->task->stop();
}

static status run(search *s, pinwheel_outcome *outcome, growable *slots)
{
  *outcome = PINWHEEL_NONE;
  if (crowded_window(s, s->full)) return status_ok;
  memcpy(s->next, s->full, (size_t)s->arms * sizeof(uint16_t));
  if (!enter(s, -1)) return status_no_memory();
  for (int64_t work = 1; s->steps.count && !s->found && s->states < s->task->limit; work++) {
    if (!advance(s)) return status_no_memory();
    if (told_to_stop(s, work))
      return status_error(STATUS_STOPPED, "The search for a feasible cycle was interrupted.");
  }
  if (s->found) *outcome = PINWHEEL_FOUND;
  else if (s->steps.count) *outcome = PINWHEEL_UNKNOWN;
  return !s->found || write_cycle(s, slots) ? status_ok : status_no_memory();
}

status pinwheel_search(const pinwheel_task *task, pinwheel_outcome *outcome, growable *slots, int64_t *states)
{
  search s = {.task = task, .full = task->patience, .arms = task->arms};
  s.steps.size = sizeof(step);
  s.due.size = s.bound.size = sizeof(uint16_t);
  s.next = memory_zeroed((size_t)s.arms, sizeof(uint16_t));
  s.why = memory_zeroed((size_t)s.arms, sizeof(uint16_t));
  const bool ready = s.next && s.why && dead_states_start(&s.dead, s.full, s.arms);
  const status result = ready ? run(&s, outcome, slots) : status_no_memory();
  *states = s.states;
  dead_states_free(&s.dead);
  growable_free(&s.steps);
  growable_free(&s.due);
  growable_free(&s.bound);
  free(s.next);
  free(s.why);
  return result;
}

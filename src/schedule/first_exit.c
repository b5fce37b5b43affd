/* Q(K, m): the round at whose end the first arm leaves, if that is put off as
 * long as can be; for ever if it can be.
 *
 * A state is, for each arm, its due round: in how many rounds at the latest it
 * must be pulled. The first states are all m_k; a pull of arm k sets its due
 * round to m_k, all others fall by one, and who falls to 0 has left. Q - 1 is
 * the longest path from the start; it is infinite if the path can meet itself.
 * Depth first with a memory of the states done, exact, and pruned by
 *
 * - symmetry: arms of equal patience are interchangeable, so their due rounds
 *   are kept sorted, and of such arms the one due first is pulled (what comes
 *   of that is nowhere worse);
 * - demand: within w rounds arm k needs 1 + floor((w - due_k) / m_k) pulls if
 *   w >= due_k. The first w in which all together need more than w bounds the
 *   path by w - 1;
 * - Lemma 3.3: load > 1 + 1/lambda gives Q <= lambda K + 1;
 * - for ever at once if the load is at most 5/6 (Kawamura 2024, the density
 *   threshold theorem of pinwheel scheduling, which is this problem) or if
 *   there is an almost uniform cycle.
 *
 * Arms that never leave need no pulls and are left out. Patience beyond the
 * limit is cut to it: no path visited could be long enough to tell. */
#include "first_exit.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "aus_search.h"
#include "exit_states.h"

enum { DEMAND_ROUNDS = 4, FIRST_ROUNDS = 32 }; /* the demand is added up over 4 K rounds, first over 32 */
#define MOST_BYTES ((int64_t)1 << 30)          /* for the states */
#define WORK_BETWEEN_ASKING 20000000           /* arms looked at: a small part of a second */

typedef struct frame {
  uint32_t state;
  int32_t tried;       /* the first arm of the class pulled last, -1 before the first */
  int64_t best, bound; /* longest path found; what it cannot exceed, or INT64_MAX */
} frame;

typedef struct search {
  const int64_t *patience; /* ascending, finite */
  uint32_t *full;          /* the same, cut */
  int arms;
  int64_t limit;
  exit_states states;
  growable path; /* frame */
  uint32_t *due; /* the successor being made */
  int32_t *demand;
  int64_t deepest;
  int64_t work; /* since `stop` was asked */
  first_exit_stop stop;
  bool forever, stopped;
} search;

static frame *last_frame(const search *s) { return (frame *)s->path.items + s->path.count - 1; }

/* The longest path the demand of these rounds leaves open, or INT64_MAX. */
static int64_t demand_within(search *s, const uint32_t *due, int64_t rounds)
{
  memset(s->demand, 0, ((size_t)rounds + 1) * sizeof *s->demand);
  for (int k = 0; k < s->arms; k++) {
    for (int64_t w = due[k]; w <= rounds; w += s->full[k]) s->demand[w]++;
  }
  int64_t needed = 0;
  for (int64_t w = 1; w <= rounds; w++) {
    needed += s->demand[w];
    if (needed > w) return w - 1;
  }
  return INT64_MAX;
}

/* The few first rounds come first: where patience is small there are many
 * pulls to add up, but they soon are too many. */
static int64_t demand_bound(search *s, const uint32_t *due)
{
  const int64_t most = (int64_t)DEMAND_ROUNDS * s->arms;
  int64_t rounds = FIRST_ROUNDS, bound = INT64_MAX;
  for (; rounds < most && bound == INT64_MAX; rounds *= 8) bound = demand_within(s, due, rounds);
  return bound == INT64_MAX ? demand_within(s, due, most) : bound;
}

/* The state after a pull of arm k, the first of its class, into s->due: the
 * rest of the class moves up, and arm k comes last in it. False if another
 * arm leaves. */
static bool pull(search *s, const uint32_t *due, int k)
{
  int last = k;
  for (int j = 0; j < s->arms; j++) {
    if (j == k) continue;
    if (due[j] == 1) return false;
    const bool same = j > k && s->full[j] == s->full[k];
    if (same) last = j;
    s->due[same ? j - 1 : j] = due[j] - 1;
  }
  s->due[last] = s->full[k];
  return true;
}

/* The next arm to try: classes by due round, then by patience. -1: none. */
static int next_arm(const search *s, const uint32_t *due, int tried)
{
  int best = -1;
  for (int k = 0; k < s->arms; k++) {
    if (k > 0 && s->full[k] == s->full[k - 1]) continue;
    if (tried >= 0 && (due[k] < due[tried] || (due[k] == due[tried] && k <= tried))) continue;
    if (best < 0 || due[k] < due[best]) best = k;
  }
  return best;
}

static bool enter(search *s, uint32_t state, int64_t bound)
{
  frame *f = growable_add(&s->path);
  if (!f) return false;
  *f = (frame){state, -1, 0, bound};
  if ((int64_t)s->path.count - 1 > s->deepest) s->deepest = (int64_t)s->path.count - 1;
  return true;
}

static void leave(search *s)
{
  const frame done = *last_frame(s);
  *exit_states_rounds(&s->states, done.state) = done.best;
  s->path.count--;
  if (s->path.count && last_frame(s)->best < done.best + 1) last_frame(s)->best = done.best + 1;
}

/* One more successor of the state at the end of the path. False: no memory. */
static bool advance(search *s)
{
  frame *f = last_frame(s);
  const uint32_t *due = exit_states_due(&s->states, f->state);
  const int k = f->best >= f->bound ? -1 : next_arm(s, due, f->tried);
  if (k < 0) {
    leave(s);
    return true;
  }
  f->tried = k;
  if (!pull(s, due, k)) return true;
  if (f->best < 1) f->best = 1;
  const int64_t bound = demand_bound(s, s->due);
  if (bound < f->best) return true;
  if ((int64_t)s->states.rounds.count >= s->limit) {
    s->stopped = true;
    return true;
  }
  uint32_t state;
  bool new;
  if (!exit_states_find(&s->states, s->due, &state, &new)) return false;
  if (new) return enter(s, state, bound);
  const int64_t known = *exit_states_rounds(&s->states, state);
  if (known == EXIT_OPEN) s->forever = true;
  else if (f->best < known + 1) f->best = known + 1;
  return true;
}

static double load(const search *s)
{
  double sum = 0;
  for (int k = 0; k < s->arms; k++) sum += 1 / (double)s->patience[k];
  return sum;
}

/* Lemma 3.3, as a bound on the path: lambda K. The load is taken a little
 * smaller than computed, for its rounding. */
static int64_t lemma_bound(const search *s)
{
  const double over = load(s) * (1 - 1e-9) - 1;
  if (over <= 1e-9) return INT64_MAX;
  return (int64_t)(floor(1 / over) + 1) * s->arms;
}

static status known_forever(search *s)
{
  if (load(s) <= 5.0 / 6 - 1e-9) {
    s->forever = true;
    return status_ok;
  }
  aus_shares shares;
  const status found = aus_search(s->patience, s->arms, &shares, &s->forever);
  /* A search that was refused says nothing, and the states are left to tell. */
  return found.code == STATUS_NO_MEMORY ? found : status_ok;
}

static bool told_to_stop(search *s)
{
  s->work += (int64_t)DEMAND_ROUNDS * s->arms;
  if (s->work < WORK_BETWEEN_ASKING) return false;
  s->work = 0;
  return s->stop && s->stop();
}

static status search_states(search *s, first_exit *result)
{
  uint32_t start;
  bool new;
  const int64_t lemma = lemma_bound(s), demand = demand_bound(s, s->full);
  const int64_t bound = lemma < demand ? lemma : demand;
  if (!exit_states_find(&s->states, s->full, &start, &new) || !enter(s, start, bound))
    return status_no_memory();
  while (s->path.count && !s->forever && !s->stopped) {
    if (!advance(s)) return status_no_memory();
    if (told_to_stop(s))
      return status_error(STATUS_STOPPED, "The search for the first exit was interrupted.");
  }
  result->least = s->deepest + 1;
  result->most = bound == INT64_MAX ? 0 : bound + 1;
  if (!s->stopped && !s->forever) result->least = result->most = *exit_states_rounds(&s->states, start) + 1;
  return status_ok;
}

static bool start_search(search *s, int64_t limit)
{
  const int64_t affordable = MOST_BYTES / ((int64_t)sizeof(uint32_t) * s->arms);
  s->limit = limit < affordable ? limit : affordable;
  s->path.size = sizeof(frame);
  s->full = memory_zeroed((size_t)s->arms, sizeof *s->full);
  s->due = memory_zeroed((size_t)s->arms, sizeof *s->due);
  s->demand = memory_zeroed((size_t)DEMAND_ROUNDS * (size_t)s->arms + 1, sizeof *s->demand);
  if (!s->full || !s->due || !s->demand) return false;
  const int64_t longest = s->limit + 2;
  for (int k = 0; k < s->arms; k++) {
    s->full[k] = (uint32_t)(s->patience[k] < longest ? s->patience[k] : longest);
  }
  return exit_states_start(&s->states, (size_t)s->arms);
}

static status run_search(const int64_t *patience, int arms, int64_t limit, first_exit_stop stop,
                         first_exit *result)
{
  search s;
  memset(&s, 0, sizeof s);
  s.patience = patience;
  s.arms = arms;
  s.stop = stop;
  status outcome = known_forever(&s);
  if (outcome.code == STATUS_OK && !s.forever) {
    outcome = start_search(&s, limit) ? search_states(&s, result) : status_no_memory();
  }
  result->forever = s.forever;
  result->stopped = s.stopped;
  result->states = (int64_t)s.states.rounds.count;
  exit_states_free(&s.states);
  growable_free(&s.path);
  free(s.full);
  free(s.due);
  free(s.demand);
  return outcome;
}

static int compare_patience(const void *a, const void *b)
{
  const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return x < y ? -1 : x > y;
}

status first_exit_find(const int64_t *patience, int arms, int64_t limit, first_exit_stop stop,
                       first_exit *result)
{
  memset(result, 0, sizeof *result);
  int64_t *finite = memory_zeroed((size_t)arms, sizeof *finite);
  if (!finite) return status_no_memory();
  int count = 0;
  for (int k = 0; k < arms; k++) {
    if (patience[k] != INT64_MAX) finite[count++] = patience[k];
  }
  qsort(finite, (size_t)count, sizeof *finite, compare_patience);
  status outcome = status_ok;
  if (count == 0) result->forever = true;
  else outcome = run_search(finite, count, limit, stop, result);
  free(finite);
  return outcome;
}

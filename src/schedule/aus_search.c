/* The shortest almost uniform cycle (Shao & Fang 2024, Algorithms 2 and 3).
 *
 * Minimise sum_k r_k / r_K over r_1 >= ... >= r_K with r_k / r_(k+1) a whole
 * number, r_k >= 1/M_k and sum r_k <= 1, for patience M_1 <= ... <= M_K.
 * Scaling r down changes no ratio, so in some optimum an arm is tight,
 * r_k = 1/M_k. Arms of equal patience share one problem: the first is tried.
 *
 * Given the tight arm of patience M, the arms above it have r_j = l_j / M,
 * l_j >= ceil(M/M_j), the ones below r_j = 1/(M l_j), l_j <= floor(M_j/M). The
 * l_j of either side are elements of a chain 1 | x1 | x2 | ..., and once the
 * chain is chosen each arm takes its cheapest element: the least that is not
 * below its bound (above), the greatest that is not beyond it (below). So a
 * state of the dynamic programme is the last element of the chain alone.
 *
 * - Above, from x to a multiple y: the arms with bound in (x, y] cost y each.
 * - Below, s_x = x * sum of 1/l over the arms with bound < x, a whole number:
 *   s_y = (y/x) (s_x + the number of arms with bound in [x, y)).
 *
 * All costs are 64-bit integers. Doubles only ever prune, and only by more
 * than their rounding error.
 *
 * Scale. A cycle of length L does not notice patience beyond L. So patience is
 * capped at 2K, 4K, ... until a cycle appears: it is the shortest, since any
 * shorter one would respect the same cap. The cost follows the length of the
 * answer, not the patience. Where there is no cycle, `safe_cap` and
 * `hopeless_prefix` keep the search at the scale of the arms that matter. */
#include "aus_search.h"
#include <stdlib.h>
#include <string.h>

#define MOST_STEPS INT64_C(1000000000) /* some ten seconds */
static const double rounding = 1e-7;   /* far above the error of K double additions */

typedef struct group {
  int64_t value, count; /* arms of this patience, or of this bound */
} group;

/* One side of a tight arm: bounds ascending, with running totals. */
typedef struct side {
  group *bound;
  int64_t *before; /* arms in the groups before this one; one entry more than groups */
  double *rest;    /* sum of the bounds (above) or of 1/bounds (below) from this group on */
  int groups;
} side;

typedef struct search {
  group *arms;
  int groups;
  side above, below;
  chain_table table;
  int64_t steps;
  aus_shares best; /* length: what the next must undercut */
  bool found;
  status status;
} search;

/* ---- the problem --------------------------------------------------------- */

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

static void add_bound(side *s, int64_t bound, int64_t count)
{
  if (s->groups && s->bound[s->groups - 1].value == bound) {
    s->bound[s->groups - 1].count += count;
  } else {
    s->bound[s->groups++] = (group){bound, count};
  }
}

static void add_totals(side *s, bool inverse)
{
  s->before[0] = 0;
  for (int g = 0; g < s->groups; g++) s->before[g + 1] = s->before[g] + s->bound[g].count;
  s->rest[s->groups] = 0;
  for (int g = s->groups - 1; g >= 0; g--) {
    const double value = (double)s->bound[g].value, count = (double)s->bound[g].count;
    s->rest[g] = s->rest[g + 1] + (inverse ? count / value : count * value);
  }
}

/* The first group from `from` on whose bound is at least `value`. */
static int group_from(const side *s, int from, int64_t value)
{
  int low = from, step = 1;
  while (low + step < s->groups && s->bound[low + step - 1].value < value) {
    low += step;
    step *= 2;
  }
  int high = low + step < s->groups ? low + step : s->groups;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (s->bound[middle].value < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

static void set_sides(search *s, int tight)
{
  const int64_t m = s->arms[tight].value;
  s->above.groups = s->below.groups = 0;
  for (int g = tight - 1; g >= 0; g--) {
    const int64_t value = s->arms[g].value;
    add_bound(&s->above, m / value + (m % value != 0), s->arms[g].count);
  }
  for (int g = tight + 1; g < s->groups; g++) add_bound(&s->below, s->arms[g].value / m, s->arms[g].count);
  add_totals(&s->above, false);
  add_totals(&s->below, true);
}

static bool offer(search *s, int64_t value, int64_t cost, int32_t previous)
{
  if (chain_table_offer(&s->table, value, cost, previous)) return true;
  s->status = status_no_memory();
  return false;
}

static bool count_step(search *s)
{
  if (++s->steps <= MOST_STEPS) return true;
  s->status = status_error(
      STATUS_BAD_PARAMETER,
      "The shortest cycle of these arms takes too long to find: the search was stopped after %.0f steps.",
      (double)MOST_STEPS);
  return false;
}

/* ---- above the tight arm ------------------------------------------------- */

typedef struct summit {
  int64_t cost;
  int32_t end; /* the chain's last element but one */
  int64_t value;
} summit;

/* From element i to its multiples, while the cost with every arm still to
 * come at its bound, which never falls as y grows, can stay within `limit`. */
static bool extend_above(search *s, int32_t i, int64_t limit, summit *best)
{
  const chain_end x = *chain_table_at(&s->table, i);
  const side *a = &s->above;
  const int from = group_from(a, 0, x.value + 1);
  const int64_t first = a->bound[from].value, last = a->bound[a->groups - 1].value;
  int g = from;
  for (int64_t y = (first + x.value - 1) / x.value * x.value;; y += x.value) {
    if (!count_step(s)) return false;
    g = group_from(a, g, y + 1);
    const int64_t cost = x.cost + y * (a->before[g] - a->before[from]);
    if ((double)cost + a->rest[g] > (double)limit * (1 + rounding)) return true;
    if (y >= last) {
      if (cost <= limit && cost < best->cost) *best = (summit){cost, i, y};
      return true;
    }
    if (!offer(s, y, cost, i)) return false;
  }
}

/* The least sum of l_j above, at most `limit`, or -1; its chain goes to
 * `trial`. */
static int64_t least_above(search *s, int64_t limit, aus_shares *trial)
{
  trial->above_count = 0;
  if (s->above.groups == 0) return limit >= 0 ? 0 : -1;
  if (s->above.rest[0] > (double)limit * (1 + rounding)) return -1;
  summit best = {INT64_MAX, -1, 0};
  chain_table_clear(&s->table);
  if (!offer(s, 1, 0, -1)) return -1;
  for (int octave = 0; octave < CHAIN_OCTAVES; octave++) {
    for (int32_t i = s->table.first[octave]; i >= 0; i = chain_table_at(&s->table, i)->next) {
      if (!extend_above(s, i, smaller(limit, best.cost), &best)) return -1;
    }
  }
  if (best.end < 0) return -1;
  trial->above_count = chain_table_read(&s->table, best.end, trial->above);
  trial->above[trial->above_count++] = best.value;
  return best.cost;
}

/* ---- below the tight arm ------------------------------------------------- */

/* Slots that a tight arm of patience `tight` and the arms above need of a period of
 * `tight` slots. */
typedef struct fixed {
  int64_t tight, used;
} fixed;

/* A chain may end at element i: then all arms to come take its value. */
static void finish_below(search *s, int32_t i, fixed f, aus_shares *trial)
{
  const chain_end x = *chain_table_at(&s->table, i);
  const side *b = &s->below;
  const int from = group_from(b, 0, x.value);
  const int64_t length = x.value * f.used + x.cost + b->before[b->groups] - b->before[from];
  if (length > x.value * f.tight || length >= s->best.length) return;
  trial->length = length;
  trial->below_count = chain_table_read(&s->table, i, trial->below);
  s->best = *trial;
  s->found = true;
}

/* From element i to its multiples, while neither the length nor the load
 * with every arm to come at its cheapest, which never fall as y grows, is too
 * large. An element other than 1 that no arm takes is of no use: the first y
 * lies beyond the next bound. */
static bool extend_below(search *s, int32_t i, fixed f)
{
  const chain_end x = *chain_table_at(&s->table, i);
  const side *b = &s->below;
  const int from = group_from(b, 0, x.value);
  const int64_t last = b->bound[b->groups - 1].value, beyond = x.value == 1 ? 1 : b->bound[from].value;
  int g = from;
  for (int64_t y = (beyond / x.value + 1) * x.value; y <= last; y += x.value) {
    if (!count_step(s)) return false;
    g = group_from(b, g, y);
    const int64_t cost = y / x.value * (x.cost + b->before[g] - b->before[from]);
    if (y * f.used + cost + b->before[b->groups] - b->before[g] >= s->best.length) return true;
    const double load = (double)cost / (double)y + b->rest[g];
    if (load > (double)(f.tight - f.used) + rounding * (double)f.tight) return true;
    if (!offer(s, y, cost, i)) return false;
  }
  return true;
}

static void search_below(search *s, fixed f, aus_shares *trial)
{
  chain_table_clear(&s->table);
  if (!offer(s, 1, 0, -1)) return;
  for (int octave = 0; octave < CHAIN_OCTAVES; octave++) {
    for (int32_t i = s->table.first[octave]; i >= 0; i = chain_table_at(&s->table, i)->next) {
      finish_below(s, i, f, trial);
      if (s->below.groups && !extend_below(s, i, f)) return;
    }
  }
}

/* ---- all tight arms ------------------------------------------------------ */

static void search_tight(search *s, int tight, int64_t cap)
{
  const int64_t m = s->arms[tight].value, own = s->arms[tight].count;
  s->steps += s->groups;
  set_sides(s, tight);
  const int64_t others = s->below.before[s->below.groups];
  /* The arms' share below is rounded up: all else is whole. */
  const double least = s->below.rest[0] * (1 - rounding);
  int64_t room = m - own - (int64_t)least;
  if ((double)(int64_t)least < least) room--;
  aus_shares trial = {.tight = m, .cap = cap};
  const int64_t above = least_above(s, smaller(room, s->best.length - 1 - own - others), &trial);
  if (above >= 0 && s->status.code == STATUS_OK) search_below(s, (fixed){m, above + own}, &trial);
}

/* The arms in groups of equal patience, capped; returns the load. */
static double set_arms(search *s, const int64_t *patience, int arms, int64_t cap)
{
  double load = 0;
  s->groups = 0;
  for (int k = 0; k < arms; k++) {
    const int64_t value = smaller(patience[k], cap);
    if (s->groups && s->arms[s->groups - 1].value == value) {
      s->arms[s->groups - 1].count++;
    } else {
      s->arms[s->groups++] = (group){value, 1};
    }
    load += 1 / (double)value;
  }
  return load;
}

static void search_capped(search *s, const int64_t *patience, int arms, int64_t cap)
{
  s->found = false;
  s->best.length = cap + 1;
  if (set_arms(s, patience, arms, cap) > 1 + rounding) return;
  for (int g = 0; g < s->groups && s->status.code == STATUS_OK; g++) search_tight(s, g, cap);
}

/* The cap 2K, 4K, ..., `top`. */
static void search_levels(search *s, const int64_t *patience, int arms, int64_t top)
{
  for (int64_t cap = smaller(2 * (int64_t)arms, top);; cap = smaller(2 * cap, top)) {
    search_capped(s, patience, arms, cap);
    if (s->found || s->status.code != STATUS_OK || cap == top) return;
  }
}

/* A length that the shortest cycle, if there is one, cannot exceed.
 *
 * It is at most M_K. And suppose M_(p+1) >= M_p (K-p). Take any solution, keep
 * its p least patient arms and scale them until one is tight: 1/r_p is then a
 * whole number Z <= M_p, their r are multiples of 1/Z, and they leave at least
 * 1/Z, as there were more arms. Give each other arm r = 1/(Z (K-p)): all
 * conditions hold, and the length is at most Z (K-p) <= M_p (K-p). With p = 0
 * (Z = 1) this is round robin. */
static int64_t safe_cap(const int64_t *patience, int arms)
{
  for (int p = 0; p < arms; p++) {
    const int64_t before = p ? patience[p - 1] : 1, others = arms - p;
    if (patience[p] / others >= before) return before * others;
  }
  return patience[arms - 1];
}

/* Returns whether some least patient arms already leave no room for one more, however
 * patient: a question at the scale of their own patience, so it is asked for
 * prefixes whose patience at least doubles, as long as they are far below
 * `top`. `scratch` has room for all arms. */
static bool hopeless_prefix(search *s, const int64_t *patience, int arms, int64_t top, int64_t *scratch)
{
  int64_t asked = 0;
  for (int p = 1; p < arms && patience[p - 1] <= top / 8; p++) {
    const int64_t m = patience[p - 1];
    if (patience[p] == m || m < 2 * asked || patience[p] < m + m / 2) continue;
    asked = m;
    memcpy(scratch, patience, (size_t)p * sizeof *scratch);
    scratch[p] = INT64_MAX;
    search_levels(s, scratch, p + 1, safe_cap(scratch, p + 1));
    if (s->status.code != STATUS_OK) return false;
    if (!s->found) return true;
  }
  return false;
}

static void search_all(search *s, const int64_t *patience, int arms, int64_t *scratch)
{
  const int64_t safe = safe_cap(patience, arms), top = smaller(safe, AUS_LONGEST);
  if (set_arms(s, patience, arms, INT64_MAX) > 1 + rounding) return;
  if (hopeless_prefix(s, patience, arms, top, scratch) || s->status.code != STATUS_OK) return;
  search_levels(s, patience, arms, top);
  if (!s->found && s->status.code == STATUS_OK && safe > top) {
    s->status = status_error(
        STATUS_BAD_PARAMETER,
        "There is no cycle of at most %.0f slots for these arms; longer ones are not looked for.",
        (double)AUS_LONGEST);
  }
}

/* ---- beginning and end --------------------------------------------------- */

static bool side_start(side *s, int arms)
{
  const size_t n = (size_t)arms + 1;
  s->bound = memory_zeroed(n, sizeof *s->bound);
  s->before = memory_zeroed(n, sizeof *s->before);
  s->rest = memory_zeroed(n, sizeof *s->rest);
  return s->bound && s->before && s->rest;
}

static void side_free(side *s)
{
  free(s->bound);
  free(s->before);
  free(s->rest);
}

status aus_search(const int64_t *patience, int arms, aus_shares *shares, bool *found)
{
  search s;
  memset(&s, 0, sizeof s);
  s.status = status_ok;
  int64_t *scratch = memory_zeroed((size_t)arms + 1, sizeof *scratch);
  s.arms = memory_zeroed((size_t)arms + 1, sizeof *s.arms);
  const bool ready = chain_table_start(&s.table) && side_start(&s.above, arms) &&
                     side_start(&s.below, arms) && scratch && s.arms;
  if (ready) search_all(&s, patience, arms, scratch);
  else s.status = status_no_memory();
  *shares = s.best;
  *found = s.found && s.status.code == STATUS_OK;
  free(scratch);
  free(s.arms);
  side_free(&s.above);
  side_free(&s.below);
  chain_table_free(&s.table);
  return s.status;
}

int64_t aus_share(const aus_shares *shares, int64_t patience)
{
  const int64_t m = smaller(patience, shares->cap), tight = shares->tight;
  const int64_t last = shares->below_count ? shares->below[shares->below_count - 1] : 1;
  int64_t l = 1;
  if (m < tight) {
    const int64_t bound = tight / m + (tight % m != 0);
    for (int i = 0; l < bound; i++) l = shares->above[i];
    return l * last;
  }
  for (int i = 0; i < shares->below_count && shares->below[i] <= m / tight; i++) l = shares->below[i];
  return last / l;
}

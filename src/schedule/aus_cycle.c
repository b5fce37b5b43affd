/* From the shares of the arms (aus_search.c) to the slots of the cycle.
 *
 * The shares n_1 >= ... >= n_K, by ascending patience, divide one another, and
 * in a shortest cycle n_K = 1. Picture the cycle as n_1 rows read one after
 * another. Arm k sits in the rows phi_k, phi_k + s_k, phi_k + 2 s_k, ... with
 * s_k = n_1 / n_k; within a row the less patient arm comes first. phi_k is the
 * mixed-radix digit reversal of P_k = n_1 + ... + n_(k-1): with
 * P_k mod n_1 = sum_i d_i n_(i+1), 0 <= d_i < n_i / n_(i+1),
 * phi_k = sum_i d_i (n_1 / n_i). So the arms fill the rows as evenly as can be,
 * and each gap of arm k is the length over n_k, rounded down or up.
 * (Our construction; the paper refers to Li et al. 2021 for one.) */
#include "aus_cycle.h"
#include <stdlib.h>
#include <string.h>
#include "../base/ranked.h"
#include "aus_search.h"

/* ---- the order of patience ----------------------------------------------- */

static ranked_arm *ranked_by_patience(const int64_t *patience, int arms)
{
  ranked_arm *order = memory_zeroed((size_t)arms, sizeof *order);
  if (!order) return NULL;
  for (int k = 0; k < arms; k++) order[k] = (ranked_arm){patience[k], k};
  rank_arms(order, arms);
  return order;
}

/* ---- the slots ----------------------------------------------------------- */

/* The distinct shares n_1 > n_2 > ..., each dividing the one before. */
typedef struct levels {
  int64_t share[2 * CHAIN_OCTAVES];
  int count;
} levels;

static int64_t first_row(const levels *shares, int64_t before)
{
  const int64_t rows = shares->share[0];
  int64_t rest = before % rows, row = 0;
  for (int i = 0; i + 1 < shares->count; i++) {
    row += rest / shares->share[i + 1] * (rows / shares->share[i]);
    rest %= shares->share[i + 1];
  }
  return row;
}

static void add_level(levels *shares, int64_t share)
{
  if (!shares->count || share != shares->share[shares->count - 1]) shares->share[shares->count++] = share;
}

/* Turns the counts of arms in rows into the rows' starts. `next` has a row more. */
static void start_rows(int64_t *next, int64_t rows)
{
  int64_t start = 0;
  for (int64_t i = 0; i < rows; i++) {
    const int64_t size = next[i];
    next[i] = start;
    start += size;
  }
}

static void fill_slots(aus_cycle *cycle, const ranked_arm *order, const int64_t *row, int64_t *next)
{
  const int64_t rows = cycle->count[order[0].arm];
  for (int k = 0; k < cycle->arms; k++) {
    const int64_t step = rows / cycle->count[order[k].arm];
    for (int64_t i = row[k]; i < rows; i += step) next[i]++;
  }
  start_rows(next, rows);
  for (int k = 0; k < cycle->arms; k++) {
    const int64_t step = rows / cycle->count[order[k].arm];
    for (int64_t i = row[k]; i < rows; i += step) cycle->slot[next[i]++] = order[k].arm;
  }
}

/* The row in which each arm comes first. */
static void set_rows(const aus_cycle *cycle, const ranked_arm *order, int64_t *row)
{
  levels shares = {{0}, 0};
  int64_t before = 0;
  for (int k = 0; k < cycle->arms; k++) {
    const int64_t share = cycle->count[order[k].arm];
    add_level(&shares, share);
    row[k] = first_row(&shares, before);
    before += share;
  }
}

static status build_cycle(const aus_shares *shares, const ranked_arm *order, int arms, arena *memory,
                          aus_cycle *cycle)
{
  cycle->arms = arms;
  cycle->length = shares->length;
  cycle->count = arena_zeroed(memory, (size_t)arms, sizeof *cycle->count);
  cycle->slot = arena_zeroed(memory, (size_t)shares->length, sizeof *cycle->slot);
  if (!cycle->count || !cycle->slot) return status_no_memory();
  for (int k = 0; k < arms; k++) cycle->count[order[k].arm] = aus_share(shares, order[k].rounds);
  int64_t *row = memory_zeroed((size_t)arms, sizeof *row);
  int64_t *next = memory_zeroed((size_t)cycle->count[order[0].arm], sizeof *next);
  if (row && next) {
    set_rows(cycle, order, row);
    fill_slots(cycle, order, row, next);
  }
  const bool built = row && next;
  free(row);
  free(next);
  return built ? status_ok : status_no_memory();
}

/* ---- the two questions --------------------------------------------------- */

static status search_ranked(const ranked_arm *order, int arms, aus_shares *shares, bool *found)
{
  int64_t *patience = memory_zeroed((size_t)arms, sizeof *patience);
  if (!patience) return status_no_memory();
  for (int k = 0; k < arms; k++) patience[k] = order[k].rounds;
  const status s = aus_search(patience, arms, shares, found);
  free(patience);
  return s;
}

status aus_cycle_find(const int64_t *patience, int arms, arena *memory, aus_cycle *cycle, bool *feasible)
{
  aus_shares shares;
  memset(cycle, 0, sizeof *cycle);
  *feasible = false;
  ranked_arm *order = ranked_by_patience(patience, arms);
  if (!order) return status_no_memory();
  status s = search_ranked(order, arms, &shares, feasible);
  if (s.code == STATUS_OK && *feasible) s = build_cycle(&shares, order, arms, memory, cycle);
  free(order);
  return s;
}

int aus_max_feasible(const int64_t *patience, int arms, arena *memory, status *failure)
{
  (void)memory; /* all that is needed is freed here */
  *failure = status_ok;
  ranked_arm *order = ranked_by_patience(patience, arms);
  if (!order) {
    *failure = status_no_memory();
    return 0;
  }
  int most = 1, too_many = arms + 1; /* one arm alone always has a cycle */
  while (too_many - most > 1 && failure->code == STATUS_OK) {
    const int middle = most + (too_many - most) / 2;
    aus_shares shares;
    bool found = false;
    const status s = search_ranked(order, middle, &shares, &found);
    if (s.code == STATUS_NO_MEMORY) *failure = s;
    if (found) most = middle;
    else too_many = middle;
  }
  free(order);
  return failure->code == STATUS_OK ? most : 0;
}

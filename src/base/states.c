#include "states.h"

/* n over k for k of at most 3. */
static int64_t choose_of(int64_t n, int k)
{
  if (k == 0) return 1;
  if (k == 1) return n;
  return k == 2 ? n * (n - 1) / 2 : n * (n - 1) / 2 * (n - 2) / 3;
}

int64_t block_count(int arms, int plays) { return choose_of((int64_t)plays + arms - 1, arms - 1); }

int64_t block_of(int arms, int plays, const int *counts)
{
  int64_t before = 0;
  for (int k = 0; k + 1 < arms; k++) {
    const int rest = arms - k - 1; /* arms that share what this one leaves */
    if (rest == 1) before += counts[k];
    else
      for (int n = 0; n < counts[k]; n++) before += block_count(rest, plays - n);
    plays -= counts[k];
  }
  return before;
}

bool layer_open(layer *l, int arms, int span, int most, arena *memory)
{
  const size_t blocks = (size_t)block_count(arms, most);
  *l = (layer){.arms = arms, .span = span};
  l->counts = arena_zeroed(memory, blocks * (size_t)arms, sizeof *l->counts);
  l->first_state = arena_zeroed(memory, blocks, sizeof *l->first_state);
  l->first_row = arena_zeroed(memory, blocks, sizeof *l->first_row);
  return l->counts && l->first_state && l->first_row;
}

static void add_block(layer *l, const int *counts)
{
  int *kept = l->counts + (int64_t)l->blocks * l->arms;
  for (int k = 0; k < l->arms; k++) kept[k] = counts[k];
  const int64_t rows = block_rows(l, counts);
  l->first_state[l->blocks] = l->states;
  l->first_row[l->blocks] = l->rows;
  l->rows += rows;
  l->states += rows * sums_of(l, counts[l->arms - 1]);
  l->blocks++;
}

/* The counts that come after these, in order; false after the last. */
static bool next_counts(int arms, int *counts)
{
  int k = arms - 2, rest = counts[arms - 1];
  while (k >= 0 && rest == 0) rest = counts[k], counts[k--] = 0;
  if (k < 0) return false;
  counts[k]++;
  counts[arms - 1] = rest - 1;
  return true;
}

void layer_set(layer *l, int plays)
{
  int counts[STATES_ARMS] = {0};
  l->plays = plays;
  l->blocks = 0;
  l->states = l->rows = 0;
  counts[l->arms - 1] = plays;
  do add_block(l, counts);
  while (next_counts(l->arms, counts));
}

double states_until(int arms, int plays)
{
  double count = 1;
  for (int i = 1; i <= 2 * arms; i++) count *= ((double)plays + i) / i;
  return count;
}

#include "optimum.h"
#include "../../base/parallel.h"
#include <stdatomic.h>
#include <stdlib.h>

typedef struct recursion {
  const optimum_setup *setup;
  layer now, next;
  double *value, *later; /* of the two layers, by state */
  double *last_mean;     /* of the last arm: by its plays n, n + 1 numbers each */
  unsigned char **best;  /* by thread: a row of choices */
  optimum_choices *choices;
  atomic_int next_block;
  atomic_bool over;
} recursion;

/* --- a row ------------------------------------------------------------------------ */

/* The row of a block of the next layer that a row of this one leads to. */
typedef struct followers {
  const double *fails, *succeeds;
  double mean; /* the same along the row; of the last arm it is not */
} followers;

static double mean_after(const optimum_setup *s, int plays, int successes)
{
  return (s->a + successes) / (s->a + s->b + plays);
}

static int64_t row_of(const layer *l, const int *counts, const int *sums)
{
  int64_t row = 0;
  for (int k = 0; k + 1 < l->arms; k++) row = row * sums_of(l, counts[k]) + sums[k];
  return row;
}

static followers follow(const recursion *r, const int *counts, const int *sums, int arm)
{
  int more[STATES_ARMS];
  const layer *l = &r->next;
  for (int k = 0; k < l->arms; k++) more[k] = counts[k] + (k == arm);
  const int64_t block = block_of(l->arms, l->plays, more), length = sums_of(l, more[l->arms - 1]);
  const double *fails = r->later + l->first_state[block] + row_of(l, more, sums) * length;
  if (arm == l->arms - 1) return (followers){fails, fails + 1, 0};
  return (followers){fails, fails + row_step(l, more, arm) * length,
                     mean_after(r->setup, counts[arm], sums[arm])};
}

static void first_arm(const followers *f, double *value, unsigned char *best, int64_t length)
{
  const double m = f->mean;
  for (int64_t j = 0; j < length; j++) {
    value[j] = m * (1 + f->succeeds[j]) + (1 - m) * f->fails[j];
    best[j] = 0;
  }
}

/* Another arm takes a place if it is worth more by a hair. */
static inline void take(double worth, int arm, double *value, unsigned char *best)
{
  *best = worth > *value * (1 + 1e-12) ? (unsigned char)arm : *best;
  *value = worth > *value ? worth : *value;
}

static void another_arm(const followers *f, int arm, double *value, unsigned char *best, int64_t length)
{
  const double m = f->mean;
  for (int64_t j = 0; j < length; j++)
    take(m * (1 + f->succeeds[j]) + (1 - m) * f->fails[j], arm, &value[j], &best[j]);
}

static void last_arm(const followers *f, const double *mean, int arm, double *value, unsigned char *best,
                     int64_t length)
{
  for (int64_t j = 0; j < length; j++)
    take(mean[j] * (1 + f->succeeds[j]) + (1 - mean[j]) * f->fails[j], arm, &value[j], &best[j]);
}

/* --- a block ---------------------------------------------------------------------- */

static int64_t bytes_for(int64_t states) { return (states + 3) / 4; }

static unsigned char *choices_of_block(const recursion *r, int block)
{
  const optimum_choices *c = r->choices;
  return c ? c->packed + c->block_at[c->layer_at[r->now.plays] + block] : NULL;
}

static void pack(unsigned char *packed, int64_t from, const unsigned char *best, int64_t length)
{
  for (int64_t j = 0; j < length; j++)
    packed[(from + j) / 4] |= (unsigned char)(best[j] << 2 * ((from + j) % 4));
}

static void do_block(const recursion *r, int block, unsigned char *best)
{
  const layer *l = &r->now;
  const int *counts = block_counts(l, block), last = l->arms - 1;
  const int64_t length = sums_of(l, counts[last]), rows = block_rows(l, counts);
  const double *mean = r->last_mean + (int64_t)counts[last] * (counts[last] + 1) / 2;
  double *value = r->value + l->first_state[block];
  unsigned char *packed = choices_of_block(r, block);
  int sums[STATES_ARMS] = {0};
  for (int64_t row = 0; row < rows; row++, value += length, next_row(l, counts, sums)) {
    for (int k = 0; k < l->arms; k++) {
      const followers f = follow(r, counts, sums, k);
      if (k == last) last_arm(&f, mean, k, value, best, length);
      else if (k == 0) first_arm(&f, value, best, length);
      else another_arm(&f, k, value, best, length);
    }
    if (packed) pack(packed, row * length, best, length);
  }
}

static void do_blocks(const void *given, int part)
{
  recursion *r = *(recursion *const *)given;
  for (int block; (block = atomic_fetch_add(&r->next_block, 1)) < r->now.blocks;) {
    if (atomic_load(&r->over)) return;
    if (part == 0 && r->setup->stopped && r->setup->stopped()) atomic_store(&r->over, true);
    do_block(r, block, r->best[part]);
  }
}

/* --- the whole -------------------------------------------------------------------- */

static bool open_recursion(recursion *r, arena *memory)
{
  const optimum_setup *s = r->setup;
  const int most = s->horizon;
  if (!layer_open(&r->now, s->arms, 1, most, memory) || !layer_open(&r->next, s->arms, 1, most, memory))
    return false;
  layer_set(&r->next, most);
  r->later = arena_zeroed(memory, (size_t)r->next.states, sizeof *r->later);
  r->value = arena_zeroed(memory, (size_t)r->next.states, sizeof *r->value);
  r->last_mean = arena_zeroed(memory, (size_t)most * ((size_t)most + 1) / 2, sizeof *r->last_mean);
  r->best = arena_zeroed(memory, (size_t)s->threads, sizeof *r->best);
  if (!r->later || !r->value || !r->last_mean || !r->best) return false;
  double *mean = r->last_mean;
  for (int n = 0; n < most; n++)
    for (int i = 0; i <= n; i++) *mean++ = mean_after(s, n, i);
  bool fine = true;
  for (int t = 0; t < s->threads; t++)
    fine = fine && (r->best[t] = arena_zeroed(memory, (size_t)most + 1, 1));
  return fine;
}

static bool open_choices(recursion *r, arena *kept)
{
  optimum_choices *c = r->choices;
  const int arms = r->setup->arms, horizon = r->setup->horizon;
  int64_t blocks = 0, bytes = 0;
  for (int t = 0; t < horizon; t++) blocks += block_count(arms, t);
  c->layer_at = arena_zeroed(kept, (size_t)horizon, sizeof *c->layer_at);
  c->block_at = arena_zeroed(kept, (size_t)blocks, sizeof *c->block_at);
  if (!c->layer_at || !c->block_at) return false;
  blocks = 0;
  for (int t = 0; t < horizon; t++) {
    layer *l = &r->now;
    layer_set(l, t);
    c->layer_at[t] = blocks;
    for (int b = 0; b < l->blocks; b++) {
      c->block_at[blocks++] = bytes;
      bytes += bytes_for((b + 1 < l->blocks ? l->first_state[b + 1] : l->states) - l->first_state[b]);
    }
  }
  c->packed = arena_zeroed(kept, (size_t)bytes, 1);
  return c->packed != NULL;
}

static void step_back(recursion *r, int plays)
{
  layer_set(&r->now, plays);
  atomic_store(&r->next_block, 0);
  parallel_run(r->setup->threads, do_blocks, &r);
  const optimum_setup *s = r->setup;
  for (int64_t i = 0; s->values && plays <= s->depth && i < r->now.states; i++)
    s->values[plays][i] = r->value[i];
  const layer l = r->now;
  double *value = r->value;
  r->now = r->next;
  r->value = r->later;
  r->next = l;
  r->later = value;
}

static status go_back(recursion *r, double *value)
{
  for (int plays = r->setup->horizon - 1; plays >= 0; plays--) {
    step_back(r, plays);
    if (atomic_load(&r->over)) return status_error(STATUS_STOPPED, "The recursion was stopped.");
  }
  *value = r->later[0];
  return status_ok;
}

status optimum_find(const optimum_setup *setup, double *value, optimum_choices *choices, arena *kept)
{
  arena memory = {0};
  recursion r = {.setup = setup, .choices = choices};
  atomic_init(&r.next_block, 0);
  atomic_init(&r.over, false);
  const bool fine = open_recursion(&r, &memory) && (!choices || open_choices(&r, kept));
  const status s = fine ? go_back(&r, value) : status_no_memory();
  arena_free(&memory);
  return s;
}

int optimum_choice(const optimum_choices *c, int arms, const int *counts, const int *sums)
{
  int plays = 0;
  int64_t at = 0;
  for (int k = 0; k < arms; k++) {
    plays += counts[k];
    at = at * ((int64_t)counts[k] + 1) + sums[k];
  }
  const int64_t block = c->layer_at[plays] + block_of(arms, plays, counts);
  return c->packed[c->block_at[block] + at / 4] >> 2 * (at % 4) & 3;
}

double optimum_bytes(int arms, int horizon) { return states_until(arms, horizon - 1) / 4; }

int optimum_longest(int arms, double states)
{
  int horizon = 1;
  while (states_until(arms, horizon) <= states) horizon++;
  return horizon;
}

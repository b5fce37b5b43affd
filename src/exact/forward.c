#include "decide.h"
#include "look.h"
#include "../base/parallel.h"

/* --- gathering --------------------------------------------------------------------- */

/* The block from which one comes by a play of this arm. */
typedef struct source {
  int arm, counts[STATES_ARMS];
  int64_t block, first_row, length;
  const double *flow;
} source;

static int find_sources(const recursion *r, const int *counts, source *found)
{
  const layer *l = &r->now;
  int count = 0;
  for (int k = 0; k < l->arms; k++) {
    source *s = &found[count];
    if (counts[k] == 0) continue;
    for (int j = 0; j < l->arms; j++) s->counts[j] = counts[j] - (j == k);
    s->arm = k;
    s->block = block_of(l->arms, l->plays, s->counts);
    if (!r->played[s->block * l->arms + k]) continue;
    s->first_row = l->first_row[s->block];
    s->length = sums_of(l, s->counts[l->arms - 1]);
    s->flow = (r->by_rows ? r->value : r->flow[k]) + l->first_state[s->block];
    count++;
  }
  return count;
}

/* The row of other sums, or -1 if there is none. */
static int64_t row_before(const layer *l, const source *s, const int *sums, int steps)
{
  int64_t row = 0;
  for (int k = 0; k + 1 < l->arms; k++) {
    const int64_t had = sums[k] - (k == s->arm ? steps : 0), possible = sums_of(l, s->counts[k]);
    if (had < 0 || had >= possible) return -1;
    row = row * possible + had;
  }
  return row;
}

static void add(double *restrict to, const double *restrict from, stretch_of_row part, double chance)
{
  for (int64_t j = part.from; j < part.to; j++) to[j] += chance * from[j];
}

/* With a prior, the chances along the row of the last arm. */
static void add_each(double *restrict to, const double *restrict from, stretch_of_row part,
                     const double *restrict chance)
{
  for (int64_t j = part.from; j < part.to; j++) to[j] += chance[j] * from[j];
}

static double chance_of(const recursion *r, const source *s, const int *sums, int steps)
{
  const forward_setup *f = r->setup;
  if (f->chance) return f->chance[s->arm * (r->now.span + 1) + steps];
  const double success = (f->a + sums[s->arm] - steps) / (f->a + f->b + s->counts[s->arm]);
  return steps ? success : 1 - success;
}

static void gather_row(const recursion *r, const source *s, const int *sums, double *row)
{
  const layer *l = &r->now;
  const bool is_last = s->arm == l->arms - 1;
  for (int steps = 0; steps <= l->span; steps++) {
    const int64_t before = row_before(l, s, sums, steps);
    if (before < 0) continue;
    const stretch_of_row part = decided_part(r, s->first_row + before, s->arm, s->length);
    const double *from = s->flow + before * s->length;
    if (is_last && !r->setup->chance)
      add_each(row + steps, from, part, r->posterior[steps] + pair_at(1, s->counts[s->arm], 0));
    else {
      const double chance = chance_of(r, s, sums, steps);
      if (chance > 0) add(row + (is_last ? steps : 0), from, part, chance);
    }
  }
}

static void gather_block(recursion *r, int block)
{
  const layer *l = &r->next;
  const int *counts = block_counts(l, block);
  source sources[STATES_ARMS];
  const int count = find_sources(r, counts, sources);
  r->reached_next[block] = count > 0;
  if (!count) return;
  const int64_t length = sums_of(l, counts[l->arms - 1]), rows = block_rows(l, counts);
  double *row = r->later + l->first_state[block];
  int sums[STATES_ARMS] = {0};
  for (int64_t i = 0; i < rows; i++, row += length, next_row(l, counts, sums)) {
    memset(row, 0, (size_t)length * sizeof *row);
    for (int k = 0; k < count; k++) gather_row(r, &sources[k], sums, row);
  }
}

/* --- stopping ------------------------------------------------------------------------ */

/* Returns whether any game in these states goes on. */
static bool stop_in_row(recursion *r, player *p, int block, int *sums, double *row)
{
  const layer *l = &r->now;
  const int *counts = block_counts(l, block), last = l->arms - 1;
  const int64_t length = sums_of(l, counts[last]);
  bool some_left = false;
  for (sums[last] = 0; sums[last] < length; sums[last]++) {
    double *chance = &row[sums[last]];
    if (!(*chance > 0)) continue;
    const int leader = look_named(l->arms, counts, sums);
    player_shows(p, &r->setup->policy, last, counts[last], sums[last]);
    const int rule = player_stopped_by(p, leader);
    some_left = some_left || rule < 0;
    if (rule < 0) continue;
    const int named = player_names(p, rule, leader);
    stops_count(&r->stops, l, block, sums, named, player_reason(p, rule), *chance);
    *chance = 0;
  }
  return some_left;
}

static void stop_in_block(recursion *r, player *p, int block)
{
  if (!r->reached[block]) return;
  const layer *l = &r->now;
  const int *counts = block_counts(l, block), last = l->arms - 1;
  const int64_t rows = block_rows(l, counts), length = sums_of(l, counts[last]);
  double *row = r->value + l->first_state[block];
  int sums[STATES_ARMS] = {0};
  r->reached[block] = 0;
  for (int64_t i = 0; i < rows; i++, row += length, next_row(l, counts, sums)) {
    for (int k = 0; k < last; k++) player_shows(p, &r->setup->policy, k, counts[k], sums[k]);
    if (stop_in_row(r, p, block, sums, row)) r->reached[block] = 1;
  }
}

/* --- in parts ------------------------------------------------------------------------ */

enum { PHASE_INDEX, PHASE_DECIDE, PHASE_GATHER, PHASE_STOP, PHASE_LOOK };

static int tasks_of(const recursion *r)
{
  return r->phase == PHASE_INDEX    ? r->now.plays + 1
         : r->phase == PHASE_GATHER ? r->next.blocks
                                    : r->now.blocks;
}

static void do_task(recursion *r, player *p, int task)
{
  switch (r->phase) {
  case PHASE_INDEX: decide_indices(r, p, task); break;
  case PHASE_DECIDE: decide_block(r, p, task); break;
  case PHASE_GATHER: gather_block(r, task); break;
  case PHASE_STOP: stop_in_block(r, p, task); break;
  default: look_at_block(r, task);
  }
}

static void work(const void *given, int part)
{
  recursion *r = *(recursion *const *)given;
  const int tasks = tasks_of(r);
  player_comes_to(&r->players[part], r->now.plays);
  for (int task; (task = atomic_fetch_add(&r->next_task, 1)) < tasks;) {
    if (atomic_load(&r->over)) return;
    if (part == 0 && r->setup->stopped && r->setup->stopped()) atomic_store(&r->over, true);
    do_task(r, &r->players[part], task);
  }
}

static status do_phase(recursion *r, int phase)
{
  r->phase = phase;
  atomic_store(&r->next_task, 0);
  parallel_run(r->setup->threads, work, &r);
  for (int i = 0; i < r->setup->threads; i++)
    if (r->players[i].roster.player.failure.code) return roster_failure(&r->players[i].roster);
  return atomic_load(&r->over) ? status_error(STATUS_STOPPED, "The recursion was stopped.") : status_ok;
}

/* --- the whole ------------------------------------------------------------------------ */

static void exchange(recursion *r)
{
  const layer l = r->now;
  double *chance = r->value;
  unsigned char *reached = r->reached;
  r->now = r->next;
  r->value = r->flow[0] = r->later;
  r->reached = r->reached_next;
  r->next = l;
  r->later = chance;
  r->reached_next = reached;
}

static status step(recursion *r, forward_stops *all)
{
  status s = status_ok;
  if (r->by_index) s = do_phase(r, PHASE_INDEX);
  if (!s.code) s = do_phase(r, PHASE_DECIDE);
  if (s.code) return s;
  layer_set(&r->next, r->now.plays + 1);
  s = do_phase(r, PHASE_GATHER);
  exchange(r);
  if (s.code || !r->setup->policy.stopping) return s;
  s = do_phase(r, PHASE_STOP);
  return s.code || stops_add_up(&r->stops, &r->now, all) ? s : status_no_memory();
}

static status go_on(recursion *r, forward_look *looks, forward_stops *all, arena *memory)
{
  const forward_setup *f = r->setup;
  for (int at = 0; at < f->round_count; at++) {
    while (r->now.plays < f->rounds[at]) {
      const status s = step(r, all);
      if (s.code) return s;
    }
    if (!look_open(r, &looks[at], memory)) return status_no_memory();
    const status s = do_phase(r, PHASE_LOOK);
    if (s.code) return s;
    look_add_up(r, &looks[at]);
    stops_join(all, &looks[at]);
  }
  return status_ok;
}

static bool open_posterior(recursion *r, int plays, arena *memory)
{
  const forward_setup *f = r->setup;
  if (f->chance) return true;
  for (int steps = 0; steps <= 1; steps++) {
    double *p = r->posterior[steps] =
        arena_zeroed(memory, (size_t)pair_at(1, (int64_t)plays + 1, 0), sizeof *p);
    if (!p) return false;
    for (int n = 0; n <= plays; n++)
      for (int m = 0; m <= n; m++) {
        const double success = (f->a + m) / (f->a + f->b + n);
        *p++ = steps ? success : 1 - success;
      }
  }
  return true;
}

static bool open_layers(recursion *r, int plays, arena *memory)
{
  const exact_policy *e = &r->setup->policy;
  const size_t blocks = (size_t)block_count(e->arms, plays);
  if (!layer_open(&r->now, e->arms, e->span, plays, memory) ||
      !layer_open(&r->next, e->arms, e->span, plays, memory))
    return false;
  layer_set(&r->now, plays);
  r->most_states = r->now.states;
  r->most_rows = r->now.rows;
  layer_set(&r->now, 0);
  r->value = r->flow[0] = arena_zeroed(memory, (size_t)r->most_states, sizeof *r->value);
  r->later = arena_zeroed(memory, (size_t)r->most_states, sizeof *r->later);
  r->reached = arena_zeroed(memory, blocks, 1);
  r->reached_next = arena_zeroed(memory, blocks, 1);
  r->played = arena_zeroed(memory, blocks * (size_t)e->arms, 1);
  if (!r->value || !r->later || !r->reached || !r->reached_next || !r->played) return false;
  r->value[0] = 1;
  r->reached[0] = 1;
  return true;
}

static status open_players(recursion *r, arena *memory)
{
  const forward_setup *f = r->setup;
  r->players = arena_zeroed(memory, (size_t)f->threads, sizeof *r->players);
  if (!r->players) return status_no_memory();
  for (; r->player_count < f->threads; r->player_count++) {
    const status s = player_open(&r->players[r->player_count], &f->policy);
    if (s.code) return r->player_count++, s;
  }
  return status_ok;
}

static status open_recursion(recursion *r, arena *memory)
{
  const int plays = r->setup->rounds[r->setup->round_count - 1];
  status s = open_players(r, memory);
  if (!s.code && !r->setup->stated) s = memories_make(&r->memories, &r->players[0], &r->setup->policy, plays, memory);
  if (s.code) return s;
  return open_layers(r, plays, memory) && open_posterior(r, plays, memory) && decide_open(r, plays, memory) &&
                 (!r->setup->policy.stopping || stops_open(&r->stops, &r->setup->policy, plays, memory))
             ? status_ok
             : status_no_memory();
}

status forward_play(const forward_setup *setup, forward_look *looks, forward_stops *all, arena *memory)
{
  arena own = {0};
  recursion r = {.setup = setup};
  atomic_init(&r.next_task, 0);
  atomic_init(&r.over, false);
  status s = open_recursion(&r, &own);
  if (!s.code) s = go_on(&r, looks, all, memory);
  for (int i = 0; i < r.player_count; i++) player_close(&r.players[i]);
  arena_free(&r.looking);
  arena_free(&own);
  return s;
}

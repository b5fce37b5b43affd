/* Patience: arm k leaves for good at the end of round t when it has not been
 * played for m_k rounds, t - last_k >= m_k (impatient arms, section 2).
 *
 * Deadlines wait in a heap. A play only moves its arm's deadline later, so
 * the heap is not touched then: an arm whose turn has come is asked for its
 * true deadline, and put back if that lies ahead. O(log K) a play at worst. */
#include "types.h"
#include "../base/heap.h"

typedef struct patience_state {
  heap deadlines; /* last round in which the arm still waits */
} patience_state;

static status patience_prepare(problem *p, trait_model *m)
{
  const parameter *given = parameters_find(&m->given, "patience");
  int64_t *patience = arena_zeroed(&p->memory, (size_t)p->arm_count, sizeof *patience);
  if (!patience) return status_no_memory();
  for (int arm = 0; arm < p->arm_count; arm++) patience[arm] = rounds_from(given->values[arm]);
  p->patience = patience;
  return status_ok;
}

static bool patience_start(game *g, void *state, const void *shared)
{
  (void)shared;
  patience_state *s = state;
  return heap_open(&s->deadlines, (size_t)g->problem->arm_count, &g->memory);
}

static int64_t deadline_after(const game *g, int arm, int64_t last_pull)
{
  const int64_t patience = g->problem->patience[arm];
  return patience >= FOREVER - last_pull ? FOREVER : last_pull + patience;
}

static void patience_arm_entered(game *g, void *state, int arm)
{
  patience_state *s = state;
  const int64_t deadline = deadline_after(g, arm, g->arm[arm].last_pull);
  if (deadline != FOREVER && !heap_push(&s->deadlines, deadline, arm)) g->failure = status_no_memory();
}

static int64_t patience_next(const game *g, const void *state)
{
  (void)g;
  const patience_state *s = state;
  return heap_is_empty(&s->deadlines) ? FOREVER : heap_first(&s->deadlines).round + 1;
}

/* An arm in play is not neglected: until the play ends it was last played in
 * the round before this one. */
static int64_t true_deadline(game *g, int arm)
{
  const int64_t last = arm == g->playing ? g->round - 1 : g->arm[arm].last_pull;
  return deadline_after(g, arm, last);
}

static void patience_act(game *g, void *state)
{
  heap *deadlines = &((patience_state *)state)->deadlines;
  roster_hold(&g->roster);
  while (!heap_is_empty(deadlines) && heap_first(deadlines).round < g->round) {
    const int arm = heap_first(deadlines).arm;
    const int64_t deadline = true_deadline(g, arm);
    if (game_is_live(g, arm) && deadline >= g->round) {
      heap_postpone(deadlines, deadline);
      continue;
    }
    heap_pop(deadlines);
    if (game_is_live(g, arm)) game_arm_leaves(g, arm, deadline, EXIT_LEFT);
  }
  roster_settle(&g->roster);
}

const trait_type trait_patience = {
    .name = "patience",
    .takes = TAKES({"patience", A_WHOLE(1, INFINITY), .size = SIZE_ARMS,
                    .words = "whole numbers of rounds of at least 1, or Inf"}),
    .flag = HAS_PATIENCE,
    .order = 1,
    .state_size = sizeof(patience_state),
    .prepare = patience_prepare,
    .start = patience_start,
    .next = patience_next,
    .act = patience_act,
    .arm_entered = patience_arm_entered,
};

/* Patience: arm k leaves for good at the end of round t when it has not been
 * played for m_k rounds, t - last_k >= m_k (impatient arms, section 2).
 *
 * Deadlines are kept in a heap. A play only moves its arm's deadline later, so it leaves the heap
 * alone: when the first deadline in the heap has passed, the arm's true deadline is computed, and
 * put back if it is still ahead. O(log K) per play at worst. */
#include "types.h"
#include "../base/heap.h"

typedef struct patience_state {
  heap deadlines;  /* last round in which the arm still waits */
  int64_t *listed; /* by place: the deadline that the heap has of it, or 0 */
} patience_state;

static status patience_prepare(problem *p, trait_model *m)
{
  const parameter *given = parameters_find(&m->given, "patience");
  if (!given || given->length != p->described)
    return status_error(STATUS_INTERNAL, "Patience needs a number for every arm.");
  return problem_rounds(p, &m->given, "patience", &p->patience);
}

static bool patience_start(game *g, void *state, const void *shared)
{
  (void)shared;
  patience_state *s = state;
  const size_t count = (size_t)game_problem(g)->arm_count;
  s->listed = arena_zeroed(game_memory(g), count, sizeof *s->listed);
  return s->listed && heap_open(&s->deadlines, count, 0, game_memory(g));
}

static int64_t deadline_after(const game *g, int arm, int64_t last_pull)
{
  const int64_t patience = game_problem(g)->patience[arm];
  return patience >= FOREVER - last_pull ? FOREVER : last_pull + patience;
}

/* Once is enough: a deadline in the heap that is too early is looked at then. */
static void list_deadline(game *g, void *state, int arm)
{
  patience_state *s = state;
  const int64_t deadline = deadline_after(g, arm, game_last_pull(g, arm));
  if (deadline == FOREVER || (s->listed[arm] && s->listed[arm] <= deadline)) return;
  if (s->listed[arm]) heap_take_out(&s->deadlines, arm);
  s->listed[arm] = deadline;
  if (!heap_push(&s->deadlines, deadline, arm, NULL)) game_fail(g, status_no_memory());
}

static int64_t patience_next(const game *g, const void *state)
{
  (void)g;
  const patience_state *s = state;
  return heap_next(&s->deadlines);
}

/* The first deadline in the heap has passed: is it the true one? */
static void look_at_first(game *g, patience_state *s, int64_t now)
{
  const int arm = (int)heap_first(&s->deadlines).order;
  const bool waits = game_is_live(g, arm);
  const int64_t deadline = waits ? deadline_after(g, arm, game_last_attended(g, arm)) : FOREVER;
  if (waits && deadline >= now && deadline != FOREVER) {
    s->listed[arm] = deadline;
    heap_postpone(&s->deadlines, deadline);
    return;
  }
  s->listed[arm] = 0;
  heap_pop(&s->deadlines);
  if (deadline < now) game_arm_leaves(g, arm, deadline, EXIT_LEFT);
}

static void patience_act(game *g, void *state)
{
  patience_state *s = state;
  const int64_t now = game_round(g);
  game_hold(g);
  while (heap_next(&s->deadlines) <= now) look_at_first(g, s, now);
  game_settle(g);
}

const trait_type trait_patience = {
    .name = "patience",
    .takes = TAKES({"patience", A_WHOLE(1, INFINITY), .size = SIZE_ARMS, .repeats = true,
                    .words = "whole numbers of rounds of at least 1, or Inf", REQUIRED}),
    .flag = HAS_PATIENCE,
    .order = 1,
    .state_size = sizeof(patience_state),
    .prepare = patience_prepare,
    .start = patience_start,
    .next = patience_next,
    .act = patience_act,
    .arm_entered = list_deadline,
    .arm_back = list_deadline,
};

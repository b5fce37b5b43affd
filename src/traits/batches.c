/* Feedback in batches (Gao, Han, Ren and Zhou 2019): whatever would be shown in a
 * round is shown at the end of the batch in which the round lies, all of it in order
 * of play. Batches have `size` rounds each, or `ends` are their last rounds; what
 * comes after the last of these is not shown. */
#include "types.h"
#include "../base/sorted.h"

typedef struct batches_plan {
  int64_t size; /* 0: by ends */
  const parameter *ends;
} batches_plan;

static status batches_prepare(problem *p, trait_model *m)
{
  batches_plan *plan = arena_zeroed(&p->memory, 1, sizeof *plan);
  if (!plan) return status_no_memory();
  plan->size = (int64_t)parameters_number_or(&m->given, "size", 0);
  plan->ends = parameters_find(&m->given, "ends");
  m->shared = plan;
  if ((plan->size > 0) != (plan->ends != NULL)) return status_ok;
  return status_error(STATUS_INTERNAL, "Batches need a size or their ends.");
}

static bool batches_start(game *g, void *state, const void *shared)
{
  (void)g;
  *(const batches_plan **)state = shared;
  return true;
}

/* The first end that is not before the round. */
static int64_t next_end(const parameter *ends, int64_t round)
{
  const int64_t at = first_at_least(ends->values, 0, ends->length, (double)round);
  return at < ends->length ? (int64_t)ends->values[at] : FOREVER - 1;
}

static int64_t batches_shown_in(const game *g, const void *state, int64_t round)
{
  (void)g;
  const batches_plan *plan = *(const batches_plan *const *)state;
  if (round > (int64_t)LARGEST_ROUND) return round; /* after every horizon */
  return plan->ends ? next_end(plan->ends, round) : ((round - 1) / plan->size + 1) * plan->size;
}

const trait_type trait_batches = {
    .name = "batches",
    .takes = TAKES({"size", A_WHOLE(1, LARGEST_COUNT), .unless = "ends"},
                   {"ends", A_WHOLE(1, LARGEST_COUNT), .size = SIZE_ANY, .increasing = true,
                    .not_with = "size", .words = "increasing whole numbers of rounds of at least 1"}),
    .flag = HAS_BATCHES,
    .order = 12,
    .state_size = sizeof(const batches_plan *),
    .prepare = batches_prepare,
    .start = batches_start,
    .shown_in = batches_shown_in,
};

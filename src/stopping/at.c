/* Stops at the end of a round, whatever was shown. */
#include "types.h"

static void at_start(void *state, const parameters *given)
{
  *(int64_t *)state = rounds_from(parameters_number(given, "round"));
}

static bool at_says(void *state, const evidence *e) { return e->round >= *(const int64_t *)state; }

static int64_t at_next(const void *state, int64_t round)
{
  const int64_t at = *(const int64_t *)state;
  return at >= round ? at : FOREVER;
}

const stopping_type stopping_at = {
    .name = "at",
    .takes = TAKES({"round", A_WHOLE(1, LARGEST_ROUND), REQUIRED}),
    .state_size = sizeof(int64_t),
    .at_any_time = true,
    .start = at_start,
    .says = at_says,
    .next = at_next,
};

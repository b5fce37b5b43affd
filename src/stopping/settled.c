/* Stops when the policy itself says that a single arm remains of several. Policies that
 * cannot say so are never stopped. */
#include "types.h"

static bool is_a_choice(const evidence *e)
{
  int there = 0;
  for (int arm = 0; arm < e->arms && there < 2; arm++) there += e->there[arm];
  return there > 1;
}

static bool settled_says(void *state, const evidence *e)
{
  (void)state;
  return e->type->settled && e->type->settled(e->player, e->view) && is_a_choice(e);
}

const stopping_type stopping_settled = {
    .name = "settled",
    .claims_best = true,
    .takes = TAKES(TAKES_LOOKS),
    .says = settled_says,
};

/* A tax: `rate` of every reward is kept. */
#include "types.h"

static double share_left(const parameters *given) { return 1 - parameters_number(given, "rate"); }

static bool tax_start(game *g, void *state, const void *shared)
{
  (void)g;
  *(double *)state = share_left(shared);
  return true;
}

static void tax_worth(const game *g, const void *shared, int arm, int wait, double *pay, double *time)
{
  (void)g, (void)arm, (void)wait, (void)time;
  *pay *= share_left(shared);
}

static void tax_shape(game *g, void *state, play *p)
{
  (void)g;
  p->worth *= *(const double *)state;
  p->seen.observed = p->worth;
}

const trait_type trait_tax = {
    .name = "tax",
    .takes = TAKES({"rate", A_CHANCE}),
    .conflicts = CONFLICTS({"waiting", "it is not defined what is taxed if a play is unsuccessful"}),
    .order = 1,
    .state_size = sizeof(double),
    .prepare = problem_share_parameters,
    .start = tax_start,
    .worth = tax_worth,
    .shape = tax_shape,
};

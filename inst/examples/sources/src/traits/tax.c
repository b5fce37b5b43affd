/* A tax: `rate` of every reward is kept. What was kept until a round is a column of regret(): `tax`. */
#include "types.h"

typedef struct tax_state {
  double share, kept; /* share: what is left of a reward */
} tax_state;

static double share_left(const parameters *given) { return 1 - parameters_number(given, "rate"); }

static bool tax_start(game *g, void *state, const void *shared)
{
  (void)g;
  *(tax_state *)state = (tax_state){.share = share_left(shared)};
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
  tax_state *s = state;
  s->kept += (1 - s->share) * p->worth;
  p->worth *= s->share;
  p->seen.observed = p->worth;
}

static void tax_judge(const game *g, const void *state, int64_t round, standing *st, double *figures)
{
  (void)g, (void)round, (void)st;
  figures[0] = ((const tax_state *)state)->kept;
}

const trait_type trait_tax = {
    .name = "tax",
    .takes = TAKES({"rate", A_CHANCE, REQUIRED}),
    .conflicts = CONFLICTS({"waiting", "it is not defined what is taxed if a play is unsuccessful"}),
    .order = 1,
    .state_size = sizeof(tax_state),
    .prepare = problem_share_parameters,
    .start = tax_start,
    .worth = tax_worth,
    .shape = tax_shape,
    .figure = {"tax"},
    .judge = tax_judge,
};

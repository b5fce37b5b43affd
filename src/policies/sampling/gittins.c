/* The Gittins index policy (Gittins 1979) for Bernoulli rewards: the action with the greatest
 * index of its posterior Beta(a + successes, b + failures), ties to the lowest action;
 * gittins_index.h says what the index is, and how exactly it is found. An action never played has
 * the index of the prior. A reward in (0, 1) counts as a success with that probability (Agrawal
 * and Goyal 2012); rewards in another range are scaled to [0, 1]. Cost: an index per play, and a
 * look at each live action per round. */
#include "gittins_index.h"
#include "../search/tally.h"

typedef struct gittins_action {
  tally tally;  /* of successes */
  double index; /* once it was seen */
} gittins_action;

typedef struct gittins_state {
  gittins finder;
  reward_range range;
  double a, b, unseen; /* the prior, and its index */
} gittins_state;

static gittins_action *gittins_at(const policy *p, int action)
{
  return (gittins_action *)p->actions + action;
}

static status gittins_start(policy *p, const view *v, const parameters *given)
{
  (void)v;
  enum { DEEPEST = 1000000 };
  gittins_state *s = p->state;
  const double *prior = parameters_numbers(given, "prior");
  const double discount = parameters_number(given, "discount");
  const double accuracy = parameters_number(given, "accuracy");
  s->range = reward_range_of(given);
  s->a = prior[0];
  s->b = prior[1];
  if (gittins_depth(discount, accuracy, 0.5) > DEEPEST)
    return status_error(STATUS_BAD_PARAMETER, "It would look %.3g rounds ahead; %d can be had.",
                        gittins_depth(discount, accuracy, 0.5), DEEPEST);
  if (!gittins_open(&s->finder, discount, accuracy, p->memory)) return status_no_memory();
  s->unseen = gittins_index(&s->finder, s->a, s->b);
  return status_ok;
}

static double gittins_value(const policy *p, const view *v, int action, const void *with)
{
  (void)v, (void)with;
  const gittins_action *a = gittins_at(p, action);
  return a->tally.pulls ? a->index : ((const gittins_state *)p->state)->unseen;
}

static int gittins_choose(policy *p, const view *v) { return argmax_action(p, v, gittins_value, NULL); }

static double gittins_of(const policy *p, const view *v, int action)
{
  return gittins_value(p, v, action, NULL);
}

static void gittins_observe(policy *p, const view *v, const outcome *o)
{
  gittins_state *s = p->state;
  gittins_action *a = gittins_at(p, o->action);
  double seen = to_unit(s->range, o->observed);
  if (seen != 0 && seen != 1) seen = stream_uniform(v->random) < seen ? 1 : 0;
  tally_add(&a->tally, seen);
  const double failures = (double)a->tally.pulls - a->tally.total;
  a->index = gittins_index(&s->finder, s->a + a->tally.total, s->b + failures);
}

const policy_type policy_gittins = {
    .constructor = "policy_gittins",
    .label = "Gittins index",
    .paper = "Gittins 1979; Gittins, Glazebrook and Weber 2011, chapter 8",
    .deterministic = true,
    .takes = TAKES({"discount", BETWEEN(SMALLEST_NUMBER, 0.999)},
                   {"prior", A_POSITIVE, .size = SIZE_TWO, .bounded = "A beta prior"},
                   {"accuracy", BETWEEN(1e-12, 0.1)}, {"range", A_RANGE}),
    .told_suffices = true,
    .counts_suffice = "",
    .state_size = sizeof(gittins_state),
    .action_size = sizeof(gittins_action),
    .start = gittins_start,
    .choose = gittins_choose,
    .index = gittins_of,
    .observe = gittins_observe,
};

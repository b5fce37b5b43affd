/* The Gittins index policy (Gittins 1979) for Bernoulli rewards: the action with the greatest
 * index of its posterior Beta(a + successes, b + failures), ties to the lowest action;
 * gittins_index.h says what the index is, and how exactly it is found. An action never played has
 * the index of the prior. A reward in (0, 1) counts as a success with that probability (Agrawal
 * and Goyal 2012); rewards in another range are scaled to [0, 1].
 *
 * An index takes long to find, and mostly bounds of it tell which action has the greatest
 * (gittins_index.h): it is found only where they do not. In plain mode it is found at once. Cost: a
 * look at the bounds of each live action per round, and some indices. */
#include "gittins_index.h"
#include "../search/tally.h"

typedef struct gittins_action {
  tally tally;        /* of successes */
  double least, most; /* once it was seen: its index lies between; once that is found, both are it */
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

/* The index of the state of this action, found now if it was not before. */
static double gittins_found(const policy *p, int action)
{
  gittins_state *s = p->state;
  gittins_action *a = gittins_at(p, action);
  if (!a->tally.pulls) return s->unseen;
  if (a->least < a->most)
    a->least = a->most =
        gittins_index(&s->finder, s->a + a->tally.total, s->b + (double)a->tally.pulls - a->tally.total);
  return a->most;
}

static double gittins_of(const policy *p, const view *v, int action)
{
  (void)v;
  return gittins_found(p, action);
}

static double gittins_value(const policy *p, const view *v, int action, const void *with)
{
  (void)v, (void)with;
  return gittins_found(p, action);
}

static double least_of(const policy *p, int action)
{
  const gittins_action *a = gittins_at(p, action);
  return a->tally.pulls ? a->least : ((const gittins_state *)p->state)->unseen;
}

static double most_value(const policy *p, const view *v, int action, const void *with)
{
  (void)v, (void)with;
  const gittins_action *a = gittins_at(p, action);
  return a->tally.pulls ? a->most : ((const gittins_state *)p->state)->unseen;
}

/* Returns whether this action's index is the greatest whatever the others' are, the lowest in a tie. */
static bool is_greatest(const policy *p, const view *v, int action)
{
  const double least = least_of(p, action);
  for (int i = 0; i < v->action_count; i++) {
    const int other = v->actions[i];
    if (other == action) continue;
    const double most = most_value(p, v, other, NULL);
    if (most > least || (most == least && v->number[other / v->waits] < v->number[action / v->waits]))
      return false;
  }
  return true;
}

/* Computes the index of the action that may have the greatest one, until no other may have a greater. */
static int find_greatest(const policy *p, const view *v)
{
  if (v->plain) return argmax_action(p, v, gittins_value, NULL);
  for (;;) {
    const int action = argmax_action(p, v, most_value, NULL);
    const gittins_action *a = gittins_at(p, action);
    if (!a->tally.pulls || !(a->least < a->most) || is_greatest(p, v, action)) return action;
    gittins_found(p, action);
  }
}

/* Those of which nothing was seen have the same index. */
static int gittins_choose(policy *p, const view *v) { return evened_out(v, find_greatest(p, v)); }

static void gittins_observe(policy *p, const view *v, const outcome *o)
{
  gittins_state *s = p->state;
  gittins_action *a = gittins_at(p, o->action);
  double seen = to_unit(s->range, o->observed);
  if (seen != 0 && seen != 1) seen = stream_uniform(v->random) < seen ? 1 : 0;
  const double before = a->tally.pulls ? a->most : s->unseen;
  tally_add(&a->tally, seen);
  gittins_bounds(&s->finder, s->a + a->tally.total, s->b + (double)a->tally.pulls - a->tally.total, &a->least,
                 &a->most);
  /* A failure does not raise it; what is found lies up to `accuracy` below. */
  if (seen == 0) a->most = fmin(a->most, before + s->finder.accuracy);
}

const policy_type policy_gittins = {
    .constructor = "policy_gittins",
    .label = "Gittins index",
    .does = "plays the arm with the greatest Gittins index: the best way to play one arm as long "
            "as it is worth it",
    .paper = "Gittins 1979; Gittins, Glazebrook and Weber 2011, chapter 8",
    .deterministic = true,
    .takes = TAKES({"discount", BETWEEN(SMALLEST_NUMBER, 0.999), USUALLY(0.95)},
                   {"prior", A_POSITIVE, .size = SIZE_TWO, .bounded = "A beta prior", USUALLY(1, 1)},
                   {"accuracy", BETWEEN(1e-12, 0.1), USUALLY(1e-06)}, {"range", A_RANGE, FROM_BANDIT}),
    .told_suffices = true,
    .counts_suffice = "",
    .state_size = sizeof(gittins_state),
    .action_size = sizeof(gittins_action),
    .start = gittins_start,
    .choose = gittins_choose,
    .index = gittins_of,
    .observe = gittins_observe,
};

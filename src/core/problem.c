#include "problem.h"
#include "../traits/trait.h"
#include <string.h>

/* In the order in which traits start and act: patience is ready before arms
 * enter; waiting decides what a play pays and how long it takes before a
 * spread hands it out. */
static const trait_type *const trait_registry[] = {
    &trait_patience, &trait_entries, &trait_lifetimes, &trait_population,
    &trait_waiting,  &trait_spread,  &trait_fairness,  &trait_replay,
};
enum { TRAIT_TYPES = sizeof trait_registry / sizeof trait_registry[0] };

static int trait_order(const char *name)
{
  for (int i = 0; i < TRAIT_TYPES; i++)
    if (strcmp(trait_registry[i]->name, name) == 0) return i;
  return -1;
}

status problem_make(problem *p, const char *kind, const parameters *arms_given, int arm_count)
{
  const problem empty = {0};
  *p = empty;
  p->arm_count = arm_count;
  p->waits = 1;
  return arms_model_make(&p->arms, kind, arms_given, arm_count, &p->memory);
}

status problem_add(problem *p, const char *trait, const parameters *given)
{
  const int order = trait_order(trait);
  if (order < 0 || p->trait_count == MOST_TRAITS)
    return status_error(STATUS_INTERNAL, "There is no trait \"%s\".", trait);
  int at = p->trait_count++;
  for (; at > 0 && trait_order(p->traits[at - 1].type->name) > order; at--) p->traits[at] = p->traits[at - 1];
  trait_model *m = &p->traits[at];
  *m = (trait_model){trait_registry[order], *given, NULL};
  p->has |= m->type->flag;
  return m->type->prepare ? m->type->prepare(p, m) : status_ok;
}

status problem_share_parameters(problem *p, trait_model *m)
{
  parameters *copy = arena_zeroed(&p->memory, 1, sizeof *copy);
  if (!copy) return status_no_memory();
  *copy = m->given;
  m->shared = copy;
  return status_ok;
}

void problem_free(problem *p) { arena_free(&p->memory); }

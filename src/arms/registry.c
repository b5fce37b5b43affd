/* Every kind of arms is one line here. */
#include "types.h"
#include <string.h>

const arms_type *const arms_registry[] = {
    &arms_bernoulli,
    &arms_gaussian,
    &arms_beta,
    &arms_beta_mean,
    &arms_categorical,
    &arms_constant,
    &arms_empirical,
    &arms_linear,
    &arms_tape_pull,
    &arms_tape_round,
    NULL,
};

const arms_type *arms_find(const char *name)
{
  for (int i = 0; arms_registry[i]; i++)
    if (strcmp(arms_registry[i]->name, name) == 0) return arms_registry[i];
  return NULL;
}

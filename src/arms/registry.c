/* Every kind of arms is one line here. */
#include "types.h"
#include <string.h>

static const arms_type *const arms_registry[] = {
    &arms_bernoulli, &arms_gaussian,  &arms_beta,   &arms_beta_mean, &arms_categorical,
    &arms_constant,  &arms_empirical, &arms_linear, &arms_tape_pull, &arms_tape_round,
};

const arms_type *arms_find(const char *name)
{
  for (size_t i = 0; i < sizeof arms_registry / sizeof arms_registry[0]; i++)
    if (strcmp(arms_registry[i]->name, name) == 0) return arms_registry[i];
  return NULL;
}

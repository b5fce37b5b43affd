/* Every kind of arms is one line here. */
#include "types.h"
#include <string.h>

/* clang-format off */
#define ARMS(entry) \
  entry(arms_bernoulli) \
  entry(arms_gaussian) \
  entry(arms_student) \
  entry(arms_lognormal) \
  entry(arms_survival) \
  entry(arms_beta) \
  entry(arms_beta_mean) \
  entry(arms_categorical) \
  entry(arms_constant) \
  entry(arms_empirical) \
  entry(arms_linear) \
  entry(arms_logistic) \
  entry(arms_tape_pull) \
  entry(arms_tape_round) \
  entry(arms_tape_context)
/* clang-format on */

#define DECLARE(name) extern const arms_type name;
#define ADDRESS(name) &name,
ARMS(DECLARE)

const arms_type *const arms_registry[] = {ARMS(ADDRESS) NULL};

const arms_type *arms_find(const char *name)
{
  for (int i = 0; arms_registry[i]; i++)
    if (strcmp(arms_registry[i]->name, name) == 0) return arms_registry[i];
  return NULL;
}

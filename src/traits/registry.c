/* Every trait is one line here. */
#include "types.h"
#include <string.h>

/* clang-format off */
#define TRAITS(entry) \
  entry(trait_patience) \
  entry(trait_entries) \
  entry(trait_lifetimes) \
  entry(trait_population) \
  entry(trait_waiting) \
  entry(trait_spread) \
  entry(trait_fairness) \
  entry(trait_replay) \
  entry(trait_delay) \
  entry(trait_changes) \
  entry(trait_wear) \
  entry(trait_absences) \
  entry(trait_rest) \
  entry(trait_batches) \
  entry(trait_accrual) \
  entry(trait_previews)
/* clang-format on */

#define DECLARE(name) extern const trait_type name;
#define ADDRESS(name) &name,
TRAITS(DECLARE)

const trait_type *const trait_registry[] = {TRAITS(ADDRESS) NULL};

const trait_type *trait_find(const char *name)
{
  for (int i = 0; trait_registry[i]; i++)
    if (strcmp(trait_registry[i]->name, name) == 0) return trait_registry[i];
  return NULL;
}

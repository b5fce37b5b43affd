/* Every trait is one line here. */
#include "types.h"
#include <string.h>

static const trait_type *const trait_registry[] = {
    &trait_patience, &trait_entries, &trait_lifetimes, &trait_population,
    &trait_waiting,  &trait_spread,  &trait_fairness,  &trait_replay,
};

const trait_type *trait_find(const char *name)
{
  for (size_t i = 0; i < sizeof trait_registry / sizeof trait_registry[0]; i++)
    if (strcmp(trait_registry[i]->name, name) == 0) return trait_registry[i];
  return NULL;
}

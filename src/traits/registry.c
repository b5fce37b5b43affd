/* Every trait is one line here. */
#include "types.h"
#include <string.h>

const trait_type *const trait_registry[] = {
    &trait_patience, &trait_entries,  &trait_lifetimes, &trait_population, &trait_waiting,
    &trait_spread,   &trait_fairness, &trait_replay,    &trait_delay,      NULL,
};

const trait_type *trait_find(const char *name)
{
  for (int i = 0; trait_registry[i]; i++)
    if (strcmp(trait_registry[i]->name, name) == 0) return trait_registry[i];
  return NULL;
}

/* Every stopping rule is one line here. */
#include "types.h"
#include <string.h>

/* clang-format off */
#define RULES(entry) \
  entry(stopping_glr) \
  entry(stopping_separated) \
  entry(stopping_posterior) \
  entry(stopping_futility) \
  entry(stopping_equivalence) \
  entry(stopping_evidence) \
  entry(stopping_settled) \
  entry(stopping_at)
/* clang-format on */

#define DECLARE(name) extern const stopping_type name;
#define ADDRESS(name) &name,
RULES(DECLARE)

const stopping_type *const stopping_registry[] = {RULES(ADDRESS) NULL};

const stopping_type *stopping_find(const char *name)
{
  for (int i = 0; stopping_registry[i]; i++)
    if (strcmp(stopping_registry[i]->name, name) == 0) return stopping_registry[i];
  return NULL;
}

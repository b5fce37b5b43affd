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
  entry(stopping_boundary) \
  entry(stopping_log_rank) \
  entry(stopping_settled) \
  entry(stopping_at)
/* Entries of those that take arms out. */
#define LEAVING(entry) \
  entry(leaving_drop_posterior) \
  entry(leaving_drop_boundary) \
  entry(leaving_graduate_posterior) \
  entry(leaving_graduate_boundary)
/* clang-format on */

#define DECLARE(name) extern const stopping_type name;
#define ADDRESS(name) &name,
RULES(DECLARE)
LEAVING(DECLARE)

const stopping_type *const stopping_registry[] = {RULES(ADDRESS) NULL};
const stopping_type *const leaving_registry[] = {LEAVING(ADDRESS) NULL};

static const stopping_type *find_among(const stopping_type *const *list, const char *name)
{
  for (int i = 0; list[i]; i++)
    if (strcmp(list[i]->name, name) == 0) return list[i];
  return NULL;
}

const stopping_type *stopping_find(const char *name) { return find_among(stopping_registry, name); }
const stopping_type *leaving_find(const char *name) { return find_among(leaving_registry, name); }

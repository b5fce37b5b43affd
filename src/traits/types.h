/* All traits, by name. */
#ifndef UNRULY_TRAIT_TYPES_H
#define UNRULY_TRAIT_TYPES_H

#include "../model/description.h"

extern const trait_type *const trait_registry[]; /* NULL is the last */
/* NULL if there is none of that name. */
const trait_type *trait_find(const char *name);

#endif

/* All kinds of arms, by name. */
#ifndef UNRULY_ARMS_TYPES_H
#define UNRULY_ARMS_TYPES_H

#include "../model/arms.h"

extern const arms_type *const arms_registry[]; /* NULL is the last */
/* NULL if there is none of that name. */
const arms_type *arms_find(const char *name);

#endif

/* All stopping rules, by name. */
#ifndef UNRULY_STOPPING_TYPES_H
#define UNRULY_STOPPING_TYPES_H

#include "../model/stopping.h"

extern const stopping_type *const stopping_registry[]; /* NULL is the last */
/* Registry of those that take arms out of a game. */
extern const stopping_type *const leaving_registry[]; /* NULL is the last */
/* NULL if there is none of that name. */
const stopping_type *stopping_find(const char *name);
const stopping_type *leaving_find(const char *name);

#endif

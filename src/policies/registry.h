/* All policies, by the name of their R constructor: those of the package, and
 * those that other libraries have registered. */
#ifndef UNRULY_POLICY_REGISTRY_H
#define UNRULY_POLICY_REGISTRY_H

#include "../model/registration.h"
#include <stdatomic.h>

extern const policy_type *const policy_registry[];
extern const int policy_registry_count;
const policy_type *policy_find(const char *constructor);

/* From outside. A name that is taken by another registered policy is taken over.
 * Returns NULL, or what is wrong. Only on R's thread; workers may look up meanwhile. */
const char *policy_register(const char *name, const unruly_registration *given);
/* The same for a package: its names begin with "<package>::", so that it is known
 * whether it is still there. */
const char *policy_register_for(const char *name, const unruly_registration *given);
void policy_forget(const char *name);

typedef struct registered_policy registered_policy;
struct registered_policy {
  const char *name;
  _Atomic(const policy_type *) type; /* NULL once forgotten */
  _Atomic(registered_policy *) next;
};
const registered_policy *policy_registered(void); /* the first, or NULL */

#endif

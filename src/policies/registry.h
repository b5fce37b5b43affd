/* All policies, by the name of their R constructor. */
#ifndef UNRULY_POLICY_REGISTRY_H
#define UNRULY_POLICY_REGISTRY_H

#include "../core/policy.h"

extern const policy_type *const policy_registry[];
extern const int policy_registry_count;
const policy_type *policy_find(const char *constructor);

#endif

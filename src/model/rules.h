/* Whether parameters obey the rules of their type. R's constructors make sure of that, but
 * objects can be edited and files damaged, and the rest of the core trusts its input, so
 * they are checked again. */
#ifndef UNRULY_RULES_H
#define UNRULY_RULES_H

#include "parameters.h"
#include "../base/status.h"

/* Names with a dot, such as "base.alpha", belong to an inner policy and are not checked
 * here. `arms` is the number of arms; for policies, which have no parameters by arm and may
 * omit those that their constructor does not require, it is 0. */
status rules_check(const char *owner, const parameter_rule *takes, const parameters *given, int arms);

#endif

/* Whether parameters are what their type says of them. R's constructors see to it;
 * it is looked at again, for objects are easily edited and files damaged, and the
 * rest of the core trusts what it is given. */
#ifndef UNRULY_RULES_H
#define UNRULY_RULES_H

#include "parameters.h"
#include "../base/status.h"

/* Names with a dot are left to those they are for, as "base.alpha" is. `arms`: how
 * many there are; policies, which have no parameters by arm, give 0 and may lack
 * any. */
status rules_check(const char *owner, const parameter_rule *takes, const parameters *given, int arms);

#endif

/* For policies in C, outside the package: one file for policy_compile(), or a
 * package with `LinkingTo: unruly` (see register.h). core/policy.h says what a
 * policy is and what it may see; policies/index.h and race.h help with index
 * policies: they find the greatest index without evaluating all, exactly.
 *
 * A file for policy_compile() ends with UNRULY_POLICY(its type). */
#ifndef UNRULY_POLICY_FOR_OTHERS_H
#define UNRULY_POLICY_FOR_OTHERS_H

#include "core/policy.h"
#include "core/prefixed.h"
#include "core/registration.h"
#include "policies/index.h"
#include "random/distributions.h"

#endif

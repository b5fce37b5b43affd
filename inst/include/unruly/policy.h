/* For policies in C, outside the package: one file for policy_compile(), or a
 * package with `LinkingTo: unruly` (see register.h). model/policy.h says what a
 * policy is and what it may see; policies/search/index.h and race.h help with index
 * policies: they find the greatest index without evaluating all, exactly.
 *
 * A file for policy_compile() ends with UNRULY_POLICY(its type). */
#ifndef UNRULY_POLICY_FOR_OTHERS_H
#define UNRULY_POLICY_FOR_OTHERS_H

#include "base/elementary.h"
#include "model/policy.h"
#include "model/prefixed.h"
#include "model/registration.h"
#include "policies/search/index.h"
#include "random/distributions.h"

#endif

/* For packages with `LinkingTo: unruly` and `Imports: unruly`. From R_init_<package>():
 *
 *   unruly_register("mypackage::policy_mine", &policy_mine);
 *
 * and in R: policy_registered("mypackage::policy_mine", parameters = list(...)).
 * The name begins with that of the package: when its namespace is unloaded, the
 * policy is forgotten; when a study needs it, the package is loaded. */
#ifndef UNRULY_REGISTER_H
#define UNRULY_REGISTER_H

#include "policy.h"
#include <R_ext/Error.h>
#include <R_ext/Rdynload.h>

static inline void unruly_register(const char *name, const policy_type *type)
{
  const unruly_registration here = {UNRULY_INTERFACE, UNRULY_SIZES_HERE, type};
  typedef const char *(*take)(const char *, const unruly_registration *);
  /* by way of a function of nothing, as compilers warn of other casts of functions */
  const take its_register = (take)(void (*)(void))R_GetCCallable("unruly", "unruly_register");
  const char *problem = its_register(name, &here);
  if (problem) Rf_error("The policy %s cannot be registered: %s.", name, problem);
}

#endif

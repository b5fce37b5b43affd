/* Registration of a policy from another library: with its type, and the version and structure
 * sizes of the headers it was compiled with. If they differ from ours, the library is refused
 * before any of its code runs.
 *
 * UNRULY_INTERFACE is increased with every change that a policy could notice: in the fields
 * of `view`, `outcome`, `policy`, `policy_type`, `stretch` and `run`, and in the order of
 * calls that model/policy.h describes. The other headers (race.h, tally.h) may change with
 * any version of the package; a compiled library has its own copy of them. */
#ifndef UNRULY_REGISTRATION_H
#define UNRULY_REGISTRATION_H

#include "policy.h"

enum { UNRULY_INTERFACE = 18, UNRULY_SIZES = 10 };

typedef struct unruly_registration {
  uint32_t version, size[UNRULY_SIZES];
  const policy_type *type;
} unruly_registration;

#define UNRULY_SIZES_HERE                                                                       \
  {                                                                                             \
    (uint32_t)sizeof(view), (uint32_t)sizeof(outcome), (uint32_t)sizeof(policy),                \
        (uint32_t)sizeof(policy_type), (uint32_t)sizeof(stretch), (uint32_t)sizeof(run),        \
        (uint32_t)sizeof(status), (uint32_t)sizeof(random_stream), (uint32_t)sizeof(parameter), \
        (uint32_t)sizeof(argument)                                                              \
  }

/* To be used once, in the file that is given to policy_compile(). */
#define UNRULY_POLICY(its_type)                                                               \
  const unruly_registration *unruly_registered(void);                                         \
  const unruly_registration *unruly_registered(void)                                          \
  {                                                                                           \
    static const unruly_registration here = {UNRULY_INTERFACE, UNRULY_SIZES_HERE, &its_type}; \
    return &here;                                                                             \
  }

#endif

/* Arms that a policy was given by names of its own: parameters "name.1", ..., of which slots of a cycle are
 * places. */
#ifndef UNRULY_NAMED_ARM_H
#define UNRULY_NAMED_ARM_H

#include "policy.h"
#include <stdio.h>

/* Returns the number of an arm from 1: as it is, or where names were given, the arm of the name that has this
 * number among them. */
static inline double named_arm(const view *v, const parameters *given, double slot)
{
  char name[32];
  snprintf(name, sizeof name, "name.%.0f", slot);
  if (!parameters_any(given, name)) return slot;
  for (int arm = 0; v->name && arm < v->arms; arm++)
    if (parameters_text_is(given, name, v->name[arm])) return arm + 1;
  return parameters_number_or(given, name, 1);
}

#endif

/* Prior distributions from which arms draw their parameters; each has two arguments. */
#ifndef UNRULY_PRIOR_H
#define UNRULY_PRIOR_H

#include "parameters.h"
#include "../random/address.h"

typedef struct prior_law {
  const char *name;
  const parameter_rule *takes;
  double (*draw)(double a, double b, const random_address *at);
  /* The range of the draws. */
  void (*reach)(double a, double b, double *least, double *greatest);
} prior_law;

extern const prior_law prior_registry[]; /* the last has no name */
/* NULL if there is none of that name. */
const prior_law *prior_find(const char *name);

#endif

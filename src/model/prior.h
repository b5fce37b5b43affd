/* Prior distributions from which arms draw their parameters. Each has two arguments, but for one that
 * deals out given values, which has as many as there are values. */
#ifndef UNRULY_PRIOR_H
#define UNRULY_PRIOR_H

#include "parameters.h"
#include "../random/address.h"

typedef struct prior_law {
  const char *name;
  const argument *takes;
  double (*draw)(const double *x, int64_t count, const random_address *at);
  /* The range of the draws. */
  void (*reach)(const double *x, int64_t count, double *least, double *greatest);
  /* Writes where nearly all draws lie; NULL: between the ends of the range. */
  void (*likely)(const double *x, double *least, double *greatest);
} prior_law;

extern const prior_law prior_registry[]; /* the last has no name */
/* NULL if there is none of that name. */
const prior_law *prior_find(const char *name);
/* Between which numbers the values of a parameter lie, be they numbers or draws of a prior; or nearly all. */
void prior_ends(const parameter *p, bool likely, double ends[2]);

#endif

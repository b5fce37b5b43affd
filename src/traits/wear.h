/* Laws by which the means of arms change with their own pulls. */
#ifndef UNRULY_WEAR_H
#define UNRULY_WEAR_H

#include "../model/description.h"

typedef struct turns {
  bool falls, rises;
} turns;

typedef struct wear_law {
  const char *name;
  const argument *takes;
  /* The mean of the n-th pull, from 1, of the arm of this number, which has a mean of its own. */
  double (*mean)(const parameters *given, double own, int64_t number, double n);
  /* Returns whether the mean of this arm falls, or rises, from some pull to the next; and from which pull on it
   * does not change any more, INFINITY: from none. */
  turns (*turn)(const parameters *given, double own, int64_t number);
  double (*settles)(const parameters *given, int64_t number);
  /* Returns whether no mean changes by it, whatever the arms. NULL: one may. */
  bool (*idle)(const parameters *given);
  /* Between which numbers all means lie, of arms whose own lie between `ends`. */
  void (*reach)(const parameters *given, double ends[2]);
  bool is_table; /* which are then the same whatever the arms' own */
} wear_law;

extern const wear_law *const wear_registry[]; /* NULL is the last */
/* NULL if there is none of that name. */
const wear_law *wear_find(const char *name);

#endif

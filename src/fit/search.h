/* The greatest value of a function of a few numbers, by starts that are spread evenly and climbs from the
 * best of them. No random numbers are used. A number may be fixed: at a value, or at an end of its range (an
 * infinity). */
#ifndef UNRULY_SEARCH_H
#define UNRULY_SEARCH_H

#include "../base/exact.h"
#include <stdbool.h>

enum { MOST_FREE = 16, MOST_CLIMBS = 5 };
#define STARTS_WITHIN 4.0  /* starts lie in [-4, 4]^d, */
#define STARTS_APART 2.0   /* those that are climbed from at least this far from each other */
#define FAR_OUT 9.2        /* from here on the end of a range is tried */
#define AGREES_WITHIN 0.01 /* climbs have found the same value */

typedef struct search {
  int d;
  double (*value)(void *given, const double *z); /* -INFINITY where there is none */
  void *given;
  bool fixed[MOST_FREE];
  long long evaluations;
} search;

/* A point, its value, and the inverse of minus the second derivatives there. */
typedef struct summit {
  double z[MOST_FREE], value;
  double inverse[MOST_FREE * MOST_FREE];
  bool curved; /* `inverse` is known */
} summit;

/* Goes uphill from s->z. If `curved`, its inverse is where to begin; it is not known afterwards. */
void search_climb(search *f, summit *s);
/* Finds the inverse, over all numbers that are not fixed; rows of others are NAN. */
void search_curvature(search *f, summit *s);
/* Finds the best of many starts; returns the share of climbs that found it, NAN if all values are -INFINITY.
 */
double search_everywhere(search *f, int starts, summit *best, double *room);
/* How many numbers `room` must have. */
static inline int search_room(int starts, int d) { return starts * d + 1; }
/* Tries the ends of ranges near which the best lies. */
void search_ends(search *f, summit *best);

#endif

/* Laws of lags, by which outcomes are shown late: fixed lags, geometric ones, or tables of probabilities. A
 * trait draws from them, and policies that know a law count by it. */
#ifndef UNRULY_LAGS_H
#define UNRULY_LAGS_H

#include "../base/memory.h"
#include "../base/status.h"
#include "parameters.h"

typedef struct lag_law {
  int64_t from, count;                    /* of a table: the first lag and how many there are */
  int rows;                               /* of the table: one, or one per arm */
  double *cumulative;                     /* by row, then by lag */
  const parameter *chance, *fixed, *mean; /* what it was made of: the others are NULL */
  double longest;                         /* of geometric lags, those above are never shown */
} lag_law;

/* The names of its parameters. */
typedef struct lag_names {
  const char *lag, *mean, *longest, *chance, *from;
} lag_names;

extern const lag_names usual_lag_names;

/* The parameters must outlive the law. Of `arms` arms; a law that states other numbers is refused. */
status lag_law_read(lag_law *d, const parameters *given, const lag_names *names, int arms, arena *memory);
/* Returns whether these parameters state a law. */
bool states_lags(const parameters *given, const lag_names *names);
/* Returns whether they state numbers arm by arm. */
bool states_lags_by_arm(const parameters *given, const lag_names *names);
/* Returns of how many arms a law states numbers: 1 if it is the same for all, 0 if it has none. */
int64_t arms_of_law(const lag_law *d);

static inline double lag_of_arm(const parameter *p, int arm) { return p->values[p->length > 1 ? arm : 0]; }

/* The law by which outcomes other than 0 are shown, and the probability by arm that they are lost, or NULL.
 */
typedef struct shown_law {
  lag_law law;
  const parameter *never;
} shown_law;

#endif

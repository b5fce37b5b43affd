/* Limits for Z at the information that was seen (Lan and DeMets 1983). What a design spends at information t,
 * a part of that planned for the end, is the value of its spending function there; at the last look it is all
 * that is left. A look that adds nothing to an arm's information is skipped. */
#ifndef UNRULY_STOPPING_OBSERVED_H
#define UNRULY_STOPPING_OBSERVED_H

#include "types.h"

/* The law of spending (1: Hwang, Shih and DeCani, 2: O'Brien and Fleming, 3: Pocock) and its number, the
 * error of a side, the planned times of the looks, and by arm n n_0 / (n + n_0) planned for the end. */
#define TAKES_OBSERVED                     \
  {                                        \
    "observed", A_NUMBER, .size = SIZE_ANY \
  }

enum { MOST_OBSERVED_LOOKS = 200 };

/* By arm: at what information one looked. */
typedef struct observed_arm {
  int looks, before; /* with and without that of the round in which it was asked last */
  bool moved;        /* earlier looks came otherwise than planned */
  bool moves;        /* or this one */
  int64_t round;
  double time[MOST_OBSERVED_LOOKS];
} observed_arm;

typedef struct observed {
  const double *law, *planned, *information; /* NULL: limits are those planned */
  int looks, arms, sides;
  observed_arm *arm; /* by place */
} observed;

bool follows_information(const parameters *given);
/* `arms`: zeroed memory for all places, if it does. `looks`: those for which there are limits. */
observed observed_of(const parameters *given, int64_t looks, observed_arm *arms);

/* The upper limit for an arm at this look, `planned` unless information came otherwise; INFINITY if it is
 * skipped. `beside`: the place of the control. */
double observed_upper(const observed *o, const evidence *e, int arm, int beside, double planned);

#endif

/* Group-sequential tests of several rivals against one control. The score process of rival k is
 *
 *   B_k(t) = sqrt(1 - rho) W_k(t) - sqrt(rho) W_0(t) + drift_k t, W independent walks of the arms, 0 the
 * control,
 *
 * and is followed until it is above the upper limit, or below the lower one, at a look. Given the control's
 * path rivals are independent. The mean over paths is taken by Hermite's rule, look by look; a rival's
 * density is carried on nodes that hang at the upper limit, which moves with the control: then the step from
 * look to look depends on the control's last step only. */
#ifndef UNRULY_INFERENCE_RIVALS_WALK_H
#define UNRULY_INFERENCE_RIVALS_WALK_H

#include "../base/memory.h"

enum { MOST_RIVAL_LOOKS = 6, MOST_RIVAL_KINDS = 16 };

/* Rivals of equal drift and equal limits are one kind. Limits are for B, by look and kind (looks x kinds).
 * `two_sided`: below the lower limit counts as above the upper one. `paths`: nodes of Hermite's rule. */
typedef struct rivals_plan {
  int looks, kinds, paths;
  const double *times, *upper, *lower, *drift;
  const int *rivals;
  double rho, fine;
  bool two_sided;
  bool (*interrupted)(void); /* or NULL */
} rivals_plan;

/* By look: the probability that no rival has been above; that all are below; that some rival is in play,
 * where arms above leave the others in play; and, by kind (looks x kinds), that a rival is in play while none
 * has been above, and whatever the others do. */
typedef struct rivals_found {
  double *none, *all_below, *some_in_play, *in_play, *in_play_alone;
} rivals_found;

typedef enum rivals_end { RIVALS_DONE, RIVALS_NO_MEMORY, RIVALS_INTERRUPTED } rivals_end;

rivals_end rivals_crossing(arena *memory, const rivals_plan *plan, const rivals_found *found);

#endif

/* A policy inside another that begins afresh now and then: in each phase it plays a
 * game of its own. The rounds and the plays that it sees count from the start of the
 * phase, whose length is its horizon, and an arm that was there before is there from
 * round 1. A play that began in one phase is finished in it, however long it takes, and
 * the next phase begins with the round after it; what is shown of it still later is
 * not passed on. The random numbers go on. */
#ifndef UNRULY_PHASES_H
#define UNRULY_PHASES_H

#include "inner.h"

/* The first member of the state of such a policy. */
typedef struct phases {
  inner inner;
  bool (*next_phase)(policy *p, const view *v); /* begins the next phase if it is time; false: it failed */
  view view;                                    /* as the policy inside sees it */
  int64_t length;                               /* of the phase */
  int64_t from, plays;                          /* rounds and plays before it */
  int64_t *first, *last;                        /* by arm, as seen in it */
} phases;

/* Room for all of it; no phase has begun yet. */
status phases_open(policy *p, const view *v, const parameters *given,
                   bool (*next_phase)(policy *p, const view *v));
/* A phase begins with the round to be played. */
status phases_begin(phases *s, const view *v, int64_t length);

static inline bool phases_is_over(const phases *s, const view *v) { return v->round - s->from > s->length; }

/* The hooks of such a policy. */
int phases_choose(policy *p, const view *v);
void phases_recall(policy *p, const view *v, int action);
bool phases_must_be_asked(const policy *p);
bool phases_chances(policy *p, const view *v, double *chance);
const policy_type *phases_without_chances(const policy *p);
void phases_played(policy *p, const view *v, const outcome *o);
void phases_observe(policy *p, const view *v, const outcome *o);
void phases_preview(policy *p, const view *v, const outcome *o, int stage);
void phases_arm_entered(policy *p, const view *v, int arm);
void phases_arm_left(policy *p, const view *v, int arm);
void phases_life_told(policy *p, const view *v, int arm);
int phases_recommend(const policy *p, const view *v);
bool phases_may_stop(const policy *p, const view *v);
void phases_stretch(policy *p, const view *v, int action, stretch *s);
void phases_observe_run(policy *p, const view *v, const run *r);

#endif

/* The chances of a policy that plays the action with the greatest draw, each from a law of its own. */
#ifndef UNRULY_FORESIGHT_H
#define UNRULY_FORESIGHT_H

#include "../../model/policy.h"
#include "greatest.h"

/* In the state of such a policy, and nothing until it is asked for. */
typedef struct foresight {
  greatest_draw *greatest;
  draw_law *law; /* by place in v->actions */
} foresight;

typedef draw_law (*draw_of_action)(const policy *p, int action);

static inline bool foresee_greatest(foresight *f, draw_kind kind, policy *p, const view *v,
                                    draw_of_action law_of, double *chance)
{
  if (p->failure.code) return false; /* what is there may be half of it */
  if (!f->greatest) {
    f->law = arena_zeroed(p->memory, (size_t)v->arms * (size_t)v->waits, sizeof *f->law);
    f->greatest = arena_zeroed(p->memory, 1, sizeof *f->greatest);
    if (f->greatest) greatest_open(f->greatest, kind, p->memory);
  }
  if (f->law && f->greatest) {
    for (int i = 0; i < v->action_count; i++) f->law[i] = law_of(p, v->actions[i]);
    if (greatest_chances(f->greatest, f->law, v->action_count, chance)) return true;
  }
  p->failure = status_no_memory();
  return false;
}

#endif

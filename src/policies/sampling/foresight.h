/* The propensities of a policy that plays the action with the greatest draw, each from its own
 * distribution. */
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

/* Room for the distributions; else the policy has failed. */
static inline bool foresight_open(foresight *f, draw_kind kind, policy *p, const view *v)
{
  if (p->failure.code) return false; /* what is there may be half of it */
  if (!f->greatest) {
    f->law = arena_zeroed(p->memory, (size_t)v->arms * (size_t)v->waits, sizeof *f->law);
    f->greatest = arena_zeroed(p->memory, 1, sizeof *f->greatest);
    if (f->greatest) greatest_open(f->greatest, kind, p->memory);
  }
  if (f->law && f->greatest) return true;
  p->failure = status_no_memory();
  return false;
}

static inline bool foresee_laws(foresight *f, policy *p, const view *v, double *chance)
{
  if (v->anew) greatest_forget(f->greatest);
  if (greatest_chances(f->greatest, f->law, v->action_count, chance)) return true;
  p->failure = status_no_memory();
  return false;
}

static inline bool foresee_greatest(foresight *f, draw_kind kind, policy *p, const view *v,
                                    draw_of_action law_of, double *chance)
{
  if (!foresight_open(f, kind, p, v)) return false;
  for (int i = 0; i < v->action_count; i++) f->law[i] = law_of(p, v->actions[i]);
  return foresee_laws(f, p, v, chance);
}

/* For normal distributions, which are set by now; if all are certain, the first of the greatest. They
 * are unknown if only some are. */
static inline bool foresee_normals(foresight *f, policy *p, const view *v, double *chance)
{
  int certain = 0, best = 0;
  for (int i = 0; i < v->action_count; i++) {
    certain += f->law[i].b == 0;
    if (f->law[i].a > f->law[best].a) best = i;
  }
  if (certain == 0) return foresee_laws(f, p, v, chance);
  if (certain == v->action_count) sure_chances(v, v->actions[best], chance);
  return certain == v->action_count;
}

#endif

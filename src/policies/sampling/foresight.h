/* The propensities of a policy that plays the action with the greatest draw, each from its own
 * distribution. */
#ifndef UNRULY_FORESIGHT_H
#define UNRULY_FORESIGHT_H

#include "../../base/elementary.h"
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

/* Finds the chances of two normal draws without quadrature: small probabilities have all their digits, too.
 */
static inline void foresee_two_normals(const draw_law *law, double *chance)
{
  const double z = (law[0].a - law[1].a) / sqrt(law[0].b * law[0].b + law[1].b * law[1].b);
  chance[0] = 0.5 * same_erfc(-z * 0x1.6a09e667f3bcdp-1);
  chance[1] = 0.5 * same_erfc(z * 0x1.6a09e667f3bcdp-1);
}

static inline bool foresee_laws(foresight *f, policy *p, const view *v, double *chance)
{
  if (f->greatest->kind == DRAW_NORMAL && v->action_count == 2) {
    foresee_two_normals(f->law, chance);
    return true;
  }
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

/* The same for the laws of all actions; one that is certain among others is taken to be nearly so. */
static inline bool foresee_some_normals(foresight *f, policy *p, const view *v, draw_of_action law_of,
                                        double *chance)
{
  if (!foresight_open(f, DRAW_NORMAL, p, v)) return false;
  double widest = 0;
  for (int i = 0; i < v->action_count; i++) {
    f->law[i] = law_of(p, v->actions[i]);
    widest = fmax(widest, f->law[i].b);
  }
  for (int i = 0; i < v->action_count; i++) f->law[i].b = fmax(f->law[i].b, 1e-6 * widest);
  return foresee_normals(f, p, v, chance);
}

#endif

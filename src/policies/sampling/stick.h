/* Common to the policies that describe how people choose: how much a choice sticks to an arm because it
 * was chosen, and lapses, in which an arm is chosen at random. */
#ifndef UNRULY_STICK_H
#define UNRULY_STICK_H

#include "../../base/elementary.h"
#include "../../model/policy.h"
#include <math.h>

typedef struct sticking {
  double stick, stick_rate, lapse;
} sticking;

static inline sticking sticking_of(const parameters *given)
{
  return (sticking){parameters_number(given, "stick"), parameters_number(given, "stick_rate"),
                    parameters_number(given, "lapse")};
}

/* Returns how much an action has been chosen lately, once it or another one has been. */
static inline double stuck(const sticking *s, double before, bool chosen)
{
  return (1 - s->stick_rate) * before + (chosen ? s->stick_rate : 0);
}

/* Utilities by place in v->actions become the propensities of a softmax. */
static inline void softmax(double *u, int count)
{
  double greatest = u[0], sum = 0;
  for (int i = 1; i < count; i++) greatest = u[i] > greatest ? u[i] : greatest;
  for (int i = 0; i < count; i++) u[i] -= greatest;
  same_exps(u, count);
  for (int i = 0; i < count; i++) sum += u[i];
  const double inverse = 1 / sum;
  for (int i = 0; i < count; i++) u[i] *= inverse;
}

/* Propensities with lapses. */
static inline void with_lapses(const sticking *s, double *chance, int count)
{
  if (s->lapse == 0) return;
  const double each = s->lapse / (double)count;
  for (int i = 0; i < count; i++) chance[i] = (1 - s->lapse) * chance[i] + each;
}

#endif

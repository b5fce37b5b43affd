/* The action with the greatest draw, each from a beta distribution of its own; ties go to the lowest. A
 * beta draw is one of two gamma draws as a part of their sum; most of them need not be known
 * exactly to lose: the ratio of the gamma draws decides, without their logarithms. */
#ifndef UNRULY_BETA_LAW_H
#define UNRULY_BETA_LAW_H

#include "../search/success.h"
#include "../../base/elementary.h"
#include "../../base/margin.h"
#include "../../random/distributions.h"

/* Constants of the two gamma draws: see gamma_cube(). */
typedef struct beta_law {
  double d[2], c[2];
} beta_law;

static inline void beta_law_set(beta_law *b, double shape1, double shape2)
{
  const double shape[2] = {shape1, shape2};
  for (int i = 0; i < 2; i++) {
    b->d[i] = shape[i] - 1.0 / 3;
    b->c[i] = 1 / sqrt(9 * b->d[i]);
  }
}

/* The distribution of an action in this round. */
typedef const beta_law *(*law_of_action)(const policy *p, int action);

/* Gamma draws x, y make the beta draw x / (x + y): the ratio x / y shows which is
 * greater, but for the rounding of what is printed, 1 / (1 + exp(ln y - ln x)). */
static inline int greatest_beta_draw(const policy *p, const view *v, law_of_action law_of)
{
  uniform_source source = source_of_stream(v->random);
  int best = -1;
  double greatest = 0, exact = 0;
  for (int i = 0; i < v->action_count; i++) {
    const beta_law *b = law_of(p, v->actions[i]);
    const double x = b->d[0] * gamma_cube(&source, b->d[0], b->c[0]);
    const double y = b->d[1] * gamma_cube(&source, b->d[1], b->c[1]);
    const double ratio = x / y;
    if (best >= 0 && !v->plain && ratio < greatest * (1 - UNRULY_MARGIN)) continue;
    const double value = 1 / (1 + same_exp(same_log(y) - same_log(x)));
    if (best < 0 || value > exact) best = v->actions[i], greatest = ratio, exact = value;
  }
  return best;
}

#endif

/* Z of an arm against a control, from means and numbers of what was shown, and limits for it, one a look.
 * With a margin it is of the hypothesis that the arm is better by just that; the variance is then that of the
 * proportions of greatest likelihood which differ by the margin (Farrington and Manning 1990). */
#ifndef UNRULY_STOPPING_SCORES_H
#define UNRULY_STOPPING_SCORES_H

#include "../model/control.h"
#include "rivals.h"

#define TAKES_SCORES                                                                 \
  {"family", A_TEXT("bernoulli|gaussian"), FROM_BANDIT},                             \
      {"range", A_RANGE, FROM_BANDIT, .only_if = "family=bernoulli"},                \
  {                                                                                  \
    "sd", A_POSITIVE, FROM_BANDIT, .not_with = "range", .only_if = "family=gaussian" \
  }

#define TAKES_SCORE_MARGIN         \
  {                                \
    "margin", A_NUMBER, USUALLY(0) \
  }

typedef struct score_scale {
  bool gaussian;
  double sd, margin;
  unit_scale unit;
} score_scale;

static inline score_scale score_scale_of(const parameters *given)
{
  return (score_scale){.gaussian = parameters_text_is(given, "family", "gaussian"),
                       .sd = parameters_number(given, "sd"),
                       .margin = parameters_number_or(given, "margin", 0),
                       .unit = unit_scale_of(given)};
}

/* The derivative of the likelihood of these proportions, times this part of them at x. */
static inline double likelihood_slope(double n, double p, double x)
{
  const double up = p > 0 ? n * p / x : 0, down = p < 1 ? n * (1 - p) / (1 - x) : 0;
  return up - down;
}

/* The control's proportion of greatest likelihood where the arm's is greater by the margin. */
static inline double restricted_proportion(double p, double n, double p_0, double m, double margin)
{
  double low = margin < 0 ? -margin : 0, high = margin > 0 ? 1 - margin : 1;
  for (int i = 0; i < 60; i++) {
    const double x = low + (high - low) / 2;
    if (likelihood_slope(n, p, x + margin) + likelihood_slope(m, p_0, x) > 0) low = x;
    else high = x;
  }
  return low + (high - low) / 2;
}

static inline double score_beyond(double p, double n, double p_0, double m, double margin)
{
  const double q_0 = restricted_proportion(p, n, p_0, m, margin), q = q_0 + margin;
  const double variance = q * (1 - q) / n + q_0 * (1 - q_0) / m;
  return variance > 1e-15 ? (p - p_0 - margin) / sqrt(variance) : 0;
}

/* Returns the statistic of an arm and a control of which so much was shown. */
static inline double score_against(const score_scale *s, double mean, double n, double other, double m)
{
  const double per_play = 1 / n + 1 / m;
  if (s->gaussian) return (mean - other - s->margin) / (s->sd * sqrt(per_play));
  const double p = in_unit(s->unit, mean), p_0 = in_unit(s->unit, other), q = (n * p + m * p_0) / (n + m);
  if (s->margin != 0) return score_beyond(p, n, p_0, m, s->margin * s->unit.per_width);
  return q > 0 && q < 1 ? (p - p_0) / sqrt(q * (1 - q) * per_play) : 0;
}

static inline double score_of(const score_scale *s, const evidence *e, int arm, int control)
{
  return score_against(s, e->mean[arm], e->shown[arm], e->mean[control], e->shown[control]);
}

/* Limits beyond all numbers that a parameter may have are none. */
typedef struct limits {
  const double *value;
  int64_t count;
} limits;

static inline limits limits_of(const parameters *given, const char *name)
{
  const parameter *p = parameters_find(given, name);
  return p ? (limits){p->values, p->length} : (limits){0};
}

static inline double limit_at(const limits *l, int look, double none)
{
  if (look < 0 || look >= l->count) return none;
  const double limit = l->value[look];
  return limit >= LARGEST_NUMBER ? INFINITY : limit <= -LARGEST_NUMBER ? -INFINITY : limit;
}

/* Rounding keeps nobody from a limit. */
static inline bool reaches_upper(double z, double upper) { return z >= upper - 1e-9; }
static inline bool reaches_lower(double z, double lower) { return z <= lower + 1e-9; }

#endif

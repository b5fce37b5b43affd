/* Z of an arm against a control, from means and numbers of what was shown, and limits for it, one a look. */
#ifndef UNRULY_STOPPING_SCORES_H
#define UNRULY_STOPPING_SCORES_H

#include "../model/control.h"
#include "rivals.h"

#define TAKES_SCORES                                                  \
  {"family", A_TEXT("bernoulli|gaussian"), REQUIRED},                 \
      {"range", A_RANGE, FROM_BANDIT, .only_if = "family=bernoulli"}, \
  {                                                                   \
    "sd", A_POSITIVE, FROM_BANDIT, .only_if = "family=gaussian"       \
  }

typedef struct score_scale {
  bool gaussian;
  double sd;
  unit_scale unit;
} score_scale;

static inline score_scale score_scale_of(const parameters *given)
{
  return (score_scale){.gaussian = parameters_text_is(given, "family", "gaussian"),
                       .sd = parameters_number(given, "sd"),
                       .unit = unit_scale_of(given)};
}

/* Returns the statistic of an arm and a control of which so much was shown. */
static inline double score_against(const score_scale *s, double mean, double n, double other, double m)
{
  const double per_play = 1 / n + 1 / m;
  if (s->gaussian) return (mean - other) / (s->sd * sqrt(per_play));
  const double p = in_unit(s->unit, mean), p_0 = in_unit(s->unit, other), q = (n * p + m * p_0) / (n + m);
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

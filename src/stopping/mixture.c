#include "mixture.h"
#include "../base/elementary.h"

static evidence_family family_of(const parameters *given)
{
  return parameters_text_is(given, "family", "gaussian")  ? EVIDENCE_GAUSSIAN
         : parameters_text_is(given, "family", "bounded") ? EVIDENCE_BOUNDED
         : parameters_text_is(given, "family", "t")       ? EVIDENCE_T
                                                          : EVIDENCE_BERNOULLI;
}

void mixture_start(mixture *m, const parameters *given)
{
  *m = (mixture){.family = family_of(given),
                 .error = parameters_number(given, "error"),
                 .sd = parameters_number(given, "sd"),
                 .narrowest = parameters_number(given, "narrowest")};
  if (mixture_is_unit(m)) m->scale = unit_scale_of(given);
}

bool mixture_expect(mixture *m, double claims)
{
  if (claims < 1) claims = 1;
  if (m->claims == claims) return false;
  const double error = m->error / claims;
  m->claims = claims;
  m->spread = evidence_mixture(m->narrowest, error);
  m->level = -same_log(error);
  m->level_of_two = m->family == EVIDENCE_T ? evidence_level_of_two_t(error) : m->level;
  return true;
}

/* Welford's updating, and deviations from a centre that does not know the outcome: 1/2 and the outcomes
 * before. */
void mixture_shown(const mixture *m, arm_sums *sums, double n, double observed)
{
  const double x = mixture_is_unit(m) ? in_unit(m->scale, observed) : observed;
  if (n == 1) *sums = (arm_sums){0}; /* the place may have been another arm's */
  const double off = x - (0.5 + sums->mean * (n - 1)) / n, gap = x - sums->mean;
  sums->mean += gap / n;
  sums->deviations += gap * (x - sums->mean);
  sums->variation += off * off;
}

evidence_sums mixture_sums(const mixture *m, const arm_sums *sums, const evidence *e, int arm)
{
  const double n = e->shown[arm];
  switch (m->family) {
  case EVIDENCE_GAUSSIAN: return (evidence_sums){n, e->mean[arm], 0, m->sd};
  case EVIDENCE_BERNOULLI: return (evidence_sums){n, in_unit(m->scale, e->mean[arm]), 0, 0};
  case EVIDENCE_BOUNDED: return (evidence_sums){n, sums->mean, sums->variation, 0};
  default: return (evidence_sums){n, sums->mean, sums->deviations, 0};
  }
}

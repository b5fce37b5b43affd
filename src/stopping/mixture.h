/* What rules know that go by evidence (inference/evidence.h): the family of the rewards, how much of it is
 * needed, and sums of arms. A rule makes some claims, of which each may be wrong with its share of `error`;
 * mixtures are narrowest for it. */
#ifndef UNRULY_MIXTURE_H
#define UNRULY_MIXTURE_H

#include "../inference/evidence.h"
#include "rivals.h"

typedef struct mixture {
  evidence_family family;
  unit_scale scale;
  double error, sd, narrowest;
  double claims, spread;      /* spread: of the mixture, for an error of one claim */
  double level, level_of_two; /* what one arm's evidence must reach, and that of two together */
} mixture;

/* Of an arm, for the families to which counts and means do not suffice; scaled to [0, 1] if they are bounded.
 */
typedef struct arm_sums {
  double mean, deviations, variation;
} arm_sums;

void mixture_start(mixture *m, const parameters *given);
/* Whether the number of claims is another than before. */
bool mixture_expect(mixture *m, double claims);
void mixture_shown(const mixture *m, arm_sums *sums, double n, double observed);
evidence_sums mixture_sums(const mixture *m, const arm_sums *sums, const evidence *e, int arm);

static inline bool mixture_is_unit(const mixture *m)
{
  return m->family == EVIDENCE_BERNOULLI || m->family == EVIDENCE_BOUNDED;
}

#endif

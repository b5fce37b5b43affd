/* Fairness: falling short of share[k] * t pulls costs penalty[k] a pull. The
 * play itself is unchanged; the comparator charges the penalty, and the
 * player is told both numbers. */
#include "trait.h"

static status fairness_prepare(problem *p, trait_model *m)
{
  const parameter *share = parameters_find(&m->given, "share");
  const parameter *penalty = parameters_find(&m->given, "penalty");
  if (!share || !penalty || share->length != p->arm_count || penalty->length % p->arm_count)
    return status_error(STATUS_INTERNAL, "Fairness needs a share and a penalty for every arm.");
  p->share = share->values;
  p->penalty = penalty->values;
  p->penalty_columns = penalty->length / p->arm_count;
  p->penalty_first = (int64_t)parameters_number(&m->given, "first", 1);
  return status_ok;
}

const trait_type trait_fairness = {.name = "fairness", .flag = HAS_FAIRNESS, .prepare = fairness_prepare};

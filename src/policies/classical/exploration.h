/* Exploration of the greedy policies: with probability epsilon, or, with decay, min(1, epsilon / t) in
 * round t. */
#ifndef UNRULY_EXPLORATION_H
#define UNRULY_EXPLORATION_H

#include "../../model/policy.h"

static inline refusal exploration_unfit(const parameters *given)
{
  const parameter *epsilon = parameters_find(given, "epsilon");
  if (!epsilon || epsilon->values[0] <= 1 || parameters_number_or(given, "decay", 0) != 0)
    return refused_nothing;
  return refuse(REFUSED_ARGUMENT, "epsilon", "a single number of at least 0 and at most 1",
                number_words(epsilon->values[0]).text, NULL);
}

#endif

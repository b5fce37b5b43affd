/* How often the greedy policies explore: with probability epsilon, or, with decay, min(1, decay / t) in
 * round t. */
#ifndef UNRULY_EXPLORATION_H
#define UNRULY_EXPLORATION_H

#include "../../model/policy.h"

#define TAKES_EXPLORATION \
  {"epsilon", A_CHANCE, USUALLY(0.1), .not_with = "decay"}, { "decay", NOT_NEGATIVE }

#endif

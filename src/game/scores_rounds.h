/* Rounds that count but are not in the sums yet: as long as the score of an arm stays what it is, only its
 * weights are added up, for all arms at once, four at a time where the processor can; and for two arms the
 * products of their weights. All arrays are padded to whole groups of four. */
#ifndef UNRULY_SCORES_ROUNDS_H
#define UNRULY_SCORES_ROUNDS_H

#include "../base/elementary.h"
#include "../base/lanes.h"
#include "../base/memory.h"
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct open_rounds {
  int arms;
  bool lanes; /* the processor has them */
  double horizon, decay;
  double rounds; /* that count so far */
  /* By arm: sums of weights and of their squares since they were closed; `rounds` less those that count for
   * it is `missed`. */
  double *root, *whole, *two_root, *two_whole, *missed;
  double *given, *two_now; /* by arm: the sum of w so far; the squared two-point weights of this round */
  double *now;             /* by arm: the constant weights of this round */
} open_rounds;

bool open_rounds_start(open_rounds *o, int arms, double horizon, double decay, arena *memory);
/* Returns whether these are probabilities that sum to 1. */
bool open_rounds_sound(const open_rounds *o, const double *chance);
/* The stick of two-point weights before this round is known; what they are in it, squared: `two_now`. */
void open_rounds_weigh(open_rounds *o, const double *chance, int64_t round);
/* A round counts, with these probabilities and squared two-point weights. */
void open_rounds_add(open_rounds *o, const double *chance, const double *two_now);

#endif

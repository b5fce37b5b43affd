/* The value that no policy can exceed: Bernoulli arms whose probabilities have independent beta
 * priors, Beta(a, b), played for T rounds. With s successes in n plays of an arm the
 * probability of another is (a + s) / (a + b + n) =: m, and the greatest reward that can
 * be expected of what is left is (Bellman 1956)
 *
 *   V(state) = max_k m_k (1 + V(state, k succeeds)) + (1 - m_k) V(state, k fails),
 *
 * 0 after T plays. It is found backwards, layer by layer (base/states.h); two layers are kept, and
 * the choices where they are asked for. Of choices whose worth is equal but for
 * rounding (1e-12 of it) the lowest arm is taken. */
#ifndef UNRULY_OPTIMUM_H
#define UNRULY_OPTIMUM_H

#include "../../base/memory.h"
#include "../../base/states.h"
#include "../../base/status.h"

typedef struct optimum_choices {
  unsigned char *packed; /* four choices a byte; each block begins with a byte of its own */
  int64_t *block_at;     /* by block, layer by layer: its first byte */
  int64_t *layer_at;     /* by plays: the first block of the layer */
} optimum_choices;

typedef struct optimum_setup {
  int arms, horizon, threads;
  double a, b;           /* of the prior */
  int depth;             /* values are kept of the states after at most so many plays */
  double **values;       /* by plays, 0..depth: by state; or NULL */
  bool (*stopped)(void); /* asked now and then; or NULL */
} optimum_setup;

/* The value of the beginning. With choices that are not NULL these are made in the
 * arena `kept`. */
status optimum_find(const optimum_setup *setup, double *value, optimum_choices *choices, arena *kept);

/* The best arm when each was played so often and succeeded so often. */
int optimum_choice(const optimum_choices *c, int arms, const int *counts, const int *sums);

/* Bytes of the choices, and the longest horizon for which there are at most so many states. */
double optimum_bytes(int arms, int horizon);
int optimum_longest(int arms, double states);

#endif

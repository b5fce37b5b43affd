/* What a pull pays. An arms type draws the reward of the n-th pull of an arm
 * from the random block of that pull; its parameters are numbers, or priors
 * from which each replication draws its own instance. */
#ifndef UNRULY_ARMS_H
#define UNRULY_ARMS_H

#include "../core/memory.h"
#include "../core/parameters.h"
#include "../core/status.h"
#include "../random/address.h"

enum { ARMS_PARAMETERS = 2 };

typedef struct arms arms;

typedef struct arms_type {
  const char *name;
  /* Names of the parameters that have one number an arm, NULL if fewer. */
  const char *parameter[ARMS_PARAMETERS];
  /* Builds tables that all games share, or NULL. */
  status (*prepare)(const parameters *given, int count, arena *memory, void **shared);
  /* The reward of this pull: `pull` is in `at` (from 0), `round` from 1. The
   * block is the first one of `at`; its first uniform belongs to the reward. */
  double (*draw)(const arms *a, const random_address *at, const philox_block *block, int64_t round);
  double (*mean)(const arms *a, int arm);
} arms_type;

/* The description, shared by all games. */
typedef struct arms_model {
  const arms_type *type;
  int count; /* arms described; those born later reuse the priors */
  const parameter *given[ARMS_PARAMETERS];
  void *shared;
} arms_model;

/* The instance of one replication. */
struct arms {
  const arms_model *model;
  int64_t seed;
  uint32_t replication;
  int count;
  growable value[ARMS_PARAMETERS]; /* doubles, one an arm */
};

status arms_model_make(arms_model *m, const char *type, const parameters *given, int count, arena *memory);
bool arms_open(arms *a, const arms_model *m, int64_t seed, uint32_t replication);
/* Draws the parameters of the arms up to number `count`. */
bool arms_extend(arms *a, int count);
void arms_close(arms *a);

static inline double arms_value(const arms *a, int which, int arm)
{
  return ((const double *)a->value[which].items)[arm];
}

extern const arms_type arms_bernoulli, arms_gaussian, arms_beta, arms_beta_mean, arms_categorical,
    arms_constant, arms_tape_pull, arms_tape_round;

/* Best single arm in hindsight over rounds 1..round of a tape by round. */
double arms_tape_best_until(const arms *a, int64_t round);

#endif

/* The description of a bandit, shared by all its games and never changed by
 * one: its arms and its traits. */
#ifndef UNRULY_PROBLEM_H
#define UNRULY_PROBLEM_H

#include "../arms/arms.h"
#include "../policies/policy.h"

enum { MOST_TRAITS = 8 };

typedef struct trait_type trait_type;

typedef struct trait_model {
  const trait_type *type;
  parameters given;
  void *shared; /* what `prepare` built from the parameters */
} trait_model;

typedef struct problem {
  arms_model arms;
  int arm_count; /* arms described; populations bear more */
  int waits;
  int64_t vain; /* the most that a play in vain takes; 0: its wait */
  unsigned has; /* trait flags */
  bool moving;  /* the best arm changes as arms come and go */
  trait_model traits[MOST_TRAITS];
  int trait_count;
  const int64_t *patience; /* by arm, or NULL */
  const double *share, *penalty;
  int64_t penalty_columns, penalty_first;
  arena memory;
} problem;

/* `has` flags of the traits, in the order in which they act on a play. */
status problem_make(problem *p, const char *kind, const parameters *arms_given, int arm_count);
status problem_add(problem *p, const char *trait, const parameters *given);
/* For a trait that needs nothing but its parameters: shares a copy of them
 * (models move as traits are added). */
status problem_share_parameters(problem *p, trait_model *m);
void problem_free(problem *p);

#endif

/* The description of a bandit, shared by all its games and never changed by
 * one: its arms and its traits. */
#ifndef UNRULY_PROBLEM_H
#define UNRULY_PROBLEM_H

#include "arms.h"
#include "trait.h"

enum { MOST_TRAITS = 16 };

struct trait_model {
  const trait_type *type;
  parameters given;
  void *shared;  /* what `prepare` built from the parameters */
  int figure_at; /* where its figures are among all of the problem */
};

/* The traits that have a hook, by their places in problem.traits. */
typedef struct hooked {
  int count, at[MOST_TRAITS];
} hooked;

struct problem {
  arms_model arms;
  int arm_count; /* places: arms described; where dead arms are replaced, those alive at a time */
  int described; /* arms that are described; an agent has places for more */
  int waits;
  int64_t vain;  /* the most that a play in vain takes; 0: its wait */
  unsigned has;  /* trait flags */
  bool moving;   /* the best arm changes as arms come and go */
  bool late;     /* the arms are not all there in round 1: a trait lets them in */
  bool renewing; /* places of dead arms are used again */
  trait_model traits[MOST_TRAITS];
  int trait_count;
  hooked with_worth, with_next, with_arm_entered, with_arm_back, with_accept, with_shape, with_counted,
      with_shown_in, with_played, with_judge;
  const char *figure[MOST_TRAITS * MOST_FIGURES];
  int figure_count;
  int arm_judge;            /* the trait that judges arms, or -1 */
  int64_t *patience, *last; /* by arm: its patience, the end of its life; or NULL */
  const char *const *name;  /* by arm, or NULL: they have none */
  const double *share;      /* by arm, or NULL */
  arena memory;
};

status problem_make(problem *p, const arms_type *type, const parameters *arms_given, int arm_count);
/* A whole number for each place, FOREVER where none is described. */
status problem_rounds(problem *p, const parameters *given, const char *name, int64_t **rounds);
status problem_add(problem *p, const trait_type *trait, const parameters *given);
/* For a trait that needs nothing but its parameters: shares a copy of them
 * (models move as traits are added). */
status problem_share_parameters(problem *p, trait_model *m);
void problem_free(problem *p);

#endif

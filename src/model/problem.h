/* The description of a bandit, its arms and its traits. All games share it, and no game
 * changes it. */
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
  bool idle;     /* it does nothing */
};

/* The traits that have a certain hook, by their positions in problem.traits. */
typedef struct hooked {
  int count, at[MOST_TRAITS];
} hooked;

struct problem {
  arms_model arms;
  int arm_count; /* places: the arms described; in a population those alive at a time */
  int described; /* the arms described; an agent has places for more */
  int waits;
  int64_t vain;     /* the most rounds of an unsuccessful play, see view; 0: its wait */
  unsigned has;     /* trait flags */
  unsigned acts;    /* those of the traits that do something */
  bool moving;      /* the best arm changes as arms come and go */
  bool late;        /* not all arms are present in round 1: a trait lets them enter */
  bool renewing;    /* newborn arms reuse the places of dead ones */
  bool lags_differ; /* how late an outcome is shown may depend on what was played, or on chance */
  bool silent;      /* outcomes of 0 are never shown */
  int stages;       /* of previews; 0: there are none */
  const double *preview_sd;
  const struct shown_law *shown_by; /* how late others are; NULL: they are not */
  trait_model traits[MOST_TRAITS];
  int trait_count;
  hooked with_worth, with_next, with_arm_entered, with_arm_back, with_accept, with_shape, with_counted,
      with_shown_in, with_played, with_judge;
  const char *figure[MOST_TRAITS * MOST_FIGURES];
  int figure_count;
  int arm_judge;            /* the trait that judges arms, or -1 */
  int clock;                /* the trait that knows when rounds begin, or -1 */
  int64_t *patience, *last; /* by arm: its patience, the end of its life; or NULL */
  const char *const *name;  /* by arm, or NULL: they have none */
  const double *share;      /* by arm, or NULL */
  arena memory;
};

status problem_make(problem *p, const arms_type *type, const parameters *arms_given, int arm_count);
/* A parameter of whole rounds for each place, FOREVER if no arm is described there. */
status problem_rounds(problem *p, const parameters *given, const char *name, int64_t **rounds);
status problem_add(problem *p, const trait_type *trait, const parameters *given);
/* For a trait whose shared data are just its parameters: keeps a copy of them, since
 * trait models move in memory as traits are added. */
status problem_share_parameters(problem *p, trait_model *m);
void problem_free(problem *p);

#endif

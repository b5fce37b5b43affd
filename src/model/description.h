/* A bandit as it was described, before anything is made of it: its arms and traits in the order in which they
 * were given. problem_refuses() says whether it can be played. */
#ifndef UNRULY_DESCRIPTION_H
#define UNRULY_DESCRIPTION_H

#include "problem.h"
#include "refusal.h"

typedef struct described_trait {
  const trait_type *type;
  parameters given;
  bool only_named; /* its parameters are not known yet */
} described_trait;

struct problem_description {
  const arms_type *arms;
  parameters given; /* of the arms */
  int count;
  const char *const *name; /* by arm; NULL: they have none */
  described_trait trait[MOST_TRAITS + 1];
  int trait_count;
  int together; /* so many arms are there at a time at most; 0: as the traits say */
  int known;    /* 1: the arms were examined before; and one more for each trait that was */
};

/* Plan: how long it is to be played, whole numbers if all is right; NAN: not asked. */
typedef struct plan_description {
  double horizon, seed, replication;
} plan_description;

/* A policy, perhaps with one inside. One from another library may state no parameters. */
struct policy_description {
  const policy_type *type;
  const parameters *given;
  policy_finder *find;
  bool only_named; /* what it cannot do without is not known yet */
  bool fed_zeros;  /* the one around it makes up for outcomes of 0 that are not shown */
};

/* NULL: the description has no such trait. */
const described_trait *description_trait(const problem_description *d, const char *name);
/* The flags of arms and traits. */
unsigned description_has(const problem_description *d);
/* Between which numbers all rewards lie. */
void description_rewards(const problem_description *d, double ends[2]);
/* Between which numbers the means lie to which this trait changes those of the arms, their own among them; or
 * nearly all of them, where a prior has no ends. False: it changes none. */
bool description_means(const problem_description *d, const described_trait *t, bool likely, double ends[2]);
/* Returns how many arms may be there at a time, at most. */
int description_together(const problem_description *d);
/* For how many rounds there are numbers. */
double description_rounds(const problem_description *d);

/* The law of this number, from 0, of a trait that has laws, whose copied parameters are freed with the
 * memory. */
typedef struct described_law {
  const char *name; /* NULL: there is none of this number */
  const argument *takes;
  parameters given;
} described_law;
described_law description_law(const described_trait *t, int number, arena *memory);

#endif

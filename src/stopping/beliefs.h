/* Posteriors of means, as posterior.c has them, and the probability that one exceeds others. */
#ifndef UNRULY_STOPPING_BELIEFS_H
#define UNRULY_STOPPING_BELIEFS_H

#include "../policies/sampling/beta_quantile.h"
#include "../policies/sampling/greatest.h"
#include "rivals.h"

typedef struct belief_scale {
  double sd;
  bool beta, survival; /* or else Gaussian */
  unit_scale unit;
} belief_scale;

/* On the real line. */
typedef struct belief {
  double middle, sd;
  beta_law law;
  bool beta;
} belief;

enum { MOST_NODES = 4096, FEW_NODES = 256 };

/* Out from the leader's mode to both sides, as far as its density is not negligible. Few of them
 * on the line of beta laws are near: what these have in common is kept, x of y = ln(x / (1 - x)),
 * and -ln(1 - x). */
typedef struct nodes {
  int count, right; /* so many to the right, the mode included */
  bool near;
  double step, place[MOST_NODES], value[MOST_NODES], x[FEW_NODES], rest[FEW_NODES];
} nodes;

#define TAKES_BELIEFS                                                                \
  {"family", A_TEXT("bernoulli|gaussian|survival"), FROM_BANDIT},                    \
      {"range", A_RANGE, FROM_BANDIT, .only_if = "family=bernoulli"},                \
  {                                                                                  \
    "sd", A_POSITIVE, FROM_BANDIT, .not_with = "range", .only_if = "family=gaussian" \
  }

belief_scale belief_scale_of(const parameters *given);
/* Of hazards: whether there was an event, without which all arms are equal; and the arm of fewest events per
 * time at risk, of those there, the lowest in a tie. */
bool hazards_were_seen(const evidence *e);
int least_hazard(const evidence *e);
/* Its two numbers; where it lies, not what law it is; and all of it. */
draw_law belief_as_law(const belief_scale *s, const evidence *e, int arm);
belief place_of(const belief_scale *s, const evidence *e, int arm);
belief belief_of(const belief_scale *s, const evidence *e, int arm);

/* The nodes for the density of this one, if `narrow` is the sum of precisions of all that are looked at;
 * times the distribution function of a rival; and the sum. */
void place_nodes(nodes *at, const belief *leader, double narrow);
void beat(nodes *at, const belief *rival);
double integral(const nodes *at);
static inline double precision(const belief *b) { return 1 / (b->sd * b->sd); }

/* The probability that the first exceeds the second by more than a margin, to 1e-6. */
double belief_exceeds(const belief *a, const belief *b, double margin);
/* Returns the probability that an arm is the best of those left, of which something was shown, as
 * policy_allocation("best") has it (best_arm.h); NAN without memory. */
double belief_is_best(const belief_scale *s, const evidence *e, int arm);
/* The probability that the hazard of an arm is less than that of another; NAN without memory. */
double hazard_is_less(const evidence *e, int arm, int other);
/* Returns whether somebody asks for that of all arms anyway. */
static inline bool beliefs_are_asked(const evidence *e) { return *e->view->best != NULL; }

#endif

/* The greatest of one draw for each action, each from its own posterior, found without drawing for all of
 * them in every round, by heights (src/random/heights.h).
 *
 * In a turn of the policy's clock the favourite is the action of greatest posterior mean, the lowest in
 * a tie. Its draw is its posterior's quantile at 1 - exp(-y), y the height of the action's lane in this turn,
 * that of every other at exp(-y); the greatest draw is chosen, the lowest action in a tie. Given all that
 * happened before the turn its heights are independent exponential numbers, so the draws are independent and
 * have the posteriors as laws.
 *
 * Plain mode finds each height at its address and each quantile in full. The fast way chooses a level
 * below the favourite's mean. An *event* of another action is a draw above the level, one of the favourite a
 * draw not above it: heights below limits. While no lane has an event, the favourite is chosen, whatever its
 * draw. A limit that is too high does no harm, as events are looked at; the favourite's holds while its
 * posterior is far enough above the level (draws_hold()). Where events are frequent it is faster
 * to look at all actions in each turn, and compare draws by bounds.
 *
 * The state here follows from posteriors, heights and the last turn; choices do not depend on it. */
#ifndef UNRULY_DRAW_RACE_H
#define UNRULY_DRAW_RACE_H

#include "posterior.h"
#include "../../model/policy.h"
#include "../../random/heights.h"

typedef posterior (*posterior_of_action)(const policy *p, int action);

typedef struct drawn_action {
  posterior law;
  double limit;        /* heights below it are events */
  uint64_t due;        /* the turn of the next one: none before */
  int64_t number;      /* of the arm, plus 1; 0: nothing is known here */
  bool known, changed; /* the law; since it was looked at */
  height_lane lane;
} drawn_action;

typedef struct draw_race {
  posterior_kind kind;
  posterior_of_action law_of;
  philox_key key;
  drawn_action *action;
  int *changed, changed_count; /* actions whose limits are out of date */
  int *compared;               /* actions whose draws are compared */
  double *z;                   /* the normal numbers of the same rank */
  about *about;
  int favourite;            /* -1: there is no level */
  double level, steps;      /* below its mean, in halves of its standard deviation */
  double line, more, slope; /* of the favourite: see draws_hold() */
  double from, until;       /* trials of the favourite for which the level is good */
  uint64_t last, next;      /* the turn asked for; that of the next event */
  uint64_t direct_until;    /* all actions are looked at before this turn */
} draw_race;

/* For the policy's game; what was there before is used again. False if there is no memory. */
bool draws_open(policy *p, const view *v, draw_race **race, posterior_kind kind, posterior_of_action law_of);

/* The choice of this turn. */
int draws_choose(draw_race *r, const policy *p, const view *v, uint64_t turn);

/* The posterior of an action is another one. */
void draws_changed(draw_race *r, int action);
/* An arm came, or came back. */
void draws_entered(draw_race *r, const view *v, int arm);

/* Returns for how many plays, the one just chosen included, this action would be chosen while it stays far
 * enough above the level; 1 if nothing is known. */
int64_t draws_stretch(const draw_race *r, int action);
/* The favourite's total, after n plays, that keeps its law far enough above the level. Of a normal law
 * (or a Gumbel law that gets narrower as such) `variance` is that of a reward, `weight` 1 / sd^2 of the
 * prior. */
typedef struct draw_prior {
  double mean, weight, variance;
} draw_prior;
void draws_normal_line(const draw_race *r, const posterior *x, const draw_prior *prior, stretch *s, double n);
void draws_beta_line(const draw_race *r, stretch *s, double n);
/* So many turns more have passed, in which it was. */
static inline void draws_passed(draw_race *r, uint64_t turns) { r->last += turns; }

#endif

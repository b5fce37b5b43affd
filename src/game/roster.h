/* The roster: which arms are there, the policy's view of them, and the calls that notify the
 * policy of changes. Simulated games and agents have this in common. */
#ifndef UNRULY_ROSTER_H
#define UNRULY_ROSTER_H

#include "../model/policy.h"

typedef struct roster {
  const policy_type *type;
  policy player;
  view view;
  random_stream random;
  struct best_arm *best;
  arena *memory;
  int *live, *actions;
  int *arm_of;                      /* by action, where there are waits */
  unsigned char *is_live, *is_used; /* by arm; used: an arm was there before */
  int64_t *number, *first, *last;   /* by arm */
  int64_t *tried, *shown;           /* by action: plays and outcomes; NULL if they are not counted */
  bool started;                     /* the policy is there to be notified of changes */
  bool holding;                     /* arms that leave stay in the lists */
  int *leaving;                     /* those that did: the arm, or ~arm if the policy is not notified */
  int leaving_count;
} roster;

/* Room for `arms` arms, none of which is there yet. */
bool roster_open(roster *r, const policy_type *type, int arms, int waits, arena *memory);
/* Counts plays and outcomes from now on: they may come late. */
bool roster_count(roster *r);
/* Starts the policy with its parameters; from then on it is notified of changes. */
status roster_start(roster *r, const parameters *given);

/* An arm comes to this place; a life without a known end ends FOREVER. */
void roster_enter(roster *r, int arm, int64_t number, int64_t first, int64_t last);
/* The arm cannot be played after this round. The policy is notified if `tell`. */
void roster_leave(roster *r, int arm, int64_t last, bool tell);
/* The arm cannot be played for a while; it is the same arm when it returns. */
void roster_away(roster *r, int arm);
void roster_back(roster *r, int arm);

/* Between these two calls arms leave together: the lists change once, and then
 * the policy is notified of each. No arm may enter in between. */
void roster_hold(roster *r);
void roster_settle(roster *r);

static inline int roster_arm_of(const roster *r, int action)
{
  return r->arm_of ? r->arm_of[action] : action;
}

/* The policy's choice, or -1 with r->player.failure set; with its probabilities, if they are known. */
int roster_choose(roster *r);
int roster_choose_with_chances(roster *r, double *chance, bool *known);

/* The arm that it would name as the best, by a rule of its own; -1 for the default, or with
 * r->player.failure set. */
int roster_recommended(roster *r);
/* Returns the failure that keeps it from going on, if there is one. */
status roster_failure(const roster *r);

/* Its choice is known. */
static inline void roster_recall(roster *r, int action)
{
  if (r->type->recall && r->started) r->type->recall(&r->player, &r->view, action);
}

static inline void roster_played(roster *r, const outcome *o)
{
  if (r->tried) r->tried[o->action]++;
  if (r->type->played) r->type->played(&r->player, &r->view, o);
}

static inline void roster_show(roster *r, const outcome *o)
{
  if (r->shown) r->shown[o->action]++;
  if (r->type->observe) r->type->observe(&r->player, &r->view, o);
}

#endif

/* What a policy is, what it may see, and what it must do.
 *
 * A policy is a constant `policy_type`. The core owns its memory: `state_size`
 * zeroed bytes a game (p->state) and `action_size` zeroed bytes an action
 * (p->actions), which grow by themselves when arms are born. Anything else
 * comes from p->memory and is freed with the game.
 *
 * An action is an arm and a wait: action = arm * v->waits + (wait - 1), all
 * from 0, so without waiting an action is an arm. Only arms in v->live may be
 * chosen. */
#ifndef UNRULY_POLICY_H
#define UNRULY_POLICY_H

#include "../core/memory.h"
#include "../core/parameters.h"
#include "../core/status.h"
#include "../random/stream.h"
#include <stddef.h>

/* What bandits have and policies may need, or may be unable to play. */
enum trait_flag {
  HAS_PATIENCE = 1 << 0,
  HAS_ENTRIES = 1 << 1,
  HAS_LIFETIMES = 1 << 2,
  HAS_WAITING = 1 << 3,
  HAS_FAIRNESS = 1 << 4,
  HAS_SPREAD = 1 << 5,
  HAS_REPLAY = 1 << 6
};

/* What the player is told. Pointers are NULL where there is nothing to tell. */
typedef struct view {
  int64_t round;   /* the round to be played, from 1 */
  int64_t plays;   /* plays finished so far */
  int64_t horizon; /* T, in rounds */
  int arms;        /* arms known so far: numbers 0..arms-1 */
  int waits;       /* D; 1 without waiting */
  int64_t vain;    /* with waiting: the most that a play in vain takes; 0: its wait */
  int live_count;
  const int *live;              /* arms that can be played now, ascending */
  const unsigned char *is_live; /* by arm */
  const int64_t *patience;      /* m_k, FOREVER for never */
  const double *share, *penalty;
  const int64_t *first;     /* the round in which an arm came */
  const int64_t *last;      /* the last round of its life; NULL when not told */
  const double *mean_value; /* only for a policy that `sees_means`: pay a round, by action */
  bool plain;               /* evaluate every index in every round (tests) */
  bool replay;              /* the log, not the policy, makes the first plays */
  random_stream *random;    /* the policy's own random numbers */
} view;

/* One finished play, as far as the player saw it. */
typedef struct outcome {
  int action, arm, wait; /* wait from 1 */
  double observed;       /* what was shown: the reward, or the sum that arrived */
  int64_t cost;          /* rounds it took */
  int delay;             /* with waiting: tau if tau <= wait, else 0 (not seen) */
} outcome;

typedef struct policy {
  void *state, *actions;
  arena *memory;
  status failure; /* set by a policy that cannot go on */
} policy;

typedef struct policy_type {
  const char *constructor; /* the R function, "policy_ucb1" */
  const char *label;       /* the paper's name for it, "UCB1" */
  const char *paper;
  unsigned needs, refuses; /* trait flags: at least one of the needed, none of the refused */
  bool sees_means;
  size_t state_size, action_size;
  /* Reads the parameters and prepares; what it cannot serve it refuses here,
   * with the number that is wrong and the number that would do. Also called
   * once before a study starts, so that refusals come first. */
  status (*start)(policy *p, const view *v, const parameters *given);
  int (*choose)(policy *p, const view *v);
  void (*observe)(policy *p, const view *v, const outcome *o); /* may be NULL */
  void (*arm_entered)(policy *p, const view *v, int arm);      /* may be NULL */
  void (*arm_left)(policy *p, const view *v, int arm);         /* may be NULL */
} policy_type;

/* Each action that can be played, with equal chance. */
static inline int random_action(const view *v)
{
  const int i = stream_below(v->random, v->live_count * v->waits);
  return v->live[i / v->waits] * v->waits + i % v->waits;
}

/* The registry: every policy is one line in registry.c. */
extern const policy_type *const policy_registry[];
extern const int policy_registry_count;
const policy_type *policy_find(const char *constructor);

/* Addresses the random stream of a policy: what it is, not where it stands. */
uint32_t policy_identity(const policy_type *type, const parameters *given);

#endif

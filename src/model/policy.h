/* What a policy is, what it may see, and what it must do.
 *
 * A policy is a constant `policy_type`. The core owns its memory: `state_size`
 * zeroed bytes a game (p->state) and `action_size` zeroed bytes an action
 * (p->actions), zeroed again when the place of a dead arm goes to a newborn.
 * Anything else comes from p->memory and is freed with the game.
 *
 * An arm is known by its place, 0..v->arms - 1; where arms are born all the
 * time, the places of the dead are used again. v->number says which arm it is
 * among all that ever were: what is said of "the lowest arm" goes by that.
 * An action is an arm and a wait: action = arm * v->waits + (wait - 1), so
 * without waiting an action is an arm. Only v->actions may be chosen. */
#ifndef UNRULY_POLICY_H
#define UNRULY_POLICY_H

#include "../base/memory.h"
#include "parameters.h"
#include "../base/status.h"
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
  HAS_REPLAY = 1 << 6,
  HAS_CONTEXT = 1 << 7,
  HAS_DELAY = 1 << 8,
  HAS_CHANGES = 1 << 9,
  HAS_WEAR = 1 << 10,
  HAS_REST = 1 << 11,
  HAS_ABSENCES = 1 << 12,
  HAS_BATCHES = 1 << 13
};

/* What the player is told. Pointers are NULL where there is nothing to tell. */
typedef struct view {
  int64_t round;   /* the round to be played, from 1 */
  int64_t plays;   /* plays finished so far */
  int64_t horizon; /* T, in rounds */
  int arms;        /* places of arms known so far: 0..arms-1 */
  int waits;       /* D; 1 without waiting */
  int64_t vain;    /* with waiting: the most that a play in vain takes; 0: its wait */
  int live_count;
  const int *live; /* arms that can be played now, in the order of their numbers */
  int action_count;
  const int *actions;           /* what can be played now, in that order, then by wait */
  const unsigned char *is_live; /* by arm */
  const int64_t *number;        /* by arm: its number among all that ever were, from 0 */
  const int64_t *patience;      /* m_k, FOREVER for never */
  const double *share, *penalty;
  const int64_t *first;     /* the round in which an arm came */
  const int64_t *last;      /* the last round of its life; NULL when not told */
  int64_t changes;          /* of means so far, told to the oracle of changes; -1: they do not change */
  const double *context;    /* of this round, `context_size` numbers: see arm_context() */
  int context_size;         /* 0 without contexts */
  int context_step;         /* from the context of an arm to that of the next; 0: all have the same */
  const double *mean_value; /* only for a policy that `sees_means`: pay a round, by action */
  double reference;         /* the best a round that can be had of a population; NAN if not told */
  double first_plays; /* how many policies that begin with a play of each arm are to play so; INFINITY: all */
  /* While an arm's leaving is told: the last round in which it could be played,
   * and whether it is only away for a while (then its coming back is told too, or that
   * it has gone for good meanwhile). */
  int64_t left_in;
  bool away;
  bool plain;              /* evaluate every index in every round (tests) */
  bool replay;             /* the log, not the policy, makes the first plays */
  const char *const *name; /* of the arms described, by number; NULL: they have none */
  random_stream *random;   /* the policy's own random numbers */
} view;

/* A play, and what was shown of it. In `played` nothing is shown yet. */
typedef struct outcome {
  int action, arm, wait; /* wait from 1 */
  int delay;             /* with waiting: tau if tau <= wait, else 0 (not seen) */
  double observed;       /* what was shown: the reward, or the sum that arrived */
  int64_t cost;          /* rounds it took */
  int64_t play;          /* which play it was, from 0 */
  int64_t start;         /* the round in which it began */
} outcome;

/* A promise: the choice stays this action for the next `plays` plays, as long
 * as nothing else happens and, after i of them, total > line + slope i, where
 * `total` starts as given here and grows by what is observed. */
typedef struct stretch {
  int64_t plays;
  double total, line, slope;
} stretch;

/* What became of it: so many plays, which brought the total to this. */
typedef struct run {
  int action, arm;
  int64_t plays;
  double total;
} run;

typedef struct policy {
  void *state, *actions;
  arena *memory;
  status failure; /* set by a policy that cannot go on */
} policy;

typedef struct policy_type {
  const char *constructor; /* the R function, "policy_ucb1" */
  const char *label;       /* the paper's name for it, "UCB1" */
  const char *paper;
  const parameter_rule *takes; /* its parameters; NULL if it has none */
  unsigned needs, refuses;     /* trait flags: at least one of the needed, none of the refused */
  bool sees_means;
  /* Asked again before a play is made, with the same arms there, it chooses the
   * same again: by no chance, and by no context of the round. */
  bool deterministic;
  /* Its choice depends on who is there and on chance alone, never on what was
   * played or seen. */
  bool stationary;
  /* Its choices follow from what it was told (all that follows choose() below)
   * and from how many random numbers it has used: choose() leaves nothing else
   * behind that a later choice depends on. Then an agent that is read is told
   * its past without being asked for each choice again (unless it used random
   * numbers to learn, too, as then nobody knows which). */
  bool told_suffices;
  /* Whether, once started, it is to be asked all the same: by its parameters, or as the policy
   * inside it is. NULL: never. */
  bool (*must_be_asked)(const policy *p);
  /* Its choices follow from the round and from how often each arm was played and what it
   * was seen to pay in sum, where outcomes are shown at once: what stands in its actions
   * follows from these, arm by arm, and nothing else that its plain way looks at changes.
   * If it throws no dice, more reward of an arm, all else being equal, never takes the
   * choice from it. NULL: no; "" yes, or the name of the parameter that, where it is
   * given, makes it untrue. Of such policies the exact law of a game can be had. */
  const char *counts_suffice;
  /* Else: its choices follow from the round and from the bytes of its state and of its
   * actions; what it keeps besides, its plain way does not look at, or never changes. */
  bool bytes_suffice;
  /* Whether it looks at v->horizon: NULL if never, "" if it does, or the name of
   * the parameter that, where it is given, makes the horizon needless. */
  const char *needs_horizon;
  /* The name of the parameter that says how fast the least chance of an action may fall,
   * like t^-decay; NULL: it promises none. */
  const char *decays;
  size_t state_size, action_size;
  /* Reads the parameters and prepares; what it cannot serve it refuses here,
   * with the number that is wrong and the number that would do. Also called
   * once before a study starts, so that refusals come first. */
  status (*start)(policy *p, const view *v, const parameters *given);
  int (*choose)(policy *p, const view *v);
  /* It is not asked, as it is known what was chosen: what choose() does first, as the round is what
   * it is, it does now, without chance. NULL: nothing. Of use where `told_suffices`. */
  void (*recall)(policy *p, const view *v);
  /* The number by which it compares actions, if that is all it does: the greatest is
   * chosen, the lowest action among equals. Of use where `counts_suffice`. */
  double (*index)(const policy *p, const view *v, int action);
  /* All that follow may be NULL. A play is told twice: `played` when it has
   * been made, `observe` when its outcome is shown, which is at once unless
   * rewards are delayed: what is counted by plays belongs into the first, what
   * is learned into the second. */
  void (*played)(policy *p, const view *v, const outcome *o);
  void (*observe)(policy *p, const view *v, const outcome *o);
  void (*arm_entered)(policy *p, const view *v, int arm);
  void (*arm_left)(policy *p, const view *v, int arm);
  /* An arm that is there all the time, for all that the policy was told, has another
   * last round than it had (v->last), or maybe the same. */
  void (*life_told)(policy *p, const view *v, int arm);
  /* The arm that it would name as the best, if it has a rule of its own for that, or
   * -1: that of greatest mean of what was shown. */
  int (*recommend)(const policy *p, const view *v);
  /* The chance with which the next choice is each of v->actions, in their order, given all
   * that choose() would know: no random number is used, and choose(), which is asked
   * afterwards or never, chooses what it would have chosen. False if nobody knows, as of
   * a policy around one without chances. A `deterministic` one does without. */
  bool (*chances)(policy *p, const view *v, double *chance);
  /* At the end of a round: whether a rule may stop the game now, as nothing is under way
   * that only makes sense as a whole. */
  bool (*may_stop)(const policy *p, const view *v);
  /* At the end of a round: whether one arm is left of those that it compared, so that it
   * would play that one only. */
  bool (*settled)(const policy *p, const view *v);
  /* For speed: how long the choice just made would stay the same, and what
   * came of it, in place of played() and observe() for each play. A policy
   * that has the one has the other; asked only where each play takes one round
   * and is shown at once. */
  void (*stretch)(policy *p, const view *v, int action, stretch *s);
  void (*observe_run)(policy *p, const view *v, const run *r);
} policy_type;

/* The context of an arm in this round. */
static inline const double *arm_context(const view *v, int arm)
{
  return v->context + (ptrdiff_t)v->context_step * arm;
}

/* Whether the arm of action a comes before that of b, or its wait does. */
static inline bool action_before(const view *v, int a, int b)
{
  const int64_t x = v->number[a / v->waits], y = v->number[b / v->waits];
  return x != y ? x < y : a < b;
}

/* How many live arms have lower numbers: where the arm of this number stands in v->live,
 * or would. */
static inline int live_before(const view *v, int64_t number)
{
  int low = 0, high = v->live_count;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (v->number[v->live[middle]] < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* Each action that can be played, with equal chance. */
static inline int random_action(const view *v)
{
  return v->actions[stream_below(v->random, v->action_count)];
}

/* Chances of actions that are known for certain, or but for an equal chance of all. */
static inline void sure_chances(const view *v, int action, double *chance)
{
  for (int i = 0; i < v->action_count; i++) chance[i] = v->actions[i] == action;
}

static inline void mixed_chances(const view *v, int action, double explore, double *chance)
{
  const double each = explore / (double)v->action_count;
  for (int i = 0; i < v->action_count; i++) chance[i] = v->actions[i] == action ? each + (1 - explore) : each;
}

/* Of a policy inside another, which may be deterministic. */
static inline bool policy_chances(const policy_type *type, policy *p, const view *v, double *chance)
{
  if (type->chances) return type->chances(p, v, chance);
  if (!type->deterministic) return false;
  const int action = type->choose(p, v);
  sure_chances(v, action, chance);
  return action >= 0;
}

/* The action of greatest value, the first in the order of v->actions among
 * equals; -1 if there is none. */
typedef double (*action_value)(const policy *p, const view *v, int action, const void *with);

static inline int argmax_action(const policy *p, const view *v, action_value value, const void *with)
{
  int best = -1;
  double greatest = 0;
  for (int i = 0; i < v->action_count; i++) {
    const double x = value(p, v, v->actions[i], with);
    if (best < 0 || x > greatest) best = v->actions[i], greatest = x;
  }
  return best;
}

/* Addresses the random stream of a policy: what it is, not where it stands. */
uint32_t policy_identity(const policy_type *type, const parameters *given);

#endif

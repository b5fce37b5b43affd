/* A policy inside another: its name is the parameter "base", its parameters are
 * those that begin with "base.". Its memory comes from that of the outer one. */
#ifndef UNRULY_INNER_H
#define UNRULY_INNER_H

#include "../../model/policy.h"

typedef struct inner {
  const policy_type *type;
  policy player;
  parameters given;
} inner;

/* Room for it; it is not started yet. Refuses what cannot be inside another. */
status inner_open(inner *in, const policy *outer, const view *v, const parameters *given);
/* Starts it, again if need be: it remembers nothing, but for what has kept it from going on. */
status inner_start(inner *in, const view *v);
/* Returns whether it never draws: neither its type nor that of any policy inside it does. */
bool inner_never_draws(const inner *in, const view *v);
/* A newborn is at the place of an arm that is dead. */
void inner_forget(inner *in, const view *v, int arm);

/* A choice that cannot be played is a failure, as it is of a policy that is not inside another. */
int inner_refuse_choice(inner *in, policy *outer);

static inline bool inner_may_choose(const view *v, int action)
{
  return action >= 0 && action < v->arms * v->waits && v->is_live[v->waits > 1 ? action / v->waits : action];
}

/* What keeps it from going on keeps the outer one, which may have failed before. */
static inline void inner_tell_failure(const inner *in, policy *outer)
{
  if (!outer->failure.code) outer->failure = in->player.failure;
}

/* Its choice; what keeps it from choosing keeps the outer one. */
static inline int inner_choose(inner *in, policy *outer, const view *v)
{
  const int action = in->type->choose(&in->player, v);
  inner_tell_failure(in, outer);
  return inner_may_choose(v, action) ? action : inner_refuse_choice(in, outer);
}

static inline int inner_choose_with_chances(inner *in, policy *outer, const view *v, double *chance,
                                            bool *known)
{
  const int action = policy_choose_with_chances(in->type, &in->player, v, chance, known);
  inner_tell_failure(in, outer);
  return inner_may_choose(v, action) ? action : inner_refuse_choice(in, outer);
}

static inline void inner_recall(inner *in, policy *outer, const view *v, int action)
{
  if (in->type->recall) in->type->recall(&in->player, v, action);
  inner_tell_failure(in, outer);
}

static inline bool inner_must_be_asked(const inner *in)
{
  return !in->type->told_suffices || (in->type->must_be_asked && in->type->must_be_asked(&in->player));
}

/* The same, where what it chose is not always what was played. */
static inline bool inner_must_be_asked_alone(const inner *in)
{
  return in->type->recalls_choice || inner_must_be_asked(in);
}

static inline bool inner_chances(inner *in, policy *outer, const view *v, double *chance)
{
  const bool known = policy_chances(in->type, &in->player, v, chance);
  inner_tell_failure(in, outer);
  return known;
}

static inline const policy_type *inner_without_chances(const inner *in)
{
  return policy_without_chances(in->type, &in->player);
}

static inline void inner_played(inner *in, const view *v, const outcome *o)
{
  if (in->type->played) in->type->played(&in->player, v, o);
}

static inline void inner_observe(inner *in, const view *v, const outcome *o)
{
  if (in->type->observe) in->type->observe(&in->player, v, o);
}

static inline void inner_preview(inner *in, const view *v, const outcome *o, int stage)
{
  if (in->type->preview) in->type->preview(&in->player, v, o, stage);
}

static inline void inner_arm_entered(inner *in, const view *v, int arm)
{
  if (in->type->arm_entered) in->type->arm_entered(&in->player, v, arm);
}

static inline void inner_arm_left(inner *in, const view *v, int arm)
{
  if (in->type->arm_left) in->type->arm_left(&in->player, v, arm);
}

static inline void inner_life_told(inner *in, const view *v, int arm)
{
  if (in->type->life_told) in->type->life_told(&in->player, v, arm);
}

/* The inner policy's own answer, or the default if it has no rule of its own. */
static inline int inner_recommend(const inner *in, const view *v)
{
  return in->type->recommend ? in->type->recommend(&in->player, v) : -1;
}

static inline bool inner_may_stop(const inner *in, const view *v)
{
  return !in->type->may_stop || in->type->may_stop(&in->player, v);
}

static inline bool inner_settled(const inner *in, const view *v)
{
  return in->type->settled && in->type->settled(&in->player, v);
}

#endif

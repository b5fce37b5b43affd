#include "inner.h"
#include "../../model/prefixed.h"

static size_t action_count(const view *v) { return (size_t)v->arms * (size_t)v->waits; }

status inner_open(inner *in, const policy *outer, const view *v, const parameters *given)
{
  const char *base = parameters_text(given, "base");
  in->type = base && v->find ? v->find(base) : NULL;
  if (!in->type) return status_error(STATUS_INTERNAL, "There is no such policy to be inside another.");
  if (in->type->sees_means || !in->type->choose)
    return status_error(STATUS_BAD_PARAMETER, "%s cannot be inside another policy.", in->type->label);
  in->player.memory = outer->memory;
  in->player.depth = outer->depth + 1;
  in->player.state = arena_zeroed(outer->memory, 1, in->type->state_size);
  in->player.actions = arena_zeroed(outer->memory, action_count(v), in->type->action_size);
  if (!in->player.state || !in->player.actions ||
      !parameters_prefixed(given, "base.", &in->given, outer->memory))
    return status_no_memory();
  in->given = policy_parameters(in->type, &in->given);
  return status_ok;
}

status inner_start(inner *in, const view *v)
{
  if (in->player.failure.code) return in->player.failure;
  memset(in->player.state, 0, in->type->state_size);
  memset(in->player.actions, 0, action_count(v) * in->type->action_size);
  return status_from(in->type->label, in->type->start(&in->player, v, &in->given));
}

void inner_forget(inner *in, const view *v, int arm)
{
  const size_t bytes = in->type->action_size * (size_t)v->waits;
  memset((char *)in->player.actions + bytes * (size_t)arm, 0, bytes);
}

bool inner_never_draws(const inner *in, const view *v)
{
  char name[256] = "base";
  const policy_type *type = in->type;
  while (type && type->deterministic) {
    const char *base = parameters_text(&in->given, name);
    if (!base) return true;
    type = v->find(base);
    if (strlen(name) + sizeof ".base" > sizeof name) return false;
    strcat(name, ".base");
  }
  return false;
}

int inner_refuse_choice(inner *in, policy *outer)
{
  if (!in->player.failure.code)
    in->player.failure =
        status_error(STATUS_INTERNAL, "%s chose an arm that cannot be played.", in->type->label);
  inner_tell_failure(in, outer);
  return -1;
}

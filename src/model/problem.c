#include "problem.h"
#include "arguments.h"

status problem_make(problem *p, const arms_type *type, const parameters *arms_given, int arm_count)
{
  const problem empty = {0};
  *p = empty;
  p->arm_count = p->described = arm_count;
  p->waits = 1;
  p->arm_judge = p->clock = -1;
  p->has = type->flag;
  const status s = rules_check(type->name, type->takes, arms_given, arm_count);
  return s.code ? s : arms_model_make(&p->arms, type, arms_given, arm_count, &p->memory);
}

static void hook(hooked *list, int at, bool has)
{
  if (has) list->at[list->count++] = at;
}

static void list_figures(problem *p, trait_model *m)
{
  m->figure_at = p->figure_count;
  for (int i = 0; i < MOST_FIGURES && m->type->figure[i]; i++)
    p->figure[p->figure_count++] = m->type->figure[i];
}

/* Made anew as traits are added, for their places change. */
static void list_hooks(problem *p)
{
  const hooked none = {0, {0}};
  p->with_worth = p->with_next = p->with_arm_entered = p->with_accept = none;
  p->with_arm_back = p->with_shape = p->with_counted = p->with_shown_in = none;
  p->with_played = p->with_judge = none;
  p->figure_count = 0;
  for (int i = 0; i < p->trait_count; i++) {
    const trait_type *type = p->traits[i].type;
    hook(&p->with_worth, i, type->worth != NULL);
    hook(&p->with_next, i, type->next != NULL);
    hook(&p->with_arm_entered, i, type->arm_entered != NULL);
    hook(&p->with_arm_back, i, type->arm_back != NULL);
    hook(&p->with_accept, i, type->accept != NULL);
    hook(&p->with_shape, i, type->shape != NULL);
    hook(&p->with_counted, i, type->counted != NULL);
    hook(&p->with_shown_in, i, type->shown_in != NULL);
    hook(&p->with_played, i, type->played != NULL);
    hook(&p->with_judge, i, type->judge && (!p->traits[i].idle || type->figure[0]));
    if (type->judge_arm) p->arm_judge = i;
    if (type->clock) p->clock = i;
    list_figures(p, &p->traits[i]);
  }
}

/* Prepares a trait. One that lets arms in must be alone with it, and a log decides all by itself. R says
 * so with better words; here it keeps lists from being filled twice. */
static status prepare(problem *p, const trait_type *trait, trait_model *m)
{
  const bool let_in = p->late;
  p->late = false;
  const status s = trait->prepare ? trait->prepare(p, m) : status_ok;
  if (!s.code && ((let_in && p->late) || (p->trait_count > 1 && (p->has & HAS_REPLAY))))
    return status_error(STATUS_INTERNAL, "a bandit has traits that cannot be combined");
  p->late |= let_in;
  return s;
}

/* Outside a simulation it is not known what a trait will do. */
static void put_to_work(problem *p, trait_model *m)
{
  m->idle = p->arms.type->draw && m->type->idle && m->type->idle(p, m);
  if (m->idle) {
    list_hooks(p);
    return;
  }
  p->acts |= m->type->flag;
  p->moving |= m->type->moves;
}

status problem_add(problem *p, const trait_type *trait, const parameters *given)
{
  if (p->trait_count == MOST_TRAITS) return status_error(STATUS_INTERNAL, "a bandit has too many traits");
  for (int i = 0; i < p->trait_count; i++) /* their figures have one name */
    if (p->traits[i].type == trait) return status_error(STATUS_INTERNAL, "a bandit has a trait twice");
  const status s = rules_check(trait->name, trait->takes, given, p->described);
  if (s.code) return s;
  int at = p->trait_count++;
  for (; at > 0 && p->traits[at - 1].type->order > trait->order; at--) p->traits[at] = p->traits[at - 1];
  trait_model *m = &p->traits[at];
  *m = (trait_model){.type = trait, .given = *given};
  p->has |= trait->flag;
  list_hooks(p);
  const status prepared = prepare(p, trait, m);
  if (!prepared.code) put_to_work(p, m);
  return prepared;
}

status problem_rounds(problem *p, const parameters *given, const char *name, int64_t **rounds)
{
  const parameter *x = parameters_find(given, name);
  int64_t *all = arena_zeroed(&p->memory, (size_t)p->arm_count, sizeof *all);
  if (!all) return status_no_memory();
  for (int arm = 0; arm < p->arm_count; arm++)
    all[arm] = x && arm < p->described ? rounds_from(x->values[arm % x->length]) : FOREVER;
  *rounds = all;
  return status_ok;
}

status problem_share_parameters(problem *p, trait_model *m)
{
  parameters *copy = arena_zeroed(&p->memory, 1, sizeof *copy);
  if (!copy) return status_no_memory();
  *copy = m->given;
  m->shared = copy;
  return status_ok;
}

void problem_free(problem *p) { arena_free(&p->memory); }

#include "refuses.h"
#include "playable.h"
#include "prior.h"
#include "arguments.h"
#include "rule_words.h"
#include <stdio.h>
#include <stdlib.h>

/* --- arms ------------------------------------------------------------------------- */

static int by_text(const void *a, const void *b)
{
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

refusal names_refuse(const char *const *name, int count)
{
  const char **sorted = memory_zeroed((size_t)count, sizeof *sorted);
  refusal why = refused_nothing;
  if (!sorted) return why; /* what comes next needs more */
  memcpy(sorted, name, (size_t)count * sizeof *sorted);
  qsort(sorted, (size_t)count, sizeof *sorted, by_text);
  for (int i = 1; i < count && !why.code; i++)
    if (strcmp(sorted[i], sorted[i - 1]) == 0)
      why = refuse(REFUSED_NAMES, "names", "distinct names of the arms",
                   in_words("%s twice", quoted_words(sorted[i]).text).text, NULL);
  free(sorted);
  return why;
}

static refusal arms_refuse(const problem_description *d)
{
  refusal why = rules_refuse(d->arms->takes, &d->given, d->count);
  if (!why.code && d->arms->refuses) why = d->arms->refuses(&d->given, d->count);
  if (!why.code && d->name) why = names_refuse(d->name, d->count);
  return why;
}

/* --- what cannot be together --------------------------------------------------------- */

static refusal cannot_be_together(const char *argument, const char *who, const char *with,
                                  const char *because)
{
  return refuse(REFUSED_CONFLICT, argument, NULL, in_words("%.80s and %.80s", who, with).text, because);
}

static const trait_conflict *conflict_of(const trait_conflict *list, const char *name)
{
  for (; list && list->with; list++)
    if (strcmp(list->with, name) == 0) return list;
  return NULL;
}

/* Refuses `t` beside a trait of this name, or, if there is an argument, beside what the argument names. */
static refusal conflict_with(const described_trait *t, const char *name, const char *spoken,
                             const char *argument)
{
  const char *own = t->type->name;
  const trait_conflict *found = conflict_of(t->type->conflicts, name);
  if (!found && t->type->conflicts_of && !t->only_named)
    found = conflict_of(t->type->conflicts_of(&t->given, &own), name);
  if (!found) return refused_nothing;
  if (argument) return cannot_be_together(argument, spoken, own, found->reason);
  return cannot_be_together(t->type->name, own, spoken, found->reason);
}

static refusal traits_conflict(const described_trait *t, const described_trait *before)
{
  const char *name = t->type->name;
  if (t->type == before->type) return refuse(REFUSED_TWICE, name, "there only once", name, NULL);
  if (before->type->alone)
    return cannot_be_together(name, name, in_words("a %.40s", before->type->name).text, before->type->alone);
  if (t->type->alone)
    return cannot_be_together(name, in_words("a %.40s", name).text, before->type->name, t->type->alone);
  const refusal why = conflict_with(t, before->type->name, before->type->name, NULL);
  return why.code ? why : conflict_with(before, name, name, name);
}

/* Returns the conflict of a trait with those before it: by its name, or by its parameters, too, once they are
 * known to be right.
 */
static refusal conflicts(const problem_description *d, int at, bool by_name)
{
  described_trait named = d->trait[at];
  const described_trait *t = &named;
  const char *drawn = d->arms->name;
  refusal why = refused_nothing;
  named.only_named |= by_name;
  for (int i = 0; i < at && !why.code; i++) why = traits_conflict(t, &d->trait[i]);
  if (!why.code) why = conflict_with(t, drawn, d->arms->spoken ? d->arms->spoken : drawn, NULL);
  if (!why.code && (d->arms->flag & HAS_CONTEXT))
    why = conflict_with(t, "contexts", "arms with contexts", NULL);
  if (!why.code && t->type->means && !d->arms->mean_may_change)
    why = refuse(REFUSED_MEANS, t->type->name, "Bernoulli, Gaussian or constant arms",
                 in_words("%.40s arms", drawn).text,
                 "no parameter of these arms is a mean that could change alone");
  return why;
}

/* --- where arms are born ---------------------------------------------------------------- */

static bool is_for_all(const argument *r, const parameter *p)
{
  if (p->text || p->prior || r->size == SIZE_ONE || r->size == SIZE_TWO || r->size == SIZE_ANY) return true;
  if (r->size == SIZE_ROWS) return false;
  if (r->size == SIZE_ROW_OR_ROWS || r->size == SIZE_ANY_ROWS) return p->rows == 1;
  for (int64_t i = 1; i < p->length; i++)
    if (p->values[i] != p->values[0]) return false;
  return true;
}

static const char *first_by_arm(const argument *takes, const parameters *given)
{
  for (const argument *r = takes; r && r->name; r++) {
    const parameter *p = parameters_any(given, r->name);
    if (p && !is_for_all(r, p)) return r->name;
  }
  return NULL;
}

static refusal refuse_by_arm(const char *argument, const char *given)
{
  return refuse(REFUSED_POPULATION, argument,
                "the same for all arms of a population, since it applies to newborn arms too", given, NULL);
}

static refusal population_refuses(const described_trait *t)
{
  const char *name = first_by_arm(t->type->takes, &t->given);
  if (name) return refuse_by_arm(name, value_words(parameters_any(&t->given, name), -1).text);
  const parameter *of_arm = t->type->many_laws ? parameters_find(&t->given, "of_arm") : NULL;
  if (of_arm && of_arm->length > 1) return refuse_by_arm(t->type->name, "one by arm");
  arena memory = {0};
  const described_law law = description_law(t, 0, &memory);
  name = law.name ? first_by_arm(law.takes, &law.given) : NULL;
  const refusal why =
      name ? refuse_by_arm(t->type->name, in_words("one `%.40s` per arm", name).text) : refused_nothing;
  arena_free(&memory);
  return why;
}

/* Refuses births that a trait and those before it do not allow. */
static refusal births_refuse(const problem_description *d, int at)
{
  refusal why = refused_nothing;
  for (int i = 0; i < at && !why.code; i++) {
    if (d->trait[i].type->renews) why = population_refuses(&d->trait[at]);
    else if (d->trait[at].type->renews) why = population_refuses(&d->trait[i]);
  }
  return why;
}

/* --- traits ------------------------------------------------------------------------------ */

static refusal laws_refuse(const problem_description *d, const described_trait *t)
{
  arena memory = {0};
  refusal why = refused_nothing;
  for (int i = 0; !why.code; i++) {
    const described_law law = description_law(t, i, &memory);
    if (!law.name) break;
    if (!law.takes)
      why = refuse(REFUSED_ARGUMENT, "law", "one that there is", quoted_words(law.name).text, NULL);
    else why = rules_refuse(law.takes, &law.given, d->count);
  }
  arena_free(&memory);
  return why;
}

static refusal rewards_refuse(const problem_description *d, int at)
{
  const described_trait *t = &d->trait[at];
  const double *needed = t->type->rewards;
  problem_description before = *d;
  double ends[2];
  before.trait_count = at;
  if (needed[0] >= needed[1] || (t->type->but && parameters_any(&t->given, t->type->but)))
    return refused_nothing;
  description_rewards(&before, ends);
  if (ends[0] >= needed[0] && ends[1] <= needed[1]) return refused_nothing;
  return refuse(REFUSED_REWARDS, t->type->name, in_words("rewards in %s", interval_words(needed).text).text,
                in_words("rewards in %s", interval_words(ends).text).text, NULL);
}

/* Means must begin where they are kept, and stay in the range that they can have. */
static refusal means_refuse(const problem_description *d, const described_trait *t)
{
  static const double chances[2] = {0, 1};
  double own[2], ends[2], keeps[2] = {-INFINITY, INFINITY};
  if (!description_means(d, t, false, ends)) return refused_nothing;
  prior_ends(parameters_find(&d->given, d->arms->takes->name), false, own);
  if (t->type->keeps) t->type->keeps(t, keeps);
  if (own[0] < keeps[0] || own[1] > keeps[1])
    return refuse(REFUSED_REACH, t->type->name,
                  in_words("such that the arms' own means lie where the changes keep them, in %s",
                           interval_words(keeps).text)
                      .text,
                  in_words("means in %s", interval_words(own).text).text, NULL);
  if (!d->arms->mean_is_chance || (ends[0] >= chances[0] && ends[1] <= chances[1])) return refused_nothing;
  return refuse(REFUSED_REACH, t->type->name, "such that the means of Bernoulli arms stay in [0, 1]",
                in_words("means that may lie in %s", interval_words(ends).text).text, NULL);
}

static refusal trait_refuses(const problem_description *d, int at)
{
  const described_trait *t = &d->trait[at];
  refusal why = conflicts(d, at, true);
  if (why.code || t->only_named) return why;
  why = rules_refuse(t->type->takes, &t->given, d->count);
  if (!why.code) why = laws_refuse(d, t);
  if (!why.code && t->type->conflicts_of) why = conflicts(d, at, false);
  if (!why.code) why = births_refuse(d, at);
  if (!why.code) why = rewards_refuse(d, at);
  if (!why.code) why = means_refuse(d, t);
  if (!why.code && t->type->refuses) why = t->type->refuses(d, t);
  return why;
}

/* --- the plan ------------------------------------------------------------------------------ */

static refusal not_whole(const char *argument, double x, double least, double most, const char *wanted)
{
  if (isnan(x) || (x >= least && x <= most && x == floor(x))) return refused_nothing;
  return refuse(REFUSED_ARGUMENT, argument, wanted, number_words(x).text, NULL);
}

static refusal numbers_refuse(const plan_description *plan)
{
  refusal why = not_whole("horizon", plan->horizon, 1, LARGEST_ROUND,
                          "a single whole number of at least 1 and at most 2^48");
  if (!why.code)
    why = not_whole("seed", plan->seed, -LARGEST_COUNT, LARGEST_COUNT - 1,
                    "a single whole number of at least -2^53 and below 2^53");
  if (!why.code)
    why =
        not_whole("replication", plan->replication, 1, INT32_MAX, "a single whole number from 1 to 2^31 - 1");
  return why;
}

static refusal plan_refuses(const problem_description *d, const plan_description *plan)
{
  refusal why = numbers_refuse(plan);
  if (why.code || !d || isnan(plan->horizon)) return why;
  const double rounds = description_rounds(d);
  if (plan->horizon > rounds)
    return refuse(REFUSED_HORIZON, "horizon",
                  in_words("at most %.0f, the length of the %s", rounds, d->arms->rounds_of).text,
                  number_words(plan->horizon).text, NULL);
  for (int i = 0; i < d->trait_count && !why.code; i++)
    if (d->trait[i].type->refuses_horizon)
      why = d->trait[i].type->refuses_horizon(d, &d->trait[i], plan->horizon);
  return why;
}

refusal problem_refuses(const problem_description *d, const plan_description *plan,
                        const policy_description *p)
{
  refusal why = refused_nothing;
  if (d && d->known < 1) why = arms_refuse(d);
  for (int i = 0; d && i < d->trait_count && !why.code; i++)
    if (i + 1 >= d->known) why = trait_refuses(d, i);
  if (!why.code && p && !p->only_named) why = policy_refuses(p);
  if (!why.code && plan) why = plan_refuses(d, plan);
  return why.code || !p || !d ? why : problem_refuses_policy(d, p);
}

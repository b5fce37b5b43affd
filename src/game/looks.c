/* The looks of stopping rules: rounds, points in time, or numbers of outcomes that were shown. */
#include "naming.h"

/* --- numbers of outcomes ------------------------------------------------------------- */

enum { OF_ALL = -1 };

/* Returns the number of the arm whose outcomes count, which is also the place that it has; or OF_ALL. */
static int arm_that_counts(const stopping_rule *r, const evidence *e)
{
  if (!parameters_any(&r->given, "outcomes_arm")) return OF_ALL;
  const char *const *name = e->view->name;
  for (int arm = 0; name && arm < e->arms; arm++)
    if (parameters_text_is(&r->given, "outcomes_arm", name[arm])) return arm;
  return (int)parameters_number_or(&r->given, "outcomes_arm", 1) - 1;
}

static bool is_at_its_own(const evidence *e, int arm) { return arm < e->arms && e->view->number[arm] == arm; }

void looks_forget(stopping *s, int place)
{
  for (int i = 0; i < rules_of_plan(s->plan); i++) {
    const stopping_rule *r = &s->plan->rules[i];
    if (r->outcomes && is_at_its_own(&s->seen, place) && arm_that_counts(r, &s->seen) == place)
      s->by_outcomes[i].of_gone = s->shown[place];
  }
}

static bool are_there(const stopping *s, int rule, int look)
{
  const stopping_rule *r = &s->plan->rules[rule];
  const evidence *e = &s->seen;
  const double *wanted = r->outcomes->values + (int64_t)look * r->columns;
  if (r->columns > 1) {
    for (int arm = 0; arm < e->arms; arm++) {
      const int64_t number = e->view->number[arm];
      if (e->there[arm] && number < r->columns && e->shown[arm] < wanted[number]) return false;
    }
    return true;
  }
  const int arm = arm_that_counts(r, e);
  const double of_one = arm != OF_ALL && is_at_its_own(e, arm) ? e->shown[arm] : s->by_outcomes[rule].of_gone;
  return (arm == OF_ALL ? s->shown_of_all : of_one) >= *wanted;
}

/* Several looks that are reached in one round count once. In the last round one is made whatever was shown.
 */
static void count_looks(stopping *s, int rule)
{
  const stopping_rule *r = &s->plan->rules[rule];
  outcome_look *last = &s->by_outcomes[rule];
  const int looks = (int)(r->outcomes->length / r->columns);
  const int64_t round = s->seen.round;
  if (last->round < round) s->look[rule] = last->next;
  const int look = s->look[rule];
  if (look >= looks || (!are_there(s, rule, look) && round < s->seen.view->horizon)) return;
  last->round = round;
  last->next = look + 1;
  while (last->next < looks && are_there(s, rule, last->next)) last->next++;
}

void looks_count(stopping *s)
{
  for (int i = 0; i < rules_of_plan(s->plan); i++)
    if (s->plan->rules[i].outcomes) count_looks(s, i);
}

/* --- rounds and times ---------------------------------------------------------------- */

bool looks_now(stopping *s, int rule)
{
  const stopping_rule *r = &s->plan->rules[rule];
  if (r->outcomes) return s->by_outcomes[rule].round == s->seen.round;
  const parameter *looks = r->times ? r->times : r->looks;
  const double from = r->times ? s->now[0] : (double)s->seen.round, to = r->times ? s->now[1] : from + 1;
  int *at = &s->look[rule];
  while (*at < looks->length && looks->values[*at] < from) ++*at;
  return *at < looks->length && looks->values[*at] < to;
}

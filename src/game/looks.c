/* The looks of stopping rules: rounds, points in time, or numbers of outcomes that were shown. */
#include "naming.h"

/* --- numbers of outcomes ------------------------------------------------------------- */

/* The place of the arm whose outcomes count, or -1: those of all. */
static int place_that_counts(const stopping_rule *r, const evidence *e)
{
  if (!parameters_any(&r->given, "outcomes_arm")) return -1;
  const char *const *name = e->view->name;
  for (int arm = 0; name && arm < e->arms; arm++)
    if (parameters_text_is(&r->given, "outcomes_arm", name[arm])) return arm;
  return (int)parameters_number_or(&r->given, "outcomes_arm", 1) - 1;
}

static bool are_there(const stopping_rule *r, const evidence *e, int look)
{
  const double *wanted = r->outcomes->values + (int64_t)look * r->columns;
  double shown = 0;
  if (r->columns > 1) {
    for (int arm = 0; arm < e->arms; arm++) {
      const int64_t number = e->view->number[arm];
      if (e->there[arm] && number < r->columns && e->shown[arm] < wanted[number]) return false;
    }
    return true;
  }
  const int place = place_that_counts(r, e);
  if (place >= e->arms) return false;
  for (int arm = 0; place < 0 && arm < e->arms; arm++) shown += e->shown[arm];
  return (place < 0 ? shown : e->shown[place]) >= *wanted;
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
  if (look >= looks || (!are_there(r, &s->seen, look) && round < s->seen.view->horizon)) return;
  last->round = round;
  last->next = look + 1;
  while (last->next < looks && are_there(r, &s->seen, last->next)) last->next++;
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

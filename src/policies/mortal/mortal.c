#include "mortal.h"
#include "../../base/elementary.h"

/* --- first plays ------------------------------------------------------------ */

int mortal_start(policy *p, const view *v, const parameters *given)
{
  if (v->replay) return 0;
  const double wanted = parameters_number_or(given, "init", v->first_plays);
  const int due = wanted < v->live_count ? (int)wanted : v->live_count;
  for (int i = 0; i < due; i++) mortal_at(p, v->live[i])->initial = true;
  return due;
}

int mortal_first_play(policy *p, const view *v, int *due)
{
  if (*due == 0) return -1;
  for (int i = 0; i < v->live_count; i++)
    if (mortal_at(p, v->live[i])->initial) return v->live[i];
  *due = 0;
  return -1;
}

void mortal_played(policy *p, const view *v, const outcome *o)
{
  (void)v;
  mortal_at(p, o->arm)->initial = false;
}

void mortal_observe(policy *p, const view *v, const outcome *o)
{
  (void)v;
  tally_add(&mortal_at(p, o->arm)->tally, o->observed);
}

/* --- lives ------------------------------------------------------------------ */

/* An arm alive at the end of a log: it lives as long as the game, for all that is known. */
static bool outlives_log(const view *v, int arm) { return v->replay && v->last && v->last[arm] == FOREVER; }

double lives_weight(const mortal_lives *l, const view *v, int arm, double scale, double mean_life)
{
  const bool known = lives_known(v), outlives = outlives_log(v, arm);
  if (!known && !outlives && !l->expired) return 1;
  const double last = outlives ? (double)v->horizon
                      : known  ? (double)v->last[arm]
                               : (double)v->first[arm] - 1 + mean_life;
  const double remaining = last - (double)v->round + 1;
  return remaining > 1 ? scale * same_log(remaining) : 0;
}

#include "mortal.h"

/* --- first plays ------------------------------------------------------------ */

int mortal_start(policy *p, const view *v, const parameters *given)
{
  if (v->replay) return 0;
  const double wanted = parameters_number(given, "init", v->live_count);
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

double lives_weight(const mortal_lives *l, const view *v, int arm, double scale)
{
  const bool known = v->last && !v->replay;
  if (!known && !l->expired) return 1;
  const double last =
      known ? (double)v->last[arm] : (double)v->first[arm] - 1 + l->total / (double)l->expired;
  const double remaining = last - (double)v->round + 1;
  return remaining > 1 ? scale * log(remaining) : 0;
}

/* --- confidence bounds -------------------------------------------------------- */

double mortal_index(const policy *p, const view *v, int arm, const mortal_ucb *u, double weight)
{
  const tally *a = &mortal_at(p, arm)->tally;
  const double average = u->played ? u->means / (double)u->played : 0;
  const double mean = a->pulls ? tally_mean(a) : average;
  const double n = a->pulls ? (double)a->pulls : 1;
  return mean + weight * sqrt(u->factor * log((double)(v->round - v->first[arm] + 1)) / n);
}

int mortal_choose(policy *p, const view *v, mortal_ucb *u, action_value value)
{
  const int first = mortal_first_play(p, v, &u->first_plays);
  if (first >= 0) return first;
  if (u->chosen_in != v->round) u->choice = argmax_action(p, v, value, NULL);
  u->chosen_in = v->round;
  return u->choice;
}

void mortal_learn(policy *p, const view *v, mortal_ucb *u, const outcome *o)
{
  const tally *a = &mortal_at(p, o->arm)->tally;
  const double before = a->pulls ? tally_mean(a) : 0;
  if (a->pulls == 0) u->played++;
  mortal_observe(p, v, o);
  u->means += tally_mean(a) - before;
  u->chosen_in = 0;
}

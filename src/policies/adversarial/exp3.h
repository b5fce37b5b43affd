/* Draws of Exp3 and its relatives: with weights w, K actions and
 *
 *   p_i = (1 - gamma) w_i / sum w + gamma / K,
 *
 * play i with probability p_i (by inversion, actions in order, one random number per round), and learn
 * from what is shown of it, x, by x / p_i. All this over the actions that can be played now, K
 * being their number. Plays that a log makes itself have no probability, and are ignored. With
 * delays, the probability is that of the play whose outcome is shown. Gains lie in [0,
 * 1]; others are scaled to it. */
#ifndef UNRULY_EXP3_H
#define UNRULY_EXP3_H

#include "../search/tally.h"
#include "../delayed/pending.h"
#include "../../base/elementary.h"

/* The first member of the states of such policies. */
typedef struct exp3_state {
  reward_range range;
  double given; /* gamma, or NaN for the default */
  double gamma;
  int chosen;    /* the last choice, or -1 */
  double rate;   /* gamma / (p K) of that choice */
  pending rates; /* of plays that are yet to be shown */
} exp3_state;

typedef struct exp3_action {
  double score, weight;
} exp3_action;

static inline exp3_action *exp3_at(const policy *p, int action) { return (exp3_action *)p->actions + action; }

static inline void exp3_open(exp3_state *s, const parameters *given)
{
  s->range = reward_range_of(given);
  s->given = parameters_number_or(given, "gamma", NAN);
  s->chosen = -1;
}

/* min(1, sqrt(K ln K / ((e - 1) T))) unless given, of K actions in so many rounds. */
static inline void exp3_set_gamma(exp3_state *s, int actions, double rounds)
{
  const double k = (double)actions;
  s->gamma = isnan(s->given) ? fmin(1, sqrt(k * same_log(k) / ((same_exp(1) - 1) * rounds))) : s->given;
}

static inline double exp3_weigh(const policy *p, const view *v)
{
  double sum = 0;
  for (int i = 0; i < v->action_count; i++) sum += exp3_at(p, v->actions[i])->weight;
  return sum;
}

/* With which an action is drawn, `sum` being that of the weights. */
static inline double exp3_chance(const policy *p, const view *v, int action, double sum)
{
  const exp3_state *s = p->state;
  return (1 - s->gamma) * exp3_at(p, action)->weight / sum + s->gamma / (double)v->action_count;
}

/* It was drawn: what its reward will count for. */
static inline int exp3_drew(policy *p, const view *v, int action, double sum)
{
  exp3_state *s = p->state;
  s->rate = s->gamma / (exp3_chance(p, v, action, sum) * (double)v->action_count);
  return s->chosen = action;
}

static inline int exp3_draw(policy *p, const view *v, double sum)
{
  const double u = stream_uniform(v->random);
  double cumulative = 0;
  int i = -1;
  do cumulative += exp3_chance(p, v, v->actions[++i], sum);
  while (!(u < cumulative) && i + 1 < v->action_count); /* rounding: they sum to slightly less than 1 */
  return exp3_drew(p, v, v->actions[i], sum);
}

static inline bool exp3_tell_chances(const policy *p, const view *v, double sum, double *chance)
{
  const exp3_state *s = p->state;
  const double each = s->gamma / (double)v->action_count;
  for (int i = 0; i < v->action_count; i++)
    chance[i] = (1 - s->gamma) * exp3_at(p, v->actions[i])->weight / sum + each;
  return true;
}

/* The same action as exp3_draw(). */
static inline int exp3_draw_with_chances(policy *p, const view *v, double sum, double *chance, bool *known)
{
  exp3_state *s = p->state;
  *known = !p->failure.code && exp3_tell_chances(p, v, sum, chance);
  if (!*known) return -1;
  const int i = drawn_by_chances(v, chance, stream_uniform(v->random));
  s->rate = s->gamma / (chance[i] * (double)v->action_count);
  return s->chosen = v->actions[i];
}

static inline void exp3_played(policy *p, const view *v, const outcome *o)
{
  (void)v;
  exp3_state *s = p->state;
  if (o->action == s->chosen && !pending_keep(&s->rates, o->play, s->rate, p->memory))
    p->failure = status_no_memory();
  s->chosen = -1;
}

#endif

/* Parts of all policies that watch for changes and forget what they saw before one:
 * an index of what was seen since, plays that are forced so that a change of an
 * arm that looks bad is not missed, and the round of a restart.
 *
 * The index of an action seen n times since, with mean xbar and a logarithm L, is
 *
 *   "ucb": xbar + sqrt(c L / n); an action not seen since comes first;
 *   "kl":  the greatest q with n kl(xbar, q) <= L; 1 for an action not seen since,
 *
 * for rewards scaled to [0, 1]; the lowest action in a tie. */
#ifndef UNRULY_RESTARTS_H
#define UNRULY_RESTARTS_H

#include "../classical/divergence.h"
#include "../search/index.h"

typedef struct forced_plays {
  int count;      /* of actions for which the period was found */
  int64_t period; /* FOREVER: none are forced */
} forced_plays;

/* The first member of the states of such policies. */
typedef struct restarts {
  index_state index;
  reward_range range;
  bool kl;
  double explore; /* as given; NaN for the default */
  forced_plays forced;
  int64_t last; /* the last round of the last play */
} restarts;

static inline status restarts_start(policy *p, const view *v, const parameters *given)
{
  restarts *r = p->state;
  r->range = reward_range_of(given);
  r->kl = parameters_text_is(given, "index", "kl");
  r->explore = parameters_number_or(given, "explore", NAN);
  return index_start(p, v, given);
}

/* The number of changes that is expected, at least 1. */
static inline double expected_changes(const parameters *given)
{
  return fmax(parameters_number_or(given, "changes", 1), 1);
}

/* --- the index ------------------------------------------------------------------ */

static inline double kl_index(const contender *a, double log_term)
{
  return bernoulli_bound(contender_mean(a), log_term / (double)a->tally.pulls);
}

/* Returns whether it is above q for certain: kl(p, q) <= (p - q)^2 / (q (1 - q)) shows it
 * mostly without a logarithm. */
static inline bool kl_index_above(const contender *a, double q, double log_term)
{
  const double p = contender_mean(a), n = (double)a->tally.pulls, enough = log_term * (1 - 1e-9);
  if (!(q < 1)) return false;
  if (p >= q) return true;
  return n * (q - p) * (q - p) < enough * q * (1 - q) || n * bernoulli_divergence(p, q) < enough;
}

static inline double kl_by_clock(const policy *p, const view *v, int action, index_clock c)
{
  (void)v;
  return kl_index(contender_at(p, action), c.log);
}

static inline bool kl_above_by_clock(const policy *p, const view *v, int action, double q, index_clock c)
{
  (void)v;
  return kl_index_above(contender_at(p, action), q, c.log);
}

/* Rule of a policy whose logarithm is that of one clock. */
static const index_form restarts_kl = {
    .value = kl_by_clock, .above = kl_above_by_clock, .by_tally = true, .untried_apart = true};

/* An index is at most 1, so while some action was not seen the first of index 1 is
 * the greatest; -1: all were seen. */
static inline int restarts_first_of_one(policy *p, const view *v, int64_t clock, const index_form *rule)
{
  if (race_untried(race_of(p), p, v) < 0) return -1;
  const index_clock now = clock_at(clock);
  int i = 0;
  while (contender_at(p, v->actions[i])->tally.pulls && rule->value(p, v, v->actions[i], now) < 1) i++;
  return v->actions[i];
}

static inline int restarts_choose(policy *p, const view *v, int64_t clock, const index_form *rule)
{
  const int first = rule->untried_apart ? restarts_first_of_one(p, v, clock, rule) : -1;
  return first >= 0 ? evened_out(v, first) : index_choose(p, v, clock, rule);
}

/* --- forced plays ----------------------------------------------------------------- */

static inline int64_t forced_period(double rounds) { return rounds < 1 ? 1 : rounds_from(rounds); }

/* In a round that is k modulo the period, k = 1, ..., K: the k-th of the K actions
 * there; else -1. */
static inline int forced_action(const view *v, int64_t round, int64_t period)
{
  if (period == FOREVER) return -1;
  const int64_t k = round % period;
  return k >= 1 && k <= v->action_count ? v->actions[k - 1] : -1;
}

/* --- restarts ----------------------------------------------------------------------- */

/* A restart counts from the last round of the last play that is over: of the one that
 * is shown, or, where an outcome comes late, of the one before the round to be played. */
static inline void restarts_played(policy *p, const view *v, const outcome *o)
{
  (void)v;
  ((restarts *)p->state)->last = o->start + o->cost - 1;
}

static inline double seen_in_unit(const policy *p, const outcome *o)
{
  return to_unit(((const restarts *)p->state)->range, o->observed);
}

static inline void restarts_add(policy *p, const view *v, int action, double x)
{
  tally_add(&contender_at(p, action)->tally, x);
  race_observed(race_of(p), p, v, action);
}

/* An action is as if it had never been played. */
static inline void restarts_forget(policy *p, int action)
{
  contender_at(p, action)->tally = (tally){0, 0};
  race_forget(race_of(p));
}

#endif

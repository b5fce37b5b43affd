/* Random compositions: a policy, maybe inside of others, with random parameters, and
 * a bandit that it can play, or an agent that it can be. All is drawn from the number
 * of the composition, so that a failing one can be repeated. */
#ifndef UNRULY_TEST_COMPOSITIONS_H
#define UNRULY_TEST_COMPOSITIONS_H

#include "describe.h"
#include "../../src/agent/agent.h"
#include "../../src/inference/walk.h"
#include "../../src/policies/registry.h"
#include "../../src/stopping/types.h"
#include "../../src/traits/types.h"
#include "../../src/arms/types.h"
#include <string.h>

enum { MOST_STOPS = 3, MOST_LEAVING = 2 };

typedef struct composition {
  uint64_t number;
  arena memory; /* of the descriptions */
  described arms, policy, patience, moves, waiting, fairness, spread, delay, accrual, previews, means, rest,
      absences, batches;
  const policy_type *type;
  const char *innermost;
  unsigned needs[3], refuses; /* trait flags, of the policy and of those inside */
  int depth;
  bool own_plays; /* it, or one inside, cannot be told of plays that somebody else chose */
  bool in_unit;   /* it wants rewards in [0, 1] */
  double overrun; /* how long outcomes are waited for at the end */
  problem problem;
  agent_trait of_agent[8];
  int arm_count, waits;
  int64_t horizon;
  described of_stop[MOST_STOPS + MOST_LEAVING];
  stopping_rule rules[MOST_STOPS + 1 + MOST_LEAVING];
  stopping_plan stopping; /* without rules: it is not stopped */
} composition;

/* --- chance ------------------------------------------------------------------ */

static uint64_t dice_state;

static inline uint64_t throw_dice(void)
{
  uint64_t z = dice_state += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
  return z ^ z >> 31;
}

static inline double between(double from, double to)
{
  return from + (to - from) * ((double)(throw_dice() >> 11) * 0x1p-53);
}

static inline int below(int n) { return n > 1 ? (int)(throw_dice() % (uint64_t)n) : 0; }

static inline bool yes(double chance) { return between(0, 1) < chance; }

/* One of so many, with these chances, which may sum up to anything. */
static inline int one_of(const double *chance, int count)
{
  double sum = 0, at;
  for (int i = 0; i < count; i++) sum += chance[i];
  at = between(0, sum);
  for (int i = 0; i + 1 < count; i++)
    if ((at -= chance[i]) < 0) return i;
  return count - 1;
}

/* --- descriptions -------------------------------------------------------------- */

static inline double *room_for(composition *c, int64_t count)
{
  double *room = arena_zeroed(&c->memory, (size_t)count, sizeof *room);
  CLAIM(room);
  return room;
}

static inline void put(composition *c, described *d, const char *name, double value)
{
  CLAIM(d->count < TEST_PARAMETERS);
  double *kept = room_for(c, 1);
  *kept = value;
  with_number(d, name, kept);
}

/* --- policies ------------------------------------------------------------------- */

/* Those that have a fast way; others are drawn now and then. */
static const char *const fast_policies[] = {
    "policy_ucb1",        "policy_ucb",
    "policy_moss",        "policy_kl_ucb",
    "policy_bayes_ucb",   "policy_imed",
    "policy_thompson",    "policy_epsilon_greedy",
    "policy_ht_ucb",      "policy_st_ucb",
    "policy_ucb_v",       "policy_ucb_tuned",
    "policy_wait_ucb",    "policy_budget_ucb",
    "policy_ucb_bv1",     "policy_wait_hoeffding",
    "policy_ucb_bv2",     "policy_ucb_mortal",
    "policy_ucb_simplex", "policy_delayed_ucb1",
    "policy_ucb_l",       "policy_ars_ucb",
    "policy_etc",         "policy_se",
    "policy_glr_kl_ucb",  "policy_cusum_ucb",
    "policy_m_ucb",       "policy_raw_ucb",
    "policy_sw_ucb",      "policy_d_ucb",
    "policy_sw_thompson", "policy_discounted_thompson",
    "policy_thompson_t",  "policy_boltzmann_gumbel",
    "policy_top_two",     "policy_batched_se",
    "policy_tracking",    "policy_kl_lucb",
    "policy_kl_racing",   "policy_sequential_halving",
    "policy_linucb",      "policy_linear_thompson",
    "policy_conversion",  "policy_conversion_thompson",
};

static const char *const wrappers[] = {"policy_doubling", "policy_sleeping", "policy_queue",
                                       "policy_restart",  "policy_floor",    "policy_matured"};
enum { WRAPPERS = sizeof wrappers / sizeof wrappers[0], WAITS_FOR_OUTCOMES = 5 };

/* What may be told a policy: a number or a text, one of four. */
typedef struct option {
  const char *policy, *name;
  double chance;
  double number[4];
  const char *text[4];
} option;

static const option options[] = {
    {"policy_ucb1", "alpha", .7, {.02, .3, 1, 4}, {0}},
    {"policy_ucb1", "sd", .2, {.5, 2, 3, 1}, {0}},
    {"policy_ucb", "error", .7, {.5, .1, .01, 1e-4}, {0}},
    {"policy_moss", "sd", .3, {.2, .5, 2, 3}, {0}},
    {"policy_kl_ucb", "c", .5, {0, 1, 3, 0}, {0}},
    {"policy_kl_ucb", "family", .5, {0}, {"gaussian", "exponential", "bernoulli", "gaussian"}},
    {"policy_bayes_ucb", "family", .6, {0}, {"gaussian", "bernoulli", "gaussian", "gaussian"}},
    {"policy_bayes_ucb", "c", .4, {0, 1, 2, 5}, {0}},
    {"policy_imed", "family", .5, {0}, {"gaussian", "bernoulli", "gaussian", "gaussian"}},
    {"policy_thompson", "family", .5, {0}, {"bernoulli", "gaussian", "gaussian", "gaussian"}},
    {"policy_thompson", "previews", .4, {1, 1, 0, 1}, {0}},
    {"policy_thompson", "prior_sd", .3, {.1, .5, 2, 1}, {0}},
    {"policy_thompson", "sd", .5, {.1, .5, 2, 1}, {0}},
    {"policy_thompson_t", "alpha", .5, {-1, 0, .25, -3.3}, {0}},
    {"policy_boltzmann_gumbel", "sd", .5, {.1, .5, 2, 1}, {0}},
    {"policy_epsilon_greedy", "epsilon", .7, {0, .01, .3, 1}, {0}},
    {"policy_epsilon_greedy", "decay", .7, {1, 5, 0, 20}, {0}},
    {"policy_epsilon_greedy", "restart", .3, {20, 50, 150, 400}, {0}},
    {"policy_delta", "rate", .7, {0, .05, .4, 1}, {0}},
    {"policy_delta", "temperature", .7, {.01, .2, 1, INFINITY}, {0}},
    {"policy_delta", "rate_below", .3, {0, .05, .5, 1}, {0}},
    {"policy_delta", "forget", .4, {.01, .1, .5, 1}, {0}},
    {"policy_delta", "stick", .5, {-1, .2, 1, 3}, {0}},
    {"policy_delta", "stick_rate", .4, {.1, .3, .7, 0}, {0}},
    {"policy_delta", "lapse", .4, {.01, .1, .3, 1}, {0}},
    {"policy_kalman", "sd", .6, {.1, .5, 2, 5}, {0}},
    {"policy_kalman", "drift", .6, {.01, .1, 1, 0}, {0}},
    {"policy_kalman", "decay", .5, {0, .9, .99, .5}, {0}},
    {"policy_kalman", "start_sd", .5, {.1, .5, 2, 0}, {0}},
    {"policy_kalman", "lapse", .4, {.01, .1, .3, 1}, {0}},
    {"policy_ucb_v", "zeta", .5, {.1, .5, 1, 2}, {0}},
    {"policy_ucb_v", "c", .3, {.1, 0, 1, 2}, {0}},
    {"policy_ucb_tuned", "sd", .3, {.1, .5, 2, 3}, {0}},
    {"policy_wait_ucb", "feedback", .5, {0}, {"side", "own", "side", "side"}},
    {"policy_wait_hoeffding", "feedback", .7, {0}, {"side", "product-limit", "own", "product-limit"}},
    {"policy_ucb_simplex", "kappa", .4, {1, 3, .5, 10}, {0}},
    {"policy_budget_ucb", "lambda", .4, {.1, .3, .5, 1}, {0}},
    {"policy_ucb_bv1", "lambda", .4, {.1, .3, .5, 1}, {0}},
    {"policy_ht_ucb", "penalty", .3, {0, .1, .5, 2}, {0}},
    {"policy_st_ucb", "penalty", .3, {0, .1, .5, 2}, {0}},
    {"policy_ucb_mortal", "init", .4, {0, 1, 5, 2}, {0}},
    {"policy_ucb_mortal", "sd", .3, {.1, .3, 2, 1}, {0}},
    {"policy_ucb_l", "init", .4, {0, 1, 5, 2}, {0}},
    {"policy_ucb_l", "scale", .5, {.011, .1, 1, .3}, {0}},
    {"policy_ag", "init", .4, {0, 1, 5, 2}, {0}},
    {"policy_ag_l", "keep", .4, {.1, .5, 1, .3}, {0}},
    {"policy_ars_ucb", "alpha", .5, {.1, .5, 1, 4}, {0}},
    {"policy_etc", "pulls", .6, {1, 2, 5, 20}, {0}},
    {"policy_se", "error", .5, {.5, .1, .01, .001}, {0}},
    {"policy_matured", "within", .9, {0, 5, 30, 200}, {0}},
    {"policy_conversion", "within", .8, {0, 5, 30, 200}, {0}},
    {"policy_conversion", "delay", .4, {0}, {"estimated", "estimated", "estimated", "estimated"}},
    {"policy_conversion", "mean", .5, {1, 3, 20, 300}, {0}},
    {"policy_conversion_hoeffding", "within", .8, {0, 5, 30, 200}, {0}},
    {"policy_conversion_hoeffding", "delay", .4, {0}, {"estimated", "estimated", "estimated", "estimated"}},
    {"policy_conversion_thompson", "within", .8, {0, 5, 30, 200}, {0}},
    {"policy_conversion_thompson", "delay", .4, {0}, {"estimated", "estimated", "estimated", "estimated"}},
    {"policy_conversion_thompson", "lag", .5, {0, 3, 20, 300}, {0}},
    {"policy_opse", "error", .5, {.5, .1, .01, .001}, {0}},
    {"policy_rising_ucb", "window", .5, {.1, .5, .3, .01}, {0}},
    {"policy_rising_ucb", "alpha", .5, {.01, .1, 1, 4}, {0}},
    {"policy_rising_ucb", "sd", .3, {.2, .5, 2, 1}, {0}},
    {"policy_successive_rejects", "window", .5, {.1, .5, .3, .9}, {0}},
    {"policy_raw_ucb", "alpha", .6, {.05, .3, 1, 4}, {0}},
    {"policy_raw_ucb", "grid", .6, {1.1, 1.5, 2, 3}, {0}},
    {"policy_raw_ucb", "sd", .3, {.2, .5, 2, 1}, {0}},
    {"policy_fewa", "alpha", .5, {.01, .1, 1, 4}, {0}},
    {"policy_fewa", "grid", .6, {1.1, 1.5, 2, 3}, {0}},
    {"policy_wswa", "alpha", .6, {.002, .02, 1, 5}, {0}},
    {"policy_robust_ucb",
     "estimator",
     .6,
     {0},
     {"median of means", "truncated", "median of means", "truncated"}},
    {"policy_robust_ucb", "epsilon", .4, {.1, .3, .5, 1}, {0}},
    {"policy_robust_ucb", "moment", .6, {.001, .02, .3, 5}, {0}},
    {"policy_batched_se", "batches", 1, {2, 3, 4, 12}, {0}},
    {"policy_batched_se", "grid", .5, {0}, {"minimax", "geometric", "geometric", "geometric"}},
    {"policy_batched_se", "gamma", .5, {.01, .1, .5, 1}, {0}},
    {"policy_fixed_schedule", "arm", 1, {1, 1, 1, 1}, {0}},
    {"policy_exp3", "gamma", .5, {.1, .3, 1, .01}, {0}},
    {"policy_exp3_s", "gamma", .5, {.1, .3, 1, .01}, {0}},
    {"policy_exp3_s", "share", .5, {.1, .3, 1, .001}, {0}},
    {"policy_rexp3", "batch", .8, {1, 10, 50, 200}, {0}},
    {"policy_tsallis_inf",
     "estimator",
     .5,
     {0},
     {"importance", "reduced_variance", "importance", "importance"}},
    {"policy_glr_kl_ucb", "restart", .5, {0}, {"global", "global", "local", "global"}},
    {"policy_glr_kl_ucb", "explore", .8, {0, .01, .1, 1}, {0}},
    {"policy_glr_kl_ucb", "error", .8, {.5, 1, .9, .1}, {0}},
    {"policy_glr_kl_ucb", "test_every", .6, {1, 3, 2, 20}, {0}},
    {"policy_glr_kl_ucb", "split_every", .6, {1, 2, 3, 7}, {0}},
    {"policy_glr_kl_ucb", "family", .4, {0}, {"gaussian", "bernoulli", "gaussian", "gaussian"}},
    {"policy_glr_kl_ucb", "explore_growth", .3, {0, 0, 1, 0}, {0}},
    {"policy_cusum_ucb", "burn_in", .9, {1, 3, 10, 30}, {0}},
    {"policy_cusum_ucb", "shift", .6, {0, .05, .3, .01}, {0}},
    {"policy_cusum_ucb", "threshold", .8, {.3, 1, 3, 6}, {0}},
    {"policy_cusum_ucb", "explore", .8, {0, .01, .1, 1}, {0}},
    {"policy_cusum_ucb", "index", .5, {0}, {"kl", "kl", "ucb", "kl"}},
    {"policy_m_ucb", "window", .9, {2, 4, 10, 50}, {0}},
    {"policy_m_ucb", "threshold", .8, {.5, 1, 2, 5}, {0}},
    {"policy_m_ucb", "explore", .8, {0, .01, .1, 1}, {0}},
    {"policy_m_ucb", "index", .5, {0}, {"kl", "kl", "ucb", "kl"}},
    {"policy_m_ucb", "count_from", .3, {0}, {"start", "restart", "start", "start"}},
    {"policy_clw", "length", .6, {1, 3, 10, 20}, {0}},
    {"policy_odaaf", "mean_delay", .5, {1, 5, 10, 0}, {0}},
    {"policy_odaaf_composite", "length", 1, {1, 5, 10, 3}, {0}},
    {"policy_gittins", "discount", 1, {.5, .3, .5, .6}, {0}}, /* costs little then */
    {"policy_tracking", "family", .5, {0}, {"gaussian", "bernoulli", "gaussian", "gaussian"}},
    {"policy_lucb", "error", .7, {.5, .1, .9, .001}, {0}},
    {"policy_kl_lucb", "error", .7, {.5, .1, .9, .001}, {0}},
    {"policy_top_two", "family", .5, {0}, {"gaussian", "bernoulli", "gaussian", "gaussian"}},
    {"policy_top_two", "leader", .5, {0}, {"empirical", "ucb", "thompson", "ucb"}},
    {"policy_top_two", "challenger", .9, {0}, {"transport", "transport", "thompson", "transport"}},
    {"policy_top_two", "allocation", .5, {0}, {"tracking", "random", "tracking", "tracking"}},
    {"policy_top_two", "beta", .5, {.1, .3, .7, .9}, {0}},
    {"policy_allocation", "target", .8, {0}, {"best", "neyman", "rsihr", "failures"}},
    {"policy_allocation", "burn_in", .4, {1, 2, 3, 5}, {0}},
    {"policy_allocation", "gamma", .4, {0, .5, 1, 4}, {0}},
    {"policy_allocation", "family", .2, {0}, {"bernoulli", "bernoulli", "bernoulli", "bernoulli"}},
    {"policy_chernoff_racing", "error", .7, {.5, .1, .9, .001}, {0}},
    {"policy_chernoff_racing", "rate", .5, {0}, {"practical", "proved", "proved", "practical"}},
    {"policy_kl_racing", "error", .7, {.5, .1, .9, .001}, {0}},
    {"policy_kl_racing", "rate", .5, {0}, {"practical", "proved", "proved", "practical"}},
    {"policy_sequential_halving", "fresh", .5, {1, 1, 1, 1}, {0}},
    {"policy_sw_ucb", "window", .7, {1, 7, 60, 300}, {0}},
    {"policy_sw_ucb", "index", .5, {0}, {"kl", "kl", "ucb", "kl"}},
    {"policy_sw_ucb", "xi", .4, {.01, .3, 1, 4}, {0}},
    {"policy_d_ucb", "discount", .7, {1, .95, .4, 1e-40}, {0}},
    {"policy_d_ucb", "index", .5, {0}, {"kl", "kl", "ucb", "kl"}},
    {"policy_d_ucb", "xi", .4, {.01, .3, 1, 4}, {0}},
    {"policy_sw_thompson", "window", .7, {1, 7, 60, 300}, {0}},
    {"policy_discounted_thompson", "discount", .7, {1, .9, .5, 1e-3}, {0}},
    {"policy_linucb", "alpha", .5, {0, .3, 2, 1}, {0}},
    {"policy_linucb", "ridge", .3, {.1, 2, 10, 1}, {0}},
    {"policy_linucb", "shared", .4, {1, 1, 0, 1}, {0}},
    {"policy_linucb_l", "scale", .5, {.011, .1, 1, .3}, {0}},
    {"policy_linear_thompson", "alpha", .5, {0, .3, 2, 1}, {0}},
    {"policy_linear_thompson", "ridge", .3, {.1, 2, 10, 1}, {0}},
    {"policy_linear_thompson", "shared", .4, {1, 1, 0, 1}, {0}},
    {"policy_logistic_thompson", "alpha", .5, {0, .3, 2, 1}, {0}},
    {"policy_logistic_thompson", "shared", .4, {1, 1, 0, 1}, {0}},
    {"policy_linear_epsilon_greedy", "epsilon", .7, {0, .01, .3, 1}, {0}},
    {"policy_linear_epsilon_greedy", "decay", .7, {1, 5, 0, 20}, {0}},
    {"policy_linear_epsilon_greedy", "shared", .4, {1, 1, 0, 1}, {0}},
    {"policy_restart", "rounds", .8, {1, 10, 40, 200}, {0}},
    {"policy_floor", "min_propensity", .9, {.02, .1, .5, 1}, {0}},
    {"policy_floor", "first", .3, {0, 1, 7, 50}, {0}},
    {"policy_floor", "decay", .5, {0, .2, .5, .9}, {0}},
    {"policy_doubling", "start", .8, {1, 10, 40, 100}, {0}},
};

static inline const char *inside(composition *c, const char *prefix, const char *name)
{
  char *kept = arena_zeroed(&c->memory, strlen(prefix) + strlen(name) + 1, 1);
  CLAIM(kept);
  return strcat(strcpy(kept, prefix), name);
}

static inline bool is_one_of(const char *name, const char *const *list, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (strcmp(list[i], name) == 0) return true;
  return false;
}

/* What it wants of rewards depends on its family. */
static inline void add_option(composition *c, const option *o, const char *prefix, bool *in_unit)
{
  const int which = below(4);
  const char *text = o->text[which];
  if (strcmp(o->name, "decay") == 0 && is_told(&c->policy, prefix, "epsilon")) return;
  /* A law that is estimated needs `within`, and is no other. */
  if (strcmp(o->name, "delay") == 0 && !is_told(&c->policy, prefix, "within")) return;
  if ((strcmp(o->name, "mean") == 0 || strcmp(o->name, "lag") == 0) && is_told(&c->policy, prefix, "delay"))
    return;
  if (!text) {
    put(c, &c->policy, inside(c, prefix, o->name), o->number[which]);
    return;
  }
  CLAIM(c->policy.count < TEST_PARAMETERS);
  with_text(&c->policy, inside(c, prefix, o->name), text);
  if (strcmp(text, "gaussian") == 0) *in_unit = false;
  if (strcmp(text, "bernoulli") == 0 || strcmp(text, "kl") == 0) *in_unit = true;
}

static inline void add_policy(composition *c, const policy_type *type, const char *prefix)
{
  static const char *const bounded[] = {"policy_kl_ucb",
                                        "policy_thompson",
                                        "policy_bayes_ucb",
                                        "policy_imed",
                                        "policy_gittins",
                                        "policy_bayes_optimal",
                                        "policy_sw_thompson",
                                        "policy_discounted_thompson",
                                        "policy_tracking",
                                        "policy_kl_lucb",
                                        "policy_chernoff_racing",
                                        "policy_kl_racing",
                                        "policy_top_two",
                                        "policy_allocation",
                                        "policy_logistic_thompson",
                                        "policy_matured",
                                        "policy_conversion",
                                        "policy_conversion_hoeffding",
                                        "policy_conversion_thompson"};
  bool in_unit = is_one_of(type->constructor, bounded, sizeof bounded / sizeof bounded[0]);
  for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
    if (strcmp(options[i].policy, type->constructor) == 0 && yes(options[i].chance))
      add_option(c, &options[i], prefix, &in_unit);
  c->in_unit |= in_unit;
  c->needs[c->depth++] = type->needs;
  c->refuses |= type->refuses;
  c->own_plays |= type->own_plays != NULL;
}

/* The policy of all games, or the one around others (by its place in `wrappers`), where a test asks for one;
 * NULL, -1: any. */
static const char *asked_for;
static int asked_around = -1;

/* Whether it, or a policy inside it, is one of these. */
static inline bool has_one(const composition *c, const char *const *names, size_t count)
{
  if (is_one_of(c->type->constructor, names, count)) return true;
  for (int i = 0; i < c->policy.count; i++)
    if (c->policy.items[i].text && is_one_of(c->policy.items[i].text, names, count)) return true;
  return false;
}
#define HAS_ONE(c, names) has_one(c, names, sizeof names / sizeof *names)

static inline bool can_be_inside(const policy_type *type)
{
  return type->choose && !is_one_of(type->constructor, wrappers, WRAPPERS);
}

static inline const policy_type *draw_policy(void)
{
  enum { FAST = sizeof fast_policies / sizeof fast_policies[0] };
  if (asked_for) return policy_find(asked_for);
  if (yes(.85)) return policy_find(fast_policies[below(FAST)]);
  for (;;) {
    const policy_type *type = policy_registry[below(policy_registry_count)];
    if (can_be_inside(type)) return type;
  }
}

static inline void add_necessary(composition *c, const char *constructor, const char *prefix)
{
  for (size_t i = 0; i < sizeof all_necessary / sizeof *all_necessary; i++) {
    const necessary *n = &all_necessary[i];
    if (strcmp(n->constructor, constructor) || is_told(&c->policy, prefix, n->name)) continue;
    CLAIM(c->policy.count < TEST_PARAMETERS);
    with_number(&c->policy, inside(c, prefix, n->name), &n->value);
  }
}

/* At most two others around it, no two of a kind. */
static inline void compose_policy(composition *c)
{
  const policy_type *chain[3];
  int count = 0;
  const policy_type *innermost = draw_policy();
  int around = innermost->sees_means || yes(.6) ? 0 : yes(.8) ? 1 : 2, which = below(WRAPPERS);
  if (asked_around >= 0) around = 1, which = asked_around;
  for (; count < around; which = (which + 1 + below(WRAPPERS - 1)) % WRAPPERS)
    chain[count++] = policy_find(wrappers[which]);
  chain[count++] = innermost;
  const char *prefix = "";
  for (int i = 0; i < count; i++) {
    add_policy(c, chain[i], prefix);
    add_necessary(c, chain[i]->constructor, prefix);
    if (i + 1 == count) break;
    with_text(&c->policy, inside(c, prefix, "base"), chain[i + 1]->constructor);
    prefix = inside(c, prefix, "base.");
  }
  c->type = chain[0];
  c->innermost = innermost->constructor;
}

static inline bool one_needs(const composition *c, unsigned flag)
{
  for (int i = 0; i < c->depth; i++)
    if (c->needs[i] & flag) return true;
  return false;
}

/* Whether each of them can play what has these flags. */
static inline bool suits(const composition *c, unsigned has)
{
  for (int i = 0; i < c->depth; i++)
    if (c->needs[i] && !(c->needs[i] & has)) return false;
  return !(has & c->refuses);
}

static inline double pick(const double *list, int count) { return list[below(count)]; }

/* --- bandits ---------------------------------------------------------------------- */

enum { MOST_EVENTS = 4000 };

static inline double *each(composition *c, double from, double to, int levels)
{
  double *x = room_for(c, c->arm_count);
  for (int i = 0; i < c->arm_count; i++)
    x[i] = levels ? from + (to - from) * below(levels + 1) / levels : between(from, to);
  return x;
}

static inline int draw_arm_count(void)
{
  static const double chance[] = {3, 4, 3, 1};
  switch (one_of(chance, 4)) {
  case 0: return 1 + below(6);
  case 1: return 7 + below(30);
  case 2: return 37 + below(40);
  default: return 77 + below(80);
  }
}

/* The optimum is for few arms and rounds. */
static inline void keep_small(composition *c)
{
  if (strcmp(c->innermost, "policy_bayes_optimal") != 0) return;
  c->arm_count = 1 + c->arm_count % 4;
  c->horizon = 1 + c->horizon % 40;
}

static inline int64_t draw_horizon(void)
{
  static const double chance[] = {6, 5, 1.5, .15}, most[] = {80, 350, 1000, 3000};
  return 1 + below((int)most[one_of(chance, 4)]);
}

/* Contexts often stay what they were in the round before. */
static inline void put_contexts(composition *c, int width)
{
  const double stays = yes(.5) ? 0 : between(0, 1);
  const int levels = below(3);
  double *x = room_for(c, width * c->horizon);
  for (int64_t i = 0; i < width * c->horizon; i++) {
    const bool again = i >= width && (i % width ? x[i - 1] == x[i - 1 - width] : yes(stays));
    x[i] = again ? x[i - width] : levels ? (double)below(levels + 2) / levels - 1 : between(-1, 1);
  }
  with_numbers(&c->arms, "context", x, width * c->horizon, width);
}

static inline const char *draw_context_arms(composition *c)
{
  const int n = c->arm_count, d = 1 + below(6);
  const bool taped = yes(.4), by_arm = taped && yes(.5), drawn = !taped && yes(.3);
  double *x = room_for(c, n * (taped ? c->horizon : d));
  for (int64_t i = 0; i < n * (taped ? c->horizon : d); i++) x[i] = taped ? below(3) / 2.0 : between(-1, 1);
  with_numbers(&c->arms, taped ? "reward" : "theta", x, n * (taped ? c->horizon : d), n);
  if (drawn) with_text(&c->arms, "law", yes(.5) ? "normal" : "sphere");
  else put_contexts(c, by_arm ? n * d : d);
  if (by_arm) put(c, &c->arms, "by_arm", 1);
  if (taped) put(c, &c->arms, "shuffle", yes(.5));
  if (taped) return "tape_context";
  if (c->in_unit || yes(.5)) return "logistic";
  put(c, &c->arms, "sd", between(0, 1));
  return "linear";
}

/* Few values make many ties. */
static inline const char *draw_arms(composition *c, bool born)
{
  static const double unit[] = {0, 1};
  const int n = c->arm_count, levels = below(3) * 2;
  if (born) {
    with_prior(&c->arms, "prob", "uniform", unit);
    return "bernoulli";
  }
  switch (below(c->in_unit ? 4 : 9)) {
  case 0: with_numbers(&c->arms, "value", each(c, 0, 1, 1 + levels), n, n); return "constant";
  case 1: with_numbers(&c->arms, "mean", each(c, .05, .95, levels), n, n); return "beta_mean";
  case 4:
  case 5:
    with_numbers(&c->arms, "mean", each(c, -1, 1, levels), n, n);
    put(c, &c->arms, "sd", between(0, 1));
    return "gaussian";
  case 6:
    with_numbers(&c->arms, "df", each(c, 1.1, 4, 0), n, n);
    with_numbers(&c->arms, "location", each(c, -1, 1, levels), n, n);
    put(c, &c->arms, "scale", between(0, 1));
    return "student";
  case 7:
    with_numbers(&c->arms, "meanlog", each(c, -2, 1, levels), n, n);
    put(c, &c->arms, "sdlog", between(0, 2));
    return "lognormal";
  case 8:
    with_numbers(&c->arms, "median", each(c, .5, 9, levels), n, n);
    put(c, &c->arms, "shape", yes(.5) ? 1 : between(.5, 2));
    put(c, &c->arms, "limit", yes(.3) ? INFINITY : between(2, 20));
    return "survival";
  default: with_numbers(&c->arms, "prob", each(c, 0, 1, levels), n, n); return "bernoulli";
  }
}

static inline void add_to_problem(composition *c, const char *name, const described *d)
{
  const parameters g = given(d);
  CLAIM(problem_add(&c->problem, trait_find(name), &g).code == STATUS_OK);
}

static inline void add_patience(composition *c)
{
  const int n = c->arm_count;
  double *patience = room_for(c, n);
  const bool same = yes(.5);
  for (int i = 0; i < n; i++)
    patience[i] = same && i ? patience[0] : yes(.3) ? INFINITY : n / 2 + 1 + below(3 * n + 20);
  with_numbers(&c->patience, "patience", patience, n, n);
}

static inline void add_lives(composition *c, bool end)
{
  const int n = c->arm_count;
  double *first = room_for(c, n), *last = room_for(c, n);
  for (int i = 0; i < n; i++) {
    first[i] = i == 0 || yes(.4) ? 1 : 1 + below((int)c->horizon);
    last[i] = yes(.2) ? INFINITY : first[i] + below((int)c->horizon / (1 + below(4)) + 1);
  }
  with_numbers(&c->moves, "first", first, n, n);
  if (end) with_numbers(&c->moves, "last", last, n, n);
  if (end && yes(.5)) put(c, &c->moves, "known", 1);
}

static inline void add_population(composition *c)
{
  put(c, &c->moves, "mean_lifetime", between(1.5, 3 + (double)c->horizon));
  with_text(&c->moves, "death", yes(.7) ? "timed" : "budgeted");
  if (yes(.5)) put(c, &c->moves, "init", below(4));
  if (yes(.5)) put(c, &c->moves, "known", 1);
}

/* Arms live for a part of the log, and are now and then away in between. */
static inline void add_log(composition *c)
{
  const int n = c->arm_count, events = 200 + below(MOST_EVENTS - 200), block = 1 + below(yes(.5) ? 4 : 120);
  const double there = between(.2, 1), ends = yes(.5) ? 1 : .5, width = between(0, .5);
  const int pools = (events + block - 1) / block, coordinates = one_needs(c, HAS_CONTEXT) ? 3 : 0;
  double *from = room_for(c, pools + 1), *members = room_for(c, (int64_t)pools * n), *context = NULL;
  double *shown = room_for(c, events), *reward = room_for(c, events), *pool = room_for(c, events);
  double *birth = each(c, -1, 1, 0), *mean = each(c, .5 - width, .5 + width, 0), *start = room_for(c, 1);
  int count = 0;
  for (int i = 0; i < pools; i++) {
    const double now = (double)i / pools;
    from[i] = count;
    for (int arm = 0; arm < n; arm++)
      if (now >= birth[arm] && now <= birth[arm] + 2 * ends && yes(there)) members[count++] = arm + 1;
    if (count == (int)from[i]) members[count++] = 1 + below(n);
  }
  from[pools] = count;
  for (int i = 0; i < events; i++) {
    const int of = i / block, size = (int)(from[of + 1] - from[of]);
    pool[i] = of + 1;
    shown[i] = members[(int)from[of] + below(size)];
    reward[i] = yes(mean[(int)shown[i] - 1]);
  }
  with_numbers(&c->moves, "shown", shown, events, events);
  with_numbers(&c->moves, "reward", reward, events, events);
  with_numbers(&c->moves, "pool", pool, events, events);
  with_numbers(&c->moves, "pool_from", from, pools + 1, pools + 1);
  with_numbers(&c->moves, "pool_members", members, count, count);
  *start = 1;
  with_numbers(&c->moves, "start", start, 1, 1);
  put(c, &c->moves, "init", yes(.4) ? below(n + 1) : 0);
  if (yes(.3)) put(c, &c->moves, "known", 1);
  if (yes(.3)) { /* thinned */
    double *chance = room_for(c, events);
    for (int i = 0; i < events; i++) chance[i] = between(.2, 1);
    with_numbers(&c->moves, "chance", chance, events, events);
  }
  if (!(c->refuses & HAS_DELAY) && yes(.3)) { /* dated: outcomes are shown so many events later */
    double *after = room_for(c, events);
    const int longest = 1 + below(yes(.5) ? 5 : 100);
    const double never = yes(.2) ? .3 : 0; /* also to policies that would be refused */
    for (int i = 0; i < events; i++) after[i] = yes(never) ? 0 : 1 + below(longest);
    with_numbers(&c->moves, "after", after, events, events);
  }
  if (!coordinates) return;
  context = room_for(c, (int64_t)events * coordinates);
  for (int i = 0; i < events * coordinates; i++) context[i] = between(-1, 1);
  with_numbers(&c->moves, "context", context, (int64_t)events * coordinates, (int64_t)events * coordinates);
  put(c, &c->moves, "context_size", coordinates);
}

static inline void add_waiting(composition *c)
{
  const int n = c->arm_count, waits = c->waits;
  double *delay = room_for(c, (int64_t)n * waits);
  for (int arm = 0; arm < n; arm++) {
    double sum = 0;
    for (int d = 0; d < waits; d++) sum += delay[arm + d * n] = between(.01, 1);
    for (int d = 0; d < waits; d++) delay[arm + d * n] /= sum;
  }
  with_numbers(&c->waiting, "delay", delay, (int64_t)n * waits, n);
  if (yes(.2)) put(c, &c->waiting, "vain", 1 + below(waits));
}

static inline void add_fairness(composition *c)
{
  const int n = c->arm_count;
  double *share = room_for(c, n);
  for (int i = 0; i < n; i++) share[i] = yes(.3) ? 0 : between(0, 1.0 / n);
  with_numbers(&c->fairness, "share", share, n, n);
  with_numbers(&c->fairness, "penalty", each(c, 0, 1.5, below(3)), n, n);
}

static inline void add_spread(composition *c)
{
  static const char *const law[] = {"delay", "linear", "geometric", "power"};
  const int which = below(4);
  put(c, &c->spread, "laws", 1);
  put(c, &c->spread, "of_arm", 1);
  with_text(&c->spread, "1.law", law[which]);
  if (which == 0) put(c, &c->spread, "1.min", below(4)), put(c, &c->spread, "1.max", 4 + below(20));
  if (which == 1) put(c, &c->spread, "1.length", 1 + below(20));
  if (which == 2) put(c, &c->spread, "1.gamma", between(.05, .95));
  if (which == 3) put(c, &c->spread, "1.gamma", between(1.1, 3));
}

static inline void add_previews(composition *c)
{
  const int stages = 1 + below(4);
  double *lag = room_for(c, stages), *sd = room_for(c, stages);
  for (int i = stages - 1; i >= 0; i--) sd[i] = i + 1 < stages ? sd[i + 1] + between(0, 1) : 0;
  for (int i = 0; i < stages; i++) lag[i] = (i ? lag[i - 1] + 1 : 0) + below(9);
  with_numbers(&c->previews, "lag", lag, stages, stages);
  with_numbers(&c->previews, "sd", sd, stages, stages);
}

static inline void add_delay(composition *c)
{
  if (yes(.5)) put(c, &c->delay, "lag", below(yes(.5) ? 5 : 60));
  else {
    put(c, &c->delay, "mean", between(1, 30));
    if (yes(.3)) put(c, &c->delay, "longest", 1 + below(40));
  }
  if (c->waiting.count || c->spread.count) return;
  if (yes(.3)) put(c, &c->delay, "never", yes(.1) ? 1 : between(0, 1));
  if (!c->problem.arms.type->has_atoms || yes(.7)) return;
  const int zeros = below(3); /* also to policies that would be refused, which must survive it */
  if (zeros == 0) put(c, &c->delay, "silent", 1);
  if (zeros == 1) put(c, &c->delay, "zero_lag", below(60));
  if (zeros == 2) put(c, &c->delay, "zero_mean", between(1, 30));
}

static inline void add_accrual(composition *c)
{
  const int n = yes(.5) ? 1 : c->arm_count;
  double *follow_up = room_for(c, n);
  for (int i = 0; i < n; i++) follow_up[i] = yes(.2) ? 0 : between(0, yes(.5) ? 3 : 40);
  put(c, &c->accrual, "rate", between(.3, 4));
  if (strcmp(c->arms.items[0].name, "median") != 0) with_numbers(&c->accrual, "follow_up", follow_up, n, n);
  if (yes(.5)) with_text(&c->accrual, "arrivals", yes(.7) ? "even" : "poisson");
}

/* Numbers by arm and column. */
static inline void put_table(composition *c, described *d, const char *name, int columns)
{
  const int n = c->arm_count;
  double *x = room_for(c, (int64_t)n * columns);
  const int levels = 1 + below(8);
  for (int64_t i = 0; i < (int64_t)n * columns; i++) x[i] = (double)below(levels + 1) / levels;
  with_numbers(d, name, x, (int64_t)n * columns, n);
}

static inline void add_jumps(composition *c, described *d)
{
  const int apart = 1 + below(4), most = (int)c->horizon / apart - 1;
  double *size = room_for(c, 2);
  size[0] = between(0, .2);
  size[1] = between(.2, .5);
  with_text(d, "law", "jumps");
  put(c, d, "law.count", most > 0 ? below(most < 40 ? most + 1 : 40) : 0);
  put(c, d, "law.apart", apart);
  put(c, d, "law.probability", between(0, 1));
  with_numbers(d, "law.size", size, 2, 2);
}

static inline void add_segments(composition *c, described *d)
{
  const int count = 1 + below(5);
  double *round = room_for(c, count);
  for (int i = 0; i < count; i++) round[i] = (i ? round[i - 1] : 1) + 1 + below(1 + (int)c->horizon / count);
  with_text(d, "law", "at");
  with_numbers(d, "law.round", round, count, count);
  put_table(c, d, "law.mean", count);
}

/* Means stay in [0, 1] where they were. */
static inline void add_changes(composition *c, bool born)
{
  static const double unit[] = {0, 1};
  described *d = &c->means;
  switch (below(born ? 3 : c->in_unit ? 5 : 6)) {
  case 0:
    with_text(d, "law", "random");
    put(c, d, "law.rate", yes(.2) ? 0 : between(0, .2));
    with_prior(d, "law.prior", "uniform", unit);
    if (yes(.5)) put(c, d, "law.together", 1);
    if (yes(.5)) put(c, d, "law.apart", 1 + below(20));
    break;
  case 1:
    with_text(d, "law", "drift");
    put(c, d, "law.sd", between(0, .3));
    if (yes(.7)) put(c, d, "law.every", 1 + below(30));
    break;
  case 2: add_jumps(c, d); break;
  case 3: add_segments(c, d); break;
  case 4:
    with_text(d, "law", "table");
    put_table(c, d, "law.mean", (int)c->horizon);
    break;
  default:
    with_text(d, "law", "wave");
    put(c, d, "law.amplitude", between(0, .3));
    put(c, d, "law.period", between(1, 200));
    with_numbers(d, "law.phase", each(c, 0, 1, 0), c->arm_count, c->arm_count);
    if (yes(.5)) put(c, d, "law.every", 1 + below(30));
  }
}

static inline void add_wear(composition *c, bool born)
{
  described *d = &c->means;
  int which = below(c->in_unit ? 3 : 4);
  if (which == 2 && born) which = 1; /* a table is of the arms described */
  switch (which) {
  case 0:
    with_text(d, "law", "linear");
    put(c, d, "law.slope", between(0, .1));
    put(c, d, "law.floor", between(0, .5));
    break;
  case 1:
    with_text(d, "law", "power");
    put(c, d, "law.exponent", between(0, 1));
    break;
  case 2:
    with_text(d, "law", "table");
    put_table(c, d, "law.mean", 1 + below(50));
    break;
  default:
    with_text(d, "law", "step");
    put(c, d, "law.after", 1 + below(30));
    put(c, d, "law.drop", between(-.5, .5));
  }
}

static inline double *whole_numbers(composition *c, int64_t count, int from, int to)
{
  double *x = room_for(c, count);
  for (int64_t i = 0; i < count; i++) x[i] = from + below(to - from + 1);
  return x;
}

static inline void add_rest(composition *c, bool alike)
{
  const int n = alike || yes(.3) ? 1 : c->arm_count;
  with_numbers(&c->rest, "rounds", whole_numbers(c, n, 1, yes(.5) ? 4 : 2 * c->arm_count), n, n);
  if (yes(.3)) with_text(&c->rest, "benchmark", "greedy");
}

static inline void add_absences(composition *c, bool by_plan)
{
  const int n = yes(.3) ? 1 : c->arm_count, rounds = 1 + below(9);
  if (by_plan || yes(.3)) {
    with_numbers(&c->absences, "awake", whole_numbers(c, (int64_t)n * rounds, 0, 1), (int64_t)n * rounds, n);
    return;
  }
  double *chance = room_for(c, n);
  for (int i = 0; i < n; i++) chance[i] = yes(.2) ? 1 : between(.2, 1);
  with_numbers(&c->absences, "chance", chance, n, n);
}

static inline void add_batches(composition *c)
{
  if (yes(.6)) {
    put(c, &c->batches, "size", 1 + below(yes(.5) ? 5 : 80));
    return;
  }
  const int count = 1 + below(8);
  double *ends = room_for(c, count);
  for (int i = 0; i < count; i++) ends[i] = (i ? ends[i - 1] : 0) + 1 + below((int)c->horizon / 4 + 1);
  with_numbers(&c->batches, "ends", ends, count, count);
}

typedef enum moves { STAY, ENTER, LIVE, RENEW, REPLAY } moves;

/* How arms come and go, by what the policy needs. */
static inline moves draw_moves(const composition *c)
{
  const double refused = c->refuses & HAS_LIFETIMES ? 0 : 1, no_log = c->refuses & HAS_REPLAY ? 0 : 1;
  const bool to_live = one_needs(c, HAS_LIFETIMES), still = one_needs(c, HAS_FAIRNESS);
  if (one_needs(c, HAS_CONTEXT)) return yes(.4) ? REPLAY : (moves)below(RENEW);
  const double chance[] = {to_live ? 0 : 2, to_live || still ? 0 : 1, still ? 0 : refused,
                           still || one_needs(c, HAS_WAITING) ? 0 : refused, still ? 0 : no_log};
  return (moves)one_of(chance, 5);
}

static inline void compose_bandit(composition *c)
{
  static const char *const trait[] = {NULL, "entries", "lifetimes", "population", "replay"};
  const moves how = draw_moves(c);
  const bool waits = one_needs(c, HAS_WAITING) || (how < RENEW && !(c->refuses & HAS_WAITING) && yes(.2));
  c->waits = waits ? 2 + below(5) : 1;
  c->arm_count = waits ? 1 + draw_arm_count() / c->waits : draw_arm_count();
  c->horizon = draw_horizon();
  keep_small(c);
  const bool contexts = one_needs(c, HAS_CONTEXT) && how != REPLAY;
  const char *kind = contexts ? draw_context_arms(c) : draw_arms(c, how == RENEW);
  const parameters of_arms = given(&c->arms);
  CLAIM(!problem_make(&c->problem, arms_find(kind), &of_arms, c->arm_count).code);
  if (how == ENTER || how == LIVE) add_lives(c, how == LIVE);
  if (how == RENEW) add_population(c);
  if (how == REPLAY) add_log(c);
  if (how != STAY) add_to_problem(c, trait[how], &c->moves);
  if (how == REPLAY) return;
  if (one_needs(c, HAS_PATIENCE) || yes(.3)) add_patience(c), add_to_problem(c, "patience", &c->patience);
  const bool may_change =
      c->problem.arms.type->mean_may_change && !waits && !one_needs(c, HAS_FAIRNESS) && yes(.25);
  if (may_change && yes(.7)) add_changes(c, how == RENEW), add_to_problem(c, "changes", &c->means);
  else if (may_change) add_wear(c, how == RENEW), add_to_problem(c, "wear", &c->means);
  if (waits) add_waiting(c), add_to_problem(c, "waiting", &c->waiting);
  else if (how == STAY && !may_change && !contexts && (one_needs(c, HAS_FAIRNESS) || yes(.1)))
    add_fairness(c), add_to_problem(c, "fairness", &c->fairness);
  if (!c->in_unit && !(c->refuses & HAS_SPREAD) && yes(.15))
    add_spread(c), add_to_problem(c, "spread", &c->spread);
  c->overrun = c->number % 3 == 0 ? INFINITY : c->number % 3 == 1 ? 0 : (double)(c->number % 5);
  if (!(c->refuses & HAS_DELAY) && yes(.3)) add_delay(c), add_to_problem(c, "delay", &c->delay);
  else if (!(c->refuses & HAS_DELAY) && !waits && how != RENEW && yes(.2))
    add_accrual(c), add_to_problem(c, "accrual", &c->accrual);
  else if (!(c->refuses & HAS_DELAY) && !waits && how != RENEW && !c->spread.count && yes(.2))
    add_previews(c), add_to_problem(c, "previews", &c->previews);
  const bool whole = !waits && !c->fairness.count; /* plays of one round, judged as they are */
  const bool rests = whole && !contexts;
  const bool changes = c->problem.has & HAS_CHANGES, wears = c->problem.has & HAS_WEAR;
  if (rests && how != RENEW && !changes && !wears && !(c->refuses & HAS_REST) && yes(.2))
    add_rest(c, false), add_to_problem(c, "rest", &c->rest);
  if (whole && !wears && !(c->refuses & HAS_ABSENCES) && yes(.2))
    add_absences(c, false), add_to_problem(c, "absences", &c->absences);
  if (!(c->refuses & HAS_BATCHES) && !c->previews.count && yes(.2))
    add_batches(c), add_to_problem(c, "batches", &c->batches);
}

/* Whether policies and rules may go by hazards. */
static inline bool pays_lives(const composition *c)
{
  return c->problem.arms.type && c->problem.arms.type->lives && c->waits == 1 &&
         !(c->problem.has & HAS_SPREAD);
}

static inline bool is_scale(const char *name)
{
  static const char *const scales[] = {"family", "sd", "prior_sd", "prior_mean", "range", "previews"};
  return is_one_of(name, scales, sizeof scales / sizeof *scales);
}

/* The innermost policy goes by hazards, whatever scale it had. */
static inline void tell_hazards(composition *c)
{
  static const char base[] = "base.";
  const size_t length = (size_t)(c->depth - 1) * strlen(base);
  char *prefix = arena_zeroed(&c->memory, length + 1, 1);
  CLAIM(prefix);
  for (int i = 1; i < c->depth; i++) strcat(prefix, base);
  int kept = 0;
  for (int i = 0; i < c->policy.count; i++) {
    const char *name = c->policy.items[i].name;
    const bool own = strncmp(name, prefix, length) == 0;
    if (!own || !is_scale(name + length)) c->policy.items[kept++] = c->policy.items[i];
  }
  c->policy.count = kept;
  with_text(&c->policy, inside(c, prefix, "family"), "survival");
}

/* By dice of its own, so that all else is what it is without. */
static inline void compose_hazards(composition *c)
{
  static const char *const among[] = {"policy_thompson", "policy_allocation"};
  const uint64_t before = dice_state;
  dice_state ^= UINT64_C(0x8BB84B93962EACC9);
  const char *by_deviation[] = {"neyman", "rsihr", "failures"};
  if (pays_lives(c) && is_one_of(c->innermost, among, 2) && !HAS_ONE(c, by_deviation) && yes(.7))
    tell_hazards(c);
  dice_state = before;
}

static inline void clear_composition(composition *c)
{
  problem_free(&c->problem);
  arena_free(&c->memory);
}

/* --- stopping rules ---------------------------------------------------------------- */

/* Errors large enough for short games. */
static inline void add_error(composition *c, described *d)
{
  static const double error[] = {.1, .5, .9, .98};
  put(c, d, "error", pick(error, 4));
}

static inline void add_family(const composition *c, described *d)
{
  if (!c->in_unit || yes(.3)) with_text(d, "family", "gaussian");
}

/* By evidence, for short games narrowest early. */
static inline void add_mixture(composition *c, described *d)
{
  static const double pulls[] = {1, 5, 100};
  static const char *const families[] = {"gaussian", "t", "bernoulli", "bounded"};
  add_error(c, d);
  with_text(d, "family", families[below(c->in_unit ? 4 : 2)]);
  put(c, d, "narrowest", pick(pulls, 3));
}

static inline void add_reference(composition *c, described *d)
{
  if (yes(.5)) put(c, d, "control", 1 + below(c->arm_count));
  else put(c, d, "threshold", between(-.2, 1.2));
}

/* Whether only the control's pulls count since the other arm entered. */
static inline void add_concurrent(composition *c, described *d)
{
  const parameters of = given(d);
  if (parameters_find(&of, "control") && yes(.4)) put(c, d, "concurrent", 1);
}

static inline const char *draw_evidence(composition *c, described *d)
{
  add_mixture(c, d);
  add_reference(c, d);
  if (yes(.5)) with_text(d, "alternative", "less");
  if (yes(.5)) put(c, d, "margin", between(0, .3));
  return "evidence";
}

static inline const char *draw_glr(composition *c, described *d)
{
  if (yes(.5)) {
    add_mixture(c, d);
    with_text(d, "rate", "mixture");
  } else {
    add_error(c, d), add_family(c, d);
    if (yes(.3)) with_text(d, "rate", "proved");
  }
  return "glr";
}

/* Numbers of outcomes of each arm, of one, or of all. */
static inline int add_looks_by_outcomes(composition *c, described *d)
{
  const int count = 1 + below(6), columns = yes(.5) ? c->arm_count : 1;
  double *number = room_for(c, count * columns);
  for (int i = 0; i < count * columns; i++)
    number[i] = (i < columns ? 0 : number[i - columns]) + 1 + below((int)c->horizon / (3 * c->arm_count) + 1);
  with_numbers(d, "outcomes", number, count * columns, count * columns);
  if (columns > 1) put(c, d, "outcomes_columns", columns);
  else if (yes(.5)) put(c, d, "outcomes_arm", 1 + below(c->arm_count));
  return count;
}

static inline int add_looks(composition *c, described *d)
{
  if (yes(.25)) return add_looks_by_outcomes(c, d);
  const int count = 1 + below(6);
  double *round = room_for(c, count);
  for (int i = 0; i < count; i++) round[i] = (i ? round[i - 1] : 0) + 1 + below((int)c->horizon / 3 + 1);
  with_numbers(d, c->accrual.count ? "times" : "looks", round, count, count);
  return count;
}

static inline void add_limits(composition *c, described *d, const char *name, int count, double from,
                              double to)
{
  double *limit = room_for(c, count);
  for (int i = 0; i < count; i++)
    limit[i] = yes(.1) ? (to > 1 ? LARGEST_NUMBER : -LARGEST_NUMBER) : between(from, to);
  with_numbers(d, name, limit, count, count);
}

/* Limits at the information seen: a law of spending, planned times of the looks and the arms' information. */
static inline void add_observed(composition *c, described *d, int looks)
{
  if (!yes(.4)) return;
  const int law = 1 + below(3), count = 3 + looks + c->arm_count;
  const double error = between(.02, .3);
  double *number = room_for(c, count);
  number[0] = law;
  number[1] = law == 1 ? between(-5, 3) : law == 2 ? between(1, 2) : 0;
  number[2] = law == 2 ? 2 * normal_above(number[1]) : error;
  for (int i = 0; i < looks; i++) number[3 + i] = (i + 1.) / looks;
  for (int k = 0; k < c->arm_count; k++) number[3 + looks + k] = between(.5, (double)c->horizon / 2);
  with_numbers(d, "observed", number, count, count);
}

static inline bool has_limits(const described *d)
{
  const parameters of = given(d);
  return parameters_find(&of, "upper") != NULL;
}

static inline const char *draw_boundary(composition *c, described *d)
{
  const int count = add_looks(c, d);
  put(c, d, "control", 1 + below(c->arm_count));
  add_concurrent(c, d);
  add_family(c, d);
  add_limits(c, d, "upper", count, .5, 2.5);
  add_observed(c, d, count);
  if (yes(.5) && count > 1) add_limits(c, d, "lower", count - 1, -1, .5);
  return "boundary";
}

static inline const char *draw_log_rank(composition *c, described *d)
{
  const int count = 1 + below(3);
  const bool by_events = yes(.7);
  double *look = room_for(c, count);
  for (int i = 0; i < count; i++) look[i] = (i ? look[i - 1] : 0) + 1 + below(20);
  put(c, d, "control", 1 + below(c->arm_count));
  with_numbers(d, by_events ? "events" : "dates", look, count, count);
  add_limits(c, d, "upper", count, .3, 2.5);
  if (yes(.5) && count > 1) add_limits(c, d, "lower", count - 1, -1, .5);
  return "log_rank";
}

static inline const char *draw_stop(composition *c, described *d)
{
  static const double chance[] = {.3, .6, .8, .95};
  static const char *const races[] = {"policy_kl_racing", "policy_chernoff_racing"};
  if (is_one_of(c->innermost, races, 2) && yes(.7)) return "settled";
  if (pays_lives(c) && c->accrual.count && yes(.6)) return draw_log_rank(c, d);
  switch (below(8)) {
  case 0: return draw_glr(c, d);
  case 6: return draw_boundary(c, d);
  case 1:
    add_error(c, d);
    if (yes(.7)) with_text(d, "interval", "kl");
    if (yes(.7)) with_text(d, "rate", "practical");
    if (yes(.5)) put(c, d, "tolerance", between(0, .6));
    return "separated";
  case 2:
    put(c, d, "probability", pick(chance, 4));
    if (pays_lives(c)) with_text(d, "family", yes(.7) ? "survival" : "gaussian");
    else if (!c->in_unit || yes(.3)) with_text(d, "family", "gaussian");
    return "posterior";
  case 3:
    add_error(c, d), add_family(c, d), add_reference(c, d), add_concurrent(c, d);
    if (yes(.7)) with_text(d, "rate", "practical");
    if (yes(.7)) put(c, d, "margin", between(0, .8));
    return "futility";
  case 4:
    put(c, d, "margin", between(.1, 1.2));
    add_error(c, d), add_family(c, d);
    if (yes(.7)) with_text(d, "rate", "practical");
    return "equivalence";
  case 5: return draw_evidence(c, d);
  default: put(c, d, "round", 1 + below((int)c->horizon)); return "at";
  }
}

static inline void draw_rule(composition *c, int i, stopping_rule *r)
{
  described *d = &c->of_stop[i];
  *r = (stopping_rule){.type = stopping_find(draw_stop(c, d)), .size = 1};
  CLAIM(r->type);
  if (yes(.2) && !r->type->at_any_time && !has_limits(d)) add_looks(c, d);
  r->given = given(d);
  stopping_rule_looks(r);
}

/* Of a posterior, or at looks; all compare with the same control, or each arm with all others. */
static inline void draw_leaving(composition *c, int place, stopping_rule *r, double control, bool graduates)
{
  described *d = &c->of_stop[MOST_STOPS + place];
  const bool at_limits = control > 0 && yes(.5);
  if (control > 0) put(c, d, "control", control);
  add_concurrent(c, d);
  if (at_limits) {
    const int count = add_looks(c, d);
    add_family(c, d);
    add_limits(c, d, graduates ? "upper" : "lower", count, graduates ? .3 : -1, graduates ? 2.5 : .7);
    if (graduates) add_observed(c, d, count);
  } else {
    put(c, d, graduates ? "above" : "below", graduates ? between(.6, .95) : between(.05, .4));
    const bool lives = pays_lives(c) && yes(.7);
    if (lives) with_text(d, "family", "survival");
    else if (!c->in_unit || yes(.3)) with_text(d, "family", "gaussian");
    if (!lives && control > 0 && yes(.5)) put(c, d, "margin", between(-.2, .2));
    if (yes(.5)) add_looks(c, d);
  }
  const char *const names[2][2] = {{"drop_posterior", "drop_boundary"},
                                   {"graduate_posterior", "graduate_boundary"}};
  *r = (stopping_rule){.type = leaving_find(names[graduates][at_limits]), .size = 1};
  CLAIM(r->type);
  r->given = given(d);
  stopping_rule_looks(r);
}

static inline void compose_leaving(composition *c)
{
  stopping_plan *p = &c->stopping;
  const double control = yes(.6) ? 1 + below(c->arm_count) : 0;
  if (!p->count) { /* no rule stops the game */
    c->rules[0] = (stopping_rule){.size = 1};
    *p = (stopping_plan){c->rules, 1, yes(.7), 0, 0};
  }
  p->graduating = control > 0 && yes(.5);
  if (p->graduating) draw_leaving(c, 0, &c->rules[p->count], control, true);
  p->dropping = !p->graduating || yes(.5);
  if (p->dropping) draw_leaving(c, 1, &c->rules[p->count + p->graduating], control, false);
}

/* By dice of its own, so that all else is what it is without. */
static inline void compose_stop(composition *c, bool possible)
{
  const uint64_t before = dice_state;
  dice_state ^= UINT64_C(0xA0761D6478BD642F);
  if (possible && yes(.7)) {
    const int count = yes(.6) ? 1 : 2 + below(MOST_STOPS - 1), joined = count > 1;
    for (int i = 0; i < count; i++) draw_rule(c, i, &c->rules[i + joined]);
    if (joined) c->rules[0] = (stopping_rule){.all = yes(.3), .size = count + 1};
    c->stopping = (stopping_plan){c->rules, count + joined, yes(.7), 0, 0};
  }
  if (possible && !(c->refuses & HAS_PATIENCE) && yes(.3)) compose_leaving(c);
  dice_state = before;
}

static inline const stopping_plan *stopping_of(const composition *c)
{
  return c->stopping.count ? &c->stopping : NULL;
}

/* Those whose arms die of being played end with their games. */
static inline bool can_be_stopped(const composition *c)
{
  const unsigned never =
      HAS_SPREAD | HAS_CONTEXT | HAS_REPLAY | HAS_FAIRNESS | HAS_WEAR | HAS_REST | HAS_ABSENCES;
  const parameters of_moves = given(&c->moves);
  return c->waits == 1 && !(c->problem.has & never) && !parameters_text_is(&of_moves, "death", "budgeted");
}

/* What cannot be is drawn again. */
static inline void compose(composition *c, uint64_t number)
{
  dice_state = number * UINT64_C(0xD1342543DE82EF95);
  for (;;) {
    *c = (composition){.number = number};
    compose_policy(c);
    compose_bandit(c);
    if (suits(c, c->problem.has)) break;
    clear_composition(c);
  }
  compose_hazards(c);
  compose_stop(c, can_be_stopped(c));
}

/* --- agents ------------------------------------------------------------------------ */

static inline void add_to_agent(composition *c, agent_setup *s, const char *name, const described *d)
{
  if (d->count == 0) return;
  c->of_agent[s->trait_count++] = (agent_trait){trait_find(name), given(d)};
  s->traits = c->of_agent;
}

static inline void compose_setup(composition *c, agent_setup *s)
{
  parameters *of_policy = arena_zeroed(&c->memory, 1, sizeof *of_policy);
  CLAIM(of_policy);
  *of_policy = given(&c->policy);
  *s = (agent_setup){.type = c->type,
                     .given = of_policy,
                     .find = policy_find,
                     .identity = policy_identity(c->type, of_policy, policy_find),
                     .replication = 1,
                     .seed = (int64_t)(c->number % 1000),
                     .horizon = c->horizon,
                     .refuses = c->refuses,
                     .own_plays = c->own_plays,
                     .arms = c->arm_count,
                     .context_size = one_needs(c, HAS_CONTEXT) ? 3 : 0};
  add_to_agent(c, s, "patience", &c->patience);
  add_to_agent(c, s, c->moves.count > 1 ? "lifetimes" : "entries", &c->moves);
  if (c->waits > 1) put(c, &c->waiting, "waits", c->waits);
  add_to_agent(c, s, "waiting", &c->waiting);
  add_to_agent(c, s, "fairness", &c->fairness);
  if (c->fairness.count) s->refuses |= HAS_ENTRIES | HAS_LIFETIMES | HAS_REPLAY | HAS_ABSENCES;
  add_to_agent(c, s, "rest", &c->rest);
  add_to_agent(c, s, "absences", &c->absences);
  add_to_agent(c, s, "batches", &c->batches);
}

static inline unsigned traits_of(const agent_setup *s)
{
  unsigned has = 0;
  for (int i = 0; i < s->trait_count; i++) has |= s->traits[i].type->flag;
  return has;
}

/* What such an agent may have to do with. */
static inline unsigned flags_of(const agent_setup *s)
{
  return traits_of(s) | HAS_ENTRIES | HAS_LIFETIMES | HAS_SPREAD | HAS_DELAY |
         (s->context_size ? HAS_CONTEXT : 0);
}

static inline bool may_be(const composition *c, const agent_setup *s)
{
  const unsigned has = flags_of(s), told = HAS_ENTRIES | HAS_LIFETIMES | HAS_SPREAD | HAS_DELAY;
  for (int i = 0; i < c->depth; i++)
    if (c->needs[i] && !(c->needs[i] & has)) return false;
  if (traits_of(s) & c->refuses & (HAS_ENTRIES | HAS_LIFETIMES)) return false;
  return !c->type->sees_means && !(has & ~told & c->refuses);
}

static inline void compose_agent(composition *c, agent_setup *s, uint64_t number)
{
  dice_state = number * UINT64_C(0xDA942042E4DD58B5);
  for (;;) {
    *c = (composition){.number = number};
    compose_policy(c);
    const bool waits = one_needs(c, HAS_WAITING) || (!(c->refuses & HAS_WAITING) && yes(.15));
    c->waits = waits ? 2 + below(5) : 1;
    c->arm_count = waits ? 1 + draw_arm_count() / c->waits : draw_arm_count();
    c->horizon = draw_horizon();
    keep_small(c);
    if (one_needs(c, HAS_FAIRNESS)) add_fairness(c);
    else if (yes(.2)) add_lives(c, yes(.5));
    if (one_needs(c, HAS_PATIENCE) || yes(.2)) add_patience(c);
    const bool whole = !waits && !c->fairness.count;
    if (whole && !(c->refuses & HAS_REST) && yes(.2)) add_rest(c, yes(.5));
    if (whole && !(c->refuses & HAS_ABSENCES) && yes(.2)) add_absences(c, true);
    if (!(c->refuses & HAS_BATCHES) && yes(.2)) add_batches(c);
    compose_setup(c, s);
    if (may_be(c, s)) break;
    clear_composition(c);
  }
  const unsigned never = HAS_FAIRNESS | HAS_REST | HAS_ABSENCES;
  compose_stop(c, c->waits == 1 && !s->context_size && !(traits_of(s) & never));
  s->stopping = stopping_of(c);
}

#endif

/* GLR-kl-UCB (Besson, Kaufmann, Maillard and Seznec 2022, Algorithm 1): in round t of
 * T, K being the number of actions there, e that of restarts so far and alpha =
 * min(1, explore sqrt(e + 1)), or min(1, explore) with `explore_growth` = 0,
 *
 *   - if t mod floor(K / alpha) is k in 1..K, play the k-th action;
 *   - else the one with the greatest q with n kl(xbar, q) <= ln(rounds since the restart), by what
 *     was seen since the action's own restart ("local") or the last one of any ("global"); q = 1
 *     for one not seen since; the lowest in a tie.
 *
 * After every `test_every`-th play of an action since its restart the mean is tested
 * for a change (splits.h) after `split_every` plays, twice as many, and so on, with the
 * threshold ln(n^(3/2) / delta); where there is one, the action ("local") or all
 * ("global") are forgotten.
 *
 *   explore = sqrt(K ln T / T), delta = 1 / sqrt(T) unless given.
 *
 * Rewards are scaled from their range to [0, 1]; what lies outside counts as its end.
 * A play that began before a restart teaches nothing after it. Cost: that of the index, and
 * of every test about 2 ln n comparisons. Memory: 8 bytes every `split_every` plays
 * (and as much again while it grows), until the restart. */
#include "restarts.h"
#include "splits.h"
#include "../../base/elementary.h"

typedef struct watch {
  int64_t since;             /* the round of its restart */
  int64_t to_test, to_split; /* plays since the last */
  splits splits;
} watch;

typedef struct glr_state {
  restarts restarts; /* the first member: see restarts.h */
  split_test test;
  int64_t test_every;
  double log_delta, count; /* count: of restarts */
  bool global, growth;
  int64_t since; /* the round of the last restart of all */
  watch *watch;  /* by action */
} glr_state;

/* --- choices ------------------------------------------------------------------------ */

static double log_since(const policy *p, int action, index_clock c)
{
  const glr_state *s = p->state;
  const int64_t since = s->watch[action].since;
  return since ? same_log(c.now - (double)since) : c.log;
}

static double glr_value(const policy *p, const view *v, int action, index_clock c)
{
  (void)v;
  return kl_index(contender_at(p, action), log_since(p, action, c));
}

static bool glr_above(const policy *p, const view *v, int action, double level, index_clock c)
{
  (void)v;
  return kl_index_above(contender_at(p, action), level, log_since(p, action, c));
}

static const index_form glr = {.value = glr_value, .above = glr_above, .untried_apart = true};

static int glr_forced(glr_state *s, const view *v)
{
  forced_plays *f = &s->restarts.forced;
  if (f->count != v->action_count) {
    const double k = (double)v->action_count, t = (double)v->horizon;
    const double explore = isnan(s->restarts.explore) ? sqrt(k * same_log(t) / t) : s->restarts.explore;
    *f = (forced_plays){v->action_count,
                        forced_period(floor(k / fmin(1, explore * (s->growth ? sqrt(s->count + 1) : 1))))};
  }
  return forced_action(v, v->round, f->period);
}

static int glr_choose(policy *p, const view *v)
{
  if (p->failure.code) return -1;
  const int forced = glr_forced(p->state, v);
  return forced >= 0 ? forced : restarts_choose(p, v, v->round, &glr);
}

/* --- watching ----------------------------------------------------------------------- */

static status glr_start(policy *p, const view *v, const parameters *given)
{
  glr_state *s = p->state;
  s->global = parameters_text_is(given, "restart", "global");
  s->growth = parameters_number(given, "explore_growth") != 0;
  s->test.gaussian = parameters_text_is(given, "family", "gaussian");
  s->test.every = (int64_t)parameters_number(given, "split_every");
  s->test.plain = v->plain;
  s->test_every = (int64_t)parameters_number(given, "test_every");
  s->log_delta = same_log(parameters_number_or(given, "error", 1 / sqrt((double)v->horizon)));
  s->watch = arena_zeroed(p->memory, (size_t)v->arms * (size_t)v->waits, sizeof *s->watch);
  return s->watch ? restarts_start(p, v, given) : status_no_memory();
}

static void watch_anew(watch *w, int64_t since)
{
  w->since = since;
  w->to_test = w->to_split = 0;
  splits_forget(&w->splits);
}

static void glr_restart(policy *p, const view *v, const outcome *o)
{
  glr_state *s = p->state;
  const int first = s->global ? 0 : o->action, end = s->global ? v->arms * v->waits : o->action + 1;
  s->count++;
  s->restarts.forced.count = 0;
  if (s->global) s->since = s->restarts.last;
  for (int action = first; action < end; action++) {
    restarts_forget(p, action);
    watch_anew(&s->watch[action], s->restarts.last);
  }
}

static bool has_changed(const glr_state *s, watch *w, const tally *seen)
{
  if (++w->to_test < s->test_every) return false;
  w->to_test = 0;
  const double n = (double)seen->pulls;
  return splits_show_change(&w->splits, &s->test, seen->pulls, seen->total, 1.5 * same_log(n) - s->log_delta);
}

static void split_here(const glr_state *s, policy *p, watch *w, double total)
{
  if (++w->to_split < s->test.every) return;
  w->to_split = 0;
  if (!splits_add(&w->splits, total, p->memory)) p->failure = status_no_memory();
}

static void glr_observe(policy *p, const view *v, const outcome *o)
{
  const glr_state *s = p->state;
  watch *w = &s->watch[o->action];
  if (o->start <= w->since) return;
  const tally *seen = &contender_at(p, o->action)->tally;
  restarts_add(p, v, o->action, fmin(fmax(seen_in_unit(p, o), 0), 1));
  if (has_changed(s, w, seen)) glr_restart(p, v, o);
  else split_here(s, p, w, seen->total);
}

static void glr_arm_entered(policy *p, const view *v, int arm)
{
  const glr_state *s = p->state;
  for (int i = 0; i < v->waits && !v->away; i++) watch_anew(&s->watch[arm * v->waits + i], s->since);
  index_arm_entered(p, v, arm);
}

const policy_type policy_glr_kl_ucb = {
    .constructor = "policy_glr_kl_ucb",
    .label = "GLR-kl-UCB",
    .does = "plays by KL-UCB, tests each arm for a change at any time and of any size, and "
            "forgets what it knew when it finds one",
    .paper = "Besson, Kaufmann, Maillard and Seznec 2022, Algorithm 1",
    .deterministic = true,
    .takes =
        TAKES({"restart", A_TEXT("local|global"), USUALLY(FIRST_CHOICE)},
              {"explore", A_CHANCE, .otherwise = "sqrt(K ln T / T)"},
              {"error", A_POSITIVE_CHANCE, .otherwise = "1 / sqrt(T)"},
              {"test_every", A_WHOLE(1, LARGEST_COUNT), USUALLY(10)},
              {"split_every", A_WHOLE(1, LARGEST_COUNT), USUALLY(5)},
              {"family", A_TEXT("bernoulli|gaussian"), FROM_BANDIT}, {"explore_growth", A_FLAG, USUALLY(1)},
              {"range", A_RANGE, .bounded = "The Bernoulli divergence", FROM_BANDIT}),
    .needs_horizon = "",
    .told_suffices = true,
    .state_size = sizeof(glr_state),
    .action_size = sizeof(contender),
    .start = glr_start,
    .choose = glr_choose,
    .played = restarts_played,
    .observe = glr_observe,
    .arm_entered = glr_arm_entered,
    .arm_left = index_arm_left,
};

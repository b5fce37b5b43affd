/* M-UCB, Monitored UCB (Cao, Wen, Kveton and Xie 2019, Algorithm 1): with tau the
 * round of the last restart (0 at first), in round t of T, K being the number of
 * actions there,
 *
 *   - if (t - tau) mod ceil(K / alpha) is k in 1..K, play the k-th action;
 *   - else the one with the greatest xbar + sqrt(2 ln(t - tau) / n), one not seen since tau first;
 *     or, with "kl", of the greatest q with n kl(xbar, q) <= ln(t - tau), 1 for one not seen; the
 *     lowest in a tie.
 *
 * After a play of an action with at least w plays since tau, where the sum of its
 * last w / 2 and that of the w / 2 before differ by more than b, all is forgotten,
 * and tau = t.
 *
 *   b = sqrt(w ln(2 K T^2) / 2),
 *   alpha = min(1, sqrt(changes K (2 b + 3 sqrt(w)) / (2 T))) unless given.
 *
 * With `count_from = "start"` plays are forced where t mod floor(K / alpha) is k, as
 * Besson, Kaufmann, Maillard and Seznec (2022) have it in their code. K in b is the
 * number of actions at the start. Rewards are scaled from their range to [0, 1]. What
 * began before a restart teaches nothing after it.
 *
 * The two sums are kept as plays come, and added up anew where they decide by less
 * than rounding may be. Cost: that of the index; memory: w numbers an
 * action that was played. */
#include "restarts.h"
#include "../../base/elementary.h"

/* The last rewards of an action; which are the last n of them follows from its tally. */
typedef struct watch {
  double *ring;      /* w of them, or NULL before its first play */
  double difference; /* the sum of the last half less that of the one before */
  double size;       /* no reward was farther from 0 */
} watch;

typedef struct m_state {
  restarts restarts; /* the first member: see restarts.h */
  double changes, threshold;
  int64_t window, since;
  bool from_start;
  watch *watch; /* by action */
} m_state;

/* --- choices ------------------------------------------------------------------------ */

static double m_ucb_value(const policy *p, const view *v, int action, index_clock c)
{
  (void)v;
  const contender *a = contender_at(p, action);
  return contender_mean(a) + sqrt(2 * c.log / (double)a->tally.pulls);
}

static index_terms m_ucb_terms(const policy *p, const view *v, int action)
{
  (void)v;
  const contender *a = contender_at(p, action);
  return (index_terms){contender_mean(a), 0, sqrt(2 / (double)a->tally.pulls)};
}

static const index_form m_ucb = {.value = m_ucb_value, .terms = m_ucb_terms, .by_tally = true};

static double m_explore(const m_state *s, const view *v)
{
  const double k = (double)v->action_count, t = (double)v->horizon, w = (double)s->window;
  const double usual = sqrt(s->changes * k * (2 * s->threshold + 3 * sqrt(w)) / (2 * t));
  return fmin(1, isnan(s->restarts.explore) ? usual : s->restarts.explore);
}

static int m_forced(m_state *s, const view *v)
{
  forced_plays *f = &s->restarts.forced;
  if (f->count != v->action_count) {
    const double rounds = v->action_count / m_explore(s, v);
    *f = (forced_plays){v->action_count, forced_period(s->from_start ? floor(rounds) : ceil(rounds))};
  }
  return forced_action(v, s->from_start ? v->round : v->round - s->since, f->period);
}

static int m_choose(policy *p, const view *v)
{
  m_state *s = p->state;
  if (p->failure.code) return -1;
  const int forced = m_forced(s, v);
  if (forced >= 0) return forced;
  return restarts_choose(p, v, v->round - s->since, s->restarts.kl ? &restarts_kl : &m_ucb);
}

/* --- watching ----------------------------------------------------------------------- */

static status m_start(policy *p, const view *v, const parameters *given)
{
  m_state *s = p->state;
  const double k = (double)(v->action_count ? v->action_count : 1), t = (double)v->horizon;
  s->window = (int64_t)parameters_number(given, "window");
  if (s->window % 2)
    return status_error(STATUS_BAD_PARAMETER, "`window` is %.0f, but it must be even.", (double)s->window);
  s->threshold =
      parameters_number_or(given, "threshold", sqrt((double)s->window * same_log(2 * k * t * t) / 2));
  s->changes = expected_changes(given);
  s->from_start = parameters_text_is(given, "count_from", "start");
  s->watch = arena_zeroed(p->memory, (size_t)v->arms * (size_t)v->waits, sizeof *s->watch);
  return s->watch ? restarts_start(p, v, given) : status_no_memory();
}

/* The sum of `count` rewards, the first of which is the `back`-th last. */
static double sum_of(const m_state *s, const watch *w, int64_t n, int64_t back, int64_t count)
{
  double sum = 0;
  for (int64_t i = n - back; i < n - back + count; i++) sum += w->ring[i % s->window];
  return sum;
}

static double difference_of(const m_state *s, const watch *w, int64_t n)
{
  const int64_t half = s->window / 2;
  return sum_of(s, w, n, half, half) - sum_of(s, w, n, s->window, half);
}

/* The n-th reward since the last restart. */
static void keep_reward(const m_state *s, watch *w, int64_t n, double x)
{
  const int64_t at = (n - 1) % s->window;
  const double middle = n > s->window / 2 ? w->ring[(n - 1 - s->window / 2) % s->window] : 0;
  const double oldest = n > s->window ? w->ring[at] : 0;
  w->ring[at] = x;
  w->size = fmax(w->size, fabs(x));
  w->difference += x - 2 * middle + oldest;
  if (at == s->window - 1) w->difference = difference_of(s, w, n);
}

/* Returns whether rounding may decide: of at most w sums of at most w rewards each, none is off by more. */
static bool is_in_doubt(const m_state *s, const watch *w)
{
  const double terms = (double)s->window;
  return fabs(fabs(w->difference) - s->threshold) <= margin_of(terms * terms * w->size);
}

static bool has_changed(const m_state *s, const watch *w, int64_t n, bool plain)
{
  if (n < s->window) return false;
  const bool anew = plain || is_in_doubt(s, w);
  return fabs(anew ? difference_of(s, w, n) : w->difference) > s->threshold;
}

static void m_restart(policy *p, const view *v)
{
  m_state *s = p->state;
  s->since = s->restarts.last;
  for (int action = 0; action < v->arms * v->waits; action++) {
    restarts_forget(p, action);
    s->watch[action].difference = s->watch[action].size = 0;
  }
}

static void m_observe(policy *p, const view *v, const outcome *o)
{
  m_state *s = p->state;
  watch *w = &s->watch[o->action];
  if (o->start <= s->since) return;
  if (!w->ring) w->ring = arena_zeroed(p->memory, (size_t)s->window, sizeof *w->ring);
  if (!w->ring) {
    p->failure = status_no_memory();
    return;
  }
  const double x = seen_in_unit(p, o);
  restarts_add(p, v, o->action, x);
  const int64_t n = contender_at(p, o->action)->tally.pulls;
  keep_reward(s, w, n, x);
  if (has_changed(s, w, n, v->plain)) m_restart(p, v);
}

static void m_arm_entered(policy *p, const view *v, int arm)
{
  watch *w = ((m_state *)p->state)->watch + arm * v->waits;
  for (int i = 0; i < v->waits && !v->away; i++) w[i].difference = w[i].size = 0;
  index_arm_entered(p, v, arm);
}

const policy_type policy_m_ucb = {
    .constructor = "policy_m_ucb",
    .label = "M-UCB",
    .does = "plays by UCB, compares the two halves of each arm's latest pulls, and forgets all it "
            "knew when they differ",
    .paper = "Cao, Wen, Kveton and Xie 2019, Algorithm 1",
    .deterministic = true,
    .takes = TAKES(
        {"window", A_WHOLE(2, 1e8), .even = true, .words = "a single even whole number from 2 to 100,000,000",
         REQUIRED},
        {"threshold", A_POSITIVE, .otherwise = "sqrt(window ln(2 K T^2) / 2)"},
        {"explore", A_CHANCE, .otherwise = "min(1, sqrt(changes K (2 threshold + 3 sqrt(window)) / (2 T)))"},
        {"changes", NOT_NEGATIVE, .otherwise = "1", .serves = "explore"},
        {"index", A_TEXT("ucb|kl"), .bounded = "|The Bernoulli divergence", USUALLY(FIRST_CHOICE)},
        {"count_from", A_TEXT("restart|start"), USUALLY(FIRST_CHOICE)}, {"range", A_RANGE, FROM_BANDIT}),
    .needs_horizon = "",
    .told_suffices = true,
    .state_size = sizeof(m_state),
    .action_size = sizeof(contender),
    .start = m_start,
    .choose = m_choose,
    .played = restarts_played,
    .observe = m_observe,
    .arm_entered = m_arm_entered,
    .arm_left = index_arm_left,
};

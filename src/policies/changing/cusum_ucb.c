/* CUSUM-UCB (Liu, Lee and Shroff 2018, Algorithm 1): with probability `explore` an action with equal
 * probability; else, m being the number of plays seen of all actions since the restarts of each, the
 * one with the greatest xbar + sqrt(ln m / n), one not seen since its restart first; or, with
 * "kl", of the greatest q with n kl(xbar, q) <= ln m, 1 for one not seen; the lowest in a tie. One
 * random number per round, two when it explores.
 *
 * The first `burn_in` plays of an action since its restart have a mean u; of every
 * later one, which brings x,
 *
 *   up   = max(0, up + x - u - shift),
 *   down = max(0, down + u - x - shift),
 *
 * and where one of them exceeds the threshold the action is forgotten.
 *
 *   threshold = ln(T / changes), explore = min(1, sqrt(changes ln(T / changes) / T))
 *
 * unless given. Rewards are scaled from their range to [0, 1], and `shift` is a part
 * of it. What began before a restart teaches nothing after it. Cost: that of the
 * index. */
#include "restarts.h"
#include "../../base/elementary.h"

typedef struct watch {
  int64_t since; /* the round of its restart */
  double start;  /* the mean of its first plays */
  double up, down;
} watch;

typedef struct cusum_state {
  restarts restarts;     /* the first member: see restarts.h */
  int64_t burn_in, seen; /* seen: m */
  double shift, threshold, explore;
  watch *watch; /* by action */
} cusum_state;

/* --- choices ------------------------------------------------------------------------ */

static double cusum_value(const policy *p, const view *v, int action, index_clock c)
{
  (void)v;
  const contender *a = contender_at(p, action);
  return contender_mean(a) + sqrt(c.log / (double)a->tally.pulls);
}

static index_terms cusum_terms(const policy *p, const view *v, int action)
{
  (void)v;
  const contender *a = contender_at(p, action);
  return (index_terms){contender_mean(a), 0, sqrt(1 / (double)a->tally.pulls)};
}

static const index_form cusum_ucb = {.value = cusum_value, .terms = cusum_terms, .by_tally = true};

static int greatest_index(policy *p, const view *v)
{
  const cusum_state *s = p->state;
  return restarts_choose(p, v, s->seen > 0 ? s->seen : 1, s->restarts.kl ? &restarts_kl : &cusum_ucb);
}

static int cusum_choose(policy *p, const view *v)
{
  const cusum_state *s = p->state;
  return stream_uniform(v->random) < s->explore ? random_action(v) : greatest_index(p, v);
}

static bool cusum_chances(policy *p, const view *v, double *chance)
{
  mixed_chances(v, greatest_index(p, v), ((const cusum_state *)p->state)->explore, chance);
  return true;
}

/* --- watching ----------------------------------------------------------------------- */

static status cusum_start(policy *p, const view *v, const parameters *given)
{
  cusum_state *s = p->state;
  const double t = (double)v->horizon, changes = expected_changes(given),
               log_t = fmax(same_log(t / changes), 0);
  s->burn_in = (int64_t)parameters_number(given, "burn_in");
  s->shift = parameters_number(given, "shift");
  s->threshold = parameters_number_or(given, "threshold", log_t);
  const double usual = sqrt(changes * log_t / t);
  s->watch = arena_zeroed(p->memory, (size_t)v->arms * (size_t)v->waits, sizeof *s->watch);
  if (!s->watch) return status_no_memory();
  const status opened = restarts_start(p, v, given);
  s->explore = fmin(1, isnan(s->restarts.explore) ? usual : s->restarts.explore);
  return opened;
}

/* Returns whether an action has changed, by what was seen of it since its restart, x the last. */
static bool has_changed(const cusum_state *s, watch *w, const tally *seen, double x)
{
  if (seen->pulls == s->burn_in) w->start = seen->total / (double)seen->pulls;
  if (seen->pulls <= s->burn_in) return false;
  w->up = fmax(0, w->up + x - w->start - s->shift);
  w->down = fmax(0, w->down + w->start - x - s->shift);
  return w->up > s->threshold || w->down > s->threshold;
}

static void cusum_observe(policy *p, const view *v, const outcome *o)
{
  cusum_state *s = p->state;
  watch *w = &s->watch[o->action];
  if (o->start <= w->since) return;
  const tally *seen = &contender_at(p, o->action)->tally;
  const double x = seen_in_unit(p, o);
  restarts_add(p, v, o->action, x);
  s->seen++;
  if (!has_changed(s, w, seen, x)) return;
  s->seen -= seen->pulls;
  *w = (watch){.since = s->restarts.last};
  restarts_forget(p, o->action);
}

static void cusum_arm_entered(policy *p, const view *v, int arm)
{
  watch *w = ((cusum_state *)p->state)->watch + arm * v->waits;
  for (int i = 0; i < v->waits && !v->away; i++) w[i] = (watch){.since = 0};
  index_arm_entered(p, v, arm);
}

const policy_type policy_cusum_ucb = {
    .constructor = "policy_cusum_ucb",
    .label = "CUSUM-UCB",
    .does = "plays by UCB, watches each arm for a change of a given size, and forgets what it "
            "knew of an arm that has changed",
    .paper = "Liu, Lee and Shroff 2018, Algorithm 1",
    .takes = TAKES({"burn_in", A_WHOLE(1, LARGEST_COUNT), REQUIRED}, {"shift", A_CHANCE, REQUIRED},
                   {"threshold", A_POSITIVE, .otherwise = "ln(T / changes)"},
                   {"explore", A_CHANCE, .otherwise = "min(1, sqrt(changes ln(T / changes) / T))"},
                   {"changes", NOT_NEGATIVE, .otherwise = "1", .serves = "threshold|explore"},
                   {"index", A_TEXT("ucb|kl"), .bounded = "|The Bernoulli divergence", USUALLY(FIRST_CHOICE)},
                   {"range", A_RANGE, FROM_BANDIT}),
    .needs_horizon = "",
    .told_suffices = true,
    .state_size = sizeof(cusum_state),
    .action_size = sizeof(contender),
    .start = cusum_start,
    .choose = cusum_choose,
    .chances = cusum_chances,
    .played = restarts_played,
    .observe = cusum_observe,
    .arm_entered = cusum_arm_entered,
    .arm_left = index_arm_left,
};

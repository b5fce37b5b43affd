/* ODAAF, optimism for delayed, aggregated anonymous feedback (Pike-Burke,
 * Agrawal, Szepesvari and Grunewalder 2018), and its generalisation to
 * composite rewards (Garg and Akash 2019). Phases m = 1, 2, ..., with
 * Delta_m = 2^-m and A all arms at first:
 *
 *   1. each arm of A, in order, is played in one block until it has n_m
 *      recorded observations in all;
 *   2. j goes from A if xbar_j + Delta_m < max xbar, xbar being the mean of
 *      the recorded observations of all phases;
 *   3. bridge: the arm with the greatest xbar in A (the lowest in a tie) is played n_m - n_{m-1}
 *      times, unrecorded (n_0 = 0).
 *
 * With one arm left, it is played to the end. Observations needed, with Delta =
 * Delta_m and L = max(ln(T Delta^2), 0):
 *
 *   n(B) = (sqrt(2L) + sqrt(2L + 8/3 Delta L + B Delta))^2 / Delta^2
 *   mean delay E known         n_m = n(6 m E)
 *   ... and its variance V     n_m = n(4 (E + 2V))
 *   ... and a bound d on it    n_m = max(min(m d, n(6 m E)), n(4 E))
 *   composite, length d known  n_m = (sqrt(L/2) + sqrt(L/2 + 2 m d Delta))^2 / Delta^2
 *
 * rounded up, and always at least n_{m-1} + 1. The constants of the composite
 * version are ours.
 *
 * Arms that enter join A in the next phase; those that leave are out of it. If A is empty, the
 * available arm with the greatest xbar is played (that without observations last, then the
 * lowest). Cost: O(1) per round; the sum over A once a phase. */
#include "../../model/policy.h"
#include "../../base/elementary.h"
#include <math.h>

typedef struct odaaf_arm {
  bool active, waiting; /* in A; in A from the next phase on */
  int64_t recorded;
  double total;
} odaaf_arm;

typedef struct odaaf_state {
  double mean, variance, longest; /* NaN where not known */
  bool composite;
  int phase;
  double delta;
  int64_t needed, needed_before; /* n_m, n_{m-1} */
  bool in_phase;                 /* else on the bridge to the next */
  int64_t at;                    /* the phase has come to the arm of this number */
  int64_t bridge;                /* plays left of the bridge */
  kept_arm arm;                  /* being played, */
  int64_t left;                  /* so many times still, */
  enum { BLOCK, BRIDGE, ALONE } why;
} odaaf_state;

static odaaf_arm *odaaf_at(const policy *p, int arm) { return (odaaf_arm *)p->actions + arm; }

/* --- how many observations ------------------------------------------------- */

static double observations(double delta, double l, double bias)
{
  const double root = sqrt(2 * l) + sqrt(2 * l + 8.0 / 3 * delta * l + bias * delta);
  return root * root / (delta * delta);
}

static double observations_of_phase(const odaaf_state *s, double horizon)
{
  const double delta = s->delta, m = s->phase, l = fmax(same_log(horizon * delta * delta), 0);
  if (s->composite) {
    const double root = sqrt(l / 2) + sqrt(l / 2 + 2 * m * s->longest * delta);
    return root * root / (delta * delta);
  }
  if (!isnan(s->variance)) return observations(delta, l, 4 * (s->mean + 2 * s->variance));
  const double by_mean = observations(delta, l, 6 * m * s->mean);
  if (isnan(s->longest)) return by_mean;
  return fmax(fmin(m * s->longest, by_mean), observations(delta, l, 4 * s->mean));
}

/* --- phases ------------------------------------------------------------------ */

static void begin_phase(policy *p, const view *v)
{
  odaaf_state *s = p->state;
  s->in_phase = true;
  s->delta = s->phase++ == 0 ? 0.5 : s->delta / 2;
  s->needed_before = s->needed;
  const int64_t needed = rounds_from(ceil(observations_of_phase(s, (double)v->horizon)));
  s->needed = needed > s->needed_before ? needed : s->needed_before + 1;
  s->at = 0;
  for (int i = 0; i < v->live_count; i++) {
    odaaf_arm *a = odaaf_at(p, v->live[i]);
    a->active = a->active || a->waiting;
    a->waiting = false;
  }
}

static double mean_recorded(const odaaf_arm *a)
{
  return a->recorded ? a->total / (double)a->recorded : -INFINITY;
}

/* The arm with the greatest mean, of A or of all; -1 if there is none. */
static int best_arm(const policy *p, const view *v, bool active)
{
  int best = -1;
  for (int i = 0; i < v->live_count; i++) {
    const odaaf_arm *a = odaaf_at(p, v->live[i]);
    if (active && !a->active) continue;
    if (best < 0 || mean_recorded(a) > mean_recorded(odaaf_at(p, best))) best = v->live[i];
  }
  return best;
}

static void eliminate(policy *p, const view *v)
{
  const odaaf_state *s = p->state;
  const int best = best_arm(p, v, true);
  const double greatest = best < 0 ? 0 : mean_recorded(odaaf_at(p, best));
  for (int i = 0; i < v->live_count; i++) {
    odaaf_arm *a = odaaf_at(p, v->live[i]);
    if (mean_recorded(a) + s->delta < greatest) a->active = false;
  }
}

/* Arms of A, with those that join it in the next phase. */
static int contenders(const policy *p, const view *v)
{
  int count = 0;
  for (int i = 0; i < v->live_count; i++)
    count += odaaf_at(p, v->live[i])->active || odaaf_at(p, v->live[i])->waiting;
  return count;
}

static int lone_contender(const policy *p, const view *v)
{
  for (int i = 0; i < v->live_count; i++)
    if (odaaf_at(p, v->live[i])->active || odaaf_at(p, v->live[i])->waiting) return v->live[i];
  return best_arm(p, v, false);
}

/* The next arm of the phase that lacks observations, or -1. */
static int next_lacking(policy *p, const view *v)
{
  odaaf_state *s = p->state;
  for (int i = 0; i < v->live_count; i++) {
    const int arm = v->live[i];
    const odaaf_arm *a = odaaf_at(p, arm);
    if (v->number[arm] < s->at || !a->active || a->recorded >= s->needed) continue;
    s->at = v->number[arm];
    return arm;
  }
  return -1;
}

static int play(odaaf_state *s, const view *v, int arm, int64_t times, int why)
{
  s->arm = keep_arm(v, arm);
  s->left = times;
  s->why = why;
  return arm;
}

static void end_phase(policy *p, const view *v)
{
  odaaf_state *s = p->state;
  eliminate(p, v);
  s->in_phase = false;
  s->bridge = s->needed - s->needed_before;
}

/* Chooses the next stretch once a block or bridge is over, or arms have come or gone. */
static int next_stretch(policy *p, const view *v)
{
  odaaf_state *s = p->state;
  while (contenders(p, v) > 1) {
    const int over_the_bridge = s->in_phase || s->bridge == 0 ? -1 : best_arm(p, v, true);
    if (over_the_bridge >= 0) return play(s, v, over_the_bridge, s->bridge, BRIDGE);
    if (!s->in_phase) begin_phase(p, v);
    const int arm = next_lacking(p, v);
    if (arm >= 0) return play(s, v, arm, s->needed - odaaf_at(p, arm)->recorded, BLOCK);
    end_phase(p, v);
  }
  return play(s, v, lone_contender(p, v), FOREVER, ALONE);
}

/* --- the policy ---------------------------------------------------------------- */

static status odaaf_start(policy *p, const view *v, const parameters *given)
{
  odaaf_state *s = p->state;
  s->mean = parameters_number_or(given, "mean_delay", 0);
  s->variance = parameters_number_or(given, "var_delay", NAN);
  s->longest = parameters_number_or(given, "max_delay", parameters_number_or(given, "length", NAN));
  s->composite = parameters_given(given, "length");
  for (int i = 0; i < v->live_count; i++) odaaf_at(p, v->live[i])->waiting = true;
  return status_ok;
}

static int odaaf_choose(policy *p, const view *v)
{
  const odaaf_state *s = p->state;
  return s->left > 0 && is_there(v, s->arm) ? s->arm.arm : next_stretch(p, v);
}

static void odaaf_played(policy *p, const view *v, const outcome *o)
{
  (void)v;
  odaaf_state *s = p->state;
  s->left--;
  if (s->why == BRIDGE) s->bridge--;
  if (s->why == BLOCK) odaaf_at(p, o->arm)->recorded++;
}

/* Whatever arrives counts for the arm that is being played; the newborn at the place of a dead one is
 * not that arm. */
static void odaaf_observe(policy *p, const view *v, const outcome *o)
{
  const odaaf_state *s = p->state;
  if (s->why == BLOCK && is_at_its_place(v, s->arm)) odaaf_at(p, s->arm.arm)->total += o->observed;
}

static void odaaf_arm_entered(policy *p, const view *v, int arm)
{
  (void)v;
  ((odaaf_state *)p->state)->left = 0;
  odaaf_at(p, arm)->waiting = true;
}

static void odaaf_arm_left(policy *p, const view *v, int arm)
{
  (void)v, (void)arm;
  ((odaaf_state *)p->state)->left = 0;
}

#define ODAAF(name_, call_, label_, does_, paper_, ...) \
  const policy_type name_ = {                           \
      .constructor = #name_,                            \
      .call = call_,                                    \
      .label = label_,                                  \
      .does = does_,                                    \
      .paper = paper_,                                  \
      .made_for = MADE_FOR_WIDTH,                       \
      .takes = TAKES(__VA_ARGS__),                      \
      .own_plays = PLAYS_IN_PHASES,                     \
      .deterministic = true,                            \
      .refuses = HAS_WAITING,                           \
      .needs_horizon = "",                              \
      .state_size = sizeof(odaaf_state),                \
      .action_size = sizeof(odaaf_arm),                 \
      .start = odaaf_start,                             \
      .choose = odaaf_choose,                           \
      .played = odaaf_played,                           \
      .observe = odaaf_observe,                         \
      .arm_entered = odaaf_arm_entered,                 \
      .arm_left = odaaf_arm_left,                       \
  }

ODAAF(policy_odaaf, "policy_odaaf(rewards = \"delayed\")", "ODAAF",
      "strikes off arms in phases, and waits between them for rewards that are under way",
      "Pike-Burke, Agrawal, Szepesvari and Grunewalder 2018", {"mean_delay", NOT_NEGATIVE, REQUIRED},
      {"max_delay", NOT_NEGATIVE, .not_with = "var_delay"}, {"var_delay", NOT_NEGATIVE});
ODAAF(policy_odaaf_composite, "policy_odaaf(rewards = \"spread\")", "ODAAF (composite)",
      "strikes off arms in phases, and waits between them for rewards that arrive spread over "
      "several rounds",
      "Garg and Akash 2019", {"length", NOT_NEGATIVE, REQUIRED});

/* BaSE, batched successive elimination (Gao, Han, Ren and Zhou 2019, Algorithm 1):
 * T rounds are cut into M batches; in each the arms left are played in turn, and at
 * its end k goes if for the arm j of greatest mean
 *
 *   xbar_j - xbar_k >= sd sqrt(gamma ln(T K) / n),
 *
 * n being the number of rewards seen of each, K the arms of round 1. In the last batch the arm
 * with the greatest mean is played. Batches end in rounds t_m = floor(T^e(m)),
 *
 *   minimax:    e(m) = (2 - 2^(1 - m)) / (2 - 2^(1 - M)),
 *   geometric:  e(m) = m / M.
 *
 * In a batch each arm left has max(1, floor(rounds / arms left)) plays; rounds that remain belong
 * to the next batch. Where rewards are shown late these are played in turn, too, until all of the
 * batch has been shown or t_m is past. If fewer rewards were seen of one of the two, n is its
 * number (ours). Of arms of equal mean the better one is drawn (ties.h); in a turn the lowest comes first.
 * Arms that are not there are passed over; one that comes later joins in (ours). If the arm of the last batch
 * leaves, or for as long as it is away, the best of the rest is played. Cost: a look at each arm per round,
 * until the last batch. */
#include "../search/tally.h"
#include "../search/ties.h"
#include "../../base/elementary.h"

typedef struct base_arm {
  tally tally;
  tie_number tie;
  int64_t made;  /* plays; rewards may come later */
  int64_t plays; /* of them in this batch */
  bool dropped;  /* eliminated */
  bool there;    /* it has come and not left for good */
} base_arm;

typedef struct base_state {
  int64_t batches, batch; /* M, m */
  bool geometric;
  double log_term; /* sd^2 gamma ln(T K) */
  int64_t quota;   /* plays of an arm in this batch */
  int64_t before;  /* rounds of the batches before */
  int64_t done;    /* rounds by when all had their plays; 0: not yet */
  kept_arm kept;   /* the arm of the last batch, if there is one */
} base_state;

static base_arm *base_at(const policy *p, int arm) { return (base_arm *)p->actions + arm; }

/* Powers of whole numbers that are whole may come out a hair too small. */
static int64_t batch_end(const base_state *s, int64_t m, int64_t horizon)
{
  const double by = (double)m, of = (double)s->batches;
  const double minimax = (2 - same_pow(2, 1 - by)) / (2 - same_pow(2, 1 - of));
  if (m >= s->batches) return horizon;
  return (int64_t)(same_pow((double)horizon, s->geometric ? by / of : minimax) * (1 + 1e-12));
}

static bool is_left(const policy *p, int arm) { return base_at(p, arm)->there && !base_at(p, arm)->dropped; }

static void begin_batch(policy *p, const view *v)
{
  base_state *s = p->state;
  int64_t left = 0;
  for (int arm = 0; arm < v->arms; arm++) left += is_left(p, arm);
  const int64_t rounds = batch_end(s, s->batch, v->horizon) - s->before;
  s->quota = left > 0 && rounds > left ? rounds / left : 1;
  s->done = 0;
}

static void base_arm_entered(policy *p, const view *v, int arm)
{
  base_at(p, arm)->there = true;
  tie_draw(&base_at(p, arm)->tie, v);
}

static status base_start(policy *p, const view *v, const parameters *given)
{
  base_state *s = p->state;
  s->batches = (int64_t)parameters_number(given, "batches");
  s->geometric = parameters_text_is(given, "grid", "geometric");
  s->log_term = parameters_number(given, "gamma") * same_log((double)v->horizon * (double)v->live_count) *
                squared_scale(given, "sd");
  s->batch = 1;
  s->kept = keep_arm(v, -1);
  for (int i = 0; i < v->live_count; i++) base_arm_entered(p, v, v->live[i]);
  begin_batch(p, v);
  return status_ok;
}

/* Returns the arm of fewest plays in this batch, of those left that are there, or -1. */
static int next_in_turn(const policy *p, const view *v)
{
  int found = -1;
  for (int i = 0; i < v->live_count; i++) {
    const base_arm *a = base_at(p, v->live[i]);
    if (!a->dropped && (found < 0 || a->plays < base_at(p, found)->plays)) found = v->live[i];
  }
  return found;
}

static bool is_better(const policy *p, int arm, int than)
{
  const double mean = tally_mean(&base_at(p, arm)->tally), other = tally_mean(&base_at(p, than)->tally);
  return mean > other || (mean == other && base_at(p, arm)->tie < base_at(p, than)->tie);
}

/* Returns the best of all arms that are there, if none of those left is. */
static int best_there(const policy *p, const view *v)
{
  int best = v->live[0];
  for (int i = 1; i < v->live_count; i++)
    if (is_better(p, v->live[i], best)) best = v->live[i];
  return best;
}

/* The arm left of greatest mean, also if it is away; with `now` only of those that can be
 * played. -1 if there is none. */
static int best_left(const policy *p, const view *v, bool now)
{
  int best = -1;
  for (int arm = 0; arm < v->arms; arm++)
    if (is_left(p, arm) && (v->is_live[arm] || !now) && (best < 0 || is_better(p, arm, best))) best = arm;
  return best;
}

static bool all_shown(const policy *p, const view *v)
{
  for (int i = 0; i < v->live_count; i++) {
    const base_arm *a = base_at(p, v->live[i]);
    if (!a->dropped && a->tally.pulls < a->made) return false;
  }
  return true;
}

static bool is_worse(const base_state *s, const tally *best, const tally *a)
{
  const int64_t n = a->pulls < best->pulls ? a->pulls : best->pulls;
  return n > 0 && tally_mean(best) - tally_mean(a) >= sqrt(s->log_term / (double)n);
}

static void end_batch(policy *p, const view *v)
{
  base_state *s = p->state;
  const int best = best_left(p, v, false);
  for (int arm = 0; arm < v->arms; arm++) {
    base_arm *a = base_at(p, arm);
    if (arm != best && is_worse(s, &base_at(p, best)->tally, &a->tally)) a->dropped = true;
    a->plays = a->plays > s->quota ? a->plays - s->quota : 0;
  }
  s->before = s->done;
  s->batch++;
  begin_batch(p, v);
}

/* The arm whose turn it is, ending batches on the way; -1 if this is the last one. */
static int choose_in_turn(policy *p, const view *v)
{
  base_state *s = p->state;
  while (s->batch < s->batches) {
    const int next = next_in_turn(p, v);
    if (next < 0 || base_at(p, next)->plays < s->quota) return next;
    if (s->done == 0) s->done = v->round - 1;
    if (!all_shown(p, v) && v->round <= batch_end(s, s->batch, v->horizon)) return next;
    end_batch(p, v);
  }
  return -1;
}

static int base_choose(policy *p, const view *v)
{
  base_state *s = p->state;
  int arm = choose_in_turn(p, v);
  if (arm < 0 && s->batch >= s->batches) {
    if (s->kept.arm < 0) s->kept = keep_arm(v, best_left(p, v, false));
    arm = is_there(v, s->kept) ? s->kept.arm : best_left(p, v, true);
  }
  return arm >= 0 ? arm : best_there(p, v);
}

static void base_played(policy *p, const view *v, const outcome *o)
{
  (void)v;
  base_at(p, o->arm)->made++;
  base_at(p, o->arm)->plays++;
}

static void base_observe(policy *p, const view *v, const outcome *o)
{
  (void)v;
  tally_add(&base_at(p, o->arm)->tally, o->observed);
}

static void base_arm_left(policy *p, const view *v, int arm) { base_at(p, arm)->there = v->away; }

/* In the last batch nothing changes until an arm comes or goes. */
static void base_stretch(policy *p, const view *v, int action, stretch *s)
{
  const kept_arm kept = ((const base_state *)p->state)->kept;
  if (kept.arm != action || !is_there(v, kept)) return;
  s->plays = FOREVER;
  s->total = base_at(p, action)->tally.total;
}

static void base_observe_run(policy *p, const view *v, const run *r)
{
  (void)v;
  base_arm *a = base_at(p, r->arm);
  a->made += r->plays;
  a->plays += r->plays;
  a->tally.pulls += r->plays;
  a->tally.total = r->total;
}

const policy_type policy_batched_se = {
    .constructor = "policy_batched_se",
    .label = "BaSE",
    .does = "plays all arms that are left equally often in a few large batches, and strikes off "
            "the worse ones after each",
    .paper = "Gao, Han, Ren and Zhou 2019, Algorithm 1",
    .own_plays = PLAYS_IN_TURN,
    .deterministic = true,
    .takes = TAKES({"batches", A_WHOLE(2, LARGEST_COUNT), REQUIRED},
                   {"grid", A_TEXT("minimax|geometric"), USUALLY(FIRST_CHOICE)},
                   {"gamma", A_POSITIVE, USUALLY(0.5)}, {"sd", A_POSITIVE, FROM_BANDIT}),
    .refuses = HAS_WAITING,
    .needs_horizon = "",
    .bytes_suffice = true,
    .state_size = sizeof(base_state),
    .action_size = sizeof(base_arm),
    .start = base_start,
    .choose = base_choose,
    .played = base_played,
    .observe = base_observe,
    .arm_entered = base_arm_entered,
    .arm_left = base_arm_left,
    .stretch = base_stretch,
    .observe_run = base_observe_run,
};

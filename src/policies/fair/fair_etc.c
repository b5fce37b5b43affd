/* Explore then commit with a fair start (ours; section 5 of Fang, Li and Samorodnitsky 2022
 * discusses explore then commit): arm k is played w_k = max(ceil(tau_k T), `pulls`) times, in a
 * round robin that skips the arms that have had theirs, that is the arm of fewest plays first and
 * the lowest in a tie; then the arm with the greatest mean to the end, the lowest in a tie. If that
 * leaves, the best of the rest by their means at that time. Cost: a look at every arm a round of
 * exploring, nothing afterwards. */
#include "../search/tally.h"

typedef struct fair_etc_arm {
  tally tally;           /* the first member: see tally_best() */
  int64_t plays, wanted; /* rewards may come later than the plays */
} fair_etc_arm;

typedef struct fair_etc_state {
  int committed; /* an arm, or -1 */
} fair_etc_state;

static fair_etc_arm *arm_of(const policy *p, int arm) { return (fair_etc_arm *)p->actions + arm; }

static status fair_etc_start(policy *p, const view *v, const parameters *given)
{
  const double pulls = parameters_number(given, "pulls");
  ((fair_etc_state *)p->state)->committed = -1;
  for (int arm = 0; arm < v->arms; arm++) {
    /* 0.07 times 100 is a little more than 7. */
    const double owed = ceil(v->share[arm] * (double)v->horizon * (1 - 1e-12));
    arm_of(p, arm)->wanted = (int64_t)fmax(owed, pulls);
  }
  return status_ok;
}

/* The arm of fewest plays among those that lack some, or -1. */
static int fair_etc_next(const policy *p, const view *v)
{
  int next = -1;
  for (int i = 0; i < v->live_count; i++) {
    const fair_etc_arm *a = arm_of(p, v->live[i]);
    if (a->plays < a->wanted && (next < 0 || a->plays < arm_of(p, next)->plays)) next = v->live[i];
  }
  return next;
}

static int fair_etc_choose(policy *p, const view *v)
{
  fair_etc_state *s = p->state;
  if (s->committed >= 0 && v->is_live[s->committed]) return s->committed;
  const int next = fair_etc_next(p, v);
  return next >= 0 ? next : (s->committed = tally_best(p, v, sizeof(fair_etc_arm)));
}

static void fair_etc_played(policy *p, const view *v, const outcome *o)
{
  (void)v;
  arm_of(p, o->arm)->plays++;
}

static void fair_etc_observe(policy *p, const view *v, const outcome *o)
{
  (void)v;
  tally_add(&arm_of(p, o->arm)->tally, o->observed);
}

const policy_type policy_fair_etc = {
    .constructor = "policy_fair_etc",
    .label = "Fair ETC",
    .does = "serves all fair shares at first, and then plays the arm that did best",
    .paper = "Fang, Li and Samorodnitsky 2022, section 5",
    .own_plays = PLAYS_BY_PLAN,
    .deterministic = true,
    .takes = TAKES({"pulls", A_WHOLE(1, LARGEST_COUNT), USUALLY(1)}),
    .needs = HAS_FAIRNESS,
    .refuses = HAS_WAITING,
    .needs_horizon = "",
    .state_size = sizeof(fair_etc_state),
    .action_size = sizeof(fair_etc_arm),
    .start = fair_etc_start,
    .choose = fair_etc_choose,
    .played = fair_etc_played,
    .observe = fair_etc_observe,
};

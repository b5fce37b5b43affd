/* HT-UCB and ST-UCB, the hard-threshold and the soft-threshold UCB (Fang, Li and Samorodnitsky 2022,
 * sections 3 and 5): rounds 1..K play arm t; then, with n plays of arm k before round t,
 *
 *   HT-UCB: argmax xbar + A_k 1(n < tau_k t) + w sqrt(2 ln t / n),   (equation 11)
 *   ST-UCB: argmax xbar + A_k max(tau_k t - n, 0) / (tau_k t) + w sqrt(2 ln t / n),
 *
 * rewards being in a range of width w = 1, and the middle term 0 where tau_k = 0. The penalty rates A are the
 * bandit's, or the policy's own. Shares are about plays (rewards may come later).
 *
 * (The pseudo-code's ln(t - 1) is a misprint.) Ties go to the lowest arm. Both indices
 * grow with t: exact and lazy (race.h). */
#include "../search/index.h"

typedef struct threshold {
  index_state index;     /* the first member: see index.h */
  const double *penalty; /* by arm */
  int64_t *plays;        /* by arm */
  double factor;         /* 2 w^2 */
} threshold;

/* One rate for all arms, or one an arm. */
static status own_penalty(threshold *s, policy *p, const view *v, const parameter *own)
{
  if (own->length != 1 && own->length != v->arms)
    return status_error(STATUS_BAD_PARAMETER, "`penalty` has %d numbers, but there are %d arms.",
                        (int)own->length, v->arms);
  double *penalty = arena_zeroed(p->memory, (size_t)v->arms, sizeof *penalty);
  if (!penalty) return status_no_memory();
  for (int arm = 0; arm < v->arms; arm++) penalty[arm] = own->values[own->length == 1 ? 0 : arm];
  s->penalty = penalty;
  return status_ok;
}

static status threshold_start(policy *p, const view *v, const parameters *given)
{
  threshold *s = p->state;
  const parameter *own = parameters_find(given, "penalty");
  s->penalty = v->penalty;
  s->factor = 2 * squared_width(given);
  s->plays = arena_zeroed(p->memory, (size_t)v->arms, sizeof *s->plays);
  if (!s->plays) return status_no_memory();
  const status done = own ? own_penalty(s, p, v, own) : status_ok;
  return done.code ? done : index_start(p, v, given);
}

static void threshold_played(policy *p, const view *v, const outcome *o)
{
  (void)v;
  ((threshold *)p->state)->plays[o->arm]++;
}

static const threshold *threshold_of(const policy *p) { return p->state; }

/* The index of an action with such a bonus for what is missing of its share. */
static double threshold_index(const policy *p, int action, double bonus, index_clock c)
{
  const contender *a = contender_at(p, action);
  return contender_mean(a) + bonus + sqrt(threshold_of(p)->factor * c.log / (double)a->tally.pulls);
}

/* Returns the bonus of an action for the pulls that are missing of its share. */
static double hard_bonus(const policy *p, const view *v, int action, index_clock c)
{
  const threshold *s = threshold_of(p);
  return (double)s->plays[action] < v->share[action] * c.now ? s->penalty[action] : 0;
}

static double soft_bonus(const policy *p, const view *v, int action, index_clock c)
{
  const threshold *s = threshold_of(p);
  const double plays = (double)s->plays[action], owed = v->share[action] * c.now;
  return plays < owed ? s->penalty[action] * (owed - plays) / owed : 0;
}

static double ht_ucb_value(const policy *p, const view *v, int action, index_clock c)
{
  return threshold_index(p, action, hard_bonus(p, v, action, c), c);
}

static double st_ucb_value(const policy *p, const view *v, int action, index_clock c)
{
  return threshold_index(p, action, soft_bonus(p, v, action, c), c);
}

static const index_form ht_ucb = {.value = ht_ucb_value}, st_ucb = {.value = st_ucb_value};

static int ht_ucb_choose(policy *p, const view *v) { return index_choose(p, v, v->round, &ht_ucb); }

static int st_ucb_choose(policy *p, const view *v) { return index_choose(p, v, v->round, &st_ucb); }

static bool threshold_explain(const policy *p, const view *v, int action, const index_form *rule,
                              double promise, reason *r)
{
  const contender *c = contender_at(p, action);
  r->code = index_code(p, v);
  if (c->tally.pulls) reason_index(r, contender_mean(c), promise, index_now(p, v, action, v->round, rule));
  return true;
}

static bool ht_ucb_explain(policy *p, const view *v, int action, reason *r)
{
  return threshold_explain(p, v, action, &ht_ucb, hard_bonus(p, v, action, clock_at(v->round)), r);
}

static bool st_ucb_explain(policy *p, const view *v, int action, reason *r)
{
  return threshold_explain(p, v, action, &st_ucb, soft_bonus(p, v, action, clock_at(v->round)), r);
}

#define THRESHOLD(name_, label_, does_, section_, choose_, explain_)                               \
  const policy_type name_ = {                                                                      \
      .constructor = #name_,                                                                       \
      .label = label_,                                                                             \
      .does = does_,                                                                               \
      .paper = "Fang, Li and Samorodnitsky 2022, section " section_,                               \
      .deterministic = true,                                                                       \
      .takes = TAKES({"penalty", NOT_NEGATIVE, .size = SIZE_ANY}, {"range", A_RANGE, FROM_BANDIT}, \
                     {"sd", A_POSITIVE, FROM_BANDIT, .not_with = "range"}),                        \
      .needs = HAS_FAIRNESS,                                                                       \
      .refuses = HAS_WAITING,                                                                      \
      .told_suffices = true,                                                                       \
      .state_size = sizeof(threshold),                                                             \
      .action_size = sizeof(contender),                                                            \
      .start = threshold_start,                                                                    \
      .choose = choose_,                                                                           \
      .explain = explain_,                                                                         \
      .played = threshold_played,                                                                  \
      .observe = index_observe,                                                                    \
      .arm_entered = index_arm_entered,                                                            \
      .arm_left = index_arm_left,                                                                  \
  }

THRESHOLD(policy_ht_ucb, "HT-UCB",
          "plays by UCB1 and adds its penalty to the index of each arm that is behind its fair "
          "share",
          "3", ht_ucb_choose, ht_ucb_explain);
THRESHOLD(policy_st_ucb, "ST-UCB",
          "plays by UCB1 and adds to the index of each arm the more, the further it is behind its "
          "fair share",
          "5", st_ucb_choose, st_ucb_explain);

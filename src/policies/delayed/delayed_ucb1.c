/* Delayed-UCB1 (Joulani, Gyorgy and Szepesvari 2013, section 4): UCB1 on what
 * was shown so far. In round t, with s rewards of an arm shown before it and
 * xbar their mean,
 *
 *   argmax xbar + sqrt(2 ln t / s);
 *
 * those of which nothing was shown come first, the one played least, the lowest in a tie (ours).
 * Exact and lazy (race.h); while some are unseen, a look at all actions per round. */
#include "../search/index.h"

typedef struct delayed_state {
  index_state index; /* the first member: see index.h */
  int64_t *plays;    /* by action */
  bool all_seen;
} delayed_state;

static double delayed_value(const policy *p, const view *v, int action, index_clock c)
{
  (void)v;
  const contender *a = contender_at(p, action);
  return contender_mean(a) + sqrt(2 * c.log / (double)a->tally.pulls);
}

static const index_rule delayed_rule = {.value = delayed_value, .untried_apart = true};

static status delayed_start(policy *p, const view *v, const parameters *given)
{
  delayed_state *s = p->state;
  s->plays = arena_zeroed(p->memory, (size_t)v->arms * (size_t)v->waits, sizeof *s->plays);
  return s->plays ? index_start(p, v, given) : status_no_memory();
}

/* The unseen action played least, or -1. */
static int least_played_unseen(const policy *p, const view *v)
{
  const delayed_state *s = p->state;
  int best = -1;
  for (int i = 0; i < v->action_count; i++) {
    const int action = v->actions[i];
    if (contender_at(p, action)->tally.pulls) continue;
    if (best < 0 || s->plays[action] < s->plays[best]) best = action;
  }
  return best;
}

static int delayed_choose(policy *p, const view *v)
{
  delayed_state *s = p->state;
  if (!s->all_seen) {
    const int unseen = least_played_unseen(p, v);
    if (unseen >= 0) return unseen;
    s->all_seen = true;
  }
  return index_choose(p, v, v->round, &delayed_rule);
}

/* Of those of which nothing was shown one comes first, as of those never seen. */
static bool delayed_explain(policy *p, const view *v, int action, reason *r)
{
  return index_explain(p, v, action, v->round, &delayed_rule, r);
}

static void delayed_played(policy *p, const view *v, const outcome *o)
{
  (void)v;
  ((delayed_state *)p->state)->plays[o->action]++;
}

static void delayed_arm_entered(policy *p, const view *v, int arm)
{
  delayed_state *s = p->state;
  s->all_seen = false;
  for (int i = 0; i < v->waits && !v->away; i++) s->plays[arm * v->waits + i] = 0;
  index_arm_entered(p, v, arm);
}

const policy_type policy_delayed_ucb1 = {
    .constructor = "policy_delayed_ucb1",
    .label = "Delayed-UCB1",
    .paper = "Joulani, Gyorgy and Szepesvari 2013, section 4",
    .deterministic = true,
    .told_suffices = true,
    .state_size = sizeof(delayed_state),
    .action_size = sizeof(contender),
    .start = delayed_start,
    .choose = delayed_choose,
    .explain = delayed_explain,
    .played = delayed_played,
    .observe = index_observe,
    .arm_entered = delayed_arm_entered,
    .arm_left = index_arm_left,
};

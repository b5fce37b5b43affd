/* Delayed-UCB1 (Joulani, Gyorgy and Szepesvari 2013, section 4): UCB1 on what
 * was shown so far. In round t, with s rewards of an arm shown before it and
 * xbar their mean,
 *
 *   argmax xbar + sqrt(2 ln t / s);
 *
 * those of which nothing was shown come first, the one played least, the lowest in a tie (ours).
 * Exact and lazy (race.h). */
#include "../search/index.h"

static double delayed_value(const policy *p, const view *v, int action, index_clock c)
{
  (void)v;
  const contender *a = contender_at(p, action);
  return contender_mean(a) + sqrt(2 * c.log / (double)a->tally.pulls);
}

static const index_form delayed_rule = {.value = delayed_value};

static int delayed_choose(policy *p, const view *v) { return index_choose(p, v, v->round, &delayed_rule); }

/* An action of which nothing was shown yet comes first, like one that was never seen. */
static bool delayed_explain(policy *p, const view *v, int action, reason *r)
{
  return index_explain(p, v, action, v->round, &delayed_rule, r);
}

const policy_type policy_delayed_ucb1 = {
    .constructor = "policy_delayed_ucb1",
    .label = "Delayed-UCB1",
    .does = "plays by UCB1 from those rewards that have arrived",
    .paper = "Joulani, Gyorgy and Szepesvari 2013, section 4",
    .made_for = MADE_FOR_WIDTH,
    .deterministic = true,
    .told_suffices = true,
    .state_size = sizeof(index_state),
    .action_size = sizeof(contender),
    .start = index_start,
    .choose = delayed_choose,
    .explain = delayed_explain,
    .observe = index_observe,
    .arm_entered = index_arm_entered,
    .arm_left = index_arm_left,
};

/* Equivalence: stops when all arms are within `margin` of each other, and so of the best one: when
 * no arm's upper bound exceeds another one's lower bound by more. Intervals are those by
 * divergence (intervals.h) with the rate
 *
 *   v + ln v, v = ln(405.5 m t^1.1 / error), t the plays so far,
 *
 * of which Kaufmann and Kalyanakrishnan (2013, section 4) prove that m bounds, each to one side,
 * hold together at all times but with a chance of `error`, whatever is played. If the best arm and
 * the worst are further apart, the game is stopped in error only if the upper bound of the one or
 * the lower one of the other failed: m = 2, however many arms there are. (Two tests to one side,
 * as Schuirmann 1987 has them.) Or, instead of that rate, the practical ln((1 + ln t) / error).
 *
 * Cost: a few operations per round, as long as the two arms that were furthest apart before are
 * too far apart for certain; else two bounds of each arm. */
#include "../policies/naming/rates.h"
#include "intervals.h"

/* The two greatest values that were added, and their arms. */
typedef struct greatest {
  int arm[2];
  double value[2];
} greatest;

static const greatest nobody = {{-1, -1}, {-INFINITY, -INFINITY}};

typedef struct equivalence {
  double error, margin;
  bool practical;
  intervals bounds;
  int high, low; /* the arms that were too far apart; the same: none yet */
} equivalence;

static void equivalence_start(void *state, const parameters *given)
{
  equivalence *s = state;
  *s = (equivalence){.error = parameters_number(given, "error"),
                     .practical = parameters_text_is(given, "rate", "practical"),
                     .bounds = intervals_of_family(given)};
  s->margin = parameters_number(given, "margin") * s->bounds.scale.per_width;
}

static double rate(const equivalence *s, const evidence *e)
{
  const double plays = (double)e->plays;
  return s->practical ? rate_practical(plays, s->error) : rate_kl(plays, 2, s->error);
}

/* --- far apart --------------------------------------------------------------------- */

static void put(greatest *g, int arm, double value)
{
  const int at = value > g->value[0] ? 0 : 1;
  if (!(value > g->value[at])) return;
  if (at == 0) g->arm[1] = g->arm[0], g->value[1] = g->value[0];
  g->arm[at] = arm;
  g->value[at] = value;
}

static bool are_too_far_apart(equivalence *s, const greatest *upper, const greatest *lower, int i, int j)
{
  if (!(upper->value[i] + lower->value[j] > s->margin)) return false;
  s->high = upper->arm[i];
  s->low = lower->arm[j];
  return true;
}

/* Lower bounds are added with the opposite sign. */
static bool some_are_far_apart(equivalence *s, const evidence *e)
{
  greatest upper = nobody, lower = nobody;
  for (int arm = 0; arm < e->arms; arm++) {
    if (!e->there[arm]) continue;
    put(&upper, arm, interval_upper(&s->bounds, e, arm));
    put(&lower, arm, -interval_lower(&s->bounds, e, arm));
  }
  if (upper.arm[0] != lower.arm[0]) return are_too_far_apart(s, &upper, &lower, 0, 0);
  return are_too_far_apart(s, &upper, &lower, 0, 1) || are_too_far_apart(s, &upper, &lower, 1, 0);
}

/* Returns whether the arms that were too far apart still are, without examining the others. */
static bool are_still_far_apart(const equivalence *s, const evidence *e)
{
  if (e->plain || s->high == s->low || !e->there[s->high] || !e->there[s->low]) return false;
  return intervals_surely_exceed(&s->bounds, e, s->high, s->low, s->margin) ||
         interval_upper(&s->bounds, e, s->high) - interval_lower(&s->bounds, e, s->low) > s->margin;
}

/* --- the rule ------------------------------------------------------------------------ */

static bool equivalence_says(void *state, const evidence *e)
{
  equivalence *s = state;
  if (!can_be_compared(e)) return false;
  const double before = s->bounds.rate;
  if (before > 0 && are_still_far_apart(s, e)) return false;
  s->bounds.rate = rate(s, e);
  return !some_are_far_apart(s, e);
}

const stopping_type stopping_equivalence = {
    .name = "equivalence",
    .takes = TAKES(
        {"margin", A_POSITIVE, REQUIRED}, {"error", A_POSITIVE_CHANCE, .below = true, USUALLY(0.05)},
        {"family", A_TEXT("bernoulli|gaussian"), FROM_BANDIT},
        {"rate", A_TEXT("proved|practical"), USUALLY(FIRST_CHOICE), REQUIRED},
        {"range", A_RANGE, .only_if = "family=bernoulli", FROM_BANDIT},
        {"sd", A_POSITIVE, .not_with = "range", .only_if = "family=gaussian", FROM_BANDIT}, TAKES_LOOKS),
    .state_size = sizeof(equivalence),
    .start = equivalence_start,
    .says = equivalence_says,
};

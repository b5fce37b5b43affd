/* Policies for plays of random cost under a budget, which farewell to arms is
 * compared with. Costs are scaled to [0, 1]: with n plays of (k, j), their
 * total pay R and total time C, r = R / n, c = C / (n D). After each (k, j)
 * once, in order of k then j, epoch s plays the argmax of
 *
 *   UCB-Simplex (Flajolet and Jaillet 2017):
 *     (r + (1 + kappa) e) / c,  e = sqrt(2 ln s / n)
 *   Budget-UCB (Xia et al. 2016):
 *     r / c + e / c + (e / c) min(r + e, 1) / max(c - e, lambda),
 *     e = sqrt(2 ln(s - 1) / n)
 *   UCB-BV1 (Ding et al. 2013):
 *     r / c + (1 + 1 / lambda) e / (lambda - e),  e = sqrt(ln(s - 1) / n)
 *   UCB-BV2 (the same):
 *     r / c + (1 + 1 / (l - e)) e / l,  l = the least c, e as in UCB-BV1.
 *
 * kappa bounds the reward per unit of cost (D by default), lambda the mean
 * cost from below (1 / D by default). The index of UCB-BV is +Inf as long as
 * e >= lambda or e >= l; among such actions the one least played comes first.
 * Ties go to the lowest arm, then the lowest wait. All indices grow with s:
 * exact and lazy (race.h). */
#include "../search/index.h"

typedef struct budgeted_state {
  index_state index; /* the first member: see index.h */
  double constant;   /* kappa or lambda */
} budgeted_state;

static double constant_of(const policy *p) { return ((const budgeted_state *)p->state)->constant; }

static double mean_cost(const contender *a, const view *v)
{
  return a->time / ((double)a->tally.pulls * (double)v->waits);
}

static double simplex_value(const policy *p, const view *v, int action, index_clock t)
{
  const contender *a = contender_at(p, action);
  const double e = sqrt(2 * t.log / (double)a->tally.pulls);
  return (contender_mean(a) + (1 + constant_of(p)) * e) / mean_cost(a, v);
}

static double budget_value(const policy *p, const view *v, int action, index_clock t)
{
  const contender *a = contender_at(p, action);
  const double r = contender_mean(a), c = mean_cost(a, v);
  const double e = sqrt(2 * t.log / (double)a->tally.pulls);
  return r / c + e / c + e / c * fmin(r + e, 1) / fmax(c - e, constant_of(p));
}

/* In place of +Inf: above every other index, greater for fewer plays. */
static double endless(const contender *a) { return 1e300 / (double)a->tally.pulls; }

static double bv1_value(const policy *p, const view *v, int action, index_clock t)
{
  const contender *a = contender_at(p, action);
  const double lambda = constant_of(p), e = sqrt(t.log / (double)a->tally.pulls);
  if (e >= lambda) return endless(a);
  return contender_mean(a) / mean_cost(a, v) + (1 + 1 / lambda) * e / (lambda - e);
}

/* No play takes less time than one with wait 1, which always takes the same,
 * for every arm: so the least mean cost is that of wait 1 of the same arm,
 * and it never changes. */
static double bv2_value(const policy *p, const view *v, int action, index_clock t)
{
  const contender *a = contender_at(p, action), *shortest = contender_at(p, action - action % v->waits);
  const double l = mean_cost(shortest, v), e = sqrt(t.log / (double)a->tally.pulls);
  if (e >= l) return endless(a);
  return contender_mean(a) / mean_cost(a, v) + (1 + 1 / (l - e)) * e / l;
}

static status simplex_start(policy *p, const view *v, const parameters *given)
{
  ((budgeted_state *)p->state)->constant = parameters_number_or(given, "kappa", v->waits);
  return index_start(p, v, given);
}

static status lambda_start(policy *p, const view *v, const parameters *given)
{
  ((budgeted_state *)p->state)->constant = parameters_number_or(given, "lambda", 1 / (double)v->waits);
  return index_start(p, v, given);
}

static index_terms simplex_terms(const policy *p, const view *v, int action)
{
  const contender *a = contender_at(p, action);
  const double c = mean_cost(a, v), root = sqrt(2 / (double)a->tally.pulls);
  return (index_terms){contender_mean(a) / c, 0, (1 + constant_of(p)) * root / c};
}

static const index_form simplex_rule = {.value = simplex_value, .terms = simplex_terms};

static int simplex_choose(policy *p, const view *v)
{
  return index_choose(p, v, v->plays + 1, &simplex_rule);
}

static const index_form budget_rule = {.value = budget_value};

static int budget_choose(policy *p, const view *v)
{
  return index_choose(p, v, epochs_before(v), &budget_rule);
}

static const index_form bv1_rule = {.value = bv1_value};

static int bv1_choose(policy *p, const view *v) { return index_choose(p, v, epochs_before(v), &bv1_rule); }

static const index_form bv2_rule = {.value = bv2_value};

static int bv2_choose(policy *p, const view *v) { return index_choose(p, v, epochs_before(v), &bv2_rule); }

#define BUDGETED(name_, call_, label_, does_, paper_, takes_, start_, choose_) \
  const policy_type name_ = {                                                  \
      .constructor = #name_,                                                   \
      .call = call_,                                                           \
      .label = label_,                                                         \
      .does = does_,                                                           \
      .paper = paper_,                                                         \
      .takes = takes_,                                                         \
      .deterministic = true,                                                   \
      .needs = HAS_WAITING,                                                    \
      .told_suffices = true,                                                   \
      .state_size = sizeof(budgeted_state),                                    \
      .action_size = sizeof(contender),                                        \
      .start = start_,                                                         \
      .choose = choose_,                                                       \
      .observe = index_observe,                                                \
      .arm_entered = index_arm_entered,                                        \
      .arm_left = index_arm_left,                                              \
  }

BUDGETED(policy_ucb_simplex, NULL, "UCB-Simplex",
         "plays the pair whose reward per round may be the greatest, with a bonus for the ratio",
         "Flajolet and Jaillet 2017", TAKES({"kappa", NOT_NEGATIVE}), simplex_start, simplex_choose);
BUDGETED(policy_budget_ucb, NULL, "Budget-UCB",
         "plays the pair whose reward per round may be the greatest, with bonuses for reward and "
         "time apart",
         "Xia et al. 2016", TAKES({"lambda", A_POSITIVE_CHANCE}), lambda_start, budget_choose);
BUDGETED(policy_ucb_bv1, "policy_ucb_bv(version = \"BV1\")", "UCB-BV1",
         "plays the pair whose reward per round may be the greatest, given the least time that a "
         "pull takes",
         "Ding et al. 2013", TAKES({"lambda", A_POSITIVE_CHANCE}), lambda_start, bv1_choose);
BUDGETED(policy_ucb_bv2, "policy_ucb_bv(version = \"BV2\")", "UCB-BV2",
         "plays the pair whose reward per round may be the greatest, and estimates the least time "
         "that a pull takes",
         "Ding et al. 2013", NULL, index_start, bv2_choose);

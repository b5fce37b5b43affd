/* FC-SE, successive elimination on a feasible cycle (Shao and Fang 2024,
 * Algorithm 1). The N = `n_cycle` least patient arms, by default as many as
 * can be, play the shortest almost uniform cycle, or any arms a feasible cycle
 * that is given, after each of which arms are eliminated; the others wait, and enter it group by group at the
 * ends of segments of c = `segment` rounds, by default
 *
 *   min { floor(min_{ind(k)>N} m_k / ceil((ind(k)-N)/(N-1))),
 *         3n + ceil((4 T sqrt(n ln T) / (K-1))^(2/3)) }.
 *
 * Times, ties, random numbers and cost: see cycle.h, with R = N
 * and no virtual places. If N < K, N >= 2 and c > 3n are needed. */
#include "cycle.h"
#include "../../base/elementary.h"

static double best_addition(double horizon, double told, double regular, double groups, double length)
{
  (void)regular, (void)groups;
  return same_pow(4 * horizon * sqrt(length * same_log(horizon)) / (told - 1), 2.0 / 3);
}

static status fc_se_start(policy *p, const view *v, const parameters *given)
{
  const double arms = parameters_number_or(given, "n_cycle", 0);
  if (arms > v->arms)
    return status_error(STATUS_BAD_PARAMETER, "`n_cycle` is %.0f, but there are %d arms.", arms, v->arms);
  if (arms == 1 && v->arms > 1)
    return status_error(STATUS_BAD_PARAMETER,
                        "`n_cycle` is 1, but of %d arms at least 2 must be in the cycle.", v->arms);
  cycle_wish wish = {.arms = (int)arms, .told = v->arms, .best = best_addition};
  status s = cycle_read(p, v, given, &wish);
  if (!s.code) s = cycle_rank(p, v, given, &wish);
  return s.code ? s : cycle_plan(p, v, given, &wish);
}

const policy_type policy_fc_se = {
    .constructor = "policy_fc_se",
    .label = "FC-SE",
    .does = "takes turns so that no arm waits longer than its patience, and strikes off arms that "
            "are clearly worse",
    .paper = "Shao and Fang 2024, Algorithm 1",
    .own_plays = PLAYS_IN_TURN,
    .no_chances = CYCLE_IS_DRAWN,
    .takes = TAKES(
        {"n_cycle", A_WHOLE(1, MOST_ARMS), .not_with = "cycle",
         .otherwise = "as many as there is a cycle for"},
        {"segment", A_WHOLE(1, LARGEST_COUNT), .words = "a single whole number of rounds of at least 1"},
        {"cycle", A_WHOLE(1, MOST_ARMS), .size = SIZE_ANY,
         .words = "a cycle made by `pinwheel_cycle()` or `aus_cycle()`, or the arm of each slot"},
        {"sd", A_POSITIVE, FROM_BANDIT}),
    .needs = HAS_PATIENCE,
    .refuses = HAS_WAITING | HAS_ENTRIES | HAS_LIFETIMES | HAS_REPLAY | HAS_REST | HAS_ABSENCES,
    .needs_horizon = "",
    .state_size = sizeof(feasible_cycle),
    .action_size = sizeof(cycle_arm),
    .start = fc_se_start,
    .choose = cycle_choose,
    .explain = cycle_explain,
    .played = cycle_played,
    .observe = cycle_observe,
    .arm_left = cycle_arm_left,
};

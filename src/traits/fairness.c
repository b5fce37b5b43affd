/* Fairness (penalisation in bandits, equations 5 to 10): falling short of
 * share[k] * t pulls costs penalty[k] a pull. The play itself is unchanged: the
 * penalty is charged when the game is judged, against the least penalised loss,
 * t sum_k share[k] min(gap[k], penalty[k]). The player knows both numbers.
 * If the penalties are given by a rule, R has evaluated it: there is a column for
 * each replication. */
#include "types.h"
#include <math.h>

typedef struct fairness_shared {
  const double *penalty; /* by arm; or by arm and replication, from `first` on */
  int64_t columns, first;
} fairness_shared;

typedef struct fairness_state {
  const double *penalty; /* of this replication, by arm */
  double largest;        /* the largest shortfall just before a play */
} fairness_state;

static status fairness_prepare(problem *p, trait_model *m)
{
  const parameter *share = parameters_find(&m->given, "share");
  const parameter *penalty = parameters_find(&m->given, "penalty");
  fairness_shared *shared = arena_zeroed(&p->memory, 1, sizeof *shared);
  if (!shared) return status_no_memory();
  shared->penalty = penalty->values;
  shared->columns = penalty->length / p->described;
  shared->first = (int64_t)parameters_number_or(&m->given, "first", 1);
  m->shared = shared;
  p->share = share->values;
  return status_ok;
}

static bool fairness_start(game *g, void *state, const void *shared)
{
  const fairness_shared *all = shared;
  fairness_state *s = state;
  const int64_t column = all->columns > 1 ? (int64_t)game_replication(g) - all->first : 0;
  if (column < 0 || column >= all->columns) {
    game_fail(g, status_error(STATUS_INTERNAL, "There are no penalties for this replication."));
    return false;
  }
  s->penalty = all->penalty + column * game_problem(g)->arm_count;
  game_tell_penalties(g, s->penalty);
  return true;
}

static double shortfall_of(const game *g, int arm, int64_t round, int64_t pulls)
{
  return fmax(game_problem(g)->share[arm] * (double)round - (double)pulls, 0);
}

/* An arm falls ever further behind until it is played: what it lacked at the
 * end of the round before is the most since its last play. */
static double before_last_pull(const game *g, int arm)
{
  return shortfall_of(g, arm, game_last_pull(g, arm) - 1, game_pulls(g, arm) - 1);
}

static void fairness_played(game *g, void *state, const play *p)
{
  fairness_state *s = state;
  s->largest = fmax(s->largest, before_last_pull(g, p->seen.arm));
}

static void fairness_judge(const game *g, const void *state, int64_t round, standing *s, double *figures)
{
  const problem *p = game_problem(g);
  const worths w = game_worths(g);
  const fairness_state *own = state;
  double penalty = 0, unfairness = 0, least = 0, largest = own->largest;
  for (int arm = 0; arm < p->arm_count; arm++) {
    const double shortfall = shortfall_of(g, arm, round, game_pulls(g, arm));
    unfairness += shortfall;
    penalty += own->penalty[arm] * shortfall;
    least += p->share[arm] * fmin(w.best - w.rate[arm], own->penalty[arm]);
    largest = fmax(largest, shortfall);
    /* The play of this round has been counted, but traits have not been notified. */
    if (game_last_pull(g, arm) == round) largest = fmax(largest, before_last_pull(g, arm));
  }
  s->benchmark -= (double)round * least;
  s->regret += penalty - (double)round * least;
  figures[0] = penalty;
  figures[1] = unfairness;
  figures[2] = largest;
}

static double fairness_judge_arm(const game *g, const void *state, int arm)
{
  (void)state;
  return shortfall_of(g, arm, game_horizon(g), game_pulls(g, arm));
}

const trait_type trait_fairness = {
    .name = "fairness",
    .conflicts =
        CONFLICTS({"entries", "a share of all rounds is not defined for an arm that enters later"},
                  {"lifetimes", "a share of all rounds is not defined for an arm that exists only in some"},
                  {"population", "a share of all rounds is not defined for an arm that exists only in some"},
                  {"waiting", "shares refer to rounds, and with waiting the number of pulls is random"},
                  {"tape_round", "the penalised benchmark needs means, and a tape by round has none"},
                  {"contexts", "the penalised benchmark needs means, which differ between contexts"}),
    .takes =
        TAKES({"share", A_CHANCE, .size = SIZE_ARMS, .repeats = true, .sum = SUMS_BELOW_ONE, REQUIRED},
              {"penalty", NOT_NEGATIVE, .size = SIZE_ROWS, REQUIRED}, {"first", A_WHOLE(1, LARGEST_COUNT)}),
    .flag = HAS_FAIRNESS,
    .order = 7,
    .state_size = sizeof(fairness_state),
    .figure = {"penalty", "unfairness", "largest_shortfall"},
    .arm_figure = "shortfall",
    .prepare = fairness_prepare,
    .start = fairness_start,
    .played = fairness_played,
    .judge = fairness_judge,
    .judge_arm = fairness_judge_arm,
};

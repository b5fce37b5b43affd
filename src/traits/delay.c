/* Rewards that are shown late, with a known source: the reward of a pull is shown
 * at the end of a later round, and the player learns which pull it belongs to
 * (Joulani, Gyorgy and Szepesvari 2013). With a lag of 0 it is shown at once;
 * a lag counts from the last round of the play.
 *
 * `chance` are the probabilities of the lags `from`, `from` + 1, ..., one row per arm or one for all, drawn
 * by inversion; or `lag` is a fixed lag of each arm, or `mean` the mean of a geometric distribution on 1,
 * 2, ... What is shown after the horizon is not seen, though it counts as reward.
 *
 * An outcome is lost, and never shown, with the probability `never`; of geometric lags so are those above
 * `longest`, whose probabilities the others do not get.
 *
 * Outcomes that are 0 have the law of the parameters that begin with `zero_` if there are any, or are lost
 * if they are `silent`.
 *
 * The lag, and whether the outcome is lost, have random numbers that nothing else of the pull uses, and
 * that are the same whatever the outcome: bandits without losses, and with one law for all outcomes, have
 * the lags of those with them. */
#include "types.h"
#include "../base/elementary.h"
#include "../model/playable.h"
#include "../random/distributions.h"
#include <math.h>

typedef struct lag_law {
  int64_t from, count;
  int rows;
  double *cumulative;     /* by row, then by lag */
  const parameter *fixed; /* or NULL */
  const parameter *mean;  /* or NULL */
  double longest;         /* of geometric lags */
} lag_law;

typedef struct delay_plan {
  lag_law law, of_zeros;
  bool apart, silent;     /* zeros have a law of their own; they are lost */
  const parameter *never; /* or NULL: nothing else is lost */
} delay_plan;

enum { LOST = -1 }; /* in the place of a lag */

/* What its parameters are called, of all outcomes and of zeros. */
typedef struct lag_names {
  const char *lag, *mean, *longest, *chance, *from;
} lag_names;

static const lag_names usual_names = {"lag", "mean", "longest", "chance", "from"};
static const lag_names zero_names = {"zero_lag", "zero_mean", "zero_longest", "zero_chance", "zero_from"};

static status tabulate(lag_law *d, const parameter *chance, arena *memory)
{
  d->rows = (int)chance->rows;
  d->count = chance->length / chance->rows;
  d->cumulative = arena_zeroed(memory, (size_t)chance->length, sizeof(double));
  if (!d->cumulative) return status_no_memory();
  for (int row = 0; row < d->rows; row++) {
    double sum = 0;
    for (int64_t i = 0; i < d->count; i++)
      d->cumulative[row * d->count + i] = sum += chance->values[row + i * d->rows];
  }
  return status_ok;
}

static status read_law(lag_law *d, problem *p, const parameters *given, const lag_names *names)
{
  d->from = (int64_t)parameters_number_or(given, names->from, 1);
  d->fixed = parameters_find(given, names->lag);
  d->mean = parameters_find(given, names->mean);
  d->longest = parameters_number_or(given, names->longest, INFINITY);
  const parameter *chance = parameters_find(given, names->chance);
  if (chance && chance->rows != 1 && chance->rows != p->arm_count)
    return status_error(STATUS_INTERNAL, "A delay needs probabilities for every arm.");
  if (chance) return tabulate(d, chance, &p->memory);
  return d->fixed || d->mean ? status_ok : status_error(STATUS_INTERNAL, "A delay has no distribution.");
}

static bool is_silent(const parameters *given) { return parameters_number_or(given, "silent", 0) != 0; }

static bool has_law_of_zeros(const parameters *given)
{
  return parameters_find(given, "zero_lag") || parameters_find(given, "zero_mean") ||
         parameters_find(given, "zero_chance");
}

static bool lags_may_differ(const delay_plan *d)
{
  const parameter *fixed = d->law.fixed;
  bool differ = !fixed || d->never || d->apart || d->silent;
  for (int64_t i = 1; fixed && i < fixed->length; i++) differ |= fixed->values[i] != fixed->values[0];
  return differ;
}

static status delay_prepare(problem *p, trait_model *m)
{
  delay_plan *d = arena_zeroed(&p->memory, 1, sizeof *d);
  if (!d) return status_no_memory();
  m->shared = d;
  d->never = parameters_find(&m->given, "never");
  d->silent = p->silent = is_silent(&m->given);
  d->apart = has_law_of_zeros(&m->given);
  status s = read_law(&d->law, p, &m->given, &usual_names);
  if (!s.code && d->apart) s = read_law(&d->of_zeros, p, &m->given, &zero_names);
  p->lags_differ = lags_may_differ(d);
  return s;
}

/* The first lag whose cumulative probability exceeds u; the last if rounding left
 * none. */
static int64_t tabulated_lag(const lag_law *d, int arm, double u)
{
  const double *cumulative = d->cumulative + (d->rows > 1 ? arm : 0) * d->count;
  return d->from + categorical_index(u, cumulative, (int)d->count);
}

/* P(lag > l) = (1 - 1 / mean)^l. */
static int64_t geometric_lag(double mean, double longest, double u)
{
  const double lag = mean <= 1 ? 1 : ceil(same_log(u) / same_log1p(-1 / mean));
  return lag > longest ? LOST : rounds_from(lag);
}

static double of_arm(const parameter *p, int arm) { return p->values[p->length > 1 ? arm : 0]; }

static int64_t draw_lag(const delay_plan *d, const play *p)
{
  const int arm = p->seen.arm;
  const bool zero = p->worth == 0;
  const lag_law *law = zero && d->apart ? &d->of_zeros : &d->law;
  if (zero && d->silent) return LOST;
  if (law->fixed && !d->never) return (int64_t)of_arm(law->fixed, arm);
  const philox_block block = random_block(&p->at, SUB_DELAY);
  if (d->never && second_uniform(&block) < of_arm(d->never, arm)) return LOST;
  if (law->fixed) return (int64_t)of_arm(law->fixed, arm);
  const double u = first_uniform(&block);
  return law->mean ? geometric_lag(of_arm(law->mean, arm), law->longest, u) : tabulated_lag(law, arm, u);
}

static bool delay_start(game *g, void *state, const void *shared)
{
  (void)g;
  *(const delay_plan **)state = shared;
  return true;
}

static void delay_shape(game *g, void *state, play *p)
{
  (void)g;
  const int64_t end = p->start + p->seen.cost - 1, lag = draw_lag(*(const delay_plan **)state, p);
  if (lag == LOST) p->shown_in = FOREVER;
  else if (lag > 0) p->shown_in = lag < FOREVER - end ? end + lag : FOREVER - 1;
}

/* What is lost, or late because of what it is, is one outcome of one pull. */
static const trait_conflict *delay_conflicts(const parameters *given, const char **spoken)
{
  static const trait_conflict list[] = {
      {"waiting", "they are about outcomes of pulls that take one round"},
      {"spread", "they are about single outcomes, and those of a spread arrive as sums"},
      {0, 0}};
  if (!parameters_find(given, "never") && !is_silent(given) && !has_law_of_zeros(given)) return NULL;
  *spoken = "a delay with `zero` or `never`";
  return list;
}

static refusal delay_refuses(const problem_description *d, const described_trait *t)
{
  double ends[2];
  description_rewards(d, ends);
  if (!is_silent(&t->given) && !has_law_of_zeros(&t->given)) return refused_nothing;
  if (d->arms->has_atoms && ends[0] <= 0 && ends[1] >= 0) return refused_nothing;
  return refuse(REFUSED_ARGUMENT, "zero_lag", "NULL, since these arms do not pay 0",
                in_words("%.40s arms", d->arms->spoken ? d->arms->spoken : d->arms->name).text, NULL);
}

static const char *delay_refuses_policy(const described_trait *t, const policy_description *p)
{
  if (!is_silent(&t->given) || policy_bears_silence(p)) return NULL;
  return "Outcomes of 0 are never shown, and it takes those that are shown for all";
}

const trait_type trait_delay = {
    .name = "delay",
    .takes = TAKES(
        {"lag", A_WHOLE(0, LARGEST_COUNT), .size = SIZE_ONE_OR_ARMS, .not_with = "mean|chance",
         .unless = "mean|chance"},
        {"mean", BETWEEN(1, LARGEST_NUMBER), .size = SIZE_ONE_OR_ARMS, .not_with = "chance"},
        {"chance", A_CHANCE, .size = SIZE_ROW_OR_ROWS, .sum = ROWS_SUM_TO_ONE},
        {"from", A_WHOLE(0, LONGEST_SPREAD)}, {"never", A_CHANCE, .size = SIZE_ONE_OR_ARMS},
        {"longest", A_WHOLE(1, INFINITY), .only_with = "mean",
         .words = "a single whole number of at least 1, or Inf"},
        {"zero_lag", A_WHOLE(0, LARGEST_COUNT), .size = SIZE_ONE_OR_ARMS,
         .not_with = "zero_mean|zero_chance|silent"},
        {"zero_mean", BETWEEN(1, LARGEST_NUMBER), .size = SIZE_ONE_OR_ARMS, .not_with = "zero_chance|silent"},
        {"zero_chance", A_CHANCE, .size = SIZE_ROW_OR_ROWS, .sum = ROWS_SUM_TO_ONE, .not_with = "silent"},
        {"zero_from", A_WHOLE(0, LONGEST_SPREAD), .only_with = "zero_chance"},
        {"zero_longest", A_WHOLE(1, INFINITY), .only_with = "zero_mean"}, {"silent", A_FLAG}),
    .conflicts_of = delay_conflicts,
    .refuses = delay_refuses,
    .refuses_policy = delay_refuses_policy,
    .flag = HAS_DELAY,
    .order = 9,
    .state_size = sizeof(const delay_plan *),
    .prepare = delay_prepare,
    .start = delay_start,
    .shape = delay_shape,
};

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
#include "../model/lags.h"
#include "../model/playable.h"
#include "../random/distributions.h"
#include <math.h>

typedef struct delay_plan {
  shown_law shown; /* of outcomes other than 0; of all, where none of the following is */
  lag_law of_zeros;
  bool apart, silent; /* zeros have a law of their own; they are lost */
} delay_plan;

enum { LOST = -1 }; /* in the place of a lag */

static const lag_names zero_names = {"zero_lag", "zero_mean", "zero_longest", "zero_chance", "zero_from"};

static bool is_silent(const parameters *given) { return parameters_number_or(given, "silent", 0) != 0; }

static bool has_law_of_zeros(const parameters *given) { return states_lags(given, &zero_names); }

static bool lags_may_differ(const delay_plan *d)
{
  const parameter *fixed = d->shown.law.fixed;
  bool differ = !fixed || d->shown.never || d->apart || d->silent;
  for (int64_t i = 1; fixed && i < fixed->length; i++) differ |= fixed->values[i] != fixed->values[0];
  return differ;
}

static status delay_prepare(problem *p, trait_model *m)
{
  delay_plan *d = arena_zeroed(&p->memory, 1, sizeof *d);
  if (!d) return status_no_memory();
  m->shared = d;
  d->shown.never = parameters_find(&m->given, "never");
  d->silent = p->silent = is_silent(&m->given);
  d->apart = has_law_of_zeros(&m->given);
  status s = lag_law_read(&d->shown.law, &m->given, &usual_lag_names, p->arm_count, &p->memory);
  if (!s.code && d->apart) s = lag_law_read(&d->of_zeros, &m->given, &zero_names, p->arm_count, &p->memory);
  p->shown_by = &d->shown;
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

static int64_t draw_lag(const delay_plan *d, const play *p)
{
  const int arm = p->seen.arm;
  const bool zero = p->worth == 0;
  const lag_law *law = zero && d->apart ? &d->of_zeros : &d->shown.law;
  if (zero && d->silent) return LOST;
  if (law->fixed && !d->shown.never) return (int64_t)lag_of_arm(law->fixed, arm);
  const philox_block block = random_block(&p->at, SUB_DELAY);
  if (d->shown.never && second_uniform(&block) < lag_of_arm(d->shown.never, arm)) return LOST;
  if (law->fixed) return (int64_t)lag_of_arm(law->fixed, arm);
  const double u = first_uniform(&block);
  return law->mean ? geometric_lag(lag_of_arm(law->mean, arm), law->longest, u) : tabulated_lag(law, arm, u);
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
  return "Outcomes of 0 are never shown, and it would learn from the others alone; "
         "policy_conversion() counts silence, too, and most policies can play inside of policy_matured()";
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

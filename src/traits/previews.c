/* Outcomes that are shown in stages, each closer to what it will be (Zhang and others 2025, with Markov
 * noise): of a pull that pays X a policy that looks at previews sees Z_j at the end of the j-th lag after it,
 * X itself being Z_J, and
 *
 *   Z_j = Z_(j + 1) + Normal(0, sd_j^2 - sd_(j + 1)^2),   lag_1 < ... < lag_J, sd_1 >= ... >= sd_J = 0:
 *
 * the latest stage says all that is known of X. For all others this is a delay of lag_J rounds. The noise has
 * random numbers that nothing else of the pull uses. */
#include "types.h"
#include "../model/lags.h"
#include "../random/distributions.h"
#include <math.h>

typedef struct previews_plan {
  int stages;
  const double *lag, *sd;
  double last[1];
  parameter fixed;
  shown_law shown; /* of outcomes: the last lag */
} previews_plan;

static status previews_prepare(problem *p, trait_model *m)
{
  previews_plan *plan = arena_zeroed(&p->memory, 1, sizeof *plan);
  const parameter *lag = parameters_find(&m->given, "lag"), *sd = parameters_find(&m->given, "sd");
  if (!plan) return status_no_memory();
  m->shared = plan;
  plan->stages = p->stages = (int)lag->length;
  plan->lag = lag->values;
  plan->sd = p->preview_sd = sd->values;
  plan->last[0] = lag->values[lag->length - 1];
  plan->fixed = (parameter){.values = plan->last, .length = 1, .rows = 1};
  plan->shown.law.fixed = &plan->fixed;
  p->shown_by = &plan->shown;
  return status_ok;
}

static bool previews_start(game *g, void *state, const void *shared)
{
  (void)g;
  *(const previews_plan **)state = shared;
  return true;
}

static void previews_shape(game *g, void *state, play *p)
{
  (void)g;
  const previews_plan *plan = *(const previews_plan **)state;
  const int64_t lag = (int64_t)plan->last[0];
  if (lag > 0) p->shown_in = lag < FOREVER - 1 - p->start ? p->start + lag : FOREVER - 1;
}

/* The noise between two stages; those from the last on are the first to be drawn. */
static double noise_of(const play *p, const previews_plan *plan, int stage)
{
  const philox_block block = random_block(&p->at, SUB_PREVIEW - (uint32_t)stage);
  const double sd = plan->sd[stage], next = plan->sd[stage + 1];
  return sqrt(fmax(sd * sd - next * next, 0)) * normal_quantile(first_uniform(&block));
}

static void previews_counted(game *g, void *state, const play *p)
{
  const previews_plan *plan = *(const previews_plan **)state;
  double shown = p->worth;
  if (!game_takes_previews(g)) return;
  for (int stage = plan->stages - 2; stage >= 0; stage--) {
    shown += noise_of(p, plan, stage);
    const int64_t lag = (int64_t)plan->lag[stage];
    if (lag < FOREVER - 1 - p->start) game_preview(g, p, shown, stage, p->start + lag);
  }
}

static refusal previews_refuses(const problem_description *d, const described_trait *t)
{
  (void)d;
  const parameter *lag = parameters_find(&t->given, "lag"), *sd = parameters_find(&t->given, "sd");
  if (sd->length != lag->length)
    return refuse(REFUSED_ARGUMENT, "sd",
                  in_words("one number per lag, of which there are %lld", (long long)lag->length).text,
                  in_words("%lld", (long long)sd->length).text, NULL);
  for (int64_t i = 1; i < sd->length; i++)
    if (sd->values[i] > sd->values[i - 1])
      return refuse(REFUSED_ARGUMENT, "sd", "numbers that do not rise from stage to stage",
                    number_words(sd->values[i]).text, NULL);
  if (sd->values[sd->length - 1] == 0) return refused_nothing;
  return refuse(REFUSED_ARGUMENT, "sd", "0 at the last stage, which shows the outcome itself",
                number_words(sd->values[sd->length - 1]).text, NULL);
}

#define NO_PREVIEWS "previews are themselves how late outcomes are shown"

const trait_type trait_previews = {
    .name = "previews",
    .conflicts = CONFLICTS({"delay", NO_PREVIEWS}, {"accrual", NO_PREVIEWS}, {"batches", NO_PREVIEWS},
                           {"waiting", "they are about outcomes of pulls that take one round"},
                           {"spread", "they are about single outcomes, and those of a spread arrive as sums"},
                           {"population", "arms that are born later would be seen by previews of dead ones"},
                           {"replay", "a log has outcomes and no previews"}),
    .takes = TAKES({"lag", A_WHOLE(0, LARGEST_COUNT), .size = SIZE_ANY, .increasing = true, REQUIRED,
                    .words = "increasing whole numbers of rounds of at least 0"},
                   {"sd", NOT_NEGATIVE, .size = SIZE_ANY, REQUIRED,
                    .words = "numbers of at least 0 that fall to 0, one per lag"}),
    .refuses = previews_refuses,
    .flag = HAS_DELAY,
    .order = 9,
    .state_size = sizeof(const previews_plan *),
    .prepare = previews_prepare,
    .start = previews_start,
    .shape = previews_shape,
    .counted = previews_counted,
};

/* Means that are written down beforehand: by segments of rounds, or round by round. */
#include "changes.h"
#include "../model/prior.h"
#include <string.h>

static bool has_room(changes_shared *s, int64_t count, problem *p)
{
  s->round = arena_zeroed(&p->memory, (size_t)count, sizeof *s->round);
  s->column = arena_zeroed(&p->memory, (size_t)count, sizeof(const double *));
  return s->round && s->column;
}

static status wrong_size(void)
{
  return status_error(STATUS_INTERNAL, "The means are not those of the arms.");
}

/* `mean` has one row per arm, and a column a segment. */
static status at_prepare(changes_shared *s, problem *p)
{
  const parameter *round = parameters_find(&s->given, "round"), *mean = parameters_find(&s->given, "mean");
  if (mean->rows != p->described || mean->length != round->length * mean->rows || p->renewing)
    return wrong_size();
  for (int64_t i = 1; i < round->length; i++)
    if (round->values[i] <= round->values[i - 1])
      return status_error(STATUS_INTERNAL, "The rounds are not in order.");
  if (!has_room(s, round->length, p)) return status_no_memory();
  for (; s->count < round->length; s->count++) {
    s->round[s->count] = rounds_from(round->values[s->count]);
    s->column[s->count] = mean->values + s->count * mean->rows;
  }
  return status_ok;
}

/* `mean` has one row per arm, and one column per round; where nothing changes there is nothing to do. */
static status table_prepare(changes_shared *s, problem *p)
{
  const parameter *mean = parameters_find(&s->given, "mean");
  if (mean->rows != p->described || mean->length % mean->rows || p->renewing) return wrong_size();
  const int64_t rounds = mean->length / mean->rows;
  const size_t bytes = (size_t)mean->rows * sizeof(double);
  if (!has_room(s, rounds, p)) return status_no_memory();
  for (int64_t t = 1; t <= rounds; t++) {
    const double *column = mean->values + (t - 1) * mean->rows;
    if (t > 1 && memcmp(column, column - mean->rows, bytes) == 0) continue;
    s->round[s->count] = t;
    s->column[s->count++] = column;
  }
  return status_ok;
}

static void table_act(changes_state *s, game *g)
{
  const changes_shared *all = s->shared;
  const double *mean = all->column[s->step++];
  for (int arm = 0; arm < game_problem(g)->described; arm++) game_change_mean(g, arm, mean[arm]);
  s->due = s->step < all->count ? all->round[s->step] : FOREVER;
}

static bool at_start(changes_state *s, game *g)
{
  (void)g;
  s->due = s->shared->round[0];
  return true;
}

static bool table_start(changes_state *s, game *g)
{
  const parameter *mean = parameters_find(&s->shared->given, "mean");
  if (game_horizon(g) > mean->length / mean->rows) {
    game_fail(g, status_error(STATUS_INTERNAL, "The means are given for fewer rounds."));
    return false;
  }
  table_act(s, g);
  return true;
}

/* --- as it was described ----------------------------------------------------------- */

static void at_reach(const parameters *given, const parameter *own, bool likely, double ends[2])
{
  double means[2];
  (void)own, (void)likely;
  prior_ends(parameters_find(given, "mean"), false, means);
  changes_widen(ends, means[0], means[1]);
}

static refusal at_refuses(const parameters *given)
{
  const parameter *round = parameters_find(given, "round"), *mean = parameters_find(given, "mean");
  const int64_t segments = mean->length / mean->rows;
  if (segments == round->length) return refused_nothing;
  return refuse(REFUSED_ARGUMENT, "mean", "means of each arm for each of `round`",
                in_words("means for %lld of %lld", (long long)segments, (long long)round->length).text, NULL);
}

static void table_reach(const parameters *given, const parameter *own, bool likely, double ends[2])
{
  (void)own, (void)likely;
  prior_ends(parameters_find(given, "mean"), false, ends);
}

static refusal table_refuses_horizon(const parameters *given, double horizon)
{
  const parameter *mean = parameters_find(given, "mean");
  const int64_t rounds = mean->length / mean->rows;
  if (horizon <= (double)rounds) return refused_nothing;
  return refuse(REFUSED_HORIZON, "horizon",
                in_words("at most %lld, the rounds of the table of means", (long long)rounds).text,
                number_words(horizon).text, NULL);
}

const changes_law changes_at = {
    .name = "at",
    .takes = TAKES({"round", A_WHOLE(2, LARGEST_COUNT), .size = SIZE_ANY, .increasing = true,
                    .words = "increasing whole numbers of at least 2", REQUIRED},
                   {"mean", A_NUMBER, .size = SIZE_ROWS, REQUIRED}),
    .reach = at_reach,
    .refuses = at_refuses,
    .prepare = at_prepare,
    .start = at_start,
    .act = table_act,
};

const changes_law changes_table = {
    .name = "table",
    .takes = TAKES({"mean", A_NUMBER, .size = SIZE_ROWS, REQUIRED}),
    .reach = table_reach,
    .refuses_horizon = table_refuses_horizon,
    .prepare = table_prepare,
    .start = table_start,
    .act = table_act,
};

/* Arms asleep in some rounds (sleeping bandits: Kleinberg, Niculescu-Mizil and Sharma 2010):
 * asleep is away. An arm is awake in a round with its own probability, drawn for each round and
 * arm by itself, whatever is played; or a timetable says when, over and over again. The regret
 * compares with the best arm awake in the round. In round 1 policies meet all arms before some of
 * them fall asleep. */
#include "types.h"
#include "../random/address.h"

typedef struct absences_plan {
  const parameter *chance; /* of being awake: one for all or one per arm; or NULL */
  const parameter *awake;  /* one row per arm or one for all, one column per round */
} absences_plan;

typedef struct absences_state {
  const absences_plan *plan;
  philox_key key;
  int64_t done;          /* the round in which arms have been put to sleep last */
  unsigned char *asleep; /* by place */
} absences_state;

static status absences_prepare(problem *p, trait_model *m)
{
  absences_plan *plan = arena_zeroed(&p->memory, 1, sizeof *plan);
  if (!plan) return status_no_memory();
  plan->chance = parameters_find(&m->given, "chance");
  plan->awake = parameters_find(&m->given, "awake");
  m->shared = plan;
  if (!plan->chance == !plan->awake)
    return status_error(STATUS_INTERNAL, "Absences need probabilities or a timetable.");
  if (plan->awake && plan->awake->rows != 1 && plan->awake->rows != p->described)
    return status_error(STATUS_INTERNAL, "A timetable needs one row per arm.");
  return status_ok;
}

/* No arm ever sleeps. */
static bool absences_idle(const problem *p, const trait_model *m)
{
  (void)p;
  const absences_plan *plan = m->shared;
  const parameter *of = plan->chance ? plan->chance : plan->awake;
  for (int64_t i = 0; i < of->length; i++)
    if (of->values[i] < 1) return false;
  return true;
}

/* The place of an arm among `rows`; -1 for one that was not described. */
static int64_t row_of(int64_t number, int64_t rows) { return rows == 1 ? 0 : number < rows ? number : -1; }

static bool awake_by_chance(const game *g, const absences_state *s, int64_t number, int64_t round)
{
  const parameter *chance = s->plan->chance;
  const int64_t row = row_of(number, chance->length);
  if (row < 0 || chance->values[row] >= 1) return true;
  const random_address at = {s->key, game_replication(g), (uint32_t)number, (uint64_t)round};
  const philox_block block = random_block(&at, 0);
  return first_uniform(&block) < chance->values[row];
}

static bool awake_by_plan(const parameter *awake, int64_t number, int64_t round)
{
  const int64_t row = row_of(number, awake->rows), rounds = awake->length / awake->rows;
  return row < 0 || awake->values[row + (round - 1) % rounds * awake->rows] != 0;
}

static bool is_awake(const game *g, const absences_state *s, int arm)
{
  const int64_t number = game_number(g, arm), round = game_round(g);
  return s->plan->chance ? awake_by_chance(g, s, number, round)
                         : awake_by_plan(s->plan->awake, number, round);
}

static void fall_asleep(game *g, absences_state *s, int arm)
{
  s->asleep[arm] = 1;
  game_arm_away(g, arm);
  game_compare_without(g, arm);
}

static void wake_up(game *g, absences_state *s, int arm)
{
  s->asleep[arm] = 0;
  game_compare_with(g, arm);
  game_arm_back(g, arm);
}

static bool absences_start(game *g, void *state, const void *shared)
{
  absences_state *s = state;
  s->plan = shared;
  s->key = random_key(game_seed(g), USE_ABSENCE);
  s->asleep = arena_zeroed(game_memory(g), (size_t)game_problem(g)->arm_count, 1);
  return s->asleep != NULL;
}

static int64_t absences_next(const game *g, const void *state)
{
  (void)g;
  return ((const absences_state *)state)->done + 1;
}

static void absences_act(game *g, void *state)
{
  absences_state *s = state;
  const int64_t now = game_round(g);
  if (s->done >= now) return;
  s->done = now;
  if (game_is_outside(g) && game_passing_to(g) > now) s->done = game_passing_to(g); /* these are not seen */
  for (int arm = 0; arm < game_problem(g)->arm_count; arm++) {
    if (!game_is_alive(g, arm)) continue;
    const bool awake = is_awake(g, s, arm);
    if (awake && s->asleep[arm]) wake_up(g, s, arm);
    if (!awake && !s->asleep[arm]) fall_asleep(g, s, arm);
  }
}

/* One that is born after the others of this round were put to sleep; or one of those that
 * another trait lets in before this one has started. */
static void absences_arm_entered(game *g, void *state, int arm)
{
  absences_state *s = state;
  if (!s) return;
  s->asleep[arm] = 0;
  if (s->done >= game_round(g) && !is_awake(g, s, arm)) fall_asleep(g, s, arm);
}

const trait_type trait_absences = {
    .name = "absences",
    .conflicts =
        CONFLICTS({"waiting", "an arm could fall asleep during a pull that takes several rounds"},
                  {"fairness", "the penalised benchmark assumes that every arm is available in every round"},
                  {"wear", "the benchmark of wear pulls arms in an order in which some would be asleep"},
                  {"tape_round", "the best arm in hindsight would sleep in some rounds"}),
    .takes = TAKES({"chance", A_CHANCE, .size = SIZE_ONE_OR_ARMS, .not_with = "awake", .unless = "awake"},
                   {"awake", A_WHOLE(0, 1), .size = SIZE_ROW_OR_ROWS}),
    .flag = HAS_ABSENCES,
    .order = 10,
    .state_size = sizeof(absences_state),
    .moves = true,
    .prepare = absences_prepare,
    .idle = absences_idle,
    .start = absences_start,
    .next = absences_next,
    .act = absences_act,
    .arm_entered = absences_arm_entered,
};

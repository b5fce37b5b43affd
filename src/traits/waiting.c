/* Waiting (farewell to arms, section 2): an action is an arm and a wait j; a
 * play takes min(tau, j) rounds and pays only if tau <= j. tau comes from the
 * second uniform of the pull's block. With `pay`, the reward depends on tau:
 * it is 1 with probability pay[k, tau], decided by the first uniform. With
 * `vain`, an unsuccessful play takes that long if its wait is longer. For an agent,
 * whose outcomes come from outside, only the longest wait, `waits`, is known. */
#include "types.h"
#include "../random/distributions.h"
#include <math.h>

typedef struct waiting_law {
  int arms, waits;
  const double *pay; /* P(V = 1 | tau = d), or NULL: arm + (d - 1) * arms */
  int64_t vain;      /* the most rounds of an unsuccessful play; 0: its wait */
  /* Arm by arm, for d = 1, 2, ...: */
  double *cumulative; /* P(tau <= d), the last one 1 */
  int *guide, cells;  /* to find one's place among them */
  double *within;     /* P(tau <= d) as it sums up */
  double *time;       /* E[tau 1(tau <= d)] */
  double *worth;      /* E[V 1(tau <= d)] with `pay` */
} waiting_law;

static bool allocate(waiting_law *law, size_t size, arena *memory)
{
  law->cumulative = arena_zeroed(memory, size, sizeof(double));
  law->cells = categorical_cells(law->waits);
  law->guide = arena_zeroed(memory, (size_t)law->arms * (size_t)law->cells, sizeof(int));
  law->within = arena_zeroed(memory, size, sizeof(double));
  law->time = arena_zeroed(memory, size, sizeof(double));
  law->worth = arena_zeroed(memory, size, sizeof(double));
  return law->cumulative && law->guide && law->within && law->time && law->worth;
}

static void sum_up(waiting_law *law, const double *delay, int arm)
{
  double within = 0, time = 0, worth = 0;
  for (int d = 1; d <= law->waits; d++) {
    const int64_t from = arm + (int64_t)(d - 1) * law->arms, to = (int64_t)arm * law->waits + d - 1;
    law->within[to] = law->cumulative[to] = within += delay[from];
    law->time[to] = time += delay[from] * (double)d;
    if (law->pay) law->worth[to] = worth += delay[from] * law->pay[from];
  }
  double *cumulative = law->cumulative + (int64_t)arm * law->waits;
  cumulative[law->waits - 1] = 1;
  categorical_guide(cumulative, law->waits, law->guide + (int64_t)arm * law->cells);
}

static status waits_alone(problem *p, const parameters *given)
{
  enum { MOST_ACTIONS = 100000000 };
  const double waits = parameters_number_or(given, "waits", 0);
  if (!(waits >= 1 && waits * p->arm_count <= MOST_ACTIONS))
    return status_error(STATUS_INTERNAL, "There are too many actions.");
  p->waits = (int)waits;
  return status_ok;
}

static status waiting_prepare(problem *p, trait_model *m)
{
  const parameter *delay = parameters_find(&m->given, "delay"), *pay = parameters_find(&m->given, "pay");
  if (!p->arms.type->draw) return waits_alone(p, &m->given);
  if (!delay || delay->length > INT32_MAX || (pay && pay->length != delay->length))
    return status_error(STATUS_INTERNAL,
                        "Waiting needs a distribution of delays, and the pay of each delay if any.");
  waiting_law *law = arena_zeroed(&p->memory, 1, sizeof *law);
  if (!law) return status_no_memory();
  law->arms = p->arm_count;
  law->waits = p->waits = (int)(delay->length / delay->rows);
  law->pay = pay ? pay->values : NULL;
  law->vain = p->vain = (int64_t)parameters_number_or(&m->given, "vain", 0);
  if (!allocate(law, (size_t)delay->length, &p->memory)) return status_no_memory();
  for (int arm = 0; arm < law->arms; arm++) sum_up(law, delay->values, arm);
  m->shared = law;
  return status_ok;
}

/* Every play takes one round, and pays. */
static bool waiting_idle(const problem *p, const trait_model *m)
{
  const waiting_law *law = m->shared;
  if (law->waits > 1 || law->pay) return false;
  for (int arm = 0; arm < p->arm_count; arm++)
    if (law->within[arm] != 1) return false;
  return true;
}

typedef struct waiting_state {
  const waiting_law *law;
} waiting_state;

static bool waiting_start(game *g, void *state, const void *shared)
{
  (void)g;
  ((waiting_state *)state)->law = shared;
  return true;
}

static int64_t time_in_vain(const waiting_law *law, int wait)
{
  return law->vain > 0 && law->vain < wait ? law->vain : wait;
}

/* E[V 1(tau <= wait)] and E[min(tau, wait)], or the time of an unsuccessful play. */
static void waiting_worth(const game *g, const void *shared, int arm, int wait, double *pay, double *time)
{
  (void)g;
  const waiting_law *law = shared;
  if (!law) {
    *pay = *time = NAN;
    return;
  }
  const double *within = law->within + (int64_t)arm * law->waits;
  const int64_t at = (int64_t)arm * law->waits + wait - 1;
  const double later = within[law->waits - 1] - within[wait - 1];
  *time = law->time[at] + (wait < law->waits ? later * (double)time_in_vain(law, wait) : 0);
  *pay = law->pay ? law->worth[at] : within[wait - 1] * *pay;
}

static void waiting_shape(game *g, void *state, play *p)
{
  (void)g;
  const waiting_law *law = ((waiting_state *)state)->law;
  const int arm = p->seen.arm;
  const int delay = categorical_guided(p->u[1], law->cumulative + (int64_t)arm * law->waits, law->waits,
                                       law->guide + (int64_t)arm * law->cells, law->cells) +
                    1;
  const bool pays = delay <= p->seen.wait;
  if (law->pay) p->worth = p->u[0] < law->pay[arm + (int64_t)(delay - 1) * law->arms] ? 1 : 0;
  /* No branches, since whether a play pays cannot be predicted. */
  const int64_t vain = time_in_vain(law, p->seen.wait);
  p->worth *= pays;
  p->seen.cost = vain + pays * (delay - vain);
  p->seen.delay = pays * delay;
  p->seen.observed = p->worth;
}

/* Against constant rates: what the plays made so far have fallen short of the
 * best rate, sum over them of E[time] g* - E[pay]. Unlike the regret it does
 * not depend on where in a play a checkpoint lies. */
static void waiting_judge(const game *g, const void *state, int64_t round, standing *s, double *figures)
{
  (void)state, (void)round, (void)s;
  const worths w = game_worths(g);
  double short_of = 0;
  for (int action = 0; action < game_action_count(g); action++) {
    const int64_t plays = game_plays_of(g, action);
    if (plays) short_of += (double)plays * (w.time[action] * w.best - w.pay[action]);
  }
  figures[0] = game_problem(g)->moving ? NAN : short_of;
}

/* 0 or 1, as the delay says. */
static void waiting_pays(const problem_description *d, const described_trait *t, double ends[2])
{
  (void)d;
  if (parameters_given(&t->given, "pay")) ends[0] = 0, ends[1] = 1;
}

static refusal waiting_refuses(const problem_description *d, const described_trait *t)
{
  const parameter *delay = parameters_find(&t->given, "delay"), *pay = parameters_find(&t->given, "pay");
  (void)d;
  if (!delay && !parameters_given(&t->given, "waits"))
    return refuse(REFUSED_ARGUMENT, "delay", "a matrix of probabilities, one row per arm, each summing to 1",
                  "nothing", NULL);
  if (!delay || !pay || delay->length == pay->length) return refused_nothing;
  return refuse(
      REFUSED_ARGUMENT, "pay", "a matrix of the shape of `delay`",
      in_words("one of %lld x %lld", (long long)pay->rows, (long long)(pay->length / pay->rows)).text, NULL);
}

const trait_type trait_waiting = {
    .name = "waiting",
    .conflicts =
        CONFLICTS({"population", "the delays of arms that are born later are not given"},
                  {"tape_round", "with waiting a pull takes several rounds of the tape"},
                  {"contexts", "with waiting a pull takes several rounds, each with its own context"}),
    .rewards = {0, 1},
    .but = "pay",
    .pays = waiting_pays,
    .refuses = waiting_refuses,
    .takes = TAKES({"delay", A_CHANCE, .size = SIZE_ROWS, .sum = ROWS_SUM_TO_ONE},
                   {"waits", A_WHOLE(1, LONGEST_SPREAD)}, {"pay", A_CHANCE, .size = SIZE_ROWS},
                   {"vain", A_WHOLE(1, LARGEST_COUNT)}),
    .flag = HAS_WAITING,
    .order = 5,
    .figure = {"epoch_regret"},
    .state_size = sizeof(waiting_state),
    .prepare = waiting_prepare,
    .idle = waiting_idle,
    .start = waiting_start,
    .worth = waiting_worth,
    .shape = waiting_shape,
    .judge = waiting_judge,
};

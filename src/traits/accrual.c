/* Patients who arrive over time and whose outcomes are known later: patient i, who is played in
 * round i, arrives at A_i, and the outcome is known at A_i + follow_up. It is shown just before the
 * first later patient j with A_j >= A_i + follow_up, at the end of round j - 1.
 *
 * A_i is i / rate ("even"), or the sum of i exponential gaps of mean 1 / rate ("poisson"), each
 * addressed by its round: arrivals are the same for every policy. Nothing is kept of them: whoever
 * walks along them draws them again.
 *
 * Arms that pay times lived have no follow-up: the outcome of patient i is known at A_i + reward. Arrivals
 * are then kept, as far as they were asked for, since those times are in no order. */
#include "types.h"
#include "../random/address.h"
#include "../random/distributions.h"
#include <math.h>
#include <string.h>

typedef struct accrual_plan {
  double rate;
  bool even;
  const parameter *follow_up; /* NULL: the time lived */
} accrual_plan;

/* A patient, and when that one arrives. */
typedef struct arrival {
  int64_t round;
  double time;
} arrival;

typedef struct accrual_state {
  const accrual_plan *plan;
  philox_key key;
  arrival now;    /* of the play */
  double last;    /* when the last one that was played arrived */
  double known;   /* when the last of their outcomes is */
  arrival clock;  /* for looks by time */
  arrival *later; /* by follow-up: the first patient who arrives late enough */
  double *times;  /* of patients 1, 2, ..., `count` of them, with room for so many */
  int64_t count, room;
  arrival kept; /* the last of them */
} accrual_state;

static status accrual_prepare(problem *p, trait_model *m)
{
  accrual_plan *plan = arena_zeroed(&p->memory, 1, sizeof *plan);
  if (!plan) return status_no_memory();
  plan->rate = parameters_number(&m->given, "rate");
  plan->even = parameters_text_is(&m->given, "arrivals", "even");
  plan->follow_up = parameters_find(&m->given, "follow_up");
  p->lags_differ = !plan->even || !plan->follow_up;
  for (int64_t i = 1; plan->follow_up && i < plan->follow_up->length; i++)
    p->lags_differ |= plan->follow_up->values[i] != plan->follow_up->values[0];
  m->shared = plan;
  return status_ok;
}

static bool accrual_start(game *g, void *state, const void *shared)
{
  accrual_state *s = state;
  s->plan = shared;
  s->key = random_key(game_seed(g), USE_ACCRUAL);
  if (!s->plan->follow_up) return true;
  s->later = arena_zeroed(game_memory(g), (size_t)s->plan->follow_up->length, sizeof *s->later);
  return s->later != NULL;
}

/* The next patient. */
static void go_on(const game *g, const accrual_state *s, arrival *a)
{
  const random_address at = {s->key, game_replication(g), 0, (uint64_t)++a->round};
  const philox_block block = random_block(&at, 0);
  a->time += exponential_quantile(first_uniform(&block)) / s->plan->rate;
}

/* Patients come in order: from one who is further on there is no way back but from the start. */
static double arrival_of(const game *g, const accrual_state *s, arrival *a, int64_t round)
{
  if (s->plan->even) return (double)round / s->plan->rate;
  if (a->round > round) *a = (arrival){0, 0};
  while (a->round < round) go_on(g, s, a);
  return a->time;
}

/* At equal intervals, for how many rounds: with a margin, since follow-ups are seldom binary fractions. */
static int64_t even_lag(const accrual_plan *plan, double follow_up)
{
  const double lag = ceil(plan->rate * follow_up - 1e-9) - 1;
  return lag < 1 ? 0 : rounds_from(lag);
}

/* The first later patient at this time or after; none comes after the horizon. */
static int64_t first_later(const game *g, const accrual_state *s, arrival *a, int64_t round, double time)
{
  if (a->round <= round) {
    arrival_of(g, s, a, round);
    go_on(g, s, a);
  }
  while (a->time < time && a->round <= game_horizon(g)) go_on(g, s, a);
  return a->time < time ? FOREVER : a->round;
}

static bool keep_arrival(game *g, accrual_state *s, double time)
{
  if (s->count == s->room) {
    const int64_t room = s->room ? 2 * s->room : 256;
    double *times = arena_zeroed(game_memory(g), (size_t)room, sizeof *times);
    if (!times) return false;
    if (s->count) memcpy(times, s->times, (size_t)s->count * sizeof *times);
    s->times = times;
    s->room = room;
  }
  s->times[s->count++] = time;
  return true;
}

static bool keep_next(game *g, accrual_state *s)
{
  go_on(g, s, &s->kept);
  if (keep_arrival(g, s, s->kept.time)) return true;
  game_fail(g, status_no_memory());
  return false;
}

/* The same by arrivals that are kept, for times in any order. */
static int64_t first_kept(game *g, accrual_state *s, int64_t round, double time)
{
  const arrival *a = &s->kept;
  while ((s->count <= round || a->time < time) && a->round <= game_horizon(g))
    if (!keep_next(g, s)) return FOREVER;
  if (a->time < time) return FOREVER;
  int64_t from = round, to = s->count - 1; /* places of those who come after this one */
  while (from < to) {
    const int64_t middle = from + (to - from) / 2;
    if (s->times[middle] < time) from = middle + 1;
    else to = middle;
  }
  return from + 1;
}

static int64_t lag_of(game *g, accrual_state *s, const play *p, int row, double follow_up)
{
  if (s->plan->even) return even_lag(s->plan, follow_up);
  const double known = s->last + follow_up;
  const int64_t later = s->plan->follow_up ? first_later(g, s, &s->later[row], p->start, known)
                                           : first_kept(g, s, p->start, known);
  return later - 1 - p->start;
}

/* Returns which of the follow-up times is that of an arm. */
static int row_of(const parameter *follow_up, int arm)
{
  return follow_up && follow_up->length > 1 ? arm : 0;
}

static void accrual_shape(game *g, void *state, play *p)
{
  accrual_state *s = state;
  const parameter *of = s->plan->follow_up;
  const int row = row_of(of, p->seen.arm);
  const double follow_up = of ? of->values[row] : p->worth;
  p->seen.arrived = s->last = arrival_of(g, s, &s->now, p->start);
  if (s->last + follow_up > s->known) s->known = s->last + follow_up;
  if (follow_up <= 0) return;
  const int64_t lag = lag_of(g, s, p, row, follow_up);
  if (lag > 0) p->shown_in = lag < FOREVER - 1 - p->start ? p->start + lag : FOREVER - 1;
}

static double accrual_arrives(game *g, void *state, int64_t round)
{
  accrual_state *s = state;
  if (s->plan->even) return (double)round / s->plan->rate;
  while (s->count < round)
    if (!keep_next(g, s)) return NAN;
  return round < 1 ? 0 : s->times[round - 1];
}

/* With equal intervals and the same margin as for lags. */
static void accrual_clock(const game *g, void *state, int64_t round, double ends[2])
{
  accrual_state *s = state;
  const double margin = s->plan->even ? 1e-9 / s->plan->rate : 0;
  ends[0] = arrival_of(g, s, &s->clock, round) - margin;
  ends[1] = arrival_of(g, s, &s->clock, round + 1) - margin;
  if (round >= game_horizon(g)) ends[1] = INFINITY;
}

/* With equal intervals and the same margin. */
static bool accrual_known_within(const game *g, const void *state, const outcome *o, double wait)
{
  (void)g;
  const accrual_state *s = state;
  const parameter *of = s->plan->follow_up;
  const double follow_up = of ? of->values[row_of(of, o->arm)] : o->observed;
  const double margin = s->plan->even ? 1e-9 / s->plan->rate : 0;
  return o->arrived + follow_up - margin <= s->last + wait;
}

/* When the look was made that ended the game; else when the last patient came; or, where outcomes were waited
 * for, when the last of them was known or the wait was over. */
static void accrual_judge(const game *g, const void *state, int64_t round, standing *st, double *figures)
{
  (void)round, (void)st;
  const accrual_state *s = state;
  const double look = game_look_time(g);
  const double until = s->last + game_waited(g), known = s->known > s->last ? s->known : s->last;
  figures[0] = !isnan(look) ? look : known < until ? known : until;
}

static refusal accrual_refuses(const problem_description *d, const described_trait *t)
{
  const bool given = parameters_given(&t->given, "follow_up");
  if (given == !d->arms->lives) return refused_nothing;
  if (given)
    return refuse(REFUSED_ARGUMENT, "follow_up", "left out with arms that pay times lived",
                  "a follow-up, beside the time that a patient lives", NULL);
  return refuse(REFUSED_ARGUMENT, "follow_up", "the time from arrival to outcome, one number or one per arm",
                "none, with arms that do not pay times lived", NULL);
}

static const char *accrual_refuses_policy(const described_trait *t, const policy_description *p)
{
  (void)t;
  return p->type->counts_lags ? "With accrual outcomes are known at times, and it counts lags in rounds"
                              : NULL;
}

const trait_type trait_accrual = {
    .name = "accrual",
    .conflicts = CONFLICTS({"delay", "follow-up is how late outcomes are shown"},
                           {"waiting", "with waiting a pull takes several rounds, and a round is a patient"},
                           {"population", "arms that are born later have no follow-up"}),
    .takes = TAKES({"rate", A_POSITIVE, REQUIRED}, {"follow_up", NOT_NEGATIVE, .size = SIZE_ONE_OR_ARMS},
                   {"arrivals", A_TEXT("poisson|even"), USUALLY(FIRST_CHOICE)}),
    .refuses = accrual_refuses,
    .refuses_policy = accrual_refuses_policy,
    .flag = HAS_DELAY,
    .order = 9,
    .figure = {"time"},
    .state_size = sizeof(accrual_state),
    .prepare = accrual_prepare,
    .start = accrual_start,
    .shape = accrual_shape,
    .clock = accrual_clock,
    .known_within = accrual_known_within,
    .arrives = accrual_arrives,
    .judge = accrual_judge,
};

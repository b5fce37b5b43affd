/* Arms whose means change with their own pulls (rested): the mean of the n-th pull of an
 * arm is a function of n. A Bernoulli arm's stays a probability.
 *
 * The benchmark is what the greedy oracle has: in each round it plays the arm, of those whose life
 * has begun and not ended, whose next pull has the greatest mean. If no mean ever rises and no arm
 * dies, no policy can earn more: up to round t it is the sum of the t greatest means of all. Its
 * pulls differ from the policy's, so it plays a game of its own, one step per round, O(log K),
 * when a checkpoint or a new arm requires it.
 *
 * If no mean ever falls, one rises, and arms neither enter, die, rest nor sleep, a constant arm is optimal
 * (Heidari, Kearns and Roth 2016): the one with the greatest sum of its first T means, the lowest in a tie.
 * Then the benchmark is what that arm earns: up to round t the sum of its first t means. The best arm to name
 * is the one whose T-th pull has the greatest mean. */
#include "wear.h"
#include "../base/heap.h"
#include "../base/sum.h"
#include "../model/prefixed.h"
#include "../model/arguments.h"
#include <math.h>
#include <string.h>

typedef struct wear_shared {
  const wear_law *law;
  parameters given; /* of the law */
  bool chances;     /* means are probabilities */
} wear_shared;

/* An arm as the oracle knows it: what comes next of it. */
typedef struct oracle_arm {
  double own, mean;
  int64_t number, last;
  double pull;
} oracle_arm;

typedef struct wear_oracle {
  heap next;     /* the greatest mean first, then the lowest arm */
  int64_t round; /* rounds played */
  long_sum earned;
} wear_oracle;

/* An arm that is best played throughout. */
typedef struct wear_constant {
  int arm; /* -1: there is none */
  int64_t number, round;
  long_sum earned;
} wear_constant;

typedef struct wear_state {
  const wear_shared *shared;
  wear_constant *constant;
  double *at_end; /* by place: the mean of the T-th pull */
  int entered;
  double *own;     /* by place */
  long_sum chosen; /* means of what was played, added up as the oracle adds up its own */
  wear_oracle *oracle;
} wear_state;

static status wear_prepare(problem *p, trait_model *m)
{
  wear_shared *s = arena_zeroed(&p->memory, 1, sizeof *s);
  if (!s || !parameters_prefixed(&m->given, "law.", &s->given, &p->memory)) return status_no_memory();
  const char *law = parameters_text(&m->given, "law");
  if (!law || !(s->law = wear_find(law))) return status_error(STATUS_INTERNAL, "There is no such wear.");
  if (!p->arms.type->mean_may_change)
    return status_error(STATUS_INTERNAL, "The mean of such arms cannot change.");
  s->given.takes = s->law->takes;
  s->chances = p->arms.type->mean_is_chance;
  m->shared = s;
  return rules_check(law, s->law->takes, &s->given, p->described);
}

static bool wear_idle(const problem *p, const trait_model *m)
{
  (void)p;
  const wear_shared *s = m->shared;
  return s->law->idle && s->law->idle(&s->given);
}

static double mean_of_pull(const wear_shared *s, double own, int64_t number, double pull)
{
  const double mean = s->law->mean(&s->given, own, number, pull);
  return s->chances ? fmin(fmax(mean, 0), 1) : mean;
}

/* --- the oracle ---------------------------------------------------------------- */

/* Returns a rank: of two numbers the greater one has the lower rank. */
static int64_t rank_of(double x)
{
  int64_t bits;
  x += 0.0; /* there is but one 0 */
  memcpy(&bits, &x, sizeof bits);
  return bits < 0 ? bits ^ INT64_MAX : bits;
}

static bool list(wear_oracle *o, const oracle_arm *a)
{
  return heap_push(&o->next, -rank_of(a->mean), a->number, a);
}

static bool oracle_plays(wear_oracle *o, const wear_shared *s)
{
  oracle_arm a = *(const oracle_arm *)heap_first_more(&o->next);
  heap_pop(&o->next);
  if (a.last <= o->round) return true; /* it is dead */
  sum_add(&o->earned, a.mean);
  o->round++;
  a.mean = mean_of_pull(s, a.own, a.number, ++a.pull);
  return list(o, &a);
}

static bool oracle_until(wear_oracle *o, const wear_shared *s, int64_t round)
{
  while (o->round < round && o->next.count > 0)
    if (!oracle_plays(o, s)) return false;
  if (o->round < round) o->round = round; /* no arm was there */
  return true;
}

/* --- arms that only rise ------------------------------------------------------ */

enum { MOST_PULLS = 10000000 }; /* that are summed one by one */

static bool may_be_constant(const game *g)
{
  const unsigned coming_and_going = HAS_ENTRIES | HAS_LIFETIMES | HAS_REST | HAS_ABSENCES;
  const problem *p = game_problem(g);
  return !(p->has & coming_and_going) && !p->renewing && !game_is_outside(g);
}

/* Returns the sum of the first T means of an arm; NAN if it takes too long. */
static double sum_of_means(const wear_shared *s, double own, int64_t number, double horizon)
{
  const double settles = s->law->settles(&s->given, number);
  long_sum sum = {0};
  for (double n = 1; n <= horizon; n++) {
    const double mean = mean_of_pull(s, own, number, n);
    if (n >= settles || (s->chances && mean >= 1)) return sum_value(&sum) + (horizon - n + 1) * mean;
    if (n > MOST_PULLS) return NAN;
    sum_add(&sum, mean);
  }
  return sum_value(&sum);
}

/* All arms are there. */
static bool all_rise(const game *g, const wear_state *s)
{
  bool rises = false;
  for (int arm = 0; arm < game_problem(g)->described; arm++) {
    const turns found = s->shared->law->turn(&s->shared->given, s->own[arm], game_number(g, arm));
    if (found.falls) return false;
    rises |= found.rises;
  }
  return rises;
}

static void find_constant(game *g, wear_state *s)
{
  const double horizon = (double)game_horizon(g);
  double greatest = -INFINITY;
  if (!may_be_constant(g) || !all_rise(g, s)) return;
  for (int arm = 0; arm < game_problem(g)->described; arm++) {
    const int64_t number = game_number(g, arm);
    const double sum = sum_of_means(s->shared, s->own[arm], number, horizon);
    s->at_end[arm] = mean_of_pull(s->shared, s->own[arm], number, horizon);
    if (isnan(sum)) {
      s->constant->arm = -1;
      return;
    }
    if (sum > greatest) greatest = sum, s->constant->arm = arm, s->constant->number = number;
  }
  game_commit_to(g, s->constant->arm, s->at_end);
}

static double constant_until(wear_constant *c, const wear_state *s, int64_t round)
{
  while (c->round < round)
    sum_add(&c->earned, mean_of_pull(s->shared, s->own[c->arm], c->number, (double)++c->round));
  return sum_value(&c->earned);
}

/* --- the game -------------------------------------------------------------------- */

static bool wear_start(game *g, void *state, const void *shared)
{
  wear_state *s = state;
  const size_t count = (size_t)game_problem(g)->arm_count;
  s->shared = shared;
  s->own = arena_zeroed(game_memory(g), count, sizeof *s->own);
  s->at_end = arena_zeroed(game_memory(g), count, sizeof *s->at_end);
  s->constant = arena_zeroed(game_memory(g), 1, sizeof *s->constant);
  s->oracle = arena_zeroed(game_memory(g), 1, sizeof *s->oracle);
  if (s->constant) s->constant->arm = -1;
  return s->own && s->oracle && s->at_end && s->constant &&
         heap_open(&s->oracle->next, count, sizeof(oracle_arm), game_memory(g));
}

static void wear_arm_entered(game *g, void *state, int arm)
{
  wear_state *s = state;
  const int64_t number = game_number(g, arm);
  const double own = s->own[arm] = game_mean(g, arm);
  const oracle_arm a = {own, mean_of_pull(s->shared, own, number, 1), number, game_last(g, arm), 1};
  if (!oracle_until(s->oracle, s->shared, game_round(g) - 1) || !list(s->oracle, &a))
    game_fail(g, status_no_memory());
  game_change_mean(g, arm, a.mean);
  game_settle_means(g);
  if (++s->entered == game_problem(g)->described) find_constant(g, s);
}

static void wear_shape(game *g, void *state, play *p)
{
  sum_add(&((wear_state *)state)->chosen, game_mean(g, p->seen.arm));
}

/* By then another arm may have come to its place. */
static void wear_played(game *g, void *state, const play *p)
{
  const wear_state *s = state;
  const int arm = p->seen.arm;
  if (game_number(g, arm) != p->number) return;
  const double next = (double)(game_pulls(g, arm) + 1);
  game_change_mean(g, arm, mean_of_pull(s->shared, s->own[arm], p->number, next));
  game_settle_means(g);
}

static void wear_judge(const game *g, const void *state, int64_t round, standing *stands, double *figures)
{
  (void)figures;
  const wear_state *s = state;
  const bool one = s->constant->arm >= 0, known = one || oracle_until(s->oracle, s->shared, round);
  stands->benchmark = one     ? constant_until(s->constant, s, round)
                      : known ? sum_value(&s->oracle->earned)
                              : NAN;
  if (one) stands->optimal = (double)game_pulls(g, s->constant->arm);
  stands->regret = stands->benchmark - sum_value(&s->chosen);
}

/* --- as it was described ------------------------------------------------------------ */

static const argument *wear_takes(const char *name)
{
  const wear_law *law = wear_find(name);
  return law ? law->takes : NULL;
}

/* Probabilities stay probabilities, but for a table of other numbers. */
static void wear_means(const problem_description *d, const described_trait *t, bool likely, double ends[2])
{
  arena memory = {0};
  const described_law of = description_law(t, 0, &memory);
  const wear_law *law = wear_find(of.name);
  (void)likely;
  law->reach(&of.given, ends);
  if (d->arms->mean_is_chance && !law->is_table) ends[0] = fmax(ends[0], 0), ends[1] = fmin(ends[1], 1);
  arena_free(&memory);
}

/* As of changes. */
static void wear_pays(const problem_description *d, const described_trait *t, double ends[2])
{
  double means[2];
  if (!d->arms->range || !description_means(d, t, false, means)) return;
  ends[0] = fmin(ends[0], means[0]), ends[1] = fmax(ends[1], means[1]);
}

const trait_type trait_wear = {
    .name = "wear",
    .conflicts = CONFLICTS({"waiting", "the benchmark of waiting assumes means that do not change"},
                           {"fairness", "the benchmark of fairness assumes means that do not change"}),
    .takes = TAKES({"law", A_TEXT(NULL), REQUIRED}),
    .laws = "wear_",
    .law = wear_takes,
    .means = wear_means,
    .pays = wear_pays,
    .flag = HAS_WEAR,
    .order = 1,
    .state_size = sizeof(wear_state),
    .moves = true,
    .prepare = wear_prepare,
    .idle = wear_idle,
    .start = wear_start,
    .arm_entered = wear_arm_entered,
    .shape = wear_shape,
    .played = wear_played,
    .judge = wear_judge,
};

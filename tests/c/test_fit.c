/* Policies fitted to choices. The log-likelihood of a game's own choices is the sum of the logarithms of the
 * propensities with which they were made: of random compositions. Fits find maxima that are known, give the
 * same numbers for any threads, and fail in good order where memory ends.
 *
 *   test_fit [games [first]]: so many compositions, from this number on */
#include "compositions.h"
#include "../../src/base/parallel.h"
#include "../../src/fit/fit.h"

/* --- a game as a log ------------------------------------------------------------------------------ */

typedef struct own_log {
  arena memory;
  choice_log log;
  double game_from[2], unit_from[2], log_lik;
  unsigned char moves;
  double batched;
  bool left;                      /* arms left for good */
  bool asleep_first, asleep_last; /* not all arms are in the first pool, in the last one */
} own_log;

static double *numbers(own_log *o, size_t count)
{
  double *x = arena_zeroed(&o->memory, count + 1, sizeof *x);
  CLAIM(x);
  return x;
}

/* A pool for each row. */
static void read_pools(own_log *o, const record *r)
{
  const prospect_row *who = r->prospects.items;
  choice_log *l = &o->log;
  double *pool = numbers(o, (size_t)l->rows), *from = numbers(o, (size_t)l->rows + 1),
         *of = numbers(o, r->prospects.count);
  size_t at = 0;
  for (int64_t row = 0; row < l->rows; row++) {
    while (at < r->prospects.count && who[at].round < l->round[row]) at++;
    from[row] = row ? from[row] : 0;
    int64_t put = (int64_t)from[row];
    for (; at < r->prospects.count && who[at].round == l->round[row]; at++) {
      of[put++] = (double)who[at].number + 1;
      if (who[at].number + 1 > l->arms) l->arms = (int)who[at].number + 1;
    }
    from[row + 1] = (double)put;
    pool[row] = (double)row + 1;
  }
  l->pools = l->rows;
  l->pool = pool, l->pool_from = from, l->pool_members = of;
}

static bool same_pool(const choice_log *l, int64_t a, int64_t b)
{
  const int64_t from = (int64_t)l->pool_from[a], other = (int64_t)l->pool_from[b];
  const int64_t size = (int64_t)l->pool_from[a + 1] - from;
  if (size != (int64_t)l->pool_from[b + 1] - other) return false;
  return !memcmp(l->pool_members + from, l->pool_members + other, (size_t)size * sizeof *l->pool_members);
}

/* Of equal pools in a row the first stands for all. */
static void see_moves(own_log *o)
{
  choice_log *l = &o->log;
  double *pool = (double *)l->pool, *seen = numbers(o, (size_t)l->arms);
  double now = 0;
  for (int64_t row = 0; row < l->rows; row++) {
    if (row && same_pool(l, row, (int64_t)pool[row - 1] - 1)) {
      pool[row] = pool[row - 1];
      continue;
    }
    now++;
    if (now > 1 && o->moves == ARMS_STAY) o->moves = ARMS_MOVE;
    for (int64_t j = (int64_t)l->pool_from[row]; j < (int64_t)l->pool_from[row + 1]; j++) {
      double *last = &seen[(int)l->pool_members[j] - 1];
      if (*last > 0 && *last < now - 1) o->moves = ARMS_RETURN;
      *last = now;
    }
  }
  o->asleep_first = l->pool_from[1] < l->arms;
  o->asleep_last = l->pool_from[l->rows] - l->pool_from[l->rows - 1] < l->arms;
}

static void read_contexts(own_log *o, const record *r)
{
  if (!r->contexts.count) return;
  const prospect_row *coordinate = r->contexts.items;
  const int size = (int)(r->contexts.count / r->choices.count);
  double *context = numbers(o, r->contexts.count);
  CLAIM(r->contexts.count == (size_t)o->log.rows * (size_t)size);
  for (size_t i = 0; i < r->contexts.count; i++) context[i] = coordinate[i].value;
  o->log.context = context;
  o->log.context_size = size;
}

/* False: there were no propensities. */
static bool read_log(own_log *o, const record *r, const problem *p)
{
  const choice_row *row = r->choices.items;
  *o = (own_log){.log = {.rows = (int64_t)r->choices.count, .games = 1, .units = 1, .arms = p->arm_count}};
  choice_log *l = &o->log;
  double *arm = numbers(o, r->choices.count), *reward = numbers(o, r->choices.count),
         *round = numbers(o, r->choices.count), *reported = numbers(o, r->choices.count);
  bool known = l->rows > 0;
  for (int64_t i = 0; i < l->rows; i++) {
    arm[i] = (double)row[i].number + 1;
    reward[i] = row[i].reward;
    round[i] = row[i].round;
    reported[i] =
        row[i].later == NEVER_SHOWN || row[i].later == INT32_MAX ? INFINITY : row[i].round + row[i].later;
    known = known && row[i].chance > 0;
    o->log_lik += known ? log(row[i].chance) : 0;
  }
  l->arm = arm, l->reward = reward, l->round = round;
  if (p->has & (HAS_DELAY | HAS_BATCHES)) l->reported = reported;
  read_pools(o, r);
  see_moves(o);
  read_contexts(o, r);
  o->left = r->exits.count > 0;
  o->game_from[1] = (double)l->rows;
  o->unit_from[1] = 1;
  o->batched = (p->has & HAS_BATCHES) != 0;
  l->game_from = o->game_from, l->unit_from = o->unit_from;
  l->moves = &o->moves, l->batched = &o->batched;
  return known;
}

/* --- compositions ----------------------------------------------------------------------------------- */

static long games_judged, games_refused, differences;

/* A log does not show the ends of batches in which nothing was shown, what breaks ties, nor when arms will
 * die, nor what a population suggests, nor, where arms return, which of those that are not there will not. */
static bool is_told_more(const composition *c, const own_log *o)
{
  static const char *const draw[] = {"policy_se",
                                     "policy_batched_se",
                                     "policy_kl_racing",
                                     "policy_hoeffding_racing",
                                     "policy_chernoff_racing",
                                     "policy_sequential_halving",
                                     "policy_successive_rejects"};
  static const char *const sleeping[] = {"policy_sleeping"};
  const unsigned has = c->problem.has;
  if (HAS_ONE(c, draw) || (has & HAS_LIFETIMES)) return true;
  if ((has & HAS_ABSENCES) && o->asleep_first) return true;
  if (o->moves == ARMS_RETURN && o->left) return true;
  return (has & (HAS_ABSENCES | HAS_REST)) && o->asleep_last && HAS_ONE(c, sleeping) &&
         o->moves != ARMS_RETURN;
}

static double within(const composition *c, double rows)
{
  static const char *const by_quadrature[] = {"policy_thompson",
                                              "policy_sw_thompson",
                                              "policy_discounted_thompson",
                                              "policy_boltzmann_gumbel",
                                              "policy_top_two",
                                              "policy_linear_thompson",
                                              "policy_kalman"};
  return HAS_ONE(c, by_quadrature) ? 1e-7 * rows : 1e-9;
}

static void compare(const composition *c, const own_log *o)
{
  const parameters of_policy = given(&c->policy);
  const choice_policy policy = {c->type, &of_policy, policy_find};
  chooser h;
  CLAIM(chooser_open(&h, &o->log));
  const double found = chooser_accepts(&h, &policy) ? chooser_unit(&h, &policy, 0) : NAN;
  if (h.refusal != CHOICES_FINE || h.failure.code) {
    games_refused++;
  } else {
    games_judged++;
    if (!(fabs(found - o->log_lik) <= within(c, (double)o->log.rows)) && ++differences < 20)
      fprintf(stderr, "number %llu: %s (innermost %s), %d arms, traits %x: %.12g instead of %.12g\n",
              (unsigned long long)c->number, c->type->constructor, c->innermost, c->arm_count, c->problem.has,
              found, o->log_lik);
  }
  chooser_close(&h);
}

static void game_has_its_likelihood(uint64_t number)
{
  composition c;
  compose(&c, number);
  const parameters of_policy = given(&c.policy);
  arena memory = {0};
  record r;
  double figure[PLAIN_FIGURES + MOST_TRAITS * MOST_FIGURES],
      *column[PLAIN_FIGURES + MOST_TRAITS * MOST_FIGURES];
  for (size_t i = 0; i < sizeof figure / sizeof *figure; i++) column[i] = figure + i;
  record_open(&r, &c.horizon, 1, column, 0);
  r.keep_choices = r.keep_prospects = true;
  const game_setup setup = {.problem = &c.problem,
                            .type = c.type,
                            .policy_parameters = &of_policy,
                            .find = policy_find,
                            .policy_identity = policy_identity(c.type, &of_policy, policy_find),
                            .seed = (int64_t)(number % 1000),
                            .horizon = c.horizon,
                            .replication = 1};
  /* Logs have one context a row, not one of each arm. */
  const parameters of_arms = given(&c.arms);
  const bool can_be_a_log = !(c.problem.has & (HAS_WAITING | HAS_SPREAD | HAS_REPLAY | HAS_FAIRNESS)) &&
                            !c.type->sees_means && parameters_number_or(&of_arms, "by_arm", 0) == 0;
  if (can_be_a_log && !game_play(&setup, &r, &memory, NULL).code) {
    own_log o;
    const bool known = read_log(&o, &r, &c.problem);
    if (known && o.log.round[o.log.rows - 1] == (double)c.horizon && !is_told_more(&c, &o)) compare(&c, &o);
    arena_free(&o.memory);
  }
  record_free(&r);
  arena_free(&memory);
  clear_composition(&c);
}

/* --- fits ------------------------------------------------------------------------------------------ */

enum { UNITS = 12, TRIALS = 60, FREE = 2 };

static double arm_of[UNITS * TRIALS], reward_of_row[UNITS * TRIALS], round_of[UNITS * TRIALS],
    pool_of[UNITS * TRIALS], bounds[UNITS + 1], each_unit[UNITS + 1];
static unsigned char moves_of[UNITS];

static choice_log two_arms(void)
{
  static const double from[] = {0, 2}, of[] = {1, 2};
  dice_state = 7;
  for (int i = 0; i < UNITS * TRIALS; i++) {
    arm_of[i] = 1 + yes(.7);
    reward_of_row[i] = yes(arm_of[i] == 1 ? .3 : .6);
    round_of[i] = i % TRIALS + 1;
    pool_of[i] = 1;
  }
  for (int i = 0; i <= UNITS; i++) bounds[i] = TRIALS * i, each_unit[i] = i;
  return (choice_log){.arms = 2,
                      .rows = UNITS * TRIALS,
                      .games = UNITS,
                      .units = UNITS,
                      .pools = 1,
                      .arm = arm_of,
                      .reward = reward_of_row,
                      .round = round_of,
                      .pool = pool_of,
                      .pool_from = from,
                      .pool_members = of,
                      .game_from = bounds,
                      .unit_from = each_unit,
                      .moves = moves_of};
}

/* A thread's own. */
typedef struct own_fitter {
  fitter f;
  double rate, temperature, room[64];
  parameter items[FREE];
  parameters given;
} own_fitter;

typedef struct work {
  own_fitter *of;
  fitted *found;
  double (*ends)[2];
  int parts;
} work;

static bool open_fitter(own_fitter *o, const choice_log *log)
{
  *o = (own_fitter){.rate = .1, .temperature = .1};
  o->items[0] = (parameter){.name = "rate", .values = &o->rate, .length = 1, .rows = 1};
  o->items[1] = (parameter){.name = "temperature", .values = &o->temperature, .length = 1, .rows = 1};
  o->given = (parameters){.items = o->items, .count = FREE};
  o->f.policy = (choice_policy){policy_find("policy_delta"), &o->given, policy_find};
  o->f.range[0] = (free_range){0, 1, false, &o->rate};
  o->f.range[1] = (free_range){.01, 10, true, &o->temperature};
  o->f.d = FREE;
  o->f.starts = 10;
  o->f.room = o->room;
  return chooser_open(&o->f.chooser, log);
}

static void fit_part(const void *given, int part)
{
  const work *w = given;
  for (int64_t unit = part; unit < UNITS; unit += w->parts) {
    CLAIM(fit_unit(&w->of[part].f, unit, NULL, &w->found[unit]));
    CLAIM(fit_profile(&w->of[part].f, unit, &w->found[unit], 1, 1.92, w->ends[unit]));
  }
}

static void fit_all(const choice_log *log, int parts, fitted *found, double (*ends)[2])
{
  own_fitter of[4];
  const work w = {of, found, ends, parts};
  for (int i = 0; i < parts; i++) CLAIM(open_fitter(&of[i], log));
  parallel_run(parts, fit_part, &w);
  for (int i = 0; i < parts; i++) chooser_close(&of[i].f.chooser);
}

static void fits_are_the_same_for_any_threads(void)
{
  static fitted one[UNITS], more[UNITS];
  static double ends_of_one[UNITS][2], ends[UNITS][2];
  const choice_log made = two_arms();
  fit_all(&made, 1, one, ends_of_one);
  for (int parts = 2; parts <= 4; parts++) {
    fit_all(&made, parts, more, ends);
    for (int u = 0; u < UNITS; u++) {
      CLAIM(one[u].best.value == more[u].best.value && one[u].evaluations == more[u].evaluations);
      CLAIM(!memcmp(one[u].best.z, more[u].best.z, FREE * sizeof(double)));
      CLAIM(!memcmp(one[u].best.inverse, more[u].best.inverse, FREE * FREE * sizeof(double)));
      CLAIM(!memcmp(ends_of_one[u], ends[u], sizeof ends[u]));
    }
  }
  for (int u = 0; u < UNITS; u++) {
    CLAIM(one[u].best.value > -TRIALS * log(2.) - 1e-9); /* no worse than by chance */
    CLAIM(ends_of_one[u][0] <= one[u].best.z[1] && one[u].best.z[1] <= ends_of_one[u][1]);
  }
}

/* The first allocations, and ever fewer of the later ones, fail: it is said, and nothing is lost. */
static void fits_survive_refused_memory(void)
{
#ifdef UNRULY_TEST_MEMORY
  const choice_log made = two_arms();
  long refused = 0;
  for (long n = 0;; n += 1 + n / 50, refused++) {
    own_fitter o;
    fitted found;
    memory_fail_after = n;
    const bool fine = open_fitter(&o, &made) && fit_unit(&o.f, 0, NULL, &found);
    const bool spent = memory_fail_after < 0;
    memory_fail_after = -1;
    CLAIM(fine != spent);
    CLAIM(fine || !o.f.chooser.chance || o.f.chooser.failure.code || !o.f.chooser.born || !o.f.chooser.stays);
    chooser_close(&o.f.chooser);
    if (!spent) break;
  }
  printf("a fit survives %ld refused allocations\n", refused);
#endif
}

/* --- searches -------------------------------------------------------------------------------------- */

/* Two hills, the higher one at (1, -2), with covariances 0.5. */
static double two_hills(void *given, const double *z)
{
  (void)given;
  const double x = z[0] - 1, y = z[1] + 2, u = z[0] + 3, v = z[1] - 3;
  const double high = -(x * x - x * y + y * y), low = -1 - u * u - v * v;
  return high > low ? high : low;
}

static double rises_for_ever(void *given, const double *z)
{
  (void)given;
  if (z[0] == INFINITY) return -z[1] * z[1];
  return -exp(-z[0]) - z[1] * z[1];
}

static double is_nowhere(void *given, const double *z)
{
  (void)given, (void)z;
  return -INFINITY;
}

static void searches_find_maxima(void)
{
  double room[2 * 50 + 1];
  summit best;
  search s = {.d = 2, .value = two_hills};
  const double agree = search_everywhere(&s, 50, &best, room);
  search_curvature(&s, &best);
  CLAIM(fabs(best.z[0] - 1) < 1e-6 && fabs(best.z[1] + 2) < 1e-6 && fabs(best.value) < 1e-10);
  CLAIM(agree > 0 && agree < 1); /* some starts end on the other hill */
  CLAIM(best.curved && fabs(best.inverse[0] - 2. / 3) < 1e-5 && fabs(best.inverse[1] - 1. / 3) < 1e-5);
  s = (search){.d = 2, .value = rises_for_ever};
  search_everywhere(&s, 50, &best, room);
  search_ends(&s, &best);
  CLAIM(best.z[0] == INFINITY && s.fixed[0] && !s.fixed[1] && fabs(best.value) < 1e-10);
  search_curvature(&s, &best);
  CLAIM(best.curved && isnan(best.inverse[0]) && fabs(best.inverse[3] - .5) < 1e-5);
  s = (search){.d = 2, .value = is_nowhere};
  CLAIM(isnan(search_everywhere(&s, 50, &best, room)) && best.value == -INFINITY);
}

int main(int argc, char **argv)
{
  const uint64_t games = argc > 1 ? strtoull(argv[1], NULL, 10) : 2000 / (uint64_t)one_in();
  const uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : first_of_games(2000);
  for (uint64_t i = 0; i < games; i++) game_has_its_likelihood(first + i);
  printf("%ld of %llu random games judged, %ld refused, %ld differences\n", games_judged,
         (unsigned long long)games, games_refused, differences);
  CLAIM(differences == 0);
  CLAIM(games < 1000 || games_judged >= (long)games / 8);
  searches_find_maxima();
  fits_are_the_same_for_any_threads();
  fits_survive_refused_memory();
  return 0;
}

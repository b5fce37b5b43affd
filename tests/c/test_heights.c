/* Heights: the next below a limit is what a search turn by turn finds. Draws by them: the fast way is the
 * plain one over families, numbers of arms and gaps, and the choices of short games have the law that
 * enumeration gives; bounds of posteriors hold. */
#include "describe.h"
#include "../../src/arms/types.h"
#include "../../src/policies/registry.h"
#include "../../src/policies/sampling/beta_quantile.h"
#include "../../src/policies/sampling/posterior.h"
#include "../../src/random/distributions.h"
#include "../../src/random/heights.h"

static uint64_t dice = 1;
static int below(int n)
{
  dice = dice * 6364136223846793005u + 1442695040888963407u;
  return (int)((dice >> 33) % (uint64_t)n);
}

/* --- heights ------------------------------------------------------------------- */

static const double limits[] = {3, .5, .1, .02, 1.0 / 64, .01, .003, .0005, 1e-4};

static void next_is_found_by_search(philox_key key, uint32_t lane, uint64_t turn)
{
  enum { FAR = 20000 };
  height_lane l = {.key = key};
  height_open(&l, key, lane);
  for (int i = 0; i < 60; i++) {
    const double limit = limits[below(9)];
    const uint64_t found = height_next(&l, turn, limit);
    uint64_t at = turn;
    while (at < turn + FAR && !(height_at(key, lane, at) < limit)) at++;
    CLAIM(at < turn + FAR ? found == at : found >= at);
    if (below(3) == 0) CLAIM(height_of(&l, turn) == height_at(key, lane, turn));
    const uint64_t steps[] = {0, 1, (uint64_t)below(60),
                              found < turn + FAR ? found - turn + (uint64_t)below(2) : 1};
    turn += steps[below(4)];
    if (below(20) == 0 && turn > 100) turn -= (uint64_t)below(90); /* as an agent that is read again */
  }
}

static void two_lanes_look_ahead(philox_key key)
{
  height_lane even = {.key = key}, odd = {.key = key};
  height_open(&even, key, 6);
  height_open(&odd, key, 7);
  heights_look_ahead(&even, &odd, 1000);
  for (uint64_t turn = 1000; turn < 1010; turn++)
    CLAIM(height_of(&even, turn) == height_at(key, 6, turn) &&
          height_of(&odd, turn) == height_at(key, 7, turn));
}

/* Counts of heights below 4^-i. */
static void have_their_law(philox_key key)
{
  enum { TURNS = 2000000 };
  double sum = 0;
  long count[13] = {0};
  height_lane l = {.key = key};
  height_open(&l, key, 3);
  for (uint64_t turn = 0; turn < TURNS; turn++) {
    const double y = height_of(&l, turn);
    CLAIM(y > 0);
    sum += y;
    for (int i = 1; i <= 12; i++) count[i] += y < ldexp(1, -2 * i);
  }
  CLAIM(fabs(sum / TURNS - 1) * sqrt(TURNS) < 4);
  for (int i = 1; i <= 12; i++) {
    const double p = -expm1(-ldexp(1, -2 * i)), expected = TURNS * p;
    CLAIM(fabs(count[i] - expected) < 4.5 * sqrt(expected) + 4);
  }
}

static void heights_hold(void)
{
  static const uint64_t from[] = {0, 1, 1000, (1ull << 50) + 12345, (1ull << 52) - 3000};
  random_stream s = stream_open(5, 3, 77);
  const philox_key key = heights_key(&s, 0), other = heights_key(&s, 1);
  CLAIM(key.word[0] != other.word[0]);
  for (int i = 0; i < 5; i++)
    for (uint32_t lane = 0; lane < 5; lane++) next_is_found_by_search(key, lane * 1000003u, from[i]);
  two_lanes_look_ahead(key);
  have_their_law(key);
  printf("heights are those of a search, with their law\n");
}

/* --- posteriors ------------------------------------------------------------------- */

static double exactly_above(const posterior *x, double level)
{
  const beta_law l = beta_law_of(x->a, x->b);
  return beta_upper(&l, level, beta_kernel(&l, level), 1e-15);
}

static void bounds_hold(double a, double b)
{
  posterior x = beta_posterior(a, b);
  const double sd = posterior_sd(POSTERIOR_BETA, &x);
  for (double z = -5; z <= 9; z += 0.25) {
    const double level = x.mean + z * sd;
    if (!(level > 0 && level < 1)) continue;
    CLAIM(posterior_above(POSTERIOR_BETA, &x, level) >= exactly_above(&x, level) * (1 - 1e-9));
  }
  for (double height = 1e-9; height < 30; height *= 2)
    for (int favourite = 0; favourite < 2; favourite++) {
      const double z = normal_draw(height, favourite),
                   draw = posterior_draw(POSTERIOR_BETA, &x, height, favourite);
      const about near = beta_about(&x, z);
      CLAIM(draw >= 0 && draw <= 1);
      if (draw > 1e-12 && draw < 1 - 1e-9) CLAIM(fabs(near.value - (log(draw) - log1p(-draw))) <= near.error);
      for (int i = -3; i <= 3; i++) {
        const double at = draw + i * sd / 50;
        if (beta_is_above(&x, z, at)) CLAIM(at < draw);
        if (beta_is_below(&x, z, at)) CLAIM(at > draw);
      }
    }
}

/* Tails of 1e-300 and 0, and shapes of 1e12. */
static void extremes_are_numbers(void)
{
  static const double shape[] = {1, 2, 3, 1001, 1e6, 1e9, 1e12};
  for (int i = 0; i < 7; i++)
    for (int j = 0; j < 7; j++) {
      const posterior x = beta_posterior(shape[i], shape[j]);
      for (int k = 0; k <= 40; k++) {
        const double p = posterior_above(POSTERIOR_BETA, &x, k / 40.0);
        CLAIM(p >= 0 && p <= 1);
      }
      for (double height = 1e-22; height < 37; height *= 20) {
        const double low = posterior_draw(POSTERIOR_BETA, &x, height, true),
                     high = posterior_draw(POSTERIOR_BETA, &x, height, false);
        CLAIM(low >= 0 && low <= 1 && high >= 0 && high <= 1);
      }
    }
}

static void posteriors_hold(void)
{
  static const double shape[] = {1, 2, 3, 4, 7, 30, 200, 3000, 1e5};
  for (int i = 0; i < 9; i++)
    for (int j = 0; j < 9; j++) bounds_hold(shape[i], shape[j]);
  extremes_are_numbers();
  printf("bounds of posteriors hold\n");
}

/* --- games -------------------------------------------------------------------------- */

enum { TEST_ARMS_AT_MOST = 70 };

static void play_once(const problem *p, const char *policy, const described *told, int64_t horizon,
                      uint32_t replication, bool plain, record *r)
{
  static double figure[PLAIN_FIGURES], *column[PLAIN_FIGURES];
  for (int i = 0; i < PLAIN_FIGURES; i++) column[i] = figure + i;
  const parameters given_to = given(told);
  arena memory = {0};
  record_open(r, &horizon, 1, column, 0);
  const game_setup setup = {.problem = p,
                            .type = policy_find(policy),
                            .policy_parameters = &given_to,
                            .policy_identity = 12,
                            .find = policy_find,
                            .seed = 3,
                            .horizon = horizon,
                            .replication = replication,
                            .plain = plain};
  CLAIM(setup.type && !game_play(&setup, r, &memory, NULL).code);
  arena_free(&memory);
}

static void bandit_of(problem *p, const char *kind, double best, double gap, int arms)
{
  static double mean[TEST_ARMS_AT_MOST], sd = 1;
  static described d;
  d.count = 0;
  for (int i = 0; i < arms; i++) mean[i] = i == arms / 2 ? best : best - gap;
  const bool normal = strcmp(kind, "gaussian") == 0;
  with_numbers(&d, normal ? "mean" : "prob", mean, arms, arms);
  if (normal) with_number(&d, "sd", &sd);
  const parameters of_arms = given(&d);
  CLAIM(!problem_make(p, arms_find(kind), &of_arms, arms).code);
}

/* Without choices kept, so that there are stretches. */
static void fast_is_plain(const char *policy, const described *told, const char *kind, double best,
                          double gap, int arms, int64_t horizon)
{
  problem p;
  bandit_of(&p, kind, best, gap, arms);
  record fast, plain;
  play_once(&p, policy, told, horizon, 1, false, &fast);
  play_once(&p, policy, told, horizon, 1, true, &plain);
  CLAIM(fast.arms.count == plain.arms.count);
  for (size_t i = 0; i < fast.arms.count; i++) {
    const arm_row *x = (const arm_row *)fast.arms.items + i, *y = (const arm_row *)plain.arms.items + i;
    CLAIM(memcmp(x->value, y->value, sizeof x->value) == 0);
  }
  record_free(&fast);
  record_free(&plain);
  problem_free(&p);
}

/* Policies with what they are told: so many numbers, and a family unless it is NULL. */
typedef struct drawing {
  const char *policy, *family, *names[2];
  double numbers[2];
  int64_t part; /* of the horizon: plain mode may take long */
} drawing;

static const drawing drawings[] = {
    {"policy_thompson", "bernoulli", {0}, {0}, 1},
    {"policy_thompson", "gaussian", {0}, {0}, 1},
    {"policy_thompson", "gaussian", {"prior_mean", "prior_sd"}, {.5, .2}, 1},
    {"policy_sw_thompson", NULL, {"window"}, {60}, 1},
    {"policy_sw_thompson", NULL, {"window"}, {4000}, 1},
    {"policy_thompson_t", NULL, {0}, {0}, 2},
    {"policy_thompson_t", NULL, {"alpha"}, {.3}, 2},
    {"policy_boltzmann_gumbel", NULL, {"sd"}, {1}, 1},
    {"policy_boltzmann_gumbel", NULL, {"sd"}, {.2}, 1},
    {"policy_top_two", "bernoulli", {0}, {0}, 20},
    {"policy_top_two", "gaussian", {0}, {0}, 8},
    {"policy_epsilon_greedy", NULL, {"epsilon"}, {.01}, 1},
    {"policy_epsilon_greedy", NULL, {"decay"}, {40}, 1},
    {"policy_epsilon_greedy", NULL, {"decay", "restart"}, {40, 1500}, 1},
    {"policy_floor", "policy_ucb1", {"min_propensity"}, {.002}, 1},
    {"policy_floor", "policy_thompson", {"min_propensity", "decay"}, {.02, .4}, 1},
    {"policy_floor", "policy_epsilon_greedy", {"min_propensity", "first"}, {.001, 30}, 1},
};

static void ways_agree(const drawing *d, const char *kind, double best, double gap, int arms, int64_t horizon)
{
  described told = {.count = 0};
  if (d->family) with_text(&told, strcmp(d->policy, "policy_floor") == 0 ? "base" : "family", d->family);
  for (int i = 0; i < 2 && d->names[i]; i++) with_number(&told, d->names[i], &d->numbers[i]);
  fast_is_plain(d->policy, &told, kind, best, gap, arms, horizon / d->part);
}

static void games_agree(void)
{
  static const int arms[] = {1, 2, 3, 10, 25, 70};
  static const double gap[] = {0, .02, .1, .4};
  for (size_t k = 0; k < sizeof drawings / sizeof *drawings; k++) {
    const drawing *d = &drawings[k];
    const bool normal = k % 2 && !(d->family && strcmp(d->family, "bernoulli") == 0) &&
                        strcmp(d->policy, "policy_sw_thompson") != 0;
    const char *kind = normal ? "gaussian" : "bernoulli";
    for (int i = 0; i < 6; i++)
      for (int j = 0; j < 4; j++)
        if (((int)k + i + j + share_number()) % one_in() == 0)
          ways_agree(d, kind, .5, gap[j], arms[i], 300 + 16000 / arms[i]);
    ways_agree(d, "bernoulli", .999, .01, 3, 20000);
    ways_agree(d, "bernoulli", .002, .001, 3, 20000);
  }
  printf("the fast way is the plain one, of %d kinds of draws\n", (int)(sizeof drawings / sizeof *drawings));
}

/* --- the law of short games ------------------------------------------------------------- */

enum { ROUNDS = 5, SEQUENCES = 243, CELLS = 4000 };
static const double prob[] = {.2, .5, .8};

static double choose(int n, int k)
{
  double c = 1;
  for (int i = 0; i < k; i++) c = c * (n - i) / (i + 1);
  return c;
}

/* The density of Beta(1 + s, 1 + f) at x, and what lies below. */
static double density(int s, int f, double x)
{
  return (s + f + 1) * choose(s + f, s) * pow(x, s) * pow(1 - x, f);
}
static double what_lies_below(int s, int f, double x)
{
  double sum = 0;
  for (int k = s + 1; k <= s + f + 1; k++)
    sum += choose(s + f + 1, k) * pow(x, k) * pow(1 - x, s + f + 1 - k);
  return sum;
}

static double chance_to_be_greatest(const int s[3], const int f[3], int arm)
{
  double sum = 0; /* polynomials of degree below 10, by midpoints */
  for (int i = 0; i < CELLS; i++) {
    const double x = (i + 0.5) / CELLS;
    double product = density(s[arm], f[arm], x);
    for (int other = 0; other < 3; other++)
      if (other != arm) product *= what_lies_below(s[other], f[other], x);
    sum += product;
  }
  return sum / CELLS;
}

/* Returns the same from a table: many sequences lead to the same counts, each of which is below ROUNDS. */
static double is_greatest(const int s[3], const int f[3], int arm)
{
  static double known[3 * ROUNDS * ROUNDS * ROUNDS * ROUNDS * ROUNDS * ROUNDS];
  int at = arm;
  for (int i = 0; i < 3; i++) at = (at * ROUNDS + s[i]) * ROUNDS + f[i];
  if (known[at] == 0) known[at] = chance_to_be_greatest(s, f, arm);
  return known[at];
}

static void enumerate(int s[3], int f[3], int round, int sequence, double chance, double *law)
{
  if (round == ROUNDS) {
    law[sequence] += chance;
    return;
  }
  for (int arm = 0; arm < 3; arm++) {
    const double here = chance * is_greatest(s, f, arm);
    s[arm]++, enumerate(s, f, round + 1, 3 * sequence + arm, here * prob[arm], law), s[arm]--;
    f[arm]++, enumerate(s, f, round + 1, 3 * sequence + arm, here * (1 - prob[arm]), law), f[arm]--;
  }
}

static void choices_have_their_law(bool plain)
{
  static double law[SEQUENCES];
  static long count[SEQUENCES];
  const int games = 200000 / one_in();
  int s[3] = {0}, f[3] = {0};
  static described d, beta;
  d.count = beta.count = 0;
  with_numbers(&d, "prob", prob, 3, 3);
  with_text(&beta, "family", "bernoulli");
  const parameters of_arms = given(&d), of_policy = given(&beta);
  problem p;
  CLAIM(!problem_make(&p, arms_find("bernoulli"), &of_arms, 3).code);
  memset(law, 0, sizeof law);
  memset(count, 0, sizeof count);
  enumerate(s, f, 0, 0, 1, law);
  arena memory = {0};
  for (int game = 1; game <= games; game++) {
    static double figure[PLAIN_FIGURES], *column[PLAIN_FIGURES];
    static const int64_t last = ROUNDS;
    for (int i = 0; i < PLAIN_FIGURES; i++) column[i] = figure + i;
    record r;
    record_open(&r, &last, 1, column, 0);
    r.keep_choices = true;
    const game_setup setup = {.problem = &p,
                              .type = policy_find("policy_thompson"),
                              .policy_parameters = &of_policy,
                              .policy_identity = 12,
                              .find = policy_find,
                              .seed = plain ? 8 : 9,
                              .horizon = ROUNDS,
                              .replication = (uint32_t)game,
                              .plain = plain};
    CLAIM(!game_play(&setup, &r, &memory, NULL).code);
    int sequence = 0;
    for (int i = 0; i < ROUNDS; i++)
      sequence = 3 * sequence + (int)((const choice_row *)r.choices.items)[i].number;
    count[sequence]++;
    record_free(&r);
  }
  arena_free(&memory);
  problem_free(&p);
  double statistic = 0, total = 0;
  for (int i = 0; i < SEQUENCES; i++) {
    const double expected = games * law[i], off = (double)count[i] - expected;
    total += law[i];
    statistic += off * off / expected;
  }
  CLAIM(fabs(total - 1) < 1e-6);
  printf("%d games of five rounds: chi-squared %.1f on %d\n", games, statistic, SEQUENCES - 1);
  CLAIM(statistic < 242 + 4 * sqrt(2 * 242.0));
}

int main(void)
{
  heights_hold();
  posteriors_hold();
  games_agree();
  choices_have_their_law(true);
  choices_have_their_law(false);
  printf("all claims hold\n");
  return 0;
}

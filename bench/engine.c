/* The engine against plain C loops of the same rules, with the same draws and
 * the same choices, and against bare draws: ratios within one run, by the time
 * of this thread alone, on one thread. Built and run by bench/engine.sh.
 *
 *   engine [name...]: only the lines whose names begin so */
#define _GNU_SOURCE /* getrusage() */
#include "../src/agent/agent.h"
#include "../src/arms/types.h"
#include "../src/study/study.h"
#include "../src/policies/registry.h"
#include "../src/random/distributions.h"
#include "../src/traits/types.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int wanted_count;
static char **wanted;

static bool is_wanted(const char *name)
{
  for (int i = 0; i < wanted_count; i++)
    if (strncmp(name, wanted[i], strlen(wanted[i])) == 0) return true;
  return wanted_count == 0;
}

/* Whether a line is whose name begins so; if not, nothing is made for it. */
static bool may_be_wanted(const char *begins)
{
  for (int i = 0; i < wanted_count; i++) {
    const size_t length = strlen(wanted[i]), most = strlen(begins);
    if (strncmp(begins, wanted[i], length < most ? length : most) == 0) return true;
  }
  return wanted_count == 0;
}

/* --- problems -------------------------------------------------------------- */

static void spread_means(double *mean, int arms)
{
  for (int k = 0; k < arms; k++) mean[k] = .05 + .9 * (k + 1) / arms;
}

static void must(status s)
{
  if (!s.code) return;
  fprintf(stderr, "%s\n", s.message);
  exit(1);
}

static void add_trait(problem *p, const char *name, const parameters *given)
{
  must(problem_add(p, trait_find(name), given));
}

/* --- the engine ------------------------------------------------------------ */

typedef struct played {
  double seconds;
  int64_t *pulls; /* by action */
  double *rows;
} played;

static bool plainly; /* every index in every round, every split in every test */

static played play_game(const problem *p, const char *policy, const parameters *given, int64_t horizon,
                        int times)
{
  played best = {INFINITY, calloc((size_t)(p->arm_count * p->waits), sizeof(int64_t)), NULL};
  atomic_bool stop;
  atomic_init(&stop, false);
  for (int i = 0; i < times; i++) {
    enum { FIGURES = PLAIN_FIGURES + MOST_TRAITS * MOST_FIGURES };
    double figure[FIGURES], *column[FIGURES];
    for (int j = 0; j < FIGURES; j++) column[j] = &figure[j];
    record r;
    arena memory = {0};
    record_open(&r, &horizon, 1, column, 0);
    r.keep_arms = !p->renewing; /* what is asked to be kept is not the engine's memory */
    r.keep_exits = !p->renewing;
    const game_setup setup = {.problem = p,
                              .type = policy_find(policy),
                              .policy_parameters = given,
                              .policy_identity = 1,
                              .find = policy_find,
                              .seed = 1,
                              .horizon = horizon,
                              .replication = 1,
                              .plain = plainly};
    const double from = now();
    must(game_play(&setup, &r, &memory, &stop));
    const double took = now() - from;
    if (took < best.seconds) best.seconds = took;
    for (size_t j = 0; j < r.arms.count && !p->renewing; j++) {
      const arm_row *a = (const arm_row *)r.arms.items + j;
      best.pulls[a->number * p->waits + a->wait - 1] = (int64_t)a->value[ARM_PULLS];
    }
    record_free(&r);
    arena_free(&memory);
  }
  return best;
}

/* --- plain loops ----------------------------------------------------------- */

static double draw_bernoulli(random_address *at, double prob)
{
  const philox_block block = random_block(at, 0);
  return first_uniform(&block) < prob ? 1 : 0;
}

static double plain_ucb1(const double *mean, int arms, int64_t horizon, int64_t *pulls)
{
  double *total = calloc((size_t)arms, sizeof *total);
  random_address at = {random_key(1, USE_OUTCOME), 1, 0, 0};
  const double from = now();
  for (int64_t t = 1; t <= horizon; t++) {
    const double log_t = log((double)t);
    int best = 0;
    double greatest = -1;
    for (int k = 0; k < arms; k++) {
      const double n = (double)pulls[k];
      const double index = pulls[k] ? total[k] / n + sqrt(2 * log_t / n) : INFINITY;
      if (index > greatest) best = k, greatest = index;
    }
    at.arm = (uint32_t)best;
    at.pull = (uint64_t)pulls[best];
    total[best] += draw_bernoulli(&at, mean[best]);
    pulls[best]++;
  }
  const double took = now() - from;
  free(total);
  return took;
}

enum { ARMS = 3, WAITS = 10 };

typedef double (*wait_rule)(double total, double time, double n, int j, int waits, double log_clock);

static double alpha[WAITS], beta[WAITS];

static inline double wait_ucb_rule(double total, double time, double n, int j, int waits, double l)
{
  (void)waits;
  return total / time + alpha[j - 1] * l / n + beta[j - 1] * sqrt(l / n);
}

static inline double budget_rule(double total, double time, double n, int j, int waits, double l)
{
  (void)j;
  const double r = total / n, c = time / (n * waits), e = sqrt(2 * l / n);
  return r / c + e / c + e / c * fmin(r + e, 1) / fmax(c - e, 1.0 / waits);
}

static inline double simplex_rule(double total, double time, double n, int j, int waits, double l)
{
  (void)j;
  return (total / n + (1 + waits) * sqrt(2 * l / n)) / (time / (n * waits));
}

/* Wait-UCB and its like, on Bernoulli arms with these delays. The clock is that many plays
 * ahead of those made. */
static inline __attribute__((always_inline)) double plain_waiting(const double *mean, const double *delay,
                                                                  int arms, int waits, int64_t horizon,
                                                                  wait_rule rule, int ahead, int64_t *pulls,
                                                                  int64_t *plays)
{
  const int actions = arms * waits;
  double *total = calloc((size_t)actions, sizeof *total), *time = calloc((size_t)actions, sizeof *time);
  int64_t *arm_pulls = calloc((size_t)arms, sizeof *arm_pulls);
  double *cumulative = calloc((size_t)actions, sizeof *cumulative);
  for (int k = 0; k < arms; k++) {
    double sum = 0;
    for (int d = 0; d < waits; d++) cumulative[k * waits + d] = sum += delay[k + d * arms];
    cumulative[k * waits + waits - 1] = 1;
  }
  random_address at = {random_key(1, USE_OUTCOME), 1, 0, 0};
  const double from = now();
  int64_t s = 0;
  for (int64_t t = 1; t <= horizon;) {
    const double l = log((double)(s + ahead > 0 ? s + ahead : 1));
    int best = 0;
    double greatest = -INFINITY;
    for (int a = 0; a < actions; a++) {
      const double index =
          pulls[a] ? rule(total[a], time[a], (double)pulls[a], a % waits + 1, waits, l) : INFINITY;
      if (index > greatest) best = a, greatest = index;
    }
    const int arm = best / waits, wait = best % waits + 1;
    at.arm = (uint32_t)arm;
    at.pull = (uint64_t)arm_pulls[arm];
    const philox_block b = random_block(&at, 0);
    const int tau = categorical_index(second_uniform(&b), cumulative + arm * waits, waits) + 1;
    const int cost = tau <= wait ? tau : wait;
    if (t + cost - 1 > horizon) break;
    total[best] += tau <= wait && first_uniform(&b) < mean[arm] ? 1 : 0;
    time[best] += cost;
    pulls[best]++;
    arm_pulls[arm]++;
    t += cost;
    s++;
  }
  const double took = now() - from;
  *plays = s;
  free(total), free(time), free(arm_pulls), free(cumulative);
  return took;
}

/* --- lines ----------------------------------------------------------------- */

static void report(const char *name, double value, const char *unit, const char *bar)
{
  printf("%-44s %9.3f %-28s %s\n", name, value, unit, bar);
}

static double bare_seconds;

static void measure_bare(void)
{
  const int count = 20000000;
  random_address at = {random_key(1, USE_OUTCOME), 1, 0, 0};
  double sum = 0;
  const double from = now();
  for (int i = 0; i < count; i++, at.pull++) {
    const philox_block b = random_block(&at, 0);
    sum += (double)(b.word[0] ^ b.word[1] ^ b.word[2] ^ b.word[3]);
  }
  bare_seconds = (now() - from) / count;
  report("bare Philox draw", 1e9 * bare_seconds + 0 * sum, "ns", "");
}

static const parameters none;

static problem bernoulli(const double *mean, int arms)
{
  static parameter items[64];
  static int at;
  parameter *item = &items[at++];
  *item = (parameter){.name = "prob", .values = mean, .length = arms, .rows = arms};
  const parameters given = {item, 1};
  problem p;
  must(problem_make(&p, arms_find("bernoulli"), &given, arms));
  return p;
}

static void ucb1(int arms, int64_t horizon, const char *bar)
{
  char name[80];
  snprintf(name, sizeof name, "UCB1 K = %d, T = %.0e", arms, (double)horizon);
  if (!is_wanted(name)) return;
  double *mean = calloc((size_t)arms, sizeof *mean);
  int64_t *pulls = calloc((size_t)arms, sizeof *pulls);
  spread_means(mean, arms);
  problem p = bernoulli(mean, arms);
  const played fast = play_game(&p, "policy_ucb1", &none, horizon, 3);
  const double plain = plain_ucb1(mean, arms, horizon, pulls);
  const bool same = memcmp(fast.pulls, pulls, sizeof *pulls * (size_t)arms) == 0;
  report(name, fast.seconds / plain, same ? "of plain, same pulls" : "of plain, OTHER PULLS", bar);
  report("  ...", 1e9 * fast.seconds / (double)horizon, "ns a round", "");
  problem_free(&p);
  free(mean), free(pulls), free(fast.pulls);
}

static double cost_of(const char *policy, const problem *p, const parameters *given, int64_t horizon)
{
  const played x = play_game(p, policy, given, horizon, 3);
  free(x.pulls);
  return x.seconds / (double)horizon;
}

static void one_policy(const char *label, const char *policy, const problem *p, const parameters *given,
                       int64_t horizon, const char *bar)
{
  if (!is_wanted(label)) return;
  const double cost = cost_of(policy, p, given, horizon);
  report(label, 1e9 * cost, "ns a round", bar);
  report("  ...", cost / bare_seconds, "bare draws", "");
}

/* Beside the way that evaluates every index in every round. */
static void fast_and_plain(const char *label, const char *policy, const problem *p, const parameters *given,
                           int64_t horizon, const char *bar)
{
  if (!is_wanted(label)) return;
  const played fast = play_game(p, policy, given, horizon, 3);
  plainly = true;
  const played plain = play_game(p, policy, given, horizon, 1);
  plainly = false;
  const bool same = memcmp(fast.pulls, plain.pulls, sizeof *fast.pulls * (size_t)p->arm_count) == 0;
  report(label, 1e9 * fast.seconds / (double)horizon, "ns a round", bar);
  report("  ...", fast.seconds / plain.seconds, same ? "of plain, same pulls" : "of plain, OTHER PULLS", "");
  free(fast.pulls), free(plain.pulls);
}

/* Policies that forget, beside those that do not. */
static void forgetting(int arms, const char *sliding, const char *discounted)
{
  char name[80];
  double *mean = calloc((size_t)arms, sizeof *mean);
  spread_means(mean, arms);
  problem p = bernoulli(mean, arms);
  const double window = 5000, discount = .9998;
  const parameter index = {.name = "index", .text = "kl"}, beta = {.name = "family", .text = "bernoulli"},
                  rounds = {.name = "window", .values = &window, .length = 1, .rows = 1},
                  part = {.name = "discount", .values = &discount, .length = 1, .rows = 1};
  const parameters kl = {&index, 1}, of_beta = {&beta, 1}, last = {&rounds, 1}, fading = {&part, 1};
  const struct {
    const char *label, *policy, *bar;
    const parameters *given;
  } line[] = {{"UCB1 beside them", "policy_ucb1", "", &none},
              {"SW-UCB", "policy_sw_ucb", sliding, &none},
              {"D-UCB", "policy_d_ucb", discounted, &none},
              {"KL-UCB beside them", "policy_kl_ucb", "", &none},
              {"kl SW-UCB", "policy_sw_ucb", "", &kl},
              {"kl D-UCB", "policy_d_ucb", "", &kl},
              {"Thompson beta beside them", "policy_thompson", "", &of_beta},
              {"SW-Thompson", "policy_sw_thompson", "<= 2 of Thompson beta", &last},
              {"Discounted Thompson", "policy_discounted_thompson", "<= 2 of Thompson beta", &fading}};
  const size_t lines = arms > 100 ? 3 : sizeof line / sizeof line[0]; /* the plain way takes its time */
  for (size_t i = 0; i < lines; i++) {
    snprintf(name, sizeof name, "forgetting K = %d, %s", arms, line[i].label);
    fast_and_plain(name, line[i].policy, &p, line[i].given, arms > 100 ? 200000 : 1000000, line[i].bar);
  }
  problem_free(&p);
  free(mean);
}

static inline __attribute__((always_inline)) void waiting(const char *label, const char *policy,
                                                          wait_rule rule, int ahead, const char *bar)
{
  if (!is_wanted(label)) return;
  for (int j = 0; j < WAITS; j++) alpha[j] = 8.0 * j / 3, beta[j] = sqrt(2) * (sqrt(j) + 1);
  static double mean[] = {.7, 1, .5}, delay[ARMS * WAITS];
  for (int k = 0; k < ARMS; k++)
    for (int d = 0; d < WAITS; d++) delay[k + d * ARMS] = 0;
  delay[0 + 1 * ARMS] = .5, delay[0 + 7 * ARMS] = .5;
  for (int d = 0; d < WAITS; d++) delay[1 + d * ARMS] = .1;
  delay[2 + 0 * ARMS] = .3, delay[2 + 4 * ARMS] = .4, delay[2 + 9 * ARMS] = .3;
  problem p = bernoulli(mean, ARMS);
  const parameter law = {.name = "delay", .values = delay, .length = ARMS * WAITS, .rows = ARMS};
  const parameters given = {&law, 1};
  add_trait(&p, "waiting", &given);
  /* By turns, the least of each: a disturbance is longer than one of these games. */
  double fast = INFINITY, plain = INFINITY;
  int64_t plays = 0;
  bool same = true;
  for (int turn = 0; turn < 5; turn++) {
    int64_t pulls[ARMS * WAITS] = {0};
    plays = 0;
    const played x = play_game(&p, policy, &none, 10000000, 1);
    fast = fmin(fast, x.seconds);
    plain = fmin(plain, plain_waiting(mean, delay, ARMS, WAITS, 10000000, rule, ahead, pulls, &plays));
    same = same && memcmp(x.pulls, pulls, sizeof pulls) == 0;
    free(x.pulls);
  }
  report(label, fast / plain, same ? "of plain, same pulls" : "of plain, OTHER PULLS", bar);
  report("  ...", 1e9 * fast / (double)plays, "ns a play", "");
  problem_free(&p);
}

/* A policy that looks for the best arm, on means that lie close. */
static void naming(const char *policy, const char *text, int arms, int64_t horizon, const char *bar)
{
  char name[80];
  snprintf(name, sizeof name, "%s%s%s, K = %d", policy, *text ? ", " : "", text, arms);
  if (!is_wanted(name)) return;
  double *mean = calloc((size_t)arms, sizeof *mean);
  for (int k = 0; k < arms; k++) mean[k] = .5 - .02 * k - .03 * (k > 0);
  problem p = bernoulli(mean, arms);
  const parameter items[] = {{.name = "family", .text = text}, {.name = "challenger", .text = "transport"}};
  const parameters given = {items, 2};
  const double cost = cost_of(policy, &p, &given, horizon);
  report(name, 1e9 * cost, "ns a round", bar);
  report("  ...", cost / cost_of("policy_ucb1", &p, &none, horizon), "of UCB1", "");
  problem_free(&p);
  free(mean);
}

static void mortal(const char *policy, double life, int64_t horizon, const char *bar)
{
  char name[80];
  snprintf(name, sizeof name, "mortal %s, life %.0e, T = %.0e", policy, life, (double)horizon);
  if (!is_wanted(name)) return;
  static const double unit[] = {0, 1}, one = 1;
  const parameter prior = {.name = "prob", .values = unit, .length = 2, .rows = 2, .prior = "uniform"};
  const parameters given = {&prior, 1};
  problem p;
  must(problem_make(&p, arms_find("bernoulli"), &given, 1000));
  const parameter items[] = {{.name = "mean_lifetime", .values = &life, .length = 1, .rows = 1},
                             {.name = "known", .values = &one, .length = 1, .rows = 1},
                             {.name = "death", .text = "timed"}};
  const parameters lives = {items, 3};
  add_trait(&p, "population", &lives);
  const played x = play_game(&p, policy, &none, horizon, 1);
  report(name, 1e9 * x.seconds / (double)horizon, "ns a round", bar);
  struct rusage use;
  getrusage(RUSAGE_SELF, &use);
  report("  ...", (double)use.ru_maxrss / 1024, "MB at most so far", "< 50 MB");
  problem_free(&p);
  free(x.pulls);
}

static void short_game(const char *policy, int checkpoints, const char *bar)
{
  char name[80];
  snprintf(name, sizeof name, "short game, T = 100, K = 10, %s, %d", policy, checkpoints);
  if (!is_wanted(name)) return;
  double mean[10];
  spread_means(mean, 10);
  problem p = bernoulli(mean, 10);
  int64_t rounds[50];
  double figure[50 * PLAIN_FIGURES], *column[PLAIN_FIGURES];
  for (int i = 0; i < PLAIN_FIGURES; i++) column[i] = figure + i * 50;
  for (int i = 0; i < checkpoints; i++) rounds[i] = (i + 1) * 100 / checkpoints;
  arena memory = {0};
  const int games = 20000;
  double best = INFINITY;
  for (int time = 0; time < 3; time++) {
    const double from = now();
    for (int i = 0; i < games; i++) {
      record r;
      record_open(&r, rounds, checkpoints, column, 0);
      const game_setup setup = {.problem = &p,
                                .type = policy_find(policy),
                                .policy_parameters = &none,
                                .seed = 1,
                                .horizon = 100,
                                .replication = (uint32_t)i + 1};
      must(game_play(&setup, &r, &memory, NULL));
      record_free(&r);
    }
    best = fmin(best, now() - from);
  }
  report(name, 1e6 * best / games, "us", bar);
  report("  ...", best / games / bare_seconds, "bare draws", "");
  arena_free(&memory);
  problem_free(&p);
}

/* --- agents that are read ---------------------------------------------------- */

enum { DECISIONS = 1000000 };

static void decide(agent *a)
{
  random_address at = {random_key(1, USE_OUTCOME), 1, 0, 0};
  for (int i = 0; i < DECISIONS; i++, at.pull++) {
    const philox_block b = random_block(&at, 0);
    int number, wait;
    if (agent_choose(a, NULL, &number, &wait) != AGENT_DONE) must(a->state.failure);
    agent_learn(a, first_uniform(&b) < .1 + .05 * number);
  }
}

static double read_again(const agent_setup *setup, const journal *j, agent_mark mark)
{
  static agent a;
  const agent_past past = {j->calls.items, j->calls.count, j->numbers.items, j->numbers.count, mark};
  replayed done = {0, 0};
  const double from = now();
  must(agent_open(&a, setup));
  if (agent_replay(&a, &past, &done) != AGENT_DONE) must(status_error(STATUS_INTERNAL, "It cannot be read."));
  const double took = now() - from;
  agent_close(&a);
  return took;
}

/* The journal of an agent without traits, K = 10, told to another: beside what making it cost. */
static void reading(const char *policy)
{
  char name[80];
  snprintf(name, sizeof name, "reading %s, a million decisions", policy);
  if (!is_wanted(name)) return;
  static agent a;
  agent_setup setup = {.type = policy_find(policy), .given = &none, .replication = 1, .seed = 1, .arms = 10};
  setup.horizon = 2 * DECISIONS;
  setup.refuses = setup.type->refuses;
  must(agent_open(&a, &setup));
  const double from = now();
  decide(&a);
  const double made = now() - from;
  double least = INFINITY;
  for (int i = 0; i < 5; i++) least = fmin(least, read_again(&setup, &a.journal, agent_last_mark(&a)));
  report(name, 1e9 * least / DECISIONS, "ns a decision", "<= 100 ns, with its file");
  report("  ...", least / made, "of deciding", "");
  agent_close(&a);
}

/* --- arms that change ------------------------------------------------------ */

enum { CHANGING_ARMS = 10, CHANGING_ROUNDS = 100000 };

/* Every so many rounds all means are drawn anew. */
static double *changing_rewards(int every)
{
  double *reward = calloc((size_t)CHANGING_ARMS * CHANGING_ROUNDS, sizeof *reward), mean[CHANGING_ARMS];
  random_address at = {random_key(1, USE_OUTCOME), 7, 0, 0};
  for (int t = 0; t < CHANGING_ROUNDS; t++)
    for (int k = 0; k < CHANGING_ARMS; k++, at.pull++) {
      const philox_block b = random_block(&at, 0);
      if (t % every == 0) mean[k] = second_uniform(&b);
      reward[(size_t)t * CHANGING_ARMS + (size_t)k] = first_uniform(&b) < mean[k];
    }
  return reward;
}

static problem changing(int every)
{
  static parameter rewards[2];
  static int at;
  parameter *item = &rewards[at++];
  *item = (parameter){.name = "reward",
                      .values = changing_rewards(every),
                      .length = (int64_t)CHANGING_ARMS * CHANGING_ROUNDS,
                      .rows = CHANGING_ARMS};
  const parameters given = {item, 1};
  problem p;
  must(problem_make(&p, arms_find("tape_round"), &given, CHANGING_ARMS));
  return p;
}

/* A policy, and its plain way beside it. */
static void beside_plain(const char *label, const char *policy, const problem *p, const parameters *given,
                         const char *bar)
{
  if (!is_wanted(label)) return;
  const played fast = play_game(p, policy, given, CHANGING_ROUNDS, 5);
  plainly = true;
  const played plain = play_game(p, policy, given, CHANGING_ROUNDS, 1);
  plainly = false;
  const bool same = memcmp(fast.pulls, plain.pulls, sizeof *plain.pulls * CHANGING_ARMS) == 0;
  report(label, 1e9 * fast.seconds / CHANGING_ROUNDS, "ns a round", bar);
  report("  ...", fast.seconds / plain.seconds, same ? "of plain, same pulls" : "of plain, OTHER PULLS", "");
  free(fast.pulls), free(plain.pulls);
}

static void detectors(void)
{
  if (!may_be_wanted("changing")) return;
  static const double window = 800, burn_in = 200, shift = .1, explore = .02;
  const parameter global = {.name = "restart", .text = "global"}, kl = {.name = "index", .text = "kl"};
  const parameter of_m[] = {{.name = "window", .values = &window, .length = 1, .rows = 1},
                            {.name = "explore", .values = &explore, .length = 1, .rows = 1},
                            kl};
  const parameter of_cusum[] = {{.name = "burn_in", .values = &burn_in, .length = 1, .rows = 1},
                                {.name = "shift", .values = &shift, .length = 1, .rows = 1},
                                kl};
  const parameters globally = {&global, 1}, m = {of_m, 2}, m_kl = {of_m, 3}, cusum = {of_cusum, 2},
                   cusum_kl = {of_cusum, 3};
  problem p = changing(10000), constant = changing(CHANGING_ROUNDS);
  beside_plain("changing UCB1", "policy_ucb1", &p, &none, "");
  beside_plain("changing KL-UCB", "policy_kl_ucb", &p, &none, "");
  beside_plain("changing GLR-kl-UCB", "policy_glr_kl_ucb", &p, &none, "<= 250 ns");
  beside_plain("changing GLR-kl-UCB, global", "policy_glr_kl_ucb", &p, &globally, "<= 250 ns");
  beside_plain("changing GLR-kl-UCB, no change", "policy_glr_kl_ucb", &constant, &none, "<= 250 ns");
  beside_plain("changing CUSUM-UCB", "policy_cusum_ucb", &p, &cusum, "near UCB1");
  beside_plain("changing CUSUM-UCB, kl", "policy_cusum_ucb", &p, &cusum_kl, "near KL-UCB");
  beside_plain("changing M-UCB", "policy_m_ucb", &p, &m, "near UCB1");
  beside_plain("changing M-UCB, kl", "policy_m_ucb", &p, &m_kl, "near KL-UCB");
  beside_plain("changing Exp3", "policy_exp3", &p, &none, "");
  beside_plain("changing Exp3.S", "policy_exp3_s", &p, &none, "near Exp3");
  beside_plain("changing Rexp3", "policy_rexp3", &p, &none, "near Exp3");
  problem_free(&p);
  problem_free(&constant);
}

/* RAW-UCB and FEWA with a grid, where no arm wears out and where all do (their rewards by
 * pull fall to 0), and with all windows for comparison, in which a round costs as much as there were before.
 */
static void wearing_policy(const char *label, const char *policy, const problem *p, double grid, double sd,
                           int64_t horizon, const char *bar)
{
  const parameter items[] = {{.name = "grid", .values = &grid, .length = 1, .rows = 1},
                             {.name = "sd", .values = &sd, .length = 1, .rows = 1}};
  const parameters given = {items, 2};
  one_policy(label, policy, p, &given, horizon, bar);
}

static void worn_out(void)
{
  enum { K = 10, T = 1000000 };
  if (!may_be_wanted("RAW") && !may_be_wanted("FEWA") && !may_be_wanted("wSWA") && !may_be_wanted("Robust"))
    return;
  double mean[K];
  spread_means(mean, K);
  problem still = bernoulli(mean, K), worn;
  double *tape = calloc((size_t)K * T, sizeof *tape);
  random_address at = {random_key(1, USE_OUTCOME), 1, 0, 0};
  for (int64_t n = 0; n < T; n++)
    for (int k = 0; k < K; k++) {
      at.arm = (uint32_t)k, at.pull = (uint64_t)n;
      tape[n * K + k] = draw_bernoulli(&at, mean[k] * pow(1 + (double)n / 1000, -.2));
    }
  const parameter reward = {.name = "reward", .values = tape, .length = (int64_t)K * T, .rows = K};
  const parameters given = {&reward, 1};
  must(problem_make(&worn, arms_find("tape_pull"), &given, K));
  wearing_policy("RAW-UCB, grid 2", "policy_raw_ucb", &still, 2, .5, T, "<= 500 ns");
  wearing_policy("RAW-UCB, grid 2, worn", "policy_raw_ucb", &worn, 2, .5, T, "<= 500 ns");
  wearing_policy("RAW-UCB, grid 1.1, worn", "policy_raw_ucb", &worn, 1.1, .5, T, "");
  wearing_policy("FEWA, grid 2", "policy_fewa", &still, 2, .5, T, "<= 500 ns");
  wearing_policy("FEWA, grid 2, worn", "policy_fewa", &worn, 2, .5, T, "<= 500 ns");
  wearing_policy("FEWA, grid 1.1, worn", "policy_fewa", &worn, 1.1, .5, T, "");
  wearing_policy("RAW-UCB, all windows, T = 1e4", "policy_raw_ucb", &worn, 1, .5, 10000, "");
  wearing_policy("FEWA, all windows, T = 1e4", "policy_fewa", &worn, 1, .5, 10000, "");
  one_policy("wSWA", "policy_wswa", &worn, &none, T, "");
  const parameter blocks = {.name = "estimator", .text = "median of means"};
  const parameters by_median = {&blocks, 1};
  one_policy("Robust UCB, truncated", "policy_robust_ucb", &still, &none, T, "");
  one_policy("Robust UCB, median of means", "policy_robust_ucb", &still, &by_median, T, "");
  problem_free(&worn), problem_free(&still);
  free(tape);
}

/* --- means that change --------------------------------------------------------- */

enum { CHANGING = 10, SEGMENTS = 5 };

/* The same policy on the same bandit with the trait and without. */
static void moving_means(const char *name, const char *trait, const parameter *items, int count,
                         const char *policy, const parameters *of_policy, int64_t horizon, const char *bar)
{
  if (!is_wanted(name)) return;
  double mean[CHANGING];
  spread_means(mean, CHANGING);
  problem still = bernoulli(mean, CHANGING), moves = bernoulli(mean, CHANGING);
  const parameters given = {items, count};
  add_trait(&moves, trait, &given);
  const double without = cost_of(policy, &still, of_policy, horizon),
               with = cost_of(policy, &moves, of_policy, horizon);
  report(name, with / without, "times the cost without", bar);
  report("  ...", 1e9 * with, "ns a round", "");
  problem_free(&still);
  problem_free(&moves);
}

static void all_laws(const char *policy, const char *what, const parameters *of_policy, int64_t horizon)
{
  static double round[SEGMENTS], table[SEGMENTS * CHANGING],
      unit[] = {0, 1}, rate = 1e-3, sd = .01, hundred = 100, thousand = 1000, tiny = 1e-6, amplitude = .01,
      period = 1e4, one = 1;
  for (int i = 0; i < SEGMENTS; i++) {
    round[i] = (double)horizon * (i + 1) / (SEGMENTS + 1);
    for (int k = 0; k < CHANGING; k++) table[i * CHANGING + k] = .05 + .09 * ((k * 7 + i * 3) % CHANGING);
  }
  for (int i = 0; i < SEGMENTS; i++) round[i] = floor(round[i]);
  const parameter at[] = {
      {.name = "law", .text = "at"},
      {.name = "law.round", .values = round, .length = SEGMENTS, .rows = SEGMENTS},
      {.name = "law.mean", .values = table, .length = SEGMENTS * CHANGING, .rows = CHANGING}};
  const parameter random[] = {
      {.name = "law", .text = "random"},
      {.name = "law.rate", .values = &rate, .length = 1, .rows = 1},
      {.name = "law.prior", .values = unit, .length = 2, .rows = 2, .prior = "uniform"},
      {.name = "law.together", .values = &one, .length = 1, .rows = 1}};
  const parameter drift[] = {{.name = "law", .text = "drift"},
                             {.name = "law.sd", .values = &sd, .length = 1, .rows = 1},
                             {.name = "law.every", .values = &hundred, .length = 1, .rows = 1}};
  /* The choices are what they are without: what is left is the trait's own cost. */
  const parameter still[] = {{.name = "law", .text = "drift"},
                             {.name = "law.sd", .values = &tiny, .length = 1, .rows = 1},
                             {.name = "law.every", .values = &thousand, .length = 1, .rows = 1}};
  const parameter wave[] = {{.name = "law", .text = "wave"},
                            {.name = "law.amplitude", .values = &amplitude, .length = 1, .rows = 1},
                            {.name = "law.period", .values = &period, .length = 1, .rows = 1}};
  const parameter wear[] = {{.name = "law", .text = "power"},
                            {.name = "law.exponent", .values = &rate, .length = 1, .rows = 1}};
  char name[80];
#define CHANGING_LINE(law, trait, items, count, bar)       \
  snprintf(name, sizeof name, "%s K = 10: %s", law, what); \
  moving_means(name, trait, items, count, policy, of_policy, horizon, bar)
  CHANGING_LINE("changes at 5 rounds", "changes", at, 3, "<= 1.3");
  CHANGING_LINE("changes random, 1e-3, together", "changes", random, 4, "<= 1.3");
  CHANGING_LINE("changes random, 1e-3 by arm", "changes", random, 3, "");
  CHANGING_LINE("changes by 1e-6 every 1000", "changes", still, 3, "<= 1.3");
  CHANGING_LINE("changes drift every 100", "changes", drift, 3, "");
  CHANGING_LINE("changes drift every round", "changes", drift, 2, "");
  CHANGING_LINE("changes wave every round", "changes", wave, 3, "");
  CHANGING_LINE("wear power", "wear", wear, 2, "");
}

int main(int count, char **arguments)
{
  wanted_count = count - 1;
  wanted = arguments + 1;
  measure_bare();
  ucb1(2, 1000000, "<= 0.4");
  ucb1(10, 1000000, "<= 0.20");
  ucb1(10, 10000000, "<= 0.20");
  ucb1(100, 1000000, "<= 0.06");
  ucb1(1000, 100000, "<= 0.15");
  ucb1(1000, 1000000, "<= 0.04");
  double mean[10], sd = .5;
  spread_means(mean, 10);
  problem p = bernoulli(mean, 10), normal;
  const parameter items[] = {{.name = "mean", .values = mean, .length = 10, .rows = 10},
                             {.name = "sd", .values = &sd, .length = 1, .rows = 1}};
  const parameters given = {items, 2};
  must(problem_make(&normal, arms_find("gaussian"), &given, 10));
  one_policy("Bernoulli UCB1 K = 10", "policy_ucb1", &p, &none, 2000000, "");
  one_policy("Gaussian UCB1 K = 10", "policy_ucb1", &normal, &none, 2000000, "within 10 ns of Bernoulli");
  const double hundred = 100;
  const parameter pulls = {.name = "pulls", .values = &hundred, .length = 1, .rows = 1};
  const parameters etc = {&pulls, 1};
  one_policy("fixed", "policy_fixed", &p, &none, 5000000, "<= 2 bare draws");
  one_policy("oracle", "policy_oracle", &p, &none, 5000000, "<= 2 bare draws");
  one_policy("ETC", "policy_etc", &p, &etc, 5000000, "<= 2 bare draws");
  one_policy("SE", "policy_se", &p, &none, 2000000, "");
  one_policy("UCB K = 10", "policy_ucb", &p, &none, 2000000, "");
  one_policy("MOSS K = 10", "policy_moss", &p, &none, 2000000, "");
  one_policy("KL-UCB K = 10", "policy_kl_ucb", &p, &none, 1000000, "<= 100 ns");
  const parameter beta = {.name = "family", .text = "bernoulli"}, gaussian = {.name = "family", .text = "gaussian"};
  const parameters of_beta = {&beta, 1}, of_gaussian = {&gaussian, 1};
  one_policy("Thompson Gaussian K = 10", "policy_thompson", &p, &of_gaussian, 200000, "half of before");
  one_policy("Thompson beta K = 10", "policy_thompson", &p, &of_beta, 200000, "half of before");
  waiting("Wait-UCB K = 3, D = 10, T = 1e7", "policy_wait_ucb", wait_ucb_rule, 0, "<= 0.3");
  waiting("UCB-Simplex K = 3, D = 10, T = 1e7", "policy_ucb_simplex", simplex_rule, 1, "<= 0.3");
  waiting("Budget-UCB K = 3, D = 10, T = 1e7", "policy_budget_ucb", budget_rule, 0, "<= 0.3");
  /* Memory is what the process had at most, so before the tapes of others. */
  mortal("policy_uniform", 100, 10000, "the same for every T");
  mortal("policy_uniform", 100, 1000000, "the same for every T");
  worn_out();
  naming("policy_tracking", "bernoulli", 5, 200000, "<= 1500 ns");
  naming("policy_tracking", "bernoulli", 20, 100000, "<= 6000 ns");
  naming("policy_tracking", "gaussian", 5, 200000, "");
  naming("policy_lucb", "", 10, 200000, "");
  naming("policy_kl_lucb", "", 10, 200000, "");
  naming("policy_top_two", "", 10, 100000, "");
  naming("policy_chernoff_racing", "", 10, 200000, "");
  naming("policy_kl_racing", "", 10, 200000, "");
  naming("policy_successive_rejects", "", 10, 200000, "");
  naming("policy_sequential_halving", "", 10, 200000, "");
  forgetting(10, "<= 50 ns", "<= 60 ns");
  forgetting(1000, "<= 300 ns", "<= 600 ns");
  mortal("policy_ucb1", 1e4, 200000, "<= 1000 ns");
  mortal("policy_ag", 1e4, 200000, "<= 1000 ns");
  mortal("policy_ucb_l", 1e4, 200000, "<= 1000 ns");
  detectors();
  all_laws("policy_ucb1", "UCB1", &none, 1000000);
  all_laws("policy_thompson", "Thompson beta", &of_beta, 200000);
  static const char *const readers[] = {"policy_ucb1",  "policy_thompson", "policy_exp3",    "policy_exp3_s",
                                        "policy_rexp3", "policy_lucb",     "policy_kl_lucb", "policy_se",
                                        "policy_etc",   "policy_kl_racing"};
  for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++) reading(readers[i]);
  short_game("policy_fixed", 1, "<= 3: what a game costs by itself");
  short_game("policy_fixed", 50, "");
  short_game("policy_ucb1", 1, "");
  short_game("policy_ucb1", 50, "");
  problem_free(&p);
  problem_free(&normal);
  return 0;
}

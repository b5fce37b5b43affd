/* The chances that policies give are those with which they choose: they sum to 1, and the frequencies of
 * choices repeated in the same state agree with them (chi-squared test). In games with arms that enter,
 * leave and are away, at several rounds. */
#include "settings.h"
#include <string.h>

enum { DRAWS = 2000, MOST_PLACES = 64 };

typedef struct variant {
  const char *policy, *name[3], *text[3];
  double value[3];
} variant;

static const variant variants[] = {
    {"policy_uniform", {0}, {0}, {0}},
    {"policy_epsilon_greedy", {"epsilon"}, {0}, {.3}},
    {"policy_epsilon_greedy", {"decay", "restart"}, {0}, {5, 50}},
    {"policy_exp3", {"gamma"}, {0}, {.2}},
    {"policy_exp3_s", {"gamma"}, {0}, {.2}},
    {"policy_rexp3", {"batch"}, {0}, {40}},
    {"policy_tsallis_inf", {0}, {0}, {0}},
    {"policy_tsallis_inf", {"estimator"}, {"importance"}, {0}},
    {"policy_conversion_thompson", {0}, {0}, {0}},
    {"policy_conversion_thompson", {"mean", "within"}, {0}, {20, 40}},
    {"policy_conversion_thompson", {"delay", "within"}, {"estimated"}, {0, 30}},
    {"policy_ars_exp3", {"gamma"}, {0}, {.3}},
    {"policy_boltzmann", {"temperature"}, {0}, {.2}},
    {"policy_boltzmann", {"c"}, {0}, {2}},
    {"policy_delta", {"rate", "temperature", "stick"}, {0}, {.3, .2, 1}},
    {"policy_delta", {"lapse", "forget", "stick_rate"}, {0}, {.1, .2, .3}},
    {"policy_kalman", {"bonus", "drift", "decay"}, {0}, {.5, .2, .9}},
    {"policy_kalman", {"choice", "lapse", "drift"}, {"thompson"}, {0, .1, .2}},
    {"policy_boltzmann_gumbel", {"sd"}, {0}, {1}},
    {"policy_boltzmann_gumbel", {"sd"}, {0}, {.2}},
    {"policy_thompson", {"family"}, {"gaussian"}, {0}},
    {"policy_thompson", {"family"}, {"bernoulli"}, {0}},
    {"policy_thompson", {"family", "prior_sd", "sd"}, {"gaussian"}, {0, .2, .5}},
    {"policy_thompson", {"family"}, {"survival"}, {0}},
    {"policy_sw_thompson", {"window"}, {0}, {30}},
    {"policy_discounted_thompson", {"discount"}, {0}, {.9}},
    {"policy_cusum_ucb", {"explore"}, {0}, {.2}},
    {"policy_stochastic", {"pulls", "reference"}, {0}, {3, .5}},
    {"policy_ag", {0}, {0}, {0}},
    {"policy_ag_l", {"keep"}, {0}, {.5}},
    {"policy_top_two", {"family"}, {"bernoulli"}, {0}},
    {"policy_top_two", {"family", "beta"}, {"gaussian"}, {0, .3}},
    {"policy_top_two", {"leader", "challenger"}, {"empirical", "transport"}, {0}},
    {"policy_top_two", {"leader", "challenger", "family"}, {"ucb", "thompson", "bernoulli"}, {0}},
    {"policy_top_two", {"leader", "challenger", "allocation"}, {"thompson", "transport", "tracking"}, {0}},
    {"policy_allocation", {0}, {0}, {0}},
    {"policy_allocation", {"target", "burn_in"}, {"best"}, {0, 2}},
    {"policy_allocation", {"target", "control"}, {"better"}, {0, 1}},
    {"policy_allocation", {"target", "family"}, {"best", "survival"}, {0}},
    {"policy_allocation", {"target", "family", "control"}, {"better", "survival"}, {0, 0, 1}},
    {"policy_allocation", {"target", "family"}, {"neyman", "gaussian"}, {0}},
    {"policy_allocation", {"target", "gamma"}, {"rsihr"}, {0, .5}},
    {"policy_allocation", {"target", "rule", "block"}, {"failures", "block"}, {0, 0, 7}},
    {"policy_doubling", {"base"}, {"policy_thompson"}, {0}},
    {"policy_restart", {"base", "rounds"}, {"policy_epsilon_greedy"}, {0, 40}},
    {"policy_sleeping", {"base"}, {"policy_exp3"}, {0}},
    {"policy_sleeping", {"base"}, {"policy_thompson"}, {0}},
    {"policy_queue", {"base"}, {"policy_ucb1"}, {0}},
    {"policy_matured", {"base", "within"}, {"policy_thompson"}, {0, 7}},
    {"policy_floor", {"base", "min_propensity"}, {"policy_ucb1"}, {0, .05}},
    {"policy_floor", {"base", "min_propensity", "type"}, {"policy_ucb1", 0, "clip"}, {0, .05}},
    {"policy_floor", {"base", "min_propensity", "decay"}, {"policy_thompson"}, {0, .2, .3}},
    {"policy_floor", {"base", "min_propensity", "type"}, {"policy_thompson", 0, "clip"}, {0, .15}},
    {"policy_floor", {"base", "min_propensity", "first"}, {"policy_ucb1"}, {0, .05, 11}},
    {"policy_flearn", {"learner", "family"}, {"thompson", "bernoulli"}, {0}},
    {"policy_flearn", {"learner", "alpha"}, {"ucb1"}, {0, 3}},
    {"policy_linucb", {0}, {0}, {0}},
    {"policy_linucb_l", {0}, {0}, {0}},
    {"policy_clw", {"length"}, {0}, {1}},
    {"policy_clw", {"length"}, {0}, {5}},
    {"policy_clw", {"length", "version"}, {0, "2022"}, {1}},
    {"policy_clw", {"length", "version"}, {0, "2022"}, {4}},
    {"policy_ars_clw", {"guess", "start"}, {0}, {.1, 8}},
    {"policy_ars_clw", {0}, {0}, {0}},
    {"policy_linear_epsilon_greedy", {"epsilon"}, {0}, {.3}},
    {"policy_linear_epsilon_greedy", {"decay"}, {0}, {20}},
    {"policy_linear_thompson", {0}, {0}, {0}},
    {"policy_linear_thompson", {"alpha"}, {0}, {0}},
    {"policy_logistic_thompson", {"ridge"}, {0}, {.3}},
    {"policy_floor", {"base", "min_propensity", "type"}, {"policy_boltzmann", 0, "clip"}, {0, 1}},
};
enum { VARIANTS = sizeof variants / sizeof variants[0] };

/* A copy of what choose() may change, put back before it is asked again. */
typedef struct kept {
  char *state, *actions;
  size_t state_size, action_size;
  random_stream random;
} kept;

static kept keep(const roster *r)
{
  kept k = {.state_size = r->type->state_size,
            .action_size = r->type->action_size * (size_t)r->view.arms * (size_t)r->view.waits,
            .random = r->random};
  k.state = malloc(k.state_size + 1);
  k.actions = malloc(k.action_size + 1);
  CLAIM(k.state && k.actions);
  memcpy(k.state, r->player.state, k.state_size);
  memcpy(k.actions, r->player.actions, k.action_size);
  return k;
}

static void put_back(const kept *k, roster *r)
{
  memcpy(r->player.state, k->state, k->state_size);
  memcpy(r->player.actions, k->actions, k->action_size);
}

static double chi_squared(const double *chance, const int *count, int cells, int *freedom)
{
  double sum = 0, rare = 0;
  int seldom = 0;
  *freedom = -1;
  for (int i = 0; i < cells; i++) {
    const double expected = chance[i] * DRAWS;
    if (expected < 5) {
      rare += expected;
      seldom += count[i];
      continue;
    }
    sum += (count[i] - expected) * (count[i] - expected) / expected;
    ++*freedom;
  }
  /* Those that are rare together: 1e-6 of having more. */
  CLAIM(seldom <= rare + 5 * sqrt(rare) + 12 * (rare > 1e-4));
  return sum;
}

static long looks, sure;

static void chances_are_frequencies(game *g)
{
  double chance[MOST_PLACES];
  int count[MOST_PLACES] = {0}, freedom;
  roster *r = &g->roster;
  const view *v = &r->view;
  CLAIM(v->action_count <= MOST_PLACES);
  const random_used used = stream_used(&r->random);
  CLAIM(policy_chances(r->type, &r->player, v, chance));
  CLAIM(nothing_used_since(&r->random, &used));
  double sum = 0;
  for (int i = 0; i < v->action_count; i++) {
    CLAIM(chance[i] >= 0 && chance[i] <= 1 + 1e-12);
    sum += chance[i];
  }
  CLAIM(fabs(sum - 1) < 1e-8);
  kept before = keep(r);
  for (int draw = 0; draw < DRAWS; draw++) {
    put_back(&before, r);
    const int action = roster_choose(r);
    CLAIM(action >= 0);
    for (int i = 0; i < v->action_count; i++) count[i] += v->actions[i] == action;
  }
  put_back(&before, r);
  r->random = before.random;
  free(before.state);
  free(before.actions);
  const double statistic = chi_squared(chance, count, v->action_count, &freedom);
  looks++;
  sure += freedom == 0;
  if (statistic > freedom + 4.5 * sqrt(2.0 * freedom) + 8) {
    fprintf(stderr, "%s in round %lld: chi-squared %g with %d degrees of freedom\n", r->type->constructor,
            (long long)g->round, statistic, freedom);
    for (int i = 0; i < v->action_count; i++) fprintf(stderr, "  %g: %d\n", chance[i] * DRAWS, count[i]);
    exit(1);
  }
}

/* What it chooses with its chances is what it would choose without, and they are what it would say. */
static void both_at_once(game *g)
{
  double chance[MOST_PLACES] = {0}, same[MOST_PLACES] = {0};
  roster *r = &g->roster;
  const int count = r->view.action_count;
  bool known;
  const bool told = policy_chances(r->type, &r->player, &r->view, chance);
  kept before = keep(r);
  const int action = roster_choose(r);
  const random_used used = stream_used(&r->random);
  put_back(&before, r);
  r->random = before.random;
  CLAIM(roster_choose_with_chances(r, same, &known) == action);
  CLAIM(known == told && nothing_used_since(&r->random, &used));
  const bool agree = !known || memcmp(chance, same, (size_t)count * sizeof *same) == 0;
  if (!agree) fprintf(stderr, "%s: other chances\n", r->type->constructor);
  CLAIM(agree);
  put_back(&before, r);
  r->random = before.random;
  free(before.state);
  free(before.actions);
}

static void look_at_game(const problem *p, const variant *which, int64_t seed)
{
  static const int64_t looked_at[] = {1, 4, 5, 11, 41, 150, 301, 420};
  described d = {.count = 0};
  for (int i = 0; i < 3 && which->name[i]; i++) {
    if (which->text[i]) with_text(&d, which->name[i], which->text[i]);
    else with_number(&d, which->name[i], &which->value[i]);
  }
  with_necessary(&d, which->policy);
  const parameters of_policy = given(&d);
  record r;
  record_open(&r, NULL, 0, NULL, 0);
  const arena none = {0};
  const game_setup setup = {.problem = p,
                            .type = policy_find(which->policy),
                            .policy_parameters = &of_policy,
                            .find = policy_find,
                            .seed = seed,
                            .horizon = 500,
                            .replication = 1};
  game g;
  CLAIM(setup.type);
  const status opened = game_open(&g, &setup, &r, none, NULL);
  if (opened.code) fprintf(stderr, "%s: %s\n", which->policy, opened.message);
  CLAIM(!opened.code);
  for (size_t i = 0; i < sizeof looked_at / sizeof looked_at[0]; i++) {
    CLAIM(game_step(&g, looked_at[i], NULL) == GAME_GOES_ON);
    if (g.roster.view.live_count == 0) continue;
    both_at_once(&g);
    chances_are_frequencies(&g);
  }
  arena memory = game_close(&g);
  arena_free(&memory);
  record_free(&r);
}

static described awake, resting, late, contextual, lived, accruing;

static bool make_contextual(problem *p)
{
  static const double theta[3 * TEST_ARMS] = {1, .5, -1, 0, .3, -.4, .8, 0, .2, .9, -.6, .1};
  if (!contextual.count) with_numbers(&contextual, "theta", theta, 3 * TEST_ARMS, TEST_ARMS);
  const parameters of_arms = given(&contextual);
  return problem_make(p, arms_find("logistic"), &of_arms, TEST_ARMS).code == STATUS_OK;
}

/* Times lived of patients who arrive over time. */
enum { LIVED = 9, BANDITS };

static bool make_lived(problem *p)
{
  static const double median[TEST_ARMS] = {5, 9, 6, 6}, shape = 1, limit = 12, rate = 3;
  if (!lived.count) {
    with_numbers(&lived, "median", median, TEST_ARMS, TEST_ARMS);
    with_number(&lived, "shape", &shape);
    with_number(&lived, "limit", &limit);
    with_number(&accruing, "rate", &rate);
  }
  const parameters of_arms = given(&lived);
  return problem_make(p, arms_find("survival"), &of_arms, TEST_ARMS).code == STATUS_OK &&
         add(p, "accrual", &accruing);
}

static bool goes_by_hazards(const variant *which)
{
  for (int i = 0; i < 3; i++)
    if (which->text[i] && strcmp(which->text[i], "survival") == 0) return true;
  return false;
}

static bool make_bandit(problem *p, int which)
{
  static const int settings[] = {0, 2, 3, 12};
  static const double table[] = {1, 1, 0, 1, 0, 1, 1, 1, 1, 0, 1, 0};
  static const double rounds = 2, lag = 7;
  if (which < 4) return make_setting(p, settings[which]);
  if (which == 7) return make_contextual(p);
  if (which == LIVED) return make_lived(p);
  if (which == 8) return make_setting(p, 5);
  if (!awake.count) {
    with_numbers(&awake, "awake", table, 12, TEST_ARMS);
    with_number(&resting, "rounds", &rounds);
    with_number(&late, "lag", &lag);
  }
  if (!make_setting(p, 0)) return false;
  if (which == 4) return add(p, "absences", &awake);
  if (which == 5) return add(p, "rest", &resting);
  return add(p, "delay", &late);
}

static bool suits(const policy_type *type, const problem *p)
{
  return !(p->has & type->refuses) && (!type->needs || (p->has & type->needs));
}

/* A policy that randomises tells its chances, or why it does not. */
static void all_have_chances_or_a_reason(void)
{
  for (int i = 0; i < policy_registry_count; i++) {
    const policy_type *type = policy_registry[i];
    if (!type->chances && !type->deterministic && !type->no_chances)
      fprintf(stderr, "%s has neither chances nor a reason\n", type->constructor);
    CLAIM(type->chances || type->deterministic || type->no_chances);
    CLAIM(!type->choose_with_chances || (type->choose && type->chances));
  }
}

int main(void)
{
  all_have_chances_or_a_reason();
  describe_settings();
  for (int which = 0; which < BANDITS; which++) {
    problem p;
    CLAIM(make_bandit(&p, which));
    for (int i = 0; i < VARIANTS; i++) {
      if (goes_by_hazards(&variants[i]) != (which == LIVED)) continue;
      if (!suits(policy_find(variants[i].policy), &p)) continue;
      look_at_game(&p, &variants[i], 11 + which);
    }
    problem_free(&p);
  }
  CLAIM(looks > 1300 && sure < looks / 2);
  return 0;
}

/* The core without R: every policy on every setting it can play, on one
 * thread and on four, with the same results to the last bit (test_fast.c: the
 * fast way and the plain one); stopping in the middle; and every allocation
 * failing in turn, with no leak and no invalid memory access. Run under AddressSanitizer, UBSan and
 * ThreadSanitizer. */
#include "held.h"
#include "table.h"
#include "../../src/random/distributions.h"

static void threads_cannot_be_seen(int setting)
{
  problem p;
  study_policy list[TEST_POLICIES];
  held_study one_thread, four_threads;
  CLAIM(make_setting(&p, setting));
  const int count = policies_for(&p, list);
  CLAIM(count > 0);
  const study_plan single = plan_of(&p, 1, list, count, 1), many = plan_of(&p, 1, list, count, 4);
  begin(&one_thread, single);
  begin(&four_threads, many);
  finish(&one_thread.study);
  finish(&four_threads.study);
  must_agree(&one_thread, &four_threads);
  printf("setting %2d: %2d policies, %ld games, the same on 1 and 4 threads\n", setting, count,
         (long)one_thread.study.units);
  end(&one_thread);
  end(&four_threads);
  problem_free(&p);
}

static void stops_in_mid_course(void)
{
  problem p;
  study_policy list[TEST_POLICIES];
  held_study h;
  study *s = &h.study;
  CLAIM(make_setting(&p, 0));
  const int count = policies_for(&p, list);
  static const int64_t far[] = {1000000000000};
  study_plan plan = plan_of(&p, 1, list, count, 3);
  plan.horizon = far[0];
  plan.rounds = far;
  plan.round_count = 1;
  plan.keep_choices = false;
  begin(&h, plan);
  int64_t done;
  CLAIM(!study_wait(s, 20, &done));
  study_stop(s);
  study_stop(s); /* twice does no harm */
  CLAIM(s->units_done == 0 && s->failure.code == STATUS_OK);
  end(&h);
  problem_free(&p);
  printf("a study of 1e12 rounds stops when asked\n");
}

/* A policy whose choices take long, as far as the core can know: it asks to be
 * stopped while it makes its fifth. */
static atomic_bool enough;
static int choices_made;

static status slow_start(policy *p, const view *v, const parameters *g)
{
  (void)p, (void)v, (void)g;
  return status_ok;
}

static int slow_choose(policy *p, const view *v)
{
  (void)p;
  if (++choices_made == 5) atomic_store(&enough, true);
  return v->actions[0];
}

static void stops_after_the_choice(void)
{
  static const policy_type slow = {
      .constructor = "slow", .label = "Slow", .paper = "none", .start = slow_start, .choose = slow_choose};
  static const int64_t far[] = {1000000};
  const parameters none = {0};
  double number[PLAIN_FIGURES], *figures[PLAIN_FIGURES];
  problem p;
  life_signs signs;
  arena memory = {0};
  record r = {0};
  for (int i = 0; i < PLAIN_FIGURES; i++) figures[i] = &number[i];
  atomic_init(&signs.reached, 0);
  atomic_init(&signs.steps, 0);
  CLAIM(make_setting(&p, 0));
  const game_setup setup = {.problem = &p,
                            .type = &slow,
                            .policy_parameters = &none,
                            .seed = 1,
                            .horizon = far[0],
                            .replication = 1,
                            .signs = &signs};
  record_open(&r, far, 1, figures, 0);
  CLAIM(game_play(&setup, &r, &memory, &enough).code == STATUS_STOPPED);
  CLAIM(choices_made == 5 && atomic_load(&signs.reached) == 6 && atomic_load(&signs.steps) == 6);
  record_free(&r);
  arena_free(&memory);
  problem_free(&p);
  printf("a game looks whether it is to stop after every choice\n");
}

/* A policy that does not return before it is let go. */
static atomic_bool let_go;

static int hanging_choose(policy *p, const view *v)
{
  (void)p;
  while (!atomic_load(&let_go)) {
  }
  return v->actions[0];
}

static void waits_no_longer(void)
{
  static const policy_type hanging = {.constructor = "hanging",
                                      .label = "Hanging",
                                      .paper = "none",
                                      .start = slow_start,
                                      .choose = hanging_choose};
  study_policy policies[2] = {{.type = policy_find("policy_uniform")}, {.type = &hanging}};
  problem p;
  held_study h;
  study *s = &h.study;
  int64_t done, at = 0;
  CLAIM(make_setting(&p, 0));
  begin(&h, plan_of(&p, 1, policies, 2, 3));
  do CLAIM(!study_wait(s, 20, &done));
  while (study_silence(s, &at) < 100);
  CLAIM(at % 2 == 1);
  CLAIM(!study_end(s, 100) && !study_is_over(s));
  CLAIM(!study_end(s, 100)); /* twice does no harm */
  const int64_t before = s->units_done;
  atomic_store(&let_go, true);
  while (!study_is_over(s)) {
  }
  CLAIM(study_end(s, 100) && s->units_done == before && s->failure.code == STATUS_OK);
  for (int64_t i = 1; i < s->units; i += 2) CLAIM(!s->done[i]);
  end(&h);
  problem_free(&p);
  printf("a game that does not answer is left, and what it uses is kept until it ends\n");
}

/* Many draws in one go are those one by one, wherever they begin. */
static void many_are_one_by_one(void)
{
  double u[200], z[200];
  for (uint64_t from = 0; from < 40; from++) {
    const random_address start = {random_key(-5, USE_OUTCOME), 7, 3,
                                  from < 20 ? from : (UINT64_C(1) << 32) - from};
    for (int count = 0; count <= 37; count++) {
      random_address at = start;
      many_first_uniforms(&start, count, u);
      memcpy(z, u, sizeof u);
      normal_quantiles(z, count);
      for (int i = 0; i < count; i++, at.pull++) {
        const philox_block b = random_block(&at, 0);
        CLAIM(u[i] == first_uniform(&b) && z[i] == normal_quantile(u[i]));
      }
      many_uniform_pairs(start.key, start.pull, 9, 4, count, u);
      for (int i = 0; i < count; i++) {
        const uint64_t n = start.pull + (uint64_t)i;
        const philox_block counter = {{(uint32_t)n, (uint32_t)(n >> 32), 9, 4}},
                           b = philox4x32(counter, start.key);
        CLAIM(u[2 * i] == first_uniform(&b) && u[2 * i + 1] == second_uniform(&b));
      }
    }
  }
  printf("many draws are those one by one\n");
}

/* A guide leads to the class that a search finds, at the borders of classes and of
 * cells too, and where classes are empty. */
static void guided_is_searched(void)
{
  static const double mass[][6] = {{.1, .2, .3, .15, .15, .1}, {0, 0, 1, 0, 0, 0}, {1e-9, .5, 0, 0, .5, 0}};
  for (int law = 0; law < 3; law++) {
    double cumulative[6], sum = 0;
    int guide[64];
    for (int i = 0; i < 6; i++) cumulative[i] = sum += mass[law][i];
    cumulative[5] = 1;
    const int cells = categorical_cells(6);
    CLAIM(cells <= 64);
    categorical_guide(cumulative, 6, guide);
    for (int i = 0; i < 6 + 4096; i++) {
      const double middle = i < 6 ? cumulative[i] : (i - 6) / 4096.0;
      for (int side = -1; side <= 1; side++) {
        const double u = side < 0 ? nextafter(middle, 0) : side > 0 ? nextafter(middle, 1) : middle;
        if (u < 1)
          CLAIM(categorical_guided(u, cumulative, 6, guide, cells) == categorical_index(u, cumulative, 6));
      }
    }
  }
  printf("a guide leads where a search does\n");
}

/* Fails in replication 4 late, in 5 at once; the others are fine. */
static status failing_start(policy *p, const view *v, const parameters *given)
{
  (void)p, (void)v, (void)given;
  return status_ok;
}

static int failing_choose(policy *p, const view *v)
{
  const int64_t fails_in = v->random->replication == 4 ? 300000 : v->random->replication == 5 ? 1 : FOREVER;
  if (v->round < fails_in) return v->actions[0];
  p->failure = status_error(STATUS_BAD_PARAMETER, "As it was told.");
  return -1;
}

static const policy_type failing = {.constructor = "policy_failing",
                                    .label = "Failing",
                                    .paper = "",
                                    .start = failing_start,
                                    .choose = failing_choose};

/* Which failure is told is a matter of the replications, not of the clock. */
static void tells_the_first_failure(void)
{
  problem p;
  held_study h;
  const study *s = &h.study;
  static const int64_t far[] = {400000};
  CLAIM(make_setting(&p, 0));
  study_policy alone = {.type = &failing};
  study_plan plan = plan_of(&p, 1, &alone, 1, 4);
  plan.horizon = far[0];
  plan.rounds = far;
  plan.round_count = 1;
  plan.keep_choices = false;
  plan.first_replication = 4;
  begin(&h, plan);
  finish(&h.study);
  CLAIM(s->failure.code == STATUS_BAD_PARAMETER && s->failure.replication == 4 && s->failure.round == 300000);
  end(&h);
  problem_free(&p);
  printf("of several failures the first by replication is told\n");
}

#ifdef UNRULY_TEST_MEMORY
/* One game with the n-th allocation refused; true if it ran to its end. */
static bool game_with_failure(int setting, const policy_type *type, long n)
{
  problem p;
  enum { FIGURES = PLAIN_FIGURES + MOST_TRAITS * MOST_FIGURES };
  double figure[ROUNDS * FIGURES], *column[FIGURES];
  for (int i = 0; i < FIGURES; i++) column[i] = figure + i * ROUNDS;
  record r;
  atomic_bool stop;
  described told = of_policies;
  with_necessary(&told, type->constructor);
  const parameters of_policy = given(&told);
  status s = status_ok;
  atomic_init(&stop, false);
  memory_fail_after = n;
  bool fine = make_setting(&p, setting);
  record_open(&r, rounds, ROUNDS, column, 0);
  r.keep_choices = r.keep_prospects = true;
  if (fine) {
    const game_setup setup = {.problem = &p,
                              .type = type,
                              .policy_parameters = &of_policy,
                              .find = policy_find,
                              .seed = 1,
                              .horizon = 1000,
                              .replication = 1};
    arena memory = {0};
    s = game_play(&setup, &r, &memory, &stop);
    arena_free(&memory);
    fine = s.code == STATUS_OK;
  }
  const bool spent = memory_fail_after < 0; /* the refusal has happened */
  memory_fail_after = -1;
  CLAIM(fine != spent); /* a refusal is always noticed */
  record_free(&r);
  problem_free(&p);
  return fine && !spent;
}

static void survives_refused_memory(int setting)
{
  problem p;
  study_policy list[TEST_POLICIES];
  CLAIM(make_setting(&p, setting));
  const int count = policies_for(&p, list);
  problem_free(&p);
  long refused = 0;
  for (int i = 0; i < count; i++)
    for (long n = 0; !game_with_failure(setting, list[i].type, n); n++) refused++;
  printf("setting %2d: survives %ld refused allocations\n", setting, refused);
}
#endif

enum { MANY_ARMS = 20, FEW_ARMS = 15 };

/* How many plays a policy promises, of the first arm, which it chooses. */
static int64_t plays_promised(table *t)
{
  stretch s = {1, 0, -INFINITY, 0};
  CLAIM(t->type->choose(&t->policy, &t->view) == 0);
  t->type->stretch(&t->policy, &t->view, 0, &s);
  return s.plays;
}

/* MOSS's race begins anew when arms leave, and does not pay yet for the few that are left: what
 * it knew of the many promises nothing. */
static void promises_nothing_of_the_past(void)
{
  table t;
  sit_down(&t, "policy_moss", MANY_ARMS, 1000);
  for (; t.view.round <= 9 * MANY_ARMS; t.view.round++) {
    const int played = (int)t.view.round % MANY_ARMS;
    show(&t, played, played ? .5 : 1);
  }
  CLAIM(plays_promised(&t) > 1);
  t.view.live_count = t.view.action_count = FEW_ARMS;
  for (int i = FEW_ARMS; i < MANY_ARMS; i++) {
    t.is_live[i] = 0;
    t.type->arm_left(&t.policy, &t.view, i);
  }
  CLAIM(plays_promised(&t) == 1);
  arena_free(&t.memory);
  printf("a race that begins anew promises nothing of what it knew\n");
}

int main(void)
{
  const int first = share_number() % one_in();
  setvbuf(stdout, NULL, _IOLBF, 0);
  describe_settings();
  many_are_one_by_one();
  guided_is_searched();
  promises_nothing_of_the_past();
  for (int setting = first; setting < TEST_SETTINGS; setting += one_in()) threads_cannot_be_seen(setting);
  stops_in_mid_course();
  stops_after_the_choice();
  waits_no_longer();
  tells_the_first_failure();
#ifdef UNRULY_TEST_MEMORY
  for (int setting = first; setting < TEST_SETTINGS; setting += one_in()) survives_refused_memory(setting);
#endif
  printf("all claims hold\n");
  return 0;
}

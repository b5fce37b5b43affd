/* clock_gettime() is older than C11's timespec_get(), which macOS before 10.15
 * and older Windows compilers lack. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L /* NOLINT(bugprone-reserved-identifier) */
#endif
#include "study.h"
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

static int cells_of(const study_plan *plan) { return plan->problem_count * plan->policy_count; }

/* Cells are numbered bandit by bandit. */
static const study_policy *policy_of(const study_plan *plan, int cell)
{
  return &plan->policies[cell / plan->policy_count * plan->policy_stride + cell % plan->policy_count];
}

static game_setup setup_of(const study_plan *plan, int cell, int64_t replication)
{
  const study_policy *p = policy_of(plan, cell);
  const int at = cell / plan->policy_count;
  return (game_setup){
      .problem = &plan->problems[at],
      .type = p->type,
      .policy_parameters = &p->given,
      .policy_identity = p->identity,
      .find = plan->find,
      .seed = plan->seed,
      .horizon = plan->horizon,
      .replication = (uint32_t)replication,
      .stopping = plan->stopping ? &plan->stopping[at * plan->stopping_stride] : 0,
      .plain = plan->plain,
      .overrun = plan->overrun,
  };
}

status study_rehearse(const study_plan *plan, int *cell)
{
  for (*cell = 0; *cell < cells_of(plan); ++*cell) {
    const game_setup setup = setup_of(plan, *cell, plan->first_replication);
    const status s = game_rehearse(&setup);
    if (s.code) return s;
  }
  return status_ok;
}

/* --- workers -------------------------------------------------------------- */

static bool plays_outside(const study *s, int64_t unit)
{
  return !policy_of(&s->plan, (int)(unit % cells_of(&s->plan)))->type->choose;
}

/* The next unit that is this worker's to play, or -1. After a failure only
 * those before it are of interest. */
static int64_t next_unit(study *s, const study_worker *w)
{
  const int64_t end = s->stopped ? 0 : s->failure.code ? s->failed_unit : s->units;
  for (int64_t *next = &s->next_unit[w->outside]; *next < end;) {
    const int64_t unit = (*next)++;
    if (plays_outside(s, unit) == w->outside) return unit;
  }
  return -1;
}

static int64_t take_unit(study *s, study_worker *w)
{
  pthread_mutex_lock(&s->lock);
  w->unit = next_unit(s, w);
  pthread_mutex_unlock(&s->lock);
  return w->unit;
}

static game_setup setup_of_unit(study *s, study_worker *w, int64_t unit)
{
  const int cells = cells_of(&s->plan);
  game_setup setup = setup_of(&s->plan, (int)(unit % cells), s->plan.first_replication + unit / cells);
  setup.signs = &w->signs;
  return setup;
}

/* Notes a failure. Of several the first by replication and cell is reported, whichever
 * came first: the games before it play on, those after it are stopped. */
static void note_failure(study *s, int64_t unit, status failure)
{
  if (s->failure.code && s->failed_unit < unit) return;
  s->failure = failure;
  s->failed_unit = unit;
  for (int i = 0; i < s->workers_started; i++)
    if (s->workers[i].unit > unit) atomic_store(&s->workers[i].stop, true);
  if (s->caller.unit > unit) atomic_store(&s->caller.stop, true);
}

static void hand_in(study *s, study_worker *w, int64_t unit, status result)
{
  pthread_mutex_lock(&s->lock);
  atomic_store(&w->signs.reached, 0);
  w->unit = -1;
  if (s->abandoned) {
    /* it will not be asked for */
  } else if (result.code == STATUS_OK) {
    s->done[unit] = 1;
    s->units_done++;
  } else if (result.code != STATUS_STOPPED) {
    note_failure(s, unit, result);
  }
  pthread_mutex_unlock(&s->lock);
}

static void *work(void *given)
{
  study_worker *w = given;
  study *s = w->study;
  arena memory = {0};
  for (int64_t unit; (unit = take_unit(s, w)) >= 0;) {
    const game_setup setup = setup_of_unit(s, w, unit);
    hand_in(s, w, unit, game_play(&setup, &s->records[unit], &memory, &w->stop));
  }
  arena_free(&memory);
  pthread_mutex_lock(&s->lock);
  s->running--;
  pthread_cond_broadcast(&s->changed);
  pthread_mutex_unlock(&s->lock);
  return NULL;
}

int64_t study_take(study *s, game_setup *setup, record **r)
{
  const int64_t unit = take_unit(s, &s->caller);
  if (unit < 0) return -1;
  *setup = setup_of_unit(s, &s->caller, unit);
  *r = &s->records[unit];
  return unit;
}

void study_hand_in(study *s, status result) { hand_in(s, &s->caller, s->caller.unit, result); }

/* --- the whole ------------------------------------------------------------- */

/* Within its bandit's columns, policy by policy and replication by replication;
 * each game has so many numbers. */
static size_t place_of_unit(const study_plan *plan, int64_t unit, int each)
{
  const int64_t column = unit % plan->policy_count, replication = unit / cells_of(plan);
  return (size_t)((column * plan->replications + replication) * each);
}

static int problem_of(const study_plan *plan, int64_t unit)
{
  return (int)(unit % cells_of(plan)) / plan->policy_count;
}

static void point_at_arms(record *r, const study_plan *plan, int64_t unit)
{
  const int at = problem_of(plan, unit);
  const problem *p = &plan->problems[at];
  r->arm_columns = plan->arms[at];
  r->arms_at = place_of_unit(plan, unit, p->arm_count * p->waits);
}

static bool allocate_results(study *s)
{
  const study_plan *plan = &s->plan;
  const size_t units = (size_t)s->units;
  s->records = memory_zeroed(units, sizeof *s->records);
  s->done = memory_zeroed(units, 1);
  s->workers = memory_zeroed((size_t)plan->threads, sizeof *s->workers);
  if (!s->records || !s->done || !s->workers) return false;
  memory_expect(s->records, units * sizeof *s->records);
  for (int64_t unit = 0; unit < s->units; unit++) {
    record *r = &s->records[unit];
    record_open(r, plan->rounds, plan->round_count, plan->figures[problem_of(plan, unit)],
                place_of_unit(plan, unit, plan->round_count));
    if (plan->arms) point_at_arms(r, plan, unit);
    r->missing = plan->missing;
    r->keep_choices = plan->keep_choices;
    r->keep_scores = plan->keep_scores;
    r->keep_prospects = plan->keep_prospects;
    r->keep_arms = r->keep_exits = r->keep_stops = !plan->figures_only;
  }
  return true;
}

static void open_worker(study *s, study_worker *w, bool outside)
{
  w->study = s;
  w->outside = outside;
  w->unit = -1;
  atomic_init(&w->stop, false);
  atomic_init(&w->signs.reached, 0);
  atomic_init(&w->signs.steps, 0);
}

/* Returns how many threads there is work for. */
static int threads_wanted(const study *s)
{
  int64_t inside = 0;
  for (int i = 0; i < s->plan.policy_count; i++) inside += s->plan.policies[i].type->choose != NULL;
  const int64_t units = s->plan.policy_count ? s->units / s->plan.policy_count * inside : 0;
  return units < s->plan.threads ? (int)units : s->plan.threads;
}

/* Some threads may be refused; one is enough, and if there is none, who waits plays. */
static void start_workers(study *s)
{
  const int wanted = threads_wanted(s);
  for (int i = 0; i < wanted; i++) {
    pthread_mutex_lock(&s->lock);
    s->running++;
    pthread_mutex_unlock(&s->lock);
    study_worker *w = &s->workers[s->workers_started];
    open_worker(s, w, false);
    const bool started = pthread_create(&w->thread, NULL, work, w) == 0;
    pthread_mutex_lock(&s->lock);
    if (started) s->workers_started++;
    else s->running--;
    pthread_mutex_unlock(&s->lock);
    if (!started) break;
  }
  s->alone = s->workers_started == 0 && wanted > 0;
  if (s->alone) s->running = s->workers_started = 1;
}

status study_start(study *s, const study_plan *plan)
{
  *s = (study){.plan = *plan, .units = (int64_t)cells_of(plan) * plan->replications};
  pthread_mutex_init(&s->lock, NULL);
  pthread_cond_init(&s->changed, NULL);
  open_worker(s, &s->caller, true);
  if (!allocate_results(s)) return status_no_memory();
  start_workers(s);
  return status_ok;
}

/* --- without threads ----------------------------------------------------------- */

/* Rounds between two looks at the clock. */
enum { ROUNDS_AT_ONCE = 256 };

static void close_here(study *s, status result)
{
  study_worker *w = s->workers;
  result = game_failure_here(&s->game, result);
  s->memory = game_close(&s->game);
  s->playing = false;
  hand_in(s, w, w->unit, result);
}

/* The next game; false if there is none. */
static bool open_here(study *s)
{
  study_worker *w = s->workers;
  if (take_unit(s, w) < 0) return false;
  const game_setup setup = setup_of_unit(s, w, w->unit);
  const status opened = game_open(&s->game, &setup, &s->records[w->unit], s->memory, NULL);
  s->playing = true;
  if (opened.code) close_here(s, opened);
  return true;
}

static void play_here(study *s)
{
  const game_state state = game_step(&s->game, s->game.round + ROUNDS_AT_ONCE, &s->workers->stop);
  if (state == GAME_FAILED) close_here(s, s->game.failure);
  else if (state == GAME_ENDED) close_here(s, status_ok);
}

static bool has_come(const struct timespec *time)
{
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return now.tv_sec > time->tv_sec || (now.tv_sec == time->tv_sec && now.tv_nsec >= time->tv_nsec);
}

static void play_meanwhile(study *s, const struct timespec *until)
{
  while (s->running > 0 && !has_come(until)) {
    if (s->playing) play_here(s);
    else if (!open_here(s)) s->running = 0;
  }
}

/* --- waiting -------------------------------------------------------------------- */

static struct timespec time_from_now(int milliseconds)
{
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  t.tv_sec += milliseconds / 1000; /* a long may have 32 bits */
  t.tv_nsec += (long)(milliseconds % 1000) * 1000000L;
  if (t.tv_nsec >= 1000000000L) {
    t.tv_sec++;
    t.tv_nsec -= 1000000000L;
  }
  return t;
}

/* Notes which games have been silent for the time that was waited. */
static void listen(study *s, int milliseconds)
{
  for (int i = 0; i < s->workers_started; i++) {
    study_worker *w = &s->workers[i];
    const int64_t steps = atomic_load(&w->signs.steps);
    const bool silent = w->unit >= 0 && w->unit == w->heard_unit && steps == w->heard_steps;
    w->silent = silent ? w->silent + milliseconds : 0;
    w->heard_unit = w->unit;
    w->heard_steps = steps;
  }
}

bool study_wait(study *s, int milliseconds, int64_t *units_done)
{
  const struct timespec until = time_from_now(milliseconds);
  int result = s->alone ? ETIMEDOUT : 0;
  if (s->alone) play_meanwhile(s, &until);
  pthread_mutex_lock(&s->lock);
  while (s->running > 0 && result == 0) result = pthread_cond_timedwait(&s->changed, &s->lock, &until);
  const bool finished = s->running == 0;
  *units_done = s->units_done;
  if (!finished && !s->alone) listen(s, milliseconds);
  pthread_mutex_unlock(&s->lock);
  return finished;
}

bool study_is_done(const study *s, int64_t replication)
{
  const int cells = cells_of(&s->plan);
  for (int cell = 0; cell < cells; cell++)
    if (!s->done[replication * cells + cell]) return false;
  return true;
}

double study_progress(study *s)
{
  pthread_mutex_lock(&s->lock);
  double units =
      (double)s->units_done + (double)atomic_load(&s->caller.signs.reached) / ((double)s->plan.horizon + 1);
  for (int i = 0; i < s->workers_started; i++)
    units += (double)atomic_load(&s->workers[i].signs.reached) / ((double)s->plan.horizon + 1);
  pthread_mutex_unlock(&s->lock);
  return units;
}

double study_silence(study *s, int64_t *unit)
{
  double longest = 0;
  pthread_mutex_lock(&s->lock);
  for (int i = 0; i < s->workers_started; i++) {
    if (s->workers[i].silent <= longest) continue;
    longest = s->workers[i].silent;
    *unit = s->workers[i].unit;
  }
  pthread_mutex_unlock(&s->lock);
  return longest;
}

static void ask_to_stop(study *s)
{
  pthread_mutex_lock(&s->lock);
  s->stopped = true;
  for (int i = 0; i < s->workers_started; i++) atomic_store(&s->workers[i].stop, true);
  pthread_mutex_unlock(&s->lock);
}

void study_stop(study *s)
{
  ask_to_stop(s);
  for (int i = 0; i < s->workers_started && !s->alone; i++) pthread_join(s->workers[i].thread, NULL);
  s->workers_started = 0;
  if (s->playing) close_here(s, status_error(STATUS_STOPPED, "The game was stopped."));
  arena_free(&s->memory);
  if (s->alone) s->running = 0;
}

bool study_is_over(study *s)
{
  pthread_mutex_lock(&s->lock);
  const bool over = s->running == 0;
  pthread_mutex_unlock(&s->lock);
  return over;
}

/* Returns whether all games that are still in play have been silent for this long. */
static bool nobody_answers(study *s, double milliseconds)
{
  int silent = 0, others = 0;
  pthread_mutex_lock(&s->lock);
  for (int i = 0; i < s->workers_started; i++) {
    if (s->workers[i].unit < 0) continue;
    if (s->workers[i].silent >= milliseconds) silent++;
    else others++;
  }
  pthread_mutex_unlock(&s->lock);
  return silent > 0 && others == 0;
}

/* A game that has ended by itself in the meantime has done so in time. */
static bool abandon(study *s)
{
  pthread_mutex_lock(&s->lock);
  s->abandoned = s->running > 0;
  pthread_mutex_unlock(&s->lock);
  return s->abandoned;
}

bool study_end(study *s, double milliseconds)
{
  enum { SLICE = 50 };
  int64_t done;
  ask_to_stop(s);
  while (!study_wait(s, SLICE, &done))
    if (nobody_answers(s, milliseconds) && abandon(s)) return false;
  study_stop(s);
  return true;
}

void study_free(study *s)
{
  study_stop(s);
  for (int64_t unit = 0; s->records && unit < s->units; unit++) record_free(&s->records[unit]);
  free(s->records);
  free(s->done);
  free(s->workers);
  pthread_mutex_destroy(&s->lock);
  pthread_cond_destroy(&s->changed);
}

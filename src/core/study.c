/* clock_gettime() is older than C11's timespec_get(), which macOS before 10.15
 * and older Windows compilers lack. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L /* NOLINT(bugprone-reserved-identifier) */
#endif
#include "study.h"
#include <stdlib.h>
#include <time.h>

static int cells_of(const study_plan *plan) { return plan->problem_count * plan->policy_count; }

/* Cells are numbered bandit by bandit. */
static game_setup setup_of(const study_plan *plan, int cell, int64_t replication)
{
  const study_policy *p = &plan->policies[cell % plan->policy_count];
  return (game_setup){
      .problem = &plan->problems[cell / plan->policy_count],
      .type = p->type,
      .policy_parameters = &p->given,
      .policy_identity = p->identity,
      .seed = plan->seed,
      .horizon = plan->horizon,
      .replication = (uint32_t)replication,
      .plain = plan->plain,
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

static int64_t take_unit(study *s)
{
  pthread_mutex_lock(&s->lock);
  const bool more = s->next_unit < s->units && !s->failure.code && !atomic_load(&s->stop);
  const int64_t unit = more ? s->next_unit++ : -1;
  pthread_mutex_unlock(&s->lock);
  return unit;
}

static void hand_in(study *s, int64_t unit, status result)
{
  pthread_mutex_lock(&s->lock);
  if (result.code == STATUS_OK) {
    s->done[unit] = 1;
    s->units_done++;
  } else if (result.code != STATUS_STOPPED && !s->failure.code) {
    s->failure = result;
    atomic_store(&s->stop, true); /* nobody waits for the others */
  }
  pthread_mutex_unlock(&s->lock);
}

static void play_unit(study *s, int64_t unit)
{
  const int cells = cells_of(&s->plan);
  const game_setup setup = setup_of(&s->plan, (int)(unit % cells), s->plan.first_replication + unit / cells);
  hand_in(s, unit, game_play(&setup, &s->records[unit], &s->stop));
}

static void *work(void *argument)
{
  study *s = argument;
  for (int64_t unit = take_unit(s); unit >= 0; unit = take_unit(s)) play_unit(s, unit);
  pthread_mutex_lock(&s->lock);
  if (--s->running == 0) pthread_cond_broadcast(&s->changed);
  pthread_mutex_unlock(&s->lock);
  return NULL;
}

/* --- the whole ------------------------------------------------------------- */

static bool allocate_results(study *s)
{
  const study_plan *plan = &s->plan;
  const size_t units = (size_t)s->units, rounds = (size_t)plan->round_count;
  s->rows = memory_zeroed(units * rounds, sizeof *s->rows);
  s->records = memory_zeroed(units, sizeof *s->records);
  s->done = memory_zeroed(units, 1);
  s->workers = memory_zeroed((size_t)plan->threads, sizeof *s->workers);
  if (!s->rows || !s->records || !s->done || !s->workers) return false;
  for (int64_t unit = 0; unit < s->units; unit++)
    record_open(&s->records[unit], plan->rounds, plan->round_count, s->rows + unit * plan->round_count,
                plan->keep_choices);
  return true;
}

/* Some threads may be refused; one is enough. */
static bool start_workers(study *s)
{
  const int wanted = s->units < s->plan.threads ? (int)s->units : s->plan.threads;
  for (int i = 0; i < wanted; i++) {
    pthread_mutex_lock(&s->lock);
    s->running++;
    pthread_mutex_unlock(&s->lock);
    if (pthread_create(&s->workers[s->workers_started], NULL, work, s) == 0) {
      s->workers_started++;
      continue;
    }
    pthread_mutex_lock(&s->lock);
    s->running--;
    pthread_mutex_unlock(&s->lock);
    break;
  }
  return s->workers_started > 0 || wanted == 0;
}

status study_start(study *s, const study_plan *plan)
{
  *s = (study){.plan = *plan, .units = (int64_t)cells_of(plan) * plan->replications};
  atomic_init(&s->stop, false);
  pthread_mutex_init(&s->lock, NULL);
  pthread_cond_init(&s->changed, NULL);
  if (!allocate_results(s)) return status_no_memory();
  if (!start_workers(s)) return status_error(STATUS_INTERNAL, "No thread could be started.");
  return status_ok;
}

static struct timespec time_from_now(int milliseconds)
{
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  t.tv_nsec += (long)milliseconds * 1000000L;
  t.tv_sec += t.tv_nsec / 1000000000L;
  t.tv_nsec %= 1000000000L;
  return t;
}

bool study_wait(study *s, int milliseconds, int64_t *units_done)
{
  const struct timespec until = time_from_now(milliseconds);
  int result = 0;
  pthread_mutex_lock(&s->lock);
  while (s->running > 0 && result == 0) result = pthread_cond_timedwait(&s->changed, &s->lock, &until);
  const bool finished = s->running == 0;
  *units_done = s->units_done;
  pthread_mutex_unlock(&s->lock);
  return finished;
}

void study_stop(study *s)
{
  atomic_store(&s->stop, true);
  for (; s->workers_started > 0; s->workers_started--) pthread_join(s->workers[s->workers_started - 1], NULL);
}

void study_free(study *s)
{
  study_stop(s);
  for (int64_t unit = 0; s->records && unit < s->units; unit++) record_free(&s->records[unit]);
  free(s->rows);
  free(s->records);
  free(s->done);
  free(s->workers);
  pthread_mutex_destroy(&s->lock);
  pthread_cond_destroy(&s->changed);
}

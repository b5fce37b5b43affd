#include "replay_log.h"

static const double *values_of(const trait_model *m, const char *name)
{
  const parameter *p = parameters_find(&m->given, name);
  return p ? p->values : NULL;
}

static int64_t length_of(const trait_model *m, const char *name)
{
  const parameter *p = parameters_find(&m->given, name);
  return p ? p->length : 0;
}

/* `count` whole numbers from 1 to `most`? */
static bool counts_up_to(const double *x, int64_t count, double most)
{
  for (int64_t i = 0; i < count; i++)
    if (!(x[i] >= 1 && x[i] <= most)) return false;
  return true;
}

static bool pools_are_sound(const replay_log *log, const trait_model *m, int arm_count)
{
  const int64_t pools = length_of(m, "pool_from") - 1, members = length_of(m, "pool_members");
  if (pools < 1 || !(log->pool_from[0] >= 0)) return false;
  for (int64_t i = 0; i < pools; i++)
    if (!(log->pool_from[i] < log->pool_from[i + 1])) return false;
  return log->pool_from[pools] <= (double)members && counts_up_to(log->pool_members, members, arm_count) &&
         counts_up_to(log->pool, log->events, (double)pools);
}

static bool is_sound(const replay_log *log, const trait_model *m, int arm_count)
{
  if (log->events < 1 || length_of(m, "reward") != log->events || length_of(m, "pool") != log->events)
    return false;
  if (log->propensity && length_of(m, "propensity") != log->events) return false;
  if (log->context && (log->context_size < 1 || length_of(m, "context") != log->events * log->context_size))
    return false;
  return pools_are_sound(log, m, arm_count) && counts_up_to(log->shown, log->events, arm_count) &&
         counts_up_to(log->start, log->start_count, (double)log->events);
}

/* The last event of each pool, then of each arm. */
static bool find_last_events(replay_log *log, const trait_model *m, int arm_count, arena *memory)
{
  const int64_t pools = length_of(m, "pool_from") - 1;
  int64_t *of_arm = arena_zeroed(memory, (size_t)arm_count, sizeof *of_arm);
  int64_t *of_pool = arena_zeroed(memory, (size_t)pools, sizeof *of_pool);
  if (!of_arm || !of_pool) return false;
  for (int64_t i = 0; i < pools; i++) of_pool[i] = -1;
  for (int arm = 0; arm < arm_count; arm++) of_arm[arm] = -1;
  for (int64_t event = 0; event < log->events; event++) of_pool[(int64_t)log->pool[event] - 1] = event;
  for (int64_t i = 0; i < pools; i++)
    for (int64_t j = (int64_t)log->pool_from[i]; j < (int64_t)log->pool_from[i + 1]; j++) {
      int64_t *last = &of_arm[(int)log->pool_members[j] - 1];
      if (of_pool[i] > *last) *last = of_pool[i];
    }
  log->last = of_arm;
  return true;
}

status replay_log_make(replay_log *log, const trait_model *m, int arm_count, arena *memory)
{
  log->shown = values_of(m, "shown");
  log->reward = values_of(m, "reward");
  log->pool = values_of(m, "pool");
  log->pool_from = values_of(m, "pool_from");
  log->pool_members = values_of(m, "pool_members");
  log->start = values_of(m, "start");
  if (!log->shown || !log->reward || !log->pool || !log->pool_from || !log->pool_members || !log->start)
    return status_error(STATUS_INTERNAL, "The log is incomplete.");
  log->events = length_of(m, "shown");
  log->start_count = length_of(m, "start");
  log->init = (int64_t)parameters_number(&m->given, "init", 0);
  log->known = parameters_number(&m->given, "known", 0) != 0;
  log->propensity = values_of(m, "propensity");
  log->context = values_of(m, "context");
  log->context_size = (int)parameters_number(&m->given, "context_size", 0);
  if (!is_sound(log, m, arm_count)) return status_error(STATUS_INTERNAL, "The log is not sound.");
  return find_last_events(log, m, arm_count, memory) ? status_ok : status_no_memory();
}

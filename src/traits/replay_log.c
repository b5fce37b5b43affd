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

/* Each pool in ascending order, as lists of arms are made of it. */
static bool pools_ascend(const replay_log *log, int64_t pools)
{
  for (int64_t i = 0; i < pools; i++)
    for (int64_t j = (int64_t)log->pool_from[i] + 1; j < (int64_t)log->pool_from[i + 1]; j++)
      if (!(log->pool_members[j - 1] < log->pool_members[j])) return false;
  return true;
}

static bool pools_are_sound(const replay_log *log, const trait_model *m, int arm_count)
{
  const int64_t pools = length_of(m, "pool_from") - 1, members = length_of(m, "pool_members");
  if (pools < 1 || !(log->pool_from[0] >= 0)) return false;
  for (int64_t i = 0; i < pools; i++)
    if (!(log->pool_from[i] < log->pool_from[i + 1])) return false;
  return log->pool_from[pools] <= (double)members && counts_up_to(log->pool_members, members, arm_count) &&
         pools_ascend(log, pools) && counts_up_to(log->pool, log->events, (double)pools);
}

static bool is_sound(const replay_log *log, const trait_model *m, int arm_count)
{
  if (log->events < 1 || length_of(m, "reward") != log->events || length_of(m, "pool") != log->events)
    return false;
  if (log->chance && length_of(m, "chance") != log->events) return false;
  if (parameters_given(&m->given, "propensity") && length_of(m, "propensity") != log->events) return false;
  if (log->after && length_of(m, "after") != log->events) return false;
  if (log->table && length_of(m, "table") != length_of(m, "pool_members")) return false;
  if (log->context && (log->context_size < 1 || length_of(m, "context") != log->events * log->context_size))
    return false;
  if (!counts_up_to(values_of(m, "unsupported"), length_of(m, "unsupported"), arm_count)) return false;
  return pools_are_sound(log, m, arm_count) && counts_up_to(log->shown, log->events, arm_count) &&
         counts_up_to(log->start, log->start_count, (double)log->events);
}

/* --- walks --------------------------------------------------------------------- */

/* A whole number in 0..below - 1, addressed by what it is the start of. */
static int64_t random_start(philox_key key, uint32_t replication, int64_t block, int64_t below)
{
  const random_address at = {key, replication, 0, (uint64_t)block};
  const philox_block random = random_block(&at, 0);
  return (int64_t)(first_uniform(&random) * (double)below);
}

walk walk_of(const replay_log *log, int64_t seed, uint32_t replication)
{
  walk w = {.log = log,
            .key = random_key(seed, USE_EVENTS),
            .thinning = random_key(seed, USE_THINNING),
            .replication = replication,
            .length = log->events};
  if (log->resample != RESAMPLE_WINDOW) return w;
  w.from = random_start(w.key, replication, 0, log->events - log->block + 1);
  w.length = log->block;
  return w;
}

/* Blocks run on from the end of the log to its beginning. */
int64_t walk_event(const walk *w, int64_t place)
{
  const replay_log *log = w->log;
  if (log->resample != RESAMPLE_BOOTSTRAP) return w->from + place;
  const int64_t start = random_start(w->key, w->replication, place / log->block, log->events);
  const int64_t event = start + place % log->block;
  return event < log->events ? event : event - log->events;
}

bool walk_uses(const walk *w, int64_t event)
{
  if (!w->log->chance) return true;
  const random_address at = {w->thinning, w->replication, 0, (uint64_t)event};
  const philox_block random = random_block(&at, 0);
  return first_uniform(&random) < w->log->chance[event];
}

/* The last place of each pool, then of each arm. */
const int64_t *walk_last(const walk *w, int arm_count, arena *memory)
{
  const replay_log *log = w->log;
  int64_t *of_arm = arena_zeroed(memory, (size_t)arm_count, sizeof *of_arm);
  int64_t *of_pool = arena_zeroed(memory, (size_t)log->pools, sizeof *of_pool);
  if (!of_arm || !of_pool) return NULL;
  for (int64_t i = 0; i < log->pools; i++) of_pool[i] = -1;
  for (int arm = 0; arm < arm_count; arm++) of_arm[arm] = -1;
  for (int64_t place = 0; place < w->length; place++)
    of_pool[(int64_t)log->pool[walk_event(w, place)] - 1] = place;
  for (int64_t i = 0; i < log->pools; i++)
    for (int64_t j = (int64_t)log->pool_from[i]; j < (int64_t)log->pool_from[i + 1]; j++) {
      int64_t *last = &of_arm[(int)log->pool_members[j] - 1];
      if (of_pool[i] > *last) *last = of_pool[i];
    }
  return of_arm;
}

/* --- reading ------------------------------------------------------------------- */

static bool read_resample(replay_log *log, const trait_model *m)
{
  log->block = (int64_t)parameters_number_or(&m->given, "block", 1);
  if (parameters_text_is(&m->given, "resample", "bootstrap")) log->resample = RESAMPLE_BOOTSTRAP;
  if (parameters_text_is(&m->given, "resample", "window")) log->resample = RESAMPLE_WINDOW;
  return log->block >= 1 && log->block <= log->events;
}

/* False without memory. Where all events are walked as they are, propensities are not used. */
static bool mark_unsupported(replay_log *log, const trait_model *m, int arm_count, arena *memory)
{
  const double *arms = values_of(m, "unsupported");
  const int64_t count = length_of(m, "unsupported");
  const bool uses = log->propensity || log->table || parameters_number_or(&m->given, "thin", 1) != 0;
  if (count == 0 || !uses) return true;
  unsigned char *marks = arena_zeroed(memory, (size_t)arm_count, 1);
  if (!marks) return false;
  for (int64_t i = 0; i < count; i++) marks[(int64_t)arms[i] - 1] = 1;
  log->unsupported = marks;
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
  log->events = length_of(m, "shown");
  log->start_count = length_of(m, "start");
  log->after = values_of(m, "after");
  log->init = (int64_t)parameters_number_or(&m->given, "init", 0);
  log->known = parameters_number_or(&m->given, "known", 0) != 0;
  log->chance = values_of(m, "chance");
  if (parameters_number_or(&m->given, "weighted", 0) != 0) log->propensity = values_of(m, "propensity");
  log->table = values_of(m, "table");
  log->context = values_of(m, "context");
  log->context_size = (int)parameters_number_or(&m->given, "context_size", 0);
  log->pools = length_of(m, "pool_from") - 1;
  if (!is_sound(log, m, arm_count) || !read_resample(log, m))
    return status_error(STATUS_INTERNAL, "The log is not sound.");
  if (!mark_unsupported(log, m, arm_count, memory)) return status_no_memory();
  if (log->resample != RESAMPLE_NONE) return status_ok; /* each game has a walk of its own */
  const walk w = walk_of(log, 0, 0);
  log->last = walk_last(&w, arm_count, memory);
  return log->last ? status_ok : status_no_memory();
}

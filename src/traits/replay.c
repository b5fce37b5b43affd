/* Replay of a log by rejection (Li et al. 2011): the policy chooses afresh at
 * every event; if its choice is the arm the log shows, the event is a turn
 * (the reward is seen), else it is discarded. The first event of each of
 * `init` unseen arms (or of all, if the log shows fewer) is accepted without
 * asking. Rounds are turns; arms come and go with the pool of candidates. The
 * game ends with the log. */
#include "types.h"
#include <math.h>
#include <string.h>

typedef struct replay_log {
  int64_t events, start_count, init;
  const double *shown; /* arm by event, from 1 */
  const double *reward;
  const double *pool;                     /* by event, from 1 */
  const double *pool_from, *pool_members; /* members of pool i: from[i] .. from[i + 1] - 1, from 0 */
  const double *start;                    /* event to begin at, by replication */
} replay_log;

typedef struct replay_state {
  const replay_log *log;
  int64_t event; /* from 0 */
  int64_t pool, seen_count;
  int64_t init;        /* how many arms are to be seen first */
  unsigned char *seen; /* arms the first turns have met */
} replay_state;

static const double *values_of(const trait_model *m, const char *name)
{
  const parameter *p = parameters_find(&m->given, name);
  return p ? p->values : NULL;
}

/* `count` whole numbers from 1 to `most`? */
static bool counts_up_to(const double *x, int64_t count, double most)
{
  for (int64_t i = 0; i < count; i++)
    if (!(x[i] >= 1 && x[i] <= most)) return false;
  return true;
}

static int64_t length_of(const trait_model *m, const char *name)
{
  return parameters_find(&m->given, name)->length;
}

/* Whether all that points somewhere points into the log. */
static bool is_sound(const replay_log *log, const trait_model *m, int arm_count)
{
  const int64_t pools = length_of(m, "pool_from") - 1, members = length_of(m, "pool_members");
  if (pools < 1 || length_of(m, "reward") != log->events || length_of(m, "pool") != log->events) return false;
  for (int64_t i = 0; i < pools; i++)
    if (!(log->pool_from[i] >= 0 && log->pool_from[i] <= log->pool_from[i + 1])) return false;
  return log->pool_from[pools] <= (double)members && counts_up_to(log->shown, log->events, arm_count) &&
         counts_up_to(log->pool, log->events, (double)pools) &&
         counts_up_to(log->pool_members, members, arm_count) &&
         counts_up_to(log->start, log->start_count, (double)log->events);
}

static status replay_prepare(problem *p, trait_model *m)
{
  replay_log *log = arena_zeroed(&p->memory, 1, sizeof *log);
  if (!log) return status_no_memory();
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
  if (!is_sound(log, m, p->arm_count)) return status_error(STATUS_INTERNAL, "The log is not sound.");
  log->init = (int64_t)parameters_number(&m->given, "init", 0);
  m->shared = log;
  p->moving = p->late = true;
  return status_ok;
}

static int shown_arm(const replay_state *s) { return (int)s->log->shown[s->event] - 1; }

/* Arms of the new pool enter, arms it lacks leave; both lists ascend. */
static void change_pool(game *g, replay_state *s, int64_t pool)
{
  const double *members = s->log->pool_members + (int64_t)s->log->pool_from[pool];
  const int64_t count = (int64_t)s->log->pool_from[pool + 1] - (int64_t)s->log->pool_from[pool];
  int64_t m = 0;
  for (int arm = 0; arm < g->problem->arm_count; arm++) {
    const bool listed = m < count && (int)members[m] - 1 == arm;
    if (listed) m++;
    if (listed && !game_is_live(g, arm)) game_arm_enters(g, arm, arm, g->round, FOREVER);
    if (!listed && game_is_live(g, arm)) game_arm_leaves(g, arm, g->round - 1, EXIT_DIED);
  }
  s->pool = pool;
}

static bool is_first_meeting(const replay_state *s)
{
  return s->seen_count < s->init && !s->seen[shown_arm(s)];
}

/* Prepares the event: its pool, and whether it is a turn without asking. */
static void meet_event(game *g, replay_state *s)
{
  while (s->event < s->log->events && s->seen_count < s->init && s->seen[shown_arm(s)]) s->event++;
  if (s->event >= s->log->events) {
    g->over = true;
    return;
  }
  const int64_t pool = (int64_t)s->log->pool[s->event] - 1;
  if (pool != s->pool) change_pool(g, s, pool);
  g->forced = is_first_meeting(s) ? shown_arm(s) : -1;
}

static void next_event(game *g, replay_state *s)
{
  s->event++;
  meet_event(g, s);
}

/* How many arms the log shows from this event on, up to `most`: to wait for
 * more would use up the log. */
static int64_t arms_to_meet(replay_state *s, int arm_count, int64_t most)
{
  int64_t count = 0;
  for (int64_t event = s->event; event < s->log->events && count < most; event++) {
    unsigned char *met = &s->seen[(int)s->log->shown[event] - 1];
    if (!*met) count++;
    *met = 1;
  }
  memset(s->seen, 0, (size_t)arm_count);
  return count;
}

static bool replay_start(game *g, void *state, const void *shared)
{
  replay_state *s = state;
  s->log = shared;
  s->pool = -1;
  s->event = (int64_t)s->log->start[(g->arms.replication - 1) % (uint64_t)s->log->start_count] - 1;
  s->seen = arena_zeroed(&g->memory, (size_t)g->problem->arm_count, 1);
  if (!s->seen) return false;
  s->init = arms_to_meet(s, g->problem->arm_count, s->log->init);
  meet_event(g, s);
  return true;
}

static bool replay_accept(game *g, void *state, int action)
{
  replay_state *s = state;
  if (action == shown_arm(s)) return true;
  next_event(g, s);
  return false;
}

static void replay_shape(game *g, void *state, play *p)
{
  (void)g;
  const replay_state *s = state;
  p->worth = p->seen.observed = s->log->reward[s->event];
}

static void replay_played(game *g, void *state, const play *p)
{
  replay_state *s = state;
  if (g->forced >= 0) {
    s->seen[p->seen.arm] = 1;
    s->seen_count++;
  }
  next_event(g, s);
}

/* A log has no true means, so nothing to compare with. */
static void replay_worth(const game *g, const void *shared, int arm, int wait, double *pay, double *time)
{
  (void)g, (void)shared, (void)arm, (void)wait, (void)time;
  *pay = NAN;
}

static void replay_judge(const game *g, const void *state, int64_t round, standing *s, double *figures)
{
  (void)g, (void)state, (void)round, (void)figures;
  s->benchmark = s->regret = s->optimal = NAN;
}

const trait_type trait_replay = {
    .name = "replay",
    .flag = HAS_REPLAY,
    .order = 8,
    .state_size = sizeof(replay_state),
    .prepare = replay_prepare,
    .start = replay_start,
    .worth = replay_worth,
    .accept = replay_accept,
    .shape = replay_shape,
    .played = replay_played,
    .judge = replay_judge,
};

/* Replay of a log by rejection (Li et al. 2011): the policy chooses afresh at every event; if its
 * choice is the arm the log shows, the event is a turn (the reward is seen), else it is discarded.
 * The first event of each of `init` unseen arms (or of all, if the log shows fewer) is accepted
 * without asking. Rounds are turns. The game ends with the log, or with the walk through a
 * resample of it. Where arms were not shown with the same probability in all events, the log is
 * thinned: each event is used with its own probability, else it is discarded unasked.
 *
 * An arm lives from the first to the last event whose pool has it. In between
 * it may be away: then it can't be chosen, but is neither dead nor born again.
 * It lived in a turn if it was in the pool of some event of that turn, the
 * discarded ones before the accepted one included. An arm in the pool of the last
 * event is not known to have died there: its end is FOREVER.
 *
 * In a log with dates an outcome is shown once the walk comes to the first later event that is not before
 * its date, so many events `after` its own, also in a resample: after the last turn before that event. */
#include "types.h"
#include "replay_log.h"
#include "../model/lags.h"
#include "../model/playable.h"
#include "../base/sorted.h"
#include <math.h>
#include <string.h>

/* Sums of what the turns of the policy's own choice have paid, or (doubly robust) of what
 * the events are worth at which it chose; measured from the first, for exactness. */
typedef struct value_sums {
  double origin, count, weight, reward;            /* sums of 1, w, w r */
  double weight2, weight2_reward, weight2_reward2; /* of w^2, w^2 r, w^2 r^2 */
} value_sums;

typedef struct replay_state {
  const replay_log *log;
  walk walk;
  const int64_t *last;      /* by arm: the last place whose pool has it */
  int64_t place;            /* in the walk, from 0 */
  int64_t event;            /* of the log, at this place */
  int64_t pool;             /* from 1; 0 before the first */
  int64_t walked;           /* events that were turns or discarded */
  bool was_turn;            /* the event before this one */
  int64_t init, seen_count; /* how many arms are to be seen first, and were */
  unsigned char *seen;      /* by arm: met in the first turns */
  unsigned char *born;      /* by arm */
  int64_t chosen;           /* turns of the policy's own choice */
  bool unsupported;         /* it has chosen an arm whose worth the log cannot say */
  value_sums value;
} replay_state;

/* Returns whether some outcomes are never shown. */
static bool is_silent(const parameters *given)
{
  const parameter *after = parameters_find(given, "after");
  for (int64_t i = 0; after && i < after->length; i++)
    if (after->values[i] == 0) return true;
  return false;
}

static status replay_prepare(problem *p, trait_model *m)
{
  replay_log *log = arena_zeroed(&p->memory, 1, sizeof *log);
  if (!log) return status_no_memory();
  m->shared = log;
  p->late = true;
  const status s = replay_log_make(log, m, p->arm_count, &p->memory);
  if (log->context) p->has |= HAS_CONTEXT;
  if (log->after) p->has |= HAS_DELAY, p->lags_differ = true;
  p->silent = is_silent(&m->given);
  return s;
}

static int shown_arm(const replay_state *s) { return (int)s->log->shown[s->event] - 1; }

/* --- which arms are there ------------------------------------------------------- */

static void arm_appears(game *g, replay_state *s, int arm)
{
  if (s->born[arm]) {
    game_arm_back(g, arm);
    return;
  }
  s->born[arm] = 1;
  const bool to_the_end = s->last[arm] == s->walk.length - 1;
  game_arm_enters(g, arm, arm, game_round(g), to_the_end ? FOREVER : s->last[arm] + 1);
}

/* The event before was in its pool. */
static void arm_disappears(game *g, const replay_state *s, int arm)
{
  if (s->last[arm] >= s->place) game_arm_away(g, arm);
  else game_arm_leaves(g, arm, game_round(g) - s->was_turn, EXIT_DIED);
}

/* The members of a pool, ascending; none of pool 0. */
typedef struct members {
  const double *at, *end;
} members;

static members members_of(const replay_log *log, int64_t pool)
{
  if (pool == 0) return (members){NULL, NULL};
  return (members){log->pool_members + (int64_t)log->pool_from[pool - 1],
                   log->pool_members + (int64_t)log->pool_from[pool]};
}

static void change_pool(game *g, replay_state *s, int64_t pool)
{
  members gone = members_of(s->log, s->pool), here = members_of(s->log, pool);
  s->pool = pool;
  while (gone.at < gone.end || here.at < here.end) {
    if (here.at == here.end || (gone.at < gone.end && *gone.at < *here.at)) {
      arm_disappears(g, s, (int)*gone.at++ - 1);
    } else if (gone.at == gone.end || *here.at < *gone.at) {
      arm_appears(g, s, (int)*here.at++ - 1);
    } else {
      gone.at++;
      here.at++;
    }
  }
}

/* --- the walk ------------------------------------------------------------------- */

static void pass_event(replay_state *s, bool turn)
{
  s->was_turn = turn;
  s->walked++;
  s->place++;
}

static bool is_first_meeting(const replay_state *s)
{
  return s->seen_count < s->init && !s->seen[shown_arm(s)];
}

static void enter_event(game *g, replay_state *s)
{
  const replay_log *log = s->log;
  s->event = walk_event(&s->walk, s->place);
  const int64_t pool = (int64_t)log->pool[s->event];
  if (pool != s->pool) change_pool(g, s, pool);
  if (log->context) game_tell_context(g, log->context + s->event * log->context_size, log->context_size);
}

/* Goes to the next event that may be a turn: as long as arms are to be met
 * first, others are discarded. */
static void meet_event(game *g, replay_state *s)
{
  for (; s->place < s->walk.length; pass_event(s, false)) {
    if (s->log->after) game_show_due(g, s->place);
    enter_event(g, s);
    if (!walk_uses(&s->walk, s->event)) continue;
    game_force(g, is_first_meeting(s) ? shown_arm(s) : -1);
    if (game_is_forced(g) && !game_is_live(g, shown_arm(s)))
      game_fail(g, status_error(STATUS_INTERNAL, "The log shows an arm that is not in its pool."));
    if (game_is_forced(g) || s->seen_count >= s->init) return;
  }
  game_end(g);
}

/* Returns how many arms the log shows from this place on, up to `most`: to wait for
 * more would use up the log. */
static int64_t arms_to_meet(replay_state *s, int arm_count, int64_t most)
{
  int64_t count = 0;
  for (int64_t place = s->place; place < s->walk.length && count < most; place++) {
    const int64_t event = walk_event(&s->walk, place);
    if (!walk_uses(&s->walk, event)) continue;
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
  const int count = game_problem(g)->arm_count;
  arena *memory = game_memory(g);
  const uint32_t replication = game_replication(g);
  s->log = shared;
  s->was_turn = true;
  s->walk = walk_of(s->log, game_seed(g), replication);
  s->last = s->log->last ? s->log->last : walk_last(&s->walk, count, memory);
  s->place = (int64_t)s->log->start[(replication - 1) % (uint64_t)s->log->start_count] - 1;
  s->seen = arena_zeroed(memory, (size_t)count, 1);
  s->born = arena_zeroed(memory, (size_t)count, 1);
  if (!s->seen || !s->born || !s->last) return false;
  s->init = arms_to_meet(s, count, s->log->init);
  if (s->log->known) game_tell_lives(g);
  if (s->log->context) game_tell_context(g, s->log->context, s->log->context_size);
  meet_event(g, s);
  return true;
}

/* --- turns ------------------------------------------------------------------------ */

static void add_value(value_sums *v, double reward, double weight)
{
  if (v->count == 0) v->origin = reward;
  const double r = reward - v->origin, w = weight * weight;
  v->count++;
  v->weight += weight;
  v->reward += weight * r;
  v->weight2 += w;
  v->weight2_reward += w * r;
  v->weight2_reward2 += w * r * r;
}

static double weight_of(const replay_state *s)
{
  return s->log->propensity ? 1 / s->log->propensity[s->event] : 1;
}

static double table_of(const replay_state *s, int arm)
{
  const replay_log *log = s->log;
  const int64_t from = (int64_t)log->pool_from[s->pool - 1], last = (int64_t)log->pool_from[s->pool] - 1;
  return log->table[first_at_least(log->pool_members, from, last, arm + 1)];
}

/* Doubly robust: what the table says of the choice, corrected where it was shown. */
static double robust_value(const replay_state *s, int choice)
{
  const double thought = table_of(s, choice);
  return choice == shown_arm(s) ? thought + weight_of(s) * (s->log->reward[s->event] - thought) : thought;
}

static bool replay_accept(game *g, void *state, int action)
{
  replay_state *s = state;
  if (s->log->unsupported && !game_is_forced(g) && s->log->unsupported[action]) s->unsupported = true;
  if (s->log->table && !game_is_forced(g)) add_value(&s->value, robust_value(s, action), 1);
  if (action == shown_arm(s)) return true;
  pass_event(s, false);
  meet_event(g, s);
  return false;
}

/* The place of the first event that is not before the outcome's date; no round if that is the next one. */
static int64_t shown_in(const replay_state *s)
{
  const double after = s->log->after[s->event];
  if (after == 0) return FOREVER;
  return after == 1 ? 0 : SHOWN_AT_PLACE + s->place + (int64_t)after;
}

static void replay_shape(game *g, void *state, play *p)
{
  replay_state *s = state;
  const double reward = s->log->reward[s->event];
  p->worth = p->seen.observed = reward;
  if (s->log->after) p->shown_in = shown_in(s);
  if (game_is_forced(g)) return;
  s->chosen++;
  if (!s->log->table) add_value(&s->value, reward, weight_of(s));
}

static void replay_played(game *g, void *state, const play *p)
{
  replay_state *s = state;
  if (game_is_forced(g)) {
    s->seen[p->seen.arm] = 1;
    s->seen_count++;
  }
  pass_event(s, true);
  meet_event(g, s);
}

/* --- figures ------------------------------------------------------------------------ */

/* The standard error of a weighted mean, with n / (n - 1) as for a plain one. */
static double standard_error(const value_sums *v)
{
  const double mean = v->reward / v->weight;
  const double spread = v->weight2_reward2 - 2 * mean * v->weight2_reward + mean * mean * v->weight2;
  if (v->count < 2) return NAN;
  return sqrt((spread > 0 ? spread : 0) * v->count / (v->count - 1)) / v->weight;
}

/* A log has no true means, so nothing to compare with. The event of the turn
 * that has just been played is not passed yet. */
static void replay_judge(const game *g, const void *state, int64_t round, standing *s, double *figures)
{
  (void)round;
  const replay_state *r = state;
  const value_sums *v = &r->value;
  s->benchmark = s->regret = s->optimal = NAN;
  figures[0] = (double)(r->walked + !game_has_ended(g));
  figures[1] = (double)r->chosen;
  figures[2] = v->count > 0 && !r->unsupported ? v->origin + v->reward / v->weight : NAN;
  figures[3] = r->unsupported ? NAN : standard_error(v);
}

static void replay_worth(const game *g, const void *shared, int arm, int wait, double *pay, double *time)
{
  (void)g, (void)shared, (void)arm, (void)wait, (void)time;
  *pay = NAN;
}

static const char *replay_refuses_policy(const described_trait *t, const policy_description *p)
{
  if (!policy_bears_silence(p) && is_silent(&t->given))
    return "Some outcomes of the log have no date, so they are never shown, and it would learn from the "
           "others alone; most policies can play inside of policy_matured(), or leave `outcome_time` out to "
           "show all outcomes at once";
  if (parameters_given(&t->given, "after") && p->type->counts_lags &&
      !states_lags(p->given, &usual_lag_names) && !parameters_text(p->given, "delay"))
    return "A log states no law of its delays; give `delay`, a law or \"estimated\"";
  if (p->type->deterministic || parameters_number_or(&t->given, "thin", 1) != 0) return NULL;
  return "It is randomised or uses contexts (a policy in R may), and a replay with `thin = FALSE` is valid "
         "only for "
         "deterministic policies";
}

/* Writes the least and the greatest reward in the log. */
static void replay_pays(const problem_description *d, const described_trait *t, double ends[2])
{
  (void)d;
  const parameter *reward = parameters_find(&t->given, "reward");
  for (int64_t i = 0; reward && i < reward->length; i++) {
    if (i == 0) ends[0] = ends[1] = reward->values[0];
    ends[0] = fmin(ends[0], reward->values[i]);
    ends[1] = fmax(ends[1], reward->values[i]);
  }
}

const trait_type trait_replay = {
    .name = "replay",
    .pays = replay_pays,
    .alone = "the log determines what happens",
    .contexts = "context",
    .delays = "after",
    .refuses_policy = replay_refuses_policy,
    .takes = TAKES(
        {"shown", A_WHOLE(1, LARGEST_COUNT), .size = SIZE_ANY, REQUIRED},
        {"reward", A_NUMBER, .size = SIZE_ANY, REQUIRED},
        {"pool", A_WHOLE(1, LARGEST_COUNT), .size = SIZE_ANY, REQUIRED},
        {"pool_from", A_WHOLE(0, LARGEST_COUNT), .size = SIZE_ANY, REQUIRED},
        {"pool_members", A_WHOLE(1, LARGEST_COUNT), .size = SIZE_ANY, REQUIRED},
        {"init", A_WHOLE(0, LARGEST_COUNT), REQUIRED},
        {"start", A_WHOLE(1, LARGEST_COUNT), .size = SIZE_ANY, REQUIRED}, {"known", A_FLAG},
        {"propensity", A_POSITIVE_CHANCE, .size = SIZE_ANY}, {"chance", A_POSITIVE_CHANCE, .size = SIZE_ANY},
        {"table", A_NUMBER, .size = SIZE_ANY}, {"weighted", A_FLAG}, {"thin", A_FLAG}, {"by_pool", A_FLAG},
        {"unsupported", A_WHOLE(1, LARGEST_COUNT), .size = SIZE_ANY},
        {"after", A_WHOLE(0, LARGEST_COUNT), .size = SIZE_ANY}, {"resample", A_TEXT("none|bootstrap|window")},
        {"block", A_WHOLE(1, LARGEST_COUNT)}, {"context", BETWEEN(-INFINITY, INFINITY), .size = SIZE_ANY},
        {"context_size", A_WHOLE(0, 1e6)}),
    .flag = HAS_REPLAY,
    .order = 8,
    .state_size = sizeof(replay_state),
    .figure = {"events", "chosen", "estimate", "se"},
    .moves = true,
    .prepare = replay_prepare,
    .start = replay_start,
    .worth = replay_worth,
    .accept = replay_accept,
    .shape = replay_shape,
    .played = replay_played,
    .judge = replay_judge,
};

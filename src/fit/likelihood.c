#include "likelihood.h"
#include "../base/elementary.h"
#include "../game/late.h"
#include <math.h>
#include <string.h>

bool chooser_open(chooser *c, const choice_log *log)
{
  *c = (chooser){.log = log, .zero = -1};
  const size_t arms = (size_t)log->arms;
  c->chance = arena_zeroed(&c->own, arms, sizeof *c->chance);
  c->born = arena_zeroed(&c->own, arms, 1);
  c->stays = arena_zeroed(&c->own, arms, 1);
  return c->chance && c->born && c->stays;
}

void chooser_close(chooser *c)
{
  arena_free(&c->memory);
  arena_free(&c->own);
}

/* --- whether a policy can be asked ------------------------------------------------------------ */

/* A policy and those inside it, from the outside. */
typedef struct nested_policy {
  const policy_type *type;
  char base[256]; /* the parameter that names the next one */
} nested_policy;

static nested_policy outermost(const choice_policy *p) { return (nested_policy){p->type, "base"}; }

/* Goes on to the one inside. */
static bool go_inside(nested_policy *n, const choice_policy *p)
{
  const char *constructor = parameters_text(p->given, n->base);
  if (!n->type || !constructor || strlen(n->base) + sizeof ".base" > sizeof n->base) return false;
  n->type = p->find(constructor);
  strcat(n->base, ".base");
  return true;
}

/* The innermost policy if it draws its choices; a floor only draws over those of the policy inside, which
 * does not depend on it. NULL: it does not draw. */
static const policy_type *innermost_that_draws(const choice_policy *p)
{
  nested_policy n = outermost(p);
  while (go_inside(&n, p)) continue;
  return n.type && n.type->deterministic ? NULL : n.type;
}

/* The policy that counts lags in rounds: this one or one inside it, or NULL. */
static const policy_type *one_that_counts_lags(const choice_policy *p)
{
  nested_policy n = outermost(p);
  while (n.type && !n.type->counts_lags)
    if (!go_inside(&n, p)) return NULL;
  return n.type;
}

/* Where outcomes are late, a log does not show the ends of batches in which nothing was shown, nor rounds in
 * which arms were away before they were first there or after the last choice: ages of choices are unknown. */
static choice_refusal ages_unknown(const choice_log *log, int64_t game)
{
  if (!log->reported) return CHOICES_FINE;
  if (log->batched[game] != 0) return CHOICES_IN_BATCHES;
  return log->moves[game] != ARMS_STAY ? CHOICES_MOVING : CHOICES_FINE;
}

static bool ages_are_known(chooser *c, int64_t from, int64_t end)
{
  const policy_type *counts = one_that_counts_lags(&c->policy);
  for (int64_t game = from; counts && game < end && c->refusal == CHOICES_FINE; game++)
    c->refusal = ages_unknown(c->log, game);
  if (c->refusal != CHOICES_FINE) c->from = counts;
  return c->refusal == CHOICES_FINE;
}

static bool must_be_asked(const roster *r)
{
  const policy_type *type = r->type;
  return !type->told_suffices || (type->must_be_asked && type->must_be_asked(&r->player));
}

/* Once it is started. */
static bool can_be_asked(chooser *c)
{
  const roster *r = &c->roster;
  c->refusal = CHOICES_FINE;
  c->from = policy_without_chances(r->type, &r->player);
  if (c->from) {
    c->refusal = CHOICES_UNKNOWN;
    return false;
  }
  c->asked = r->type->choose && must_be_asked(r);
  c->from = c->asked ? innermost_that_draws(&c->policy) : NULL;
  if (c->from) c->refusal = CHOICES_DRAWN;
  return !c->from;
}

/* --- which arms are there ------------------------------------------------------------------------ */

typedef struct members {
  const double *at, *end;
} members;

/* Ascending; none of pool 0. */
static members members_of(const choice_log *log, int64_t pool)
{
  if (pool == 0) return (members){NULL, NULL};
  return (members){log->pool_members + (int64_t)log->pool_from[pool - 1],
                   log->pool_members + (int64_t)log->pool_from[pool]};
}

static void arm_enters(chooser *c, int arm, int64_t round)
{
  roster *r = &c->roster;
  c->born[arm] = 1;
  roster_enter(r, arm, arm, round, FOREVER);
  if (r->started && r->type->arm_entered) r->type->arm_entered(&r->player, &r->view, arm);
}

/* Arms leave together. */
static void arms_leave(chooser *c, members gone, int64_t round)
{
  roster *r = &c->roster;
  roster_hold(r);
  for (const double *m = gone.at; m < gone.end; m++)
    if (!c->stays[(int)*m - 1]) roster_leave(r, (int)*m - 1, round - 1, true);
  roster_settle(r);
}

static void arms_are_away(chooser *c, members gone)
{
  for (const double *m = gone.at; m < gone.end; m++)
    if (!c->stays[(int)*m - 1]) roster_away(&c->roster, (int)*m - 1);
}

static void arms_enter(chooser *c, members here, int64_t round)
{
  for (const double *m = here.at; m < here.end; m++)
    if (!c->born[(int)*m - 1]) arm_enters(c, (int)*m - 1, round);
}

static void arms_are_back(chooser *c, members here)
{
  for (const double *m = here.at; m < here.end; m++)
    if (!c->roster.is_live[(int)*m - 1]) roster_back(&c->roster, (int)*m - 1);
}

/* In the order of games: arms leave, enter, are away, and are back. */
static void change_pool(chooser *c, int64_t row, int64_t round)
{
  const choice_log *log = c->log;
  const int64_t pool = (int64_t)log->pool[row];
  const members before = members_of(log, c->pool), here = members_of(log, pool);
  const bool all_away = c->all_away;
  c->pool = pool;
  c->all_away = false;
  for (const double *m = here.at; m < here.end; m++) c->stays[(int)*m - 1] = 1;
  if (!c->returns) arms_leave(c, before, round);
  arms_enter(c, here, round);
  if (c->returns && !all_away) arms_are_away(c, before);
  arms_are_back(c, here);
  for (const double *m = here.at; m < here.end; m++) c->stays[(int)*m - 1] = 0;
}

/* --- a game ------------------------------------------------------------------------------------ */

static bool has_failed(chooser *c)
{
  if (c->roster.player.failure.code && !c->failure.code) c->failure = roster_failure(&c->roster);
  return c->failure.code != STATUS_OK;
}

/* What a policy draws when it is told something is not in the log. */
static void refuse_draws(chooser *c, const random_used *before)
{
  roster *r = &c->roster;
  if (!nothing_used_since(&r->random, before)) c->refusal = CHOICES_DRAWN, c->from = r->type;
}

/* Outcomes that were shown at the ends of earlier rounds. */
static void show_late(chooser *c, int64_t round)
{
  view *v = &c->roster.view;
  const random_used used = stream_used(&c->roster.random);
  while (heap_next(&c->late) <= round) {
    const outcome o = *(const outcome *)heap_first_more(&c->late);
    v->round = heap_next(&c->late);
    if (c->batched) v->known = v->round - 1; /* the end of a batch */
    heap_pop(&c->late);
    roster_show(&c->roster, &o);
  }
  refuse_draws(c, &used);
}

/* Passes rounds without a choice, from this one on, in which all arms are away, so that what is shown
 * meanwhile finds nobody there. */
static void pass_rounds(chooser *c, int64_t first)
{
  if (c->log->reported) show_late(c, first);
  c->roster.view.round = first;
  arms_are_away(c, members_of(c->log, c->pool));
  c->all_away = true;
}

/* Begins with the arms of the first row, which are there before the policy starts, in round 1, as those of a
 * game are. */
static bool begin_game(chooser *c, int64_t game)
{
  const choice_log *log = c->log;
  const int64_t from = (int64_t)log->game_from[game], end = (int64_t)log->game_from[game + 1];
  roster *r = &c->roster;
  arena_empty(&c->memory);
  *r = (roster){0};
  c->play = 0;
  c->batched = log->reported && log->batched[game] != 0;
  if (!roster_open(r, c->policy.type, log->arms, 1, &c->memory) ||
      (log->reported && !(heap_open(&c->late, 0, sizeof(outcome), &c->memory) && roster_count(r)))) {
    c->failure = status_no_memory();
    return false;
  }
  view *v = &r->view;
  r->random = stream_open(0, 1, 0);
  v->round = 1;
  v->horizon = (int64_t)log->round[end - 1];
  v->described = log->arms;
  v->changes = -1;
  v->outside = log->reported != NULL; /* no bandit says how late outcomes are */
  v->in_batches = c->batched;
  v->known = v->round - 1;
  v->name = log->name;
  v->find = c->policy.find;
  v->context = log->context ? log->context + from * log->context_size : NULL;
  v->context_size = log->context ? log->context_size : 0;
  c->pool = 0;
  c->all_away = false;
  memset(c->born, 0, (size_t)log->arms);
  c->returns = log->moves[game] == ARMS_RETURN;
  change_pool(c, from, v->round);
  const status started = roster_start(r, c->policy.given);
  if (started.code) c->failure = started;
  else if (log->round[from] > 1) pass_rounds(c, 1);
  return !started.code;
}

static void begin_row(chooser *c, int64_t row)
{
  const choice_log *log = c->log;
  view *v = &c->roster.view;
  const int64_t round = (int64_t)log->round[row];
  if (c->play > 0 && log->round[row] > log->round[row - 1] + 1)
    pass_rounds(c, (int64_t)log->round[row - 1] + 1);
  if (log->reported) show_late(c, round);
  v->round = round;
  if (c->all_away || (int64_t)log->pool[row] != c->pool) change_pool(c, row, round);
  if (log->context) v->context = log->context + row * log->context_size;
}

/* Notes what the policy thinks of the row before its choice, where that is asked for. */
static void put_row(chooser *c, int64_t row, int arm, double chance)
{
  const choice_trials *t = &c->trials;
  const view *v = &c->roster.view;
  if (t->propensity) t->propensity[row] = chance;
  if (t->value) {
    reason r;
    t->value[row] = NAN;
    if (policy_explains(c->roster.type, &c->roster.player, v, arm, &r))
      for (int i = 0; i < r.parts; i++)
        if (strcmp(r.name[i], PART_MEAN) == 0) t->value[row] = r.value[i];
  }
  if (t->all) {
    double *all = t->all + row * c->log->arms;
    for (int i = 0; i < c->log->arms; i++) all[i] = NAN;
    for (int i = 0; i < v->action_count; i++) all[v->actions[i]] = c->chance[i];
  }
}

/* Returns the propensity of the log's arm, or NAN with a failure. */
static double propensity_of(chooser *c, int arm)
{
  roster *r = &c->roster;
  const view *v = &r->view;
  double chance = NAN;
  if (policy_chances(r->type, &r->player, v, c->chance)) /* arms stand in the order of their numbers */
    chance = c->chance[v->action_count == v->arms ? arm : live_before(v, arm)];
  if (isnan(chance) && !r->player.failure.code)
    r->player.failure = status_error(STATUS_INTERNAL, "Its propensities are unknown here.");
  return chance;
}

/* Its choice is the log's. */
static void play(chooser *c, int64_t row, int arm)
{
  const choice_log *log = c->log;
  roster *r = &c->roster;
  const double reward = log->reward[row];
  const double shown = log->reported ? log->reported[row] : log->round[row];
  const bool later = c->batched || shown > log->round[row];
  if (c->asked && r->type->chances) r->type->choose(&r->player, &r->view);
  if (!c->asked) roster_recall(r, arm);
  const random_used used = stream_used(&r->random);
  outcome o = {.action = arm,
               .arm = arm,
               .wait = 1,
               .observed = later ? NAN : reward,
               .cost = 1,
               .play = c->play,
               .start = r->view.round};
  r->view.plays = ++c->play;
  roster_played(r, &o);
  o.observed = reward;
  if (isnan(reward) || shown > (double)r->view.horizon) return; /* it is not shown in this game */
  if (!later) roster_show(r, &o);
  else if (!heap_push(&c->late, (int64_t)shown, o.play, &o)) c->failure = status_no_memory();
  refuse_draws(c, &used);
}

#define SMALL_PRODUCT 1e-140

static inline void log_sum_add(log_sum *s, double chance)
{
  s->product *= chance;
  if (s->product > SMALL_PRODUCT) return;
  if (chance > 0 && chance < SMALL_PRODUCT) s->product = s->product > 0 ? s->product / chance : 1;
  else chance = 1;
  s->sum += same_log(s->product) + same_log(chance);
  s->product = 1;
}

/* --- step by step ------------------------------------------------------------------------------ */

void chooser_begin_unit(chooser *c, const choice_policy *policy)
{
  c->policy = *policy;
  c->sum = (log_sum){1, 0};
  c->zero = -1;
  c->refusal = CHOICES_FINE;
  c->failure = status_ok;
}

bool chooser_begin_game(chooser *c, int64_t game)
{
  if (!ages_are_known(c, game, game + 1) || !begin_game(c, game) || !can_be_asked(c)) return false;
  begin_row(c, (int64_t)c->log->game_from[game]);
  return true;
}

bool chooser_is_done(const chooser *c) { return c->zero >= 0 && !c->trials.propensity; }

static inline bool follow_row(chooser *c, int64_t row)
{
  const int arm = (int)c->log->arm[row] - 1;
  const double chance = propensity_of(c, arm);
  if (isnan(chance)) return !has_failed(c);
  if (c->trials.propensity) put_row(c, row, arm, chance);
  if (chance > 0) log_sum_add(&c->sum, chance);
  else if (c->zero < 0) c->zero = row;
  if (chooser_is_done(c)) return true;
  play(c, row, arm);
  return !(has_failed(c) || c->refusal);
}

bool chooser_follow(chooser *c, int64_t row, int64_t end)
{
  if (!follow_row(c, row)) return false;
  if (row + 1 < end && !chooser_is_done(c)) begin_row(c, row + 1);
  return true;
}

double chooser_end_unit(const chooser *c)
{
  return c->zero >= 0 ? -INFINITY : c->sum.sum + same_log(c->sum.product);
}

/* --- all at once ------------------------------------------------------------------------------- */

/* False: it cannot go on. */
static bool play_game(chooser *c, int64_t game)
{
  const int64_t end = (int64_t)c->log->game_from[game + 1];
  if (!begin_game(c, game) || !can_be_asked(c)) return false;
  for (int64_t row = (int64_t)c->log->game_from[game]; row < end; row++) {
    begin_row(c, row);
    if (!follow_row(c, row)) return false;
    if (chooser_is_done(c)) return true; /* what follows changes nothing */
  }
  return true;
}

bool chooser_accepts(chooser *c, const choice_policy *policy)
{
  chooser_begin_unit(c, policy);
  return ages_are_known(c, 0, c->log->games) && begin_game(c, 0) && can_be_asked(c);
}

double chooser_unit(chooser *c, const choice_policy *policy, int64_t unit)
{
  const int64_t end = (int64_t)c->log->unit_from[unit + 1];
  chooser_begin_unit(c, policy);
  for (int64_t game = (int64_t)c->log->unit_from[unit]; game < end && !chooser_is_done(c); game++)
    if (!play_game(c, game)) return NAN;
  return chooser_end_unit(c);
}

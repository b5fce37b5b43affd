#include "state.h"
#include <math.h>
#include <string.h>

/* --- the best arm, going by what was shown -------------------------------------- */

/* Returns whether outcomes say something of an arm by itself: those of several arms together, of an arm and a
 * wait, or in one context do not. */
static bool arms_can_be_named(const problem *p)
{
  return p->waits == 1 && !(p->has & (HAS_SPREAD | HAS_CONTEXT));
}

/* The mean of what was shown; where zeros never are, of all pulls, without what is still to come. */
static double mean_shown(const game *g, int arm)
{
  const action_status *a = &g->action[arm];
  const int64_t count = g->problem->silent ? a->pulls : a->shown;
  return count ? sum_value(g->simple ? &a->worth : &a->observed) / (double)count : -INFINITY;
}

static bool is_better(const game *g, int arm, double mean, int other, double others)
{
  if (mean != others) return mean > others;
  const int64_t plays = g->arm[arm].pulls, other_plays = g->arm[other].pulls;
  if (plays != other_plays) return plays > other_plays;
  return g->roster.number[arm] < g->roster.number[other];
}

static double mean_now(const game *g, int arm)
{
  return g->stopping && !g->stopping->behind && !g->problem->silent ? g->stopping->mean[arm]
                                                                    : mean_shown(g, arm);
}

int naming_better(const game *g, int arm, int best)
{
  return best < 0 || is_better(g, arm, mean_now(g, arm), best, mean_now(g, best)) ? arm : best;
}

/* Returns whether the arm may be named: one that has graduated may, one that was dropped may not. */
static bool may_be_named(const game *g, int arm)
{
  return g->arm[arm].present && !(g->stopping && g->stopping->out[arm] == EXIT_DROPPED);
}

static int greatest_mean(const game *g)
{
  int best = -1;
  for (int arm = 0; arm < g->problem->arm_count; arm++)
    if (may_be_named(g, arm)) best = naming_better(g, arm, best);
  return best;
}

/* Returns the leader of the arms left. */
static int find_leader(const game *g)
{
  int best = -1;
  for (int arm = 0; arm < g->problem->arm_count; arm++)
    if (g->stopping->there[arm]) best = naming_better(g, arm, best);
  return best;
}

int naming_now(game *g)
{
  if (game_has_stopped(g)) return g->stopping->named;
  if (!arms_can_be_named(g->problem)) return -1;
  const int own = roster_recommended(&g->roster);
  return own >= 0 && may_be_named(g, own) ? own : greatest_mean(g);
}

/* Or, if its rule says that the leader is the best of the arms left: one of these. */
static int naming_among_left(game *g)
{
  const int own = roster_recommended(&g->roster);
  return own >= 0 && g->stopping->there[own] ? own : g->stopping->seen.leader;
}

/* Returns whether the policy would not be stopped now. */
static bool is_midway(const game *g)
{
  const policy_type *type = g->roster.type;
  return type->may_stop && !type->may_stop(&g->roster.player, &g->roster.view);
}

/* --- stopping -------------------------------------------------------------------- */

static bool allocate(stopping *s, int count, arena *memory)
{
  const size_t rules = (size_t)rules_of_plan(s->plan), places = (size_t)count;
  const size_t beyond = places * (size_t)concurrent_controls(s->plan);
  s->state = arena_zeroed(memory, rules, sizeof *s->state);
  s->look = arena_zeroed(memory, rules, sizeof *s->look);
  s->by_outcomes = arena_zeroed(memory, rules, sizeof *s->by_outcomes);
  s->learner = arena_zeroed(memory, rules, sizeof *s->learner);
  s->there = arena_zeroed(memory, places, sizeof *s->there);
  s->shown = arena_zeroed(memory, places + beyond, sizeof *s->shown);
  s->mean = arena_zeroed(memory, places + beyond, sizeof *s->mean);
  s->out = arena_zeroed(memory, places, sizeof *s->out);
  s->verdict = arena_zeroed(memory, places, sizeof *s->verdict);
  s->taken_by = arena_zeroed(memory, places, sizeof *s->taken_by);
  return s->state && s->look && s->by_outcomes && s->learner && s->there && s->shown && s->mean && s->out &&
         s->verdict && s->taken_by;
}

static bool start_rule(stopping *s, int rule, int places, arena *memory)
{
  const stopping_rule *r = &s->plan->rules[rule];
  const stopping_type *type = r->type;
  const bool by_place = !type->uses_places || type->uses_places(&r->given);
  s->state[rule] =
      arena_zeroed(memory, 1, type->state_size + (by_place ? (size_t)places * type->place_size : 0));
  parameters *known = arena_zeroed(memory, 1, sizeof *known);
  if (!s->state[rule] || !known) return false;
  *known = r->given;
  known->takes = type->takes;
  if (type->start) type->start(s->state[rule], known);
  if (type->learns && type->learns(s->state[rule])) s->learner[s->learner_count++] = rule;
  return true;
}

static bool start_rules(stopping *s, int places, arena *memory)
{
  for (int i = 0; i < rules_of_plan(s->plan); i++)
    if (s->plan->rules[i].type && !start_rule(s, i, places, memory)) return false;
  return true;
}

static bool can_be_stopped(const problem *p)
{
  return arms_can_be_named(p) &&
         !(p->has & (HAS_REPLAY | HAS_FAIRNESS | HAS_WEAR | HAS_REST | HAS_ABSENCES)) &&
         !p->arms.type->best_until;
}

/* Returns the control of the rules that take arms out: all that have one have the same. */
static control_arm control_of_leaving(const stopping_plan *p)
{
  for (int i = p->count; i < rules_of_plan(p); i++) {
    const control_arm its = control_of(&p->rules[i].given);
    if (is_controlled(&its)) return its;
  }
  return (control_arm){.number = NO_CONTROL};
}

bool stopping_ready(stopping *s, const stopping_plan *plan, int places, roster *r, arena *memory)
{
  s->plan = plan;
  s->named = s->seen.leader = s->reason = -1;
  s->control = control_of_leaving(plan);
  if (!allocate(s, places, memory) || !start_rules(s, places, memory)) return false;
  for (int arm = 0; arm < places; arm++) s->mean[arm] = -INFINITY;
  s->seen.arms = places;
  s->seen.there = s->there;
  s->seen.shown = s->shown;
  s->seen.mean = s->mean;
  s->seen.type = r->type;
  s->seen.player = &r->player;
  s->seen.view = &r->view;
  return true;
}

static bool asks_by_time(const stopping_plan *plan)
{
  for (int i = 0; i < rules_of_plan(plan); i++)
    if (plan->rules[i].times) return true;
  return false;
}

static bool follow_all(stopping *s, int places, arena *memory)
{
  s->followed = arena_zeroed(memory, (size_t)places, sizeof *s->followed);
  s->seen.events = s->events = arena_zeroed(memory, (size_t)places, sizeof *s->events);
  s->seen.lived = s->lived = arena_zeroed(memory, (size_t)places, sizeof *s->lived);
  return s->followed && s->events && s->lived;
}

status stopping_open(game *g, const stopping_plan *plan)
{
  if (!plan) return status_ok;
  if (!can_be_stopped(g->problem) || (asks_by_time(plan) && g->problem->clock < 0))
    return status_error(STATUS_INTERNAL, "Such games cannot be stopped.");
  stopping *s = arena_zeroed(&g->memory, 1, sizeof *s);
  if (!s || !stopping_ready(s, plan, g->problem->arm_count, &g->roster, &g->memory))
    return status_no_memory();
  s->seen.known = g->problem->described;
  s->made = (look_made){NAN, NAN};
  s->seen.more_to_come = true;
  g->stopping = s;
  if (g->roster.view.lives && !follow_all(s, g->problem->arm_count, &g->memory)) return status_no_memory();
  return concurrent_open(g) ? status_ok : status_no_memory();
}

/* The leader is searched for again only if it may have changed and it is not clear to which arm. */
static void count_arm(game *g, int arm)
{
  stopping *s = g->stopping;
  const int leader = s->seen.leader;
  const double before = s->mean[arm];
  const bool was_there = s->there[arm];
  s->there[arm] = g->arm[arm].present && !s->out[arm];
  s->shown_of_all += (double)g->action[arm].shown - s->shown[arm];
  s->shown[arm] = (double)g->action[arm].shown;
  s->mean[arm] = mean_shown(g, arm);
  if (leader < 0) return;
  if (was_there != s->there[arm] || (arm == leader && s->mean[arm] < before)) s->seen.leader = -1;
  else if (arm != leader && s->there[arm] && is_better(g, arm, s->mean[arm], leader, s->mean[leader]))
    s->seen.leader = arm;
}

void stopping_count(game *g, int arm)
{
  if (g->stopping->due && !g->roster.view.plain) g->stopping->behind = true;
  else count_arm(g, arm);
}

static void catch_up(game *g)
{
  for (int arm = 0; g->stopping->behind && arm < g->stopping->seen.arms; arm++) count_arm(g, arm);
  g->stopping->behind = false;
}

/* Each of them enters once. */
void stopping_entered(game *g, int arm)
{
  stopping *s = g->stopping;
  s->entered += g->roster.number[arm] < g->problem->described;
  s->seen.more_to_come = g->problem->renewing || s->entered < g->problem->described;
  stopping_count(g, arm);
  concurrent_entered(g, arm);
}

static bool goes_by_patients(const stopping_plan *p)
{
  for (int i = 0; i < p->count; i++)
    if (p->rules[i].type && p->rules[i].type->by_patients) return true;
  return false;
}

static bool grow_patients(stopping *s, arena *memory)
{
  const int64_t room = s->room ? 2 * s->room : 256;
  patient *grown = arena_zeroed(memory, (size_t)room, sizeof *grown);
  if (!grown) return false;
  if (s->room) memcpy(grown, s->patient, (size_t)s->room * sizeof *grown);
  s->seen.patient = s->patient = grown;
  s->room = room;
  return true;
}

static void add_patient(game *g, const outcome *o)
{
  stopping *s = g->stopping;
  if (s->seen.patients == s->room && !grow_patients(s, &g->memory)) {
    g->failure = status_no_memory();
    return;
  }
  s->patient[s->seen.patients++] = (patient){.arrived = o->arrived, .lived = NAN, .arm = o->arm};
}

static void show_patient(stopping *s, const outcome *o)
{
  if (!s->patient) return;
  patient *p = &s->patient[o->play];
  p->lived = o->observed;
  p->event = o->event;
  p->shown = true;
  s->seen.event_count += o->event;
}

void stopping_played(game *g, const outcome *o)
{
  const view *v = &g->roster.view;
  followed *f = g->stopping->followed;
  if (goes_by_patients(g->stopping->plan)) add_patient(g, o);
  if (f) followed_played(&f[o->arm], o, v->in_batches, v->in_batches ? v->known : 0);
}

/* As of the end of the round. */
static void count_times(game *g)
{
  stopping *s = g->stopping;
  const view *v = &g->roster.view;
  if (!s->followed) return;
  const double now = g->timed ? game_time_before(g, s->seen.round + 1) : NAN;
  s->seen.known_by = g->waited == INFINITY ? INFINITY : now;
  for (int arm = 0; arm < s->seen.arms; arm++) {
    if (v->in_batches) followed_catch_up(&s->followed[arm], game_known_before(g, s->seen.round + 1));
    s->events[arm] = s->followed[arm].events;
    s->lived[arm] = followed_time(&s->followed[arm], now);
  }
}

void stopping_shown(game *g, const outcome *o)
{
  stopping *s = g->stopping;
  const view *v = &g->roster.view;
  if (s->followed && v->in_batches) followed_catch_up(&s->followed[o->arm], v->known);
  if (s->followed) followed_shown(&s->followed[o->arm], o, v->in_batches, true);
  show_patient(s, o);
  for (int i = 0; i < s->learner_count; i++) {
    const int rule = s->learner[i];
    s->plan->rules[rule].type->learn(s->state[rule], o->arm, o->observed);
  }
  stopping_count(g, o->arm);
  concurrent_shown(g, o);
}

void stopping_forget(game *g, int arm)
{
  stopping *s = g->stopping;
  s->out[arm] = 0;
  looks_forget(s, arm);
  if (s->followed) s->followed[arm] = (followed){0};
  s->shown[arm] = 0;
  for (int i = 0; i < s->learner_count; i++) {
    const int rule = s->learner[i];
    s->plan->rules[rule].type->forget(s->state[rule], arm);
  }
}

/* Looks and rounds are those of the user, whatever the policy is about. */
static bool is_asked(stopping *s, int rule)
{
  const stopping_rule *r = &s->plan->rules[rule];
  s->seen.look = -1;
  if (!r->looks && !r->times && !r->outcomes) return r->type->at_any_time || !s->seen.midway;
  if (!looks_now(s, rule)) return false;
  s->seen.look = s->look[rule];
  return true;
}

bool stopping_is_due(stopping *s, int rule)
{
  const stopping_rule *rules = s->plan->rules;
  for (int i = rule; i < rule + rules[rule].size; i++)
    if (rules[i].type && is_asked(s, i)) return true;
  return false;
}

static bool rule_says(stopping *s, int rule, int arm);

/* The rule among those joined by this one that settles it, or -1. */
static int settled_by(stopping *s, int rule, int arm)
{
  const stopping_rule *rules = s->plan->rules;
  for (int i = rule + 1; i < rule + rules[rule].size; i += rules[i].size)
    if (rule_says(s, i, arm) != rules[rule].all) return i;
  return -1;
}

/* Returns whether the rule holds of the game, or of an arm. */
static bool rule_says(stopping *s, int rule, int arm)
{
  const stopping_rule *r = &s->plan->rules[rule];
  if (!r->type) return (settled_by(s, rule, arm) < 0) == r->all;
  if (!is_asked(s, rule)) return false;
  return r->type->judges ? r->type->judges(s->state[rule], &s->seen, arm)
                         : r->type->says(s->state[rule], &s->seen);
}

int stopping_takes(stopping *s, int rule, int arm)
{
  const stopping_rule *first = &s->plan->rules[rule];
  if (!first->type && !first->all) return settled_by(s, rule, arm);
  return rule_says(s, rule, arm) ? rule : -1;
}

int stopping_asked(stopping *s)
{
  s->seen.asked++;
  return stopping_takes(s, 0, -1);
}

/* Returns the first of the joined rules that names an arm, or -1: the others have not been asked, or have
 * said no. */
static int first_to_name(const stopping *s, int rule, int *arm)
{
  const stopping_rule *rules = s->plan->rules;
  for (int i = rule; i < rule + rules[rule].size; i++) {
    *arm = rules[i].type && rules[i].type->names ? rules[i].type->names(s->state[i], &s->seen) : -1;
    if (*arm >= 0) return i;
  }
  return -1;
}

int stopping_names(const stopping *s, int rule)
{
  int arm = -1;
  first_to_name(s, rule, &arm);
  return arm;
}

int stopping_reason(const stopping *s, int rule)
{
  int arm;
  const int by = rule < 0 ? -1 : first_to_name(s, rule, &arm);
  const stopping_type *type = by < 0 ? NULL : s->plan->rules[by].type;
  return type && type->resigns && type->resigns(s->state[by]) ? rule + s->plan->count : rule;
}

static bool claims_best(const stopping_rule *rules)
{
  bool some = false;
  for (int i = 0; i < rules->size; i++) some = some || (rules[i].type && rules[i].type->claims_best);
  return some;
}

look_made stopping_look(const stopping *s, int rule)
{
  const stopping_rule *rules = s->plan->rules;
  for (int i = rule; i < rule + rules[rule].size; i++) {
    if (!rules[i].type || !rules[i].type->look_made) continue;
    const look_made made = rules[i].type->look_made(s->state[i], &s->seen);
    if (!isnan(made.time)) return made;
  }
  return (look_made){NAN, NAN};
}

int naming_by(game *g, int rule)
{
  const int arm = stopping_names(g->stopping, rule);
  if (arm >= 0) return arm;
  return claims_best(&g->stopping->plan->rules[rule]) ? naming_among_left(g) : naming_now(g);
}

/* For looks by time. */
static void read_clock(const game *g)
{
  const int at = g->problem->clock;
  stopping *s = g->stopping;
  if (at >= 0) game_trait(g, at)->clock(g, g->trait_state[at], s->seen.round, s->now);
}

int stopping_would_say(game *g, int64_t round)
{
  stopping *s = g->stopping;
  s->seen.round = round;
  s->seen.plays = g->plays;
  s->seen.midway = !(g->waited > 0) && is_midway(g); /* there is no later round to ask in */
  read_clock(g);
  catch_up(g);
  count_times(g);
  s->seen.plain = g->roster.view.plain;
  if (s->seen.leader < 0 || s->seen.plain) s->seen.leader = find_leader(g);
  looks_count(s);
  return stopping_asked(s);
}

static int64_t next_look(const parameter *looks, int64_t round)
{
  int64_t low = 0, high = looks->length;
  while (low < high) {
    const int64_t middle = low + (high - low) / 2;
    if (looks->values[middle] < (double)round) low = middle + 1;
    else high = middle;
  }
  return low < looks->length ? (int64_t)looks->values[low] : FOREVER;
}

int64_t stopping_next_look(const stopping_plan *p, int64_t round)
{
  int64_t next = FOREVER;
  for (int i = 0; i < rules_of_plan(p); i++) {
    const stopping_rule *r = &p->rules[i];
    if (r->type && !r->looks) return 0;
    const int64_t due = r->type ? next_look(r->looks, round) : FOREVER;
    if (due < next) next = due;
  }
  return next;
}

int64_t stopping_next(const game *g, int64_t round)
{
  const stopping *s = g->stopping;
  int64_t next = takes_arms_out(s) && s->last_left == round - 1 ? round : FOREVER;
  for (int i = 0; i < rules_of_plan(s->plan); i++) {
    const stopping_rule *r = &s->plan->rules[i];
    int64_t due = FOREVER;
    if (r->looks) due = next_look(r->looks, round);
    else if (r->outcomes) due = g->roster.view.horizon;
    else if (r->type && r->type->next) due = r->type->next(s->state[i], round);
    if (due < next) next = due;
  }
  return next;
}

void stopping_record(game *g)
{
  const stopping *s = g->stopping;
  if (!g->record->keep_stops) return;
  stop_row *row = growable_add(&g->record->stops);
  if (row)
    *row = (stop_row){(double)s->round, (double)g->plays, s->row[FIGURE_SIMPLE_REGRET],
                      s->made.events,   s->number,        s->reason};
  else g->failure = status_no_memory();
}

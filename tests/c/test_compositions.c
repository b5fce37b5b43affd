/* The fast way makes the choices of plain mode: random compositions of policies, of policies
 * within policies, of traits, of logs whose pools change, played in both ways; and random
 * agents whose arms leave, return and enter. And what an agent chooses does not depend on the places
 * that its arms get. And short games of policies within policies end with their failure if memory is refused.
 * And reading an agent between its calls changes nothing.
 *
 * One in UNRULY_ONE_IN of 3,000 games and agents is played; UNRULY_SHARE, a number, says of which 3,000.
 *
 *   test_compositions [games [agents [first [apart]]]]: so many, from this number on; `apart`:
 *   agents whose arms have places of their own or not, as many as the others unless given */
#include "compositions.h"

enum { CHECKPOINTS = 4, FIGURES = PLAIN_FIGURES + MOST_TRAITS * MOST_FIGURES, MOST_TOLD = 20 };

static long differences;

static void tell_difference(const composition *c, const char *what, double at)
{
  if (++differences > MOST_TOLD) return;
  fprintf(stderr, "number %llu differs in %s %.0f: %d arms, %d waits, T = %lld, traits",
          (unsigned long long)c->number, what, at, c->arm_count, c->waits, (long long)c->horizon);
  for (int i = 0; i < c->problem.trait_count; i++) fprintf(stderr, " %s", c->problem.traits[i].type->name);
  fprintf(stderr, "; %s", c->type->constructor);
  for (int i = 0; i < c->policy.count; i++) {
    const parameter *p = &c->policy.items[i];
    if (p->text) fprintf(stderr, ", %s = %s", p->name, p->text);
    else fprintf(stderr, ", %s = %g", p->name, *p->values);
  }
  fprintf(stderr, "\n");
}

/* --- games ------------------------------------------------------------------------ */

typedef struct played {
  record record;
  double figure[FIGURES * CHECKPOINTS], *column[FIGURES];
  int64_t rounds[CHECKPOINTS];
  status status;
} played;

/* `identity`: whose random numbers the policy has; `depth`: in how many others its draws are. */
static void play_game_as(const composition *c, bool plain, bool keep_choices, bool keep_scores,
                         uint32_t identity, int depth, played *p)
{
  arena memory = {0};
  const parameters of_policy = given(&c->policy);
  memset(p->figure, 0, sizeof p->figure);
  for (int i = 0; i < FIGURES; i++) p->column[i] = p->figure + i * CHECKPOINTS;
  for (int i = 0; i < CHECKPOINTS; i++) p->rounds[i] = 1 + (c->horizon - 1) * (i + 1) / CHECKPOINTS;
  int count = 0;
  for (int i = 0; i < CHECKPOINTS; i++)
    if (count == 0 || p->rounds[i] > p->rounds[count - 1]) p->rounds[count++] = p->rounds[i];
  record_open(&p->record, p->rounds, count, p->column, 0);
  p->record.keep_choices = p->record.keep_prospects = keep_choices;
  p->record.keep_scores = keep_scores;
  const game_setup setup = {.problem = &c->problem,
                            .type = c->type,
                            .policy_parameters = &of_policy,
                            .policy_identity = identity,
                            .find = policy_find,
                            .seed = (int64_t)(c->number % 1000),
                            .horizon = c->horizon,
                            .replication = 1,
                            .stopping = stopping_of(c),
                            .overrun = c->overrun,
                            .depth = depth,
                            .plain = plain};
  p->status = game_play(&setup, &p->record, &memory, NULL);
  arena_free(&memory);
}

static void play_game(const composition *c, bool plain, bool keep_choices, bool keep_scores, played *p)
{
  const parameters of_policy = given(&c->policy);
  play_game_as(c, plain, keep_choices, keep_scores, policy_identity(c->type, &of_policy, policy_find), 0, p);
}

static bool same(double x, double y) { return x == y || (isnan(x) && isnan(y)); }

static bool same_choices(const composition *c, const growable *a, const growable *b)
{
  const choice_row *x = a->items, *y = b->items;
  for (size_t i = 0; i < a->count && i < b->count; i++)
    if (x[i].number != y[i].number || x[i].wait != y[i].wait || x[i].round != y[i].round) {
      tell_difference(c, "the choice of round", x[i].round);
      return false;
    }
  if (a->count != b->count) tell_difference(c, "the number of plays,", (double)a->count);
  return a->count == b->count;
}

static bool same_pulls(const composition *c, const growable *a, const growable *b)
{
  const arm_row *x = a->items, *y = b->items;
  bool agree = a->count == b->count;
  for (size_t i = 0; agree && i < a->count; i++)
    agree = x[i].number == y[i].number && x[i].wait == y[i].wait &&
            same(x[i].value[ARM_PULLS], y[i].value[ARM_PULLS]) &&
            same(x[i].value[ARM_SHOWN], y[i].value[ARM_SHOWN]);
  if (!agree) tell_difference(c, "pulls of", (double)a->count);
  return agree;
}

static bool same_stops(const composition *c, const growable *a, const growable *b)
{
  const stop_row *x = a->items, *y = b->items;
  bool agree = a->count == b->count;
  for (size_t i = 0; agree && i < a->count; i++)
    agree = x[i].round == y[i].round && x[i].number == y[i].number && x[i].reason == y[i].reason;
  if (!agree) tell_difference(c, "stops of", (double)a->count);
  return agree;
}

static bool same_exits(const composition *c, const growable *a, const growable *b)
{
  const exit_row *x = a->items, *y = b->items;
  bool agree = a->count == b->count;
  for (size_t i = 0; agree && i < a->count; i++)
    agree = x[i].round == y[i].round && x[i].number == y[i].number && x[i].cause == y[i].cause &&
            x[i].rule == y[i].rule;
  if (!agree) tell_difference(c, "exits of", (double)a->count);
  return agree;
}

/* The arms that could have been chosen, with their probabilities; or contexts. A queue whose policy draws
 * does not know its probabilities. */
static bool same_prospects(const composition *c, const growable *a, const growable *b)
{
  const prospect_row *x = a->items, *y = b->items;
  const bool unknown = strcmp(c->type->constructor, "policy_queue") == 0;
  if (a->count != b->count) return tell_difference(c, "the number of prospects,", (double)a->count), false;
  for (size_t i = 0; i < a->count; i++) {
    const bool agree = same(x[i].value, y[i].value) || (unknown && isnan(y[i].value));
    if (agree && x[i].round == y[i].round && x[i].number == y[i].number) continue;
    return tell_difference(c, "the prospects of round", x[i].round), false;
  }
  return true;
}

static bool same_logs(const composition *c, const record *a, const record *b)
{
  return same_choices(c, &a->choices, &b->choices) && same_prospects(c, &a->prospects, &b->prospects) &&
         same_prospects(c, &a->contexts, &b->contexts);
}

static void compare(const composition *c, const played *fast, const played *plain)
{
  if (fast->status.code != plain->status.code) tell_difference(c, "the failure", fast->status.code);
  if (!same_stops(c, &fast->record.stops, &plain->record.stops)) return;
  if (!same_exits(c, &fast->record.exits, &plain->record.exits)) return;
  if (!same_logs(c, &fast->record, &plain->record)) return;
  if (!same_pulls(c, &fast->record.arms, &plain->record.arms)) return;
  for (int i = 0; i < FIGURES * CHECKPOINTS; i++)
    if (!same(fast->figure[i], plain->figure[i])) {
      tell_difference(c, "figure", i);
      return;
    }
}

/* What the games were, so that nobody is left out without being noticed. */
enum { FLAGS = 14 };
static long games_with[FLAGS], games_inside, games_refused, games_stopped, plays;
static long games_left, arms_taken; /* ended since arms had left; arms that rules took out */
static long stopped_by[16];         /* by the place of the rule's type in the registry */

static void count_stop(const composition *c, int why)
{
  const int rules = c->stopping.count;
  games_left += why >= 2 * rules;
  if (why >= 2 * rules) return; /* arms have left */
  const stopping_rule *r = &c->rules[why % rules];
  for (int i = 0; r->type && stopping_registry[i]; i++) stopped_by[i] += stopping_registry[i] == r->type;
}

static void count_game(const composition *c, const played *p)
{
  for (int flag = 0; flag < FLAGS; flag++) games_with[flag] += (c->problem.has >> flag) & 1;
  games_inside += c->depth > 1;
  games_refused += p->status.code != STATUS_OK;
  games_stopped += (long)p->record.stops.count;
  if (p->record.stops.count) count_stop(c, ((const stop_row *)p->record.stops.items)->reason);
  for (size_t i = 0; i < p->record.exits.count; i++)
    arms_taken += ((const exit_row *)p->record.exits.items)[i].rule >= 0;
  plays += (long)p->record.plays;
}

/* With choices kept there are no stretches, and policies are asked for their chances: which may change
 * nothing, so without choices one of the two games is asked. */
static void fast_game_is_plain(uint64_t number)
{
  static played fast, plain;
  composition c;
  compose(&c, number);
  const bool keep_choices = yes(.5);
  play_game(&c, false, keep_choices, keep_choices && may_score(&c.problem), &fast);
  play_game(&c, true, keep_choices, !keep_choices && may_score(&c.problem), &plain);
  compare(&c, &fast, &plain);
  count_game(&c, &fast);
  record_free(&fast.record);
  record_free(&plain.record);
  clear_composition(&c);
}

/* --- queues ------------------------------------------------------------------------ */

static long queued_games, queued_agents;

/* The policy of the composition in a queue, which has the random numbers of that policy; false if it
 * cannot be. */
static bool put_in_queue(composition *c)
{
  const policy_type *base = c->type, *queue = policy_find("policy_queue");
  described all = {.count = 0};
  for (int i = 0; i < c->policy.count; i++) {
    const parameter *p = &c->policy.items[i];
    if (p->text && strcmp(p->text, queue->constructor) == 0) return false;
    all.items[all.count] = *p;
    all.items[all.count++].name = inside(c, "base.", p->name);
  }
  if (base == queue || base->sees_means || all.count == TEST_PARAMETERS) return false;
  with_text(&all, "base", base->constructor);
  c->policy = all;
  c->type = queue;
  c->refuses |= queue->refuses;
  c->own_plays = true;
  return true;
}

/* Where nothing is shown late a policy in a queue is that policy. */
static void queued_game_is_its_own(uint64_t number)
{
  static played alone, queued;
  composition c;
  compose(&c, number);
  const parameters given_alone = given(&c.policy);
  const uint32_t identity = policy_identity(c.type, &given_alone, policy_find);
  const bool late = c.problem.has & (HAS_DELAY | HAS_BATCHES);
  play_game_as(&c, false, true, false, identity, 1, &alone);
  if (!late && put_in_queue(&c) && !(c.problem.has & c.refuses)) {
    play_game_as(&c, false, true, false, identity, 0, &queued);
    compare(&c, &alone, &queued);
    queued_games++;
    record_free(&queued.record);
  }
  record_free(&alone.record);
  clear_composition(&c);
}

/* --- agents ------------------------------------------------------------------------- */

/* The same agent twice: in the fast way and in the plain one; or, of policies to which
 * an arm that is away for no round was never away, one to which that never happens; or one
 * in which new arms come to places of those that are gone, and one in which each has its own. */
typedef struct pair {
  agent *one, *other;
  bool blinks; /* arms of `other` are away for no round */
  bool apart;  /* of `other` have places of their own */
  bool unread; /* only `one` is read between calls */
} pair;

static long agents_open, agents_with_absences, agents_stopped, agents_told, agents_told_inside, calls,
    outside, places_used_again, agents_logged, agents_unread;

/* A call to both, with the same result. */
#define BOTH(call_one, call_other)                                 \
  do {                                                             \
    const agent_result r_one = (call_one), r_other = (call_other); \
    calls++;                                                       \
    if (r_one != r_other) return "the result of call";             \
  } while (0)

/* Whether one that waits for outcomes is in it: it hears what is due when it is asked in its turn, also by a
 * stopping rule, so that what is named meanwhile is not the same. */
static bool has_matured(const composition *c) { return has_one(c, &wrappers[WAITS_FOR_OUTCOMES], 1); }

static const char *same_verdicts(const composition *c, pair *p)
{
  const agent_verdict x = agent_state_verdict(&p->one->state), y = agent_state_verdict(&p->other->state);
  if (has_matured(c) && !game_has_stopped(&p->one->state.game)) return NULL;
  return x.round == y.round && x.plays == y.plays && x.number == y.number && x.reason == y.reason
             ? NULL
             : "what is named after call";
}

/* Agents keep what is told them, so a number of the arm serves as its law. */
static double reward_of(const composition *c, int number)
{
  const double mean = (double)(((uint64_t)number * 2654435761u + c->number) % 7) / 6;
  return c->number % 3 == 0 ? mean : yes(mean);
}

/* These begin anew when an arm comes, also one that was away, or draw again who takes its place; or an arm
 * that leaves has lost what it had to come; a queue asks again. */
static bool takes_no_notice(const composition *c)
{
  static const char *const others[] = {"policy_etc",       "policy_odaaf", "policy_odaaf_composite",
                                       "policy_exp3",      "policy_rexp3", "policy_ucb_subset",
                                       "policy_allocation"};
  return !is_one_of(c->innermost, others, sizeof others / sizeof *others) && !(c->refuses & HAS_REPLAY);
}

/* An arm leaves and is back before anything is chosen. */
static void blink(agent *a)
{
  const int number = below(agent_state_arms(&a->state));
  const int64_t last = agent_known_last(&a->state, number);
  if (agent_leave(a, &number, 1, true) == AGENT_DONE) CLAIM(agent_enter(a, number, last, 1) == AGENT_DONE);
}

/* Somebody else chooses, in a round of its own or in place of the choice that is open. */
static const char *choose_outside(pair *p, const double *seen, bool overrules, int *number, int *wait)
{
  const agent_state *s = &p->one->state;
  *number = below(agent_state_arms(s));
  *wait = 1 + below(agent_waits(s));
  if (overrules) BOTH(agent_overrule(p->one, *number, *wait), agent_overrule(p->other, *number, *wait));
  else
    BOTH(agent_choose_outside(p->one, seen, *number, *wait),
         agent_choose_outside(p->other, seen, *number, *wait));
  if (agent_is_playing(s) && s->game.play.number == *number) outside++;
  else *number = -1;
  return NULL;
}

static const char *choose_and_learn(const composition *c, pair *p, const agent_setup *s)
{
  int number[2] = {-1, -1}, wait[2] = {0, 0};
  double context[3]; /* often that of the choice before */
  for (int i = 0; i < 3; i++) context[i] = yes(.7) ? 1 : between(-1, 1);
  const double *seen = s->context_size ? context : NULL;
  const bool others = c->number % 3 == 1 && !c->own_plays && yes(.2);
  if (p->blinks && !(traits_of(s) & HAS_PATIENCE) && yes(.2)) blink(p->other);
  if (others && yes(.5)) {
    const char *differs = choose_outside(p, seen, false, &number[0], &wait[0]);
    if (differs) return differs;
  } else {
    BOTH(agent_choose(p->one, seen, &number[0], &wait[0]),
         agent_choose(p->other, seen, &number[1], &wait[1]));
    if (number[0] != number[1] || wait[0] != wait[1]) return "the choice of call";
    int instead, waits;
    const char *differs = NULL;
    if (others && number[0] >= 0) differs = choose_outside(p, seen, true, &instead, &waits);
    if (differs) return differs;
  }
  if (!agent_is_playing(&p->one->state)) return NULL;
  number[0] = (int)p->one->state.game.play.number;
  wait[0] = p->one->state.game.play.seen.wait;
  const double reward = reward_of(c, number[0]);
  const bool late = !(s->refuses & HAS_DELAY) && c->number % 4 == 0 && yes(.3);
  if (traits_of(s) & HAS_WAITING) {
    const int delay = below(wait[0] + 1);
    BOTH(agent_end(p->one, delay, !late, reward), agent_end(p->other, delay, !late, reward));
  } else if (!late) {
    BOTH(agent_learn(p->one, reward), agent_learn(p->other, reward));
  }
  return NULL;
}

static int64_t a_last(const agent_state *s)
{
  return (traits_of(s->setup) & HAS_LIFETIMES) && yes(.5) ? agent_round(s) + below((int)s->setup->horizon)
                                                          : FOREVER;
}

static const char *back_again(pair *p)
{
  const agent_state *s = &p->one->state;
  const int number = below(agent_state_arms(s));
  const arm_state state = agent_arm_at(s, number)->state;
  if (state != ARM_AWAY) return NULL;
  const int64_t last = a_last(s);
  BOTH(agent_enter(p->one, number, last, 1), agent_enter(p->other, number, last, 1));
  return NULL;
}

static const char *leaves(pair *p, bool away)
{
  const int number = below(agent_state_arms(&p->one->state));
  BOTH(agent_leave(p->one, &number, 1, away), agent_leave(p->other, &number, 1, away));
  return NULL;
}

static const char *enters(pair *p)
{
  const agent_state *s = &p->one->state;
  const int number = agent_state_arms(s);
  const int64_t last = a_last(s), patience = p->blinks || yes(.5) ? FOREVER : 2 + below(100);
  BOTH(agent_enter(p->one, number, last, patience), agent_enter(p->other, number, last, patience));
  return NULL;
}

/* What comes of an arm that is gone is shown until another has its place. */
static bool is_of_the_gone(const agent_state *s, int64_t ticket)
{
  int number, wait;
  return agent_state_find(s, ticket, &number, &wait) == AGENT_DONE &&
         agent_arm_at(s, number)->state == ARM_GONE;
}

static const char *learns_late(const composition *c, pair *p)
{
  const int64_t ticket = 1 + below((int)agent_state_ticket(&p->one->state));
  if (p->apart && is_of_the_gone(&p->one->state, ticket)) return NULL;
  const double reward = reward_of(c, (int)ticket);
  BOTH(agent_learn_late(p->one, ticket, reward), agent_learn_late(p->other, ticket, reward));
  return NULL;
}

/* One call at random; why the two differ, or NULL. */
static const char *call_both(const composition *c, pair *p, const agent_setup *s, double restless)
{
  if (!yes(restless)) return choose_and_learn(c, p, s);
  if (p->apart && yes(.6)) return yes(.5) ? leaves(p, false) : enters(p);
  switch (below(12)) {
  case 0: return leaves(p, false);
  case 1: return enters(p);
  case 2: {
    const int64_t round = agent_round(&p->one->state) + below(5);
    BOTH(agent_pass(p->one, round), agent_pass(p->other, round));
    return NULL;
  }
  case 3:
  case 4: return learns_late(c, p);
  case 5:
  case 6:
  case 7: return leaves(p, true);
  default: return back_again(p);
  }
}

static void play_pair(const composition *c, pair *p, const agent_setup *s)
{
  const double restless = yes(.3) ? .5 : .1;
  const int steps = (int)c->horizon;
  for (int i = 0; i < steps; i++) {
    const char *differs = call_both(c, p, s, restless);
    if (p->unread) agent_state_verdict(&p->one->state);
    if (!differs && !(p->unread && i + 1 < steps)) differs = same_verdicts(c, p);
    if (differs) {
      tell_difference(c, differs, i);
      return;
    }
    if (p->one->state.failure.code) return;
  }
}

/* Read from its journal, told what came before the mark and asked for the rest, it goes on as it does. */
static void goes_on_when_read(const composition *c, agent *a, const agent_setup *s)
{
  static agent again;
  const journal *j = &a->journal;
  const agent_past past = {j->calls.items, j->calls.count, j->numbers.items, j->numbers.count,
                           agent_last_mark(a)};
  replayed done = {0, 0};
  CLAIM(!agent_open(&again, s).code);
  if (agent_replay(&again, &past, &done) != AGENT_DONE)
    tell_difference(c, "the reading of call", (int)done.calls);
  else play_pair(c, &(pair){a, &again, false, false, false}, s);
  agents_told += past.mark.calls > 0;
  agents_told_inside += past.mark.calls > 0 && strcmp(c->type->constructor, c->innermost) != 0;
  agent_close(&again);
}

static void fast_agent_is_plain(uint64_t number)
{
  static agent fast, plain;
  composition c;
  agent_setup s;
  compose_agent(&c, &s, number);
  s.span = 8;
  s.logs = number % 2;
  pair p = {&fast, &plain, yes(.3) && takes_no_notice(&c), false, false};
  const status a = agent_open(&fast, &s);
  s.plain = true;
  const status b = agent_open(&plain, &s);
  CLAIM(a.code == b.code);
  if (!a.code) play_pair(&c, &p, &s);
  if (!a.code && !p.blinks) same_logs(&c, &fast.state.exits, &plain.state.exits);
  agents_logged += s.logs && fast.state.exits.prospects.count > 0;
  s.plain = false;
  if (!a.code && !fast.state.failure.code && !p.blinks) goes_on_when_read(&c, &fast, &s);
  agents_open += !a.code;
  agents_stopped += !a.code && game_has_stopped(&fast.state.game);
  for (size_t i = 0; i < fast.journal.calls.count; i++)
    if (((char *)fast.journal.calls.items)[i] == 'a') {
      agents_with_absences++;
      break;
    }
  agent_close(&fast);
  agent_close(&plain);
  clear_composition(&c);
}

/* What an agent does depends on which arms there are, not on where they are kept: an arm is not
 * taken for the one that was at its place before. (In batches, what comes of an arm that is gone may
 * be shown or not.) */
static void places_do_not_matter(uint64_t number)
{
  static agent again, apart;
  composition c;
  agent_setup s;
  compose_agent(&c, &s, number);
  pair p = {&again, &apart, false, true, false};
  const status a = agent_open(&again, &s);
  s.apart = true;
  const status b = agent_open(&apart, &s);
  CLAIM(a.code == b.code);
  if (!a.code && !c.batches.count) play_pair(&c, &p, &s);
  places_used_again += apart.state.room > again.state.room;
  agent_close(&again);
  agent_close(&apart);
  clear_composition(&c);
}

/* Whoever reads an agent between its calls does not change it. */
static void reading_moves_nothing(uint64_t number)
{
  static agent one, other;
  composition c;
  agent_setup s;
  compose_agent(&c, &s, number);
  pair p = {&one, &other, false, false, true};
  const status a = agent_open(&one, &s), b = agent_open(&other, &s);
  CLAIM(a.code == b.code);
  if (!a.code) play_pair(&c, &p, &s);
  agents_unread += !a.code;
  agent_close(&one);
  agent_close(&other);
  clear_composition(&c);
}

static void queued_agent_is_its_own(uint64_t number)
{
  static agent alone, queued;
  composition c;
  agent_setup s;
  compose_agent(&c, &s, number);
  const described policy_alone = c.policy;
  const parameters given_alone = given(&policy_alone);
  const policy_type *type = c.type;
  if (!c.batches.count && !s.context_size && put_in_queue(&c)) {
    agent_setup of_queue = s;
    parameters given_queued = given(&c.policy);
    pair p = {&alone, &queued, false, false, false};
    s.type = type;
    s.given = &given_alone;
    of_queue.type = c.type;
    of_queue.given = &given_queued;
    s.depth = 1;
    s.own_plays = of_queue.own_plays = true;
    s.refuses = of_queue.refuses = s.refuses | HAS_DELAY;
    const status a = agent_open(&alone, &s), b = agent_open(&queued, &of_queue);
    CLAIM(a.code == b.code);
    if (!a.code) play_pair(&c, &p, &s);
    queued_agents += !a.code;
    agent_close(&alone);
    agent_close(&queued);
  }
  clear_composition(&c);
}

/* --- refused memory ------------------------------------------------------------------ */

#ifdef UNRULY_TEST_MEMORY
enum { SHORT_GAME = 30 };

/* One game of a policy within others with the n-th allocation refused; returns whether it was. A game that
 * ends well all the same was refused it in its last round, after the last choice: `whole` has the same. */
static bool plays_without(const composition *c, uint32_t identity, long n, const played *whole)
{
  static played p;
  memory_fail_after = n;
  play_game_as(c, false, true, false, identity, 0, &p);
  const bool refused = n >= 0 && memory_fail_after < 0;
  memory_fail_after = -1;
  if (!refused || p.status.code == STATUS_OK) {
    const bool last = !refused || p.record.plays == whole->record.plays;
    if (!last) tell_difference(c, "the game without allocation", (double)n);
    same_logs(c, &p.record, &whole->record);
  }
  record_free(&p.record);
  return refused;
}

static long survives_refused_memory(uint64_t number)
{
  static played whole;
  composition c;
  compose(&c, number);
  const parameters told = given(&c.policy);
  const uint32_t identity = policy_identity(c.type, &told, policy_find);
  long n = 0;
  if (c.horizon > SHORT_GAME) c.horizon = SHORT_GAME;
  play_game_as(&c, false, true, false, identity, 0, &whole);
  if (c.depth > 1 && whole.status.code == STATUS_OK)
    while (plays_without(&c, identity, n, &whole)) n++;
  record_free(&whole.record);
  clear_composition(&c);
  return n;
}

static void refuse_memory(uint64_t first, uint64_t games)
{
  long refused = 0;
  for (uint64_t i = 0; i < games; i++) refused += survives_refused_memory(first + i);
  printf("policies within policies survive %ld refused allocations\n", refused);
}
#endif

/* A policy for each number; NULL: any, where this one cannot be inside another. */
static const char *in_its_turn(uint64_t number)
{
  const policy_type *type = policy_registry[number % (uint64_t)policy_registry_count];
  return can_be_inside(type) && !type->sees_means ? type->constructor : NULL;
}

static void play_queues(uint64_t first, uint64_t games, uint64_t agents)
{
  for (uint64_t i = 0; i < games; i++) queued_game_is_its_own(first + i);
  for (uint64_t i = 0; i < agents; i++) {
    asked_for = i % 2 ? in_its_turn(i / 2) : NULL;
    queued_agent_is_its_own(first + i);
  }
  asked_for = NULL;
  printf("%ld random games and %ld agents of policies in queues\n", queued_games, queued_agents);
  CLAIM(queued_games >= (long)games / 4 && queued_agents >= (long)agents / 4);
}

/* Games among all policies hardly ever stop because a race has settled. */
static void play_races(uint64_t first, uint64_t games)
{
  asked_for = "policy_kl_racing";
  for (uint64_t i = 0; i < games; i++) fast_game_is_plain(first + i);
  asked_for = NULL;
}

static void play_games(uint64_t first, uint64_t games)
{
  for (uint64_t i = 0; i < games; i++) fast_game_is_plain(first + i);
  play_races(first, games / 10);
  printf("%llu random games, %ld plays, %ld games of policies within policies, %ld refused, %ld stopped\n",
         (unsigned long long)games, plays, games_inside, games_refused, games_stopped);
  printf("  %ld ended since arms had left; rules took %ld arms\n", games_left, arms_taken);
  CLAIM(games < 3000 || (games_left > 0 && arms_taken > 100));
  for (int i = 0; stopping_registry[i]; i++) {
    printf("  %ld stopped by %s\n", stopped_by[i], stopping_registry[i]->name);
    CLAIM(games < 3000 || stopped_by[i] > 0);
  }
  for (int flag = 0; flag < FLAGS && games >= 3000; flag++) CLAIM(games_with[flag] > 0);
}

static void play_agents(uint64_t first, uint64_t agents)
{
  for (uint64_t i = 0; i < agents; i++) fast_agent_is_plain(first + i);
  printf(
      "%ld random agents, %ld with absences, %ld stopped, %ld with logs, %ld calls, %ld choices of others\n",
      agents_open, agents_with_absences, agents_stopped, agents_logged, calls, outside);
  printf("%ld of them read without being asked, %ld of these inside others\n", agents_told,
         agents_told_inside);
  CLAIM(agents < 3000 || (agents_stopped > 100 && outside > 1000));
  CLAIM(agents_told >= (long)agents / 4 && agents_told_inside >= (long)agents / 16);
  CLAIM(agents_with_absences >= (long)agents / 3 && agents_logged >= (long)agents / 4);
}

/* Every policy in its turn, as most keep something of an arm. */
static void play_apart(uint64_t first, uint64_t agents)
{
  for (uint64_t i = 0; i < agents; i++) {
    asked_for = in_its_turn(i);
    if (!asked_for) continue;
    places_do_not_matter(first + i);
  }
  asked_for = NULL;
  printf("%ld of %llu random agents need less room with places that are used again\n", places_used_again,
         (unsigned long long)agents);
  CLAIM(agents < 1000 || places_used_again >= (long)agents / 8);
}

/* Policies with others inside, in their turn; half of them wait for outcomes: these are most easily moved. */
static void play_unread(uint64_t first, uint64_t agents)
{
  for (uint64_t i = 0; i < agents; i++) {
    asked_around = i % 2 ? WAITS_FOR_OUTCOMES : (int)(i % WRAPPERS);
    reading_moves_nothing(first + i);
  }
  asked_around = -1;
  printf("%ld random agents that are read between calls, or not\n", agents_unread);
  CLAIM(agents_unread >= (long)agents / 2);
}

static uint64_t told(int argc, char **argv, int at, uint64_t otherwise)
{
  return argc > at ? strtoull(argv[at], NULL, 10) : otherwise;
}

int main(int argc, char **argv)
{
  const uint64_t usual = 3000 / (uint64_t)one_in(), first = told(argc, argv, 3, first_of_games(3000));
  setvbuf(stdout, NULL, _IOLBF, 0);
  play_games(first, told(argc, argv, 1, usual));
  play_agents(first, told(argc, argv, 2, usual));
  play_queues(first, told(argc, argv, 1, usual), told(argc, argv, 2, usual) / 2);
  play_apart(first, told(argc, argv, 4, told(argc, argv, 2, usual)));
  play_unread(first, told(argc, argv, 2, usual) / 2);
#ifdef UNRULY_TEST_MEMORY
  refuse_memory(first, told(argc, argv, 1, usual) / 10);
#endif
  printf("%ld differences\n", differences);
  CLAIM(differences == 0);
  return 0;
}

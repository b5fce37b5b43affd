/* Epsilon-greedy (Sutton and Barto 2018, section 2.2; with decay Auer, Cesa-Bianchi and Fischer
 * 2002, section 3): untried actions first, in order; then with probability epsilon, or min(1, epsilon /
 * t) in round t with decay, an action with equal probability, else the action with the greatest mean,
 * the lowest in a tie. Whether it explores is tossed by heights (coin.h); one random number when it does. The
 * greatest mean is found lazily (race.h).
 *
 * With restarts all is forgotten every so many rounds, and t counts from there (as
 * Besbes, Gur and Zeevi 2014, section 4, restart Exp3). A play that began before
 * teaches nothing afterwards. */
#include "exploration.h"
#include "../sampling/coin.h"
#include "../search/index.h"
#include <string.h>

typedef struct epsilon_greedy_state {
  index_state index; /* the first member: see index.h */
  double epsilon;
  bool decay;
  int64_t every, since; /* restarts every so many rounds, the last after this one */
  coin coin;
  bool explores; /* in this round */
} epsilon_greedy_state;

static double mean_value(const policy *p, const view *v, int action, index_clock c)
{
  (void)v, (void)c;
  return contender_mean(contender_at(p, action));
}

static double mean_needed(const policy *p, const view *v, int action, double n, double level, index_clock c)
{
  (void)p, (void)v, (void)action, (void)c;
  return n * level;
}

static const index_form greatest_mean = {
    .value = mean_value, .by_tally = true, .needed = mean_needed, .timeless = true};

static status epsilon_greedy_start(policy *p, const view *v, const parameters *given)
{
  epsilon_greedy_state *s = p->state;
  s->decay = parameters_given(given, "decay");
  s->epsilon = parameters_number(given, s->decay ? "decay" : "epsilon");
  s->every = rounds_from(parameters_number_or(given, "restart", INFINITY));
  coin_open(&s->coin, p, v);
  return index_start(p, v, given);
}

static void restart_when_due(policy *p, const view *v)
{
  epsilon_greedy_state *s = p->state;
  const int64_t since = (v->round - 1) / s->every * s->every;
  if (since == s->since) return;
  s->since = since;
  memset(p->actions, 0, sizeof(contender) * (size_t)v->arms * (size_t)v->waits);
  race_forget(race_of(p));
}

static void epsilon_greedy_recall(policy *p, const view *v, int action)
{
  (void)action;
  restart_when_due(p, v);
}

static double chance_to_explore(const epsilon_greedy_state *s, const view *v)
{
  return s->decay ? s->epsilon / (double)(v->round - s->since) : s->epsilon;
}

/* The best action, which is played unless it explores. */
static int find_best(policy *p, const view *v, double *explore)
{
  restart_when_due(p, v);
  const int best = index_choose(p, v, v->round, &greatest_mean);
  *explore = contender_at(p, best)->tally.pulls ? chance_to_explore(p->state, v) : 0;
  return best;
}

static int draw_around(const policy *p, const view *v, int best, double explore)
{
  epsilon_greedy_state *s = p->state;
  s->explores = true;
  if (contender_at(p, best)->tally.pulls == 0) return best;
  s->explores = coin_falls(&s->coin, p, v, explore);
  return s->explores ? random_action(v) : best;
}

static int epsilon_greedy_choose(policy *p, const view *v)
{
  double explore;
  const int best = find_best(p, v, &explore);
  return draw_around(p, v, best, explore);
}

static bool epsilon_greedy_chances(policy *p, const view *v, double *chance)
{
  double explore;
  const int best = find_best(p, v, &explore);
  mixed_chances(v, best, fmin(explore, 1), chance);
  return true;
}

static int epsilon_greedy_choose_with_chances(policy *p, const view *v, double *chance, bool *known)
{
  double explore;
  const int best = find_best(p, v, &explore);
  mixed_chances(v, best, fmin(explore, 1), chance);
  *known = true;
  return draw_around(p, v, best, explore);
}

/* It is due here if this play was not its own choice. */
static void epsilon_greedy_observe(policy *p, const view *v, const outcome *o)
{
  restart_when_due(p, v);
  if (o->start > ((const epsilon_greedy_state *)p->state)->since) index_observe(p, v, o);
}

/* While it does not explore and the mean stays the greatest. The chance to explore falls with time. */
static void epsilon_greedy_stretch(policy *p, const view *v, int action, stretch *s)
{
  const epsilon_greedy_state *state = p->state;
  if (state->explores) return;
  race_stretch(race_of(p), p, v, v->round, action, &greatest_mean, s);
  const uint64_t rests = coin_rests(&state->coin);
  const int64_t phase = state->every < FOREVER ? state->since + state->every - v->round + 1 : FOREVER;
  if (s->plays > phase) s->plays = phase;
  if ((uint64_t)s->plays > rests) s->plays = (int64_t)rests;
}

static void epsilon_greedy_observe_run(policy *p, const view *v, const run *r)
{
  coin_passed(&((epsilon_greedy_state *)p->state)->coin, p, v, (uint64_t)r->plays - 1);
  index_observe_run(p, v, r);
}

const policy_type policy_epsilon_greedy = {
    .constructor = "policy_epsilon_greedy",
    .label = "Epsilon-greedy",
    .does = "plays the arm with the best mean so far, but now and then an arm at random",
    .paper = "Sutton and Barto 2018, section 2.2; Auer, Cesa-Bianchi and Fischer 2002, section 3",
    .takes = TAKES(TAKES_EXPLORATION, {"restart", A_WHOLE(1, LARGEST_COUNT)}),
    .counts_suffice = "restart",
    .told_suffices = true,
    .state_size = sizeof(epsilon_greedy_state),
    .action_size = sizeof(contender),
    .start = epsilon_greedy_start,
    .choose = epsilon_greedy_choose,
    .recall = epsilon_greedy_recall,
    .chances = epsilon_greedy_chances,
    .choose_with_chances = epsilon_greedy_choose_with_chances,
    .observe = epsilon_greedy_observe,
    .arm_entered = index_arm_entered,
    .arm_left = index_arm_left,
    .stretch = epsilon_greedy_stretch,
    .observe_run = epsilon_greedy_observe_run,
};

/* Top two (Russo 2016; Shang, de Heide, Menard, Kaufmann and Valko 2020; Jourdan and
 * Degenne 2023): a leader and a challenger, of which one is played. While nothing was
 * seen of an arm, the least played. Then, with n outcomes seen of an arm and t plays so
 * far,
 *
 *   leader     "thompson":  of the greatest draw from the posteriors;
 *              "empirical": of greatest mean;
 *              "ucb":       argmax mean + sd sqrt(2 a (1 + s) ln t / n), a = s = 1.2;
 *   challenger "thompson":  draws again until another arm is the greatest, at most 1,000
 *                           times; then by transport;
 *              "transport": of the others that with the least cost (transport.h); one whose
 *                           mean is no less than the leader's costs nothing;
 *   allocation "random":    the leader with probability beta;
 *              "tracking":  the leader if it was played in at most beta of the rounds that
 *                           it has led, this one included.
 *
 * The posterior is Beta(1 + S, 1 + n - S), S the sum of rewards in [0, 1], or in a range
 * scaled to it, or Normal(mean, sd^2 / n); for beta posteriors the sd of "ucb" is 1/2.
 * Ties go to the lowest arm, costs within 1e-12 being equal. Draws are by heights, as those of
 * policy_thompson() (draw_race.h): each set of them, first the leader's, then those of the challenger, takes
 * a turn, so that sets in vain are passed over. One number a round for a "random" allocation. Cost: a look at
 * each arm, and the draws. */
#include "sample.h"
#include "transport.h"
#include "../sampling/draw_race.h"
#include "../sampling/foresight.h"
#include "../../base/elementary.h"

enum { MOST_DRAWS = 1000 };

typedef struct top_two_arm {
  sample sample; /* the first member: see sample.h */
  int64_t led, played_leading;
} top_two_arm;

enum by { BY_DRAW, BY_MEAN, BY_BOUND };

typedef struct top_two_state {
  enum by leads;
  bool beta, draws_challenger, tracks;
  double share, sd;
  reward_range range;
  int leader; /* of this round; -1: none */
  draw_race *race;
  foresight foresight;
  double *greatest; /* by place: the probability of the greatest draw */
} top_two_state;

static top_two_arm *top_two_at(const policy *p, int arm) { return (top_two_arm *)p->actions + arm; }

static posterior posterior_of(const policy *p, int arm)
{
  const top_two_state *s = p->state;
  const tally *a = tally_of(p, arm, sizeof(top_two_arm));
  const double n = (double)a->pulls;
  if (s->beta) return beta_posterior(1 + a->total, 1 + fmax(n - a->total, 0)); /* but for rounding */
  return normal_posterior(tally_mean(a), sqrt(n) / s->sd);
}

static status top_two_start(policy *p, const view *v, const parameters *given)
{
  top_two_state *s = p->state;
  s->beta = !parameters_text_is(given, "family", "gaussian");
  s->leads = parameters_text_is(given, "leader", "empirical") ? BY_MEAN
             : parameters_text_is(given, "leader", "ucb")     ? BY_BOUND
                                                              : BY_DRAW;
  s->draws_challenger = parameters_text_is(given, "challenger", "thompson");
  s->tracks = parameters_text_is(given, "allocation", "tracking");
  s->share = parameters_number(given, "beta");
  s->sd = s->beta ? 0.5 : parameters_number(given, "sd");
  s->range = reward_range_of(given);
  s->leader = -1;
  const posterior_kind kind = s->beta ? POSTERIOR_BETA : POSTERIOR_NORMAL;
  return draws_open(p, v, &s->race, kind, posterior_of) ? status_ok : status_no_memory();
}

/* --- the leader -------------------------------------------------------------- */

/* The arm of the greatest draw in the next turn. */
static int drawn_arm(const policy *p, const view *v)
{
  return draws_choose(((const top_two_state *)p->state)->race, p, v, stream_turn(v->random, draw_clock(p)));
}

static double bound_value(const policy *p, const view *v, int arm, const void *with)
{
  (void)v;
  const tally *a = tally_of(p, arm, sizeof(top_two_arm));
  return tally_mean(a) + sqrt(*(const double *)with / (double)a->pulls);
}

static int leader_of(const policy *p, const view *v)
{
  const top_two_state *s = p->state;
  if (s->leads == BY_DRAW) return drawn_arm(p, v);
  if (s->leads == BY_MEAN) return tally_best(p, v, sizeof(top_two_arm));
  const double squared = 2 * 1.2 * (1 + 1.2) * s->sd * s->sd * same_log((double)v->plays);
  return argmax_action(p, v, bound_value, &squared);
}

/* --- the law of the greatest draw ------------------------------------------------ */

static draw_law law_now(const policy *p, int arm)
{
  const top_two_state *s = p->state;
  const tally *a = tally_of(p, arm, sizeof(top_two_arm));
  const double n = (double)a->pulls;
  if (s->beta) return (draw_law){1 + a->total, 1 + n - a->total};
  return (draw_law){tally_mean(a), s->sd / sqrt(n)};
}

/* With which probability each arm has the greatest draw. */
static bool foresee_draws(policy *p, const view *v)
{
  top_two_state *s = p->state;
  if (!s->greatest) s->greatest = arena_zeroed(p->memory, (size_t)v->arms, sizeof *s->greatest);
  if (s->greatest)
    return foresee_greatest(&s->foresight, s->beta ? DRAW_BETA : DRAW_NORMAL, p, v, law_now, s->greatest);
  p->failure = status_no_memory();
  return false;
}

/* Returns the probability that another arm than the leader, at this place, has the greatest draw. */
static double chance_of_others(const top_two_state *s, const view *v, int at)
{
  double others = 0;
  for (int i = 0; i < v->live_count; i++) others += i == at ? 0 : s->greatest[i];
  return fmin(others, 1);
}

static double chance_in_vain(double others, int draws)
{
  return others > 0 ? same_pow(1 - others, draws) : 1;
}

/* --- the challenger ------------------------------------------------------------ */

static int cheapest(const policy *p, const view *v, int leader)
{
  const bool beta = ((const top_two_state *)p->state)->beta;
  const tally *a = tally_of(p, leader, sizeof(top_two_arm));
  int best = -1;
  double least = INFINITY;
  for (int i = 0; i < v->live_count; i++) {
    const int arm = v->live[i];
    if (arm == leader) continue;
    const tally *b = tally_of(p, arm, sizeof(top_two_arm));
    const double cost = beta ? transport_bernoulli(a, b) : transport_gaussian(a, b);
    if (best < 0 || cost + 1e-12 * (1 + cost) < least) best = arm, least = cost;
  }
  return best;
}

/* So many turns of this arm's are passed over, not to draw more often than is allowed. */
static int pass_over(policy *p, const view *v, int arm, int allowed)
{
  draw_race *race = ((const top_two_state *)p->state)->race;
  const int64_t same = v->plain ? 0 : draws_stretch(race, arm) - 1;
  const int passed = same < allowed ? (int)same : allowed;
  v->random->turn[draw_clock(p)] += (uint64_t)passed;
  draws_passed(race, (uint64_t)passed);
  return passed;
}

static int challenger_of(policy *p, const view *v, int leader)
{
  const top_two_state *s = p->state;
  for (int draws = 0; s->draws_challenger && draws < MOST_DRAWS;) {
    const int arm = drawn_arm(p, v);
    if (arm != leader) return arm;
    draws++;
    draws += pass_over(p, v, arm, MOST_DRAWS - draws);
  }
  return cheapest(p, v, leader);
}

/* --- one of them ---------------------------------------------------------------- */

static bool leader_is_played(const policy *p, const view *v, int leader)
{
  const top_two_state *s = p->state;
  const top_two_arm *a = top_two_at(p, leader);
  if (s->tracks) return (double)a->played_leading <= s->share * (double)(a->led + 1);
  return stream_uniform(v->random) < s->share;
}

static int top_two_choose(policy *p, const view *v)
{
  top_two_state *s = p->state;
  s->leader = -1;
  if (v->live_count == 1) return v->live[0];
  const int first = sample_first(p, v, sizeof(top_two_arm));
  if (first >= 0) return first;
  s->leader = leader_of(p, v);
  return leader_is_played(p, v, s->leader) ? s->leader : challenger_of(p, v, s->leader);
}

/* --- propensities ------------------------------------------------------------------------ */

static double chance_of_leader(const policy *p, int leader)
{
  const top_two_state *s = p->state;
  const top_two_arm *a = top_two_at(p, leader);
  if (!s->tracks) return s->share;
  return (double)a->played_leading <= s->share * (double)(a->led + 1);
}

/* The challenger is drawn until it is another arm, if that takes no longer than it may. */
static void add_challengers(const policy *p, const view *v, int at, double part, double *chance)
{
  const top_two_state *s = p->state;
  const int sure = cheapest(p, v, v->live[at]);
  const double others = s->draws_challenger ? chance_of_others(s, v, at) : 0,
               in_vain = chance_in_vain(others, MOST_DRAWS);
  for (int i = 0; i < v->live_count; i++) {
    if (in_vain < 1 && i != at) chance[i] += part * (1 - in_vain) * s->greatest[i] / others;
    if (v->live[i] == sure) chance[i] += part * in_vain;
  }
}

static bool top_two_chances(policy *p, const view *v, double *chance)
{
  top_two_state *s = p->state;
  const int first = v->live_count == 1 ? v->live[0] : sample_first(p, v, sizeof(top_two_arm));
  sure_chances(v, first, chance);
  if (first >= 0) return true;
  if ((s->leads == BY_DRAW || s->draws_challenger) && !foresee_draws(p, v)) return false;
  const int leader = s->leads == BY_DRAW ? -1 : leader_of(p, v);
  for (int at = 0; at < v->live_count; at++) {
    const double leads = s->leads == BY_DRAW ? s->greatest[at] : v->live[at] == leader;
    if (leads == 0) continue;
    const double played = chance_of_leader(p, v->live[at]);
    chance[at] += leads * played;
    if (played < 1) add_challengers(p, v, at, leads * (1 - played), chance);
  }
  return true;
}

static void top_two_played(policy *p, const view *v, const outcome *o)
{
  (void)v;
  top_two_state *s = p->state;
  top_two_at(p, o->arm)->sample.plays++;
  if (s->leader < 0) return;
  top_two_at(p, s->leader)->led++;
  if (o->arm == s->leader) top_two_at(p, o->arm)->played_leading++;
  s->leader = -1;
}

static void top_two_observe(policy *p, const view *v, const outcome *o)
{
  (void)v;
  const top_two_state *s = p->state;
  const double seen = s->beta ? in_unit(s->range, o->observed) : o->observed;
  tally_add(&top_two_at(p, o->arm)->sample.tally, seen);
  draws_changed(s->race, o->arm);
}

static void top_two_arm_entered(policy *p, const view *v, int arm)
{
  draws_entered(((const top_two_state *)p->state)->race, v, arm);
}

/* Returns whether it must be asked: tracking counts whom it chose to lead. */
static bool top_two_must_be_asked(const policy *p) { return ((const top_two_state *)p->state)->tracks; }

const policy_type policy_top_two = {
    .constructor = "policy_top_two",
    .label = "Top two",
    .does = "plays either the leader or a challenger, so that the best arm is found soon",
    .paper = "Russo 2016; Shang et al. 2020; Jourdan and Degenne 2023",
    .own_plays = "counts how often it has played the leading arm",
    .takes = TAKES({"leader", A_TEXT("thompson|empirical|ucb"), USUALLY(FIRST_CHOICE)},
                   {"challenger", A_TEXT("thompson|transport"), USUALLY(FIRST_CHOICE)},
                   {"beta", A_POSITIVE_CHANCE, .below = true, USUALLY(0.5)},
                   {"allocation", A_TEXT("random|tracking"), USUALLY(FIRST_CHOICE)},
                   {"family", A_TEXT("bernoulli|gaussian"), .bounded = "A beta prior", FROM_BANDIT},
                   {"range", A_RANGE, .only_if = "family=bernoulli", FROM_BANDIT},
                   {"sd", A_POSITIVE, .only_if = "family=gaussian", FROM_BANDIT, .not_with = "range"}),
    .refuses = HAS_WAITING,
    .told_suffices = true,
    .must_be_asked = top_two_must_be_asked,
    .state_size = sizeof(top_two_state),
    .action_size = sizeof(top_two_arm),
    .start = top_two_start,
    .choose = top_two_choose,
    .chances = top_two_chances,
    .played = top_two_played,
    .observe = top_two_observe,
    .arm_entered = top_two_arm_entered,
};

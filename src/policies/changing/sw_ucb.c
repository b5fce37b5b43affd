/* SW-UCB, UCB on a sliding window (Garivier and Moulines 2011, section 2.2; with a
 * Kullback-Leibler bound as in Besson, Kaufmann, Maillard and Seznec 2022): in round t, N
 * being the number of plays of an arm that began in the last tau rounds and were
 * observed, and xbar the mean of what was,
 *
 *   "ucb": argmax xbar + w sqrt(xi ln(min(t, tau)) / N), w the width of the range,
 *   "kl":  argmax q >= xbar with N kl(xbar, q) <= ln(min(t, tau)),
 *   tau = floor(2 sqrt(T ln T / changes)) unless it is given.
 *
 * An arm of which the window holds nothing comes first; ties go to the lowest (the paper
 * plays each arm once at the beginning, and says nothing of ties). The window is over
 * rounds, not plays; what is observed late belongs to the round in which its play
 * began, and is lost if that is past. Sums are kept in two numbers, so that what leaves takes away
 * what it brought. Cost: a sweep of all actions (fading.h); memory: 16 to 64 bytes for each
 * round of the window, or of the game if that is shorter. */
#include "fading.h"
#include "window.h"
#include "../../base/elementary.h"

typedef struct sw_ucb_state {
  fading fading; /* the first member: see fading.h */
  window window;
  double log_length; /* the logarithm of its length */
} sw_ucb_state;

static status sw_ucb_start(policy *p, const view *v, const parameters *given)
{
  sw_ucb_state *s = p->state;
  window_open(&s->window, v, given);
  s->log_length = same_log((double)s->window.length);
  return fading_start(p, v, given, parameters_number(given, "xi"));
}

/* Adds; what rounding takes from the sum of two is exactly known; it is kept apart, so that the
 * next sum need not wait for it. */
static void add(faded *a, double x)
{
  const double sum = a->total + x, added = sum - a->total;
  a->rest += (a->total - (sum - added)) + (x - added);
  a->total = sum;
}

static void lose(policy *p, const view *v, const window_play *lost)
{
  faded *a = faded_at(p, lost->action);
  if (a->life != lost->life) return;
  a->count--;
  add(a, -lost->value);
  if (a->count == 0) a->total = a->rest = 0;
  fading_renew(p, v, lost->action);
}

/* The window is that of this round. */
static void pass(policy *p, const view *v, int64_t round)
{
  window *w = &((sw_ucb_state *)p->state)->window;
  for (window_play lost; (lost = window_lose(w, round)).life;) lose(p, v, &lost);
}

static double level_in(const sw_ucb_state *s, int64_t round)
{
  return round < s->window.length ? same_log((double)round) : s->log_length;
}

static int sw_ucb_choose(policy *p, const view *v)
{
  if (p->failure.code) return -1;
  pass(p, v, v->round);
  return fading_choose(p, v, level_in(p->state, v->round));
}

/* An action as it will be in the window of this round. */
static faded in_window(const policy *p, const view *v, int action)
{
  const window *w = &((const sw_ucb_state *)p->state)->window;
  const int64_t until = v->round - w->length, end = w->from + w->size;
  faded a = *faded_at(p, action);
  for (int64_t at = w->from; at < until && at < end; at++) {
    const window_play *lost = window_at(w, at);
    if (!lost->life || lost->action != action || lost->life != a.life) continue;
    a.count--;
    add(&a, -lost->value);
    if (a.count == 0) a.total = a.rest = 0;
  }
  return a;
}

static bool sw_ucb_explain(policy *p, const view *v, int action, reason *r)
{
  r->code = v->action_count == 1 ? WHY_ONLY_ONE : WHY_INDEX;
  for (int i = 0; i < v->action_count && v->action_count > 1; i++)
    if (!(in_window(p, v, v->actions[i]).count > 0)) r->code = WHY_FIRST_PLAY;
  const faded a = in_window(p, v, action);
  fading_explain(p, &a, level_in(p->state, v->round), r);
  return true;
}

static void sw_ucb_played(policy *p, const view *v, const outcome *o) { pass(p, v, o->start); }

static void sw_ucb_observe(policy *p, const view *v, const outcome *o)
{
  sw_ucb_state *s = p->state;
  if (!window_has(&s->window, o->start)) return;
  faded *a = faded_at(p, o->action);
  const double seen = fading_reward(&s->fading, o->observed);
  const window_play play = {seen, o->action, window_life(&s->window, &a->life)};
  if (!window_keep(&s->window, o->start, play, p->memory)) {
    p->failure = status_no_memory();
    return;
  }
  a->count++;
  add(a, seen);
  fading_renew(p, v, o->action);
}

const policy_type policy_sw_ucb = {
    .constructor = "policy_sw_ucb",
    .call = "policy_forgetting_ucb(memory = \"window\")",
    .label = "SW-UCB",
    .does = "plays the arm that may be the best, judged by the latest rounds alone",
    .paper = "Garivier and Moulines 2011, section 2.2",
    .deterministic = true,
    .takes = TAKES({"window", A_WHOLE(1, LARGEST_COUNT), .not_with = "changes"}, {"changes", A_POSITIVE},
                   {"xi", A_POSITIVE, .only_if = "index=ucb", USUALLY(0.6)},
                   {"index", A_TEXT("ucb|kl"), .bounded = "|The Bernoulli divergence", USUALLY(FIRST_CHOICE)},
                   {"range", A_RANGE, FROM_BANDIT},
                   {"sd", A_POSITIVE, FROM_BANDIT, .not_with = "range", .only_if = "index=ucb"}),
    .needs_horizon = "window",
    .told_suffices = true,
    .state_size = sizeof(sw_ucb_state),
    .action_size = sizeof(faded),
    .start = sw_ucb_start,
    .choose = sw_ucb_choose,
    .explain = sw_ucb_explain,
    .played = sw_ucb_played,
    .observe = sw_ucb_observe,
    .arm_entered = fading_arm_entered,
    .arm_left = fading_arm_left,
};

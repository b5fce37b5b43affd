/* R-ed-UCB (Metelli, Trovo, Pirola and Restelli 2022), for arms whose means rise with their own pulls, ever
 * more slowly: what an arm paid lately is carried on to round t by the slope between its last h =
 * floor(window n) outcomes R and the h before these. With n outcomes of an arm it plays the greatest of
 *
 *   mean over l = n - h + 1, ..., n of [R_l + (t - l) (R_l - R_(l - h)) / h]
 *     + sd (t - n + h - 1) sqrt(10 alpha ln(t - 1) / h^3),
 *
 * as in the authors' code, whose R-less-UCB, for means that rise with the rounds, is the same rule. Where h =
 * 0 comes first, the one played least, the lowest in a tie.
 *
 * Cost: O(K) a round; all outcomes are kept. */
#include "past.h"
#include "../search/tally.h"
#include "../../base/elementary.h"

typedef struct rising_state {
  double window, factor; /* factor: 10 alpha sd^2 */
  past *past;            /* by action */
} rising_state;

typedef struct rising_action {
  int64_t plays, shown;
} rising_action;

static rising_action *rising_at(const policy *p, int action) { return (rising_action *)p->actions + action; }

static int64_t window_of(const rising_state *s, int64_t n) { return (int64_t)floor(s->window * (double)n); }

static status rising_start(policy *p, const view *v, const parameters *given)
{
  rising_state *s = p->state;
  s->window = parameters_number(given, "window");
  s->factor = 10 * parameters_number(given, "alpha") * squared_scale(given, "sd");
  s->past = arena_zeroed(p->memory, (size_t)v->arms * (size_t)v->waits, sizeof *s->past);
  return s->past ? status_ok : status_no_memory();
}

/* Returns where the last outcomes lead to by round t. */
static double projected(const past *x, int64_t h, double t)
{
  const int64_t n = x->count;
  const past_sum late = past_between(x, n - h, n), early = past_between(x, n - 2 * h, n - h);
  const double size = (double)h, rise = late.plain - early.plain;
  const double numbered = late.numbered - (early.numbered + size * early.plain);
  return (late.plain + (t * rise - numbered) / size) / size;
}

static double bonus(const rising_state *s, int64_t n, int64_t h, double t)
{
  const double size = (double)h;
  return (t - (double)n + size - 1) * sqrt(s->factor * same_log(t - 1) / (size * size * size));
}

static double index_of(const policy *p, const view *v, int action)
{
  const rising_state *s = p->state;
  const int64_t n = rising_at(p, action)->shown, h = window_of(s, n);
  const double t = (double)v->round;
  return projected(&s->past[action], h, t) + bonus(s, n, h, t);
}

/* The one to be played because too little is known of it, or -1. */
static int unknown_action(const policy *p, const view *v)
{
  int least = -1;
  for (int i = 0; i < v->action_count; i++) {
    const int action = v->actions[i];
    if (window_of(p->state, rising_at(p, action)->shown) > 0) continue;
    if (least < 0 || rising_at(p, action)->plays < rising_at(p, least)->plays) least = action;
  }
  return least;
}

static double value_of(const policy *p, const view *v, int action, const void *with)
{
  (void)with;
  return index_of(p, v, action);
}

static int rising_choose(policy *p, const view *v)
{
  if (p->failure.code) return -1;
  const int unknown = unknown_action(p, v);
  return unknown >= 0 ? unknown : argmax_action(p, v, value_of, NULL);
}

static bool rising_explain(policy *p, const view *v, int action, reason *r)
{
  const rising_state *s = p->state;
  const int64_t n = rising_at(p, action)->shown, h = window_of(s, n);
  r->code = v->action_count == 1 ? WHY_ONLY_ONE : unknown_action(p, v) >= 0 ? WHY_FIRST_PLAY : WHY_INDEX;
  if (h > 0)
    reason_index(r, past_between(&s->past[action], n - h, n).plain / (double)h, 0, index_of(p, v, action));
  return true;
}

static void rising_played(policy *p, const view *v, const outcome *o)
{
  (void)v;
  rising_at(p, o->action)->plays++;
}

static void rising_observe(policy *p, const view *v, const outcome *o)
{
  (void)v;
  past *x = &((rising_state *)p->state)->past[o->action];
  if (rising_at(p, o->action)->shown++ == 0) x->count = 0; /* the place may have been another arm's */
  if (!past_add(x, o->observed, p->memory)) p->failure = status_no_memory();
}

const policy_type policy_rising_ucb = {
    .constructor = "policy_rising_ucb",
    .label = "R-ed-UCB",
    .does = "carries on the rise of each arm's latest rewards to the present round, and plays the arm that "
            "may be the best by then",
    .paper = "Metelli, Trovo, Pirola and Restelli 2022",
    .deterministic = true,
    .takes = TAKES({"window", BETWEEN(SMALLEST_NUMBER, .5), USUALLY(.25),
                    .words = "a single number above 0 and at most 0.5"},
                   {"alpha", A_POSITIVE, USUALLY(4)}, {"sd", A_POSITIVE, FROM_BANDIT}),
    .told_suffices = true,
    .state_size = sizeof(rising_state),
    .action_size = sizeof(rising_action),
    .start = rising_start,
    .choose = rising_choose,
    .explain = rising_explain,
    .played = rising_played,
    .observe = rising_observe,
};

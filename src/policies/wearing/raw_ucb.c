/* RAW-UCB, rotting adaptive window UCB (Seznec, Menard, Lazaric and Valko 2020): in round t,
 * n being how often an action was seen,
 *
 *   argmax min over h <= n of (mean of its last h) + sqrt(2 sd^2 alpha ln t / h).
 *
 * The authors' code has ln of the plays so far, t - 1. An action never seen has index +Inf; ties
 * go to the lowest action. With a grid, the windows h are those of windows.h, whose sums
 * are up to 2 h observations old. The index grows with t: exact and lazy (race.h). Cost, for the few that
 * are evaluated: with a grid of 1 O(n), but of few windows (suffixes.h), and memory of all observations; else
 * O(log n). */
#include "../search/index.h"
#include "suffixes.h"
#include "windows.h"

typedef struct raw_ucb_state {
  index_state index; /* the first member: see index.h */
  windows windows;
  suffixes *seen; /* by action, with a grid of 1 */
} raw_ucb_state;

static double least_of_grid(const windows *w, const window_book *b, double width)
{
  double least = INFINITY;
  for (int64_t j = 0; j < b->known; j++) {
    const double bound = b->value[j] + width * w->root[j];
    if (bound < least) least = bound;
  }
  return least;
}

/* The mean of the window of a grid that gives the least bound. */
static double mean_of_least(const windows *w, const window_book *b, double width)
{
  double least = INFINITY, found = 0;
  for (int64_t j = 0; j < b->known; j++) {
    const double mean = b->value[j], bound = mean + width * w->root[j];
    if (bound < least) least = bound, found = mean;
  }
  return found;
}

static double raw_ucb_value(const policy *p, const view *v, int action, index_clock clock)
{
  const raw_ucb_state *s = p->state;
  const windows *w = &s->windows;
  const double width = sqrt(w->width * clock.log);
  return s->seen ? suffixes_least(&s->seen[action], width, w->root, v->plain)
                 : least_of_grid(w, &w->book[action], width);
}

static const index_form raw_ucb = {.value = raw_ucb_value};

static status raw_ucb_start(policy *p, const view *v, const parameters *given)
{
  raw_ucb_state *s = p->state;
  const status opened = windows_open(&s->windows, p, v, given);
  if (opened.code) return opened;
  if (!(s->windows.grid > 1)) {
    s->seen = arena_zeroed(p->memory, (size_t)v->arms * (size_t)v->waits, sizeof *s->seen);
    if (!s->seen) return status_no_memory();
  }
  return index_start(p, v, given);
}

static int raw_ucb_choose(policy *p, const view *v)
{
  return p->failure.code ? -1 : index_choose(p, v, v->round, &raw_ucb);
}

static bool raw_ucb_explain(policy *p, const view *v, int action, reason *r)
{
  const raw_ucb_state *s = p->state;
  const windows *w = &s->windows;
  const double width = sqrt(w->width * clock_at(v->round).log);
  r->code = index_code(p, v);
  if (contender_at(p, action)->tally.pulls)
    reason_index(r,
                 s->seen ? suffixes_mean_of_least(&s->seen[action], width, w->root)
                         : mean_of_least(w, &w->book[action], width),
                 0, index_now(p, v, action, v->round, &raw_ucb));
  return true;
}

static void add_to_all(raw_ucb_state *s, policy *p, int action, int64_t before, double x)
{
  suffixes *seen = &s->seen[action];
  if (before == 0) seen->count = 0; /* the place may have been another arm's */
  if (!windows_reach(&s->windows, before + 1, p->memory) || !suffixes_add(seen, x, p->memory))
    p->failure = status_no_memory();
}

static void raw_ucb_observe(policy *p, const view *v, const outcome *o)
{
  raw_ucb_state *s = p->state;
  const int64_t before = contender_at(p, o->action)->tally.pulls;
  if (s->seen) add_to_all(s, p, o->action, before, o->observed);
  else windows_add(&s->windows, p, o->action, before, o->observed);
  index_observe(p, v, o);
}

const policy_type policy_raw_ucb = {
    .constructor = "policy_raw_ucb",
    .label = "RAW-UCB",
    .does = "judges each arm by the number of its latest pulls that speaks least for it, and so "
            "follows arms that wear out",
    .paper = "Seznec, Menard, Lazaric and Valko 2020",
    .deterministic = true,
    .takes = TAKES({"alpha", A_POSITIVE, USUALLY(1.4)}, {"grid", BETWEEN(1, LARGEST_COUNT), USUALLY(1)},
                   {"sd", A_POSITIVE, FROM_BANDIT}),
    .told_suffices = true,
    .state_size = sizeof(raw_ucb_state),
    .action_size = sizeof(contender),
    .start = raw_ucb_start,
    .choose = raw_ucb_choose,
    .explain = raw_ucb_explain,
    .observe = raw_ucb_observe,
    .arm_entered = index_arm_entered,
    .arm_left = index_arm_left,
};

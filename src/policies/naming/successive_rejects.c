/* Successive rejects (Audibert, Bubeck and Munos 2010), for a budget of T
 * plays. With j of K arms left each of them is played until it has had
 *
 *   ceil((T - K) / (logbar K j)) plays, logbar K = 1/2 + 1/2 + 1/3 + ... + 1/K,
 *
 * at least 1; then the one with the least mean goes, of equal ones one that is drawn (ties.h). What is left
 * of the budget goes to the arm that is left. Within a phase arms are played in turn. K are the arms
 * of the first round; who comes late, and what a round costs, is in contest.h. With late rewards
 * none goes before something was seen of each.
 *
 * With a `window` below 1 an arm is judged by the mean of its last max(1, floor(window n)) of n outcomes:
 * R-SR (Mussi, Montenegro, Trovo, Restelli and Metelli 2024), for arms that rise with their pulls. Then all
 * outcomes are kept. */
#include "contest.h"

typedef struct rejects_state {
  double horizon, arms, logbar, window;
  past *past; /* by arm; NULL: the mean is that of all outcomes */
} rejects_state;

static status rejects_start(policy *p, const view *v, const parameters *given)
{
  rejects_state *s = p->state;
  s->window = parameters_number(given, "window");
  if (s->window < 1) {
    if (v->anew)
      return status_error(STATUS_BAD_PARAMETER, "Its distribution is known for `window = 1` only.");
    s->past = arena_zeroed(p->memory, (size_t)v->arms, sizeof *s->past);
    if (!s->past) return status_no_memory();
  }
  s->horizon = (double)v->horizon;
  s->arms = v->live_count;
  s->logbar = 0.5;
  for (int i = 2; i <= v->live_count; i++) s->logbar += 1.0 / i;
  contest_open(p, v);
  return status_ok;
}

/* Returns the plays of an arm; a number that is whole but for rounding is whole. */
static double rejects_plays(const rejects_state *s, int left)
{
  return fmax(ceil((s->horizon - s->arms) / (s->logbar * left) * (1 - 1e-12)), 1);
}

static int rejects_choose(policy *p, const view *v)
{
  for (;;) {
    const contest c = contest_now(p, v);
    if (c.left < 2 || !c.all_seen || (double)c.least < rejects_plays(p->state, c.left))
      return contest_choice(p, v, &c);
    contestant_at(p, c.worst)->out = true;
  }
}

static void rejects_observe(policy *p, const view *v, const outcome *o)
{
  const rejects_state *s = p->state;
  contestant *a = contestant_at(p, o->arm);
  contest_observe(p, v, o);
  if (!s->past) return;
  a->past = &s->past[o->arm];
  if (a->sample.tally.pulls == 1) a->past->count = 0; /* the place may have been another arm's */
  if (!past_add(a->past, o->observed, p->memory)) p->failure = status_no_memory();
  a->latest = (int64_t)fmax(1, floor(s->window * (double)a->sample.tally.pulls));
}

/* Windows need each outcome. */
static void rejects_stretch(policy *p, const view *v, int action, stretch *s)
{
  if (!((const rejects_state *)p->state)->past) contest_stretch(p, v, action, s);
}

const policy_type policy_successive_rejects = {
    .constructor = "policy_successive_rejects",
    .label = "Successive rejects",
    .does = "plays all arms that are left equally often in phases, and strikes off the worst "
            "after each",
    .paper = "Audibert, Bubeck and Munos 2010",
    .own_plays = PLAYS_IN_TURN,
    .deterministic = true,
    .takes = TAKES({"window", BETWEEN(SMALLEST_NUMBER, 1), USUALLY(1), .later = true,
                    .words = "a single number above 0 and at most 1"}),
    .refuses = HAS_WAITING,
    .needs_horizon = "",
    .bytes_suffice = true,
    .state_size = sizeof(rejects_state),
    .action_size = sizeof(contestant),
    .start = rejects_start,
    .choose = rejects_choose,
    .played = contest_played,
    .observe = rejects_observe,
    .arm_entered = contest_entered,
    .arm_left = contest_left,
    .recommend = contest_recommend,
    .stretch = rejects_stretch,
    .observe_run = contest_observe_run,
};

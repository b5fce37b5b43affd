/* Successive rejects (Audibert, Bubeck and Munos 2010), for a budget of T
 * plays. With j of K arms left each of them is played until it has had
 *
 *   ceil((T - K) / (logbar K j)) plays, logbar K = 1/2 + 1/2 + 1/3 + ... + 1/K,
 *
 * at least 1; then the one with the least mean goes, of equal ones one that is drawn (ties.h). What is left
 * of the budget goes to the arm that is left. Within a phase arms are played in turn. K are the arms
 * of the first round; who comes late, and what a round costs, is in contest.h. With late rewards
 * none goes before something was seen of each. */
#include "contest.h"

typedef struct rejects_state {
  double horizon, arms, logbar;
} rejects_state;

static status rejects_start(policy *p, const view *v, const parameters *given)
{
  (void)given;
  rejects_state *s = p->state;
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

const policy_type policy_successive_rejects = {
    .constructor = "policy_successive_rejects",
    .label = "Successive rejects",
    .does = "plays all arms that are left equally often in phases, and strikes off the worst "
            "after each",
    .paper = "Audibert, Bubeck and Munos 2010",
    .own_plays = PLAYS_IN_TURN,
    .deterministic = true,
    .refuses = HAS_WAITING,
    .needs_horizon = "",
    .bytes_suffice = true,
    .state_size = sizeof(rejects_state),
    .action_size = sizeof(contestant),
    .start = rejects_start,
    .choose = rejects_choose,
    .played = contest_played,
    .observe = contest_observe,
    .arm_entered = contest_entered,
    .arm_left = contest_left,
    .recommend = contest_recommend,
    .stretch = contest_stretch,
    .observe_run = contest_observe_run,
};

/* Beta-SWTS, Thompson sampling on a sliding window (Trovo, Paladino, Restelli and Gatti 2020,
 * Algorithm 1): of each arm a mean is drawn from Beta(1 + S, 1 + F), S and F being its successes
 * and failures in plays that began in the last tau rounds and were observed; the arm with the
 * greatest draw is played, the lowest in a tie, as in policy_thompson() (draw_race.h). A reward in (0, 1)
 * counts as a success with that probability; rewards in another range are scaled to [0, 1]. What is observed
 * late belongs to the round in which its play began, and is lost if that is past. Cost: that of Thompson
 * sampling where no arm is certain; memory: 16 to 64 bytes for each round of the window, or of the game if
 * that is shorter. */
#include "window.h"
#include "../sampling/draw_race.h"
#include "../search/success.h"
#include "../sampling/foresight.h"

typedef struct sw_thompson_action {
  double failures, successes;
  uint32_t life; /* see window.h */
} sw_thompson_action;

typedef struct sw_thompson_state {
  window window;
  reward_range range;
  draw_race *race;
  foresight foresight;
} sw_thompson_state;

static sw_thompson_action *action_at(const policy *p, int action)
{
  return (sw_thompson_action *)p->actions + action;
}

static posterior posterior_of(const policy *p, int action)
{
  const sw_thompson_action *a = action_at(p, action);
  return beta_posterior(1 + a->successes, 1 + a->failures);
}

static status sw_thompson_start(policy *p, const view *v, const parameters *given)
{
  sw_thompson_state *s = p->state;
  window_open(&s->window, v, given);
  s->range = reward_range_of(given);
  return draws_open(p, v, &s->race, POSTERIOR_BETA, posterior_of) ? status_ok : status_no_memory();
}

static void count(const policy *p, int action, double success, double by)
{
  sw_thompson_action *a = action_at(p, action);
  if (success == 1) a->successes += by;
  else a->failures += by;
  draws_changed(((const sw_thompson_state *)p->state)->race, action);
}

static void pass(policy *p, int64_t round)
{
  window *w = &((sw_thompson_state *)p->state)->window;
  for (window_play lost; (lost = window_lose(w, round)).life;) {
    if (action_at(p, lost.action)->life == lost.life) count(p, lost.action, lost.value, -1);
  }
}

static int sw_thompson_choose(policy *p, const view *v)
{
  if (p->failure.code) return -1;
  pass(p, v->round);
  const sw_thompson_state *s = p->state;
  return draws_choose(s->race, p, v, stream_turn(v->random, draw_clock(p)));
}

static draw_law law_now(const policy *p, int action)
{
  const sw_thompson_action *a = action_at(p, action);
  return (draw_law){1 + a->successes, 1 + a->failures};
}

static bool sw_thompson_chances(policy *p, const view *v, double *chance)
{
  sw_thompson_state *s = p->state;
  pass(p, v->round);
  return foresee_greatest(&s->foresight, DRAW_BETA, p, v, law_now, chance);
}

static void sw_thompson_played(policy *p, const view *v, const outcome *o)
{
  (void)v;
  pass(p, o->start);
}

static void sw_thompson_observe(policy *p, const view *v, const outcome *o)
{
  sw_thompson_state *s = p->state;
  if (!window_has(&s->window, o->start)) return;
  sw_thompson_action *a = action_at(p, o->action);
  const double success = success_of(v, s->range, o->observed);
  const window_play play = {success, o->action, window_life(&s->window, &a->life)};
  if (window_keep(&s->window, o->start, play, p->memory)) count(p, o->action, success, 1);
  else p->failure = status_no_memory();
}

static void sw_thompson_arm_entered(policy *p, const view *v, int arm)
{
  draws_entered(((const sw_thompson_state *)p->state)->race, v, arm);
}

const policy_type policy_sw_thompson = {
    .constructor = "policy_sw_thompson",
    .call = "policy_forgetting_thompson(memory = \"window\")",
    .label = "SW-Thompson",
    .does = "draws a plausible mean for each arm from its latest pulls alone, and plays the arm "
            "with the greatest draw",
    .paper = "Trovo, Paladino, Restelli and Gatti 2020, Algorithm 1",
    .takes = TAKES({"window", A_WHOLE(1, LARGEST_COUNT), REQUIRED},
                   {"range", A_RANGE, .bounded = "A beta posterior", FROM_BANDIT}),
    .told_suffices = true,
    .state_size = sizeof(sw_thompson_state),
    .action_size = sizeof(sw_thompson_action),
    .start = sw_thompson_start,
    .choose = sw_thompson_choose,
    .chances = sw_thompson_chances,
    .played = sw_thompson_played,
    .observe = sw_thompson_observe,
    .arm_entered = sw_thompson_arm_entered,
};

/* The delta rule with softmax choice (Rescorla and Wagner 1972; Wilson and Collins 2019), as people are said
 * to learn: each action has a value v, at first `start`, and h, how much it has been chosen lately, at first
 * 0.
 *
 *   choice:  action k with probability (1 - lapse) exp(u_k) / (sum of exp(u)) + lapse / m of the m actions
 *            there, u_k = v_k / temperature + stick h_k; by inversion, one random number a round;
 *   play of c:  v_k += forget (start - v_k) for all others (Niv and others 2015),
 *            h_k = (1 - stick_rate) h_k + stick_rate 1(k = c) for all;
 *   outcome r of c, once it is shown:  v_c += rate d, d = r - v_c; rate_below d where d is below 0.
 *
 * Actions that are away go on forgetting. Cost: an exponential an action and round. */
#include "stick.h"

typedef struct delta_action {
  double value, habit;
  bool known; /* it has begun */
} delta_action;

typedef struct delta_state {
  double rate, rate_below, inverse, forget, start;
  sticking sticking;
  bool all_change; /* a play changes actions that were not played, */
  bool sticks;     /* and how they are chosen */
  double *chance;  /* by place in v->actions */
} delta_state;

static delta_action *delta_at(const policy *p, int action) { return (delta_action *)p->actions + action; }

static void delta_begin(const policy *p, int from, int end)
{
  const delta_state *s = p->state;
  for (int action = from; action < end; action++) {
    delta_action *a = delta_at(p, action);
    if (!a->known) *a = (delta_action){s->start, 0, true};
  }
}

static status delta_start(policy *p, const view *v, const parameters *given)
{
  delta_state *s = p->state;
  s->rate = parameters_number(given, "rate");
  s->rate_below = parameters_number_or(given, "rate_below", s->rate);
  s->inverse = 1 / parameters_number(given, "temperature");
  s->forget = parameters_number(given, "forget");
  s->start = parameters_number(given, "start");
  s->sticking = sticking_of(given);
  s->sticks = s->sticking.stick != 0;
  s->all_change = s->forget != 0 || s->sticks;
  s->chance = arena_zeroed(p->memory, (size_t)v->arms * (size_t)v->waits, sizeof *s->chance);
  if (!s->chance) return status_no_memory();
  for (int i = 0; i < v->action_count; i++) delta_begin(p, v->actions[i], v->actions[i] + 1);
  return status_ok;
}

static void delta_arm_entered(policy *p, const view *v, int arm)
{
  delta_begin(p, arm * v->waits, (arm + 1) * v->waits);
}

static bool delta_chances(policy *p, const view *v, double *chance)
{
  const delta_state *s = p->state;
  for (int i = 0; i < v->action_count; i++) {
    const delta_action *a = delta_at(p, v->actions[i]);
    chance[i] = a->value * s->inverse + (s->sticks ? s->sticking.stick * a->habit : 0);
  }
  softmax(chance, v->action_count);
  with_lapses(&s->sticking, chance, v->action_count);
  return true;
}

static int delta_choose_with_chances(policy *p, const view *v, double *chance, bool *known)
{
  *known = delta_chances(p, v, chance);
  return v->actions[drawn_by_chances(v, chance, stream_uniform(v->random))];
}

static int delta_choose(policy *p, const view *v)
{
  bool known;
  return delta_choose_with_chances(p, v, ((const delta_state *)p->state)->chance, &known);
}

static void delta_played(policy *p, const view *v, const outcome *o)
{
  const delta_state *s = p->state;
  if (!s->all_change) return;
  for (int action = 0; action < v->arms * v->waits; action++) {
    delta_action *a = delta_at(p, action);
    if (!a->known) continue;
    if (action != o->action) a->value += s->forget * (s->start - a->value);
    a->habit = stuck(&s->sticking, a->habit, action == o->action);
  }
}

static void delta_observe(policy *p, const view *v, const outcome *o)
{
  (void)v;
  const delta_state *s = p->state;
  delta_action *a = delta_at(p, o->action);
  const double error = o->observed - a->value;
  a->value += (error < 0 ? s->rate_below : s->rate) * error;
}

static bool delta_explain(policy *p, const view *v, int action, reason *r)
{
  r->code = v->action_count == 1 ? WHY_ONLY_ONE : WHY_DRAWN;
  reason_add(r, PART_MEAN, delta_at(p, action)->value);
  return true;
}

const policy_type policy_delta = {
    .constructor = "policy_delta",
    .label = "Delta",
    .does = "moves its estimate of an arm part of the way towards each reward, and prefers arms "
            "with greater estimates, as people do",
    .paper = "Rescorla and Wagner 1972; Wilson and Collins 2019",
    .takes = TAKES({"rate", A_CHANCE, USUALLY(0.1)},
                   {"temperature", .least = SMALLEST_NUMBER, .greatest = INFINITY, USUALLY(0.1)},
                   {"rate_below", A_CHANCE}, {"forget", A_CHANCE, USUALLY(0)},
                   {"stick", A_NUMBER, USUALLY(0)}, {"stick_rate", A_CHANCE, USUALLY(1)},
                   {"lapse", A_CHANCE, USUALLY(0)}, {"start", A_NUMBER, USUALLY(0)}),
    .told_suffices = true,
    .bytes_suffice = true,
    .state_size = sizeof(delta_state),
    .action_size = sizeof(delta_action),
    .start = delta_start,
    .choose = delta_choose,
    .chances = delta_chances,
    .choose_with_chances = delta_choose_with_chances,
    .explain = delta_explain,
    .played = delta_played,
    .observe = delta_observe,
    .arm_entered = delta_arm_entered,
};

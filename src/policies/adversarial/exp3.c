/* Exp3 (Auer, Cesa-Bianchi, Freund and Schapire 2002, Figure 1), for gains in
 * [0, 1] (others are scaled to it): with weights w, K actions and
 *
 *   p_i = (1 - gamma) w_i / sum w + gamma / K,
 *
 * play i with chance p_i (by inversion, actions in order, one random number a
 * round), see x and set w_i = w_i exp(gamma x / (p_i K)). Weights start at 1;
 * gamma = min(1, sqrt(K ln K / ((e - 1) T))) unless given.
 *
 * All this over the actions that can be played now, K being their number. An
 * arm that enters gets the average weight of those there (ours). Plays that a
 * log makes by itself had no chance, and teach nothing. With delays, the chance
 * is that with which the play was made whose outcome is shown.
 *
 * Scores are the logarithms of the weights, which are kept relative to a
 * reference and made anew from the scores when they grow too large or small.
 * Cost: a sum over the live actions a round. */
#include "../search/tally.h"
#include "../delayed/pending.h"

typedef struct exp3_state {
  reward_range range;
  double given; /* gamma, or NaN for the default */
  double gamma;
  double reference; /* weight = exp(score - reference) */
  int chosen;       /* the last choice, or -1 */
  double rate;      /* gamma / (p K) of that choice */
  pending rates;    /* of plays that are yet to be shown */
} exp3_state;

typedef struct exp3_action {
  double score, weight;
} exp3_action;

static exp3_action *exp3_at(const policy *p, int action) { return (exp3_action *)p->actions + action; }

static void set_gamma(exp3_state *s, const view *v)
{
  const double k = (double)v->action_count;
  s->gamma = isnan(s->given) ? fmin(1, sqrt(k * log(k) / ((exp(1) - 1) * (double)v->horizon))) : s->given;
}

static double weigh(const policy *p, const view *v)
{
  double sum = 0;
  for (int i = 0; i < v->action_count; i++) sum += exp3_at(p, v->actions[i])->weight;
  return sum;
}

/* Makes the greatest weight 1; returns their sum. */
static double rebase(const policy *p, const view *v)
{
  exp3_state *s = p->state;
  s->reference = -INFINITY;
  for (int i = 0; i < v->action_count; i++)
    s->reference = fmax(s->reference, exp3_at(p, v->actions[i])->score);
  for (int i = 0; i < v->action_count; i++) {
    exp3_action *a = exp3_at(p, v->actions[i]);
    a->weight = exp(a->score - s->reference);
  }
  return weigh(p, v);
}

static double sum_of_weights(const policy *p, const view *v)
{
  const double sum = weigh(p, v);
  return sum > 1e-50 && sum < 1e50 ? sum : rebase(p, v);
}

static status exp3_start(policy *p, const view *v, const parameters *given)
{
  exp3_state *s = p->state;
  s->range = reward_range_of(given);
  s->given = parameters_number(given, "gamma", NAN);
  s->chosen = -1;
  set_gamma(s, v);
  if (v->live_count > 0) rebase(p, v);
  return status_ok;
}

static int exp3_choose(policy *p, const view *v)
{
  exp3_state *s = p->state;
  if (p->failure.code) return -1;
  const double sum = sum_of_weights(p, v), u = stream_uniform(v->random);
  const double k = (double)v->action_count;
  double cumulative = 0;
  for (int i = 0; i < v->action_count; i++) {
    const int action = v->actions[i];
    const double chance = (1 - s->gamma) * exp3_at(p, action)->weight / sum + s->gamma / k;
    s->chosen = action;
    s->rate = s->gamma / (chance * k);
    cumulative += chance;
    if (u < cumulative) return action;
  }
  return s->chosen; /* rounding: the chances summed to a hair less than 1 */
}

static void exp3_played(policy *p, const view *v, const outcome *o)
{
  (void)v;
  exp3_state *s = p->state;
  if (o->action == s->chosen && !pending_keep(&s->rates, o->play, s->rate, p->memory))
    p->failure = status_no_memory();
  s->chosen = -1;
}

static void exp3_observe(policy *p, const view *v, const outcome *o)
{
  (void)v;
  exp3_state *s = p->state;
  const double rate = pending_take(&s->rates, o->play);
  if (isnan(rate)) return;
  exp3_action *a = exp3_at(p, o->action);
  a->score += rate * to_unit(s->range, o->observed);
  a->weight = exp(a->score - s->reference);
}

static void exp3_arm_left(policy *p, const view *v, int arm)
{
  (void)arm;
  set_gamma(p->state, v);
}

/* The newborn has no weight while the others' is summed, for when the arm that
 * had nearly all of it has just died theirs must be made anew. */
static void exp3_arm_entered(policy *p, const view *v, int arm)
{
  exp3_state *s = p->state;
  set_gamma(s, v);
  if (v->away) { /* it comes back with the score it had */
    rebase(p, v);
    return;
  }
  const int others = v->action_count - v->waits;
  for (int i = 0; i < v->waits; i++) *exp3_at(p, arm * v->waits + i) = (exp3_action){-INFINITY, 0};
  if (others == 0) s->reference = 0;
  const double sum = others > 0 ? sum_of_weights(p, v) : 1;
  const double score = s->reference + log(sum / fmax(others, 1));
  for (int i = 0; i < v->waits; i++)
    *exp3_at(p, arm * v->waits + i) = (exp3_action){score, exp(score - s->reference)};
}

const policy_type policy_exp3 = {
    .constructor = "policy_exp3",
    .label = "Exp3",
    .paper = "Auer, Cesa-Bianchi, Freund and Schapire 2002, Figure 1",
    .takes = TAKES({"gamma", A_POSITIVE_CHANCE}, {"range", A_RANGE}),
    .needs_horizon = "gamma",
    .state_size = sizeof(exp3_state),
    .action_size = sizeof(exp3_action),
    .start = exp3_start,
    .choose = exp3_choose,
    .played = exp3_played,
    .observe = exp3_observe,
    .arm_left = exp3_arm_left,
    .arm_entered = exp3_arm_entered,
};

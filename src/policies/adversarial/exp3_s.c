/* Exp3.S (Auer, Cesa-Bianchi, Freund and Schapire 2002, section 8), see exp3.h:
 * weights start at 1, and whenever an outcome x of action i is shown, W being the
 * sum of the weights before,
 *
 *   w_i = w_i exp(gamma x / (p_i K)) + e share W / K,  w_j = w_j + e share W / K,
 *
 * so that no weight is ever so small that a change would not be noticed;
 * share = 1 / T and gamma = min(1, sqrt(K (changes ln(K T) + e) / ((e - 1) T))) unless
 * given. (Their S is changes + 1; so is changes here in Besson, Kaufmann, Maillard and
 * Seznec 2022.) All over the actions that can be played now; an arm that enters gets the
 * average weight of those there (ours).
 *
 * Weights are divided by a power of two, which is exact, when they grow too large. Cost: a sum and
 * an addition for each live action, and one exponential, per round. */
#include "exp3.h"
#include "../../base/elementary.h"

typedef struct sharing_state {
  exp3_state exp3; /* the first member: see exp3.h */
  double changes, share;
} sharing_state;

/* exp(600) times it is a number. */
static const double large = 0x1p100;

static void set_gamma(sharing_state *s, const view *v)
{
  const double k = (double)v->action_count, t = (double)v->horizon, e = same_exp(1);
  const double usual = fmin(1, sqrt(k * (s->changes * same_log(k * t) + e) / ((e - 1) * t)));
  s->exp3.gamma = isnan(s->exp3.given) ? usual : s->exp3.given;
}

static status exp3_s_start(policy *p, const view *v, const parameters *given)
{
  sharing_state *s = p->state;
  exp3_open(&s->exp3, given);
  s->changes = fmax(parameters_number_or(given, "changes", 1), 1);
  s->share = parameters_number_or(given, "share", 1 / (double)v->horizon);
  set_gamma(s, v);
  for (int i = 0; i < v->action_count; i++) exp3_at(p, v->actions[i])->weight = 1;
  return status_ok;
}

/* Arms that were away while the others' weights grew may have nothing left. */
static double sum_of_weights(policy *p, const view *v)
{
  const double sum = exp3_weigh(p, v);
  if (sum > 0) return sum;
  for (int i = 0; i < v->action_count; i++) exp3_at(p, v->actions[i])->weight = 1;
  return (double)v->action_count;
}

static int exp3_s_choose(policy *p, const view *v)
{
  if (p->failure.code) return -1;
  return exp3_draw(p, v, sum_of_weights(p, v));
}

static void exp3_s_recall(policy *p, const view *v, int action)
{
  exp3_drew(p, v, action, sum_of_weights(p, v));
}

static bool exp3_s_chances(policy *p, const view *v, double *chance)
{
  return exp3_tell_chances(p, v, sum_of_weights(p, v), chance);
}

static int exp3_s_choose_with_chances(policy *p, const view *v, double *chance, bool *known)
{
  return exp3_draw_with_chances(p, v, sum_of_weights(p, v), chance, known);
}

/* Divides weights by a power of two before they grow beyond all numbers; returns their sum. */
static double shrink(policy *p, const view *v, double sum)
{
  int power;
  if (sum < large) return sum;
  frexp(sum, &power);
  for (int action = 0; action < v->arms * v->waits; action++) {
    exp3_action *a = exp3_at(p, action);
    a->weight = ldexp(a->weight, -power);
  }
  return ldexp(sum, -power);
}

static void exp3_s_observe(policy *p, const view *v, const outcome *o)
{
  sharing_state *s = p->state;
  const double rate = pending_take(&s->exp3.rates, o->play);
  if (isnan(rate)) return;
  const double sum = shrink(p, v, exp3_weigh(p, v));
  const double shared = same_exp(1) * s->share * sum / (double)v->action_count;
  exp3_at(p, o->action)->weight *= same_exp(fmin(rate * to_unit(s->exp3.range, o->observed), 600));
  for (int i = 0; i < v->action_count; i++) exp3_at(p, v->actions[i])->weight += shared;
}

static void exp3_s_arm_left(policy *p, const view *v, int arm)
{
  (void)arm;
  set_gamma(p->state, v);
}

static void exp3_s_arm_entered(policy *p, const view *v, int arm)
{
  const int others = v->action_count - v->waits;
  double sum = 0;
  set_gamma(p->state, v);
  if (v->away) return; /* it comes back with the weight it had */
  for (int i = 0; i < v->waits; i++) exp3_at(p, arm * v->waits + i)->weight = 0;
  sum = exp3_weigh(p, v);
  for (int i = 0; i < v->waits; i++) exp3_at(p, arm * v->waits + i)->weight = others ? sum / others : 1;
}

const policy_type policy_exp3_s = {
    .constructor = "policy_exp3_s",
    .call = "policy_exp3(forget = \"shares\")",
    .label = "Exp3.S",
    .does = "draws arms at random by the rewards that they paid, and never lets an arm become so "
            "unlikely that it could not come back",
    .paper = "Auer, Cesa-Bianchi, Freund and Schapire 2002, section 8",
    .zeros = ZEROS_MAY_BE_LATE,
    .own_plays = WEIGHS_BY_CHANCE,
    .takes = TAKES(
        {"gamma", A_POSITIVE_CHANCE, .otherwise = "min(1, sqrt(K (changes ln(K T) + e) / ((e - 1) T)))"},
        {"share", A_POSITIVE_CHANCE, .otherwise = "1 / T"},
        {"changes", NOT_NEGATIVE, .otherwise = "1", .serves = "gamma"}, {"range", A_RANGE, FROM_BANDIT}),
    .told_suffices = true,
    .recalls_choice = true,
    .needs_horizon = "",
    .state_size = sizeof(sharing_state),
    .action_size = sizeof(exp3_action),
    .start = exp3_s_start,
    .choose = exp3_s_choose,
    .recall = exp3_s_recall,
    .chances = exp3_s_chances,
    .choose_with_chances = exp3_s_choose_with_chances,
    .played = exp3_played,
    .observe = exp3_s_observe,
    .arm_left = exp3_s_arm_left,
    .arm_entered = exp3_s_arm_entered,
};

/* Exp3 (Auer, Cesa-Bianchi, Freund and Schapire 2002, Figure 1), see exp3.h: weights
 * start at 1, and that of the action played is multiplied by exp(gamma x / (p_i K));
 * gamma = min(1, sqrt(K ln K / ((e - 1) T))) unless given. An arm that enters gets the
 * average weight of those there (ours).
 *
 * Rexp3 (Besbes, Gur and Zeevi 2014, section 4): Exp3 that begins anew every `batch`
 * rounds, with the gamma of as many,
 *
 *   batch = ceil((K ln K)^(1/3) (T / variation)^(2/3))
 *
 * unless given, K being the number of actions at the start. What began in one batch
 * teaches nothing in the next.
 *
 * Scores are the logarithms of the weights, which are kept relative to a
 * reference and made anew from the scores when they grow too large or small.
 * Cost: a sum over the live actions a round. */
#include "exp3.h"
#include "../../base/elementary.h"

typedef struct weights_state {
  exp3_state exp3;      /* the first member: see exp3.h */
  double reference;     /* weight = exp(score - reference) */
  int64_t batch, since; /* it began after this round; batch = FOREVER: there is one */
} weights_state;

static void set_gamma(weights_state *s, const view *v)
{
  exp3_set_gamma(&s->exp3, v->action_count, (double)(s->batch < FOREVER ? s->batch : v->horizon));
}

/* Makes the greatest weight 1; returns their sum. */
static double rebase(const policy *p, const view *v)
{
  weights_state *s = p->state;
  s->reference = -INFINITY;
  for (int i = 0; i < v->action_count; i++)
    s->reference = fmax(s->reference, exp3_at(p, v->actions[i])->score);
  for (int i = 0; i < v->action_count; i++) {
    exp3_action *a = exp3_at(p, v->actions[i]);
    a->weight = same_exp(a->score - s->reference);
  }
  return exp3_weigh(p, v);
}

static double sum_of_weights(const policy *p, const view *v)
{
  const double sum = exp3_weigh(p, v);
  return sum > 1e-50 && sum < 1e50 ? sum : rebase(p, v);
}

static status start_with(policy *p, const view *v, const parameters *given, int64_t batch)
{
  weights_state *s = p->state;
  exp3_open(&s->exp3, given);
  s->batch = batch;
  set_gamma(s, v);
  if (v->live_count > 0) rebase(p, v);
  return status_ok;
}

static status exp3_start(policy *p, const view *v, const parameters *given)
{
  return start_with(p, v, given, FOREVER);
}

static int exp3_choose(policy *p, const view *v)
{
  if (p->failure.code) return -1;
  return exp3_draw(p, v, sum_of_weights(p, v));
}

static void exp3_recall(policy *p, const view *v, int action)
{
  exp3_drew(p, v, action, sum_of_weights(p, v));
}

static bool exp3_chances(policy *p, const view *v, double *chance)
{
  return exp3_tell_chances(p, v, sum_of_weights(p, v), chance);
}

static int exp3_choose_with_chances(policy *p, const view *v, double *chance, bool *known)
{
  return exp3_draw_with_chances(p, v, sum_of_weights(p, v), chance, known);
}

static void exp3_observe(policy *p, const view *v, const outcome *o)
{
  (void)v;
  weights_state *s = p->state;
  const double rate = pending_take(&s->exp3.rates, o->play);
  if (isnan(rate) || o->start <= s->since) return;
  exp3_action *a = exp3_at(p, o->action);
  a->score += rate * to_unit(s->exp3.range, o->observed);
  a->weight = same_exp(a->score - s->reference);
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
  weights_state *s = p->state;
  set_gamma(s, v);
  if (v->away) { /* it comes back with the score it had */
    rebase(p, v);
    return;
  }
  const int others = v->action_count - v->waits;
  for (int i = 0; i < v->waits; i++) *exp3_at(p, arm * v->waits + i) = (exp3_action){-INFINITY, 0};
  if (others == 0) s->reference = 0;
  const double sum = others > 0 ? sum_of_weights(p, v) : 1;
  const double score = s->reference + same_log(sum / fmax(others, 1));
  for (int i = 0; i < v->waits; i++)
    *exp3_at(p, arm * v->waits + i) = (exp3_action){score, same_exp(score - s->reference)};
}

const policy_type policy_exp3 = {
    .constructor = "policy_exp3",
    .call = "policy_exp3(forget = \"nothing\")",
    .label = "Exp3",
    .does = "draws arms at random, with probabilities that grow with the rewards that they paid, "
            "and loses little even if an adversary chose the rewards",
    .paper = "Auer, Cesa-Bianchi, Freund and Schapire 2002, Figure 1",
    .zeros = ZEROS_ARE_IDLE,
    .own_plays = WEIGHS_BY_CHANCE,
    .takes = TAKES({"gamma", A_POSITIVE_CHANCE, .otherwise = "min(1, sqrt(K ln K / ((e - 1) T)))"},
                   {"range", A_RANGE, FROM_BANDIT}),
    .told_suffices = true,
    .recalls_choice = true,
    .needs_horizon = "gamma",
    .state_size = sizeof(weights_state),
    .action_size = sizeof(exp3_action),
    .start = exp3_start,
    .choose = exp3_choose,
    .recall = exp3_recall,
    .chances = exp3_chances,
    .choose_with_chances = exp3_choose_with_chances,
    .played = exp3_played,
    .observe = exp3_observe,
    .arm_left = exp3_arm_left,
    .arm_entered = exp3_arm_entered,
};

/* --- Rexp3 ------------------------------------------------------------------------- */

static status rexp3_start(policy *p, const view *v, const parameters *given)
{
  const double k = (double)v->action_count, t = (double)v->horizon;
  const double variation = parameters_number_or(given, "variation", 1);
  const double usual =
      v->action_count > 1 ? ceil(same_cube_root(k * same_log(k)) * same_pow(t / variation, 2.0 / 3)) : 1;
  return start_with(p, v, given, rounds_from(fmax(parameters_number_or(given, "batch", usual), 1)));
}

static void begin_batch(policy *p, const view *v, int64_t since)
{
  ((weights_state *)p->state)->since = since;
  for (int action = 0; action < v->arms * v->waits; action++) exp3_at(p, action)->score = 0;
  rebase(p, v);
}

static void begin_when_due(policy *p, const view *v)
{
  const weights_state *s = p->state;
  const int64_t since = (v->round - 1) / s->batch * s->batch;
  if (since != s->since) begin_batch(p, v, since);
}

static int rexp3_choose(policy *p, const view *v)
{
  begin_when_due(p, v);
  return exp3_choose(p, v);
}

static void rexp3_recall(policy *p, const view *v, int action)
{
  begin_when_due(p, v);
  exp3_recall(p, v, action);
}

static bool rexp3_chances(policy *p, const view *v, double *chance)
{
  begin_when_due(p, v);
  return exp3_chances(p, v, chance);
}

static int rexp3_choose_with_chances(policy *p, const view *v, double *chance, bool *known)
{
  begin_when_due(p, v);
  return exp3_choose_with_chances(p, v, chance, known);
}

const policy_type policy_rexp3 = {
    .constructor = "policy_rexp3",
    .call = "policy_exp3(forget = \"batches\")",
    .label = "Rexp3",
    .does = "runs Exp3 and begins anew after every so many rounds, so that it follows arms that "
            "change",
    .paper = "Besbes, Gur and Zeevi 2014, section 4",
    .zeros = ZEROS_ARE_IDLE,
    .own_plays = WEIGHS_BY_CHANCE,
    .takes = TAKES(
        {"batch", A_WHOLE(1, LARGEST_COUNT), .otherwise = "ceil((K ln K)^(1/3) (T / variation)^(2/3))"},
        {"variation", A_POSITIVE, .otherwise = "1", .serves = "batch"}, {"range", A_RANGE, FROM_BANDIT}),
    .told_suffices = true,
    .recalls_choice = true,
    .needs_horizon = "batch",
    .state_size = sizeof(weights_state),
    .action_size = sizeof(exp3_action),
    .start = rexp3_start,
    .choose = rexp3_choose,
    .recall = rexp3_recall,
    .chances = rexp3_chances,
    .choose_with_chances = rexp3_choose_with_chances,
    .played = exp3_played,
    .observe = exp3_observe,
    .arm_left = exp3_arm_left,
    .arm_entered = exp3_arm_entered,
};

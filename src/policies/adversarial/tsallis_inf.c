/* Tsallis-INF (Zimmert and Seldin 2021, Algorithm 1 with alpha = 1/2): with estimates L of the cumulative
 * losses 1 - x of rewards x in [0, 1], play arm k of those that can be played now with probability
 *
 *   w_k = 4 (eta (L_k - z))^-2,  z < min L such that they sum to 1 (Newton's method from min L - 2 / eta).
 *
 * Importance weights: eta = 2 / sqrt t, B = 0; with reduced variance: eta = 4 / sqrt t, B_k = 1/2 if w_k >=
 * eta^2, else 0. When a is played, L_k += B_k for all k; when its reward is shown, L_a += (1 - x - B_a) /
 * w_a, with w and B of the round of the play.
 *
 * Where outcomes of 0 are never shown (ours), the loss of such an outcome is booked when a is played, and
 * what is shown takes back x / w_a: the estimates are unbiased whatever the lags. Plays that the policy did
 * not draw itself teach nothing, as in Exp3, and an arm that enters gets the average weight of those there
 * (ours). Cost: some passes over the live actions a round. */
#include "../search/tally.h"
#include "../delayed/pending.h"

typedef struct tsallis_state {
  reward_range range;
  bool reduced; /* the variance of the estimates */
  double eta;   /* of the last draw */
  int chosen;   /* the last choice, or -1 */
  /* Of plays that are yet to be shown: w_a, negative if B_a was 1/2. */
  pending draws;
} tsallis_state;

typedef struct tsallis_action {
  double loss, chance;
} tsallis_action;

static tsallis_action *action_at(const policy *p, int action)
{
  return (tsallis_action *)p->actions + action;
}

static double rate_of(const tsallis_state *s, int64_t round)
{
  return (s->reduced ? 4 : 2) / sqrt((double)round);
}

static double baseline(const tsallis_state *s, double chance)
{
  return s->reduced && chance >= s->eta * s->eta ? .5 : 0;
}

static double least_loss(const policy *p, const view *v, int but)
{
  double least = INFINITY;
  for (int i = 0; i < v->action_count; i++)
    if (v->actions[i] / v->waits != but) least = fmin(least, action_at(p, v->actions[i])->loss);
  return least;
}

/* Sets the probabilities of all actions but those of one arm (-1: of all), and returns min L - z. From where
 * it begins the sum is at least 1, and it is convex: each step of Newton's method comes closer from that
 * side. */
static double weigh(const policy *p, const view *v, double eta, int but)
{
  enum { MOST_STEPS = 100 };
  const double least = least_loss(p, v, but);
  double beyond = 2 / eta;
  for (int step = 0; step < MOST_STEPS; step++) {
    double sum = 0, slope = 0;
    for (int i = 0; i < v->action_count; i++) {
      tsallis_action *a = action_at(p, v->actions[i]);
      if (v->actions[i] / v->waits == but) continue;
      const double root = 2 / (eta * (a->loss - least + beyond));
      a->chance = root * root;
      sum += a->chance;
      slope += a->chance * root;
    }
    if (sum - 1 <= 1e-12) break;
    beyond += (sum - 1) / (eta * slope);
  }
  return beyond;
}

static void weigh_all(const policy *p, const view *v)
{
  tsallis_state *s = p->state;
  s->eta = rate_of(s, v->round);
  weigh(p, v, s->eta, -1);
}

static status tsallis_start(policy *p, const view *v, const parameters *given)
{
  (void)v;
  tsallis_state *s = p->state;
  s->range = reward_range_of(given);
  s->reduced = !parameters_text_is(given, "estimator", "importance");
  s->chosen = -1;
  return status_ok;
}

static int tsallis_choose(policy *p, const view *v)
{
  if (p->failure.code || v->action_count == 0) return -1;
  weigh_all(p, v);
  const double u = stream_uniform(v->random);
  double cumulative = 0;
  int i = -1;
  do cumulative += action_at(p, v->actions[++i])->chance;
  while (!(u < cumulative) && i + 1 < v->action_count); /* rounding: they may sum to slightly less than 1 */
  return ((tsallis_state *)p->state)->chosen = v->actions[i];
}

static void tsallis_recall(policy *p, const view *v, int action)
{
  weigh_all(p, v);
  ((tsallis_state *)p->state)->chosen = action;
}

static bool tsallis_chances(policy *p, const view *v, double *chance)
{
  weigh_all(p, v);
  for (int i = 0; i < v->action_count; i++) chance[i] = action_at(p, v->actions[i])->chance;
  return true;
}

static int tsallis_choose_with_chances(policy *p, const view *v, double *chance, bool *known)
{
  const int chosen = tsallis_choose(p, v);
  *known = chosen >= 0;
  for (int i = 0; i < v->action_count && *known; i++) chance[i] = action_at(p, v->actions[i])->chance;
  return chosen;
}

static void tsallis_played(policy *p, const view *v, const outcome *o)
{
  tsallis_state *s = p->state;
  const bool own = o->action == s->chosen;
  s->chosen = -1;
  if (!own) return;
  for (int i = 0; i < v->action_count; i++) {
    tsallis_action *a = action_at(p, v->actions[i]);
    a->loss += baseline(s, a->chance);
  }
  tsallis_action *a = action_at(p, o->action);
  const double chance = a->chance, b = baseline(s, chance);
  if (v->silent) a->loss += (1 - to_unit(s->range, 0) - b) / chance;
  if (!pending_keep(&s->draws, o->play, b > 0 ? -chance : chance, p->memory)) p->failure = status_no_memory();
}

static void tsallis_observe(policy *p, const view *v, const outcome *o)
{
  tsallis_state *s = p->state;
  const double kept = pending_take(&s->draws, o->play), x = to_unit(s->range, o->observed);
  if (isnan(kept)) return;
  const double booked = v->silent ? to_unit(s->range, 0) - x : 1 - x - (kept < 0 ? .5 : 0);
  action_at(p, o->action)->loss += booked / fabs(kept);
}

/* The average weight of others, of which there are n, is 1 / n. */
static void tsallis_arm_entered(policy *p, const view *v, int arm)
{
  if (v->away) return; /* it comes back with the losses it had */
  const int others = v->action_count - v->waits;
  const double eta = rate_of(p->state, v->round);
  const double loss =
      others > 0 ? least_loss(p, v, arm) - weigh(p, v, eta, arm) + 2 * sqrt((double)others) / eta : 0;
  for (int i = 0; i < v->waits; i++) action_at(p, arm * v->waits + i)->loss = loss;
}

const policy_type policy_tsallis_inf = {
    .constructor = "policy_tsallis_inf",
    .label = "Tsallis-INF",
    .does = "draws arms at random, with probabilities that fall with their losses, and is good both if "
            "means are fixed and if an adversary chose the rewards",
    .paper = "Zimmert and Seldin 2021, Algorithm 1",
    .zeros = ZEROS_MAY_BE_LOST,
    .own_plays = WEIGHS_BY_CHANCE,
    .takes = TAKES({"estimator", A_TEXT("reduced_variance|importance"), USUALLY(FIRST_CHOICE)},
                   {"range", A_RANGE, FROM_BANDIT}),
    .told_suffices = true,
    .recalls_choice = true,
    .state_size = sizeof(tsallis_state),
    .action_size = sizeof(tsallis_action),
    .start = tsallis_start,
    .choose = tsallis_choose,
    .recall = tsallis_recall,
    .chances = tsallis_chances,
    .choose_with_chances = tsallis_choose_with_chances,
    .played = tsallis_played,
    .observe = tsallis_observe,
    .arm_entered = tsallis_arm_entered,
};

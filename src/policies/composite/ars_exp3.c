/* ARS-EXP3, adaptive round-size Exp3 (Wang, Wang and Huang 2021, Algorithm 2),
 * for rewards that an adversary hands out late and mixed together. Rounds of
 * play k = 1, 2, ... have size g(k) = ceil(k^beta); K is the number of whole
 * ones in T. In each an arm is drawn from
 *
 *   p_i = (1 - gamma) exp(w_i / g(K)) / sum exp(w / g(K)) + gamma / N
 *
 * and played g(k) times; with Z' = min(sum of what arrived meanwhile, g(k)),
 *
 *   w_a = w_a + gamma Z' / (N p_a),  w = 0 at the start (any constant will do),
 *   gamma = min(1, sqrt(N ln N / ((e - 1) ((beta + 1) T)^(1 / (beta + 1)))))
 *
 * unless given. Rounds left over are played by one more draw.
 *
 * N is the number of arms that are there when an arm is drawn. If the arm in
 * play leaves, its round of play is given up and teaches nothing; the next
 * has the next size. Scores are w / g(K). Cost: N exponentials a round of
 * play, none in between. */
#include "../adversarial/chances.h"
#include "../../base/elementary.h"

typedef struct ars_exp3_state {
  double beta, given; /* given: gamma, or NaN for the default */
  double largest;     /* g(K) */
  int64_t k;          /* rounds of play begun */
  double size;        /* of the present one */
  int64_t left;       /* plays left of it */
  chance_draw drawn;
  double rate; /* gamma / (N p) of the arm drawn */
  double sum;  /* of what arrived in it */
  bool open;   /* it has yet to teach */
} ars_exp3_state;

static bool has_size(double k, double size, double beta) { return ceil(same_pow(k, beta)) <= size; }

/* The greatest k with ceil(k^beta) <= size, or Inf. What is computed first is
 * hardly ever off by more than one, but for tiny beta. */
static double last_of_size(double size, double beta)
{
  const double k = floor(same_pow(size, 1 / beta));
  if (!(k < 0x1p53) || has_size(0x1p53, size, beta)) return INFINITY;
  for (int by = -1; by <= 1; by++)
    if (k + by >= 1 && has_size(k + by, size, beta) && !has_size(k + by + 1, size, beta)) return k + by;
  double low = 1, high = 0x1p53;
  while (high - low > 1) {
    const double middle = floor((low + high) / 2);
    if (has_size(middle, size, beta)) low = middle;
    else high = middle;
  }
  return low;
}

/* g(K): the size of the last round of play that is whole. */
static double largest_size(double horizon, double beta)
{
  double rounds = 0, total = 0, size = 1;
  for (; beta > 0; size++) {
    const double last = last_of_size(size, beta);
    if (total + size > horizon) return fmax(size - 1, 1);
    if (!(total + (last - rounds) * size <= horizon)) return size;
    total += (last - rounds) * size;
    rounds = last;
  }
  return 1;
}

static status ars_exp3_start(policy *p, const view *v, const parameters *given)
{
  ars_exp3_state *s = p->state;
  s->beta = parameters_number(given, "beta");
  s->given = parameters_number_or(given, "gamma", NAN);
  s->largest = largest_size((double)v->horizon, s->beta);
  return status_ok;
}

static double mixing_share(const ars_exp3_state *s, const view *v)
{
  if (!isnan(s->given)) return s->given;
  const double n = v->live_count, b = s->beta + 1;
  const double rounds = same_pow(b * (double)v->horizon, 1 / b);
  return fmin(1, sqrt(n * same_log(n) / ((same_exp(1) - 1) * rounds)));
}

static void learn(policy *p, const view *v)
{
  ars_exp3_state *s = p->state;
  const double gain = s->rate * fmin(s->sum, s->size) / s->largest;
  if (s->open && s->left == 0) set_score(p, v, s->drawn, *score_of(p, s->drawn.kept.arm) + gain);
  s->open = false;
}

static bool goes_on(const ars_exp3_state *s, const view *v)
{
  return s->left > 0 && is_there(v, s->drawn.kept);
}

static bool ars_exp3_chances(policy *p, const view *v, double *chance)
{
  const ars_exp3_state *s = p->state;
  if (goes_on(s, v)) {
    sure_chances(v, s->drawn.kept.arm, chance);
    return true;
  }
  learn(p, v);
  chances_by_score(p, v, mixing_share(s, v), chance);
  return true;
}

static int ars_exp3_choose(policy *p, const view *v)
{
  ars_exp3_state *s = p->state;
  if (goes_on(s, v)) return s->drawn.kept.arm;
  learn(p, v);
  const double mixing = mixing_share(s, v);
  s->drawn = draw_by_score(p, v, mixing);
  s->rate = mixing / (v->live_count * s->drawn.chance);
  s->size = ceil(same_pow((double)++s->k, s->beta));
  s->left = rounds_from(s->size);
  s->sum = 0;
  s->open = true;
  return s->drawn.kept.arm;
}

static void ars_exp3_played(policy *p, const view *v, const outcome *o)
{
  (void)v, (void)o;
  ((ars_exp3_state *)p->state)->left--;
}

static void ars_exp3_observe(policy *p, const view *v, const outcome *o)
{
  (void)v;
  ((ars_exp3_state *)p->state)->sum += o->observed;
}

const policy_type policy_ars_exp3 = {
    .constructor = "policy_ars_exp3",
    .label = "ARS-EXP3",
    .does = "draws arms by the weights of Exp3 and plays each in runs of growing length, as "
            "rewards arrive late and mixed together",
    .paper = "Wang, Wang and Huang 2021, Algorithm 2",
    .own_plays = WEIGHS_BY_CHANCE,
    .made_for = MADE_FOR_PLACE,
    .takes = TAKES({"beta", A_CHANCE, USUALLY(0.5)}, {"gamma", A_POSITIVE_CHANCE}),
    .refuses = HAS_WAITING,
    .needs_horizon = "",
    .state_size = sizeof(ars_exp3_state),
    .action_size = sizeof(scored_arm),
    .start = ars_exp3_start,
    .choose = ars_exp3_choose,
    .chances = ars_exp3_chances,
    .played = ars_exp3_played,
    .observe = ars_exp3_observe,
    .arm_entered = score_arm_entered,
};

/* Logistic Thompson sampling (Chapelle and Li 2011, Algorithms 1 and 3): the log-odds of a
 * reward of 1 are w' x, and the posterior of w is approximated by independent
 * Normal(m_i, 1 / q_i), m = 0 and q = ridge at first. In a round
 *
 *   draw w_i from Normal(m_i, alpha^2 / q_i) and play argmax w' x
 *
 * (alpha = 1; others are the paper's posterior reshaping); ties go to the lowest
 * arm, there are no first plays. A reward r of the context x is a batch of one in
 * Algorithm 3, a Laplace approximation of which the diagonal alone is kept:
 *
 *   w   = argmin (1/2) sum q_i (w_i - m_i)^2 + log(1 + exp(w' x)) - r w' x,
 *   m_i = w_i,  q_i += x_i^2 p (1 - p),  p = 1 / (1 + exp(-w' x)).
 *
 * (For r = 0 or 1 this is the paper's log(1 + exp(-y w' x)) with y = -1 or 1; a reward in
 * between counts as both, in these shares. Rewards of another range are scaled to [0, 1].)
 * At the minimum w_i = m_i + (x_i / q_i) (r - p): one number is unknown, s = w' x, which solves
 * s = m' x + v (r - 1 / (1 + exp(-s))) with v = sum x_i^2 / q_i, an equation whose left side
 * less its right one grows: by Newton's steps, or by halving where these leave the bracket.
 *
 * Each arm has a w of its own; then w' x is drawn in place of w, of Normal(m' x, alpha^2 v), by
 * one random number per arm, in the order of arms; propensities are known in this case only. With
 * `shared` there is one w for all arms, which differ by their contexts, and d random numbers per
 * round. Cost: O(d) per arm. */
#include "past_contexts.h"
#include "../sampling/foresight.h"
#include "../search/tally.h"
#include "../../random/distributions.h"
#include "../../base/elementary.h"

typedef struct logistic_arm {
  double *m, *q; /* NULL: 0 and ridge */
  bool is_gone;  /* for good: what comes later of the arm teaches nothing */
} logistic_arm;

typedef struct logistic_thompson_state {
  int size;
  double alpha, ridge;
  bool shared;
  reward_range range;
  logistic_arm all;
  double **spare; /* memory of arms that are gone */
  int spare_count;
  double *value; /* by arm, what was drawn in this round */
  double *drawn; /* w, with `shared` */
  pending contexts;
  foresight foresight;
} logistic_thompson_state;

static bool begin(logistic_thompson_state *s, policy *p, logistic_arm *a)
{
  const size_t d = (size_t)s->size;
  a->m = s->spare_count > 0 ? s->spare[--s->spare_count] : arena_zeroed(p->memory, 2 * d, sizeof(double));
  if (!a->m) return false;
  a->q = a->m + d;
  for (size_t i = 0; i < d; i++) a->m[i] = 0, a->q[i] = s->ridge;
  return true;
}

static status logistic_thompson_start(policy *p, const view *v, const parameters *given)
{
  logistic_thompson_state *s = p->state;
  if (v->context_size < 1) return status_error(STATUS_BAD_PARAMETER, "It needs contexts.");
  s->size = v->context_size;
  s->alpha = parameters_number(given, "alpha");
  s->ridge = parameters_number(given, "ridge");
  s->shared = parameters_number(given, "shared") != 0;
  s->range = reward_range_of(given);
  s->value = arena_zeroed(p->memory, (size_t)v->arms, sizeof *s->value);
  s->spare = arena_zeroed(p->memory, (size_t)v->arms, sizeof *s->spare);
  s->drawn = arena_zeroed(p->memory, (size_t)s->size, sizeof *s->drawn);
  const bool begun = s->value && s->spare && s->drawn && (!s->shared || begin(s, p, &s->all));
  return begun ? status_ok : status_no_memory();
}

/* --- choosing --------------------------------------------------------------- */

/* m' x and v. */
typedef struct outlook {
  double mean, square;
} outlook;

static outlook outlook_of(const logistic_thompson_state *s, const logistic_arm *a, const double *x)
{
  outlook o = {0, 0};
  for (int i = 0; i < s->size; i++) {
    o.mean += (a->m ? a->m[i] : 0) * x[i];
    o.square += x[i] * x[i] / (a->m ? a->q[i] : s->ridge);
  }
  return o;
}

static draw_law law_now(const policy *p, const view *v, int arm)
{
  const logistic_thompson_state *s = p->state;
  const outlook o = outlook_of(s, (const logistic_arm *)p->actions + arm, arm_context(v, arm));
  return (draw_law){o.mean, s->alpha * sqrt(o.square)};
}

static void draw_values(policy *p, const view *v)
{
  const logistic_thompson_state *s = p->state;
  for (int i = 0; i < v->action_count; i++) {
    const draw_law law = law_now(p, v, v->actions[i]);
    s->value[v->actions[i]] = law.a + law.b * normal_quantile(stream_uniform(v->random));
  }
}

static bool logistic_thompson_chances(policy *p, const view *v, double *chance)
{
  logistic_thompson_state *s = p->state;
  if (s->shared || !foresight_open(&s->foresight, DRAW_NORMAL, p, v)) return false;
  for (int i = 0; i < v->action_count; i++) s->foresight.law[i] = law_now(p, v, v->actions[i]);
  return foresee_normals(&s->foresight, p, v, chance);
}

extern const policy_type policy_logistic_thompson;

static const policy_type *logistic_thompson_without_chances(const policy *p)
{
  return ((const logistic_thompson_state *)p->state)->shared ? &policy_logistic_thompson : NULL;
}

static void draw_weights(policy *p, const view *v)
{
  logistic_thompson_state *s = p->state;
  for (int i = 0; i < s->size; i++)
    s->drawn[i] = s->all.m[i] + s->alpha / sqrt(s->all.q[i]) * normal_quantile(stream_uniform(v->random));
  for (int i = 0; i < v->action_count; i++) {
    const double *x = arm_context(v, v->actions[i]);
    double value = 0;
    for (int j = 0; j < s->size; j++) value += s->drawn[j] * x[j];
    s->value[v->actions[i]] = value;
  }
}

static double drawn_value(const policy *p, const view *v, int arm, const void *with)
{
  (void)v, (void)with;
  return ((const logistic_thompson_state *)p->state)->value[arm];
}

static int logistic_thompson_choose(policy *p, const view *v)
{
  if (((const logistic_thompson_state *)p->state)->shared) draw_weights(p, v);
  else draw_values(p, v);
  return argmax_action(p, v, drawn_value, NULL);
}

/* --- learning --------------------------------------------------------------- */

static double chance_of(double odds) { return 1 / (1 + same_exp(-odds)); }

/* s = mean + v (r - 1 / (1 + exp(-s))), which lies between the ends for p = 1 and p = 0. */
static double log_odds_after(outlook o, double r)
{
  enum { MOST_STEPS = 200 };
  double low = o.mean - o.square * (1 - r), high = o.mean + o.square * r, s = o.mean;
  for (int i = 0; i < MOST_STEPS; i++) {
    const double p = chance_of(s), excess = s - o.mean - o.square * (r - p);
    if (excess > 0) high = s;
    else low = s;
    double next = s - excess / (1 + o.square * p * (1 - p));
    if (!(next >= low && next <= high)) next = low + (high - low) / 2;
    const double step = fabs(next - s);
    s = next;
    if (step <= 1e-15 * (1 + fabs(s))) break;
  }
  return s;
}

static void logistic_thompson_played(policy *p, const view *v, const outcome *o)
{
  if (!context_kept(&((logistic_thompson_state *)p->state)->contexts, p, v, o))
    p->failure = status_no_memory();
}

static void logistic_thompson_observe(policy *p, const view *v, const outcome *o)
{
  logistic_thompson_state *s = p->state;
  logistic_arm *of_arm = (logistic_arm *)p->actions + o->arm, *a = s->shared ? &s->all : of_arm;
  const double *x = context_of_play(&s->contexts, v, o), r = to_unit(s->range, o->observed);
  if (!x || (of_arm->is_gone && !v->is_live[o->arm])) return;
  if (!a->m && !begin(s, p, a)) {
    p->failure = status_no_memory();
    return;
  }
  const double chance = chance_of(log_odds_after(outlook_of(s, a, x), r)), weight = chance * (1 - chance);
  for (int i = 0; i < s->size; i++) {
    a->m[i] += x[i] / a->q[i] * (r - chance);
    a->q[i] += x[i] * x[i] * weight;
  }
}

static void logistic_thompson_arm_left(policy *p, const view *v, int arm)
{
  logistic_thompson_state *s = p->state;
  logistic_arm *a = (logistic_arm *)p->actions + arm;
  if (v->away) return;
  a->is_gone = true;
  if (!a->m) return;
  s->spare[s->spare_count++] = a->m;
  a->m = NULL;
}

const policy_type policy_logistic_thompson = {
    .constructor = "policy_logistic_thompson",
    .call = "policy_linear_thompson(link = \"logit\")",
    .label = "Logistic Thompson",
    .does = "draws a plausible logistic regression of success on the context for each arm, and "
            "plays the arm with the greatest probability",
    .paper = "Chapelle and Li 2011, Algorithm 3",
    .takes =
        TAKES({"alpha", NOT_NEGATIVE, USUALLY(1)}, {"ridge", A_POSITIVE, USUALLY(1)},
              {"shared", A_FLAG, USUALLY(0)}, {"range", A_RANGE, .bounded = "A logistic model", FROM_BANDIT}),
    .needs = HAS_CONTEXT,
    .refuses = HAS_WAITING | HAS_SPREAD,
    .told_suffices = true,
    .state_size = sizeof(logistic_thompson_state),
    .action_size = sizeof(logistic_arm),
    .start = logistic_thompson_start,
    .choose = logistic_thompson_choose,
    .no_chances = SHARED_WEIGHTS_ARE_DRAWN,
    .chances = logistic_thompson_chances,
    .without_chances = logistic_thompson_without_chances,
    .played = logistic_thompson_played,
    .observe = logistic_thompson_observe,
    .arm_left = logistic_thompson_arm_left,
};

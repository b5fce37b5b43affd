/* What the numbers in a description of arms, a trait or a policy must be: how many, in
 * which range, whole or not. R's constructors see to it; here it is looked at
 * again, for an object is easily edited, and the core trusts what it is given. */
#include "glue.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define LARGEST 1e100 /* as in R/check-arguments.R: sums over rounds do not overflow */
#define SMALLEST 1e-100
#define LONGEST 1e8 /* a spread, as in R/trait-spread.R */
#define EXACT 9007199254740992.0

enum size { ONE, TWO, ARMS, ONE_OR_ARMS, ROWS, ANY };
enum kind { REAL_NUMBERS, WHOLE_NUMBERS };

typedef struct rule {
  const char *owner, *name;
  enum size size;
  double min, max;
  enum kind kind;
  bool optional;
} rule;

/* clang-format off */
static const rule rules[] = {
    {"bernoulli", "prob", ONE_OR_ARMS, 0, 1, REAL_NUMBERS, false},
    {"gaussian", "mean", ONE_OR_ARMS, -LARGEST, LARGEST, REAL_NUMBERS, false},
    {"gaussian", "sd", ONE_OR_ARMS, 0, LARGEST, REAL_NUMBERS, false},
    {"beta", "shape1", ONE_OR_ARMS, SMALLEST, LARGEST, REAL_NUMBERS, false},
    {"beta", "shape2", ONE_OR_ARMS, SMALLEST, LARGEST, REAL_NUMBERS, false},
    {"beta_mean", "mean", ONE_OR_ARMS, 0, 1, REAL_NUMBERS, false},
    {"constant", "value", ONE_OR_ARMS, -LARGEST, LARGEST, REAL_NUMBERS, false},
    {"categorical", "prob", ROWS, 0, LARGEST, REAL_NUMBERS, false},
    {"categorical", "value", ANY, -LARGEST, LARGEST, REAL_NUMBERS, false},
    {"tape_pull", "reward", ROWS, -LARGEST, LARGEST, REAL_NUMBERS, false},
    {"tape_round", "reward", ROWS, -LARGEST, LARGEST, REAL_NUMBERS, false},
    {"patience", "patience", ARMS, 1, INFINITY, WHOLE_NUMBERS, false},
    {"entries", "first", ARMS, 1, EXACT, WHOLE_NUMBERS, false},
    {"lifetimes", "first", ARMS, 1, EXACT, WHOLE_NUMBERS, false},
    {"lifetimes", "last", ARMS, 1, INFINITY, WHOLE_NUMBERS, false},
    {"lifetimes", "known", ONE, 0, 1, WHOLE_NUMBERS, false},
    {"population", "mean_lifetime", ONE, 1, LARGEST, REAL_NUMBERS, false},
    {"population", "known", ONE, 0, 1, WHOLE_NUMBERS, false},
    {"waiting", "delay", ROWS, 0, 1, REAL_NUMBERS, false},
    {"waiting", "pay", ROWS, 0, 1, REAL_NUMBERS, true},
    {"waiting", "vain", ONE, 1, EXACT, WHOLE_NUMBERS, true},
    {"fairness", "share", ARMS, 0, 1, REAL_NUMBERS, false},
    {"fairness", "penalty", ROWS, 0, LARGEST, REAL_NUMBERS, false},
    {"fairness", "first", ONE, 1, EXACT, WHOLE_NUMBERS, true},
    {"spread delay", "min", ONE, 0, LONGEST, WHOLE_NUMBERS, false},
    {"spread delay", "max", ONE, 0, LONGEST, WHOLE_NUMBERS, false},
    {"spread window", "from", ONE, 0, LONGEST, WHOLE_NUMBERS, false},
    {"spread window", "to", ONE, 1, LONGEST, WHOLE_NUMBERS, false},
    {"spread linear", "length", ONE, 1, LONGEST, WHOLE_NUMBERS, false},
    {"spread geometric", "gamma", ONE, SMALLEST, 1, REAL_NUMBERS, false},
    {"spread power", "gamma", ONE, 1, 50, REAL_NUMBERS, false},
    {"spread adversarial", "length", ONE, 1, LONGEST, WHOLE_NUMBERS, false},
    {"spread adversarial", "streak", ONE, 1, EXACT, WHOLE_NUMBERS, false},
    {"spread custom", "weights", ANY, 0, 1, REAL_NUMBERS, false},
    {"spread custom", "from", ONE, 0, LONGEST, WHOLE_NUMBERS, false},
    {"spread", "laws", ONE, 1, LONGEST, WHOLE_NUMBERS, false},
    {"spread", "of_arm", ANY, 1, LONGEST, WHOLE_NUMBERS, false},
    {"delay", "lag", ONE_OR_ARMS, 0, EXACT, WHOLE_NUMBERS, true},
    {"delay", "mean", ONE_OR_ARMS, 1, LARGEST, REAL_NUMBERS, true},
    {"delay", "chance", ANY, 0, 1, REAL_NUMBERS, true},
    {"delay", "from", ONE, 0, LONGEST, WHOLE_NUMBERS, true},
    {"linear", "sd", ONE_OR_ARMS, 0, LARGEST, REAL_NUMBERS, false},
    {"linear", "theta", ROWS, -LARGEST, LARGEST, REAL_NUMBERS, false},
    {"empirical", "value", ANY, -LARGEST, LARGEST, REAL_NUMBERS, false},
    {"empirical", "from", ANY, 0, EXACT, WHOLE_NUMBERS, false},
    {"replay", "shown", ANY, 1, EXACT, WHOLE_NUMBERS, false},
    {"replay", "reward", ANY, -LARGEST, LARGEST, REAL_NUMBERS, false},
    {"replay", "pool", ANY, 1, EXACT, WHOLE_NUMBERS, false},
    {"replay", "pool_from", ANY, 0, EXACT, WHOLE_NUMBERS, false},
    {"replay", "pool_members", ANY, 1, EXACT, WHOLE_NUMBERS, false},
    {"replay", "init", ONE, 0, EXACT, WHOLE_NUMBERS, false},
    {"replay", "start", ANY, 1, EXACT, WHOLE_NUMBERS, false},
    /* Policies: what is not given is left to the core. */
    {"policy_fixed", "arm", ONE, 1, LONGEST, WHOLE_NUMBERS, true},
    {"policy_fixed", "wait", ONE, 1, LONGEST, WHOLE_NUMBERS, true},
    {"policy_ucb1", "alpha", ONE, 0, LARGEST, REAL_NUMBERS, true},
    {"policy_ucb1", "width", ONE, SMALLEST, LARGEST, REAL_NUMBERS, true},
    {"policy_ucb", "delta", ONE, 0, 1, REAL_NUMBERS, true},
    {"policy_ucb", "sd", ONE, SMALLEST, LARGEST, REAL_NUMBERS, true},
    {"policy_se", "delta", ONE, 0, 1, REAL_NUMBERS, true},
    {"policy_se", "sd", ONE, SMALLEST, LARGEST, REAL_NUMBERS, true},
    {"policy_fc_se", "n_cycle", ONE, 1, LONGEST, WHOLE_NUMBERS, true},
    {"policy_fc_se", "segment", ONE, 1, EXACT, WHOLE_NUMBERS, true},
    {"policy_fc_se", "cycle", ANY, -2, LONGEST, WHOLE_NUMBERS, true},
    {"policy_fc_se", "sd", ONE, SMALLEST, LARGEST, REAL_NUMBERS, true},
    {"policy_fc_entry", "n_cycle", ONE, 1, LONGEST, WHOLE_NUMBERS, true},
    {"policy_fc_entry", "patience_floor", ONE, 1, INFINITY, WHOLE_NUMBERS, true},
    {"policy_fc_entry", "segment", ONE, 1, EXACT, WHOLE_NUMBERS, true},
    {"policy_fc_entry", "arms", ONE, 1, EXACT, WHOLE_NUMBERS, true},
    {"policy_fc_entry", "cycle", ANY, -2, LONGEST, WHOLE_NUMBERS, true},
    {"policy_fc_entry", "sd", ONE, SMALLEST, LARGEST, REAL_NUMBERS, true},
    {"policy_thompson", "sd", ONE, SMALLEST, LARGEST, REAL_NUMBERS, true},
    {"policy_thompson", "range", TWO, -LARGEST, LARGEST, REAL_NUMBERS, true},
    {"policy_etc", "pulls", ONE, 1, EXACT, WHOLE_NUMBERS, true},
    {"policy_epsilon_greedy", "epsilon", ONE, 0, LARGEST, REAL_NUMBERS, true},
    {"policy_epsilon_greedy", "decay", ONE, 0, 1, WHOLE_NUMBERS, true},
    {"policy_moss", "width", ONE, SMALLEST, LARGEST, REAL_NUMBERS, true},
    {"policy_kl_ucb", "c", ONE, 0, LARGEST, REAL_NUMBERS, true},
    {"policy_kl_ucb", "range", TWO, -LARGEST, LARGEST, REAL_NUMBERS, true},
    {"policy_epsilon_greedy", "restart", ONE, 1, EXACT, WHOLE_NUMBERS, true},
    {"policy_kl_ucb", "sd", ONE, SMALLEST, LARGEST, REAL_NUMBERS, true},
    {"policy_ucb_v", "zeta", ONE, SMALLEST, LARGEST, REAL_NUMBERS, true},
    {"policy_ucb_v", "c", ONE, SMALLEST, LARGEST, REAL_NUMBERS, true},
    {"policy_ucb_v", "width", ONE, SMALLEST, LARGEST, REAL_NUMBERS, true},
    {"policy_ucb_tuned", "width", ONE, SMALLEST, LARGEST, REAL_NUMBERS, true},
    {"policy_bayes_ucb", "c", ONE, 0, 100, REAL_NUMBERS, true},
    {"policy_bayes_ucb", "sd", ONE, SMALLEST, LARGEST, REAL_NUMBERS, true},
    {"policy_imed", "sd", ONE, SMALLEST, LARGEST, REAL_NUMBERS, true},
    {"policy_thompson_t", "alpha", ONE, -50, 50, REAL_NUMBERS, true},
    {"policy_boltzmann", "temperature", ONE, SMALLEST, LARGEST, REAL_NUMBERS, true},
    {"policy_boltzmann", "c", ONE, SMALLEST, LARGEST, REAL_NUMBERS, true},
    {"policy_boltzmann_gumbel", "sd", ONE, SMALLEST, LARGEST, REAL_NUMBERS, true},
    {"policy_boltzmann_gumbel", "c", ONE, SMALLEST, LARGEST, REAL_NUMBERS, true},
    {"policy_gittins", "discount", ONE, SMALLEST, 0.999, REAL_NUMBERS, true},
    {"policy_gittins", "accuracy", ONE, 1e-12, 0.1, REAL_NUMBERS, true},
    {"policy_doubling", "start", ONE, 1, EXACT, WHOLE_NUMBERS, true},
    {"policy_bayes_ucb", "range", TWO, -LARGEST, LARGEST, REAL_NUMBERS, true},
    {"policy_imed", "range", TWO, -LARGEST, LARGEST, REAL_NUMBERS, true},
    {"policy_gittins", "range", TWO, -LARGEST, LARGEST, REAL_NUMBERS, true},
    {"policy_gittins", "prior", ANY, SMALLEST, LARGEST, REAL_NUMBERS, true},
    {"policy_exp3", "gamma", ONE, 0, 1, REAL_NUMBERS, true},
    {"policy_exp3", "range", TWO, -LARGEST, LARGEST, REAL_NUMBERS, true},
    {"policy_ucb_simplex", "kappa", ONE, 0, LARGEST, REAL_NUMBERS, true},
    {"policy_budget_ucb", "lambda", ONE, 0, LARGEST, REAL_NUMBERS, true},
    {"policy_ucb_bv1", "lambda", ONE, 0, LARGEST, REAL_NUMBERS, true},
    {"policy_ht_ucb", "penalty", ANY, 0, LARGEST, REAL_NUMBERS, true},
    {"policy_ht_ucb", "width", ONE, SMALLEST, LARGEST, REAL_NUMBERS, true},
    {"policy_st_ucb", "penalty", ANY, 0, LARGEST, REAL_NUMBERS, true},
    {"policy_st_ucb", "width", ONE, SMALLEST, LARGEST, REAL_NUMBERS, true},
    {"policy_lfg", "eta", ONE, 0, LARGEST, REAL_NUMBERS, true},
    {"policy_flearn", "alpha", ONE, 0, LARGEST, REAL_NUMBERS, true},
    {"policy_fair_etc", "pulls", ONE, 1, EXACT, WHOLE_NUMBERS, true},
    {"policy_ars_ucb", "alpha", ONE, 0, LARGEST, REAL_NUMBERS, true},
    {"policy_ars_ucb", "range", TWO, -LARGEST, LARGEST, REAL_NUMBERS, true},
    {"policy_ars_ucb", "round_beta", ONE, SMALLEST, LARGEST, REAL_NUMBERS, true},
    {"policy_ars_ucb", "round_c", ONE, 0, LARGEST, REAL_NUMBERS, true},
    {"policy_ars_ucb", "round_sizes", ANY, 1, EXACT, WHOLE_NUMBERS, true},
    {"policy_odaaf", "mean_delay", ONE, 0, LARGEST, REAL_NUMBERS, true},
    {"policy_odaaf", "max_delay", ONE, 0, LARGEST, REAL_NUMBERS, true},
    {"policy_odaaf", "var_delay", ONE, 0, LARGEST, REAL_NUMBERS, true},
    {"policy_odaaf_composite", "length", ONE, 0, LARGEST, REAL_NUMBERS, true},
    {"policy_ars_exp3", "beta", ONE, 0, 1, REAL_NUMBERS, true},
    {"policy_ars_exp3", "gamma", ONE, 0, 1, REAL_NUMBERS, true},
    {"policy_clw", "length", ONE, 1, EXACT, WHOLE_NUMBERS, true},
    {"policy_ars_clw", "guess", ONE, 0, 1, REAL_NUMBERS, true},
    {"policy_ars_clw", "start", ONE, 1, EXACT, WHOLE_NUMBERS, true},
    {"policy_ag", "range", TWO, -LARGEST, LARGEST, REAL_NUMBERS, true},
    {"policy_ag", "scale", ONE, 0, LARGEST, REAL_NUMBERS, true},
    {"policy_ag", "init", ONE, 0, EXACT, WHOLE_NUMBERS, true},
    {"policy_ag_l", "keep", ONE, SMALLEST, 1, REAL_NUMBERS, true},
    {"policy_ag_l", "range", TWO, -LARGEST, LARGEST, REAL_NUMBERS, true},
    {"policy_ag_l", "scale", ONE, 0, LARGEST, REAL_NUMBERS, true},
    {"policy_ag_l", "init", ONE, 0, EXACT, WHOLE_NUMBERS, true},
    {"policy_ucb_l", "scale", ONE, 0, LARGEST, REAL_NUMBERS, true},
    {"policy_ucb_l", "init", ONE, 0, EXACT, WHOLE_NUMBERS, true},
    {"policy_ucb_l", "width", ONE, SMALLEST, LARGEST, REAL_NUMBERS, true},
    {"policy_ucb_mortal", "init", ONE, 0, EXACT, WHOLE_NUMBERS, true},
    {"policy_ucb_mortal", "width", ONE, SMALLEST, LARGEST, REAL_NUMBERS, true},
    {"policy_linucb", "alpha", ONE, 0, LARGEST, REAL_NUMBERS, true},
    {"policy_linucb_l", "scale", ONE, 0, LARGEST, REAL_NUMBERS, true},
    {"policy_stochastic", "pulls", ONE, 1, EXACT, WHOLE_NUMBERS, true},
    {"policy_stochastic", "early_stop", ONE, 0, 1, WHOLE_NUMBERS, true},
    {"policy_stochastic", "reference", ONE, -LARGEST, LARGEST, REAL_NUMBERS, true},
    {"policy_ucb_subset", "scale", ONE, 1, LARGEST, REAL_NUMBERS, true},
};
/* clang-format on */

/* Pairs of which the first must not exceed the second. */
static const char *const ordered[][3] = {
    {"lifetimes", "first", "last"}, {"spread delay", "min", "max"}, {"spread window", "from", "to"}};

static void refuse(const char *owner, const char *name, const char *why)
{
  char text[STATUS_MESSAGE];
  snprintf(text, sizeof text, "`%s` of its %s %s", name, owner, why);
  glue_bug(text);
}

/* --- priors: what they draw must be in the range ---------------------------- */

static bool prior_fits(const rule *r, const parameter *p)
{
  const double a = p->values[0], b = p->values[1];
  const double min = r->min == SMALLEST ? 0 : r->min; /* nothing draws 0 itself */
  if (!(fabs(a) <= LARGEST && fabs(b) <= LARGEST)) return false;
  if (strcmp(p->prior, "uniform") == 0) return min <= a && a <= b && b <= r->max;
  if (strcmp(p->prior, "beta") == 0) return a >= SMALLEST && b >= SMALLEST && min <= 0 && r->max >= 1;
  if (strcmp(p->prior, "normal") == 0)
    return b == 0 ? min <= a && a <= r->max : b > 0 && min == -LARGEST && r->max == LARGEST;
  return false;
}

/* --- numbers ------------------------------------------------------------------ */

static bool size_fits(const rule *r, const parameter *p, int arm_count)
{
  switch (r->size) {
  case ONE: return p->length == 1;
  case TWO: return p->length == 2 && p->values[0] < p->values[1];
  case ARMS: return p->length == arm_count;
  case ONE_OR_ARMS: return p->length == 1 || p->length == arm_count;
  case ROWS: return p->rows == arm_count && p->length % arm_count == 0;
  default: return p->length > 0;
  }
}

static bool values_fit(const rule *r, const parameter *p)
{
  for (int64_t i = 0; i < p->length; i++) {
    const double x = p->values[i];
    if (!(x >= r->min && x <= r->max)) return false;
    if (r->kind == WHOLE_NUMBERS && x != floor(x)) return false;
  }
  return true;
}

static void check_rule(const rule *r, const char *prefix, const parameters *given, int arm_count)
{
  char name[64];
  snprintf(name, sizeof name, "%s%s", prefix, r->name);
  const parameter *p = parameters_find(given, name);
  if (!p) {
    if (!r->optional) refuse(r->owner, name, "is missing");
    return;
  }
  if (p->prior) {
    if (r->size != ONE_OR_ARMS || !prior_fits(r, p)) refuse(r->owner, name, "is an impossible prior");
    return;
  }
  if (!size_fits(r, p, arm_count)) refuse(r->owner, name, "has the wrong length");
  if (!values_fit(r, p)) refuse(r->owner, name, "is out of range");
}

static void check_order(const char *owner, const char *prefix, const char *const names[2],
                        const parameters *given)
{
  const parameter *bound[2];
  for (int i = 0; i < 2; i++) {
    char name[64];
    snprintf(name, sizeof name, "%s%s", prefix, names[i]);
    bound[i] = parameters_find(given, name);
  }
  for (int64_t i = 0; i < bound[0]->length; i++)
    if (bound[0]->values[i] > bound[1]->values[i]) refuse(owner, names[1], "is too small");
}

static void check_owner(const char *owner, const char *prefix, const parameters *given, int arm_count)
{
  for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
    if (strcmp(rules[i].owner, owner) == 0) check_rule(&rules[i], prefix, given, arm_count);
  for (size_t i = 0; i < sizeof ordered / sizeof ordered[0]; i++)
    if (strcmp(ordered[i][0], owner) == 0) check_order(owner, prefix, ordered[i] + 1, given);
}

/* A spread's numbers go by its law, and have the law's prefix, if it has one. */
static void check_law(const parameter *p, const parameters *given, int arm_count)
{
  char owner[64], prefix[32];
  const size_t length = strlen(p->name);
  if (!p->text || length < 3 || length > 30 || strcmp(p->name + length - 3, "law") != 0) return;
  snprintf(owner, sizeof owner, "spread %s", p->text);
  snprintf(prefix, sizeof prefix, "%.*s", (int)length - 3, p->name);
  check_owner(owner, prefix, given, arm_count);
}

/* A policy, and the one that it queues for. Texts are compared with what is
 * known; of another one the default holds. */
void glue_check_policy(const char *owner, const char *prefix, const parameters *given)
{
  check_owner(owner, prefix, given, 0);
  for (int i = 0; i < given->count; i++)
    if (strcmp(given->items[i].name, "base") == 0 && given->items[i].text && !*prefix)
      glue_check_policy(given->items[i].text, "base.", given);
}

/* `owner`: a kind of arms, or a trait. What has no rules is checked by whoever
 * prepares it. */
void glue_check(const char *owner, const parameters *given, int arm_count)
{
  check_owner(owner, "", given, arm_count);
  for (int i = 0; i < given->count && strcmp(owner, "spread") == 0; i++)
    check_law(&given->items[i], given, arm_count);
}

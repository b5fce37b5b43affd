/* What the numbers in a description of arms or a trait must be: how many, in
 * which range, whole or not. R's constructors see to it; here it is looked at
 * again, for an object is easily edited, and the core trusts what it is given. */
#include "r_glue.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define LARGEST 1e100 /* as in R/checks.R: sums over rounds do not overflow */
#define SMALLEST 1e-100
#define LONGEST 1e8 /* a spread, as in R/spreads.R */
#define EXACT 9007199254740992.0

enum size { ONE, ARMS, ONE_OR_ARMS, ROWS, ANY };
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
    {"replay", "shown", ANY, 1, EXACT, WHOLE_NUMBERS, false},
    {"replay", "reward", ANY, -LARGEST, LARGEST, REAL_NUMBERS, false},
    {"replay", "pool", ANY, 1, EXACT, WHOLE_NUMBERS, false},
    {"replay", "pool_from", ANY, 0, EXACT, WHOLE_NUMBERS, false},
    {"replay", "pool_members", ANY, 1, EXACT, WHOLE_NUMBERS, false},
    {"replay", "init", ONE, 0, EXACT, WHOLE_NUMBERS, false},
    {"replay", "start", ANY, 1, EXACT, WHOLE_NUMBERS, false},
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

static bool size_fits(const rule *r, const parameter *p, int arms)
{
  switch (r->size) {
  case ONE: return p->length == 1;
  case ARMS: return p->length == arms;
  case ONE_OR_ARMS: return p->length == 1 || p->length == arms;
  case ROWS: return p->rows == arms && p->length % arms == 0;
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

static void check_rule(const rule *r, const parameters *given, int arms)
{
  const parameter *p = parameters_find(given, r->name);
  if (!p) {
    if (!r->optional) refuse(r->owner, r->name, "is missing");
    return;
  }
  if (p->prior) {
    if (r->size != ONE_OR_ARMS || !prior_fits(r, p)) refuse(r->owner, r->name, "is an impossible prior");
    return;
  }
  if (!size_fits(r, p, arms)) refuse(r->owner, r->name, "has the wrong length");
  if (!values_fit(r, p)) refuse(r->owner, r->name, "is out of range");
}

static void check_order(const char *owner, const char *low, const char *high, const parameters *given)
{
  const parameter *a = parameters_find(given, low), *b = parameters_find(given, high);
  for (int64_t i = 0; i < a->length; i++)
    if (a->values[i] > b->values[i]) refuse(owner, high, "is too small");
}

/* A spread's numbers go by its law. */
static const char *law_of(const parameters *given)
{
  for (int i = 0; i < given->count; i++)
    if (strcmp(given->items[i].name, "law") == 0 && given->items[i].text) return given->items[i].text;
  return "";
}

/* `owner`: a kind of arms, or a trait. What has no rules is checked by whoever
 * prepares it. */
void glue_check(const char *owner, const parameters *given, int arms)
{
  char name[64];
  const bool spread = strcmp(owner, "spread") == 0;
  snprintf(name, sizeof name, "%s%s%s", owner, spread ? " " : "", spread ? law_of(given) : "");
  for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
    if (strcmp(rules[i].owner, name) == 0) check_rule(&rules[i], given, arms);
  for (size_t i = 0; i < sizeof ordered / sizeof ordered[0]; i++)
    if (strcmp(ordered[i][0], name) == 0) check_order(name, ordered[i][1], ordered[i][2], given);
}

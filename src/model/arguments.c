#include "arguments.h"
#include "rule_words.h"
#include "prior.h"
#include <stdio.h>
#include <string.h>

/* Returns the words for a limit that goes without saying (rule_words.c), if x is beyond it. */
static words silent_limit(const argument *r, double x)
{
  if (isinf(x)) return (words){""};
  if ((x > r->greatest && r->greatest >= LARGEST_COORDINATE) ||
      (x < r->least && r->least <= -LARGEST_COORDINATE))
    return in_words("no larger in size than %s", number_words(fmax(r->greatest, -r->least)).text);
  if (x > 0 && x < r->least && r->least == SMALLEST_NUMBER)
    return in_words("no smaller than %s", number_words(r->least).text);
  return (words){""};
}

static refusal not_so(const argument *r, const parameter *p, int64_t bad, int arms)
{
  parameter shown = *p;
  if (r->laws) shown.prior = NULL;
  const words limit = bad >= 0 ? silent_limit(r, p->values[bad]) : (words){""};
  return refuse(REFUSED_ARGUMENT, r->name, limit.text[0] ? limit.text : rule_words(r, arms).text,
                value_words(&shown, bad).text, NULL);
}

static bool is_right(const argument *r, double x)
{
  if (!(x >= r->least && x <= r->greatest)) return false;
  if ((r->above && x == r->least) || (r->below && x == r->greatest)) return false;
  return (r->kind == KIND_NUMBER || x == floor(x)) && (!r->even || fmod(x, 2) == 0);
}

/* The first number that is wrong, or -1. */
static int64_t wrong_number(const argument *r, const double *x, int64_t count)
{
  for (int64_t i = 0; i < count; i++)
    if (!is_right(r, x[i]) ||
        (i > 0 && ((r->increasing && x[i] <= x[i - 1]) || (r->ordered && x[i] < x[i - 1]))))
      return i;
  return -1;
}

static refusal wrong_sum(const argument *r, double sum, int64_t row, int64_t terms)
{
  const double slack = fmax(1e-8, 1e-15 * (double)terms); /* what rounding leaves */
  if (r->sum == SUMS_BELOW_ONE) {                         /* tenths, say, do not sum to 1 exactly */
    if (sum <= 1 - 1e-12) return refused_nothing;
    return refuse(REFUSED_ARGUMENT, r->name, "shares that sum to less than 1",
                  in_words("shares that sum to %.30s", number_words(sum).text).text, NULL);
  }
  if (fabs(sum - 1) <= slack) return refused_nothing;
  if (r->sum == SUMS_TO_ONE)
    return refuse(REFUSED_ARGUMENT, r->name, "numbers that sum to 1",
                  in_words("numbers that sum to %.30s", number_words(sum).text).text, NULL);
  return refuse(REFUSED_ARGUMENT, r->name, "a matrix of probabilities, each row of which sums to 1",
                in_words("row %lld, which sums to %.30s", (long long)row + 1, number_words(sum).text).text,
                NULL);
}

static refusal wrong_sums(const argument *r, const parameter *p)
{
  const int64_t rows = r->sum == ROWS_SUM_TO_ONE ? p->rows : 1;
  refusal why = refused_nothing;
  for (int64_t row = 0; row < rows && r->sum != SUMS_TO_ANYTHING && !why.code; row++) {
    double sum = 0;
    for (int64_t i = row; i < p->length; i += rows) sum += p->values[i];
    why = wrong_sum(r, sum, row, p->length / rows);
  }
  return why;
}

static refusal wrong_rows(const argument *r, const parameter *p)
{
  for (int64_t row = 0; row < p->rows && r->positive_rows; row++) {
    bool positive = false;
    for (int64_t i = row; i < p->length && !positive; i += p->rows) positive = p->values[i] > 0;
    if (!positive)
      return refuse(REFUSED_ARGUMENT, r->name, "a matrix in which every row has a positive number",
                    in_words("only zeros in row %lld", (long long)row + 1).text, NULL);
  }
  return refused_nothing;
}

static bool is_multiple(int64_t length, int arms) { return arms > 0 && length % arms == 0; }

static bool size_fits(const argument *r, const parameter *p, int arms)
{
  switch (r->size) {
  case SIZE_ONE: return p->length == 1;
  case SIZE_TWO: return p->length == 2;
  case SIZE_ONE_OR_TWO: return p->length == 1 || p->length == 2;
  case SIZE_ARMS: return p->length == arms;
  case SIZE_ONE_OR_ARMS: return p->length == 1 || p->length == arms;
  case SIZE_ROWS: return p->rows == arms && p->length > 0 && is_multiple(p->length, arms);
  case SIZE_ROW_OR_ROWS: return p->rows == 1 || (p->rows == arms && is_multiple(p->length, arms));
  case SIZE_ANY_ROWS: return p->rows > 0 && p->length > 0;
  default: return p->length > 0;
  }
}

static refusal too_small(const argument *r, const char *other, const parameter *p, double than, int64_t i)
{
  const bool many = p->length > 1;
  const words arm = many ? in_words(" for arm %lld", (long long)i + 1) : (words){""};
  return refuse(
      REFUSED_ARGUMENT, r->name,
      in_words("%s `%s`%s", r->beyond ? "above" : "at least", other, many ? " for each arm" : "").text,
      in_words("%.30s%s, where `%s` is %.30s", number_words(p->values[i]).text, arm.text, other,
               number_words(than).text)
          .text,
      NULL);
}

static refusal wrong_order(const argument *r, const parameter *p, const parameters *given)
{
  const char *name = r->from ? r->from : r->beyond;
  const parameter *other = name ? parameters_find(given, name) : NULL;
  for (int64_t i = 0; other && !other->prior && i < p->length && i < other->length; i++)
    if (p->values[i] < other->values[i] || (r->beyond && p->values[i] == other->values[i]))
      return too_small(r, name, p, other->values[i], i);
  return refused_nothing;
}

/* The arguments of a law: one each, or all numbers of its only one. */
static bool are_arguments(const argument *takes, const parameter *p)
{
  if (p->length < 1) return false;
  if (takes[0].size == SIZE_ANY) return wrong_number(&takes[0], p->values, p->length) < 0;
  for (int64_t i = 0; i < p->length; i++)
    if (!takes[i].name || !is_right(&takes[i], p->values[i]) ||
        (takes[i].from && p->values[i] < p->values[i - 1]))
      return false;
  return !takes[p->length].name;
}

static bool is_possible_law(const argument *r, const parameter *p)
{
  for (const parameter_law *law = r->laws; p->prior && law->name; law++)
    if (strcmp(law->name, p->prior) == 0) return are_arguments(law->takes, p);
  return false;
}

static bool is_possible_prior(const argument *r, const parameter *p)
{
  const prior_law *law = r->drawn ? prior_find(p->prior) : NULL;
  if (!law || !are_arguments(law->takes, p)) return false;
  double least, greatest;
  law->reach(p->values, p->length, &least, &greatest);
  /* A positive number may be drawn from all above 0, and any number from all. */
  const bool low = least >= (r->least == SMALLEST_NUMBER ? 0 : r->least) || r->least == -LARGEST_NUMBER;
  return low && (greatest <= r->greatest || r->greatest == LARGEST_NUMBER);
}

int rules_choice(const char *text, const char *choices)
{
  const size_t length = strlen(text);
  int at = 0;
  for (const char *c = choices; c; c = strchr(c, '|'), c += c != NULL, at++)
    if (strncmp(c, text, length) == 0 && (c[length] == '|' || !c[length])) return at;
  return -1;
}

/* By itself. */
static refusal wrong_parameter(const argument *r, const parameter *p, const parameters *given, int arms)
{
  const int told = r->size == SIZE_ONE_OR_ARMS ? 0 : arms; /* which size is right is said if it is wrong */
  if (p->odd) return not_so(r, p, -1, told);
  if (r->laws) return is_possible_law(r, p) ? refused_nothing : not_so(r, p, -1, told);
  if (r->kind == KIND_TEXT || (r->text && p->text)) {
    const bool known = p->text && (!r->text || rules_choice(p->text, r->text) >= 0);
    return known ? refused_nothing : not_so(r, p, -1, told);
  }
  if (p->text) return r->named && p->text[0] ? refused_nothing : not_so(r, p, -1, told);
  if (p->as == (r->kind == KIND_FLAG ? GIVEN_AS_NUMBERS : GIVEN_AS_FLAG)) return not_so(r, p, -1, told);
  if (p->prior) return is_possible_prior(r, p) ? refused_nothing : not_so(r, p, -1, told);
  if (!size_fits(r, p, arms)) return not_so(r, p, -1, arms);
  const int64_t bad = wrong_number(r, p->values, p->length);
  if (bad >= 0) return not_so(r, p, bad, told);
  refusal why = wrong_sums(r, p);
  if (!why.code) why = wrong_rows(r, p);
  return why.code ? why : wrong_order(r, p, given);
}

refusal rules_refuse_one(const argument *r, const parameter *p, int arms)
{
  const parameters alone = {.items = p, .count = 1};
  return wrong_parameter(r, p, &alone, arms);
}

/* --- parameters beside each other ------------------------------------------------ */

static const argument *rule_of(const argument *takes, const char *name)
{
  for (const argument *r = takes; r && r->name; r++)
    if (strcmp(r->name, name) == 0) return r;
  return NULL;
}

/* A usual value states nothing. */
static bool is_stated(const argument *r, const parameters *given)
{
  const parameter *p = parameters_any(given, r->name);
  if (!p) return false;
  if (p->text) return !r->text || r->usual_count == 0 || rules_choice(p->text, r->text) != (int)r->usual[0];
  if (r->text) return true;
  return r->usual_count == 0 || p->length != r->usual_count ||
         memcmp(p->values, r->usual, sizeof(double) * (size_t)p->length) != 0;
}

typedef struct name_text {
  char text[REFUSAL_NAME];
} name_text;

/* The first of these names, separated by |, that is stated; "": none. */
static name_text first_stated(const char *names, const argument *takes, const parameters *given)
{
  name_text name = {""};
  for (const char *c = names; c; c = strchr(c, '|'), c += c != NULL) {
    snprintf(name.text, sizeof name.text, "%.*s", (int)strcspn(c, "|"), c);
    const argument *r = rule_of(takes, name.text);
    if (r && is_stated(r, given)) return name;
  }
  return (name_text){""};
}

/* "index=ucb|kl": whether the parameter is one of these texts, as which the first of its own counts that
 * is not given. */
static bool condition_holds(const char *condition, const argument *takes, const parameters *given)
{
  const char *texts = strchr(condition, '=') + 1;
  char name[REFUSAL_NAME], usual[REFUSAL_NAME];
  snprintf(name, sizeof name, "%.*s", (int)(texts - 1 - condition), condition);
  const argument *r = rule_of(takes, name);
  if (!r) return true;
  if (parameters_find(given, name)) return false;
  snprintf(usual, sizeof usual, "%.*s", (int)strcspn(r->text, "|"), r->text);
  const char *text = parameters_text(given, name);
  return rules_choice(text ? text : usual, texts) >= 0;
}

static words unless_words(const char *names)
{
  const char *bar = strchr(names, '|');
  if (!bar) return in_words("given, unless `%s` is", names);
  return in_words("given, unless `%.*s` or `%s` is", (int)(bar - names), names, bar + 1);
}

/* given only with `index = "ucb"` or "kl" */
static words only_if_words(const char *condition)
{
  const int length = (int)strcspn(condition, "=");
  const char *texts = condition + length + 1;
  words w = in_words("given only with `%.*s = \"%.*s\"`", length, condition, (int)strcspn(texts, "|"), texts);
  while ((texts = strchr(texts, '|')) != NULL) {
    const size_t at = strlen(w.text);
    texts++;
    snprintf(w.text + at, sizeof w.text - at, " or \"%.*s\"", (int)strcspn(texts, "|"), texts);
  }
  return w;
}

static refusal wrong_beside(const argument *r, const argument *takes, const parameters *given)
{
  const parameter *p = parameters_any(given, r->name);
  if (!p && r->unless && !first_stated(r->unless, takes, given).text[0])
    return refuse(REFUSED_ARGUMENT, r->name, unless_words(r->unless).text, "nothing", NULL);
  if (!p) return refused_nothing;
  const words value = value_words(p, -1);
  const name_text other = first_stated(r->not_with, takes, given);
  if (other.text[0])
    return refuse(REFUSED_NOT_WITH, r->name, in_words("omitted if `%s` is given", other.text).text,
                  value.text, NULL);
  if (!is_stated(r, given)) return refused_nothing;
  if (r->only_with && !first_stated(r->only_with, takes, given).text[0])
    return refuse(REFUSED_ONLY_WITH, r->name, in_words("given only with `%s`", r->only_with).text, value.text,
                  NULL);
  if (r->only_if && !condition_holds(r->only_if, takes, given))
    return refuse(REFUSED_ONLY_IF, r->name, only_if_words(r->only_if).text, value.text, NULL);
  return refused_nothing;
}

bool rules_apply(const argument *r, const argument *takes, const parameters *given)
{
  if (first_stated(r->not_with, takes, given).text[0]) return false;
  if (r->only_with && !first_stated(r->only_with, takes, given).text[0]) return false;
  return !r->only_if || condition_holds(r->only_if, takes, given);
}

refusal rules_refuse_together(const argument *takes, const parameters *given)
{
  refusal why = refused_nothing;
  for (const argument *r = takes; r && r->name && !why.code; r++) why = wrong_beside(r, takes, given);
  return why;
}

/* --- all of them ------------------------------------------------------------------- */

static bool is_known(const argument *takes, const char *name)
{
  return rule_of(takes, name) || strchr(name, '.') != NULL;
}

refusal rules_refuse(const argument *takes, const parameters *given, int arms)
{
  for (int i = 0; i < given->count; i++)
    if (!is_known(takes, given->items[i].name))
      return refuse(REFUSED_ARGUMENT, given->items[i].name, "omitted", "a parameter that there is not", NULL);
  for (const argument *r = takes; r && r->name; r++) {
    const parameter *p = parameters_any(given, r->name);
    const refusal why = p ? wrong_parameter(r, p, given, arms)
                        : r->required
                            ? refuse(REFUSED_ARGUMENT, r->name, rule_words(r, arms).text, "nothing", NULL)
                            : refused_nothing;
    if (why.code) return why;
  }
  return rules_refuse_together(takes, given);
}

status rules_check(const char *owner, const argument *takes, const parameters *given, int arms)
{
  const refusal why = rules_refuse(takes, given, arms);
  return refusal_status(&why, owner);
}

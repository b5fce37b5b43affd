#include "rules.h"
#include "prior.h"
#include <string.h>

/* NULL, or what is wrong. */
static const char *wrong_numbers(const parameter_rule *r, const double *x, int64_t count)
{
  for (int64_t i = 0; i < count; i++) {
    if (!(x[i] >= r->least && x[i] <= r->greatest)) return "is out of range";
    if ((r->above && x[i] == r->least) || (r->below && x[i] == r->greatest)) return "is out of range";
    if (r->kind != KIND_NUMBER && x[i] != floor(x[i])) return "is not whole";
    if (r->increasing && i > 0 && x[i] <= x[i - 1]) return "does not increase";
  }
  return NULL;
}

/* Up to what rounding leaves. */
static const char *wrong_sums(const parameter_rule *r, const parameter *p)
{
  const int64_t rows = r->sum == SUMS_TO_ONE ? 1 : p->rows;
  for (int64_t row = 0; row < rows && r->sum != SUMS_TO_ANYTHING; row++) {
    double sum = 0;
    for (int64_t i = row; i < p->length; i += rows) sum += p->values[i];
    if (!(fabs(sum - 1) <= 1e-6)) return "does not sum to 1";
  }
  return NULL;
}

static bool size_fits(const parameter_rule *r, const parameter *p, int arms)
{
  switch (r->size) {
  case SIZE_ONE: return p->length == 1;
  case SIZE_TWO: return p->length == 2;
  case SIZE_ARMS: return p->length == arms;
  case SIZE_ONE_OR_ARMS: return p->length == 1 || p->length == arms;
  case SIZE_ROWS: return p->rows == arms && p->length % arms == 0;
  default: return p->length > 0;
  }
}

static const char *wrong_order(const parameter_rule *r, const parameter *p, const parameters *given)
{
  const parameter *other = parameters_find(given, r->from ? r->from : r->beyond);
  for (int64_t i = 0; other && i < p->length && i < other->length; i++)
    if (p->values[i] < other->values[i] || (r->beyond && p->values[i] == other->values[i]))
      return "is too small";
  return NULL;
}

static const char *wrong_prior(const parameter_rule *r, const parameter *p)
{
  static const char *const impossible = "is an impossible prior";
  const prior_law *law = r->drawn ? prior_find(p->prior) : NULL;
  if (!law || p->length < 1) return impossible;
  if (law->takes[0].size == SIZE_ANY) {
    if (wrong_numbers(&law->takes[0], p->values, p->length)) return impossible;
  } else {
    if (p->length != 2) return impossible;
    for (int i = 0; i < 2; i++)
      if (wrong_numbers(&law->takes[i], &p->values[i], 1)) return impossible;
    if (law->takes[1].from && p->values[1] < p->values[0]) return impossible;
  }
  double least, greatest;
  law->reach(p->values, p->length, &least, &greatest);
  /* A positive number may be drawn from all above 0, and any number from all. */
  const bool low = least >= (r->least == SMALLEST_NUMBER ? 0 : r->least) || r->least == -LARGEST_NUMBER;
  return low && (greatest <= r->greatest || r->greatest == LARGEST_NUMBER) ? NULL : impossible;
}

static bool is_one_of(const char *text, const char *choices)
{
  const size_t length = strlen(text);
  for (const char *c = choices; c; c = strchr(c, '|'), c += c != NULL)
    if (strncmp(c, text, length) == 0 && (c[length] == '|' || !c[length])) return true;
  return false;
}

static const char *wrong_parameter(const parameter_rule *r, const parameter *p, const parameters *given,
                                   int arms)
{
  if (r->kind == KIND_TEXT)
    return p->text && (!r->text || is_one_of(p->text, r->text)) ? NULL : "is not one of its choices";
  if (p->text) return r->named ? NULL : "is a string";
  if (p->prior) return wrong_prior(r, p);
  if (!size_fits(r, p, arms)) return "has the wrong length";
  const char *why = wrong_numbers(r, p->values, p->length);
  if (!why) why = wrong_sums(r, p);
  return !why && (r->from || r->beyond) ? wrong_order(r, p, given) : why;
}

static bool is_known(const parameter_rule *takes, const char *name)
{
  for (const parameter_rule *r = takes; r && r->name; r++)
    if (strcmp(r->name, name) == 0) return true;
  return strchr(name, '.') != NULL;
}

status rules_check(const char *owner, const parameter_rule *takes, const parameters *given, int arms)
{
  for (int i = 0; i < given->count; i++)
    if (!is_known(takes, given->items[i].name))
      return status_error(STATUS_INTERNAL, "`%.60s` is not a parameter of %s", given->items[i].name, owner);
  const usual_value *usual = usual_values("", owner);
  for (const parameter_rule *r = takes; r && r->name; r++) {
    const parameter *p = parameters_any(given, r->name);
    const bool required = arms ? !r->optional : usually_required(usual, r->name);
    const char *why = p ? wrong_parameter(r, p, given, arms) : required ? "is missing" : NULL;
    if (why) return status_error(STATUS_INTERNAL, "`%s` of its %s %s", r->name, owner, why);
  }
  return status_ok;
}

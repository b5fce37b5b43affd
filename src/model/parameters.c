#include "parameters.h"
#include <assert.h>
#include <math.h>
#include <string.h>

const parameter *parameters_any(const parameters *p, const char *name)
{
  for (int i = 0; i < p->count; i++)
    if (strcmp(p->items[i].name, name) == 0)
      return p->items[i].text || p->items[i].odd || p->items[i].length > 0 ? &p->items[i] : 0;
  return 0;
}

const parameter *parameters_find(const parameters *p, const char *name)
{
  const parameter *found = parameters_any(p, name);
  return found && found->values ? found : 0;
}

static const double *usual_numbers(const argument *takes, const char *name)
{
  static const double one = 1, unit[2] = {0, 1};
  const argument *r = takes;
  while (r && r->name && strcmp(r->name, name) != 0) r++;
  if (!r || !r->name || r->kind == KIND_TEXT || r->text) return 0;
  if (r->from_bandit) return r->size == SIZE_TWO ? unit : &one;
  return r->usual_count ? r->usual : 0;
}

static const double *numbers_of(const parameters *p, const char *name)
{
  const parameter *found = parameters_find(p, name);
  if (found && !isnan(found->values[0])) return found->values;
  return usual_numbers(p->takes, name);
}

const double *parameters_numbers(const parameters *p, const char *name)
{
  static const double none[2] = {NAN, NAN};
  const double *found = numbers_of(p, name);
  assert(found);
  return found ? found : none;
}

double parameters_number(const parameters *p, const char *name) { return *parameters_numbers(p, name); }

double parameters_number_or(const parameters *p, const char *name, double otherwise)
{
  const double *found = numbers_of(p, name);
  return found ? *found : otherwise;
}

const double *parameters_range(const parameters *p)
{
  static const double unit[2] = {0, 1};
  const parameter *found = parameters_find(p, "range");
  return found ? found->values : unit;
}

double parameters_width(const parameters *p)
{
  const parameter *range = parameters_find(p, "range"), *sd = parameters_find(p, "sd");
  if (range) return range->values[1] - range->values[0];
  return sd ? 2 * sd->values[0] : 1;
}

bool parameters_all(const parameters *p, const char *name, double value)
{
  const parameter *found = parameters_find(p, name);
  for (int64_t i = 0; found && i < found->length; i++)
    if (found->values[i] != value) return false;
  return found != 0;
}

bool parameters_given(const parameters *p, const char *name) { return parameters_find(p, name) != 0; }

const char *parameters_text(const parameters *p, const char *name)
{
  const parameter *found = parameters_any(p, name);
  return found ? found->text : 0;
}

bool parameters_text_is(const parameters *p, const char *name, const char *text)
{
  const char *found = parameters_text(p, name);
  return found && strcmp(found, text) == 0;
}

int64_t rounds_from(double value)
{
  if (!(value < 9e18)) return FOREVER;
  return value < 1 ? 1 : (int64_t)value;
}

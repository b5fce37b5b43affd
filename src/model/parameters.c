#include "parameters.h"
#include <assert.h>
#include <math.h>
#include <string.h>

const parameter *parameters_any(const parameters *p, const char *name)
{
  for (int i = 0; i < p->count; i++)
    if (strcmp(p->items[i].name, name) == 0)
      return p->items[i].text || p->items[i].length > 0 ? &p->items[i] : 0;
  return 0;
}

const parameter *parameters_find(const parameters *p, const char *name)
{
  const parameter *found = parameters_any(p, name);
  return found && found->values ? found : 0;
}

static const usual_value *usual_value_of(const usual_value *usual, const char *name)
{
  for (; usual && usual->name; usual++)
    if (strcmp(usual->name, name) == 0) return usual;
  return 0;
}

bool usually_required(const usual_value *usual, const char *name)
{
  const usual_value *found = usual_value_of(usual, name);
  return found && found->count == 0;
}

static const double *numbers_of(const parameters *p, const char *name)
{
  const parameter *found = parameters_find(p, name);
  if (found && !isnan(found->values[0])) return found->values;
  const usual_value *usual = usual_value_of(p->usual, name);
  return usual && usual->count ? usual->values : 0;
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

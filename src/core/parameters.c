#include "parameters.h"
#include <math.h>
#include <string.h>

const parameter *parameters_find(const parameters *p, const char *name)
{
  for (int i = 0; i < p->count; i++) {
    if (strcmp(p->items[i].name, name) == 0)
      return p->items[i].length > 0 || p->items[i].text ? &p->items[i] : 0;
  }
  return 0;
}

double parameters_number(const parameters *p, const char *name, double fallback)
{
  const parameter *found = parameters_find(p, name);
  return found && found->values && !isnan(found->values[0]) ? found->values[0] : fallback;
}

bool parameters_given(const parameters *p, const char *name) { return parameters_find(p, name) != 0; }

bool parameters_text_is(const parameters *p, const char *name, const char *text)
{
  const parameter *found = parameters_find(p, name);
  return found && found->text && strcmp(found->text, text) == 0;
}

int64_t rounds_from(double value) { return value >= 9e18 ? FOREVER : (int64_t)value; }

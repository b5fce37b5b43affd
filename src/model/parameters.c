#include "parameters.h"
#include <math.h>
#include <string.h>

static const parameter *look_up(const parameters *p, const char *name)
{
  for (int i = 0; i < p->count; i++)
    if (strcmp(p->items[i].name, name) == 0) return &p->items[i];
  return 0;
}

const parameter *parameters_find(const parameters *p, const char *name)
{
  const parameter *found = look_up(p, name);
  return found && found->values && found->length > 0 ? found : 0;
}

double parameters_number(const parameters *p, const char *name, double fallback)
{
  const parameter *found = parameters_find(p, name);
  return found && !isnan(found->values[0]) ? found->values[0] : fallback;
}

bool parameters_given(const parameters *p, const char *name) { return parameters_find(p, name) != 0; }

bool parameters_text_is(const parameters *p, const char *name, const char *text)
{
  const parameter *found = look_up(p, name);
  return found && found->text && strcmp(found->text, text) == 0;
}

int64_t rounds_from(double value)
{
  if (!(value < 9e18)) return FOREVER;
  return value < 1 ? 1 : (int64_t)value;
}

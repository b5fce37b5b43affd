#include "complete.h"
#include "../base/memory.h"
#include <stdio.h>
#include <string.h>

/* The choice of this number, from 0. */
static choice_text choice_of(const char *choices, int number)
{
  choice_text found;
  while (number-- > 0) choices = strchr(choices, '|') + 1;
  snprintf(found.text, sizeof found.text, "%.*s", (int)strcspn(choices, "|"), choices);
  return found;
}

bool usual_parameter(const argument *r, const parameters *given, moot_usual *moot, choice_text *text,
                     parameter *found)
{
  if (r->usual_count == 0 || r->later || !rules_apply(r, given->takes, given) || (moot && moot(given, r->name)))
    return false;
  *found = (parameter){.name = r->name};
  if (r->text) {
    *text = choice_of(r->text, (int)r->usual[0]);
    found->text = text->text;
    return true;
  }
  found->values = r->usual;
  found->length = found->rows = r->usual_count;
  if (r->laws) found->prior = r->laws->name;
  if (r->kind == KIND_FLAG) found->as = GIVEN_AS_FLAG;
  return true;
}

/* Returns whether it is the usual value of an argument that came later. */
static bool states_nothing(const argument *r, const parameter *p)
{
  return r->later && r->usual_count == 1 && !p->text && p->length == 1 && p->values[0] == r->usual[0];
}

/* --- what is implied --------------------------------------------------------------------- */

/* The text that one that is given asks of this parameter; "": none, or it may be one of several. */
static choice_text implied_text(const argument *r, const parameters *given)
{
  const size_t length = strlen(r->name);
  for (const argument *other = given->takes; other->name; other++)
    if (other->only_if && strncmp(other->only_if, r->name, length) == 0 && other->only_if[length] == '=' &&
        !strchr(other->only_if, '|') && parameters_any(given, other->name) &&
        !states_nothing(other, parameters_any(given, other->name)) &&
        !(other->not_with && parameters_any(given, other->not_with)))
      return choice_of(other->only_if + length + 1, 0);
  return (choice_text){""};
}

static int rules_of(const argument *takes)
{
  int count = 0;
  while (takes && takes[count].name) count++;
  return count;
}

bool parameters_imply(const parameters *given, parameters *found, arena *memory)
{
  const int rules = rules_of(given->takes);
  const size_t most = (size_t)(rules + given->count);
  parameter *items = arena_zeroed(memory, most + 1, sizeof *items);
  choice_text *texts = arena_zeroed(memory, most + 1, sizeof *texts);
  if (!items || !texts) return false;
  *found = *given;
  found->items = items;
  for (int i = 0; i < given->count; i++) items[i] = given->items[i];
  for (int i = 0; i < rules; i++) {
    const argument *r = &given->takes[i];
    if (r->required && usual_parameter(r, found, NULL, &texts[i], &items[found->count])) {
      found->count += !parameters_any(given, r->name);
      continue;
    }
    if (r->kind != KIND_TEXT || r->usual_count > 0 || parameters_any(given, r->name)) continue;
    texts[i] = implied_text(r, given);
    if (texts[i].text[0]) items[found->count++] = (parameter){.name = r->name, .text = texts[i].text};
  }
  return true;
}

/* --- what is usual ------------------------------------------------------------------------- */

static bool is_taken(const argument *takes, const char *name)
{
  for (const argument *r = takes; r && r->name; r++)
    if (strcmp(r->name, name) == 0) return true;
  return false;
}

bool parameters_complete(const parameters *given, moot_usual *moot, parameters *found, arena *memory)
{
  const int rules = rules_of(given->takes);
  const size_t most = (size_t)(rules + given->count);
  parameter *items = arena_zeroed(memory, most + 1, sizeof *items);
  choice_text *texts = arena_zeroed(memory, most + 1, sizeof *texts);
  if (!items || !texts) return false;
  int count = 0;
  for (int i = 0; i < rules; i++) {
    const parameter *p = parameters_any(given, given->takes[i].name);
    if (p && states_nothing(&given->takes[i], p)) continue;
    if (p) items[count++] = *p;
    else if (usual_parameter(&given->takes[i], given, moot, &texts[i], &items[count])) count++;
  }
  for (int i = 0; i < given->count; i++)
    if (!is_taken(given->takes, given->items[i].name)) items[count++] = given->items[i];
  *found = (parameters){.items = items, .count = count, .takes = given->takes};
  return true;
}

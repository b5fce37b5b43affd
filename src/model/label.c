/* The name of a policy by default, beside the label of its type. */
#include "policy.h"
#include "arguments.h"
#include <stdio.h>
#include <string.h>

/* The name of a flag in words: "explore growth". */
static words flag_words(const char *name, bool set)
{
  words w = in_words("%s%s", set ? "" : "no ", name);
  for (char *c = w.text; *c; c++)
    if (*c == '_') *c = ' ';
  return w;
}

/* A text that is not what is usual or comes first, or a switch that was set; "": none. */
static words variant_of(const argument *r, const parameter *p)
{
  if (p->text && r->text && (r->usual_count > 0 || r->from_bandit))
    return rules_choice(p->text, r->text) == (int)r->usual[0] ? (words){""} : in_words("%s", p->text);
  if (r->kind != KIND_FLAG || p->length < 1 || r->usual_count == 0 || p->values[0] == r->usual[0])
    return (words){""};
  return flag_words(r->name, p->values[0] != 0);
}

words policy_variant(const policy_type *type, const parameters *given)
{
  words all = {""};
  for (const argument *r = type->takes; r && r->name; r++) {
    const parameter *p = r->holds ? NULL : parameters_any(given, r->name);
    const words one = p ? variant_of(r, p) : (words){""};
    const size_t at = strlen(all.text);
    if (one.text[0]) snprintf(all.text + at, sizeof all.text - at, "%s%.80s", at ? ", " : " (", one.text);
  }
  const size_t at = strlen(all.text);
  if (at) snprintf(all.text + at, sizeof all.text - at, ")");
  return all;
}

char *policy_label(const policy_type *type, const parameters *given, const char *held, arena *memory)
{
  const words variant = type->named_by ? type->named_by(given) : policy_variant(type, given);
  const size_t size = strlen(type->label) + (held ? strlen(held) : 0) + strlen(variant.text) + 4;
  char *text = arena_zeroed(memory, size, 1);
  if (!text) return NULL;
  if (type->named_by) snprintf(text, size, "%s", variant.text);
  else snprintf(text, size, held ? "%s (%s)%s" : "%s%s%s", type->label, held ? held : "", variant.text);
  return text;
}

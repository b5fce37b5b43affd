/* Everything that can be played, as the structs of the types say it: names, labels,
 * and what their parameters must be. One text of JSON, read by web/library/. */
#include "face.h"
#include "text.h"
#include "../../src/arms/types.h"
#include "../../src/model/prior.h"
#include "../../src/policies/registry.h"
#include "../../src/traits/changes.h"
#include "../../src/traits/spread.h"
#include "../../src/traits/types.h"
#include "../../src/traits/wear.h"

/* Infinity is no number of JSON, but 1e999 is read as one. */
static void put_number(text *t, const char *name, double value)
{
  if (isinf(value)) text_add(t, ",\"%s\":%s1e999", name, value < 0 ? "-" : "");
  else text_add(t, ",\"%s\":%.17g", name, value);
}

static void put_text(text *t, const char *name, const char *value)
{
  if (!value) return;
  text_add(t, ",\"%s\":", name);
  text_quote(t, value);
}

static void put_flag(text *t, const char *name, bool value)
{
  if (value) text_add(t, ",\"%s\":true", name);
}

/* One or two numbers, true or false, or the number of a choice, from 0. */
static void put_usual(text *t, const argument *r)
{
  if (!r->usual_count) return;
  if (r->kind == KIND_FLAG) text_add(t, ",\"usual\":%s", r->usual[0] != 0 ? "true" : "false");
  else if (r->usual_count == 1) put_number(t, "usual", r->usual[0]);
  else text_add(t, ",\"usual\":[%.17g,%.17g]", r->usual[0], r->usual[1]);
}

static void put_rule(text *t, const argument *r)
{
  static const char *const kind[] = {"number", "whole", "flag", "text"};
  static const char *const size[] = {"one",         "two",  "one or two",  "arms",
                                     "one or arms", "rows", "row or rows", "any"};
  text_add(t, "{\"name\":\"%s\",\"kind\":\"%s\",\"size\":\"%s\"", r->name, kind[r->kind], size[r->size]);
  put_number(t, "least", r->least);
  put_number(t, "most", r->greatest);
  put_flag(t, "above", r->above);
  put_flag(t, "below", r->below);
  put_flag(t, "increasing", r->increasing);
  put_flag(t, "drawn", r->drawn);
  put_flag(t, "named", r->named);
  put_flag(t, "optional", !r->required || r->usual_count);
  put_flag(t, "from_bandit", r->from_bandit);
  put_flag(t, "listed", r->laws != NULL);
  put_usual(t, r);
  put_flag(t, "rows_sum", r->sum == ROWS_SUM_TO_ONE);
  put_flag(t, "sums", r->sum == SUMS_TO_ONE);
  put_text(t, "from", r->from);
  put_text(t, "beyond", r->beyond);
  put_text(t, "not_with", r->not_with);
  put_text(t, "only_if", r->only_if);
  put_text(t, "texts", r->text);
  put_text(t, "bounded", r->bounded);
  put_text(t, "words", r->words);
  text_add(t, "}");
}

static void put_rules(text *t, const argument *takes)
{
  text_add(t, ",\"parameters\":[");
  for (const argument *r = takes; r && r->name; r++) {
    if (r != takes) text_add(t, ",");
    put_rule(t, r);
  }
  text_add(t, "]");
}

/* {"type": name, "parameters": [...], more of it by the caller */
static void begin_type(text *t, bool first, const char *name, const argument *takes)
{
  text_add(t, "%s{\"type\":\"%s\"", first ? "" : ",", name);
  put_rules(t, takes);
}

/* The names of the traits of these flags. */
static void put_flags(text *t, const char *name, unsigned flags)
{
  const char *comma = "";
  text_add(t, ",\"%s\":[", name);
  for (int i = 0; trait_registry[i]; i++) {
    if (!(flags & trait_registry[i]->flag)) continue;
    text_add(t, "%s\"%s\"", comma, trait_registry[i]->name);
    comma = ",";
  }
  if (flags & HAS_CONTEXT) text_add(t, "%s\"contexts\"", comma);
  text_add(t, "]");
}

static void put_arms(text *t)
{
  for (int i = 0; arms_registry[i]; i++) {
    begin_type(t, i == 0, arms_registry[i]->name, arms_registry[i]->takes);
    put_flag(t, "contexts", arms_registry[i]->flag & HAS_CONTEXT);
    put_flag(t, "mean_may_change", arms_registry[i]->mean_may_change);
    text_add(t, "}");
  }
}

static void put_conflicts(text *t, const trait_conflict *c)
{
  text_add(t, ",\"conflicts\":[");
  for (const char *comma = ""; c && c->with; c++, comma = ",") {
    text_add(t, "%s{\"with\":\"%s\",\"reason\":", comma, c->with);
    text_quote(t, c->reason);
    text_add(t, "}");
  }
  text_add(t, "]");
}

static void put_traits(text *t)
{
  for (int i = 0; trait_registry[i]; i++) {
    const trait_type *type = trait_registry[i];
    begin_type(t, i == 0, type->name, type->takes);
    put_conflicts(t, type->conflicts);
    text_add(t, ",\"figures\":[");
    for (int j = 0; j < MOST_FIGURES && type->figure[j]; j++)
      text_add(t, "%s\"%s\"", j ? "," : "", type->figure[j]);
    text_add(t, "]}");
  }
}

static void put_policies(text *t)
{
  for (int i = 0; i < policy_registry_count; i++) {
    const policy_type *type = policy_registry[i];
    begin_type(t, i == 0, type->constructor, type->takes);
    put_text(t, "call", type->call);
    put_text(t, "label", type->label);
    put_text(t, "does", type->does);
    put_text(t, "paper", type->paper);
    put_flags(t, "needs", type->needs);
    put_flags(t, "refuses", type->refuses);
    put_flag(t, "deterministic", type->deterministic);
    put_flag(t, "by_index", type->index != NULL);
    put_flag(t, "outside", !type->choose);
    text_add(t, "}");
  }
}

#define LAWS(to, kind, registry)                                         \
  do {                                                                   \
    text_add(to, "],\"%s\":[", kind);                                    \
    for (int i = 0; (registry)[i]; i++) {                                \
      begin_type(to, i == 0, (registry)[i]->name, (registry)[i]->takes); \
      text_add(to, "}");                                                 \
    }                                                                    \
  } while (0)

const char *face_types(void)
{
  static text t;
  if (t.from) return t.from;
  text_add(&t, "{\"arms\":[");
  put_arms(&t);
  text_add(&t, "],\"traits\":[");
  put_traits(&t);
  text_add(&t, "],\"policies\":[");
  put_policies(&t);
  LAWS(&t, "spread", spread_registry);
  LAWS(&t, "changes", changes_registry);
  LAWS(&t, "wear", wear_registry);
  text_add(&t, "],\"prior\":[");
  for (int i = 0; prior_registry[i].name; i++) {
    if (prior_registry[i].takes[0].size == SIZE_ANY) continue; /* the page has priors with two arguments */
    begin_type(&t, i == 0, prior_registry[i].name, prior_registry[i].takes);
    text_add(&t, "}");
  }
  text_add(&t, "]}");
  return t.from;
}

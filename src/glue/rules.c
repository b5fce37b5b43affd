/* Rules of parameters, as the structs of their types say: told to R, whose
 * constructors make the user's errors of it, and looked at again, for an object is
 * easily edited. */
#include "glue.h"
#include "../arms/types.h"
#include "../model/prefixed.h"
#include "../model/prior.h"
#include "../model/rule_words.h"
#include "../model/arguments.h"
#include "../stopping/types.h"
#include "../traits/changes.h"
#include "../traits/spread.h"
#include "../traits/wear.h"

/* --- the rules of a type, by its name ------------------------------------------- */

static const argument none = {.name = NULL};

#define RULES_OF(function, type, find)                                   \
  static const argument *function(const char *s)                         \
  {                                                                      \
    const type *found = find(s);                                         \
    return found && !found->takes ? &none : found ? found->takes : NULL; \
  }
RULES_OF(of_arms, arms_type, arms_find)
RULES_OF(of_trait, trait_type, trait_find)
RULES_OF(of_spread, spread_law, spread_find)
RULES_OF(of_changes, changes_law, changes_find)
RULES_OF(of_wear, wear_law, wear_find)
RULES_OF(of_prior, prior_law, prior_find)
RULES_OF(of_stop, stopping_type, stopping_find)
RULES_OF(of_leaving, stopping_type, leaving_find)
RULES_OF(of_policy, policy_type, policy_find)

/* The sizes of rounds that policy_ars_ucb() takes. */
static const argument *of_rounds(const char *name)
{
  for (const argument *r = policy_find("policy_ars_ucb")->takes; r->name; r++)
    for (const parameter_law *law = r->laws; law && law->name; law++)
      if (strcmp(law->name, name) == 0) return law->takes;
  return NULL;
}

/* "arms_beta", "trait_patience", "spread_delay", "prior_normal", "stop_glr",
 * "drop_boundary", or the name of a policy. */
const argument *glue_rules(const char *type)
{
  static const struct {
    const char *prefix;
    const argument *(*find)(const char *name);
  } kind[] = {{"arms_", of_arms}, {"trait_", of_trait}, {"spread_", of_spread}, {"changes_", of_changes},
              {"wear_", of_wear}, {"prior_", of_prior}, {"stop_", of_stop},     {"rounds_", of_rounds},
              {"", of_leaving},   {"", of_policy}};
  for (size_t i = 0; i < sizeof kind / sizeof kind[0]; i++) {
    const size_t length = strlen(kind[i].prefix);
    const argument *found = strncmp(type, kind[i].prefix, length) ? NULL : kind[i].find(type + length);
    if (found) return found;
  }
  glue_bug("there is no such type");
}

static void put_type(SEXP names, R_xlen_t *at, const char *prefix, const char *name)
{
  char text[64];
  snprintf(text, sizeof text, "%s%s", prefix, name);
  if (names != R_NilValue) SET_STRING_ELT(names, *at, Rf_mkChar(text));
  ++*at;
}

/* All of the package's own; how many, when there is nothing to put them into. */
static R_xlen_t put_types(SEXP names)
{
  R_xlen_t at = 0;
  for (int i = 0; arms_registry[i]; i++) put_type(names, &at, "arms_", arms_registry[i]->name);
  for (int i = 0; trait_registry[i]; i++) put_type(names, &at, "trait_", trait_registry[i]->name);
  for (int i = 0; spread_registry[i]; i++) put_type(names, &at, "spread_", spread_registry[i]->name);
  for (int i = 0; changes_registry[i]; i++) put_type(names, &at, "changes_", changes_registry[i]->name);
  for (int i = 0; wear_registry[i]; i++) put_type(names, &at, "wear_", wear_registry[i]->name);
  for (int i = 0; prior_registry[i].name; i++) put_type(names, &at, "prior_", prior_registry[i].name);
  for (int i = 0; stopping_registry[i]; i++) put_type(names, &at, "stop_", stopping_registry[i]->name);
  for (int i = 0; leaving_registry[i]; i++) put_type(names, &at, "", leaving_registry[i]->name);
  for (int i = 0; i < policy_registry_count; i++) put_type(names, &at, "", policy_registry[i]->constructor);
  return at;
}

SEXP C_types(void)
{
  SEXP names = PROTECT(Rf_allocVector(STRSXP, put_types(R_NilValue)));
  put_types(names);
  UNPROTECT(1);
  return names;
}

/* --- telling R ------------------------------------------------------------------- */

static SEXP text_of(const char *text) { return text ? Rf_mkCharCE(text, CE_UTF8) : NA_STRING; }

enum { RULE_TEXTS = 16, RULE_FLAGS = 10, RULE_COLUMNS = RULE_TEXTS + 3 + RULE_FLAGS };

static void put_rule(SEXP table, R_xlen_t at, const argument *r)
{
  static const char *const kind[] = {"number", "whole", "flag", "text"};
  static const char *const size[] = {"one",  "two",         "one or two", "arms", "one or arms",
                                     "rows", "row or rows", "any rows",   "any"};
  static const char *const sum[] = {NULL, "rows sum to 1", "sum to 1", "sum to less than 1"};
  const words wanted = rule_words(r, 0);
  const char *const texts[RULE_TEXTS] = {
      r->name,     kind[r->kind], size[r->size], r->from,    r->beyond, r->text,      r->words,  r->bounded,
      sum[r->sum], r->not_with,   r->only_with,  r->only_if, r->unless, r->otherwise, r->serves, wanted.text};
  const bool flags[RULE_FLAGS] = {r->above, r->below,         r->increasing, r->drawn,       r->named,
                                  r->even,  r->positive_rows, r->required,   r->from_bandit, r->laws != NULL};
  for (int i = 0; i < RULE_TEXTS; i++) SET_STRING_ELT(VECTOR_ELT(table, i), at, text_of(texts[i]));
  REAL(VECTOR_ELT(table, RULE_TEXTS))[at] = r->least;
  REAL(VECTOR_ELT(table, RULE_TEXTS + 1))[at] = r->greatest;
  for (int i = 0; i < RULE_FLAGS; i++) LOGICAL(VECTOR_ELT(table, RULE_TEXTS + 2 + i))[at] = flags[i];
  SEXP usual = Rf_allocVector(REALSXP, r->usual_count);
  SET_VECTOR_ELT(VECTOR_ELT(table, RULE_COLUMNS - 1), at, usual);
  for (int i = 0; i < r->usual_count; i++) REAL(usual)[i] = r->usual[i];
}

SEXP C_rules(SEXP type)
{
  static const glue_column columns[] = {
      {"name", STRSXP},          {"kind", STRSXP},      {"size", STRSXP},        {"from", STRSXP},
      {"beyond", STRSXP},        {"text", STRSXP},      {"words", STRSXP},       {"bounded", STRSXP},
      {"sum", STRSXP},           {"not_with", STRSXP},  {"only_with", STRSXP},   {"only_if", STRSXP},
      {"unless", STRSXP},        {"otherwise", STRSXP}, {"serves", STRSXP},      {"wanted", STRSXP},
      {"least", REALSXP},        {"greatest", REALSXP}, {"above", LGLSXP},       {"below", LGLSXP},
      {"increasing", LGLSXP},    {"drawn", LGLSXP},     {"named", LGLSXP},       {"even", LGLSXP},
      {"positive_rows", LGLSXP}, {"required", LGLSXP},  {"from_bandit", LGLSXP}, {"law", LGLSXP},
      {"usual", VECSXP}};
  const argument *takes = glue_rules(glue_text(type, "the name of a type"));
  R_xlen_t count = 0;
  while (takes[count].name && !takes[count].holds) count++; /* the policy inside is the last one */
  SEXP table = PROTECT(glue_table(columns, RULE_COLUMNS, count));
  for (R_xlen_t i = 0; i < count; i++) put_rule(table, i, &takes[i]);
  UNPROTECT(1);
  return table;
}

/* The words of flags: the names of the traits that have them, and what arms may have. */
SEXP C_traits(void)
{
  static const glue_column columns[] = {{"name", STRSXP}, {"flag", INTSXP}};
  R_xlen_t count = 0;
  while (trait_registry[count]) count++;
  SEXP table = PROTECT(glue_table(columns, 2, count + 1));
  for (R_xlen_t i = 0; i <= count; i++) {
    const trait_type *type = trait_registry[i];
    SET_STRING_ELT(VECTOR_ELT(table, 0), i, Rf_mkChar(type ? type->name : "contexts"));
    INTEGER(VECTOR_ELT(table, 1))[i] = (int)(type ? type->flag : HAS_CONTEXT);
  }
  UNPROTECT(1);
  return table;
}

/* Writes what does not go together, a row a pair. */
static R_xlen_t put_conflicts(SEXP table)
{
  R_xlen_t at = 0;
  for (int i = 0; trait_registry[i]; i++)
    for (const trait_conflict *c = trait_registry[i]->conflicts; c && c->with; c++, at++) {
      const char *const texts[] = {trait_registry[i]->name, c->with, c->reason};
      for (int j = 0; j < 3 && table != R_NilValue; j++)
        SET_STRING_ELT(VECTOR_ELT(table, j), at, Rf_mkChar(texts[j]));
    }
  return at;
}

SEXP C_conflicts(void)
{
  static const glue_column columns[] = {{"one", STRSXP}, {"other", STRSXP}, {"reason", STRSXP}};
  SEXP table = PROTECT(glue_table(columns, 3, put_conflicts(R_NilValue)));
  put_conflicts(table);
  UNPROTECT(1);
  return table;
}

/* --- looking again ---------------------------------------------------------------- */

void glue_must_be_fine(status s)
{
  if (s.code) glue_bug(s.message);
}

/* A policy, and the one that it holds. One from outside may say nothing of what it
 * takes. */
void glue_check_policy(const char *name, const parameters *given, arena *memory)
{
  const policy_type *type = policy_find(name);
  if (!type) glue_bug("there is no such policy");
  if (type->takes || !strchr(name, ':')) glue_must_be_fine(rules_check(name, type->takes, given, 0));
  const char *base = parameters_text(given, "base");
  parameters inside;
  if (!base || strchr(name, ':')) return;
  if (!parameters_prefixed(given, "base.", &inside, memory)) glue_bug("there is not enough memory");
  glue_check_policy(base, &inside, memory);
}

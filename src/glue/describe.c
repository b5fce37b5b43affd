/* Copies R's descriptions of bandits and policies into the core's structs. */
#include "glue.h"
#include "../arms/types.h"
#include "../model/playable.h"
#include "../model/arguments.h"
#include "../stopping/types.h"
#include "../traits/types.h"
#include <string.h>

static const arms_type *arms_named(const char *name)
{
  const arms_type *type = arms_find(name);
  if (!type) glue_bug("there are no such arms");
  return type;
}

static const trait_type *trait_named(const char *name)
{
  const trait_type *type = trait_find(name);
  if (!type) glue_bug("there is no such trait");
  return type;
}

const trait_type *glue_trait(SEXP trait, parameters *given, arena *memory)
{
  *given = glue_parameters(glue_element(trait, "parameters"), memory);
  return trait_named(glue_text(glue_element(trait, "name"), "a trait"));
}

/* Returns the names of the arms: one text each, or NULL. */
static const char *const *names_of(SEXP names, int count, arena *memory)
{
  if (names == R_NilValue) return NULL;
  if (TYPEOF(names) != STRSXP || XLENGTH(names) != count) glue_bug("arms have other names than they are");
  const char **copy = glue_zeroed(memory, (size_t)count, sizeof *copy);
  for (int i = 0; i < count; i++) copy[i] = CHAR(STRING_ELT(names, i));
  return copy;
}

void glue_problem(SEXP bandit, problem *p, arena *memory)
{
  const int count = (int)glue_whole(glue_element(bandit, "count"), "the number of arms", 1, 1e8);
  const parameters given = glue_parameters(glue_element(bandit, "parameters"), memory);
  const arms_type *type = arms_named(glue_text(glue_element(bandit, "arms"), "arms"));
  glue_must_be_fine(problem_make(p, type, &given, count));
  p->name = names_of(glue_element(bandit, "names"), count, memory);
  SEXP traits = glue_element(bandit, "traits");
  if (TYPEOF(traits) != VECSXP) glue_bug("the traits are not a list");
  for (R_xlen_t i = 0; i < XLENGTH(traits); i++) {
    parameters of_trait;
    const trait_type *kind = glue_trait(VECTOR_ELT(traits, i), &of_trait, memory);
    glue_must_be_fine(problem_add(p, kind, &of_trait));
  }
}

/* Its own, and those of the policy inside, whose names begin with "base." (policies/wrappers/inner.h). */
parameters glue_policy_parameters(SEXP description, arena *memory)
{
  const parameters own = glue_parameters(glue_element(description, "parameters"), memory);
  SEXP policy = glue_element(description, "policy");
  if (policy == R_NilValue) return own;
  const parameters inside = glue_policy_parameters(policy, memory);
  parameter *items = glue_zeroed(memory, (size_t)own.count + (size_t)inside.count + 1, sizeof *items);
  int count = 0;
  for (int i = 0; i < own.count; i++) items[count++] = own.items[i];
  items[count++] =
      (parameter){.name = "base", .text = glue_text(glue_element(policy, "constructor"), "a policy")};
  for (int i = 0; i < inside.count; i++) {
    const size_t size = strlen(inside.items[i].name) + sizeof "base.";
    char *name = glue_zeroed(memory, size, 1);
    snprintf(name, size, "base.%s", inside.items[i].name);
    items[count] = inside.items[i];
    items[count++].name = name;
  }
  return (parameters){.items = items, .count = count};
}

study_policy glue_policy(SEXP description, arena *memory)
{
  const char *name = glue_text(glue_element(description, "constructor"), "a policy");
  study_policy p = {
      .type = policy_find(name),
      .given = glue_policy_parameters(description, memory),
  };
  glue_check_policy(name, &p.given, memory);
  p.identity = policy_identity(p.type, &p.given, policy_find);
  SEXP stream = glue_element(description, "stream"); /* whose random numbers it uses, if not its own */
  if (stream != R_NilValue) p.identity = glue_policy(stream, memory).identity;
  return p;
}

SEXP C_identity(SEXP description)
{
  arena memory = {0};
  char text[16];
  snprintf(text, sizeof text, "%08x", (unsigned)glue_policy(description, &memory).identity);
  arena_free(&memory);
  return Rf_mkString(text);
}

/* Reads a stopping rule. The number of rules that it holds is checked once all are there. */
static stopping_rule stopping_rule_of(SEXP given, arena *memory)
{
  const char *name = glue_text(glue_element(given, "name"), "a rule");
  stopping_rule r = {.all = strcmp(name, "all") == 0,
                     .size =
                         (int)glue_whole(glue_element(given, "size"), "the size of a rule", 1, MOST_RULES),
                     .given = glue_parameters(glue_element(given, "parameters"), memory)};
  if (r.all || strcmp(name, "any") == 0) return r;
  r.type = stopping_find(name);
  if (!r.type) r.type = leaving_find(name);
  if (!r.type) glue_bug("there is no such rule");
  glue_must_be_fine(rules_check(name, r.type->takes, &r.given, 1));
  stopping_rule_looks(&r);
  return r;
}

/* Returns whether the rule at this place, and those in it, are whole, and all take arms out of the game, or
 * none. One that joins none never holds. */
static bool is_whole(const stopping_rule *rules, int at, int end, bool leaving)
{
  const int last = at + rules[at].size;
  const stopping_type *type = rules[at].type;
  if (last > end || (type && (rules[at].size > 1 || (type->judges != NULL) != leaving))) return false;
  for (int i = at + 1; i < last; i += rules[i].size)
    if (!is_whole(rules, i, last, leaving)) return false;
  return true;
}

/* Returns how many rules this list adds to the plan's; none if there is no list. */
static int read_rules(SEXP list, stopping_rule *rules, bool leaving, arena *memory)
{
  if (list == R_NilValue) return 0;
  if (TYPEOF(list) != VECSXP || XLENGTH(list) < 1 || XLENGTH(list) > MOST_RULES)
    glue_bug("rules are missing");
  const int count = (int)XLENGTH(list);
  for (int i = 0; i < count; i++) rules[i] = stopping_rule_of(VECTOR_ELT(list, i), memory);
  if (rules->size != count || !is_whole(rules, 0, count, leaving)) glue_bug("rules do not fit together");
  return count;
}

/* At most. */
static size_t rules_given(SEXP description)
{
  return (size_t)(Rf_xlength(glue_element(description, "rules")) +
                  Rf_xlength(glue_element(description, "graduate")) +
                  Rf_xlength(glue_element(description, "drop")));
}

const stopping_plan *glue_stopping(SEXP description, arena *memory)
{
  if (description == R_NilValue) return NULL;
  stopping_rule *rules = glue_zeroed(memory, rules_given(description), sizeof *rules);
  stopping_plan *p = glue_zeroed(memory, 1, sizeof *p);
  p->rules = rules;
  p->count = read_rules(glue_element(description, "rules"), rules, false, memory);
  if (p->count == 0) glue_bug("stopping rules are missing");
  p->graduating = read_rules(glue_element(description, "graduate"), rules + p->count, true, memory);
  p->dropping = read_rules(glue_element(description, "drop"), rules + p->count + p->graduating, true, memory);
  p->commit = glue_number(glue_element(description, "commit"), "commit") != 0;
  return p;
}

/* The registry, for policies(): the package's own, then those of others. */
static void put_policy(SEXP table, R_xlen_t at, const char *name, const policy_type *type)
{
  SET_STRING_ELT(VECTOR_ELT(table, 0), at, Rf_mkCharCE(name, CE_UTF8));
  SET_STRING_ELT(VECTOR_ELT(table, 1), at, Rf_mkCharCE(type->label, CE_UTF8));
  SET_STRING_ELT(VECTOR_ELT(table, 2), at, Rf_mkCharCE(type->paper, CE_UTF8));
  INTEGER(VECTOR_ELT(table, 3))[at] = (int)type->needs;
  INTEGER(VECTOR_ELT(table, 4))[at] = (int)type->refuses;
  LOGICAL(VECTOR_ELT(table, 5))[at] = type->sees_means;
  SET_STRING_ELT(VECTOR_ELT(table, 6), at, type->needs_horizon ? Rf_mkChar(type->needs_horizon) : NA_STRING);
  LOGICAL(VECTOR_ELT(table, 7))[at] = type->choose == NULL;
  LOGICAL(VECTOR_ELT(table, 8))[at] = type->deterministic;
  LOGICAL(VECTOR_ELT(table, 9))[at] = type->stationary;
  LOGICAL(VECTOR_ELT(table, 10))[at] = type->settled != NULL;
  SET_STRING_ELT(VECTOR_ELT(table, 11), at,
                 type->counts_suffice ? Rf_mkChar(type->counts_suffice) : NA_STRING);
  LOGICAL(VECTOR_ELT(table, 12))[at] = type->deterministic || type->chances;
  LOGICAL(VECTOR_ELT(table, 13))[at] = type->bytes_suffice;
  SET_STRING_ELT(VECTOR_ELT(table, 14), at, type->own_plays ? Rf_mkChar(type->own_plays) : NA_STRING);
  LOGICAL(VECTOR_ELT(table, 15))[at] = type->index != NULL;
  SET_STRING_ELT(VECTOR_ELT(table, 16), at, type->no_chances ? Rf_mkChar(type->no_chances) : NA_STRING);
  INTEGER(VECTOR_ELT(table, 17))[at] = (int)type->made_for;
  SET_STRING_ELT(VECTOR_ELT(table, 18), at, type->does ? Rf_mkCharCE(type->does, CE_UTF8) : NA_STRING);
  LOGICAL(VECTOR_ELT(table, 19))[at] = policy_is_misled(type);
  SET_STRING_ELT(VECTOR_ELT(table, 20), at, type->call ? Rf_mkChar(type->call) : NA_STRING);
  LOGICAL(VECTOR_ELT(table, 21))[at] = type->preview != NULL;
}

SEXP C_policies(void)
{
  static const glue_column columns[] = {
      {"constructor", STRSXP},   {"label", STRSXP},         {"paper", STRSXP},
      {"needs", INTSXP},         {"refuses", INTSXP},       {"sees_means", LGLSXP},
      {"needs_horizon", STRSXP}, {"outside", LGLSXP},       {"deterministic", LGLSXP},
      {"stationary", LGLSXP},    {"settles", LGLSXP},       {"counts_suffice", STRSXP},
      {"tells_chances", LGLSXP}, {"bytes_suffice", LGLSXP}, {"own_plays", STRSXP},
      {"by_index", LGLSXP},      {"no_chances", STRSXP},    {"made_for", INTSXP},
      {"does", STRSXP},          {"misled", LGLSXP},        {"call", STRSXP},
      {"sees_previews", LGLSXP}};
  R_xlen_t count = policy_registry_count;
  for (const registered_policy *r = policy_registered(); r; r = r->next) count += r->type != NULL;
  SEXP table = PROTECT(glue_table(columns, 22, count));
  R_xlen_t at = 0;
  for (; at < policy_registry_count; at++)
    put_policy(table, at, policy_registry[at]->constructor, policy_registry[at]);
  for (const registered_policy *r = policy_registered(); r; r = r->next)
    if (r->type) put_policy(table, at++, r->name, r->type);
  UNPROTECT(1);
  return table;
}

/* The names of those from outside. */
SEXP C_registered(void)
{
  R_xlen_t count = 0;
  for (const registered_policy *r = policy_registered(); r; r = r->next) count += r->type != NULL;
  SEXP names = PROTECT(Rf_allocVector(STRSXP, count));
  R_xlen_t at = 0;
  for (const registered_policy *r = policy_registered(); r; r = r->next)
    if (r->type) SET_STRING_ELT(names, at++, Rf_mkCharCE(r->name, CE_UTF8));
  UNPROTECT(1);
  return names;
}

SEXP C_forget(SEXP name)
{
  policy_forget(glue_text(name, "the name of a policy"));
  return R_NilValue;
}

/* Registers the policy of a library that was loaded: NULL, or what is wrong. */
SEXP C_register(SEXP name, SEXP address)
{
  if (TYPEOF(address) != EXTPTRSXP) glue_bug("a library has no address");
  typedef const unruly_registration *(*registration)(void);
  const registration registered = (registration)R_ExternalPtrAddrFn(address);
  const char *why = policy_register(glue_text(name, "the name of a policy"), registered());
  return why ? Rf_mkString(why) : R_NilValue;
}

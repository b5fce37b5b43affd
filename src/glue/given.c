/* Judges the arguments that a user gives a constructor in R, and completes or refuses them. */
#include "glue.h"
#include "../model/complete.h"
#include "../model/playable.h"
#include "../model/policy.h"
#include "../policies/registry.h"

/* --- what was given -------------------------------------------------------------- */

static const argument *rule_named(const argument *takes, const char *name)
{
  while (takes && takes->name && strcmp(takes->name, name) != 0) takes++;
  return takes && takes->name ? takes : NULL;
}

static bool is_matrix(SEXP value) { return Rf_getAttrib(value, R_DimSymbol) != R_NilValue; }

static const char *matrix_words(SEXP value)
{
  SEXP dim = Rf_getAttrib(value, R_DimSymbol);
  char *words = R_alloc(64, 1);
  if (XLENGTH(dim) != 2) return "an array";
  snprintf(words, 64, "a %d x %d matrix", INTEGER(dim)[0], INTEGER(dim)[1]);
  return words;
}

static bool takes_matrix(const argument *r)
{
  return r && (r->size == SIZE_ROWS || r->size == SIZE_ROW_OR_ROWS || r->size == SIZE_ANY_ROWS);
}

/* A value as R/describe.R sends it: numbers, TRUE or FALSE, a string, a law, or list(odd = words). */
static parameter given_value(SEXP value, const char *name, const argument *r)
{
  parameter p = {.name = name};
  if (value == R_NilValue) p.odd = "NULL";
  else if (TYPEOF(value) == VECSXP && glue_element(value, "odd") != R_NilValue)
    p.odd = glue_text(glue_element(value, "odd"), "an odd value");
  else if (TYPEOF(value) == REALSXP && is_matrix(value) && !takes_matrix(r)) p.odd = matrix_words(value);
  else {
    SEXP one = PROTECT(Rf_allocVector(VECSXP, 1)), names = PROTECT(Rf_mkString(name));
    SET_VECTOR_ELT(one, 0, value);
    Rf_setAttrib(one, R_NamesSymbol, names);
    p = glue_parameters(one, NULL).items[0];
    p.name = name;
    UNPROTECT(2);
    if (TYPEOF(value) == REALSXP) p.as = GIVEN_AS_NUMBERS;
  }
  return p;
}

static bool is_omitted(const parameter *p, const argument *r)
{
  return p->odd && strcmp(p->odd, "NULL") == 0 && r && !r->required && r->usual_count == 0;
}

static parameters given_parameters(SEXP given, const argument *takes)
{
  SEXP names = Rf_getAttrib(given, R_NamesSymbol);
  parameter *items = glue_zeroed(NULL, (size_t)XLENGTH(given), sizeof *items);
  int count = 0;
  for (R_xlen_t i = 0; i < XLENGTH(given); i++) {
    const char *name = CHAR(STRING_ELT(names, i));
    const argument *r = rule_named(takes, name);
    items[count] = given_value(VECTOR_ELT(given, i), name, r);
    count += !is_omitted(&items[count], r);
  }
  return (parameters){.items = items, .count = count, .takes = takes};
}

/* Returns a copy of the rules, by which one number will do where it is repeated. */
static const argument *rules_of_users(const argument *takes)
{
  int count = 0;
  while (takes && takes[count].name) count++;
  argument *copy = glue_zeroed(NULL, (size_t)count + 1, sizeof *copy);
  for (int i = 0; i < count; i++) {
    copy[i] = takes[i];
    if (copy[i].repeats && copy[i].size == SIZE_ARMS) copy[i].size = SIZE_ONE_OR_ARMS;
  }
  return copy;
}

/* Makes one number as many as there are arms, where it is repeated. */
static void repeat_numbers(parameters *p, int arms)
{
  parameter *items = glue_zeroed(NULL, (size_t)p->count, sizeof *items);
  for (int i = 0; i < p->count; i++) {
    items[i] = p->items[i];
    const argument *r = rule_named(p->takes, items[i].name);
    if (!r || !r->repeats || items[i].length != 1) continue;
    double *values = glue_zeroed(NULL, (size_t)arms, sizeof *values);
    for (int k = 0; k < arms; k++) values[k] = items[i].values[0];
    items[i].values = values;
    items[i].length = items[i].rows = arms;
  }
  p->items = items;
}

/* --- what is made of it ------------------------------------------------------------ */

static SEXP told_value(const parameter *p)
{
  if (p->text) {
    SEXP text = PROTECT(Rf_mkCharCE(p->text, CE_UTF8)), value = Rf_ScalarString(text);
    UNPROTECT(1);
    return value;
  }
  if (p->as == GIVEN_AS_FLAG) return Rf_ScalarLogical(p->values[0] != 0);
  SEXP values = PROTECT(Rf_allocVector(REALSXP, (R_xlen_t)p->length));
  for (int64_t i = 0; i < p->length; i++) REAL(values)[i] = p->values[i];
  if (p->rows != p->length && p->rows > 0) {
    SEXP dim = PROTECT(Rf_allocVector(INTSXP, 2));
    INTEGER(dim)[0] = (int)p->rows, INTEGER(dim)[1] = (int)(p->length / p->rows);
    Rf_setAttrib(values, R_DimSymbol, dim);
    UNPROTECT(1);
  }
  if (!p->prior) {
    UNPROTECT(1);
    return values;
  }
  SEXP law = PROTECT(Rf_allocVector(VECSXP, 2)), names = PROTECT(Rf_allocVector(STRSXP, 2));
  SET_STRING_ELT(names, 0, Rf_mkChar("law")), SET_STRING_ELT(names, 1, Rf_mkChar("values"));
  Rf_setAttrib(law, R_NamesSymbol, names);
  SET_VECTOR_ELT(law, 0, Rf_mkString(p->prior)), SET_VECTOR_ELT(law, 1, values);
  UNPROTECT(3);
  return law;
}

static SEXP told_parameters(const parameters *p)
{
  SEXP list = PROTECT(Rf_allocVector(VECSXP, p->count)), names = PROTECT(Rf_allocVector(STRSXP, p->count));
  for (int i = 0; i < p->count; i++) {
    SET_STRING_ELT(names, i, Rf_mkCharCE(p->items[i].name, CE_UTF8));
    SET_VECTOR_ELT(list, i, told_value(&p->items[i]));
  }
  Rf_setAttrib(list, R_NamesSymbol, names);
  UNPROTECT(2);
  return list;
}

/* NULL: of another type. */
static SEXP told_label(const policy_type *type, const parameters *given, SEXP inside, arena *memory)
{
  if (!type) return R_NilValue;
  const char *held = inside == R_NilValue ? NULL : glue_text(glue_element(inside, "label"), "a label");
  const char *text = policy_label(type, given, held, memory);
  if (!text) glue_bug("there is not enough memory");
  SEXP label = PROTECT(Rf_mkCharCE(text, CE_UTF8)), found = Rf_ScalarString(label);
  UNPROTECT(1);
  return found;
}

/* The parameters of a policy with those of the one inside. */
static parameters with_inside(const parameters *given, SEXP inside)
{
  if (inside == R_NilValue) return *given;
  const parameters held = glue_policy_parameters(inside, NULL);
  parameter *items = glue_zeroed(NULL, (size_t)given->count + (size_t)held.count + 1, sizeof *items);
  int count = 0;
  for (int i = 0; i < given->count; i++) items[count++] = given->items[i];
  items[count++] =
      (parameter){.name = "base", .text = glue_text(glue_element(inside, "constructor"), "a policy")};
  for (int i = 0; i < held.count; i++) {
    const size_t size = strlen(held.items[i].name) + sizeof "base.";
    char *name = R_alloc(size, 1);
    snprintf(name, (size_t)size, "base.%s", held.items[i].name);
    items[count] = held.items[i];
    items[count++].name = name;
  }
  return (parameters){.items = items, .count = count, .takes = given->takes};
}

static refusal refusal_of(const policy_type *type, const parameters *given, SEXP inside, int arms)
{
  if (!type) return rules_refuse(given->takes, given, arms);
  const parameters all = with_inside(given, inside);
  const policy_description p = {type, &all, policy_find, false};
  return policy_refuses(&p);
}

static int arms_of(SEXP count) { return (int)glue_whole(count, "arms", 0, MOST_ARMS); }

/* A refusal, or list(parameters, label): those that were given and those that are usual, in the order in
 * which the type takes them, and what a policy is called. `inside`: of a policy around another one the other.
 * `count`: how many numbers there are of what is given by arm. */
SEXP C_describe(SEXP type_name, SEXP given, SEXP inside, SEXP count)
{
  const char *name = glue_text(type_name, "the name of a type");
  const argument *takes = rules_of_users(glue_rules(name));
  const policy_type *type = policy_find(name);
  const parameters told = given_parameters(given, takes);
  arena *memory;
  SEXP handle = PROTECT(glue_arena(&memory)), found, names;
  parameters meant, whole;
  if (!parameters_imply(&told, &meant, memory)) glue_bug("there is not enough memory");
  const refusal why = refusal_of(type, &meant, inside, arms_of(count));
  if (why.code != REFUSED_NOTHING) {
    found = glue_refusal(why);
    UNPROTECT(1);
    return found;
  }
  if (!parameters_complete(&meant, type ? type->moot : NULL, &whole, memory))
    glue_bug("there is not enough memory");
  repeat_numbers(&whole, arms_of(count));
  found = PROTECT(Rf_allocVector(VECSXP, 2));
  names = PROTECT(Rf_allocVector(STRSXP, 2));
  SET_STRING_ELT(names, 0, Rf_mkChar("parameters")), SET_STRING_ELT(names, 1, Rf_mkChar("label"));
  Rf_setAttrib(found, R_NamesSymbol, names);
  SET_VECTOR_ELT(found, 0, told_parameters(&whole));
  SET_VECTOR_ELT(found, 1,
                 told_label(type, &told, inside, memory)); /* what is implied tells no variants apart */
  UNPROTECT(3);
  (void)handle;
  return found;
}

/* NULL, or why this value of one parameter is refused, by itself. */
SEXP C_judge(SEXP type_name, SEXP name, SEXP value, SEXP count)
{
  const char *of = glue_text(name, "the name of a parameter");
  const argument *takes = rules_of_users(glue_rules(glue_text(type_name, "the name of a type")));
  const argument *found = rule_named(takes, of);
  if (!found) glue_bug("there is no such parameter");
  const parameter given = given_value(value, of, found);
  return glue_refusal(rules_refuse_one(found, &given, arms_of(count)));
}

/* R's values as the glue takes and makes them; what is not as it should be is our bug. */
#include "glue.h"
#include <string.h>

void glue_bug(const char *what)
{
  SEXP text = PROTECT(Rf_mkString(what)), name = PROTECT(Rf_mkString("unruly"));
  SEXP call = PROTECT(Rf_lang2(Rf_install("abort_glue"), text));
  Rf_eval(call, R_FindNamespace(name)); /* does not come back */
  Rf_error("%s", what);
}

double glue_number(SEXP x, const char *what)
{
  if (TYPEOF(x) != REALSXP || XLENGTH(x) != 1) glue_bug(what);
  return REAL(x)[0];
}

int64_t glue_whole(SEXP x, const char *what, double min, double max)
{
  const double value = glue_number(x, what);
  if (!(value >= min && value <= max) || value != (double)(int64_t)value) glue_bug(what);
  return (int64_t)value;
}

const char *glue_disguise(SEXP x)
{
  return Rf_isFactor(x) ? "factor" : Rf_inherits(x, "integer64") ? "integer64" : NULL;
}

const char *glue_text(SEXP x, const char *what)
{
  if (TYPEOF(x) != STRSXP || XLENGTH(x) != 1 || STRING_ELT(x, 0) == NA_STRING) glue_bug(what);
  return CHAR(STRING_ELT(x, 0));
}

SEXP glue_message(const status *s)
{
  char text[STATUS_MESSAGE];
  status_text(s, text);
  return Rf_mkCharCE(text, CE_UTF8);
}

SEXP glue_element(SEXP list, const char *name)
{
  if (TYPEOF(list) != VECSXP) glue_bug("a description is not a list");
  SEXP names = Rf_getAttrib(list, R_NamesSymbol);
  for (R_xlen_t i = 0; i < XLENGTH(list) && names != R_NilValue; i++)
    if (strcmp(CHAR(STRING_ELT(names, i)), name) == 0) return VECTOR_ELT(list, i);
  return R_NilValue;
}

void *glue_zeroed(arena *memory, size_t count, size_t size)
{
  if (!memory) return memset(R_alloc(count ? count : 1, (int)size), 0, count * size);
  void *p = arena_zeroed(memory, count, size);
  if (!p) Rf_error("There is not enough memory to describe the study.");
  return p;
}

SEXP glue_table(const glue_column *columns, int count, R_xlen_t rows)
{
  SEXP table = PROTECT(Rf_allocVector(VECSXP, count));
  SEXP names = PROTECT(Rf_allocVector(STRSXP, count));
  for (int i = 0; i < count; i++) {
    SET_VECTOR_ELT(table, i, Rf_allocVector(columns[i].type, rows));
    SET_STRING_ELT(names, i, Rf_mkChar(columns[i].name));
  }
  Rf_setAttrib(table, R_NamesSymbol, names);
  UNPROTECT(2);
  return table;
}

/* --- parameters --------------------------------------------------------------- */

static parameter one_flag(SEXP value, const char *name, arena *memory)
{
  double *x = glue_zeroed(memory, 1, sizeof *x);
  if (XLENGTH(value) != 1 || LOGICAL(value)[0] == NA_LOGICAL) glue_bug("a flag is neither TRUE nor FALSE");
  *x = LOGICAL(value)[0] != 0;
  return (parameter){.name = name, .values = x, .length = 1, .rows = 1, .as = GIVEN_AS_FLAG};
}

/* The name of a prior, or of another law, with its arguments. */
static const char *law_of(SEXP value)
{
  SEXP prior = glue_element(value, "prior");
  return glue_text(prior == R_NilValue ? glue_element(value, "law") : prior, "the name of a law");
}

/* A vector or matrix of doubles, TRUE or FALSE, a text, or a law: list(prior, values) or list(law, values).
 */
static parameter one_parameter(SEXP value, const char *name, arena *memory)
{
  parameter p = {.name = name};
  if (value == R_NilValue) return p;
  if (TYPEOF(value) == STRSXP) {
    p.text = glue_text(value, "a text parameter");
    return p;
  }
  if (TYPEOF(value) == LGLSXP) return one_flag(value, name, memory);
  if (TYPEOF(value) == VECSXP) {
    p.prior = law_of(value);
    value = glue_element(value, "values");
    if (TYPEOF(value) != REALSXP || XLENGTH(value) < 1) glue_bug("a law has no arguments");
  }
  if (TYPEOF(value) != REALSXP) glue_bug("a parameter is not numeric");
  p.values = REAL(value);
  p.length = p.rows = XLENGTH(value);
  for (R_xlen_t i = 0; i < XLENGTH(value); i++)
    if (ISNAN(p.values[i])) glue_bug("a parameter is missing");
  SEXP dim = Rf_getAttrib(value, R_DimSymbol);
  if (dim != R_NilValue) p.rows = INTEGER(dim)[0];
  return p;
}

parameters glue_parameters(SEXP list, arena *memory)
{
  if (TYPEOF(list) != VECSXP) glue_bug("parameters are not a list");
  const R_xlen_t count = XLENGTH(list);
  parameter *items = glue_zeroed(memory, (size_t)count, sizeof *items);
  SEXP names = Rf_getAttrib(list, R_NamesSymbol);
  if (count > 0 && names == R_NilValue) glue_bug("parameters have no names");
  for (R_xlen_t i = 0; i < count; i++)
    items[i] = one_parameter(VECTOR_ELT(list, i), CHAR(STRING_ELT(names, i)), memory);
  return (parameters){.items = items, .count = (int)count};
}

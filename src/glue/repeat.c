#include "repeat.h"
#include "glue.h"
#include <R_ext/Altrep.h>

/* data1: list(anchor, names, ends), the row after the last of each name; the anchor
 * alone once somebody wrote to the vector. data2: NULL, or all of it. */
static R_altrep_class_t repeated;

static bool is_compact(SEXP x) { return TYPEOF(R_altrep_data1(x)) == VECSXP; }
static SEXP names_of(SEXP x) { return VECTOR_ELT(R_altrep_data1(x), 1); }
static SEXP ends_of(SEXP x) { return VECTOR_ELT(R_altrep_data1(x), 2); }

static R_xlen_t length_of(SEXP x)
{
  if (!is_compact(x)) return XLENGTH(R_altrep_data2(x));
  SEXP ends = ends_of(x);
  return XLENGTH(ends) ? (R_xlen_t)REAL(ends)[XLENGTH(ends) - 1] : 0;
}

/* The first name whose end is beyond i. */
static R_xlen_t run_at(const double *ends, R_xlen_t count, R_xlen_t i)
{
  R_xlen_t low = 0, high = count - 1;
  while (low < high) {
    const R_xlen_t middle = low + (high - low) / 2;
    if (ends[middle] > (double)i) high = middle;
    else low = middle + 1;
  }
  return low;
}

static SEXP element(SEXP x, R_xlen_t i)
{
  if (R_altrep_data2(x) != R_NilValue) return STRING_ELT(R_altrep_data2(x), i);
  SEXP names = names_of(x), ends = ends_of(x);
  return STRING_ELT(names, run_at(REAL(ends), XLENGTH(ends), i));
}

static SEXP expand(SEXP x)
{
  if (R_altrep_data2(x) != R_NilValue) return R_altrep_data2(x);
  SEXP names = names_of(x), ends = ends_of(x);
  SEXP all = PROTECT(Rf_allocVector(STRSXP, length_of(x)));
  R_xlen_t i = 0;
  for (R_xlen_t n = 0; n < XLENGTH(names); n++)
    for (SEXP name = STRING_ELT(names, n); (double)i < REAL(ends)[n]; i++) SET_STRING_ELT(all, i, name);
  R_set_altrep_data2(x, all);
  UNPROTECT(1);
  return all;
}

/* Texts are never written through an address: that would go past the garbage
 * collector. */
static void *address(SEXP x, Rboolean writeable)
{
  (void)writeable;
  return (void *)DATAPTR_RO(expand(x));
}

static const void *address_if_any(SEXP x)
{
  return R_altrep_data2(x) == R_NilValue ? NULL : DATAPTR_RO(R_altrep_data2(x));
}

static void set_element(SEXP x, R_xlen_t i, SEXP value)
{
  SEXP all = expand(x);
  if (is_compact(x)) R_set_altrep_data1(x, VECTOR_ELT(R_altrep_data1(x), 0));
  SET_STRING_ELT(all, i, value);
}

void repeat_register(DllInfo *dll)
{
  repeated = R_make_altstring_class("repeated", "unruly", dll);
  R_set_altrep_Length_method(repeated, length_of);
  R_set_altvec_Dataptr_method(repeated, address);
  R_set_altvec_Dataptr_or_null_method(repeated, address_if_any);
  R_set_altstring_Elt_method(repeated, element);
  R_set_altstring_Set_elt_method(repeated, set_element);
}

SEXP C_repeat(SEXP names, SEXP counts)
{
  if (TYPEOF(names) != STRSXP || TYPEOF(counts) != REALSXP || XLENGTH(names) != XLENGTH(counts))
    glue_bug("names and how often they are repeated do not agree");
  SEXP data = PROTECT(Rf_allocVector(VECSXP, 3)), ends = Rf_allocVector(REALSXP, XLENGTH(counts));
  SET_VECTOR_ELT(data, 1, names);
  SET_VECTOR_ELT(data, 2, ends);
  double sum = 0;
  for (R_xlen_t i = 0; i < XLENGTH(counts); i++)
    REAL(ends)[i] = sum += (double)glue_whole(Rf_ScalarReal(REAL(counts)[i]), "a count", 0, 4e15);
  SET_VECTOR_ELT(data, 0, glue_anchor());
  MARK_NOT_MUTABLE(names);
  SEXP x = R_new_altrep(repeated, data, R_NilValue);
  UNPROTECT(1);
  return x;
}

SEXP C_repeated(SEXP x)
{
  if (!ALTREP(x) || !R_altrep_inherits(x, repeated) || !is_compact(x)) return R_NilValue;
  SEXP ends = ends_of(x);
  SEXP result = PROTECT(Rf_allocVector(VECSXP, 2));
  SET_VECTOR_ELT(result, 0, names_of(x));
  SET_VECTOR_ELT(result, 1, Rf_allocVector(REALSXP, XLENGTH(ends)));
  for (R_xlen_t i = 0; i < XLENGTH(ends); i++)
    REAL(VECTOR_ELT(result, 1))[i] = REAL(ends)[i] - (i ? REAL(ends)[i - 1] : 0);
  UNPROTECT(1);
  return result;
}

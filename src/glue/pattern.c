#include "pattern.h"
#include "glue.h"
#include <R_ext/Altrep.h>

/* data1: list(values, c(each, length), anchor). data2: NULL, or all of it, which counts
 * from then on, as somebody may have written to it. */
static R_altrep_class_t integers, reals;

static SEXP values_of(SEXP x) { return VECTOR_ELT(R_altrep_data1(x), 0); }
static R_xlen_t each_of(SEXP x) { return (R_xlen_t)REAL(VECTOR_ELT(R_altrep_data1(x), 1))[0]; }
static R_xlen_t length_of(SEXP x) { return (R_xlen_t)REAL(VECTOR_ELT(R_altrep_data1(x), 1))[1]; }

static R_xlen_t place_in_values(SEXP x, R_xlen_t i) { return i / each_of(x) % XLENGTH(values_of(x)); }

static int integer_at(SEXP x, R_xlen_t i)
{
  SEXP all = R_altrep_data2(x);
  return all == R_NilValue ? INTEGER(values_of(x))[place_in_values(x, i)] : INTEGER(all)[i];
}

static double real_at(SEXP x, R_xlen_t i)
{
  SEXP all = R_altrep_data2(x);
  return all == R_NilValue ? REAL(values_of(x))[place_in_values(x, i)] : REAL(all)[i];
}

/* Row by row of the pattern, without a division. */
static void expand_integers(SEXP x, int *to)
{
  const int *value = INTEGER(values_of(x));
  const R_xlen_t each = each_of(x), count = XLENGTH(values_of(x));
  const int *end = to + length_of(x);
  while (to < end)
    for (R_xlen_t v = 0; v < count && to < end; v++)
      for (R_xlen_t i = 0; i < each && to < end; i++) *to++ = value[v];
}

static void expand_reals(SEXP x, double *to)
{
  const double *value = REAL(values_of(x));
  const R_xlen_t each = each_of(x), count = XLENGTH(values_of(x));
  const double *end = to + length_of(x);
  while (to < end)
    for (R_xlen_t v = 0; v < count && to < end; v++)
      for (R_xlen_t i = 0; i < each && to < end; i++) *to++ = value[v];
}

static SEXP expand(SEXP x)
{
  SEXP all = R_altrep_data2(x);
  if (all != R_NilValue) return all;
  PROTECT(all = Rf_allocVector(TYPEOF(x), length_of(x)));
  if (TYPEOF(x) == INTSXP) expand_integers(x, INTEGER(all));
  else expand_reals(x, REAL(all));
  R_set_altrep_data2(x, all);
  UNPROTECT(1);
  return all;
}

static void *address(SEXP x, Rboolean writeable)
{
  (void)writeable;
  SEXP all = expand(x);
  return TYPEOF(x) == INTSXP ? (void *)INTEGER(all) : (void *)REAL(all);
}

static const void *address_if_any(SEXP x)
{
  return R_altrep_data2(x) == R_NilValue ? NULL : address(x, FALSE);
}

static void register_common(R_altrep_class_t class)
{
  R_set_altrep_Length_method(class, length_of);
  R_set_altvec_Dataptr_method(class, address);
  R_set_altvec_Dataptr_or_null_method(class, address_if_any);
}

void pattern_register(DllInfo *dll)
{
  integers = R_make_altinteger_class("pattern_of_integers", "unruly", dll);
  reals = R_make_altreal_class("pattern_of_reals", "unruly", dll);
  register_common(integers);
  register_common(reals);
  R_set_altinteger_Elt_method(integers, integer_at);
  R_set_altreal_Elt_method(reals, real_at);
}

SEXP glue_pattern(SEXP values, int each, R_xlen_t length)
{
  SEXP data = PROTECT(Rf_allocVector(VECSXP, 3));
  SET_VECTOR_ELT(data, 0, values);
  SET_VECTOR_ELT(data, 1, Rf_allocVector(REALSXP, 2));
  REAL(VECTOR_ELT(data, 1))[0] = each;
  REAL(VECTOR_ELT(data, 1))[1] = (double)length;
  SET_VECTOR_ELT(data, 2, glue_anchor());
  MARK_NOT_MUTABLE(values);
  SEXP x = R_new_altrep(TYPEOF(values) == INTSXP ? integers : reals, data, R_NilValue);
  UNPROTECT(1);
  return x;
}

/* Glue for indices that are of use without a bandit. */
#include "glue.h"
#include "../policies/sampling/beta_quantile.h"
#include "../policies/sampling/gittins_index.h"

/* Both shapes of one length, checked by R. */
static R_xlen_t read_shapes(SEXP a, SEXP b)
{
  if (TYPEOF(a) != REALSXP || TYPEOF(b) != REALSXP || XLENGTH(a) != XLENGTH(b)) glue_bug("shapes");
  for (R_xlen_t i = 0; i < XLENGTH(a); i++)
    if (!(REAL(a)[i] > 0 && REAL(b)[i] > 0)) glue_bug("shapes must be positive");
  return XLENGTH(a);
}

SEXP C_gittins_index(SEXP a, SEXP b, SEXP discount, SEXP accuracy)
{
  const R_xlen_t count = read_shapes(a, b);
  const double gamma = glue_number(discount, "the discount"), within = glue_number(accuracy, "the accuracy");
  if (!(gamma > 0 && gamma <= 0.999 && within >= 1e-12 && within <= 0.1)) glue_bug("a discount out of range");
  SEXP found = PROTECT(Rf_allocVector(REALSXP, count));
  arena memory = {0};
  gittins g;
  const bool opened = gittins_open(&g, gamma, within, &memory);
  for (R_xlen_t i = 0; i < count && opened; i++) REAL(found)[i] = gittins_index(&g, REAL(a)[i], REAL(b)[i]);
  arena_free(&memory);
  if (!opened) Rf_error("There is not enough memory for a Gittins index.");
  UNPROTECT(1);
  return found;
}

/* For the tests: shapes of at least 1. */
SEXP C_beta_upper_quantile(SEXP a, SEXP b, SEXP tail)
{
  const R_xlen_t count = read_shapes(a, b);
  const double above = glue_number(tail, "a chance");
  SEXP found = PROTECT(Rf_allocVector(REALSXP, count));
  for (R_xlen_t i = 0; i < count; i++) REAL(found)[i] = beta_upper_quantile(REAL(a)[i], REAL(b)[i], above);
  UNPROTECT(1);
  return found;
}

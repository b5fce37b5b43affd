#include "ranks.h"
#include "glue.h"
#include <R_ext/Utils.h>
#include <string.h>

static bool any_missing(const double *x, R_xlen_t n)
{
  for (R_xlen_t i = 0; i < n; i++)
    if (ISNAN(x[i])) return true;
  return false;
}

SEXP C_order_statistics(SEXP values, SEXP ranks)
{
  if (TYPEOF(values) != REALSXP || TYPEOF(ranks) != REALSXP || !Rf_isMatrix(values))
    glue_bug("there is no matrix to rank");
  const R_xlen_t n = Rf_nrows(values), columns = Rf_ncols(values), count = XLENGTH(ranks);
  for (R_xlen_t k = 0; k < count; k++)
    (void)glue_whole(Rf_ScalarReal(REAL(ranks)[k]), "a rank", 1, (double)n);
  SEXP found = PROTECT(Rf_allocMatrix(REALSXP, (int)count, (int)columns));
  double *column = (double *)R_alloc((size_t)n, sizeof(double));
  for (R_xlen_t j = 0; j < columns; j++) {
    double *to = REAL(found) + j * count;
    memcpy(column, REAL(values) + j * n, (size_t)n * sizeof(double));
    const bool missing = any_missing(column, n);
    for (R_xlen_t k = 0; k < count; k++) {
      if (!missing) Rf_rPsort(column, (int)n, (int)REAL(ranks)[k] - 1);
      to[k] = missing ? NA_REAL : column[(int)REAL(ranks)[k] - 1];
    }
    if (j % 1024 == 1023) R_CheckUserInterrupt();
  }
  UNPROTECT(1);
  return found;
}

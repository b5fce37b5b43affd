/* The regression of LinUCB, for the tests: how accurate is it after very many
 * rounds? */
#include "cholesky.h"
#include "glue.h"
#include "../policies/contextual/cholesky.h"
#include <string.h>

/* A = I + the sum of x x' over the columns of `contexts`. Two columns: L^-1 x
 * and A^-1 x for the first of them. */
SEXP C_cholesky(SEXP contexts)
{
  if (TYPEOF(contexts) != REALSXP || !Rf_isMatrix(contexts) || XLENGTH(contexts) < 1)
    glue_bug("contexts come as a matrix of doubles");
  const int d = Rf_nrows(contexts), n = Rf_ncols(contexts);
  const size_t bytes = (size_t)d * sizeof(double);
  const cholesky shape = {d, d};
  double *factor = (double *)R_alloc(cholesky_numbers(shape), sizeof(double));
  double *x = (double *)R_alloc((size_t)d, sizeof(double));
  cholesky_begin(factor, shape, 1);
  for (int i = 0; i < n; i++) {
    memcpy(x, REAL(contexts) + (size_t)i * (size_t)d, bytes);
    cholesky_add(factor, shape, x);
  }
  SEXP answer = PROTECT(Rf_allocMatrix(REALSXP, d, 2));
  memcpy(REAL(answer), REAL(contexts), bytes);
  cholesky_forward(factor, shape, REAL(answer));
  memcpy(REAL(answer) + d, REAL(answer), bytes);
  cholesky_backward(factor, shape, REAL(answer) + d);
  UNPROTECT(1);
  return answer;
}

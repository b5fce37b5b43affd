/* Means of resamples, for the bootstrap intervals of summary(). */
#include "glue.h"
#include <R_ext/Utils.h>

/* Draws `count` rows with replacement. Each is addressed by (seed, resample,
 * place), so that all columns of a study share their resamples. */
static void draw_rows(random_address at, int *rows, int count)
{
  for (int i = 0; i < count; i++) {
    at.pull = (uint64_t)(i / 2);
    const philox_block b = random_block(&at, 0);
    const double u = i % 2 ? second_uniform(&b) : first_uniform(&b);
    rows[i] = (int)(u * count);
  }
}

/* The means of each column of a matrix over each resample of its rows: one row
 * a resample. */
SEXP C_bootstrap_means(SEXP values, SEXP resamples, SEXP seed)
{
  if (TYPEOF(values) != REALSXP || !Rf_isMatrix(values) || Rf_nrows(values) < 1)
    glue_bug("a bootstrap takes a matrix of numbers");
  const int count = Rf_nrows(values), columns = Rf_ncols(values);
  const int wanted = (int)glue_whole(resamples, "resamples", 1, 1e6);
  const philox_key key = random_key(glue_whole(seed, "seed", -9e15, 9e15), USE_BOOTSTRAP);
  int *rows = (int *)R_alloc((size_t)count, sizeof *rows);
  SEXP means = PROTECT(Rf_allocMatrix(REALSXP, wanted, columns));
  for (int r = 0; r < wanted; r++) {
    R_CheckUserInterrupt();
    draw_rows((random_address){key, (uint32_t)r, 0, 0}, rows, count);
    for (int c = 0; c < columns; c++) {
      const double *column = REAL(values) + (R_xlen_t)c * count;
      double sum = 0;
      for (int i = 0; i < count; i++) sum += column[rows[i]];
      REAL(means)[r + (R_xlen_t)c * wanted] = sum / count;
    }
  }
  UNPROTECT(1);
  return means;
}

/* Glue for indices that are of use without a bandit. */
#include "glue.h"
#include "../policies/naming/shares.h"
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

/* y and the shares relative to that of the best arm, the `best`-th from 1: see shares.h.
 * R has seen to it that all other means are less. */
SEXP C_optimal_shares(SEXP mean, SEXP best, SEXP gaussian, SEXP plain)
{
  if (TYPEOF(mean) != REALSXP || XLENGTH(mean) < 2 || XLENGTH(mean) > 100000000) glue_bug("means");
  const R_xlen_t count = XLENGTH(mean);
  SEXP found = PROTECT(Rf_allocVector(REALSXP, count + 1));
  arena memory = {0};
  shares s = {.gaussian = glue_number(gaussian, "a flag") != 0,
              .count = (int)count,
              .best = (int)glue_whole(best, "an arm", 1, (double)count) - 1};
  const bool in_plain_way = glue_number(plain, "a flag") != 0, opened = shares_open(&s, s.count, &memory);
  for (R_xlen_t i = 0; i < count && opened; i++) s.mean[i] = REAL(mean)[i];
  if (opened) shares_solve(&s, in_plain_way);
  REAL(found)[0] = s.y;
  for (R_xlen_t i = 0; i < count && opened; i++) REAL(found)[i + 1] = s.x[i];
  arena_free(&memory);
  if (!opened) Rf_error("There is not enough memory for optimal shares.");
  UNPROTECT(1);
  return found;
}

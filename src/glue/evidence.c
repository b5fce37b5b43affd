#include "evidence.h"
#include "../base/parallel.h"
#include "../inference/evidence.h"
#include "../inference/limits.h"
#include "glue.h"
#include <R_ext/Utils.h>

static const char *const parts[] = {"n", "mean", "squares", "sd"};

typedef struct sums_of_rows {
  const double *part[4];
  R_xlen_t rows;
} sums_of_rows;

static const double *numbers_of_rows(SEXP x, R_xlen_t rows)
{
  if (TYPEOF(x) != REALSXP || XLENGTH(x) != rows) glue_bug("sums of arms do not fit together");
  return REAL(x);
}

static sums_of_rows sums_of(SEXP sums)
{
  sums_of_rows s = {.rows = XLENGTH(glue_element(sums, "n"))};
  for (int i = 0; i < 4; i++) s.part[i] = numbers_of_rows(glue_element(sums, parts[i]), s.rows);
  return s;
}

static evidence_sums row_of(const sums_of_rows *s, R_xlen_t i)
{
  return (evidence_sums){s->part[0][i], s->part[1][i], s->part[2][i], s->part[3][i]};
}

static evidence_family family_of(SEXP family)
{
  return (evidence_family)(glue_whole(family, "a family", 1, 4) - 1);
}

static void let_interrupt(R_xlen_t i)
{
  if (i % 256 == 255) R_CheckUserInterrupt();
}

/* --- rows in threads --------------------------------------------------------------- */

typedef struct rows_at_once {
  void (*find)(const void *given, R_xlen_t row);
  const void *given;
  R_xlen_t first, end;
  int parts;
} rows_at_once;

static void find_part(const void *given, int part)
{
  const rows_at_once *r = given;
  const R_xlen_t count = r->end - r->first;
  const R_xlen_t first = r->first + count * part / r->parts, end = r->first + count * (part + 1) / r->parts;
  for (R_xlen_t i = first; i < end; i++) r->find(r->given, i);
}

/* So many rows in each thread at a time, after which the user may interrupt. */
static void find_rows(void (*find)(const void *given, R_xlen_t row), const void *given, R_xlen_t rows,
                      int threads, int count)
{
  const R_xlen_t step = (R_xlen_t)count * threads;
  for (R_xlen_t first = 0; first < rows; first += step) {
    const R_xlen_t end = rows - first < step ? rows : first + step;
    const rows_at_once r = {find, given, first, end, end - first < count ? 1 : threads};
    parallel_run(r.parts, find_part, &r);
    R_CheckUserInterrupt();
  }
}

typedef struct interval_rows {
  evidence_family family;
  bool plain;
  sums_of_rows a, b; /* b: of pairs */
  const double *level, *mixture;
  double *limit;
} interval_rows;

static void find_interval(const void *given, R_xlen_t i)
{
  const interval_rows *x = given;
  const evidence_sums row = row_of(&x->a, i);
  (x->plain ? evidence_interval : fast_interval)(x->family, &row, x->level[i], x->mixture[i], x->limit + i,
                                                 x->limit + x->a.rows + i);
}

static void find_pair_interval(const void *given, R_xlen_t i)
{
  const interval_rows *x = given;
  const evidence_sums one = row_of(&x->a, i), other = row_of(&x->b, i);
  (x->plain ? evidence_pair_interval : fast_pair_interval)(
      x->family, &one, &other, x->level[i], x->mixture[i], x->limit + i, x->limit + x->a.rows + i);
}

static interval_rows interval_rows_of(SEXP family, SEXP sums, SEXP level, SEXP mixture, SEXP plain)
{
  const sums_of_rows a = sums_of(sums);
  return (interval_rows){.family = family_of(family),
                         .plain = glue_number(plain, "plain") != 0,
                         .a = a,
                         .level = numbers_of_rows(level, a.rows),
                         .mixture = numbers_of_rows(mixture, a.rows)};
}

static int threads_of(SEXP threads) { return (int)glue_whole(threads, "threads", 1, 1024); }

/* --- what R calls ------------------------------------------------------------------ */

SEXP C_evidence(SEXP family, SEXP sums, SEXP mean, SEXP mixture)
{
  const evidence_family f = family_of(family);
  const sums_of_rows s = sums_of(sums);
  const double *m = numbers_of_rows(mean, s.rows), *mix = numbers_of_rows(mixture, s.rows);
  SEXP found = PROTECT(Rf_allocVector(REALSXP, s.rows));
  for (R_xlen_t i = 0; i < s.rows; i++, let_interrupt(i)) {
    const evidence_sums row = row_of(&s, i);
    REAL(found)[i] = evidence_against(f, &row, m[i], mix[i]);
  }
  UNPROTECT(1);
  return found;
}

SEXP C_evidence_intervals(SEXP family, SEXP sums, SEXP level, SEXP mixture, SEXP plain, SEXP threads)
{
  interval_rows x = interval_rows_of(family, sums, level, mixture, plain);
  SEXP found = PROTECT(Rf_allocMatrix(REALSXP, (int)x.a.rows, 2));
  x.limit = REAL(found);
  find_rows(find_interval, &x, x.a.rows, threads_of(threads), 1024);
  UNPROTECT(1);
  return found;
}

SEXP C_evidence_sides(SEXP sums, SEXP level, SEXP mixture)
{
  const sums_of_rows s = sums_of(sums);
  const double *needed = numbers_of_rows(level, s.rows), *mix = numbers_of_rows(mixture, s.rows);
  SEXP found = PROTECT(Rf_allocMatrix(REALSXP, (int)s.rows, 2));
  double *limit = REAL(found);
  for (R_xlen_t i = 0; i < s.rows; i++, let_interrupt(i)) {
    const evidence_sums row = row_of(&s, i);
    evidence_sides(&row, needed[i], mix[i], limit + i, limit + s.rows + i);
  }
  UNPROTECT(1);
  return found;
}

SEXP C_gamma_mixture(SEXP sum, SEXP variation, SEXP q)
{
  const R_xlen_t n = XLENGTH(sum);
  const double *s = numbers_of_rows(sum, n), *v = numbers_of_rows(variation, n), *mix = numbers_of_rows(q, n);
  SEXP found = PROTECT(Rf_allocVector(REALSXP, n));
  for (R_xlen_t i = 0; i < n; i++, let_interrupt(i)) REAL(found)[i] = evidence_gamma(s[i], v[i], mix[i]);
  UNPROTECT(1);
  return found;
}

SEXP C_evidence_pairs(SEXP family, SEXP sums, SEXP others, SEXP difference, SEXP mixture)
{
  const evidence_family f = family_of(family);
  const sums_of_rows a = sums_of(sums), b = sums_of(others);
  if (a.rows != b.rows) glue_bug("pairs of arms do not fit together");
  const double *d = numbers_of_rows(difference, a.rows), *mix = numbers_of_rows(mixture, a.rows);
  SEXP found = PROTECT(Rf_allocVector(REALSXP, a.rows));
  for (R_xlen_t i = 0; i < a.rows; i++, let_interrupt(i)) {
    const evidence_sums one = row_of(&a, i), other = row_of(&b, i);
    REAL(found)[i] = evidence_of_pair(f, &one, &other, d[i], mix[i]);
  }
  UNPROTECT(1);
  return found;
}

SEXP C_evidence_pair_intervals(SEXP family, SEXP sums, SEXP others, SEXP level, SEXP mixture, SEXP plain,
                               SEXP threads)
{
  interval_rows x = interval_rows_of(family, sums, level, mixture, plain);
  x.b = sums_of(others);
  if (x.a.rows != x.b.rows) glue_bug("pairs of arms do not fit together");
  SEXP found = PROTECT(Rf_allocMatrix(REALSXP, (int)x.a.rows, 2));
  x.limit = REAL(found);
  find_rows(find_pair_interval, &x, x.a.rows, threads_of(threads), 32);
  UNPROTECT(1);
  return found;
}

SEXP C_evidence_level_of_two(SEXP error)
{
  const R_xlen_t n = XLENGTH(error);
  const double *a = numbers_of_rows(error, n);
  SEXP found = PROTECT(Rf_allocVector(REALSXP, n));
  for (R_xlen_t i = 0; i < n; i++) REAL(found)[i] = evidence_level_of_two_t(a[i]);
  UNPROTECT(1);
  return found;
}

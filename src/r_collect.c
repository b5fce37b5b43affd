/* The finished games of a study as tables, in the order of cells and then of
 * replications. A kind of table says how many rows a game has and how to fill
 * one; cell and replication come first in each. */
#include "r_glue.h"

static int cells_of(const study *s) { return s->plan.problem_count * s->plan.policy_count; }

/* A replication counts once all its cells are done. */
static bool replication_is_done(const study *s, int64_t r)
{
  for (int cell = 0; cell < cells_of(s); cell++)
    if (!s->done[r * cells_of(s) + cell]) return false;
  return true;
}

/* Walks the finished games cell by cell, then replication by replication. */
typedef struct walk {
  const study *study;
  int cell;
  int64_t r;
  const record *record;
  int replication;
} walk;

static walk walk_start(const study *s) { return (walk){s, 0, -1, NULL, 0}; }

static bool walk_next(walk *w)
{
  const study *s = w->study;
  for (w->r++; w->cell < cells_of(s); w->cell++, w->r = 0) {
    for (; w->r < s->plan.replications; w->r++) {
      if (!replication_is_done(s, w->r)) continue;
      w->record = &s->records[w->r * cells_of(s) + w->cell];
      w->replication = (int)(s->plan.first_replication + w->r);
      return true;
    }
  }
  return false;
}

/* --- the kinds of tables ---------------------------------------------------- */

enum { MOST_COLUMNS = 9 };

typedef struct table_kind {
  int count;
  glue_column columns[MOST_COLUMNS];
  size_t (*rows)(const record *r);
  void (*fill)(SEXP table, R_xlen_t at, const record *r, size_t i);
} table_kind;

static void put_real(SEXP table, int column, R_xlen_t at, double value)
{
  REAL(VECTOR_ELT(table, column))[at] = value;
}

static void put_int(SEXP table, int column, R_xlen_t at, int value)
{
  INTEGER(VECTOR_ELT(table, column))[at] = value;
}

static size_t regret_rows(const record *r) { return (size_t)r->count; }

static void fill_regret(SEXP table, R_xlen_t at, const record *r, size_t i)
{
  const checkpoint_row *row = &r->rows[i];
  put_real(table, 2, at, (double)r->rounds[i]);
  put_real(table, 3, at, row->pulls);
  put_real(table, 4, at, row->reward);
  put_real(table, 5, at, row->benchmark);
  put_real(table, 6, at, row->regret);
  put_real(table, 7, at, row->penalty);
  put_real(table, 8, at, row->unfairness);
}

static size_t arm_rows(const record *r) { return r->arms.count; }

static void fill_arms(SEXP table, R_xlen_t at, const record *r, size_t i)
{
  const arm_row *row = (const arm_row *)r->arms.items + i;
  put_int(table, 2, at, row->arm + 1);
  put_int(table, 3, at, row->wait);
  put_real(table, 4, at, row->pulls);
  put_real(table, 5, at, ISNAN(row->mean) ? NA_REAL : row->mean);
  put_real(table, 6, at, row->pulls > 0 ? row->estimate : NA_REAL);
}

static size_t exit_rows(const record *r) { return r->exits.count; }

static void fill_exits(SEXP table, R_xlen_t at, const record *r, size_t i)
{
  const exit_row *row = (const exit_row *)r->exits.items + i;
  put_int(table, 2, at, row->arm + 1);
  put_real(table, 3, at, row->round);
  put_int(table, 4, at, (int)row->cause);
}

static size_t choice_rows(const record *r) { return r->choices.count; }

static void fill_choices(SEXP table, R_xlen_t at, const record *r, size_t i)
{
  const choice_row *row = (const choice_row *)r->choices.items + i;
  put_real(table, 2, at, row->round);
  put_int(table, 3, at, row->arm + 1);
  put_int(table, 4, at, row->wait);
  put_real(table, 5, at, row->reward);
  put_real(table, 6, at, row->observed);
  put_real(table, 7, at, row->cost);
}

#define GAME \
  {"cell", INTSXP}, { "rep", INTSXP }

/* clang-format off */
static const table_kind kinds[] = {
    {9, {GAME, {"round", REALSXP}, {"pulls", REALSXP}, {"reward", REALSXP}, {"benchmark", REALSXP},
         {"regret", REALSXP}, {"penalty", REALSXP}, {"unfairness", REALSXP}}, regret_rows, fill_regret},
    {7, {GAME, {"arm", INTSXP}, {"wait", INTSXP}, {"pulls", REALSXP}, {"mean", REALSXP},
         {"estimate", REALSXP}}, arm_rows, fill_arms},
    {5, {GAME, {"arm", INTSXP}, {"round", REALSXP}, {"cause", INTSXP}}, exit_rows, fill_exits},
    {8, {GAME, {"round", REALSXP}, {"arm", INTSXP}, {"wait", INTSXP}, {"reward", REALSXP},
         {"observed", REALSXP}, {"cost", REALSXP}}, choice_rows, fill_choices},
};
/* clang-format on */

static SEXP collect(const study *s, const table_kind *kind)
{
  R_xlen_t rows = 0, at = 0;
  for (walk w = walk_start(s); walk_next(&w);) rows += (R_xlen_t)kind->rows(w.record);
  SEXP table = PROTECT(glue_table(kind->columns, kind->count, rows));
  for (walk w = walk_start(s); walk_next(&w);) {
    for (size_t i = 0; i < kind->rows(w.record); i++, at++) {
      put_int(table, 0, at, w.cell + 1);
      put_int(table, 1, at, w.replication);
      kind->fill(table, at, w.record, i);
    }
  }
  UNPROTECT(1);
  return table;
}

void glue_collect(const study *s, SEXP tables)
{
  for (int i = 0; i < (int)(sizeof kinds / sizeof kinds[0]); i++)
    SET_VECTOR_ELT(tables, i, collect(s, &kinds[i]));
}

/* The finished games of a study as tables, in the order of cells and then of
 * replications: a column `cell`, a column `rep`, and what the game left. */
#include "r_glue.h"
#include <string.h>

static int cells_of(const study *s) { return s->plan.problem_count * s->plan.policy_count; }

static const problem *problem_of(const study *s, int cell)
{
  return &s->plan.problems[cell / s->plan.policy_count];
}

/* A replication counts once all its cells are done. */
bool glue_replication_is_done(const study *s, int64_t r)
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
      if (!glue_replication_is_done(s, w->r)) continue;
      w->record = &s->records[w->r * cells_of(s) + w->cell];
      w->replication = (int)(s->plan.first_replication + w->r);
      return true;
    }
  }
  return false;
}

static double *reals(SEXP table, int column) { return REAL(VECTOR_ELT(table, column)); }
static int *integers(SEXP table, int column) { return INTEGER(VECTOR_ELT(table, column)); }
static double or_missing(double x) { return ISNAN(x) ? NA_REAL : x; }

/* --- regret: what the traits add goes by the names they give ----------------- */

static int find_column(const glue_column *columns, int count, const char *name)
{
  for (int i = 0; i < count; i++)
    if (strcmp(columns[i].name, name) == 0) return i;
  return -1;
}

int glue_regret_columns(const study *s, glue_column *columns)
{
  static const glue_column plain[] = {{"cell", INTSXP},       {"rep", INTSXP},      {"round", REALSXP},
                                      {"pulls", REALSXP},     {"optimal", REALSXP}, {"reward", REALSXP},
                                      {"benchmark", REALSXP}, {"regret", REALSXP}};
  int count = sizeof plain / sizeof plain[0];
  memcpy(columns, plain, sizeof plain);
  for (int i = 0; i < s->plan.problem_count; i++) {
    const problem *p = &s->plan.problems[i];
    for (int j = 0; j < p->figure_count; j++)
      if (find_column(columns, count, p->figure[j]) < 0 && count < GLUE_MOST_COLUMNS)
        columns[count++] = (glue_column){p->figure[j], REALSXP};
  }
  return count;
}

/* One column of one game: from every `width`-th number, or missing. */
static void put_figure(double *to, const record *r, int figure)
{
  for (int i = 0; i < r->count; i++)
    to[i] = figure < 0 ? NA_REAL : or_missing(r->rows[(size_t)i * (size_t)r->width + (size_t)figure]);
}

int glue_figure_of(const problem *p, const char *name)
{
  for (int i = 0; i < p->figure_count; i++)
    if (strcmp(p->figure[i], name) == 0) return PLAIN_FIGURES + i;
  return -1;
}

static void fill_regret(SEXP table, const glue_column *columns, int count, R_xlen_t at, const walk *w)
{
  const record *r = w->record;
  for (int i = 0; i < r->count; i++) {
    integers(table, 0)[at + i] = w->cell + 1;
    integers(table, 1)[at + i] = w->replication;
    reals(table, 2)[at + i] = (double)r->rounds[i];
  }
  for (int c = 3; c < count; c++) {
    const bool plain = c < 3 + PLAIN_FIGURES;
    const int figure = plain ? c - 3 : glue_figure_of(problem_of(w->study, w->cell), columns[c].name);
    put_figure(reals(table, c) + at, r, figure);
  }
}

static SEXP collect_regret(const study *s)
{
  glue_column columns[GLUE_MOST_COLUMNS];
  const int count = glue_regret_columns(s, columns);
  R_xlen_t rows = 0, at = 0;
  for (walk w = walk_start(s); walk_next(&w);) rows += w.record->count;
  SEXP table = PROTECT(glue_table(columns, count, rows));
  for (walk w = walk_start(s); walk_next(&w); at += w.record->count)
    fill_regret(table, columns, count, at, &w);
  UNPROTECT(1);
  return table;
}

/* --- the tables whose rows are kept one by one ------------------------------- */

typedef struct table_kind {
  int count;
  glue_column columns[8];
  const growable *(*rows)(const record *r);
  void (*fill)(SEXP table, R_xlen_t at, const void *row);
} table_kind;

static const growable *arm_rows(const record *r) { return &r->arms; }

static void fill_arm(SEXP table, R_xlen_t at, const void *given)
{
  const arm_row *row = given;
  integers(table, 2)[at] = (int)row->number + 1;
  integers(table, 3)[at] = row->wait;
  reals(table, 4)[at] = row->pulls;
  reals(table, 5)[at] = or_missing(row->mean);
  reals(table, 6)[at] = or_missing(row->estimate);
  reals(table, 7)[at] = or_missing(row->figure);
}

static const growable *exit_rows(const record *r) { return &r->exits; }

static void fill_exit(SEXP table, R_xlen_t at, const void *given)
{
  const exit_row *row = given;
  integers(table, 2)[at] = (int)row->number + 1;
  reals(table, 3)[at] = row->round;
  integers(table, 4)[at] = (int)row->cause;
}

static const growable *choice_rows(const record *r) { return &r->choices; }

static void fill_choice(SEXP table, R_xlen_t at, const void *given)
{
  const choice_row *row = given;
  reals(table, 2)[at] = row->round;
  integers(table, 3)[at] = (int)row->number + 1;
  integers(table, 4)[at] = row->wait;
  reals(table, 5)[at] = row->reward;
  reals(table, 6)[at] = row->observed;
  reals(table, 7)[at] = row->cost;
}

#define GAME \
  {"cell", INTSXP}, { "rep", INTSXP }

/* clang-format off */
static const table_kind arm_kind = {
    8, {GAME, {"arm", INTSXP}, {"wait", INTSXP}, {"pulls", REALSXP}, {"mean", REALSXP},
        {"estimate", REALSXP}, {"figure", REALSXP}}, arm_rows, fill_arm};
static const table_kind exit_kind = {
    5, {GAME, {"arm", INTSXP}, {"round", REALSXP}, {"cause", INTSXP}}, exit_rows, fill_exit};
static const table_kind choice_kind = {
    8, {GAME, {"round", REALSXP}, {"arm", INTSXP}, {"wait", INTSXP}, {"reward", REALSXP},
        {"observed", REALSXP}, {"cost", REALSXP}}, choice_rows, fill_choice};
/* clang-format on */

static SEXP collect(const study *s, const table_kind *kind)
{
  R_xlen_t rows = 0, at = 0;
  for (walk w = walk_start(s); walk_next(&w);) rows += (R_xlen_t)kind->rows(w.record)->count;
  SEXP table = PROTECT(glue_table(kind->columns, kind->count, rows));
  for (walk w = walk_start(s); walk_next(&w);) {
    const growable *kept = kind->rows(w.record);
    for (size_t i = 0; i < kept->count; i++, at++) {
      integers(table, 0)[at] = w.cell + 1;
      integers(table, 1)[at] = w.replication;
      kind->fill(table, at, (const char *)kept->items + i * kept->size);
    }
  }
  UNPROTECT(1);
  return table;
}

/* A column of pulls() that a trait adds has the name it gives; without one
 * there is no such column. */
static SEXP collect_arms(const study *s)
{
  const char *name = NULL;
  for (int i = 0; i < s->plan.problem_count; i++) {
    const problem *p = &s->plan.problems[i];
    if (p->arm_judge >= 0) name = p->traits[p->arm_judge].type->arm_figure;
  }
  SEXP table = PROTECT(collect(s, &arm_kind));
  SEXP names = Rf_getAttrib(table, R_NamesSymbol);
  SET_STRING_ELT(names, 7, name ? Rf_mkChar(name) : R_BlankString);
  UNPROTECT(1);
  return table;
}

void glue_collect(const study *s, SEXP tables)
{
  SET_VECTOR_ELT(tables, 0, collect_regret(s));
  SET_VECTOR_ELT(tables, 1, collect_arms(s));
  SET_VECTOR_ELT(tables, 2, collect(s, &exit_kind));
  SET_VECTOR_ELT(tables, 3, collect(s, &choice_kind));
}

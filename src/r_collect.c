/* The finished games of a study as tables, in the order of cells and then of
 * replications: a column `cell`, a column `rep`, and what the game left. R makes
 * the columns; several threads fill them, which know addresses only. */
#include "core/parallel.h"
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

static double or_missing(double x) { return ISNAN(x) ? NA_REAL : x; }

/* --- filling ---------------------------------------------------------------- */

typedef struct filling filling;
typedef struct filled_table filled_table;

/* Where the numbers of each column stand: one of the two is NULL. */
typedef struct column {
  int *integer;
  double *real;
} column;

struct filled_table {
  R_xlen_t (*rows)(const filling *f, const record *r);
  void (*fill)(const filling *f, const walk *w, R_xlen_t at);
};

struct filling {
  const filled_table *table;
  const void *with; /* what the table is made by */
  const study *study;
  const glue_column *columns;
  int count, parts;
  R_xlen_t rows;
  column to[GLUE_MOST_COLUMNS];
};

/* The games whose rows begin in this part of the table. */
static void fill_part(const void *given, int part)
{
  const filling *f = given;
  R_xlen_t at = 0;
  for (walk w = walk_start(f->study); walk_next(&w); at += f->table->rows(f, w.record))
    if (at < f->rows && at * f->parts / f->rows == part) f->table->fill(f, &w, at);
}

static SEXP fill_table(filling *f)
{
  enum { WORTH_A_THREAD = 100000 };
  for (walk w = walk_start(f->study); walk_next(&w);) f->rows += f->table->rows(f, w.record);
  SEXP table = PROTECT(glue_table(f->columns, f->count, f->rows));
  for (int i = 0; i < f->count; i++) {
    SEXP x = VECTOR_ELT(table, i);
    f->to[i] = TYPEOF(x) == INTSXP ? (column){INTEGER(x), NULL} : (column){NULL, REAL(x)};
  }
  f->parts = f->rows < WORTH_A_THREAD ? 1 : f->study->plan.threads;
  parallel_run(f->parts, fill_part, f);
  UNPROTECT(1);
  return table;
}

static void put_game(const filling *f, const walk *w, R_xlen_t at, R_xlen_t count)
{
  for (R_xlen_t i = at; i < at + count; i++) {
    f->to[0].integer[i] = w->cell + 1;
    f->to[1].integer[i] = w->replication;
  }
}

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

static R_xlen_t regret_rows(const filling *f, const record *r)
{
  (void)f;
  return r->count;
}

static void fill_regret(const filling *f, const walk *w, R_xlen_t at)
{
  const record *r = w->record;
  put_game(f, w, at, r->count);
  for (int i = 0; i < r->count; i++) f->to[2].real[at + i] = (double)r->rounds[i];
  for (int c = 3; c < f->count; c++) {
    const bool plain = c < 3 + PLAIN_FIGURES;
    const int figure = plain ? c - 3 : glue_figure_of(problem_of(w->study, w->cell), f->columns[c].name);
    put_figure(f->to[c].real + at, r, figure);
  }
}

static SEXP collect_regret(const study *s)
{
  static const filled_table regret = {regret_rows, fill_regret};
  glue_column columns[GLUE_MOST_COLUMNS];
  filling f = {.table = &regret, .study = s, .columns = columns, .count = glue_regret_columns(s, columns)};
  return fill_table(&f);
}

/* --- the tables whose rows are kept one by one ------------------------------- */

typedef struct table_kind {
  int count;
  glue_column columns[8];
  const growable *(*rows)(const record *r);
  void (*fill)(const column *to, R_xlen_t at, const void *row);
} table_kind;

static const growable *arm_rows(const record *r) { return &r->arms; }

static void fill_arm(const column *to, R_xlen_t at, const void *given)
{
  const arm_row *row = given;
  to[2].integer[at] = (int)row->number + 1;
  to[3].integer[at] = row->wait;
  to[4].real[at] = row->pulls;
  to[5].real[at] = or_missing(row->mean);
  to[6].real[at] = or_missing(row->estimate);
  to[7].real[at] = or_missing(row->figure);
}

static const growable *exit_rows(const record *r) { return &r->exits; }

static void fill_exit(const column *to, R_xlen_t at, const void *given)
{
  const exit_row *row = given;
  to[2].integer[at] = (int)row->number + 1;
  to[3].real[at] = row->round;
  to[4].integer[at] = (int)row->cause;
}

static const growable *choice_rows(const record *r) { return &r->choices; }

static void fill_choice(const column *to, R_xlen_t at, const void *given)
{
  const choice_row *row = given;
  to[2].real[at] = row->round;
  to[3].integer[at] = (int)row->number + 1;
  to[4].integer[at] = row->wait;
  to[5].real[at] = row->reward;
  to[6].real[at] = row->observed;
  to[7].real[at] = row->cost;
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

static const growable *kept_of(const filling *f, const record *r)
{
  return ((const table_kind *)f->with)->rows(r);
}

static R_xlen_t kept_rows(const filling *f, const record *r) { return (R_xlen_t)kept_of(f, r)->count; }

static void fill_kept(const filling *f, const walk *w, R_xlen_t at)
{
  const growable *kept = kept_of(f, w->record);
  const table_kind *kind = f->with;
  put_game(f, w, at, (R_xlen_t)kept->count);
  for (size_t i = 0; i < kept->count; i++)
    kind->fill(f->to, at + (R_xlen_t)i, (const char *)kept->items + i * kept->size);
}

static SEXP collect(const study *s, const table_kind *kind)
{
  static const filled_table kept = {kept_rows, fill_kept};
  filling f = {.table = &kept, .with = kind, .study = s, .columns = kind->columns, .count = kind->count};
  return fill_table(&f);
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

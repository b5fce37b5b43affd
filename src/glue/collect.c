/* Rows that the finished games of a study left: arms, exits, choices, stops. Rows
 * come in the order of cells and then of replications; the first element of a
 * table says how many rows each cell has, the second is the column `rep`. R makes
 * the columns; several threads fill them, which know addresses only. */
#include "../base/parallel.h"
#include "figures.h"
#include <limits.h>

static int cells_of(const study *s) { return s->plan.problem_count * s->plan.policy_count; }

/* By replication, found once: it is asked for in every cell. */
static const unsigned char *find_done(const study *s)
{
  unsigned char *done = (unsigned char *)R_alloc((size_t)s->plan.replications, 1);
  for (int64_t r = 0; r < s->plan.replications; r++) done[r] = study_is_done(s, r);
  return done;
}

/* Walks the finished games cell by cell, then replication by replication. */
typedef struct walk {
  const study *study;
  const unsigned char *done;
  int cell;
  int64_t r;
  const record *record;
  int replication;
} walk;

static walk walk_start(const study *s, const unsigned char *done) { return (walk){s, done, 0, -1, NULL, 0}; }

static bool walk_next(walk *w)
{
  const study *s = w->study;
  for (w->r++; w->cell < cells_of(s); w->cell++, w->r = 0) {
    for (; w->r < s->plan.replications; w->r++) {
      if (!w->done[w->r]) continue;
      w->record = &s->records[w->r * cells_of(s) + w->cell];
      w->replication = (int)(s->plan.first_replication + w->r);
      return true;
    }
  }
  return false;
}

/* --- the tables ------------------------------------------------------------------ */

/* Place of the numbers of each column: one of the two is NULL. */
typedef struct column {
  int *integer;
  double *real;
} column;

enum { MOST_COLUMNS = 4 + SCORE_NUMBERS };

typedef struct table_kind {
  int count;
  glue_column columns[MOST_COLUMNS];
  const growable *(*rows)(const record *r);
  void (*fill)(const column *to, R_xlen_t at, const void *row);
} table_kind;

static const growable *arm_rows(const record *r) { return &r->arms; }

static void fill_arm(const column *to, R_xlen_t at, const void *given)
{
  const arm_row *row = given;
  to[2].integer[at] = (int)row->number + 1;
  to[3].integer[at] = row->wait;
  for (int i = 0; i < ARM_NUMBERS; i++) to[4 + i].real[at] = ISNAN(row->value[i]) ? NA_REAL : row->value[i];
}

static const growable *exit_rows(const record *r) { return &r->exits; }

static void fill_exit(const column *to, R_xlen_t at, const void *given)
{
  const exit_row *row = given;
  to[2].integer[at] = (int)row->number + 1;
  to[3].real[at] = row->round;
  to[4].integer[at] = (int)row->cause;
  to[5].integer[at] = row->rule < 0 ? NA_INTEGER : row->rule + 1;
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
  to[8].real[at] = ISNAN(row->chance) ? NA_REAL : row->chance;
  if (to[10].real) {
    to[10].real[at] = ISNAN(row->time) ? NA_REAL : row->time;
    to[11].integer[at] = row->ended < 0 ? NA_LOGICAL : row->ended;
  }
  to[9].real[at] = row->later == NEVER_SHOWN ? NA_REAL
                   : row->later == INT_MAX   ? R_PosInf
                                             : row->round + row->cost - 1 + row->later;
}

static const growable *score_rows(const record *r) { return &r->scores; }

static void fill_score(const column *to, R_xlen_t at, const void *given)
{
  const score_row *row = given;
  to[2].real[at] = row->round;
  to[3].integer[at] = (int)row->number + 1;
  for (int i = 0; i < SCORE_NUMBERS; i++) to[4 + i].real[at] = ISNAN(row->value[i]) ? NA_REAL : row->value[i];
}

static const growable *pair_rows(const record *r) { return &r->pairs; }

static void fill_pair(const column *to, R_xlen_t at, const void *given)
{
  const pair_row *row = given;
  to[2].real[at] = row->round;
  to[3].integer[at] = (int)row->number + 1;
  to[4].integer[at] = (int)row->other + 1;
  to[5].real[at] = ISNAN(row->comoment) ? NA_REAL : row->comoment;
}

static const growable *prospect_rows(const record *r) { return &r->prospects; }
static const growable *context_rows(const record *r) { return &r->contexts; }

static void fill_prospect(const column *to, R_xlen_t at, const void *given)
{
  const prospect_row *row = given;
  to[2].real[at] = row->round;
  to[3].integer[at] = (int)row->number + 1;
  to[4].real[at] = ISNAN(row->value) ? NA_REAL : row->value;
}

static const growable *stop_rows(const record *r) { return &r->stops; }

static void fill_stop(const column *to, R_xlen_t at, const void *given)
{
  const stop_row *row = given;
  to[2].real[at] = row->round;
  to[3].integer[at] = row->number < 0 ? NA_INTEGER : (int)row->number + 1;
  to[4].real[at] = row->plays;
  to[5].integer[at] = row->reason + 1;
  to[6].real[at] = ISNAN(row->simple_regret) ? NA_REAL : row->simple_regret;
  to[7].real[at] = ISNAN(row->events) ? NA_REAL : row->events;
}

#define GAME \
  {"rows", REALSXP}, { "rep", INTSXP }

/* clang-format off */
static const table_kind arm_kind = {
    9, {GAME, {"arm", INTSXP}, {"wait", INTSXP}, {"pulls", REALSXP}, {"mean", REALSXP},
        {"estimate", REALSXP}, {"shown", REALSXP}, {"figure", REALSXP}}, arm_rows, fill_arm};
static const table_kind exit_kind = {
    6, {GAME, {"arm", INTSXP}, {"round", REALSXP}, {"cause", INTSXP}, {"rule", INTSXP}}, exit_rows, fill_exit};
static const table_kind choice_kind = {
    12, {GAME, {"round", REALSXP}, {"arm", INTSXP}, {"wait", INTSXP}, {"reward", REALSXP},
         {"observed", REALSXP}, {"cost", REALSXP}, {"propensity", REALSXP}, {"shown", REALSXP},
         {"time", REALSXP}, {"event", LGLSXP}}, choice_rows, fill_choice};
static const table_kind stop_kind = {
    8, {GAME, {"round", REALSXP}, {"arm", INTSXP}, {"plays", REALSXP}, {"reason", INTSXP},
        {"simple_regret", REALSXP}, {"events", REALSXP}}, stop_rows, fill_stop};
#define SUMS(weights) \
  {"weight_" weights, REALSXP}, {"score_" weights, REALSXP}, {"weight2_" weights, REALSXP}, \
  {"score2_" weights, REALSXP}, {"deviations_" weights, REALSXP}, {"reach_" weights, REALSXP}, \
  {"reach2_" weights, REALSXP}
static const table_kind score_kind = {
    4 + SCORE_NUMBERS, {GAME, {"round", REALSXP}, {"arm", INTSXP}, {"pulls", REALSXP}, {"mean", REALSXP},
                        {"deviations", REALSXP}, {"first", REALSXP}, {"apart", REALSXP}, {"lean", REALSXP}, SUMS("uniform"), SUMS("constant"), SUMS("two_point")},
    score_rows, fill_score};
static const table_kind pair_kind = {
    6, {GAME, {"round", REALSXP}, {"arm", INTSXP}, {"other", INTSXP}, {"comoment", REALSXP}}, pair_rows, fill_pair};
static const table_kind prospect_kind = {
    5, {GAME, {"round", REALSXP}, {"arm", INTSXP}, {"propensity", REALSXP}}, prospect_rows, fill_prospect};
static const table_kind context_kind = {
    5, {GAME, {"round", REALSXP}, {"coordinate", INTSXP}, {"value", REALSXP}}, context_rows, fill_prospect};
/* clang-format on */

/* --- filling --------------------------------------------------------------------- */

typedef struct filling {
  const table_kind *kind;
  const study *study;
  const unsigned char *done;
  int parts;
  R_xlen_t rows;
  column to[MOST_COLUMNS];
} filling;

static void fill_game(const filling *f, const walk *w, R_xlen_t at)
{
  const growable *kept = f->kind->rows(w->record);
  for (size_t i = 0; i < kept->count; i++, at++) {
    f->to[1].integer[at] = w->replication;
    f->kind->fill(f->to, at, (const char *)kept->items + i * kept->size);
  }
}

/* The games whose rows begin in this part of the table. */
static void fill_part(const void *given, int part)
{
  const filling *f = given;
  R_xlen_t at = 0;
  for (walk w = walk_start(f->study, f->done); walk_next(&w); at += (R_xlen_t)f->kind->rows(w.record)->count)
    if (at < f->rows && at * f->parts / f->rows == part) fill_game(f, &w, at);
}

static SEXP count_rows(filling *f)
{
  SEXP rows = PROTECT(Rf_allocVector(REALSXP, cells_of(f->study)));
  for (int cell = 0; cell < cells_of(f->study); cell++) REAL(rows)[cell] = 0;
  for (walk w = walk_start(f->study, f->done); walk_next(&w);)
    REAL(rows)[w.cell] += (double)f->kind->rows(w.record)->count;
  for (int cell = 0; cell < cells_of(f->study); cell++) f->rows += (R_xlen_t)REAL(rows)[cell];
  UNPROTECT(1);
  return rows;
}

static SEXP collect(const study *s, const unsigned char *done, const table_kind *kind)
{
  enum { WORTH_A_THREAD = 100000 };
  filling f = {.kind = kind, .study = s, .done = done};
  SEXP rows = PROTECT(count_rows(&f));
  SEXP table = PROTECT(glue_table(kind->columns, kind->count, f.rows));
  SET_VECTOR_ELT(table, 0, rows);
  for (int i = 1; i < kind->count; i++) {
    SEXP x = VECTOR_ELT(table, i);
    f.to[i] = TYPEOF(x) == REALSXP  ? (column){NULL, REAL(x)}
              : TYPEOF(x) == LGLSXP ? (column){LOGICAL(x), NULL}
                                    : (column){INTEGER(x), NULL};
  }
  f.parts = f.rows < WORTH_A_THREAD ? 1 : s->plan.threads;
  parallel_run(f.parts, fill_part, &f);
  UNPROTECT(2);
  return table;
}

/* A column of pulls() that a trait adds has the name it gives; without one, and of outcomes shown where all
 * are at once, there is no such column. */
static SEXP collect_arm_rows(const study *s, const unsigned char *done)
{
  const char *name = glue_arm_figure(&s->plan);
  SEXP table = PROTECT(collect(s, done, &arm_kind));
  SEXP names = Rf_getAttrib(table, R_NamesSymbol);
  if (!glue_is_late(&s->plan)) SET_STRING_ELT(names, 4 + ARM_SHOWN, R_BlankString);
  SET_STRING_ELT(names, 4 + ARM_FIGURE, name ? Rf_mkChar(name) : R_BlankString);
  UNPROTECT(1);
  return table;
}

SEXP glue_collect_scores(const study *s) { return collect(s, find_done(s), &score_kind); }

SEXP glue_collect_pairs(const study *s) { return collect(s, find_done(s), &pair_kind); }

void glue_collect(const study_handle *h, SEXP tables)
{
  const unsigned char *done = find_done(&h->study);
  SET_VECTOR_ELT(tables, 0, glue_collect_figures(h));
  SET_VECTOR_ELT(tables, 1, h->arms == R_NilValue ? collect_arm_rows(&h->study, done) : glue_collect_arms(h));
  SET_VECTOR_ELT(tables, 2, collect(&h->study, done, &exit_kind));
  table_kind of_choices = choice_kind;
  if (!glue_is_late(&h->study.plan)) of_choices.count -= 2; /* no patients arrive */
  SET_VECTOR_ELT(tables, 3, collect(&h->study, done, &of_choices));
  SET_VECTOR_ELT(tables, 4, collect(&h->study, done, &stop_kind));
  SET_VECTOR_ELT(tables, 5, collect(&h->study, done, &score_kind));
  SET_VECTOR_ELT(tables, 6, collect(&h->study, done, &prospect_kind));
  SET_VECTOR_ELT(tables, 7, collect(&h->study, done, &context_kind));
  SET_VECTOR_ELT(tables, 8, collect(&h->study, done, &pair_kind));
}

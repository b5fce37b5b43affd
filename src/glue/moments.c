/* Slots: first those of games, numbered by bandit, policy, figure, checkpoint;
 * then those of pairs of policies, by bandit, pair (the later policy less the
 * earlier one; (2, 1), (3, 1), (3, 2), (4, 1) and so on), figure, checkpoint. */
#include "moments.h"
#include "../study/moments.h"
#include "figures.h"
#include <R_ext/Utils.h>
#include <math.h>
#include <stdlib.h>

static void finalize_moments(SEXP pointer)
{
  moments *m = R_ExternalPtrAddr(pointer);
  R_ClearExternalPtr(pointer);
  if (m) moments_free(m);
  free(m);
}

static moments *moments_of(SEXP pointer)
{
  moments *m = TYPEOF(pointer) == EXTPTRSXP ? R_ExternalPtrAddr(pointer) : NULL;
  if (!m) glue_bug("the moments are no longer there");
  return m;
}

static void must_have_memory(status s)
{
  if (s.code) Rf_error("There is not enough memory for the moments.");
}

SEXP C_moments_new(SEXP slots, SEXP sketched)
{
  const size_t all = (size_t)glue_whole(slots, "slots", 1, 1e12);
  moments *m = calloc(1, sizeof *m);
  if (!m) must_have_memory(status_no_memory());
  SEXP pointer = PROTECT(glue_handle(m, R_NilValue, finalize_moments));
  must_have_memory(moments_open(m, all, (size_t)glue_whole(sketched, "sketches", 0, (double)all)));
  UNPROTECT(1);
  return pointer;
}

/* --- from games ------------------------------------------------------------------ */

typedef struct layout {
  const study *study;
  const char *figure[GLUE_MOST_FIGURES];
  int figure_count;
  size_t block; /* numbers a game has: figures x checkpoints */
} layout;

/* Numbers of arms have no mean: in their place stands whether it is the best. */
static void fill_game(const layout *l, int cell, const record *r, double *to)
{
  const problem *p = &l->study->plan.problems[cell / l->study->plan.policy_count];
  for (int f = 0; f < l->figure_count; f++, to += r->count) {
    const int at = f == FIGURE_ARM     ? FIGURE_SIMPLE_REGRET
                   : f < PLAIN_FIGURES ? f
                                       : glue_figure_of(p, l->figure[f]);
    for (int k = 0; k < r->count; k++) to[k] = at < 0 ? NAN : r->figures[at][r->at + (size_t)k];
    for (int k = 0; f == FIGURE_ARM && k < r->count; k++) to[k] = isnan(to[k]) ? NAN : to[k] == 0;
  }
}

static double *fill_pairs(const layout *l, const double *games, double *to)
{
  for (int later = 1; later < l->study->plan.policy_count; later++)
    for (int earlier = 0; earlier < later; earlier++)
      for (size_t i = 0; i < l->block; i++)
        *to++ = games[(size_t)later * l->block + i] - games[(size_t)earlier * l->block + i];
  return to;
}

static status add_replication(moments *m, const layout *l, int64_t r)
{
  const study_plan *plan = &l->study->plan;
  const int cells = plan->problem_count * plan->policy_count;
  double *values = moments_values(m);
  if (!values) return status_no_memory();
  for (int cell = 0; cell < cells; cell++)
    fill_game(l, cell, &l->study->records[r * cells + cell], values + (size_t)cell * l->block);
  double *pairs = values + m->sketched;
  for (int b = 0; b < plan->problem_count; b++)
    pairs = fill_pairs(l, values + (size_t)b * (size_t)plan->policy_count * l->block, pairs);
  status s = status_ok;
  for (size_t i = 0; i < m->sketched && !s.code; i++) s = sketch_add(&m->sketches[i], values[i]);
  const status put = moments_put(m, 0, plan->first_replication - 1 + r, values);
  return s.code ? s : put;
}

static void check_layout(const moments *m, const layout *l)
{
  const size_t policies = (size_t)l->study->plan.policy_count,
               problems = (size_t)l->study->plan.problem_count;
  const size_t games = problems * policies * l->block,
               pairs = problems * (policies * (policies - 1) / 2) * l->block;
  if (m->sketched != games || m->slots != games + pairs) glue_bug("the moments are of another study");
}

SEXP C_study_figures(SEXP given)
{
  const char *figure[GLUE_MOST_FIGURES];
  const int count = glue_figure_names(&glue_study(given)->plan, figure);
  SEXP names = PROTECT(Rf_allocVector(STRSXP, count));
  for (int i = 0; i < count; i++)
    SET_STRING_ELT(names, i, Rf_mkChar(i == FIGURE_ARM ? "correct" : figure[i]));
  UNPROTECT(1);
  return names;
}

/* list(failure, scores, pairs): what went wrong, and the rows of the scores, if they are kept. */
SEXP C_moments_play(SEXP handle, SEXP given)
{
  static const glue_column parts[] = {{"failure", INTSXP}, {"scores", INTSXP}, {"pairs", INTSXP}};
  study *s = &glue_study_ended(given)->study;
  layout l = {.study = s};
  l.figure_count = glue_figure_names(&s->plan, l.figure);
  l.block = (size_t)l.figure_count * (size_t)s->plan.round_count;
  moments *m = moments_of(handle);
  check_layout(m, &l);
  for (int64_t r = 0; r < s->plan.replications; r++)
    if (study_is_done(s, r)) must_have_memory(add_replication(m, &l, r));
  SEXP result = PROTECT(glue_table(parts, 3, 0));
  SET_VECTOR_ELT(result, 0, glue_study_failure(s));
  SET_VECTOR_ELT(result, 1, s->plan.keep_scores ? glue_collect_scores(s) : R_NilValue);
  SET_VECTOR_ELT(result, 2, s->plan.keep_scores ? glue_collect_pairs(s) : R_NilValue);
  glue_study_free(given); /* unless it is left behind */
  UNPROTECT(1);
  return result;
}

/* --- from tables and to tables ------------------------------------------------------ */

static const double *reals_of(SEXP table, const char *name, R_xlen_t rows)
{
  SEXP column = glue_element(table, name);
  if (TYPEOF(column) != REALSXP || XLENGTH(column) != rows) glue_bug("a table of moments lacks a column");
  return REAL(column);
}

static const int *integers_of(SEXP table, const char *name, R_xlen_t rows)
{
  SEXP column = glue_element(table, name);
  if (TYPEOF(column) != INTSXP || XLENGTH(column) != rows) glue_bug("a table of moments lacks a column");
  return INTEGER(column);
}

static size_t slot_below(int slot, size_t end)
{
  if (slot < 1 || (size_t)slot > end) glue_bug("a slot of moments is out of range");
  return (size_t)slot - 1;
}

static void add_nodes(moments *m, SEXP table)
{
  const R_xlen_t rows = XLENGTH(glue_element(table, "slot"));
  const int *slot = integers_of(table, "slot", rows), *level = integers_of(table, "level", rows);
  const double *index = reals_of(table, "index", rows), *mean = reals_of(table, "mean", rows),
               *squares = reals_of(table, "squares", rows);
  for (R_xlen_t i = 0; i < rows;) {
    const R_xlen_t first = i;
    if (level[i] < 0 || level[i] > 31 || !(index[i] >= 0 && index[i] < 4294967296.0))
      glue_bug("a node is out of range");
    for (; i < rows && level[i] == level[first] && index[i] == index[first]; i++)
      (void)slot_below(slot[i], m->slots);
    double *values = moments_values(m);
    if (!values) must_have_memory(status_no_memory());
    for (R_xlen_t j = first; j < i; j++) {
      values[slot[j] - 1] = mean[j];
      values[m->slots + (size_t)slot[j] - 1] = squares[j];
    }
    must_have_memory(moments_put(m, level[first], (int64_t)index[first], values));
  }
}

static void add_extremes(moments *m, SEXP table)
{
  const R_xlen_t rows = XLENGTH(glue_element(table, "slot"));
  const int *slot = integers_of(table, "slot", rows);
  const double *least = reals_of(table, "least", rows), *greatest = reals_of(table, "greatest", rows);
  for (R_xlen_t i = 0; i < rows; i++)
    moments_widen(&m->ranges[slot_below(slot[i], m->slots)], least[i], greatest[i]);
}

static void add_blocks(moments *m, SEXP table)
{
  const R_xlen_t rows = XLENGTH(glue_element(table, "slot"));
  const int *slot = integers_of(table, "slot", rows);
  const double *first = reals_of(table, "first", rows), *variation = reals_of(table, "variation", rows);
  for (R_xlen_t i = 0; i < rows; i++) {
    moments_range *range = &m->ranges[slot_below(slot[i], m->slots)];
    range->first = first[i];
    range->variation = variation[i];
  }
}

static void add_counts(moments *m, SEXP table)
{
  const R_xlen_t rows = XLENGTH(glue_element(table, "slot"));
  const int *slot = integers_of(table, "slot", rows), *class_number = integers_of(table, "class", rows);
  const double *count = reals_of(table, "count", rows);
  for (R_xlen_t i = 0; i < rows; i++) {
    if (class_number[i] < 0 || class_number[i] >> (SKETCH_BITS + 12)) glue_bug("a class is out of range");
    if (!(count[i] >= 1 && count[i] <= 4294967295.0)) glue_bug("a count is out of range");
    sketch *s = &m->sketches[slot_below(slot[i], m->sketched)];
    must_have_memory(sketch_add_class(s, class_number[i], (uint32_t)count[i]));
  }
}

SEXP C_moments_add(SEXP handle, SEXP tables)
{
  moments *m = moments_of(handle);
  add_extremes(m, glue_element(tables, "extremes"));
  add_blocks(m, glue_element(tables, "blocks")); /* before the nodes, which add to them */
  add_nodes(m, glue_element(tables, "nodes"));
  add_counts(m, glue_element(tables, "sketch"));
  return R_NilValue;
}

static int by_place(const void *a, const void *b)
{
  const moments_node *x = a, *y = b;
  const int64_t from = x->index << x->level, other = y->index << y->level;
  return (from > other) - (from < other);
}

/* Slots that no replication had are left out. */
static SEXP nodes_table(moments *m)
{
  static const glue_column columns[] = {
      {"level", INTSXP}, {"index", REALSXP}, {"slot", INTSXP}, {"mean", REALSXP}, {"squares", REALSXP}};
  moments_node *nodes = m->nodes.items;
  if (m->nodes.count) qsort(nodes, m->nodes.count, sizeof *nodes, by_place);
  R_xlen_t rows = 0, at = 0;
  for (size_t i = 0; i < m->nodes.count; i++)
    for (size_t j = 0; j < m->slots; j++) rows += !isnan(nodes[i].values[j]);
  SEXP table = PROTECT(glue_table(columns, 5, rows));
  for (size_t i = 0; i < m->nodes.count; i++) {
    for (size_t j = 0; j < m->slots; j++) {
      if (isnan(nodes[i].values[j])) continue;
      INTEGER(VECTOR_ELT(table, 0))[at] = nodes[i].level;
      REAL(VECTOR_ELT(table, 1))[at] = (double)nodes[i].index;
      INTEGER(VECTOR_ELT(table, 2))[at] = (int)j + 1;
      REAL(VECTOR_ELT(table, 3))[at] = nodes[i].values[j];
      REAL(VECTOR_ELT(table, 4))[at++] = nodes[i].values[m->slots + j];
    }
  }
  UNPROTECT(1);
  return table;
}

static int by_number(const void *a, const void *b)
{
  return ((const octave *)a)->number - ((const octave *)b)->number;
}

static R_xlen_t count_classes(const sketch *s)
{
  R_xlen_t classes = 0;
  for (size_t o = 0; o < s->octaves.count; o++)
    for (int c = 0; c < SKETCH_CLASSES; c++) classes += ((const octave *)s->octaves.items)[o].count[c] > 0;
  return classes;
}

static R_xlen_t fill_classes(SEXP table, R_xlen_t at, int slot, const sketch *s)
{
  for (size_t o = 0; o < s->octaves.count; o++) {
    const octave *of = (const octave *)s->octaves.items + o;
    for (int c = 0; c < SKETCH_CLASSES; c++) {
      if (of->count[c] == 0) continue;
      INTEGER(VECTOR_ELT(table, 0))[at] = slot;
      INTEGER(VECTOR_ELT(table, 1))[at] = of->number * SKETCH_CLASSES + c;
      REAL(VECTOR_ELT(table, 2))[at++] = (double)of->count[c];
    }
  }
  return at;
}

static SEXP sketch_table(moments *m)
{
  static const glue_column columns[] = {{"slot", INTSXP}, {"class", INTSXP}, {"count", REALSXP}};
  R_xlen_t rows = 0, at = 0;
  for (size_t i = 0; i < m->sketched; i++) {
    growable *octaves = &m->sketches[i].octaves;
    if (octaves->count) qsort(octaves->items, octaves->count, sizeof(octave), by_number);
    rows += count_classes(&m->sketches[i]);
  }
  SEXP table = PROTECT(glue_table(columns, 3, rows));
  for (size_t i = 0; i < m->sketched; i++) at = fill_classes(table, at, (int)i + 1, &m->sketches[i]);
  UNPROTECT(1);
  return table;
}

static SEXP extremes_table(const moments *m)
{
  static const glue_column columns[] = {{"slot", INTSXP}, {"least", REALSXP}, {"greatest", REALSXP}};
  R_xlen_t rows = 0, at = 0;
  for (size_t i = 0; i < m->slots; i++) rows += !isnan(m->ranges[i].least);
  SEXP table = PROTECT(glue_table(columns, 3, rows));
  for (size_t i = 0; i < m->slots; i++) {
    if (isnan(m->ranges[i].least)) continue;
    INTEGER(VECTOR_ELT(table, 0))[at] = (int)i + 1;
    REAL(VECTOR_ELT(table, 1))[at] = m->ranges[i].least;
    REAL(VECTOR_ELT(table, 2))[at++] = m->ranges[i].greatest;
  }
  UNPROTECT(1);
  return table;
}

/* Slots that a replication lacks, and all where there is no replication 1, are left out. */
static SEXP blocks_table(const moments *m)
{
  static const glue_column columns[] = {{"slot", INTSXP}, {"first", REALSXP}, {"variation", REALSXP}};
  R_xlen_t rows = 0, at = 0;
  for (size_t i = 0; i < m->slots; i++) rows += !isnan(m->ranges[i].variation);
  SEXP table = PROTECT(glue_table(columns, 3, rows));
  for (size_t i = 0; i < m->slots; i++) {
    if (isnan(m->ranges[i].variation)) continue;
    INTEGER(VECTOR_ELT(table, 0))[at] = (int)i + 1;
    REAL(VECTOR_ELT(table, 1))[at] = m->ranges[i].first;
    REAL(VECTOR_ELT(table, 2))[at++] = m->ranges[i].variation;
  }
  UNPROTECT(1);
  return table;
}

SEXP C_moments_tables(SEXP handle)
{
  moments *m = moments_of(handle);
  static const glue_column parts[] = {
      {"nodes", INTSXP}, {"sketch", INTSXP}, {"extremes", INTSXP}, {"blocks", INTSXP}};
  SEXP tables = PROTECT(glue_table(parts, 4, 0));
  SET_VECTOR_ELT(tables, 0, nodes_table(m));
  SET_VECTOR_ELT(tables, 1, sketch_table(m));
  SET_VECTOR_ELT(tables, 2, extremes_table(m));
  SET_VECTOR_ELT(tables, 3, blocks_table(m));
  UNPROTECT(1);
  return tables;
}

SEXP C_moments_of_rows(SEXP handle, SEXP values, SEXP replications)
{
  moments *m = moments_of(handle);
  const R_xlen_t rows = XLENGTH(replications);
  if (TYPEOF(values) != REALSXP || TYPEOF(replications) != INTSXP ||
      XLENGTH(values) != rows * (R_xlen_t)m->slots)
    glue_bug("values and replications do not fit together");
  for (R_xlen_t r = 0; r < rows; r++) {
    if (INTEGER(replications)[r] < 1) glue_bug("a replication is out of range");
    double *to = moments_values(m);
    if (!to) must_have_memory(status_no_memory());
    for (size_t i = 0; to && i < m->slots; i++) to[i] = REAL(values)[r + (R_xlen_t)i * rows];
    must_have_memory(moments_put(m, 0, INTEGER(replications)[r] - 1, to));
    if (r % 1024 == 1023) R_CheckUserInterrupt();
  }
  return R_NilValue;
}

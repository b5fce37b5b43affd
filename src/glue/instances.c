/* The parameters that each replication draws, and how its means change, drawn again: they
 * are addressed by (seed, replication, arm), so nothing had to be kept. */
#include "glue.h"
#include <stdlib.h>

typedef struct instances_handle {
  arena memory;
  problem problem;
  growable rows, paths;
  const growable *listed; /* the one of them that is asked for */
  size_t *ends;           /* by replication: how many rows there are after it */
} instances_handle;

/* Whatever R does, an error or an interrupt, this frees it. */
static void finalize_instances(SEXP pointer)
{
  instances_handle *h = R_ExternalPtrAddr(pointer);
  R_ClearExternalPtr(pointer);
  if (!h) return;
  growable_free(&h->rows);
  growable_free(&h->paths);
  problem_free(&h->problem);
  arena_free(&h->memory);
  free(h);
}

static void fill_row(SEXP table, R_xlen_t at, const void *which)
{
  const instance_row *row = which;
  const double values[] = {row->value[0],      row->value[1],
                           row->value[2],      row->mean,
                           (double)row->first, row->last == FOREVER ? R_PosInf : (double)row->last};
  INTEGER(VECTOR_ELT(table, 1))[at] = (int)row->number + 1;
  for (int c = 0; c < 6; c++) REAL(VECTOR_ELT(table, c + 2))[at] = values[c];
}

static void fill_step(SEXP table, R_xlen_t at, const void *which)
{
  const path_row *row = which;
  INTEGER(VECTOR_ELT(table, 1))[at] = (int)row->number + 1;
  REAL(VECTOR_ELT(table, 2))[at] = (double)row->round;
  REAL(VECTOR_ELT(table, 3))[at] = row->mean;
}

/* A kind of table: its columns, of which the first is the replication, and its rows. */
typedef struct instances_kind {
  glue_column columns[8];
  int count;
  void (*fill)(SEXP table, R_xlen_t at, const void *row);
} instances_kind;

static const instances_kind instances = {{{"rep", INTSXP},
                                          {"arm", INTSXP},
                                          {"value1", REALSXP},
                                          {"value2", REALSXP},
                                          {"value3", REALSXP},
                                          {"mean", REALSXP},
                                          {"first", REALSXP},
                                          {"last", REALSXP}},
                                         8,
                                         fill_row};
static const instances_kind paths = {
    {{"rep", INTSXP}, {"arm", INTSXP}, {"round", REALSXP}, {"mean", REALSXP}}, 4, fill_step};

static SEXP table_of(const instances_handle *h, int first_replication, const instances_kind *kind)
{
  SEXP table = PROTECT(glue_table(kind->columns, kind->count, (R_xlen_t)h->listed->count));
  int r = 0;
  for (size_t i = 0; i < h->listed->count; i++) {
    while (i >= h->ends[r]) r++;
    INTEGER(VECTOR_ELT(table, 0))[i] = first_replication + r;
    kind->fill(table, (R_xlen_t)i, (const char *)h->listed->items + i * h->listed->size);
  }
  UNPROTECT(1);
  return table;
}

static status draw_instances(instances_handle *h, game_setup setup, int count)
{
  for (int r = 0; r < count; r++, setup.replication++) {
    const status s = game_instance(&setup, &h->rows, glue_interrupted);
    if (s.code) return s;
    h->ends[r] = h->listed->count;
    if (r % 1024 == 1023 && glue_interrupted()) return status_error(STATUS_STOPPED, "Interrupted.");
  }
  return status_ok;
}

/* NULL if the user interrupted. With `steps`, how the means change in place of the arms. */
SEXP C_instances(SEXP bandit, SEXP seed, SEXP first_rep, SEXP reps, SEXP horizon, SEXP steps)
{
  const bool changes = glue_number(steps, "steps") != 0;
  const int count = (int)glue_whole(reps, "reps", 1, INT32_MAX);
  const parameters none = {0};
  instances_handle *h = calloc(1, sizeof *h);
  if (!h) Rf_error("There is not enough memory for the instances.");
  SEXP pointer = PROTECT(glue_handle(h, bandit, finalize_instances));
  h->rows.size = sizeof(instance_row);
  h->paths.size = sizeof(path_row);
  h->listed = changes ? &h->paths : &h->rows;
  h->ends = glue_zeroed(&h->memory, (size_t)count, sizeof *h->ends);
  glue_problem(bandit, &h->problem, &h->memory);
  const game_setup setup = {.problem = &h->problem,
                            .type = policy_find("policy_uniform"),
                            .policy_parameters = &none,
                            .seed = glue_whole(seed, "seed", -LARGEST_COUNT, LARGEST_COUNT - 1),
                            .horizon = glue_whole(horizon, "horizon", 1, LARGEST_ROUND),
                            .replication = (uint32_t)glue_whole(first_rep, "first_rep", 1, INT32_MAX),
                            .paths = changes ? &h->paths : NULL};
  const status s = draw_instances(h, setup, count);
  SEXP table =
      PROTECT(s.code ? R_NilValue : table_of(h, (int)setup.replication, changes ? &paths : &instances));
  finalize_instances(pointer);
  UNPROTECT(2);
  if (s.code == STATUS_NO_MEMORY) Rf_error("There is not enough memory for the instances.");
  if (s.code && s.code != STATUS_STOPPED) glue_bug("the instances could not be drawn");
  return table;
}

/* The parameters that each replication draws, drawn again: they are addressed
 * by (seed, replication, arm), so nothing had to be kept. */
#include "r_glue.h"

static void fill_row(SEXP table, R_xlen_t at, int replication, const instance_row *row)
{
  const double values[] = {row->value[0], row->value[1], row->mean, (double)row->first,
                           row->last == FOREVER ? R_PosInf : (double)row->last};
  INTEGER(VECTOR_ELT(table, 0))[at] = replication;
  INTEGER(VECTOR_ELT(table, 1))[at] = row->arm + 1;
  for (int c = 0; c < 5; c++) REAL(VECTOR_ELT(table, c + 2))[at] = values[c];
}

static SEXP table_of(const growable *rows, const size_t *ends, int first_replication)
{
  static const glue_column columns[] = {{"rep", INTSXP},     {"arm", INTSXP},   {"value1", REALSXP},
                                        {"value2", REALSXP}, {"mean", REALSXP}, {"first", REALSXP},
                                        {"last", REALSXP}};
  SEXP table = PROTECT(glue_table(columns, 7, (R_xlen_t)rows->count));
  int r = 0;
  for (size_t i = 0; i < rows->count; i++) {
    while (i >= ends[r]) r++;
    fill_row(table, (R_xlen_t)i, first_replication + r, (const instance_row *)rows->items + i);
  }
  UNPROTECT(1);
  return table;
}

SEXP C_instances(SEXP bandit, SEXP seed, SEXP first_rep, SEXP reps, SEXP horizon)
{
  arena memory = {0};
  problem p;
  const int count = (int)glue_whole(reps, "reps", 1, 2147483647);
  const parameters none = {0};
  glue_problem(bandit, &p, &memory);
  game_setup setup = {.problem = &p,
                      .type = policy_find("policy_uniform"),
                      .policy_parameters = &none,
                      .seed = glue_whole(seed, "seed", -9.1e15, 9.1e15),
                      .horizon = glue_whole(horizon, "horizon", 1, 9007199254740992.0),
                      .replication = (uint32_t)glue_whole(first_rep, "first_rep", 1, 2147483647)};
  const int first = (int)setup.replication;
  growable rows = {.size = sizeof(instance_row)};
  size_t *ends = arena_zeroed(&memory, (size_t)count, sizeof *ends);
  status s = ends ? status_ok : status_no_memory();
  for (int r = 0; r < count && !s.code; r++, setup.replication++) {
    s = game_instance(&setup, &rows);
    if (!s.code) ends[r] = rows.count;
  }
  SEXP table = s.code ? R_NilValue : PROTECT(table_of(&rows, ends, first));
  if (!s.code) UNPROTECT(1);
  growable_free(&rows);
  problem_free(&p);
  arena_free(&memory);
  if (s.code) glue_bug("the instances could not be drawn");
  return table;
}

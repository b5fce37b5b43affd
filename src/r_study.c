/* A running study as an external pointer: started, waited for in slices,
 * collected, stopped. R's loop around C_study_wait() answers interrupts and
 * shows progress; no R code runs while the lock is held or in a worker. */
#include "r_glue.h"
#include <R_ext/Utils.h>
#include <stdlib.h>

typedef struct study_handle {
  arena memory;
  study_plan plan;
  study study;
  bool started;
} study_handle;

static void free_handle(study_handle *h)
{
  if (h->started) study_free(&h->study);
  for (int i = 0; i < h->plan.problem_count; i++) problem_free(&h->plan.problems[i]);
  arena_free(&h->memory);
  free(h);
}

static void finalize_handle(SEXP pointer)
{
  study_handle *h = R_ExternalPtrAddr(pointer);
  R_ClearExternalPtr(pointer);
  if (h) free_handle(h);
}

static study_handle *handle_of(SEXP pointer)
{
  study_handle *h = TYPEOF(pointer) == EXTPTRSXP ? R_ExternalPtrAddr(pointer) : NULL;
  if (!h) glue_bug("the study is no longer there");
  return h;
}

static void *in_arena(arena *memory, size_t count, size_t size)
{
  void *p = arena_zeroed(memory, count, size);
  if (!p) Rf_error("There is not enough memory to describe the study.");
  return p;
}

static void read_rounds(study_plan *plan, SEXP rounds, arena *memory)
{
  if (TYPEOF(rounds) != REALSXP || XLENGTH(rounds) < 1) glue_bug("checkpoints are missing");
  int64_t *copy = in_arena(memory, (size_t)XLENGTH(rounds), sizeof *copy);
  for (R_xlen_t i = 0; i < XLENGTH(rounds); i++) {
    const double round = REAL(rounds)[i];
    if (!(round >= 1 && round <= (double)plan->horizon)) glue_bug("checkpoints are out of range");
    copy[i] = (int64_t)round;
    if (i > 0 && copy[i] <= copy[i - 1]) glue_bug("checkpoints are out of order");
  }
  plan->rounds = copy;
  plan->round_count = (int)XLENGTH(rounds);
}

static void read_plan(study_plan *plan, SEXP given, arena *memory)
{
  plan->horizon = glue_whole(glue_element(given, "horizon"), "horizon", 1, 9007199254740992.0);
  plan->seed = glue_whole(glue_element(given, "seed"), "seed", -9007199254740992.0, 9007199254740991.0);
  plan->first_replication = glue_whole(glue_element(given, "first_rep"), "first_rep", 1, 2147483647);
  plan->replications = glue_whole(glue_element(given, "reps"), "reps", 1, 2147483647);
  plan->threads = (int)glue_whole(glue_element(given, "threads"), "threads", 1, 4096);
  plan->keep_choices = glue_number(glue_element(given, "keep_choices"), "keep_choices") != 0;
  plan->plain = glue_number(glue_element(given, "plain"), "plain") != 0;
  read_rounds(plan, glue_element(given, "record"), memory);
}

static void read_cells(study_plan *plan, SEXP bandits, SEXP policies, arena *memory)
{
  if (TYPEOF(bandits) != VECSXP || TYPEOF(policies) != VECSXP) glue_bug("a study lacks bandits or policies");
  plan->problems = in_arena(memory, (size_t)XLENGTH(bandits), sizeof *plan->problems);
  plan->policies = in_arena(memory, (size_t)XLENGTH(policies), sizeof *plan->policies);
  for (; plan->problem_count < XLENGTH(bandits); plan->problem_count++)
    glue_problem(VECTOR_ELT(bandits, plan->problem_count), &plan->problems[plan->problem_count], memory);
  for (; plan->policy_count < XLENGTH(policies); plan->policy_count++)
    plan->policies[plan->policy_count] = glue_policy(VECTOR_ELT(policies, plan->policy_count), memory);
}

/* list(cell (from 1, or NA), message, replication, round, kind). */
static SEXP failure_of(status s, int cell)
{
  static const char *const kinds[] = {"none", "memory", "refused", "stopped", "internal"};
  static const glue_column columns[] = {
      {"cell", INTSXP}, {"message", STRSXP}, {"replication", REALSXP}, {"round", REALSXP}, {"kind", STRSXP}};
  SEXP failure = PROTECT(glue_table(columns, 5, 1));
  INTEGER(VECTOR_ELT(failure, 0))[0] = cell < 0 ? NA_INTEGER : cell + 1;
  SET_STRING_ELT(VECTOR_ELT(failure, 1), 0, Rf_mkCharCE(s.message, CE_UTF8));
  REAL(VECTOR_ELT(failure, 2))[0] = (double)s.replication;
  REAL(VECTOR_ELT(failure, 3))[0] = (double)s.round;
  SET_STRING_ELT(VECTOR_ELT(failure, 4), 0, Rf_mkChar(kinds[s.code]));
  UNPROTECT(1);
  return failure;
}

/* The handle, or a list that says which policy refuses which bandit. */
SEXP C_study_start(SEXP bandits, SEXP policies, SEXP plan)
{
  study_handle *h = calloc(1, sizeof *h);
  if (!h) Rf_error("There is not enough memory to describe the study.");
  SEXP kept = PROTECT(Rf_list3(bandits, policies, plan)); /* the core points into them */
  SEXP pointer = PROTECT(R_MakeExternalPtr(h, R_NilValue, kept));
  R_RegisterCFinalizerEx(pointer, finalize_handle, TRUE);
  read_plan(&h->plan, plan, &h->memory);
  read_cells(&h->plan, bandits, policies, &h->memory);
  int cell = -1;
  status s = study_rehearse(&h->plan, &cell);
  if (!s.code) {
    cell = -1;
    h->started = true;
    s = study_start(&h->study, &h->plan);
  }
  SEXP result = s.code ? failure_of(s, cell) : pointer;
  UNPROTECT(2);
  return result;
}

/* c(finished, units done). R itself looks for interrupts only once in many
 * evaluations; in a loop of waits that would take it minutes. */
SEXP C_study_wait(SEXP handle, SEXP milliseconds)
{
  R_CheckUserInterrupt();
  study_handle *h = handle_of(handle);
  int64_t done = 0;
  const int wait = (int)glue_whole(milliseconds, "milliseconds", 0, 60000);
  const bool finished = study_wait(&h->study, wait, &done);
  SEXP result = Rf_allocVector(REALSXP, 2);
  REAL(result)[0] = finished;
  REAL(result)[1] = (double)done;
  return result;
}

SEXP C_study_stop(SEXP handle)
{
  study_stop(&handle_of(handle)->study);
  return R_NilValue;
}

/* --- collecting ------------------------------------------------------------ */

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

static double *real_column(SEXP table, int i) { return REAL(VECTOR_ELT(table, i)); }
static int *int_column(SEXP table, int i) { return INTEGER(VECTOR_ELT(table, i)); }

static SEXP collect_regret(const study *s)
{
  static const glue_column columns[] = {{"cell", INTSXP},    {"rep", INTSXP},      {"round", REALSXP},
                                        {"pulls", REALSXP},  {"reward", REALSXP},  {"benchmark", REALSXP},
                                        {"regret", REALSXP}, {"penalty", REALSXP}, {"unfairness", REALSXP}};
  R_xlen_t rows = 0, at = 0;
  for (walk w = walk_start(s); walk_next(&w);) rows += w.record->count;
  SEXP table = PROTECT(glue_table(columns, 9, rows));
  for (walk w = walk_start(s); walk_next(&w);) {
    for (int i = 0; i < w.record->count; i++, at++) {
      const checkpoint_row *row = &w.record->rows[i];
      const double values[] = {(double)w.record->rounds[i],
                               row->pulls,
                               row->reward,
                               row->benchmark,
                               row->regret,
                               row->penalty,
                               row->unfairness};
      int_column(table, 0)[at] = w.cell + 1;
      int_column(table, 1)[at] = w.replication;
      for (int c = 0; c < 7; c++) real_column(table, c + 2)[at] = values[c];
    }
  }
  UNPROTECT(1);
  return table;
}

static SEXP collect_arms(const study *s)
{
  static const glue_column columns[] = {{"cell", INTSXP},     {"rep", INTSXP},    {"arm", INTSXP},
                                        {"wait", INTSXP},     {"pulls", REALSXP}, {"mean", REALSXP},
                                        {"estimate", REALSXP}};
  R_xlen_t rows = 0, at = 0;
  for (walk w = walk_start(s); walk_next(&w);) rows += (R_xlen_t)w.record->arms.count;
  SEXP table = PROTECT(glue_table(columns, 7, rows));
  for (walk w = walk_start(s); walk_next(&w);) {
    for (size_t i = 0; i < w.record->arms.count; i++, at++) {
      const arm_row *row = (const arm_row *)w.record->arms.items + i;
      int_column(table, 0)[at] = w.cell + 1;
      int_column(table, 1)[at] = w.replication;
      int_column(table, 2)[at] = row->arm + 1;
      int_column(table, 3)[at] = row->wait;
      real_column(table, 4)[at] = row->pulls;
      real_column(table, 5)[at] = ISNAN(row->mean) ? NA_REAL : row->mean;
      real_column(table, 6)[at] = row->pulls > 0 ? row->estimate : NA_REAL;
    }
  }
  UNPROTECT(1);
  return table;
}

static SEXP collect_exits(const study *s)
{
  static const glue_column columns[] = {
      {"cell", INTSXP}, {"rep", INTSXP}, {"arm", INTSXP}, {"round", REALSXP}, {"cause", INTSXP}};
  R_xlen_t rows = 0, at = 0;
  for (walk w = walk_start(s); walk_next(&w);) rows += (R_xlen_t)w.record->exits.count;
  SEXP table = PROTECT(glue_table(columns, 5, rows));
  for (walk w = walk_start(s); walk_next(&w);) {
    for (size_t i = 0; i < w.record->exits.count; i++, at++) {
      const exit_row *row = (const exit_row *)w.record->exits.items + i;
      int_column(table, 0)[at] = w.cell + 1;
      int_column(table, 1)[at] = w.replication;
      int_column(table, 2)[at] = row->arm + 1;
      real_column(table, 3)[at] = row->round;
      int_column(table, 4)[at] = (int)row->cause;
    }
  }
  UNPROTECT(1);
  return table;
}

static SEXP collect_choices(const study *s)
{
  static const glue_column columns[] = {{"cell", INTSXP},      {"rep", INTSXP},  {"round", REALSXP},
                                        {"arm", INTSXP},       {"wait", INTSXP}, {"reward", REALSXP},
                                        {"observed", REALSXP}, {"cost", REALSXP}};
  R_xlen_t rows = 0, at = 0;
  for (walk w = walk_start(s); walk_next(&w);) rows += (R_xlen_t)w.record->choices.count;
  SEXP table = PROTECT(glue_table(columns, 8, rows));
  for (walk w = walk_start(s); walk_next(&w);) {
    for (size_t i = 0; i < w.record->choices.count; i++, at++) {
      const choice_row *row = (const choice_row *)w.record->choices.items + i;
      int_column(table, 0)[at] = w.cell + 1;
      int_column(table, 1)[at] = w.replication;
      real_column(table, 2)[at] = row->round;
      int_column(table, 3)[at] = row->arm + 1;
      int_column(table, 4)[at] = row->wait;
      real_column(table, 5)[at] = row->reward;
      real_column(table, 6)[at] = row->observed;
      real_column(table, 7)[at] = row->cost;
    }
  }
  UNPROTECT(1);
  return table;
}

/* What is finished so far, and what went wrong if anything did. Only once no
 * worker runs: the workers are stopped first. */
SEXP C_study_collect(SEXP handle)
{
  study *s = &handle_of(handle)->study;
  study_stop(s);
  static const glue_column parts[] = {
      {"regret", INTSXP}, {"pulls", INTSXP}, {"exits", INTSXP}, {"choices", INTSXP}, {"failure", INTSXP}};
  SEXP result = PROTECT(glue_table(parts, 5, 0));
  SET_VECTOR_ELT(result, 0, collect_regret(s));
  SET_VECTOR_ELT(result, 1, collect_arms(s));
  SET_VECTOR_ELT(result, 2, collect_exits(s));
  SET_VECTOR_ELT(result, 3, collect_choices(s));
  SET_VECTOR_ELT(result, 4, s->failure.code ? failure_of(s->failure, -1) : R_NilValue);
  UNPROTECT(1);
  return result;
}

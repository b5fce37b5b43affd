/* A running study as an external pointer: started, waited for in slices,
 * collected, stopped. R's loop around C_study_wait() answers interrupts and
 * shows progress; no R code runs while the lock is held or in a worker. */
#include "figures.h"
#include <R_ext/Utils.h>
#include <stdlib.h>

static void free_handle(study_handle *h)
{
  own_close(&h->own);
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

study_handle *glue_study(SEXP pointer)
{
  study_handle *h = TYPEOF(pointer) == EXTPTRSXP ? R_ExternalPtrAddr(pointer) : NULL;
  if (!h) glue_bug("the study is no longer there");
  return h;
}

static void read_rounds(study_plan *plan, SEXP rounds, arena *memory)
{
  if (TYPEOF(rounds) != REALSXP || XLENGTH(rounds) < 1) glue_bug("checkpoints are missing");
  int64_t *copy = glue_zeroed(memory, (size_t)XLENGTH(rounds), sizeof *copy);
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
  plan->horizon = glue_whole(glue_element(given, "horizon"), "horizon", 1, GLUE_LONGEST);
  plan->seed = glue_whole(glue_element(given, "seed"), "seed", -9007199254740992.0, 9007199254740991.0);
  plan->first_replication = glue_whole(glue_element(given, "first_rep"), "first_rep", 1, 2147483647);
  plan->replications = glue_whole(glue_element(given, "reps"), "reps", 1, 2147483647);
  plan->threads = (int)glue_whole(glue_element(given, "threads"), "threads", 1, 4096);
  plan->keep_choices = glue_number(glue_element(given, "keep_choices"), "keep_choices") != 0;
  plan->figures_only = glue_number(glue_element(given, "keep_rows"), "keep_rows") == 0;
  plan->plain = glue_number(glue_element(given, "plain"), "plain") != 0;
  read_rounds(plan, glue_element(given, "record"), memory);
}

static void read_cells(study_plan *plan, SEXP bandits, SEXP policies, arena *memory)
{
  if (TYPEOF(bandits) != VECSXP || TYPEOF(policies) != VECSXP) glue_bug("a study lacks bandits or policies");
  plan->problems = glue_zeroed(memory, (size_t)XLENGTH(bandits), sizeof *plan->problems);
  plan->policies = glue_zeroed(memory, (size_t)XLENGTH(policies), sizeof *plan->policies);
  for (R_xlen_t i = 0; i < XLENGTH(bandits); i++) {
    plan->problem_count++; /* first, so that it is freed if making it fails */
    glue_problem(VECTOR_ELT(bandits, i), &plan->problems[i], memory);
  }
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

static status start(study_handle *h, SEXP kept)
{
  h->figures = SET_VECTOR_ELT(kept, KEPT_FIGURES, glue_allocate_figures(&h->plan, &h->memory));
  h->arms = SET_VECTOR_ELT(kept, KEPT_ARMS, glue_allocate_arms(&h->plan, &h->memory));
  if (h->figures == R_NilValue) return status_no_memory();
  h->started = true;
  return study_start(&h->study, &h->plan);
}

/* The handle, or a list that says which policy refuses which bandit. */
SEXP C_study_start(SEXP bandits, SEXP policies, SEXP plan)
{
  study_handle *h = calloc(1, sizeof *h);
  if (!h) Rf_error("There is not enough memory to describe the study.");
  SEXP kept = PROTECT(Rf_allocVector(VECSXP, KEPT_BY_STUDY));
  SET_VECTOR_ELT(kept, KEPT_BANDITS, bandits);
  SET_VECTOR_ELT(kept, KEPT_POLICIES, policies);
  SET_VECTOR_ELT(kept, KEPT_PLAN, plan);
  SEXP pointer = PROTECT(glue_handle(h, kept, finalize_handle));
  read_plan(&h->plan, plan, &h->memory);
  read_cells(&h->plan, bandits, policies, &h->memory);
  int cell = -1;
  status s = study_rehearse(&h->plan, &cell);
  if (!s.code) {
    cell = -1;
    s = start(h, kept);
  }
  SEXP result = PROTECT(s.code ? failure_of(s, cell) : pointer);
  if (s.code) finalize_handle(pointer); /* not left to the garbage collector, who does not know its size */
  UNPROTECT(3);
  return result;
}

void glue_study_free(SEXP handle) { finalize_handle(handle); }

SEXP glue_study_failure(const study *s)
{
  const int cells = s->plan.problem_count * s->plan.policy_count;
  return s->failure.code ? failure_of(s->failure, (int)(s->failed_unit % cells)) : R_NilValue;
}

/* c(finished, units done with the parts done of those in play). R itself looks
 * for interrupts only once in many evaluations; in a loop of waits that would
 * take it minutes. */
SEXP C_study_wait(SEXP handle, SEXP milliseconds)
{
  R_CheckUserInterrupt();
  study_handle *h = glue_study(handle);
  int64_t done = 0;
  const int wait = (int)glue_whole(milliseconds, "milliseconds", 0, 60000);
  const bool finished = study_wait(&h->study, wait, &done);
  SEXP result = Rf_allocVector(REALSXP, 2);
  REAL(result)[0] = finished;
  REAL(result)[1] = study_progress(&h->study);
  return result;
}

SEXP C_study_stop(SEXP handle)
{
  study_stop(&glue_study(handle)->study);
  return R_NilValue;
}

/* What is finished so far, and what went wrong if anything did. Only once no
 * worker runs: the workers are stopped first. */
SEXP C_study_collect(SEXP handle)
{
  const study_handle *h = glue_study(handle);
  study_stop(&glue_study(handle)->study);
  static const glue_column parts[] = {
      {"regret", INTSXP}, {"pulls", INTSXP}, {"exits", INTSXP}, {"choices", INTSXP}, {"failure", INTSXP}};
  SEXP result = PROTECT(glue_table(parts, 5, 0));
  glue_collect(h, result);
  SET_VECTOR_ELT(result, 4, glue_study_failure(&h->study));
  UNPROTECT(1);
  return result;
}

/* A running study as an external pointer: started, waited for in slices,
 * collected, stopped. R's loop around C_study_wait() answers interrupts and
 * shows progress; no R code runs while the lock is held or in a worker. */
#include "figures.h"
#include <R_ext/Utils.h>
#include <math.h>
#include <stdlib.h>

enum { WHILE_PLAYING, ONCE_STOPPED }; /* places in `patience` */

static void close_own(own_game *own)
{
  if (own->open) own->memory = game_close(&own->game);
  own->open = false;
  arena_free(&own->memory);
}

static void free_handle(study_handle *h)
{
  close_own(&h->own);
  if (h->started) study_free(&h->study);
  for (int i = 0; i < h->plan.problem_count; i++) problem_free(&h->plan.problems[i]);
  arena_free(&h->memory);
  free(h);
}

/* --- studies that do not end ------------------------------------------------------ */

/* Their pointers, behind a cell that R keeps; so R keeps all that the games write
 * into and read from, and the handle keeps the rest. */
static SEXP left;

static void leave_behind(SEXP pointer, study_handle *h)
{
  if (h->left) return;
  if (!left) R_PreserveObject(left = Rf_cons(R_NilValue, R_NilValue));
  SETCDR(left, Rf_cons(pointer, CDR(left)));
  h->left = true;
}

/* False if it is left behind. */
static bool end_study(SEXP pointer, study_handle *h)
{
  if (!h->started || study_end(&h->study, h->left ? 0 : h->patience[ONCE_STOPPED])) return true;
  leave_behind(pointer, h);
  return false;
}

static void finalize_handle(SEXP pointer)
{
  study_handle *h = R_ExternalPtrAddr(pointer);
  if (!h || !end_study(pointer, h)) return;
  R_ClearExternalPtr(pointer);
  free_handle(h);
}

int glue_studies_left(void)
{
  int count = 0;
  for (SEXP before = left; left && CDR(before) != R_NilValue;) {
    SEXP pointer = CADR(before);
    study_handle *h = R_ExternalPtrAddr(pointer);
    if (h && !study_is_over(&h->study)) {
      count++;
      before = CDR(before);
      continue;
    }
    SETCDR(before, CDDR(before));
    finalize_handle(pointer);
  }
  return count;
}

/* Returns whether this one is left behind. */
SEXP C_study_left(SEXP pointer)
{
  const study_handle *h = R_ExternalPtrAddr(pointer);
  return Rf_ScalarLogical(h && h->left);
}

study_handle *glue_study_ended(SEXP pointer)
{
  study_handle *h = glue_study(pointer);
  end_study(pointer, h);
  return h;
}

/* --- starting ------------------------------------------------------------------------ */

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
  plan->horizon = glue_whole(glue_element(given, "horizon"), "horizon", 1, LARGEST_ROUND);
  plan->seed = glue_whole(glue_element(given, "seed"), "seed", -LARGEST_COUNT, LARGEST_COUNT - 1);
  plan->first_replication = glue_whole(glue_element(given, "first_rep"), "first_rep", 1, INT32_MAX);
  plan->replications = glue_whole(glue_element(given, "reps"), "reps", 1, INT32_MAX);
  plan->threads = (int)glue_whole(glue_element(given, "threads"), "threads", 1, 4096);
  plan->keep_choices = glue_number(glue_element(given, "keep_choices"), "keep_choices") != 0;
  plan->keep_scores = glue_number(glue_element(given, "keep_scores"), "keep_scores") != 0;
  plan->keep_prospects = glue_number(glue_element(given, "keep_prospects"), "keep_prospects") != 0;
  plan->figures_only = glue_number(glue_element(given, "keep_rows"), "keep_rows") == 0;
  plan->plain = glue_number(glue_element(given, "plain"), "plain") != 0;
  plan->overrun = glue_number(glue_element(given, "overrun"), "overrun");
  read_rounds(plan, glue_element(given, "record"), memory);
}

/* In seconds: for how long the session waits for a silent game. */
static void read_patience(double patience[2], SEXP given)
{
  SEXP seconds = glue_element(given, "patience");
  if (seconds != R_NilValue && (TYPEOF(seconds) != REALSXP || XLENGTH(seconds) != 2)) glue_bug("patience");
  for (int i = 0; i < 2; i++) patience[i] = seconds == R_NilValue ? INFINITY : 1000 * REAL(seconds)[i];
}

/* The policies of each bandit, one bandit after the other. */
static void read_cells(study_plan *plan, SEXP bandits, SEXP policies, arena *memory)
{
  if (TYPEOF(bandits) != VECSXP || TYPEOF(policies) != VECSXP || !XLENGTH(bandits) ||
      XLENGTH(policies) % XLENGTH(bandits) != 0)
    glue_bug("a study lacks bandits or policies");
  plan->problems = glue_zeroed(memory, (size_t)XLENGTH(bandits), sizeof *plan->problems);
  plan->policies = glue_zeroed(memory, (size_t)XLENGTH(policies), sizeof *plan->policies);
  for (R_xlen_t i = 0; i < XLENGTH(bandits); i++) {
    plan->problem_count++; /* first, so that it is freed if making it fails */
    glue_problem(VECTOR_ELT(bandits, i), &plan->problems[i], memory);
  }
  for (R_xlen_t i = 0; i < XLENGTH(policies); i++)
    plan->policies[i] = glue_policy(VECTOR_ELT(policies, i), memory);
  plan->policy_count = plan->policy_stride = (int)(XLENGTH(policies) / XLENGTH(bandits));
  plan->find = policy_find;
}

/* The rule of each bandit, or NULL. */
static void read_stopping(study_plan *plan, SEXP rules, arena *memory)
{
  if (rules == R_NilValue) return;
  if (TYPEOF(rules) != VECSXP || XLENGTH(rules) != plan->problem_count) glue_bug("a study lacks rules");
  stopping_plan *copy = glue_zeroed(memory, (size_t)plan->problem_count, sizeof *copy);
  for (int i = 0; i < plan->problem_count; i++) copy[i] = *glue_stopping(VECTOR_ELT(rules, i), memory);
  plan->stopping = copy;
  plan->stopping_stride = 1;
}

/* list(cell (from 1, or NA), message, replication, round, kind). */
static SEXP failure_of(status s, int cell)
{
  static const glue_column columns[] = {
      {"cell", INTSXP}, {"message", STRSXP}, {"replication", REALSXP}, {"round", REALSXP}, {"kind", STRSXP}};
  SEXP failure = PROTECT(glue_table(columns, 5, 1));
  INTEGER(VECTOR_ELT(failure, 0))[0] = cell < 0 ? NA_INTEGER : cell + 1;
  SET_STRING_ELT(VECTOR_ELT(failure, 1), 0, glue_message(&s));
  REAL(VECTOR_ELT(failure, 2))[0] = (double)s.replication;
  REAL(VECTOR_ELT(failure, 3))[0] = (double)s.round;
  SET_STRING_ELT(VECTOR_ELT(failure, 4), 0, Rf_mkChar(status_kind(&s)));
  UNPROTECT(1);
  return failure;
}

static status start_threads(study_handle *h, SEXP kept)
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
  (void)glue_studies_left();
  study_handle *h = calloc(1, sizeof *h);
  if (!h) Rf_error("There is not enough memory to describe the study.");
  SEXP kept = PROTECT(Rf_allocVector(VECSXP, KEPT_BY_STUDY));
  SET_VECTOR_ELT(kept, KEPT_BANDITS, bandits);
  SET_VECTOR_ELT(kept, KEPT_POLICIES, policies);
  SET_VECTOR_ELT(kept, KEPT_PLAN, plan);
  SEXP pointer = PROTECT(glue_handle(h, kept, finalize_handle));
  read_plan(&h->plan, plan, &h->memory);
  read_patience(h->patience, plan);
  read_cells(&h->plan, bandits, policies, &h->memory);
  read_stopping(&h->plan, glue_element(plan, "stop"), &h->memory);
  int cell = -1;
  status s = study_rehearse(&h->plan, &cell);
  if (!s.code) {
    cell = -1;
    s = start_threads(h, kept);
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

/* The cell of a game that has been silent for too long, from 1; or 0. */
static int silent_cell(study_handle *h)
{
  int64_t unit = 0;
  const double silence = study_silence(&h->study, &unit);
  if (silence < h->patience[WHILE_PLAYING]) return 0;
  return (int)(unit % (h->plan.problem_count * h->plan.policy_count)) + 1;
}

/* c(finished, units done with the parts done of those in play, cell that does not
 * answer). R itself looks for interrupts only once in many evaluations; in a loop
 * of waits that would take it minutes. */
SEXP C_study_wait(SEXP handle, SEXP milliseconds)
{
  R_CheckUserInterrupt();
  study_handle *h = glue_study(handle);
  int64_t done = 0;
  const int wait = (int)glue_whole(milliseconds, "milliseconds", 0, 60000);
  const bool finished = study_wait(&h->study, wait, &done);
  SEXP result = Rf_allocVector(REALSXP, 3);
  REAL(result)[0] = finished;
  REAL(result)[1] = study_progress(&h->study);
  REAL(result)[2] = finished ? 0 : silent_cell(h);
  return result;
}

/* Returns what is finished so far, and what went wrong if anything did. Only once no
 * worker adds to it: the workers are stopped first. */
SEXP C_study_collect(SEXP handle)
{
  const study_handle *h = glue_study_ended(handle);
  static const glue_column parts[] = {{"regret", INTSXP},    {"pulls", INTSXP},    {"exits", INTSXP},
                                      {"choices", INTSXP},   {"stops", INTSXP},    {"scores", INTSXP},
                                      {"prospects", INTSXP}, {"contexts", INTSXP}, {"pairs", INTSXP},
                                      {"failure", INTSXP}};
  SEXP result = PROTECT(glue_table(parts, 10, 0));
  glue_collect(h, result);
  SET_VECTOR_ELT(result, 9, glue_study_failure(&h->study));
  UNPROTECT(1);
  return result;
}

/* Ends what is under way. How many threads did not end, and need the library. */
SEXP C_close(void)
{
  glue_close_handles();
  return Rf_ScalarInteger(glue_studies_left());
}

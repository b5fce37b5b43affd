/* Glue for schedules. Patience comes as doubles, at least 1, Inf = never
 * leaves. Each answer is a list that starts with the status (its code and its
 * message): R/schedule.R makes conditions of it. */
#include "schedule.h"
#include "glue.h"
#include "../schedule/aus_cycle.h"
#include "../schedule/first_exit.h"
#include "../schedule/pinwheel.h"

/* Patience beyond what doubles count exactly outlasts every schedule. */
static const int64_t *read_patience(SEXP patience)
{
  if (TYPEOF(patience) != REALSXP || XLENGTH(patience) < 1 || XLENGTH(patience) > INT_MAX / 8) {
    Rf_error("`patience` reached the core in the wrong form: this is a bug in unruly.");
  }
  const R_xlen_t arms = XLENGTH(patience);
  int64_t *copy = (int64_t *)R_alloc((size_t)arms, sizeof *copy);
  for (R_xlen_t k = 0; k < arms; k++) {
    const double m = REAL(patience)[k];
    if (!(m >= 1)) Rf_error("A patience below 1 reached the core: this is a bug in unruly.");
    copy[k] = m > LARGEST_COUNT ? INT64_MAX : (int64_t)m;
  }
  return copy;
}

static SEXP start_answer(const char **names, status s)
{
  SEXP answer = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(answer, 0, Rf_ScalarInteger((int)s.code));
  SET_VECTOR_ELT(answer, 1, Rf_mkString(s.message));
  UNPROTECT(1);
  return answer;
}

/* ---- the cycle ----------------------------------------------------------- */

typedef struct cycle_answer {
  arena memory;
  aus_cycle cycle;
  bool feasible;
  status status;
} cycle_answer;

static SEXP read_counts(const aus_cycle *cycle)
{
  SEXP counts = PROTECT(Rf_allocVector(INTSXP, cycle->arms));
  for (int k = 0; k < cycle->arms; k++) INTEGER(counts)[k] = (int)cycle->count[k];
  UNPROTECT(1);
  return counts;
}

static SEXP read_slots(const aus_cycle *cycle)
{
  SEXP slots = PROTECT(Rf_allocVector(INTSXP, (R_xlen_t)cycle->length));
  for (int64_t i = 0; i < cycle->length; i++) INTEGER(slots)[i] = cycle->slot[i] + 1;
  UNPROTECT(1);
  return slots;
}

static SEXP answer_cycle(void *data)
{
  const cycle_answer *a = data;
  const char *names[] = {"status", "message", "feasible", "counts", "slots", ""};
  SEXP answer = PROTECT(start_answer(names, a->status));
  const bool found = a->status.code == STATUS_OK && a->feasible;
  SET_VECTOR_ELT(answer, 2, Rf_ScalarLogical(found));
  if (found) {
    SET_VECTOR_ELT(answer, 3, read_counts(&a->cycle));
    SET_VECTOR_ELT(answer, 4, read_slots(&a->cycle));
  }
  UNPROTECT(1);
  return answer;
}

static void free_cycle(void *data) { arena_free(&((cycle_answer *)data)->memory); }

SEXP C_aus_cycle(SEXP patience)
{
  const int64_t *copy = read_patience(patience);
  cycle_answer a = {.memory = {.pieces = NULL}};
  a.status = aus_cycle_find(copy, (int)XLENGTH(patience), &a.memory, &a.cycle, &a.feasible);
  return R_ExecWithCleanup(answer_cycle, &a, free_cycle, &a);
}

SEXP C_max_feasible_arms(SEXP patience)
{
  const int64_t *copy = read_patience(patience);
  arena memory = {.pieces = NULL};
  status failure;
  const int most = aus_max_feasible(copy, (int)XLENGTH(patience), &memory, &failure);
  arena_free(&memory);
  const char *names[] = {"status", "message", "arms", ""};
  SEXP answer = PROTECT(start_answer(names, failure));
  SET_VECTOR_ELT(answer, 2, Rf_ScalarInteger(most));
  UNPROTECT(1);
  return answer;
}

/* ---- the first exit ------------------------------------------------------ */

static int64_t read_limit(SEXP limit)
{
  if (TYPEOF(limit) != REALSXP || XLENGTH(limit) != 1 ||
      !(REAL(limit)[0] >= 1 && REAL(limit)[0] <= LARGEST_COUNT)) {
    Rf_error("`limit` reached the core in the wrong form: this is a bug in unruly.");
  }
  return (int64_t)REAL(limit)[0];
}

SEXP C_first_exit(SEXP patience, SEXP limit)
{
  const int64_t *copy = read_patience(patience);
  first_exit found;
  const status s = first_exit_find(copy, (int)XLENGTH(patience), read_limit(limit), glue_interrupted, &found);
  const char *names[] = {"status", "message", "forever", "stopped", "least", "most", "states", ""};
  SEXP answer = PROTECT(start_answer(names, s));
  SET_VECTOR_ELT(answer, 2, Rf_ScalarLogical(found.forever));
  SET_VECTOR_ELT(answer, 3, Rf_ScalarLogical(found.stopped));
  SET_VECTOR_ELT(answer, 4, Rf_ScalarReal((double)found.least));
  SET_VECTOR_ELT(answer, 5, Rf_ScalarReal((double)found.most));
  SET_VECTOR_ELT(answer, 6, Rf_ScalarReal((double)found.states));
  UNPROTECT(1);
  return answer;
}

/* ---- any feasible cycle -------------------------------------------------- */

typedef struct pinwheel_answer {
  arena memory;
  pinwheel found;
  status status;
} pinwheel_answer;

static SEXP answer_pinwheel(void *data)
{
  const pinwheel_answer *a = data;
  const char *names[] = {"status", "message", "none", "states", "stopped", "slots", ""};
  SEXP answer = PROTECT(start_answer(names, a->status));
  SET_VECTOR_ELT(answer, 2, Rf_ScalarLogical(a->found.outcome == PINWHEEL_NONE));
  SET_VECTOR_ELT(answer, 3, Rf_ScalarReal((double)a->found.states));
  SET_VECTOR_ELT(answer, 4, Rf_ScalarLogical(a->found.stopped));
  if (a->status.code == STATUS_OK && a->found.outcome == PINWHEEL_FOUND) {
    SET_VECTOR_ELT(answer, 5, Rf_allocVector(INTSXP, (R_xlen_t)a->found.length));
    for (int64_t i = 0; i < a->found.length; i++) INTEGER(VECTOR_ELT(answer, 5))[i] = a->found.slot[i] + 1;
  }
  UNPROTECT(1);
  return answer;
}

static void free_pinwheel(void *data) { arena_free(&((pinwheel_answer *)data)->memory); }

SEXP C_pinwheel_cycle(SEXP patience, SEXP limit)
{
  const int64_t *copy = read_patience(patience);
  pinwheel_answer a = {.memory = {.pieces = NULL}};
  a.status =
      pinwheel_find(copy, (int)XLENGTH(patience), read_limit(limit), glue_interrupted, &a.memory, &a.found);
  return R_ExecWithCleanup(answer_pinwheel, &a, free_pinwheel, &a);
}

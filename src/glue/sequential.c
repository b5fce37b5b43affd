#include "sequential.h"
#include "../inference/rivals_walk.h"
#include "../inference/sequential.h"
#include "glue.h"

static const double *numbers_of(SEXP x, int count, const char *what)
{
  if (TYPEOF(x) != REALSXP || XLENGTH(x) != count) glue_bug(what);
  return REAL(x);
}

static int looks_of(SEXP times)
{
  const int looks = (int)XLENGTH(times);
  const double *t = numbers_of(times, looks, "times of looks are not numbers");
  for (int i = 0; i < looks; i++)
    if (!(t[i] > (i ? t[i - 1] : 0))) glue_bug("times of looks do not increase");
  if (looks < 1) glue_bug("no looks");
  return looks;
}

static void no_memory(void) { Rf_error("There is not enough memory for the limits."); }

SEXP C_sequential_crossing(SEXP times, SEXP upper, SEXP lower, SEXP drift, SEXP fine)
{
  const int looks = looks_of(times);
  arena *memory;
  PROTECT(glue_arena(&memory));
  SEXP found = PROTECT(Rf_allocMatrix(REALSXP, looks, 2));
  if (!sequential_crossing(memory, looks, REAL(times), numbers_of(upper, looks, "limits are not numbers"),
                           numbers_of(lower, looks, "limits are not numbers"), glue_number(drift, "drift"),
                           glue_number(fine, "fine"), REAL(found), REAL(found) + looks))
    no_memory();
  arena_free(memory);
  UNPROTECT(2);
  return found;
}

SEXP C_sequential_nodes(SEXP times, SEXP upper, SEXP lower, SEXP drift)
{
  const int looks = looks_of(times);
  const double *time = REAL(times), *high = numbers_of(upper, looks, "limits are not numbers"),
               *low = numbers_of(lower, looks, "limits are not numbers");
  arena *memory;
  PROTECT(glue_arena(&memory));
  SEXP found = PROTECT(Rf_allocVector(VECSXP, looks));
  walk w;
  if (!walk_open(&w, memory, time, looks, 9.5, 1)) no_memory();
  walk_start(&w, glue_number(drift, "drift"));
  for (int i = 0; i < looks; i++) {
    const size_t count = w.count;
    SEXP nodes = Rf_allocMatrix(REALSXP, (int)count, 2);
    SET_VECTOR_ELT(found, i, nodes);
    for (size_t k = 0; k < count; k++) {
      REAL(nodes)[k] = w.at[k];
      REAL(nodes)[count + k] = w.mass[k];
    }
    if (i + 1 < looks) walk_on(&w, &(piece){low[i], high[i]}, 1, time[i], time[i + 1]);
  }
  arena_free(memory);
  UNPROTECT(2);
  return found;
}

SEXP C_sequential_spending(SEXP given)
{
  SEXP times = glue_element(given, "times"), missed = glue_element(given, "missed");
  const int looks = looks_of(times);
  const spending s = {.looks = looks,
                      .sides = (int)glue_whole(glue_element(given, "sides"), "sides", 1, 2),
                      .times = REAL(times),
                      .error = numbers_of(glue_element(given, "error"), looks, "errors are not numbers"),
                      .missed =
                          missed == R_NilValue ? NULL : numbers_of(missed, looks, "errors are not numbers"),
                      .drift = glue_number(glue_element(given, "drift"), "drift"),
                      .fine = glue_number(glue_element(given, "fine"), "fine"),
                      .binding = glue_number(glue_element(given, "binding"), "binding") != 0};
  const double *lower = numbers_of(glue_element(given, "lower"), looks, "limits are not numbers");
  arena *memory;
  PROTECT(glue_arena(&memory));
  SEXP found = PROTECT(Rf_allocMatrix(REALSXP, looks, 2));
  for (int i = 0; i < looks; i++) REAL(found)[looks + i] = lower[i];
  if (!sequential_spending(memory, &s, REAL(found), REAL(found) + looks)) no_memory();
  arena_free(memory);
  UNPROTECT(2);
  return found;
}

static SEXP zeros(int rows, int columns)
{
  SEXP found = Rf_allocMatrix(REALSXP, rows, columns);
  for (R_xlen_t i = 0; i < XLENGTH(found); i++) REAL(found)[i] = 0;
  return found;
}

static rivals_plan plan_of(SEXP given)
{
  SEXP times = glue_element(given, "times"), drift = glue_element(given, "drift"),
       rivals = glue_element(given, "rivals");
  const int looks = looks_of(times), kinds = (int)XLENGTH(drift);
  if (looks > MOST_RIVAL_LOOKS) glue_bug("several rivals have too many looks");
  if (kinds < 1 || kinds > MOST_RIVAL_KINDS || TYPEOF(rivals) != INTSXP || XLENGTH(rivals) != kinds)
    glue_bug("rivals and their drifts do not fit together");
  return (rivals_plan){
      .looks = looks,
      .kinds = kinds,
      .paths = (int)glue_whole(glue_element(given, "paths"), "paths", 1, MOST_HERMITE),
      .times = REAL(times),
      .upper = numbers_of(glue_element(given, "upper"), looks * kinds, "limits are not numbers"),
      .lower = numbers_of(glue_element(given, "lower"), looks * kinds, "limits are not numbers"),
      .drift = numbers_of(drift, kinds, "drifts are not numbers"),
      .rivals = INTEGER(rivals),
      .rho = glue_number(glue_element(given, "rho"), "rho"),
      .fine = glue_number(glue_element(given, "fine"), "fine"),
      .two_sided = glue_number(glue_element(given, "two_sided"), "two_sided") != 0,
      .interrupted = glue_interrupted};
}

SEXP C_rivals_crossing(SEXP given)
{
  static const char *names[] = {"none", "all_below", "some_in_play", "in_play", "in_play_alone", ""};
  const rivals_plan plan = plan_of(given);
  arena *memory;
  PROTECT(glue_arena(&memory));
  SEXP found = PROTECT(Rf_mkNamed(VECSXP, names));
  double *part[5];
  for (int i = 0; i < 5; i++) {
    SET_VECTOR_ELT(found, i, zeros(plan.looks, i < 3 ? 1 : plan.kinds));
    part[i] = REAL(VECTOR_ELT(found, i));
  }
  const rivals_found sums = {part[0], part[1], part[2], part[3], part[4]};
  const rivals_end end = rivals_crossing(memory, &plan, &sums);
  if (end == RIVALS_NO_MEMORY) no_memory();
  arena_free(memory);
  UNPROTECT(2);
  return end == RIVALS_INTERRUPTED ? R_NilValue : found;
}

/* Glue for click logs. R opens the files and hands over raw chunks of them;
 * what was read lies in a click_log behind an external pointer until R takes
 * it. A chunk that cannot be kept for want of memory answers FALSE. */
#include "glue.h"
#include "logs.h"
#include "../logs/click_log.h"
#include <stdlib.h>

static void free_log(SEXP handle)
{
  click_log *log = R_ExternalPtrAddr(handle);
  if (!log) return;
  R_ClearExternalPtr(handle);
  click_log_free(log);
  free(log);
}

static click_log *log_of(SEXP handle)
{
  click_log *log = TYPEOF(handle) == EXTPTRSXP ? R_ExternalPtrAddr(handle) : NULL;
  if (!log) glue_bug("there is no such click log");
  return log;
}

SEXP C_clicks_open(void)
{
  SEXP handle = PROTECT(R_MakeExternalPtr(NULL, R_NilValue, R_NilValue));
  R_RegisterCFinalizerEx(handle, free_log, TRUE);
  click_log *log = memory_zeroed(1, sizeof *log);
  if (!log) Rf_error("Out of memory.");
  click_log_open(log);
  R_SetExternalPtrAddr(handle, log);
  UNPROTECT(1);
  return handle;
}

SEXP C_clicks_read(SEXP handle, SEXP bytes)
{
  click_log *log = log_of(handle);
  if (TYPEOF(bytes) != RAWSXP) glue_bug("a click log is read from raw bytes");
  return Rf_ScalarLogical(click_log_read(log, (const char *)RAW(bytes), (size_t)XLENGTH(bytes)));
}

SEXP C_clicks_end(SEXP handle) { return Rf_ScalarLogical(click_log_end(log_of(handle))); }

/* ---- what was read ---------------------------------------------------------- */

static void put_events(const click_log *log, SEXP answer)
{
  const R_xlen_t count = (R_xlen_t)log->events.count;
  const click_event *e = log->events.items;
  double *column[4];
  for (int i = 0; i < 4; i++) {
    SEXP values = Rf_allocVector(REALSXP, count);
    SET_VECTOR_ELT(answer, i, values);
    column[i] = REAL(values);
  }
  for (R_xlen_t i = 0; i < count; i++) {
    column[0][i] = e[i].time;
    column[1][i] = e[i].shown + 1;
    column[2][i] = e[i].click;
    column[3][i] = (double)e[i].pool + 1;
  }
}

static void put_pools(const click_log *log, SEXP answer)
{
  const int pools = pools_count(&log->pools), *listed_arms = pools_members(&log->pools);
  const R_xlen_t members = pools ? (R_xlen_t)pool_end(&log->pools, pools - 1) : 0;
  SEXP from = Rf_allocVector(REALSXP, pools + 1);
  SET_VECTOR_ELT(answer, 4, from);
  for (int i = 0; i < pools; i++) REAL(from)[i] = (double)pool_start(&log->pools, i);
  REAL(from)[pools] = (double)members;
  SEXP listed = Rf_allocVector(REALSXP, members);
  SET_VECTOR_ELT(answer, 5, listed);
  for (R_xlen_t i = 0; i < members; i++) REAL(listed)[i] = listed_arms[i] + 1;
}

static void put_labels(const click_log *log, SEXP answer)
{
  const R_xlen_t count = (R_xlen_t)log->labels.place.count;
  const label_place *place = log->labels.place.items;
  SEXP labels = Rf_allocVector(STRSXP, count);
  SET_VECTOR_ELT(answer, 6, labels);
  for (R_xlen_t i = 0; i < count; i++)
    SET_STRING_ELT(
        labels, i,
        Rf_mkCharLenCE((const char *)log->labels.text.items + place[i].from, (int)place[i].length, CE_UTF8));
}

static void put_faults(const click_log *log, SEXP answer)
{
  SEXP faults = Rf_allocVector(REALSXP, CLICK_FAULTS - CLICK_UNPARSABLE);
  SET_VECTOR_ELT(answer, 7, faults);
  for (int i = CLICK_UNPARSABLE; i < CLICK_FAULTS; i++)
    REAL(faults)[i - CLICK_UNPARSABLE] = (double)log->faults[i];
  SET_VECTOR_ELT(answer, 8, Rf_ScalarReal((double)log->first_fault));
  SET_VECTOR_ELT(answer, 9, Rf_ScalarReal((double)log->lines));
}

SEXP C_clicks_take(SEXP handle)
{
  const click_log *log = log_of(handle);
  const char *names[] = {"time",   "shown",  "reward",      "pool",  "pool_from", "pool_members",
                         "labels", "faults", "first_fault", "lines", ""};
  SEXP answer = PROTECT(Rf_mkNamed(VECSXP, names));
  put_events(log, answer);
  put_pools(log, answer);
  put_labels(log, answer);
  put_faults(log, answer);
  UNPROTECT(1);
  free_log(handle);
  return answer;
}

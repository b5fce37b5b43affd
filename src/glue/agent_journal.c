/* An agent's journal, on its way to a file and back. */
#include "agent.h"
#include "../agent/number_text.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Calls, random numbers, turns of the clocks, without those that are 0 at the end. */
static SEXP mark_values(agent_mark m)
{
  int clocks = CLOCKS;
  while (clocks > 0 && m.used.turns[clocks - 1] == 0) clocks--;
  SEXP values = Rf_allocVector(REALSXP, 2 + clocks);
  REAL(values)[0] = (double)m.calls;
  REAL(values)[1] = (double)m.used.numbers;
  for (int i = 0; i < clocks; i++) REAL(values)[2 + i] = (double)m.used.turns[i];
  return values;
}

static agent_mark read_mark(SEXP values)
{
  const int count = TYPEOF(values) == REALSXP ? (int)XLENGTH(values) : 0;
  if (count < 2 || count > 2 + CLOCKS) glue_bug("a mark is not as it was made");
  const double *x = REAL(values);
  for (int i = 0; i < count; i++)
    if (!(x[i] >= 0 && x[i] <= LARGEST_ROUND)) return (agent_mark){.calls = SIZE_MAX};
  agent_mark m = {(size_t)x[0], {.numbers = (uint64_t)x[1]}};
  for (int i = 0; i + 2 < count; i++) m.used.turns[i] = (uint64_t)x[2 + i];
  return m;
}

/* Returns the number of calls that were put down, and that of their numbers. */
SEXP C_agent_extent(SEXP a)
{
  const journal *j = &living_agent(a)->agent.journal;
  SEXP extent = Rf_allocVector(REALSXP, 2);
  REAL(extent)[0] = (double)j->calls.count;
  REAL(extent)[1] = (double)j->numbers.count;
  return extent;
}

SEXP C_agent_journal(SEXP a)
{
  agent_handle *h = living_agent(a);
  const journal *j = &h->agent.journal;
  const int count = agent_state_arms(&h->agent.state);
  if (j->calls.count > INT32_MAX) return R_NilValue;
  static const char *names[] = {"calls", "numbers", "arms", "mark", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, Rf_allocVector(STRSXP, 1));
  const char *calls = j->calls.count ? j->calls.items : "";
  SET_STRING_ELT(VECTOR_ELT(result, 0), 0, Rf_mkCharLenCE(calls, (int)j->calls.count, CE_UTF8));
  SET_VECTOR_ELT(result, 1, Rf_allocVector(REALSXP, (R_xlen_t)j->numbers.count));
  if (j->numbers.count)
    memcpy(REAL(VECTOR_ELT(result, 1)), j->numbers.items, j->numbers.count * sizeof(double));
  SET_VECTOR_ELT(result, 2, Rf_allocVector(STRSXP, count));
  for (int i = 0; i < count; i++) SET_STRING_ELT(VECTOR_ELT(result, 2), i, name_of(a, i));
  SET_VECTOR_ELT(result, 3, mark_values(agent_last_mark(&h->agent)));
  UNPROTECT(1);
  return result;
}

enum { LONGEST_NUMBER = 32 };

/* With as many digits as it takes; an infinite one is too large to be read as
 * anything else. */
static int print_exactly(char *at, double value)
{
  if (isinf(value)) return snprintf(at, LONGEST_NUMBER, value > 0 ? "1e999" : "-1e999");
  if (value == 0) return snprintf(at, LONGEST_NUMBER, signbit(value) ? "-0.0" : "0");
  const int length = snprintf(at, LONGEST_NUMBER, "%.15g", value);
  return strtod(at, NULL) == value ? length : snprintf(at, LONGEST_NUMBER, "%.17g", value);
}

/* An array of JSON whose numbers are read as the same doubles. */
SEXP C_exact_numbers(SEXP x)
{
  if (TYPEOF(x) != REALSXP) glue_bug("numbers are none");
  const R_xlen_t count = XLENGTH(x);
  char *text = R_alloc((size_t)count + 1, LONGEST_NUMBER), *at = text;
  *at++ = '[';
  for (R_xlen_t i = 0; i < count; i++) {
    if (i > 0) *at++ = ',';
    at += print_exactly(at, REAL(x)[i]);
  }
  *at++ = ']';
  if (at - text > INT32_MAX) return R_NilValue;
  SEXP result = PROTECT(Rf_allocVector(STRSXP, 1));
  SET_STRING_ELT(result, 0, Rf_mkCharLenCE(text, (int)(at - text), CE_UTF8));
  UNPROTECT(1);
  return result;
}

/* --- numbers as text (src/agent/number_text.h) --------------------------------------- */

SEXP C_numbers_to_text(SEXP x)
{
  if (TYPEOF(x) != REALSXP) glue_bug("numbers are none");
  char *text = R_alloc((size_t)XLENGTH(x) + 1, LONGEST_NUMBER_TEXT), *at = text;
  for (R_xlen_t i = 0; i < XLENGTH(x); i++) at = number_to_text(at, REAL(x)[i]);
  if (at - text > INT32_MAX) return R_NilValue;
  return Rf_ScalarString(Rf_mkCharLenCE(text, (int)(at - text), CE_UTF8));
}

/* NULL if it is no text of numbers. */
SEXP C_numbers_of_text(SEXP x)
{
  const char *text = glue_text(x, "numbers");
  const int64_t count = numbers_in_text(text);
  if (count < 0) return R_NilValue;
  SEXP numbers = PROTECT(Rf_allocVector(REALSXP, (R_xlen_t)count));
  numbers_of_text(text, REAL(numbers));
  UNPROTECT(1);
  return numbers;
}

/* --- reading ------------------------------------------------------------------------ */

/* list(what was wrong, "" if nothing; calls made). The names are those of all
 * arms that ever were. It goes on where it stopped to ask. */
SEXP C_agent_replay(SEXP a, SEXP calls, SEXP numbers, SEXP names, SEXP mark)
{
  agent_handle *h = living_agent(a);
  const char *text = glue_text(calls, "a journal");
  if (TYPEOF(numbers) != REALSXP || TYPEOF(names) != STRSXP) glue_bug("a journal is not as it was made");
  const agent_past past = {text, strlen(text), REAL(numbers), (size_t)XLENGTH(numbers), read_mark(mark)};
  if (h->done.calls > past.call_count || h->done.numbers > past.number_count)
    glue_bug("a journal is another than before");
  agent_result r = agent_replay(&h->agent, &past, &h->done);
  h->problem = agent_word(r);
  if (r == AGENT_DONE && XLENGTH(names) != agent_state_arms(&h->agent.state)) r = AGENT_UNSOUND;
  if (r == AGENT_DONE) SET_VECTOR_ELT(R_ExternalPtrProtected(a), KEPT_NAMES, names);
  static const glue_column columns[] = {{"problem", STRSXP}, {"done", REALSXP}, {"message", STRSXP}};
  SEXP result = PROTECT(glue_table(columns, 3, 1));
  SET_STRING_ELT(VECTOR_ELT(result, 0), 0, Rf_mkChar(agent_word(r)));
  REAL(VECTOR_ELT(result, 1))[0] = (double)h->done.calls;
  SET_STRING_ELT(VECTOR_ELT(result, 2), 0, glue_message(&h->agent.state.failure));
  UNPROTECT(1);
  return result;
}

/* --- what an agent that logs has put down ------------------------------------------- */

static double known(double x) { return isnan(x) ? NA_REAL : x; }

static SEXP prospects_table(const growable *rows, const char *number, const char *value)
{
  const glue_column columns[] = {{"round", REALSXP}, {number, INTSXP}, {value, REALSXP}};
  const prospect_row *row = rows->items;
  SEXP table = PROTECT(glue_table(columns, 3, (R_xlen_t)rows->count));
  for (size_t i = 0; i < rows->count; i++) {
    REAL(VECTOR_ELT(table, 0))[i] = row[i].round;
    INTEGER(VECTOR_ELT(table, 1))[i] = (int)row[i].number + 1;
    REAL(VECTOR_ELT(table, 2))[i] = known(row[i].value);
  }
  UNPROTECT(1);
  return table;
}

static SEXP choices_table(const growable *rows, const agent_note *note)
{
  static const glue_column columns[] = {{"round", REALSXP},  {"arm", INTSXP},         {"wait", INTSXP},
                                        {"reward", REALSXP}, {"propensity", REALSXP}, {"reported", REALSXP},
                                        {"outside", LGLSXP}, {"stated", REALSXP}};
  const choice_row *row = rows->items;
  SEXP table = PROTECT(glue_table(columns, 8, (R_xlen_t)rows->count));
  for (size_t i = 0; i < rows->count; i++) {
    REAL(VECTOR_ELT(table, 0))[i] = row[i].round;
    INTEGER(VECTOR_ELT(table, 1))[i] = (int)row[i].number + 1;
    INTEGER(VECTOR_ELT(table, 2))[i] = row[i].wait;
    REAL(VECTOR_ELT(table, 3))[i] = known(row[i].reward);
    REAL(VECTOR_ELT(table, 4))[i] = known(row[i].chance);
    REAL(VECTOR_ELT(table, 5))[i] = known(note[i].shown);
    LOGICAL(VECTOR_ELT(table, 6))[i] = note[i].outside;
    REAL(VECTOR_ELT(table, 7))[i] = known(note[i].stated);
  }
  UNPROTECT(1);
  return table;
}

/* list(choices, prospects, contexts), as C_study_collect() has them, and what is an agent's own: when
 * rewards were told, and what somebody else chose. */
SEXP C_agent_log(SEXP a)
{
  const agent_state *s = &living_agent(a)->agent.state;
  const record *r = &s->exits;
  static const char *names[] = {"choices", "prospects", "contexts", ""};
  SEXP log = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(log, 0, choices_table(&r->choices, s->notes.items));
  SET_VECTOR_ELT(log, 1, prospects_table(&r->prospects, "arm", "propensity"));
  SET_VECTOR_ELT(log, 2, prospects_table(&r->contexts, "coordinate", "value"));
  UNPROTECT(1);
  return log;
}

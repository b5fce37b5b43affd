/* An agent's journal, on its way to a file and back. */
#include "agent.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

SEXP C_agent_journal(SEXP a)
{
  const agent_handle *h = living_agent(a);
  const journal *j = &h->agent.journal;
  const int count = agent_state_arms(&h->agent.state);
  if (j->calls.count > INT32_MAX) return R_NilValue;
  static const char *names[] = {"calls", "numbers", "arms", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, Rf_allocVector(STRSXP, 1));
  const char *calls = j->calls.count ? j->calls.items : "";
  SET_STRING_ELT(VECTOR_ELT(result, 0), 0, Rf_mkCharLenCE(calls, (int)j->calls.count, CE_UTF8));
  SET_VECTOR_ELT(result, 1, Rf_allocVector(REALSXP, (R_xlen_t)j->numbers.count));
  if (j->numbers.count)
    memcpy(REAL(VECTOR_ELT(result, 1)), j->numbers.items, j->numbers.count * sizeof(double));
  SET_VECTOR_ELT(result, 2, Rf_allocVector(STRSXP, count));
  for (int i = 0; i < count; i++) SET_STRING_ELT(VECTOR_ELT(result, 2), i, name_of(a, i));
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

/* list(what was wrong, "" if nothing; calls made). The names are those of all
 * arms that ever were. It goes on where it stopped to ask. */
SEXP C_agent_replay(SEXP a, SEXP calls, SEXP numbers, SEXP names)
{
  agent_handle *h = living_agent(a);
  const char *text = glue_text(calls, "a journal");
  if (TYPEOF(numbers) != REALSXP || TYPEOF(names) != STRSXP) glue_bug("a journal is not as it was made");
  const size_t count = strlen(text), number_count = (size_t)XLENGTH(numbers);
  if (h->done.calls > count || h->done.numbers > number_count) glue_bug("a journal is another than before");
  agent_result r = agent_replay(&h->agent, text, count, REAL(numbers), number_count, &h->done);
  h->problem = agent_word(r);
  if (r == AGENT_DONE && XLENGTH(names) != agent_state_arms(&h->agent.state)) r = AGENT_UNSOUND;
  if (r == AGENT_DONE) SET_VECTOR_ELT(R_ExternalPtrProtected(a), KEPT_NAMES, names);
  static const glue_column columns[] = {{"problem", STRSXP}, {"done", REALSXP}, {"message", STRSXP}};
  SEXP result = PROTECT(glue_table(columns, 3, 1));
  SET_STRING_ELT(VECTOR_ELT(result, 0), 0, Rf_mkChar(agent_word(r)));
  REAL(VECTOR_ELT(result, 1))[0] = (double)h->done.calls;
  SET_STRING_ELT(VECTOR_ELT(result, 2), 0, Rf_mkCharCE(h->agent.state.failure.message, CE_UTF8));
  UNPROTECT(1);
  return result;
}

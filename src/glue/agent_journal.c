/* An agent's journal, on its way to a file and back. */
#include "agent.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static SEXP mark_values(agent_mark m)
{
  SEXP values = Rf_allocVector(REALSXP, 2);
  REAL(values)[0] = (double)m.calls;
  REAL(values)[1] = (double)m.used;
  return values;
}

static agent_mark read_mark(SEXP values)
{
  if (TYPEOF(values) != REALSXP || XLENGTH(values) != 2) glue_bug("a mark is not as it was made");
  const double *x = REAL(values);
  for (int i = 0; i < 2; i++)
    if (!(x[i] >= 0 && x[i] <= LARGEST_ROUND)) return (agent_mark){SIZE_MAX, 0};
  return (agent_mark){(size_t)x[0], (uint64_t)x[1]};
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

/* --- numbers as text -------------------------------------------------------------- */

/* Numbers in digits of base 64, the most important first. The first digit says
 * what comes:
 *   0 to 55    the whole number itself
 *   56 to 59   a whole number below 4 * 4096: its highest digit plus 56, two more
 *   60         a whole number below 64^5: five digits
 *   61         the 64 bits of any double: eleven digits */
static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
enum { LARGEST_DIGIT = 55, MEDIUM = 56, LONG = 60, BITS = 61, NO_DIGIT = 64 };

static char *write_digits(char *at, uint64_t value, int count)
{
  for (int i = count; i-- > 0; value >>= 6) at[i] = digits[value & 63];
  return at + count;
}

static char *write_number(char *at, double x)
{
  uint64_t bits;
  const bool whole = x >= 0 && x < 1073741824 && x == floor(x) && !signbit(x);
  const uint64_t value = whole ? (uint64_t)x : 0;
  if (whole && value <= LARGEST_DIGIT) return write_digits(at, value, 1);
  if (whole && value < 4 * 4096) return write_digits(at, value + ((uint64_t)MEDIUM << 12), 3);
  *at++ = digits[whole ? LONG : BITS];
  if (whole) return write_digits(at, value, 5);
  memcpy(&bits, &x, sizeof bits);
  return write_digits(at, bits, 11);
}

SEXP C_numbers_to_text(SEXP x)
{
  enum { LONGEST = 12 };
  if (TYPEOF(x) != REALSXP) glue_bug("numbers are none");
  char *text = R_alloc((size_t)XLENGTH(x) + 1, LONGEST), *at = text;
  for (R_xlen_t i = 0; i < XLENGTH(x); i++) at = write_number(at, REAL(x)[i]);
  if (at - text > INT32_MAX) return R_NilValue;
  return Rf_ScalarString(Rf_mkCharLenCE(text, (int)(at - text), CE_UTF8));
}

/* What each character is worth; NO_DIGIT if it is none. */
static void find_worth(unsigned char *worth)
{
  memset(worth, NO_DIGIT, 256);
  for (int i = 0; i < 64; i++) worth[(unsigned char)digits[i]] = (unsigned char)i;
}

/* How many characters a number takes that begins with this digit; 0 if none does. */
static int length_from(int digit)
{
  if (digit < MEDIUM) return 1;
  if (digit < LONG) return 3;
  return digit == LONG ? 6 : digit == BITS ? 12 : 0;
}

/* So many numbers; -1 if the text is of no numbers. */
static R_xlen_t count_numbers(const unsigned char *at, const unsigned char *worth)
{
  R_xlen_t count = 0;
  for (; *at; count++) {
    const int length = length_from(worth[*at]);
    if (!length) return -1;
    for (int i = 0; i < length; i++)
      if (worth[*at++] == NO_DIGIT) return -1;
  }
  return count;
}

static double number_from(const unsigned char **at, const unsigned char *worth)
{
  const int first = worth[*(*at)++], more = length_from(first) - 1;
  uint64_t value = first < MEDIUM ? (uint64_t)first : first < LONG ? (uint64_t)(first - MEDIUM) : 0;
  for (int i = 0; i < more; i++) value = value << 6 | worth[*(*at)++];
  double x = (double)value;
  if (first == BITS) memcpy(&x, &value, sizeof x);
  return x;
}

/* NULL if it is no text of numbers. */
SEXP C_numbers_of_text(SEXP x)
{
  unsigned char worth[256];
  find_worth(worth);
  const unsigned char *at = (const unsigned char *)glue_text(x, "numbers");
  const R_xlen_t count = count_numbers(at, worth);
  if (count < 0) return R_NilValue;
  SEXP numbers = PROTECT(Rf_allocVector(REALSXP, count));
  for (R_xlen_t i = 0; i < count; i++) REAL(numbers)[i] = number_from(&at, worth);
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
  SET_STRING_ELT(VECTOR_ELT(result, 2), 0, Rf_mkCharCE(h->agent.state.failure.message, CE_UTF8));
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
  static const glue_column columns[] = {{"round", REALSXP},  {"arm", INTSXP},     {"wait", INTSXP},
                                        {"reward", REALSXP}, {"chance", REALSXP}, {"told", REALSXP},
                                        {"outside", LGLSXP}};
  const choice_row *row = rows->items;
  SEXP table = PROTECT(glue_table(columns, 7, (R_xlen_t)rows->count));
  for (size_t i = 0; i < rows->count; i++) {
    REAL(VECTOR_ELT(table, 0))[i] = row[i].round;
    INTEGER(VECTOR_ELT(table, 1))[i] = (int)row[i].number + 1;
    INTEGER(VECTOR_ELT(table, 2))[i] = row[i].wait;
    REAL(VECTOR_ELT(table, 3))[i] = known(row[i].reward);
    REAL(VECTOR_ELT(table, 4))[i] = known(row[i].chance);
    REAL(VECTOR_ELT(table, 5))[i] = known(note[i].told);
    LOGICAL(VECTOR_ELT(table, 6))[i] = note[i].outside;
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
  SET_VECTOR_ELT(log, 1, prospects_table(&r->prospects, "arm", "chance"));
  SET_VECTOR_ELT(log, 2, prospects_table(&r->contexts, "coordinate", "value"));
  UNPROTECT(1);
  return log;
}

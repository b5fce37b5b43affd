/* Agents as external pointers. choose() and learn() are called once a
 * decision, so what they are given is checked here; what is wrong is noted in
 * the agent, and R, told by NULL or FALSE, asks for it and raises the error. */
#include "r_view.h"
#include "core/agent.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct agent_handle {
  arena memory; /* of the descriptions */
  agent agent;
  bool opened;
  const char *problem; /* what was wrong with the last call */
  int64_t told;        /* to a policy in R: how many outcomes */
  bool asked;          /* a policy in R has been, and has not answered yet */
  random_stream before; /* its random numbers when it was asked */
  replayed done;       /* of a journal that is read */
} agent_handle;

/* What R keeps for it: the description, and the names of the arms by number,
 * with room for more. */
enum { KEPT_DESCRIPTION, KEPT_NAMES };

static void free_agent(agent_handle *h)
{
  if (h->opened) agent_close(&h->agent);
  arena_free(&h->memory);
  free(h);
}

static void finalize_agent(SEXP pointer)
{
  agent_handle *h = R_ExternalPtrAddr(pointer);
  R_ClearExternalPtr(pointer);
  if (h) free_agent(h);
}

/* NULL if it is none, or is dead: read from a file that saveRDS() wrote. */
static agent_handle *agent_of(SEXP pointer)
{
  if (TYPEOF(pointer) != EXTPTRSXP || !Rf_inherits(pointer, "unruly_agent")) return NULL;
  SEXP kept = R_ExternalPtrProtected(pointer);
  return TYPEOF(kept) == VECSXP && XLENGTH(kept) == 2 ? R_ExternalPtrAddr(pointer) : NULL;
}

static agent_handle *living_agent(SEXP pointer)
{
  agent_handle *h = agent_of(pointer);
  if (!h) glue_bug("the agent is no longer there");
  return h;
}

/* --- what is wrong ----------------------------------------------------------- */

static const char *const words[] = {[AGENT_DONE] = "",
                                    [AGENT_ASKS] = "asks",
                                    [AGENT_FAILED] = "failed",
                                    [AGENT_FULL] = "full",
                                    [AGENT_NOBODY] = "nobody",
                                    [AGENT_OVER] = "over",
                                    [AGENT_UNLEARNED] = "unlearned",
                                    [AGENT_PAST] = "past",
                                    [AGENT_UNKNOWN] = "unknown",
                                    [AGENT_LEARNED] = "learned",
                                    [AGENT_TIME] = "time",
                                    [AGENT_TIMELESS] = "timeless",
                                    [AGENT_THERE] = "there",
                                    [AGENT_GONE] = "gone",
                                    [AGENT_STAYS] = "stays",
                                    [AGENT_DIFFERS] = "differs",
                                    [AGENT_UNSOUND] = "unsound"};

static bool went_wrong(agent_handle *h, agent_result r)
{
  h->problem = words[r];
  return r != AGENT_DONE;
}

static SEXP wrong(agent_handle *h, const char *what, SEXP answer)
{
  h->problem = what;
  return answer;
}

/* --- names ------------------------------------------------------------------- */

static SEXP names_of(SEXP pointer) { return VECTOR_ELT(R_ExternalPtrProtected(pointer), KEPT_NAMES); }

static SEXP name_of(SEXP pointer, int number) { return STRING_ELT(names_of(pointer), number); }

/* R keeps each text once: the same texts of the same encoding are the same. */
static bool same_text(SEXP x, SEXP y)
{
  if (x == y) return true;
  if (x == NA_STRING || y == NA_STRING) return false;
  return strcmp(Rf_translateCharUTF8(x), Rf_translateCharUTF8(y)) == 0;
}

/* The latest arm of this name, or -1. */
static int arm_named(SEXP pointer, const agent_handle *h, SEXP name)
{
  SEXP names = names_of(pointer);
  const char *text = Rf_translateCharUTF8(name);
  name = PROTECT(Rf_mkCharCE(text, CE_UTF8));
  int number = agent_state_arms(&h->agent.state) - 1;
  while (number >= 0 && STRING_ELT(names, number) != name) number--;
  UNPROTECT(1);
  return number;
}

/* Room for one more name. */
static void make_room_for_name(SEXP pointer, const agent_handle *h)
{
  SEXP old = names_of(pointer);
  const R_xlen_t count = agent_state_arms(&h->agent.state);
  if (XLENGTH(old) > count) return;
  SEXP names = PROTECT(Rf_allocVector(STRSXP, 2 * count + 1));
  for (R_xlen_t i = 0; i < count; i++) SET_STRING_ELT(names, i, STRING_ELT(old, i));
  SET_VECTOR_ELT(R_ExternalPtrProtected(pointer), KEPT_NAMES, names);
  UNPROTECT(1);
}

/* --- numbers that a user gives ------------------------------------------------- */

/* One number; NA, of any kind, is NaN. */
static bool is_number(SEXP x, double *value)
{
  const bool logical = TYPEOF(x) == LGLSXP, whole = TYPEOF(x) == INTSXP && !Rf_isFactor(x);
  if ((!logical && !whole && TYPEOF(x) != REALSXP) || XLENGTH(x) != 1) return false;
  if (TYPEOF(x) == REALSXP) *value = REAL(x)[0];
  else {
    const int number = logical ? LOGICAL(x)[0] : INTEGER(x)[0];
    *value = number == NA_INTEGER ? NAN : number;
  }
  return true;
}

static bool is_whole(SEXP x, double max, int64_t *value)
{
  double number;
  if (TYPEOF(x) == LGLSXP || !is_number(x, &number)) return false;
  if (!(number >= 1 && number <= max) || number != floor(number)) return false;
  *value = (int64_t)number;
  return true;
}

/* --- choosing ------------------------------------------------------------------ */

/* The coordinates as numbers; NULL if they are not what is wanted. */
static const double *context_of(const agent_handle *h, SEXP context, SEXP *kept)
{
  static const double none = 0;
  const int size = h->agent.setup.context_size;
  *kept = R_NilValue;
  if (context == R_NilValue) return size == 0 ? &none : NULL;
  if (size == 0 || (TYPEOF(context) != REALSXP && TYPEOF(context) != INTSXP) || XLENGTH(context) != size ||
      Rf_isFactor(context))
    return NULL;
  *kept = Rf_coerceVector(context, REALSXP);
  for (int i = 0; i < size; i++)
    if (!(fabs(REAL(*kept)[i]) <= AGENT_LARGEST_COORDINATE)) return NULL;
  return REAL(*kept);
}

static SEXP action_of(SEXP pointer, const agent_handle *h, int number, int wait)
{
  SEXP arm = PROTECT(Rf_ScalarString(name_of(pointer, number)));
  if (!h->agent.setup.waiting) {
    UNPROTECT(1);
    return arm;
  }
  static const char *names[] = {"arm", "wait", ""};
  SEXP action = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(action, 0, arm);
  SET_VECTOR_ELT(action, 1, Rf_ScalarInteger(wait));
  UNPROTECT(2);
  return action;
}

/* The name of an arm, with waiting list(arm, wait); NULL if something is wrong. */
SEXP C_agent_choose(SEXP a, SEXP context, SEXP round)
{
  agent_handle *h = agent_of(a);
  int64_t in_round;
  int number, wait;
  if (!h) return R_NilValue;
  SEXP kept;
  const double *x = context_of(h, context, &kept);
  if (!x) return wrong(h, "context", R_NilValue);
  PROTECT(kept);
  agent_result r = AGENT_DONE;
  if (round != R_NilValue) {
    if (!is_whole(round, AGENT_LONGEST, &in_round)) {
      UNPROTECT(1);
      return wrong(h, "round", R_NilValue);
    }
    if (in_round != h->agent.state.roster.view.round || h->agent.state.playing)
      r = agent_pass(&h->agent, in_round);
  }
  if (r == AGENT_DONE) r = agent_choose(&h->agent, h->agent.setup.context_size ? x : NULL, &number, &wait);
  UNPROTECT(1);
  return went_wrong(h, r) ? R_NilValue : action_of(a, h, number, wait);
}

SEXP C_agent_ticket(SEXP a)
{
  return Rf_ScalarReal((double)agent_state_ticket(&living_agent(a)->agent.state));
}

/* --- learning ------------------------------------------------------------------ */

/* The arm given, as a name or as choose() gave it, is that of the ticket. */
static bool is_action(SEXP pointer, const agent_handle *h, SEXP given, int number, int wait)
{
  if (TYPEOF(given) == VECSXP) {
    int64_t waited;
    if (!h->agent.setup.waiting || XLENGTH(given) != 2 ||
        !is_whole(VECTOR_ELT(given, 1), INT32_MAX, &waited) || waited != wait)
      return false;
    given = VECTOR_ELT(given, 0);
  }
  return TYPEOF(given) == STRSXP && XLENGTH(given) == 1 &&
         same_text(STRING_ELT(given, 0), name_of(pointer, number));
}

static bool is_reward(SEXP x, double *reward)
{
  return is_number(x, reward) && fabs(*reward) <= AGENT_LARGEST;
}

static SEXP answer_of(agent_handle *h, agent_result r) { return Rf_ScalarLogical(!went_wrong(h, r)); }

static SEXP learn_at_once_or_late(agent_handle *h, SEXP reward, bool open, int64_t ticket)
{
  double x;
  if (!is_reward(reward, &x)) return wrong(h, "reward", Rf_ScalarLogical(false));
  return answer_of(h, open ? agent_learn(&h->agent, x) : agent_learn_late(&h->agent, ticket, x));
}

/* The end of a play with waiting. In vain: the time is NA, or the reward is and
 * the time, if given, the whole wait. Without a reward it is to come later. */
static SEXP learn_end(agent_handle *h, SEXP reward, SEXP time, int wait)
{
  SEXP no = Rf_ScalarLogical(false);
  double x = 0, t = 0;
  const bool timed = time != R_NilValue, told = reward != R_NilValue;
  if (told && !is_reward(reward, &x) && !(is_number(reward, &x) && isnan(x))) return wrong(h, "reward", no);
  if (timed && !is_number(time, &t)) return wrong(h, "time", no);
  const bool absent = told && isnan(x), vain = (timed && isnan(t)) || (absent && (!timed || t == wait));
  if (!vain && (absent || !(t >= 1 && t <= wait && t == floor(t)))) return wrong(h, "time", no);
  return answer_of(h, agent_end(&h->agent, vain ? 0 : (int)t, told, absent ? 0 : x));
}

SEXP C_agent_learn(SEXP a, SEXP arm, SEXP reward, SEXP time, SEXP ticket)
{
  agent_handle *h = agent_of(a);
  SEXP no = Rf_ScalarLogical(false);
  if (!h) return no;
  const agent_state *s = &h->agent.state;
  int number, wait;
  int64_t which = agent_state_ticket(s);
  if (ticket != R_NilValue && !is_whole(ticket, AGENT_LONGEST, &which)) return wrong(h, "ticket", no);
  const agent_result found = agent_state_find(s, which, &number, &wait);
  if (went_wrong(h, found)) return no;
  if (!is_action(a, h, arm, number, wait)) return wrong(h, "arm", no);
  const bool open = s->playing && which == agent_state_ticket(s);
  if (open && h->agent.setup.waiting) return learn_end(h, reward, time, wait);
  if (time != R_NilValue) return wrong(h, "timeless", no);
  return learn_at_once_or_late(h, reward, open, which);
}

/* --- arms that come and go ----------------------------------------------------- */

SEXP C_agent_pass(SEXP a, SEXP round)
{
  agent_handle *h = living_agent(a);
  return answer_of(h, agent_pass(&h->agent, glue_whole(round, "round", 1, GLUE_LONGEST)));
}

/* `last` and `patience`: numbers, Inf for never; NULL for what is known of it. */
SEXP C_agent_enter(SEXP a, SEXP arm, SEXP last, SEXP patience)
{
  agent_handle *h = living_agent(a);
  agent_state *s = &h->agent.state;
  glue_text(arm, "an arm");
  make_room_for_name(a, h);
  int number = arm_named(a, h, STRING_ELT(arm, 0));
  if (number < 0 || agent_arm_at(s, number)->state == ARM_GONE) number = agent_state_arms(s);
  const bool is_new = number == agent_state_arms(s);
  const int64_t known = is_new ? FOREVER : agent_arm_at(s, number)->last;
  const int64_t end = last == R_NilValue ? known : rounds_from(glue_number(last, "last"));
  const int64_t patient = patience == R_NilValue ? FOREVER : rounds_from(glue_number(patience, "patience"));
  if (is_new) SET_STRING_ELT(names_of(a), number, STRING_ELT(arm, 0));
  return answer_of(h, agent_enter(&h->agent, number, end, patient));
}

SEXP C_agent_leave(SEXP a, SEXP who, SEXP away)
{
  agent_handle *h = living_agent(a);
  const bool back = glue_number(away, "away") != 0;
  if (TYPEOF(who) != STRSXP || XLENGTH(who) < 1 || XLENGTH(who) > INT32_MAX) glue_bug("arms are missing");
  SEXP numbers = PROTECT(Rf_allocVector(INTSXP, XLENGTH(who)));
  for (R_xlen_t i = 0; i < XLENGTH(who); i++) INTEGER(numbers)[i] = arm_named(a, h, STRING_ELT(who, i));
  SEXP answer = answer_of(h, agent_leave(&h->agent, INTEGER(numbers), (int)XLENGTH(who), back));
  UNPROTECT(1);
  return answer;
}

/* --- looking -------------------------------------------------------------------- */

/* What R needs to say what was wrong, and to print. */
SEXP C_agent_standing(SEXP a, SEXP ticket)
{
  const agent_handle *h = agent_of(a);
  if (!h) return R_NilValue;
  static const glue_column columns[] = {{"problem", STRSXP}, {"message", STRSXP}, {"round", REALSXP},
                                        {"next", REALSXP},   {"least", REALSXP},  {"ticket", REALSXP},
                                        {"late", REALSXP},   {"arm", STRSXP},     {"wait", INTSXP}};
  const agent_state *s = &h->agent.state;
  int number = -1, wait = NA_INTEGER;
  int64_t which = agent_state_ticket(s);
  if (ticket != R_NilValue && !is_whole(ticket, AGENT_LONGEST, &which)) which = 0;
  SEXP table = PROTECT(glue_table(columns, 9, 1));
  const bool found = agent_state_find(s, which, &number, &wait) == AGENT_DONE;
  const int64_t now = s->roster.view.round, start = s->playing ? s->open.start : now;
  const double numbers[] = {(double)now, (double)(now + (s->playing && now == start)),
                            (double)(now - start + 1), (double)agent_state_ticket(s),
                            (double)(s->late.count - s->late_shown) + s->playing};
  SET_STRING_ELT(VECTOR_ELT(table, 0), 0, Rf_mkChar(h->problem ? h->problem : ""));
  SET_STRING_ELT(VECTOR_ELT(table, 1), 0, Rf_mkCharCE(s->failure.message, CE_UTF8));
  for (int i = 0; i < 5; i++) REAL(VECTOR_ELT(table, i + 2))[0] = numbers[i];
  SET_STRING_ELT(VECTOR_ELT(table, 7), 0, found ? name_of(a, number) : NA_STRING);
  INTEGER(VECTOR_ELT(table, 8))[0] = wait;
  UNPROTECT(1);
  return table;
}

/* One row an arm and wait; `state` from 0: expected, there, away, gone. */
SEXP C_agent_table(SEXP a)
{
  const agent_handle *h = living_agent(a);
  static const glue_column columns[] = {{"arm", STRSXP},   {"wait", INTSXP},  {"pulls", REALSXP},
                                        {"mean", REALSXP}, {"last", REALSXP}, {"state", INTSXP}};
  const agent_state *s = &h->agent.state;
  const int count = agent_state_arms(s), waits = h->agent.setup.waits;
  SEXP table = PROTECT(glue_table(columns, 6, (R_xlen_t)count * waits));
  for (R_xlen_t i = 0; i < (R_xlen_t)count * waits; i++) {
    const int number = (int)(i / waits), wait = (int)(i % waits) + 1;
    const agent_tally *t = agent_tally_at(s, number, wait);
    SET_STRING_ELT(VECTOR_ELT(table, 0), i, name_of(a, number));
    INTEGER(VECTOR_ELT(table, 1))[i] = wait;
    REAL(VECTOR_ELT(table, 2))[i] = (double)t->pulls;
    REAL(VECTOR_ELT(table, 3))[i] = t->shown ? sum_value(&t->observed) / (double)t->shown : NA_REAL;
    REAL(VECTOR_ELT(table, 4))[i] = t->last ? (double)t->last : NA_REAL;
    INTEGER(VECTOR_ELT(table, 5))[i] = (int)agent_arm_at(s, number)->state;
  }
  UNPROTECT(1);
  return table;
}

SEXP C_agent_description(SEXP a)
{
  if (TYPEOF(a) != EXTPTRSXP) return R_NilValue;
  SEXP kept = R_ExternalPtrProtected(a);
  return TYPEOF(kept) == VECSXP && XLENGTH(kept) == 2 ? VECTOR_ELT(kept, KEPT_DESCRIPTION) : R_NilValue;
}

/* --- the journal ------------------------------------------------------------------ */

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
  h->problem = words[r];
  if (r == AGENT_DONE && XLENGTH(names) != agent_state_arms(&h->agent.state)) r = AGENT_UNSOUND;
  if (r == AGENT_DONE) SET_VECTOR_ELT(R_ExternalPtrProtected(a), KEPT_NAMES, names);
  static const glue_column columns[] = {{"problem", STRSXP}, {"done", REALSXP}, {"message", STRSXP}};
  SEXP result = PROTECT(glue_table(columns, 3, 1));
  SET_STRING_ELT(VECTOR_ELT(result, 0), 0, Rf_mkChar(words[r]));
  REAL(VECTOR_ELT(result, 1))[0] = (double)h->done.calls;
  SET_STRING_ELT(VECTOR_ELT(result, 2), 0, Rf_mkCharCE(h->agent.state.failure.message, CE_UTF8));
  UNPROTECT(1);
  return result;
}

/* --- policies in R ------------------------------------------------------------------- */

/* The view of the decision for which choose() was refused because the policy is to
 * be asked; NULL if that was not why, TRUE if there is nothing to ask. Who was asked
 * before and failed finds its random numbers as they were. */
SEXP C_agent_view(SEXP a, SEXP draws)
{
  agent_handle *h = agent_of(a);
  if (!h || h->problem != words[AGENT_ASKS]) return R_NilValue;
  agent_state *s = &h->agent.state;
  if (h->asked) s->roster.random = h->before;
  const int untried =
      s->roster.type == &policy_index ? outside_untried(&s->roster.player, &s->roster.view) : -1;
  if (untried >= 0) {
    s->answer = untried;
    return Rf_ScalarLogical(TRUE);
  }
  h->asked = true;
  h->before = s->roster.random;
  SEXP template = PROTECT(view_template(&s->roster.view, h->agent.setup.from || h->agent.setup.last, draws));
  SEXP now = view_now(template, &s->roster.player, &s->roster.view);
  UNPROTECT(1);
  return now;
}

SEXP C_agent_outcomes(SEXP a)
{
  agent_handle *h = living_agent(a);
  return view_outcomes(&h->agent.state.roster.player, &h->agent.state.roster.view, &h->told);
}

SEXP C_agent_numbers(SEXP a, SEXP count, SEXP normal)
{
  return view_numbers(&living_agent(a)->agent.state.roster.random, count, normal);
}

/* NULL, or why the answer cannot be played. */
SEXP C_agent_answer(SEXP a, SEXP answer)
{
  agent_handle *h = living_agent(a);
  agent_state *s = &h->agent.state;
  char why[160];
  const int action = view_answer(answer, &s->roster, why, sizeof why);
  if (action < 0) return Rf_mkString(why);
  s->answer = action;
  h->asked = false;
  return R_NilValue;
}

/* --- opening ------------------------------------------------------------------------ */

/* A number for each arm, or NULL if there are none. */
static const double *of_arms(SEXP given, const char *name, int count, double min, double max, bool whole)
{
  SEXP x = glue_element(given, name);
  if (x == R_NilValue) return NULL;
  if (TYPEOF(x) != REALSXP || XLENGTH(x) != count) glue_bug(name);
  for (int i = 0; i < count; i++) {
    const double value = REAL(x)[i];
    if (!(value >= min && value <= max) || (whole && value != floor(value))) glue_bug(name);
  }
  return REAL(x);
}

static void read_setup(agent_setup *setup, SEXP given, int count, const study_policy *actor)
{
  setup->type = actor->type;
  setup->given = &actor->given;
  setup->identity = actor->identity;
  setup->arms = count;
  setup->seed = glue_whole(glue_element(given, "seed"), "seed", -9007199254740992.0, 9007199254740991.0);
  setup->replication = (uint32_t)glue_whole(glue_element(given, "rep"), "rep", 1, 2147483647);
  setup->horizon = glue_whole(glue_element(given, "horizon"), "horizon", 1, GLUE_LONGEST);
  setup->refuses = (unsigned)glue_whole(glue_element(given, "refuses"), "refuses", 0, 65535);
  setup->waits = (int)glue_whole(glue_element(given, "waits"), "waits", 0, 1e8);
  setup->waiting = setup->waits > 0;
  if (!setup->waiting) setup->waits = 1;
  if ((double)setup->waits * count > 1e8) glue_bug("there are too many actions");
  setup->context_size = (int)glue_whole(glue_element(given, "context"), "context", 0, 1e6);
  setup->patience = of_arms(given, "patience", count, 1, INFINITY, true);
  setup->from = of_arms(given, "from", count, 1, INFINITY, true);
  setup->last = of_arms(given, "last", count, 1, INFINITY, true);
  setup->known = setup->last != NULL;
  setup->share = of_arms(given, "share", count, 0, 1, false);
  setup->penalty = of_arms(given, "penalty", count, 0, 1e100, false);
}

/* The agent, or why the policy refuses: list(kind, message). */
SEXP C_agent_open(SEXP description, SEXP given, SEXP names)
{
  static const char *const kinds[] = {"none", "memory", "refused", "stopped", "internal"};
  if (TYPEOF(names) != STRSXP || XLENGTH(names) < 1 || XLENGTH(names) > 100000000)
    glue_bug("arms are missing");
  agent_handle *h = calloc(1, sizeof *h);
  if (!h) Rf_error("There is not enough memory for an agent.");
  SEXP kept = PROTECT(Rf_allocVector(VECSXP, 2));
  SEXP both = PROTECT(Rf_list2(description, given)); /* the core points into them */
  SEXP pointer = PROTECT(glue_handle(h, kept, finalize_agent));
  R_SetExternalPtrTag(pointer, both);
  SET_VECTOR_ELT(kept, KEPT_DESCRIPTION, description);
  SET_VECTOR_ELT(kept, KEPT_NAMES, names);
  study_policy *actor = glue_zeroed(&h->memory, 1, sizeof *actor);
  *actor = glue_policy(glue_element(given, "policy"), &h->memory);
  agent_setup setup = {0};
  read_setup(&setup, given, (int)XLENGTH(names), actor);
  if (actor->type->sees_means) glue_bug("the actor sees the true means");
  h->opened = true;
  const status s = agent_open(&h->agent, &setup);
  if (!s.code) {
    Rf_setAttrib(pointer, R_ClassSymbol, Rf_mkString("unruly_agent"));
    UNPROTECT(3);
    return pointer;
  }
  static const glue_column columns[] = {{"kind", STRSXP}, {"message", STRSXP}};
  SEXP failure = PROTECT(glue_table(columns, 2, 1));
  SET_STRING_ELT(VECTOR_ELT(failure, 0), 0, Rf_mkChar(kinds[s.code]));
  SET_STRING_ELT(VECTOR_ELT(failure, 1), 0, Rf_mkCharCE(s.message, CE_UTF8));
  finalize_agent(pointer);
  UNPROTECT(4);
  return failure;
}

/* Calls of an agent: what it is asked and told. */
#include "agent.h"
#include <math.h>
#include <string.h>

static bool went_wrong(agent_handle *h, agent_result r)
{
  h->problem = agent_word(r);
  return r != AGENT_DONE;
}

static SEXP wrong(agent_handle *h, const char *what, SEXP answer)
{
  h->problem = what;
  return answer;
}

/* --- names ------------------------------------------------------------------- */

/* R keeps each text once: the same texts of the same encoding are the same. */
static bool same_text(SEXP x, SEXP y)
{
  if (x == y) return true;
  if (x == NA_STRING || y == NA_STRING || Rf_getCharCE(x) == CE_BYTES) return false;
  return strcmp(Rf_translateCharUTF8(x), Rf_translateCharUTF8(y)) == 0;
}

/* The latest arm of this name, or -1. */
static int arm_named(SEXP pointer, const agent_handle *h, SEXP name)
{
  SEXP names = kept_names(pointer);
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
  SEXP old = kept_names(pointer);
  const R_xlen_t count = agent_state_arms(&h->agent.state);
  if (XLENGTH(old) > count) return;
  SEXP names = PROTECT(Rf_allocVector(STRSXP, 2 * count + 1));
  for (R_xlen_t i = 0; i < count; i++) SET_STRING_ELT(names, i, STRING_ELT(old, i));
  SET_VECTOR_ELT(R_ExternalPtrProtected(pointer), KEPT_NAMES, names);
  UNPROTECT(1);
}

/* --- numbers that a user gives ------------------------------------------------- */

/* One number; NA, of any kind, is NaN. With a class (a factor, a unit) it may mean something else. */
static bool is_number(SEXP x, double *value)
{
  const bool logical = TYPEOF(x) == LGLSXP, whole = TYPEOF(x) == INTSXP;
  if ((!logical && !whole && TYPEOF(x) != REALSXP) || XLENGTH(x) != 1 || Rf_isObject(x)) return false;
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
      Rf_isObject(context))
    return NULL;
  *kept = Rf_coerceVector(context, REALSXP);
  for (int i = 0; i < size; i++)
    if (!(fabs(REAL(*kept)[i]) <= LARGEST_COORDINATE)) return NULL;
  return REAL(*kept);
}

static SEXP action_of(SEXP pointer, const agent_handle *h, int number, int wait)
{
  SEXP arm = PROTECT(Rf_ScalarString(name_of(pointer, number)));
  if (!agent_has_waiting(&h->agent.state)) {
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

/* Time passes until this round is to be played, if one is given; or a word for what is wrong with it. */
static const char *go_to_round(agent_handle *h, SEXP round, agent_result *r)
{
  const agent_state *s = &h->agent.state;
  int64_t in_round;
  *r = AGENT_DONE;
  if (round == R_NilValue) return NULL;
  if (!is_whole(round, LARGEST_ROUND, &in_round)) return "round";
  if (in_round != agent_round(s) || agent_is_playing(s)) *r = agent_pass(&h->agent, in_round);
  return NULL;
}

/* The name of an arm, with waiting list(arm, wait); NULL if something is wrong. */
SEXP C_agent_choose(SEXP a, SEXP context, SEXP round)
{
  agent_handle *h = agent_of(a);
  int number, wait;
  if (!h) return R_NilValue;
  SEXP kept;
  const double *x = context_of(h, context, &kept);
  if (!x) return wrong(h, "context", R_NilValue);
  PROTECT(kept);
  agent_result r;
  const char *why = go_to_round(h, round, &r);
  if (!why && r == AGENT_DONE)
    r = agent_choose(&h->agent, h->agent.setup.context_size ? x : NULL, &number, &wait);
  UNPROTECT(1);
  if (why) return wrong(h, why, R_NilValue);
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
    if (!agent_has_waiting(&h->agent.state) || XLENGTH(given) != 2 ||
        !is_whole(VECTOR_ELT(given, 1), INT32_MAX, &waited) || waited != wait)
      return false;
    given = VECTOR_ELT(given, 0);
  }
  return TYPEOF(given) == STRSXP && XLENGTH(given) == 1 &&
         same_text(STRING_ELT(given, 0), name_of(pointer, number));
}

static bool lies_in(const double range[2], double x) { return range[0] <= x && x <= range[1]; }

/* NULL, or what is wrong with it. */
static const char *read_reward(const agent_handle *h, SEXP x, double *reward)
{
  if (!is_number(x, reward) || !(fabs(*reward) <= LARGEST_NUMBER)) return "reward";
  return lies_in(h->within, *reward) ? NULL : "scale";
}

static SEXP answer_of(agent_handle *h, agent_result r) { return Rf_ScalarLogical(!went_wrong(h, r)); }

/* NA: it was learned, and is the first that lies outside of what the policy assumes. */
static SEXP answer_to_reward(agent_handle *h, agent_result r, double reward)
{
  if (r != AGENT_DONE || h->strayed || lies_in(h->assumed, reward)) return answer_of(h, r);
  h->strayed = true;
  return Rf_ScalarLogical(NA_LOGICAL);
}

/* Returns whether one lay outside before; with `now`, one does. */
SEXP C_agent_strayed(SEXP a, SEXP now)
{
  agent_handle *h = living_agent(a);
  const bool before = h->strayed;
  h->strayed |= glue_number(now, "now") != 0;
  return Rf_ScalarLogical(before);
}

static SEXP learn_at_once_or_late(agent_handle *h, SEXP reward, bool open, int64_t ticket)
{
  double x;
  const char *why = read_reward(h, reward, &x);
  if (why) return wrong(h, why, Rf_ScalarLogical(false));
  const agent_result r = open ? agent_learn(&h->agent, x) : agent_learn_late(&h->agent, ticket, x);
  return answer_to_reward(h, r, x);
}

/* Report on a play: nothing yet; that it ended, its reward being shown later; or all. */
typedef struct telling {
  bool ended, shown;
  int delay; /* with waiting; 0: its outcome did not come */
  double reward;
} telling;

/* The end of a play with waiting. In vain: the time is NA, or the reward is and
 * the time, if given, the whole wait. Without a reward it is to come later. NULL, or what is wrong. */
static const char *read_end(const agent_handle *h, SEXP reward, SEXP time, int wait, telling *told)
{
  double x = 0, t = 0;
  const bool timed = time != R_NilValue, shown = reward != R_NilValue;
  const char *why = shown ? read_reward(h, reward, &x) : NULL;
  if (why && !(is_number(reward, &x) && isnan(x))) return why;
  if (timed && !is_number(time, &t)) return "time";
  const bool absent = shown && isnan(x), vain = (timed && isnan(t)) || (absent && (!timed || t == wait));
  if (!vain && (absent || !(t >= 1 && t <= wait && t == floor(t)))) return "time";
  *told = (telling){true, shown, vain ? 0 : (int)t, absent ? 0 : x};
  return NULL;
}

static SEXP learn_end(agent_handle *h, SEXP reward, SEXP time, int wait)
{
  telling told;
  const char *why = read_end(h, reward, time, wait, &told);
  if (why) return wrong(h, why, Rf_ScalarLogical(false));
  return answer_to_reward(h, agent_end(&h->agent, told.delay, told.shown, told.reward),
                          told.delay && told.shown ? told.reward : h->assumed[0]);
}

SEXP C_agent_learn(SEXP a, SEXP arm, SEXP reward, SEXP time, SEXP ticket)
{
  agent_handle *h = agent_of(a);
  SEXP no = Rf_ScalarLogical(false);
  if (!h) return no;
  const agent_state *s = &h->agent.state;
  int number, wait;
  int64_t which = agent_state_ticket(s);
  if (ticket != R_NilValue && !is_whole(ticket, LARGEST_ROUND, &which)) return wrong(h, "ticket", no);
  const agent_result found = agent_state_find(s, which, &number, &wait);
  if (went_wrong(h, found)) return no;
  const bool by_ticket = arm == R_NilValue && ticket != R_NilValue; /* which says the arm */
  if (!by_ticket && !is_action(a, h, arm, number, wait)) return wrong(h, "arm", no);
  const bool open = agent_is_playing(s) && which == agent_state_ticket(s);
  if (open && agent_has_waiting(&h->agent.state)) return learn_end(h, reward, time, wait);
  if (time != R_NilValue) return wrong(h, "timeless", no);
  return learn_at_once_or_late(h, reward, open, which);
}

/* --- what somebody else chose ---------------------------------------------------- */

/* Reads what is told of it at once, maybe nothing. */
static const char *read_telling(const agent_handle *h, SEXP reward, SEXP time, int wait, telling *told)
{
  const bool waiting = agent_has_waiting(&h->agent.state);
  *told = (telling){0};
  if (reward == R_NilValue && time == R_NilValue) return NULL;
  if (waiting) return read_end(h, reward, time, wait, told);
  if (time != R_NilValue) return "timeless";
  *told = (telling){.ended = true, .shown = true};
  return read_reward(h, reward, &told->reward);
}

static agent_result tell(agent_handle *h, const telling *told)
{
  if (!told->ended) return AGENT_DONE;
  if (!agent_has_waiting(&h->agent.state)) return agent_learn(&h->agent, told->reward);
  return agent_end(&h->agent, told->delay, told->shown, told->reward);
}

/* An arm's name, or list(arm, wait). */
static bool read_action(SEXP pointer, const agent_handle *h, SEXP given, int *number, int *wait)
{
  const bool waiting = agent_has_waiting(&h->agent.state);
  int64_t waited = 1;
  if ((TYPEOF(given) == VECSXP) != waiting || (waiting && XLENGTH(given) != 2)) return false;
  if (waiting && !is_whole(VECTOR_ELT(given, 1), agent_waits(&h->agent.state), &waited)) return false;
  if (waiting) given = VECTOR_ELT(given, 0);
  if (TYPEOF(given) != STRSXP || XLENGTH(given) != 1 || STRING_ELT(given, 0) == NA_STRING) return false;
  *number = arm_named(pointer, h, STRING_ELT(given, 0));
  *wait = (int)waited;
  return *number >= 0;
}

/* In place of the open choice of this ticket, which is the latest one. */
static agent_result overrule(agent_handle *h, int64_t ticket, int number, int wait)
{
  int was, waited;
  const agent_result found = agent_state_find(&h->agent.state, ticket, &was, &waited);
  if (found != AGENT_DONE) return found;
  if (ticket != agent_state_ticket(&h->agent.state)) return AGENT_PLAYED;
  return agent_overrule(&h->agent, number, wait);
}

/* Nothing has happened if something is wrong with what is told. */
SEXP C_agent_learn_outside(SEXP a, SEXP arm, SEXP reward, SEXP time, SEXP ticket, SEXP context, SEXP round)
{
  agent_handle *h = agent_of(a);
  SEXP no = PROTECT(Rf_ScalarLogical(false)), kept = R_NilValue;
  UNPROTECT(1); /* R keeps it */
  if (!h) return no;
  if (h->agent.setup.own_plays) return wrong(h, agent_word(AGENT_OWN), no);
  const bool overrules = ticket != R_NilValue;
  int number, wait;
  int64_t which = 0;
  telling told;
  if (overrules && !is_whole(ticket, LARGEST_ROUND, &which)) return wrong(h, "ticket", no);
  if (!read_action(a, h, arm, &number, &wait)) return wrong(h, "action", no);
  const char *why = read_telling(h, reward, time, wait, &told);
  if (why) return wrong(h, why, no);
  const double *x = overrules ? NULL : context_of(h, context, &kept);
  if (!overrules && !x) return wrong(h, "context", no);
  PROTECT(kept);
  agent_result r;
  why = go_to_round(h, round, &r);
  if (!why && r == AGENT_DONE && overrules) r = overrule(h, which, number, wait);
  else if (!why && r == AGENT_DONE)
    r = agent_choose_outside(&h->agent, h->agent.setup.context_size ? x : NULL, number, wait);
  if (!why && r == AGENT_DONE) r = tell(h, &told);
  UNPROTECT(1);
  if (why) return wrong(h, why, no);
  const bool seen = told.shown && (told.delay || !agent_has_waiting(&h->agent.state));
  return answer_to_reward(h, r, seen ? told.reward : h->assumed[0]);
}

/* Learns a log, row by row: the names of its arms, which of them each row has, counting from 1, the reward
 * (NA: it is still to come), and contexts, a column a row of the log, or NULL. `shown`: after which row the
 * outcome of each row is shown, 0 for never; `late`: the rows whose outcomes are shown after another row, in
 * that order. Returns how many rows were learned: all, or those before the one of which something was wrong.
 */
SEXP C_agent_warm_start(SEXP a, SEXP labels, SEXP arm, SEXP reward, SEXP contexts, SEXP shown, SEXP late)
{
  agent_handle *h = living_agent(a);
  const R_xlen_t rows = XLENGTH(arm), size = h->agent.setup.context_size;
  if (TYPEOF(labels) != STRSXP || TYPEOF(arm) != INTSXP || TYPEOF(reward) != REALSXP ||
      XLENGTH(reward) != rows || TYPEOF(shown) != INTSXP || XLENGTH(shown) != rows ||
      TYPEOF(late) != INTSXP || (size && (TYPEOF(contexts) != REALSXP || XLENGTH(contexts) != rows * size)))
    glue_bug("a log is not as it was checked");
  int *number = (int *)R_alloc((size_t)XLENGTH(labels), sizeof *number);
  for (R_xlen_t i = 0; i < XLENGTH(labels); i++) number[i] = arm_named(a, h, STRING_ELT(labels, i));
  agent_result r = AGENT_DONE;
  R_xlen_t i = 0, next = 0;
  for (; i < rows && r == AGENT_DONE; i++) {
    const double *x = size ? REAL(contexts) + i * size : NULL;
    r = agent_choose_outside(&h->agent, x, number[INTEGER(arm)[i] - 1], 1);
    const int64_t ticket = agent_state_ticket(&h->agent.state);
    if (r == AGENT_DONE && INTEGER(shown)[i] == i + 1) r = agent_learn(&h->agent, REAL(reward)[i]);
    for (; r == AGENT_DONE && next < XLENGTH(late); next++) {
      const R_xlen_t row = INTEGER(late)[next] - 1;
      if (INTEGER(shown)[row] > i + 1) break;
      r = agent_learn_late(&h->agent, ticket - (i - row), REAL(reward)[row]);
    }
  }
  return Rf_ScalarReal((double)(went_wrong(h, r) ? i - 1 : i));
}

/* --- arms that come and go ----------------------------------------------------- */

SEXP C_agent_pass(SEXP a, SEXP round)
{
  agent_handle *h = living_agent(a);
  return answer_of(h, agent_pass(&h->agent, glue_whole(round, "round", 1, LARGEST_ROUND)));
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
  const int64_t known = agent_known_last(s, number);
  const int64_t end = last == R_NilValue ? known : rounds_from(glue_number(last, "last"));
  const int64_t patient = patience == R_NilValue ? FOREVER : rounds_from(glue_number(patience, "patience"));
  if (is_new) SET_STRING_ELT(kept_names(a), number, STRING_ELT(arm, 0));
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

/* Returns what R needs to say what was wrong, and to print. */
SEXP C_agent_standing(SEXP a, SEXP ticket)
{
  const agent_handle *h = agent_of(a);
  if (!h) return R_NilValue;
  static const glue_column columns[] = {
      {"problem", STRSXP}, {"message", STRSXP}, {"round", REALSXP},   {"next", REALSXP}, {"least", REALSXP},
      {"ticket", REALSXP}, {"late", REALSXP},   {"outside", REALSXP}, {"arm", STRSXP},   {"wait", INTSXP}};
  const agent_state *s = &h->agent.state;
  int number = -1, wait = NA_INTEGER;
  int64_t which = agent_state_ticket(s);
  if (ticket != R_NilValue && !is_whole(ticket, LARGEST_ROUND, &which)) which = 0;
  SEXP table = PROTECT(glue_table(columns, 10, 1));
  const bool found = agent_state_find(s, which, &number, &wait) == AGENT_DONE;
  const bool playing = agent_is_playing(s);
  const int64_t now = agent_round(s), start = playing ? s->game.play.start : now;
  const double numbers[] = {(double)now,
                            (double)(now + (playing && now == start)),
                            (double)(now - start + 1),
                            (double)agent_state_ticket(s),
                            (double)(s->late.count - s->late_shown) + playing,
                            (double)s->outside};
  SET_STRING_ELT(VECTOR_ELT(table, 0), 0, Rf_mkChar(h->problem ? h->problem : ""));
  SET_STRING_ELT(VECTOR_ELT(table, 1), 0, glue_message(&s->failure));
  for (int i = 0; i < 6; i++) REAL(VECTOR_ELT(table, i + 2))[0] = numbers[i];
  SET_STRING_ELT(VECTOR_ELT(table, 8), 0, found ? name_of(a, number) : NA_STRING);
  INTEGER(VECTOR_ELT(table, 9))[0] = wait;
  UNPROTECT(1);
  return table;
}

/* Returns whether it has stopped, or would as things stand, and by which rule, from 1; and what it names. */
SEXP C_agent_verdict(SEXP a)
{
  agent_handle *h = living_agent(a);
  static const glue_column columns[] = {
      {"round", REALSXP}, {"arm", STRSXP}, {"plays", REALSXP}, {"reason", INTSXP}};
  const agent_verdict v = agent_state_verdict(&h->agent.state);
  if (h->agent.state.failure.code) h->problem = agent_word(AGENT_FAILED);
  SEXP table = PROTECT(glue_table(columns, 4, 1));
  REAL(VECTOR_ELT(table, 0))[0] = (double)v.round;
  SET_STRING_ELT(VECTOR_ELT(table, 1), 0, v.number < 0 ? NA_STRING : name_of(a, v.number));
  REAL(VECTOR_ELT(table, 2))[0] = (double)v.plays;
  INTEGER(VECTOR_ELT(table, 3))[0] = v.reason < 0 ? NA_INTEGER : v.reason + 1;
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
  const int count = agent_state_arms(s), waits = agent_waits(&h->agent.state);
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

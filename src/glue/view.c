#include "view.h"
#include <math.h>
#include "../random/distributions.h"
#include <stdio.h>
#include <string.h>

/* --- what is in the list --------------------------------------------------- */

enum part {
  ROUND,
  PLAYS,
  HORIZON,
  WAITS,
  LIVE,
  PULLS,
  MEAN,
  TOTAL,
  PLAYED,
  SINCE_PULL,
  TIME, /* the first that only some have */
  PATIENCE,
  SHARE,
  PENALTY,
  FIRST,
  LAST,
  CONTEXT,
  RUNIF,
  RNORM,
  PARTS
};

static const char *const part_name[PARTS] = {
    "round", "plays",    "horizon", "waits",   "live",  "pulls", "mean",    "total", "played", "since_pull",
    "time",  "patience", "share",   "penalty", "first", "last",  "context", "runif", "rnorm"};

static bool is_part(enum part part, const view *v, bool moves)
{
  switch (part) {
  case TIME: return v->waits > 1;
  case PATIENCE: return v->patience != NULL;
  case SHARE: return v->share != NULL;
  case PENALTY: return v->penalty != NULL;
  case FIRST: return moves;
  case LAST: return v->last != NULL;
  case CONTEXT: return v->context_size > 0;
  default: return true;
  }
}

/* FOREVER is Inf in R. */
static double rounds_of(int64_t rounds) { return rounds == FOREVER ? R_PosInf : (double)rounds; }

SEXP view_template(const view *v, bool moves, SEXP draws)
{
  int count = 0;
  for (int part = 0; part < PARTS; part++) count += is_part((enum part)part, v, moves);
  SEXP list = PROTECT(Rf_allocVector(VECSXP, count)), names = PROTECT(Rf_allocVector(STRSXP, count));
  for (int part = 0, at = 0; part < PARTS; part++)
    if (is_part((enum part)part, v, moves)) SET_STRING_ELT(names, at++, Rf_mkChar(part_name[part]));
  Rf_setAttrib(list, R_NamesSymbol, names);
  SET_VECTOR_ELT(list, HORIZON, Rf_ScalarReal((double)v->horizon));
  SET_VECTOR_ELT(list, WAITS, Rf_ScalarInteger(v->waits));
  SET_VECTOR_ELT(list, count - 2, VECTOR_ELT(draws, 0));
  SET_VECTOR_ELT(list, count - 1, VECTOR_ELT(draws, 1));
  UNPROTECT(2);
  return list;
}

/* --- its changing parts ----------------------------------------------------- */

static SEXP live_numbers(const view *v)
{
  SEXP live = Rf_allocVector(INTSXP, v->live_count);
  for (int i = 0; i < v->live_count; i++) INTEGER(live)[i] = (int)(v->number[v->live[i]] + 1);
  return live;
}

/* A number for each arm that is live. */
static double *by_arm(SEXP list, R_xlen_t part, const view *v)
{
  SEXP x = Rf_allocVector(REALSXP, v->live_count);
  SET_VECTOR_ELT(list, part, x);
  return REAL(x);
}

/* A number for each action: a vector by live arm, with waiting a matrix. */
static double *by_action(SEXP list, enum part part, const view *v)
{
  const int rows = v->live_count;
  SEXP x = v->waits > 1 ? Rf_allocMatrix(REALSXP, rows, v->waits) : Rf_allocVector(REALSXP, rows);
  SET_VECTOR_ELT(list, part, x);
  return REAL(x);
}

/* Rounds since the latest play of this action began. */
static double since_play(const outside_action *a, const view *v)
{
  return a->latest ? (double)(v->round - a->latest) : R_PosInf;
}

/* Since an arm was pulled is since its latest play, whatever the wait. */
static void fill_actions(SEXP list, const policy *p, const view *v)
{
  double *pulls = by_action(list, PULLS, v), *mean = by_action(list, MEAN, v);
  double *total = by_action(list, TOTAL, v), *played = by_action(list, PLAYED, v);
  double *time = v->waits > 1 ? by_action(list, TIME, v) : NULL, *since = by_arm(list, SINCE_PULL, v);
  const int rows = v->live_count;
  for (int i = 0; i < v->action_count; i++) {
    const outside_action *a = outside_action_at(p, v->actions[i]);
    const int arm = v->waits > 1 ? i / v->waits : i, wait = v->waits > 1 ? i % v->waits : 0;
    const int at = arm + wait * rows;
    const double ago = since_play(a, v);
    pulls[at] = (double)a->seen.pulls;
    total[at] = a->seen.total;
    mean[at] = a->seen.pulls ? a->seen.total / (double)a->seen.pulls : R_NaN;
    played[at] = (double)a->played;
    if (time) time[at] = a->time;
    if (wait == 0 || ago < since[arm]) since[arm] = ago;
  }
}

typedef double (*of_arm)(const view *v, int arm);
static double patience_of(const view *v, int arm) { return rounds_of(v->patience[arm]); }
static double share_of(const view *v, int arm) { return v->share[arm]; }
static double penalty_of(const view *v, int arm) { return v->penalty ? v->penalty[arm] : 0; }
static double first_of(const view *v, int arm) { return rounds_of(v->first[arm]); }
static double last_of(const view *v, int arm) { return rounds_of(v->last[arm]); }

static void fill_arms(double *x, const view *v, of_arm value)
{
  for (int i = 0; i < v->live_count; i++) x[i] = value(v, v->live[i]);
}

/* Returns contexts: a matrix with a row a live arm where each arm has its own. */
static SEXP contexts_now(const view *v)
{
  const int rows = v->context_step ? v->live_count : 1, d = v->context_size;
  SEXP x = v->context_step ? Rf_allocMatrix(REALSXP, rows, d) : Rf_allocVector(REALSXP, d);
  for (int i = 0; i < rows; i++) {
    const double *context = v->context_step ? arm_context(v, v->live[i]) : v->context;
    for (int j = 0; j < d; j++) REAL(x)[i + (R_xlen_t)j * rows] = context[j];
  }
  return x;
}

/* The parts that only some bandits have stand before the last two. */
static void fill_special(SEXP list, R_xlen_t part, const char *name, const view *v)
{
  static const struct {
    enum part part;
    of_arm value;
  } of[] = {
      {PATIENCE, patience_of}, {SHARE, share_of}, {PENALTY, penalty_of}, {FIRST, first_of}, {LAST, last_of}};
  for (size_t i = 0; i < sizeof of / sizeof of[0]; i++)
    if (strcmp(name, part_name[of[i].part]) == 0) {
      fill_arms(by_arm(list, part, v), v, of[i].value);
      return;
    }
  SET_VECTOR_ELT(list, part, contexts_now(v));
}

SEXP view_now(SEXP template, const policy *p, const view *v)
{
  SEXP list = PROTECT(Rf_shallow_duplicate(template)), names = Rf_getAttrib(list, R_NamesSymbol);
  SET_VECTOR_ELT(list, ROUND, Rf_ScalarReal((double)v->round));
  SET_VECTOR_ELT(list, PLAYS, Rf_ScalarReal((double)v->plays));
  SET_VECTOR_ELT(list, LIVE, live_numbers(v));
  fill_actions(list, p, v);
  for (R_xlen_t i = v->waits > 1 ? TIME + 1 : TIME; i < XLENGTH(list) - 2; i++)
    fill_special(list, i, CHAR(STRING_ELT(names, i)), v);
  UNPROTECT(1);
  return list;
}

static SEXP outcome_list(const outside_outcome *o, const view *v)
{
  static const glue_column parts[] = {{"arm", INTSXP},   {"wait", INTSXP},   {"observed", REALSXP},
                                      {"cost", REALSXP}, {"delay", REALSXP}, {"round", REALSXP}};
  SEXP list = glue_table(parts, 6, 1);
  INTEGER(VECTOR_ELT(list, 0))[0] = (int)(o->number + 1);
  INTEGER(VECTOR_ELT(list, 1))[0] = o->seen.wait;
  REAL(VECTOR_ELT(list, 2))[0] = o->seen.observed;
  REAL(VECTOR_ELT(list, 3))[0] = (double)o->seen.cost;
  REAL(VECTOR_ELT(list, 4))[0] = v->waits > 1 && o->seen.delay > 0 ? (double)o->seen.delay : NA_REAL;
  REAL(VECTOR_ELT(list, 5))[0] = (double)o->seen.start;
  return list;
}

SEXP view_outcomes(policy *p, const view *v, int64_t *told)
{
  const outside_state *s = p->state;
  const size_t count = s->count, from = outside_take(p, *told);
  SEXP outcomes = PROTECT(Rf_allocVector(VECSXP, (R_xlen_t)(count - from)));
  for (size_t i = from; i < count; i++)
    SET_VECTOR_ELT(outcomes, (R_xlen_t)(i - from), outcome_list(&s->shown[i], v));
  *told = s->before;
  UNPROTECT(1);
  return outcomes;
}

SEXP view_numbers(random_stream *random, SEXP count, SEXP normal)
{
  const R_xlen_t n = (R_xlen_t)glue_whole(count, "count", 0, 1e9);
  const bool is_normal = Rf_asLogical(normal) == TRUE;
  SEXP x = Rf_allocVector(REALSXP, n);
  for (R_xlen_t i = 0; i < n; i++) {
    const double u = stream_uniform(random);
    REAL(x)[i] = is_normal ? normal_quantile(u) : u;
  }
  return x;
}

/* --- answers ----------------------------------------------------------------- */

static bool is_numeric(SEXP x) { return (TYPEOF(x) == REALSXP || TYPEOF(x) == INTSXP) && !glue_disguise(x); }

/* INT_MIN is R's missing integer. */
static double element(SEXP x, R_xlen_t i)
{
  if (TYPEOF(x) == REALSXP) return REAL(x)[i];
  return INTEGER(x)[i] == NA_INTEGER ? NA_REAL : INTEGER(x)[i];
}

static const char *kind_of(SEXP x)
{
  const char *disguise = glue_disguise(x);
  if (disguise) return disguise;
  return x == R_NilValue ? "NULL" : Rf_type2char(TYPEOF(x));
}

static bool is_number_for_each(SEXP answer, const view *v, char *why, size_t size)
{
  if (is_numeric(answer) && XLENGTH(answer) == v->action_count) return true;
  if (!is_numeric(answer))
    snprintf(why, size, "gave an object of type %s, not a number for each of %d actions", kind_of(answer),
             v->action_count);
  else
    snprintf(why, size, "gave %ld number%s, not one for each of %d actions", (long)XLENGTH(answer),
             XLENGTH(answer) == 1 ? "" : "s", v->action_count);
  return false;
}

/* The number for the i-th of v->actions; with waiting, of a matrix of arms by waits. */
static double answer_for(SEXP answer, const view *v, int i)
{
  return element(answer, v->waits > 1 ? i / v->waits + (R_xlen_t)(i % v->waits) * v->live_count : i);
}

static int answered_index(SEXP answer, const view *v, char *why, size_t size)
{
  if (!is_number_for_each(answer, v, why, size)) return -1;
  int best = -1;
  double greatest = 0;
  for (int i = 0; i < v->action_count; i++) {
    const int action = v->actions[i];
    const double x = answer_for(answer, v, i);
    if (ISNAN(x)) {
      snprintf(why, size, "gave a missing number for arm %lld", (long long)v->number[action / v->waits] + 1);
      return -1;
    }
    if (best < 0 || x > greatest) best = action, greatest = x;
  }
  return best;
}

static int answered_arm(SEXP answer, const view *v, char *why, size_t size)
{
  const int wanted = v->waits > 1 ? 2 : 1;
  if (!is_numeric(answer) || XLENGTH(answer) != wanted) {
    if (!is_numeric(answer))
      snprintf(why, size, "chose an object of type %s, not %s", kind_of(answer),
               wanted > 1 ? "c(arm, wait)" : "an arm");
    else
      snprintf(why, size, "chose %ld number%s, not %s", (long)XLENGTH(answer),
               XLENGTH(answer) == 1 ? "" : "s", wanted > 1 ? "c(arm, wait)" : "an arm");
    return -1;
  }
  const double arm = element(answer, 0), wait = wanted > 1 ? element(answer, 1) : 1;
  for (int i = 0; i < v->live_count; i++)
    if (arm == (double)(v->number[v->live[i]] + 1) && wait >= 1 && wait <= v->waits && wait == (int)wait)
      return v->live[i] * v->waits + (int)wait - 1;
  if (ISNAN(arm) || ISNAN(wait)) snprintf(why, size, "chose a missing number");
  else if (wanted > 1) snprintf(why, size, "chose arm %.15g with wait %.15g", arm, wait);
  else snprintf(why, size, "chose arm %.15g", arm);
  return -1;
}

/* Puts down the propensities that were answered, divided by their sum; false with what is wrong in `why`. */
static bool are_chances(SEXP answer, const view *v, double *chance, char *why, size_t size)
{
  double sum = 0;
  if (!is_number_for_each(answer, v, why, size)) return false;
  for (int i = 0; i < v->action_count; i++) {
    const double x = chance[i] = answer_for(answer, v, i);
    if (ISNAN(x) || x < 0) {
      const long long arm = v->number[v->actions[i] / v->waits] + 1;
      if (ISNAN(x)) snprintf(why, size, "gave a missing number for arm %lld", arm);
      else snprintf(why, size, "gave the propensity %.15g for arm %lld", x, arm);
      return false;
    }
    sum += x;
  }
  if (!(fabs(sum - 1) <= 1e-6)) {
    snprintf(why, size, "gave propensities that sum to %.15g", sum);
    return false;
  }
  for (int i = 0; i < v->action_count; i++) chance[i] /= sum;
  return true;
}

/* An action drawn by the propensities that were answered, with one uniform number; they are kept. */
static int answered_chances(SEXP answer, roster *r, char *why, size_t size)
{
  const view *v = &r->view;
  outside_state *s = r->player.state;
  double *chance = outside_chances_room(&r->player, v);
  if (!chance) Rf_error("There is not enough memory for the propensities.");
  if (!are_chances(answer, v, chance, why, size)) return -1;
  s->stated = true;
  return v->actions[drawn_by_chances(v, chance, stream_uniform(v->random))];
}

SEXP C_view_chances(SEXP answer, SEXP arms)
{
  const int count = Rf_asInteger(arms);
  int *action = (int *)R_alloc((size_t)count, sizeof(int));
  int64_t *number = (int64_t *)R_alloc((size_t)count, sizeof(int64_t));
  for (int i = 0; i < count; i++) number[i] = action[i] = i;
  const view v = {
      .waits = 1, .live_count = count, .action_count = count, .actions = action, .number = number};
  char why[200];
  SEXP chances = PROTECT(Rf_allocVector(REALSXP, count));
  if (!are_chances(answer, &v, REAL(chances), why, sizeof why)) chances = Rf_mkString(why);
  UNPROTECT(1);
  return chances;
}

int view_answer(SEXP answer, roster *r, char *why, size_t size)
{
  if (r->type == &policy_index) return answered_index(answer, &r->view, why, size);
  if (((const outside_state *)r->player.state)->states) return answered_chances(answer, r, why, size);
  return answered_arm(answer, &r->view, why, size);
}

#include "figures.h"
#include <string.h>

static int find_name(const char *const *names, int count, const char *name)
{
  for (int i = 0; i < count; i++)
    if (strcmp(names[i], name) == 0) return i;
  return -1;
}

int glue_figure_names(const study_plan *plan, const char **names)
{
  static const char *const plain[] = {"pulls",  "optimal", "reward",       "benchmark",
                                      "regret", "arm",     "simple_regret"};
  int count = PLAIN_FIGURES;
  for (int i = 0; i < PLAIN_FIGURES; i++) names[i] = plain[i];
  for (int i = 0; i < plan->problem_count; i++) {
    const problem *p = &plan->problems[i];
    for (int j = 0; j < p->figure_count; j++)
      if (find_name(names, count, p->figure[j]) < 0 && count < GLUE_MOST_FIGURES)
        names[count++] = p->figure[j];
  }
  return count;
}

int glue_figure_of(const problem *p, const char *name)
{
  const int at = find_name(p->figure, p->figure_count, name);
  return at < 0 ? -1 : PLAIN_FIGURES + at;
}

const char *glue_arm_figure(const study_plan *plan)
{
  const char *name = NULL;
  for (int i = 0; i < plan->problem_count; i++) {
    const problem *p = &plan->problems[i];
    if (p->arm_judge >= 0) name = p->traits[p->arm_judge].type->arm_figure;
  }
  return name;
}

bool glue_is_late(const study_plan *plan)
{
  bool late = false;
  for (int i = 0; i < plan->problem_count; i++) late |= (plan->problems[i].has & (HAS_DELAY | HAS_BATCHES)) != 0;
  return late;
}

/* Actions that every game has from the first round to the last, or 0. */
static int fixed_actions(const study_plan *plan)
{
  const problem *first = plan->problems;
  for (int i = 0; i < plan->problem_count; i++) {
    const problem *p = &plan->problems[i];
    if (p->renewing || p->arm_count != first->arm_count || p->waits != first->waits) return 0;
  }
  return first->arm_count * first->waits;
}

/* --- before ------------------------------------------------------------------------ */

/* Numbers of one bandit in one column, if a game has so many. */
static R_xlen_t block_of(const study_plan *plan, int each)
{
  return (R_xlen_t)plan->policy_count * (R_xlen_t)plan->replications * each;
}

/* Columns, with `each` numbers for every game. */
typedef struct wanted {
  const char *names[GLUE_MOST_FIGURES];
  int count, each;
  R_xlen_t length;
  int (*place)(const problem *p, const char *name, int column); /* among those of a game, or -1 */
} wanted;

static SEXP allocate(void *given)
{
  const wanted *w = given;
  glue_column columns[GLUE_MOST_FIGURES];
  for (int i = 0; i < w->count; i++) columns[i] = (glue_column){w->names[i], REALSXP};
  /* R collects garbage before it takes much more memory: once, not for each column. */
  (void)Rf_allocVector(REALSXP, w->length * w->count);
  SEXP list = glue_table(columns, w->count, w->length);
  for (int i = 0; i < w->count; i++)
    memory_expect(REAL(VECTOR_ELT(list, i)), (size_t)w->length * sizeof(double));
  return list;
}

static SEXP no_memory(SEXP condition, void *given)
{
  (void)condition, (void)given;
  return R_NilValue;
}

static SEXP try_to_allocate(wanted *w) { return R_tryCatchError(allocate, w, no_memory, NULL); }

static void fill_missing(double *to, R_xlen_t count)
{
  for (R_xlen_t i = 0; i < count; i++) to[i] = NA_REAL;
}

/* Returns where the numbers of a bandit go; what it lacks is missing from the start. */
static double **point_into(SEXP list, const wanted *w, const study_plan *plan, int bandit, arena *memory)
{
  const R_xlen_t block = block_of(plan, w->each);
  double **to = glue_zeroed(memory, GLUE_MOST_FIGURES, sizeof *to);
  for (int i = 0; i < w->count; i++) {
    double *from = REAL(VECTOR_ELT(list, i)) + block * bandit;
    const int place = w->place(&plan->problems[bandit], w->names[i], i);
    if (place < 0) fill_missing(from, block);
    else to[place] = from;
  }
  return to;
}

/* The list of columns, or NULL if there is no memory for it; `into` are its places by
 * bandit. */
static SEXP allocate_by_bandit(wanted *w, const study_plan *plan, double *const *const **into, arena *memory)
{
  w->length = block_of(plan, w->each) * plan->problem_count;
  SEXP list = PROTECT(try_to_allocate(w));
  if (list != R_NilValue) {
    double *const **by_bandit = glue_zeroed(memory, (size_t)plan->problem_count, sizeof *by_bandit);
    for (int p = 0; p < plan->problem_count; p++) by_bandit[p] = point_into(list, w, plan, p, memory);
    *into = by_bandit;
  }
  UNPROTECT(1);
  return list;
}

static int place_of_figure(const problem *p, const char *name, int column)
{
  return column < PLAIN_FIGURES ? column : glue_figure_of(p, name);
}

SEXP glue_allocate_figures(study_plan *plan, arena *memory)
{
  wanted w = {.each = plan->round_count, .place = place_of_figure};
  w.count = glue_figure_names(plan, w.names);
  plan->missing = NA_REAL;
  return allocate_by_bandit(&w, plan, &plan->figures, memory);
}

static const char *const arm_numbers[] = {"pulls", "mean", "estimate", "shown"};

/* What none of these names is the figure of a trait. */
static int place_of_arm_number(const problem *p, const char *name, int column)
{
  (void)p, (void)column;
  const int at = find_name(arm_numbers, ARM_FIGURE, name);
  return at < 0 ? ARM_FIGURE : at;
}

SEXP glue_allocate_arms(study_plan *plan, arena *memory)
{
  const int actions = fixed_actions(plan);
  const char *figure = glue_arm_figure(plan);
  if (!actions || plan->figures_only) return R_NilValue;
  wanted w = {.count = glue_is_late(plan) ? ARM_FIGURE : ARM_SHOWN, .each = actions, .place = place_of_arm_number};
  for (int i = 0; i < w.count; i++) w.names[i] = arm_numbers[i];
  if (figure) w.names[w.count++] = figure;
  return allocate_by_bandit(&w, plan, &plan->arms, memory);
}

/* --- after ------------------------------------------------------------------------- */

/* The replications that are done. */
static SEXP done_replications(const study *s)
{
  R_xlen_t count = 0;
  for (int64_t r = 0; r < s->plan.replications; r++) count += study_is_done(s, r);
  SEXP done = PROTECT(Rf_allocVector(INTSXP, count));
  for (int64_t r = 0, i = 0; r < s->plan.replications; r++)
    if (study_is_done(s, r)) INTEGER(done)[i++] = (int)(s->plan.first_replication + r);
  UNPROTECT(1);
  return done;
}

static int cells_of(const study *s) { return s->plan.problem_count * s->plan.policy_count; }

/* A column as it is, or what there is of it. */
static SEXP finished_part(const study *s, SEXP column, SEXP done, int each)
{
  if (XLENGTH(done) == s->plan.replications) return column;
  const size_t numbers = (size_t)each;
  SEXP part = PROTECT(Rf_allocVector(REALSXP, XLENGTH(done) * cells_of(s) * each));
  double *to = REAL(part);
  for (int cell = 0; cell < cells_of(s); cell++) {
    for (R_xlen_t i = 0; i < XLENGTH(done); i++, to += numbers) {
      const int64_t r = INTEGER(done)[i] - s->plan.first_replication;
      memcpy(to, REAL(column) + (size_t)(cell * s->plan.replications + r) * numbers, numbers * sizeof *to);
    }
  }
  UNPROTECT(1);
  return part;
}

/* The first bytes, so many, again and again up to this length. */
static void repeat_first(char *all, size_t bytes, size_t length)
{
  for (size_t filled = bytes; 0 < filled && filled < length;) {
    const size_t next = filled < length - filled ? filled : length - filled;
    memcpy(all + filled, all, next);
    filled += next;
  }
}

/* The values, each so many times in a row, again and again up to this length, that of several times all of
 * them. */
static SEXP repeated(SEXP values, int each, R_xlen_t length)
{
  const bool whole = TYPEOF(values) == INTSXP;
  const size_t size = whole ? sizeof(int) : sizeof(double),
               once = length > 0 ? (size_t)XLENGTH(values) * (size_t)each : 0;
  SEXP all = PROTECT(Rf_allocVector(TYPEOF(values), length));
  for (size_t at = 0; at < once; at++)
    if (whole) INTEGER(all)[at] = INTEGER(values)[at / (size_t)each];
    else REAL(all)[at] = REAL(values)[at / (size_t)each];
  repeat_first(whole ? (char *)INTEGER(all) : (char *)REAL(all), once * size, (size_t)length * size);
  UNPROTECT(1);
  return all;
}

/* A table: these columns, of which the first two are `rows` and `rep`, then those of
 * the list. */
static SEXP finished_table(const study *s, SEXP list, int each, const glue_column *first, int first_count)
{
  const int count = (int)XLENGTH(list);
  glue_column columns[4 + GLUE_MOST_FIGURES];
  memcpy(columns, first, (size_t)first_count * sizeof *first);
  for (int i = 0; i < count; i++)
    columns[first_count + i] = (glue_column){CHAR(STRING_ELT(Rf_getAttrib(list, R_NamesSymbol), i)), REALSXP};
  SEXP table = PROTECT(glue_table(columns, first_count + count, 0));
  SEXP done = PROTECT(done_replications(s));
  SEXP rows = Rf_allocVector(REALSXP, cells_of(s));
  SET_VECTOR_ELT(table, 0, rows);
  for (int cell = 0; cell < cells_of(s); cell++) REAL(rows)[cell] = (double)XLENGTH(done) * each;
  SET_VECTOR_ELT(table, 1, repeated(done, each, XLENGTH(done) * each * cells_of(s)));
  for (int i = 0; i < count; i++)
    SET_VECTOR_ELT(table, first_count + i, finished_part(s, VECTOR_ELT(list, i), done, each));
  UNPROTECT(2);
  return table;
}

/* A column of what is the same in every game. */
static void put_repeated(SEXP table, int at, SEXP values, int each)
{
  PROTECT(values);
  SET_VECTOR_ELT(table, at, repeated(values, each, XLENGTH(VECTOR_ELT(table, 1))));
  UNPROTECT(1);
}

SEXP glue_collect_figures(const study_handle *h)
{
  static const glue_column first[] = {{"rows", REALSXP}, {"rep", INTSXP}, {"round", REALSXP}};
  const study_plan *plan = &h->plan;
  SEXP table = PROTECT(finished_table(&h->study, h->figures, plan->round_count, first, 3));
  SEXP rounds = Rf_allocVector(REALSXP, plan->round_count);
  for (int i = 0; i < plan->round_count; i++) REAL(rounds)[i] = (double)plan->rounds[i];
  put_repeated(table, 2, rounds, 1);
  UNPROTECT(1);
  return table;
}

static SEXP numbers_to(int count)
{
  SEXP numbers = Rf_allocVector(INTSXP, count);
  for (int i = 0; i < count; i++) INTEGER(numbers)[i] = i + 1;
  return numbers;
}

SEXP glue_collect_arms(const study_handle *h)
{
  static const glue_column first[] = {{"rows", REALSXP}, {"rep", INTSXP}, {"arm", INTSXP}, {"wait", INTSXP}};
  const problem *p = h->plan.problems;
  SEXP table = PROTECT(finished_table(&h->study, h->arms, p->arm_count * p->waits, first, 4));
  put_repeated(table, 2, numbers_to(p->arm_count), p->waits);
  put_repeated(table, 3, numbers_to(p->waits), 1);
  UNPROTECT(1);
  return table;
}

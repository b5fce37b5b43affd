/* Fits: what is free is found among a policy's parameters, units are shared out to threads, tables are
 * returned. */
#include "fit.h"
#include "likelihood.h"
#include "../base/parallel.h"
#include <stdatomic.h>
#include <string.h>

typedef struct task {
  const choice_log *log;
  fitter *fitter; /* one a thread */
  fitted *found;  /* one a unit */
  const fitted *known;
  double *ends; /* NULL: fit; else the ends of profiles: 2 d a unit */
  double fall;
  atomic_llong next;
  atomic_bool stop;
  bool interrupted;
} task;

static bool goes_wrong(const chooser *c)
{
  return c->refusal != CHOICES_FINE || c->failure.code != STATUS_OK;
}

static bool do_unit(task *t, fitter *f, int64_t unit)
{
  if (!t->ends) return fit_unit(f, unit, t->known ? &t->known[unit].best : NULL, &t->found[unit]);
  for (int i = 0; i < f->d; i++)
    if (!fit_profile(f, unit, &t->known[unit], i, t->fall, t->ends + 2 * (unit * f->d + i))) return false;
  return true;
}

/* The first thread is R's, which looks whether the user wants to stop. */
static void do_units(const void *given, int part)
{
  task *t = (task *)given;
  for (;;) {
    const int64_t unit = atomic_fetch_add(&t->next, 1);
    if (unit >= t->log->units || atomic_load(&t->stop)) return;
    const bool fine = do_unit(t, &t->fitter[part], unit);
    if (part == 0 && glue_interrupted()) t->interrupted = true;
    if (!fine || t->interrupted) atomic_store(&t->stop, true);
  }
}

/* --- policies that a function of R makes from its free parameters -------------------------------------- */

/* R jumps out of here where the function fails: all memory is the arena's by then. */
static double judge_in_r(fitter *f)
{
  SEXP x = PROTECT(Rf_allocVector(REALSXP, f->d));
  for (int i = 0; i < f->d; i++) REAL(x)[i] = *f->range[i].at;
  SEXP unit = PROTECT(Rf_ScalarReal((double)f->unit + 1));
  SEXP call = PROTECT(Rf_lang3((SEXP)f->judge_given, unit, x));
  SEXP found = PROTECT(Rf_eval(call, R_BaseEnv));
  if (TYPEOF(found) != REALSXP || XLENGTH(found) != 2) glue_bug("a likelihood is no number");
  const double value = REAL(found)[0], zero = REAL(found)[1];
  UNPROTECT(4);
  f->chooser.zero = ISNAN(zero) ? -1 : (int64_t)zero - 1;
  return value;
}

static const double *numbers_of(SEXP list, const char *name, R_xlen_t length)
{
  SEXP x = glue_element(list, name);
  if (x == R_NilValue) return NULL;
  if (TYPEOF(x) != REALSXP || XLENGTH(x) != length) glue_bug("a fit is told something else than it asks for");
  return REAL(x);
}

/* Lets the policy read its free parameters where the search writes them. */
static void free_parameters(fitter *f, SEXP policy, SEXP free, arena *memory)
{
  SEXP names = glue_element(free, "names");
  if (TYPEOF(names) != STRSXP || XLENGTH(names) > MOST_FREE) glue_bug("too many parameters are free");
  f->d = (int)XLENGTH(names);
  const double *lower = numbers_of(free, "lower", f->d), *upper = numbers_of(free, "upper", f->d),
               *by_log = numbers_of(free, "log", f->d);
  if (Rf_isFunction(policy)) {
    for (int i = 0; i < f->d; i++)
      f->range[i] = (free_range){lower[i], upper[i], by_log[i] != 0, glue_zeroed(memory, 1, sizeof(double))};
    f->judge = judge_in_r;
    f->judge_given = policy;
    return;
  }
  const study_policy p = glue_policy(policy, memory);
  parameter *items = glue_zeroed(memory, (size_t)p.given.count + 1, sizeof *items);
  parameters *given = glue_zeroed(memory, 1, sizeof *given);
  *given = p.given;
  if (given->count) memcpy(items, p.given.items, (size_t)given->count * sizeof *items);
  given->items = items;
  for (int i = 0; i < f->d; i++) {
    double *x = glue_zeroed(memory, 1, sizeof *x);
    f->range[i] = (free_range){lower[i], upper[i], by_log[i] != 0, x};
    *x = range_value(&f->range[i], 0);
    bool there = false;
    for (int k = 0; k < given->count; k++)
      if (strcmp(items[k].name, CHAR(STRING_ELT(names, i))) == 0) items[k].values = x, there = true;
    if (!there) glue_bug("a free parameter is none of the policy");
  }
  f->policy = (choice_policy){p.type, given, policy_find};
}

/* From list(z, v, log_lik), by column a unit: v as R has it, NA where it is not known. */
static const fitted *known_from(SEXP plan, const choice_log *log, int d, arena *memory)
{
  const double *z = numbers_of(plan, "z", d * log->units), *v = numbers_of(plan, "v", d * d * log->units),
               *value = numbers_of(plan, "value", log->units);
  if (!z || !v || !value) return NULL;
  fitted *known = glue_zeroed(memory, (size_t)log->units, sizeof *known);
  for (int64_t u = 0; u < log->units; u++) {
    summit *s = &known[u].best;
    s->value = value[u];
    s->curved = true;
    for (int i = 0; i < d; i++) s->z[i] = z[u * d + i];
    for (int i = 0; i < d * d; i++) {
      s->inverse[i] = v[u * d * d + i];
      if (ISNAN(s->inverse[i])) s->curved = false;
    }
  }
  return known;
}

static double *put(SEXP list, int at, R_xlen_t length)
{
  SEXP x = Rf_allocVector(REALSXP, length);
  SET_VECTOR_ELT(list, at, x);
  return REAL(x);
}

/* list(refusal, value, z, v, at_end, agree, evaluations, zero). */
static void put_found(SEXP list, const task *t, int d)
{
  const int64_t units = t->log->units;
  double *value = put(list, 1, units), *z = put(list, 2, units * d), *v = put(list, 3, units * d * d),
         *end = put(list, 4, units * d), *agree = put(list, 5, units), *evaluations = put(list, 6, units),
         *zero = put(list, 7, units);
  for (int64_t u = 0; u < units; u++) {
    const fitted *f = &t->found[u];
    value[u] = f->best.value;
    agree[u] = f->agree;
    evaluations[u] = (double)f->evaluations;
    zero[u] = f->zero < 0 ? NA_REAL : (double)f->zero + 1;
    for (int i = 0; i < d; i++) z[u * d + i] = f->best.z[i], end[u * d + i] = f->at_end[i];
    for (int i = 0; i < d * d; i++)
      v[u * d * d + i] = f->best.curved && !ISNAN(f->best.inverse[i]) ? f->best.inverse[i] : NA_REAL;
  }
}

/* `policy`: a description, or a function of the unit and the free parameters, which R's thread asks for
 * c(log-likelihood, zero). `plan`: list(starts, mu, sigma, z, v, value, fall). With `fall` the result is
 * list(refusal, ends). */
SEXP C_fit(SEXP given, SEXP policy, SEXP free, SEXP plan, SEXP threads)
{
  choice_log log;
  glue_choice_log(given, &log, NULL);
  const bool in_r = Rf_isFunction(policy);
  const int parts = in_r ? 1 : glue_choice_parts(&log, threads);
  arena *memory;
  PROTECT(glue_arena(&memory));
  SEXP list = PROTECT(Rf_allocVector(VECSXP, 8));
  task t = {.log = &log};
  t.fitter = glue_zeroed(memory, (size_t)parts, sizeof *t.fitter);
  t.found = glue_zeroed(memory, (size_t)log.units, sizeof *t.found);
  const int starts = (int)glue_whole(glue_element(plan, "starts"), "starts", 1, 1e6);
  bool opened = true;
  for (int i = 0; i < parts; i++) {
    fitter *f = &t.fitter[i];
    free_parameters(f, policy, free, memory);
    f->starts = starts;
    f->mu = numbers_of(plan, "mu", f->d);
    f->sigma = numbers_of(plan, "sigma", f->d);
    f->room = glue_zeroed(memory, (size_t)search_room(starts, f->d), sizeof *f->room);
  }
  const int d = t.fitter[0].d;
  t.known = known_from(plan, &log, d, memory);
  if (glue_element(plan, "fall") != R_NilValue) {
    t.fall = glue_number(glue_element(plan, "fall"), "fall");
    t.ends = put(list, 1, 2 * d * log.units);
    if (!t.known) glue_bug("profiles begin where the fit ended");
  }
  if (in_r) do_units(&t, 0);
  for (int i = 0; i < parts && !in_r; i++) opened = chooser_open(&t.fitter[i].chooser, &log) && opened;
  if (!in_r && opened && chooser_accepts(&t.fitter[0].chooser, &t.fitter[0].policy))
    parallel_run(parts, do_units, &t);
  SEXP refusal = R_NilValue;
  for (int i = parts - 1; i >= 0; i--)
    if (goes_wrong(&t.fitter[i].chooser)) refusal = glue_choice_refusal(&t.fitter[i].chooser);
  SET_VECTOR_ELT(list, 0, refusal);
  for (int i = 0; i < parts; i++) chooser_close(&t.fitter[i].chooser);
  if (opened && !t.ends) put_found(list, &t, d);
  UNPROTECT(2);
  if (!opened) Rf_error("There is not enough memory for the fit.");
  return t.interrupted ? R_NilValue : list;
}

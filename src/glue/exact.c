/* Exact laws of games, and the optimum. */
#include "glue.h"
#include "../exact/histories.h"
#include "../policies/sampling/optimum.h"
#include <stdlib.h>

typedef struct exact_handle {
  arena memory;
  forward_setup setup;
  forward_look *looks;
  forward_stops stops;
} exact_handle;

static void finalize_exact(SEXP pointer)
{
  exact_handle *h = R_ExternalPtrAddr(pointer);
  R_ClearExternalPtr(pointer);
  if (!h) return;
  growable_free(&h->stops.games);
  growable_free(&h->stops.rewards);
  arena_free(&h->memory);
  free(h);
}

static int small_number(SEXP given, const char *name, double most)
{
  return (int)glue_whole(glue_element(given, name), name, 1, most);
}

static const double *numbers_of(SEXP given, const char *name, R_xlen_t count)
{
  SEXP x = glue_element(given, name);
  if (x == R_NilValue) return NULL;
  if (TYPEOF(x) != REALSXP || XLENGTH(x) != count) glue_bug(name);
  return REAL(x);
}

enum { LONGEST = 100000, WIDEST = 10000, MOST_THREADS = 1024 };

/* --- the law of a game ------------------------------------------------------------------ */

static void read_arms(forward_setup *f, SEXP given, arena *memory)
{
  exact_policy *e = &f->policy;
  e->arms = small_number(given, "arms", STATES_ARMS);
  e->span = small_number(given, "span", WIDEST);
  if (e->arms < 2) glue_bug("one arm");
  e->least = glue_number(glue_element(given, "least"), "least");
  e->step = glue_number(glue_element(given, "step"), "step");
  f->chance = numbers_of(given, "chance", (R_xlen_t)e->arms * (e->span + 1));
  const double *prior = numbers_of(given, "prior", 2);
  if (!f->chance && (!prior || e->span != 1)) glue_bug("neither chances nor a prior");
  if (prior) f->a = prior[0], f->b = prior[1];
  SEXP names = glue_element(given, "names");
  if (names == R_NilValue) return;
  if (TYPEOF(names) != STRSXP || XLENGTH(names) != e->arms) glue_bug("names");
  const char **copy = glue_zeroed(memory, (size_t)e->arms, sizeof *copy);
  for (int k = 0; k < e->arms; k++) copy[k] = CHAR(STRING_ELT(names, k));
  e->name = copy;
}

static void read_checkpoints(forward_setup *f, SEXP rounds, arena *memory)
{
  if (TYPEOF(rounds) != REALSXP || XLENGTH(rounds) < 1 || XLENGTH(rounds) > LONGEST) glue_bug("checkpoints");
  f->round_count = (int)XLENGTH(rounds);
  int *copy = glue_zeroed(memory, (size_t)f->round_count, sizeof *copy);
  for (int i = 0; i < f->round_count; i++) {
    const double round = REAL(rounds)[i];
    if (!(round >= 1 && round <= (double)f->policy.horizon)) glue_bug("checkpoints are out of range");
    copy[i] = (int)round;
    if (i > 0 && copy[i] <= copy[i - 1]) glue_bug("checkpoints are out of order");
  }
  f->rounds = copy;
}

/* Propensities that R was asked for: a vector for each number of plays, by state, then arm. */
static void read_stated(forward_setup *f, SEXP stated, arena *memory)
{
  if (stated == R_NilValue) return;
  const int layers = f->rounds[f->round_count - 1];
  const double **copy = glue_zeroed(memory, (size_t)layers, sizeof *copy);
  layer l;
  if (TYPEOF(stated) != VECSXP || XLENGTH(stated) != layers) glue_bug("propensities");
  if (!layer_open(&l, f->policy.arms, f->policy.span, layers, memory)) Rf_error("There is not enough memory for an exact study.");
  for (int plays = 0; plays < layers; plays++) {
    SEXP x = VECTOR_ELT(stated, plays);
    layer_set(&l, plays);
    if (TYPEOF(x) != REALSXP || XLENGTH(x) != (R_xlen_t)(l.states * l.arms)) glue_bug("propensities");
    copy[plays] = REAL(x);
  }
  f->stated = copy;
}

static SEXP copy_of(const double *x, int64_t count)
{
  SEXP copy = Rf_allocVector(REALSXP, (R_xlen_t)count);
  for (int64_t i = 0; i < count; i++) REAL(copy)[i] = x[i];
  return copy;
}

static SEXP list_look(const forward_look *look, int count)
{
  static const char *names[] = {"counts", "reward", "named", "mean", ""};
  SEXP list = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(list, 0, copy_of(look->counts, look->blocks));
  SET_VECTOR_ELT(list, 1, copy_of(look->reward, look->sums));
  SET_VECTOR_ELT(list, 2, copy_of(look->named, count));
  SET_VECTOR_ELT(list, 3, copy_of(look->mean, count));
  UNPROTECT(1);
  return list;
}

static SEXP list_looks(const exact_handle *h)
{
  SEXP list = PROTECT(Rf_allocVector(VECSXP, h->setup.round_count));
  for (int i = 0; i < h->setup.round_count; i++)
    SET_VECTOR_ELT(list, i, list_look(&h->looks[i], h->setup.policy.arms));
  UNPROTECT(1);
  return list;
}

/* A row each: counts by arm, the arm named and the rule (from 1), the chance. */
static SEXP stopped_table(const exact_handle *h)
{
  const stopped_games *games = h->stops.games.items;
  const int rows = (int)h->stops.games.count, arm_count = h->setup.policy.arms;
  SEXP table = Rf_allocMatrix(REALSXP, rows, arm_count + 3);
  double *x = REAL(table);
  for (int i = 0; i < rows; i++) {
    for (int k = 0; k < arm_count; k++) x[i + (R_xlen_t)rows * k] = games[i].counts[k];
    x[i + (R_xlen_t)rows * arm_count] = games[i].named + 1;
    x[i + (R_xlen_t)rows * (arm_count + 1)] = games[i].rule + 1;
    x[i + (R_xlen_t)rows * (arm_count + 2)] = games[i].chance;
  }
  return table;
}

/* A row each: plays, the sum in steps, the chance. */
static SEXP rewards_table(const exact_handle *h)
{
  const stopped_reward *rewards = h->stops.rewards.items;
  const int rows = (int)h->stops.rewards.count;
  SEXP table = Rf_allocMatrix(REALSXP, rows, 3);
  double *x = REAL(table);
  for (int i = 0; i < rows; i++) {
    x[i] = rewards[i].plays;
    x[i + (R_xlen_t)rows] = (double)rewards[i].sum;
    x[i + (R_xlen_t)rows * 2] = rewards[i].chance;
  }
  return table;
}

/* The looks, then what was stopped. */
static SEXP list_law(const exact_handle *h)
{
  SEXP list = PROTECT(Rf_allocVector(VECSXP, 3));
  SET_VECTOR_ELT(list, 0, list_looks(h));
  SET_VECTOR_ELT(list, 1, stopped_table(h));
  SET_VECTOR_ELT(list, 2, rewards_table(h));
  UNPROTECT(1);
  return list;
}

/* Returns what is known at each checkpoint; NULL if the user interrupted; or a text: why the
 * policy or the memory refused. */
SEXP C_exact(SEXP given_arms, SEXP given_policy, SEXP plan)
{
  exact_handle *h = calloc(1, sizeof *h);
  if (!h) Rf_error("There is not enough memory for an exact study.");
  SEXP pointer = PROTECT(glue_handle(h, R_NilValue, finalize_exact));
  forward_setup *f = &h->setup;
  const study_policy p = glue_policy(given_policy, &h->memory);
  f->policy.type = p.type;
  f->policy.given = &p.given;
  f->policy.identity = p.identity;
  f->policy.horizon = glue_whole(glue_element(plan, "horizon"), "horizon", 1, LONGEST);
  f->policy.stopping = glue_stopping(glue_element(plan, "stop"), &h->memory);
  f->threads = small_number(plan, "threads", MOST_THREADS);
  f->stopped = glue_interrupted;
  read_arms(f, given_arms, &h->memory);
  read_checkpoints(f, glue_element(plan, "record"), &h->memory);
  read_stated(f, glue_element(plan, "stated"), &h->memory);
  if (!f->stated && !p.type->counts_suffice && !p.type->bytes_suffice) glue_bug("the policy's state is not known");
  h->looks = glue_zeroed(&h->memory, (size_t)f->round_count, sizeof *h->looks);
  const double most_bytes = glue_number(glue_element(plan, "bytes"), "bytes");
  const status s = exact_play(f, most_bytes, h->looks, &h->stops, &h->memory);
  SEXP result = PROTECT(s.code == STATUS_STOPPED ? R_NilValue
                        : s.code                 ? Rf_ScalarString(glue_message(&s))
                                                 : list_law(h));
  finalize_exact(pointer);
  UNPROTECT(2);
  return result;
}

/* --- the optimum ----------------------------------------------------------------------- */

/* The values of the states after 0, ..., depth plays, a vector each, which the core
 * writes into. */
static SEXP room_for_values(optimum_setup *s, arena *memory)
{
  SEXP values = PROTECT(Rf_allocVector(VECSXP, s->depth + 1));
  s->values = glue_zeroed(memory, (size_t)s->depth + 1, sizeof *s->values);
  for (int plays = 0; plays <= s->depth; plays++) {
    const double count = states_until(s->arms, plays) - (plays ? states_until(s->arms, plays - 1) : 0);
    SET_VECTOR_ELT(values, plays, Rf_allocVector(REALSXP, (R_xlen_t)(count + 0.5)));
    s->values[plays] = REAL(VECTOR_ELT(values, plays));
  }
  UNPROTECT(1);
  return values;
}

/* The values by plays, then by state; NULL if the user interrupted. */
SEXP C_bayes_optimal(SEXP prior, SEXP arm_count, SEXP horizon, SEXP threads, SEXP depth)
{
  arena *memory;
  PROTECT(glue_arena(&memory));
  if (TYPEOF(prior) != REALSXP || XLENGTH(prior) != 2) glue_bug("a prior");
  optimum_setup s = {.arms = (int)glue_whole(arm_count, "arms", 2, STATES_ARMS),
                     .horizon = (int)glue_whole(horizon, "horizon", 1, LONGEST),
                     .threads = (int)glue_whole(threads, "threads", 1, MOST_THREADS),
                     .a = REAL(prior)[0],
                     .b = REAL(prior)[1],
                     .stopped = glue_interrupted};
  s.depth = (int)glue_whole(depth, "depth", 0, s.horizon - 1);
  SEXP values = PROTECT(room_for_values(&s, memory));
  double value;
  const status found = optimum_find(&s, &value, NULL, NULL);
  arena_free(memory);
  UNPROTECT(2);
  if (found.code == STATUS_NO_MEMORY) Rf_error("There is not enough memory for the optimum.");
  return found.code ? R_NilValue : values;
}

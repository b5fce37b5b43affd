/* Likelihoods of choices: logs are read, units are shared out to threads, tables are returned. */
#include "likelihood.h"
#include "../base/parallel.h"
#include <stdatomic.h>

/* --- the log ------------------------------------------------------------------------------------ */

static const double *column_of(SEXP given, const char *name, R_xlen_t length)
{
  SEXP x = glue_element(given, name);
  if (x == R_NilValue) return NULL;
  if (TYPEOF(x) != REALSXP || XLENGTH(x) != length)
    glue_bug("a column of the choices is not as long as they are");
  return REAL(x);
}

static const double *required_column(SEXP given, const char *name, R_xlen_t length)
{
  const double *x = column_of(given, name, length);
  if (!x) glue_bug("a column of the choices is missing");
  return x;
}

/* Reads the places where groups begin, and the last ends: from 0, ascending, to `end`. */
static const double *bounds_of(SEXP given, const char *name, int64_t *groups, int64_t end)
{
  SEXP x = glue_element(given, name);
  if (TYPEOF(x) != REALSXP || XLENGTH(x) < 2) glue_bug("the choices have no groups");
  const double *from = REAL(x);
  *groups = XLENGTH(x) - 1;
  bool fine = from[0] == 0 && from[*groups] == (double)end;
  for (int64_t i = 0; i < *groups; i++) fine = fine && from[i] < from[i + 1];
  if (!fine) glue_bug("the choices are not in groups");
  return from;
}

static void check_within(const double *x, int64_t count, double most, const char *what)
{
  for (int64_t i = 0; i < count; i++)
    if (!(x[i] >= 1 && x[i] <= most)) glue_bug(what);
}

static void read_pools(SEXP given, choice_log *log)
{
  SEXP members = glue_element(given, "pool_members");
  if (TYPEOF(members) != REALSXP) glue_bug("pools have no members");
  log->pool_from = bounds_of(given, "pool_from", &log->pools, XLENGTH(members));
  log->pool_members = REAL(members);
  check_within(log->pool_members, XLENGTH(members), log->arms, "a pool has an arm that there is not");
  for (int64_t i = 0; i < log->pools; i++)
    for (int64_t j = (int64_t)log->pool_from[i] + 1; j < (int64_t)log->pool_from[i + 1]; j++)
      if (!(log->pool_members[j - 1] < log->pool_members[j])) glue_bug("a pool is not in order");
  check_within(log->pool, log->rows, (double)log->pools, "there is no such pool");
}

static bool has_arm(const choice_log *log, int64_t row)
{
  const int64_t pool = (int64_t)log->pool[row];
  for (int64_t j = (int64_t)log->pool_from[pool - 1]; j < (int64_t)log->pool_from[pool]; j++)
    if (log->pool_members[j] == log->arm[row]) return true;
  return false;
}

/* Rounds ascend within a game, outcomes are not shown before them. */
static void check_rows(const choice_log *log)
{
  check_within(log->arm, log->rows, log->arms, "there is no such arm");
  check_within(log->round, log->rows, LARGEST_ROUND, "rounds are out of range");
  for (int64_t game = 0; game < log->games; game++)
    for (int64_t row = (int64_t)log->game_from[game]; row < (int64_t)log->game_from[game + 1]; row++) {
      if (row > (int64_t)log->game_from[game] && !(log->round[row] > log->round[row - 1]))
        glue_bug("rounds do not ascend");
      if (log->reported && !(log->reported[row] >= log->round[row]))
        glue_bug("an outcome is shown too early");
      if (!has_arm(log, row)) glue_bug("a choice is not in its pool");
    }
}

/* `seen`: by arm, in which of the game's pools it was last, from 1. */
static bool is_back(const choice_log *log, int64_t pool, int64_t now, int64_t *seen)
{
  bool back = false;
  for (int64_t j = (int64_t)log->pool_from[pool - 1]; j < (int64_t)log->pool_from[pool]; j++) {
    int64_t *last = &seen[(int)log->pool_members[j] - 1];
    back |= *last > 0 && *last < now - 1;
    *last = now;
  }
  return back;
}

static unsigned char how_it_moves(const choice_log *log, int64_t game, int64_t *seen)
{
  int64_t now = 0;
  memset(seen, 0, (size_t)log->arms * sizeof *seen);
  for (int64_t row = (int64_t)log->game_from[game]; row < (int64_t)log->game_from[game + 1]; row++) {
    if (now > 0 && log->pool[row] == log->pool[row - 1]) continue;
    if (is_back(log, (int64_t)log->pool[row], ++now, seen)) return ARMS_RETURN;
  }
  return now > 1 ? ARMS_MOVE : ARMS_STAY;
}

static const unsigned char *find_moves(const choice_log *log, arena *memory)
{
  unsigned char *moves = glue_zeroed(memory, (size_t)log->games, 1);
  int64_t *seen = glue_zeroed(memory, (size_t)log->arms, sizeof *seen);
  for (int64_t game = 0; game < log->games && log->pools > 1; game++)
    moves[game] = how_it_moves(log, game, seen);
  return moves;
}

static const char *const *names_of(SEXP names, int count, arena *memory)
{
  if (names == R_NilValue) return NULL;
  if (TYPEOF(names) != STRSXP || XLENGTH(names) != count) glue_bug("arms have other names than they are");
  const char **copy = glue_zeroed(memory, (size_t)count, sizeof *copy);
  for (int i = 0; i < count; i++) copy[i] = CHAR(STRING_ELT(names, i));
  return copy;
}

void glue_choice_log(SEXP given, choice_log *log, arena *memory)
{
  const R_xlen_t rows = XLENGTH(glue_element(given, "arm"));
  *log =
      (choice_log){.rows = rows, .arms = (int)glue_whole(glue_element(given, "arms"), "arms", 1, MOST_ARMS)};
  log->arm = required_column(given, "arm", rows);
  log->reward = required_column(given, "reward", rows);
  log->round = required_column(given, "round", rows);
  log->reported = column_of(given, "reported", rows);
  log->pool = required_column(given, "pool", rows);
  log->context_size = (int)glue_whole(glue_element(given, "context_size"), "the size of contexts", 0, 1e6);
  log->context = log->context_size ? required_column(given, "context", rows * log->context_size) : NULL;
  log->game_from = bounds_of(given, "game_from", &log->games, rows);
  log->unit_from = bounds_of(given, "unit_from", &log->units, log->games);
  if (log->reported) log->batched = required_column(given, "batched", log->games);
  log->name = names_of(glue_element(given, "names"), log->arms, memory);
  read_pools(given, log);
  check_rows(log);
  log->moves = find_moves(log, memory);
}

int glue_choice_parts(const choice_log *log, SEXP threads)
{
  const double most = glue_whole(threads, "threads", 1, 4096);
  return most > (double)log->units ? (int)log->units : (int)most;
}

/* --- units over threads ---------------------------------------------------------------------------- */

typedef struct task {
  const choice_log *log;
  choice_policy policy;
  chooser *chooser; /* one a thread */
  double *log_lik, *zero;
  atomic_llong next;
  atomic_bool stop;
  bool interrupted;
} task;

static bool goes_wrong(const chooser *c)
{
  return c->refusal != CHOICES_FINE || c->failure.code != STATUS_OK;
}

/* The first thread is R's, which looks whether the user wants to stop. */
static void judge_units(const void *given, int part)
{
  task *t = (task *)given;
  chooser *c = &t->chooser[part];
  for (int64_t done = 0; !atomic_load(&t->stop); done++) {
    const int64_t unit = atomic_fetch_add(&t->next, 1);
    if (unit >= t->log->units) return;
    t->log_lik[unit] = chooser_unit(c, &t->policy, unit);
    t->zero[unit] = c->zero < 0 ? NA_REAL : (double)c->zero + 1;
    if (part == 0 && done % 64 == 63 && glue_interrupted()) t->interrupted = true;
    if (goes_wrong(c) || t->interrupted) atomic_store(&t->stop, true);
  }
}

/* Why the policy has no likelihood: the kind, the policy because of which, and what it says of itself; or
 * NULL. */
SEXP glue_choice_refusal(const chooser *c)
{
  static const char *const kind[] = {"fine", "unknown", "drawn", "batches", "moves"};
  if (!goes_wrong(c)) return R_NilValue;
  SEXP found = PROTECT(Rf_allocVector(STRSXP, 3));
  for (int i = 0; i < 3; i++) SET_STRING_ELT(found, i, Rf_mkChar(""));
  if (c->refusal != CHOICES_FINE) {
    SET_STRING_ELT(found, 0, Rf_mkChar(kind[c->refusal]));
    SET_STRING_ELT(found, 1, Rf_mkCharCE(c->from->label, CE_UTF8));
    if (c->from->no_chances) SET_STRING_ELT(found, 2, Rf_mkCharCE(c->from->no_chances, CE_UTF8));
  } else {
    SET_STRING_ELT(found, 0, Rf_mkChar(status_kind(&c->failure)));
    SET_STRING_ELT(found, 2, glue_message(&c->failure));
  }
  UNPROTECT(1);
  return found;
}

static SEXP put(SEXP list, int at, R_xlen_t length)
{
  SEXP x = Rf_allocVector(REALSXP, length);
  SET_VECTOR_ELT(list, at, x);
  return x;
}

choice_trials glue_choice_trials(SEXP found, const choice_log *log, bool wanted)
{
  if (!wanted) return (choice_trials){0};
  return (choice_trials){REAL(put(found, 3, log->rows)), REAL(put(found, 4, log->rows)),
                         REAL(put(found, 5, log->rows * log->arms))};
}

/* list(refusal, log_lik, zero, propensity, value, all): what went wrong first, by unit, and by row. */
SEXP C_likelihood(SEXP given, SEXP policy, SEXP trials, SEXP threads)
{
  choice_log log;
  glue_choice_log(given, &log, NULL);
  const int parts = glue_choice_parts(&log, threads);
  arena *memory;
  PROTECT(glue_arena(&memory));
  SEXP found = PROTECT(Rf_allocVector(VECSXP, 6));
  const study_policy p = glue_policy(policy, memory);
  task t = {.log = &log, .policy = {p.type, &p.given, policy_find}};
  t.log_lik = REAL(put(found, 1, log.units));
  t.zero = REAL(put(found, 2, log.units));
  const choice_trials wanted = glue_choice_trials(found, &log, glue_number(trials, "trials") != 0);
  t.chooser = glue_zeroed(memory, (size_t)parts, sizeof *t.chooser);
  bool opened = true;
  for (int i = 0; i < parts; i++) opened = chooser_open(&t.chooser[i], &log) && opened;
  for (int i = 0; i < parts; i++) t.chooser[i].trials = wanted;
  if (opened && chooser_accepts(&t.chooser[0], &t.policy)) parallel_run(parts, judge_units, &t);
  SEXP refusal = R_NilValue;
  for (int i = parts - 1; i >= 0; i--)
    if (goes_wrong(&t.chooser[i])) refusal = glue_choice_refusal(&t.chooser[i]);
  SET_VECTOR_ELT(found, 0, refusal);
  for (int i = 0; i < parts; i++) chooser_close(&t.chooser[i]);
  UNPROTECT(2);
  if (!opened) Rf_error("There is not enough memory for the likelihood.");
  return t.interrupted ? R_NilValue : found;
}

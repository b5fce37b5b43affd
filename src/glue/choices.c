/* Glue for sums of a log: columns of R, and chances as a matrix or as a list of vectors, read row by row. */
#include "choices.h"
#include "../logs/choice_sums.h"
#include "glue.h"
#include <math.h>
#include <string.h>

/* --- names of arms: R has each text once, so that pointers tell them apart -------------------- */

typedef struct name_slot {
  SEXP name;
  int number;
} name_slot;

typedef struct name_table {
  name_slot *slots;
  size_t room, used;
} name_table;

static name_slot *slot_of(const name_table *t, SEXP name)
{
  size_t at = ((uintptr_t)name >> 4) * 0x9E3779B1u & (t->room - 1);
  while (t->slots[at].name && t->slots[at].name != name) at = (at + 1) & (t->room - 1);
  return &t->slots[at];
}

static void make_room(name_table *t, size_t room)
{
  const name_table old = *t;
  t->slots = glue_zeroed(NULL, room, sizeof *t->slots);
  t->room = room;
  for (size_t i = 0; i < old.room; i++)
    if (old.slots[i].name) *slot_of(t, old.slots[i].name) = old.slots[i];
}

static void add_name(name_table *t, SEXP name, int number)
{
  if (2 * (t->used + 1) > t->room) make_room(t, 2 * t->room);
  *slot_of(t, name) = (name_slot){name, number};
  t->used++;
}

SEXP C_chance_names(SEXP chances)
{
  if (TYPEOF(chances) != VECSXP) glue_bug("chances are no list");
  name_table met = {0};
  make_room(&met, 64);
  SEXP last = R_NilValue;
  int longest = 0;
  for (R_xlen_t i = 0; i < XLENGTH(chances); i++) {
    SEXP one = VECTOR_ELT(chances, i), names = Rf_getAttrib(one, R_NamesSymbol);
    if (names == R_NilValue && Rf_xlength(one) > longest) longest = (int)Rf_xlength(one);
    if (names == last || TYPEOF(names) != STRSXP) continue;
    for (R_xlen_t j = 0; j < XLENGTH(names); j++)
      if (!slot_of(&met, STRING_ELT(names, j))->name) add_name(&met, STRING_ELT(names, j), (int)met.used);
    last = names;
  }
  SEXP result = PROTECT(Rf_allocVector(VECSXP, 2)), names = Rf_allocVector(STRSXP, (R_xlen_t)met.used);
  SET_VECTOR_ELT(result, 0, names);
  SET_VECTOR_ELT(result, 1, Rf_ScalarInteger(longest));
  for (size_t i = 0; i < met.room; i++)
    if (met.slots[i].name) SET_STRING_ELT(names, met.slots[i].number, met.slots[i].name);
  UNPROTECT(1);
  return result;
}

/* --- chances of a row -------------------------------------------------------------------------- */

typedef struct chance_rows {
  int arms;
  R_xlen_t rows;
  double *row;          /* by arm */
  const double *matrix; /* or NULL: then a list */
  SEXP list;
  const int *place; /* of a column, or of what has no name: an arm from 1, NA if there is none of that name */
  int columns;
  name_table names; /* of a list: their arms */
  bool certain;     /* all were 0 or 1 so far */
} chance_rows;

static void put_chance(chance_rows *c, int arm, double e) { c->row[arm - 1] = e; }

static bool read_listed(chance_rows *c, R_xlen_t i)
{
  SEXP one = VECTOR_ELT(c->list, i), names = Rf_getAttrib(one, R_NamesSymbol);
  const R_xlen_t count = Rf_xlength(one);
  const bool named = TYPEOF(names) == STRSXP;
  if (Rf_isObject(one) || !(TYPEOF(one) == REALSXP || TYPEOF(one) == INTSXP)) return false;
  memset(c->row, 0, (size_t)c->arms * sizeof *c->row);
  for (R_xlen_t j = 0; j < count; j++) {
    const int arm = named            ? slot_of(&c->names, STRING_ELT(names, j))->number
                    : j < c->columns ? c->place[j]
                                     : NA_INTEGER;
    if (arm == NA_INTEGER || arm < 1) return false;
    put_chance(c, arm,
               TYPEOF(one) == REALSXP          ? REAL(one)[j]
               : INTEGER(one)[j] == NA_INTEGER ? NAN
                                               : INTEGER(one)[j]);
  }
  return true;
}

static bool read_row(chance_rows *c, R_xlen_t i)
{
  if (!c->matrix) return read_listed(c, i);
  for (int j = 0; j < c->columns; j++) put_chance(c, c->place[j], c->matrix[i + c->rows * j]);
  return true;
}

/* Chances that sum to 1, of which the arm that was played had enough. */
static bool read_chances(chance_rows *c, R_xlen_t i, int arm)
{
  if (!read_row(c, i)) return false;
  double sum = 0;
  bool good = true, certain = true;
  for (int k = 0; k < c->arms; k++) {
    const double e = c->row[k];
    sum += e;
    good = good && e >= 0 && e <= 1;
    certain = certain && (e == 0 || e == 1);
  }
  c->certain = c->certain && certain;
  return good && fabs(sum - 1) <= 1e-8 && R_FINITE(1 / c->row[arm]);
}

/* False without any. */
static bool open_chances(chance_rows *c, SEXP log, int count, R_xlen_t rows)
{
  SEXP chances = glue_element(log, "chances"), place = glue_element(log, "place"),
       names = glue_element(log, "names"), arm = glue_element(log, "arm_of_name");
  if (chances == R_NilValue) return false;
  if (TYPEOF(place) != INTSXP) glue_bug("places of chances are whole numbers");
  *c = (chance_rows){
      .arms = count, .rows = rows, .place = INTEGER(place), .columns = (int)XLENGTH(place), .certain = true};
  c->row = glue_zeroed(NULL, (size_t)count, sizeof *c->row);
  if (TYPEOF(chances) == REALSXP) {
    c->matrix = REAL(chances);
    if (XLENGTH(chances) != rows * c->columns) glue_bug("chances are not of so many rows");
    return true;
  }
  if (TYPEOF(chances) != VECSXP || XLENGTH(chances) != rows || TYPEOF(names) != STRSXP ||
      TYPEOF(arm) != INTSXP || XLENGTH(arm) != XLENGTH(names))
    glue_bug("chances are neither a matrix nor a list of so many rows");
  c->list = chances;
  make_room(&c->names, 64);
  for (R_xlen_t j = 0; j < XLENGTH(names); j++) add_name(&c->names, STRING_ELT(names, j), INTEGER(arm)[j]);
  return true;
}

/* --- sums ---------------------------------------------------------------------------------------- */

static const char *const weight_names[] = {"uniform", "constant", "two_point"};
static const char *const parts[] = {"weight", "score", "weight2", "score2", "deviations", "reach", "reach2"};
static const char *const totals[] = {"arm", "pulls", "mean", "deviations", "first", "apart", "lean"};
enum { TOTALS = 1 + SHOWN_NUMBERS };

typedef struct log_columns {
  R_xlen_t rows;
  const int *arm, *game;                     /* game: NULL if there is one only */
  const double *reward, *round, *propensity; /* round, propensity: NULL if they are not known */
  const int *pool;                           /* of a row, from 1; NULL if all arms are in it */
  SEXP pool_from, pool_members;              /* of a pool: where its arms begin, and these, from 1 */
} log_columns;

static const double *numbers_or_null(SEXP log, const char *name, R_xlen_t rows)
{
  SEXP x = glue_element(log, name);
  if (x == R_NilValue) return NULL;
  if (TYPEOF(x) != REALSXP || XLENGTH(x) != rows) glue_bug("a column of a log is not as long as the others");
  return REAL(x);
}

static const int *pools_of(SEXP log, R_xlen_t rows)
{
  SEXP pool = glue_element(log, "pool");
  if (pool == R_NilValue) return NULL;
  if (TYPEOF(pool) != INTSXP || XLENGTH(pool) != rows || TYPEOF(glue_element(log, "pool_from")) != INTSXP ||
      TYPEOF(glue_element(log, "pool_members")) != INTSXP)
    glue_bug("pools are whole numbers");
  return INTEGER(pool);
}

static log_columns columns_of(SEXP log)
{
  SEXP arm = glue_element(log, "arm"), of_game = glue_element(log, "game");
  if (TYPEOF(arm) != INTSXP) glue_bug("arms are whole numbers");
  const R_xlen_t rows = XLENGTH(arm);
  if (of_game != R_NilValue && (TYPEOF(of_game) != INTSXP || XLENGTH(of_game) != rows))
    glue_bug("games are whole numbers");
  return (log_columns){.rows = rows,
                       .arm = INTEGER(arm),
                       .game = of_game == R_NilValue ? NULL : INTEGER(of_game),
                       .reward = numbers_or_null(log, "reward", rows),
                       .round = numbers_or_null(log, "round", rows),
                       .propensity = numbers_or_null(log, "propensity", rows),
                       .pool = pools_of(log, rows),
                       .pool_from = glue_element(log, "pool_from"),
                       .pool_members = glue_element(log, "pool_members")};
}

/* The arms that are not in the pool of the row that was read last. */
typedef struct absent_arms {
  int pool, count, *arm;
  bool *here;
} absent_arms;

static void find_absent(absent_arms *a, const log_columns *log, int arms, int pool)
{
  if (a->pool == pool) return;
  if (!a->arm) {
    a->arm = glue_zeroed(NULL, (size_t)arms, sizeof *a->arm);
    a->here = glue_zeroed(NULL, (size_t)arms, sizeof *a->here);
  }
  memset(a->here, 0, (size_t)arms * sizeof *a->here);
  const int *from = INTEGER(log->pool_from), *member = INTEGER(log->pool_members);
  for (int i = from[pool - 1]; i < from[pool]; i++) a->here[member[i] - 1] = true;
  a->pool = pool;
  a->count = 0;
  for (int k = 0; k < arms; k++)
    if (!a->here[k]) a->arm[a->count++] = k;
}

static choice_sums open_sums(SEXP plan, int64_t *games)
{
  SEXP horizon = glue_element(plan, "horizon"), wanted = glue_element(plan, "wanted");
  if (TYPEOF(horizon) != REALSXP || TYPEOF(wanted) != LGLSXP || XLENGTH(wanted) != SCORE_WEIGHTS)
    glue_bug("sums are asked for oddly");
  choice_sums s = {.arms = (int)glue_whole(glue_element(plan, "arms"), "arms", 1, 1e7),
                   .decay = glue_number(glue_element(plan, "decay"), "decay"),
                   .centre = glue_number(glue_element(plan, "centre"), "centre")};
  *games = (int64_t)XLENGTH(horizon);
  for (int w = 0; w < SCORE_WEIGHTS; w++) s.wanted[w] = LOGICAL(wanted)[w] == TRUE;
  const size_t cells = (size_t)*games * (size_t)s.arms;
  const bool scored = s.wanted[0] || s.wanted[1] || s.wanted[2];
  s.game = glue_zeroed(NULL, (size_t)*games, sizeof *s.game);
  s.shown = glue_zeroed(NULL, cells, sizeof *s.shown);
  s.scores = scored ? glue_zeroed(NULL, cells, sizeof *s.scores) : NULL;
  for (int64_t g = 0; g < *games; g++) s.game[g].horizon = REAL(horizon)[g];
  choice_sums_start(&s, *games);
  return s;
}

/* Why a row cannot be added, or that all can. */
enum { ROWS_FINE, WRONG_CHANCES, WRONG_ROUND, WRONG_SCORE };

typedef struct wrong_row {
  double row; /* from 1 */
  int why;
} wrong_row;

static wrong_row add_rows(choice_sums *s, const log_columns *log, chance_rows *chances, int64_t games)
{
  absent_arms absent = {0};
  for (R_xlen_t i = 0; i < log->rows; i++) {
    if (i % 65536 == 65535) R_CheckUserInterrupt();
    logged_choice row = {
        .game = log->game ? log->game[i] - 1 : 0, .arm = log->arm[i] - 1, .reward = log->reward[i]};
    if (row.game < 0 || row.game >= games || row.arm < 0 || row.arm >= s->arms)
      glue_bug("a log names what it has not");
    const double last = s->game[row.game].last;
    row.round = log->round ? log->round[i] : last + 1;
    row.shown = !ISNAN(row.reward);
    row.own = 1;
    if (chances) {
      if (!read_chances(chances, i, row.arm)) return (wrong_row){(double)i + 1, WRONG_CHANCES};
      row.chance = chances->row;
      row.own = chances->row[row.arm];
    } else if (log->propensity && s->scored) {
      row.own = log->propensity[i];
      if (log->pool) find_absent(&absent, log, s->arms, log->pool[i]);
      row.absent = absent.arm;
      row.absent_count = absent.count;
    }
    if (s->wanted[TWO_POINT_WEIGHTS] && row.round <= last) return (wrong_row){(double)i + 1, WRONG_ROUND};
    if (!choice_sums_add(s, &row)) return (wrong_row){(double)i + 1, WRONG_SCORE};
  }
  return (wrong_row){0, ROWS_FINE};
}

static SEXP named_columns(const choice_sums *s, R_xlen_t rows)
{
  glue_column columns[TOTALS + SCORE_SUMS_NUMBERS * SCORE_WEIGHTS];
  char names[SCORE_SUMS_NUMBERS * SCORE_WEIGHTS][32];
  int count = 0;
  for (int i = 0; i < TOTALS; i++) columns[count++] = (glue_column){totals[i], REALSXP};
  for (int w = 0; w < SCORE_WEIGHTS; w++) {
    for (int part = 0; s->wanted[w] && part < SCORE_SUMS_NUMBERS; part++) {
      char *name = names[count - TOTALS];
      strcat(strcat(strcpy(name, parts[part]), "_"), weight_names[w]);
      columns[count++] = (glue_column){name, REALSXP};
    }
  }
  return glue_table(columns, count, rows);
}

static void fill_row(const choice_sums *s, int64_t g, int arm, SEXP table)
{
  const int64_t at = g * s->arms + arm;
  double value[SCORE_SUMS_NUMBERS];
  int column = 0;
  REAL(VECTOR_ELT(table, column++))[at] = arm + 1;
  memcpy(value, &s->shown[at], sizeof s->shown[at]);
  for (int i = 0; i < SHOWN_NUMBERS; i++) REAL(VECTOR_ELT(table, column++))[at] = value[i];
  for (int w = 0; w < SCORE_WEIGHTS; w++) {
    if (!s->wanted[w]) continue;
    const score_sums sums = choice_sums_of(s, g, arm);
    score_sums_write(&sums, (enum score_weights)w, value);
    for (int part = 0; part < SCORE_SUMS_NUMBERS; part++) REAL(VECTOR_ELT(table, column++))[at] = value[part];
  }
}

SEXP C_choice_sums(SEXP log, SEXP plan)
{
  const log_columns columns = columns_of(log);
  if (!columns.reward) glue_bug("a log has rewards");
  int64_t games;
  choice_sums s = open_sums(plan, &games);
  chance_rows chances;
  const bool with = s.scored && open_chances(&chances, log, s.arms, columns.rows);
  const wrong_row wrong = add_rows(&s, &columns, with ? &chances : NULL, games);
  SEXP result = PROTECT(Rf_allocVector(VECSXP, 4)), table = named_columns(&s, (R_xlen_t)(games * s.arms));
  SET_VECTOR_ELT(result, 0, table);
  SET_VECTOR_ELT(result, 1, Rf_ScalarReal(wrong.row));
  SET_VECTOR_ELT(result, 2, Rf_ScalarInteger(wrong.why));
  SET_VECTOR_ELT(result, 3, Rf_ScalarLogical(with && chances.certain));
  for (int64_t g = 0; g < games; g++)
    for (int k = 0; k < s.arms; k++) fill_row(&s, g, k, table);
  UNPROTECT(1);
  return result;
}

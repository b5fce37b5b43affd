/* Likelihoods of policies written in R, which are asked by R's thread as in a study (own.c): R calls
 * C_choices_next() for each game and C_choices_step() with each answer, and no C frame stands below the
 * user's functions. */
#include "likelihood.h"
#include "view.h"
#include <R_ext/Utils.h>
#include <stdlib.h>

typedef struct asked_choices {
  arena memory; /* of the descriptions */
  choice_log log;
  choice_policy policy;
  chooser chooser;
  int64_t unit, game, row, end; /* `end` of the game's rows; `unit` -1: none has begun */
  int64_t told;                 /* outcomes */
  bool awaited;                 /* an answer is */
  unsigned steps;
} asked_choices;

enum { KEPT_LOG, KEPT_POLICY, KEPT_FOUND, KEPT_TEMPLATE, KEPT };
enum { STEPS_BETWEEN_LOOKS = 256 };

static void finalize(SEXP pointer)
{
  asked_choices *a = R_ExternalPtrAddr(pointer);
  R_ClearExternalPtr(pointer);
  if (!a) return;
  chooser_close(&a->chooser);
  arena_free(&a->memory);
  free(a);
}

static asked_choices *asked_of(SEXP handle)
{
  asked_choices *a = TYPEOF(handle) == EXTPTRSXP ? R_ExternalPtrAddr(handle) : NULL;
  if (!a) glue_bug("the choices are no longer there");
  return a;
}

static SEXP kept_by(SEXP handle, int what) { return VECTOR_ELT(R_ExternalPtrProtected(handle), what); }

static void put_unit(SEXP found, int64_t unit, double log_lik, double zero)
{
  REAL(VECTOR_ELT(found, 1))[unit] = log_lik;
  REAL(VECTOR_ELT(found, 2))[unit] = zero;
}

SEXP C_choices_open(SEXP given, SEXP policy, SEXP trials)
{
  SEXP kept = PROTECT(Rf_allocVector(VECSXP, KEPT)), found = Rf_allocVector(VECSXP, 6);
  SET_VECTOR_ELT(kept, KEPT_LOG, given);
  SET_VECTOR_ELT(kept, KEPT_POLICY, policy);
  SET_VECTOR_ELT(kept, KEPT_FOUND, found);
  asked_choices *a = calloc(1, sizeof *a);
  if (!a) Rf_error("There is not enough memory for the likelihood.");
  SEXP handle = PROTECT(glue_handle(a, kept, finalize));
  glue_choice_log(given, &a->log, &a->memory);
  const study_policy p = glue_policy(policy, &a->memory);
  parameters *parameters_given = glue_zeroed(&a->memory, 1, sizeof *parameters_given);
  *parameters_given = p.given;
  a->policy = (choice_policy){p.type, parameters_given, policy_find};
  if (p.type->choose || p.type != &policy_custom) glue_bug("the policy is not asked outside the core");
  SET_VECTOR_ELT(found, 1, Rf_allocVector(REALSXP, a->log.units));
  SET_VECTOR_ELT(found, 2, Rf_allocVector(REALSXP, a->log.units));
  for (int64_t u = 0; u < a->log.units; u++) put_unit(found, u, 0, NA_REAL);
  if (!chooser_open(&a->chooser, &a->log)) Rf_error("There is not enough memory for the likelihood.");
  a->chooser.trials = glue_choice_trials(found, &a->log, glue_number(trials, "trials") != 0);
  a->unit = a->game = -1;
  UNPROTECT(2);
  return handle;
}

/* The next game that is to be played, which may be the first of a unit. */
static bool find_game(asked_choices *a, SEXP found)
{
  const chooser *c = &a->chooser;
  for (a->game++; a->unit < 0 || a->game >= (int64_t)a->log.unit_from[a->unit + 1] || chooser_is_done(c);) {
    if (a->unit >= 0)
      put_unit(found, a->unit, chooser_end_unit(c), c->zero < 0 ? NA_REAL : (double)c->zero + 1);
    if (++a->unit >= a->log.units) return false;
    a->game = (int64_t)a->log.unit_from[a->unit];
    chooser_begin_unit(&a->chooser, &a->policy);
  }
  return true;
}

static bool goes_wrong(const chooser *c)
{
  return c->refusal != CHOICES_FINE || c->failure.code != STATUS_OK;
}

/* Begins the next game: TRUE, or NULL when there is none or something is wrong. */
SEXP C_choices_next(SEXP handle, SEXP draws)
{
  asked_choices *a = asked_of(handle);
  if (a->unit >= a->log.units || goes_wrong(&a->chooser)) return R_NilValue;
  if (!find_game(a, kept_by(handle, KEPT_FOUND))) return R_NilValue;
  if (!chooser_begin_game(&a->chooser, a->game)) return R_NilValue;
  a->row = (int64_t)a->log.game_from[a->game];
  a->end = (int64_t)a->log.game_from[a->game + 1];
  a->told = 0;
  a->awaited = false;
  SET_VECTOR_ELT(R_ExternalPtrProtected(handle), KEPT_TEMPLATE,
                 view_template(&a->chooser.roster.view, a->log.moves[a->game], draws));
  return Rf_ScalarLogical(TRUE);
}

/* Takes the answer (NULL at first). Returns the view of the next row, NULL when the game is over, or a text:
 * why the answer states no propensities. */
SEXP C_choices_step(SEXP handle, SEXP answer)
{
  asked_choices *a = asked_of(handle);
  chooser *c = &a->chooser;
  char why[160];
  if (++a->steps % STEPS_BETWEEN_LOOKS == 0) R_CheckUserInterrupt();
  if (a->row >= a->end) glue_bug("no game is being played");
  if (a->awaited) {
    if (view_answer(answer, &c->roster, why, sizeof why) < 0) return Rf_mkString(why);
    a->awaited = false;
    const bool fine = chooser_follow(c, a->row, a->end);
    if (++a->row == a->end || !fine || chooser_is_done(c)) {
      a->row = a->end;
      return R_NilValue;
    }
  }
  a->awaited = true;
  return view_now(kept_by(handle, KEPT_TEMPLATE), &c->roster.player, &c->roster.view);
}

SEXP C_choices_outcomes(SEXP handle)
{
  asked_choices *a = asked_of(handle);
  return view_outcomes(&a->chooser.roster.player, &a->chooser.roster.view, &a->told);
}

/* list(row, round, live) of the choice that is asked for, the row from 1. */
SEXP C_choices_place(SEXP handle)
{
  asked_choices *a = asked_of(handle);
  const view *v = &a->chooser.roster.view;
  SEXP place = PROTECT(Rf_allocVector(VECSXP, 3)), live = Rf_allocVector(REALSXP, v->live_count);
  SET_VECTOR_ELT(place, 2, live);
  for (int i = 0; i < v->live_count; i++) REAL(live)[i] = (double)v->number[v->live[i]] + 1;
  SET_VECTOR_ELT(place, 0, Rf_ScalarReal((double)a->row + 1));
  SET_VECTOR_ELT(place, 1, Rf_ScalarReal((double)v->round));
  UNPROTECT(1);
  return place;
}

/* What C_likelihood() returns. */
SEXP C_choices_found(SEXP handle)
{
  asked_choices *a = asked_of(handle);
  SEXP found = kept_by(handle, KEPT_FOUND);
  SET_VECTOR_ELT(found, 0, glue_choice_refusal(&a->chooser));
  return found;
}

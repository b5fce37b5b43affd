/* Games of policies written in R, played on R's thread while the workers play
 * the others: R calls C_own_step() with each decision and is given the view of
 * the next. No C frame stands below the user's functions, so they may fail, jump
 * or browse as they like; the handle frees what they leave. */
#include "study.h"
#include "view.h"
#include <R_ext/Utils.h>

enum { STEPS_BETWEEN_LOOKS = 256 };

static own_game *open_own(study_handle *h)
{
  if (!h->own.open) glue_bug("no game is being played");
  return &h->own;
}

static void hand_in(study_handle *h, status result)
{
  own_game *own = &h->own;
  result = game_failure_here(&own->game, result);
  own->memory = game_close(&own->game);
  own->open = false;
  study_hand_in(&h->study, result);
}

/* Opens the next game: list(cell, replication), or NULL when there is none. */
SEXP C_own_next(SEXP handle, SEXP draws)
{
  study_handle *h = glue_study(handle);
  own_game *own = &h->own;
  game_setup setup;
  record *r;
  if (own->open) glue_bug("a game is being played");
  if ((own->unit = study_take(&h->study, &setup, &r)) < 0) return R_NilValue;
  own->open = true;
  own->asked = false;
  own->told = 0;
  const status s = game_open(&own->game, &setup, r, own->memory, NULL);
  own->memory = (arena){0};
  if (s.code) {
    hand_in(h, s);
    return R_NilValue;
  }
  const problem *p = own->game.problem;
  SEXP template = PROTECT(view_template(&own->game.roster.view, p->late || p->moving, draws));
  SET_VECTOR_ELT(R_ExternalPtrProtected(handle), KEPT_TEMPLATE, template);
  const int cells = h->plan.problem_count * h->plan.policy_count;
  SEXP place = Rf_allocVector(REALSXP, 2);
  REAL(place)[0] = (double)(own->unit % cells) + 1;
  REAL(place)[1] = setup.replication;
  UNPROTECT(1);
  return place;
}

static SEXP template_of(SEXP handle) { return VECTOR_ELT(R_ExternalPtrProtected(handle), KEPT_TEMPLATE); }

/* Plays until the policy is to decide. An index policy is not asked as long as
 * there are actions of which nothing was seen. */
static game_state play_on(study_handle *h)
{
  game *g = &h->own.game;
  for (;;) {
    const game_state state = game_step(g, FOREVER, &h->study.caller.stop);
    if (state != GAME_ASKS || g->roster.player.failure.code) return state;
    if (g->roster.type != &policy_index) return state;
    const int action = outside_untried(&g->roster.player, &g->roster.view);
    if (action < 0) return state;
    g->answer = action;
  }
}

/* Plays the answer (NULL at first). Returns the view of the next decision, NULL
 * when the game is over, or a text: why the answer cannot be played. */
SEXP C_own_step(SEXP handle, SEXP answer)
{
  study_handle *h = glue_study(handle);
  own_game *own = open_own(h);
  game *g = &own->game;
  char why[160];
  if (++own->steps % STEPS_BETWEEN_LOOKS == 0) R_CheckUserInterrupt();
  if (own->asked) {
    g->answer = view_answer(answer, &g->roster, why, sizeof why);
    if (g->answer < 0) return Rf_mkString(why);
    own->asked = false;
  }
  const game_state state = play_on(h);
  const status failure = g->failure.code ? g->failure : g->roster.player.failure;
  if (state == GAME_ASKS && !failure.code) {
    own->asked = true;
    return view_now(template_of(handle), &g->roster.player, &g->roster.view);
  }
  hand_in(h, failure);
  return R_NilValue;
}

/* The outcomes shown since this was last asked, each a list. */
SEXP C_own_outcomes(SEXP handle)
{
  own_game *own = open_own(glue_study(handle));
  return view_outcomes(&own->game.roster.player, &own->game.roster.view, &own->told);
}

/* The policy's own random numbers. */
SEXP C_own_numbers(SEXP handle, SEXP count, SEXP normal)
{
  return view_numbers(&open_own(glue_study(handle))->game.roster.random, count, normal);
}

/* The round in which the game stands, and the arms that can be played. */
SEXP C_own_round(SEXP handle)
{
  const view *v = &open_own(glue_study(handle))->game.roster.view;
  SEXP place = PROTECT(Rf_allocVector(VECSXP, 3)), live = PROTECT(Rf_allocVector(REALSXP, v->live_count));
  for (int i = 0; i < v->live_count; i++) REAL(live)[i] = (double)v->number[v->live[i]] + 1;
  SET_VECTOR_ELT(place, 0, Rf_ScalarReal((double)v->round));
  SET_VECTOR_ELT(place, 1, live);
  SET_VECTOR_ELT(place, 2, Rf_ScalarInteger(v->waits));
  UNPROTECT(2);
  return place;
}

static bool any_replication_is_done(const study *s)
{
  for (int64_t r = 0; r < s->plan.replications; r++)
    if (study_is_done(s, r)) return true;
  return false;
}

/* The game in play has failed: those before it are waited for, as a failure of
 * theirs is told first. `first`: it is this one; `kept`: there are finished
 * replications. */
SEXP C_own_fail(SEXP handle)
{
  study_handle *h = glue_study(handle);
  const int64_t unit = h->own.unit;
  int64_t done;
  if (h->own.open) hand_in(h, status_error(STATUS_INTERNAL, "A policy written in R failed."));
  while (!study_wait(&h->study, 50, &done)) R_CheckUserInterrupt();
  static const char *names[] = {"first", "kept", ""};
  SEXP failed = PROTECT(Rf_mkNamed(LGLSXP, names));
  LOGICAL(failed)[0] = h->study.failed_unit == unit;
  LOGICAL(failed)[1] = any_replication_is_done(&h->study);
  UNPROTECT(1);
  return failed;
}

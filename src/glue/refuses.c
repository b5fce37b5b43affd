/* Refusals of what cannot be played: asked by R's constructors, of what they have just made, and before a
 * study begins. */
#include "glue.h"
#include "../arms/types.h"
#include "../model/playable.h"
#include "../model/refuses.h"
#include "../model/arguments.h"
#include "../traits/types.h"

/* NULL, or a named vector: code, argument, wanted, given, reason. What was not said is "". */
SEXP glue_refusal(refusal why)
{
  static const char *const name[] = {"code", "argument", "wanted", "given", "reason"};
  const char *const text[] = {refusal_name(why.code), why.argument, why.wanted, why.given, why.reason};
  if (why.code == REFUSED_NOTHING) return R_NilValue;
  SEXP found = PROTECT(Rf_allocVector(STRSXP, 5)), names = PROTECT(Rf_allocVector(STRSXP, 5));
  for (int i = 0; i < 5; i++) {
    const status s = status_error(STATUS_BAD_PARAMETER, "%s", text[i]);
    SET_STRING_ELT(found, i, glue_message(&s));
    SET_STRING_ELT(names, i, Rf_mkChar(name[i]));
  }
  Rf_setAttrib(found, R_NamesSymbol, names);
  UNPROTECT(2);
  return found;
}

/* --- descriptions ------------------------------------------------------------------ */

static const char *const *names_of(SEXP names)
{
  if (names == R_NilValue) return NULL;
  if (TYPEOF(names) != STRSXP) glue_bug("the names of arms are no strings");
  const char **copy = glue_zeroed(NULL, (size_t)XLENGTH(names), sizeof *copy);
  for (R_xlen_t i = 0; i < XLENGTH(names); i++) copy[i] = CHAR(STRING_ELT(names, i));
  return copy;
}

/* A trait without parameters is one of which only the name is known yet. */
static void add_trait(problem_description *d, SEXP trait)
{
  if (d->trait_count > MOST_TRAITS) glue_bug("a bandit has too many traits");
  described_trait *t = &d->trait[d->trait_count++];
  SEXP given = glue_element(trait, "parameters");
  t->only_named = given == R_NilValue;
  t->type = trait_find(glue_text(glue_element(trait, "name"), "a trait"));
  if (!t->type) glue_bug("there is no such trait");
  if (!t->only_named) t->given = glue_parameters(given, NULL);
}

static problem_description *description_of(SEXP bandit)
{
  if (bandit == R_NilValue) return NULL;
  problem_description *d = glue_zeroed(NULL, 1, sizeof *d);
  SEXP traits = glue_element(bandit, "traits"), known = glue_element(bandit, "known");
  d->arms = arms_find(glue_text(glue_element(bandit, "arms"), "arms"));
  if (!d->arms) glue_bug("there are no such arms");
  d->count = (int)glue_whole(glue_element(bandit, "count"), "the number of arms", 1, MOST_ARMS);
  d->given = glue_parameters(glue_element(bandit, "parameters"), NULL);
  d->name = names_of(glue_element(bandit, "names"));
  SEXP together = glue_element(bandit, "together");
  if (together != R_NilValue)
    d->together = (int)glue_whole(together, "the arms there at a time", 1, MOST_ARMS);
  if (d->name && XLENGTH(glue_element(bandit, "names")) != d->count)
    glue_bug("arms have other names than they are");
  for (R_xlen_t i = 0; i < XLENGTH(traits); i++) add_trait(d, VECTOR_ELT(traits, i));
  if (known != R_NilValue) d->known = (int)glue_whole(known, "what is known", 0, MOST_TRAITS + 2);
  return d;
}

/* --- what R asks ---------------------------------------------------------------------- */

SEXP C_refuses(SEXP bandit, SEXP horizon, SEXP player)
{
  const problem_description *d = description_of(bandit);
  plan_description plan = {NAN, NAN, NAN};
  parameters given;
  policy_description p = {NULL, &given, policy_find, false};
  if (horizon != R_NilValue) plan.horizon = glue_number(horizon, "the horizon");
  if (player != R_NilValue) {
    p.type = policy_find(glue_text(glue_element(player, "constructor"), "a policy"));
    if (!p.type) glue_bug("there is no such policy");
    p.only_named = glue_element(player, "parameters") == R_NilValue;
    given = p.only_named ? (parameters){0} : glue_policy_parameters(player, NULL);
  }
  return glue_refusal(problem_refuses(d, horizon == R_NilValue ? NULL : &plan, p.type ? &p : NULL));
}

SEXP C_wrong_parameters(SEXP type, SEXP given, SEXP count)
{
  const char *name = glue_text(type, "the name of a type");
  const parameters p = glue_parameters(given, NULL);
  return glue_refusal(rules_refuse(glue_rules(name), &p, (int)glue_whole(count, "arms", 0, MOST_ARMS)));
}

SEXP C_same_names(SEXP names) { return glue_refusal(names_refuse(names_of(names), (int)XLENGTH(names))); }

/* Returns whether it can play where outcomes of 0 are never shown. */
SEXP C_bears_silence(SEXP player)
{
  const parameters given = glue_policy_parameters(player, NULL);
  const policy_description p = {policy_find(glue_text(glue_element(player, "constructor"), "a policy")),
                                &given, policy_find, false};
  return Rf_ScalarLogical(!p.type || policy_bears_silence(&p));
}

/* NULL, or the range in which the rewards of a policy must lie. */
SEXP C_needed_rewards(SEXP player)
{
  const parameters given = glue_policy_parameters(player, NULL);
  const policy_description p = {policy_find(glue_text(glue_element(player, "constructor"), "a policy")),
                                &given, policy_find, false};
  double range[2];
  if (!p.type || !policy_needs_rewards(&p, range)) return R_NilValue;
  SEXP found = Rf_allocVector(REALSXP, 2);
  REAL(found)[0] = range[0], REAL(found)[1] = range[1];
  return found;
}

/* Between which numbers rewards lie, and the means to which the last trait changes those of the arms (NA: it
 * changes none); or, if `likely`, nearly all of these. */
SEXP C_ranges(SEXP bandit, SEXP likely)
{
  const problem_description *d = description_of(bandit);
  SEXP found = PROTECT(Rf_allocVector(REALSXP, 4));
  double *ends = REAL(found);
  ends[2] = ends[3] = NA_REAL;
  description_rewards(d, ends);
  if (d->trait_count > 0)
    description_means(d, &d->trait[d->trait_count - 1], glue_number(likely, "likely") != 0, ends + 2);
  UNPROTECT(1);
  return found;
}

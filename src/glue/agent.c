/* Opening an agent, and what is kept of it. */
#include "agent.h"
#include "../model/playable.h"
#include <math.h>
#include <stdlib.h>

static void free_agent(agent_handle *h)
{
  if (h->opened) agent_close(&h->agent);
  arena_free(&h->memory);
  free(h);
}

static void finalize_agent(SEXP pointer)
{
  agent_handle *h = R_ExternalPtrAddr(pointer);
  R_ClearExternalPtr(pointer);
  if (h) free_agent(h);
}

agent_handle *agent_of(SEXP pointer)
{
  if (TYPEOF(pointer) != EXTPTRSXP || !Rf_inherits(pointer, "unruly_agent")) return NULL;
  SEXP kept = R_ExternalPtrProtected(pointer);
  return TYPEOF(kept) == VECSXP && XLENGTH(kept) == 2 ? R_ExternalPtrAddr(pointer) : NULL;
}

agent_handle *living_agent(SEXP pointer)
{
  agent_handle *h = agent_of(pointer);
  if (!h) glue_bug("the agent is no longer there");
  return h;
}

const char *agent_word(agent_result r)
{
  static const char *const spoken[] = {[AGENT_DONE] = "",
                                       [AGENT_ASKS] = "asks",
                                       [AGENT_FAILED] = "failed",
                                       [AGENT_FULL] = "full",
                                       [AGENT_NOBODY] = "nobody",
                                       [AGENT_OVER] = "over",
                                       [AGENT_UNLEARNED] = "unlearned",
                                       [AGENT_PAST] = "past",
                                       [AGENT_UNKNOWN] = "unknown",
                                       [AGENT_LEARNED] = "learned",
                                       [AGENT_TIME] = "time",
                                       [AGENT_TIMELESS] = "timeless",
                                       [AGENT_THERE] = "there",
                                       [AGENT_GONE] = "gone",
                                       [AGENT_STAYS] = "stays",
                                       [AGENT_UNTOLD] = "untold",
                                       [AGENT_STOPPED] = "stopped",
                                       [AGENT_OWN] = "own",
                                       [AGENT_PLAYED] = "played",
                                       [AGENT_UNNAMED] = "unnamed",
                                       [AGENT_DIFFERS] = "differs",
                                       [AGENT_UNSOUND] = "unsound"};
  return spoken[r];
}

SEXP C_agent_description(SEXP a)
{
  if (TYPEOF(a) != EXTPTRSXP) return R_NilValue;
  SEXP kept = R_ExternalPtrProtected(a);
  return TYPEOF(kept) == VECSXP && XLENGTH(kept) == 2 ? VECTOR_ELT(kept, KEPT_DESCRIPTION) : R_NilValue;
}

/* --- opening ------------------------------------------------------------------------ */

static const agent_trait *read_traits(SEXP traits, int *count, arena *memory)
{
  if (TYPEOF(traits) != VECSXP) glue_bug("the traits are not a list");
  *count = (int)XLENGTH(traits);
  agent_trait *all = glue_zeroed(memory, (size_t)*count, sizeof *all);
  for (int i = 0; i < *count; i++) all[i].type = glue_trait(VECTOR_ELT(traits, i), &all[i].given, memory);
  return all;
}

static void read_setup(agent_setup *setup, SEXP given, int count, const study_policy *actor, arena *memory)
{
  setup->type = actor->type;
  setup->given = &actor->given;
  setup->identity = actor->identity;
  setup->find = policy_find;
  setup->arms = count;
  setup->no_others =
      policy_lags_by_arm(&(policy_description){actor->type, &actor->given, policy_find, false, false});
  setup->seed = glue_whole(glue_element(given, "seed"), "seed", -LARGEST_COUNT, LARGEST_COUNT - 1);
  setup->replication = (uint32_t)glue_whole(glue_element(given, "rep"), "rep", 1, INT32_MAX);
  setup->horizon = glue_whole(glue_element(given, "horizon"), "horizon", 1, LARGEST_ROUND);
  setup->refuses = (unsigned)glue_whole(glue_element(given, "refuses"), "refuses", 0, 65535);
  setup->context_size = (int)glue_whole(glue_element(given, "context"), "context", 0, 1e6);
  setup->span = (int)glue_whole(glue_element(given, "span"), "span", 0, 1e9);
  setup->own_plays = glue_number(glue_element(given, "own_plays"), "own_plays") != 0;
  setup->plain = glue_number(glue_element(given, "plain"), "plain") != 0;
  setup->logs = glue_number(glue_element(given, "logs"), "logs") != 0;
  setup->stopping = glue_stopping(glue_element(given, "stop"), memory);
  setup->traits = read_traits(glue_element(given, "traits"), &setup->trait_count, memory);
}

static void read_scale(double scale[2], SEXP given)
{
  const bool endless = given == R_NilValue;
  if (!endless && (TYPEOF(given) != REALSXP || XLENGTH(given) != 2)) glue_bug("a scale is not two numbers");
  for (int i = 0; i < 2; i++) scale[i] = endless ? (i ? INFINITY : -INFINITY) : REAL(given)[i];
}

/* The agent, or why the policy refuses: list(kind, message). */
SEXP C_agent_open(SEXP description, SEXP given, SEXP names)
{
  if (TYPEOF(names) != STRSXP || XLENGTH(names) < 1 || XLENGTH(names) > 100000000)
    glue_bug("arms are missing");
  agent_handle *h = calloc(1, sizeof *h);
  if (!h) Rf_error("There is not enough memory for an agent.");
  SEXP kept = PROTECT(Rf_allocVector(VECSXP, 2));
  SEXP both = PROTECT(Rf_list2(description, given)); /* the core points into them */
  SEXP pointer = PROTECT(glue_handle(h, kept, finalize_agent));
  R_SetExternalPtrTag(pointer, both);
  SET_VECTOR_ELT(kept, KEPT_DESCRIPTION, description);
  SET_VECTOR_ELT(kept, KEPT_NAMES, names);
  study_policy *actor = glue_zeroed(&h->memory, 1, sizeof *actor);
  *actor = glue_policy(glue_element(given, "policy"), &h->memory);
  agent_setup setup = {0};
  read_setup(&setup, given, (int)XLENGTH(names), actor, &h->memory);
  read_scale(h->within, glue_element(given, "within"));
  read_scale(h->assumed, glue_element(given, "assumed"));
  if (actor->type->sees_means) glue_bug("the actor sees the true means");
  h->opened = true;
  const status s = agent_open(&h->agent, &setup);
  if (!s.code) {
    Rf_setAttrib(pointer, R_ClassSymbol, Rf_mkString("unruly_agent"));
    UNPROTECT(3);
    return pointer;
  }
  static const glue_column columns[] = {{"kind", STRSXP}, {"message", STRSXP}};
  SEXP failure = PROTECT(glue_table(columns, 2, 1));
  SET_STRING_ELT(VECTOR_ELT(failure, 0), 0, Rf_mkChar(status_kind(&s)));
  SET_STRING_ELT(VECTOR_ELT(failure, 1), 0, glue_message(&s));
  finalize_agent(pointer);
  UNPROTECT(4);
  return failure;
}

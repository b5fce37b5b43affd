/* The glue between R and the core: the only files that include R's headers.
 * R has checked what the user gave; a violation found here is our own bug, or
 * the work of somebody who edited an object. */
#ifndef UNRULY_GLUE_H
#define UNRULY_GLUE_H

#include <R.h>
#include <R_ext/Rdynload.h>
#include <Rinternals.h>

#include "../study/study.h"
#include "../policies/registry.h"

/* Raises the R error that says so: abort_glue() in R/check-errors.R. */
#if defined(__GNUC__)
__attribute__((noreturn))
#endif
void glue_bug(const char *what);

/* One number, one text, the element of a named list (R_NilValue if absent). */
double glue_number(SEXP x, const char *what);
int64_t glue_whole(SEXP x, const char *what, double min, double max);
const char *glue_text(SEXP x, const char *what);
/* A CHARSXP, whatever bytes the message has. */
SEXP glue_message(const status *s);
/* Codes of factors and bits of integer64 are not the numbers that they stand
 * for: the name of such a class, or NULL. */
const char *glue_disguise(SEXP x);
SEXP glue_element(SEXP list, const char *name);

/* arena_zeroed(), or an R error. Without an arena it is R's until the call is over. */
void *glue_zeroed(arena *memory, size_t count, size_t size);

/* Descriptions. What they point to lives in R's vectors and in the arena. */
parameters glue_parameters(SEXP list, arena *memory);
/* A trait of a bandit. */
const trait_type *glue_trait(SEXP trait, parameters *given, arena *memory);
void glue_must_be_fine(status s);
/* The rules of a type, by its name in R. */
const argument *glue_rules(const char *type);
void glue_check_policy(const char *name, const parameters *given, arena *memory);
void glue_problem(SEXP bandit, problem *p, arena *memory);
parameters glue_policy_parameters(SEXP description, arena *memory);
study_policy glue_policy(SEXP description, arena *memory);
/* NULL, or a named vector of strings: code, argument, wanted, given, reason. */
SEXP glue_refusal(refusal why);
/* Stopping rules, each followed by those that it joins; NULL without any. */
const stopping_plan *glue_stopping(SEXP description, arena *memory);

/* An external pointer that keeps `kept`; if making it fails, `what` is lost. */
SEXP glue_handle(void *what, SEXP kept, R_CFinalizer_t finalize);
/* An arena behind such a pointer: freed with it, whatever R does, an error or an interrupt. */
SEXP glue_arena(arena **memory);
/* Returns whether the user wants to stop, without R jumping out of what is going on. */
bool glue_interrupted(void);
/* All of them are closed, as if R had done so. */
void glue_close_handles(void);
void R_unload_unruly(DllInfo *dll);

/* A data frame's columns: a named list of `count` vectors of `rows` rows. */
typedef struct glue_column {
  const char *name;
  SEXPTYPE type;
} glue_column;
SEXP glue_table(const glue_column *columns, int count, R_xlen_t rows);

SEXP C_study_start(SEXP bandits, SEXP policies, SEXP plan);
SEXP C_study_wait(SEXP handle, SEXP milliseconds);
SEXP C_study_collect(SEXP handle);
SEXP C_study_left(SEXP handle);
SEXP C_close(void);
SEXP C_own_next(SEXP handle, SEXP draws);
SEXP C_own_step(SEXP handle, SEXP answer);
SEXP C_own_outcomes(SEXP handle);
SEXP C_own_numbers(SEXP handle, SEXP count, SEXP normal);
SEXP C_own_round(SEXP handle);
SEXP C_own_fail(SEXP handle);
SEXP C_instances(SEXP bandit, SEXP seed, SEXP first_rep, SEXP reps, SEXP horizon, SEXP steps);
SEXP C_policies(void);
SEXP C_registered(void);
SEXP C_forget(SEXP name);
SEXP C_types(void);
SEXP C_traits(void);
SEXP C_conflicts(void);
SEXP C_rules(SEXP type);
SEXP C_describe(SEXP type, SEXP given, SEXP inside, SEXP count);
SEXP C_judge(SEXP type, SEXP name, SEXP value, SEXP count);
SEXP C_identity(SEXP description);
SEXP C_wrong_parameters(SEXP type, SEXP given, SEXP count);
SEXP C_refuses(SEXP bandit, SEXP horizon, SEXP policy);
SEXP C_same_names(SEXP names);
SEXP C_bears_silence(SEXP policy);
SEXP C_needed_rewards(SEXP policy);
SEXP C_ranges(SEXP bandit, SEXP likely);
SEXP C_register(SEXP name, SEXP address);
SEXP C_sync(SEXP path);
SEXP C_fingerprint(SEXP x);
SEXP C_is_gone(SEXP pid);
SEXP C_free_memory(void);
SEXP C_is_file(SEXP path);
SEXP C_lock_file(SEXP path);
SEXP C_append_open(SEXP path, SEXP size);
SEXP C_is_held(SEXP handle, SEXP path);
SEXP C_append(SEXP handle, SEXP bytes, SEXP end);
SEXP C_close_file(SEXP handle);

SEXP C_philox(SEXP counter, SEXP key);
SEXP C_outcome_uniforms(SEXP seed, SEXP replication, SEXP arm, SEXP pulls);
SEXP C_policy_uniforms(SEXP description, SEXP seed, SEXP replication, SEXP count);
SEXP C_heights(SEXP description, SEXP seed, SEXP replication, SEXP clock, SEXP lanes, SEXP turns);
SEXP C_draws(SEXP law, SEXP arguments, SEXP seed, SEXP count);

SEXP C_agent_open(SEXP description, SEXP given, SEXP names);
SEXP C_agent_choose(SEXP a, SEXP context, SEXP round);
SEXP C_agent_ticket(SEXP a);
SEXP C_agent_learn(SEXP a, SEXP arm, SEXP reward, SEXP time, SEXP ticket);
SEXP C_agent_learn_outside(SEXP a, SEXP arm, SEXP reward, SEXP time, SEXP ticket, SEXP context, SEXP round);
SEXP C_agent_warm_start(SEXP a, SEXP labels, SEXP arm, SEXP reward, SEXP contexts, SEXP shown, SEXP late);
SEXP C_agent_pass(SEXP a, SEXP round);
SEXP C_agent_enter(SEXP a, SEXP arm, SEXP last, SEXP patience);
SEXP C_agent_leave(SEXP a, SEXP who, SEXP away);
SEXP C_agent_standing(SEXP a, SEXP ticket);
SEXP C_agent_table(SEXP a);
SEXP C_agent_verdict(SEXP a);
SEXP C_agent_why(SEXP a);
SEXP C_agent_strayed(SEXP a, SEXP now);
SEXP C_agent_description(SEXP a);
SEXP C_agent_extent(SEXP a);
SEXP C_agent_journal(SEXP a);
SEXP C_exact_numbers(SEXP x);
SEXP C_numbers_to_text(SEXP x);
SEXP C_numbers_of_text(SEXP x);
SEXP C_agent_replay(SEXP a, SEXP calls, SEXP numbers, SEXP names, SEXP mark);
SEXP C_agent_log(SEXP a);
SEXP C_agent_view(SEXP a, SEXP draws);
SEXP C_agent_outcomes(SEXP a);
SEXP C_agent_numbers(SEXP a, SEXP count, SEXP normal);
SEXP C_agent_answer(SEXP a, SEXP answer);

SEXP C_bootstrap_means(SEXP values, SEXP resamples, SEXP seed);
/* Indices */
SEXP C_gittins_index(SEXP a, SEXP b, SEXP discount, SEXP accuracy);
SEXP C_exact(SEXP arms, SEXP policy, SEXP plan);
SEXP C_bayes_optimal(SEXP prior, SEXP arms, SEXP horizon, SEXP threads, SEXP depth);
SEXP C_optimal_shares(SEXP mean, SEXP best, SEXP gaussian, SEXP plain);
SEXP C_beta_upper_quantile(SEXP a, SEXP b, SEXP tail);

#endif

#include "glue/choices.h"
#include "glue/cholesky.h"
#include "glue/evidence.h"
#include "glue/glue.h"
#include "glue/fit.h"
#include "glue/likelihood.h"
#include "glue/logs.h"
#include "glue/moments.h"
#include "glue/ranks.h"
#include "glue/schedule.h"
#include "glue/sequential.h"
#include "glue/view.h"
#include <R_ext/Rdynload.h>
#include <R_ext/Visibility.h>

/* clang-format off */
#define ENTRY(name, arguments) {#name, (DL_FUNC)(void (*)(void))&name, arguments}

static const R_CallMethodDef entries[] = {
    ENTRY(C_study_start, 3),
    ENTRY(C_study_wait, 2),
    ENTRY(C_study_collect, 1),
    ENTRY(C_study_left, 1),
    ENTRY(C_close, 0),
    ENTRY(C_own_next, 2),
    ENTRY(C_own_step, 2),
    ENTRY(C_own_outcomes, 1),
    ENTRY(C_own_numbers, 3),
    ENTRY(C_own_round, 1),
    ENTRY(C_own_fail, 1),
    ENTRY(C_instances, 6),
    ENTRY(C_policies, 0),
    ENTRY(C_register, 2),
    ENTRY(C_registered, 0),
    ENTRY(C_forget, 1),
    ENTRY(C_types, 0),
    ENTRY(C_traits, 0),
    ENTRY(C_conflicts, 0),
    ENTRY(C_rules, 1),
    ENTRY(C_describe, 4),
    ENTRY(C_judge, 4),
    ENTRY(C_identity, 1),
    ENTRY(C_wrong_parameters, 3),
    ENTRY(C_refuses, 3),
    ENTRY(C_same_names, 1),
    ENTRY(C_bears_silence, 1),
    ENTRY(C_needed_rewards, 1),
    ENTRY(C_ranges, 2),
    ENTRY(C_philox, 2),
    ENTRY(C_outcome_uniforms, 4),
    ENTRY(C_policy_uniforms, 4),
    ENTRY(C_heights, 6),
    ENTRY(C_draws, 4),
    ENTRY(C_aus_cycle, 1),
    ENTRY(C_max_feasible_arms, 1),
    ENTRY(C_first_exit, 2),
    ENTRY(C_pinwheel_cycle, 2),
    ENTRY(C_sync, 1),
    ENTRY(C_fingerprint, 1),
    ENTRY(C_is_gone, 1),
    ENTRY(C_free_memory, 0),
    ENTRY(C_is_file, 1),
    ENTRY(C_lock_file, 1),
    ENTRY(C_append_open, 2),
    ENTRY(C_append, 3),
    ENTRY(C_is_held, 2),
    ENTRY(C_close_file, 1),
    ENTRY(R_unload_unruly, 1), /* R finds it among these only */
    ENTRY(C_clicks_open, 0),
    ENTRY(C_clicks_read, 2),
    ENTRY(C_clicks_end, 1),
    ENTRY(C_clicks_take, 1),
    ENTRY(C_chance_names, 1),
    ENTRY(C_choice_sums, 2),
    ENTRY(C_fit, 5),
    ENTRY(C_likelihood, 4),
    ENTRY(C_choices_open, 3),
    ENTRY(C_choices_next, 2),
    ENTRY(C_choices_step, 2),
    ENTRY(C_choices_outcomes, 1),
    ENTRY(C_choices_place, 1),
    ENTRY(C_choices_found, 1),
    ENTRY(C_cholesky, 1),
    ENTRY(C_bootstrap_means, 3),
    ENTRY(C_gittins_index, 4),
    ENTRY(C_optimal_shares, 4),
    ENTRY(C_beta_upper_quantile, 3),
    ENTRY(C_order_statistics, 2),
    ENTRY(C_evidence, 4),
    ENTRY(C_evidence_intervals, 6),
    ENTRY(C_evidence_pairs, 5),
    ENTRY(C_evidence_pair_intervals, 7),
    ENTRY(C_evidence_level_of_two, 1),
    ENTRY(C_evidence_sides, 3),
    ENTRY(C_gamma_mixture, 3),
    ENTRY(C_sequential_crossing, 5),
    ENTRY(C_sequential_nodes, 4),
    ENTRY(C_sequential_spending, 1),
    ENTRY(C_rivals_crossing, 1),
    ENTRY(C_study_figures, 1),
    ENTRY(C_moments_new, 2),
    ENTRY(C_moments_play, 2),
    ENTRY(C_moments_add, 2),
    ENTRY(C_moments_tables, 1),
    ENTRY(C_moments_of_rows, 3),
    ENTRY(C_agent_open, 3),
    ENTRY(C_agent_choose, 3),
    ENTRY(C_agent_ticket, 1),
    ENTRY(C_agent_learn, 5),
    ENTRY(C_agent_learn_outside, 7),
    ENTRY(C_agent_warm_start, 7),
    ENTRY(C_agent_pass, 2),
    ENTRY(C_agent_enter, 4),
    ENTRY(C_agent_leave, 3),
    ENTRY(C_agent_standing, 2),
    ENTRY(C_agent_table, 1),
    ENTRY(C_agent_verdict, 1),
    ENTRY(C_agent_why, 1),
    ENTRY(C_agent_strayed, 2),
    ENTRY(C_agent_description, 1),
    ENTRY(C_view_chances, 2),
    ENTRY(C_agent_extent, 1),
    ENTRY(C_agent_journal, 1),
    ENTRY(C_agent_replay, 5),
    ENTRY(C_agent_log, 1),
    ENTRY(C_numbers_to_text, 1),
    ENTRY(C_numbers_of_text, 1),
    ENTRY(C_agent_view, 2),
    ENTRY(C_agent_outcomes, 1),
    ENTRY(C_agent_numbers, 3),
    ENTRY(C_agent_answer, 2),
    ENTRY(C_exact_numbers, 1),
    ENTRY(C_exact, 3),
    ENTRY(C_bayes_optimal, 5),
    {NULL, NULL, 0},
};
/* clang-format on */

void attribute_visible R_init_unruly(DllInfo *dll)
{
  R_registerRoutines(dll, NULL, entries, NULL, NULL);
  R_useDynamicSymbols(dll, FALSE);
  R_forceSymbols(dll, TRUE);
  /* for packages that bring policies: inst/include/unruly/register.h */
  R_RegisterCCallable("unruly", "unruly_register", (DL_FUNC)(void (*)(void))policy_register_for);
}

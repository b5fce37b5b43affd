#' unruly: multi-armed bandits whose arms do not behave
#'
#' A problem is [arms] plus traits; [run_study()] plays [policies()] on it; tidy
#' tables of regret, figures and comparisons come out. This page says which
#' function answers which question. If you do not know yet which trait and which
#' policies your problem has, begin with `vignette("choosing", "unruly")`.
#'
#' @section What is my problem?:
#' What a pull pays: [arms_bernoulli()], [arms_gaussian()], [arms_beta()], [arms_categorical()],
#' [arms_constant()], [arms_empirical()] (draws from your data), [arms_linear()] and
#' [arms_logistic()] (with contexts), [arms_tape()] (rewards written down beforehand, also with contexts);
#' [bandit()] makes a bandit
#' of them. A parameter may be a prior ([prior_uniform()], [prior_beta()],
#' [prior_normal()]): each replication then draws its own instance, and the mean
#' regret over replications is the Bayesian regret.
#'
#' How the arms misbehave:
#' | the arms | function |
#' | --- | --- |
#' | leave for good when they are ignored | [with_patience()] |
#' | can be played only from some round on | [with_entries()] |
#' | are born and die | [with_lifetimes()], [mortal_arms()] |
#' | take their time, and one may give up on them | [with_waiting()] |
#' | must get their fair share | [with_fairness()] |
#' | pay late, spread out and mixed together | [with_spread()], with [spread_delay()] and others |
#' | pay late, and one is told for which pull | [with_delay()] |
#' | change with time | [with_changes()] |
#' | wear out with their pulls, or improve | [with_wear()] |
#' | must rest after a pull | [with_rest()] |
#' | are asleep in some rounds | [with_absences()] |
#' | show what they paid only when a batch of rounds ends | [with_batches()] |
#' | are what a log of clicks says they are | [bandit_replay()] |
#'
#' @section Who plays?:
#' [policies()] lists all policies with what each needs; `policies(bandit)` those that
#' can play this bandit, `policies(problem, try = TRUE)` makes them. What a policy of yours has to beat: [policy_oracle()] (knows
#' the means), [policy_uniform()], [policy_round_robin()] and [policy_fixed()].
#' [policy_queue()] makes any policy fit for delays.
#'
#' A policy of your own: [policy_index()] in one line of R, [policy_custom()] in functions
#' of R, [policy_compile()] in C at full speed (article *own-policies* of the site).
#' Outside a simulation: [agent()] decides with any of these policies; [agent_choose()], [agent_learn()],
#' [agent_enter()], [agent_leave()], [save_agent()], [read_agent()] and [serve_agent()] go with it.
#'
#' @section What happened?:
#' [run_study()] plays. Then:
#' | the question | function |
#' | --- | --- |
#' | Who has the least regret, and how sure is that? | print the study, [summary()][summary.unruly_study] |
#' | Is A better than B? | [compare_policies()]: paired, as all face the same outcomes |
#' | Who gets more reward for the same unfairness? | [compare_frontier()] |
#' | What does it look like? | [autoplot()][autoplot.unruly_study]; `study_plot_data()` is the table behind it |
#' | The regret round by round? | [regret()] |
#' | Who was pulled how often? Who left, and when? | [pulls()], [exits()] |
#' | What are the arms worth, after a bandit chose? | [estimates()] |
#' | What does a design do: errors, sample size, coverage? | [operating_characteristics()], [bandit_null()], [calibrate_design()] |
#' | Every single choice? | [choices()], with `run_study(keep = "choices")` |
#' | Which means were drawn? | [instances()] |
#' | What is a policy worth on a log? | [replay_value()] |
#' | More replications? | `run_study(first_rep = )` and [c()][c.unruly_study] |
#' | As many as it takes? | `run_study(reps = reps_until(half_width))`, [reps_until()], [reps_needed()] |
#' | What if a parameter were another? | [policy_grid()], [bandit_grid()], [study_settings()] |
#' | Too many replications for memory? | `run_study(keep = "moments")` |
#' | Too much for one machine? | [plan_study()], [run_part()], [read_study()], `run_study(workers = TRUE)` |
#' | It was cut off: what was finished? | [last_study()], or `run_study(path = )` from the start |
#' | How do I hand it on? | [save_report()], [save_figures()] |
#'
#' @section What does the theory say?:
#' The `bound_*()` functions give the bounds of the papers, see [regret_bounds];
#' [bound_lai_robbins()] what no good policy can beat; [layer_bound()] lays them over a plot.
#' Before anything is played:
#' [load_factor()], [is_feasible()], [aus_cycle()], [pinwheel_cycle()], [first_exit()],
#' [max_feasible_arms()] (can impatient arms be kept, and by which schedule?); [waiting_value()],
#' [constant_policy_value()] (how long to wait?); [fair_optimum()], [penalty_for_arms()],
#' [penalty_for_tolerance()] (whom to serve, at which penalty?); [spread_moments()]
#' (how long is a spread?); [mortal_reference()] (what can be had of arms that die?).
#'
#' @section What do the papers say?:
#' [experiments()] lists all their experiments, [run_experiment()] plays one. Each paper
#' has a vignette, `browseVignettes("unruly")`: *impatient-arms* (Shao and Fang 2024),
#' *farewell-to-arms* (Sharoff, Mehta and Ganti 2020), *fairness* (Fang, Li and
#' Samorodnitsky 2022), *composite* (Wang, Wang and Huang 2021) and *mortal* (Traca, Rudin
#' and Yan 2020). The site has articles on what else there is: *changing-arms*, *best-arm*, *after-the-bandit*,
#' *in-production*, *contexts*, *own-policies* and *many-machines* (`vignettes/articles` in the sources).
#' [citation_of()] gives the paper of a policy or an experiment.
#'
#' @section From my own data?:
#' [read_open_bandit()], [read_yahoo_clicks()], [read_movielens()], [read_outbrain()],
#' [read_coupons()] read public data sets from a path; [bandit_replay()] takes any
#' log of yours, [bandit_labels()] any table with a class for each row. [simulate_click_log()] makes one where there is
#' none.
#'
#' @section Texts:
#' All names and texts that functions take are case-sensitive; a wrong case is asked about in the
#' error ("Did you mean ...?").
#'
#' @section Missing values:
#' Arguments and data must be without `NA` and `NaN`, and finite where their help does not say that `Inf`
#' is allowed; else there is an error that names the argument, and of a log the column and the event. Nothing is
#' left out or filled in silently: lines of public data sets that cannot be read are counted in a message, and an
#' `NA` means something in a few places only, which say so (a reward that is still to come, see [agent_warm_start()] and
#' [estimates()]). Where a figure of a table cannot be known it is `NA`, and its help says when.
#'
#' @section Options:
#' | option | meaning |
#' | --- | --- |
#' | `unruly.threads` | threads of [run_study()], by default 2 |
#' | `unruly.memory` | how many bytes a study may take, see [run_study()] |
#' | `unruly.patience` | for how many seconds a session waits for a policy that does not answer, see [policy_compile()] |
#' | `unruly.yahoo` | paths of the Yahoo! click log, see [run_experiment()] |
#'
#' @examples
#' # Three arms; the best one leaves when it is ignored for two rounds.
#' problem <- bandit(arms_gaussian(c(0.5, 0.6, 0.9))) |> with_patience(c(4, 4, 2))
#' policies(problem)$label
#' study <- run_study(problem, list(policy_ucb(), policy_fc_se()), horizon = 1000,
#'   reps = 20, seed = 1)
#' study
#' compare_policies(study, "FC-SE")
#' @importFrom rlang %||% .data
#' @importFrom tibble tibble as_tibble
#' @useDynLib unruly, .registration = TRUE
"_PACKAGE"

#' @export
tibble::as_tibble

# A game that does not end needs the library, which then stays loaded; a package that is
# loaded again uses it.
.onUnload <- function(libpath) {
  if (.Call(C_close) == 0) library.dynam.unload("unruly", libpath)
}

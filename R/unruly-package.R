#' unruly: multi-armed bandits whose arms do not behave
#' @description
#' Simulates bandits whose arms leave, die, pay late or must get a fair share. A problem consists of [arms] and traits,
#' [run_study()] plays [policies()] on it, and the results are tibbles, figures and comparisons.
#'
#' **Use it when** you look for the function that answers a question. `vignette("choosing", "unruly")` begins with your
#' arms instead, and [glossary] defines the terms.
#'
#' @section Describing a problem:
#' [bandit()] takes arms: [arms_bernoulli()], [arms_gaussian()], [arms_beta()], [arms_categorical()], [arms_constant()],
#' [arms_student()], [arms_lognormal()]; [arms_empirical()] for draws from your data; [arms_linear()] and
#' [arms_logistic()] for contexts; [arms_tape()] for rewards that are fixed beforehand. A parameter may be a prior
#' ([prior_uniform()], [prior_beta()], [prior_normal()]): each replication draws an instance; mean regret is Bayesian.
#'
#' Traits say what else holds. There is one for arms that
#'
#' * leave for good when they are ignored: [with_patience()]
#' * can be pulled only from some round on: [with_entries()]
#' * are born and die: [with_lifetimes()], [bandit_mortal()]
#' * take their time, and the player may give up on them: [with_waiting()]
#' * must get their fair share: [with_fairness()]
#' * pay late, spread out and mixed together: [with_spread()], with a spread such as [spread_delay()]
#' * pay late, each reward with its pull: [with_delay()]; patients who arrive over time: [with_accrual()]
#' * never say no (silence): [with_delay()] with `zero = Inf`; for them [policy_conversion()] and [policy_matured()]
#' * change with time: [with_changes()]
#' * wear out with their pulls, or improve: [with_wear()]
#' * must rest after a pull: [with_rest()]
#' * are asleep in some rounds: [with_absences()]
#' * show what they paid when a batch of rounds ends: [with_batches()]
#' * come from a log, or from a table with a class per row: [bandit_replay()], [bandit_labels()]
#' * are those of a game on the interactive page: [play_bandit()]
#'
#' @section Choosing policies:
#' `policies(bandit)` lists the policies that can play a bandit, and `policies(bandit, try = TRUE)` makes them.
#' References to beat: [policy_oracle()], which is given the means, [policy_uniform()], [policy_round_robin()] and
#' [policy_fixed()]. [policy_allocation()] randomises a trial. [policy_queue()] adapts any policy to delays. A policy of
#' your own: [policy_index()] in one line of R, [policy_custom()] in functions of R, [policy_compile()] in fast C.
#'
#' @section Outside a simulation:
#' [agent()] plays any of them; [agent_choose()], [agent_learn()], [agent_enter()], [agent_leave()], [agent_why()],
#' [agent_decisions()], [agent_warm_start()], [save_agent()], [read_agent()], [serve_agent()] belong to it.
#'
#' @section Results of a study:
#'
#' * Which policy has the least regret, with which interval? print the study, [summary()][summary.unruly_study]
#' * Is A better than B? [compare_policies()]: paired, as all policies meet the same outcomes; its `autoplot()` is a
#'   forest plot
#' * Which policy gets more reward at the same unfairness? [compare_policies()] with `frontier`
#' * What does it look like? [autoplot()][autoplot.unruly_study]; `ggplot2::fortify()` gives the data of a figure
#' * What is the regret by round? [regret()]
#' * Which arm was pulled how often, and when did arms leave? [pulls()], [exits()]
#' * Which choices were made, and which means drawn? [choices()] (with `keep = "choices"`), [instances()]
#' * Which arm was named, and what are the arms worth? [recommendations()], [estimates()]
#' * Is an arm better than a control, or the best of all? [compare_arms()]
#' * How does a design perform? [operating_characteristics()], [bandit_null()], [calibrate_design()]
#' * How many patients does a trial need, and which limits? [trial_design()], [trial_power()], [stop_boundary()];
#'   for single arms [stop_posterior()]
#' * What has a trial with planned looks shown? [trial_analysis()]
#' * Is a trial worth going on with? [conditional_power()], [update()][update.unruly_design]
#' * What is a policy worth on a log? [replay_value()]
#' * How do I hand it on? [save_report()], [save_figures()], [save_tables()], [as_table()]
#'
#' @section Size of a study:
#'
#' * more replications, other arguments: [update()][update.unruly_study()]; `run_study(first_rep = )` and
#'   [c()][c.unruly_study]
#' * as many as a precision takes: `run_study(reps = reps_until(half_width))`, [reps_until()]
#' * several values of a parameter: [policy_grid()], [bandit_grid()]
#' * less memory: `run_study(keep = "moments")`
#' * several machines: [plan_study()], [run_part()], [read_study()], `run_study(workers = TRUE)`
#' * the code of a study: [as_code()]
#' * what an interrupted study has finished: [last_study()]; `run_study(path = )` from the start
#' * no simulation: [exact_study()], [bayes_optimal()]
#'
#' @section Theory and papers:
#' [regret_bound()] gives the bounds of the papers and the lower bounds, and `ggplot2::autolayer()` adds one to a
#' figure. Before a study: [cycle_feasibility()], [aus_cycle()] and [pinwheel_cycle()] for impatient arms;
#' [bandit_value()] for arms that take their time or die, and for fair shares, with [fair_penalty()].
#'
#' [experiments()] lists the papers' experiments, [run_experiment()] plays one, and [citation_of()] gives the paper of a
#' policy or an experiment. [ledger()] lists the papers' claims with what came out, and [check_claim()] plays a claim
#' again. [arcade()] ranks all policies, and yours, on problems of every kind. Each paper has a vignette:
#' *impatient-arms* (Shao and Fang 2024), *farewell-to-arms* (Sharoff, Mehta and Ganti 2020), *fairness* (Fang, Li and
#' Samorodnitsky 2022), *composite* (Wang, Wang and Huang 2021) and *mortal* (Traca, Rudin and Yan 2020). The site has
#' articles on everything else: *ledger*, *arcade*, *changing-arms*, *best-arm*, *confirmatory-trials*,
#' *adaptive-trials*, *after-the-bandit*, *silent-outcomes*, *in-production*, *fitting-choices*, *contexts*,
#' *lesson-plan*, *own-policies*, *many-machines* and *methods* (`vignettes/articles` in the sources).
#'
#' [read_open_bandit()], [read_yahoo_clicks()], [read_movielens()], [read_outbrain()] and [read_coupons()] read public
#' data sets from disk. [as_log()] makes a log of a data frame (vignette *your-own-log*), and [simulate_click_log()] one
#' where there is none.
#'
#' @section Policies fitted to choices:
#'
#' * How do people learn and choose? [policy_delta()], [policy_kalman()], and every policy that states its
#'   propensities
#' * How likely are these choices under a policy? [choice_likelihood()]
#' * Which parameters explain them best? [fit_policy()], with [free()] parameters, by unit or pooled;
#'   [methods of fits][fits]
#' * What does a fit look like? [autoplot()][autoplot.unruly_fit], [save_report()]
#' * Which of several policies do how many units follow? [compare_policies()][compare_fits]
#' * Can an experiment tell policies and parameters apart? [recovery()], [autoplot()][autoplot.unruly_recovery]
#'
#' The article *fitting-choices* of the site goes through all of it.
#'
#' @section Conventions:
#' Names and strings are case-sensitive. Arguments and data must not contain `NA` or `NaN`, and must be finite unless
#' the help of the argument allows `Inf`. Every function refuses arguments that are not as its help describes, before
#' any work starts: the error has the class `unruly_error_argument` and names the argument, and for a log the column
#' and the event. "Errors" sections list what else is refused. Nothing is left out or filled in silently. `NA` has a
#' meaning in few places, which state it, such as a reward that is still to come ([agent_warm_start()]). A measure that
#' cannot be computed is `NA`, and its help says when.
#'
#' @section Options:
#'
#' * `unruly.threads`: the number of threads of [run_study()]. Default: 2
#' * `unruly.memory`: the number of bytes that a study may take, see [run_study()]
#' * `unruly.patience`: the seconds that a session waits for a policy that does not answer, see [policy_compile()]
#' * `unruly.yahoo`: the paths of the Yahoo! click log, see [run_experiment()]
#'
#' @examples
#' # Three arms. The third is the best, and it leaves after two rounds without a pull.
#' problem <- bandit(arms_gaussian(c(0.5, 0.6, 0.9))) |> with_patience(c(4, 4, 2))
#' head(policies(problem))
#' study <- run_study(problem, list(policy_ucb(), policy_fc_se()), horizon = 1000, reps = 20, seed = 1)
#' compare_policies(study, "FC-SE")
#' @importFrom rlang %||% .data
#' @importFrom tibble tibble as_tibble
#' @importFrom generics tidy glance augment
#' @importFrom utils head str tail
#' @useDynLib unruly, .registration = TRUE
"_PACKAGE"

#' @export
tibble::as_tibble

#' @export
generics::tidy

#' @export
generics::glance

#' @export
generics::augment

# A game that does not end needs the library, which then stays loaded; a package that is
# loaded again uses it.
.onUnload <- function(libpath) {
  if (.Call(C_close) == 0) library.dynam.unload("unruly", libpath)
}

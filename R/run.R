#' Run policies on bandits
#' @description
#' Plays every policy on every bandit for a number of [replications][glossary], in parallel threads, and returns a
#' study: tables of what happened.
#'
#' **Use it when** you compare policies by simulation or by replaying a log. For exact results, use [exact_study()].
#'
#' @details
#' All policies of a study meet the same outcomes: the reward of the n-th pull of an arm depends on the seed, the
#' replication, the arm and n alone. So comparisons are paired, and results do not depend on the number of threads,
#' the subset of replications or other policies. R's own generator is not used (article *Methods*, "Random numbers").
#' Memory grows with replications and checkpoints, and with the horizon only for `keep = "choices"` and populations.
#' Beyond 250 MB, studies that exceed three quarters of free memory, or `options(unruly.memory = )` bytes, are refused.
#'
#' @param bandit A [bandit()], or a list of them, whose names appear in the column `bandit`.
#' @param policies A policy, or a list of them, see [policies()]. Names replace the policies' labels; they must
#'   differ.
#' @param horizon Number of rounds T, a whole number of at least 1 (waiting: the budget in rounds; replay: turns).
#' @param reps Number of replications, a whole number of at least 1; or [reps_until()], to add replications until the
#'   intervals are narrow enough. Default: 100.
#' @param ... Must be empty: the arguments that follow must be named.
#' @param first_rep Number of the first replication: `run_study(..., first_rep = 101)` extends a study of 100, and
#'   [c()][c.unruly_study] joins the two. Default: 1.
#' @param seed A whole number. Default: `NULL`, drawn with R's generator (see [set.seed()]) and stored in the study.
#' @param record A single whole number: the greatest number of [checkpoints][glossary], evenly spaced on a log scale,
#'   the horizon included; those that coincide count once. Or several numbers: the rounds themselves. Default: 200.
#' @param keep `"summary"`; `"choices"` to keep each choice too (small studies, see [choices()]); or `"moments"` for
#'   sums over replications only, so that memory does not grow with their number (quantiles are off by at most 0.4% of
#'   the larger of the two values between which they lie). Each can be combined with `"scores"`, sums for each game,
#'   which [estimates()] and [compare_arms()] need for `method = "aipw"` (not with waiting, spread rewards, contexts or
#'   populations). Article *Methods*, sections "Moments" and "Scores". Default: `"summary"`.
#' @param threads Number of threads, a whole number of at least 1. Default: the option `unruly.threads`, otherwise 2,
#'   or fewer if there are fewer cores or `OMP_THREAD_LIMIT` is smaller. `parallel::detectCores()` uses the whole
#'   machine.
#' @param progress `TRUE` to show a progress bar for long studies. Default: `TRUE` in interactive sessions.
#' @param path `NULL`, or a folder in which results are kept as they are finished, see "Folders". Default: `NULL`.
#' @param workers `TRUE` to send parts of the study to mirai's background processes (daemons), set by
#'   [mirai::daemons()], on this machine or others, or the name of their profile (`.compute`), such as that of a
#'   controller of crew; `threads` is then the number of threads of each daemon, one by default. They need the same
#'   version of unruly. If one dies, its part is played again. Default: `FALSE`.
#' @param stop `NULL` (the default), to play to the horizon, or a [stopping rule][stopping_rules] such as [stop_glr()].
#'   Not with waiting, spread rewards, fairness, wear, rest, absences, contexts, nor for replays and tapes by round.
#' @param after The regret after a game has stopped: with `"commit"` it continues as if the named arm were played;
#'   with `"end"` it is missing (`NA`). All other measures keep their values. Default: `"commit"`.
#' @param overrun `TRUE` to show what is outstanding when a game ends, at the horizon, by a rule or with its log,
#'   without more pulls ([delay][with_delay()], [accrual][with_accrual()], [batches][with_batches()]); or a number, to
#'   show only what comes within so many rounds, with accrual within so much time after the last patient arrived (then
#'   also what a batch holds back; not for the replay of a log with dates). At the horizon rules are consulted after
#'   that, and once. A stop is not taken back. Not with a spread. Default: `FALSE`, the same as 0: it is never seen.
#' @param drop,graduate `NULL`, or rules that take single arms out of a game: [stop_posterior()] or [stop_boundary()].
#'   Not for the bandits for which `stop` is not. Default: `NULL`.
#' @param design `NULL`, or a [trial_design()]: what is not given of `policies` (allocation in its ratio), `horizon`
#'   (its last look), `stop`, `drop` and `graduate` is taken from it. Default: `NULL`.
#' @return A study, of class `unruly_study`. Tables: [regret()], [pulls()], [exits()], [choices()], [instances()],
#'   [recommendations()], [summary()][summary.unruly_study]; figures: [autoplot()][autoplot.unruly_study].
#' @section Scale of rewards: A policy or rule that is given no `range`, `sd` and `family` takes them from the bandit:
#'
#'   | the bandit states | `range` | `sd` | `family` |
#'   | --- | --- | --- | --- |
#'   | bounds a < b | `c(a, b)` | (b - a) / 2 | `"bernoulli"` |
#'   | a standard deviation s | `c(0, 1)` | s | `"gaussian"` |
#'   | neither: heavy tails | `c(0, 1)` | 1 | `"gaussian"` |
#'   | neither: a log, a table of rewards | `c(0, 1)` | 1/2 | `"bernoulli"` |
#'
#'   With bounds the family is `"gaussian"` if rewards are spread. With a standard deviation a policy that has both
#'   `range` and `sd` takes `sd` alone.
#'
#'   Logs and tables (constant, empirical, tapes) state bounds by their argument `range`, or 0 and 1 if all their
#'   rewards lie there. True means are never used. `print()` and `as_tibble(study, "settings")` show the result.
#' @section Folders: After an error, an interrupt or a kill the same call with the same `path` resumes where it was
#'   cut off, and a call with larger `reps` extends the study. A part of the study that was edited or cut off, or that
#'   belongs to another study, is set aside (its name gets `.bad1`) and played again. Several processes may work in
#'   one folder: each plays parts that no other is playing. See [plan_study()]. Needs nanoparquet and jsonlite.
#' @section Warnings: `unruly_warning_scale`: rewards are on another scale than a policy assumes.
#'   `unruly_warning_looks`: a boundary has looks after the horizon. `unruly_warning_design`: a bandit has fewer arms
#'   than the design, or outcomes of another family. `unruly_warning_part`: a part was set aside.
#'   `unruly_warning_workers`: all daemons are gone.
#' @section Errors: `unruly_error_policy`: a policy cannot play a bandit. It is raised before any work.
#'   `unruly_error_core` (in your R code `unruly_error_own`): a game failed. `unruly_error_path`: a folder contains
#'   another study, cannot be written to, or is on a full disk. `unruly_error_workers`: a part was lost three times.
#'   [last_study()] then has the replications that were finished.
#' @examples
#' problem <- bandit(arms_gaussian(c(0.5, 0.6, 0.9), sd = 1)) |> with_patience(c(4, 4, 2))
#' study <- run_study(problem, list(policy_fc_se(), policy_ucb(), policy_thompson()),
#'   horizon = 1000, reps = 20, seed = 1)
#' study
#' compare_policies(study, "FC-SE")
#' @references Salmon, Moraes, Dror and Shaw (2011), Parallel random numbers: as easy as 1, 2, 3, section 3.
#' @export
run_study <- function(bandit, policies, horizon, reps = 100, ..., first_rep = 1, seed = NULL,
                      record = 200, keep = "summary", threads = NULL,
                      progress = interactive(), path = NULL, workers = FALSE, stop = NULL, after = c("commit", "end"),
                      overrun = FALSE, drop = NULL, graduate = NULL, design = NULL) {
  call <- environment()
  check_by_name(list(...), call)
  take_design(call)
  first_rep <- check_first_rep(first_rep, call)
  description <- check_described(bandit, policies, horizon, seed, record, keep, call, stop, after, overrun, drop,
                                 graduate)
  reps <- check_reps(reps, first_rep, call, description)
  workers <- check_workers(workers, call)
  how <- list(
    threads = if (!is.null(workers) && is.null(threads)) 1 else check_threads(threads, call),
    progress = check_flag(progress, "progress", call = call),
    path = check_text(path, "path", null = TRUE, call = call), seed_given = !is.null(seed), workers = workers
  )
  check_all_playable(description, call)
  check_size(description, largest_reps(reps), how$threads, call)
  check_scales(description)
  warn_of_looks(description)
  began <- proc.time()[["elapsed"]]
  play <- function(replications, how) {
    if (is_precision(reps)) check_size(description, max(replications) - first_rep + 1, how$threads, call)
    play_replications(description, replications, how, call)
  }
  study <- if (is_precision(reps)) play_until_precise(reps, first_rep, play, how, call) else
    play(seq(first_rep, length.out = reps), how)
  attr(study, "design") <- design
  remember_time(study, proc.time()[["elapsed"]] - began)
}

play_replications <- function(description, replications, how, call) {
  if (is.null(how$path) && is.null(how$workers)) {
    return(play_study(description, replications, how$threads, how$progress, call))
  }
  if (is.null(how$part_size) && !is.null(how$workers)) {
    how$part_size <- part_size_for_workers(length(replications), how$workers)
  }
  run_in_parts(description, replications, how, call)
}

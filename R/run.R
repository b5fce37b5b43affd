#' Running policies on bandits
#'
#' Plays every policy on every bandit for a number of replications, in parallel threads, and
#' returns a study: tidy tables of what happened.
#'
#' All policies in a study meet the same outcomes: the reward of the n-th pull of an arm
#' depends on the seed, the replication, the arm and n alone. So comparisons are paired, and
#' results are identical for any number of threads, any subset of replications, any order of
#' the policies and whatever other policies are in the study. R's own random numbers are left
#' alone.
#'
#' @param bandit A [bandit()], or a list of them, whose names appear in the column `bandit`.
#' @param policies A policy, or a list of them, see [policies()]. Names of the list replace
#'   the policies' labels; labels must differ.
#' @param horizon Number of rounds T, a whole number of at least 1 (with waiting: the budget
#'   in rounds; in a replay: the number of turns).
#' @param reps Number of replications, a whole number of at least 1; or
#'   [reps_until()], to add replications until the intervals are narrow enough.
#' @param ... Not used: the arguments that follow must be named.
#' @param first_rep Number of the first replication: `run_study(..., first_rep = 101)` extends
#'   a study of 100, and [c()][c.unruly_study] joins the two.
#' @param seed A whole number; `NULL` draws one with R's generator (so that `set.seed()`
#'   works) and stores it in the study.
#' @param record A single whole number: the greatest number of checkpoints, evenly spaced on a
#'   log scale, with the horizon always among them; those that coincide, as the first ones do,
#'   count once. Several numbers: the rounds themselves. Memory grows with checkpoints, never
#'   with the horizon.
#' @param keep `"summary"`; `"choices"` to keep every single choice too, for [choices()]
#'   (small studies); `"scores"` to keep, for each arm and checkpoint, the sums that
#'   [estimates()] needs for `method = "aipw"`, see below; both with `c("choices", "scores")`.
#'   Or `"moments"` to keep only sums over replications, so that memory does not grow
#'   with their number, see below; `c("moments", "scores")` keeps the scores of each replication
#'   too.
#' @param threads Number of threads, a whole number of at least 1; by default the option
#'   `unruly.threads`, otherwise 2, or fewer where there are fewer cores or `OMP_THREAD_LIMIT`
#'   says so. `parallel::detectCores()` uses the whole machine.
#' @param progress `TRUE` to show a progress bar for long studies; by default in interactive
#'   sessions.
#' @param path `NULL`, or a folder in which finished parts are kept: after an error, an
#'   interrupt or a kill the same call resumes where it was cut off, and a call with larger
#'   `reps` extends the study. Needs the packages nanoparquet and jsonlite. See [plan_study()]
#'   for many processes.
#' @param workers `TRUE` to send parts of the study to the daemons set by [mirai::daemons()],
#'   on this machine or others; `threads` is then the number of threads of each daemon, by
#'   default 1.
#' @param stop `NULL`, to play to the horizon, or a rule that may end a game earlier, such as
#'   [stop_glr()], see [stopping_rules]. Not for bandits with waiting, spread rewards,
#'   fairness or contexts, nor for replays and tapes by round.
#' @param after What the regret is after a game has stopped: `"commit"`: it continues as if
#'   the arm named were played; `"end"`: it is missing (`NA`). All other figures keep their
#'   values.
#' @section Folders: A part that was edited, cut off or belongs to another study is never
#'   used: it is set aside (its name gets `.bad1`) and played again, with a warning of class
#'   `unruly_warning_part`. A folder that contains another study, cannot be written to, or is
#'   on a full disk is an error of class `unruly_error_path`. Several processes may work in
#'   one folder: each plays parts that no other is playing. `reps` may grow, but not shrink.
#' @section Moments: With `keep = "moments"` a study has no tables by replication.
#'   [summary()][summary.unruly_study] and [compare_policies()] work from means and sums of
#'   squares, also of the differences of all pairs of policies, which are exact up to
#'   rounding. Quantiles come from counts in 128 classes per octave (as in HDR histograms), so
#'   that each value is known to 0.4% (1/256) of its size. A quantile between two values is off
#'   by at most 0.4% of theirs (of 3 and 5, in the middle, by 0.016): this is 0.4% of itself if
#'   both have the same sign, and more if it lies near 0 between a negative and a positive value.
#'   What is kept is identical for any number of
#'   threads, workers and parts: replications are summed in a binary tree over their numbers.
#'   Whether an interval covers is a matter of each game, so `c("moments", "scores")` keeps the
#'   sums that [estimates()] needs by replication: a row of about 170 bytes for each
#'   replication, arm and checkpoint (use few checkpoints, such as `record = 1`).
#' @section Scores: With `"scores"` among `keep` a game adds up, as it goes, what augmented inverse
#'   propensity weighting needs (Hadad and others 2021): the chance with which the policy would
#'   choose each arm, in every round, and what was shown. Memory does not grow with the horizon. The chances
#'   are those of policies that throw dice and of which they are known (such as [policy_uniform()],
#'   [policy_epsilon_greedy()], [policy_exp3()], [policy_thompson()], [policy_top_two()], [policy_clw()], and
#'   [policy_floor()] around any of these); of others only counts and sums of rewards are kept. Not for bandits
#'   with waiting, spread rewards, contexts, or arms that are born all the time. A reward that
#'   comes late counts with the chances of the round of its choice, and that round counts once it has come. In a
#'   replay the choices that became turns count.
#' @section Workers: If a daemon dies, the part it was playing is lost and played again; a
#'   part that was lost three times is an error of class `unruly_error_workers`. The daemons
#'   need the same version of unruly. If all daemons are gone, the rest is played in this
#'   session, with a warning of class `unruly_warning_workers`.
#' @section Memory: A study whose estimated size exceeds three quarters of the free memory is
#'   refused. `options(unruly.memory = )` sets another limit, in bytes.
#' @return A study, of class `unruly_study`. Its tables: [regret()], [pulls()], [exits()],
#'   [choices()], [instances()], [recommendations()], [summary()][summary.unruly_study]; its
#'   figures: [autoplot()][autoplot.unruly_study].
#' @section Scales: A policy or stopping rule that is given neither `range` nor `sd` takes the scale
#'   that the bandit states, never data or true means. Finite bounds \[a, b\]: `range = c(a, b)`,
#'   `sd = (b - a) / 2`, family `"bernoulli"`. Unbounded rewards with standard deviation s: `sd = s`,
#'   family `"gaussian"`; a policy that takes only a range assumes \[0, 1\]. Heavy tails: \[0, 1\],
#'   `sd = 1`, `"gaussian"`. Nothing stated: as for \[0, 1\]. Tables of rewards ([arms_tape()],
#'   [arms_constant()], [arms_empirical()]) state bounds by their argument `range`. Rewards that
#'   arrive in parts ([with_spread()]) are `"gaussian"`, as sums can leave the bounds. A printed
#'   study shows the scales that were taken; [study_settings()] lists them. A given scale that is
#'   twice as wide as what the bandit states, or wider, raises a message (`unruly_message_scale`).
#' @section Warnings: `unruly_warning_scale`, once per study, if rewards are on another scale
#'   than a policy expects (such as confidence bounds for rewards in \[0, 1\] on rewards
#'   of 100), with the argument that adapts the policy.
#' @section Errors: `unruly_error_argument` for a bad argument, `unruly_error_policy` if a
#'   policy cannot play a bandit, both before any work starts. `unruly_error_core` if a game
#'   fails. Replications that all policies had finished before an error or an interrupt are
#'   kept by [last_study()].
#' @references Salmon, Moraes, Dror and Shaw (2011), Parallel random numbers: as easy as 1, 2, 3: the generator,
#'   Philox4x32-10, whose numbers have addresses (seed, replication, arm, pull). Wichura (1988), Algorithm AS 241, and
#'   Marsaglia and Tsang (2000), A simple method for generating gamma variables: normal numbers are quantiles of
#'   uniform ones, those of gamma and beta laws come by rejection.
#' @examples
#' problem <- bandit(arms_gaussian(mean = c(.5, .6, .9), sd = 1)) |>
#'   with_patience(c(4, 4, 2))
#' study <- run_study(problem, list(policy_ucb(), policy_thompson()),
#'   horizon = 1000, reps = 20, seed = 1)
#' study
#' regret(study)
#' @export
run_study <- function(bandit, policies, horizon, reps = 100, ..., first_rep = 1, seed = NULL,
                      record = 200, keep = "summary", threads = NULL,
                      progress = interactive(), path = NULL, workers = FALSE, stop = NULL, after = c("commit", "end")) {
  call <- environment()
  check_by_name(list(...), call)
  first_rep <- check_first_rep(first_rep, call)
  description <- check_described(bandit, policies, horizon, seed, record, keep, call, stop, after)
  reps <- check_reps(reps, first_rep, call, description)
  workers <- check_workers(workers, call)
  how <- list(
    threads = if (workers && is.null(threads)) 1 else check_threads(threads, call),
    progress = check_flag(progress, "progress", call = call),
    path = check_text(path, "path", null = TRUE, call = call), seed_given = !is.null(seed), workers = workers
  )
  check_all_playable(description, call)
  check_size(description, largest_reps(reps), how$threads, call)
  check_scales(description)
  began <- proc.time()[["elapsed"]]
  play <- function(replications, how) {
    if (is_precision(reps)) check_size(description, max(replications) - first_rep + 1, how$threads, call)
    play_replications(description, replications, how, call)
  }
  study <- if (is_precision(reps)) play_until_precise(reps, first_rep, play, how, call) else
    play(seq(first_rep, length.out = reps), how)
  remember_time(study, proc.time()[["elapsed"]] - began)
}

play_replications <- function(description, replications, how, call) {
  if (is.null(how$path) && !how$workers) return(play_study(description, replications, how$threads, how$progress, call))
  if (is.null(how$part_size) && how$workers) how$part_size <- part_size_for_workers(length(replications))
  run_in_parts(description, replications, how, call)
}

# The arcade: every policy on frozen problems of every kind of misbehaviour, and anybody's policy beside them.

#' Rank policies on problems of every kind
#' @description
#' Returns how every policy of the package fares on 48 frozen problems, and adds yours.
#'
#' **Use it when** you have a policy of your own, or want to know which policies cope with arms that misbehave in
#' several ways. For your own problem use [run_study()].
#'
#' @details
#' Without `policies` nothing is played: the table is shipped with the package. A policy that is given plays all
#' problems that it can play, on the same outcomes as the others. Policies have their default arguments, and each
#' problem has one horizon (`attr(x, "problems")`), so a rank is one of defaults at that horizon.
#'
#' The *score* is the mean final regret divided by that of [policy_uniform()] in the same games: 0 is the comparator of
#' [regret()], 1 is not trying. A log has no regret. There the loss is the horizon times what a turn paid less than the
#' best arm of the log (of those shown at least 100 times), which a policy cannot reach if arms come and go.
#'
#' Problems have a version, 1. A problem is never changed, only superseded by one of another name.
#'
#' @param policies `NULL` for the shipped table; a policy, or a list of them (names replace labels); or the path of a C
#'   file, see [policy_compile()], whose policy is played without parameters. Default: `NULL`.
#' @param problems `NULL` for all problems, or names or kinds of problems, see the columns. Default: `NULL`.
#' @param reps Number of replications of each problem, a whole number of at least 2, but no more than 50 of the problem
#'   with a horizon of 100,000. Default: 200.
#' @param seed A whole number. Default: 2026, that of the shipped table.
#' @param ... Must be empty: the arguments that follow must be named.
#' @param paired `TRUE` to play the package's policies again too, which makes all comparisons paired and takes about 12
#'   seconds of one core per replication of all problems. Default: `FALSE`.
#' @param path,threads As in [run_study()]; `path` has one folder per problem.
#' @return A tibble of class `unruly_arcade`, one row per problem and policy, the best first:
#'
#'   * `problem`, `kind`, `policy`.
#'   * `plays`, `reason`: whether the policy can play the problem, and why not; or what is to be known of one that plays
#'     (another scale of rewards, aims at naming the best arm).
#'   * `reps`, `mean`, `se`: the number of replications, the mean loss (five digits), the standard error of the score.
#'   * `score`, `lower`, `upper`: see above; the limits hold for all policies of a problem together, at 95%.
#'   * `rank`, `rank_low`, `rank_high`: the rank by `mean`, and the set of ranks that the data allow. `NA` for the
#'     oracle, which is not ranked.
#'   * `new`: `TRUE` for the policies that were given.
#'
#'   `attr(x, "problems")` has one row per problem: `problem`, `kind`, `horizon`, `bandit`.
#' @section Intervals and ranks: Intervals are Student's with the errors of paired ratios (delta method), at a level of
#'   1 - 0.05 / the number of policies. A rank set is 1 + the number of policies that are significantly better, to n -
#'   the number of those that are significantly worse: paired t-tests, adjusted by Holm's method within the problem, so
#'   that all sets of a problem hold together at 95%. In 1,000 tables of 20 policies that are equally good, all sets
#'   contained rank 1 in 97.1% (Monte Carlo error 0.5%; 30 normal losses each). A policy that is given is compared with
#'   the stored means by Welch's test, unless `paired = TRUE`. On logs the error is the spread over resamples.
#' @section Errors: `unruly_error_compile`: the C file cannot be compiled. A policy that fails in a game ends the
#'   call, as in [run_study()].
#' @references Mogstad, Romano, Shaikh and Wilhelm (2024), Inference for Ranks with Applications to Mobility across
#'   Neighbourhoods and Academic Achievement across Countries, Review of Economic Studies 91. Holm (1979), A Simple
#'   Sequentially Rejective Multiple Test Procedure.
#' @seealso [summary()][summary.unruly_arcade], [autoplot()][autoplot.unruly_arcade]; the article *arcade* of the site.
#' @examples
#' table <- arcade()
#' table
#' summary(table)
#'
#' # A policy of your own: the greatest mean, and every twentieth pull at random
#' mine <- policy_epsilon_greedy(epsilon = 0.05, label = "Mine")
#' found <- arcade(mine, problems = "plain", reps = 20)
#' found[found$new, c("problem", "score", "lower", "upper", "rank", "rank_low", "rank_high")]
#' @export
arcade <- function(policies = NULL, problems = NULL, reps = 200, seed = 2026, ..., paired = FALSE, path = NULL,
                   threads = NULL) {
  call <- rlang::current_env()
  check_no_dots(...)
  newcomers <- check_newcomers(policies, call)
  chosen <- check_problems(problems, call)
  reps <- check_whole(reps, "reps", min = 2, max = 1e6)
  how <- list(seed = check_seed(seed, call), reps = reps, paired = check_flag(paired, "paired"),
              path = check_text(path, "path", null = TRUE), threads = check_threads(threads, call))
  stored <- stored_arcade()
  rows <- lapply(names(chosen), function(name) {
    incumbents <- stored[stored$problem == name, ]
    ranked_problem(name, chosen[[name]], incumbents, newcomers, how)
  })
  new_arcade(do.call(rbind, rows), chosen)
}

new_arcade <- function(table, problems) {
  about <- tibble(problem = names(problems), kind = vapply(problems, function(p) p$kind, "", USE.NAMES = FALSE),
                  horizon = vapply(problems, function(p) p$horizon, 0, USE.NAMES = FALSE),
                  bandit = unname(lapply(names(problems), arcade_bandit)))
  new_table(table, "unruly_arcade", problems = about)
}

# Made once in a session: the log of clicks takes half a second.
arcade_bandit <- function(name) {
  if (is.null(made_bandits[[name]])) made_bandits[[name]] <- arcade_problems()[[name]]$make()
  made_bandits[[name]]
}

made_bandits <- new.env(parent = emptyenv())

# ---- arguments ----------------------------------------------------------------------------

# Policies by label; those with the label of an incumbent are marked.
check_newcomers <- function(policies, call) {
  if (is.null(policies)) return(list())
  if (is.character(policies)) policies <- compiled_newcomer(policies, call)
  policies <- check_policies(policies, call)
  taken <- names(policies) %in% stored_arcade()$policy
  names(policies)[taken] <- paste(names(policies)[taken], "(new)")
  check_policies(policies, call)
}

compiled_newcomer <- function(file, call) {
  file <- check_text(file, "policies", call = call)
  if (!is_file(file)) abort_argument("policies", "a file that exists, if it is a path", file, call = call)
  source <- read_source(file)
  compile_source(source, dirname(normalizePath(file)), basename(file), call)
  constructor_of(compiled_name(source), list(), source)()
}

check_problems <- function(problems, call) {
  all <- arcade_problems()
  if (is.null(problems)) return(all)
  kinds <- vapply(all, function(p) p$kind, "")
  asked <- check_several(problems, "problems", c(names(all), setdiff(kinds, names(all))), call)
  all[names(all) %in% asked | kinds %in% asked]
}

# ---- one problem ----------------------------------------------------------------------------

ranked_problem <- function(name, problem, incumbents, newcomers, how) {
  incumbents <- incumbents[setdiff(names(incumbents), c("problem", "hash"))]
  incumbents$new <- rep(FALSE, nrow(incumbents))
  scale <- incumbents$mean[incumbents$policy == "Uniform"]
  scales <- rep(scale, nrow(incumbents))
  if (length(newcomers) > 0) {
    played <- newcomers_on(name, problem, newcomers, how)
    incumbents <- if (how$paired) played$incumbents else
      meet_incumbents(incumbents, played$rows, played$losses, nature_of(arcade_bandit(name)))
    if (how$paired) scale <- played$scale
    scales <- ifelse(incumbents$new, played$scale, scale)
  }
  rows <- with_scores(incumbents, scales)
  rows <- rows[order(is.na(rows$score), rows$score, rows$policy), ]
  rows$problem <- name
  rows$kind <- problem$kind
  rows$plays <- !is.na(rows$mean)
  rows[c("problem", "kind", "policy", "plays", "reason", "reps", "mean", "se", "score", "lower", "upper", "rank",
         "rank_low", "rank_high", "new")]
}

# The rows of newcomers on a problem, with their losses; or with `paired` those of all.
newcomers_on <- function(name, problem, newcomers, how) {
  bandit <- arcade_bandit(name)
  everybody <- c(if (how$paired) arcade_incumbents() else list(Uniform = policy_uniform()), newcomers)
  reasons <- arcade_reasons(everybody, bandit, problem$horizon)
  plays <- everybody[is.na(reasons)]
  path <- if (!is.null(how$path)) file.path(how$path, file_names(name))
  replications <- seq_len(min(how$reps, problem$most))
  losses <- arcade_games(bandit, plays, problem$horizon, replications, how$seed, how$threads, path)
  rows <- problem_rows(losses, bandit, plays, reasons, if (how$paired) arcade_unranked else "Uniform")
  rows$new <- rows$policy %in% names(newcomers)
  rows <- rows[order(rows$new), ]
  list(incumbents = rows, rows = rows[rows$new, ], losses = losses, scale = rows$mean[rows$policy == "Uniform"])
}

# Returns rows of all policies, at the end those that cannot play, with the reason.
problem_rows <- function(losses, bandit, plays, reasons, unranked) {
  rows <- rounded_rows(arcade_rows(losses, nature_of(bandit), unranked))
  rows$reason <- arcade_remarks(plays, bandit)
  reasons <- reasons[!is.na(reasons)]
  idle <- rows[rep(NA_integer_, length(reasons)), ]
  idle$policy <- names(reasons)
  idle$reason <- unname(reasons)
  rbind(rows, idle)
}

# ---- the file -------------------------------------------------------------------------------

# Rounds rows of newcomers to as many digits as are stored.
rounded_rows <- function(rows) {
  rows$mean <- signif(rows$mean, 5)
  rows$sd <- signif(rows$sd, 3)
  rows$se <- signif(rows$se, 3)
  rows
}

arcade_columns <- c("problem", "reps", "policy", "mean", "sd", "se", "better", "worse", "reason", "hash")

# Writes rows; what all rows of a problem have in common stands in the first of them.
write_arcade <- function(rows, file) {
  rows <- rows[arcade_columns]
  rows[duplicated(rows$problem), c("problem", "reps")] <- NA
  utils::write.csv(rows, file, row.names = FALSE, na = "", quote = c(1, 3, 9))
}

stored_arcade <- function() {
  if (is.null(made_bandits$.table)) {
    file <- system.file("extdata", "arcade.csv.bz2", package = "unruly", mustWork = TRUE)
    table <- utils::read.csv(file, na.strings = "", encoding = "UTF-8", colClasses = list(
      problem = "character", policy = "character", reps = "integer", mean = "numeric", sd = "numeric", se = "numeric",
      better = "integer", worse = "integer", reason = "character", hash = "character"
    ))
    group <- cumsum(!is.na(table$problem))
    table$problem <- table$problem[match(group, group)]
    table$reps <- ifelse(is.na(table$mean), NA, table$reps[match(group, group)])
    made_bandits$.table <- tibble::as_tibble(table)
  }
  made_bandits$.table
}

shape.unruly_arcade <- function(x) {
  numbers <- c("reps", "mean", "se", "score", "lower", "upper", "rank", "rank_low", "rank_high")
  columns <- c("problem", "kind", "policy", "plays", "reason", numbers, "new")
  c(list(
    problem = function(v, x) are_labels(v) && are_columns(x, columns), kind = function(v, x) are_labels(v),
    plays = function(v, x) is_flags(v), reason = function(v, x) is.character(v), new = function(v, x) is_flags(v),
    policy = function(v, x) are_labels(v) && is_key(x, c("problem", "policy"))
  ), lapply(rlang::set_names(numbers), function(column) function(v, x) is.numeric(v)))
}

#' @exportS3Method pillar::tbl_sum
tbl_sum.unruly_arcade <- function(x, ...) {
  c(NextMethod(), Problems = sprintf("%d, played by %d policies", length(unique(x$problem)),
                                     length(unique(x$policy[x$plays]))),
    Score = "mean regret / that of Uniform, simultaneous 95% intervals")
}

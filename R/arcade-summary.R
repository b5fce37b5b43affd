# The arcade in a row per policy.

#' Summary of the arcade
#' @description
#' Summarises how each policy fares over all problems, or over those of each kind. No number ranks policies for all
#' purposes: a policy that plays few problems may be right for them.
#'
#' **Use it when** you look for a policy that is nowhere bad, or for the best one of a kind.
#'
#' @param object A table of [arcade()].
#' @param by `NULL`, or `"kind"` for one row per policy and kind of misbehaviour. Default: `NULL`.
#' @param ... Must be empty.
#' @return A tibble with one row per policy (and kind), without the oracle; the least `ratio` first, but policies that
#'   play fewer than half of the problems come last:
#'
#'   * `policy`, `kind` (with `by`), `problems`: how many of them it plays.
#'   * `median`, `worst`: of its scores.
#'   * `ratio`: the geometric mean of its score divided by the best of the problem, where scores below 0.002 count as
#'     0.002.
#'   * `within`: the share of its problems in which that ratio is at most 3.
#'   * `above`: the number of problems with a score above 1, a greater mean loss than that of [policy_uniform()]. Where
#'     the interval of the score includes 1, the policy need not be worse.
#'   * `naming`: `TRUE` if it aims at naming the best arm.
#'   * `new`: as in [arcade()].
#' @examples
#' summary(arcade())
#' kinds <- summary(arcade(), by = "kind")
#' kinds[kinds$kind == "patience", ]
#' @seealso [arcade()], [autoplot()][autoplot.unruly_arcade]
#' @export
summary.unruly_arcade <- function(object, by = NULL, ...) {
  check_no_dots(...)
  check_object(object, "object")
  if (!is.null(by)) by <- check_choice(by, "by", "kind", single = TRUE)
  rows <- arcade_ratios(object)
  parts <- split(rows, row_groups(rows[c(by, "policy")]))
  each <- function(of, type = 0) vapply(parts, of, type, USE.NAMES = FALSE)
  table <- tibble(
    policy = each(function(r) r$policy[1], ""), kind = each(function(r) r$kind[1], ""), problems = each(nrow, 0L),
    median = each(function(r) stats::median(r$score)), worst = each(function(r) max(r$score)),
    ratio = each(function(r) exp(mean(log(r$ratio)))), within = each(function(r) mean(r$ratio <= 3)),
    above = each(function(r) sum(r$score > 1), 0L), naming = each(function(r) r$naming[1], NA),
    new = each(function(r) r$new[1], NA)
  )
  if (is.null(by)) table$kind <- NULL
  count <- if (is.null(by)) rep(length(unique(object$problem)), nrow(table)) else
    tapply(rows$problem, rows$kind, function(p) length(unique(p)))[each(function(r) r$kind[1], "")]
  table[order(if (is.null(by)) 0 * count else match(table$kind, unique(object$kind)), 2 * table$problems < count,
              table$ratio), ]
}

least_score <- 0.002

# The rows that play and are ranked, each with its score divided by the best of the problem.
arcade_ratios <- function(object) {
  rows <- plain_tibble(object)[object$plays & !is.na(object$rank), ]
  counted <- pmax(rows$score, least_score)
  rows$ratio <- counted / stats::ave(counted, rows$problem, FUN = min)
  naming <- vapply(arcade_incumbents(), function(p) p$constructor %in% aims_at_naming, NA)
  rows$naming <- rows$policy %in% names(naming)[naming] & !rows$new
  rows
}

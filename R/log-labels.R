#' A bandit from labelled data
#'
#' Turns any data set with a class for each row into a bandit with contexts: in each round the
#' policy is told a row of `x` and names a class; it is paid 1 if the class is right, else 0,
#' and is never told which class would have been right. The arms are the classes. The regret
#' counts the mistakes.
#'
#' Contexts are used as they are: nothing is scaled, and no intercept is added. Policies that
#' use contexts do best with `cbind(1, scale(x))`, see the examples.
#'
#' @param x Contexts, one row per item: a numeric matrix, or a data frame whose columns are
#'   numbers, `TRUE` and `FALSE` (as 1 and 0), or strings and factors (which give a column of
#'   0 and 1 for each value). No `NA`; at most 1000 columns, no number greater than 1e50 in
#'   absolute value.
#' @param label The class of each row: a factor, strings, whole numbers, or `TRUE` and
#'   `FALSE`. No `NA`.
#' @param shuffle `TRUE`: each replication meets the rows in a random order of its own, the
#'   same for all policies. `FALSE`: all replications meet them in the given order, and differ
#'   only if the policy randomises.
#' @param ... Must be empty.
#' @return A bandit, see [bandit()], of as many arms as there are classes. A study has at most as many
#'   rounds as there are rows.
#' @section Errors: `unruly_error_argument` if an argument is not as described above. A
#'   horizon longer than the data is refused by [run_study()].
#' @references Dudik, Langford and Li (2011), Doubly Robust Policy Evaluation and Learning, who
#'   make bandits of labelled data.
#' @seealso [policy_linucb()], [policy_linear_thompson()]; [arms_tape()] where you know other rewards than
#'   right and wrong; [bandit_replay()] for logs, in which only the chosen arm was paid; the article *contexts* of the
#'   site.
#' @examples
#' flowers <- bandit_labels(cbind(1, scale(iris[1:4])), iris$Species)
#' flowers
#' policies <- list(policy_linear_thompson(alpha = 0.3), policy_logistic_thompson(), policy_ucb1())
#' run_study(flowers, policies, horizon = 150, reps = 20, seed = 1)
#' @export
bandit_labels <- function(x, label, shuffle = TRUE, ...) {
  check_no_dots(...)
  x <- check_items(x)
  label <- check_classes(label, nrow(x))
  shuffle <- check_flag(shuffle, "shuffle")
  check_tape_size(nlevels(label), nrow(x), "x")
  names <- check_arm_names(enc2utf8(levels(label)), "label")
  reward <- outer(seq_along(names), as.integer(label), "==") + 0
  new_bandit(new_context_tape(reward, x, by_arm = FALSE, shuffle, "x", names, rlang::current_env()))
}

check_items <- function(x, call = rlang::caller_env()) {
  wanted <- "a numeric matrix, or a data frame of numbers, texts and factors, one row an item"
  if (missing(x)) abort_missing("x", call, wanted)
  if (is.data.frame(x) && length(x) > 0) {
    check_columns(x, wanted, call)
    x <- unname(do.call(cbind, lapply(x, one_context, "x", call)))
  }
  check_matrix(x, "x", wanted = wanted, call = call)
}

check_columns <- function(x, wanted, call) {
  good <- vapply(x, function(v) is.null(dim(v)) && (is.factor(v) || is_plain(v)), NA)
  missing <- vapply(x, anyNA, NA)
  if (!all(good)) {
    given <- sprintf("%s as the column %s", describe_value(x[[which(!good)[1]]]), quoted(names(x)[!good][1]))
    abort_argument("x", wanted, call = call, given = given)
  }
  if (!any(missing)) return(invisible())
  abort_argument("x", "without missing values", call = call,
                 given = sprintf("NA in the column %s", quoted(names(x)[missing][1])))
}

# A factor of the classes that there are.
check_classes <- function(label, rows, call = rlang::caller_env()) {
  wanted <- sprintf("%s: a factor, strings, whole numbers, or TRUE and FALSE, without NA",
                    count_of(rows, "class", "classes"))
  if (missing(label)) abort_missing("label", call, wanted)
  good <- (is.factor(label) || is_plain(label)) && is.null(dim(label)) && length(label) == rows && !anyNA(label)
  if (!good || is.numeric(label) && any(label != round(label))) abort_argument("label", wanted, label, call = call)
  if (is.factor(label)) return(droplevels(label))
  if (is.character(label)) check_readable(label, "label", call)
  with_usual_numbers(factor(label, sort(unique(label), method = "radix")))
}

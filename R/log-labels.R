#' A bandit from labelled data
#' @description
#' Makes a bandit with contexts of a data set with a class for each row: the policy names the class of each row.
#'
#' **Use it when** you compare policies with contexts on real data. Use [arms_tape()] where other rewards than right and
#' wrong are known of all arms, [bandit_replay()] for logs in which only the shown arm was paid.
#'
#' @details
#' In each round the policy gets the context of a row and names a class, an arm. It is paid 1 if the class is right,
#' else 0, and is not shown which class was right. Regret counts the mistakes. Contexts are used as they are: nothing is
#' scaled and no intercept is added, which `cbind(1, scale(x))` does.
#'
#' @param data One row per item: a data frame, whose columns other than `label` are contexts, or a numeric matrix of
#'   contexts. Columns are numbers, `TRUE` and `FALSE` (1 and 0), or strings and factors (a column of 0 and 1 for each
#'   value). No `NA`; at most 1000 contexts, no number above 1e50 in absolute value.
#' @param label With a data frame, the column of classes, as a bare name or a string; with a matrix, a vector with the
#'   class of each row. Classes are a factor, strings, whole numbers, or `TRUE` and `FALSE`. No `NA`.
#' @param shuffle `TRUE` (the default): each replication meets the rows in a random order of its own, the same for all
#'   policies. `FALSE`: in the given order; then replications differ only if the policy randomises.
#' @param ... Must be empty.
#' @return A bandit, see [bandit()], with one arm per class. A study has at most as many rounds as there are rows.
#' @section Errors: [run_study()] refuses a horizon that is longer than the data.
#' @references Dudik, Langford and Li (2011), Doubly Robust Policy Evaluation and Learning, ICML, section 4.
#' @seealso [policy_linucb()], [policy_linear_thompson()]; the article *contexts* of the site.
#' @examples
#' bandit_labels(iris, label = Species)
#' flowers <- bandit_labels(cbind(1, scale(iris[1:4])), label = iris$Species)
#' policies <- list(policy_linear_thompson(alpha = 0.3),
#'   policy_linear_thompson(link = "logit"), policy_ucb1())
#' run_study(flowers, policies, horizon = 150, reps = 20, seed = 1)
#' @export
bandit_labels <- function(data, label, shuffle = TRUE, ...) {
  check_no_dots(...)
  named <- rlang::enquo(label)
  if (missing(data)) abort_missing("data", rlang::current_env(), items_wanted)
  if (is.data.frame(data)) {
    if (length(data) == 0 || nrow(data) == 0) abort_argument("data", items_wanted, data)
    column <- label_column(named, data)
    refuse_columns_twice(data, column, "data", rlang::current_env())
    label <- data[[column]]
    data <- data[!names(data) %in% column]
  }
  items <- check_items(data)
  label <- check_classes(label, nrow(items))
  shuffle <- check_flag(shuffle, "shuffle")
  check_tape_size(nlevels(label), nrow(items), "data")
  names <- check_arm_names(enc2utf8(levels(label)), "label")
  reward <- outer(seq_along(names), as.integer(label), "==") + 0
  new_bandit(new_context_tape(reward, items, by_arm = FALSE, shuffle, "data", names, rlang::current_env()))
}

items_wanted <- "a data frame of numbers, strings and factors, or a numeric matrix, with one row per item"

# The name of the column of classes.
label_column <- function(named, data, call = rlang::caller_env()) {
  wanted <- "the name of a column of `data`, such as `Species`"
  code <- rlang::quo_get_expr(named)
  if (rlang::quo_is_missing(named)) abort_missing("label", call, wanted)
  column <- column_names(code, several = FALSE)
  if (is.null(column)) {
    abort_argument("label", wanted, given = column_text(code), call = call,
                   hint = "A vector of classes goes with a matrix only: `bandit_labels(as.matrix(data), label = classes)`.")
  }
  if (column %in% names(data)) return(column)
  abort_argument("label", wanted, given = sprintf("`%s`, which is not there", column), call = call,
                 hint = did_you_mean(column, names(data), in_code))
}

check_items <- function(data, call = rlang::caller_env()) {
  if (is.data.frame(data) && length(data) > 0) {
    check_item_columns(data, call)
    data <- unname(do.call(cbind, lapply(data, one_context, "data", call)))
  }
  check_matrix(data, "data", wanted = items_wanted, call = call)
}

check_item_columns <- function(data, call) {
  good <- vapply(data, function(v) is.null(dim(v)) && (is.factor(v) || is_plain(v)), NA)
  missing <- vapply(data, anyNA, NA)
  if (!all(good)) {
    given <- sprintf("%s as the column %s", describe_value(data[[which(!good)[1]]]), quoted(names(data)[!good][1]))
    abort_argument("data", items_wanted, call = call, given = given)
  }
  if (!any(missing)) return(invisible())
  abort_argument("data", "without missing values", call = call,
                 given = sprintf("NA in the column %s", quoted(names(data)[missing][1])))
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

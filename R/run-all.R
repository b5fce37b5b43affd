#' All policies that can play a bandit
#'
#' Every policy of the package that can play this bandit as it comes, with its defaults; what cannot, and
#' why, is said.
#'
#' Each is made without arguments, and plays a few rounds of the bandit. Left out are those that need an argument
#' (`policy_fixed()` an arm, `policy_floor()` a policy) and those that [run_study()] would refuse, for the same reasons:
#' the bandit's traits, the range of its rewards, or patience for which there is no cycle. Policies of other
#' packages that have a function to make them are tried as well, see [policy_registered()]; those of [policy_compile()]
#' are not, as the parameters that they need are not known.
#'
#' @param bandit A bandit.
#' @param horizon For how many rounds they are tried, a whole number of at least 1; less where the bandit has
#'   less. Some need more than a few.
#' @param ... Must be empty.
#' @return A list of policies, for [run_study()], with the attribute `left_out`: a tibble with the columns
#'   `constructor`, `label` and `reason`. A message says how many were left out, and why.
#' @section Errors: `unruly_error_argument` for a bad argument.
#' @seealso [policies()] for the list of them all.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' all <- all_policies(problem)
#' length(all)
#' attr(all, "left_out")
#' run_study(problem, all[1:5], horizon = 100, reps = 2, seed = 1)
#' @export
all_policies <- function(bandit, horizon = 100, ...) {
  check_no_dots(...)
  check_bandit(bandit)
  horizon <- check_whole(horizon, "horizon", min = 1, max = 2^48)
  horizon <- min(horizon, rounds_there_are(bandit))
  listed <- registry()
  listed <- lapply(listed, `[`, !vapply(lapply(listed$constructor, maker_of), is.null, NA))
  kept <- last$study
  on.exit(last$study <- kept)
  found <- lapply(listed$constructor, function(constructor) try_policy(constructor, bandit, horizon))
  plays <- vapply(found, inherits, NA, "unruly_policy")
  left_out <- tibble(constructor = listed$constructor[!plays], label = listed$label[!plays],
                     reason = as.character(unlist(found[!plays])))
  say_left_out(left_out, sum(plays))
  structure(found[plays], left_out = left_out)
}

# How many rounds a bandit has at most.
rounds_there_are <- function(bandit) {
  table <- if (has_trait(bandit, "changes")) law_of_trait(bandit$traits$changes)
  min(bandit$arms$length, bandit$horizon, if (identical(table$law, "table")) ncol(table$parameters$mean))
}

# The policy, or why it cannot play.
try_policy <- function(constructor, bandit, horizon) {
  make <- maker_of(constructor)
  needed <- names(Filter(function(value) identical(value, quote(expr = )),
                         formals(make)[names(formals(make)) != "..."]))
  if (length(needed) > 0) return(sprintf("It needs its argument%s %s", if (length(needed) > 1) "s" else "",
                                         paste(in_code(needed), collapse = " and ")))
  tryCatch({
    policy <- make()
    reason <- why_not_playable(policy, bandit) %||%
      why_not_observable(resolve_policy(policy, stated_scale(bandit)), bandit)
    if (!is.null(reason)) return(reason) # without an error, which takes longer than the rest
    suppressWarnings(run_study(bandit, policy, horizon, reps = 1, seed = 1, record = 1, threads = 1, progress = FALSE))
    policy
  }, unruly_error = function(e) reason_of(e))
}

# A function, or NULL for policies that were compiled in this session.
maker_of <- function(constructor) {
  if (startsWith(constructor, compiled_prefix)) return(NULL)
  if (!is_from_outside(constructor)) return(get0(constructor, topenv(), mode = "function", inherits = FALSE))
  name <- sub("^.*::", "", constructor)
  package <- package_of(constructor)
  if (name %in% getNamespaceExports(package)) getExportedValue(package, name)
}

# What the error of a refusal says is in its body; others say it at once.
reason_of <- function(error) {
  body <- error$body[names(error$body) == "x"]
  sub("[.]$", "", cli::ansi_strip(if (length(body) > 0) body[[1]] else rlang::cnd_header(error)))
}

say_left_out <- function(left_out, plays) {
  if (nrow(left_out) == 0) return(invisible())
  reasons <- sort(table(left_out$reason), decreasing = TRUE)
  shown <- utils::head(names(reasons), 6)
  lines <- vapply(shown, function(reason) {
    labels <- left_out$label[left_out$reason == reason]
    sprintf("%s: %s", sub("^It ", "", reason),
            paste(c(utils::head(labels, 4), if (length(labels) > 4) "..."), collapse = ", "))
  }, "")
  inform_plain(c(i = sprintf("%s can play; %s left out, the attribute `left_out` says why:",
                             count_of(plays, "policy", "policies"), count_of(nrow(left_out), "is", "are")),
                             stats::setNames(lines, rep("*", length(lines)))),
               class = "unruly_message_left_out")
}

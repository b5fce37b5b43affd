#' The papers behind policies and experiments
#' @description
#' Gives the papers of policies, experiments or studies as bibliographic entries, which print and
#' which `toBibtex()` turns into BibTeX.
#'
#' **Use it when** you report results and cite the papers of the policies that you played.
#'
#' @details
#' The column `paper` of [policies()] states which section or algorithm of a paper a policy follows.
#'
#' @param x A policy or a list of policies; an experiment's id (a single string, see
#'   [experiments()]); a study, or a series of studies of [run_experiment()], for the papers of its
#'   policies and of its experiment; a fit ([fit_policy()]), for those of its policies. Default:
#'   `NULL`, every paper that the package builds on.
#' @param ... Must be empty.
#' @return A [bibentry()][utils::bibentry], which prints as `citation()` does. Policies that are in
#'   no paper (ours, yours, or references such as [policy_uniform()]) are cited as the package
#'   itself.
#' @section Errors: `unruly_error_argument`: `x` is none of these.
#' @seealso `citation("unruly")` for the package itself.
#' @examples
#' citation_of(policy_wait_ucb())
#' toBibtex(citation_of("fair-2"))
#' @export
citation_of <- function(x = NULL, ...) {
  check_no_dots(...)
  if (is.null(x)) return(as_citation(references()))
  found <- find_references(papers_of(x))
  # The package is cited for what is in no paper.
  entries <- if (length(found$unknown) > 0) c(found$found, own_citation()) else found$found
  as_citation(entries)
}

own_citation <- function() {
  own <- utils::citation("unruly")
  own$key <- "unruly"
  own
}

as_citation <- function(entries) {
  structure(entries, class = c("citation", "bibentry"))
}

# The papers as policies and experiments name them.
papers_of <- function(x, call = rlang::caller_env()) {
  if (is.character(x)) return(describe_experiment(check_experiment(x, call))$paper)
  if (inherits(x, "unruly_series")) return(unique(unlist(lapply(x$studies, papers_of, call = call))))
  if (inherits(x, "unruly_study")) {
    check_study(x, "x", call = call)
    return(c(if (!is.null(x$experiment)) describe_experiment(x$experiment)$paper,
             papers_of_policies(x$description$policies)))
  }
  if (inherits(x, "unruly_policy")) x <- list(x)
  if (inherits(x, "unruly_fit")) x <- lapply(x$fits, `[[`, "policy")
  check_elements(x, "x", "unruly_policy",
                 "a policy or a list of policies, an experiment's id, a study or NULL", call)
  papers_of_policies(x)
}

check_experiment <- function(x, call) {
  known <- names(experiment_registry())
  if (length(x) == 1 && x %in% known) return(x)
  abort_argument("x", sprintf("a policy such as `policy_ucb1()`, a study, or the id of an experiment, such as %s",
                              quoted(known[1])),
                 x, hint = did_you_mean(x, known), call = call)
}

# Including those of policies inside wrappers.
papers_of_policies <- function(policies) {
  listed <- .Call(C_policies)
  own <- lapply(policies, function(policy) {
    paper <- listed$paper[match(policy$constructor, listed$constructor)]
    c(if (is.na(paper)) "own" else paper, if (!is.null(policy$policy)) papers_of_policies(list(policy$policy)))
  })
  unique(unlist(own))
}

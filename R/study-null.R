#' The null scenario of a bandit
#' @description
#' Makes the same bandit with the mean of the control for all arms.
#'
#' **Use it when** you want the error of a stopping rule: how often it names a winner although no
#' treatment works. See [operating_characteristics()].
#'
#' @details
#' The other parameters stay: the standard deviations of Gaussian arms, the degrees of freedom
#' of Student's, the sum of both shapes of beta arms, the standard deviations on the log
#' scale. Arms without such parameters (categorical, empirical) get the distribution of the
#' control. Traits stay.
#'
#' @param bandit A bandit whose arms have known means.
#' @param control The arm whose mean all arms get: its number or its name. Default: 1.
#' @param ... Must be empty.
#' @return A bandit, see [bandit()].
#' @section Errors: `unruly_error_argument`: `control` is unknown, or the bandit has no null scenario
#'   because its means are drawn from a [prior][priors], change or wear off, or because it has
#'   contexts, waiting, a tape, a population or a log.
#' @examples
#' bandit_null(bandit(arms_bernoulli(c(standard = 0.3, new = 0.5))))
#' bandit_null(bandit(arms_gaussian(c(0, 1, 2), sd = 1:3)), control = 2)
#' @seealso [operating_characteristics()], [calibrate_design()].
#' @export
bandit_null <- function(bandit, control = 1, ...) {
  check_no_dots(...)
  check_bandit(bandit)
  reason <- why_no_null(bandit)
  if (!is.null(reason)) abort_argument("bandit", "one whose means can be made equal", given = paste("one with", reason))
  control <- check_control(control, bandit$arms)
  bandit$arms$parameters <- null_parameters(bandit$arms, control)
  bandit
}

why_no_null <- function(bandit) {
  traits <- c(changes = "means that change", wear = "means that wear off",
              waiting = "waits, whose rates go by the times too", population = "arms that are born",
              replay = "the arms of a log")
  found <- intersect(names(traits), names(bandit$traits))
  if (length(found) > 0) return(traits[[found[1]]])
  if (startsWith(bandit$arms$kind, "tape")) return("rewards that are fixed")
  if (bandit$arms$kind == "linear") return("contexts")
  if (any(vapply(bandit$arms$parameters, is_prior, NA))) return("arms that are drawn from a prior")
}

null_parameters <- function(arms, control) {
  p <- arms$parameters
  same <- function(name) {
    p[[name]][] <- p[[name]][control]
    p
  }
  switch(arms$kind,
    bernoulli = same("prob"), gaussian = , beta_mean = same("mean"), student = same("location"),
    constant = same("value"),
    lognormal = utils::modifyList(p, list(meanlog = p$meanlog[control] + (p$sdlog[control]^2 - p$sdlog^2) / 2)),
    beta = {
      size <- p$shape1 + p$shape2
      mean <- p$shape1[control] / size[control]
      list(shape1 = mean * size, shape2 = (1 - mean) * size)
    },
    survival = lapply(p, `[`, rep(control, arms$count)),
    categorical = utils::modifyList(p, list(prob = p$prob[rep(control, arms$count), , drop = FALSE])),
    empirical = {
      values <- p$value[(p$from[control] + 1):p$from[control + 1]]
      list(value = rep(values, arms$count), from = as.double(seq(0, by = length(values), length.out = arms$count + 1)))
    }
  )
}

# The regret bounds for arms that take their time: Wait-UCB's as printed
# (Sharoff, Mehta & Ganti 2020), those of the policies it is compared with
# derived anew, as that paper gives them in order of growth only.

find_wait_ucb <- function(bandit, horizon, policy, what, options, call) {
  if (policy$parameters$feedback != "bandit") refuse_parameter(policy, "Wait-UCB without side feedback", call)
  constants <- check_constants(options, call)
  values <- check_waiting_values(bandit, rate = constants, call)
  alpha <- 8 * (values$wait - 1) / 3
  beta <- sqrt(2) * (sqrt(values$wait - 1) + 1)
  growth <- ((beta + sqrt(beta^2 + 2 * values$gap * alpha)) / values$gap)^2
  bound_of_pulls(c(regret = "Theorem 2", pulls = "Lemma 2"), values, growth, 4 * pi^2 / 3, horizon, what, constants)
}

find_ucb_simplex <- function(bandit, horizon, policy, what, options, call) {
  constants <- check_constants(options, call)
  values <- check_waiting_values(bandit, rate = TRUE, call)
  kappa <- check_bound_kappa(policy$parameters$kappa, values, policy, call)
  label <- "UCB-Simplex (derived)"
  bound_of_pulls(c(regret = label, pulls = label), values, knapsack_growth(values, kappa), 1 + 2 * zeta_3,
                 horizon, what, constants)
}

find_budget_ucb <- function(bandit, horizon, policy, what, options, call) {
  constants <- check_constants(options, call)
  values <- check_waiting_values(bandit, rate = TRUE, call)
  check_bound_lambda(policy$parameters$lambda, values, policy, call)
  label <- "Budget-UCB (derived)"
  growth <- knapsack_growth(values, max(values$wait) * max(values$rate))
  bound_of_pulls(c(regret = label, pulls = label), values, growth, 1 + 4 * zeta_3, horizon, what, constants)
}

check_constants <- function(options, call) {
  if ("constants" %in% names(options)) check_flag(options$constants, "constants", call = call) else FALSE
}

# The sum of 1 / s^3 over s = 1, 2, ...
zeta_3 <- 1.2020569031595942

# The growth of the pulls of an action when ln T grows by 1.
knapsack_growth <- function(values, kappa) {
  8 * ((1 + kappa) / (values$time * values$gap))^2
}

# From a bound `growth` ln T + `constant` on the pulls of each action to the
# table: the pulls themselves or the regret that they cost.
bound_of_pulls <- function(label, values, growth, constant, horizon, what, constants) {
  worse <- which(values$gap > 0)
  if (what == "pulls") {
    each <- rep(seq_along(horizon), each = length(worse))
    row <- rep(worse, length(horizon))
    return(tibble::tibble(
      bound = label[["pulls"]], round = horizon[each], arm = values$arm[row], wait = values$wait[row],
      value = growth[row] * log(horizon[each]) + constant
    ))
  }
  cost <- values$time[worse] * values$gap[worse]
  regret <- log(horizon) * sum(cost * growth[worse])
  if (constants) regret <- regret + constant * sum(cost) + max(values$rate) * max(values$time)
  new_bound(label[["regret"]], horizon, regret)
}

# ---- checks --------------------------------------------------------------

# A plain list of the columns; gaps that are 0 but for rounding become 0.
check_waiting_values <- function(values, rate, call) {
  columns <- c("arm", "wait", "time", "gap", if (rate) "rate")
  wanted <- paste0("a bandit with waiting, or a data frame with the columns ",
                   paste0("`", columns, "`", collapse = ", "))
  if (inherits(values, "unruly_bandit")) values <- bandit_waiting_values(values, call)
  if (!is.data.frame(values) || nrow(values) == 0) abort_argument("bandit", wanted, values, call = call)
  absent <- setdiff(columns, names(values))
  if (length(absent) > 0) {
    abort_argument("bandit", wanted, values, given = paste0("a data frame without `", absent[1], "`"), call = call,
                   hint = did_you_mean(absent, names(values), in_code))
  }
  refuse_columns_twice(values, c(columns, "round"), "bandit", call)
  values <- plain_tibble(values)
  if (is.numeric(values[["round"]])) values <- values[values$round %in% values$round[1], ] # of one horizon
  if (is.factor(values[["arm"]])) values$arm <- as.integer(values$arm) # named arms
  rounding <- 1e-12
  column <- function(name, ...) check_numbers(values[[name]], paste0("bandit$", name), ..., call = call)
  found <- list(
    arm = column("arm", min = 1, whole = TRUE), wait = column("wait", min = 1, whole = TRUE),
    time = column("time", min = 1 - rounding), gap = column("gap", min = 0, max = 1 + rounding)
  )
  if (rate) found$rate <- column("rate", min = 0, max = 1 + rounding)
  check_waiting_actions(found, call)
  found$gap[found$gap <= 1e-12] <- 0
  found
}

check_waiting_actions <- function(values, call) {
  twice <- which(duplicated(data.frame(values$arm, values$wait)))
  if (length(twice) > 0) {
    abort_argument("bandit", "a table with one row per action", values,
                   given = sprintf("two rows for arm %s with wait %s", format_count(values$arm[twice[1]]),
                                   format_count(values$wait[twice[1]])), call = call)
  }
  long <- which(values$time > values$wait * (1 + 1e-12))
  if (length(long) > 0) {
    abort_argument("bandit$time", "at most `wait`, as no action takes longer", values$time,
                   given = sprintf("%s for a wait of %s", format_numbers(values$time[long[1]]),
                                   format_count(values$wait[long[1]])), call = call)
  }
  if (min(values$gap) > 1e-12) {
    abort_argument("bandit$gap", "0 for at least one action, the best one", values$gap, call = call)
  }
  # Only where both are there: the gap is what the rate lacks of the best.
  if (!is.null(values$rate) && any(abs(values$rate + values$gap - max(values$rate)) > 1e-8)) {
    abort_argument("bandit$gap", "the largest `rate` minus `rate`", values$gap, call = call)
  }
}

bandit_waiting_values <- function(bandit, call) {
  check_bandit(bandit, "bandit", call)
  if (!has_trait(bandit, "waiting")) {
    abort_argument("bandit", "a bandit with waiting, see `with_waiting()`", given = "one without", call = call)
  }
  waiting_value(bandit)
}

check_bound_kappa <- function(kappa, values, policy, call) {
  longest <- max(values$wait)
  if (is.null(kappa)) return(longest)
  least <- longest * max(values$rate)
  # Rounding of D times the best rate must not refuse that very number.
  if (kappa >= least * (1 - 1e-12)) return(kappa)
  refuse_parameter(policy, sprintf("`kappa` of at least %s, the longest wait times the best rate",
                                            format_numbers(least)), call)
}

# In units of the longest wait, as `lambda` is.
check_bound_lambda <- function(lambda, values, policy, call) {
  most <- min(values$time) / max(values$wait)
  if (is.null(lambda) || lambda <= most * (1 + 1e-12)) return(invisible())
  refuse_parameter(policy, sprintf("`lambda` of at most %s, the least mean time over the longest wait",
                                             format_numbers(most)), call)
}

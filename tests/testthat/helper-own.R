# Policies of the package, written again for policy_index() and policy_custom().

ucb1_in_r <- function() policy_index(\(v) v$mean + sqrt(2 * log(v$round) / v$pulls), label = "mine")

# Wait-UCB: every action once, then pay over time and a width by wait.
wait_ucb_in_r <- function() {
  policy_index(function(v) {
    j <- col(v$pulls) - 1
    log_term <- log(max(v$plays, 1))
    v$total / v$time + 8 * j / 3 * log_term / v$pulls + sqrt(2) * (sqrt(j) + 1) * sqrt(log_term / v$pulls)
  }, label = "mine")
}

epsilon_greedy_in_r <- function(epsilon) {
  policy_custom(function(state, v) {
    untried <- which(v$pulls == 0)
    if (length(untried) > 0) return(v$live[untried[which.min(v$played[untried])]]) # in turn while outcomes are late
    if (v$runif(1) < epsilon) return(v$live[floor(v$runif(1) * length(v$live)) + 1])
    v$live[which.max(v$mean)]
  }, label = "mine", stream = policy_epsilon_greedy(epsilon))
}

boltzmann_in_r <- function(temperature) {
  policy_custom(function(state, v) {
    untried <- which(v$pulls == 0)
    if (length(untried) > 0) return(v$live[untried[which.min(v$played[untried])]])
    weight <- exp((v$mean - max(v$mean)) / temperature)
    v$live[which(v$runif(1) < cumsum(weight / sum(weight)))[1]]
  }, label = "mine", stream = policy_boltzmann(temperature))
}

# SE: sweeps over the active arms, in an environment as state; after a sweep those
# go whose mean is too low. Arms that leave are no longer active.
se_in_r <- function() {
  lower <- function(s, arms) s$total[arms] / s$n[arms] - 2 * sqrt(s$log_term / s$n[arms])
  upper <- function(s, arms) s$total[arms] / s$n[arms] + 2 * sqrt(s$log_term / s$n[arms])
  policy_custom(
    start = function(v) {
      s <- new.env()
      s$active <- v$live
      s$last <- 0
      s$n <- s$total <- numeric(max(v$live))
      s$log_term <- log(v$horizon)
      s
    },
    choose = function(s, v) {
      s$active <- s$active[s$active %in% v$live]
      if (!any(s$active > s$last)) {
        s$last <- 0
        if (length(s$active) > 0) s$active <- s$active[!(max(lower(s, s$active)) > upper(s, s$active))]
      }
      if (length(s$active) > 0) return(s$active[s$active > s$last][1])
      v$live[which.max(s$total[v$live] / s$n[v$live])]
    },
    observe = function(s, v, outcome) {
      s$n[outcome$arm] <- s$n[outcome$arm] + 1
      s$total[outcome$arm] <- s$total[outcome$arm] + outcome$observed
      s$last <- outcome$arm
      s
    },
    label = "mine"
  )
}

# The policies of a study of two make the same choices.
expect_same_choices <- function(bandit, mine, ours, horizon = 1500, reps = 2) {
  study <- whatever_scale(run_study(bandit, as_usual(list(mine, ours)), horizon, reps = reps, seed = 4, keep = "choices", record = 7))
  told <- c("policy", "propensity") # the propensities of one that is written in R are not known
  made <- split(choices(study)[setdiff(names(choices(study)), told)], choices(study)$policy)
  ran <- split(regret(study)[-2], regret(study)$policy)
  testthat::expect_gt(nrow(made[[1]]), reps * horizon / 20)
  testthat::expect_identical(made[[1]], made[[2]])
  testthat::expect_identical(ran[[1]], ran[[2]])
}

# Plays policies that write down what they see, outside of their games, as a user who looks does.
looking <- function(code) suppressWarnings(code, classes = "unruly_warning_outside")

# Half of the time it takes to compile a policy is optimisation.
without_optimisation <- function(frame = parent.frame()) {
  quick <- withr::local_tempfile(.local_envir = frame)
  writeLines("CFLAGS = -O0", quick)
  withr::local_envvar(R_MAKEVARS_USER = quick, .local_envir = frame)
}

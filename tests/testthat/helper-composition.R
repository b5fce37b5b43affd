# Random bandits of random traits.
random_arms <- function(arms, rewards_in_range) {
  kinds <- c("bernoulli", "beta", "categorical", "constant", "tape", "prior", if (!rewards_in_range) c("gaussian", "student", "lognormal"))
  switch(sample(kinds, 1),
    bernoulli = arms_bernoulli(runif(arms)),
    beta = arms_beta(runif(arms, 0.2, 3), runif(arms, 0.2, 3)),
    categorical = arms_categorical(matrix(runif(3 * arms), arms), c(0, 0.4, 1)),
    constant = arms_constant(sample(0:4, arms, replace = TRUE) / 4),
    tape = arms_tape(matrix(runif(arms * 60), arms)),
    prior = arms_beta(mean = prior_uniform(arms)),
    gaussian = arms_gaussian(rnorm(arms), runif(1, 0, 2)),
    student = arms_student(runif(arms, 1.1, 5), rnorm(arms), runif(1)),
    lognormal = arms_lognormal(rnorm(arms), runif(1))
  )
}

random_spread <- function() {
  switch(sample(6, 1),
    spread_delay(sample(0:3, 1), sample(3:9, 1)), spread_window(sample(0:2, 1), sample(3:6, 1)),
    spread_linear(sample(8, 1)), spread_linear(sample(8, 1), "increasing"),
    spread_geometric(1 / runif(1, 0.05, 0.95)), spread_power(runif(1, 1.05, 4))
  )
}

yes <- function(chance) runif(1) < chance

random_bandit <- function() {
  arms <- sample(1:6, 1)
  moves <- sample(c("stay", "entries", "lifetimes", "population"), 1, prob = c(4, 2, 3, 2))
  waits <- moves != "population" && yes(0.3)
  b <- if (moves == "population") bandit_mortal(arms, 60, runif(1, 1, 30), init = NULL) else bandit(random_arms(arms, waits))
  first <- if (arms == 1) 1 else c(1, sample(1:40, arms - 1, replace = TRUE))
  if (moves == "entries") b <- with_entries(b, first)
  if (moves == "lifetimes") {
    first <- sample(first)
    b <- with_lifetimes(b, first, first + sample(c(0:50, Inf), arms, replace = TRUE), known = yes(0.5))
  }
  if (yes(0.5)) b <- with_patience(b, if (moves == "population") sample(9, 1) else sample(c(1:12, Inf), arms, TRUE))
  if (waits) {
    delay <- matrix(runif(3 * arms), arms)
    b <- with_waiting(b, delay / rowSums(delay), if (yes(0.4)) matrix(runif(3 * arms), arms))
  }
  if (yes(0.3)) b <- with_spread(b, random_spread())
  if (moves == "stay" && !waits && yes(0.5)) {
    b <- with_fairness(b, rep(runif(1) * 0.95 / arms, arms), runif(arms, 0, 2))
  }
  b
}

# The policy, or another that holds it.
wrapped_at_random <- function(policy) {
  switch(sample(6, 1), policy, policy_floor(policy, runif(1) / 5), policy_doubling(policy, sample(50, 1)), policy_sleeping(policy), policy_queue(policy),
         policy_restart(policy, sort(sample(60, sample(3, 1)))))
}

# All policies that need no argument.
ready_policies <- function() {
  made <- lapply(unruly:::policy_types(), function(name) {
    tryCatch(do.call(function_of_type(name), list()), unruly_error_argument = function(e) NULL)
  })
  made[lengths(made) > 0]
}

# Policies for conversions: R/trait-conversion.R. What they chose is compared with their rules, by exposures that are summed
# anew in every round.

# The probability by age that an outcome of this arm was shown.
shown_by <- function(law, arm) {
  at <- function(x) rep_len(unlist(x), max(arm, length(unlist(x))))[arm]
  if (inherits(law, "unruly_delay")) {
    p <- law$parameters
    return(function(age) 1 - (1 - 1 / at(p$mean))^pmin(age, if (is.null(p$longest)) Inf else p$longest))
  }
  if (is.list(law) || length(law) == 1) return(function(age) as.numeric(age >= at(law)))
  function(age) c(0, cumsum(law))[pmin(age, length(law)) + 1]
}

# F(0), ..., F(within) from lags, and the ages of their plays (NA: of plays that were too old to be kept).
estimated_law <- function(lags, ages, within) {
  law <- numeric(within + 1)
  law[within + 1] <- 1
  for (j in rev(seq_len(within))) {
    risk <- sum(lags <= j & j <= pmin(ages, within))
    law[j] <- law[j + 1] * (if (risk > 0) 1 - sum(lags == j) / risk else 1)
  }
  law
}

largest_rate <- function(p, exposure, log_term) {
  if (p == 0) return(log_term / exposure)
  miss <- function(q) exposure * (q - p + p * log(p / q)) - log_term
  stats::uniroot(miss, c(p, p + 2 * log_term / exposure + 2 * sqrt(2 * p * log_term / exposure) + 1e-9), tol = 1e-14)$root
}

literal_conversion <- function(arms, law, within, rule, never = 0) {
  fitted <- 0
  estimate <- NULL
  function(t, past) {
    age <- t - 1 - past$round
    lag <- past$shown - past$round
    counted <- past$known & past$reward != 0 & lag <= within
    if (identical(law, "estimated")) {
      if (sum(counted) >= fitted + max(1, ceiling(fitted / 5))) {
        estimate <<- estimated_law(lag[counted], age[counted], within)
        fitted <<- sum(counted)
      }
      by <- function(arm) function(age) if (is.null(estimate)) 0 * age else estimate[age + 1]
    } else by <- function(arm) shown_by(law, arm)
    each <- seq_len(arms)
    exposure <- vapply(each, function(k) (1 - never) * sum(by(k)(pmin(age, within)[past$arm == k])), 0)
    plays <- tabulate(past$arm, arms)
    sum <- vapply(each, function(k) sum(past$reward[counted & past$arm == k]), 0)
    if (any(exposure <= 1e-9)) return(which(exposure <= 1e-9)[which.min(plays[exposure <= 1e-9])])
    index <- if (rule == "hoeffding") sum / exposure + sqrt(2 * plays * log(t)) / exposure else
      vapply(each, function(k) largest_rate(sum[k] / exposure[k], exposure[k], log(t)), 0)
    greatest <- which(index >= max(index) * (1 - 1e-12))
    structure(greatest[1], tied = length(greatest) > 1)
  }
}

test_that("policies for conversions make the choices of their rules, by any law, within any time, also with losses and zeros", {
  skip_on_cran() # long
  laws <- list(0, 12, list(3, 20, 7), delay_geometric(c(5, 30, 11)), delay_geometric(15, longest = 20), c(0.5, 0.25, 0.25))
  for (i in seq_along(laws)) for (within in c(Inf, 15)) for (rule in c("poisson", "hoeffding")) {
    if (!is_drawn(i, within == 15, 2 * (rule == "poisson"))) next
    law <- laws[[i]]
    b <- bandit(arms_bernoulli(c(0.3, 0.5, 0.4))) |> with_delay(law, zero = Inf, never = 0.2)
    expect_choices_by_rule(one_game(b, policy_conversion(within = within, rule = rule), 250), literal_conversion(3, law, within, rule, 0.2))
  }
  for (zero in list(NULL, 3)) {
    b <- late_arms(delay_geometric(15), zero = zero)
    expect_choices_by_rule(one_game(b, policy_conversion(delay_geometric(40)), 250), literal_conversion(3, delay_geometric(40), Inf, "poisson"))
  }
})

test_that("a law that is estimated is that of the literal version, and of the numbers computed elsewhere", {
  skip_in_quick()
  lags <- c(1, 1, 2, 3, 5, 5)
  near <- c(0, .1481481481, .2222222222, .3333333333, .3333333333, 1, 1)
  expect_equal(estimated_law(lags, c(9, 2, 4, 3, 20, 6), 6), near, tolerance = 1e-9)
  for (within in c(0, 4, 40)) for (rule in c("poisson", "hoeffding")) for (law in list(7, delay_geometric(10), c(0.2, 0.8))) {
    if (!is_drawn(within / 4, rule == "poisson", length(unlist(law)))) next
    b <- bandit(arms_bernoulli(c(0.3, 0.5, 0.4))) |> with_delay(law, zero = Inf)
    expect_choices_by_rule(one_game(b, policy_conversion("estimated", within, rule), 200), literal_conversion(3, "estimated", within, rule))
  }
})

test_that("bounds are those computed elsewhere", {
  skip_in_quick()
  expect_equal(largest_rate(0.05, 80, log(500)), .195982794593, tolerance = 1e-10)
  expect_equal(largest_rate(0.4, 3.5, log(10)), 1.616504086314, tolerance = 1e-10)
  near <- function(rates, horizon, rule, pulls) {
    g <- bandit(arms_bernoulli(rates)) |> with_delay(c(0.5, 0.25, 0.25), zero = Inf)
    study <- run_study(g, policy_conversion(rule = rule), horizon, reps = 20000, seed = 2, record = horizon, progress = FALSE)
    rows <- pulls(study)
    found <- tapply(rows$pulls, rows$arm, mean)
    error <- tapply(rows$pulls, rows$arm, stats::sd) / sqrt(20000)
    arms <- length(rates) + 1 - rev(seq_along(pulls))
    expect_true(all(abs(found[arms] - pulls) < 4 * error[arms]), info = paste(horizon, rule))
  }
  cases <- list(list(c(0.4, 0.7), 6, "poisson", 3.881775), list(c(0.4, 0.7), 6, "hoeffding", 4.4680875), list(c(0.4, 0.7), 8, "poisson", 4.80795265625),
                list(c(0.4, 0.7), 8, "hoeffding", 4.86672853125), list(c(0.2, 0.5, 0.8), 7, "poisson", c(1.5056, 1.89, 3.6044)))
  for (case in drawn_of(cases)) do.call(near, case)
})

test_that("without delays the Hoeffding rule is UCB1, and `within` is the age at which a wrapper hands outcomes on", {
  b <- bandit(arms_bernoulli(c(0.2, 0.5, 0.8)))
  same <- function(b, one, two) expect_identical(choices(play(b, list(one), 500))$arm, choices(play(b, list(two), 500))$arm)
  same(b, policy_ucb1(), policy_conversion(rule = "hoeffding"))
  same(with_delay(b, 25), policy_conversion(rule = "hoeffding"), policy_matured(policy_conversion(rule = "hoeffding"), 25))
  same(with_delay(b, 25, zero = Inf), policy_conversion(), policy_conversion(25))
})

test_that("Thompson's propensities are those of gamma distributions", {
  skip_in_quick()
  b <- bandit(arms_bernoulli(c(0.3, 0.6))) |> with_delay(delay_geometric(10), zero = Inf)
  for (prior in list(c(1, 1), c(0.2, 3))) {
    game <- choices(one_game(b, policy_conversion(rule = "thompson", prior = prior), 200))
    law <- shown_by(delay_geometric(10), 1)
    told <- vapply(game$round, function(t) {
      past <- game[seq_len(t - 1), ]
      known <- !is.na(past$shown) & past$shown < t
      of <- function(k) c(prior[1] + sum(past$reward[known & past$arm == k]), prior[2] + sum(law(t - 1 - past$round[past$arm == k])))
      one <- of(1)
      two <- of(2)
      second <- stats::pbeta(one[2] / (one[2] + two[2]), one[1], two[1])
      if (game$arm[t] == 2) second else 1 - second
    }, 0)
    expect_equal(game$propensity, told, tolerance = 2e-6)
  }
})

test_that("in batches ages are those at the end of the last batch", {
  skip_in_quick()
  b <- late_arms(4, zero = Inf) |> with_batches(10)
  game <- choices(one_game(b, policy_conversion(rule = "hoeffding"), 120))
  chosen <- vapply(game$round, function(t) {
    seen <- (t - 1) %/% 10 * 10
    past <- game[seq_len(t - 1), ]
    exposure <- vapply(1:3, function(k) sum(past$arm == k & seen - past$round >= 4), 0)
    plays <- tabulate(past$arm, 3)
    if (any(exposure == 0)) return(which(exposure == 0)[which.min(plays[exposure == 0])])
    sum <- vapply(1:3, function(k) sum(past$reward[past$arm == k & !is.na(past$shown) & past$shown < t]), 0)
    which.max(sum / exposure + sqrt(2 * plays * log(t)) / exposure)
  }, 1L)
  expect_identical(as.integer(game$arm), chosen)
})

test_that("arms that come and go are exposed from their own pulls on", {
  b <- bandit(arms_bernoulli(c(0.3, 0.5, 0.9, 0.6))) |> with_delay(12, zero = Inf)
  going <- with_lifetimes(b, first = c(1, 1, 40, 90), last = c(200, 77, 120, 300))
  for (policy in list(policy_conversion(), policy_conversion("estimated", 20), policy_conversion(rule = "thompson"))) {
    game <- choices(one_game(going, policy, 300))
    expect_true(all(game$arm[game$round > 120 & game$round <= 200] %in% c(1, 4)))
  }
  mortal <- bandit_mortal(5, 400, mean_lifetime = 60) |> with_delay(delay_geometric(5), zero = Inf)
  expect_s3_class(play(mortal, list(policy_conversion(), policy_conversion("estimated", 9)), 400), "unruly_study")
  expect_error(play(mortal, policy_conversion(as.list(1:5)), 400), "arm by arm")
})

test_that("an agent counts ages in its decisions, and is the same once it was read", {
  for (policy in list(policy_conversion("estimated", within = 6), policy_conversion(4, rule = "thompson"))) {
    a <- agent(policy, c("a", "b"), seed = 4)
    arms <- character()
    for (i in 1:60) {
      arms[i] <- agent_choose(a)
      if (i %% 3 == 0) agent_learn(a, arms[i / 3], i %% 2, ticket = i / 3)
    }
    file <- withr::local_tempfile()
    save_agent(a, file)
    expect_identical(agent_choose(read_agent(file)), agent_choose(a))
  }
  expect_error(agent(policy_conversion(), c("a", "b")), "no bandit says how late", class = "unruly_error_policy")
  expect_error(agent(policy_matured(policy_conversion(), 3), c("a", "b")), NA)
})

test_that("a ticket that never comes back stays open", {
  a <- agent(policy_conversion(4), c("a", "b"), seed = 4)
  arms <- vapply(1:30, function(i) agent_choose(a), "")
  for (i in 3:30) agent_learn(a, arms[i], 1, ticket = i)
  expect_identical(glance(a)$pending, 2)
  for (i in 31:200) agent_learn(a, agent_choose(a), 0)
  expect_identical(glance(a)$pending, 2)
  file <- withr::local_tempfile()
  save_agent(a, file)
  expect_identical(glance(read_agent(file))$pending, 2)
  expect_identical(sum(is.na(as_log(a)$outcome_time)), 2L)
})

test_that("arguments that cannot be are refused by name", {
  skip_in_quick()
  expect_error(policy_conversion("estimated"), "where the law of delays is estimated", class = "unruly_error_argument")
  expect_error(policy_conversion("guessed"), "delay", class = "unruly_error_argument")
  expect_error(policy_conversion(c(0.2, 0.2)), "sums to 0.4", class = "unruly_error_argument")
  expect_error(policy_conversion(prior = 1, rule = "thompson"), "prior", class = "unruly_error_argument")
  expect_error(policy_conversion(prior = c(1, 1), rule = "poisson"), "prior", class = "unruly_error_argument")
  three <- late_arms(3)
  expect_error(play(three, policy_conversion(list(1, 2)), 10), "2 arms, but the bandit has 3", class = "unruly_error_policy")
  expect_error(play(bandit(arms_gaussian(c(0, 1))), policy_conversion(), 10), class = "unruly_error_policy")
  expect_error(play(bandit(arms_bernoulli(c(0.2, 0.5))) |> with_accrual(2, 3), policy_conversion(), 10), "counts lags in rounds", class = "unruly_error_policy")
})

test_that("code makes them again", {
  laws <- list(NULL, 3, list(1, 5), c(0.5, 0.5), delay_geometric(c(2, 5), longest = 3))
  for (law in laws) for (rule in c("poisson", "hoeffding", "thompson")) {
    policy <- policy_conversion(law, within = 9, rule = rule)
    expect_identical(eval(str2expression(as_code(policy))), policy)
  }
})

test_that("lags that are stated arm by arm are refused if other arms may come", {
  stated <- policy_conversion(delay = list(3, 4))
  born <- bandit_mortal(2, 15, 20, prior_beta(2, 1, 1))
  expect_error(run_study(born, policy_sleeping(stated), 10), "arm by arm", class = "unruly_error_policy")
  expect_s3_class(run_study(born, policy_conversion(delay = 3), 10, reps = 1, progress = FALSE), "unruly_study")
  a <- agent(policy_sleeping(stated), c("a", "b"), horizon = 30, seed = 1)
  expect_error(agent_enter(a, "c"), "arm by arm", class = "unruly_error_agent")
  agent_leave(a, "b", away = TRUE)
  agent_enter(a, "b") # it is described
  path <- withr::local_tempfile(fileext = ".json")
  expect_identical(agent_choose(read_agent(save_agent(a, path))), agent_choose(a))
})

test_that("laws of another number of arms are refused under the name of the argument", {
  b <- bandit(arms_bernoulli(c(0.2, 0.4)))
  three <- matrix(0.5, 3, 2)
  made <- list(delay = \() with_delay(b, three), zero = \() with_delay(b, 2, zero = three), delay = \() with_waiting(b, three),
               delay = \() run_study(b, policy_conversion(delay = three), 10, seed = 1),
               delay = \() run_study(b, policy_floor(policy_conversion(delay = three, rule = "hoeffding"), 0.1), 10, seed = 1),
               delay = \() agent(policy_conversion(delay = three, rule = "thompson"), c("a", "b")),
               delay = \() choice_likelihood(data.frame(arm = 1:2, reward = 0), policy_floor(policy_conversion(delay = three), 0.1)))
  for (i in seq_along(made)) {
    e <- tryCatch(made[[i]](), unruly_error = identity)
    expect_s3_class(e, "unruly_error")
    words <- conditionMessage(e)
    expect_match(words, sprintf("`%s`", names(made)[i]), info = i)
    expect_match(words, "3 x 2 matrix|for 3 arms", info = i)
    expect_match(words, "1 or 2 rows|has 2 arms", info = i)
    expect_no_match(words, "chance", info = i)
  }
  two <- matrix(c(0.5, 0.2, 0.5, 0.8), 2)
  expect_identical(policy_conversion(delay = two)$parameters$chance, two)
  late <- with_delay(b, two)
  expect_equal(regret(run_study(late, policy_conversion(delay = two), 60, reps = 3, seed = 1)),
               regret(run_study(late, policy_conversion(), 60, reps = 3, seed = 1)))
})

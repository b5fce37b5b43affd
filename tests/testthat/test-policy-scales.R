loud <- bandit(arms_gaussian(c(100, 120), sd = 60))

warning_of <- function(bandit, policies, ...) {
  said <- NULL
  withCallingHandlers(
    run_study(bandit, policies, 20, reps = 1, seed = 1, progress = FALSE, threads = 1, ...),
    unruly_warning_scale = function(w) {
      said <<- c(said, conditionMessage(w))
      invokeRestart("muffleWarning")
    }
  )
  said
}

unit <- c(0, 1)

test_that("a study whose rewards do not fit is warned about once, with the argument that would mend it", {
  skip_in_quick()
  policies <- list(policy_ucb1(range = unit), policy_ucb(sd = 1), policy_moss(range = unit), policy_se(sd = 1), policy_thompson(sd = 1),
                   policy_exp3(), policy_ars_ucb(), policy_ag())
  said <- warning_of(list(loud = loud, fine = bandit(arms_bernoulli(0.5))), policies)
  expect_length(said, 1)
  mends <- c("policy_ucb1(sd = 60)", "policy_ucb(sd = 60)", "policy_moss(sd = 60)", "policy_se(sd = 60)",
             "policy_thompson(sd = 60)", "policy_exp3(range = c(-140, 360))", "policy_ars_ucb(range = c(-140, 360))",
             "policy_ag(range = c(-140, 360))")
  for (mend in mends) expect_match(said, mend, fixed = TRUE)
  expect_no_match(said, "fine")
  mended <- lapply(mends, function(code) eval(parse(text = code)))
  expect_null(warning_of(loud, mended))
})

test_that("without progress and messages a study is silent, but for warnings and errors", {
  quiet <- function(bandit, horizon = 10) suppressMessages(run_study(bandit, policy_ucb1(range = unit), horizon, reps = 2, seed = 1, progress = FALSE))
  expect_silent(quiet(bandit(arms_bernoulli(c(0.2, 0.8)))))
  wide <- bandit(arms_gaussian(c(0, 50), 20))
  expect_warning(quiet(wide), class = "unruly_warning_scale")
  expect_error(suppressWarnings(quiet(wide, 0)), class = "unruly_error_argument")
  expect_silent(suppressWarnings(quiet(wide), classes = "unruly_warning_scale"))
})

test_that("bounded rewards are mended by their range", {
  skip_in_quick()
  said <- warning_of(bandit(arms_constant(c(900, 1000))), list(policy_exp3(), policy_ucb1(range = unit)))
  expect_match(said, "policy_exp3(range = c(900, 1000))", fixed = TRUE)
  expect_no_match(said, "UCB1") # no noise at all
  ratings <- bandit(arms_categorical(rbind(1:5, 5:1), 1:5))
  said <- warning_of(ratings, list(policy_ucb1(range = unit), policy_se(sd = 1), policy_moss(range = c(1, 5))))
  expect_match(said, "policy_ucb1(range = c(1, 5))", fixed = TRUE)
  expect_match(said, "policy_se(sd = 2)", fixed = TRUE)
  expect_no_match(said, "MOSS")
  expect_error(warning_of(ratings, policy_kl_ucb(range = unit)), "range = c(1, 5)", fixed = TRUE, class = "unruly_error_policy")
  expect_error(warning_of(ratings, policy_thompson(range = unit)), "range = c(1, 5)", fixed = TRUE, class = "unruly_error_policy")
  expect_null(warning_of(ratings, list(policy_kl_ucb(range = c(1, 5)), policy_thompson("bernoulli", range = c(0, 5)))))
  expect_null(warning_of(ratings, list(policy_kl_ucb(), policy_thompson(), policy_ucb1(), policy_se(), policy_exp3())))
})

test_that("a scale that fits causes no warning", {
  skip_in_quick()
  theirs <- list(policy_ucb1(), policy_moss(), policy_exp3(), policy_se(), policy_thompson("bernoulli"), policy_kl_ucb())
  for (arms in list(arms_bernoulli(c(0.1, 0.9)), arms_beta(mean = prior_uniform(2)), arms_constant(c(0, 1)),
                    arms_tape(diag(20)))) {
    expect_null(warning_of(bandit(arms), theirs))
  }
  expect_null(warning_of(bandit(arms_gaussian(prior_uniform(2), sd = 1 / 5)), list(policy_ucb1(), policy_ucb())))
  expect_null(warning_of(bandit(arms_gaussian(c(50, 60), sd = 1)), list(policy_se(), policy_ucb(), policy_thompson())))
  drawn <- bandit(arms_gaussian(c(0.5, 0.5), sd = prior_uniform(2, 0.1, 3)))
  expect_match(warning_of(drawn, list(policy_ucb(sd = 1), policy_thompson(sd = 1))), "policy_ucb(sd = 3)", fixed = TRUE)
  expect_null(warning_of(drawn, list(policy_ucb(), policy_thompson())))
  pays <- bandit(arms_bernoulli(0.5)) |> with_waiting(c(0.5, 0.5), pay = c(0.2, 0.9))
  expect_null(warning_of(pays, policy_ucb1()))
})

test_that("policies that do not look at the scale do not warn", {
  skip_in_quick()
  expect_null(warning_of(loud, list(policy_uniform(), policy_etc(2), policy_epsilon_greedy(), policy_oracle())))
})

test_that("the ends that are suggested are short, and never too narrow", {
  skip_in_quick()
  up <- unruly:::rounded_up
  out <- unruly:::rounded_out
  expect_equal(up(c(60)), 60)
  expect_equal(up(1.463596), 1.47)
  expect_equal(up(0.9753356), 0.976)
  expect_equal(out(c(-1.988655, 2.935575)), c(-1.99, 2.94))
  expect_equal(out(c(900, 1000)), c(900, 1000))
  expect_equal(out(c(0.1, 0.3)), c(0.1, 0.3))
  expect_gt(diff(out(c(5, 5))), 0)
  withr::local_seed(1)
  claim <- many_claims()
  for (i in 1:200) {
    x <- sort(rnorm(2) * 10^sample(-6:6, 1))
    found <- out(x)
    claim(found[1] <= x[1] + 1e-9 * diff(x) && found[2] >= x[2] - 1e-9 * diff(x) && diff(found) < 1.03 * diff(x), "ends of", x)
    claim(up(x[2]^2) >= x[2]^2 * (1 - 1e-9) && up(x[2]^2) < 1.02 * x[2]^2, "the end above", x[2]^2)
  }
  expect_claims(claim, 400)
})

test_that("bad scales are refused", {
  expect_errors({
    policy_ucb1(range = c(1, 1))
    policy_ucb1(range = 1)
    policy_ucb1(sd = 0)
    policy_ucb1(range = c(0, 2), sd = 1)
    policy_ucb1(alpha = 0)
    policy_ucb(sd = -1)
    policy_thompson("bernoulli", sd = 2)
    policy_thompson("gaussian", range = c(0, 2))
    policy_thompson(range = c(0, 2), sd = 1)
    policy_thompson("beta")
    policy_exp3(range = c(0, NA))
    policy_kl_ucb(range = c(0, Inf))
  })
})

# --- what policies do with a scale -----------------------------------------------

# Rewards times a power of 2 change nothing but exponents, so that a policy told
# of the scale must make the very same choices.
expect_equivariant <- function(make, times, plus = 0, arms = c("gaussian", "bernoulli"), trait = identity, horizon = 3000) {
  laws <- list(
    gaussian = function(a, b) arms_gaussian(a * c(0.2, 0.5, 0.4) + b, sd = a / 4),
    bernoulli = function(a, b) arms_categorical(rbind(c(0.7, 0.3), c(0.4, 0.6), c(0.5, 0.5)), a * c(0, 1) + b)
  )
  for (law in laws[arms]) {
    choose <- function(a, b, policy) choices(play(trait(bandit(law(a, b))), policy, horizon, record = 1))[c("round", "arm")]
    usual <- choose(1, 0, make(NULL))
    expect_identical(choose(times, plus, make(times)), usual)
    # Who is not told plays otherwise: the test could fail.
    expect_false(identical(choose(times, plus, make(NULL)), usual))
  }
}

test_that("policies told of the scale make the choices of the usual one", {
  skip_in_quick()
  on_range <- function(policy) function(times) policy(range = c(0, times %||% 1))
  on_sd <- function(policy, usual) function(times) if (is.null(times)) policy(sd = usual) else policy(sd = usual * times)
  expect_equivariant(on_range(policy_ucb1), 64)
  expect_equivariant(on_sd(policy_ucb1, 0.5), 1 / 64)
  expect_equivariant(on_range(policy_moss), 64)
  expect_equivariant(on_sd(policy_ucb, 1), 64)
  expect_equivariant(on_sd(policy_se, 1 / 16), 1 / 64)
  expect_equivariant(on_range(policy_ars_ucb), 64)
  expect_equivariant(on_range(policy_ht_ucb), 64, trait = function(b) b |> with_fairness(0.1, 0))
  expect_equivariant(on_sd(policy_fc_se, 1 / 16), 1 / 64, trait = function(b) b |> with_patience(3))
  lives <- function(b) b |> with_lifetimes(1, c(2500, 2600, 3000), known = TRUE)
  expect_equivariant(on_range(function(...) policy_ucb_l(scale = 0.2, ...)), 64, trait = lives)
  expect_equivariant(on_range(\(...) policy_ucb_l(..., bonus = "constant")), 64, trait = lives)
})

literal_exp3_arms <- function(observed, u, scaled, horizon = length(observed)) {
  gamma <- min(1, sqrt(2 * log(2) / ((exp(1) - 1) * horizon)))
  w <- c(1, 1)
  vapply(seq_along(observed), function(t) {
    p <- (1 - gamma) * w / sum(w) + gamma / 2
    arm <- if (u[t] < p[1]) 1L else 2L
    w[arm] <<- w[arm] * exp(gamma * scaled(observed[t]) / (p[arm] * 2))
    arm
  }, 0L)
}

literal_gaussian_arms <- function(observed, random, sd) {
  n <- sums <- c(0, 0)
  vapply(seq_along(observed), function(t) {
    arm <- which(n == 0)[1]
    if (is.na(arm)) {
      arm <- literal_greatest_draw(list(random = random), 1:2, sums / n, function(tail, upper) {
        sums / n + sd * normal_by_tail(tail, upper) / sqrt(n)
      })
    }
    n[arm] <<- n[arm] + 1
    sums[arm] <<- sums[arm] + observed[t]
    as.integer(arm)
  }, 0L)
}

test_that("policies with a random stream make the same choices, given the same numbers", {
  # The parameters of a policy address its stream, so that the numbers differ:
  # compare with the literal rule fed with the right ones, at another scale.
  in_range <- function(x) (x + 3) / 8
  values <- c(-3, 1, 5)
  prob <- rbind(c(0.6, 0.2, 0.2), c(0.2, 0.3, 0.5))
  b <- bandit(arms_categorical(prob, values))
  for (policy in list(policy_exp3(range = c(-3, 5)), policy_thompson("bernoulli", range = c(-3, 5)), policy_thompson(sd = 4))) {
    played <- choices(play(b, policy, 400))
    u <- .Call(unruly:::C_policy_uniforms, unruly:::describe_policy(policy), 1, 1, 3000)
    wanted <- if (policy$constructor == "policy_exp3") literal_exp3_arms(played$observed, u, in_range) else
      if (!is.null(policy$parameters$sd)) literal_gaussian_arms(played$observed, policy_numbers(policy, 1, 1, 0), 4)
    if (!is.null(wanted)) expect_equal(played$arm, wanted)
    expect_gt(mean(tail(played$arm, 200) == 2), if (policy$constructor == "policy_exp3") 0.5 else 0.8)
  }
})

test_that("KL-UCB and a beta posterior see a range as [0, 1]", {
  prob <- rbind(c(0.7, 0.3), c(0.4, 0.6))
  of <- function(values, policy) choices(play(bandit(arms_categorical(prob, values)), policy, 2000, record = 1))[c("round", "arm")]
  expect_identical(of(c(-4, 12), policy_kl_ucb(range = c(-4, 12))), of(c(0, 1), policy_kl_ucb()))
  found <- of(c(-4, 12), policy_thompson("bernoulli", range = c(-4, 12)))
  expect_gt(mean(tail(found$arm, 1000) == 2), 0.9)
})

test_that("the usual scale leaves a policy what it is, stream and all", {
  same <- function(a, b) expect_identical(unruly:::describe_policy(a), unruly:::describe_policy(b))
  same(policy_ucb1(alpha = 2, range = c(0, 1)), as_usual(policy_ucb1()))
  same(policy_exp3(range = c(0, 1)), as_usual(policy_exp3()))
  same(policy_thompson(sd = 1), as_usual(policy_thompson()))
  same(policy_thompson("bernoulli", range = c(0, 1)), as_usual(policy_thompson("bernoulli")))
  same(policy_fc_entry(4, 9, sd = 1), as_usual(policy_fc_entry(4, 9)))
  expect_identical(policy_ucb1(range = c(0, 1))$parameters, list(alpha = 2, range = c(0, 1)))
})

test_that("UCB1 takes alpha, and Gaussian rewards of any scale are learned with sd", {
  literal <- function(alpha, width, pays) {
    counts <- sums <- c(0, 0)
    vapply(seq_along(pays), function(t) {
      index <- sums / counts + sqrt(alpha * width^2 * log(t) / counts)
      index[counts == 0] <- Inf
      arm <- which.max(index)
      counts[arm] <<- counts[arm] + 1
      sums[arm] <<- sums[arm] + pays[t]
      arm
    }, 1L)
  }
  for (case in list(list(2, 1, policy_ucb1()), list(0.5, 1, policy_ucb1(alpha = 0.5)),
                    list(3, 120, policy_ucb1(alpha = 3, sd = 60)))) {
    played <- choices(play(loud, case[[3]], 400))
    expect_identical(literal(case[[1]], case[[2]], played$observed), played$arm)
  }
  final <- summary(run_study(loud, list(policy_ucb1(sd = 60)), 2e4, reps = 10, seed = 1, threads = 1, progress = FALSE))
  expect_lt(final$upper, 2e4 * 20 / 10) # a tenth of always playing the worse arm
})

test_that("whole stretches are played as round by round, on any scale", {
  b <- bandit(arms_categorical(rbind(c(0.7, 0.3), c(0.4, 0.6), c(0.45, 0.55)), c(-4, 12)))
  policies <- list(policy_ucb1(range = c(-4, 12)), policy_ucb(sd = 8), policy_kl_ucb(range = c(-4, 12)),
                   policy_moss(range = c(-4, 12)))
  kept <- function(keep) pulls(play(b, policies, 2e4, keep = keep, record = 1))
  expect_identical(kept("summary"), kept("choices"))
})

test_that("policies that know only rewards in [0, 1] say so on others", {
  skip_in_quick()
  gaussian <- bandit(arms_gaussian(c(0, 50, 100), sd = 20))
  warned_of <- function(bandit, policy) {
    warning <- tryCatch(run_study(bandit, policy, 10, reps = 1, seed = 1), unruly_warning_scale = conditionMessage)
    expect_match(warning, "It has no argument for another scale: rescale the rewards.", fixed = TRUE)
  }
  spread <- with_spread(gaussian, spread_delay(1, 1))
  for (policy in list(policy_odaaf(1), policy_odaaf(length = 2), policy_ars_exp3(), policy_clw(3), policy_clw(spread = "guessed"))) {
    warned_of(spread, policy)
  }
  for (policy in list(policy_lfg(), policy_flearn(), policy_flearn(learner = "thompson"))) {
    warned_of(with_fairness(gaussian, 0.1, 0.1), policy)
  }
  warned_of(with_delay(gaussian, 2), policy_delayed_ucb1())
  warned_of(bandit_mortal(5, 10, 5, reward = arms_gaussian(prior_normal(3, 9), sd = 3)), policy_ucb_subset(2))
  expect_no_warning(run_study(with_fairness(bandit(arms_bernoulli(c(0.2, 0.6))), 0.1, 0.1), list(policy_lfg(), policy_flearn()), 10, reps = 1, seed = 1))
})

test_that("a warning that several policies share is given once", {
  policies <- lapply(1:5, function(a) policy_ucb1(alpha = a, range = unit, label = paste("UCB1, alpha =", a)))
  said <- warning_of(loud, c(policies, list(policy_ucb(sd = 1))))
  expect_match(said, '"UCB1, alpha = 1", "UCB1, alpha = 2", "UCB1, alpha = 3" and 2 more are made for', fixed = TRUE)
  expect_match(said, "UCB is made for a standard deviation of 1", fixed = TRUE)
  expect_length(gregexpr("made for", said)[[1]], 3) # the headline's, and two
})

test_that("an experiment does not warn of the scale that is its paper's", {
  skip_in_quick()
  expect_no_warning(run_experiment("fair-2", reps = 1, horizon = 50, threads = 1))
  described <- describe_experiment("fair-2")
  expect_match(warning_of(described$bandits(50), described$policies(50)), "LFG.* more are made for rewards in \\[0, 1\\]")
})

# --- scales that come from the bandit -------------------------------------------------

# The scale of a policy that is given none, in words.
taken <- function(policy, bandit) {
  unruly:::scale_words(unruly:::scale_in(unruly:::assuming(unruly:::resolve_policy(policy, unruly:::stated_scale(bandit)))))
}

test_that("a scale that is not given is what the bandit states", {
  skip_in_quick()
  states <- list(
    bernoulli = bandit(arms_bernoulli(c(0.1, 0.9))), ratings = bandit(arms_categorical(rbind(1:5, 5:1), 1:5)),
    gaussian = bandit(arms_gaussian(c(7, 9), sd = c(2, 3))), heavy = bandit(arms_student(3, c(0, 1))),
    constant = bandit(arms_constant(c(5, 7))), quiet = bandit(arms_gaussian(c(7, 9), sd = 0)),
    small = bandit(arms_constant(c(0.5, 0.7))), told = bandit(arms_constant(c(5, 7), range = c(0, 10))),
    tape = bandit(arms_tape(matrix(5:8, 2), range = c(0, 10))), observed = bandit(arms_empirical(list(3, 4), range = c(0, 10))),
    pays = bandit(arms_bernoulli(0.5)) |> with_waiting(c(0.5, 0.5), pay = c(0.2, 0.9)),
    spread = bandit(arms_bernoulli(c(0.1, 0.9))) |> with_spread(spread_delay(1, 2))
  )
  of <- function(policy) vapply(states, function(b) taken(policy, b), "")
  expect_identical(of(policy_exp3()), c(bernoulli = "on [0, 1]", ratings = "on [1, 5]", gaussian = "on [0, 1]", heavy = "on [0, 1]",
    constant = "on [0, 1]", quiet = "on [0, 1]", small = "on [0, 1]", told = "on [0, 10]", tape = "on [0, 10]", observed = "on [0, 10]",
    pays = "on [0, 1]", spread = "on [0, 1]"))
  expect_identical(of(policy_ucb1()), replace(of(policy_exp3()), "gaussian", "sd = 3"))
  expect_identical(of(policy_forgetting_ucb(50, index = "kl")), of(policy_exp3()))
  expect_identical(unname(of(policy_se())), sprintf("sd = %g", c(0.5, 2, 3, 1, 0.5, 0.5, 0.5, 5, 5, 5, 0.5, 0.5)))
  families <- ifelse(names(states) %in% c("gaussian", "heavy", "spread"), paste("gaussian,", of(policy_se())),
                     paste("bernoulli", of(policy_exp3())))
  expect_identical(unname(of(policy_thompson())), families)
  expect_identical(of(policy_top_two()), of(policy_thompson()))
  expect_identical(of(policy_kl_ucb()), of(policy_thompson()))
  expect_identical(of(policy_thompson("gaussian")), stats::setNames(paste("gaussian,", of(policy_se())), names(states)))
  expect_identical(of(policy_thompson("bernoulli")), stats::setNames(paste("bernoulli", of(policy_exp3())), names(states)))
  expect_identical(of(policy_glr_kl_ucb()), of(policy_thompson("bernoulli")))
  expect_identical(unname(of(policy_tracking())), sub(", sd.*", "", families))
  # Flearn knows no scale: its beta prior is for rewards in [0, 1].
  expect_identical(of(policy_flearn(learner = "thompson"))[["bernoulli"]], "bernoulli")
  expect_identical(of(policy_flearn(learner = "thompson"))[["ratings"]], "gaussian")
  expect_error(arms_tape(matrix(5:8, 2), range = c(0, 7)), "`range`", class = "unruly_error_argument")
  expect_error(arms_constant(c(1, 9), range = c(9, 1)), "`range`", class = "unruly_error_argument")
})

test_that("a scale that is given is played, and both a range and a deviation are an error", {
  skip_in_quick()
  given <- list(policy_ucb1(range = c(0, 3)), policy_ucb1(sd = 1), policy_se(sd = 2), policy_thompson(sd = 3), policy_exp3(range = c(0, 1)),
                policy_uniform(), policy_kl_ucb(family = "exponential"), policy_tracking("gaussian"), policy_flearn())
  for (policy in given) {
    expect_identical(unruly:::resolve_policy(policy, list(range = c(0, 9))), policy)
  }
  expect_identical(policy_thompson(sd = 2)$parameters$family, "gaussian")
  expect_identical(policy_thompson(range = c(0, 2))$parameters$family, "bernoulli")
  for (make in list(policy_ucb1, policy_thompson, policy_top_two, policy_kl_ucb, policy_lucb)) {
    expect_error(make(range = c(0, 1), sd = 1), "`sd` must be omitted if `range` is given", class = "unruly_error_combination")
  }
  for (make in list(stop_glr, stop_posterior)) {
    expect_error(make(range = c(0, 1), sd = 1), "`sd` must be omitted if `range` is given", class = "unruly_error_combination")
  }
})

test_that("means do not matter: Bernoulli arms are of one scale, whatever they pay", {
  all <- lapply(c("policy_thompson", "policy_se", "policy_ucb1", "policy_exp3", "policy_kl_ucb", "policy_moss", "policy_bayes_ucb"),
                function(name) get(name)())
  told <- function(prob) lapply(unruly:::resolve_policies(all, bandit(arms_bernoulli(prob))), unruly:::describe_policy)
  expect_identical(told(c(0.5, 0.6, 0.7)), told(c(0.1, 0.2, 0.9)))
})

test_that("the scale of the rewards makes the policies learn as they should", {
  skip_in_quick()
  means <- function(bandit, policies, ...) {
    table <- summary(run_study(bandit, policies, ..., threads = 1, progress = FALSE))
    stats::setNames(signif(table$mean, 4), table$policy)
  }
  bernoulli <- bandit(arms_bernoulli(c(0.5, 0.6, 0.7)))
  policies <- list(policy_thompson(), policy_se(), policy_ucb(), policy_ucb1())
  expect_identical(means(bernoulli, policies, 5000, reps = 100, seed = 2), c(Thompson = 27.75, SE = 375.1, UCB = 69.91, UCB1 = 113.2))
  expect_no_warning(found <- means(bandit(arms_gaussian(c(0, 1))), policy_ucb1(), 2000, reps = 50, seed = 1))
  expect_identical(found, c(UCB1 = 44.44))
})

test_that("a policy is resolved for each bandit of a study, which plays it as if it were alone", {
  skip_in_quick()
  bandits <- list(clicks = bandit(arms_bernoulli(c(0.3, 0.6))), weights = bandit(arms_gaussian(c(60, 75), sd = 20)))
  policies <- list(policy_thompson(), policy_se(), policy_floor(policy_ucb1(), 0.1), policy_exp3(range = c(0, 100)))
  run <- function(bandit, policies, ...) {
    suppressMessages(suppressWarnings(run_study(bandit, policies, 200, reps = 2, seed = 1, threads = 1, progress = FALSE, ...)))
  }
  both <- run(bandits, policies)
  given <- list(clicks = list(policy_thompson(range = c(0, 1)), policy_se(sd = 0.5), policy_floor(policy_ucb1(range = c(0, 1)), 0.1)),
                weights = list(policy_thompson(sd = 20), policy_se(sd = 20), policy_floor(policy_ucb1(sd = 20), 0.1)))
  for (name in names(bandits)) {
    alone <- run(bandits[name], given[[name]])
    of <- function(study) subset(regret(study), bandit == name & policy != "Exp3")
    expect_equal(of(both), of(alone), ignore_attr = TRUE)
  }
  printed <- gsub("\n *", " ", paste(capture.output(print(both)), collapse = "\n"))
  expect_match(printed, "Scales: clicks: Thompson bernoulli on [0, 1]; SE sd = 0.5; Floor (UCB1) on [0, 1] | weights: Thompson gaussian,",
                fixed = TRUE)
  settings <- as_tibble(both, "settings")
  expect_identical(settings$sd, c(NA, 0.5, NA, NA, 20, 20, 20, NA))
  expect_identical(settings$family, c("bernoulli", NA, NA, NA, "gaussian", NA, NA, NA))
  expect_identical(settings$range[[1]], c(0, 1))
  expect_identical(c(run(bandits[1], policies), run(bandits[2], policies))$tables, both$tables)
})

test_that("resolved scales are part of a study's identity", {
  skip_in_quick()
  values <- function(bandit, policy) unruly:::study_values(run_study(bandit, policy, 10, reps = 1, seed = 1, threads = 1)$description)$policies
  narrow <- bandit(arms_empirical(list(c(0, 1), 0.5)))
  wide <- bandit(arms_empirical(list(c(0, 1), 0.5), range = c(0, 2)))
  expect_identical(values(narrow, policy_ucb1()), values(narrow, policy_ucb1(range = c(0, 1))))
  expect_false(identical(values(narrow, policy_ucb1()), values(wide, policy_ucb1())))
  skip_if_not_installed("nanoparquet")
  path <- withr::local_tempfile()
  policies <- list(policy_ars_ucb(), policy_thompson(), policy_fc_se())
  b <- bandit(arms_bernoulli(c(0.2, 0.7))) |> with_patience(5)
  kept <- run_study(b, policies, 50, reps = 3, seed = 1, threads = 1, progress = FALSE, path = path)
  expect_identical(read_study(path), kept)
  expect_identical(kept$tables, run_study(b, policies, 50, reps = 3, seed = 1, threads = 1, progress = FALSE)$tables)
})

test_that("rules take their scale from the bandit, each bandit's its own", {
  skip_on_cran()
  bandits <- list(clicks = bandit(arms_bernoulli(c(0.2, 0.8))), weights = bandit(arms_gaussian(c(60, 90), sd = 20)))
  stopped <- function(bandits, stop) {
    recommendations(run_study(bandits, policy_uniform(), 400, reps = 4, seed = 1, threads = 1, progress = FALSE, stop = stop))
  }
  for (rules in list(list(stop_glr(), stop_glr(family = "bernoulli", range = c(0, 1)), stop_glr(sd = 20)),
                     list(stop_evidence(2, alternative = "less"), stop_evidence(2, alternative = "less", range = c(0, 1)),
                          stop_evidence(2, alternative = "less", sd = 20)),
                     list(stop_glr(rate = "practical"), stop_glr(range = c(0, 1), rate = "practical"), stop_glr(sd = 20, rate = "practical")),
                     list(stop_posterior() | stop_at(300), stop_posterior(range = c(0, 1)) | stop_at(300), stop_posterior(sd = 20) | stop_at(300)))) {
    found <- stopped(bandits, rules[[1]])
    expect_equal(subset(found, bandit == "clicks"), stopped(bandits["clicks"], rules[[2]]), ignore_attr = TRUE)
    expect_equal(subset(found, bandit == "weights"), stopped(bandits["weights"], rules[[3]]), ignore_attr = TRUE)
  }
  expect_error(stopped(bandits, stop_separated()), "needs rewards in [0, 1]", fixed = TRUE, class = "unruly_error_argument")
  expect_error(stop_glr(family = "gaussian", rate = "proved"), class = "unruly_error_argument")
  expect_identical(stop_glr(rate = "proved")$parameters$family, "bernoulli")
})

test_that("exact studies resolve, too", {
  b <- bandit(arms_categorical(rbind(c(0.4, 0.6), c(0.7, 0.3)), c(0, 4)))
  found <- function(...) exact_study(b, list(...), 20, threads = 1)$laws
  expect_identical(found(policy_ucb1(), policy_kl_ucb()), found(policy_ucb1(range = c(0, 4)), policy_kl_ucb(range = c(0, 4))))
  for (rule in list(list(stop_glr(rate = "practical"), stop_glr(rate = "practical", range = c(0, 4))),
                    list(stop_glr(0.5, "bernoulli"), stop_glr(0.5, "bernoulli", range = c(0, 4))))) {
    expect_identical(exact_study(b, policy_uniform(), 20, threads = 1, stop = rule[[1]])$laws,
                     exact_study(b, policy_uniform(), 20, threads = 1, stop = rule[[2]])$laws)
  }
})

test_that("a given scale that is twice as wide as it need be, or more, is told of", {
  skip_in_quick()
  said <- function(bandit, policies) {
    tryCatch({
      suppressWarnings(run_study(bandit, policies, 10, reps = 1, seed = 1, threads = 1, progress = FALSE))
      NULL
    }, unruly_message_scale = conditionMessage)
  }
  coins <- bandit(arms_bernoulli(c(0.2, 0.8)))
  expect_match(said(coins, policy_se(sd = 1)), "SE is made for a standard deviation of 1; \"bandit\": rewards in [0, 1]", fixed = TRUE)
  expect_match(said(coins, policy_floor(policy_exp3(range = c(0, 2)), 0.1)), "made for rewards in [0, 2]", fixed = TRUE)
  for (policy in list(policy_se(), policy_se(sd = 0.99), policy_exp3(range = c(0, 1.9)), policy_ucb1(sd = 0.6), policy_lfg)) {
    if (!is.function(policy)) expect_null(said(coins, policy))
  }
  expect_match(said(loud, policy_ucb1(sd = 120)), "a standard deviation of 120", fixed = TRUE)
  # Nothing says how wide a range of rewards without bounds should be, or of those of which nothing is stated.
  expect_null(said(loud, list(policy_exp3(range = c(-1000, 1000)), policy_ucb1(sd = 100))))
  expect_null(said(bandit(arms_constant(c(5, 7))), policy_ucb1(sd = 100)))
})

test_that("policies say what is to come from the bandit", {
  expect_output(print(policy_se()), "SE (error = 1 / T, sd from the bandit)", fixed = TRUE)
  expect_output(print(policy_ucb_l()), "range or sd from the bandit", fixed = TRUE)
  expect_output(print(policy_thompson()), "Thompson (family from the bandit)", fixed = TRUE)
  expect_output(print(policy_kl_ucb(family = "gaussian")), "family = gaussian, sd from the bandit", fixed = TRUE)
  expect_output(print(stop_glr()), "family from the bandit", fixed = TRUE)
  expect_output(print(stop_separated()), "range from the bandit", fixed = TRUE)
  expect_identical(policy_kl_ucb(family = "gaussian")$label, "KL-UCB (gaussian)")
  expect_identical(policy_kl_ucb(sd = 2)$label, "KL-UCB")
})

test_that("grids keep their names and get their scale", {
  grid <- policy_grid(policy_ucb1, alpha = c(0.5, 2))
  study <- run_study(bandit(arms_gaussian(c(60, 90), sd = 20)), grid, 50, reps = 2, seed = 1, threads = 1, progress = FALSE)
  settings <- as_tibble(study, "settings")
  expect_identical(settings[c("policy", "alpha", "sd")], tibble::tibble(policy = names(grid), alpha = c(0.5, 2), sd = c(20, 20)))
})

test_that("an object whose open arguments were edited is refused", {
  skip_in_quick()
  policy <- policy_ucb1()
  policy$parameters <- list(beta = 1)
  expect_error(run_study(loud, policy, 10, reps = 1), class = "unruly_error_argument")
  policy$parameters <- list(alpha = -1)
  expect_error(run_study(loud, policy, 10, reps = 1), class = "unruly_error")
  rule <- stop_glr()
  for (wrong in list(list(family = "poisson"), list(range = c(1, 0)), list(range = "a"), list(sd = 1, family = "bernoulli"), list(5))) {
    rule$parameters <- c(list(rate = "mixture"), wrong)
    expect_error(rule | stop_at(3), class = "unruly_error_argument")
  }
})

test_that("constants that change, outside of the scale that a policy takes, are warned of", {
  skip_in_quick()
  moving <- function(low, high) bandit(arms_constant(c(low, high))) |> with_changes(changes_at(50, rbind(c(high, low))))
  for (policy in list(policy_ucb1(), policy_ucb(sd = 1), policy_forgetting_ucb(20), policy_moss())) {
    expect_match(warning_of(moving(200, 300), policy), "another scale")
    expect_null(warning_of(moving(0.2, 0.3), policy))
  }
  expect_null(warning_of(moving(200, 300), policy_ucb1(range = c(200, 300))))
})

# Rewards that are shown late, and told apart.

one <- function() bandit(arms_tape(matrix(c(1, numeric(60)), nrow = 1)))

# The lag of the first pull in many replications.
lags_drawn <- function(delay, reps = 4000, horizon = 61) {
  study <- run_study(one() |> with_delay(delay), policy_fixed(1), horizon, reps = reps, seed = 1, keep = "choices", record = 1)
  shown <- choices(study)
  found <- shown[shown$observed == 1, ]
  lag <- rep(Inf, reps)
  lag[found$rep] <- found$round - 1
  lag
}

test_that("a fixed lag shows each reward that many rounds later; a lag of 0 at once", {
  skip_on_cran()
  for (lag in c(0, 1, 7, 100)) {
    arms <- arms_bernoulli(c(0.4, 0.7))
    b <- bandit(arms) |> with_delay(lag)
    played <- core_choices(b, policy_round_robin(), 50)
    plain <- core_choices(bandit(arms), policy_round_robin(), 50)
    expect_identical(played$reward, plain$reward)
    expect_identical(played$observed, c(rep(0, lag), plain$reward)[1:50])
  }
})

test_that("lags by arm: rewards of several pulls may be shown together", {
  b <- bandit(arms_constant(c(1, 10))) |> with_delay(list(2, 1))
  expect_identical(core_choices(b, policy_round_robin(), 8)$observed, c(0, 0, 11, 0, 11, 0, 11, 0))
})

test_that("fixed lags by arm are a list, in any order if it has names", {
  named <- bandit(arms_bernoulli(c(a = 0.2, b = 0.8)))
  expect_identical(named |> with_delay(list(b = 1, a = 2)), named |> with_delay(list(2, 1)))
  expect_identical(named |> with_delay(list(3)), named |> with_delay(3))
  expect_identical(with_delay(named, list(2, 1))$traits$delay$parameters, list(lag = c(2, 1)))
})

test_that("chances, matrices and laws give lags by these chances", {
  skip_in_quick()
  chance <- c(0.5, 0.2, 0, 0.3)
  drawn <- lags_drawn(chance)
  expect_gt(suppressWarnings(chisq.test(table(factor(drawn, c(1, 2, 4))), p = chance[chance > 0])$p.value), 1e-4)
  expect_true(all(drawn %in% c(1, 2, 4)))
  by_arm <- bandit(arms_constant(c(1, 1))) |> with_delay(rbind(c(1, 0, 0), c(0, 0, 1)))
  expect_identical(core_choices(by_arm, policy_fixed(1), 5)$observed, c(0, 1, 1, 1, 1))
  expect_identical(core_choices(by_arm, policy_fixed(2), 5)$observed, c(0, 0, 0, 1, 1))
  drawn <- lags_drawn(delay_geometric(4))
  expect_lt(abs(mean(drawn[is.finite(drawn)]) - 4), 0.3)
  expect_identical(min(drawn), 1)
  expect_gt(chisq.test(table(cut(drawn, c(0, 1, 2, 4, 8, Inf))), p = -diff(0.75^c(0, 1, 2, 4, 8, Inf)))$p.value, 1e-4)
  expect_identical(unique(lags_drawn(delay_geometric(1), 50)), 1)
  drawn <- lags_drawn(spread_delay(0, 4))
  expect_gt(chisq.test(table(drawn), p = rep(0.2, 5))$p.value, 1e-4)
  expect_setequal(unique(lags_drawn(spread_linear(3))), 1:3)
  for (mean in c(1.5, 10, 1e6)) { # one law by one argument
    late <- function(law) with_delay(one(), law)$traits$delay$parameters
    expect_equal(late(spread_geometric(mean)), late(delay_geometric(mean)))
    expect_equal(sum(as_tibble(spread_geometric(mean))$weight[1:3]), 1 - (1 - 1 / mean)^3)
  }
})

test_that("rewards, means and regret are those without a delay, and nothing is seen after the horizon", {
  arms <- arms_beta(mean = c(0.3, 0.5, 0.8))
  plain <- play(bandit(arms), policy_uniform(), 80)
  late <- play(bandit(arms) |> with_delay(delay_geometric(30)), policy_uniform(), 80)
  expect_identical(choices(late)[c("arm", "reward")], choices(plain)[c("arm", "reward")])
  expect_identical(regret(late), regret(plain))
  expect_lt(sum(choices(late)$observed), sum(choices(late)$reward))
  never <- play(bandit(arms) |> with_delay(1000), policy_uniform(), 80)
  expect_identical(sum(choices(never)$observed), 0)
  expect_true(all(is.na(pulls(never)$estimate)))
})

test_that("outcomes are lost with the probability `never`; the others have the lags and rewards that they would have", {
  skip_on_cran()
  arms <- bandit(arms_bernoulli(c(0.3, 0.6, 0.9)))
  game <- function(b, ...) choices(play(b, policy_uniform(), 3000, reps = 1, ...))
  for (law in drawn_of(list(5, list(0, 3, 20), c(0.5, 0.2, 0.3), delay_geometric(c(2, 9, 40)), spread_delay(0, 6)), 2)) {
    whole <- game(with_delay(arms, law))
    expect_false(anyNA(whole$shown))
    for (never in list(0.3, c(0, 0.5, 1))) {
      found <- game(with_delay(arms, law, never = never), overrun = TRUE)
      lost <- is.na(found$shown)
      expect_identical(found$shown[!lost], whole$shown[!lost])
      expect_identical(found[c("arm", "reward")], whole[c("arm", "reward")])
      expect_equal(sum(found$observed), sum(found$reward[!lost]))
      share <- tapply(lost, found$arm, mean)
      expect_true(all(abs(share - never) < 5 * sqrt(0.25 / table(found$arm)) & (share == never | rep_len(never, 3) %% 1 > 0)))
      # Neither the lag nor the reward says whether an outcome is lost.
      if (length(never) == 1) {
        expect_gt(stats::fisher.test(table(lost, found$reward))$p.value, 1e-4)
        lag <- whole$shown - whole$round
        if (length(unique(lag)) > 1) expect_gt(stats::wilcox.test(lag ~ lost, exact = FALSE)$p.value, 1e-4)
      }
    }
  }
})

test_that("outcomes after the last batch are not lost: overrun shows them", {
  b <- bandit(arms_bernoulli(c(0.3, 0.6))) |> with_batches(ends = c(3, 6))
  study <- play(b, policy_uniform(), 8, overrun = TRUE)
  expect_identical(is.na(choices(study)$shown), rep(FALSE, 8))
  expect_identical(sum(pulls(study)$shown), 8)
})

test_that("geometric lags above `longest` are never shown, the others as they would be", {
  arms <- bandit(arms_constant(c(1, 1)))
  shown <- function(...) choices(play(with_delay(arms, delay_geometric(c(4, 30), ...)), policy_uniform(), 3000, reps = 1))$shown
  whole <- shown()
  lag <- whole - seq_along(whole)
  for (longest in c(1, 7, 60)) expect_identical(shown(longest = longest), ifelse(lag > longest, NA, whole))
  expect_identical(shown(longest = Inf), whole)
})

test_that("without losses nothing differs from a delay as it was, and what is lost stays so with overrun", {
  b <- bandit(arms_bernoulli(c(0.3, 0.6)))
  for (law in list(0, list(1, 4), c(0.5, 0.5), delay_geometric(9))) expect_identical(with_delay(b, law, never = 0), with_delay(b, law))
  expect_identical(with_delay(b, 3, never = c(0, 0)), with_delay(b, 3))
  expect_identical(delay_geometric(4, Inf), delay_geometric(4))
  lost <- play(with_delay(b, 3, never = 1), policy_ucb1(), 50, overrun = TRUE)
  expect_identical(sum(choices(lost)$observed), 0)
  expect_true(all(is.na(pulls(lost)$estimate)))
  named <- bandit(arms_bernoulli(c(a = 0.3, b = 0.6)))
  expect_identical(with_delay(named, 3, never = c(b = 0.1, a = 0.2)), with_delay(named, 3, never = c(0.2, 0.1)))
  batched <- choices(play(with_delay(b, 3, never = 0.5) |> with_batches(7), policy_uniform(), 200))
  expect_true(all(batched$shown %% 7 == 0, na.rm = TRUE) && anyNA(batched$shown))
})

# ---- lags that depend on the reward --------------------------------------------------------------------

test_that("zeros have the lags of their own law, others those that they would have, and silent zeros none", {
  skip_on_cran()
  arms <- bandit(arms_categorical(matrix(1 / 3, 2, 3), c(0, 0.4, 1)))
  shown <- function(...) choices(play(with_delay(arms, ...), policy_uniform(), 2000))
  laws <- list(5, list(0, 9), c(0.5, 0.2, 0.3), delay_geometric(c(3, 20)), delay_geometric(9, longest = 12), spread_delay(0, 6))
  for (i in drawn_of(seq_along(laws), 2)) {
    other <- laws[[i %% length(laws) + 1]]
    usual <- shown(laws[[i]], never = 0.2)
    expect_identical(shown(laws[[i]], zero = laws[[i]], never = 0.2), usual)
    zero <- usual$reward == 0
    both <- shown(laws[[i]], zero = other, never = 0.2)
    expect_identical(both$shown, ifelse(zero, shown(other, never = 0.2)$shown, usual$shown))
    silent <- shown(laws[[i]], zero = Inf, never = 0.2)
    expect_identical(silent$shown, ifelse(zero, NA, usual$shown))
    same <- c("arm", "reward", "propensity")
    for (found in list(both, silent)) expect_identical(found[same], usual[same])
  }
  b <- bandit(arms_bernoulli(c(a = 0.3, b = 0.6)))
  for (law in laws) expect_identical(with_delay(b, law, zero = law), with_delay(b, law))
  expect_identical(with_delay(b, 1, zero = list(b = 2, a = 3)), with_delay(b, 1, zero = list(3, 2)))
})

test_that("silence changes no choice of those whom a 0 teaches nothing, and the arm named is that of most conversions a pull", {
  skip_on_cran()
  arms <- bandit(arms_bernoulli(c(0.2, 0.5, 0.6)))
  policies <- list(policy_exp3(0.2), policy_exp3(batch = 50), policy_uniform(), policy_round_robin(), policy_fixed(2),
                   policy_sleeping(policy_exp3(0.2)), policy_floor(policy_exp3(0.2), 0.3), policy_oracle())
  for (law in drawn_of(list(0, 7, delay_geometric(30)), 2)) {
    silent <- play(with_delay(arms, law, zero = Inf), policies, 400, reps = 3)
    heard <- play(with_delay(arms, law), policies, 400, reps = 3)
    for (table in list(regret, exits)) expect_identical(table(silent), table(heard))
    expect_identical(choices(silent)[names(choices(silent)) != "shown"], choices(heard)[names(choices(heard)) != "shown"])
    conversions <- choices(silent)
    conversions$arm <- as.integer(conversions$arm)
    named <- as.data.frame(recommendations(silent))
    named <- named[named$round == 400, ]
    for (i in seq_len(nrow(named))) {
      game <- game_of(conversions, named$policy[i], named$rep[i])
      seen <- !is.na(game$shown) & game$shown <= 400
      rate <- vapply(1:3, function(k) sum(game$reward[seen & game$arm == k]) / max(sum(game$arm == k), 1), 0)
      expect_identical(rate[named$arm[i]], max(rate))
    }
  }
})

test_that("policies and rules that take what was shown for a fair sample are named once where zeros are late", {
  skip_in_quick()
  b <- bandit(arms_bernoulli(c(0.3, 0.6))) |> with_delay(2, zero = 20)
  run <- function(policies, bandit = b, ...) run_study(bandit, policies, 30, reps = 1, seed = 1, record = 1, threads = 1, ...)
  quiet <- list(policy_uniform(), policy_round_robin(), policy_fixed(1), policy_exp3(0.1), policy_exp3(gamma = 0.1, share = 0.1), policy_exp3(batch = 9), policy_oracle(),
                policy_tsallis_inf(), policy_opse(), policy_conversion(), policy_conversion(rule = "thompson"), policy_matured(policy_ucb1(), 5), policy_sleeping(policy_exp3(0.1)), policy_index(function(view) view$mean))
  expect_no_warning(run(quiet), class = "unruly_warning_outcomes")
  expect_no_warning(run(quiet, stop = stop_at(20)), class = "unruly_warning_outcomes")
  said <- rlang::catch_cnd(run(list(policy_ucb1(), policy_exp3(0.1), policy_sleeping(policy_moss())), list(b, b), stop = stop_posterior(0.9)), "unruly_warning_outcomes")
  expect_match(conditionMessage(said), "fair sample: UCB1, Sleeping (MOSS), the rule \"posterior\".", fixed = TRUE)
  expect_warning(run(policy_ucb1(), list(plain = bandit(arms_bernoulli(0.5)), late = bandit(arms_bernoulli(0.5)) |> with_delay(2, zero = 20))),
                 class = "unruly_warning_outcomes")
  expect_no_warning(run(policy_ucb1(), bandit(arms_bernoulli(c(0.3, 0.6))) |> with_delay(3, never = 0.5)))
})

test_that("silent and reward-dependent lags are refused where they make no sense", {
  b <- bandit(arms_bernoulli(c(0.3, 0.6)))
  silent <- b |> with_delay(2, zero = Inf)
  expect_errors({
    with_delay(b, c(30, 800))
    with_delay(b, 1, zero = "late")
    with_delay(b, 1, zero = -1)
    with_delay(b, 1, zero = list(1, 2, 3))
    with_delay(b, 1, zero = c(0.2, 0.2))
    with_delay(bandit(arms_gaussian(c(0, 1))), 1, zero = Inf)
    with_delay(bandit(arms_constant(c(0.5, 1))), 1, zero = 2)
    with_delay(b |> with_spread(spread_delay(1, 2)), 1, never = 0.1)
    with_waiting(silent, c(0.5, 0.5))
    with_delay(bandit_mortal(3, 100, 10), 1, zero = list(1, 2, 3))
    run_study(silent, policy_ucb1(), 10)
    run_study(silent, policy_sleeping(policy_thompson()), 10)
    run_study(silent, policy_queue(policy_exp3()), 10)
    run_study(silent, policy_exp3(range = c(-1, 1)), 10)
    run_study(silent, policy_uniform(), 10, stop = stop_posterior(0.9))
    run_study(silent, policy_uniform(), 10, keep = "scores")
    estimates(run_study(silent, policy_uniform(), 10, reps = 1, seed = 1))
  })
})

test_that("a delay composes with the other traits", {
  skip_in_quick()
  arms <- arms_bernoulli(c(0.3, 0.6, 0.9))
  # A spread is shown late as a whole.
  spread <- core_choices(bandit(arms) |> with_spread(spread_window(1, 4)), policy_round_robin(), 60)
  both <- core_choices(bandit(arms) |> with_spread(spread_window(1, 4)) |> with_delay(5), policy_round_robin(), 60)
  expect_equal(both$observed, c(numeric(5), spread$observed)[1:60])
  # With waiting the lag counts from the end of the play.
  b <- bandit(arms_constant(c(1, 1))) |> with_waiting(c(0, 1)) |> with_delay(3)
  shown <- core_choices(b, policy_fixed(1, 2), 20)
  expect_identical(shown$observed, c(0, 0, rep(1, 8))) # ends in round 2: shown at the end of 5, during the third play
  # Arms that leave are still told of; who is there does not change.
  patient <- bandit(arms) |> with_patience(c(5, 20, 40))
  plain <- play(patient, policy_fixed(2), 60)
  late <- play(patient |> with_delay(10), policy_fixed(2), 60)
  expect_identical(exits(late), exits(plain))
  for (b in list(bandit(arms) |> with_fairness(0.1, 1), bandit(arms) |> with_entries(c(1, 1, 30)),
                 bandit(arms) |> with_lifetimes(1, c(30, 60, Inf)),
                 bandit_mortal(4, 200, 20, prior_uniform(4)))) {
    study <- play(b |> with_delay(c(0.5, 0.5)), list(policy_ucb1(), policy_thompson()), 100)
    expect_identical(max(regret(study)$pulls), 100)
  }
})

test_that("every policy plays where rewards are shown late, learning when it is told", {
  skip_in_quick()
  listed <- unruly:::policy_types()
  unit <- bandit(arms_bernoulli(c(0.2, 0.9)))
  made <- list(policy_fixed = policy_fixed(1), policy_etc = policy_etc(5), policy_odaaf = policy_odaaf(10),
               policy_odaaf_composite = policy_odaaf(length = 10), policy_clw = policy_clw(10),
               policy_queue = policy_queue(policy_ucb1()))
  plain <- setdiff(listed, c(unruly:::policy_types()[policies()$needs != ""], names(made), "policy_index", "policy_custom"))
  for (constructor in plain) {
    make <- function_of_type(constructor)
    if (length(needed_arguments(make)) > 0) next
    made[[constructor]] <- make()
  }
  expect_gt(length(made), 15)
  for (policy in share_of(made)) {
    if ("delay" %in% strsplit(policies()$refuses[unruly:::policy_types() == policy$constructor], ", ")[[1]]) next
    study <- run_study(unit |> with_delay(delay_geometric(10)), policy, 500, reps = 2, seed = 1, record = 1, threads = 1)
    expect_true(all(is.finite(regret(study)$regret)), info = policy$label)
  }
  # What is learned, is learned: far better than chance (0.35 a round).
  learn <- list(policy_ucb1(), policy_delayed_ucb1(), policy_thompson("bernoulli"), policy_exp3(), policy_moss(), policy_kl_ucb(),
                policy_se(), policy_etc(40), policy_epsilon_greedy(), policy_ars_ucb(1), policy_queue(policy_thompson("bernoulli")))
  study <- run_study(unit |> with_delay(delay_geometric(10)), learn, 5000, reps = 5, seed = 1, record = 1)
  expect_lt(max(summary(study)$mean), 0.35 * 5000 / 2)
})

# ---- against literal versions ----------------------------------------------------------

late_laws <- list(fixed = 12, none = 0, mixed = c(0.5, 0, 0.2, 0.3), by_arm = rbind(c(1, 0), c(0, 1), c(0.5, 0.5)),
                  uniform = spread_delay(0, 30))

test_that("Delayed-UCB1, queued policies and Exp3 make the choices of their literal versions", {
  skip_in_quick()
  bases <- list(list(policy_ucb1(), literal_index(function(t, a, n, mean, ...) mean + sqrt(2 * log(t) / n))),
                list(policy_ars_ucb(1), literal_ars_ucb(1)),
                list(policy_ars_exp3(), literal_ars_exp3()))
  for (name in drawn_of(names(late_laws), 2)) {
    lag <- delays_of(late_laws[[name]], 3, 600)
    for (arms in list(arms_bernoulli(c(0.3, 0.5, 0.7)), arms_constant(c(0.5, 0.5, 0.5)))) {
      law <- late_laws[[name]]
      expect_literal_late(arms, law, lag, policy_delayed_ucb1(), literal_delayed_ucb1, 600)
      expect_literal_late(arms, law, lag, policy_exp3(), literal_late_exp3, 600, numbers = 600)
      for (base in bases) expect_literal_late(arms, law, lag, policy_queue(base[[1]]), literal_queue(base[[2]]), 600, numbers = 2000)
    }
  }
})

test_that("to the policy in a queue arms enter in its own rounds", {
  skip_in_quick()
  first <- c(1, 1, 40, 200)
  bases <- list(list(policy_ucb_l(bonus = "constant"), literal_ucb_mortal()), list(policy_ucb_l(init = 0, bonus = "constant"), literal_ucb_mortal(0)),
                list(policy_ucb1(), literal_index(function(t, a, n, mean, ...) mean + sqrt(2 * log(t) / n))))
  for (law in drawn_of(late_laws[c("fixed", "none", "mixed", "uniform")], 2)) {
    for (arms in list(arms_bernoulli(c(0.3, 0.5, 0.7, 0.6)), arms_constant(c(0.1, 0.2, 0.3, 0.3)))) {
      for (base in bases) {
        expect_literal_late(arms, law, delays_of(law, 4, 700), policy_queue(base[[1]]), literal_queue(base[[2]]), 700, first = first)
      }
    }
  }
})

test_that("without a delay Delayed-UCB1 is UCB1, and a queued policy is itself", {
  skip_in_quick()
  arms <- arms_gaussian(c(0.1, 0.5, 0.4), 0.5)
  expect_identical(core_choices(bandit(arms), policy_delayed_ucb1(), 3000)$arm, core_choices(bandit(arms), policy_ucb1(), 3000)$arm)
  for (base in list(policy_ucb1(), policy_moss(), policy_se(), policy_etc(20), policy_ars_ucb(), policy_odaaf(3))) {
    expect_identical(core_choices(bandit(arms), policy_queue(base), 3000)$arm, core_choices(bandit(arms), base, 3000)$arm)
  }
  waits <- bandit(arms_bernoulli(c(0.5, 0.8))) |> with_waiting(four_waits)
  expect_identical(core_choices(waits, policy_queue(policy_wait_ucb()), 3000)[c("arm", "wait")],
                   core_choices(waits, policy_wait_ucb(), 3000)[c("arm", "wait")])
})

# With random numbers of its own the policy inside is compared in tests/c/test_compositions.c.
test_that("a queued policy without late outcomes is itself, whichever arms rest, sleep, leave, come or die", {
  skip_in_quick()
  arms <- bandit(arms_bernoulli(c(0.2, 0.4, 0.6, 0.8, 0.5)))
  settings <- list(arms |> with_rest(3), arms |> with_rest(1:5), arms |> with_absences(c(0.5, 0.9, 0.3, 1, 0.7)), arms |> with_patience(c(8, Inf, 12, 9, 30)),
                   arms |> with_entries(c(1, 30, 1, 60, 90)), arms |> with_lifetimes(c(1, 30, 1, 60, 90), c(80, Inf, 40, 120, 200)),
                   arms |> with_lifetimes(c(1, 30, 1, 60, 90), c(80, Inf, 40, 120, 200), known = TRUE) |> with_absences(0.6),
                   bandit_mortal(4, 200, 15, init = NULL))
  bases <- list(policy_ucb1(), policy_fewa(), policy_m_ucb(20), policy_ucb_l(bonus = "constant"), policy_ucb_l(), policy_se(), policy_etc(4), policy_lucb(),
                policy_fixed(2), policy_ars_ucb(1), policy_odaaf(3), policy_restart(policy_ucb1(), 30))
  able <- function(b, base) identical(unruly:::why_not_playable(base, b), NULL)
  for (i in seq_along(settings)) {
    b <- settings[[i]]
    for (base in Filter(function(base) able(b, base), drawn_of(bases, 4, i))) {
      both <- run_study(b, list(base, policy_queue(base)), 200, reps = 3, seed = 5, keep = "choices", record = c(3, 50, 200), progress = FALSE)
      rows <- split(choices(both)[c("rep", "round", "arm")], choices(both)$policy)
      expect_identical(rows[[1]], rows[[2]], ignore_attr = TRUE, info = base$label)
      named <- split(recommendations(both)$arm, recommendations(both)$policy)
      expect_identical(named[[1]], named[[2]], info = base$label)
    }
  }
})

test_that("outcomes that were shown are known when an arm is named", {
  b <- bandit(arms_gaussian(c(0.1, 0.9, 0.2))) # no ties, for which the policy inside draws numbers of its own
  both <- run_study(b, list(a = policy_successive_rejects(), q = policy_queue(policy_successive_rejects())), 4, reps = 200, seed = 1, progress = FALSE)
  named <- split(recommendations(both)$arm, recommendations(both)$policy)
  expect_identical(named[["a"]], named[["q"]])
  # The policy inside has committed to arm 2 when the second reward of arm 1, for which it never asks, is shown.
  late <- bandit(arms_tape(rbind(c(0, 1, 1, 1, 1, 1), rep(0.4, 6)))) |> with_delay(1)
  study <- run_study(late, policy_queue(policy_etc(1)), 6, reps = 1, seed = 1, keep = "choices", progress = FALSE)
  expect_equal(as.integer(choices(study)$arm), c(1, 1, 2, 2, 2, 2))
  expect_equal(as.integer(recommendations(study)$arm), 1)
})

test_that("the fast way and the plain one agree where rewards are late", {
  skip_in_quick()
  b <- bandit(arms_bernoulli(seq(0.1, 0.8, length.out = 12))) |> with_delay(delay_geometric(40))
  for (policy in list(policy_delayed_ucb1(), policy_ucb1(), policy_queue(policy_ucb1()), policy_moss())) {
    fast <- core_choices(b, policy, 20000)
    plain <- withr::with_options(list(unruly.plain = TRUE), core_choices(b, policy, 20000))
    expect_identical(fast, plain)
  }
  entering <- bandit(arms_constant(c(0.1, 0.2, 0.3))) |> with_entries(c(1, 1, 500)) |> with_delay(100)
  expect_lazy_is_plain(entering, list(policy_queue(policy_ucb_l(bonus = "constant")), policy_queue(policy_ucb_tuned())), horizon = 3000)
})

test_that("queues go on when arms leave and enter", {
  b <- bandit(arms_bernoulli(c(0.3, 0.5, 0.7, 0.9))) |> with_entries(c(1, 1, 1, 200)) |> with_patience(c(30, Inf, 60, Inf)) |> with_delay(20)
  for (base in list(policy_ucb1(), policy_thompson(), policy_exp3(), policy_se(), policy_odaaf(20), policy_ars_exp3())) {
    study <- play(b, policy_queue(base), 1000, reps = 2, record = 1)
    expect_identical(regret(study)$pulls, c(1000, 1000))
  }
})

# ---- words --------------------------------------------------------------------------

test_that("no outcome of an arm that is dead is told as one of the arm that has its place by now", {
  told <- list()
  plays_youngest <- policy_custom(choose = function(state, view) max(view$live),
                                  observe = function(state, view, outcome) told[[length(told) + 1]] <<- c(outcome$round, outcome$arm))
  study <- looking(play(bandit_mortal(4, 400, 6) |> with_delay(5), plays_youngest, 400, reps = 1))
  told <- do.call(rbind, told)
  made <- choices(study)
  expect_gt(nrow(told), 50)
  expect_equal(told[, 2], made$arm[match(told[, 1], made$round)])
  last <- instances(study)$last
  expect_true(all(told[, 1] + 5 <= last[told[, 2]]))
  expect_gt(sum(made$round + 5 > last[made$arm]), 50)
})

test_that("delays and queues print and are listed", {
  expect_snapshot({
    bandit(arms_bernoulli(c(0.3, 0.6))) |> with_delay(c(0.5, 0.25, 0.25))
    bandit(arms_bernoulli(c(0.3, 0.6))) |> with_delay(delay_geometric(c(5, 50)))
    bandit(arms_bernoulli(c(0.3, 0.6))) |> with_delay(20, never = c(0.1, 0.4))
    delay_geometric(20, longest = 60)
    bandit(arms_bernoulli(c(0.3, 0.6))) |> with_delay(20, zero = Inf)
    bandit(arms_bernoulli(c(0.3, 0.6))) |> with_delay(delay_geometric(20), zero = c(0.5, 0.5), never = 0.1)
    policy_queue(policy_ucb(0.1))
  })
})

test_that("bad delays and queues are refused", {
  b <- bandit(arms_bernoulli(c(0.3, 0.6)))
  expect_errors({
    with_delay(b)
    with_delay(b, -1)
    with_delay(b, 1.5)
    with_delay(b, c(0.5, 0.6))
    with_delay(b, matrix(1 / 3, 3, 3))
    with_delay(b, rbind(c(0.5, 0.5), c(0.5, 0.6)))
    with_delay(b, list(1, 2, 3))
    with_delay(b, spread_power(2))
    with_delay(b, spread_delay(0, 1e8))
    with_delay(b, "late")
    with_delay(with_delay(b, 1), 2)
    with_delay(bandit_mortal(3, 100, 10, prior_uniform(3)), list(1, 2, 3))
    with_delay(b, list(1, -1))
    with_delay(b, list(1, "a"))
    with_delay(b, list())
    with_delay(b, c(0.2, 0.2))
    with_delay(b, rbind(c(0.2, 0.2), c(0.5, 0.5)))
    with_delay(b, 1, never = 1.5)
    with_delay(b, 1, never = c(0.1, 0.2, 0.3))
    with_delay(bandit_mortal(3, 100, 10, prior_uniform(3)), 1, never = c(0.1, 0.2, 0.3))
    delay_geometric(0.5)
    delay_geometric(5, longest = 0)
    policy_queue()
    policy_queue(policy_oracle())
    policy_queue(policy_queue(policy_ucb1()))
    run_study(bandit(arms_linear(diag(2), 1, context_normal(2, unit = TRUE))), policy_queue(policy_ucb1()), 2)
    run_study(bandit(arms_gaussian(c(0, 1))), policy_queue(policy_kl_ucb(range = c(0, 1))), 10)
  })
})

# ---- while nothing is known --------------------------------------------------------------------

# Policies that draw from a prior, or pull arms as they have planned, are not led by what was seen.
even_at_first <- function() {
  list(policy_ucb1(), policy_ucb(), policy_ucb_v(), policy_ucb_tuned(), policy_kl_ucb(), policy_moss(), policy_imed(), policy_bayes_ucb(),
       policy_thompson("gaussian"), policy_thompson_t(), policy_gittins(), policy_boltzmann(), policy_boltzmann(noise = "gumbel"),
       policy_epsilon_greedy(0), policy_robust_ucb(), policy_delayed_ucb1(), policy_forgetting_ucb(300), policy_forgetting_ucb(300, index = "kl", label = "kl"),
       policy_forgetting_ucb(discount = 0.99), policy_glr_kl_ucb(explore = 0), policy_cusum_ucb(burn_in = 5, shift = 0.1, explore = 0, changes = 1), policy_fewa(), policy_raw_ucb(), policy_lucb(),
       policy_se(), policy_sleeping(policy_moss()), policy_restart(policy_ucb1(label = "inside"), rounds = 1000), policy_wswa(), policy_ucb_l(bonus = "constant"))
}

test_that("while no outcome is known, policies pull arms equally often", {
  skip_on_cran()
  arms <- bandit(arms_bernoulli(c(0.2, 0.5, 0.7, 0.4, 0.3)))
  settings <- list(delay = arms |> with_delay(150), batches = arms |> with_batches(150),
                   accrual = arms |> with_accrual(rate = 1, follow_up = 150, arrivals = "even"))
  for (name in names(settings)) {
    played <- choices(whatever_scale(run_study(settings[[name]], as_usual(even_at_first()), 150, reps = 1, seed = 1, keep = "choices",
                                               record = 150, threads = 1)))
    counts <- table(played$policy, played$arm)
    expect_true(all(counts == 30), info = paste(name, toString(rownames(counts)[rowSums(counts != 30) > 0])))
  }
})

test_that("so do agents; what has no outcome yet comes before what has one", {
  for (policy in share_of(even_at_first())) {
    a <- agent(policy, arms = 3, horizon = 60, seed = 1)
    chosen <- vapply(1:12, function(i) {
      arm <- as.character(agent_choose(a))
      arm
    }, "")
    expect_identical(as.vector(table(chosen)), rep(4L, 3), info = policy$label)
  }
})

# ---- when outcomes were shown, and how many ---------------------------------------------------

test_that("shown outcomes are counted the same over threads, parts and folders, with arms that come and go", {
  skip_on_cran()
  late <- bandit(arms_bernoulli(c(0.3, 0.6))) |> with_delay(delay_geometric(15), never = c(0.2, 0))
  settings <- list(late, late |> with_patience(c(20, Inf)), bandit(arms_bernoulli(c(0.3, 0.6))) |> with_batches(7),
                   bandit(arms_bernoulli(c(0.3, 0.6))) |> with_delay(3, zero = Inf))
  for (i in seq_along(settings)) for (overrun in drawn_of(c(FALSE, TRUE), 2, i)) {
    b <- settings[[i]]
    policies <- list(policy_uniform(), policy_exp3())
    study <- play(b, policies, 60, reps = 4, overrun = overrun)
    last <- if (overrun) Inf else 60
    seen <- choices(study)[!is.na(choices(study)$shown) & choices(study)$shown <= last, ]
    totals <- pulls(study)
    key <- function(x) paste(x$policy, x$rep, x$arm)
    expect_equal(totals$shown, as.vector(table(factor(key(seen), key(totals)))))
    same <- function(other) expect_identical(pulls(other), totals)
    same(run_study(b, policies, 60, reps = 4, seed = 1, threads = 2, overrun = overrun, progress = FALSE))
    same(join_studies(list(play(b, policies, 60, reps = 2, overrun = overrun), play(b, policies, 60, reps = 2, first_rep = 3, overrun = overrun))))
  }
  expect_null(pulls(play(bandit(arms_bernoulli(c(0.3, 0.6))), policy_uniform(), 10))[["shown"]])
})

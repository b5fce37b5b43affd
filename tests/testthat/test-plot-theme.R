# The looks of policies, names and numbers.

# What the deuteranope, protanope and tritanope see (Machado, Oliveira and
# Fernandes 2009, Table 1, severity 1), in linear RGB.
blindness <- list(
  none = diag(3),
  deutan = rbind(c(0.367322, 0.860646, -0.227968), c(0.280085, 0.672501, 0.047413), c(-0.011820, 0.042940, 0.968881)),
  protan = rbind(c(0.152286, 1.052583, -0.204868), c(0.114503, 0.786281, 0.099216), c(-0.003882, -0.048116, 1.051998)),
  tritan = rbind(c(1.255528, -0.076749, -0.178779), c(-0.078411, 0.930809, 0.147602), c(0.004733, 0.691367, 0.303900))
)

seen_distance <- function(colours, matrix) {
  srgb <- t(grDevices::col2rgb(colours)) / 255
  linear <- ifelse(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055)^2.4)
  seen <- pmin(pmax(linear %*% t(matrix), 0), 1)
  lab <- grDevices::convertColor(ifelse(seen <= 0.0031308, 12.92 * seen, 1.055 * seen^(1 / 2.4) - 0.055), "sRGB", "Lab")
  min(stats::dist(lab))
}

test_that("the colours can be told apart by the colour-blind, and from white", {
  # 2.3 is a just noticeable difference.
  for (matrix in blindness) expect_gt(seen_distance(unruly:::safe_colours, matrix), 12)
  lab <- grDevices::convertColor(t(grDevices::col2rgb(unruly:::safe_colours)) / 255, "sRGB", "Lab")
  expect_lt(max(lab[, 1]), 75)
})

test_that("policies differ in more than colour, and no two of 35 look the same", {
  look <- unruly:::policy_look(paste("policy", 1:35))
  expect_identical(anyDuplicated(paste(look$colour, look$linetype)), 0L)
  expect_identical(anyDuplicated(look$linetype[1:5]), 0L)
  expect_identical(anyDuplicated(paste(look$colour, look$shape)), 0L)
})

test_that("a policy looks the same in every figure, whatever subset is drawn", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  study <- play(bandit(arms_bernoulli(c(0.3, 0.6))) |> with_fairness(0.3, 0.5),
                list(policy_ucb1(), policy_uniform(), policy_etc(5)), 40, reps = 3)
  looks <- unruly:::policy_look(names(study$description$policies))
  for (policy in looks$policy) {
    lines <- ggplot2::layer_data(autoplot(study, "regret", policies = policy), 2)
    expect_identical(unique(lines$colour), looks$colour[looks$policy == policy])
    expect_identical(unique(lines$linetype), looks$linetype[looks$policy == policy])
    bars <- ggplot2::layer_data(autoplot(study, "pulls", policies = policy), 1)
    expect_identical(unique(bars$fill), looks$colour[looks$policy == policy])
  }
  all <- ggplot2::layer_data(autoplot(study, "regret"), 2)
  expect_identical(unique(all$colour), looks$colour)
})

test_that("policies are ranked by one summary, however many bandits there are, and by each bandit's own end", {
  arms <- bandit(arms_bernoulli(c(0.2, 0.8)))
  study <- run_study(list(a = arms, b = arms, log = bandit_replay(data.frame(arm = rep(1:2, 40), reward = c(0, 1)))),
                     list(policy_uniform(), policy_ucb1(), policy_fixed(1)), 60, reps = 4, seed = 1, threads = 1, progress = FALSE)
  asked <- character()
  count <- function(rounds, what) if (is.null(rounds)) asked <<- c(asked, what)
  suppressMessages(trace("summarise_study", bquote(.(count)(rounds, what)), where = asNamespace("unruly"), print = FALSE))
  withr::defer(suppressMessages(untrace("summarise_study", where = asNamespace("unruly"))))
  expect_identical(unruly:::best_policies(study), c("UCB1", "Uniform", "Fixed 1"))
  expect_identical(asked, c("regret", "reward_per_turn")) # of the log the reward
})

test_that("an oracle has one look, which is nobody else's, whatever its name and place", {
  skip_in_quick()
  others <- paste("policy", 1:40)
  for (names in list(c(others, "Oracle"), c("Oracle", others))) {
    look <- unruly:::policy_look(names)
    expect_identical(look[look$policy == "Oracle", -1], unruly:::policy_look("Oracle")[-1])
    expect_false("#000000" %in% look$colour[look$policy != "Oracle"])
    expect_identical(look$colour[look$policy != "Oracle"], unruly:::policy_look(others)$colour)
  }
  skip_if_not_installed("ggplot2")
  study <- play(bandit(arms_bernoulli(c(0.3, 0.6))), list(policy_ucb1(), best = policy_oracle(), policy_uniform()), 40, reps = 3)
  for (policies in list("best", c("best", "Uniform"))) {
    lines <- ggplot2::layer_data(autoplot(study, policies = policies), 2)
    expect_identical(lines$colour[1], "#000000")
  }
})

test_that("the legend has the policies that are drawn, in the order of the study", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  study <- play(bandit(arms_bernoulli(c(0.3, 0.6))), list(z = policy_ucb1(), b = policy_uniform(), a = policy_etc(5)), 40)
  scale <- ggplot2::ggplot_build(autoplot(study, policies = c("a", "z")))$plot$scales$get_scales("colour")
  expect_identical(scale$get_limits(), c("z", "a"))
})

test_that("long names are wrapped, or cut in the middle", {
  expect_identical(unruly:::wrap_names(c("UCB1", "a name of many letters", ""), 10), c("UCB1", "a name of\nmany\nletters", ""))
  expect_identical(unruly:::wrap_names("abcdefghijkl", 5), "abcde\nfghij\nkl")
  names <- c("a short one", "a policy with a long name, epsilon = 0.1", strrep("ab", 20))
  short <- unruly:::shorten_names(names, 20)
  expect_identical(short, c("a short one", "a policy...= 0.1", "abababab...babababab"))
  expect_lte(max(nchar(short)), 20)
})

test_that("names are broken at hyphens too, but not inside a bracket that fits", {
  wrap <- unruly:::wrap_names
  expect_identical(wrap("Epsilon-greedy", 10), "Epsilon-\ngreedy")
  expect_identical(wrap("Epsilon-greedy (epsilon = 0.01)", 26), "Epsilon-greedy\n(epsilon = 0.01)")
  expect_identical(wrap("Epsilon-greedy (epsilon = 0.01, restart = 100)", 26), "Epsilon-greedy\n(epsilon = 0.01,\nrestart = 100)")
  expect_identical(wrap("UCB1, alpha = 0.5", 14), "UCB1,\nalpha = 0.5")
  expect_identical(wrap(c("-1", "a = -1", "a - b"), 20), c("-1", "a = -1", "a - b"))
  expect_identical(wrap("a bandit...goes on", 10), "a bandit\n...goes on")
})

test_that("numbers on axes are read as they are written", {
  expect_identical(unruly:::number_labels(c(0, 0.25, 1, 1000, 1e5, 2.5e6, 1e7, NA, 1e-6)),
                   c("0", "0.25", "1", "1,000", "100,000", "2.5M", "10M", NA, "1e-06"))
})

test_that("every second or fifth of many arms has its name", {
  arms <- as.character(1:34)
  expect_identical(unruly:::every_few(arms, 40), arms)
  expect_identical(unruly:::every_few(arms, 20), as.character(2 * 1:17))
  expect_identical(unruly:::every_few(arms, 10), as.character(c(1, 5, 10, 15, 20, 25, 30)))
  # The first is left out where it would be too near to the next.
  expect_identical(unruly:::every_few(arms, 7), as.character(c(5, 10, 15, 20, 25, 30)))
})

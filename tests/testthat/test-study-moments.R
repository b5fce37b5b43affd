# Studies of which only sums over replications are kept.

play <- function(..., reps = 50, keep = "moments", bandit = fickle(), threads = 2) {
  run_study(bandit, list(policy_ucb1(), policy_uniform(), policy_thompson("bernoulli")), 80, reps = reps, seed = 3, record = 10,
            keep = keep, progress = FALSE, threads = threads, ...)
}

test_that("means, deviations and paired differences are those of the replications", {
  skip_in_quick()
  fair <- bandit(arms_bernoulli(c(0.3, 0.6))) |> with_fairness(0.2, 1)
  waiting <- bandit(arms_bernoulli(c(0.3, 0.6, 0.2))) |> with_waiting(c(0.5, 0.5))
  for (b in list(fickle(), list(a = fair, b = fickle()))) for (reps in c(1, 2, 13, 64, 257)) {
    if (!is_drawn(is.list(b) && !inherits(b, "unruly_bandit"), reps, one_in = 2)) next
    moments <- play(bandit = b, reps = reps)
    whole <- play(bandit = b, reps = reps, keep = "summary")
    for (what in setdiff(names(regret(whole)), c("bandit", "policy", "rep", "round"))) {
      wanted <- summary(whole, what = what, at = "all")
      found <- summary(moments, what = what, at = "all")
      columns <- setdiff(names(wanted), c("median", "q05", "q95"))
      expect_equal(found[columns], wanted[columns], tolerance = 1e-12)
      # Quantiles: the stated error, of the order statistics between which they lie.
      for (q in c("median", "q05", "q95")) {
        expect_identical(is.na(found[[q]]), is.na(wanted[[q]]))
        size <- tapply(abs(whole$tables$regret[[what]]), whole$tables$regret[c("round", "policy", "bandit")], max)
        expect_true(all(abs(found[[q]] - wanted[[q]]) <= max(size, 0, na.rm = TRUE) / 128 + 1e-12, na.rm = TRUE))
      }
    }
    for (pairs in c("baseline", "all")) {
      expect_equal(compare_policies(moments, "Uniform", pairs = pairs, at = "all"),
                   compare_policies(whole, "Uniform", pairs = pairs, at = "all"), tolerance = 1e-10)
    }
  }
  expect_error(compare_policies(run_study(waiting, policy_uniform(), 10, reps = 2, keep = "moments", progress = FALSE), "nobody"),
               class = "unruly_error_argument")
})

# The two values between which R's quantiles of type 7 lie, and the part of the way to the second.
neighbours <- function(x, chance) {
  place <- 1 + (length(x) - 1) * chance
  x <- sort(x)
  list(low = x[floor(place)], high = x[ceiling(place)], part = place - floor(place))
}

test_that("quantiles are within 1/256 of the values between which they lie, near 0 too", {
  skip_in_quick()
  chances <- c(median = 0.5, q05 = 0.05, q95 = 0.95)
  beyond <- 0 # how often 1/256 of the quantile itself would be too little
  claim <- many_claims()
  cases <- share_of(expand.grid(mean = c(-3, -0.01, 0, 1e-5, 2), reps = c(2, 3, 5, 20)))
  for (i in seq_len(nrow(cases))) for (sd in c(1e-6, 1, 50)) {
    mean <- cases$mean[i]
    reps <- cases$reps[i]
    seed <- if (reps %% 2) 17 else 1
    b <- bandit(arms_gaussian(mean, sd = sd))
    games <- function(keep) run_study(b, policy_fixed(1), 3, reps = reps, seed = seed, record = 1:3, keep = keep, threads = 1)
    whole <- games("summary")
    found <- summary(games("moments"), what = "reward", at = "all")
    wanted <- summary(whole, what = "reward", at = "all")
    for (round in 1:3) for (q in names(chances)) {
      near <- neighbours(regret(whole)$reward[regret(whole)$round == round], chances[[q]])
      off <- abs(found[[q]][round] - wanted[[q]][round])
      claim(off <= ((1 - near$part) * abs(near$low) + near$part * abs(near$high)) / 256 * (1 + 1e-12), q, "of", exactly(unlist(near)))
      if (near$low * near$high >= 0) claim(off <= abs(wanted[[q]][round]) / 256 * (1 + 1e-9), q, "of one sign:", exactly(unlist(near)))
      beyond <- beyond + (off > abs(wanted[[q]][round]) / 256 * (1 + 1e-9))
    }
  }
  expect_claims(claim, 100)
  if (is.na(share_number())) expect_gt(beyond, 0) # or nothing here lies near 0
})

test_that("order statistics are within 2^-8 of their size; quantiles between opposite signs within 2^-8 of the larger, which they reach", {
  skip_in_quick()
  chances <- c(median = 0.5, q05 = 0.05, q95 = 0.95)
  games <- function(b, reps, keep) run_study(b, policy_fixed(1), 4, reps = reps, seed = 2, record = 1:4, keep = keep, threads = 1)
  both <- function(b, reps) {
    values <- regret(games(b, reps, "summary"))
    found <- summary(games(b, reps, "moments"), what = "reward", at = "all")
    do.call(rbind, lapply(1:4, function(round) do.call(rbind, lapply(names(chances), function(q) {
      near <- neighbours(values$reward[values$round == round], chances[[q]])
      data.frame(near, found = found[[q]][round], truth = (1 - near$part) * near$low + near$part * near$high)
    }))))
  }
  # Of 21 or 41 values the quantiles are order statistics.
  for (b in list(bandit(arms_gaussian(0)), bandit(arms_lognormal(0, 4)), bandit(arms_gaussian(-1e-3, sd = 1e-4)))) for (reps in c(21, 41, 201)) {
    table <- both(b, reps)
    expect_true(all(table$part < 1e-9 | table$part > 1 - 1e-9))
    expect_true(all(abs(table$found - table$truth) <= 2^-8 * abs(table$truth) * (1 + 1e-9)))
  }
  share <- 0
  for (reps in c(2, 4, 6, 8)) for (sd in 2^seq(0, 0.9, by = 0.1)) {
    if (!is_drawn(reps / 2, round(10 * log2(sd)))) next
    table <- both(bandit(arms_gaussian(0, sd = sd)), reps)
    table <- table[table$low < 0 & table$high > 0, ]
    larger <- pmax(-table$low, table$high)
    expect_true(all(abs(table$found - table$truth) <= 2^-8 * larger))
    share <- max(share, abs(table$found - table$truth) / abs(table$truth)) # of the quantile itself no such share holds
  }
  if (is.na(share_number())) expect_gt(share, 2^-8)
})

test_that("quantiles of many replications are within 1/256 of themselves", {
  skip_on_cran()
  moments <- play(reps = 1000)
  whole <- play(reps = 1000, keep = "summary")
  for (what in c("regret", "reward", "optimal")) {
    wanted <- summary(whole, what = what)
    found <- summary(moments, what = what)
    for (q in c("median", "q05", "q95")) expect_true(all(abs(found[[q]] - wanted[[q]]) <= abs(wanted[[q]]) / 256 + 1e-12))
  }
  # Where all replications agree, exactly.
  expect_identical(summary(moments, what = "pulls", at = "all")$median, summary(whole, what = "pulls", at = "all")$median)
})

test_that("classes hold what they say: sign, size and the error", {
  set.seed(2)
  x <- c(stats::rnorm(200) * 10^stats::runif(200, -200, 200), 0, 1, -1, 127, 128, 255)
  bits <- vapply(x, function(v) {
    b <- as.double(rev(as.integer(writeBin(v, raw(), endian = "little"))))
    b[1] * 2048 + b[2] * 8 + b[3] %/% 32 # the first 19 bits
  }, 0)
  middle <- unruly:::class_values(bits)
  expect_true(all(abs(middle - x) <= abs(x) / 256))
  expect_identical(sign(middle), sign(x))
})

test_that("threads, pieces, parts and joins cannot be seen in moments", {
  skip_in_quick()
  whole <- play()
  expect_identical(play(threads = 1), whole)
  for (cut in drawn_of(list(1, 7, 32, 49), 2)) {
    first <- play(reps = cut)
    rest <- play(reps = 50 - cut, first_rep = cut + 1)
    expect_identical(c(first, rest), whole)
    expect_identical(c(rest, first), whole)
  }
  many <- lapply(c(3, 50, 1, 17, 33), function(r) play(reps = 1, first_rep = r))
  expect_identical(do.call(c, many), do.call(c, rev(many)))
  expect_identical(do.call(c, many)$replications, c(1L, 3L, 17L, 33L, 50L))
  # However small the pieces in which they are played.
  usual <- unruly:::piece_size
  utils::assignInNamespace("piece_size", function(...) 3, "unruly")
  withr::defer(utils::assignInNamespace("piece_size", usual, "unruly"))
  expect_identical(play(), whole)
})

test_that("bandits of moments are joined, also those with figures of their own; policies are not", {
  skip_on_cran()
  fair <- bandit(arms_bernoulli(c(0.3, 0.6))) |> with_fairness(0.2, 1)
  one <- function(b) play(bandit = b)
  all <- list(a = fickle(), b = fair, c = fickle())
  expect_identical(c(one(all["b"]), one(all["a"]), one(all["c"])), one(all[c("b", "a", "c")]))
  expect_identical(c(one(all["a"]), one(all[c("b", "c")])), one(all))
  run <- function(p) run_study(fickle(), p, 50, reps = 3, seed = 1, keep = "moments", progress = FALSE)
  expect_error(c(run(policy_ucb1()), run(policy_uniform())), "cannot be joined", class = "unruly_error_combination")
})

test_that("tables by replication say what is missing", {
  skip_in_quick()
  study <- play()
  for (table in list(regret, pulls, exits, choices)) expect_error(table(study), "keep = \"moments\"", class = "unruly_error_argument")
  expect_identical(nrow(instances(study)), 150L)
  expect_error(summary(study, interval = "bootstrap"), "`interval`", class = "unruly_error_argument")
  expect_output(print(study), "50 replications")
  skip_if_not_installed("ggplot2")
  expect_s3_class(ggplot2::autoplot(study), "ggplot")
  for (type in c("pulls", "exits", "distribution", "optimal")) {
    expect_error(ggplot2::autoplot(study, type), "moments", class = "unruly_error_argument")
  }
})

test_that("edited moments are refused, and never crash", {
  skip_on_cran() # long
  study <- play()
  for (table in c("nodes", "sketch", "extremes", "blocks", "figures")) for (column in names(study$tables[[table]])) {
    for (junk in drawn_of(list(-1, 1e12, "a", NA), 4, match(column, names(study$tables[[table]])))) {
      edited <- study
      edited$tables[[table]][[column]][1] <- junk
      for (f in list(summary, compare_policies, function(s) c(s, play(reps = 3, first_rep = 60)))) {
        said <- tryCatch({
          f(edited)
          "runs"
        }, unruly_error = function(e) "refused", error = conditionMessage)
        expect_match(said, "^(runs|refused)$", info = paste(table, column, junk))
      }
    }
  }
})

test_that("an interrupt keeps what was finished", {
  skip_in_quick()
  failing <- policy_index(function(v) {
    if (v$round == 30) failing_rounds <<- failing_rounds + 1
    if (failing_rounds > 20) stop("enough") else v$mean
  })
  failing_rounds <- 0
  expect_error(looking(run_study(fickle(), failing, 80, reps = 40, seed = 3, record = 10, keep = "moments", progress = FALSE)),
               class = "unruly_error_own")
  kept <- last_study()
  expect_s3_class(kept, "unruly_study")
  expect_gt(length(kept$replications), 5)
  expect_identical(summary(kept)$reps, length(kept$replications))
})

test_that("the number of replications takes no memory", {
  skip_in_quick()
  few <- play(reps = 1024)
  many <- play(reps = 16384)
  expect_identical(nrow(many$tables$nodes), nrow(few$tables$nodes))
  # Simple regrets of drawn arms come to all classes in the end, of which there are so many and no more.
  expect_lt(as.double(utils::object.size(many$tables)), 3 * as.double(utils::object.size(few$tables)))
})

test_that("a million replications are not refused for their memory, too many checkpoints are", {
  skip_in_quick()
  problem <- bandit(arms_bernoulli(rep(0.5, 10)))
  described <- function(record, policies = 3) {
    policies <- lapply(seq_len(policies), function(i) policy_uniform(label = paste(i)))
    unruly:::check_described(problem, policies, 1e6, 1, record, "moments", NULL)
  }
  withr::local_options(unruly.memory = 1.5e8)
  expect_silent(unruly:::check_size(described(50), 1e6, 2, NULL))
  expect_error(run_study(problem, unname(described(1, 200)$policies), 1e6, reps = 10, record = 200, keep = "moments"),
               "checkpoints", class = "unruly_error_argument")
})

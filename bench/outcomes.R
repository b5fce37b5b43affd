# Regret where outcomes come late, in parts or never, beside numbers that a simulator of its own (in C, from the same
# rules) found; games that it takes too long to play in full are fewer. A to F are the letters of that table.
#
#   sh tools/with-library.sh Rscript bench/outcomes.R [SHARE of the games, 1 by default]
library(unruly)

share <- as.numeric(c(commandArgs(TRUE), 1)[1])

# Prints mean regret (standard error) of each policy, and how many errors apart it is from `reference` (mean, error).
case <- function(name, problem, horizon, reps, policies, reference) {
  study <- run_study(problem, unname(policies), horizon, reps = max(20, round(share * reps)), seed = 1, record = horizon, progress = FALSE)
  found <- summary(study)
  apart <- (found$mean - reference[1, ]) / sqrt(found$se^2 + reference[2, ]^2)
  cat(sprintf("%-28s %-34s %9.1f (%.1f)  of %9.1f (%.1f)  %5.1f errors apart\n", name, found$policy, found$mean, found$se,
              reference[1, ], reference[2, ], apart), sep = "")
  invisible(study)
}

of <- function(...) matrix(c(...), 2)

silent <- function(...) bandit(arms_bernoulli(c(0.1, 0.05, 0.03))) |> with_delay(delay_geometric(...), zero = Inf)
tsallis <- list(policy_tsallis_inf("importance"), policy_tsallis_inf("reduced_variance"))
case("A silent, mean lag 500", silent(500), 1e4, 2000, tsallis, of(184.7, 3.1, 101.0, 1.8))
conversions <- list(policy_conversion(rule = "hoeffding"), policy_conversion(), policy_conversion(rule = "thompson"))
case("A silent, mean lag 500", silent(500), 1e4, 2000, conversions, of(202.2, 0.6, 42.5, 0.4, 28.5, 0.3))
case("A silent, mean lag 1,000", silent(1000), 1e4, 2000, conversions[-1], of(49.3, 0.7, 34.5, 0.6))
case("A no lag above 1,000", silent(500, longest = 1000), 1e4, 1000,
     list(policy_conversion(within = 1000), policy_conversion("estimated", within = 1000)), of(47.1, 0.4, 46.0, 0.9))
case("A law for mean 100", silent(500), 1e4, 2000, list(policy_conversion(delay_geometric(100))), of(40.8, 0.8))
case("A law for mean 2,000", silent(500), 1e4, 2000, list(policy_conversion(delay_geometric(2000))), of(81.7, 3.9))
case("A no lag above 1,000", silent(500, longest = 1000), 1e4, 4000,
     list(policy_matured(policy_kl_ucb(), 1000), policy_matured(policy_thompson(), 1000)), of(71.8, 0.9, 53.2, 0.3))

slow <- bandit(arms_bernoulli(c(slow = 0.1, fast = 0.07))) |> with_delay(delay_geometric(c(3000, 50)), zero = Inf)
case("B the slow arm is better", slow, 1e4, 2000,
     list(policy_conversion(0, rule = "thompson", label = "Thompson, delay = 0"), policy_conversion(0, label = "Poisson, delay = 0"),
          policy_conversion(rule = "thompson"), policy_conversion()), of(265.7, 0.5, 227.7, 0.8, 22.8, 0.6, 25.1, 0.4))

pair <- bandit(arms_bernoulli(c(0.4, 0.6)))
late <- case("C zeros first, ones 5,000 late", with_delay(pair, list(0, 5000), zero = 0), 6e4, 300, list(policy_opse()), of(2562, 3))
cat(sprintf("  the better arm was played most in %d of %d games\n", sum(pulls(late)$pulls[pulls(late)$arm == 2] > 3e4), length(late$replications)))
case("C fixed delay 300", with_delay(pair, 300), 6e4, 400, list(policy_opse()), of(765, 5))
case("C half of all lost", with_delay(pair, 0, never = 0.5), 2e4, 1000, list(policy_ucb1()), of(130.5, 0.9))

best_last <- c(rep(0.4375, 7), 0.5625)
case("D stochastic", bandit(arms_bernoulli(best_last)), 5e4, 200, tsallis, of(451, 11, 239, 4))
ends <- cumsum(floor(1.6^(0:40)))
ends <- ends[ends < 5e4]
means <- list(c(rep(0, 7), 1 / 8), c(rep(7 / 8, 7), 1))
rows <- do.call(rbind, means[1 + (seq_along(ends) + 1) %% 2])
moving <- bandit(arms_bernoulli(means[[2]])) |> with_changes(changes_at(ends + 1, rows))
case("D means that jump", moving, 5e4, 200, c(tsallis, list(policy_ucb1(), policy_thompson())), of(442, 13, 248, 13, 4303, 369, 1823, 199))

rising <- function(top, pace, horizon) {
  means <- t(mapply(function(c, s) c * (1 - exp(-seq_len(horizon) / s)), top, pace))
  bandit(arms_gaussian(0 * top, sd = 0.1)) |> with_wear(means)
}
case("E rising, s = 20 400", rising(c(0.6, 0.9), c(20, 400), 5000), 5000, 400, list(policy_rising_ucb()), of(611, 1))
case("E rising, s = 20 1,000", rising(c(0.6, 0.9), c(20, 1000), 2e4), 2e4, 200, list(policy_rising_ucb()), of(2094, 16))
for (horizon in c(1000, 2000)) {
  study <- run_study(rising(c(0.6, 0.7, 0.8, 0.9), c(5, 15, 40, 100), horizon),
                     list(policy_successive_rejects(0.25, label = "R-SR"), policy_successive_rejects()), horizon,
                     reps = round(share * 4000), seed = 1, record = horizon, progress = FALSE)
  wrong <- tapply(!recommendations(study)$correct, recommendations(study)$policy, mean)
  cat(sprintf("E naming, T = %d: wrong in %.3f (R-SR), %.3f (SR) of the games; of .007, 1 and 0, .077\n", horizon,
              wrong[["R-SR"]], wrong[["Successive rejects"]]))
}

case("F previews", bandit(arms_gaussian(c(0, 0.1, 0.2, 0.3, 0.5))) |> with_previews(c(10, 50, 200), sd = c(2, 1, 0)), 2000, 4000,
     list(policy_thompson(previews = TRUE), policy_thompson(label = "final")), of(102.4, 0.7, 126.1, 0.6))

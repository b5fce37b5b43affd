# What stop_glr() by mixtures and stop_evidence() promise, what they need, and what they cost.
#
#   sh tools/with-library.sh Rscript bench/stopping-evidence.R [games]
#
# Claims where all arms are equal (nominal 0.05, 1,000 rounds), mean pulls until a claim, claims and names of
# stop_evidence(), two settings nobody tuned to, each with Monte Carlo standard errors; then what a rule adds to a round
# of five arms.
library(unruly)

games <- as.integer(c(commandArgs(TRUE), 1000)[1])

play <- function(arms, stop, policy = policy_uniform(), horizon = 1000, delay = NULL) {
  b <- bandit(arms)
  if (!is.null(delay)) b <- with_delay(b, delay)
  recommendations(run_study(b, policy, horizon, games, seed = 1, record = 1, stop = stop, progress = FALSE))
}

share <- function(x) sprintf("%.4f (%.4f)", mean(x), sqrt(mean(x) * (1 - mean(x)) / length(x)))
mean_of <- function(x) sprintf("%.0f (%.0f)", mean(x), stats::sd(x) / sqrt(length(x)))

row <- function(name, ...) cat(sprintf("%-34s", name), sprintf("%-20s", c(...)), "\n")

cat(games, "games each\n\nClaims where all arms are equal: practical, proved, mixture, t; uniform sampling, then top two\n")
for (policy in list(policy_uniform(), policy_top_two())) {
  claims <- function(name, arms, rules) row(name, vapply(rules, function(rule) share(play(arms, rule, policy)$stopped), ""))
  of_bernoulli <- list(stop_glr(rate = "practical"), stop_glr(rate = "proved"), stop_glr())
  of_gaussian <- list(stop_glr(rate = "practical"), stop_glr(), stop_glr(family = "t"))
  claims("Bernoulli .5, .5", arms_bernoulli(c(0.5, 0.5)), of_bernoulli)
  claims("Bernoulli .1, .1", arms_bernoulli(c(0.1, 0.1)), of_bernoulli)
  claims("N(0, 1) twice (no proved)", arms_gaussian(c(0, 0)), of_gaussian)
  claims("five arms N(0, 1) (no proved)", arms_gaussian(numeric(5)), of_gaussian)
}

cat("\nMean pulls, uniform sampling, in the same order; wrong names in brackets of their own\n")
pulls <- function(name, arms, rules) {
  row(name, vapply(rules, function(rule) {
    found <- play(arms, rule, horizon = 50000)
    sprintf("%s [%.4f]", mean_of(found$sample_size), mean(!found$correct))
  }, ""))
}
for (means in list(c(0.5, 0.7), c(0.02, 0.06), c(0.3, 0.3, 0.45))) {
  pulls(paste("Bernoulli", toString(means)), arms_bernoulli(means),
        list(stop_glr(rate = "practical"), stop_glr(rate = "proved"), stop_glr()))
}
for (means in list(c(0, 0.3), c(0, 0, 0, 0, 0.5))) {
  pulls(paste("N(mu, 1)", toString(means), "(no proved)"), arms_gaussian(means),
        list(stop_glr(rate = "practical"), stop_glr(), stop_glr(family = "t")))
}

cat("\nstop_evidence(control = 1), N(mu, 1), 1,000 rounds: claims; right and wrong names\n")
for (policy in list(policy_uniform(), policy_epsilon_greedy(0.5))) {
  row(paste("five equal arms,", policy$label), share(play(arms_gaussian(numeric(5)), stop_evidence(1), policy)$stopped))
  found <- play(arms_gaussian(c(0, 0.5, 0, 0, -0.5)), stop_evidence(1), policy)
  row(paste("0, .5, 0, 0, -.5,", policy$label), share(found$stopped & found$arm == 2), share(found$stopped & found$arm != 2))
}

cat("\nSettings nobody tuned to: claims of stop_glr() where all arms are equal; where they are not, pulls and wrong names\n")
row("Beta(2, 6) x 4, Thompson, delay 20", share(play(arms_beta(rep(2, 4), rep(6, 4)), stop_glr(), policy_thompson(), 1000, 20)$stopped))
found <- play(arms_beta(c(2, 2, 3), c(6, 6, 5)), stop_glr(), policy_thompson(), 20000, 20)
row("Beta(2, 6) x 2, Beta(3, 5)", mean_of(found$sample_size), share(!found$correct))
rare <- rbind(c(0.97, 0.02, 0.01), c(0.97, 0.02, 0.01), c(0.97, 0.02, 0.01))
row("0, .2, 1 w.p. .97, .02, .01; UCB1", share(play(arms_categorical(rare, c(0, 0.2, 1)), stop_glr(), policy_ucb1())$stopped))
rare[3, ] <- c(0.87, 0.02, 0.11)
found <- play(arms_categorical(rare, c(0, 0.2, 1)), stop_glr(), policy_ucb1(), 20000)
row("... the third 1 w.p. .11", mean_of(found$sample_size), share(!found$correct))

# Games until the rule stops them, less the same rounds with a rule that only counts; by turns, the least of five.
cat("\nNanoseconds of a processor that a rule adds to a round, five arms: until it stops; where it never does\n")
seconds <- function(arms, rule, horizon, reps) {
  found <- NULL
  time <- system.time(found <- run_study(bandit(arms), policy_uniform(), horizon, reps, seed = 1, record = 1, threads = 1, stop = rule,
                                         progress = FALSE))[[1]]
  c(time, sum(recommendations(found)$sample_size))
}
added <- function(arms, error) {
  rules <- list(practical = stop_glr(error, rate = "practical"), mixture = stop_glr(error))
  reps <- if (error > 1e-6) 1000 else 1
  horizon <- if (error > 1e-6) 50000 else 500000
  rounds <- vapply(rules, function(rule) seconds(arms, rule, horizon, reps)[2], 0)
  times <- replicate(5, mapply(function(rule, count) {
    seconds(arms, rule, horizon, reps)[1] - seconds(arms, stop_at(round(count / reps)), horizon, reps)[1]
  }, rules, rounds))
  apply(times, 1, min) / rounds * 1e9
}
for (error in c(0.05, 1e-9)) {
  near <- if (error > 1e-6) c(0.5, 0.5, 0.5, 0.5, 0.7) else c(0.5, rep(0.499, 4))
  found <- added(arms_bernoulli(near), error)
  row(sprintf("Bernoulli, error %g", error), sprintf("%s +%.0f", names(found), found))
  near <- if (error > 1e-6) c(0, 0, 0, 0, 0.5) else c(0, rep(-0.001, 4))
  found <- added(arms_gaussian(near), error)
  row(sprintf("N(mu, 1), error %g", error), sprintf("%s +%.0f", names(found), found))
}

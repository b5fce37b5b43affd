# The replication script of the paper: made from unruly.Rmd by `make paper`. It needs unruly and ggplot2 only, uses two
# threads and takes a few minutes. Times are those of the machine it runs on; all other numbers are the paper's.

library("unruly")
library("ggplot2")
options(unruly.threads = 2)

problem <- bandit(arms_gaussian(mean = c(0.5, 0.6, 0.9), sd = 1)) |>
  with_patience(c(4, 4, 2))
problem

policies <- list(policy_fc_se(), policy_ucb(), policy_thompson())
study <- run_study(problem, policies, horizon = 1e4, reps = 200, seed = 1)
summary(study)[c("policy", "mean", "lower", "upper")]

autoplot(study)

bandit(arms_beta(mean = prior_uniform(6))) |>
  with_patience(20) |>
  with_delay(delay_geometric(5)) |>
  run_study(list(policy_ucb1(), policy_thompson()),
    horizon = 5000, reps = 50, seed = 1) |>
  exits() |>
  head(4)

all <- policies()
nrow(all)
all[c(8, 30), c("label", "paper")]

mine <- policy_index(\(v) v$mean + sqrt(log(v$round) / (2 * v$pulls)),
  label = "half as wide")
three <- bandit(arms_bernoulli(c(0.4, 0.5, 0.6)))
two <- run_study(three, list(policy_ucb1(), mine), horizon = 2000, reps = 20,
  seed = 1)
compare_policies(two, "UCB1")[c("policy", "difference", "lower", "upper")]

part <- function(...) {
  run_study(problem, policy_ucb(), horizon = 2000, seed = 7, ...)
}
whole <- part(reps = 40, threads = 2)
parts <- c(part(reps = 15, threads = 1), part(reps = 25, first_rep = 16))
identical(regret(whole), regret(parts))

alike <- list(policy_ucb1(), policy_ucb1(alpha = 1.5, label = "alpha 1.5"))
two <- run_study(three, alike, horizon = 1e4, reps = 500, seed = 1, record = 1)
paired <- compare_policies(two, "UCB1")
apart <- sqrt(sum(summary(two)$se^2))
c(paired = paired$se, unpaired = apart)

ten <- bandit(arms_bernoulli(seq(0.1, 0.9, length.out = 10)))
play <- function(plain) {
  options(unruly.plain = plain)
  on.exit(options(unruly.plain = FALSE))
  took <- system.time(result <- run_study(ten,
    list(policy_ucb1(), policy_kl_ucb()), horizon = 1e5, reps = 4, seed = 1,
    threads = 1, keep = "choices"))
  list(choices = choices(result), seconds = sum(took[1:2]))
}
fast <- play(FALSE)
plain <- play(TRUE)
identical(fast$choices, plain$choices)
plain$seconds / fast$seconds

small <- bandit(arms_bernoulli(c(0.4, 0.6)))
exact <- exact_study(small, policy_ucb1(), horizon = 60)
simulated <- run_study(small, policy_ucb1(), horizon = 60, reps = 1e5,
  seed = 1, record = 1)
found <- summary(simulated)
truth <- summary(exact)
c(exact = truth$mean[truth$round == 60], simulated = found$mean, se = found$se)

arms <- arms_bernoulli(c(standard = 0.30, A = 0.30, B = 0.40, C = 0.50))
trial <- bandit(arms) |>
  with_delay(delay_geometric(40)) |>
  with_batches(20)
worlds <- list(effect = trial, null = bandit_null(trial))

designs <- list(
  policy_uniform(label = "Equal shares"),
  policy_top_two(label = "Top two"),
  policy_floor(policy_thompson(), min_propensity = 0.1,
    label = "Thompson")
)
fridays <- seq(100, 600, by = 20)
play <- function(bandits, policies, probability, reps) {
  run_study(bandits, policies, horizon = 600, reps = reps, seed = 1,
    record = 1, keep = c("summary", "scores"),
    stop = stop_posterior(probability, looks = fridays))
}

threshold <- sapply(designs, function(design) {
  found <- calibrate_design(
    function(probability) play(worlds["null"], design, probability, 1000),
    c(0.9, 0.999), measure = "error", target = 0.05, steps = 8)
  c(threshold = found$parameter, se = found$se, error = found$value)
})
colnames(threshold) <- vapply(designs, \(design) design$label, "")
round(threshold, 4)

studies <- Map(
  function(design, probability) play(worlds, design, probability, 2000),
  designs, threshold["threshold", ])
characteristics <- do.call(rbind,
  lapply(studies, operating_characteristics, method = "sequence"))
keep <- c("error", "power", "sample_size", "reward")
shown <- subset(characteristics, measure %in% keep)
wide_by <- function(rows, ...) {
  rows <- as.data.frame(rows[c(..., "measure", "value")])
  rows <- reshape(rows, idvar = c(...), timevar = "measure", direction = "wide")
  setNames(rows, sub("value.", "", names(rows), fixed = TRUE))
}
wide <- wide_by(shown, "bandit", "policy")
wide$cured <- wide$reward / wide$sample_size
wide[c("bandit", "policy", keep, "cured")]

prompt <- list(effect = bandit(arms) |> with_batches(20))
without <- do.call(rbind, Map(function(design, probability) {
  study <- play(prompt, design, probability, 2000)
  operating_characteristics(study, method = "sequence")
}, designs, threshold["threshold", ]))
late <- subset(characteristics, measure == "sample_size" & bandit == "effect")
soon <- subset(without, measure == "sample_size")
data.frame(policy = soon$policy, prompt = soon$value, delayed = late$value)

after <- do.call(rbind, lapply(studies, function(study) {
  operating_characteristics(study, method = c("naive", "sequence"))
}))
after <- subset(after,
  bandit == "effect" & grepl("bias|coverage|width", measure))
after$method <- sub(".*: ", "", after$measure)
after$measure <- sub(":.*", "", after$measure)
wide_by(after, "policy", "method")

found <- estimates(studies[[3]], "sequence")
autoplot(found[found$bandit == "effect", ], "intervals", reps = 40)

real <- agent(designs[[3]], arms = c("standard", "A", "B", "C"), seed = 20,
  batch = 20, stop = stop_posterior(threshold["threshold", 3], looks = fridays))
ticket <- agent_choose(real)
ticket

sessionInfo()

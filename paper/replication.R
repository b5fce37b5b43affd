# The replication script of the paper: made from unruly.Rmd by `make paper`, to be run in the folder of words.R, which has the
# comparisons. It needs unruly and ggplot2 only, uses two threads and takes a few minutes. Times are those of the machine
# it runs on; all other numbers are the paper's.
source("words.R")

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

gone <- exits(study)
gone <- table(gone$policy[gone$arm == 3]) / 200
lost <- function(policy) if (policy %in% names(gone)) gone[[policy]] else 0
ends <- compare_policies(study, "FC-SE")
ends$side <- side(ends$difference, ends$se)

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

apart <- abs(found$mean - truth$mean[truth$round == 60]) / found$se

papers <- c("Shao and Fang 2024", "Sharoff, Mehta and Ganti 2020",
  "Fang, Li and Samorodnitsky 2022", "Wang, Wang and Huang 2021",
  "Traca, Rudin and Yan 2020")
claims <- as.data.frame(ledger())
claims <- claims[claims$paper %in% papers, ]
verdicts <- table(factor(claims$paper, papers), droplevels(claims$verdict))
verdicts
failed <- claims[claims$verdict == "not reproduced", ]

five <- bandit(arms_bernoulli(c(0.5, 0.3, 0.9, 0.4, 0.5)))
impatient <- five |> with_patience(20)
late <- delay_geometric(100)
cells <- list(neither = five, patience = impatient,
  delay = five |> with_delay(late), both = impatient |> with_delay(late))
general <- list(policy_uniform(label = "Equal shares"), policy_ucb1(),
  policy_kl_ucb(), policy_moss(), policy_thompson(),
  policy_queue(policy_ucb1(), label = "QPM-D"), policy_delayed_ucb1())
games <- run_study(cells, general, horizon = 1e4, reps = 100, seed = 1,
  record = 1)
special <- run_study(cells[c("patience", "both")],
  list(general[[1]], policy_fc_se()), horizon = 1e4, reps = 100, seed = 1,
  record = 1)
best_first <- bandit(arms_bernoulli(c(0.9, 0.5, 0.3, 0.4, 0.5))) |>
  with_patience(20) |>
  with_delay(late)
moved <- run_study(best_first, general, horizon = 1e4, reps = 100, seed = 1,
  record = 1)

scores <- rbind(scores_of(games, "Equal shares"), scores_of(special, "Equal shares"))
cell <- function(policy, world) {
  row <- scores[scores$policy == policy & scores$bandit == world, ]
  if (nrow(row)) sprintf("%.3f (%.4f)", row$score, row$se) else "needs patience"
}
score_table <- sapply(names(cells), function(world) vapply(unique(scores$policy), cell, "", world))
score_table

alone <- scores[scores$bandit %in% c("patience", "delay") & scores$policy != "FC-SE", ]
together <- scores[scores$bandit == "both", ]
made_for_one <- c("FC-SE", "QPM-D", "Delayed-UCB1")
generally <- together[!together$policy %in% made_for_one, ]
specially <- together[together$policy %in% made_for_one, ]
first_place <- scores_of(moved, "Equal shares")
first_place <- first_place[!first_place$policy %in% made_for_one, ]
counts <- pulls(games)
counts <- counts[counts$arm == 3 & counts$bandit == "both", ]
never <- tapply(counts$pulls == 0, counts$policy, mean)
left <- exits(games)
left <- table(left$policy[left$bandit == "both" & left$arm == 3]) / 100
final <- as.data.frame(regret(games))
final <- final[final$policy == "UCB1", ]
final <- sapply(names(cells), function(world) final$regret[final$bandit == world][order(final$rep[final$bandit == world])])
beyond <- final[, "both"] - final[, "patience"] - final[, "delay"] + final[, "neither"]
must(side(mean(beyond), stats::sd(beyond) / sqrt(length(beyond))) > 0, "two departures are not the sum of two")
first_place
never
left
must(all(alone$score < 0.1), "each departure alone does little")
must(never[["Delayed-UCB1"]] == 0 && left[["Delayed-UCB1"]] > 0, "Delayed-UCB1 pulls the best arm and loses it")
must(any(side(first_place$score, first_place$se, 0.1) > 0), "the place of the best arm is not all")
must(any(side(generally$score, generally$se, 1) >= 0), "some policies are as bad as not trying")

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
play <- function(bandits, policies, probability, reps, seed) {
  run_study(bandits, policies, horizon = 600, reps = reps, seed = seed,
    record = 1, keep = c("summary", "scores"),
    stop = stop_posterior(probability, looks = fridays))
}

reps <- c(calibration = 2000, evaluation = 4000)
seed <- c(calibration = 1, evaluation = 2)
threshold <- sapply(designs, function(design) {
  found <- calibrate_design(
    function(probability) {
      play(worlds["null"], design, probability,
        reps["calibration"], seed["calibration"])
    },
    c(0.9, 0.999), measure = "error", target = 0.05, steps = 8)
  c(threshold = found$parameter, se = found$se,
    error = found$value, mcse = found$mcse)
})
colnames(threshold) <- vapply(designs, \(design) design$label, "")
round(threshold, 4)

evaluate <- function(probabilities) {
  Map(function(design, probability) {
    play(worlds, design, probability, reps["evaluation"], seed["evaluation"])
  }, designs, probabilities)
}
studies <- evaluate(threshold["threshold", ])
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
wide[c("bandit", "policy", "error", "power", "sample_size", "cured")]

labels <- colnames(threshold)
null_error <- shown[shown$bandit == "null" & shown$measure == "error", ]
null_se <- sqrt(null_error$mcse^2 + threshold["mcse", ]^2)
contrasts <- contrasts_of(games_of(studies), "effect")
at_95 <- evaluate(rep(0.95, 3))
games_95 <- games_of(at_95)
contrasts_95 <- contrasts_of(games_95, "effect")
error_95 <- do.call(rbind, lapply(at_95, operating_characteristics, method = "sequence"))
error_95 <- error_95[error_95$bandit == "null" & error_95$measure == "error", ]
null_95 <- contrasts_of(games_95, "null", "error")
contrasts
contrasts_95

prompt <- list(effect = bandit(arms) |> with_batches(20))
soon <- Map(function(design, probability) {
  play(prompt, design, probability, reps["evaluation"], seed["evaluation"])
}, designs, threshold["threshold", ])
sizes <- function(studies) {
  sapply(studies, function(study) {
    subset(recommendations(study), bandit == "effect")$sample_size
  })
}
delayed <- sizes(studies)
immediate <- sizes(soon)
data.frame(policy = labels, prompt = colMeans(immediate),
  delayed = colMeans(delayed))

cost <- delayed - immediate
cost <- data.frame(value = colMeans(cost), se = apply(cost, 2, sd) / sqrt(nrow(cost)))

after <- do.call(rbind, lapply(studies, function(study) {
  operating_characteristics(study, method = c("naive", "sequence"))
}))
after <- subset(after,
  bandit == "effect" & grepl("bias|coverage|width", measure))
after$method <- sub(".*: ", "", after$measure)
after$measure <- sub(":.*", "", after$measure)
wide_by(after, "policy", "method")

found <- estimates(studies[[3]], "sequence")
autoplot(found[found$bandit == "effect", ], "intervals", reps = 40) +
  theme(legend.position = "bottom")

of_after <- function(method, measure) {
  rows <- after[after$method == method & after$measure == measure, ]
  rows[match(labels, rows$policy), ]
}
bias <- of_after("naive", "bias")
naive <- of_after("naive", "coverage")
valid <- of_after("sequence", "coverage")
wider <- of_after("sequence", "width")$value / of_after("naive", "width")$value

real <- agent(designs[[3]], arms = c("standard", "A", "B", "C"), seed = 20,
  batch = 20, stop = stop_posterior(threshold["threshold", 3], looks = fridays))
ticket <- agent_choose(real)
ticket

sessionInfo()

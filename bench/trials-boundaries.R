# Group-sequential trials of Gaussian arms by stop_boundary(), and Bayesian ones with dropping, against rpact and adaptr.
#
#   sh tools/with-library.sh Rscript bench/trials-boundaries.R [trials]
#
# Each line: what was simulated, with its Monte Carlo error, and what it should be.
library(unruly)
trials <- as.integer(c(commandArgs(TRUE), 40000)[1])

share <- function(x) sprintf("%.5f (%.5f)", mean(x), sqrt(mean(x) * (1 - mean(x)) / length(x)))
mean_of <- function(x) sprintf("%.4g (%.2g)", mean(x), stats::sd(x) / sqrt(length(x)))
row <- function(name, ...) cat(sprintf("%-42s", name), sprintf("%-20s", c(...)), "\n")
gaussian <- function(means, stop, looks) {
  trial <- bandit(arms_gaussian(means))
  recommendations(run_study(trial, policy_allocation(block = length(means)), max(looks), trials, seed = 1, record = 1, stop = stop))
}

cat(trials, "trials each\n\nTwo Gaussian arms: claims, pulls, futility; exact values below\n")
looks <- c(100, 200, 300, 400)
designs <- list(stop_boundary(trial_design(2, looks = looks)), stop_boundary(trial_design(2, looks = looks, spending = "pocock", futility = 0)))
exact <- list(rbind(c(.025, 398.740799, 0), c(.842754571, 315.737183, 0), c(.977299545, 262.089123, 0)),
              rbind(c(.0241966, 214.304379, .6872114), c(.7567881, 253.224247, .0740879), c(.9437677, 199.902340, .0237241)))
for (d in 1:2) for (i in 1:3) {
  found <- gaussian(c(0, c(0, .3, .4)[i]), designs[[d]], looks)
  row(paste(c("O'Brien-Fleming", "Pocock spending, futile at 0")[d], c(0, .3, .4)[i]), share(found$reason == "boundary"), mean_of(found$sample_size), share(found$reason == "futility"))
  row("", format(exact[[d]][i, ], digits = 8))
}

cat("\nFour Gaussian arms, O'Brien-Fleming for three rivals: best claimed, wrong claims, pulls\n")
looks <- c(200, 400, 600)
rule <- stop_boundary(trial_design(4, looks = looks))
none <- gaussian(numeric(4), rule, looks)
row("all equal (.0250, 598.97)", "", share(none$reason == "boundary"), mean_of(none$sample_size))
one <- gaussian(c(0, 0, 0, .4), rule, looks)
row("fourth + .4 (.8632, .00048, 503.14)", share(one$reason == "boundary" & one$arm == 4), share(one$reason == "boundary" & one$arm != 4), mean_of(one$sample_size))

cat("\nFour Bernoulli arms .25 .25 .25 .35, batches of 100, best^.5 with dropping below .01 and stopping above .99\n")
trial <- bandit(arms_bernoulli(c(control = .25, a = .25, b = .25, c = .35))) |> with_batches(100)
looks <- seq(100, 1000, 100)
time <- system.time(study <- run_study(trial, policy_allocation("best", power = .5), 1000, trials, seed = 1, record = 1, threads = 1,
                                       stop = stop_posterior(.99, looks = looks), drop = stop_posterior(below = .01, looks = looks)))[["elapsed"]]
ends <- recommendations(study)
early <- ends$reason %in% c("posterior", "last")
total <- regret(study)
each <- pulls(study)
row("ended early (.4567), naming the best (.4562)", share(early), share(early & ends$arm == "c"))
row("pulls (860.0), share of the best (.5365)", mean_of(ends$sample_size), mean_of(each$pulls[each$arm == "c"] / ends$sample_size))
row("responders (261.2)", mean_of(total$reward))
out <- exits(study)
arms <- c("control", "a", "b", "c")
gone <- function(k) seq_len(trials) %in% out$rep[out$arm == k]
row("dropped before the end", vapply(arms, function(k) share(gone(k)), ""))
row("or below .01 at a stop (.712 .720 .716 .008)", vapply(arms, function(k) share(gone(k) | ends$reason == "posterior" & ends$arm != k), ""))
cat(sprintf("%.3f ms a trial, one thread\n", 1000 * time / trials))

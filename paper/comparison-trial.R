# Sourced by comparison.R: 5,000 patients in fifty batches, four treatments, Thompson sampling, and afterwards an estimate
# with an interval for each treatment by inverse probability weighting. whatifbandit draws a batch from the probabilities
# at its start; so does Thompson sampling in a bandit with batches. Both have beta posteriors.
cures <- c(A = 0.3, B = 0.35, C = 0.4, D = 0.5)
patients <- 5000

theirs <- seconds(whatifbandit::simulate_mab(patients, 50, p = matrix(cures, dimnames = list(names(cures))), algorithm = "thompson", r = 10))
ours <- seconds({
  study <- run_study(bandit(arms_bernoulli(cures)) |> with_batches(100), policy_thompson("bernoulli"), patients, reps = 100,
                     seed = 1, record = 1, keep = c("summary", "scores"))
  estimates(study, "aipw")
})
ours <- ours / 100 / patients * 1e6
add("unruly", "50 batches, with estimates", ours, NA, "run here")
add("whatifbandit", "the same", theirs / 10 / patients * 1e6, ours, "run here")

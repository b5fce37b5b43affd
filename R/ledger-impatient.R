# The claims of the impatient arms paper (Shao and Fang 2024).

claims_impatient <- function() of_paper(impatient_paper, list(
  "impatient-3.1-load" = claim(
    "Section 3.1", "example", "Three arms of patience 2 have load factor 3/2, and one must leave by round 2.",
    "load factor; first exit", printed = "3/2; 2", quantity = function(study, scale) {
      found <- cycle_feasibility(c(2, 2, 2), exit = TRUE)
      list("load factor" = exactly(found$load_factor), "first exit" = exactly(found$first_exit))
    }, needed = list("load factor" = needs(1.5 - 1e-9, 1.5 + 1e-9, "= 1.5"), "first exit" = needs_count(2))
  ),
  "impatient-thm-3.2" = claim(
    "Theorem 3.2, Corollary 3.4", "theorem",
    "If the load factor exceeds 1, every policy has a regret on some bandit that is above a bound and linear.",
    "of ten policies, the least of the greatest regrets over four bandits", "impatient-hardness",
    quantity = quantity_of_hardness, ours = TRUE,
    needed = list("over the bound" = needs(low = 1),
                  "share of games with an exponent above 0.9" = needs_word("all games"))
  ),
  "impatient-lem-3.3" = claim(
    "Lemma 3.3", "theorem", "If the load factor exceeds 1 + 1 / l, some arm leaves by round l K + 1.",
    "patience vectors in 2..12 with K = 2, 3, 4 that break it", quantity = first_exits_above, needed = needs_count(0)
  ),
  "impatient-3.3-se" = claim(
    "Section 3.3", "remark", "Successive elimination is not affected by impatience if all patiences are K or more.",
    "bandits of 50 on which it chooses otherwise", quantity = se_with_enough_patience, needed = needs_count(0)
  ),
  "impatient-thm-3.5" = claim(
    "Theorem 3.5", "theorem", "UCB's regret is nearly linear where the best arm's patience grows like ln(T)^a, a < 1.",
    "exponent of UCB's regret from T = 1e5 to 1e6", "impatient-ucb",
    quantity = function(study, scale) exponent_between(study, "UCB"), needed = needs_word("nearly linear"), ours = TRUE
  ),
  "impatient-prop-3.6" = claim(
    "Proposition 3.6", "example", "With patience (20, 20, 3, 2) SE loses the best arm, so its regret is T times the gap.",
    "share of games whose regret is exactly T times the gap", "impatient-se",
    quantity = function(study, scale) share_of(values_of(study, "SE") == last_checkpoint(study) / 2),
    needed = needs_word("all games")
  ),
  "impatient-prop-3.6-load" = claim(
    "Proposition 3.6", "number", "The patience (20, 20, 3, 2) has load factor 14/15.", "load factor", printed = "14/15",
    quantity = function(study, scale) exactly(sum(1 / c(20, 20, 3, 2))),
    needed = needs(14 / 15 - 1e-9, 14 / 15 + 1e-9, "= 14/15")
  ),
  "impatient-4-cycle" = claim(
    "Section 4", "example", "The almost uniform cycle for patience (2, 4, 4) is 1 2 1 3.", "slots that differ",
    printed = "1 2 1 3", quantity = function(study, scale) exactly(sum(aus_cycle(c(2, 4, 4))$slots != c(1, 2, 1, 3))),
    needed = needs_count(0)
  ),
  "impatient-thm-4.1" = claim(
    "Theorem 4.1", "theorem", "FC-SE's regret stays below a bound of order ln T, and it loses no arm that it still plays.",
    "FC-SE", "impatient-cycle", quantity = quantity_of_fc_se, ours = TRUE,
    needed = list("regret over the bound" = needs_word("better"), growth = needs_word("logarithmic"),
                  "share of games that keep the best arm" = needs_word("all games"))
  ),
  "impatient-4-others" = claim(
    "Section 4", "remark", "UCB, SE and Thompson sampling lose an impatient best arm that comes first.",
    "share of games without the best arm", "impatient-cycle", ours = TRUE,
    quantity = function(study, scale) {
      lost <- c("UCB", "SE", "Thompson")
      lapply(rlang::set_names(lost), function(p) share_of(has_left(last_of(study), p, 1)))
    }, needed = needs_word("all games")
  ),
  "impatient-thm-4.2" = claim(
    "Theorem 4.2", "theorem", "Where only N < K arms fit into the cycle FC-SE's regret is of order T^(2/3).",
    "exponent of FC-SE's regret from T = 2e5 to 2e6", "impatient-waiting",
    quantity = function(study, scale) exponent_between(study, "FC-SE"), needed = needs_power(2 / 3), ours = TRUE
  ),
  "impatient-thm-4.4" = claim(
    "Theorem 4.4", "theorem", "An almost uniform cycle need be no longer than the greatest patience.",
    "patience vectors in 2..12 with K = 2 to 5 whose cycle is longer", quantity = cycles_too_long,
    needed = needs_count(0)
  ),
  "impatient-rem-4.5" = claim(
    "Remark 4.5", "remark", "There is no cycle if the load factor exceeds 1, and always one if it is at most ln 2.",
    "patience vectors in 2..12 with K = 2 to 5 that break it", quantity = cycles_by_load, needed = needs_count(0)
  ),
  "impatient-thm-4.6" = claim(
    "Theorem 4.6", "theorem", "FC-Entry's dynamic regret stays below a bound, and it keeps each arm that enters.",
    "FC-Entry", "impatient-entry", quantity = quantity_of_fc_entry, ours = TRUE,
    needed = list("regret over the bound" = needs_word("better"),
                  "share of games that keep the best entrant" = needs_word("all games"),
                  "the same with segments as long as the bound wants" = needs_word("all games"))
  ),
  "impatient-thm-d.1" = claim(
    "Theorem D.1", "theorem", "UCB's regret stays below the usual bound if the best arm is patient enough.",
    "regret over the bound", "ledger-patient", quantity = function(study, scale) {
      b <- study$description$bandits[[1]]
      over_bound(study, "UCB", regret_bound(b, last_checkpoint(study), policy_ucb(sd = 1))$value)
    }, needed = needs_word("better"), ours = TRUE
  ),
  "impatient-cor-d.2" = claim(
    "Corollary D.2", "theorem", "If all arms are patient enough for gaps of epsilon, UCB's regret has a gap-free bound.",
    "regret over the bound, the worst of three gaps", "ledger-patient", quantity = quantity_of_patient, ours = TRUE,
    needed = needs_word("better")
  ),
  "impatient-prop-h.1" = claim(
    "Proposition H.1", "theorem", "A policy that is not given the patience has linear regret on some bandit: T / K^2.",
    "of 16 policies, the least of the greatest regrets over three bandits, by T", "ledger-unknown",
    quantity = quantity_of_unknown, needed = needs(1 / 9, Inf, "> 1/9")
  ),
  "impatient-h.2" = claim(
    "Section H.2", "remark", "A lower bound on each patience suffices to keep all arms.",
    "arms lost by cycles for half the patience, of 50 vectors", quantity = exits_with_lower_bounds,
    needed = needs_count(0)
  ),
  "impatient-5" = claim(
    "Section 5", "figure", "The figures of the paper's experiments.", "nothing",
    blocked = "the text that we have lacks this section"
  ),
  "impatient-crossing-early" = claim(
    "ours, for Theorem 4.1", "remark", "FC-SE pays before it earns: at T = 1e4 it is worse than UCB1, UCB and MOSS.",
    "regret of FC-SE over that of", "impatient-crossing", ours = TRUE,
    quantity = function(study, scale) crossing_ratios(study, 1), needed = needs_word("worse")
  ),
  "impatient-crossing-late" = claim(
    "ours, for Theorem 4.1", "remark", "At T = 1e6 FC-SE is much better than UCB1, UCB, MOSS and Thompson sampling.",
    "regret of FC-SE over that of", "impatient-crossing", ours = TRUE,
    quantity = function(study, scale) crossing_ratios(study, length(studies_of(study)), c(crossed, "Thompson")),
    needed = needs_word("much better")
  )
))

# --- quantities ------------------------------------------------------------------------------

# Theorem 3.2 is about the worst bandit of each policy; the least of these is hardest on it.
quantity_of_hardness <- function(study, scale) {
  bound <- regret_bound(study$description$bandits[[1]], last_checkpoint(study), "impatient_lower")$value
  worst <- apply(apply(final_values(study), 2:3, mean), 1, which.max)
  each <- lapply(policies_of(study), function(p) over_bound(study, p, bound, worst[[p]]))
  # By game, as regrets without any noise have no error.
  early <- checkpoint_at(study, 0.1)
  linear <- lapply(policies_of(study), function(p) {
    ratio <- values_of(study, p, worst[[p]]) / values_of(study, p, worst[[p]], round = early)
    share_of(log(ratio) / log(last_checkpoint(study) / early) > 0.9)
  })
  list("over the bound" = least_of(each), "share of games with an exponent above 0.9" = least_of(linear))
}

quantity_of_fc_se <- function(study, scale) {
  last <- last_of(study)
  studies <- studies_of(study)
  rounds <- vapply(studies, last_checkpoint, 0)
  b <- last$description$bandits[[1]]
  at <- match(max(rounds) / c(1, 10, 100), rounds)
  values <- lapply(at, function(i) values_of(studies[[i]], "FC-SE"))
  list("regret over the bound" = over_bound(last, "FC-SE", regret_bound(b, max(rounds), policy_fc_se(sd = 1))$value),
       growth = growth_of(values, rounds[at]),
       "share of games that keep the best arm" = share_of(!has_left(last, "FC-SE", 1)))
}

quantity_of_fc_entry <- function(study, scale) {
  d <- study$description
  bound <- regret_bound(d$bandits[[1]], last_checkpoint(study), d$policies[["FC-Entry"]])$value
  list("regret over the bound" = over_bound(study, "FC-Entry", bound),
       "share of games that keep the best entrant" = share_of(!has_left(study, "FC-Entry", 7)),
       "the same with segments as long as the bound wants" = share_of(!has_left(study, "FC-Entry (long segments)", 7)))
}

# K max + 3 sum + 8 sqrt((K - 1) T ln T), gaps that are equal.
quantity_of_patient <- function(study, scale) {
  T <- last_checkpoint(study)
  each <- lapply(bandits_of(study), function(name) {
    means <- study$description$bandits[[name]]$arms$parameters$mean
    gaps <- (max(means) - means)[-which.max(means)]
    bound <- length(means) * max(gaps) + 3 * sum(gaps) + 8 * sqrt((length(means) - 1) * T * log(T))
    over_bound(study, "UCB", bound, name)
  })
  greatest_of(each)
}

quantity_of_unknown <- function(study, scale) {
  worst <- apply(apply(final_values(study), 2:3, mean), 1, which.max)
  least_of(lapply(policies_of(study), function(p) over_bound(study, p, last_checkpoint(study), worst[[p]])))
}

crossed <- c("UCB1", "UCB", "MOSS")

crossing_ratios <- function(series, which, others = crossed) {
  study <- studies_of(series)[[which]]
  lapply(rlang::set_names(others), function(p) regret_ratio(study, "FC-SE", p, "patience 8"))
}

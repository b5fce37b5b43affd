# The claims of the composite feedback paper (Wang, Wang and Huang 2021).

claims_composite <- function() of_paper(composite_paper, c(
  list(
    "composite-thm-1" = claim(
      "Theorem 1", "theorem", "ARS-UCB's regret stays below a bound of order ln T if alpha exceeds 4.",
      "regret over the bound, lags of 1 to 3, alpha 16", "ledger-composite-alpha", quantity = quantity_of_ars_ucb,
      needed = needs_word("better"), ours = TRUE
    ),
    "composite-2.2-sizes" = claim(
      "Section 2.2", "theorem", "Rounds of k^b (b >= 1) and of 2^(k + c) grow, and from some k on by no more than all before.",
      "k from 3 to 60 that break it", quantity = function(study, scale) exactly(round_sizes_broken()),
      needed = needs_count(0)
    )
  ),
  claims_of_each("composite-odaaf", 2:3, function(figure) claim(
    paste("Figure", figure), "figure", "ARS-UCB beats ODAAF, which is given the length of the spread, whatever its parameters.",
    "regret of ARS-UCB over that of ODAAF, the greatest of seven variants", paste0("composite-", figure), ours = TRUE,
    quantity = ars_over_odaaf, needed = needs_word("better")
  )),
  claims_of_each("composite-growth", 2:4, function(figure) claim(
    paste("Figure", figure), "figure", "ARS-UCB's regret is logarithmic with all parameters.",
    "growth of the regret, the greatest of all spreads", paste0("composite-", figure), ours = TRUE,
    quantity = growth_by_variant, needed = needs_word("logarithmic")
  )),
  list(
    "composite-best" = claim(
      "Section 4.1, Figures 2 to 4", "remark", "alpha = 4 with k^2 is best in most instances.",
      "share of 12 spreads in which it has the least regret of five variants", "ledger-composite-best", ours = TRUE,
      quantity = share_of_best, needed = needs_word("most"), range = c(0, 1)
    ),
    "composite-rem-1" = claim(
      "Remark 1", "remark", "A large alpha is better for long spreads and short games, a small one for short spreads and long games.",
      "regret over that with the alpha that is said to be worse", "ledger-composite-alpha", ours = TRUE,
      quantity = order_of_alpha, needed = needs_word("better")
    ),
    "composite-thm-2" = claim(
      "Theorem 2, Remark 2", "theorem", "ARS-EXP3's regret stays below a bound of order T^(2/3), also against a non-oblivious adversary.",
      "regret over the bound", "ledger-composite-exp3", ours = TRUE, quantity = function(study, scale) {
        b <- study$description$bandits[[1]]
        over_bound(study, "ARS-EXP3", regret_bound(b, last_checkpoint(study), policy_ars_exp3())$value)
      }, needed = needs_word("better")
    )
  ),
  claims_of_each("composite-fig-5-clw", c("lag-10", "lag-20"), function(lag) claim(
    if (lag == "lag-10") "Figure 5a" else "Figure 5b", "figure",
    "Against a non-oblivious adversary CLW's regret is linear and that of ARS-EXP3 sublinear.", "exponent of the regret",
    "composite-5", ours = TRUE, blocked = "the data may not be distributed; found on a stand-in", needs_data = "data",
    quantity = function(study, scale) {
      panel <- if (lag == "lag-10") 1 else 2
      list(CLW = exponent_in(study, clw_label(10 * panel), panel), "ARS-EXP3" = exponent_in(study, "ARS-EXP3", panel))
    }, needed = list(CLW = needs_word("linear"), "ARS-EXP3" = needs_word("sublinear"))
  )),
  claims_of_each("composite-fig-5", c("c", "d"), function(panel) claim(
    paste0("Figure 5", panel), "figure",
    "With the right length CLW is slightly better than ARS-EXP3; with a length that is 10% off it can be worse.",
    "regret of ARS-EXP3 over that of CLW", "composite-5", ours = TRUE,
    blocked = "the data may not be distributed; found on a stand-in", needs_data = "data",
    quantity = function(study, scale) {
      at <- if (panel == "c") 3 else 4
      lengths <- if (panel == "c") c(10, 9, 11) else c(20, 18, 22)
      ratios <- lapply(lengths, function(d) regret_ratio(study, "ARS-EXP3", clw_label(d), at))
      list("d right" = ratios[[1]], "d 10% off" = least_of(ratios[-1]))
    }, needed = list("d right" = needs_word("slightly worse"), "d 10% off" = needs_word("better"))
  ))
))

# --- quantities ------------------------------------------------------------------------------

ars_variants <- function(study) grep("^ARS-UCB", policies_of(study), value = TRUE)

# The bound's constant is exponential in the square of the mean lag and falls with alpha: here it is finite.
quantity_of_ars_ucb <- function(study, scale) {
  bound <- regret_bound(study$description$bandits[[2]], last_checkpoint(study), policy_ars_ucb(16, range = c(0, 1)))
  over_bound(study, "alpha 16", bound$value[bound$bound == "Theorem 1"], 2)
}

# (i) f increases; (ii) f(k + 1) <= F(k) from some k on: here for a power from 4 (beta + 1) on.
round_sizes_broken <- function() {
  broken <- function(rounds, from) {
    sizes <- size_of_rounds(rounds, 1:61)
    total <- cumsum(sizes)[1:60]
    k <- max(3, from):60
    sum(sizes[k + 1] > total[k]) + sum(diff(sizes)[k] <= 0)
  }
  powers <- vapply(1:4, function(beta) broken(round_sizes(beta), 4 * (beta + 1)), 0)
  doublings <- vapply(0:4, function(c) broken(round_sizes(c = c, doubling = TRUE), 3), 0)
  sum(powers, doublings)
}

# Each spread with the ODAAF that is given its length.
odaaf_of <- function(spread, study) {
  long <- c("lag 10 to 30" = "ODAAF (mean 20)", "lag 0 to 60" = "ODAAF (mean 30)",
            "window 30 to 40" = "ODAAF (length 40)", "window 10 to 20" = "ODAAF (length 20)",
            "decreasing over 100" = "ODAAF (length 100)",
            "decreasing over 50" = "ODAAF (length 50)", "increasing over 100" = "ODAAF (length 100)",
            "increasing over 50" = "ODAAF (length 50)")
  long[[spread]]
}

ars_over_odaaf <- function(study, scale) {
  lapply(rlang::set_names(bandits_of(study)), function(b) {
    greatest_of(lapply(ars_variants(study), function(p) regret_ratio(study, p, odaaf_of(b, study), b)))
  })
}

growth_by_variant <- function(study, scale) {
  lapply(rlang::set_names(ars_variants(study)), function(p) {
    greatest_of(lapply(bandits_of(study), function(b) growth_in(study, p, b)))
  })
}

share_of_best <- function(study, scale) {
  values <- final_values(study)[, ars_variants(study), , drop = FALSE]
  resampled(dim(values)[1], function(i) {
    means <- apply(values[i, , , drop = FALSE], 2:3, mean)
    mean(rownames(means)[apply(means, 2, which.min)] == "ARS-UCB, k^2, alpha 4")
  })
}

order_of_alpha <- function(study, scale) {
  early <- study$description$record[1]
  last <- last_checkpoint(study)
  of <- function(alpha, bandit, round) values_of(study, sprintf("alpha %g", alpha), bandit, round = round)
  list("window 100 to 300, T = 2000, alpha 16 against 2" = ratio_of(of(16, 1, early), of(2, 1, early)),
       "lag 1 to 3, T = 100000, alpha 2 against 16" = ratio_of(of(2, 2, last), of(16, 2, last)))
}

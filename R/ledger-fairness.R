# The claims of the fairness paper (Fang, Li and Samorodnitsky 2022).

claims_fairness <- function() of_paper(fairness_paper, c(claims_fairness_theory(), claims_fairness_comments(),
                                                         claims_fairness_figures()))

claims_fairness_theory <- function() list(
  "fairness-eq-7" = claim(
    "Equations 7 to 9", "theorem", "The least loss L* per round, and the prophet's shares that attain it.",
    "of 50 problems those on which other shares lose less, or the prophet's lose more", quantity = optima_beaten,
    needed = needs_count(0)
  ),
  "fairness-thm-4.1" = claim(
    "Theorem 4.1", "theorem", "If penalties exceed the gaps by enough, HT-UCB gives every arm its share, floor(tau T).",
    "share of games in which it does", "ledger-fair-large",
    quantity = function(study, scale) fair_games(study, "HT-UCB"), needed = needs_word("all games"), ours = TRUE
  ),
  "fairness-thm-4.2a" = claim(
    "Theorem 4.2 a", "theorem", "Arms that are worth serving lack a bounded number of pulls.",
    "share of games in which each of three such arms lacks less than a pull", "ledger-fair-bounds",
    quantity = function(study, scale) share_of(colSums(pulls_of(study, "HT-UCB", what = "shortfall")[1:3, ] >= 1) == 0),
    needed = needs_word("all games"), ours = TRUE
  ),
  "fairness-thm-4.2bc" = claim(
    "Theorem 4.2 b, c", "theorem", "The pulls of every arm that is not the best stay below a bound and a constant.",
    "share of games in which no arm has more than its bound and one pull", "ledger-fair-bounds",
    quantity = function(study, scale) {
      bound <- regret_bound(study$description$bandits[[1]], last_checkpoint(study), policy_ht_ucb(), "pulls")
      share_of(colSums(pulls_of(study, "HT-UCB")[bound$arm, ] > bound$value + 1) == 0)
    }, needed = needs_word("all games"), ours = TRUE
  ),
  "fairness-thm-4.2d" = claim(
    "Theorem 4.2 d", "theorem", "A critical arm costs at most (8 ln T / gap - share T)+ and a constant.",
    "regret added per ln T from T = 1e5 to 1e6 on bandits whose gap changes with T, where the printed term is 0", "ledger-fair-critical",
    quantity = function(study, scale) exactly(critical_slope(study)), needed = needs_at_most(0)
  ),
  "fairness-thm-4.2d-corrected" = claim(
    "Theorem 4.2 d, corrected", "theorem", "A critical arm costs at most (8 ln T / gap - gap share T)+ and a constant.",
    "regret over the bound", "ledger-fair-critical", quantity = function(study, scale) {
      studies <- studies_of(study)
      exactly(max(vapply(studies, function(s) mean(values_of(s, "HT-UCB")) / ht_bound_of(s, "Theorem 4.2"), 0)))
    }, needed = needs_word("better")
  ),
  "fairness-thm-4.3" = claim(
    "Theorem 4.3", "theorem", "At its worst round an arm worth serving lacks a number of pulls of order ln T.",
    "the greatest shortfall of any arm in any round over the least bound", "ledger-fair-bounds",
    quantity = function(study, scale) {
      bound <- regret_bound(study$description$bandits[[1]], last_checkpoint(study), policy_ht_ucb(), "shortfall")
      over_bound(study, "HT-UCB", min(bound$value), what = "largest_shortfall")
    }, needed = needs_word("better"), ours = TRUE
  ),
  "fairness-thm-4.5" = claim(
    "Theorem 4.5", "theorem", "HT-UCB's regret stays below a bound of order sqrt(K T ln T) whatever the gaps.",
    "regret over the bound", "ledger-fair-bounds",
    quantity = function(study, scale) over_bound(study, "HT-UCB", ht_bound_of(study, "Theorem 4.5")),
    needed = needs_word("better"), ours = TRUE
  ),
  "fairness-thm-4.6" = lower_claim("Theorem 4.6", "non-critical", "sum ln T / (gap - penalty)", "ledger-fair-4.6"),
  "fairness-thm-4.7" = lower_claim("Theorem 4.7", "critical", "sum gap (ln T / gap^2 - share T)", "ledger-fair-4.7"),
  "fairness-thm-4.8" = claim(
    "Theorem 4.8", "theorem", "On some means every policy has a regret of order (1 - sum of shares) sqrt((K - 1) T).",
    "of four policies, the least of the greatest regrets over four bandits, over the bound with our constant",
    "ledger-fair-4.8", quantity = function(study, scale) {
      bound <- lower_any(fair_problem(study$description$bandits[[1]]), last_checkpoint(study))
      worst <- apply(apply(final_values(study), 2:3, mean), 1, which.max)
      least_of(lapply(policies_of(study), function(p) over_bound(study, p, bound, worst[[p]])))
    }, needed = needs(low = 1), ours = TRUE
  ),
  "fairness-thm-4.8-constant" = claim(
    "Theorem 4.8", "remark", "The constant in the proof is wrong by a factor; the theorem's order does not depend on it.",
    "nothing", blocked = "the theorem states no constant, so no case breaks it"
  )
)

claims_fairness_comments <- function() list(
  "fairness-3-lfg" = claim(
    "Section 3", "remark", "LFG with eta > 0 does not guarantee the shares.", "share of games with all shares",
    "ledger-fair-large", quantity = function(study, scale) fair_games(study, "LFG"), needed = needs_word("no game"),
    ours = TRUE
  ),
  "fairness-3-flearn" = claim(
    "Section 3", "remark", "Flearn with alpha = 0 guarantees the shares.", "share of games with all shares",
    "ledger-fair-large", quantity = function(study, scale) fair_games(study, "Flearn"),
    needed = needs_word("all games"), ours = TRUE
  ),
  "fairness-5-soft" = claim(
    "Section 5", "remark", "A soft threshold is not fair.", "share of games with all shares", "ledger-fair-large",
    quantity = function(study, scale) fair_games(study, "ST-UCB"), needed = needs_word("no game"), ours = TRUE
  ),
  "fairness-5-soft-regret" = claim(
    "Section 5", "remark", "Nor is a soft threshold near-optimal: its regret grows linearly.",
    "exponent of the regret from T = 1e4 to 1e5", "ledger-fair-kept",
    quantity = function(study, scale) exponent_between(study, "ST-UCB"), needed = needs_word("linear"), ours = TRUE
  ),
  "fairness-5-etc" = claim(
    "Section 5", "remark", "In the worst case the regret of explore-then-commit is of order T^(2/3), that of HT-UCB T^(1/2).",
    "exponent of the greatest regret over eight gaps, T = 1e5 to 1e6", "ledger-fair-etc", ours = TRUE,
    quantity = function(study, scale) {
      list("Fair ETC" = worst_exponent(study, "Fair-ETC"), "HT-UCB" = worst_exponent(study, "HT-UCB"))
    }, needed = list("Fair ETC" = needs_power(2 / 3), "HT-UCB" = needs_power(1 / 2))
  ),
  "fairness-4.1-ucb1" = claim(
    "Section 4.1", "remark", "Without penalties HT-UCB is UCB1.", "of 10,000 choices those that differ",
    quantity = function(study, scale) exactly(no_penalty_differs()), needed = needs_count(0)
  ),
  "fairness-5-choice" = claim(
    "Section 5", "remark", "A = inf{a: #{k: a >= gap_k} <= K - 1} serves K arms.",
    "arms of gaps 0, 0.2, 0.3, 0.6 that are served for K = 3",
    quantity = function(study, scale) exactly(sum(0 >= c(0, 0.2, 0.3, 0.6))), needed = needs_count(3)
  ),
  "fairness-5-choice-corrected" = claim(
    "Section 5, corrected", "remark", "The least a for which at least K arms have gaps of at most a serves K arms.",
    "arms of gaps 0, 0.2, 0.3, 0.6 that are served for K = 3", quantity = function(study, scale) {
      gaps <- c(0, 0.2, 0.3, 0.6)
      exactly(sum(fair_penalty(gaps, explore = 3) >= gaps))
    }, needed = needs_count(3)
  )
)

claims_fairness_figures <- function() list(
  "fairness-fig-1" = claim(
    "Figure 1", "figure", "HT-UCB has the least penalised regret.",
    "share of games in which it has less than either of the others, the least of six settings", "fair-1",
    quantity = least_penalised, needed = needs_word("most")
  ),
  "fairness-fig-2" = claim(
    "Figure 2", "figure", "As the penalty falls HT-UCB's arms become unfair one by one.",
    "distinct scales at which arms become unfair, by the number of arms", "fair-2",
    quantity = function(study, scale) unfair_scales(study, "HT-UCB"), needed = needs_word("most"), range = c(0, 1)
  ),
  "fairness-fig-2-others" = claim(
    "Figure 2", "figure", "With LFG and Flearn all arms become unfair at once.",
    "distinct scales at which arms become unfair, by the number of arms", "fair-2",
    quantity = function(study, scale) c(unfair_scales(study, "LFG"), unfair_scales(study, "Flearn")),
    needed = needs_word("much better"), range = c(0, 1)
  ),
  "fairness-fig-2-scale" = claim(
    "Section 6, setting 2", "figure", "At scale 1 policies pay less attention to fairness than at scale 0.",
    "share of games in which more pulls lack at scale 1 (HT-UCB, case 1)", "fair-2",
    quantity = function(study, scale) share_of(lacking_at_end(study, 1) > lacking_at_end(study, 0)),
    needed = needs_word("all games")
  ),
  "fairness-fig-2-scale-corrected" = claim(
    "Section 6, setting 2, corrected", "figure", "At scale 1 policies pay more attention to fairness than at scale 0.",
    "share of games in which more pulls lack at scale 0 (HT-UCB, case 1)", "fair-2",
    quantity = function(study, scale) share_of(lacking_at_end(study, 0) > lacking_at_end(study, 1)),
    needed = needs_word("all games")
  ),
  "fairness-fig-3" = frontier_claim("Figure 3", "fair-3"),
  "fairness-fig-4" = claim(
    "Figure 4", "figure", "Pulls are proportional to 1 / (gap - penalty)^2 for non-critical arms and to 1 / gap^2 for critical ones.",
    "slope of ln pulls against ln of it, cases 1 and 2 together", "fair-4", quantity = slopes_of_pulls,
    needed = needs_word("proportional"), ours = TRUE
  ),
  "fairness-fig-5" = frontier_claim("Figure 5", "fair-5")
)

lower_claim <- function(place, set, formula, source) {
  claim(place, "theorem", sprintf("On some bandit with %s arms HT-UCB's regret is at least %s.", set, formula),
        "regret over it, the least of T = 1e4 and 1e5", source, needed = needs(low = 1),
        quantity = function(study, scale) {
          exactly(min(vapply(studies_of(study), function(s) {
            bound <- regret_bound(s$description$bandits[[1]], last_checkpoint(s), policy_ht_ucb(), "lower")
            values_of(s, "HT-UCB") / bound$value[bound$bound == place]
          }, 0)))
        })
}

frontier_claim <- function(place, source) {
  claim(place, "figure", "HT-UCB earns the most at any given unfairness.",
        "mean reward less that of HT-UCB's frontier, the greatest of all settings", source, ours = TRUE,
        quantity = below_frontier, needed = needs(high = 0))
}

# --- quantities ------------------------------------------------------------------------------

# Equation 8: no shares lose less than L*, and the prophet's lose just that.
optima_beaten <- function(study, scale) {
  exactly(sum(vapply(seq_len(50), function(i) with_own_seed(i, {
    arms <- sample(2:6, 1)
    share <- stats::runif(arms)
    share <- share / sum(share) * stats::runif(1)
    problem <- with_fairness(bandit(arms_bernoulli(stats::runif(arms))), share, stats::runif(arms))
    best <- bandit_value(problem)
    gap <- max(best$mean) - best$mean
    loss <- function(p) colSums(gap * p + best$penalty * pmax(best$share - p, 0)) # a column for each set of shares
    tried <- matrix(stats::rexp(1000 * arms), arms)
    least <- min(loss(tried / rep(colSums(tried), each = arms)))
    least < sum(best$loss) - 1e-12 || abs(loss(matrix(best$pulls)) - sum(best$loss)) > 1e-12
  }), NA)))
}

# By horizon: games in which all arms got floor(tau T) pulls.
fair_games <- function(series, policy) {
  parts <- lapply(studies_of(series), function(study) {
    T <- study$description$horizon
    share <- study$description$bandits[[1]]$traits$fairness$parameters$share
    share_of(colSums(pulls_of(study, policy) < floor(share * T + 1e-9)) == 0)
  })
  by_horizon(parts, series)
}

ht_bound_of <- function(study, theorem) {
  bound <- regret_bound(study$description$bandits[[1]], last_checkpoint(study), policy_ht_ucb())
  bound$value[bound$bound == theorem]
}

critical_slope <- function(series) {
  studies <- studies_of(series)
  regret <- vapply(studies, function(s) mean(values_of(s, "HT-UCB")), 0)
  horizon <- vapply(studies, last_checkpoint, 0)
  diff(regret)[1] / diff(log(horizon))[1]
}

worst_exponent <- function(series, policy) {
  late <- last_of(series)
  early <- last_of(series, 1)
  worst <- function(study) values_of(study, policy, which.max(colMeans(final_values(study)[, policy, ])))
  exponent_of(worst(late), worst(early), late$description$horizon / early$description$horizon)
}

# HT-UCB takes ln of the number of pulls so far or that of the round; UCB1 here takes the round.
no_penalty_differs <- function() {
  plain <- bandit(arms_bernoulli(c(0.3, 0.5, 0.7, 0.45)))
  ucb1 <- policy_index(function(view) view$mean + sqrt(2 * log(view$round) / view$pulls), label = "UCB1, ln n")
  sum(arms_chosen(plain, ucb1, 1e4) != arms_chosen(with_fairness(plain, 0, 0), policy_ht_ucb(range = c(0, 1)), 1e4))
}

# By game: with small shares Flearn often makes the same choices, and a ratio of equal means has no error.
least_penalised <- function(series, scale) {
  parts <- lapply(studies_of(series), function(study) {
    least_of(lapply(bandits_of(study), function(b) {
      others <- pmin(values_of(study, "LFG", b), values_of(study, "Flearn", b))
      share_of(values_of(study, "HT-UCB", b) < others)
    }))
  })
  by_horizon(parts, series)
}

by_horizon <- function(parts, series) {
  stats::setNames(parts, vapply(studies_of(series), function(s) paste("T =", whole_text(s$description$horizon)), ""))
}

# The shortfall of every arm at each of a family's scales: arms, replications, scales.
shortfalls_by_scale <- function(study, family, case) {
  d <- study$description
  policies <- names(d$policies)[policy_families(d) == family]
  scales <- vapply(policies, function(p) policy_scale(d$policies[[p]], d$bandits[[case]], d$horizon), 0)
  policies <- policies[scales > -1e-9 & scales < 1 + 1e-9]
  scales <- scales[policies]
  values <- vapply(policies[order(scales)], function(p) pulls_of(study, p, case, "shortfall"),
                   pulls_of(study, policies[1], case, "shortfall"))
  list(values = values, scales = sort(scales), share = d$bandits[[case]]$traits$fairness$parameters$share)
}

# Unfair: more than 1% of the arm's share is lacking on average.
unfair_scales <- function(study, family) {
  parts <- lapply(1:2, function(case) {
    found <- shortfalls_by_scale(study, family, case)
    needed <- found$share * study$description$horizon
    resampled(dim(found$values)[2], function(i) {
      unfair <- apply(found$values[, i, , drop = FALSE], c(1, 3), mean) > 0.01 * needed
      last <- apply(unfair, 1, function(u) if (any(u)) found$scales[max(which(u))] else NA)
      length(unique(last[!is.na(last)])) / (length(needed) - 1)
    })
  })
  stats::setNames(parts, paste0(family, ", case ", 1:2))
}

# By replication.
lacking_at_end <- function(study, end) {
  found <- shortfalls_by_scale(study, "HT-UCB", 1)$values
  colSums(found[, , if (end == 0) 1 else dim(found)[3]])
}

# In each setting the mean over a family's values of its tuning parameter. Its error is at most the mean of theirs.
below_frontier <- function(study, scale) {
  rows <- compare_policies(study, frontier = "HT-UCB")
  rows <- rows[!is.na(rows$difference), ]
  family <- sub(",.*", "", rows$policy)
  lapply(rlang::set_names(c("LFG", "Flearn")), function(one) {
    greatest_of(lapply(bandits_of(study), function(b) {
      mine <- rows[family == one & rows$bandit == b, ]
      list(found = mean(mine$difference), se = mean(mine$se), df = length(study$replications) - 1)
    }))
  })
}

# Arms that have not reached their share (non-critical), or have passed it (critical).
slopes_of_pulls <- function(study, scale) {
  d <- study$description
  parts <- lapply(c("non-critical", "critical"), function(set) {
    cases <- paste0(set, ", case ", 1:2)
    resampled(length(study$replications), function(i) {
      points <- lapply(cases, function(name) {
        p <- fair_problem(d$bandits[[name]])
        gap <- if (set == "critical") p$gap else p$gap - p$penalty
        counts <- rowMeans(pulls_of(study, "HT-UCB", match(name, bandits_of(study)))[, i, drop = FALSE])
        level <- p$share * d$horizon
        own <- p$set == set & (if (set == "critical") counts > 1.02 * level else counts < 0.98 * level)
        cbind(case = match(name, cases), x = log(1 / gap[own]^2), y = log(counts[own]))
      })
      points <- do.call(rbind, points)
      stats::coef(stats::lm(points[, "y"] ~ factor(points[, "case"]) + points[, "x"]))[[3]]
    })
  })
  stats::setNames(parts, c("non-critical", "critical"))
}

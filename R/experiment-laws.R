# Other delay laws for Figures 1a to 1c of the farewell paper: would they rank the policies as printed? The
# paper's bar charts are lost, and the gaps that it prints do not determine a delay distribution: here are many with
# these gaps.

law_gaps <- c("gap 0.042" = 0.042, "gap 0.124" = 0.124, "gap 0.166" = 0.166)

experiment_farewell_laws <- function() {
  list(
    paper = "Sharoff, Mehta and Ganti 2020", figure = "ours, for Figures 1a to 1c",
    title = "Other delays with the printed gaps",
    note = paste("For each gap, 200 delay distributions on 1 to 10 rounds: two to five delays with exponential",
                 "weights, kept if the least gap is within 0.0005 of the printed one; for 0.166 also if the shortest",
                 "wait is best."),
    bandits = farewell_law_bandits, bandit_names = sprintf("%s, law 1 to 200", names(law_gaps)),
    policies = list(policy_wait_ucb(), policy_ucb_simplex(), policy_budget_ucb()),
    horizon = 1e6, reps = 10, record = 1, draw = draw_farewell_laws, draws_games = TRUE
  )
}

farewell_law_bandits <- function(T) {
  bandits <- lapply(names(law_gaps), function(name) {
    laws <- delay_laws_with_gap(law_gaps[[name]], 200, shortest = name == "gap 0.166",
                                seed = match(name, names(law_gaps)))
    made <- lapply(seq_len(nrow(laws)), function(i) bandit(arms_constant(1)) |> with_waiting(laws[i, ]))
    stats::setNames(made, sprintf("%s, law %d", name, seq_along(made)))
  })
  do.call(c, bandits)
}

# A matrix with a law in each row.
delay_laws_with_gap <- function(gap, count, shortest, seed, longest = 10) {
  with_own_seed(seed, {
    found <- matrix(0, 0, longest)
    while (nrow(found) < count) {
      laws <- draw_delay_laws(2e4, longest)
      gaps <- least_gaps(laws)
      found <- rbind(found, laws[abs(gaps$gap - gap) < 0.0005 & (!shortest | gaps$best == 1), ])
    }
    found[seq_len(count), ]
  })
}

# Two to five delays, equally likely to be any, with independent exponential weights.
draw_delay_laws <- function(count, longest) {
  u <- matrix(stats::runif(count * longest), count)
  rank <- u
  rank[order(row(u), u)] <- rep(seq_len(longest), count)
  support <- rank <= sample(2:5, count, replace = TRUE)
  weight <- matrix(stats::rexp(count * longest), count) * support
  weight / rowSums(weight)
}

# By law: the gap between the best wait and the next best, and which is best. Every pull in time pays 1.
least_gaps <- function(laws) {
  waits <- seq_len(ncol(laws))
  paid <- t(apply(laws, 1, cumsum))
  # E min(tau, j): the sum of P(tau >= i) over i <= j.
  time <- t(apply(cbind(1, 1 - paid[, -ncol(laws), drop = FALSE]), 1, cumsum))
  rate <- paid / time
  best <- max.col(rate, "first")
  top <- rate[cbind(seq_along(best), best)]
  rate[cbind(seq_along(best), best)] <- -Inf
  list(gap = top - rate[cbind(seq_along(best), max.col(rate, "first"))], best = waits[best])
}

# --- the figure ------------------------------------------------------------------------------

# By law: the regret of Wait-UCB over that of the others.
ratios_by_law <- function(study) {
  mean <- apply(final_values(study), 2:3, mean)
  tibble(gap = factor(sub(",.*", "", colnames(mean)), names(law_gaps)), simplex = mean[1, ] / mean[2, ],
         budget = mean[1, ] / mean[3, ])
}

# Replications, policies, bandits.
final_values <- function(study, what = "regret") {
  values <- figures_of(study, what, last_checkpoint(study))
  array(values, dim(values)[-1], dimnames(values)[-1])
}

draw_farewell_laws <- function(study) {
  data <- ratios_by_law(study)
  both <- rbind(tibble(gap = data$gap, other = "UCB-Simplex", ratio = data$simplex),
                tibble(gap = data$gap, other = "Budget-UCB", ratio = data$budget))
  ggplot2::ggplot(both, ggplot2::aes(.data$ratio, colour = .data$other, linetype = .data$other)) +
    ggplot2::stat_ecdf(linewidth = 0.7) + ggplot2::geom_vline(xintercept = 1, linewidth = 0.3) +
    ggplot2::facet_wrap(ggplot2::vars(.data$gap), ncol = 1) + scale_of("x", "x") +
    ggplot2::labs(x = "Regret of Wait-UCB over that of the other policy (log scale)", y = "Share of the delay distributions",
                  caption = replications_text(study, "Means over")) +
    study_theme() + policy_scales(c("UCB-Simplex", "Budget-UCB"), "Against")
}

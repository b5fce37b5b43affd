# The experiments of the fairness paper (Fang, Li and Samorodnitsky 2022, section
# 6): each function returns the description that run_experiment() runs.
#
# The three algorithms have a tuning parameter each: HT-UCB's penalty A, LFG's
# eta, Flearn's alpha. A paper's scale parameter s in 0..1 stands for A = s, eta =
# (1 - s) T and alpha = (1 - s) tau_1 T; s = 1 is the fair end (the print has it
# the other way round).

fairness_paper <- "Fang, Li and Samorodnitsky 2022"

half_range <- ~ (max(mean) - min(mean)) / 2

experiment_fair_1 <- function() {
  settings <- expand.grid(share = c(0.2, 0.4, 0.8), arms = c(5, 20))
  bandits <- Map(function(share, arms) {
    bandit(arms_gaussian(prior_uniform(arms), sd = 1 / arms)) |> with_fairness(share / arms, half_range)
  }, settings$share, settings$arms)
  names(bandits) <- sprintf("K = %d, tau = %s", settings$arms, settings$share)
  list(
    paper = fairness_paper, figure = "Figure 1", title = "Penalised regret against the horizon",
    note = "Means are drawn anew for each replication, the same at all horizons.",
    bandits = bandits, policies = list(policy_ht_ucb(range = c(0, 1)), policy_lfg(), policy_flearn()),
    horizon = 500 * 2^(0:5), reps = 50
  )
}

experiment_fair_2 <- function() {
  case <- function(mean, share) {
    bandit(arms_gaussian(mean, sd = 1 / 8)) |> with_fairness(share, half_range)
  }
  list(
    paper = fairness_paper, figure = "Figure 2", title = "Arms become unfair one by one",
    note = "Scales from 0 to 1 in steps of 0.05; the number of replications is ours.",
    bandits = list(
      "case 1" = case(c(0.9, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1), 1 / 16),
      "case 2" = case(c(0.95, 0.7, 0.65, 0.6, 0.2, 0.15, 0.1, 0.05), rep(c(0.1, 0.04), each = 4))
    ),
    policies = function(T) {
      scale <- seq(0, 1, by = 0.05)
      # tau_1 is 1/16 in one case and 1/10 in the other.
      alpha <- unique(round(c(outer(1 - scale, c(1 / 16, 0.1))), 10)) * T
      tuned_policies(penalty = scale, eta = (1 - scale) * T, alpha = alpha)
    },
    horizon = 1e4, reps = 50, record = 1, draw = draw_unfairness_paths, draws_games = TRUE
  )
}

experiment_fair_3 <- function() {
  wanted <- c(2500, 2000, 1250)
  list(
    paper = fairness_paper, figure = "Figure 3", title = "Reward against unfairness: MovieLens 1M",
    note = paste("Needs `data`: the path of ratings.dat, see read_movielens(). The horizon, the number of",
                 "replications, the shares (1/2 over K) and the values of the tuning parameters are ours."),
    needs = "the path of ratings.dat of MovieLens 1M, see `read_movielens()`",
    bandit_names = paste("more than", format_numbers(wanted), "ratings"),
    bandits = function(T, data) {
      ratings <- read_movielens(data)
      bandits <- lapply(wanted, function(m) {
        arms <- arms_movielens(ratings, m)
        bandit(arms) |> with_fairness(0.5 / arms$count, half_range)
      })
      stats::setNames(bandits, paste("more than", format_numbers(wanted), "ratings"))
    },
    policies = function(T) {
      # The gaps of these movies are below 0.4; the shares are between 0.0042 and 0.038.
      tuned_policies(penalty = c(0:8 / 40, 0.25, 0.3, 0.4, 0.6), eta = T * eta_grid,
                     alpha = T * c(0, 0.0005, 0.001, 0.0015, 0.002, 0.003, 0.004, 0.006, 0.01, 0.015, 0.02, 0.03, 0.04))
    },
    horizon = 2e4, reps = 20, record = 1, draw = draw_expected_frontier, draws_games = TRUE
  )
}

experiment_fair_4 <- function() {
  case <- function(mean, penalty) bandit(arms_gaussian(mean, sd = 1 / 9)) |> with_fairness(1 / 20, penalty)
  list(
    paper = fairness_paper, figure = "Figure 4", title = "Pulls against inverse squared gaps",
    note = paste("The distribution of the rewards, Normal with standard deviation 1/9, and the number of",
                 "replications are ours."),
    bandits = list(
      "non-critical, case 1" = case(c(0.9, 0.8, 0.7, 0.6, 0.6, 0.4, 0.3, 0.2, 0.1), 0.45),
      "non-critical, case 2" = case(c(0.95, 0.8, 0.7, 0.6, 0.6, 0.4, 0.3, 0.2, 0.1), 0.41),
      "non-critical, case 3" = case(c(0.9, 0.8, 0.7, 0.6, 0.6, 0.425, 0.4, 0.375, 0.35), 0.45),
      "critical, case 1" = case(c(0.9, 0.86, 0.84, 0.82, 0.6, 0.4, 0.3, 0.2, 0.1), 0.45),
      "critical, case 2" = case(c(0.9, 0.85, 0.84, 0.83, 0.82, 0.4, 0.3, 0.2, 0.1), 0.45),
      "critical, case 3" = case(seq(0.9, 0.1, by = -0.1), 0.45)
    ),
    policies = list(policy_ht_ucb(range = c(0, 1))), horizon = 2e4, reps = 100, record = 1, draw = draw_pulls_by_gap,
    draws_games = TRUE
  )
}

experiment_fair_5 <- function() {
  settings <- expand.grid(law = c("Normal", "beta", "Bernoulli"), share = c(0.2, 0.5), arms = c(5, 20),
                          stringsAsFactors = FALSE)
  bandits <- Map(function(law, share, arms) {
    means <- prior_uniform(arms)
    drawn <- switch(law, Normal = arms_gaussian(means, sd = 1 / arms), beta = arms_beta(mean = means),
                    Bernoulli = arms_bernoulli(means))
    bandit(drawn) |> with_fairness(share / arms, half_range)
  }, settings$law, settings$share, settings$arms)
  names(bandits) <- sprintf("K = %d, tau = %s, %s", settings$arms, settings$share, settings$law)
  list(
    paper = fairness_paper, figure = "Figure 5", title = "Reward against unfairness",
    note = paste("Means are drawn anew for each replication. The horizon, the number of replications and the values of",
                 "the tuning parameters are ours."),
    bandits = bandits,
    policies = function(T) {
      tuned_policies(penalty = c(0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1), eta = T * eta_grid,
                     alpha = T * c(0, 0.001, 0.0025, 0.005, 0.0075, 0.01, 0.015, 0.02, 0.03, 0.05, 0.075, 0.1))
    },
    horizon = 1e4, reps = 50, record = 1, draws_games = TRUE,
    # As in the paper: one column per distribution.
    draw = function(study) {
      draw_expected_frontier(study) +
        ggplot2::facet_wrap(ggplot2::vars(.data$bandit), ncol = 3, scales = "free") +
        ggplot2::theme(strip.text = ggplot2::element_text(size = 7, margin = ggplot2::margin(1, 0, 1, 0)),
                       axis.text = ggplot2::element_text(size = 7), panel.spacing.y = ggplot2::unit(3, "pt"))
    }
  )
}

# LFG's eta as a fraction of the horizon: from fair to greedy.
eta_grid <- c(0.001, 0.003, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.3, 0.5, 1)

# One policy per value of each tuning parameter.
tuned_policies <- function(penalty, eta, alpha) {
  label <- function(name, value) paste(name, "=", format_numbers(signif(value, 10)))
  c(lapply(penalty, function(v) policy_ht_ucb(v, label = label("HT-UCB, A", v), range = c(0, 1))),
    lapply(eta, function(v) policy_lfg(v, label = label("LFG, eta", v))),
    lapply(alpha, function(v) policy_flearn(v, label = label("Flearn, alpha", v))))
}

# --- figures ----------------------------------------------------------------------

# Rewards are the means of the arms chosen, as in the paper.
draw_expected_frontier <- function(study) {
  data <- frontier_data(study)
  expected <- lapply(names(study$description$bandits), function(b) colMeans(final_points(study, b)$reward))
  names(expected) <- names(study$description$bandits)
  data$reward <- mapply(function(b, p) expected[[b]][[p]], as.character(data$bandit), as.character(data$policy))
  data$reward_lower <- NA_real_ # the intervals are for the rewards collected
  draw_frontier(data, study) + ggplot2::labs(y = "Mean expected reward at the horizon")
}

# The scale s of each policy in each bandit: 1 is the fair end.
policy_scale <- function(policy, bandit, horizon) {
  share <- bandit$traits$fairness$parameters$share[1]
  switch(policy$constructor,
    policy_ht_ucb = policy$parameters$penalty[1],
    policy_lfg = 1 - policy$parameters$eta / horizon,
    policy_flearn = 1 - policy$parameters$alpha / (share * horizon)
  )
}

# Mean shortfall of each arm, by the scale of the policy.
unfairness_paths <- function(study) {
  d <- study$description
  table <- study$tables$pulls
  groups <- list(arm = table$arm, policy = factor(table$policy, names(d$policies)),
                 bandit = factor(table$bandit, names(d$bandits)))
  mean <- stats::aggregate(list(mean = table$shortfall), groups, mean)
  mean$se <- stats::aggregate(list(se = table$shortfall), groups, stats::sd)$se / sqrt(length(study$replications))
  keys <- unique(mean[c("bandit", "policy")])
  keys$scale <- mapply(function(b, p) policy_scale(d$policies[[p]], d$bandits[[b]], d$horizon),
                       as.character(keys$bandit), as.character(keys$policy))
  mean$scale <- keys$scale[match_rows(mean[c("bandit", "policy")], keys[c("bandit", "policy")])]
  families <- stats::setNames(policy_families(d), names(d$policies))
  mean$family <- factor(families[as.character(mean$policy)], unique(families))
  table <- tibble::as_tibble(mean)
  limits <- limits_of_means(table$mean, table$se, length(study$replications), c(0, Inf))
  table$lower <- limits[1, ]
  table$upper <- limits[2, ]
  # A negative scale: alpha is more than the share of arm 1.
  table[table$scale >= -1e-9, ]
}

draw_unfairness_paths <- function(study) {
  data <- unfairness_paths(study)
  data$arm <- factor(data$arm)
  # Arms have an order, so they have shades of one colour.
  shades <- grDevices::colorRampPalette(c("#9ECAE1", "#08306B"))(nlevels(data$arm))
  ggplot2::ggplot(data, ggplot2::aes(.data$scale, .data$mean, colour = .data$arm, fill = .data$arm)) +
    layer_ribbon(data) + ggplot2::geom_line(linewidth = 0.6) +
    ggplot2::facet_grid(rows = ggplot2::vars(.data$bandit), cols = ggplot2::vars(.data$family), scales = "free_y",
                        labeller = wrapped_strips(18)) +
    scale_of("x") +
    ggplot2::labs(x = "Scale of the tuning parameter (1: fair)", y = "Mean shortfall at the horizon",
                  caption = curve_caption(study, whole_view(study), data)) +
    ggplot2::scale_colour_manual("Arm", values = shades, aesthetics = c("colour", "fill")) + study_theme()
}

# Mean pulls of the arms of a set, and the inverse squared gap of Theorem 4.2. Cases are named after their set.
pulls_by_gap <- function(study) {
  d <- study$description
  rows <- lapply(names(d$bandits), function(name) {
    p <- fair_problem(d$bandits[[name]])
    set <- sub(",.*", "", name)
    table <- study$tables$pulls[study$tables$pulls$bandit == name, ]
    counts <- matrix(table$pulls, nrow = nrow(p))
    reps <- ncol(counts)
    limits <- limits_of_means(rowMeans(counts), apply(counts, 1, stats::sd) / sqrt(reps), reps, c(0, d$horizon))
    gap <- if (set == "critical") p$gap else p$gap - p$penalty
    tibble(bandit = name, arm = seq_len(nrow(p)), inverse = 1 / gap^2, pulls = rowMeans(counts), lower = limits[1, ],
           upper = limits[2, ], level = p$share * d$horizon)[p$set == set, ]
  })
  table <- do.call(rbind, unname(rows))
  table$bandit <- factor(table$bandit, names(d$bandits))
  table
}

draw_pulls_by_gap <- function(study) {
  data <- pulls_by_gap(study)
  ggplot2::ggplot(data, ggplot2::aes(.data$inverse, .data$pulls)) +
    ggplot2::geom_hline(ggplot2::aes(yintercept = .data$level), colour = safe_colours[1]) +
    ggplot2::geom_line(linewidth = 0.5) +
    ggplot2::geom_pointrange(ggplot2::aes(ymin = .data$lower, ymax = .data$upper), size = 0.3, na.rm = TRUE) +
    facet_by_bandit(data, "free_x") +
    ggplot2::labs(x = "1 / (gap - penalty)^2 above, 1 / gap^2 below", y = "Mean pulls",
                  caption = paste0(bars_caption(study, whole_view(study), data$lower),
                                   "; blue: the share of the rounds")) +
    study_theme()
}

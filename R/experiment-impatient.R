# The experiments of the impatient arms paper (Shao and Fang 2024). Our copy of the paper lacks its section of
# experiments. Only `impatient-se` is a setting of the paper (in the proof of its Proposition 3.6); the others are ours,
# each for a theorem, and their titles say so.

impatient_paper <- "Shao and Fang 2024"

unit_gaussian <- function(means) arms_gaussian(means, sd = 1)

experiment_impatient_cycle <- function() {
  list(
    paper = impatient_paper, figure = "ours, for Theorem 4.1", title = "The best arm is the impatient one",
    note = "K = 10, patience (3, 16 x 9), means 0.9 and 0.8 down to 0: ours.",
    bandits = bandit(unit_gaussian(c(0.9, seq(0.8, 0, by = -0.1)))) |> with_patience(c(3, rep(16, 9))),
    policies = list(policy_ucb(sd = 1), policy_se(sd = 1), policy_thompson(sd = 1), policy_fc_se(sd = 1),
                    policy_oracle()),
    horizon = c(1e3, 3e3, 1e4, 3e4, 1e5), reps = 100
  )
}

experiment_impatient_se <- function() {
  list(
    paper = impatient_paper, figure = "Proposition 3.6", title = "Successive elimination loses the best arm at once",
    note = "The horizon and the other policies are ours.",
    bandits = bandit(unit_gaussian(c(0, 0, 0, 0.5))) |> with_patience(c(20, 20, 3, 2)),
    policies = list(policy_se(sd = 1), policy_ucb(sd = 1), policy_thompson(sd = 1), policy_oracle()),
    horizon = 1e4, reps = 100
  )
}

experiment_impatient_ucb <- function() {
  list(
    paper = impatient_paper, figure = "ours, for Theorem 3.5", title = "UCB cannot keep an arm of little patience",
    note = "Means 0.5 and 0, the patience of the best arm ceiling(sqrt(ln T)): the theorem's; the rest is ours.",
    bandits = function(T) {
      bandit(unit_gaussian(c(0.5, 0))) |> with_patience(c(max(2, ceiling(sqrt(log(T)))), Inf))
    },
    policies = list(policy_ucb(sd = 1), policy_fc_se(sd = 1), policy_oracle()),
    horizon = 10^(2:6), reps = 100
  )
}

# The best arm is of the last group that waits, so FC-SE meets it last.
experiment_impatient_waiting <- function() {
  list(
    paper = impatient_paper, figure = "ours, for Theorem 4.2", title = "More arms than a cycle can hold",
    note = paste("Four arms of patience 4 fill the cycle; eight of patience T wait, the best (mean 1, all others 0.5)",
                 "among them: ours."),
    bandits = function(T) {
      bandit(unit_gaussian(c(rep(0.5, 11), 1))) |> with_patience(c(rep(4, 4), rep(max(1000, T), 8)))
    },
    policies = list(policy_fc_se(sd = 1), policy_ucb(sd = 1), policy_se(sd = 1), policy_thompson(sd = 1),
                    policy_oracle()),
    horizon = c(2e4, 2e5, 2e6), reps = 50
  )
}

# The arms that enter have too little patience for a round robin, and four of them for one another. The theorem requires
# 3 < N and three segments between entries. The segment that minimises its bound (104,000 rounds) is too long for that,
# so it is T^(2/3), of the same growth. With the longer one the first arms that enter still occupy both virtual places
# when the third comes, and one is dropped: the best one in half of the games. The figure shows what that costs.
experiment_impatient_entry <- function() {
  list(
    paper = impatient_paper, figure = "ours, for Theorem 4.6",
    title = "Impatient arms that enter, one of them the best",
    note = paste("Five arms at the start, one of them waiting with patience T; three of patience 4 that enter at T/6,",
                 "T/3 and T/2; segments of T^(2/3) rounds, or of the bound's length: ours."),
    bandits = function(T) {
      bandit(unit_gaussian(c(0.5, 0.48, 0.46, 0.44, 0.42, 0.6, 0.9, 0.7))) |>
        with_patience(c(rep(12, 4), max(1000, T), rep(4, 3))) |>
        with_entries(c(rep(1, 5), pmax(2, round(T * c(1 / 6, 1 / 3, 1 / 2)))))
    },
    policies = function(T) {
      segment <- max(3 * 10 + 1, ceiling(T^(2 / 3))) # the cycle has 10 slots
      entry <- function(...) policy_fc_entry(n_cycle = 6, patience_floor = 4, arms = 8, ..., sd = 1)
      list(entry(segment = segment), entry(label = "FC-Entry (long segments)"), policy_ucb(sd = 1), policy_se(sd = 1),
           policy_thompson(sd = 1), policy_oracle())
    },
    horizon = 3e5, reps = 50
  )
}

# The theorem is about the worst instance: here, which arm is the best.
experiment_impatient_hardness <- function() {
  patience <- c(3, 3, 3, 3)
  gap <- sqrt(log(4 / 3) / cycle_feasibility(patience, exit = TRUE)$first_exit)
  list(
    paper = impatient_paper, figure = "ours, for Theorem 3.2", title = "Too little patience: no policy learns",
    note = paste("K = 4, patience 3 each (load 4/3), the gap of the proof; one bandit for each best arm; ten",
                 "policies. On one of the bandits all except Uniform lose the best arm at once: their lines",
                 "coincide. Ours."),
    bandits = stats::setNames(lapply(1:4, function(best) {
      bandit(unit_gaussian(ifelse(1:4 == best, gap, 0))) |> with_patience(patience)
    }), paste("best arm", 1:4)),
    policies = list(policy_uniform(), policy_round_robin(), policy_ucb1(sd = 1), policy_ucb(sd = 1), policy_se(sd = 1),
                    policy_thompson(sd = 1), policy_moss(sd = 1),
                    policy_kl_ucb(family = "gaussian", sd = 1, label = "KL-UCB"),
                    policy_etc(100),
                    policy_epsilon_greedy(0.1)),
    horizon = 1e4, reps = 200,
    draw = draw_hardness
  )
}

# The worst bandit for each policy, and the bound below which none can stay.
draw_hardness <- function(study) {
  data <- curve_data("regret")(study)
  worst <- stats::aggregate(data["mean"], list(round = data$round, policy = data$policy), max)
  bound <- regret_bound(study$description$bandits[[1]], study$description$record, "impatient_lower")
  worst$bandit <- "the worst"
  worst$lower <- worst$upper <- NA_real_
  looks <- study_looks(study)
  names <- name_lines(worst, looks)
  caption <- c(replications_text(study, "Means over"), "shaded: the lower bound of Theorem 3.2",
               pale_text(worst, looks))
  ggplot2::ggplot(worst, ggplot2::aes(.data$round, .data$mean, colour = .data$policy, fill = .data$policy,
                                      linetype = .data$policy)) +
    ggplot2::geom_area(ggplot2::aes(.data$round, .data$value), data = bound, alpha = 0.2, inherit.aes = FALSE) +
    layer_curves(worst, looks) +
    ggplot2::labs(x = "Round", y = "Mean regret on the worst bandit", caption = paste(caption, collapse = "; ")) +
    scale_of("x", expand = room_after(names)) + scale_of("y") + study_theme() +
    policy_scales(looks$policy, look = looks, order = by_final_value(worst), legend = is.null(names)) + names
}

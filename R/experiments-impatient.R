# The experiments of the impatient arms paper (Shao and Fang 2024). Its own
# section of experiments is lost in our text of it; set-ups that follow a
# theorem or proposition name it, the rest is ours.

impatient_paper <- "Shao and Fang 2024"

unit_gaussian <- function(means) arms_gaussian(means, sd = 1)

experiment_impatient_cycle <- function() {
  list(
    paper = impatient_paper, figure = "section 4", title = "The best arm is the impatient one",
    note = "K = 10, patience (3, 16 x 9), means .9 and .8 down to 0: ours.",
    bandits = bandit(unit_gaussian(c(0.9, seq(0.8, 0, by = -0.1)))) |> with_patience(c(3, rep(16, 9))),
    policies = list(policy_ucb(), policy_se(), policy_thompson(), policy_fc_se(), policy_oracle()),
    horizon = c(1e3, 3e3, 1e4, 3e4, 1e5), reps = 100
  )
}

experiment_impatient_se <- function() {
  list(
    paper = impatient_paper, figure = "Proposition 3.6", title = "Successive elimination loses the best arm at once",
    note = "The horizon and the other policies are ours.",
    bandits = bandit(unit_gaussian(c(0, 0, 0, 0.5))) |> with_patience(c(20, 20, 3, 2)),
    policies = list(policy_se(), policy_ucb(), policy_thompson(), policy_oracle()),
    horizon = 1e4, reps = 100
  )
}

experiment_impatient_ucb <- function() {
  list(
    paper = impatient_paper, figure = "Theorem 3.5", title = "UCB cannot keep an arm of little patience",
    note = "Means .5 and 0, the patience of the best arm ceiling(sqrt(ln T)): the theorem's; the rest is ours.",
    bandits = function(T) {
      bandit(unit_gaussian(c(0.5, 0))) |> with_patience(c(max(2, ceiling(sqrt(log(T)))), Inf))
    },
    policies = list(policy_ucb(), policy_fc_se(), policy_oracle()),
    horizon = 10^(2:6), reps = 100
  )
}

experiment_impatient_waiting <- function() {
  list(
    paper = impatient_paper, figure = "Theorem 4.2", title = "More arms than a cycle can hold",
    note = "Four arms of patience 4 fill the cycle, the best among them; eight of great patience wait: ours.",
    bandits = function(T) {
      bandit(unit_gaussian(c(0.3, 0.4, 0.5, 1, seq(0.6, 0.25, by = -0.05)))) |>
        with_patience(c(rep(4, 4), rep(max(25000, T), 8)))
    },
    policies = list(policy_fc_se(), policy_ucb(), policy_se(), policy_thompson(), policy_oracle()),
    horizon = 2e5, reps = 50
  )
}

# The theorem wants 3 < N < 6 + 2 and three segments between entries. The segment
# that minimises its bound is far too long for that (over 90,000 rounds), so it is
# T^(2/3), of the same growth.
experiment_impatient_entry <- function() {
  list(
    paper = impatient_paper, figure = "Theorem 4.6", title = "Arms that enter, one of them the best",
    note = paste("Six arms at the start, one of them waiting with patience T; three that enter at T/6, T/3 and T/2",
                 "with patience 30; segments of T^(2/3) rounds: ours."),
    bandits = function(T) {
      bandit(unit_gaussian(c(0.5, 0.4, 0.3, 0.2, 0.1, 0, 0.6, 0.9, 0.7))) |>
        with_patience(c(rep(30, 5), max(30, T), rep(30, 3))) |>
        with_entries(c(rep(1, 6), pmax(2, round(T * c(1 / 6, 1 / 3, 1 / 2)))))
    },
    policies = function(T) {
      segment <- max(3 * 7 + 1, ceiling(T^(2 / 3))) # the cycle has 7 slots
      list(policy_fc_entry(n_cycle = 7, patience_floor = 30, segment = segment, arms = 9), policy_ucb(), policy_se(),
           policy_thompson(), policy_oracle())
    },
    horizon = 3e5, reps = 50
  )
}

# The theorem speaks of the worst instance: here, of which arm is the best.
experiment_impatient_hardness <- function() {
  patience <- c(3, 3, 3, 3)
  gap <- sqrt(log(4 / 3) / first_exit(patience))
  list(
    paper = impatient_paper, figure = "Theorem 3.2", title = "Too little patience: no policy learns",
    note = "K = 4, patience 3 each (load 4/3), the gap of the proof; one bandit for each best arm: ours.",
    bandits = stats::setNames(lapply(1:4, function(best) {
      bandit(unit_gaussian(ifelse(1:4 == best, gap, 0))) |> with_patience(patience)
    }), paste("best arm", 1:4)),
    policies = list(policy_uniform(), policy_round_robin(), policy_ucb1(sd = 1), policy_ucb(), policy_se(),
                    policy_thompson()),
    horizon = 1e4, reps = 200,
    draw = draw_hardness
  )
}

# The worst bandit for each policy, and the bound below which none can stay.
draw_hardness <- function(study) {
  data <- curve_data("regret")(study)
  worst <- stats::aggregate(data["mean"], list(round = data$round, policy = data$policy), max)
  patience <- study$description$bandits[[1]]$traits$patience$parameters$patience
  bound <- bound_impatient_lower(patience, horizon = study$description$record)
  ggplot2::ggplot(worst, ggplot2::aes(.data$round, .data$mean)) +
    ggplot2::geom_line(ggplot2::aes(colour = .data$policy, linetype = .data$policy), linewidth = 0.7) +
    ggplot2::geom_area(ggplot2::aes(.data$round, .data$regret), data = bound, alpha = 0.2) +
    policy_labels("Round", "Mean regret on the worst bandit") +
    ggplot2::labs(caption = "Shaded: the lower bound of Theorem 3.2") +
    study_theme()
}

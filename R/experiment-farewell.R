# The experiments of the farewell paper (Sharoff, Mehta and Ganti 2020, section 7): each function returns the
# description that run_experiment() runs. The paper shows its delay distributions as bar charts, which we do not have.
# Those for 1a to 1c were chosen to give the gaps that it prints; that for 2b and 2c (the same in both, as in the paper)
# is ours.

# One arm that always pays 1; the best wait is 8, the next best 4 (1/6 and 1/8).
experiment_farewell_1a <- function() {
  b <- bandit(arms_constant(1)) |> with_waiting(delay_law(10, c(4, 8), c(0.5, 0.5)))
  farewell_experiment(b, "Figure 1a", "One arm: the longer of two delays is worth waiting for")
}

experiment_farewell_1b <- function() {
  b <- bandit(arms_constant(1)) |> with_waiting(delay_law(10, 2:5, c(0.1, 0.1, 0.2, 0.6)))
  farewell_experiment(b, "Figure 1b", "One arm: each delay is worth waiting for")
}

experiment_farewell_1c <- function() {
  b <- bandit(arms_constant(1)) |> with_waiting(delay_law(10, c(1, 6), c(0.5, 0.5)))
  farewell_experiment(b, "Figure 1c", "One arm: the shortest wait is best")
}

# Every wait is equally good, as all rewards come after one round.
experiment_farewell_2a <- function() {
  b <- bandit(arms_bernoulli(c(0.5, 0.7, 1))) |> with_waiting(delay_law(5, 1, 1))
  farewell_experiment(b, "Figure 2a", "Three arms, no delay")
}

# The delay distributions of both cases ("In Case II, we keep the same delay"), by arm.
farewell_delays <- function() {
  rbind(c(0.1, 0.1, 0.2, 0.3, 0.3), c(0.3, 0.5, 0, 0, 0.2), c(0.8, 0.1, 0.1, 0, 0))
}

# Best: arm 2, given up after 2 rounds.
experiment_farewell_2b <- function() {
  b <- bandit(arms_bernoulli(c(0.7, 1, 0.5))) |> with_waiting(farewell_delays())
  farewell_experiment(b, "Figure 2b", "Three arms: the best one is given up early")
}

# Best: arm 3, given up after 1 round.
experiment_farewell_2c <- function() {
  b <- bandit(arms_bernoulli(c(1, 0.5, 0.7))) |> with_waiting(farewell_delays())
  farewell_experiment(b, "Figure 2c", "Three arms: the best one is given up at once")
}

farewell_experiment <- function(bandit, figure, title) {
  list(
    paper = "Sharoff, Mehta and Ganti 2020", figure = figure, title = title,
    note = paste0(if (figure != "Figure 2a") "The delay distributions are ours, as we lack the paper's bar charts. ",
                  "Side feedback and Wait-Hoeffding are ours."),
    bandits = bandit, policies = farewell_policies(), horizon = 1e7, reps = 10, draw = draw_farewell
  )
}

# The paper's figure: the delay distribution above, the regret below. It is the regret of Theorem 2, by epochs (mean
# time times gap of the action played), which lacks the noise of the times in the regret by round.
draw_farewell <- function(study) {
  panels <- c("Probability of each delay, in rounds", "Mean cumulative regret of the pulls, by round")
  curves <- curve_data("epoch_regret")(study)
  curves$panel <- factor(panels[2], panels)
  probability <- study$description$bandits[[1]]$traits$waiting$parameters$delay
  law <- tibble(arm = factor(c(row(probability))), delay = c(col(probability)), probability = c(probability),
                panel = factor(panels[1], panels))
  looks <- study_looks(study)
  names <- name_lines(curves, looks, columns = 1, rows = 2)
  several <- nlevels(law$arm) > 1
  ggplot2::ggplot() +
    ggplot2::geom_col(ggplot2::aes(.data$delay, .data$probability, alpha = .data$arm), data = law, position = "dodge",
                      width = 0.7, show.legend = several) +
    ggplot2::geom_line(ggplot2::aes(.data$round, .data$mean, colour = .data$policy, linetype = .data$policy),
                       data = curves, linewidth = 0.7) +
    ggplot2::scale_alpha_manual(values = seq(1, 0.4, length.out = nlevels(law$arm))) +
    scale_of("x", breaks = whole_breaks()) +
    ggplot2::facet_wrap(ggplot2::vars(.data$panel), ncol = 1, scales = "free") +
    ggplot2::labs(x = NULL, y = NULL, alpha = "Arm", caption = replications_text(study, "Means over")) +
    scale_of("y") + study_theme() +
    policy_scales(looks$policy, look = looks, order = by_final_value(curves), legend = is.null(names)) + names +
    (if (!is.null(names)) ggplot2::theme(legend.position = "bottom", legend.margin = ggplot2::margin(),
                                         legend.box.spacing = ggplot2::unit(4, "pt")))
}

farewell_policies <- function() {
  list(policy_wait_ucb(), policy_ucb_simplex(), policy_budget_ucb(), policy_ucb_bv(), policy_wait_ucb("side"),
       policy_wait_ucb(index = "hoeffding"), policy_wait_ucb("side", index = "hoeffding"))
}

# A distribution over 1..longest with probabilities `chance` at `delay`.
delay_law <- function(longest, delay, chance) {
  law <- numeric(longest)
  law[delay] <- chance
  law
}

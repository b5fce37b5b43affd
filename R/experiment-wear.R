# The experiments on arms that wear out (Seznec, Locatelli, Carpentier, Lazaric and Valko
# 2019, section 6). Each function returns the description that run_experiment() runs.

wear_paper <- "Seznec, Locatelli, Carpentier, Lazaric and Valko 2019"

wear_note <- paste("RAW-UCB is of the authors' later paper (2020). The number of replications and the windows of",
                   "efficient FEWA, 1, 2, 4, ..., are ours. Exp3.S assumes a range that contains all rewards.")

experiment_wear_1 <- function() {
  level <- wear_levels()
  bandits <- function(T) {
    made <- lapply(level, function(m) {
      bandit(arms_gaussian(c(0, m), sd = 1)) |> with_wear(wear_step(max(1, floor(T / 4)), drop = c(0, 2 * m)))
    })
    stats::setNames(made, paste("L / 2 =", format_numbers(signif(level, 3))))
  }
  list(
    paper = wear_paper, figure = "two arms", title = "One arm falls from L / 2 to -L / 2 after T / 4 pulls",
    note = wear_note, bandits = bandits, policies = wearing_policies(max(level)),
    horizon = 1e4, reps = 25, record = 1, draw = draw_regret_by_level
  )
}

# L / 2, the mean of the second arm while it is new.
wear_levels <- function() 0.01 * 1.25^(0:29)

experiment_wear_2 <- function() {
  level <- 0.001 * 10^(0:8 / 2)
  list(
    paper = wear_paper, figure = "ten arms", title = "Nine arms fall below the first after 1000 pulls",
    note = wear_note,
    bandits = bandit(arms_gaussian(c(0, level), sd = 1)) |> with_wear(wear_step(1000, drop = c(0, 2 * level))),
    policies = c(wearing_policies(max(level)),
                 list(policy_forgetting_ucb(200, sd = 1), policy_forgetting_ucb(discount = 0.997, sd = 1))),
    horizon = 25000, reps = 50
  )
}

# All except Exp3.S are given sd = 1. No draw of a standard normal reward exceeds 8.3.
wearing_policies <- function(level) {
  far <- ceiling(level + 8.3)
  label <- function(name, alpha) sprintf("%s, alpha = %s", name, format_numbers(alpha))
  c(
    lapply(c(0.03, 0.06, 0.1, 4), function(a) policy_fewa(a, label = label("FEWA", a), sd = 1)),
    list(policy_fewa(grid = 2, label = "Efficient FEWA, alpha = 0.06", sd = 1)),
    lapply(c(1.4, 4), function(a) policy_raw_ucb(a, label = label("RAW-UCB", a), sd = 1)),
    lapply(c(0.002, 0.02, 0.2), function(a) policy_wswa(a, label = label("wSWA", a), sd = 1)),
    list(policy_exp3(range = c(-far, far), forget = "shares"))
  )
}

# --- figures ----------------------------------------------------------------------

regret_by_level <- function(study) {
  final <- in_study_order(summarise_study(study), study)
  final$level <- wear_levels()[as.integer(final$bandit)]
  final
}

draw_regret_by_level <- function(study) {
  data <- above_zero(regret_by_level(study))
  ggplot2::ggplot(data, ggplot2::aes(.data$level, .data$mean, colour = .data$policy, fill = .data$policy,
                                     linetype = .data$policy)) +
    layer_ribbon(data) +
    ggplot2::geom_line(linewidth = 0.7) +
    scale_of("x", "x") + scale_of("y", "y") +
    ggplot2::labs(x = "L / 2 (log scale)", y = "Mean regret at the horizon (log scale)",
                  caption = curve_caption(study, whole_view(study), data)) +
    study_theme() + study_scales(study, order = by_final_value(data))
}

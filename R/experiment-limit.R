# Distance of the best known policies from the optimum (ours): Bernoulli arms with uniform priors, against the
# Bayes-optimal policy.

limit_note <- paste(
  "Three arms to 50 rounds only, as the optimum for more rounds takes longer than seconds to compute.",
  "The dashed line is the least possible Bayesian regret; the distance to it can still be gained."
)

experiment_limit_1 <- function() {
  two <- list("two arms" = bandit(arms_bernoulli(prior_uniform(2))))
  three <- list("three arms" = bandit(arms_bernoulli(prior_uniform(3))))
  list(
    paper = "Berry and Fristedt 1985", figure = "ours", title = "What is left to gain", note = limit_note,
    bandits = function(T) if (T <= 50) c(two, three) else two, bandit_names = c("two arms", "three arms"),
    policies = list(policy_bayes_optimal(range = c(0, 1)), policy_thompson(range = c(0, 1)),
                    policy_bayes_ucb(range = c(0, 1)), policy_gittins(range = c(0, 1)), policy_kl_ucb(range = c(0, 1)),
                    policy_ucb1(range = c(0, 1))),
    horizon = c(10, 25, 50, 100, 200), reps = 4000, record = 1, draw = draw_left_to_gain,
    series_draw = function(series) draw_left_to_gain(series)
  )
}

# Mean regret at the horizon, by horizon, and the least possible.
left_to_gain <- function(x) {
  studies <- if (inherits(x, "unruly_series")) x$studies else list(x)
  tables <- lapply(studies, function(study) {
    data <- summarise_study(study)
    least <- vapply(names(study$description$bandits), function(name) least_bayesian_regret(study, name), 0)
    data$least <- unname(least[as.character(data$bandit)])
    data
  })
  in_study_order(do.call(rbind, unname(tables)), studies[[1]])
}

least_bayesian_regret <- function(study, name) {
  regret_bound(study$description$bandits[[name]], last_checkpoint(study), "bayes_optimal", threads = 1)$value
}

draw_left_to_gain <- function(x) {
  data <- left_to_gain(x)
  one <- if (inherits(x, "unruly_series")) x$studies[[1]] else x
  ggplot2::ggplot(data, ggplot2::aes(.data$round, .data$mean, colour = .data$policy, fill = .data$policy,
                                     linetype = .data$policy)) +
    ggplot2::geom_line(ggplot2::aes(y = .data$least), colour = "grey25", linetype = "31", linewidth = 0.6) +
    layer_curves(data) + ggplot2::geom_point(size = 1, show.legend = FALSE) + scale_of("x", "x") +
    ggplot2::labs(x = "Horizon (log scale)", y = "Mean regret at the horizon", 
                  caption = paste0(replications_text(one, "Means over"), "; dashed: the least possible")) +
    facet_by_bandit(data) + study_theme() + study_scales(one, order = by_final_value(data))
}

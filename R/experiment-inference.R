# The experiment on inference after a bandit (Hadad, Hirshberg, Zhan, Wager and Athey 2021, section 5). The function
# returns the description that run_experiment() runs.

inference_note <- paste(
  "The noise is uniform on 1,000 equally spaced numbers from -1 to 1. In the first 15 rounds each arm has propensity",
  "1/3, instead of five pulls in turn, so that propensities are the probabilities with which arms were played. The",
  "sequence and the number of replications are ours."
)

inference_level <- 0.9

experiment_infer_1 <- function() {
  means <- list("no signal" = c(1, 1, 1), "low signal" = c(0.9, 1, 1.1), "high signal" = c(0.5, 1, 1.5))
  list(
    paper = "Hadad, Hirshberg, Zhan, Wager and Athey 2021", figure = "three arms",
    title = "Estimates after Thompson sampling with a floor",
    note = inference_note,
    bandits = lapply(means, function(m) bandit(arms_with_uniform_noise(m))),
    policies = list(policy_floor(policy_thompson(prior_mean = 0, prior_sd = 1, sd = 1), min_propensity = 1 / 3,
                                 decay = 0.7,
                                 type = "clip", first = 15,
                                 label = "Thompson with a floor")),
    horizon = 10^(3:5), reps = 1000, record = 1, keep = c("summary", "scores"),
    draw = function(study) draw_inference(tibble(horizon = study$description$horizon, inference_figures(study))),
    series_draw = function(series) draw_inference(series_table(series, inference_figures))
  )
}

arms_with_uniform_noise <- function(means) {
  noise <- (2 * 1:1000 - 1001) / 1000
  arms_empirical(lapply(means, function(m) m + noise))
}

# --- figures ----------------------------------------------------------------------------

# For the worst and the best arm of each bandit.
inference_figures <- function(study) {
  found <- measured_estimates(study, c("naive", "sequence", "aipw"), inference_level,
                     weights = c("uniform", "constant", "two-point"))
  found$method <- factor(found$method, unique(found$method))
  found$bandit <- factor(found$bandit, names(study$description$bandits))
  tables <- lapply(c("coverage", "bias", "width"),
                   function(type) tibble(figure = type, performance_of(found, type, by_round = FALSE)))
  table <- do.call(rbind, unname(tables))
  table <- table[table$arm == 1 | table$arm == 3 & table$bandit != "no signal", ]
  arm <- ifelse(table$arm == 1, ", worst arm", ", best arm")
  table$case <- paste0(table$bandit, ifelse(table$bandit == "no signal", "", arm))
  table
}

draw_inference <- function(data) {
  methods <- levels(data$method)
  data$case <- factor(data$case, unique(data$case[order(data$bandit)]))
  data$figure <- factor(data$figure, c("coverage", "bias", "width"), c("Coverage", "Bias", "Width"))
  lines <- tibble(figure = factor(c("Coverage", "Bias"), levels(data$figure)), at = c(inference_level, 0))
  several <- length(unique(data$horizon)) > 1
  ggplot2::ggplot(data, ggplot2::aes(.data$horizon, .data$value, colour = .data$method, shape = .data$method,
                                     linetype = .data$method)) +
    ggplot2::geom_hline(ggplot2::aes(yintercept = .data$at), lines, linetype = "22", colour = "grey40") +
    (if (several) ggplot2::geom_line()) +
    ggplot2::geom_pointrange(ggplot2::aes(ymin = .data$lower, ymax = .data$upper), linetype = "solid", size = 0.25,
                             position = ggplot2::position_dodge(if (several) 0 else 0.1)) +
    ggplot2::facet_grid(ggplot2::vars(.data$figure), ggplot2::vars(.data$case), scales = "free_y",
                        labeller = ggplot2::labeller(.cols = function(x) wrap_names(x, 14))) +
    (if (several) scale_of("x", "x", breaks = unique(data$horizon)) else ggplot2::scale_x_continuous(breaks = NULL)) +
    scale_of("y") + ggplot2::labs(x = if (several) "Horizon (log scale)", y = NULL,
                                  caption = "Dashed: the nominal level of 0.9, and no bias") +
    study_theme() + policy_scales(methods, "Method") +
    (if (several) ggplot2::theme(panel.spacing.x = ggplot2::unit(30, "pt")))
}

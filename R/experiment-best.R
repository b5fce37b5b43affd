# The experiments on naming the best arm: with a given error (Garivier and Kaufmann 2016, section 6) and for a budget
# (Audibert, Bubeck and Munos 2010, section 6). Each function returns the description that run_experiment() runs.

best_error <- 0.1

best_note <- paste(
  "All games stop by the likelihood ratio, stop_glr(). In the paper KL-LUCB stops by its bounds: use `stop =",
  "stop_separated(0.1, \"kl\", rate = \"practical\")` for that. Races end when one arm is left, whatever the rule;",
  "the figure counts the pulls until then. Rates are the practical ones. The mean of Chernoff racing depends on the",
  "few games in which the best arm is eliminated, so the figure also has the median and the share of wrong games.",
  "Each replication shuffles the arms. That, top two and the horizon are ours."
)

experiment_best_1 <- function() experiment_named(c(0.5, 0.45, 0.43, 0.4), "first problem",
                                                 "The best of four close arms")

experiment_best_2 <- function() experiment_named(c(0.3, 0.21, 0.2, 0.19, 0.18), "second problem",
                                                 "The best of five arms")

experiment_named <- function(means, problem, title) {
  list(
    paper = "Garivier and Kaufmann 2016", figure = problem, title = title, note = best_note,
    bandits = bandit(arms_bernoulli(prior_shuffled(means))),
    policies = list(policy_tracking(range = c(0, 1)), policy_racing(best_error, range = c(0, 1)),
                    policy_lucb(best_error, rate = "practical", label = "KL-LUCB", range = c(0, 1), interval = "kl"),
                    policy_racing(best_error, range = c(0, 1), test = "kl"), policy_top_two(range = c(0, 1)),
                    policy_uniform(label = "Round robin")),
    horizon = 1e5, reps = 3000, record = 1, stop = stop_glr(best_error, rate = "practical", range = c(0, 1)),
        draw = draw_plays_until_named
  )
}

# Seven problems, each with its own budget.
budget_problems <- function() {
  means <- list(
    c(0.5, rep(0.4, 19)),
    c(0.5, rep(0.42, 5), rep(0.38, 14)),
    0.5 - c(0, 0.37^(2:4)),
    c(0.5, 0.42, 0.4, 0.4, 0.35, 0.35),
    0.5 - c(0, 0.025 * 2:15),
    c(0.5, 0.48, rep(0.37, 18)),
    c(0.5, rep(0.45, 5), rep(0.43, 14), rep(0.38, 10))
  )
  stats::setNames(lapply(means, function(m) bandit(arms_bernoulli(m))), paste("problem", seq_along(means)))
}

problem_budgets <- c(2000, 2000, 2000, 600, 4000, 6000, 6000)

experiment_best_budget <- function() {
  problems <- budget_problems()
  list(
    paper = "Audibert, Bubeck and Munos 2010", figure = "experiments 1 to 7", title = "The best arm for a budget",
    note = "Each problem has its own budget; at any other horizon all are played. The number of replications is ours.",
    bandit_names = names(problems),
    bandits = function(T) if (T %in% problem_budgets) problems[problem_budgets == T] else problems,
    policies = list(policy_uniform(), policy_successive_rejects(), policy_sequential_halving(),
                    policy_ucb1(range = c(0, 1))),
    horizon = sort(unique(problem_budgets)), reps = 2000, record = 1,
    draw = function(study) draw_errors(errors_of_naming(study)),
    series_draw = function(series) draw_errors(series_table(series, errors_of_naming))
  )
}

# --- figures ----------------------------------------------------------------------

# Pulls until a game stops: the mean with its interval, and the median; and the share of games that name a wrong arm.
plays_until_named <- function(study) {
  policies <- names(study$description$policies)
  plays <- matrix(plays_of_games(study), ncol = length(policies))
  correct <- matrix(recommendations(study)$correct, ncol = length(policies))
  spread <- spread_of(plays, rep("independent", ncol(plays)))
  limits <- limits_of_means(spread$mean, spread$se, spread$n, c(0, study$description$horizon))
  tibble(policy = factor(policies, rev(policies)), mean = spread$mean, lower = limits[1, ],
         upper = limits[2, ], median = apply(plays, 2, stats::median), wrong = 1 - colMeans(correct))
}

# The problem itself, with the best arm first.
problem_of_experiment <- function(study) {
  bandit(arms_bernoulli(study$description$bandits[[1]]$arms$parameters$prob$values))
}

# A race continues with the arm that is left: what counts are the pulls of the others, and as many of its own as the
# last eliminated arm had.
plays_of_games <- function(study) {
  games <- recommendations(study)
  counts <- matrix(study$tables$pulls$pulls, ncol = nrow(games))
  largest <- apply(counts, 2, max)
  second <- apply(counts, 2, function(n) sort(n, decreasing = TRUE)[2])
  constructors <- vapply(study$description$policies, `[[`, "", "constructor")
  races <- constructors[as.character(games$policy)] %in% c("policy_chernoff_racing", "policy_kl_racing")
  ifelse(races, pmin(games$sample_size, colSums(counts) - largest + second), games$sample_size)
}

draw_plays_until_named <- function(study) {
  data <- plays_until_named(study)
  bound <- regret_bound(problem_of_experiment(study), bound = "identification", error = best_error)$value
  levels(data$policy) <- sprintf("%s\n%s%% wrong", levels(data$policy), format_numbers(round(100 * rev(data$wrong), 1)))
  ggplot2::ggplot(data, ggplot2::aes(.data$mean, .data$policy)) +
    ggplot2::geom_vline(xintercept = bound, linetype = "22") +
    ggplot2::geom_linerange(ggplot2::aes(xmin = .data$lower, xmax = .data$upper), colour = safe_colours[1],
                            na.rm = TRUE) +
    ggplot2::geom_point(colour = safe_colours[1], size = 2) +
    ggplot2::geom_point(ggplot2::aes(.data$median), shape = 5, size = 2) +
    ggplot2::scale_x_continuous(limits = c(0, NA), labels = number_labels) +
    ggplot2::labs(x = "Pulls until the game stopped: mean, and median (diamond)", y = NULL,
                  caption = sprintf("%s; dashed: %s pulls, the bound T* kl(error, 1 - error)",
                                    bars_caption(study, whole_view(study), data$lower), format_count(round(bound)))) +
    study_theme() + row_axis(nrow(data))
}

# The share of games that name a wrong arm.
errors_of_naming <- function(study) {
  correct <- in_study_order(summarise_study(study, "correct"), study)
  tibble(bandit = as.character(correct$bandit), policy = correct$policy, error = 1 - correct$mean,
         lower = 1 - correct$upper,
         upper = 1 - correct$lower)
}

draw_errors <- function(data) {
  policies <- levels(data$policy)
  data$policy <- factor(data$policy, rev(policies))
  ggplot2::ggplot(data, ggplot2::aes(.data$error, .data$policy, colour = .data$policy, shape = .data$policy)) +
    ggplot2::geom_pointrange(ggplot2::aes(xmin = .data$lower, xmax = .data$upper), size = 0.4, show.legend = FALSE) +
    ggplot2::facet_wrap(ggplot2::vars(.data$bandit), ncol = 2) +
    ggplot2::scale_x_continuous(limits = c(0, NA), labels = number_labels) +
    ggplot2::labs(x = "Probability that a wrong arm is named", y = NULL) +
    study_theme() + row_axis(length(policies)) + policy_scales(policies)
}

# The figure of a bandit: its arms with their means and spreads, and its traits in words.

# One row per arm: the point, the ends of the line, and whether it is a best one.
arms_drawn <- function(bandit) {
  drawn <- any(vapply(bandit$arms$parameters, is_prior, NA))
  table <- if (drawn) means_of_prior(bandit) else means_with_spread(bandit$arms)
  table$best <- !drawn & !is_population(bandit) & table$mean == max(table$mean)
  table$label <- paste0(table$arm, arm_marks(bandit, table$arm))
  table
}

is_population <- function(bandit) has_trait(bandit, "population")

means_with_spread <- function(arms) {
  moments <- moments_to_draw(arms)
  sd <- sqrt(rep_len(moments$variance, arms$count))
  mean <- rep_len(moments$mean, arms$count)
  tibble(arm = names_of_arms(arms), mean = mean, lower = pmax(mean - sd, arms$range[1]),
         upper = pmin(mean + sd, arms$range[2]))
}

# With heavy tails the variance may be infinite.
moments_to_draw <- function(arms) {
  p <- arms$parameters
  if (arms$kind == "empirical") {
    observed <- split(p$value, rep.int(seq_len(arms$count), diff(p$from)))
    mean <- vapply(observed, mean, 0)
    return(list(mean = mean, variance = vapply(observed, function(x) mean(x^2), 0) - mean^2))
  }
  switch(arms$kind,
    student = list(mean = p$location, variance = ifelse(p$df > 2, p$scale^2 * p$df / (p$df - 2), Inf)),
    lognormal = list(mean = exp(p$meanlog + p$sdlog^2 / 2),
                     variance = exp(2 * p$meanlog + p$sdlog^2) * expm1(p$sdlog^2)),
    survival = list(mean = lived_moments(p, 1), variance = lived_moments(p, 2) - lived_moments(p, 1)^2),
    arms_moments(arms)
  )
}

# Returns the middle of the means of arms that are drawn anew in each replication, and where 95% of them lie. The arms
# of a population are alike.
means_of_prior <- function(bandit) {
  arms <- bandit$arms
  bandit <- new_bandit(arms)
  reps <- ceiling(min(1000, 1e6 / arms$count))
  drawn <- draw_arms(bandit, 1, seq_len(reps), 1)
  bounds <- vapply(split(drawn$mean, drawn$arm), stats::quantile, numeric(3), c(0.5, 0.025, 0.975))
  bounds <- unname(bounds)
  tibble(arm = names_of_arms(arms), mean = bounds[1, ], lower = bounds[2, ], upper = bounds[3, ])
}

# Returns what arms have of their own, where they differ in it.
arm_marks <- function(bandit, arms) {
  words <- list(
    patience = c(patience = "patience %s"), entries = c(first = "from round %s"), fairness = c(share = "share %s"),
    lifetimes = c(first = "from round %s", last = "to round %s"), rest = c(rounds = "rests %s rounds"),
    delay = c(lag = "shown %s rounds late", never = "lost with probability %s"),
    accrual = c(follow_up = "known after %s")
  )
  marks <- lapply(intersect(names(bandit$traits), names(words)), function(trait) {
    lapply(names(words[[trait]]), function(parameter) {
      value <- trait_parameter(bandit, trait, parameter)
      if (length(value) == length(arms) && length(unique(c(value))) > 1) sprintf(words[[trait]][[parameter]],
                                                                                 format_numbers(c(value)))
    })
  })
  marks <- without_nulls(unlist(marks, recursive = FALSE))
  if (length(marks) == 0) return(rep("", length(arms)))
  paste0("\n", do.call(paste, c(unname(marks), sep = ", ")))
}

draw_bandit <- function(bandit) {
  data <- arms_drawn(bandit)
  drawn <- any(vapply(bandit$arms$parameters, is_prior, NA))
  bars <- bandit$arms$kind == "bernoulli" && !drawn # whose rewards are 0 and 1, and nothing between
  few <- nrow(data) <= 25
  data$place <- if (few) factor(data$label, rev(unique(data$label))) else seq_len(nrow(data))
  ranged <- data[is.finite(data$lower) & is.finite(data$upper), ]
  plot <- ggplot2::ggplot(data, ggplot2::aes(.data$mean, .data$place, colour = .data$best)) +
    (if (bars) bernoulli_bars(few) else reward_spreads(ranged, few)) +
    ggplot2::scale_colour_manual(values = c(`FALSE` = safe_colours[1], `TRUE` = safe_colours[2]), guide = "none") +
    ggplot2::labs(x = if (bars) "Probability of a reward of 1" else
                    if (drawn) "Mean reward, drawn in each replication" else "Reward", y = if (few) NULL else "Arm",
                  title = bandit_title(bandit), subtitle = trait_lines(bandit),
                  caption = wrap_names(drawing_words(drawn, any(data$best), nrow(ranged) < nrow(data),
                                                     clipped_at_range(data), bars), 75)) +
    scale_of("x") + study_theme() + ggplot2::theme(panel.grid.major.y = ggplot2::element_blank())
  plot + if (few) ggplot2::scale_y_discrete(limits = levels(data$place)) else ggplot2::scale_y_reverse()
}

reward_spreads <- function(ranged, few) list(
  ggplot2::geom_linerange(ggplot2::aes(xmin = .data$lower, xmax = .data$upper), ranged,
                          linewidth = if (few) 1.2 else 0.4, alpha = 0.45),
  ggplot2::geom_point(size = if (few) 2.6 else 1)
)

bernoulli_bars <- function(few) list(
  ggplot2::geom_linerange(ggplot2::aes(xmin = 0, xmax = .data$mean), linewidth = if (few) 6 else 1),
  ggplot2::expand_limits(x = 0:1)
)

bandit_title <- function(bandit) {
  words <- sub(":.*", "", arms_text(bandit$arms))
  capital(words)
}

trait_lines <- function(bandit) {
  lines <- c(vapply(bandit$traits, function(trait) paste("with", trait$text), ""), wear_words(bandit))
  if (length(lines) > 0) paste(wrap_names(lines, 90), collapse = "\n")
}

# Lines end where rewards do.
clipped_at_range <- function(data) any(abs((data$upper - data$mean) - (data$mean - data$lower)) > 1e-9, na.rm = TRUE)

drawing_words <- function(drawn, best, unbounded, clipped, bars) {
  if (bars) return(if (best) "The best arm is orange.")
  if (drawn) return("Points: the middle of the prior. Lines: where 95% of the means lie.")
  paste0("Points: means", if (best) ", the greatest in orange",
         ". Lines: one standard deviation of a reward to either side", if (clipped) ", as far as rewards go",
         if (unbounded) ", where it is finite", ".")
}

# The experiments of the composite feedback paper (Wang, Wang and Huang 2021,
# section 4): each function returns the description that run_experiment() runs.
# Every panel of a figure is a bandit; the paper's panels for alpha and for f
# stand side by side. Policies that are given the spread (ODAAF, CLW) play all
# bandits, and are drawn for the bandits with the spread that the paper states.

composite_paper <- "Wang, Wang and Huang 2021"

# ---- stochastic ------------------------------------------------------------------

experiment_composite_2 <- function() {
  spreads <- list("lag 10 to 30" = spread_delay(10, 30), "lag 0 to 60" = spread_delay(0, 60))
  benchmarks <- list("lag 10 to 30" = policy_odaaf(20, label = "ODAAF (mean 20)"),
                     "lag 0 to 60" = policy_odaaf(30, label = "ODAAF (mean 30)"))
  stochastic_experiment("Figure 2", "Delayed rewards: ARS-UCB and ODAAF", spreads, benchmarks)
}

experiment_composite_3 <- function() {
  spreads <- list("window 30 to 40" = spread_window(30, 40), "window 10 to 20" = spread_window(10, 20),
                  "decreasing over 100" = spread_linear(100), "decreasing over 50" = spread_linear(50),
                  "increasing over 100" = spread_linear(100, "increasing"),
                  "increasing over 50" = spread_linear(50, "increasing"))
  longest <- c(40, 20, 100, 50, 100, 50)
  benchmarks <- lapply(longest, function(d) policy_odaaf(length = d, label = sprintf("ODAAF (length %d)", d)))
  stochastic_experiment("Figure 3", "Composite rewards: ARS-UCB and ODAAF", spreads,
                        stats::setNames(benchmarks, names(spreads)))
}

experiment_composite_4 <- function() {
  spreads <- list("geometric .8" = spread_geometric(5), "geometric .9" = spread_geometric(10),
                  "power 3" = spread_power(3), "power 2" = spread_power(2))
  stochastic_experiment("Figure 4", "Rewards without end: ARS-UCB", spreads, list())
}

stochastic_experiment <- function(figure, title, spreads, benchmarks) {
  arms <- arms_bernoulli(seq(0.9, 0.1, by = -0.1))
  list(
    paper = composite_paper, figure = figure, title = title,
    note = "The horizon and the number of replications are ours: the paper does not print them.",
    bandits = lapply(spreads, function(spread) bandit(arms) |> with_spread(spread)),
    policies = c(ars_ucb_variants(), unname(benchmarks[!duplicated(vapply(benchmarks, `[[`, "", "label"))])),
    horizon = 1e5, reps = 100,
    draw = function(study) draw_stochastic(study, vapply(benchmarks, `[[`, "", "label"))
  )
}

# alpha with f(k) = k^2, and f with alpha = 4; "k^2, alpha 4" belongs to both.
ars_ucb_variants <- function() {
  by_alpha <- lapply(c(1, 2, 4, 8), function(a) {
    policy_ars_ucb(a, range = c(0, 1), label = sprintf("ARS-UCB, k^2, alpha %g", a))
  })
  sizes <- list(k = round_sizes(1), "k^3" = round_sizes(3), "2^k" = round_sizes(doubling = TRUE))
  by_size <- Map(function(f, name) policy_ars_ucb(4, f, c(0, 1), sprintf("ARS-UCB, %s, alpha 4", name)), sizes,
                 names(sizes))
  c(by_alpha, unname(by_size))
}

# `benchmark`: by bandit, the policy that is given its spread.
draw_stochastic <- function(study, benchmark) {
  data <- as_one(only_informed(curve_data("regret")(study), benchmark), benchmark)
  columns <- c("By alpha", "By f(k)")
  by_alpha <- grepl("k^2", data$policy, fixed = TRUE) | data$policy == "ODAAF"
  by_size <- grepl("alpha 4", data$policy, fixed = TRUE) | data$policy == "ODAAF"
  both <- rbind(tibble(data[by_alpha, ], varied = columns[1]), tibble(data[by_size, ], varied = columns[2]))
  both$varied <- factor(both$varied, columns)
  levels(both$policy) <- sub("^ARS-UCB, ", "", levels(both$policy))
  title <- if (length(benchmark) > 0) "ARS-UCB with,\nor ODAAF" else "ARS-UCB with"
  plot <- draw_panels(both, study, title, oracles = "ODAAF")
  plot + ggplot2::facet_grid(
    ggplot2::vars(.data$bandit), ggplot2::vars(.data$varied), scales = "free_y",
    labeller = ggplot2::labeller(.rows = wrapped_strips(12))
  ) + strips_level() +
    ggplot2::labs(caption = paste0("By alpha: with f(k) = k^2; by f(k): with alpha = 4\n", plot$labels$caption))
}

# The benchmark has one name, whatever spread it is given (`told` keeps which): a panel has one of it.
as_one <- function(data, benchmark) {
  data$told <- data$policy
  others <- setdiff(levels(data$policy), benchmark)
  data$policy <- factor(ifelse(data$policy %in% benchmark, "ODAAF", as.character(data$policy)), c(others, "ODAAF"))
  data
}

# The rows of the benchmark that is given the spread of the bandit, and of all policies that are given nothing.
only_informed <- function(data, benchmark) {
  data[!data$policy %in% benchmark | data$policy == benchmark[as.character(data$bandit)], ]
}

draw_panels <- function(data, study, title = "Policy", oracles = "Oracle") {
  data$policy <- droplevels(data$policy)
  names <- levels(data$policy)
  ggplot2::ggplot(data, ggplot2::aes(.data$round, .data$mean, colour = .data$policy, fill = .data$policy,
                                     linetype = .data$policy)) +
    layer_ribbon(data) +
    ggplot2::geom_line(linewidth = 0.6) +
    rounds_of_cells(2) + scale_of("y") +
    ggplot2::labs(x = "Round", y = "Mean cumulative regret", caption = curve_caption(study, whole_view(study), data)) +
    study_theme() + policy_scales(names, title, look = policy_look(names, oracles), order = by_final_value(data))
}

# ---- adversarial -------------------------------------------------------------------

experiment_composite_5 <- function() {
  list(
    paper = composite_paper, figure = "Figure 5", title = "An adversary: ARS-EXP3, CLW and ARS-CLW",
    note = paste(
      "Clicks by category of advertisement and coupon views by weekday: from the files in the folder `data` if they",
      "are there (see read_outbrain(), read_coupons()), otherwise from stand-ins of the same shape. The horizon, the",
      "numbers of categories (10) and of replications are ours: the paper does not print them. Exp3 ignores delays.",
      "The paper states that CLW's regret is linear under the non-oblivious rule; here it is not, see",
      "vignette(\"composite\")."
    ),
    takes = "the path of a folder with files of `read_outbrain()` or `read_coupons()`",
    bandit_names = adversarial_panels,
    bandits = adversarial_bandits, policies = adversarial_policies(), horizon = 1e6, reps = 20, draw = draw_adversarial
  )
}

adversarial_bandits <- function(horizon, data = NULL) {
  outbrain <- arms_tape(click_tape(data, "clicks_train.csv", read_outbrain, stand_in_clicks, horizon), by = "round")
  coupons <- arms_tape(click_tape(data, "coupon_visit_train.csv", read_coupons, stand_in_views, horizon), by = "round")
  bandits <- list(
    bandit(outbrain) |> with_spread(spread_adversarial(10)),
    bandit(outbrain) |> with_spread(spread_adversarial(20)),
    bandit(coupons) |> with_spread(spread_delay(5, 10)),
    bandit(coupons) |> with_spread(spread_delay(10, 20))
  )
  stats::setNames(bandits, adversarial_panels)
}

adversarial_panels <- c("clicks, non-oblivious lag 10", "clicks, non-oblivious lag 20", "coupons, lag 5 to 10",
                        "coupons, lag 10 to 20")

# The lengths of the spread that CLW is given, by panel.
adversarial_knowledge <- function(panel) {
  if (grepl("lag 20|to 20", panel)) c(20, if (startsWith(panel, "coupons")) c(18, 22))
  else c(10, if (startsWith(panel, "coupons")) c(9, 11))
}

clw_label <- function(length) sprintf("CLW, d = %d", length)

adversarial_policies <- function() {
  c(list(policy_ars_exp3(), policy_clw(spread = "guessed"), policy_exp3(range = c(0, 1))),
    lapply(c(10, 9, 11, 20, 18, 22), function(d) policy_clw(d, label = clw_label(d))))
}

draw_adversarial <- function(study) {
  data <- curve_data("regret")(study)
  informed <- lapply(levels(data$bandit), function(panel) {
    rows <- data[data$bandit == panel, ]
    known <- adversarial_knowledge(panel)
    # The same three names in every panel, whatever d is.
    names <- stats::setNames(c("CLW, d right", "CLW, d 10% too short", "CLW, d 10% too long")[seq_along(known)],
                             clw_label(known))
    rows$policy <- as.character(rows$policy)
    rows <- rows[!startsWith(rows$policy, "CLW") | rows$policy %in% names(names), ]
    rows$policy <- ifelse(rows$policy %in% names(names), names[rows$policy], rows$policy)
    rows
  })
  data <- do.call(rbind, unname(informed))
  data$policy <- factor(data$policy, unique(data$policy))
  draw_panels(data, study) + facet_by_bandit(data)
}

# A tape of the user's files if there are any, otherwise the stand-in.
click_tape <- function(folder, file, read, stand_in, horizon) {
  there <- !is.null(folder) && any(file.exists(file.path(folder, paste0(file, c("", ".gz")))))
  tape <- if (there) read(folder, rounds = horizon) else stand_in(horizon)
  if (ncol(tape) >= horizon) return(tape)
  abort_argument("horizon", sprintf("at most %s, the number of rounds in `%s`", format_count(ncol(tape)), file),
                 given = format_count(horizon))
}

# One click per round on one of 97 categories, of which the ten most popular are
# arms; popularity falls as 1 / rank and moves up and down through the day, a
# tenth of the horizon.
stand_in_clicks <- function(horizon) {
  popular <- 1 / seq_len(97)
  day <- 2 * pi * 10 * seq_len(horizon) / horizon
  weight <- popular[1:10] * exp(0.4 * sin(outer(seq_len(10), day, "+")))
  share <- weight / rep(colSums(weight) + sum(popular[-(1:10)]), each = 10)
  with_own_seed(1, one_of(share, stats::runif(horizon)))
}

# Views of one user after the other, each of whom looks at about ten coupons on one day; the end of the week is the most
# popular.
stand_in_views <- function(horizon) {
  share <- c(0.13, 0.13, 0.13, 0.14, 0.15, 0.17, 0.15)
  with_own_seed(2, {
    new_day <- stats::runif(horizon) < 1 / 10
    day <- sample(7, sum(new_day) + 1, replace = TRUE, prob = share)[cumsum(new_day) + 1]
    outer(1:7, day, "==") + 0
  })
}

# Turns columns of probabilities into columns with at most one 1.
one_of <- function(share, uniform) {
  upper <- apply(share, 2, cumsum)
  above <- rep(uniform, each = nrow(share))
  (above < upper & above >= upper - share) + 0
}

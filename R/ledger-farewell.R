# The claims of the farewell paper (Sharoff, Mehta and Ganti 2020).

farewell_paper <- "Sharoff, Mehta and Ganti 2020"

claims_farewell <- function() of_paper(farewell_paper, c(claims_farewell_theory(), claims_farewell_figures()))

claims_farewell_theory <- function() list(
  "farewell-thm-1" = claim(
    "Theorem 1", "theorem", "A constant policy earns T g + A with A between 0 and the wait j.",
    "A for a delay of 3 rounds, T = 1000", quantity = function(study, scale) exactly(reward_excess(3, 1)$excess),
    needed = needs_at_least(0)
  ),
  "farewell-thm-1-corrected" = claim(
    "Theorem 1, corrected", "theorem", "A constant policy earns T g + A with A at most j g in size.",
    "A over j g, T = 1000", quantity = function(study, scale) {
      list("delay 3" = exactly(abs(reward_excess(3, 1)$relative)),
           "delay 1 or 10" = exactly(abs(reward_excess(c(1, 10), c(0.9, 0.1))$relative)))
    }, needed = needs_at_most(1)
  ),
  "farewell-lem-1" = claim(
    "Lemma 1", "theorem", "The bound on the error of a ratio of means holds with probability 1 - delta or more.",
    "the least coverage of 24 settings, delta = 0.05", quantity = coverage_of_ratios,
    needed = needs(0.95, Inf, "> 0.95")
  ),
  "farewell-5-one-wait" = claim(
    "Section 5", "remark", "With a single wait Wait-UCB is UCB1.", "of 10,000 choices those that differ",
    quantity = function(study, scale) exactly(one_wait_differs()), needed = needs_count(0)
  ),
  "farewell-lem-2" = claim(
    "Lemma 2", "theorem", "Wait-UCB pulls an action that is not the best no more often than a bound of order ln T.",
    "pulls over the bound, the largest of all actions", "farewell-2b", quantity = quantity_of_pulls_bound,
    needed = needs_word("better"), ours = TRUE
  ),
  "farewell-thm-2" = claim(
    "Theorem 2", "theorem", "Wait-UCB's regret stays below a bound of order ln T.", "regret over the bound",
    "farewell-2b", quantity = function(study, scale) {
      b <- study$description$bandits[[1]]
      over_bound(study, "Wait-UCB", regret_bound(b, last_checkpoint(study), policy_wait_ucb())$value,
                 what = "epoch_regret")
    }, needed = needs_word("better"), ours = TRUE
  ),
  "farewell-eq-5" = claim(
    "Section 6.2, equation 5", "remark", "The leading term of Theorem 2 is at most a constant times the sum of mean time j / gap.",
    "the greatest ratio of the terms over 300 delay distributions", quantity = function(study, scale) {
      exactly(max(leading_terms()$wait / leading_terms()$coarse))
    }, needed = needs(high = 26)
  ),
  "farewell-wait" = claim(
    "Section 6.2, (WAIT)", "remark", "For one arm the leading term is at most of order D^2 / gap times the mean of the mean times.",
    "the greatest ratio of the terms over 300 delay distributions", quantity = function(study, scale) {
      exactly(max(leading_terms()$coarse / leading_terms()$averaged))
    }, needed = needs_at_most(1)
  ),
  "farewell-fj" = claim(
    "Section 6.2, (FJ)", "remark",
    "Against UCB-Simplex the leading term is smaller where mean times are small, and greater where they are large.",
    "(WAIT) over (FJ)", quantity = function(study, scale) {
      ratio <- function(time) exactly(mean(time) / sum(1 / time))
      list("mean times of 1" = ratio(rep(1, 10)), "mean times of the wait itself" = ratio(1:10))
    }, needed = list("mean times of 1" = needs_word("better"), "mean times of the wait itself" = needs_word("worse"))
  ),
  "farewell-7.1-gaps" = claim(
    "Section 7.1", "number", "The gaps of Figures 1a, 1b and 1c.", "gap", printed = "0.042, 0.124, 0.166", ours = TRUE,
    quantity = function(study, scale) {
      lapply(rlang::set_names(c("farewell-1a", "farewell-1b", "farewell-1c")), function(id) {
        gap <- bandit_value(describe_experiment(id)$bandits(1e7))$gap
        exactly(min(gap[gap > 1e-9]))
      })
    }, needed = list("farewell-1a" = needs_printed(0.042, 3), "farewell-1b" = needs_printed(0.124, 3),
                     "farewell-1c" = needs_printed(0.166, 3))
  )
)

claims_farewell_figures <- function() c(
  list(
    "farewell-fig-1a" = much_better_claim("Figure 1a", "farewell-1a", second = "farewell-laws"),
    "farewell-fig-1b" = much_better_claim("Figure 1b", "farewell-1b"),
    "farewell-fig-1c" = claim(
      "Figure 1c", "figure", "Where the shortest wait is best Wait-UCB is worse than UCB-Simplex and Budget-UCB.",
      "regret of Wait-UCB over that of", "farewell-1c", quantity = wait_over_others, needed = needs_word("worse"),
      ours = TRUE
    ),
    "farewell-fig-1c-growth" = claim(
      "Figure 1c", "figure", "There, too, Wait-UCB's regret is logarithmic.", "growth of its regret", "farewell-1c",
      quantity = function(study, scale) growth_in(study, "Wait-UCB"), needed = needs_word("logarithmic"), ours = TRUE
    ),
    "farewell-fig-2a" = much_better_claim("Figure 2a", "farewell-2a", ours = FALSE),
    "farewell-fig-2b" = learning_claim("Figure 2b", "farewell-2b"),
    "farewell-fig-2c" = learning_claim("Figure 2c", "farewell-2c")
  ),
  claims_of_each("farewell-7-bv1", c("1a", "1b", "1c", "2a"), function(figure) claim(
    paste0("Section 7, Figure ", figure), "remark", "UCB-BV1 is worse than all others, and was left out.",
    "regret of UCB-BV1 over the greatest of the others", paste0("farewell-", figure), ours = figure != "2a",
    second = if (figure == "2a") "farewell-7-bv1-1a", # one sentence on all experiments
    quantity = function(study, scale) {
      least_of(lapply(c("Wait-UCB", "UCB-Simplex", "Budget-UCB"), function(p) regret_ratio(study, "UCB-BV1", p)))
    }, needed = needs_word("worse")
  )),
  claims_of_each("farewell-8-side", c("1a", "1b", "1c", "2a"), function(figure) claim(
    paste0("Section 8, Figure ", figure), "remark", "Using what a pull reveals about shorter waits helps Wait-UCB.",
    "regret by the end of the last epoch (`epoch_regret`), with side feedback over without", paste0("farewell-", figure), ours = TRUE,
    quantity = function(study, scale) regret_ratio(study, "Wait-UCB (side)", "Wait-UCB", what = "epoch_regret"),
    needed = needs_word("better")
  )),
  list("farewell-laws" = claim(
    "ours, for Figures 1a to 1c", "remark", "The figures' rankings do not depend on the delays, given the printed gaps.",
    "share of 200 delay distributions with the printed ranking", "farewell-laws", ours = TRUE,
    quantity = quantity_of_laws, needed = needs_word("all games")
  ))
)

# --- of figures ------------------------------------------------------------------------------

claims_of_each <- function(id, figures, make) stats::setNames(lapply(figures, make), paste0(id, "-", figures))

wait_over_others <- function(study, scale) {
  list("UCB-Simplex" = regret_ratio(study, "Wait-UCB", "UCB-Simplex"),
       "Budget-UCB" = regret_ratio(study, "Wait-UCB", "Budget-UCB"))
}

much_better_claim <- function(place, source, ours = TRUE, second = NULL) {
  claim(place, "figure", "Wait-UCB is much better than UCB-Simplex and Budget-UCB.", "regret of Wait-UCB over that of",
        source, quantity = wait_over_others, needed = needs_word("much better"), ours = ours,
        second = second)
}

# "Learns": its regret is sublinear, and most pulls are of the best action at the end.
learning_claim <- function(place, source) {
  claim(place, "figure", "Wait-UCB learns both the arm and the wait.", "Wait-UCB", source, ours = TRUE,
        quantity = function(study, scale) {
          list("exponent of the regret" = exponent_in(study, "Wait-UCB"), "share of pulls of the best action" =
            ratio_of(values_of(study, "Wait-UCB", what = "optimal"), values_of(study, "Wait-UCB", what = "pulls")))
        }, needed = list("exponent of the regret" = needs_word("sublinear"),
                         "share of pulls of the best action" = needs_word("most")))
}

quantity_of_laws <- function(study, scale) {
  data <- ratios_by_law(study)
  shown <- ifelse(data$gap == "gap 0.166", "worse", "better")
  holds <- function(ratio) ifelse(shown == "worse", ratio > 1, ratio < 1)
  named <- paste(data$gap, ifelse(shown == "worse", "above", "below"))
  of <- function(ratio, other) {
    parts <- split(holds(ratio), factor(named, unique(named)))
    stats::setNames(lapply(parts, share_of), paste(names(parts), other))
  }
  c(of(data$simplex, "UCB-Simplex"), of(data$budget, "Budget-UCB"))
}

# --- of theory -------------------------------------------------------------------------------

# Returns by how much the reward of waiting for the longest of some delays exceeds T g, exactly.
reward_excess <- function(delays, probabilities, T = 1000) {
  longest <- max(delays)
  law <- numeric(longest)
  law[delays] <- probabilities
  value <- bandit_value(bandit(arms_constant(1)) |> with_waiting(law), horizon = T)
  value <- value[value$wait == longest, ]
  excess <- value$total - T * value$rate
  list(excess = excess, relative = excess / (longest * value$rate))
}

# Lemma 1: X is 1 with probability .5, Y is 1 or B. The least share of samples whose ratio is within the bound.
coverage_of_ratios <- function(study, scale) {
  samples <- if (scale == "quick") 1e4 else 1e5
  cases <- expand.grid(x = c(0.3, 0.7), p = c(0.1, 0.5), most = c(2, 10), n = c(10, 100, 1000))
  counts <- with_own_seed(1, vapply(seq_len(nrow(cases)), function(i) {
    with(cases[i, ], {
      paid <- stats::rbinom(samples, n, x) / n
      time <- 1 + (most - 1) * stats::rbinom(samples, n, p) / n
      mean_time <- 1 + (most - 1) * p
      spread <- log(4 / 0.05) / n
      bound <- sqrt((most - 1) * spread / 2) + 2 * (most - 1) * spread / (3 * mean_time) + sqrt(spread / 2)
      sum(abs(paid / time - x / mean_time) <= bound)
    })
  }, 0))
  list(found = min(counts) / samples, se = NA_real_, df = samples)
}

# Wait-UCB with D = 1 takes ln of the number of pulls so far, so UCB1 must, too.
one_wait_differs <- function() {
  means <- c(0.3, 0.5, 0.7, 0.45)
  plain <- bandit(arms_bernoulli(means))
  ucb1 <- policy_index(function(view) view$mean + sqrt(2 * log(view$round - 1) / view$pulls), label = "UCB1, ln(n - 1)")
  sum(arms_chosen(plain, ucb1, 1e4) != arms_chosen(with_waiting(plain, 1), policy_wait_ucb(), 1e4))
}

quantity_of_pulls_bound <- function(study, scale) {
  b <- study$description$bandits[[1]]
  bound <- regret_bound(b, last_checkpoint(study), policy_wait_ucb(), "pulls")
  table <- study$tables$pulls
  table <- table[table$policy == "Wait-UCB", ]
  greatest_of(lapply(seq_len(nrow(bound)), function(i) {
    mean_of(table$pulls[table$arm == bound$arm[i] & table$wait == bound$wait[i]] / bound$value[i])
  }))
}

# Leading terms without ln T for delay distributions on 1 to 10 rounds: that of Theorem 2, (5) and (WAIT).
leading_terms <- function() {
  laws <- with_own_seed(1, draw_delay_laws(300, 10))
  rows <- lapply(seq_len(nrow(laws)), function(i) {
    paid <- cumsum(laws[i, ])
    time <- cumsum(c(1, 1 - paid[-10]))
    gap <- max(paid / time) - paid / time
    worse <- gap > 1e-9
    wait <- 1:10
    alpha <- 8 * (wait - 1) / 3
    beta <- sqrt(2) * (sqrt(wait - 1) + 1)
    each <- time * (beta + sqrt(beta^2 + 2 * gap * alpha))^2 / gap
    c(sum(each[worse]), sum((time * wait / gap)[worse]), 10^2 / min(gap[worse]) * mean(time))
  })
  found <- do.call(rbind, rows)
  list(wait = found[, 1], coarse = found[, 2], averaged = found[, 3])
}

# The experiments of the dying arms paper (Traca, Rudin and Yan 2020, section 3) and of the paper that it builds on
# (Chakrabarti et al. 2008, section 4).

mortal_paper <- "Traca, Rudin and Yan 2020"

mortal_log_note <- paste(
  "Yahoo! R6B if the option `unruly.yahoo` holds the paths of its files, otherwise the stand-in of",
  "`simulate_click_log()`: three days or more, with at most as many events per day as the real log.",
  "As published, pools count by their sizes (`thin = \"pool\"`)."
)

# 100 games on the same log with the same start: only the policies are randomised.
experiment_mortal_1 <- function() {
  bandits <- function(T) {
    log <- mortal_log(T, windows = 1)
    list("lives known" = bandit_replay(log, known = TRUE, thin = "pool"),
         "lives estimated" = bandit_replay(log, thin = "pool"))
  }
  list(
    paper = mortal_paper, figure = "Figure 1", title = "Adaptive greedy, with and without exploring dying arms",
    note = paste(mortal_log_note,
                 "The authors' AG-L explored the top 30% where lives were known and the top 10% where they",
                 "were estimated. Here both shares are played in both cases, as the share alone makes a difference."),
    bandits = bandits, bandit_names = c("lives known", "lives estimated"),
    policies = list(policy_ag(range = c(0, 1)), policy_ag(range = c(0, 1), explore = "longest"),
                    policy_ag(keep = 0.1, range = c(0, 1), label = "AG-L, top 10%")), horizon = 1e5,
    reps = 100, draw = draw_mortal_rewards, draws_games = TRUE
  )
}

# Game i begins at event 10,000 i.
experiment_mortal_2 <- function() {
  bandits <- function(T) {
    starts <- 100
    list("sliding windows" = bandit_replay(mortal_log(T, starts), start = window_step(T) * seq_len(starts),
                                           thin = "pool"))
  }
  list(
    paper = mortal_paper, figure = "Figure 2", title = "Confidence bounds, with and without regard to death",
    note = mortal_log_note, bandits = bandits, bandit_names = "sliding windows",
    policies = list(policy_ucb_l(range = c(0, 1), bonus = "constant"), policy_ucb_l(range = c(0, 1))),
    horizon = 1e5, reps = 100,
    draw = draw_mortal_rewards, draws_games = TRUE
  )
}

window_step <- function(T) max(ceiling(T / 10), 1)

events_a_day <- 28e6 / 15

# Enough events for T turns of pools of 51 from the last of the windows on.
mortal_log <- function(T, windows) {
  files <- getOption("unruly.yahoo")
  if (!is.null(files)) return(read_yahoo_clicks(files))
  events <- max(51 * T + windows * window_step(T), 2000)
  simulate_click_log(events, days = max(3, ceiling(events / events_a_day)), seed = 2026)
}

# The paper's figures: the distribution of the rewards over games.
draw_mortal_rewards <- function(study) {
  data <- final_data(study)
  several <- nlevels(factor(data$bandit)) > 1 & data$policy != "AG"
  data$game <- paste0(data$policy, ifelse(several, paste0(", ", data$bandit), ""))
  # AG does not use lifetimes: it plays the same games on both bandits.
  data <- data[!(data$policy == "AG" & data$bandit == "lives estimated"), ]
  ggplot2::ggplot(data, ggplot2::aes(.data$reward, fill = .data$game)) +
    ggplot2::geom_density(alpha = 0.4) +
    ggplot2::labs(x = sprintf("Clicks in %s turns", format_count(max(data$round))), y = "Density over games") +
    study_theme() + policy_scales(unique(data$game), NULL)
}

# 1000 arms alive, means uniform or Beta(1, 3); the horizon is ten mean lifetimes.
experiment_mortal_simulated <- function() {
  bandits <- function(T) {
    population <- function(prior) bandit_mortal(1000, T, max(T / 10, 1), prior, known = TRUE, init = 1)
    list("uniform" = population(prior_uniform(1)), "Beta(1, 3)" = population(prior_beta(1, 1, 3)))
  }
  policies <- function(T) {
    list(policy_ag(range = c(0, 1)), policy_ag(range = c(0, 1), explore = "longest"), policy_ucb1(range = c(0, 1)),
         policy_ucb_l(range = c(0, 1)), policy_ucb_subset(20),
         policy_stochastic(max(round(sqrt(T / 10)), 1)))
  }
  list(
    paper = "Chakrabarti et al. 2008", figure = "section 4",
    title = "A thousand arms alive, each replaced when it dies",
    note = paste("AG-L and UCB-L are given the lifetimes. One arm is played at first, not all, as in Chakrabarti's",
                 "policies. Ours: the subset of 50 arms, trials of sqrt(mean life) pulls, ten replications."),
    bandits = bandits, policies = policies, horizon = 10^(3:6), reps = 10, series_draw = draw_mortal_simulated
  )
}

# Regret per turn against the greatest reward, 1, and the least that any policy can have in the long run.
draw_mortal_simulated <- function(series) {
  data <- summary(series, what = "reward")
  data <- data[data$round == data$horizon, ]
  data$lifetime <- data$horizon / 10
  data$loss <- 1 - data$mean / data$horizon
  laws <- list("uniform" = prior_uniform(1), "Beta(1, 3)" = prior_beta(1, 1, 3))
  limit <- expand.grid(lifetime = unique(data$lifetime), bandit = names(laws), stringsAsFactors = FALSE)
  limit$loss <- 1 - mapply(reference_of, limit$lifetime, laws[limit$bandit])
  ggplot2::ggplot(data, ggplot2::aes(.data$lifetime, .data$loss)) +
    ggplot2::geom_line(ggplot2::aes(colour = .data$policy, linetype = .data$policy), linewidth = 0.7) +
    ggplot2::geom_point(ggplot2::aes(colour = .data$policy)) +
    ggplot2::geom_line(data = limit, linewidth = 0.4) +
    facet_by_bandit(data, "fixed") +
    scale_of("x", "x") + scale_of("y", "y") +
    ggplot2::labs(x = "Mean lifetime in rounds (log scale)", y = "Regret per turn against 1",
                  caption = paste0(replications_text(series$studies[[1]], "Means over"),
                                   "; thin: the least in the long run")) +
    study_theme() + study_scales(series$studies[[1]])
}

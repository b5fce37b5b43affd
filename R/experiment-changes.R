# The experiments on arms whose means change, of Besson, Kaufmann, Maillard and Seznec
# (2022, section 6). Each function returns the description that run_experiment() runs.

changes_paper <- "Besson, Kaufmann, Maillard and Seznec 2022"

changes_note <- paste(
  "M-UCB and CUSUM-UCB explore at the rate sqrt(changes K ln T / T), and M-UCB forces pulls by the round, as in the",
  "authors' code. Ties go to the lowest arm (theirs are broken at random)."
)

# One row per segment; segments have equal lengths.
segments_1 <- rbind(c(0.9, 0.5, 0.3), c(0.9, 0.2, 0.3), c(0.1, 0.2, 0.3), c(0.1, 0.7, 0.3), c(0.1, 0.7, 0.5))
segments_2 <- rbind(c(0.9, 0.5, 0.4), c(0.7, 0.4, 0.5), c(0.5, 0.3, 0.6), c(0.3, 0.2, 0.7), c(0.1, 0.1, 0.8))

experiment_change_1 <- function() experiment_segments(segments_1, "problem 1", "Some arms change at a time")

experiment_change_2 <- function() experiment_segments(segments_2, "problem 2", "All arms change together")

experiment_segments <- function(means, problem, title) {
  count <- nrow(means)
  # The first round of each segment except the first.
  breaks <- function(T) round(T / count) * seq_len(count - 1) + 1
  list(
    paper = changes_paper, figure = problem, title = title, note = changes_note,
    bandits = function(T) {
      bandit(arms_bernoulli(means[1, ])) |> with_changes(changes_at(breaks(T), means[-1, ]))
    },
    policies = function(T) {
      changing_policies(T, arms = ncol(means), changes = count - 1, windows = c(200, 800), burn_in = c(200, 400),
                        shift = c(0.1, 0.05))
    },
    horizon = 20000, reps = 100, record = even_rounds
  )
}

experiment_change_random <- function() {
  list(
    paper = changes_paper, figure = "random problems", title = "A problem of changing arms for each replication",
    note = paste(changes_note, "The exploration of all detectors is halved."),
    bandits = function(T) {
      bandit(arms_bernoulli(prior_uniform(5))) |>
        with_changes(changes_jumps(6, probability = 0.5, size = c(0.05, 0.3), apart = max(1, floor(T / 20))))
    },
    policies = function(T) {
      changing_policies(T, arms = 5, changes = 6, windows = 800, burn_in = 400, shift = 0.05, tweak = 0.5)
    },
    horizon = 20000, reps = 100, record = even_rounds
  )
}

# A hundred checkpoints at equal distances.
even_rounds <- function(T) unique(c(ceiling(T * seq_len(99) / 100), T))

# The paper's policies, all with KL indices. `tweak` multiplies the exploration of those that detect changes.
changing_policies <- function(T, arms, changes, windows, burn_in, shift, tweak = 1) {
  explore <- tweak * sqrt(arms * log(T) / T)
  known <- sqrt(changes) * explore # for those that are given the number of changes
  c(
    list(
      policy_kl_ucb(range = c(0, 1)),
      policy_restart(policy_kl_ucb(range = c(0, 1)), label = "KL-UCB, changes known"),
      policy_exp3(changes = changes, range = c(0, 1), forget = "shares"),
      policy_forgetting_ucb(changes = changes, index = "kl", label = "SW-UCB", range = c(0, 1)),
      policy_forgetting_ucb(changes = changes, index = "kl", label = "D-UCB", range = c(0, 1), memory = "discount")
    ),
    lapply(windows, function(w) {
      policy_m_ucb(w, explore = known, index = "kl", count_from = "start",
                   label = paste0("M-KL-UCB, w = ", format_numbers(w)), range = c(0, 1))
    }),
    Map(function(m, e) {
      policy_cusum_ucb(m, e, explore = known, changes = changes, index = "kl",
                       label = paste0("CUSUM-KL-UCB, M = ", format_numbers(m)), range = c(0, 1))
    }, burn_in, shift),
    lapply(c("local", "global"), function(restart) {
      policy_glr_kl_ucb(restart, explore = explore, label = paste0("GLR-kl-UCB, ", restart), range = c(0, 1))
    })
  )
}

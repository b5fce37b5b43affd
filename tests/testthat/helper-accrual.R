# Calendar time written from the statement, apart from the C: when patients arrive, in which round each outcome is shown, and
# what a game has come to by then.

# Of patients 1, 2, ...
literal_arrivals <- function(patients, rate, arrivals, seed = 1, rep = 1) {
  if (arrivals == "even") return(seq_len(patients) / rate)
  remembered(list("arrivals", patients, rate, seed, rep), poisson_arrivals(patients, rate, seed, rep))
}

poisson_arrivals <- function(patients, rate, seed, rep) {
  i <- seq_len(patients)
  gaps <- -log1p(-block_uniforms(cbind(i %% two32, i %/% two32, 0, rep), philox_key(seed, 18))[, 1])
  Reduce(`+`, gaps / rate, accumulate = TRUE)
}

# Just before the first later patient who comes when the outcome is known, or after that; Inf: not until the end. `arrived`
# holds one patient more than there are rounds.
literal_shown_in <- function(round, follow_up, arrived) {
  follow_up <- rep_len(follow_up, length(round))
  vapply(seq_along(round), function(i) {
    later <- seq_along(arrived) > round[i]
    comes <- which(later & arrived >= arrived[round[i]] + follow_up[i] - 1e-9 * arrived[1])
    if (length(comes) > 0) comes[1] - 1 else Inf
  }, 0)
}

literal_calendar <- function(b, chosen, horizon, seed, rep) {
  given <- trait_of(b, "accrual")
  arrived <- literal_arrivals(horizon + 1, given$rate, given$arrivals %||% "poisson", seed, rep)
  # Arms that pay the time lived show it when the life ends.
  follow_up <- if (is.null(given$follow_up)) chosen$reward else rep_len(given$follow_up, b$arms$count)[chosen$arm]
  list(arrived = arrived, known = arrived[chosen$round] + follow_up, shown = literal_shown_in(chosen$round, follow_up, arrived))
}

# Batches hold back what is shown within them.
literal_held_back <- function(b, shown) {
  given <- trait_of(b, "batches")
  if (is.null(given)) return(shown)
  if (!is.null(given$size)) return(ceiling(shown / given$size) * given$size)
  vapply(shown, function(round) c(given$ends[given$ends >= round], Inf)[1], 0)
}

# Of one game that plays in each of its rounds: the columns `observed` of choices() and `time` of regret(), by round.
literal_accrual <- function(b, chosen, horizon, seed, rep, overrun) {
  calendar <- literal_calendar(b, chosen, horizon, seed, rep)
  shown <- literal_held_back(b, calendar$shown)
  end <- nrow(chosen)
  time <- calendar$arrived[chosen$round]
  if (overrun > 0) {
    closed <- if (isTRUE(overrun)) Inf else time[end] + overrun
    even <- identical(trait_of(b, "accrual")$arrivals, "even")
    waited_for <- calendar$known <= closed + (if (even) 1e-9 * calendar$arrived[1] else 0)
    shown[waited_for] <- pmin(shown[waited_for], end)
    time[end] <- min(max(time[end], calendar$known), closed)
  }
  list(observed = sum_at(chosen$reward[shown <= end], shown[shown <= end], end), time = time)
}

# A claim of the composing fuzzer. (What a spread or waiting shows is no reward of its own.)
invariant_accrual <- function(p) {
  b <- p$opened$bandit
  traits <- names(b$traits)
  if (!"accrual" %in% traits || any(c("spread", "fairness") %in% traits)) return()
  for (rep in unique(p$tables$choices$rep)) {
    chosen <- game_of(p$tables$choices, rep = rep)
    found <- game_of(p$tables$regret, rep = rep)
    if (!identical(as.double(chosen$round), as.double(seq_len(nrow(chosen))))) next # a round without a patient
    stopped <- !is.null(p$opened$stop) && game_of(p$tables$recommendations, rep = rep)$stopped[1]
    if (!stopped && nrow(chosen) < p$opened$horizon) next
    wanted <- literal_accrual(b, chosen, p$opened$horizon, p$opened$seed, rep, p$opened$overrun)
    # A log-rank rule looks when so many have died, not when the last patient came (test-stopping-log-rank.R has these times).
    rules <- if (stopped) unruly:::single_rules(p$opened$stop)
    if (any(vapply(rules, function(rule) rule$kind == "log_rank", NA))) {
      wanted$time[nrow(chosen)] <- found$time[nrow(chosen)]
    }
    for (column in names(wanted)) {
      seen <- if (column == "time") found$time[seq_len(nrow(chosen))] else chosen$observed
      off <- which(abs(seen - wanted[[column]]) > 1e-9 * (1 + abs(wanted[[column]])) | is.na(seen))
      if (length(off) > 0) {
        return(sprintf("%s of round %d in replication %d: %.12g, by our own count %.12g", column, as.integer(off[1]), as.integer(rep),
                       seen[off[1]], wanted[[column]][off[1]]))
      }
    }
  }
}

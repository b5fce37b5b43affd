# What must hold of every replay of a log. Only the order of events is R's here, what is used of them is read from the statement.

invariant_replay_turns <- function(p) {
  replay <- p$opened$bandit$traits$replay$parameters
  if (is.null(replay)) return()
  wrong_chances(replay) %||% wrong_turns(p, replay)
}

# Used events become turns with the probability of what was shown: in all the same, or in all of a pool.
wrong_chances <- function(replay) {
  size <- diff(replay$pool_from)
  propensity <- if (is.null(replay$propensity)) (1 / size)[replay$pool] else replay$propensity
  turn <- (if (is.null(replay$chance)) 1 else replay$chance) * propensity
  if (!replay$thin) return(if (!is.null(replay$chance)) "events are thinned although every event is to be kept")
  apart <- tapply(turn, if (is.null(replay$by_pool)) rep(1, length(turn)) else replay$pool, function(x) max(x) - min(x))
  if (any(apart > 1e-12)) return(sprintf("events become turns with probabilities that differ by %s", format_value(max(apart))))
  if (max(turn) > max(propensity) + 1e-12) "events become turns more often than they were shown"
}

# Each turn is an event that its replication uses, and shows its arm and what it paid.
wrong_turns <- function(p, replay) {
  if (replay$resample != "none") return()
  for (rep in unique(p$tables$choices$rep)) {
    made <- p$tables$choices[p$tables$choices$rep == rep, ]
    event <- p$tables$regret$events[p$tables$regret$rep == rep][seq_len(nrow(made))] + replay$start[1] - 1
    if (any(diff(event) <= 0)) return("two turns of one event")
    if (any(replay$shown[event] != as.integer(made$arm)) || any(replay$reward[event] != made$reward)) return("a turn that is not its event")
    table <- p$tables$regret[p$tables$regret$rep == rep, ][seq_len(nrow(made)), ]
    own <- diff(c(0, table$chosen)) > 0
    if (replay$thin && any(made$arm[own] %in% replay$unsupported) && !is.na(table$estimate[nrow(made)])) {
      return("a value of choices without support")
    }
    if (!is.null(replay$chance) && !all(literal_use(replay$chance, rep, p$opened$seed)[event])) return("a turn of an event that is not used")
  }
}

# The regret bounds for impatient arms (Shao & Fang 2024). Where the print of a
# formula is damaged it was put together again from its proof; the help pages
# say so.

find_impatient_lower <- function(bandit, horizon, policy, what, options, call) {
  patience <- bound_numbers(bandit, "patience", "patience", call)$patience
  check_bound_means(patience, call) # two arms at least
  exit <- options$first_exit
  q <- if (is.null(exit)) search_bound_exit(patience, call = call) else check_bound_exit(exit, call)
  new_bound("Theorem 3.2", horizon, lower_bound_value(length(patience), q, horizon))
}

lower_bound_value <- function(arms, q, horizon) {
  if (is.infinite(q)) return(rep(0, length(horizon)))
  slope <- sqrt(log_arms_ratio(arms) / q) * loss_probability(arms)
  slope * pmax(horizon - q, 0)
}

# ln(K / (K - 1)), also for a great many arms.
log_arms_ratio <- function(arms) -log1p(-1 / arms)

# 1 - f^-1(ln(K / (K - 1)) / 2), the probability with which the best arm is lost
# at least. It is small if there are many arms, so the root is sought for it
# rather than for 1 minus it, and on a log scale.
loss_probability <- function(arms) {
  ratio <- log_arms_ratio(arms)
  excess <- function(log_q) {
    q <- exp(log_q)
    (1 - q) * (log1p(-q) + ratio) + q * log_q - ratio / 2
  }
  # f falls from ln(K / (K - 1)) at q = 0 to below 0 at q = K / (2K - 1).
  root <- stats::uniroot(excess, c(log(ratio) - 50, log(arms / (2 * arms - 1))), tol = 1e-14)
  exp(root$root)
}

check_bound_exit <- function(first_exit, call) {
  check_numbers(first_exit, "first_exit", size = 1, min = 1, whole = TRUE, infinite = TRUE,
                wanted = "NULL, a whole number of rounds of at least 1, or Inf", call = call)
}

# If the search stops at its limit, an upper bound on Q serves as well: the
# theorem's bound falls with Q.
search_bound_exit <- function(patience, call, limit = 1e6) {
  found <- find_first_exit(patience, limit, call)
  if (!found$stopped) return(found$least)
  warn_cli(
    c("The first exit is not known: the search for it was stopped after {format_count(found$states)} states.",
      i = if (is.finite(found$most)) "It is at most {format_count(found$most)}. The bound for that number holds, but may be too low." else
        "As nothing limits it, the bound is 0.",
      i = "Search further, e.g. {.code cycle_feasibility(patience, exit = TRUE, limit = 1e8)}, and supply the result as {.arg first_exit}."),
    class = c("unruly_warning_limit", "unruly_warning"),
    least = found$least, most = found$most, states = found$states, call = call
  )
  found$most
}

find_ucb <- function(bandit, horizon, policy, what, options, call) {
  given <- bound_numbers(bandit, c("mean", "patience"), "patience", call)
  means <- check_bound_means(given$mean, call)
  if (!is.null(policy$parameters$error)) refuse_parameter(policy, "UCB with the default error, 1 / T^2", call)
  gaps <- max(means) - means
  best <- which(gaps == 0)
  if (length(best) > 1) {
    abort_argument("bandit", "a bandit with a single best arm", call = call,
                   given = sprintf("one with %d best arms", length(best)))
  }
  others <- gaps[-best]
  check_bound_best_stays(given$patience[best], others, horizon, call)
  regret <- length(means) * max(gaps) + 3 * sum(others) + 16 * log(horizon) * sum(1 / others)
  new_bound("Theorem D.1", horizon, regret)
}

check_bound_best_stays <- function(patience, gaps, horizon, call) {
  needed <- vapply(horizon, function(t) sum(ceiling(16 * log(t) / gaps^2)), 0)
  if (all(patience > needed)) return(invisible())
  first <- which(patience <= needed)[1]
  abort_combination(
    c("Theorem D.1 assumes that the best arm's patience exceeds UCB's pulls of the other arms.",
      x = "At horizon {format_count(horizon[first])} these are up to {format_count(needed[first])}, but the patience is {format_count(patience)}."),
    call = call
  )
}

find_fc_se <- function(bandit, horizon, policy, what, options, call) {
  given <- bound_numbers(bandit, c("mean", "patience"), "patience", call)
  means <- check_bound_means(given$mean, call)
  patience <- given$patience
  parameters <- policy$parameters
  if (!is.null(parameters$cycle)) refuse_parameter(policy, "FC-SE without `cycle`", call)
  in_cycle <- check_bound_cycle(parameters$n_cycle, patience, policy, call)
  gaps <- max(means) - means
  if (in_cycle == length(means)) {
    return(new_bound("Theorem 4.1", horizon, all_in_cycle_value(gaps, aus_cycle(patience)$counts, horizon)))
  }
  check_bound_gaps(gaps, "Theorem 4.2", call)
  by_patience <- order(patience)
  n <- aus_cycle(patience[by_patience[seq_len(in_cycle)]])$length
  waiting <- patience[by_patience[-seq_len(in_cycle)]]
  factor <- 1 + ceiling((length(means) - in_cycle) / (in_cycle - 1))
  best <- (4 * horizon * sqrt(n * log(horizon)) / (length(means) - 1))^(2 / 3)
  segment <- bound_segment_lengths(parameters$segment, waiting, in_cycle - 1, n, best, horizon, policy, call)
  regret <- (length(means) - 1) * segment * factor +
    8 * horizon * factor * sqrt(n * log(horizon) / (segment - 3 * n)) + 2 * length(means) * max(gaps)
  new_bound("Theorem 4.2", horizon, regret)
}

all_in_cycle_value <- function(gaps, counts, horizon) {
  best <- max(counts[gaps == 0])
  worse <- gaps > 0
  once <- sum(gaps * counts) + 2 * length(gaps) * max(gaps)
  once + 32 * log(horizon) * sum((1 + counts[worse] / best) / gaps[worse])
}

check_bound_cycle <- function(n_cycle, patience, policy, call) {
  most <- largest_feasible(patience, call)
  if (most < 2) {
    abort_combination(
      c("FC-SE needs a cycle of at least two arms.",
        x = "No cycle keeps more than {most} of the {length(patience)} arms of this bandit."),
      call = call
    )
  }
  if (is.null(n_cycle)) return(most)
  if (n_cycle >= 2 && n_cycle <= most) return(n_cycle)
  refuse_parameter(policy, sprintf("`n_cycle` from 2 to %d, the most arms that a cycle can keep", most), call)
}

# The length of a segment for each horizon. The arms in `waiting`, by ascending
# patience, join `group` at the end of a segment, and must not have left by then.
# `best` is what minimises the bound, apart from 3 cycle lengths.
bound_segment_lengths <- function(segment, waiting, group, n, best, horizon, policy, call) {
  most <- floor(min(waiting / ceiling(seq_along(waiting) / group)))
  if (!is.null(segment) && segment > most) {
    refuse_parameter(policy, sprintf("`segment` of at most %s, so that no waiting arm leaves unplayed",
                                                format_count(most)), call)
  }
  segment <- if (is.null(segment)) pmin(most, 3 * n + ceiling(best)) else rep(segment, length(horizon))
  if (any(segment <= 3 * n)) {
    first <- which(segment <= 3 * n)[1]
    abort_combination(
      c("A segment must be longer than three cycles of {format_count(n)} slots, {format_count(3 * n)} rounds.",
        x = "At horizon {format_count(horizon[first])} it has {format_count(segment[first])} rounds.",
        i = if (most <= 3 * n) "The patience of the waiting arms allows {format_count(most)} at most."),
      call = call
    )
  }
  segment
}

find_fc_entry <- function(bandit, horizon, policy, what, options, call) {
  given <- bound_numbers(bandit, c("mean", "patience", "first"), c("patience", "entries"), call)
  means <- check_bound_means(given$mean, call)
  entries <- check_bound_entries(given$first, call)
  parameters <- policy$parameters
  if (!is.null(parameters$cycle)) refuse_parameter(policy, "FC-Entry without `cycle`", call)
  patience <- given$patience[entries == 1]
  patience_floor <- check_bound_floor(parameters$patience_floor, min(given$patience[entries > 1]), policy, call)
  n_cycle <- check_bound_entry_cycle(parameters$n_cycle, length(patience), policy, call)
  gaps <- max(means) - means
  check_bound_gaps(gaps, "Theorem 4.6", call)

  arms <- length(means)
  by_patience <- order(patience)
  held <- seq_len(n_cycle - 2)
  n <- bound_entry_cycle_length(patience[by_patience[held]], patience_floor, call)
  waiting <- patience[by_patience[-held]]
  factor <- 3 + ceiling(length(waiting) / (n_cycle - 3))
  best <- (8 * (arms - n_cycle + 3) * horizon * sqrt(n * log(horizon)) / factor)^(2 / 3)
  segment <- bound_segment_lengths(parameters$segment, waiting, n_cycle - 3, n, best, horizon, policy, call)
  check_bound_sparse(sort(entries[entries > 1]), segment, horizon, call)
  regret <- 2 * arms * max(gaps) + (arms - 1) * segment * factor +
    16 * (arms - 1) * (arms - n_cycle + 3) * horizon * sqrt(n * log(horizon) / (segment - 3 * n))
  new_bound("Theorem 4.6", horizon, regret)
}

# The round from which each arm can be played.
check_bound_entries <- function(first, call) {
  if (sum(first == 1) >= 3 && any(first > 1)) return(first)
  abort_argument("bandit", "a bandit with at least three arms in round 1 and at least one that enters later",
                 given = sprintf("one with %s in round 1 and %s later", count_of(sum(first == 1), "arm"),
                                 format_count(sum(first > 1))), call = call)
}

check_bound_floor <- function(patience_floor, least, policy, call) {
  if (patience_floor <= least) return(patience_floor)
  refuse_parameter(policy, sprintf(
    "`patience_floor` of at most %s, the least patience of an arm that enters", format_count(least)), call)
}

check_bound_entry_cycle <- function(n_cycle, starting, policy, call) {
  if (n_cycle >= 4 && n_cycle <= starting + 1) return(n_cycle)
  refuse_parameter(policy, sprintf("`n_cycle` from 4 to %d, one more than the arms in round 1", starting + 1),
                   call)
}

bound_entry_cycle_length <- function(patience, patience_floor, call) {
  tryCatch(aus_cycle(c(patience, patience_floor, patience_floor))$length, unruly_error_infeasible = function(e) {
    abort_combination(
      c("There is no cycle for the {length(patience)} least patient arms and two virtual ones.",
        x = "The patience of these arms is {describe_value(patience)}, that of the virtual ones {format_count(patience_floor)}.",
        i = "With a smaller {.arg n_cycle} there may be one."),
      class = "unruly_error_infeasible", call = call
    )
  })
}

# Theorem 4.6 wants 3 segments between two entries.
check_bound_sparse <- function(entries, segment, horizon, call) {
  if (length(entries) < 2 || min(diff(entries)) >= 3 * max(segment)) return(invisible())
  longest <- which.max(segment)
  abort_combination(
    c("Theorem 4.6 assumes that three segments lie between any two entries.",
      x = "The closest are {format_count(min(diff(entries)))} rounds apart, but at horizon {format_count(horizon[longest])} three segments have {format_count(3 * segment[longest])}."),
    call = call
  )
}

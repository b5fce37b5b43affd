# Slow versions of the schedules, from the statement of the problems and not
# from the algorithms of src/schedule.

# The length of the shortest almost uniform cycle, NA if there is none. With n
# slots and counts n_1 >= ... >= n_K that divide one another, arm k has the
# share n_k / n of the rounds, which must be at least 1 / m_k; a shortest cycle
# has n_K = 1. All chains of counts, for one n after the other.
brute_cycle_length <- function(patience) {
  m <- sort(patience)
  arms <- length(m)
  # Arms k..1, the counts multiples of `last`, must take `left` slots.
  search <- function(k, last, left, least) {
    if (k == 0) return(left == 0)
    if (sum(least[1:k]) > left) return(FALSE)
    count <- last * ceiling(least[k] / last)
    while (count * k <= left) {
      if (search(k - 1, count, left - count, least)) return(TRUE)
      count <- count + last
    }
    FALSE
  }
  longest <- if (is.finite(m[arms])) m[arms] else arms * max(1, m[is.finite(m)])
  for (n in seq_len(longest)) {
    least <- pmax(1, ceiling(n / m))
    if (n >= arms && least[arms] == 1 && search(arms - 1, 1, n - 1, least)) return(n)
  }
  NA_real_
}

# Q(K, m) by going through all reachable states round by round: the rounds
# since the last pull of each arm. The set of states of a round decides all
# later ones, so a set that comes back comes back for ever.
brute_first_exit <- function(patience) {
  arms <- length(patience)
  states <- matrix(0, 1, arms)
  # A state as one number: its digits are the rounds, each less than the patience.
  place <- max(patience)^(seq_len(arms) - 1)
  seen <- character()
  for (round in seq_len(1e4)) {
    after <- lapply(seq_len(arms), function(k) {
      waited <- states + 1
      waited[, k] <- 0
      waited
    })
    states <- do.call(rbind, after)
    states <- states[rowSums(states >= rep(patience, each = nrow(states))) == 0, , drop = FALSE]
    if (nrow(states) == 0) return(round)
    number <- drop(states %*% place)
    states <- states[!duplicated(number), , drop = FALSE]
    key <- paste(sort(unique(number)), collapse = " ")
    if (key %in% seen) return(Inf)
    seen <- c(seen, key)
  }
  stop("the brute force ran out of rounds")
}

# When each arm leaves if a cycle is repeated for `rounds` rounds (Inf: never),
# played out round by round.
exits_of_cycle <- function(slots, patience, rounds) {
  last <- rep(0, length(patience))
  left <- rep(Inf, length(patience))
  for (round in seq_len(rounds)) {
    arm <- slots[(round - 1) %% length(slots) + 1]
    if (left[arm] == Inf) last[arm] <- round
    gone <- left == Inf & round - last >= patience
    left[gone] <- round
  }
  left
}

random_patience <- function(arms, most) sample.int(most, arms, replace = TRUE)

# NULL if there is none; straight from the core, as making the error is slow.
cycle_or_null <- function(patience) {
  found <- .Call(C_aus_cycle, as.double(patience))
  stopifnot(found$status == 0)
  if (found$feasible) new_cycle(patience, found$slots, found$counts)
}

cycle_length_or_na <- function(patience) {
  cycle <- cycle_or_null(patience)
  if (is.null(cycle)) NA_real_ else as.numeric(cycle$length)
}

# The columns of cycle_feasibility(), one by one.
load_of <- function(patience) cycle_feasibility(patience)$load_factor

is_kept <- function(cycle, patience = NULL) cycle_feasibility(patience, cycle)$feasible

most_arms <- function(patience) cycle_feasibility(patience)$max_arms

exit_of <- function(patience, ...) cycle_feasibility(patience, exit = TRUE, ...)$first_exit

# Literal versions of the policies for impatient arms, written from the papers'
# pseudo-code and the printed rules, apart from the C. Slow, and meant to be.

# A bandit with patience and entries, one round after the other: `pull(k)` plays
# arm k and gives reward[k, n] at its n-th pull.
impatient_game <- function(reward, patience, horizon, from = rep(1, nrow(reward))) {
  arms <- nrow(reward)
  game <- new.env()
  game$t <- 1
  game$choices <- integer(horizon)
  game$live <- from == 1
  game$left <- rep(Inf, arms)
  game$events <- c(eliminated = 0, dropped = 0, joined = 0, evicted = 0, lost = 0)
  game$note <- function(what, times = 1) game$events[what] <- game$events[what] + times
  pulls <- rep(0, arms)
  last <- rep(0, arms)
  some_enter <- seq_len(horizon + 1) %in% from
  game$pull <- function(k) {
    t <- game$t
    if (!game$live[k] || t > horizon) stop("a literal policy played an arm that is not there, or for too long")
    game$choices[t] <- k
    pulls[k] <<- pulls[k] + 1
    last[k] <<- t
    gone <- which(game$live & t - last >= patience)
    if (length(gone) > 0) {
      game$left[gone] <- t
      game$live[gone] <- FALSE
    }
    if (some_enter[t + 1]) {
      new <- from == t + 1
      game$live[new] <- TRUE
      last[new] <<- t
    }
    game$t <- t + 1
    reward[k, pulls[k]]
  }
  game
}

# Whole numbers from 1 to n from the numbers of a policy's own stream.
literal_below <- function(uniforms) {
  used <- 0
  function(n) {
    used <<- used + 1
    floor(uniforms[used] * n) + 1
  }
}

literal_best_mean <- function(game, total, count) {
  available <- which(game$live)
  mean <- ifelse(count > 0, total / count, -Inf)
  available[which.max(mean[available])]
}

literal_se <- function(game, horizon, log_term = log(horizon)) {
  total <- count <- rep(0, length(game$live))
  eliminated <- rep(FALSE, length(game$live))
  previous <- 0
  while (game$t <= horizon) {
    active <- which(game$live & !eliminated)
    if (!any(active > previous)) {
      seen <- active[count[active] > 0]
      mean <- total[seen] / count[seen]
      radius <- 2 * sqrt(log_term / count[seen])
      for (i in seq_along(seen)) if (any(mean - mean[i] > radius + radius[i])) eliminated[seen[i]] <- TRUE
      active <- which(game$live & !eliminated)
      previous <- 0
    }
    k <- if (length(active) > 0) min(active[active > previous]) else literal_best_mean(game, total, count)
    total[k] <- total[k] + game$pull(k)
    count[k] <- count[k] + 1
    previous <- k
  }
  game
}

# Who goes from `set`, by the rule of FC-SE.
literal_eliminated <- function(set, total, count, horizon) {
  radius <- 2 * sqrt(log(horizon) / count[set])
  lower <- total[set] / count[set] - radius
  upper <- total[set] / count[set] + radius
  set[which(upper < max(lower, -Inf, na.rm = TRUE))]
}

literal_segment <- function(patience, waits, group, n, best) {
  min(floor(min(patience[waits] / group[waits], Inf)), 3 * n + ceiling(best))
}

# Algorithm 1.
literal_fc_se <- function(game, patience, horizon, uniforms, N = most_arms(patience), segment = NULL,
                          cycle = NULL) {
  K <- length(patience)
  below <- literal_below(uniforms)
  if (!is.null(cycle)) N <- length(unique(cycle))
  ind <- rank(patience, ties.method = "first")
  if (!is.null(cycle)) ind <- order(order(!seq_len(K) %in% cycle, patience))
  first <- which(ind <= N)
  a_first <- a <- if (is.null(cycle)) first[aus_cycle(patience[first])$slots] else cycle
  n <- length(a)
  n_k <- replace(rep(1, K), first, tabulate(a, K)[first])
  group <- ceiling((ind - N) / (N - 1))
  G <- if (N < K) ceiling((K - N) / (N - 1)) else 0
  best <- (4 * horizon * sqrt(n * log(horizon)) / (K - 1))^(2 / 3)
  c <- if (!is.null(segment)) segment else if (N < K) literal_segment(patience, ind > N, group, n, best)
  S <- first
  total <- count <- rep(0, K)
  p <- 1
  t <- 0
  while (game$t <= horizon) {
    played <- FALSE
    for (i in seq_len(n)) {
      if (game$t != t && !all(game$live[S])) {
        game$note("lost", sum(!game$live[S]))
        S <- S[game$live[S]]
        a[!a %in% S] <- 0
      }
      t <- game$t
      if (a[i] == 0 || t > horizon) next
      total[a[i]] <- total[a[i]] + game$pull(a[i])
      count[a[i]] <- count[a[i]] + 1
      played <- TRUE
    }
    if (!played) {
      k <- literal_best_mean(game, total, count)
      total[k] <- total[k] + game$pull(k)
      count[k] <- count[k] + 1
    }
    S <- S[game$live[S]]
    gone <- literal_eliminated(S, total, count, horizon)
    game$note("eliminated", length(gone))
    S <- setdiff(S, gone)
    a[!a %in% S] <- 0
    if (p <= G && game$t + sum(n_k[S]) > c * p - n) {
      new <- which(ind > N & group == p & game$live)
      game$note("lost", sum(group == p & !game$live))
      while (length(S) + length(new) > N) {
        S <- S[-below(length(S))]
        game$note("dropped")
      }
      a[!a %in% S] <- 0
      for (k in new[order(ind[new])]) {
        free <- Filter(function(o) all(a[a_first == o] == 0), first)
        a[which(a_first == min(free))[1]] <- k
        S <- sort(c(S, k))
        game$note("joined")
      }
      p <- p + 1
    }
  }
  game
}

# Algorithm 4. `initial` are the arms of the start; the others enter.
literal_fc_entry <- function(game, patience, from, horizon, uniforms, N, floor, segment = NULL,
                             told = sum(from == 1) + 2, slots = NULL) {
  below <- literal_below(uniforms)
  initial <- which(from == 1)
  K0 <- length(initial)
  ind <- replace(rep(Inf, length(patience)), initial, rank(patience[initial], ties.method = "first"))
  if (!is.null(slots)) ind[initial] <- order(order(!initial %in% slots, patience[initial]))
  first <- which(ind <= N - 2)
  plus <- -1
  minus <- -2
  a_first <- if (is.null(slots)) c(first, plus, minus)[aus_cycle(c(patience[first], floor, floor))$slots] else slots
  n <- length(a_first)
  n_k <- replace(rep(1, length(patience)), first, tabulate(a_first[a_first > 0], length(patience))[first])
  n_virtual <- sum(a_first < 0)
  a <- ifelse(a_first > 0, a_first, 0)
  group <- ceiling((ind - N + 2) / (N - 3))
  G <- ceiling((K0 - N + 2) / (N - 3))
  best <- (8 * (told - N + 3) * horizon * sqrt(n * log(horizon)) / (3 + G))^(2 / 3)
  c <- if (is.null(segment)) literal_segment(patience, is.finite(ind) & ind > N - 2, group, n, best) else segment
  S <- first
  S_pre <- S_res <- integer()
  total <- count <- rep(0, length(patience))
  served <- from == 1
  p <- 1
  t <- 0
  c_p <- if (G >= 1) c else NA
  t_next <- 1 + sum(n_k[S]) + n_virtual
  free <- function(place) all(a[a_first == place] == 0)
  take_out <- function(arms) {
    if (length(arms) == 0) return()
    S <<- setdiff(S, arms)
    S_res <<- setdiff(S_res, arms)
    S_pre <<- setdiff(S_pre, arms)
    a[a %in% arms] <<- 0
  }
  enter <- function(e) {
    if (length(S_res) == 2) {
      take_out(a[a_first == c(plus, minus)[below(2)]][1])
      game$note("evicted")
    }
    place <- c(plus, minus)[c(free(plus), free(minus))]
    if (length(place) == 2) place <- place[below(2)]
    S <<- c(S, e)
    S_res <<- c(S_res, e)
    S_pre <<- c(S_pre, e)
    a[a_first == place] <<- e
    if (p > G) c_p <<- c * min(Filter(function(j) t_next <= j * c - n, 1:1e3 + (t_next + n) %/% c - 2))
    served[e] <<- TRUE
  }
  play <- function(k) {
    x <- game$pull(k)
    if (k %in% S_pre) return()
    total[k] <<- total[k] + x
    count[k] <<- count[k] + 1
  }
  while (game$t <= horizon) {
    played <- FALSE
    for (i in seq_len(n)) {
      if (game$t != t) {
        if (!all(game$live[S])) {
          game$note("lost", sum(!game$live[S]))
          take_out(S[!game$live[S]])
        }
        for (e in which(from == game$t & !served)) enter(e)
      }
      t <- game$t
      if (a[i] == 0 || t > horizon) next
      play(a[i])
      played <- TRUE
    }
    if (!played) play(literal_best_mean(game, total, count))
    take_out(S[!game$live[S]])
    gone <- literal_eliminated(setdiff(S, S_pre), total, count, horizon)
    game$note("eliminated", length(gone))
    take_out(gone)
    t_next <- game$t + sum(n_k[setdiff(S, S_res)]) + n_virtual
    if (!is.na(c_p) && t_next > c_p - n) {
      S_pre <- integer()
      new <- which(is.finite(ind) & ind > N - 2 & group == p & game$live)
      game$note("lost", sum(group == p & !game$live))
      repeat {
        others <- sort(setdiff(S, S_res))
        if (length(others) + length(new) <= N - 2) break
        take_out(others[below(length(others))])
        game$note("dropped")
      }
      for (k in new[order(ind[new])]) {
        owners <- Filter(free, first)
        a[which(a_first == min(owners))[1]] <- k
        S <- c(S, k)
        game$note("joined")
      }
      p <- p + 1
      c_p <- if (p <= G) c * p else NA
    }
  }
  game
}

# ---- playing the C on the same rewards -------------------------------------

impatient_tape <- function(reward, patience, from = NULL) {
  b <- with_patience(bandit(arms_tape(reward)), patience)
  if (is.null(from)) b else with_entries(b, from)
}

impatient_choices <- function(b, policy, horizon, seed = 1, rep = 1) {
  study <- whatever_scale(run_study(b, as_usual(policy), horizon, reps = 1, first_rep = rep, seed = seed, record = 1,
                                    keep = "choices", threads = 1, progress = FALSE))
  choices(study)$arm
}

impatient_uniforms <- function(policy, seed, rep = 1, n = 1000) {
  .Call(C_policy_uniforms, describe_policy(as_usual(policy)), seed, rep, n)
}

# Rewards 0 or 1, each arm with its own probability.
impatient_rewards <- function(arms, horizon, prob = stats::runif(arms)) {
  matrix(as.numeric(stats::runif(arms * horizon) < prob), arms)
}

# Patience for which all the arms have a cycle, in no order.
feasible_patience <- function(arms, most = 6 * arms) {
  repeat {
    patience <- sample(seq_len(most), arms, replace = TRUE)
    if (sum(1 / patience) <= 1 && most_arms(patience) == arms) return(patience)
  }
}

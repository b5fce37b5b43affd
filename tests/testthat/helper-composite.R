# Slow, literal versions of the policies for composite anonymous feedback,
# written from their statements and not from the core: everything is kept, and
# added up again whenever it is needed. `world$observed` is what was shown.

# One draw: arms in order, one random number.
literal_draw <- function(live, chance, random) {
  u <- random()
  at <- which(u < cumsum(chance))
  live[if (length(at) > 0) at[1] else length(live)]
}

# Adds up the history of a game, round by round.
literal_history <- function() {
  shown <- numeric()
  list(
    add = function(x) shown[length(shown) + 1] <<- x,
    rounds = function() length(shown),
    last = function(n) sum(shown[length(shown) + 1 - seq_len(min(n, length(shown)))]),
    between = function(from, to) sum(shown[seq(from, length.out = max(to - from + 1, 0))])
  )
}

literal_ars_ucb <- function(alpha = 4, f = function(k) k^2) {
  function(world) {
    seen <- new_tally(world)
    rounds <- numeric(world$arms) # how many rounds of play an arm has had
    arm <- 0
    left <- 0
    list(choose = function(t, live) {
      if (left > 0 && arm %in% live) return(arm)
      n <- seen$n[live]
      if (any(n == 0)) {
        arm <<- live[n == 0][1]
      } else {
        index <- pmin(seen$total[live] / n + sqrt(alpha * log(t) / n), 1)
        best <- live[index == max(index)]
        arm <<- best[which.min(seen$n[best])]
      }
      rounds[arm] <<- rounds[arm] + 1
      left <<- f(rounds[arm])
      arm
    }, observe = function(t, action, observed, cost) {
      left <<- left - 1
      seen$add(t, action, observed, cost)
    })
  }
}

literal_ars_exp3 <- function(beta = 1 / 2, gamma = NULL) {
  function(world) {
    g <- function(k) ceiling(k^beta)
    sizes <- g(seq_len(world$horizon))
    K <- sum(cumsum(sizes) <= world$horizon)
    w <- numeric(world$arms)
    history <- literal_history()
    k <- left <- started <- 0
    arm <- share <- chance <- NULL
    close_round <- function() {
      z <- min(history$between(started, history$rounds()), g(k))
      w[arm] <<- w[arm] + share * z / chance
    }
    list(choose = function(t, live) {
      if (left > 0 && arm %in% live) return(arm)
      if (k > 0 && left == 0) close_round()
      n <- length(live)
      mix <- gamma %||% min(1, sqrt(n * log(n) / ((exp(1) - 1) * ((beta + 1) * world$horizon)^(1 / (beta + 1)))))
      e <- exp((w[live] - max(w[live])) / g(K))
      p <- (1 - mix) * e / sum(e) + mix / n
      arm <<- literal_draw(live, p, world$random)
      chance <<- p[live == arm]
      share <<- mix / n
      k <<- k + 1
      left <<- g(k)
      started <<- history$rounds() + 1
      arm
    }, observe = function(t, action, observed, cost) {
      history$add(observed)
      left <<- left - 1
    })
  }
}

literal_clw <- function(d, version = "2018") {
  old <- version == "2018"
  function(world) {
    log_w <- numeric(world$arms)
    history <- literal_history()
    bits <- updates <- numeric()
    draw <- TRUE
    settled <- 0
    arm <- chance <- eta <- NULL
    # The bit of round t, and whether it is an update round.
    settle <- function(t) {
      settled <<- t
      bits[t] <<- world$random() < share
      if (!(bits[t] == 1 && due(t))) return(invisible())
      updates <<- c(updates, t)
      log_w <<- updated()
      draw <<- TRUE
    }
    share <- if (old) 1 / (2 * (2 * d - 1)) else 1 / (2 * d + 1)
    due <- function(t) if (old) length(updates) == 0 || t - updates[length(updates)] >= 2 * d else t >= 2 * d + 1 && all(bits[(t - 2 * d):(t - 1)] == 0)
    updated <- function() {
      loss <- if (old) 1 - history$last(d) / (2 * d) else 1 - history$last(d + 1) / (2 * d + 1)
      replace(log_w, arm, log_w[arm] - eta * loss / chance)
    }
    chances <- function(t, live) {
      of <- function(log_w) exp(log_w[live]) / sum(exp(log_w[live]))
      if (draw) return(of(log_w))
      ends <- if (history$rounds() > settled && due(history$rounds())) share else 0
      ends * of(updated()) + (1 - ends) * (if (arm %in% live) live == arm else of(log_w))
    }
    list(choose = function(t, live) {
      if (history$rounds() > settled) settle(history$rounds())
      if (!draw && arm %in% live) return(arm)
      n <- length(live)
      w <- exp(log_w[live] - max(log_w[live]))
      arm <<- literal_draw(live, w / sum(w), world$random)
      chance <<- (w / sum(w))[live == arm]
      eta <<- if (old) 4 * sqrt(d * log(n) / ((4 * n + 1) * world$horizon)) else sqrt(d * log(n) / (n * world$horizon))
      draw <<- FALSE
      arm
    }, observe = function(t, action, observed, cost) history$add(observed), updates = function() updates, chances = chances)
  }
}

literal_ars_clw <- function(guess = 1 / 3, start = 64) {
  function(world) {
    ends <- start * 2^(0:60)
    log_w <- numeric(world$arms)
    history <- literal_history()
    bits <- numeric()
    draw <- TRUE
    settled <- 0
    phase <- 0
    arm <- chance <- share <- d <- NULL
    settle <- function(t) {
      settled <<- t
      while (length(bits) < t + 2 * d - 1) bits[length(bits) + 1] <<- world$random() < 1 / (2 * d)
      if (bits[t] == 0 || any(bits[seq(t + 1, length.out = 2 * d - 1)] == 1)) return(invisible())
      log_w[arm] <<- log_w[arm] + share * history$last(d) / (2 * d) / chance
      draw <<- TRUE
    }
    # A block ends if the bit of its round is 1 and those behind it are 0: of those drawn it is known.
    chances <- function(t, live) {
      even <- rep(1 / length(live), length(live))
      if (which(ends >= t)[1] > phase) return(even)
      s <- history$rounds()
      of <- function(log_w) {
        mix <- min(1, sqrt(2 * d * length(live) * log(length(live)) / (ends[phase] + d)))
        (1 - mix) * exp(log_w[live]) / sum(exp(log_w[live])) + mix * even
      }
      wanted <- c(1, rep(0, 2 * d - 1))
      found <- bits[s - 1 + seq_len(2 * d)]
      over <- prod(ifelse(is.na(found), ifelse(wanted == 1, 1, 2 * d - 1) / (2 * d), found == wanted))
      after <- replace(log_w, arm, log_w[arm] + share * history$last(d) / (2 * d) / chance)
      over * of(after) + (1 - over) * (if (arm %in% live) live == arm else of(log_w))
    }
    list(choose = function(t, live) {
      if (history$rounds() > settled) settle(history$rounds())
      now <- which(ends >= t)[1]
      if (now > phase) {
        phase <<- now
        d <<- ceiling(ends[now]^guess)
        log_w[] <<- 0
        draw <<- TRUE
        bits <<- rep(0, history$rounds())
      }
      if (!draw && arm %in% live) return(arm)
      n <- length(live)
      mix <- min(1, sqrt(2 * d * n * log(n) / (ends[phase] + d)))
      w <- exp(log_w[live] - max(log_w[live]))
      p <- (1 - mix) * w / sum(w) + mix / n
      arm <<- literal_draw(live, p, world$random)
      chance <<- p[live == arm]
      share <<- mix / n
      draw <<- FALSE
      arm
    }, observe = function(t, action, observed, cost) history$add(observed), chances = chances)
  }
}

# `needs(m, Delta, T)` is n_m before it is rounded up.
literal_odaaf <- function(needs) {
  function(world) {
    A <- rep(FALSE, world$arms)
    joins <- world$first <= 1
    recorded <- total <- numeric(world$arms)
    m <- n <- n_before <- bridge <- 0
    Delta <- 1
    phase <- FALSE
    why <- arm <- NULL
    xbar <- function(j) replace(total[j] / recorded[j], recorded[j] == 0, -Inf)
    best <- function(arms) arms[which.max(xbar(arms))]
    list(choose = function(t, live) {
      repeat {
        only <- live[A[live] | joins[live]]
        if (length(only) <= 1) {
          why <<- "alone"
          return(if (length(only) == 1) only else best(live))
        }
        inside <- live[A[live]]
        if (!phase && bridge > 0 && length(inside) > 0) {
          why <<- "bridge"
          return(best(inside))
        }
        if (!phase) {
          m <<- m + 1
          Delta <<- Delta / 2
          n_before <<- n
          n <<- max(ceiling(needs(m, Delta, world$horizon)), n_before + 1)
          A <<- seq_along(A) %in% only
          joins[] <<- FALSE
          phase <<- TRUE
          inside <- only
        }
        lacking <- inside[recorded[inside] < n]
        if (length(lacking) > 0) {
          why <<- "block"
          return(lacking[1])
        }
        means <- xbar(inside)
        A <<- seq_along(A) %in% inside[!(means + Delta < max(means, -Inf))]
        bridge <<- n - n_before
        phase <<- FALSE
      }
    }, observe = function(t, action, observed, cost) {
      if (why == "bridge") bridge <<- bridge - 1
      if (why != "block") return(invisible())
      recorded[action] <<- recorded[action] + 1
      total[action] <<- total[action] + observed
    }, came = function(arm, t) joins[arm] <<- TRUE)
  }
}

odaaf_needs <- function(bias) {
  function(m, Delta, T) {
    L <- max(log(T * Delta^2), 0)
    (sqrt(2 * L) + sqrt(2 * L + 8 / 3 * Delta * L + bias(m) * Delta))^2 / Delta^2
  }
}

odaaf_needs_mean <- function(mean) odaaf_needs(function(m) 6 * m * mean)
odaaf_needs_variance <- function(mean, variance) odaaf_needs(function(m) 4 * (mean + 2 * variance))
odaaf_needs_bound <- function(mean, d) {
  function(m, Delta, T) {
    by_mean <- odaaf_needs_mean(mean)(m, Delta, T)
    max(min(m * d, by_mean), odaaf_needs(function(m) 4 * mean)(m, Delta, T))
  }
}
odaaf_needs_composite <- function(d) {
  function(m, Delta, T) {
    L <- max(log(T * Delta^2), 0)
    (sqrt(L / 2) + sqrt(L / 2 + 2 * m * d * Delta))^2 / Delta^2
  }
}

# A spread by weights, of which the first is that of the lag `from`: users' begin at lag 1.
spread_from <- function(weights, from = 1) unruly:::spread_custom(weights, from, "spread", rlang::current_env())

# ---- rewards that are shown late -------------------------------------------------

# The lag of each pull, arms by pulls, of a bandit with these delays: each arm
# is played alone, its n-th pull being worth 2^(n mod 40), so that what is
# shown in a round tells which pulls it is of (lags up to 39); Inf: of none. Found once: many
# games share them.
delays_of <- function(delay, arms, horizon, seed = 1, never = 0) {
  remembered(list("delays", unclass(delay), arms, horizon, seed, never), find_delays(delay, arms, horizon, seed, never))
}

find_delays <- function(delay, arms, horizon, seed, never) {
  worth <- 2^(seq_len(horizon) %% 40)
  b <- bandit(arms_tape(matrix(rep(worth, each = arms), arms))) |> with_delay(delay, never = never)
  alone <- lapply(seq_len(arms), function(k) policy_fixed(k, label = paste("arm", k)))
  shown <- choices(run_study(b, alone, horizon, reps = 1, seed = seed, keep = "choices", record = 1, threads = 1))
  shown <- matrix(shown$observed, arms, byrow = TRUE)
  lag <- matrix(Inf, arms, horizon)
  for (k in seq_len(arms)) {
    for (t in which(shown[k, ] > 0)) {
      bits <- which(floor(shown[k, t] / 2^(0:39)) %% 2 == 1) - 1
      for (bit in bits) {
        pull <- t - (t - bit) %% 40 # the last pull with this worth
        lag[k, pull] <- t - pull
      }
    }
  }
  lag
}

# Plays a literal policy whose rewards are shown late: at the end of round t
# first that of its own pull if it has no lag, then those of pulls whose lag is
# over, in order of their plays; then arms enter.
play_literal_late <- function(make, world, lag) {
  world <- late_world(world)
  policy <- make(world)
  pulls <- numeric(world$arms)
  chosen <- numeric(world$horizon)
  due <- reward <- numeric(world$horizon)
  for (t in seq_len(world$horizon)) {
    for (arm in which(world$first == t & t > 1)) if (!is.null(policy$came)) policy$came(arm, t)
    arm <- chosen[t] <- policy$choose(t, which(world$first <= t))
    pulls[arm] <- pulls[arm] + 1
    world$played <- pulls
    if (!is.null(policy$played)) policy$played(t, arm)
    due[t] <- t + lag[arm, pulls[arm]]
    reward[t] <- world$pays(arm, pulls[arm], t)
    now <- which(due[seq_len(t)] == t)
    for (play in now[order(now < t)]) {
      world$shown[chosen[play]] <- world$shown[chosen[play]] + 1
      policy$observe(t, chosen[play], reward[play], 1, play)
    }
  }
  chosen
}

expect_literal_late <- function(arms, delay, lag, policy, make, horizon, seed = 1, numbers = 0, first = 1) {
  if (is_left_out(policy)) return(invisible())
  b <- bandit(arms) |> with_delay(delay)
  if (any(first > 1)) b <- with_entries(b, first)
  core <- core_choices(b, policy, horizon, seed)
  tape <- rewards_of(arms, horizon, seed)
  world <- literal_world(arms$count, horizon, pays_by_pull(tape), first = first,
                         random = policy_numbers(policy, seed, 1, numbers))
  expect_literal_result(literal_case(b, policy, horizon, seed), list(play_literal_late, make, world, lag, core$reward, core$observed),
                        core$arm + 0, function() play_literal_late(make, world, lag), literal_differs(policy))
}

# UCB1 on what was shown; unseen arms first, the least played, then the lowest.
literal_delayed_ucb1 <- function(world) {
  plays <- shown <- total <- numeric(world$arms)
  list(choose = function(t, live) {
    unseen <- live[shown[live] == 0]
    if (length(unseen) > 0) return(unseen[which.min(plays[unseen])])
    live[which.max(total[live] / shown[live] + sqrt(2 * log(t) / shown[live]))]
  }, played = function(t, action) plays[action] <<- plays[action] + 1,
  observe = function(t, action, observed, cost, play = NULL) {
    shown[action] <<- shown[action] + 1
    total[action] <<- total[action] + observed
  })
}

# QPM-D: a queue an arm, and a base with a time of its own, in which arms enter, too. What the base waits for it
# is given at once.
literal_queue <- function(make_base) {
  function(world) {
    inside <- list2env(as.list(world))
    inside$played <- inside$shown <- NULL # no outcome comes late in its game
    base <- make_base(inside)
    queues <- rep(list(numeric()), world$arms)
    time <- 1
    choice <- NULL
    give <- function(arm, observed) {
      base$observe(time, arm, observed, 1)
      time <<- time + 1
      choice <<- NULL
    }
    list(choose = function(t, live) {
      repeat {
        if (is.null(choice)) choice <<- base$choose(time, live)
        queue <- queues[[choice]]
        if (length(queue) == 0) return(choice)
        queues[[choice]] <<- queue[-1]
        give(choice, queue[1])
      }
    }, observe = function(t, action, observed, cost, play = NULL) {
      if (identical(as.numeric(choice), as.numeric(action)) && length(queues[[action]]) == 0) give(action, observed)
      else queues[[action]] <<- c(queues[[action]], observed)
    },
    came = function(arm, t) {
      inside$first[arm] <- time
      choice <<- NULL
      if (!is.null(base$came)) base$came(arm, time)
    })
  }
}

# Exp3 that remembers how likely each play was.
literal_late_exp3 <- function(world) {
  k <- world$arms
  gamma <- min(1, sqrt(k * log(k) / ((exp(1) - 1) * world$horizon)))
  log_w <- numeric(k)
  chance <- numeric()
  list(choose = function(t, live) {
    w <- exp(log_w - max(log_w))
    p <- (1 - gamma) * w / sum(w) + gamma / k
    arm <- literal_draw(live, p, world$random)
    chance[t] <<- p[arm]
    arm
  }, observe = function(t, action, observed, cost, play) {
    log_w[action] <<- log_w[action] + gamma * observed / (chance[play] * k)
  })
}

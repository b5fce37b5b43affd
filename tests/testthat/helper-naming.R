# Literal versions of policies that look for the best arm. They are told of a play when
# it is made (`played`) and when its outcome is shown (`shown`), `lag` rounds later.

literal_naming <- function(make, lag = 0) {
  function(world) {
    seen <- new_tally(world)
    seen$plays <- numeric(world$arms)
    seen$all <- 0
    inside <- make(world, seen)
    rounds <- arms <- rewards <- numeric(world$horizon) # of all plays
    made <- shown <- 0
    show_due <- function(t) {
      while (shown < made && rounds[shown + 1] + lag < t) {
        shown <<- shown + 1
        seen$add(rounds[shown], arms[shown], rewards[shown], 1)
        if (!is.null(inside$shown)) inside$shown(rounds[shown], arms[shown], rewards[shown])
      }
    }
    list(
      choose = function(t, live) {
        show_due(t)
        if (length(live) == 1 && is.null(inside$races)) {
          if (!is.null(inside$alone)) inside$alone()
          return(live)
        }
        inside$choose(t, live)
      },
      observe = function(t, action, observed, cost) {
        seen$plays[action] <- seen$plays[action] + 1
        seen$all <- seen$all + 1
        if (!is.null(inside$played)) inside$played(t, action)
        made <<- made + 1
        rounds[made] <<- t
        arms[made] <<- action
        rewards[made] <<- observed
      },
      came = function(arm, t) if (!is.null(inside$came)) inside$came(arm, t),
      gone = function(arm, t) if (!is.null(inside$gone)) inside$gone(arm, t)
    )
  }
}

# The least played while nothing was seen of one of them, or NULL.
literal_first <- function(seen, live) {
  if (any(seen$n[live] == 0)) live[which.min(seen$plays[live])]
}

literal_gaussian <- function(p, q) (p - q)^2 / 2

# ---- tracking -------------------------------------------------------------------

# The optimal shares: of K - 1 ratios of divergences, each a function of the common level y,
# the sum is 1. Of Gaussian arms the equations for x = n / n of the best are solved by hand.
literal_shares <- function(mean, gaussian) {
  best <- which.max(mean)
  p <- mean[best]
  q <- mean[-best]
  d <- if (gaussian) literal_gaussian else literal_bernoulli_divergence
  middle <- function(x) (p + x * q) / (1 + x)
  ratio <- function(x) if (gaussian) x^2 else d(p, middle(x)) / d(q, middle(x))
  x_of <- function(y) if (gaussian) y / (d(p, q) - y) else literal_ratio_of_plays(y, p, q)
  # No ratio is above 1: y is at most what the least of the levels with a ratio of 1 is.
  even <- if (gaussian) rep(1, length(q)) else literal_even(p, q)
  most <- min(d(p, middle(even)) + even * d(q, middle(even)))
  y <- most
  if (length(q) > 1) {
    apart <- function(part) sum(ratio(x_of(part * most))) - 1
    y <- most * stats::uniroot(apart, c(0, 1), f.lower = -1, extendInt = "upX", tol = 1e-15)$root
  }
  x <- rep(1, length(mean))
  x[-best] <- x_of(y)
  x / sum(x)
}

# The x at which d(p, m) = d(q, m), m = (p + x q) / (1 + x): the logit of m is the slope of the
# negative entropy between q and p.
literal_even <- function(p, q) {
  entropy <- function(p) {
    sum <- p * log(p) + (1 - p) * log(1 - p)
    sum[p <= 0 | p >= 1] <- 0
    sum
  }
  m <- stats::plogis((entropy(p) - entropy(q)) / (p - q))
  (p - m) / (m - q)
}

# The x at which d(p, m) + x d(q, m) = y, which has the slope d(q, m), by Newton's method on
# logarithms of both.
literal_ratio_of_plays <- function(y, p, q) {
  x <- literal_even(p, q)
  repeat {
    m <- (p + x * q) / (1 + x)
    slope <- literal_bernoulli_divergence(q, m)
    level <- literal_bernoulli_divergence(p, m) + x * slope
    step <- log(y / level) * level / (x * slope)
    x <- x * exp(step)
    if (max(abs(step)) < 1e-8) return(x) # what is left is of the order of its square
  }
}

literal_tracking <- function(gaussian = FALSE) {
  function(world, seen) {
    list(choose = function(t, live) {
      n <- seen$plays[live]
      first <- literal_first(seen, live)
      if (!is.null(first)) return(first)
      plays <- sum(n)
      if (min(n) < sqrt(plays) - length(live) / 2) return(live[which.min(n)])
      mean <- seen$total[live] / seen$n[live]
      leaders <- which(mean == max(mean))
      if (length(leaders) > 1) return(live[leaders][which.min(n[leaders])])
      behind <- literal_shares(mean, gaussian) - n / plays
      live[which(behind >= max(behind) - 1e-9)[1]]
    })
  }
}

# ---- LUCB -----------------------------------------------------------------------

literal_lucb <- function(upper) {
  function(world, seen) {
    pair <- NULL # what is left of it
    list(
      choose = function(t, live) {
        first <- literal_first(seen, live)
        if (!is.null(first)) {
          pair <<- NULL
          return(first)
        }
        if (length(pair) == 1 && pair %in% live) return(pair)
        leader <- live[which.max(seen$total[live] / seen$n[live])]
        others <- setdiff(live, leader)
        rival <- others[which.max(upper(seen$total[others] / seen$n[others], seen$n[others], seen$all, length(live)))]
        pair <<- c(leader, rival)
        leader
      },
      played = function(t, arm) pair <<- if (length(pair) == 2) pair[2],
      alone = function() pair <<- NULL
    )
  }
}

literal_hoeffding_bound <- function(error, width = 1) {
  function(mean, n, t, arms) mean + width * sqrt(log(5 * arms * ceiling(t / 2)^4 / (4 * error)) / (2 * n))
}

literal_kl_rate <- function(t, arms, error) {
  v <- log(405.5 * arms * t^1.1 / error)
  v + log(v)
}

# ---- top two --------------------------------------------------------------------

literal_top_two <- function(leader, challenger, beta, allocation, prior, sd = 1) {
  function(world, seen) {
    led <- played <- numeric(world$arms)
    leads <- NULL
    draw <- function(live) {
      n <- seen$n[live]
      total <- seen$total[live]
      if (prior == "beta") {
        quantile <- beta_by_tail(1 + total, 1 + n - total)
        return(literal_greatest_draw(world, live, (1 + total) / (2 + n), quantile))
      }
      literal_greatest_draw(world, live, total / n, function(tail, upper) total / n + sd * normal_by_tail(tail, upper) / sqrt(n))
    }
    costs <- function(a, b) {
      n <- seen$n[a]
      m <- seen$n[b]
      p <- seen$total[a] / n
      q <- seen$total[b] / m
      pooled <- (n * p + m * q) / (n + m)
      d <- if (prior == "gaussian") literal_gaussian else literal_bernoulli_divergence
      ifelse(q >= p, 0, n * d(p, pooled) + m * d(q, pooled))
    }
    by_transport <- function(live) {
      others <- setdiff(live, leads)
      cost <- costs(leads, others)
      others[which(cost <= min(cost) + 1e-12 * (1 + min(cost)))[1]]
    }
    list(
      choose = function(t, live) {
        leads <<- NULL
        first <- literal_first(seen, live)
        if (!is.null(first)) return(first)
        mean <- seen$total[live] / seen$n[live]
        noise <- if (prior == "beta") 0.5 else sd
        leads <<- switch(leader, thompson = draw(live), empirical = live[which.max(mean)],
                         ucb = live[which.max(mean + sqrt(2 * 1.2 * 2.2 * noise^2 * log(seen$all) / seen$n[live]))])
        own <- if (allocation == "tracking") played[leads] <= beta * (led[leads] + 1) else world$random() < beta
        if (own) return(leads)
        if (challenger == "transport") return(by_transport(live))
        for (i in 1:1000) {
          other <- draw(live)
          if (other != leads) return(other)
        }
        by_transport(live)
      },
      played = function(t, arm) {
        if (is.null(leads)) return()
        led[leads] <<- led[leads] + 1
        if (arm == leads) played[leads] <<- played[leads] + 1
        leads <<- NULL
      },
      alone = function() leads <<- NULL
    )
  }
}

# ---- contests -------------------------------------------------------------------

# `judge(t, left, plays)` gives the arms that go, at a time when nothing is known to forbid it. Of equal arms
# the better one is that of the lower `state$tie`, drawn when the arm came first; without `world$random` the
# higher-numbered arm is, as in the authors' code (test-policy-authors.R).
literal_contest <- function(judge) {
  function(world, seen) {
    here <- world$first <= 1
    out <- rep(FALSE, world$arms)
    state <- new.env()
    state$since <- numeric(world$arms)
    state$tie <- rev(seq_len(world$arms)) + 0
    if (!is.null(world$random)) for (arm in seq_len(world$arms)) state$tie[arm] <- if (here[arm]) world$random() else NA
    list(
      races = TRUE,
      choose = function(t, live) {
        repeat {
          left <- which(here & !out)
          if (length(left) < 2) {
            state$phase <- NULL
            break
          }
          goes <- judge(t, left, seen, state, world, sum(here))
          if (length(goes) == 0) break
          out[goes] <<- TRUE
        }
        runs <- intersect(live, left)
        if (length(runs) > 0) return(runs[which.min((seen$plays - state$since)[runs])])
        mean <- seen$total[live] / seen$n[live]
        live[order(-replace(mean, seen$n[live] == 0, -Inf), state$tie[live])[1]]
      },
      shown = function(t, arm, reward) if (!is.null(state$shown)) state$shown(t, arm, reward),
      came = function(arm, t) {
        here[arm] <<- TRUE
        if (is.na(state$tie[arm])) state$tie[arm] <- world$random()
      },
      gone = function(arm, t) here[arm] <<- FALSE
    )
  }
}

literal_worst <- function(mean, left, tie) left[order(mean, -tie[left])[1]]

literal_racing <- function(kl, error, rate) {
  literal_contest(function(t, left, seen, state, world, arms) {
    n <- seen$n[left]
    least <- min(seen$plays[left])
    if (any(n == 0) || least <= (state$compared %||% 0)) return(NULL)
    state$compared <- least
    mean <- seen$total[left] / n
    b <- order(-mean, state$tie[left])[1]
    w <- match(literal_worst(mean, left, state$tie), left)
    level <- if (rate == "proved") literal_kl_rate(seen$all, arms, error) else log((1 + log(seen$all)) / error)
    if (kl) {
      lower <- 1 - literal_kl_bound(1 - mean[b], level / n[b])
      return(if (lower > literal_kl_bound(mean[w], level / n[w])) left[w])
    }
    m <- (n[b] * mean[b] + n[w] * mean[w]) / (n[b] + n[w])
    if (n[b] * literal_bernoulli_divergence(mean[b], m) + n[w] * literal_bernoulli_divergence(mean[w], m) > level) left[w]
  })
}

literal_rejects <- literal_contest(function(t, left, seen, state, world, arms) {
  k <- sum(world$first <= 1)
  logbar <- 1 / 2 + sum(1 / seq_len(k)[-1])
  wanted <- max(1, ceiling((world$horizon - k) / (logbar * length(left)) - 1e-10))
  if (any(seen$n[left] == 0) || min(seen$plays[left]) < wanted) return(NULL)
  literal_worst(seen$total[left] / seen$n[left], left, state$tie)
})

literal_halving <- function(fresh = FALSE) {
  literal_contest(function(t, left, seen, state, world, arms) {
    repeat {
      if (is.null(state$phase)) {
        phases <- max(1, ceiling(log2(sum(world$first <= 1))))
        state$phase <- max(1, floor(world$horizon / (length(left) * phases)))
        state$since <- seen$plays
        state$n <- state$total <- numeric(world$arms)
        state$from <- t
        state$shown <- function(t, arm, reward) {
          if (t < state$from) return()
          state$n[arm] <- state$n[arm] + 1
          state$total[arm] <- state$total[arm] + reward
        }
      }
      n <- if (fresh) state$n[left] else seen$n[left]
      total <- if (fresh) state$total[left] else seen$total[left]
      if (any(n == 0) || min((seen$plays - state$since)[left]) < state$phase) return(NULL)
      state$phase <- NULL
      best <- left[order(-total / n, state$tie[left])]
      return(best[-seq_len(ceiling(length(best) / 2))])
    }
  })
}

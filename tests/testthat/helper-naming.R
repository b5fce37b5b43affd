# Literal versions of policies that look for the best arm. They are told of a play when
# it is made (`played`) and when its outcome is shown (`shown`), `lag` rounds later.

literal_naming <- function(make, lag = 0) {
  function(world) {
    seen <- new_tally(world)
    seen$plays <- numeric(world$arms)
    seen$all <- 0
    inside <- make(world, seen)
    waiting <- list()
    show_due <- function(t) {
      while (length(waiting) > 0 && waiting[[1]]$round + lag < t) {
        now <- waiting[[1]]
        waiting <<- waiting[-1]
        seen$add(now$round, now$arm, now$reward, 1)
        if (!is.null(inside$shown)) inside$shown(now$round, now$arm, now$reward)
      }
    }
    list(
      choose = function(t, live) {
        show_due(t)
        if (length(live) == 1 && !isTRUE(inside$races)) {
          if (!is.null(inside$alone)) inside$alone()
          return(live)
        }
        inside$choose(t, live)
      },
      observe = function(t, action, observed, cost) {
        seen$plays[action] <- seen$plays[action] + 1
        seen$all <- seen$all + 1
        if (!is.null(inside$played)) inside$played(t, action)
        waiting <<- c(waiting, list(list(round = t, arm = action, reward = observed)))
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

literal_bernoulli <- function(p, q) {
  part <- function(p, q) ifelse(rep_len(p, length(q)) > 0, p * log(p / q), 0)
  part(p, q) + part(1 - p, 1 - q)
}

literal_gaussian <- function(p, q) (p - q)^2 / 2

# ---- tracking -------------------------------------------------------------------

# The optimal shares by their equations, each solved by uniroot() in ln x; Gaussian ones in
# x by hand. Of K - 1 ratios that sum up to 1 none is above 1, and not all below 1 / (K - 1).
literal_shares <- function(mean, d, gaussian) {
  best <- which.max(mean)
  others <- seq_along(mean)[-best]
  root <- function(f, from, to) stats::uniroot(f, c(from, to), extendInt = "upX", tol = 1e-15)$root
  at <- function(b, x) {
    m <- (mean[best] + x * mean[b]) / (1 + x)
    c(d(mean[best], m), d(mean[b], m))
  }
  level <- function(two, x) two[1] + x * two[2]
  x_of <- function(b, y) {
    if (gaussian) return(y / (d(mean[best], mean[b]) - y))
    exp(root(function(l) log(level(at(b, exp(l)), exp(l)) / y), -8, 1))
  }
  level_of_ratio <- function(b, ratio) {
    if (gaussian) return(d(mean[best], mean[b]) * sqrt(ratio) / (1 + sqrt(ratio)))
    x <- exp(root(function(l) log(at(b, exp(l))[1] / at(b, exp(l))[2] / ratio), -2, 1))
    level(at(b, x), x)
  }
  ratios <- function(y) {
    vapply(others, function(b) {
      x <- x_of(b, y)
      if (gaussian) return(x^2)
      two <- at(b, x)
      two[1] / two[2]
    }, 0)
  }
  y <- min(vapply(others, level_of_ratio, 0, ratio = 1))
  if (length(others) > 1) {
    least <- min(vapply(others, level_of_ratio, 0, ratio = 1 / length(others)))
    y <- y * root(function(part) sum(ratios(part * y)) - 1, least / y * (1 - 1e-9), 1)
  }
  x <- rep(1, length(mean))
  x[others] <- vapply(others, x_of, 0, y = y)
  x / sum(x)
}

literal_tracking <- function(gaussian = FALSE) {
  function(world, seen) {
    d <- if (gaussian) literal_gaussian else literal_bernoulli
    list(choose = function(t, live) {
      n <- seen$plays[live]
      first <- literal_first(seen, live)
      if (!is.null(first)) return(first)
      plays <- sum(n)
      if (min(n) < sqrt(plays) - length(live) / 2) return(live[which.min(n)])
      mean <- seen$total[live] / seen$n[live]
      leaders <- which(mean == max(mean))
      if (length(leaders) > 1) return(live[leaders][which.min(n[leaders])])
      behind <- literal_shares(mean, d, gaussian) - n / plays
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

# By bisection to the last bits.
literal_kl_upper <- function(mean, level) {
  low <- mean
  high <- rep(1, length(mean))
  for (i in 1:60) {
    middle <- (low + high) / 2
    within <- ifelse(mean < 1, literal_bernoulli(mean, pmin(middle, 1 - 1e-17)), 0) <= level
    low[within] <- middle[within]
    high[!within] <- middle[!within]
  }
  ifelse(high == 1 & low > 1 - 1e-15, 1, low)
}

# ---- top two --------------------------------------------------------------------

literal_top_two <- function(leader, challenger, beta, allocation, prior, sd = 1) {
  function(world, seen) {
    led <- played <- numeric(world$arms)
    leads <- NULL
    draw <- function(live) {
      live[which.max(vapply(live, function(i) {
        if (prior == "gaussian") return(seen$total[i] / seen$n[i] + sd * stats::qnorm(world$random()) / sqrt(seen$n[i]))
        x <- literal_log_gamma(1 + seen$total[i], world$random)
        x - literal_log_gamma(1 + seen$n[i] - seen$total[i], world$random)
      }, 0))]
    }
    costs <- function(a, b) {
      n <- seen$n[a]
      m <- seen$n[b]
      p <- seen$total[a] / n
      q <- seen$total[b] / m
      pooled <- (n * p + m * q) / (n + m)
      d <- if (prior == "gaussian") literal_gaussian else literal_bernoulli
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
        if (challenger == "thompson") {
          for (i in 1:1000) {
            other <- draw(live)
            if (other != leads) return(other)
          }
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

# `judge(t, left, plays)` gives the arms that go, at a time when nothing is known to forbid it.
literal_contest <- function(judge, begin = NULL) {
  function(world, seen) {
    here <- world$first <= 1
    out <- rep(FALSE, world$arms)
    state <- new.env()
    state$since <- numeric(world$arms)
    if (!is.null(begin)) begin(world, state)
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
        mean <- ifelse(seen$n[live] > 0, seen$total[live] / seen$n[live], -Inf)
        live[which.max(mean)]
      },
      shown = function(t, arm, reward) if (!is.null(state$shown)) state$shown(t, arm, reward),
      came = function(arm, t) here[arm] <<- TRUE,
      gone = function(arm, t) here[arm] <<- FALSE
    )
  }
}

# The worst, of equal ones the highest.
literal_worst <- function(mean, left) rev(left)[which.min(rev(mean))]

literal_racing <- function(kl, error, rate) {
  literal_contest(function(t, left, seen, state, world, arms) {
    n <- seen$n[left]
    least <- min(seen$plays[left])
    if (any(n == 0) || least <= (state$compared %||% 0)) return(NULL)
    state$compared <- least
    mean <- seen$total[left] / n
    b <- which.max(mean)
    w <- match(literal_worst(mean, left), left)
    level <- if (rate == "proved") literal_kl_rate(seen$all, arms, error) else log((1 + log(seen$all)) / error)
    if (kl) {
      lower <- 1 - literal_kl_upper(1 - mean[b], level / n[b])
      return(if (lower > literal_kl_upper(mean[w], level / n[w])) left[w])
    }
    m <- (n[b] * mean[b] + n[w] * mean[w]) / (n[b] + n[w])
    if (n[b] * literal_bernoulli(mean[b], m) + n[w] * literal_bernoulli(mean[w], m) > level) left[w]
  })
}

literal_rejects <- literal_contest(function(t, left, seen, state, world, arms) {
  k <- sum(world$first <= 1)
  logbar <- 1 / 2 + sum(1 / seq_len(k)[-1])
  wanted <- max(1, ceiling((world$horizon - k) / (logbar * length(left)) - 1e-10))
  if (any(seen$n[left] == 0) || min(seen$plays[left]) < wanted) return(NULL)
  literal_worst(seen$total[left] / seen$n[left], left)
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
      best <- left[order(-total / n, left)]
      return(best[-seq_len(ceiling(length(best) / 2))])
    }
  })
}

# Literal versions of policies that other literal ones hold, or that share a form.

# An index that sees all observations of an action: `index(t, n, mean, scatter,
# world)`, scatter being sum (x - xbar)^2, found anew when one is added.
literal_variance_index <- function(index) {
  function(world) {
    seen <- literal_scatter(world)
    list(choose = function(t, live) {
      a <- actions_of(world, live)
      n <- seen$n[a]
      if (any(n == 0)) return(a[n == 0][1])
      a[which.max(index(t, n, seen$total[a] / n, seen$scatter[a], world))]
    }, observe = seen$add)
  }
}

# A tally with all observations, sorted: the same ones in another order have the same sum of squares.
literal_scatter <- function(world) {
  seen <- new_tally(world)
  values <- vector("list", world$arms * world$waits)
  seen$scatter <- numeric(length(values))
  add <- seen$add
  seen$add <- function(t, action, observed, cost) {
    add(t, action, observed, cost)
    x <- values[[action]]
    below <- x < observed
    x <- c(x[below], observed, x[!below])
    values[[action]] <<- x
    if (length(x) > 1) seen$scatter[action] <- (length(x) - 1) * stats::var(x)
  }
  seen
}

literal_bernoulli_divergence <- function(p, q) {
  with_one <- p * log(p / q)
  with_zero <- (1 - p) * log((1 - p) / (1 - q))
  with_one[p <= 0] <- 0 # ifelse() takes much longer, and this is asked millions of times
  with_zero[p >= 1] <- 0
  with_one + with_zero
}

# The largest q with kl(mean, q) <= level, to the last bits: Newton's method comes down to it from
# above, as kl is convex. It is below mean + sqrt(level / 2) (Pinsker), and below where
# kl without its part -mean ln(q), which is positive, reaches the level.
literal_kl_bound <- function(mean, level) {
  rest <- 1 - mean
  own <- mean * log(mean) + rest * log(rest)
  own[mean <= 0 | mean >= 1] <- 0
  q <- pmin(mean + sqrt(level / 2), 1 - exp((own - level) / rest))
  repeat {
    step <- (own - mean * log(q) - rest * log(1 - q) - level) * q * (1 - q) / (q - mean)
    down <- which(step > 1e-15 & q > mean)
    if (length(down) == 0) break
    q[down] <- q[down] - step[down]
  }
  q[mean >= 1] <- 1 # there is no room above it
  q
}

# Explore then commit.
literal_etc <- function(pulls) {
  function(world) {
    seen <- new_tally(world)
    committed <- NULL
    list(choose = function(t, live) {
      a <- actions_of(world, live)
      if (!is.null(committed) && committed %in% a) return(committed)
      n <- seen$n[a]
      if (any(n < pulls)) return(a[which.min(n)])
      committed <<- a[which.max(seen$total[a] / n)]
    }, observe = seen$add, came = function(arm, t) committed <<- NULL)
  }
}

# One inside another: begins afresh in each phase, with rounds of its own. `last(t, last,
# horizon)` is the last round of the phase that begins with round t, after one that ended with
# round `last` (NULL: the first).
literal_phases <- function(make, last) {
  function(world) {
    horizon <- world$horizon
    from <- 0
    until <- last(1, NULL, horizon)
    first <- world$first
    inside <- NULL
    begin <- function(live) {
      world$horizon <<- until - from
      world$first <<- ifelse(seq_along(first) %in% live, 1, Inf)
      inside <<- make(world)
    }
    begin(which(first <= 1))
    list(choose = function(t, live) {
      if (t > until) {
        from_before <- from
        from <<- t - 1
        until <<- last(t, c(from_before, until), horizon)
        begin(live)
      }
      inside$choose(t - from, live)
    }, observe = function(t, action, observed, cost) {
      if (!is.null(inside$observe)) inside$observe(t - from, action, observed, cost)
    }, came = function(arm, t) if (!is.null(inside$came)) inside$came(arm, t - from),
    gone = function(arm, t) if (!is.null(inside$gone)) inside$gone(arm, t - from))
  }
}

literal_doubling <- function(make, start) {
  literal_phases(make, function(t, before, horizon) t - 1 + if (is.null(before)) start else 2 * diff(before))
}

literal_restart <- function(make, at) {
  literal_phases(make, function(t, before, horizon) {
    rounds <- if (length(at) == 1) 1 + at * seq_len(horizon %/% at + 1) else at
    min(rounds[rounds > t] - 1, horizon)
  })
}

# Policies that draw one number of each arm at the start, by whose order they settle ties.
drawn_ties <- c("policy_batched_se", "policy_successive_rejects", "policy_sequential_halving", "policy_chernoff_racing",
                "policy_kl_racing")

# Seeds with which the numbers of K arms have each order once; for all other policies one seed will do.
seeds_of_ties <- function(policy, K) {
  if (!policy$constructor %in% drawn_ties) return(1)
  orders <- vapply(1:200, function(seed) toString(order(policy_numbers_vector(policy, K, seed))), "")
  stopifnot(length(unique(orders)) == factorial(K))
  match(unique(orders), orders)
}

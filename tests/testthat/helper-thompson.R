# Thompson sampling, literally; Flearn has it inside.

# With a normal prior of the means.
literal_thompson_normal <- function(mean, prior_sd, sd) {
  function(world) {
    seen <- new_tally(world)
    list(choose = function(t, live) {
      a <- actions_of(world, live)
      weight <- 1 / prior_sd^2 + seen$n[a] / sd^2
      u <- vapply(a, function(i) world$random(), 0)
      a[which.max((mean / prior_sd^2 + seen$total[a] / sd^2) / weight + stats::qnorm(u) / sqrt(weight))]
    }, observe = seen$add)
  }
}

literal_thompson_gaussian <- function(world) {
  seen <- new_tally(world)
  list(choose = function(t, live) {
    a <- actions_of(world, live)
    n <- seen$n[a]
    if (any(n == 0)) return(a[n == 0][1])
    u <- vapply(a, function(i) world$random(), 0)
    a[which.max(seen$total[a] / n + stats::qnorm(u) / sqrt(n))]
  }, observe = seen$add)
}

# Marsaglia and Tsang (2000), for shapes of at least 1.
literal_log_gamma <- function(shape, random) {
  d <- shape - 1 / 3
  c <- 1 / sqrt(9 * d)
  repeat {
    x <- stats::qnorm(random())
    u <- random()
    v <- (1 + c * x)^3
    if (v > 0 && log(u) < 0.5 * x^2 + d - d * v + d * log(v)) return(log(d) + log(v))
  }
}

literal_thompson_beta <- function(world) {
  seen <- new_tally(world)
  draw <- function(i) {
    x <- literal_log_gamma(1 + seen$total[i], world$random)
    y <- literal_log_gamma(1 + seen$n[i] - seen$total[i], world$random)
    exp(x) / (exp(x) + exp(y))
  }
  list(choose = function(t, live) {
    a <- actions_of(world, live)
    a[which.max(vapply(a, draw, 0))]
  }, observe = function(t, action, observed, cost) {
    success <- if (observed %in% 0:1) observed else as.double(world$random() < observed)
    seen$add(t, action, success, cost)
  })
}

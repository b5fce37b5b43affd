# Thompson sampling, literally. The favourite, of the greatest mean, is drawn at 1 - exp(-y), all others at exp(-y), y being
# the height of an action in this turn; `quantile` is that of all their posteriors, by the smaller tail.
literal_greatest_draw <- function(world, a, mean, quantile) {
  y <- world$random(a - 1, world$depth %||% 0)
  favourite <- seq_along(a) == which.max(mean)
  rare <- -expm1(-y)
  usual <- exp(-y)
  a[which.max(quantile(pmin(rare, usual), (rare < usual) != favourite))]
}

# A coin is tossed by the height of the last lane.
literal_coin <- function(world, chance) world$random(2^32 - 1, world$depth %||% 0) < -log1p(-chance)

normal_by_tail <- function(tail, upper) {
  z <- stats::qnorm(tail)
  z[upper] <- -z[upper]
  z
}

beta_by_tail <- function(shape1, shape2) {
  function(tail, upper) {
    draw <- stats::qbeta(tail, shape1, shape2)
    draw[upper] <- stats::qbeta(tail[upper], shape1[upper], shape2[upper], lower.tail = FALSE)
    draw
  }
}

# With a normal prior of the means.
literal_thompson_normal <- function(mean, prior_sd, sd) {
  function(world) {
    seen <- new_tally(world)
    list(choose = function(t, live) {
      a <- actions_of(world, live)
      weight <- 1 / prior_sd^2 + seen$n[a] / sd^2
      middle <- (mean / prior_sd^2 + seen$total[a] / sd^2) / weight
      literal_greatest_draw(world, a, middle, function(tail, upper) middle + normal_by_tail(tail, upper) / sqrt(weight))
    }, observe = seen$add)
  }
}

literal_thompson_gaussian <- function(world) {
  seen <- new_tally(world)
  list(choose = function(t, live) {
    a <- actions_of(world, live)
    n <- seen$n[a]
    if (any(n == 0)) return(a[n == 0][1])
    middle <- seen$total[a] / n
    literal_greatest_draw(world, a, middle, function(tail, upper) middle + normal_by_tail(tail, upper) / sqrt(n))
  }, observe = seen$add)
}

literal_thompson_beta <- function(world) {
  seen <- new_tally(world)
  list(choose = function(t, live) {
    a <- actions_of(world, live)
    more <- 1 + seen$total[a]
    less <- 1 + seen$n[a] - seen$total[a]
    literal_greatest_draw(world, a, more / (more + less), beta_by_tail(more, less))
  }, observe = function(t, action, observed, cost) {
    success <- if (observed %in% 0:1) observed else as.double(world$random() < observed)
    seen$add(t, action, success, cost)
  })
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

# Evidence against a mean, in C, against values that were found by other means and against literal versions in R.

family_number <- c(gaussian = 1, bernoulli = 2, bounded = 3, t = 4)
sums_list <- function(n, mean, squares = 0, sd = 1) {
  lapply(as.list(data.frame(n = n, mean = mean, squares = squares, sd = sd)), as.double)
}
against <- function(family, sums, m, mixture = reference_mixture) {
  .Call(unruly:::C_evidence, family_number[[family]], sums, rep_len(as.double(m), length(sums$n)), rep_len(mixture, length(sums$n)))
}
of_pair <- function(family, a, b, d = 0, mixture = reference_mixture) {
  .Call(unruly:::C_evidence_pairs, family_number[[family]], a, b, rep_len(as.double(d), length(a$n)), rep_len(mixture, length(a$n)))
}
mixture_for <- function(w, a) w / (2 * log(1 / a) + log1p(2 * log(1 / a)))
reference_mixture <- mixture_for(100, 0.05)

# --- the same in R ------------------------------------------------------------------

literal_bernoulli_evidence <- function(n, s, m, mixture) {
  c <- max(mixture - 1, 0.001)
  lbeta(m * c + s, (1 - m) * c + n - s) - lbeta(m * c, (1 - m) * c) - s * log(m) - (n - s) * log1p(-m)
}

literal_gamma_mixture <- function(s, v, q) {
  x <- s + v + q
  if (x <= 0) return(integrated_gamma_mixture(s, v, q))
  q * log(q) - lgamma(q) - pgamma(q, q, log.p = TRUE) + lgamma(v + q) + pgamma(x, v + q, log.p = TRUE) - (v + q) * log(x) + s + v
}

# Of exp(z s + (log(1 - z) + z) v) over z from 0 to 1 with the density of a gamma law of 1 - z that is cut at 1; where its
# last factor has a pole, 1 - z is a power of t.
integrated_gamma_mixture <- function(s, v, q) {
  a <- v + q
  x <- s + v + q
  mean <- stats::integrate(function(t) exp(x * (1 - t^(1 / a)) - max(0, x)), 0, 1, rel.tol = 1e-11, subdivisions = 5000L)$value
  q * log(q) - lgamma(q) - pgamma(q, q, log.p = TRUE) - q - log(a) + max(0, x) + log(mean)
}

literal_bounded_evidence <- function(n, s, v, m, mixture) {
  g <- log((exp(literal_gamma_mixture(s - n * m, v, mixture / 10)) + exp(literal_gamma_mixture(n * m - s, v, mixture / 10))) / 2)
  log((exp(literal_bernoulli_evidence(n, s, m, mixture)) + exp(g)) / 2)
}

test_that("evidence has the values that were found by other means", {
  expect_equal(reference_mixture, 12.6005609793, tolerance = 1e-11)
  expect_equal(against("gaussian", sums_list(100, 0.3), 0), 2.90137501, tolerance = 1e-8)
  expect_equal(against("bernoulli", sums_list(50, 0.7), 0.5), 2.510373683, tolerance = 1e-9)
  expect_equal(against("bernoulli", sums_list(30, 0), 0.1), 1.596362356, tolerance = 1e-9)
  expect_equal(against("bernoulli", sums_list(100, 0.6), 0.5), 0.6670241645, tolerance = 1e-9)
  expect_equal(against("bounded", sums_list(100, 0.6, 8), 0.5), 1.5047801155, tolerance = 1e-8)
  expect_equal(against("t", sums_list(20, 1, 19), 0), 3.302355139, tolerance = 1e-9)
  expect_equal(of_pair("bernoulli", sums_list(100, 0.6), sums_list(100, 0.4)), 1.334048329, tolerance = 1e-9)
  expect_equal(of_pair("bernoulli", sums_list(40, 0.75), sums_list(160, 0.5)), 1.287651242, tolerance = 1e-9)
  expect_equal(of_pair("gaussian", sums_list(100, 0.5), sums_list(50, 0)), 1.546930429, tolerance = 1e-9)
  expect_equal(exp(.Call(unruly:::C_evidence_level_of_two, 0.05)), 114.8773, tolerance = 1e-6)
})

test_that("the gamma mixture is the integral that it stands for", {
  q <- 1.26
  expect_equal(literal_gamma_mixture(10, 8, q), 2.642425105, tolerance = 1e-9)
  integrand <- function(z) exp(10 * z + (log1p(-z) + z) * 8) * exp(-q * (1 - z)) * (1 - z)^(q - 1) * q^q / (gamma(q) * pgamma(q, q))
  expect_equal(log(stats::integrate(integrand, 0, 1, rel.tol = 1e-10)$value), 2.642425105, tolerance = 1e-8)
})

test_that("the gamma mixture is that integral wherever its sum is, and it grows with it", {
  skip_in_quick()
  mixture_in_c <- function(s, v, q) .Call(unruly:::C_gamma_mixture, s, rep(v, length(s)), rep(q, length(s)))
  for (v in c(0, 0.3, 5, 60, 3000)) for (q in c(0.1, 1.26, 7)) {
    s <- sort(c(-(v + q) + c(-900, -650, -30, -3, -0.1, -1e-9, 0, 1e-9, 0.1, 3), -40, -1, 0, 1, 8))
    found <- mixture_in_c(s, v, q)
    expect_equal(found, vapply(s, literal_gamma_mixture, 0, v, q), tolerance = 1e-7)
    expect_true(all(diff(found) > -1e-12))
  }
  # The two ways of a mean of 1 / (a + K) agree where one takes over from the other.
  expect_equal(diff(mixture_in_c(-(0.5 + 1.26) - 700 + c(1e-6, -1e-6), 0.5, 1.26)), 0, tolerance = 1e-8)
})

test_that("evidence in C is that of its formulas", {
  set.seed(1)
  n <- sample(1:2000, 300, TRUE)
  hits <- stats::rbinom(300, n, stats::runif(300))
  m <- stats::runif(300, 0.01, 0.99)
  v <- n * stats::runif(300, 0, 0.25)
  expect_equal(.Call(unruly:::C_evidence, 2, sums_list(n, hits / n), m, rep(12, 300)), literal_bernoulli_evidence(n, hits, m, 12), tolerance = 1e-9)
  literal <- mapply(literal_bounded_evidence, n, hits, v, m, 12)
  close <- is.finite(literal)
  expect_gt(sum(close), 200)
  few <- c(0.5, 0.3, 0.1) # successes and failures so few that both sides count
  expect_equal(.Call(unruly:::C_evidence, 3, sums_list(rep(2, 3), few / 2, c(0, 0.01, 0)), rep(0.9, 3), rep(2, 3)),
               mapply(literal_bounded_evidence, 2, few, c(0, 0.01, 0), 0.9, 2), tolerance = 1e-8)
  expect_equal(.Call(unruly:::C_evidence, 3, sums_list(n, hits / n, v), m, rep(12, 300))[close], literal[close], tolerance = 1e-8)
})

test_that("edges: nothing shown, and means that cannot be", {
  for (family in names(family_number)) expect_identical(against(family, sums_list(0, 0), c(0.3)), 0)
  expect_identical(against("bernoulli", sums_list(c(9, 9, 9), c(0, 0.5, 1)), 0), c(0, Inf, Inf))
  expect_identical(against("bernoulli", sums_list(c(9, 9, 9), c(0, 0.5, 1)), 1), c(Inf, Inf, 0))
  expect_identical(against("bounded", sums_list(9, 0.5, 1), 1.2), Inf)
  expect_identical(against("t", sums_list(c(1, 5), c(3, 3), c(0, 0)), 7), c(0, 0))
})

test_that("an interval holds the means with too little evidence against them, and no other", {
  level <- log(20)
  cases <- list(gaussian = sums_list(c(1, 10, 1000), c(-3, 0.2, 1e6), 0, 2), bernoulli = sums_list(c(1, 20, 20, 500), c(1, 0, 0.3, 0.9)),
                bounded = sums_list(c(2, 30, 500), c(0.5, 0.4, 0.01), c(0.1, 1, 2)), t = sums_list(c(2, 10, 300), c(5, 0, -1e3), c(1, 20, 1e-3)))
  for (family in names(cases)) for (plain in c(0, 1)) {
    sums <- cases[[family]]
    limits <- .Call(unruly:::C_evidence_intervals, family_number[[family]], sums, rep(level, length(sums$n)), rep(reference_mixture, length(sums$n)), plain, 1)
    expect_true(all(limits[, 1] <= sums$mean & sums$mean <= limits[, 2]), info = family)
    for (side in 1:2) {
      inner <- sums$mean + (limits[, side] - sums$mean) * 0.999
      outer <- sums$mean + (limits[, side] - sums$mean) * 1.001
      finite <- is.finite(limits[, side]) & !(limits[, side] %in% 0:1 & family %in% c("bernoulli", "bounded"))
      inside <- .Call(unruly:::C_evidence, family_number[[family]], sums, ifelse(finite, inner, sums$mean), rep(reference_mixture, length(sums$n)))
      outside <- .Call(unruly:::C_evidence, family_number[[family]], sums, ifelse(finite, outer, sums$mean), rep(reference_mixture, length(sums$n)))
      expect_true(all(inside[finite] < level), info = family)
      expect_true(all(outside[finite] > level), info = family)
    }
  }
})

test_that("the evidence of a pair is the least over all means, wherever it speaks against the difference", {
  skip_on_cran()
  set.seed(2)
  for (family in c("bernoulli", "bounded")) {
    for (i in 1:40) {
      n <- sample(3:300, 2)
      hits <- stats::rbinom(2, n, stats::runif(2))
      v <- n * stats::runif(2, 0, 0.25)
      d <- stats::runif(1, -0.6, 0.6)
      a <- sums_list(n[1], hits[1] / n[1], v[1])
      b <- sums_list(n[2], hits[2] / n[2], v[2])
      found <- of_pair(family, a, b, d)
      m <- seq(max(0, -d), min(1, 1 - d), length.out = 2001)
      repeated <- function(s) lapply(s, rep, length(m))
      all <- .Call(unruly:::C_evidence, family_number[[family]], repeated(a), m + d, rep(reference_mixture, length(m))) +
        .Call(unruly:::C_evidence, family_number[[family]], repeated(b), m, rep(reference_mixture, length(m)))
      if (found > 0) expect_lte(found, min(all) + 1e-9) else expect_lte(min(all), 1e-9)
      if (found > 0) expect_gt(found, min(all) - 0.05)
    }
  }
})

# Rewards between 0 and 1 may come to less than one success, or failure: near that end evidence falls without limit.
test_that("the least over all means is looked for up to the edges, and intervals hold what it does not exclude", {
  skip_on_cran()
  level <- log(20)
  for (family in c("bernoulli", "bounded")) {
    fell <- 0
    for (i in share_of(1:40)) {
      set.seed(1200 + i)
      n <- sample(c(3:40, 500), 2)
      sum <- ifelse(stats::runif(2) < 0.5, stats::runif(2, 0.01, 0.99), n * stats::runif(2, 0.05, 0.95))
      sum <- ifelse(stats::runif(2) < 0.3, n - sum, sum)
      v <- n * stats::runif(2, 0.001, 0.25)
      a <- sums_list(n[1], sum[1] / n[1], v[1])
      b <- sums_list(n[2], sum[2] / n[2], v[2])
      limits <- lapply(c(0, 1), function(plain) {
        .Call(unruly:::C_evidence_pair_intervals, family_number[[family]], a, b, level, reference_mixture, plain, 1)
      })
      expect_equal(limits[[1]], limits[[2]], tolerance = 1e-7)
      for (d in stats::runif(6, -0.95, 0.95)) {
        least <- max(0, -d)
        most <- min(1, 1 - d)
        near <- 10^seq(-12, -2, length.out = 60)
        m <- unique(c(seq(least, most, length.out = 1001), least + near, most - near))
        m <- m[m > least & m < most]
        repeated <- function(s) lapply(s, rep, length(m))
        least_found <- min(against(family, repeated(a), m + d) + against(family, repeated(b), m))
        found <- of_pair(family, a, b, d)
        expect_lte(found, max(least_found, 0) + 1e-6)
        if (least_found < level - 1e-6) expect_true(limits[[1]][1] <= d && d <= limits[[1]][2])
        fell <- fell + (found < least_found - 1)
      }
      single <- .Call(unruly:::C_evidence_intervals, family_number[[family]], a, level, reference_mixture, 0, 1)
      m <- c(10^seq(-12, -2, length.out = 60), seq(0.01, 0.99, 0.01), 1 - 10^seq(-2, -12, length.out = 60))
      value <- against(family, lapply(a, rep, length(m)), m)
      expect_true(all(m[value < level - 1e-6] >= single[1] - 1e-12 & m[value < level - 1e-6] <= single[2] + 1e-12))
    }
    if (family == "bernoulli") expect_gt(fell, if (is.na(share_number())) 10 else 1)
  }
})

# Few outcomes exclude no difference, however far: the interval is then the whole line, and not a number for it.
test_that("with unknown deviations a limit is infinite exactly if no difference is far enough", {
  skip_on_cran()
  set.seed(13)
  infinite <- c()
  for (i in 1:60) {
    n <- sample(2:24, 2, TRUE)
    a <- sums_list(n[1], stats::rnorm(1, 0, 10^stats::runif(1, -3, 3)), n[1] * stats::rexp(1))
    b <- sums_list(n[2], stats::rnorm(1), n[2] * stats::rexp(1))
    level <- stats::runif(1, 1, 6)
    farthest <- function(s) (1 - s$n) / 2 * log(reference_mixture / (s$n + reference_mixture))
    at_mean <- function(s) log(reference_mixture / (s$n + reference_mixture)) / 2
    most <- min(farthest(a) + at_mean(b), farthest(b) + at_mean(a))
    for (plain in c(0, 1)) {
      limits <- .Call(unruly:::C_evidence_pair_intervals, family_number[["t"]], a, b, level, reference_mixture, plain, 1)
      expect_identical(is.infinite(limits), matrix(most < level, 1, 2))
      infinite <- c(infinite, is.infinite(limits))
    }
    expect_lte(of_pair("t", a, b, 1e30), most + 1e-9)
  }
  expect_true(any(infinite) && !all(infinite))
})

# Far from both means the evidence of the family "t" bends downwards, so it may be least near either of them.
test_that("the same holds with unknown deviations", {
  skip_in_quick()
  set.seed(4)
  for (i in 1:60) {
    n <- sample(2:200, 2, TRUE)
    mean <- stats::rnorm(2, 0, 2)
    squares <- n * stats::rexp(2) * c(1, sample(c(0.01, 1, 10), 1))
    arm <- function(k, times = 1) sums_list(rep(n[k], times), mean[k], squares[k])
    d <- stats::rnorm(1)
    m <- seq(min(mean[2], mean[1] - d), max(mean[2], mean[1] - d), length.out = 5001)
    all <- against("t", arm(1, 5001), m + d) + against("t", arm(2, 5001), m)
    expect_lte(of_pair("t", arm(1), arm(2), d), min(all) + 1e-9)
    expect_gt(of_pair("t", arm(1), arm(2), d), min(all) - 0.05)
  }
})

test_that("on average evidence at the true mean is at most 1", {
  skip_in_quick()
  set.seed(3)
  games <- 4000
  n <- 60
  average <- function(family, draw, m) {
    x <- matrix(draw(games * n), games)
    centres <- t(apply(x, 1, function(y) (0.5 + c(0, cumsum(y)[-n])) / seq_len(n)))
    squares <- if (family == "bounded") rowSums((x - centres)^2) else rowSums((x - rowMeans(x))^2)
    e <- exp(against(family, sums_list(rep(n, games), rowMeans(x), squares), m))
    c(mean(e), stats::sd(e) / sqrt(games))
  }
  for (case in list(list("gaussian", stats::rnorm, 0), list("bernoulli", function(k) stats::rbinom(k, 1, 0.3), 0.3),
                    list("bernoulli", function(k) stats::rbeta(k, 2, 3), 0.4), list("bounded", function(k) stats::rbeta(k, 2, 3), 0.4),
                    list("bounded", function(k) stats::rbinom(k, 1, 0.05), 0.05), list("t", stats::rnorm, 0))) {
    found <- average(case[[1]], case[[2]], case[[3]])
    expect_lt(found[1], 1 + 4 * found[2])
    expect_gt(found[1], 0.1)
  }
})

test_that("two arms together: the tail of two suprema", {
  for (a in c(0.2, 0.05, 0.001)) {
    y <- exp(.Call(unruly:::C_evidence_level_of_two, a))
    expect_equal((1 + log(y)) / y, a, tolerance = 1e-10)
  }
})

test_that("limits found by secants and parabolas are those of bisection and golden sections", {
  skip_in_quick()
  set.seed(4)
  for (family in c("bernoulli", "bounded", "t")) {
    rows <- (if (family == "bernoulli") 300 else 60) / parts_of_share(3)
    share <- function() sample(c(0, 1e-3, 0.01, 0.2, 0.5, 0.97, 1), rows, TRUE)
    sums <- function() {
      n <- sample(c(1:30, 10^(2:5)), rows, TRUE)
      mean <- stats::rbinom(rows, n, share()) / n
      sums_list(n, mean, n * stats::runif(rows)^2 * pmax(mean * (1 - mean), 1e-3) * (family == "bounded" | n > 1))
    }
    a <- sums()
    b <- sums()
    level <- stats::runif(rows, 0.1, 12)
    # Plain or not, and how many threads.
    how <- list(c(0, 1), c(1, 2), c(0, 2))
    single <- lapply(how, function(h) {
      .Call(unruly:::C_evidence_intervals, family_number[[family]], a, level, rep(12, rows), h[1], h[2])
    })
    pairs <- lapply(how, function(h) {
      .Call(unruly:::C_evidence_pair_intervals, family_number[[family]], a, b, level, rep(12, rows), h[1], h[2])
    })
    expect_identical(pairs[[3]], pairs[[1]])
    times <- 3000 / parts_of_share(3)
    many <- lapply(a, rep, length.out = times)
    many <- lapply(c(1, 2), function(threads) {
      .Call(unruly:::C_evidence_intervals, family_number[[family]], many, rep(level, length.out = times), rep(12, times), 0, threads)
    })
    expect_identical(many[[2]], many[[1]])
    expect_equal(single[[1]], single[[2]], tolerance = 1e-8, info = family)
    expect_equal(pairs[[1]], pairs[[2]], tolerance = 1e-8, info = family)
    if (family != "t") expect_true(all(abs(pairs[[1]]) <= 1))
  }
})

# Where the variation is small, evidence of bounded rewards falls at once a little from the mean, and has several minima.
test_that("no mean has less evidence than the least of a pair, on fine grids around both means", {
  skip_in_quick()
  set.seed(6)
  for (family in c("bounded", "t")) {
    for (i in 0:30) {
      n <- if (i == 0) c(785, 1358) else sample(5:1500, 2)
      mean <- if (i == 0) c(428 / 785, 410 / 1358) else stats::runif(2, 0.2, 0.8)
      squares <- if (i == 0) c(36.08182, 0.1436051) else n * stats::runif(2)^4 * mean * (1 - mean)
      a <- sums_list(n[1], mean[1], squares[1])
      b <- sums_list(n[2], mean[2], squares[2])
      d <- if (i == 0) 0.2 else mean[1] - mean[2] + stats::rnorm(1, 0, 0.1)
      fine <- function(at) at + c(-1, 1) %o% 10^seq(-8, -1, length.out = 400)
      m <- c(seq(0, 1, length.out = 2001), fine(mean[2]), fine(mean[1] - d))
      m <- m[m > max(0, -d) & m < min(1, 1 - d)]
      repeated <- function(s) lapply(s, rep, length(m))
      all <- against(family, repeated(a), m + d) + against(family, repeated(b), m)
      found <- of_pair(family, a, b, d)
      expect_lte(found, max(min(all), 0) + 1e-9, label = paste(family, i))
    }
  }
})

# Group-sequential limits, against published and independently computed ones.

upper_of <- function(...) sequential_boundary(...)$upper

test_that("limits of shapes are those of rpact and of an independent recursion", {
  skip_in_quick()
  for (case in list(c(2, 2.1782721), c(3, 2.2894785), c(5, 2.4131803))) {
    expect_equal(upper_of(seq_len(case[1]), shape = "pocock"), rep(case[2], case[1]), tolerance = 1e-6 / 2)
  }
  expect_equal(upper_of(1:5), c(4.5617423, 3.2256389, 2.6337231, 2.2808711, 2.0400732), tolerance = 2e-7)
  expect_equal(upper_of(c(100, 200, 300, 400), shape = 0.25), c(2.9887144, 2.5131992, 2.2709319, 2.1133402), tolerance = 2e-7)
  two <- sequential_boundary(1:5, 0.05, "pocock", sides = 2)
  expect_equal(two$upper, rep(2.4131762, 5), tolerance = 2e-7)
  expect_identical(two$lower, -two$upper)
  expect_equal(upper_of(1:3, lower = c(0, 0), binding = TRUE), c(3.4370078, 2.4303315, 1.9843574), tolerance = 2e-7)
  expect_identical(upper_of(1:3, lower = c(0, 0)), upper_of(1:3))
})

test_that("limits of spending are, too", {
  expect_equal(upper_of(1:5, spending = "obrien_fleming"), c(4.8768849, 3.3570119, 2.6802801, 2.2898168, 2.0310320), tolerance = 2e-7)
  expect_equal(upper_of(1:5, spending = "pocock"), c(2.4379767, 2.4268139, 2.4101941, 2.3966493, 2.3859997), tolerance = 2e-7)
  cubic <- sequential_boundary(1:4, spending = function(t) 0.025 * t^3)
  expect_equal(cubic$upper, c(3.3593537, 2.7603970, 2.3593634, 2.0293007), tolerance = 2e-7)
  expect_equal(cubic$spent, 0.025 * (1:4 / 4)^3, tolerance = 1e-8)
  both <- sequential_boundary(1:3, 0.05, spending = "pocock", sides = 2)
  expect_equal(both$upper, upper_of(1:3, 0.025, spending = "pocock"), tolerance = 1e-4) # but for paths that cross both
  expect_equal(both$spent[3], 0.05, tolerance = 1e-8)
})

test_that("a boundary prints as other tables do, without names of rows", {
  boundary <- sequential_boundary(looks = c(100, 200))
  expect_identical(attr(boundary, "rivals"), 1)
  expect_false(any(grepl("^[*]", format(boundary))))
})

test_that("limits for several rivals are those of Dunnett and of the recursion over the control's path", {
  for (case in list(c(2, 2.2121351), c(3, 2.3489761), c(4, 2.4417749))) expect_equal(upper_of(1, rivals = case[1]), case[2], tolerance = 2e-7)
  expect_equal(upper_of(1:2, shape = "pocock", rivals = 2), rep(2.4228492, 2), tolerance = 2e-7)
  expect_equal(upper_of(1:2, shape = "pocock", rivals = 3), rep(2.5558317, 2), tolerance = 2e-7)
  skip_on_cran() # long
  expect_equal(upper_of(1:3, rivals = 3), c(4.1155226, 2.9101139, 2.3760981), tolerance = 2e-7)
})

test_that("crossings of designs: claims and expected pulls", {
  b <- sequential_boundary(c(100, 200, 300, 400))
  of <- function(b, difference) boundary_crossing(b, difference * sqrt(200 / 2)) # two arms of 200, sd 1
  pulls <- function(found) sum((found$upper + found$lower) * c(100, 200, 300, 400)) + 400 * (1 - sum(found$upper + found$lower))
  for (case in list(c(0, 0.025, 398.740799), c(0.3, 0.842754571, 315.737183), c(0.4, 0.977299545, 262.089123))) {
    found <- of(b, case[1])
    expect_equal(sum(found$upper), case[2], tolerance = 1e-8)
    expect_equal(pulls(found), case[3], tolerance = 1e-8)
  }
  futile <- sequential_boundary(c(100, 200, 300, 400), spending = "pocock", lower = c(0, 0, 0))
  for (case in list(c(0, 0.0241966, 214.304379, 0.6872114), c(0.3, 0.7567881, 253.224247, 0.0740879), c(0.4, 0.9437677, 199.902340, 0.0237241))) {
    found <- of(futile, case[1])
    expect_equal(sum(found$upper), case[2], tolerance = 1e-6)
    expect_equal(pulls(found), case[3], tolerance = 1e-7)
    expect_equal(sum(found$lower), case[4], tolerance = 3e-6)
  }
})

test_that("many looks, and uneven ones, are crossed as often as simulated walks do", {
  skip_on_cran() # long
  b <- sequential_boundary(c(3, 4, 10, 11, 30), spending = "pocock")
  walks <- withr::with_seed(1, {
    steps <- sqrt(diff(c(0, b$information)))
    t(apply(matrix(stats::rnorm(5 * 1e5), ncol = 5) %*% diag(steps), 1, cumsum)) / rep(sqrt(b$information), each = 1e5)
  })
  first <- apply(walks + rep(0.7 * sqrt(b$information), each = 1e5) >= rep(b$upper, each = 1e5), 1, function(x) which(x)[1])
  shares <- tabulate(first, 5) / 1e5
  found <- boundary_crossing(b, 0.7)$upper
  expect_true(all(abs(shares - found) < 4 * sqrt(found * (1 - found) / 1e5)))
  expect_equal(sum(boundary_crossing(sequential_boundary(seq_len(60)), 0)$upper), 0.025, tolerance = 1e-6)
})

test_that("what is wrong is told in words", {
  expect_errors({
    sequential_boundary()
    sequential_boundary(c(2, 1))
    sequential_boundary(1:3, error = 0.7)
    sequential_boundary(1:3, shape = 2)
    sequential_boundary(1:3, shape = "haybittle")
    sequential_boundary(1:3, spending = function(t) t)
    sequential_boundary(1:3, sides = 3)
    sequential_boundary(1:3, lower = 0)
    sequential_boundary(1:3, lower = c(0, 0), sides = 2)
    sequential_boundary(1:3, lower = c(4, 0))
    sequential_boundary(1:3, binding = TRUE)
    sequential_boundary(1:3, shape = "pocock", spending = "pocock")
    sequential_boundary(1:3, error = 2.5)
    sequential_boundary(1:7, rivals = 2)
    boundary_crossing(3, 1)
    boundary_crossing(sequential_boundary(1, rivals = 2), 1)
  })
})

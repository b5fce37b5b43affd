# ---- the shortest cycle ----------------------------------------------------

test_that("the cycle is as short as brute force finds, on thousands of random patience vectors", {
  skip_on_cran() # long
  set.seed(1)
  cases <- c(
    replicate(2000, random_patience(sample(1:5, 1), 12), simplify = FALSE),
    replicate(1500, sample(2:30, sample(3:6, 1), replace = TRUE), simplify = FALSE),
    replicate(500, sample(3:60, sample(5:9, 1), replace = TRUE), simplify = FALSE),
    # Loads around 1, where feasibility is in doubt.
    replicate(1000, pmax(2, round(4 * rexp(4) + c(2, 2, 3, 4))), simplify = FALSE)
  ) |> share_of()
  found <- vapply(cases, cycle_length_or_na, 0)
  wanted <- vapply(cases, brute_cycle_length, 0)
  expect_identical(found, wanted)
  expect_gt(mean(is.na(wanted)), 0.15)
  expect_gt(mean(!is.na(wanted)), 0.2)
})

test_that("the cycle is as short as brute force finds when some arms never leave", {
  set.seed(2)
  cases <- replicate(200, c(random_patience(sample(0:3, 1), 9), rep(Inf, sample(1:3, 1))), simplify = FALSE)
  cases <- one_in(4, cases)
  expect_identical(vapply(cases, cycle_length_or_na, 0), vapply(cases, brute_cycle_length, 0))
})

test_that("every gap of an arm is n / n_k rounded down or up, and within its patience", {
  skip_in_quick()
  set.seed(3)
  for (i in one_in(5, 1:300)) {
    patience <- ceiling(random_patience(sample(2:40, 1), 60) * runif(1, 1, 4))
    cycle <- cycle_or_null(patience)
    if (is.null(cycle)) next
    even <- cycle$length / cycle$counts[cycle$slots]
    gaps <- gaps_after(cycle$slots)
    expect_true(identical(tabulate(cycle$slots, length(patience)), cycle$counts) &&
                  all(gaps >= floor(even) & gaps <= ceiling(even)) &&
                  all(gaps <= patience[cycle$slots]) && is_kept(cycle))
  }
})

test_that("the numbers of slots divide one another by ascending patience, and the last is 1", {
  set.seed(4)
  for (i in one_in(3, 1:100)) {
    patience <- sort(sample(10:90, 12))
    cycle <- cycle_or_null(patience)
    if (is.null(cycle)) next
    expect_true(all(cycle$counts[-12] %% cycle$counts[-1] == 0))
    expect_identical(cycle$counts[12], 1L)
  }
})

test_that("no arm leaves when the cycle is played", {
  set.seed(5)
  for (i in 1:30) {
    patience <- sample(4:40, 6)
    cycle <- cycle_or_null(patience)
    if (is.null(cycle)) next
    expect_true(all(exits_of_cycle(cycle$slots, patience, 200) == Inf))
  }
})

test_that("known cycles have the known slots", {
  expect_identical(aus_cycle(c(2, 4, 4))$slots, c(1L, 2L, 1L, 3L))
  expect_identical(aus_cycle(c(4, 2, 4))$slots, c(2L, 1L, 2L, 3L))
  expect_identical(aus_cycle(c(2, 4, 8, 8))$slots, c(1L, 2L, 1L, 3L, 1L, 2L, 1L, 4L))
  expect_identical(aus_cycle(c(3, 3, 3))$slots, 1:3)
  expect_identical(aus_cycle(1)$slots, 1L)
})

test_that("(2, 3, m) has no cycle, whatever m", {
  skip_in_quick()
  expect_true(all(vapply(c(3:100, 1e3, 1e6, 1e12, Inf), function(m) is.null(cycle_or_null(c(2, 3, m))), NA)))
  expect_error(aus_cycle(c(2, 3, 1e12)), class = "unruly_error_infeasible")
})

test_that("a load of at most ln 2 always has a cycle, no longer than the largest patience", {
  skip_in_quick()
  set.seed(6)
  for (i in one_in(5, 1:200)) {
    patience <- random_patience(sample(2:60, 1), 100)
    patience <- ceiling(patience * sum(1 / patience) / log(2))
    cycle <- aus_cycle(patience)
    expect_true(load_of(patience) <= log(2) && cycle$length <= max(patience))
  }
})

test_that("patience of K or more gives round robin", {
  expect_identical(aus_cycle(c(5, 4, 1e15, Inf))$slots, c(2L, 1L, 3L, 4L))
  expect_identical(aus_cycle(rep(Inf, 3))$slots, 1:3)
})

test_that("huge patience costs nothing", {
  expect_identical(aus_cycle(c(2, 1e9))$length, 2L)
  expect_identical(aus_cycle(c(2, 1e15, 2^53, Inf))$length, 6L)
  expect_identical(aus_cycle(c(3, 5, 1e9, 1e9 + 1, 1e15))$length, brute_cycle_length(c(3, 5, 40, 40, 40)) |> as.integer())
  # Just out of reach of the shortcut for patience that grows fast.
  patience <- Reduce(function(m, left) m * left - 1, 11:1, 2, accumulate = TRUE)
  expect_lte(aus_cycle(patience[1:12])$length, 100)
})

test_that("a full load of powers of two needs the longest possible cycle", {
  patience <- 2^c(1:16, 16)
  cycle <- aus_cycle(patience)
  expect_identical(cycle$length, as.integer(2^16))
  expect_true(is_kept(cycle))
  expect_error(aus_cycle(c(patience[-17], 2^16 - 1)), class = "unruly_error_infeasible")
})

test_that("equal patience is ordered by arm", {
  cycle <- aus_cycle(c(9, 9, 3, 9, 3))
  expect_identical(unique(cycle$slots), c(3L, 5L, 1L, 2L, 4L))
})

# ---- load, feasibility, how many arms ----------------------------------------

test_that("the load factor is the sum of 1 / patience", {
  expect_equal(load_of(c(2, 4, 4)), 1)
  expect_identical(load_of(Inf), 0)
  expect_equal(load_of(1:3), 1 + 1 / 2 + 1 / 3)
})

test_that("a cycle is feasible exactly if no arm leaves when it is repeated", {
  skip_in_quick()
  set.seed(7)
  cases <- lapply(1:400, function(i) {
    arms <- sample(1:4, 1)
    list(slots = sample.int(arms, sample(1:10, 1), replace = TRUE), patience = random_patience(arms, 8))
  }) |> share_of()
  expect_identical(vapply(cases, function(case) is_kept(case$slots, case$patience), NA),
                   vapply(cases, function(case) all(exits_of_cycle(case$slots, case$patience, 60) == Inf), NA))
})

test_that("feasibility looks over the end of the cycle and wants every arm", {
  expect_true(is_kept(c(1, 2, 1, 3), c(2, 4, 4)))
  expect_false(is_kept(c(1, 2, 3, 1), c(2, 4, 4)))
  expect_false(is_kept(c(2, 1, 1, 2), c(2, 2)))
  expect_false(is_kept(c(1, 1), c(1, Inf)))
  expect_false(is_kept(aus_cycle(c(2, 4, 4)), c(2, 4, 3)))
  expect_true(is_kept(aus_cycle(c(2, 4, 4)), c(2, 5, 4)))
})

test_that("the largest set of least patient arms is found", {
  skip_on_cran()
  set.seed(8)
  for (i in one_in(5, 1:150)) {
    patience <- random_patience(sample(1:5, 1), 12)
    has_cycle <- vapply(seq_along(patience), function(n) !is.na(brute_cycle_length(sort(patience)[1:n])), NA)
    expect_identical(most_arms(patience), max(which(has_cycle)))
    expect_true(all(diff(has_cycle) <= 0))
  }
  expect_identical(most_arms(c(3, 3, 3, 3, 50)), 3L)
  expect_identical(most_arms(c(1, 1, 1)), 1L)
  expect_identical(most_arms(rep(Inf, 4)), 4L)
})

# ---- cycles that need not be almost uniform ---------------------------------------

pinwheel_or_null <- function(patience, limit = 2e5) {
  tryCatch(pinwheel_cycle(patience, limit), unruly_error_infeasible = function(e) NULL)
}

test_that("arms that have a cycle but no almost uniform one get it", {
  for (patience in list(c(3, 4, 5, 8), c(3, 4, 5, 9), c(4, 5, 6, 7, 8), c(8, 5, 3, 4))) {
    expect_null(cycle_or_null(patience))
    cycle <- pinwheel_cycle(patience)
    expect_true(is_kept(cycle))
    expect_true(all(exits_of_cycle(cycle$slots, patience, 300) == Inf))
    expect_identical(tabulate(cycle$slots, length(patience)), cycle$counts)
  }
  expect_identical(pinwheel_cycle(c(3, 4, 5, 8))$length, 8L)
  expect_identical(pinwheel_cycle(c(2, 4, 4)), aus_cycle(c(2, 4, 4)))
})

test_that("a cycle is found exactly if brute force says that all arms can be kept", {
  skip_in_quick()
  set.seed(31)
  cases <- c(
    list(c(2, 3, 3), c(2, 3, 12), c(3, 4, 5, 6), c(2, 4, 5, 20), c(3, 5, 5, 5), c(2, 5, 5, 9)),
    share_of(replicate(150, random_patience(sample(2:4, 1), 7), simplify = FALSE)),
    share_of(replicate(60, sample(3:8, 4, replace = TRUE), simplify = FALSE))
  )
  found <- lapply(cases, pinwheel_or_null)
  expect_identical(!vapply(found, is.null, NA), vapply(cases, function(m) is.infinite(brute_first_exit(m)), NA))
  expect_true(all(vapply(Filter(Negate(is.null), found), is_kept, NA)))
  expect_gt(sum(vapply(found, is.null, NA) & vapply(cases, function(m) sum(1 / m), 0) <= 1), if (is.na(share_number())) 3 else 1)
})

test_that("it agrees with the search for the first exit on larger cases", {
  skip_in_quick()
  set.seed(32)
  cases <- replicate(400, sample(3:14, 5, replace = TRUE), simplify = FALSE)
  cases <- Filter(function(m) sum(1 / m) > 0.8 && sum(1 / m) <= 1 + 1e-9, cases)
  expect_gt(length(cases), 50)
  for (m in share_of(cases, 8)) {
    cycle <- pinwheel_or_null(m)
    expect_identical(is.null(cycle), is.finite(exit_of(m)))
    if (!is.null(cycle)) expect_true(is_kept(cycle))
  }
})

test_that("eight arms with patience up to 40 are settled", {
  skip_in_quick()
  set.seed(33)
  cases <- Filter(function(m) abs(sum(1 / m) - 0.925) <= 0.075 + 1e-9, replicate(400, sample(2:40, 8, replace = TRUE), simplify = FALSE))
  expect_gt(length(cases), 50)
  # An error of class unruly_error_limit would fail here.
  for (cycle in lapply(share_of(cases, 8), pinwheel_or_null)) if (!is.null(cycle)) expect_true(is_kept(cycle))
})

test_that("a load of at most 5/6 always has a cycle, as has been proved", {
  skip_in_quick()
  set.seed(34)
  for (m in share_of(replicate(40, sample(2:30, sample(3:9, 1), replace = TRUE), simplify = FALSE))) {
    if (sum(1 / m) <= 5 / 6) expect_true(is_kept(pinwheel_cycle(m)))
  }
  expect_true(is_kept(pinwheel_cycle(c(2, 5, 9, 300, 400, Inf, Inf))))
  expect_true(is_kept(pinwheel_cycle(c(2, rep(1000, 400)))))
})

test_that("arms of great patience are proved to have no place, or are given one", {
  skip_in_quick()
  for (m in list(c(2, 3, 50), c(2, 3, 1e12), c(2, 3, Inf), c(2, 3, Inf, Inf), c(3, 4, 5, 9, Inf))) {
    expect_error(pinwheel_cycle(m), "none exists", class = "unruly_error_infeasible")
  }
  expect_true(is_kept(pinwheel_cycle(c(3, 4, 5, 14, Inf))))
  expect_true(is_kept(pinwheel_cycle(c(3, 4, 5, 14, Inf, Inf, 1e9))))
})

test_that("the error says whether none exists or none was found", {
  expect_errors({
    pinwheel_cycle(c(2, 3, 50))
    pinwheel_cycle(c(2, 2, 2))
    pinwheel_cycle(c(2, 6, 11, 23, 26, 32, 42, 44, 47, 49), limit = 100)
    pinwheel_cycle(c(2, 0))
    pinwheel_cycle(c(2, 3), limit = 0)
  })
  condition <- expect_error(pinwheel_cycle(c(2, 6, 11, 23, 26, 32, 42, 44, 47, 49), limit = 100),
                            class = "unruly_error_limit")
  expect_false(inherits(condition, "unruly_error_infeasible"))
  expect_gt(condition$states, 99)
})

test_that("the search can be interrupted", {
  skip_in_quick()
  stopped <- function() {
    setTimeLimit(elapsed = 0.3, transient = TRUE) # R looks for both in the same place
    on.exit(setTimeLimit())
    patience <- c(2, 6, 11, 23, 26, 32, 42, 44, 47, 49, 1000, 1100)
    tryCatch(pinwheel_cycle(patience, limit = 1e8), interrupt = function(e) "interrupted")
  }
  # R says on stderr that the time was up.
  expect_identical(suppressMessages(stopped()), "interrupted")
})

test_that("the error of aus_cycle() points to it, unless there is no hope", {
  expect_error(aus_cycle(c(3, 4, 5, 8)), "`pinwheel_cycle\\(patience\\)` searches for a cycle")
  message <- conditionMessage(expect_error(aus_cycle(c(2, 2, 2)), class = "unruly_error_infeasible"))
  expect_no_match(message, "pinwheel")
})

# ---- the first exit ----------------------------------------------------------

test_that("the first exit is as late as brute force finds", {
  skip_on_cran()
  expect_identical(exit_of(c(2, 2, 2)), 2)
  expect_identical(exit_of(1), Inf)
  expect_identical(exit_of(c(1, 1)), 1)
  set.seed(9)
  cases <- c(
    list(c(2, 3, 3), c(2, 3, 7), c(3, 3, 3, 3), c(2, 4, 4), c(2, 4, 5), c(3, 4, 5, 6), c(2, 3, 12)),
    share_of(replicate(120, random_patience(sample(1:4, 1), 6), simplify = FALSE)),
    share_of(replicate(30, sample(2:5, 4, replace = TRUE), simplify = FALSE))
  )
  found <- vapply(cases, exit_of, 0)
  expect_identical(found, vapply(cases, function(m) as.numeric(brute_first_exit(m)), 0))
})

test_that("the first exit does not depend on the order of the arms or on arms that never leave", {
  expect_identical(exit_of(c(3, 2, 7)), exit_of(c(2, 3, 7)))
  expect_identical(exit_of(c(2, Inf, 3, 7, Inf)), exit_of(c(2, 3, 7)))
  expect_identical(exit_of(c(Inf, Inf)), Inf)
})

test_that("Lemma 3.3 bounds the first exit", {
  skip_in_quick()
  set.seed(10)
  for (patience in share_of(replicate(40, random_patience(sample(3:6, 1), 7), simplify = FALSE))) {
    over <- load_of(patience) - 1
    if (over <= 1e-9) next
    lambda <- floor(1 / over) + 1
    expect_lte(exit_of(patience), lambda * length(patience) + 1)
  }
})

test_that("a schedule that is not almost uniform can keep arms that have no such cycle", {
  patience <- c(3, 4, 5, 8) # load 0.908
  expect_identical(is.infinite(exit_of(patience)), is.infinite(brute_first_exit(patience)))
})

test_that("a stopped search says what it knows", {
  warning <- expect_warning(expect_identical(exit_of(c(2, 3, 1e6), limit = 100), NA_real_),
                            class = "unruly_warning_limit")
  expect_lte(warning$states, 100)
  expect_gt(warning$least, 1)
  expect_identical(warning$most, Inf)
  found <- suppressWarnings(cycle_feasibility(c(2, 3, 1e6), exit = TRUE, limit = 100))
  expect_identical(found$feasible, NA)
  expect_identical(c(found$least, found$most), c(warning$least, Inf))
})

test_that("the schedule of an arm stands in one row", {
  expect_identical(cycle_feasibility(c(2, 4, 4)), tibble::tibble(load_factor = 1, feasible = TRUE, max_arms = 3L, first_exit = NA_real_,
                                                                 least = NA_real_, most = NA_real_))
  lost <- cycle_feasibility(c(2, 3, 7), exit = TRUE)
  expect_identical(lost$feasible, FALSE)
  expect_identical(c(lost$least, lost$most), rep(lost$first_exit, 2))
  expect_identical(cycle_feasibility(c(2, 2, 2))$feasible, FALSE) # more than there are rounds
  # Only the search finds out.
  expect_identical(cycle_feasibility(c(3, 4, 5, 8))$feasible, NA)
  expect_identical(cycle_feasibility(c(3, 4, 5, 8), exit = TRUE)$feasible, TRUE)
  expect_identical(cycle_feasibility(c(2, 3, 50), exit = TRUE)$feasible, FALSE)
  expect_identical(cycle_feasibility(c(2, 4, 4), c(1, 2, 3, 1), exit = TRUE)[c("feasible", "first_exit")],
                   tibble::tibble(feasible = FALSE, first_exit = Inf))
})

# ---- looking at a cycle --------------------------------------------------------

test_that("a cycle prints", {
  expect_snapshot({
    aus_cycle(c(2, 4, 4))
    aus_cycle(1)
    aus_cycle(c(5:20, Inf) * 3)
  })
})

test_that("a cycle as a tibble has a row a slot", {
  expect_identical(as_tibble(aus_cycle(c(2, 4, 4))), tibble::tibble(slot = 1:4, arm = c(1L, 2L, 1L, 3L)))
})

test_that("the timetable's data hold the gap to the next pull and what it uses of the patience", {
  data <- cycle_data(aus_cycle(c(2, 4, 8, 9)))
  expect_identical(names(data), c("slot", "arm", "gap", "used"))
  expect_identical(data$arm, c(1L, 2L, 1L, 3L, 1L, 2L, 1L, 4L))
  expect_identical(data$gap, c(2, 4, 2, 8, 2, 4, 2, 8))
  expect_equal(data$used, c(1, 1, 1, 1, 1, 1, 1, 8 / 9))
  expect_identical(nrow(cycle_data(aus_cycle(c(2, 4, 8, 9)), slots = 3)), 3L)
})

test_that("the timetable is drawn", {
  skip_if_not_drawn()
  skip_if_not_installed("ggplot2")
  expect_built(ggplot2::autoplot(aus_cycle(c(2, 5, 12, 14, 30))))
})

# ---- bad input -------------------------------------------------------------------

test_that("patience without a cycle is an error that names the largest subset that has one", {
  expect_errors({
    aus_cycle(c(2, 2, 2))
    aus_cycle(c(7, 3, 2))
    aus_cycle(c(2^(1:10), 2^10 - 1))
    aus_cycle(rep(12, 15))
  })
  condition <- expect_error(aus_cycle(c(7, 3, 2)), class = "unruly_error_argument")
  expect_identical(condition$arms, 2:3)
})

test_that("a cycle that would be too long is refused", {
  expect_errors(aus_cycle(2^c(1:40, 40)))
})

test_that("bad patience is refused", {
  expect_errors({
    aus_cycle()
    aus_cycle("a")
    aus_cycle(numeric())
    aus_cycle(c(2, NA))
    aus_cycle(c(2, 0))
    aus_cycle(c(2, -1))
    aus_cycle(c(2, 2.5))
    aus_cycle(-Inf)
    aus_cycle(NULL)
    aus_cycle(list(2, 3))
    aus_cycle(matrix(2, 2, 2))
    load_of(0)
    most_arms(c(1, NaN))
    exit_of(TRUE)
  })
})

test_that("a bad cycle or limit is refused", {
  skip_if_not_installed("ggplot2")
  expect_errors({
    cycle_feasibility()
    cycle_feasibility(cycle = c(1, 2))
    is_kept(c(1, 3), c(2, 2))
    is_kept(c(1, 0), c(2, 2))
    is_kept(c(1, 1.5), c(2, 2))
    is_kept("a", c(2, 2))
    is_kept(integer(), c(2, 2))
    is_kept(aus_cycle(c(2, 2)), c(2, 2, 2))
    is_kept(c(1, 2), c(2, 0))
    exit_of(c(2, 2), limit = 0)
    exit_of(c(2, 2), limit = NA)
    exit_of(c(2, 2), limit = c(1, 2))
    exit_of(c(2, 2), limit = Inf)
    ggplot2::autoplot(aus_cycle(c(2, 2)), slots = 0)
  })
})

# All bounds against the values that they have always had, in the settings of bound_cases(): to the last digit where
# these were written (elementary functions may differ by a digit elsewhere).

recorded_bounds <- function() {
  lines <- strsplit(readLines(test_path("bound-values.txt")), "|", fixed = TRUE)
  lapply(split(lines, vapply(lines, `[`, "", 1)), function(parts) {
    stats::setNames(lapply(parts, `[`, -(1:2)), vapply(parts, `[`, "", 2))
  })
}

expect_digits <- function(found, wanted, case) {
  same <- if (R.version$platform == "x86_64-pc-linux-gnu") identical else function(x, y) isTRUE(all.equal(x, y))
  expect_true(same(as.double(found), as.double(wanted)), label = case)
}

test_that("regret_bound() gives what the functions of one bound each gave", {
  wanted <- recorded_bounds()
  cases <- bound_cases()
  expect_setequal(names(cases), names(wanted))
  cases <- if (is_quick()) one_in(15, cases) else share_of(cases, 8) # of each setting some
  for (name in names(cases)) {
    case <- cases[[name]]
    if (inherits(case$bound, "unruly_policy")) case$bound <- as_usual(case$bound) # the scales of then
    if (identical(case$bound, "identification")) {
      for (what in names(wanted[[name]])) expect_digits(do.call(regret_bound, c(case, what = what))$value, wanted[[name]][[what]], name)
      next
    }
    found <- do.call(regret_bound, case)
    expect_s3_class(found, "unruly_bound")
    expect_digits(found$value, wanted[[name]]$value, name)
    # Both bounds of AG have their own label now.
    expect_identical(sub(" [(]AG(-L)?[)]$", "", found$bound), wanted[[name]]$bound %||% character(), label = name)
    for (column in c("arm", "wait")) expect_identical(as.integer(found[[column]]), as.integer(wanted[[name]][[column]]), label = name)
    if (!is.null(wanted[[name]]$holds)) expect_identical(found$holds, as.logical(wanted[[name]]$holds), label = name)
  }
})

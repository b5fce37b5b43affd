# A share of a cross (helper-share.R): all shares together are the cross, and each has every level of every factor.

in_share <- function(h, cross, ...) withr::with_envvar(c(UNRULY_SHARE = h, UNRULY_ALL = ""), share_of(cross, ...))

test_that("the shares of a cross are disjoint, together all of it, and each has every level", {
  cross <- expand.grid(rule = 1:14, setting = letters[1:11], stringsAsFactors = FALSE)
  shares <- lapply(0:5, in_share, cross)
  expect_identical(sort(unlist(lapply(shares, function(s) as.integer(row.names(s))))), seq_len(nrow(cross)))
  for (share in shares) {
    expect_setequal(share$rule, 1:14)
    expect_setequal(share$setting, letters[1:11])
    expect_lte(abs(nrow(share) - nrow(cross) / 6), 3)
  }
  expect_identical(in_share(6 * 777 + 2, cross), shares[[3]])
  expect_identical(sort(unlist(lapply(0:2, in_share, 1:40, one_in = 3))), 1:40)
  narrow <- expand.grid(rule = 1:14, setting = 1:5)
  fifths <- lapply(0:4, in_share, narrow)
  expect_identical(sort(unlist(lapply(fifths, function(s) as.integer(row.names(s))))), seq_len(nrow(narrow)))
  for (fifth in fifths) expect_setequal(fifth$rule, 1:14)
})

test_that("cases of nested loops are those of the cross", {
  cross <- expand.grid(a = 1:5, b = 1:7)
  for (h in 0:3) {
    drawn <- withr::with_envvar(c(UNRULY_SHARE = h, UNRULY_ALL = ""), mapply(is_drawn, cross$a, cross$b))
    expect_identical(cross[drawn, ], in_share(h, cross, one_in = 4))
  }
})

test_that("small crosses are whole, and all or nothing is played if that is asked for", {
  for (small in list(1:11, expand.grid(a = 1:3, b = 1:30), expand.grid(a = 1:2, b = 1:5))) expect_identical(in_share(1, small), small)
  withr::with_envvar(c(UNRULY_SHARE = "1", UNRULY_ALL = "true"), expect_identical(share_of(1:40), 1:40))
  withr::with_envvar(c(UNRULY_SHARE = "", UNRULY_ALL = ""), expect_identical(share_of(1:40), 1:40))
})

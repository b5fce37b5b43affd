# Figures of designs: lines where there are two points, legends where there are two lines.

skip_if_not_installed("ggplot2")

quiet_guides <- function(plot) {
  expect_no_message(built <- ggplot2::ggplot_build(plot))
  vapply(c("linetype", "shape"), function(name) {
    scale <- built$plot$scales$get_scales(name)
    is.null(scale) || identical(scale$guide, "none")
  }, NA)
}

test_that("a single line has no legend, two have one for both", {
  skip_on_cran()
  trial <- bandit(arms_gaussian(c(control = 0, new = 0.3)))
  plan <- trial_design(trial, 1:3, power = 0.9)
  futile <- trial_design(trial, 1:3, power = 0.9, futility = 0)
  none <- c(linetype = TRUE, shape = TRUE)
  expect_identical(quiet_guides(autoplot(plan)), none)
  expect_identical(quiet_guides(autoplot(trial_power(plan))), none)
  expect_identical(quiet_guides(autoplot(trial_power(plan, c(0.1, 0.3), by_look = TRUE))), none)
  expect_identical(quiet_guides(autoplot(futile)), c(linetype = FALSE, shape = TRUE))
  power <- autoplot(trial_power(futile))
  expect_identical(quiet_guides(power)[["linetype"]], FALSE)
  expect_identical(ggplot2::ggplot_build(power)$plot$scales$get_scales("linetype")$breaks, c("Power", "Futility"))
  expect_identical(quiet_guides(autoplot(trial_power(futile, 0.3, by_look = TRUE)))[["linetype"]], FALSE)
})

test_that("one look is a point, two hundred are a line, and looks to come are told from those made", {
  layers <- function(plot) vapply(plot$layers, function(l) class(l$geom)[1], "")
  one <- trial_design(2)
  expect_identical(quiet_guides(autoplot(one)), c(linetype = TRUE, shape = TRUE))
  expect_false("GeomLine" %in% layers(autoplot(one)))
  expect_identical(quiet_guides(autoplot(trial_power(one, drift = 3)))[["linetype"]], TRUE)
  expect_false("GeomPoint" %in% layers(autoplot(trial_design(2, 1:200))))
  seen <- autoplot(update(trial_design(2, c(100, 200, 300), spending = "pocock"), c(110, 205)))
  expect_identical(quiet_guides(seen)[["shape"]], FALSE)
  expect_identical(as.character(seen$data$made), rep(c("Looks made", "Looks to come"), c(2, 1)))
  edited <- trial_design(2, 1:3)
  edited$seen <- "no"
  expect_false(any(autoplot(edited)$data$made != "Looks made"))
  expect_identical(seen$labels$x, "Patients at the look")
  expect_identical(autoplot(trial_design(2, 1:3))$labels$x, "Information at the look")
})

test_that("a lone lower limit has its name beside it, as no line could be in a legend", {
  skip_on_cran()
  futile <- trial_design(2, looks = c(100, 200), futility = 0)
  plot <- autoplot(futile)
  expect_true(quiet_guides(plot)[["linetype"]])
  texts <- Filter(function(l) inherits(l$geom, "GeomText"), plot$layers)
  expect_identical(as.character(texts[[1]]$data$side), c("Upper limit", "Lower limit"))
  limits <- ggplot2::ggplot_build(plot)$layout$panel_params[[1]]$x.range
  expect_gt(limits[1], 80) # nothing is drawn before the first look
})

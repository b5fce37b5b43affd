# Drawings are compared with those of ggplot2 3.4, which drew them: other
# versions place a tick or a label elsewhere. The tables behind the plots are
# tested with any version.
expect_drawing <- function(title, plot) {
  skip_if_not_installed("vdiffr")
  skip_if_not_installed("ggplot2", "3.4.0")
  skip_if(packageVersion("ggplot2") >= "3.5.0", "the drawings are those of ggplot2 3.4")
  vdiffr::expect_doppelganger(title, plot)
}

# A plot that is built, but not drawn: ggplot2 finds all that it shows.
expect_built <- function(plot) expect_true(any(vapply(ggplot2::ggplot_build(plot)$data, nrow, 0L) > 0))

# Lays a plot out, of which ggplot2 has nothing to say; returns how it was built.
expect_laid_out <- function(plot) {
  testthat::expect_silent({
    built <- ggplot2::ggplot_build(plot)
    ggplot2::ggplot_gtable(built)
  })
  built
}

# The table behind a figure of a study, as ggplot2::fortify() gives it, also without ggplot2.
plot_data <- function(study, type = NULL, ...) unruly:::fortify.unruly_study(study, ..., type = type)

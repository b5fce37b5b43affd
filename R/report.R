#' A report of a study or a fit
#' @description
#' Writes a single HTML file with the problem, the policies, the results and what is needed to reproduce them. Of
#' policies that were fitted to choices it has the parameters and the comparison.
#'
#' **Use it when** results of a study or a fit are to be shared as one file. For tables alone, use
#' [save_tables()]; for figures, [save_figures()].
#'
#' @details
#' The report has the policies with their papers, the final table, the paired comparison, every
#' figure that the study has, the seed and the hashes, and the session. To add text of your own,
#' start from the same template with `rmarkdown::draft("study.Rmd", template = "study", package =
#' "unruly")`. Labels, names of arms and the title are shown as they are: nothing in them is read as
#' Markdown or HTML.
#'
#' With `style = "ademp"` (template `"ademp"`) the report has the structure recommended for
#' simulation studies in statistics (Morris, White and Crowther 2019): aims, data-generating
#' mechanisms, estimands, methods, and performance measures, the [operating_characteristics()], with
#' their Monte Carlo standard errors and 95% intervals.
#'
#' The report of a fit has what `glance()`, `tidy()` and [compare_policies()][compare_fits] say of
#' it, its figures and the papers of its policies. `style` does not concern it.
#'
#' @param study A study, see [run_study()], or a fit, see [fit_policy()].
#' @param file Path of the file to write, a single string that ends in `.html`; its folder must
#'   exist. An existing file is replaced.
#' @param title The title, a single string. Default: that of the template.
#' @param quiet `FALSE` to show the progress of rendering. Default: `TRUE`.
#' @param style `"study"`, or `"ademp"`, see Details (not for a study that keeps moments only).
#'   Default: `"study"`.
#' @param ... Must be empty.
#' @return The path of the file, invisibly.
#' @section Errors: `unruly_error_path`: the file cannot be written.
#'
#' `unruly_error_pandoc`: pandoc 2.0 or newer, which comes with RStudio and Quarto, was not found.
#' The packages rmarkdown and ggplot2 are needed, too.
#' @references Morris, White and Crowther (2019), Using Simulation Studies to Evaluate Statistical
#'   Methods.
#' @seealso [citation_of()]
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' study <- run_study(problem, list(policy_ucb1(), policy_thompson()), horizon = 500,
#'   reps = 10, seed = 1)
#' if (interactive()) { # takes a few seconds
#'   file <- save_report(study, tempfile(fileext = ".html"), title = "Two arms")
#'   browseURL(file)
#' }
#' @export
save_report <- function(study, file, title = NULL, quiet = TRUE, style = c("study", "ademp"), ...) {
  check_no_dots(...)
  fitted <- inherits(study, "unruly_fit")
  if (!fitted) check_study(study)
  file <- check_report_file(file)
  title <- check_text(title, "title", null = TRUE)
  check_flag(quiet, "quiet")
  style <- check_choice(style, "style", c("study", "ademp"))
  if (style == "ademp" && fitted) abort_argument("style", "left out for a fit", style)
  if (style == "ademp") check_rows(study, "operating_characteristics", rlang::current_env())
  template <- if (fitted) "fit.Rmd" else file.path("templates", style, "skeleton", "skeleton.Rmd")
  rlang::check_installed(c("rmarkdown", "ggplot2"), "to write a report.")
  if (!nzchar(Sys.getenv("HOME"))) { # rmarkdown does not call pandoc without it
    Sys.setenv(HOME = tempdir())
    on.exit(Sys.unsetenv("HOME"))
  }
  check_pandoc()
  folder <- tempfile("report")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE), add = TRUE)
  skeleton <- system.file("rmarkdown", template, package = "unruly")
  source <- file.path(folder, "report.Rmd")
  file.copy(skeleton, source)
  own <- options(rmarkdown.html_vignette.check_title = getOption("rmarkdown.html_vignette.check_title"))
  on.exit(options(own), add = TRUE) # the template sets it
  given <- rlang::set_names(list(study), if (fitted) "fit" else "study")
  made <- with_usual_numbers(rmarkdown::render(source, params = given,
                                               envir = new.env(parent = globalenv()), quiet = quiet,
                             output_options = if (!is.null(title)) list(pandoc_args = paste0("--metadata=title:",
                                                                                             title))))
  replace_file(file, function(file) write_whole(whole_page(made), file), rlang::current_env())
  invisible(normalizePath(file))
}

whole_page <- function(file) {
  bytes <- read_bytes(file)
  if (length(grepRaw("</html>", utils::tail(bytes, 100), fixed = TRUE)) == 0) stop("The page was cut off.")
  bytes
}

check_report_file <- function(file, call = rlang::caller_env()) {
  file <- check_text(file, "file", call = call)
  if (!grepl("[.]html?$", file, ignore.case = TRUE)) {
    abort_argument("file", "a path that ends in .html", file, call = call)
  }
  if (!dir.exists(dirname(file))) abort_report_file(file, "its folder does not exist", call)
  if (dir.exists(file)) abort_report_file(file, "it is a folder", call)
  if (file.exists(file) && !is_file(file)) abort_report_file(file, "it is no ordinary file", call)
  file
}

abort_report_file <- function(file, reason, call = rlang::caller_env()) {
  abort_cli(c("The report {.file {file}} cannot be written.", x = "Reason: {reason}."),
                 class = c("unruly_error_path", "unruly_error"), call = call)
}

check_pandoc <- function(call = rlang::caller_env()) {
  if (rmarkdown::pandoc_available("2.0")) return(invisible())
  abort_cli(c("A report needs pandoc 2.0 or newer, which was not found.",
                   i = "It comes with RStudio and Quarto, and from {.url https://pandoc.org}."),
                 class = c("unruly_error_pandoc", "unruly_error"), call = call)
}

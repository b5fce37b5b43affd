#' Save all figures of a study
#' @description
#' Writes every figure that a study has into a folder, each with the table that it draws as a CSV file of the same name.
#' A study of [run_experiment()] also has the figure of the paper, `experiment`, where it keeps what that draws.
#'
#' **Use it when** you need all figures as files. For one figure use [autoplot()][autoplot.unruly_study] and
#' `ggplot2::ggsave()`; for a report, [save_report()].
#'
#' @param study A study.
#' @param path Path of the folder, which is made if it does not exist. Files of the same names are replaced, each once
#'   the new one is complete.
#' @param device `"png"` (144 dots per inch), `"pdf"` (its fonts have the letters of western Europe; others become dots)
#'   or `"svg"`. Default: `"png"`.
#' @param width,height Size in inches, numbers above 0. Default: 7 x 4.5.
#' @param ... Arguments of [autoplot()][autoplot.unruly_study] for each figure: `policies`, `bandits`, `level`,
#'   `interval`, `baseline`, `window`.
#' @return Invisibly a tibble with one row per figure: `type`, and `figure` and `data`, the paths of the files. `data`
#'   is `NA` for the figure of an experiment whose panels draw several tables.
#' @section Errors: `unruly_error_path`: the folder cannot be made or written to.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' study <- run_study(problem, policy_ucb1(), horizon = 100, reps = 5, seed = 1, keep = "moments")
#' if (requireNamespace("ggplot2", quietly = TRUE)) {
#'   folder <- tempfile()
#'   print(save_figures(study, folder, device = "pdf"))
#'   unlink(folder, recursive = TRUE)
#' }
#' @seealso [save_tables()].
#' @export
save_figures <- function(study, path, device = c("png", "pdf", "svg"), width = 7, height = 4.5, ...) {
  check_study(study)
  path <- check_text(path, "path")
  device <- check_choice(device, "device", c("png", "pdf", "svg"))
  width <- check_number(width, "width", above = 0, max = 100)
  height <- check_number(height, "height", above = 0, max = 100)
  view <- check_figure_options(study, ...)
  rlang::check_installed("ggplot2", "to draw figures.")
  make_figure_folder(path)
  old <- options(scipen = 0) # with a negative one colours cannot be read
  on.exit(options(old))
  call <- environment()
  types <- setdiff(names(plot_axes), names(lacking_for_plots(study, view$bandits)))
  if (is.null(study$tables$choices)) types <- setdiff(types, "game") # it would have to be played again
  if (identical(view$policies, view$baseline)) types <- setdiff(types, "contrast") # nothing is compared with itself
  rows <- lapply(types, function(type) {
    plot <- autoplot.unruly_study(study, type, ...)
    save_figure(plot, plot_data(study, type, ...), type, path, device, width, height, call)
  })
  # Moments lack the games that some draw.
  plot <- if (inherits(study, "unruly_experiment")) tryCatch(autoplot(study), unruly_error_argument = function(e) NULL)
  if (!is.null(plot)) {
    data <- if (is.data.frame(plot$data) && nrow(plot$data) > 0) plot$data
    rows <- c(list(save_figure(plot, data, "experiment", path, device, width, height, call)), rows)
  }
  invisible(do.call(rbind, unname(rows)))
}

# Options that any figure takes; `type` and `log` are those of one.
check_figure_options <- function(study, policies = NULL, bandits = NULL, level = 0.95, interval = c("t", "bootstrap"),
                                 baseline = NULL, window = NULL, ..., call = rlang::caller_env()) {
  check_no_dots(..., .call = call)
  check_view(study, "reward", policies, bandits, level, interval, baseline, window = window, call = call)
}

make_figure_folder <- function(folder, call = rlang::caller_env()) {
  if (!dir.exists(folder)) dir.create(folder, recursive = TRUE, showWarnings = FALSE)
  if (dir.exists(folder) && file.access(folder, 2) == 0) return(invisible())
  abort_path(c("{.path {folder}} must be a folder that can be written to.",
               x = if (file.exists(folder)) "It is a file, or not yours to write to." else "It could not be made."),
               call)
}

save_figure <- function(plot, data, type, folder, device, width, height, call) {
  name <- file.path(folder, gsub(" ", "-", type))
  figure <- paste0(name, ".", device)
  replace_file(figure, function(file) write_whole(drawn_bytes(plot, device, width, height), file), call)
  if (!is.null(data)) replace_file(paste0(name, ".csv"), function(file) write_text(csv_text(data), file), call)
  tibble(type = type, figure = figure, data = if (is.null(data)) NA_character_ else paste0(name, ".csv"))
}

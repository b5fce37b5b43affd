#' @keywords internal
#' @importFrom rlang %||% .data
#' @importFrom tibble tibble as_tibble
#' @useDynLib unruly, .registration = TRUE
"_PACKAGE"

#' @export
tibble::as_tibble

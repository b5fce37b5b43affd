#' @keywords internal
#' @importFrom rlang %||% .data
#' @importFrom tibble tibble as_tibble
#' @useDynLib unruly, .registration = TRUE
"_PACKAGE"

#' @export
tibble::as_tibble

.onUnload <- function(libpath) library.dynam.unload("unruly", libpath)

# Installs the library as R would, and beside it the headers for policies in C,
# which live with the sources.
libraries <- Sys.glob(paste0("*", SHLIB_EXT))
target <- file.path(R_PACKAGE_DIR, paste0("libs", R_ARCH))
dir.create(target, recursive = TRUE, showWarnings = FALSE)
file.copy(libraries, target, overwrite = TRUE)
# Symbols for debuggers are four fifths of the library, and R CMD check notes its size. They stay, with the names of functions that
# nobody can call, only where the compiler's sanitizers show it, or where it is asked for. (Were R asked to strip, it would take all symbols,
# and R CMD check would miss the registration of routines.)
makeconf <- readLines(file.path(paste0(R.home("etc"), R_ARCH), "Makeconf"))
is_debugged <- isTRUE(as.logical(Sys.getenv("UNRULY_DEBUG_SYMBOLS"))) || any(grepl("-fsanitize", makeconf))
strip <- Sys.which("strip")
if (!is_debugged && nzchar(strip)) {
  system2(strip, c("-S", "-x", shQuote(file.path(target, libraries))), stdout = FALSE, stderr = FALSE)
}
if (file.exists("symbols.rds")) file.copy("symbols.rds", target, overwrite = TRUE)

# The headers are those in inst/include/unruly and all that they include, in the
# rooms in which they stand here.
included <- function(file) {
  lines <- grep('^#include "', readLines(file), value = TRUE)
  named <- sub('^#include "([^"]+)".*', "\\1", lines)
  from <- if (startsWith(file, "..")) "." else dirname(file)
  paths <- normalizePath(file.path(from, named), "/", mustWork = FALSE)
  here <- paste0(normalizePath(".", "/"), "/")
  substring(paths[startsWith(paths, here) & file.exists(paths)], nchar(here) + 1)
}
headers <- Sys.glob(file.path("..", "inst", "include", "unruly", "*.[ch]"))
wanted <- unique(unlist(lapply(headers, included)))
repeat {
  more <- setdiff(unlist(lapply(wanted, included)), wanted)
  if (length(more) == 0) break
  wanted <- c(wanted, more)
}
for (file in wanted) {
  target <- file.path(R_PACKAGE_DIR, "include", "unruly", dirname(file))
  dir.create(target, recursive = TRUE, showWarnings = FALSE)
  file.copy(file, target, overwrite = TRUE)
}

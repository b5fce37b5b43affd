# Installs the library as R would, and beside it the headers for policies in C,
# which live with the sources.
libraries <- Sys.glob(paste0("*", SHLIB_EXT))
target <- file.path(R_PACKAGE_DIR, paste0("libs", R_ARCH))
dir.create(target, recursive = TRUE, showWarnings = FALSE)
file.copy(libraries, target, overwrite = TRUE)
# What debuggers need is four fifths of its size; UNRULY_DEBUG keeps it.
strip <- Sys.which("strip")
if (.Platform$OS.type == "unix" && nzchar(strip) && !nzchar(Sys.getenv("UNRULY_DEBUG"))) {
  system2(strip, c("-S", shQuote(file.path(target, libraries))), stdout = FALSE, stderr = FALSE)
}
if (file.exists("symbols.rds")) file.copy("symbols.rds", target, overwrite = TRUE)

for (folder in c("core", "random", "policies")) {
  files <- switch(folder,
    core = c("policy.h", "prefixed.h", "registration.h", "memory.h", "memory.c", "parameters.h", "parameters.c",
             "status.h", "status.c"),
    random = c(basename(Sys.glob("random/*.h")), "many.c", "distributions.c"),
    policies = c("tally.h", "contender.h", "race_bounds.h", "race.h", "scan.h", "scan.c", "index.h", "index.c")
  )
  target <- file.path(R_PACKAGE_DIR, "include", "unruly", folder)
  dir.create(target, recursive = TRUE, showWarnings = FALSE)
  file.copy(file.path(folder, files), target, overwrite = TRUE)
}

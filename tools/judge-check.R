# Reads the log of R CMD check and fails on every error, warning and note, except
# notes that are about the environment and not about the package:
# those are listed and accepted. A note passes only if each of its lines is known.
#
#   Rscript tools/judge-check.R unruly.Rcheck/00check.log

# Times depend on how busy the machine was.
took_long <- c(
  "^Examples with CPU (\\(user \\+ system\\) or elapsed )?time > .*$", "^user +system +elapsed( +ratio)?$", "^[^ ]+( +[0-9.]+){3,4}$",
  "^Running .*testthat[.]R.* \\[[0-9]+s/[0-9]+s\\]$",
  "^(Running R code in .*|Re-building vignettes|Installation) (had|took) CPU time [0-9.]+ times elapsed time$"
)

# For each check, the lines that are accepted.
not_ours <- list(
  "examples" = took_long, "examples with --run-donttest" = took_long, "tests" = took_long,
  "re-building of vignette outputs" = took_long, "whether package can be installed" = took_long,
  "CRAN incoming feasibility" = c("^Maintainer:", "^New submission$"),
  "future file timestamps" = "^unable to verify current time$",
  "HTML version of manual" = c(
    "^Skipping checking HTML validation:", "^Skipping checking math rendering:",
    "^Found the following HTML validation problems:$", "^.*-> .*tidy.*$"
  ),
  "package dependencies" = c(
    "^Packages? suggested but not available for checking:", "^( *['\u2018](dplyr|gifski|gt|nanoparquet)['\u2019],?)+$"
  ),
  # The flags that Debian builds every package with.
  "compilation flags used" = c(
    "^Compilation used the following non-portable flag\\(s\\):$",
    "^( *['\u2018]-(Wdate-time|Werror=format-security|Wformat|mno-omit-leaf-frame-pointer)['\u2019])+$"
  )
)

is_not_ours <- function(check, status, output) {
  known <- not_ours[[check]]
  if (!status %in% c("NOTE", "Note_to_CRAN_maintainers") || is.null(known)) return(FALSE)
  lines <- trimws(strsplit(output, "\n")[[1]])
  lines <- lines[nzchar(lines)]
  all(vapply(lines, function(line) any(vapply(known, grepl, TRUE, x = line)), TRUE))
}

show <- function(title, rows) {
  cat("\n", title, if (!nrow(rows)) " none", "\n", sep = "")
  for (i in seq_len(nrow(rows))) {
    cat("* ", rows$Check[i], ": ", rows$Status[i], "\n", gsub("(?m)^", "    ", rows$Output[i], perl = TRUE), "\n", sep = "")
  }
}

log <- commandArgs(TRUE)[1]
if (!any(grepl("^Status: ", readLines(log)))) stop("R CMD check did not finish: ", log, call. = FALSE)
found <- as.data.frame(tools::check_packages_in_dir_details(logs = log, drop_ok = TRUE))
found <- found[!found$Status %in% c("OK", "INFO", "NONE", "SKIPPED"), ]
excused <- as.logical(mapply(is_not_ours, found$Check, found$Status, found$Output))

show("Notes about the surroundings, not about the package:", found[excused, ])
show("Errors, warnings and notes of ours:", found[!excused, ])
quit(status = if (all(excused)) 0L else 1L)

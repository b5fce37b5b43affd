# Plays again what the ledger's stored numbers no longer describe, and writes inst/extdata/ledger.csv: `make ledger`.
# Finished parts of a study stay in .build/ledger, so a run that is killed goes on where it was.
#
#   LEDGER=farewell   only sources whose names match this regular expression, whether they have changed or not
#   LEDGER_REPS=5     fewer replications than the papers', which the column `reps` then says; what is stored of more stays
#   LEDGER_DATA=file  for sources that need data
#   LEDGER_THREADS=2  as in run_study()
library(unruly)
ns <- asNamespace("unruly")
`%||%` <- rlang::`%||%`
file <- file.path("inst", "extdata", "ledger.csv")
only <- Sys.getenv("LEDGER")
reps <- if (nzchar(Sys.getenv("LEDGER_REPS"))) as.numeric(Sys.getenv("LEDGER_REPS"))
data <- if (nzchar(Sys.getenv("LEDGER_DATA"))) Sys.getenv("LEDGER_DATA")
options(unruly.threads = if (nzchar(Sys.getenv("LEDGER_THREADS"))) as.numeric(Sys.getenv("LEDGER_THREADS")) else 2)
seed <- 2026

claims <- ns$all_claims()
sources <- split(claims, vapply(claims, `[[`, "", "source"))
stored <- ns$stored_parts(file)
before <- ns$ledger_table(claims, stored)

# What is stored of claims that are no longer there goes.
stored <- stored[stored$claim %in% names(claims), ]

asked_of <- function(mine) names(Filter(function(claim) !is.null(claim$quantity), mine))
reps_stored <- function(mine) max(0, stored$reps[stored$claim %in% asked_of(mine)], na.rm = TRUE)

# Whether the stored numbers are of this experiment as it is today, with so many replications.
is_stored <- function(experiment, source, mine, reps) {
  size <- ns$source_size(source, experiment, "full", reps)
  hash <- ns$source_hash(experiment, size, seed, if (!is.null(experiment[["needs"]])) data)
  all(asked_of(mine) %in% stored$claim) && all(stored$hash[stored$claim %in% asked_of(mine)] == hash)
}

# What is stored of it, from data that are not here, stays.
lacks_data <- function(source) {
  source != "check" && is.null(data) && !is.null(ns$ledger_experiment(source)[["needs"]])
}

has_changed <- function(source, mine) {
  if (source == "check") return(TRUE)
  if (length(asked_of(mine)) == 0) return(FALSE)
  experiment <- ns$ledger_experiment(source)
  # A run of more replications is as good.
  more <- reps_stored(mine)
  !is_stored(experiment, source, mine, reps %||% if (more > experiment$reps) more)
}

# Fewer replications than what is stored, of the same experiment: they would only make the numbers worse.
is_worse <- function(source, mine) {
  more <- reps_stored(mine)
  if (source == "check" || is.null(reps) || reps >= more) return(FALSE)
  is_stored(ns$ledger_experiment(source), source, mine, more)
}

# 17 digits, so that numbers come back as they were; sorted by bytes, whatever the locale.
write_parts <- function(parts) {
  parts <- parts[order(parts$claim, seq_len(nrow(parts)), method = "radix"), ]
  numbers <- vapply(parts, is.double, NA)
  parts[numbers] <- lapply(parts[numbers], function(x) ifelse(is.na(x), NA, formatC(x, digits = 17, format = "g", width = 1)))
  texts <- vapply(parts, is.character, NA) & !numbers
  parts[texts] <- lapply(parts[texts], function(x) ifelse(grepl(",", x), sprintf("\"%s\"", x), x))
  lines <- c(paste(names(parts), collapse = ","), do.call(paste, c(lapply(parts, as.character), list(sep = ","))))
  writeLines(lines, paste0(file, ".new"))
  file.rename(paste0(file, ".new"), file)
}

for (source in names(sources)) {
  mine <- sources[[source]]
  if (nzchar(only) && !grepl(only, source)) next
  if (lacks_data(source)) {
    if (nzchar(only)) cat(sprintf("%s stays as it is: it needs LEDGER_DATA.\n", source))
    next
  }
  if (is_worse(source, mine)) {
    cat(sprintf("%s stays as it is: %.0f replications are stored.\n", source, reps_stored(mine)))
    next
  }
  if (!nzchar(only) && !has_changed(source, mine)) next
  cat(format(Sys.time(), "%H:%M:%S"), source, "")
  began <- proc.time()
  played <- tryCatch(
    ns$play_claims(source, mine, "full", reps, seed, data = data, path = file.path(".build", "ledger"), progress = FALSE),
    error = function(e) {
      cat(conditionMessage(e), "")
      NULL
    }
  )
  cat(sprintf("%.0f s of a processor\n", sum((proc.time() - began)[1:2])))
  if (is.null(played)) next
  stored <- rbind(stored[!stored$claim %in% names(mine), ], played)
  write_parts(stored)
}

after <- ns$ledger_table(claims, ns$stored_parts(file))
was <- as.character(before$verdict)[match(after$claim, before$claim)]
changed <- is.na(was) | was != as.character(after$verdict)
cat(if (any(changed)) sprintf("%s: %s -> %s\n", after$claim, was, after$verdict)[changed] else "No verdict has changed.\n", sep = "")
cat(sprintf("%d claims, %d parts, %.0f bytes\n", nrow(after), nrow(ns$stored_parts(file)), file.size(file)))

# Claims, and playing their sources. The claims themselves: R/ledger-impatient.R and its siblings, one
# file per paper.

# `says`: the assertion in a sentence of ours. `source`: an experiment, one of ledger_studies(), or "check" for what is
# computed without a study. `quantity(study, scale)` returns an estimate (R/ledger-measures.R), or a list of them named
# by part; `needed` the range that each must lie in, or a list of ranges by part. `range`: what the measure can be, for
# games that all agree. `second`: the id of a row at other parameters, which must agree before a claim with parameters
# of ours is not reproduced. `blocked`: why the claim cannot be checked; that ends when a user supplies what
# `needs_data` names, the argument or the option.
claim <- function(place, kind, says, measure, source = "check", quantity = NULL, needed = NULL, printed = NA_character_,
                  ours = FALSE, range = NULL, second = NULL, blocked = NULL, needs_data = NULL) {
  list(place = place, kind = kind, says = says, measure = measure, source = source, quantity = quantity,
       needed = needed, printed = printed, ours = ours, range = range, second = second, blocked = blocked,
       needs_data = needs_data)
}

of_paper <- function(paper, claims) lapply(claims, function(claim) c(list(paper = paper), claim))

needed_by <- function(claim, part) if (is.null(claim$needed$text)) claim$needed[[part]] else claim$needed

# Rows of the stored table: a part each.
part_rows <- function(id, estimates, reps, seed, hash) {
  if (!is.null(estimates$found)) estimates <- list(estimates)
  value <- function(name, missing) unname(vapply(estimates, function(e) as.double(e[[name]] %||% missing), 0))
  exact <- value("exact", FALSE) == 1
  tibble(claim = id, part = names(estimates) %||% "", found = value("found", NA_real_), se = value("se", NA_real_),
         df = value("df", NA_real_), exact = exact, reps = if (all(exact)) NA_real_ else as.double(reps), seed = seed,
         version = package_version_text(), hash = hash)
}

no_parts <- function() part_rows("", exactly(0), 0, 0, "")[0, ]

# --- playing ---------------------------------------------------------------------------------

ledger_experiment <- function(source) {
  if (source %in% names(experiment_registry())) return(describe_experiment(source))
  complete_experiment(ledger_studies()[[source]]())
}

# Returns the size that the user asks for, else the source's own.
source_size <- function(source, experiment, scale, reps = NULL) {
  quick <- if (scale == "quick") quick_sizes[[source]] %||% list()
  list(reps = reps %||% quick$reps %||% (if (scale == "quick") min(experiment$reps, 10) else experiment$reps),
       horizons = quick$horizon %||% experiment$horizon)
}

play_source <- function(source, experiment, size, seed, ...) {
  play_experiment(experiment, if (source %in% names(experiment_registry())) source, size$horizons, size$reps, seed, ...)
}

# The hash of games that are described and not played: that of glance(), for a series of those of its studies.
source_hash <- function(experiment, size, seed, data = NULL) {
  hashes <- lapply(size$horizons, function(T) {
    description <- suppressMessages(check_described(
      experiment$bandits(T, data), experiment$policies(T), T, seed, experiment$record(T),
      experiment[["keep"]] %||% "summary", rlang::current_env(), experiment$stop
    ))
    games_hash(list(description = description, replications = seq_len(size$reps)))
  })
  if (length(hashes) == 1) hashes[[1]] else fingerprint(hashes)
}

played_hash <- function(played) {
  hashes <- lapply(studies_of(played), games_hash)
  if (length(hashes) == 1) hashes[[1]] else fingerprint(hashes)
}

# The parts of all claims of one source. What lacks its data has none.
play_claims <- function(source, claims, scale, reps, seed, data = NULL, path = NULL, ...) {
  if (source == "check") return(check_parts(claims, scale, seed))
  experiment <- ledger_experiment(source)
  if (is.null(data) && !is.null(experiment[["needs"]])) return(no_parts())
  takes_data <- !is.null(experiment[["needs"]] %||% experiment[["takes"]])
  played <- play_source(source, experiment, source_size(source, experiment, scale, reps), seed,
                        data = if (takes_data) data, path = if (!is.null(path)) file.path(path, source), ...)
  measure_parts(played, claims, scale, seed)
}

measure_parts <- function(played, claims, scale, seed) {
  reps <- length(studies_of(played)[[1]]$replications)
  rows <- lapply(names(claims), function(id) {
    if (is.null(claims[[id]]$quantity)) return(no_parts())
    part_rows(id, claims[[id]]$quantity(played, scale), reps, seed, played_hash(played))
  })
  do.call(rbind, c(list(no_parts()), rows))
}

check_parts <- function(claims, scale, seed) {
  rows <- lapply(names(claims), function(id) {
    if (is.null(claims[[id]]$quantity)) return(no_parts())
    part_rows(id, claims[[id]]$quantity(NULL, scale), NA_real_, seed, "")
  })
  do.call(rbind, c(list(no_parts()), rows))
}

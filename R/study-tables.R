# Parts of all tables of studies: which measures and rounds they show, and what replications share.

ends_early <- function(study) last_checkpoint(study) < study$description$horizon

# The rounds that `at` asks for. Warns where nothing is final.
check_at <- function(at, study, call = rlang::caller_env()) {
  record <- study$description$record
  wanted <- "\"final\", \"all\", or rounds that are checkpoints of the study"
  if (identical(at, "all")) return(record)
  if (identical(at, "final")) {
    if (ends_early(study)) warn_not_final(study, call)
    if (!is_exact(study)) warn_ran_out(study, call)
    return(last_checkpoint(study))
  }
  if (!is.numeric(at)) abort_argument("at", wanted, at, call = call)
  at <- check_numbers(at, "at", whole = TRUE, wanted = wanted, call = call)
  absent <- setdiff(at, record)
  if (length(absent) > 0) {
    near <- record[which.min(abs(record - absent[1]))]
    abort_argument("at", wanted, at, call = call,
                   given = sprintf("%s; the checkpoint nearest to it is %s", format_numbers(absent[1]),
                                   format_numbers(near)))
  }
  sort(unique(at))
}

warn_not_final <- function(study, call) {
  warn_plain(c(
    sprintf("The record ends in round %s, before the horizon, %s: nothing is final.",
            format_count(last_checkpoint(study)), format_count(study$description$horizon)),
    i = "The results are those of that round. To choose others, supply `at`, e.g. `at = \"all\"`."
  ), class = "unruly_warning_not_final", call = call)
}

# --- replications -----------------------------------------------------------------------

# "independent" replications; the "same" events in each; or "resampled" events
# of one log.
nature_of <- function(bandit) {
  if (has_trait(bandit, "replay")) {
    if (bandit$traits$replay$parameters$resample == "none") "same" else "resampled"
  } else if (startsWith(bandit$arms$kind, "tape") && !draws_times(bandit) &&
             !isTRUE(bandit$arms$parameters$shuffle)) "same" else "independent"
}

# Returns whether it is random when rewards come, or how long pulls take.
draws_times <- function(bandit) {
  delay <- bandit$traits$delay$parameters
  spread <- bandit$traits$spread$parameters
  awake <- trait_parameter(bandit, "absences", "chance") # word ok: the name in the core
  has_trait(bandit, "waiting") || !is.null(awake) || 
    !is.null(delay) && (is.null(delay$lag) || any(startsWith(names(delay), "zero_")) || !is.null(delay$never)) ||
    identical(trait_parameter(bandit, "accrual", "arrivals"), "poisson") ||
    "delay" %in% spread[grepl("law$", names(spread))]
}

only_replays <- function(study) all(vapply(study$description$bandits, has_trait, NA, "replay"))

# Replications that follow one another are drawn in one go; those of studies
# that were joined may lie far apart.
draw_instances <- function(bandit, study) {
  draw_arms(bandit, study$description$seed, study$replications, study$description$horizon)
}

# Choice of the events of a log that a replay uses, so that its turns are a fair sample of them.

# An event becomes a turn if it is used and the policy's choice is the arm that was shown: with probability
# (least / propensity) x propensity = least, whatever the choice. With the least propensity of the whole log that is the
# same for all events; with that of each pool, pools count by it.

check_thin <- function(thin, call = rlang::caller_env()) {
  if (identical(thin, "pool")) return(thin)
  if (!isTRUE(thin) && !isFALSE(thin)) abort_argument("thin", "TRUE, FALSE or \"pool\"", thin, call = call)
  isTRUE(thin)
}

# The least propensity: one number, or by event with `thin = "pool"`. `frame`: what the user gave as the log.
check_least <- function(least, frame, log, thin, call = rlang::caller_env()) {
  wanted <- paste0("NULL or a single number above 0", if (identical(thin, "pool")) ", or a column of such numbers")
  value <- if (!rlang::quo_is_null(least)) tryCatch(rlang::eval_tidy(least, if (is.data.frame(frame)) frame),
                                                    error = function(problem) {
    abort_argument("min_propensity", wanted, given = column_text(rlang::quo_get_expr(least)), call = call)
  })
  if (is.null(value)) return(if (identical(thin, "pool")) least_by_pool(log) else min(shown_propensity(log), 1))
  if (is.null(log$propensity)) {
    abort_argument("min_propensity", "NULL for a log without propensities", value, call = call)
  }
  if (!identical(thin, "pool") && is.numeric(value) && length(value) > 1) refuse_least_column(value, wanted, call)
  size <- if (length(value) != 1) length(log$arm)
  value <- check_numbers(value, "min_propensity", size = size, above = 0, max = 1, wanted = wanted, call = call)
  check_least_of_shown(value, log, call)
}

refuse_least_column <- function(value, wanted, call) {
  abort_argument("min_propensity", wanted, value, call = call, hint = paste(
    "Supply the least of them, e.g. `min_propensity = min(column)`: then turns are a fair sample of the events.",
    "`thin = \"pool\"` takes a column."))
}

check_least_of_shown <- function(value, log, call) {
  over <- which(value > log$propensity * (1 + 1e-9))
  if (length(over) == 0) return(value)
  abort_argument("min_propensity", "at most the propensity of what was shown, in every event", call = call,
                 given = sprintf("%s in event %d, whose propensity is %s",
                                 format_numbers(rep_len(value, over[1])[over[1]]), over[1],
                                 format_numbers(log$propensity[over[1]])))
}

# By event, the least propensity that the log has of its pool.
least_by_pool <- function(log) {
  if (is.null(log$propensity)) return(shown_propensity(log))
  order <- order(log$pool, log$propensity)
  first <- order[!duplicated(log$pool[order])]
  log$propensity[first][match(log$pool, log$pool[first])]
}

# The probability of each event to be used; NULL if all are.
chances_of_use <- function(log, least) {
  chance <- pmin(least / shown_propensity(log), 1)
  if (any(chance < 1)) chance
}

# Returns whether pools count by other than their number of events: by the least propensity of each, or, where nothing
# is thinned, by that of what was chosen.
weighs_pools <- function(log, least, thin) {
  if (isFALSE(thin)) return(is_several(diff(log$pool_from)[log$pool]))
  is_several(least)
}

# Not for rounding alone.
is_several <- function(x) max(x) > min(x) * (1 + 1e-9)

# `walked`: how many events a replication walks through.
thinning_text <- function(log, chance, least, thin, walked) {
  thinned <- if (!is.null(chance)) sprintf(", thinned to about %s (%s)", format_count(round(sum(chance))),
                                           if (is_several(least)) "least propensities by pool" else
                                             sprintf("least propensity %s", format_numbers(signif(least[1], 3))))
  turns <- if (!isFALSE(thin)) sprintf(", about %s", count_of(max(1, round(mean(least) * walked)), "turn"))
  paste0(thinned, turns, if (weighs_pools(log, least, thin)) paste0("; ", weights_text(log$propensity, thin)))
}

weights_text <- function(propensity, thin) {
  if (is.null(propensity)) return("a pool of s arms has weight 1/s")
  sprintf("a pool has weight %s", if (isFALSE(thin)) "p, the propensity of the choice" else "p, its least propensity")
}

# --- little is left -------------------------

little_left <- 0.2

warn_of_overlap <- function(log, chance, thin, call = rlang::caller_env()) {
  left <- if (is.null(chance)) 1 else mean(chance)
  if (left >= little_left) return(invisible())
  warn_cli(c(
    "The log hardly overlaps with what policies may choose.",
    "!" = "Thinning leaves about {format_count(round(left * length(log$arm)))} of {format_count(length(log$arm))} events: {why_thinned(log)}.",
    i = "{what_leaves_more(log, thin)}"
  ), class = "unruly_warning_overlap", call = call)
}

why_thinned <- function(log) {
  if (!is.null(log$propensity)) return("some arms were shown with small propensities only")
  sprintf("pools differ in size, and the largest has %s", count_of(max(diff(log$pool_from)[log$pool]), "arm"))
}

what_leaves_more <- function(log, thin) {
  leave_out <- if (is.null(log$propensity)) "Leave out events with large pools" else
    "Leave out arms that were hardly ever shown"
  if (identical(thin, "pool")) return(paste0(leave_out, "."))
  sprintf("%s, or keep more with `thin = \"pool\"`, by which %s.", leave_out, weights_text(log$propensity, "pool"))
}

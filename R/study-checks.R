# Checks of what run_study() is asked to do, before any work starts.

check_bandits <- function(bandit, call) {
  if (inherits(bandit, "unruly_bandit")) return(list(bandit = bandit))
  good <- is.list(bandit) && !is.object(bandit) && length(bandit) > 0 &&
    all(vapply(bandit, inherits, NA, "unruly_bandit"))
  if (!good) {
    abort_argument("bandit", "a bandit, as made by `bandit()`, or a list of bandits", bandit, call = call)
  }
  names(bandit) <- element_names(bandit, paste("bandit", seq_along(bandit)))
  check_distinct(names(bandit), "bandit", "names", call)
  bandit
}

# Policies under the names they have in tables.
check_policies <- function(policies, call) {
  if (inherits(policies, "unruly_policy")) policies <- list(policies)
  good <- is.list(policies) && !is.object(policies) && length(policies) > 0 &&
    all(vapply(policies, inherits, NA, "unruly_policy"))
  if (!good) {
    abort_argument("policies", "a policy, such as `policy_ucb1()`, or a list of policies", policies, call = call)
  }
  names(policies) <- element_names(policies, vapply(policies, function(p) p$label, ""))
  check_distinct(names(policies), "policies", "labels", call)
  Map(function(policy, label) {
    policy$label <- label
    policy
  }, policies, names(policies))
}

# The names of a list, and something else where it has none.
element_names <- function(x, otherwise) {
  given <- names(x) %||% rep("", length(x))
  ifelse(is.na(given) | given == "", otherwise, given)
}

check_distinct <- function(names, argument, what, call) {
  if (!anyDuplicated(names)) return(invisible())
  twice <- names[duplicated(names)][1]
  abort_argument(argument, paste("a list with different", what), names, call = call,
                 given = sprintf("%s twice: name the elements of the list, or use `label =`", dQuote(twice, FALSE)))
}

check_horizon <- function(horizon, bandits, call) {
  horizon <- check_whole(horizon, "horizon", min = 1, max = 1e15, call = call)
  for (b in bandits) {
    if (horizon > b$arms$length) {
      abort_argument("horizon", sprintf("at most %d, the length of the tape", b$arms$length), horizon, call = call)
    }
    if (!is.null(b$horizon) && horizon > b$horizon) {
      abort_argument("horizon", sprintf("at most %s, for which the population was made", format_numbers(b$horizon)),
                     horizon, call = call)
    }
  }
  horizon
}

check_seed <- function(seed, call) {
  if (is.null(seed)) return(floor(stats::runif(1) * 2^31))
  check_whole(seed, "seed", min = -2^53, max = 2^53 - 1, wanted = "a single whole number, or NULL", call = call)
}

# Checkpoints: ascending rounds.
check_record <- function(record, horizon, call) {
  wanted <- "a number of checkpoints, or the rounds to record"
  if (length(record) == 1) {
    count <- check_whole(record, "record", min = 1, max = 1e6, wanted = wanted, call = call)
    if (count == 1) return(horizon)
    rounds <- unique(round(exp(seq(0, log(horizon), length.out = count))))
    return(c(rounds[rounds < horizon], horizon))
  }
  rounds <- check_numbers(record, "record", min = 1, max = horizon, whole = TRUE, call = call,
                          wanted = sprintf("%s, whole numbers from 1 to the horizon, %s", wanted, format_numbers(horizon)))
  sort(unique(rounds))
}

# R CMD check allows two cores, and asks for them by a variable.
default_threads <- function() {
  if (nzchar(Sys.getenv("_R_CHECK_LIMIT_CORES_"))) return(1)
  cores <- parallel::detectCores()
  limit <- suppressWarnings(as.integer(Sys.getenv("OMP_THREAD_LIMIT")))
  max(1, min(cores, limit, na.rm = TRUE))
}

check_threads <- function(threads, call) {
  if (!is.null(threads)) return(check_whole(threads, "threads", min = 1, max = 1024, call = call))
  option <- getOption("unruly.threads")
  if (is.null(option)) return(default_threads())
  check_whole(option, "options(unruly.threads)", min = 1, max = 1024, call = call)
}

check_all_playable <- function(description, call) {
  for (name in names(description$bandits)) {
    for (policy in description$policies) {
      check_playable(policy, description$bandits[[name]], name, call)
      check_observations(policy, description$bandits[[name]], name, call)
    }
  }
}

# A beta posterior counts successes: what is observed must lie in [0, 1].
check_observations <- function(policy, bandit, name, call) {
  if (!identical(policy$parameters$prior, "beta")) return(invisible())
  outside <- bandit$arms$range[1] < 0 || bandit$arms$range[2] > 1
  if (outside && is.null(bandit$traits$waiting$parameters$pay)) {
    refuse_policy(policy, name, "a beta prior needs rewards in [0, 1]", call)
  }
  if (has_trait(bandit, "spread")) {
    refuse_policy(policy, name, "a beta prior needs rewards in [0, 1], and sums that arrive together exceed 1", call)
  }
}

# Every checkpoint of every game is kept, and every choice if asked: refuse
# what cannot fit rather than let R run out of memory at the end.
check_size <- function(description, reps, call) {
  games <- reps * length(description$bandits) * length(description$policies)
  rows <- games * length(description$record)
  if (rows > 2^31) {
    abort_argument("record", "fewer checkpoints or replications, at most 2^31 rows in all", rows, call = call,
                   given = sprintf("%.3g rows: %s games of %d checkpoints", rows, format_numbers(games),
                                   length(description$record)))
  }
  if (description$keep == "choices" && games * description$horizon > 2^28) {
    abort_argument("keep", "\"summary\" for a study of this size", "choices", call = call,
                   given = sprintf("\"choices\", which would be %.3g rows", games * description$horizon))
  }
}

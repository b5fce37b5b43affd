# Checks of what run_study() is asked to do, before any work starts.

# What is played, checked. In the order of the arguments, so that the first
# wrong one is reported.
check_described <- function(bandit, policies, horizon, seed, record, keep, call, stop = NULL, after = "commit") {
  bandits <- check_bandits(bandit, call)
  policies <- check_policies(policies, call)
  horizon <- check_horizon(horizon, bandits, call)
  keep <- check_keep(keep, bandits, call)
  seed <- check_seed(seed, call)
  record <- check_record(record, horizon, call)
  stop <- check_study_stop(stop, after, bandits, policies, call)
  c(list(bandits = bandits, policies = policies, horizon = horizon, seed = seed, record = record, keep = keep),
    if (!is.null(stop)) list(stop = stop))
}

check_first_rep <- function(first_rep, call) {
  check_whole(first_rep, "first_rep", min = 1, max = .Machine$integer.max, call = call)
}

# What is left in `...` of a function whose arguments after `reps` go by name only, so
# that no number lands where it was not meant.
check_by_name <- function(stray, call) {
  if (length(stray) == 0) return(invisible())
  name <- names(stray)[1] %||% ""
  given <- describe_value(stray[[1]])
  message <- if (nzchar(name)) {
    hint <- did_you_mean(name, setdiff(names(formals(function_of(call))), "..."), in_code)
    c("There is no argument {.arg {name}}.", x = "Given: {given}.", i = if (!is.null(hint)) "{hint}")
  } else {
    meant <- meant_by(stray[[1]])
    c("What comes after {.arg reps} must be given by name.", x = "One argument has no name: {given}.",
      i = if (length(meant) > 0) "Was {.or {.code {paste(meant, given, sep = \" = \")}}} meant?")
  }
  abort_cli(message, class = c("unruly_error_argument", "unruly_error"), argument = if (nzchar(name)) name else "...",
                 call = call)
}

# Which arguments a value without a name may have been meant for.
meant_by <- function(value) {
  if (is.logical(value)) return(c("progress", "workers"))
  if (is.character(value)) return(if (isTRUE(value[1] %in% c("summary", "choices", "moments", "scores"))) "keep" else
                                  "path")
  if (!is.numeric(value)) return(character())
  if (length(value) > 1) "record" else c("seed", "first_rep", "record")
}

check_bandits <- function(bandit, call) {
  wanted <- "a bandit, as made by `bandit()`, or a list of bandits"
  if (missing(bandit)) abort_missing("bandit", call, wanted)
  if (inherits(bandit,
               "unruly_bandit")) return(list(bandit = check_class(bandit, "bandit", "unruly_bandit", wanted, call)))
  check_elements(bandit, "bandit", "unruly_bandit", wanted, call, hint_for_bandit(bandit, call))
  names(bandit) <- element_names(bandit, paste("bandit", seq_along(bandit)))
  check_distinct(names(bandit), "bandit", "names", call)
  bandit
}

# Policies under the names they have in tables.
check_policies <- function(policies, call) {
  wanted <- "a policy, such as `policy_ucb1()`, or a list of policies"
  if (missing(policies)) abort_missing("policies", call, wanted)
  if (inherits(policies, "unruly_policy")) policies <- list(policies)
  check_elements(policies, "policies", "unruly_policy", wanted, call)
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
  check_readable(names, argument, call)
  if (!anyDuplicated(names)) return(invisible())
  twice <- names[duplicated(names)][1]
  abort_argument(argument, paste("a list with distinct", what), names, call = call,
                 given = sprintf("%s twice: name the elements of the list%s", quoted(twice),
                                 if (argument == "policies") ", or use `label =`" else ""))
}

# What is kept, in one order, of things that go together.
check_keep <- function(keep, bandits, call) {
  words <- c("summary", "choices", "moments", "scores")
  wanted <- "\"summary\", \"choices\" or \"moments\", or \"scores\" beside one of them"
  known <- is.character(keep) && !is.object(keep) && length(keep) > 0 && all(keep %in% words)
  others <- if ("moments" %in% keep) setdiff(keep, c("moments", "scores"))
  if (!known || length(others) > 0) abort_argument("keep", wanted, keep, hint = did_you_mean(keep, words), call = call)
  if ("scores" %in% keep) check_scorable(bandits, call)
  c(if (any(c("choices", "moments") %in% keep)) intersect(c("choices", "moments"), keep) else "summary",
    if ("scores" %in% keep) "scores")
}

# Scores are of the rewards of one arm, which has a place of its own.
check_scorable <- function(bandits, call) {
  words <- c(waiting = "with waiting the reward depends on the wait as well as the arm",
             spread = "with spread rewards those of several arms arrive together",
             contexts = "with contexts the reward depends on them",
             population = "a population has no fixed list of arms")
  for (name in names(bandits)) {
    refused <- intersect(names(words), c(bandit_flags(bandits[[name]]), names(bandits[[name]]$traits)))
    if (length(refused) == 0) next
    abort_argument("keep", sprintf("without \"scores\" for the bandit %s: %s", quoted(name), words[[refused[1]]]),
                   call = call,
                   given = "\"scores\"")
  }
}

check_horizon <- function(horizon, bandits, call) {
  # A pull has 48 bits in the address of its random numbers.
  horizon <- check_whole(horizon, "horizon", min = 1, max = 2^48, call = call,
                         wanted = "a single whole number of at least 1 and at most 2^48")
  for (b in bandits) {
    if (horizon > b$arms$length) {
      abort_argument("horizon", sprintf("at most %d, the length of the %s", b$arms$length,
                                        if (b$arms$kind %in% c("linear", "logistic")) "context" else "tape"), horizon,
                     hint = if (startsWith(b$arms$kind, "tape")) hint_to_transpose(b$arms$parameters$reward),
                     call = call)
    }
    check_changes_fit(b, horizon, call)
    if (!is.null(b$horizon) && horizon > b$horizon) {
      abort_argument("horizon", sprintf("at most %s, for which the population was made", format_numbers(b$horizon)),
                     horizon, call = call)
    }
  }
  horizon
}

# A tape has one row per arm. One with more rows than columns may be transposed.
hint_to_transpose <- function(reward) {
  if (nrow(reward) <= ncol(reward)) return(NULL)
  sprintf("A tape has one row per arm, so this one has %s. If its rows are rounds, use `arms_tape(t(reward))`.",
          count_of(nrow(reward), "arm"))
}

# Tables of means end, and jumps need room.
check_changes_fit <- function(b, horizon, call) {
  if (!has_trait(b, "changes")) return(invisible())
  law <- law_of_trait(b$traits$changes)
  p <- law$parameters
  if (law$law == "table" && horizon > ncol(p$mean)) {
    abort_argument("horizon", sprintf("at most %d, the rounds of the table of means", ncol(p$mean)), horizon,
                   call = call)
  }
  if (law$law == "jumps" && horizon < (p$count + 1) * p$apart) {
    abort_argument("horizon",
                   sprintf("at least %s, so that %s of at least %s have room", format_count((p$count + 1) * p$apart),
                                      count_of(p$count + 1, "segment"), count_of(p$apart, "round")), horizon,
                                      call = call)
  }
}

# Checkpoints: ascending rounds.
check_record <- function(record, horizon, call) {
  wanted <- "a number of checkpoints of at least 1, or the rounds to record"
  if (length(record) == 1) {
    count <- check_whole(record, "record", min = 1, max = 1e6, wanted = wanted, call = call)
    if (count == 1) return(horizon)
    rounds <- unique(round(exp(seq(0, log(horizon), length.out = count))))
    return(c(rounds[rounds < horizon], horizon))
  }
  rounds <- check_numbers(record, "record", min = 1, max = horizon, whole = TRUE, call = call,
                          wanted = sprintf("%s, whole numbers from 1 to the horizon, %s", wanted,
                                           format_numbers(horizon)))
  sort(unique(rounds))
}

# Asking the machine takes milliseconds, so it is asked once.
machine <- new.env(parent = emptyenv())

# Two, unless the user asks for more: a shared machine may have other work. Under R CMD check, which
# allows two cores to all processes of the tests together, one.
default_threads <- function() {
  if (nzchar(Sys.getenv("_R_CHECK_LIMIT_CORES_"))) return(1)
  cores <- machine$cores <- machine$cores %||% max(1, parallel::detectCores(), na.rm = TRUE)
  limit <- suppressWarnings(as.integer(Sys.getenv("OMP_THREAD_LIMIT")))
  max(1, min(2, cores, limit, na.rm = TRUE))
}

check_threads <- function(threads, call) {
  if (!is.null(threads)) return(check_whole(threads, "threads", min = 1, max = 1024, call = call))
  option <- getOption("unruly.threads")
  if (is.null(option)) return(default_threads())
  check_whole(option, "options(unruly.threads)", min = 1, max = 1024, call = call)
}

# In seconds: how long a game may stay silent while the study is played, and once it is to stop.
session_patience <- function(call) {
  option <- getOption("unruly.patience")
  if (is.null(option)) return(c(Inf, 30))
  rep(check_number(option, "options(unruly.patience)", above = 0, call = call), 2)
}

check_all_playable <- function(description, call) {
  for (name in names(description$bandits)) {
    for (policy in resolve_policies(description$policies, description$bandits[[name]])) {
      check_playable(policy, description$bandits[[name]], name, call)
      check_observations(policy, description$bandits[[name]], name, call)
    }
  }
}

# A beta posterior counts successes, and divergences belong to distributions with certain means:
# what is observed must lie in the policy's range.
check_observations <- function(policy, bandit, name, call) {
  if (!is.null(policy$base)) check_observations(policy$base, bandit, name, call)
  reason <- why_not_observable(policy, bandit)
  if (!is.null(reason)) refuse_policy(policy, name, reason, call)
}

why_not_observable <- function(policy, bandit) {
  who <- what_needs_range(policy$constructor, policy$parameters)
  if (is.null(who)) return(NULL)
  range <- policy$assumes$range %||% c(0, Inf)
  needs <- sprintf("%s needs rewards %s", who,
                   if (range[2] == Inf) "of at least 0" else paste("in", interval_text(range)))
  rewards <- reward_scale(bandit)$range
  if (rewards[1] < range[1] || rewards[2] > range[2]) {
    mend <- if (takes_scale(policy) && all(is.finite(c(rewards, range)))) sprintf(". Try `range = %s`",
                                                                                  vector_text(rewards))
    return(paste0(needs, mend))
  }
  if (has_trait(bandit, "spread") && range[2] < Inf) paste0(needs, ", and sums that arrive together can be more")
}

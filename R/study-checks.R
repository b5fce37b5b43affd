# Checks of what run_study() is asked to do, before any work starts.

# Checks what is played, in the order of the arguments, so that the first
# wrong one is reported.
check_described <- function(bandit, policies, horizon, seed, record, keep, call, stop = NULL, after = "commit",
                            overrun = FALSE, drop = NULL, graduate = NULL) {
  bandits <- check_bandits(bandit, call)
  policies <- check_policies(policies, call)
  horizon <- check_horizon(horizon, bandits, call)
  keep <- check_keep(keep, bandits, call)
  seed <- check_seed(seed, call)
  record <- check_record(record, horizon, call)
  rules <- check_study_rules(stop, drop, graduate, after, bandits, policies, call)
  c(list(bandits = bandits, policies = policies, horizon = horizon, seed = seed, record = record, keep = keep),
    rules, overrun_of_study(check_overrun(overrun, bandits, call)))
}

overrun_of_study <- function(overrun) if (!is_no_overrun(overrun)) list(overrun = overrun)

is_no_overrun <- function(overrun) isFALSE(overrun) || identical(overrun, 0)

# Checks `overrun`: what arrives from a spread belongs to no pull, so that nothing can be outstanding of one. Returns
# TRUE or a number; FALSE or 0 if nothing is waited for.
check_overrun <- function(overrun, bandits, call) {
  overrun <- check_wait(overrun, bandits, call)
  if (is_no_overrun(overrun)) return(overrun)
  refuse <- function(wanted, which, hint) {
    if (!any(which)) return()
    abort_argument("overrun", sprintf("%s for the bandit %s", wanted, quoted(names(bandits)[which][1])), overrun,
                   call = call, hint = hint)
  }
  refuse("FALSE", vapply(bandits, has_trait, NA, "spread"),
         "With a spread, the rewards of several pulls arrive together, and none of them can be waited for.")
  if (!isTRUE(overrun)) {
    refuse("TRUE or FALSE", vapply(bandits, is_dated_replay, NA),
           "Its outcomes come by the dates of its log, not by rounds.")
  }
  overrun
}

# Rounds are whole, times need not be.
check_wait <- function(overrun, bandits, call) {
  if (isTRUE(overrun) || isFALSE(overrun)) return(overrun)
  if (identical(overrun, Inf)) return(TRUE)
  if (all(vapply(bandits, has_trait, NA, "accrual"))) {
    return(check_number(overrun, "overrun", min = 0, call = call, wanted = "TRUE, FALSE, or a time of at least 0"))
  }
  check_whole(overrun, "overrun", call = call, wanted = "TRUE, FALSE, or a whole number of rounds of at least 0")
}

check_first_rep <- function(first_rep, call) {
  check_whole(first_rep, "first_rep", min = 1, max = .Machine$integer.max, call = call)
}

# Refuses what is left in `...` of a function whose arguments after `reps` go by name only, so
# that no number lands where it was not meant.
check_by_name <- function(stray, call) {
  if (length(stray) == 0) return(invisible())
  name <- names(stray)[1] %||% ""
  given <- describe_value(stray[[1]])
  message <- if (nzchar(name)) {
    known <- setdiff(names(formals(function_of(call))), "...")
    hint <- did_you_mean(name, known, in_code) %||%
      sprintf("The arguments are %s.", paste(in_code(known), collapse = ", "))
    c("There is no argument {.arg {name}}.", x = "Given: {given}.", i = "{hint}")
  } else {
    meant <- meant_by(stray[[1]])
    c("What comes after {.arg reps} must be given by name.", x = "One argument has no name: {given}.",
      i = if (length(meant) > 0) "Was {.or {.code {paste(meant, given, sep = \" = \")}}} meant?")
  }
  abort_cli(message, class = c("unruly_error_argument", "unruly_error"), argument = if (nzchar(name)) name else "...",
                 call = call)
}

# Returns which arguments a value without a name may have been meant for.
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
check_policies <- function(policies, call, argument = "policies") {
  wanted <- "a policy, such as `policy_ucb1()`, or a list of policies"
  if (missing(policies)) abort_missing(argument, call, wanted)
  if (inherits(policies, "unruly_policy")) policies <- list(policies)
  check_elements(policies, argument, "unruly_policy", wanted, call, hint = hint_for_tried(policies))
  names(policies) <- element_names(policies, vapply(policies, function(p) p$label, ""))
  check_distinct(names(policies), argument, "labels", call)
  Map(function(policy, label) {
    policy$label <- label
    policy
  }, policies, names(policies))
}

# What policies(try = TRUE) returns, or its column of policies.
hint_for_tried <- function(policies) {
  if (is.data.frame(policies) && all(c("policy", "reason") %in% names(policies))) {
    return("Of the table of `policies()` take the policies that play: `table$policy[is.na(table$reason)]`.")
  }
  absent <- is.list(policies) && any(vapply(unclass(policies), is.null, NA))
  if (absent) "Leave out what is NULL: `Filter(Negate(is.null), policies)`."
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
                                 if (what == "labels") ", or use `label =`" else ""))
}

# Returns what is kept, in one order, of things that go together.
check_keep <- function(keep, bandits, call) {
  words <- c("summary", "choices", "moments", "scores")
  wanted <- "\"summary\", \"choices\" or \"moments\", or \"scores\" beside one of them"
  known <- is.character(keep) && !is.object(keep) && length(keep) > 0 && all(keep %in% words)
  others <- if (known && "moments" %in% keep) setdiff(keep, c("moments", "scores"))
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
             population = "a population has no fixed list of arms",
             silence = "zeros are never shown; for outcomes within an age keep \"choices\", see `estimates(within = )`",
             losses = "outcomes of some arms are lost more often, so the choice would decide which rounds count")
  for (name in names(bandits)) {
    losses <- if (hides_zeros(bandits[[name]])) "silence" else
      if (length(unique(lost_shares(bandits[[name]]))) > 1) "losses"
    refused <- intersect(names(words), c(bandit_flags(bandits[[name]]), names(bandits[[name]]$traits), losses))
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
    why <- .Call(C_refuses, bandit_in_question(b), horizon, NULL)
    if (!is.null(why)) abort_refusal(why, call, hint = if (startsWith(b$arms$kind, "tape") &&
                                                             horizon > b$arms$length) hint_to_transpose(b$arms))
  }
  horizon
}

# A tape has one row per arm. One with more rows than columns may be transposed.
hint_to_transpose <- function(arms) {
  reward <- arms$parameters$reward
  if (nrow(reward) <= ncol(reward)) return(NULL)
  sprintf("A tape has one row per arm, so this one has %s. If its rows are rounds, use `arms_tape(t(reward))`.",
          count_of(nrow(reward), "arm"))
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
    bandit <- description$bandits[[name]]
    check_playable(resolve_policies(description$policies, bandit, call), bandit, name, call)
  }
  warn_of_outcomes(description, call)
}

# Names policies and rules that take what was shown for a fair sample, where lags depend on the reward.
warn_of_outcomes <- function(description, call) {
  late <- Filter(has_lags_by_reward, description$bandits)
  if (length(late) == 0) return(invisible())
  misled <- unique(unlist(lapply(late, function(b) {
    names(description$policies)[vapply(resolve_policies(description$policies, b), is_misled, NA)]
  })))
  rules <- unique(unlist(lapply(late, function(b) {
    given <- lapply(without_nulls(description[rule_arguments]), resolve_stop, stated_by_bandit_for_rules(b))
    moved <- Filter(is_moved, do.call(c, lapply(unname(given), all_stops)))
    vapply(moved, function(rule) rule$kind, "")
  })))
  if (length(c(misled, rules)) == 0) return(invisible())
  who <- c(misled, if (length(rules) > 0) paste("the rule", vapply(rules, quoted, "")))
  what <- if (all(vapply(late, pays_lives, NA))) "Early deaths are reported first" else
    "Outcomes of 0 come later or earlier than others"
  warn_plain(c(
    sprintf("%s, and %s what was shown for a fair sample: %s.", what,
            if (length(who) == 1) "one of the policies and rules takes" else "some of the policies and rules take",
            paste(who, collapse = ", ")),
    i = "Until all outcomes of an arm are shown, its mean may be far too great, or too small."
  ), class = c("unruly_warning_outcomes", "unruly_warning"), call = call)
}

is_moved <- function(rule) !joins_stops(rule) && !rule$kind %in% unmoved_rules && !goes_by_hazards(rule)

is_misled <- function(policy) {
  if (goes_by_hazards(policy) || allots_by_plan(policy)) return(FALSE)
  listed <- registry()
  isTRUE(listed$misled[match(policy$constructor, listed$constructor)]) ||
    !is.null(policy$policy) && policy$constructor != "policy_matured" && is_misled(policy$policy)
}

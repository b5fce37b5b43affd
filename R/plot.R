# Views of a study: the types of figures, which of them the study has, and the arguments that all of them take.

# A log has no true means, so studies of nothing but replays show the reward. Games may run out of events, so it is
# that of a turn.
usual_plot <- function(study) if (only_replays(study)) "reward per round" else "regret"

# The types of figures, and which of their axes can be logarithmic.
plot_axes <- c(regret = "xy", reward = "xy", "reward per round" = "xy", contrast = "x", optimal = "x",
               recommendations = "x", pulls = "", unfairness = "xy", frontier = "xy", exits = "x", distribution = "x",
               choices = "", game = "")

# --- what is asked for ----------------------------------------------------------

# Checks how a study is to be looked at.
check_view <- function(study, type, policies = NULL, bandits = NULL, level = 0.95, interval = "t", baseline = NULL,
                       log = NULL, highlight = NULL, labels = NULL, window = NULL, rep = NULL, rounds = NULL,
                       call = rlang::caller_env()) {
  d <- study$description
  type <- check_choice(type, "type", c(names(plot_axes), "sweep"), call = call)
  bandits <- check_some(bandits, "bandits", names(d$bandits), call)
  check_plot_type(type, study, bandits, call)
  policies <- check_some(policies, "policies", names(d$policies), call)
  baseline <- check_choice(baseline %||% names(d$policies)[1], "baseline", names(d$policies), single = TRUE,
                           call = call)
  if (type == "contrast" && identical(policies, baseline)) {
    abort_argument("policies", sprintf("others than the baseline, %s, for \"contrast\"", quoted(baseline)), policies,
                   call = call)
  }
  list(
    type = type, bandits = bandits, policies = policies, baseline = baseline,
    level = check_number(level, "level", above = 0, below = 1, call = call),
    interval = check_choice(interval, "interval", c("t", "bootstrap"), call = call),
    log = check_log(log, type, study, bandits, call), highlight = check_highlight(highlight, policies, study, call),
    labels = if (!is.null(labels)) check_flag(labels, "labels", call), window = check_window(window, d$horizon, call),
    rep = check_whole(rep %||% study$replications[1], "rep", min = 1, call = call),
    rounds = check_whole(rounds %||% min(d$horizon, usual_rounds), "rounds", min = 1, max = d$horizon, call = call)
  )
}

# More rounds of a game cannot be distinguished.
usual_rounds <- 200

# Policies to colour, as many as there are colours at most.
check_highlight <- function(highlight, policies, study, call) {
  if (is.null(highlight)) return(NULL)
  found <- check_some(highlight, "highlight", policies, call)
  coloured <- length(setdiff(found, oracles_of(study)))
  if (coloured > length(safe_colours)) {
    abort_argument("highlight", sprintf("at most %d policies, one per colour", length(safe_colours)),
                   call = call,
                   given = as.character(coloured))
  }
  found
}

# Rounds of a window, by default 2% of all, but at least 50: means of fewer are noise.
check_window <- function(window, horizon, call) {
  if (is.null(window)) return(max(50, round(0.02 * horizon)))
  check_whole(window, "window", max = horizon, call = call)
}

# The view of a whole study, for drawings of our own.
whole_view <- function(study, type = "regret") check_view(study, type)

# Some of the names there are, in their order.
check_some <- function(value, argument, names, call) {
  if (is.null(value)) return(names)
  good <- is.character(value) && !is.object(value) && is.null(dim(value)) && length(value) > 0 && all(value %in% names)
  if (!good) abort_argument(argument, paste("some of", paste(quoted(names), collapse = ", ")), value,
                            hint = did_you_mean(value, names), call = call)
  names[names %in% value]
}

check_log <- function(log, type, study, bandits, call) {
  axes <- plot_axes[[type]] # never of "sweep", which has arguments of its own
  usual <- if (type == "exits") usual_exits_log(study, bandits) else ""
  log <- check_choice(log %||% usual, "log", c("", "x", "y", "xy"), call = call)
  refused <- setdiff(strsplit(log, "")[[1]], strsplit(axes, "")[[1]])
  if (length(refused) > 0) {
    abort_argument("log",
                   sprintf("%s for %s", if (axes == "") "\"\"" else paste("\"\" or", quoted(axes)), quoted(type)),
                   log, call = call)
  }
  log
}

check_plot_type <- function(type, study, bandits = names(study$description$bandits), call = rlang::caller_env()) {
  lacks <- lacking_for_plots(study, bandits)
  if (!type %in% names(lacks)) return(invisible())
  abort_argument("type", "one that the study has figures for", type, call = call,
                 given = sprintf("%s, which needs %s", dQuote(type, FALSE), lacks[[type]]))
}

# Returns what is missing, by the type of figure that needs it.
lacking_for_plots <- function(study, bandits = names(study$description$bandits)) {
  seen <- study$description$bandits[bandits]
  has <- function(name) any(vapply(seen, has_trait, NA, name))
  no_regret <- if (all(vapply(seen, has_trait, NA, "replay"))) "true means: a log has only `\"reward\"`"
  unfair <- if (!has("fairness")) "a study with fairness"
  no_turns <- if (all(is.na(last_reached(study)[bandits]))) none_reached_text(study, bandits)
  by_row <- if (keeps_moments(study)) "replications, and this study was run with `keep = \"moments\"`"
  c(
    regret = no_regret, optimal = no_regret %||% by_row, distribution = no_regret %||% by_row, unfairness = unfair,
    recommendations = if (!any(vapply(seen, judges_naming, NA))) "bandits whose best arm is known and can be named",
    frontier = unfair %||% by_row, pulls = by_row,
    contrast = if (length(study$description$policies) < 2) "two policies or more" else no_turns,
    reward = no_turns, "reward per round" = no_turns,
    game = if (all(vapply(seen, has_trait, NA,
                          "replay"))) "a bandit that is not a replay of a log",
    choices = if (is.null(study$tables$choices)) "a study run with `keep = \"choices\"`",
    exits = lacking_for_exits(study, bandits) %||% by_row
  )
}

# --- exits ------------------------------------------------------------------------------

# Returns what would have to be there for an arm to exit; NULL if one can.
lacking_for_exits <- function(study, bandits) {
  can <- vapply(bandits, function(name) can_exit(study$description$bandits[[name]], name, study), NA)
  born <- vapply(study$description$bandits[bandits], has_trait, NA, "population")
  if (!any(can)) return("arms that can leave or die")
  if (any(born) && any(can & !born)) "`bandits` that are all populations, or none of them"
}

can_exit <- function(bandit, name, study) {
  if (has_trait(bandit, "population")) return(TRUE)
  if (has_trait(bandit, "replay")) return(name %in% study$tables$exits$bandit)
  any(is.finite(c(bandit$traits$patience$parameters$patience, bandit$traits$lifetimes$parameters$last)))
}

# Impatience strikes early.
usual_exits_log <- function(study, bandits) {
  lived <- function(b) any(c("lifetimes", "population", "replay") %in% names(b$traits))
  if (any(vapply(study$description$bandits[bandits], lived, NA))) "" else "x"
}

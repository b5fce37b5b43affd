# What estimates() needs of a log of choices: sums by game and arm. The core adds them up (src/logs/choice_sums.h), and
# only those that are asked for; written down plainly they are in tests/testthat/helper-log-sums.R.

sums_of_log <- function(log, how, sd, call, horizon = how$horizon, decay = how$decay %||% 0) {
  choices <- read_choices(log, call)
  by <- intersect(c("bandit", "policy", "rep"), names(log)) # a log of ours has none
  games <- games_of_log(log, by, length(choices$arm))
  check_horizon_of_log(horizon, max(games$sizes, choices$round), call)
  scored <- "aipw" %in% how$method
  without <- if (scored) lacking_chances(choices, how)
  found <- choice_sums(choices, games, horizon, decay, if (scored && is.null(without)) how$weights, call)
  if (found$certain) without <- no_overlap("One arm had all the chance in every round, so the others had none (no overlap)")
  count <- length(choices$labels)
  of_game <- rep(seq_along(games$sizes), each = count)
  shown <- tibble(!!!lapply(rlang::set_names(by), function(column) log[[column]][games$first[of_game]]),
                  round = rounds_of_games(choices, games)[of_game],
                  arm = if (choices$numbered) as.integer(found$sums$arm) else
                  factor(choices$labels[found$sums$arm], choices$labels),
                  pulls = found$sums$pulls)
  list(sums = found$sums, shown = shown, arms = rep(count, nrow(shown)),
       sd = if (is.null(sd)) NA_real_ else given_deviations(sd, numeric(count), call)[found$sums$arm],
       lacks = list(sequence = if ("sequence" %in% how$method) lacking_in_log(choices, how, sd), aipw = without))
}

# A row by game and arm. `weights`: which scores; NULL: none.
choice_sums <- function(choices, games, horizon, decay, weights, call) {
  log <- c(choices[c("arm", "reward", "round", "propensity")], list(game = games$of),
           if (!is.null(weights)) choices$chances)
  plan <- list(arms = length(choices$labels) + 0,
               horizon = if (is.null(horizon)) games$sizes else rep(horizon, length(games$sizes)),
               decay = decay, wanted = c("uniform", "constant", "two-point") %in% weights)
  found <- rlang::set_names(.Call(C_choice_sums, log, plan), c("sums", "wrong", "certain"))
  if (found$wrong > 0) abort_chances(sprintf("others in row %s", format_count(found$wrong)), call)
  if (found$wrong < 0) {
    abort_argument("x$round", "rounds that increase within a game", call = call,
                   given = sprintf("one that is not later in row %s", format_count(-found$wrong)))
  }
  found$sums <- tibble::new_tibble(found$sums, nrow = length(found$sums$arm))
  found
}

rounds_of_games <- function(choices, games) {
  if (is.null(choices$round)) return(games$sizes)
  if (is.null(games$of)) return(max(games$sizes, choices$round))
  latest <- order(games$of, choices$round)[cumsum(games$sizes)]
  pmax(games$sizes, choices$round[latest])
}

check_horizon_of_log <- function(horizon, rounds, call) {
  if (is.null(horizon) || horizon >= rounds) return(invisible())
  abort_argument("horizon", sprintf("at least %s, the rounds of the log", format_count(rounds)), horizon, call = call)
}

# The number of the game of each row (NULL: there is one only), in the order in which games begin, with their first rows
# and sizes.
games_of_log <- function(log, by, count) {
  if (length(by) == 0) return(list(of = NULL, first = 1L, sizes = count + 0))
  of <- row_groups(lapply(by, function(column) if (is.atomic(log[[column]])) log[[column]] else
                          as.character(log[[column]])))
  list(of = as.integer(of), first = which(!duplicated(of)), sizes = tabulate(of) + 0)
}

# An agent's policy says for which rewards it is made, and what its horizon and floor are.
sums_of_agent <- function(a, how, sd, call) {
  check_agent(a, "x", call)
  given <- .Call(C_agent_description, a)
  if (!is.null(given$waiting)) {
    abort_argument("x", "an agent whose choices are arms", given = "one whose choices are arms and waits together",
                   call = call)
  }
  if ((given$context %||% 0) > 0) {
    abort_argument("x", "an agent without contexts", given = "one with them: what an arm pays depends on the context",
                   call = call)
  }
  log <- as_log(a)
  if (nrow(log) == 0) abort_argument("x", "an agent that has made a choice", given = "one that has not", call = call)
  # somebody else chose, nobody knows with which chance
  if (anyNA(log$propensity)) log[c("propensity", "chances")] <- NULL
  sums_of_log(log, how, sd %||% assumed_deviation(given$policy), call, horizon = how$horizon %||% given$horizon,
              decay = how$decay %||% floor_decay(given$policy))
}

# Of a policy that holds another, what that one assumes.
assumed_deviation <- function(policy) {
  assumes <- policy$assumes
  if (is.null(assumes)) return(if (!is.null(policy$base)) assumed_deviation(policy$base))
  assumes[["sd"]] %||% (diff(assumes[["range"]]) / 2)
}

floor_decay <- function(policy) if (policy$constructor == "policy_floor") policy$parameters$decay %||% 0 else 0

# --- reading ------------------------------------------------------------------------------

estimated_words <- "a study, an agent or a log (a data frame with the columns `arm` and `reward`)"

# Arms as numbers; `chances` as the core takes them (or NULL).
read_choices <- function(log, call) {
  if (inherits(log, "unruly_log")) {
    check_class(log, "x", "unruly_log", estimated_words, call)
    return(list(arm = as.integer(log$arm), reward = as.double(log$reward), propensity = log$propensity,
                labels = log$labels, numbered = identical(log$labels, as.character(seq_len(log$arms)))))
  }
  if (!is.data.frame(log) || nrow(log) == 0) abort_argument("x", estimated_words, log, call = call)
  absent <- setdiff(c("arm", "reward"), names(log))
  if (length(absent) > 0) {
    abort_argument("x", estimated_words, given = sprintf("a data frame without `%s`", absent[1]), call = call,
                   hint = did_you_mean(absent, names(log), in_code))
  }
  chances <- known_chances(log[["chances"]], nrow(log), call)
  numbered <- if (is.numeric(log$arm)) as.character(seq_len(chances$columns %||% 0))
  arms <- choice_arms(log$arm, c(chances$names, numbered), call)
  c(arms, list(reward = choice_rewards(log$reward, call), chances = place_chances(chances, arms$labels, call),
               propensity = if (!is.null(log[["propensity"]])) choice_propensity(log[["propensity"]], call),
               round = if (!is.null(log[["round"]])) check_numbers(log[["round"]], "x$round", min = 1, whole = TRUE,
                                                                   call = call)))
}

choice_arms <- function(arm, others, call) {
  numbered <- is.numeric(arm)
  if (numbered) arm <- check_numbers(arm, "x$arm", min = 1, max = 1e7, whole = TRUE, call = call)
  if (!numbered && (!(is.character(arm) || is.factor(arm)) || anyNA(arm))) {
    abort_argument("x$arm", "numbers of arms, or their names, without `NA`", arm, call = call)
  }
  if (!numbered) check_readable(if (is.factor(arm)) levels(arm) else unique(arm), "x$arm", call)
  if (numbered) others <- suppressWarnings(as.numeric(others))
  labels <- if (numbered) as.character(seq_len(max(arm, others[!is.na(others)]))) else
    if (is.factor(arm)) union(levels(arm), others) else sort(union(arm, others), method = "radix")
  list(arm = if (numbered || is.factor(arm)) as.integer(arm) else match(arm, labels), labels = labels,
       numbered = numbered)
}

choice_rewards <- function(reward, call) {
  good <- (is.numeric(reward) || is.logical(reward)) && !is.object(reward) &&
    all(is.na(reward) | abs(reward) <= largest_number) &&
    !any(is.nan(reward))
  if (!good) abort_argument("x$reward", "numbers of at most 1e100 in size, `NA` where none was shown", reward,
                            call = call)
  as.double(reward)
}

choice_propensity <- function(propensity, call) {
  good <- is.numeric(propensity) && !is.object(propensity) && all(is.na(propensity) | propensity > 0 & propensity <= 1)
  if (!good) abort_argument("x$propensity", "chances above 0 and at most 1, or `NA`", propensity, call = call)
  if (anyNA(propensity)) NULL else propensity # not known of some: of no use
}

# A matrix with columns for arms, or a list of vectors, with the names that occur, and how many chances stand side by
# side without; what is in them the core looks at.
known_chances <- function(chances, rows, call) {
  if (is.null(chances)) return(NULL)
  if (is.matrix(chances)) {
    if (!is.numeric(chances) || nrow(chances) != rows) abort_chances(describe_value(chances), call)
    if (is.na(chances[1]) && all(is.na(chances))) return(NULL)
    return(list(chances = if (is.double(chances)) chances else as.double(chances), names = colnames(chances),
                columns = if (is.null(colnames(chances))) ncol(chances) else 0L))
  }
  if (!is.list(chances) || length(chances) != rows) abort_chances(describe_value(chances), call)
  if (is.null(chances[[1]]) || anyNA(chances[[1]])) {
    if (all(vapply(chances, function(one) is.null(one) || is.numeric(one) && all(is.na(one)), NA))) return(NULL)
  }
  found <- .Call(C_chance_names, unclass(chances))
  list(chances = unclass(chances), names = found[[1]], columns = found[[2]])
}

# Which arm each name stands for, and what has none.
place_chances <- function(chances, labels, call) {
  if (is.null(chances)) return(NULL)
  listed <- is.list(chances$chances)
  columns <- if (listed) as.character(seq_len(chances$columns)) else
    chances$names %||% as.character(seq_len(chances$columns))
  place <- match(columns, labels)
  if (!listed &&
      anyNA(place)) abort_chances(sprintf("a column for %s, which is no arm", quoted(columns[is.na(place)][1])), call)
  c(list(chances = chances$chances, place = place),
    if (listed) list(names = chances$names %||% character(), arm_of_name = match(chances$names, labels)))
}

abort_chances <- function(given, call) {
  wanted <- paste("the chance of each arm: a list of named vectors, or a matrix with named columns, each summing to 1, in",
                  "which no arm was played that had no chance")
  abort_argument("x$chances", wanted, given = given, call = call)
}

lacking_in_log <- function(choices, how, sd) {
  if (how$family == "bernoulli") {
    if (!all(choices$reward %in% c(0, 1, NA))) lacking("With the family \"bernoulli\" rewards are 0 or 1, and those of this log are not")
  } else if (is.null(sd)) {
    lacking("Nobody knows how far the rewards of a log can lie from their mean: give `sd`, half the range of bounded ones")
  }
}

lacking_chances <- function(choices, how) {
  if (!is.null(choices$chances)) return(NULL)
  if (is.null(choices$propensity)) {
    no_overlap("The log has no `chances`, with which the arms were to be played")
  } else if (!identical(how$weights, "uniform")) {
    no_overlap("The log has the chance of the arm that was played only: give `chances` of all, or `weights = \"uniform\"`")
  }
}

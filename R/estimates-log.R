# What estimates() needs, from the choices of a log, written down plainly: what the core adds up
# as games go on is tested against this.

sums_of_log <- function(log, how, sd, call, horizon = how$horizon, decay = how$decay %||% 0) {
  choices <- read_choices(log, call)
  by <- intersect(c("bandit", "policy", "rep"), names(log)) # a log of ours has none
  games <- games_of_log(log, by, length(choices$arm))
  check_horizon_of_log(horizon, max(lengths(games), choices$round), call)
  parts <- lapply(games, function(at) {
    sums <- sums_of_choices(choices_at(choices, at), horizon %||% length(at), decay)
    game <- lapply(rlang::set_names(by), function(column) rep(log[[column]][at[1]], nrow(sums)))
    tibble(!!!game, round = max(length(at), choices$round[at]), sums)
  })
  sums <- do.call(rbind, unname(parts))
  shown <- sums[c(by, "round", "arm", "pulls")]
  shown$arm <- if (choices$numbered) as.integer(sums$arm) else factor(choices$labels[sums$arm], choices$labels)
  count <- length(choices$labels)
  list(sums = sums, shown = shown, arms = rep(count, nrow(sums)),
       sd = if (is.null(sd)) NA_real_ else given_deviations(sd, numeric(count), call)[sums$arm],
       lacks = list(sequence = lacking_in_log(choices, how, sd), aipw = lacking_chances(choices, how)))
}

check_horizon_of_log <- function(horizon, rounds, call) {
  if (is.null(horizon) || horizon >= rounds) return(invisible())
  abort_argument("horizon", sprintf("at least %s, the rounds of the log", format_count(rounds)), horizon, call = call)
}

# The rows of each game, in the order in which games begin.
games_of_log <- function(log, by, count) {
  game <- if (length(by) > 0) do.call(paste, c(lapply(by, function(column) as.character(log[[column]])), sep = "\r")) else rep("", count)
  unname(split(seq_len(count), factor(game, unique(game))))
}

# An agent's policy says for which rewards it is made, and what its horizon and floor are.
sums_of_agent <- function(a, how, sd, call) {
  check_agent(a, "x", call)
  given <- .Call(C_agent_description, a)
  if (!is.null(given$delay)) {
    abort_argument("x", "an agent whose choices are arms", given = "one whose choices are arms and waits together", call = call)
  }
  if ((given$context %||% 0) > 0) {
    abort_argument("x", "an agent without contexts", given = "one with them: what an arm pays depends on the context", call = call)
  }
  log <- as_log(a)
  if (nrow(log) == 0) abort_argument("x", "an agent that has made a choice", given = "one that has not", call = call)
  if (anyNA(log$propensity)) log[c("propensity", "chances")] <- NULL # somebody else chose, nobody knows with which chance
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

# Arms as numbers, `chances` as a matrix with a column an arm (or NULL).
read_choices <- function(log, call) {
  if (inherits(log, "unruly_log")) {
    check_class(log, "x", "unruly_log", estimated_words, call)
    return(list(arm = log$arm, reward = log$reward, propensity = log$propensity, labels = log$labels,
                numbered = identical(log$labels, as.character(seq_len(log$arms)))))
  }
  if (!is.data.frame(log) || nrow(log) == 0) abort_argument("x", estimated_words, log, call = call)
  absent <- setdiff(c("arm", "reward"), names(log))
  if (length(absent) > 0) {
    abort_argument("x", estimated_words, given = sprintf("a data frame without `%s`", absent[1]), call = call,
                   hint = did_you_mean(absent, names(log), in_code))
  }
  arms <- choice_arms(log$arm, chance_names(log[["chances"]]), call)
  chances <- if (!is.null(log[["chances"]])) chance_matrix(log[["chances"]], arms, call)
  c(arms, list(reward = choice_rewards(log$reward, call), chances = chances,
               propensity = if (!is.null(log[["propensity"]])) choice_propensity(log[["propensity"]], call),
               round = if (!is.null(log[["round"]])) check_numbers(log[["round"]], "x$round", min = 1, whole = TRUE, call = call)))
}

choices_at <- function(choices, at) {
  columns <- c("arm", "reward", "propensity", "round")
  choices[columns] <- lapply(choices[columns], `[`, at)
  choices$chances <- if (!is.null(choices$chances)) choices$chances[at, , drop = FALSE]
  choices
}

choice_arms <- function(arm, others, call) {
  numbered <- is.numeric(arm)
  if (numbered) arm <- check_numbers(arm, "x$arm", min = 1, max = 1e7, whole = TRUE, call = call)
  if (!numbered && (!(is.character(arm) || is.factor(arm)) || anyNA(arm))) {
    abort_argument("x$arm", "numbers of arms, or their names, without `NA`", arm, call = call)
  }
  if (!numbered) check_readable(unique(as.character(arm)), "x$arm", call)
  if (numbered) others <- suppressWarnings(as.numeric(others))
  labels <- if (numbered) as.character(seq_len(max(arm, others[!is.na(others)]))) else
    if (is.factor(arm)) union(levels(arm), others) else sort(union(arm, others), method = "radix")
  list(arm = if (numbered) as.integer(arm) else match(as.character(arm), labels), labels = labels, numbered = numbered)
}

choice_rewards <- function(reward, call) {
  good <- (is.numeric(reward) || is.logical(reward)) && !is.object(reward) && all(is.na(reward) | abs(reward) <= largest_number) &&
    !any(is.nan(reward))
  if (!good) abort_argument("x$reward", "numbers of at most 1e100 in size, `NA` where none was shown", reward, call = call)
  as.double(reward)
}

choice_propensity <- function(propensity, call) {
  good <- is.numeric(propensity) && !is.object(propensity) && all(is.na(propensity) | propensity > 0 & propensity <= 1)
  if (!good) abort_argument("x$propensity", "chances above 0 and at most 1, or `NA`", propensity, call = call)
  if (anyNA(propensity)) NULL else propensity # not known of some: of no use
}

chance_names <- function(chances) {
  if (is.matrix(chances)) colnames(chances) else if (is.list(chances)) unique(unlist(lapply(chances, names)))
}

chance_matrix <- function(chances, arms, call) {
  if (is.list(chances) && all(vapply(chances, is.null, NA))) return(NULL)
  matrix <- if (is.matrix(chances)) spread_chances(chances, arms) else listed_chances(chances, arms)
  known <- !is.null(matrix) && is.numeric(matrix)
  if (known && all(is.na(matrix))) return(NULL)
  good <- known && !anyNA(matrix) && all(matrix >= 0 & matrix <= 1) && all(abs(rowSums(matrix) - 1) < 1e-6) &&
    all(matrix[cbind(seq_along(arms$arm), arms$arm)] > 0)
  if (good) return(matrix)
  wanted <- paste("the chance of each arm: a list of named vectors, or a matrix with named columns, each summing to 1, in",
                  "which no arm was played that had no chance")
  abort_argument("x$chances", wanted, chances, call = call)
}

spread_chances <- function(chances, arms) {
  place <- match(colnames(chances) %||% as.character(seq_len(ncol(chances))), arms$labels)
  if (anyNA(place) || nrow(chances) != length(arms$arm)) return(NULL)
  all <- matrix(0, nrow(chances), length(arms$labels))
  all[, place] <- unclass(chances)
  all
}

# Arms that are not named in a round are away.
listed_chances <- function(chances, arms) {
  if (!is.list(chances) || !all(vapply(chances, is.numeric, NA))) return(NULL)
  sizes <- lengths(chances)
  names <- unlist(lapply(chances, function(x) names(x) %||% as.character(seq_along(x))))
  place <- match(names, arms$labels)
  if (anyNA(place)) return(NULL)
  all <- matrix(0, length(chances), length(arms$labels))
  all[cbind(rep(seq_along(chances), sizes), place)] <- unlist(chances)
  all
}

lacking_in_log <- function(choices, how, sd) {
  if (how$family == "bernoulli") {
    if (!all(choices$reward %in% c(0, 1, NA))) lacking("With the family \"bernoulli\" rewards are 0 or 1, and those of this log are not")
  } else if (is.null(sd)) {
    lacking("Nobody knows how far the rewards of a log can lie from their mean: give `sd`, half the range of bounded ones")
  }
}

lacking_chances <- function(choices, how) {
  if (!is.null(choices$chances)) {
    if (all(choices$chances %in% 0:1)) no_overlap("One arm had all the chance in every round, so the others had none (no overlap)")
  } else if (is.null(choices$propensity)) {
    no_overlap("The log has no `chances`, with which the arms were to be played")
  } else if (!identical(how$weights, "uniform")) {
    no_overlap("The log has the chance of the arm that was played only: give `chances` of all, or `weights = \"uniform\"`")
  }
}

# --- sums --------------------------------------------------------------------------------

sums_of_choices <- function(choices, horizon, decay) {
  rows <- lapply(seq_along(choices$labels), function(k) {
    played <- choices$arm == k & !is.na(choices$reward)
    reward <- choices$reward[played]
    c(list(arm = k, pulls = sum(played) + 0, sum = sum(reward), squares = sum(reward^2)), scores_of_arm(choices, k, played, horizon, decay))
  })
  tibble::as_tibble(do.call(Map, c(list(c), rows)))
}

# Of the rounds in which the arm could be played. What was never shown counts for no arm.
scores_of_arm <- function(choices, k, played, horizon, decay) {
  chance <- if (!is.null(choices$chances)) choices$chances[, k] else
    if (is.null(choices$propensity)) rep(NA_real_, length(played)) else ifelse(choices$arm == k, choices$propensity, NA)
  counts <- !is.na(choices$reward) & !chance %in% 0
  reward <- ifelse(played, choices$reward, 0)
  before <- cumsum(played) - played
  mean <- ifelse(before > 0, (cumsum(reward) - reward) / before, 0)
  score <- mean
  score[played] <- mean[played] + (reward[played] - mean[played]) / chance[played]
  weights <- list(uniform = rep(if (all(is.na(chance))) NA_real_ else 1, length(played)), constant = sqrt(chance),
                  two_point = two_point_weights(chance, choices$round %||% seq_along(chance), horizon, decay))
  sums <- lapply(names(weights), function(name) {
    h <- weights[[name]][counts]
    g <- score[counts]
    stats::setNames(list(sum(h), sum(h * g), sum(h^2), sum(h^2 * g), sum(h^2 * g^2)),
                    paste(c("weight", "score", "weight2", "score2", "squares"), name, sep = "_"))
  })
  do.call(c, sums)
}

# A stick, of which each round breaks off its share of what is left; also rounds in which nothing was played.
two_point_weights <- function(chance, t, horizon, decay) {
  round <- seq_len(max(t))
  share <- (1 - decay) / (1 - decay + horizon * (round / horizon)^decay - round)
  share[t] <- (1 - chance) * share[t] + chance / (1 + horizon - t)
  share <- pmin(pmax(share, 0), 1)
  left <- c(1, cumprod(1 - share))[round]
  sqrt((left * share)[t] * chance)
}

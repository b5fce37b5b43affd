# Estimates of outcomes within some time of their pulls, where outcomes come late or never: of a study that keeps its
# choices, of an agent, or of a log that dates its outcomes. The lag of an outcome is the age of its pull when it came;
# what has not come by the age that a pull has at the end is unknown, not absent.

within_methods <- c("kaplan_meier", "rate")

check_within <- function(within, call) {
  if (is.null(within)) return(NULL)
  sort(unique(check_numbers(within, "within", min = 0, wanted = "NULL, or numbers of at least 0", call = call)))
}

# Tables of all methods, one below the other.
estimates_by_age <- function(x, at, how, call) {
  base <- intersect(how$method, estimate_methods)
  if (is.null(how$within) && "kaplan_meier" %in% how$method) {
    abort_argument("within", "ages, such as `within = 500`, with the method \"kaplan_meier\"", NULL, call = call)
  }
  tables <- list()
  if (length(base) > 0 && is.null(how$within)) {
    usual <- utils::modifyList(how, list(method = base))
    found <- estimate_table(sums_to_estimate(x, at, usual, call), usual, call)
    tables <- list(tibble(plain_tibble(found), within = NA_real_))
  }
  parts <- outcomes_of_source(x, call)
  if (inherits(x, "unruly_log")) tell_of_early_ages(parts[[1]], how$within, x$unit)
  if (!is.null(how$within) && any(vapply(parts, `[[`, NA, "lives"))) {
    for (method in base) report_lacking(method, impossible("Of times lived there is no mean within an age"), how, call)
    base <- character()
  }
  for (m in how$within %||% Inf) {
    one <- utils::modifyList(how, list(method = base, within = m))
    if (length(base) > 0 && is.finite(m)) tables <- c(tables, list(matured_table(x, parts, one, call)))
    if ("kaplan_meier" %in% how$method) tables <- c(tables, lapply(parts, kaplan_meier_rows, m, how))
    if ("rate" %in% how$method) tables <- c(tables, list(rates_table(parts, m, how, call)))
  }
  table <- do.call(rbind, lapply(without_nulls(tables), plain_tibble))
  if (is.null(table)) abort_argument("method", "one that the data support", how$method, call = call,
                                     given = "none of them")
  if ("rate" %in% table$method) tell_of_rates(table, parts, how, call)
  if (is.null(how$within)) table$within <- NULL
  if (inherits(x, "unruly_study")) table <- name_arms(table, x$description$bandits)
  new_table(table, "unruly_estimates", level = how$level, unit = if (inherits(x, "unruly_log")) x$unit,
            lives = any(vapply(parts, `[[`, NA, "lives")))
}

# Days may have been given where times are in seconds.
tell_of_early_ages <- function(part, within, unit) {
  lags <- part$lag[part$event]
  if (is.null(within) || length(lags) == 0 || max(within) >= min(lags)) return(invisible())
  inform_plain(c(sprintf("No outcome of the log came within %s: the least lag is %s.", format_numbers(max(within)),
                         format_numbers(min(lags))),
                 i = paste0("Ages are in the unit of the log's times", if (is.null(unit)) "." else
                   ", which for dates is seconds: 30 days are `as.difftime(30, units = \"days\")`.")),
               class = "unruly_message_within")
}

matured_table <- function(x, parts, how, call) {
  known <- known_of_parts(parts, how, call)
  found <- plain_tibble(estimate_table(known, how, call))
  tibble(found, within = how$within)
}

# For comparisons, of which the arms have their names.
sums_of_matured <- function(x, at, how, call) {
  if (!identical(at, "final")) abort_argument("at", "\"final\" with `within`", at, call = call)
  known <- known_of_parts(outcomes_of_source(x, call), how, call)
  if (inherits(x, "unruly_study")) known$shown <- name_arms(known$shown, x$description$bandits)
  known
}

# --- what is known ------------------------------------------------------------------------

# What `x` says of its pulls, in parts of one bandit each: `log`; by event its `lag` (NA: no outcome has come), its
# `age` at the end and whether it had an `event`, an outcome other than 0; and functions of an age and of the numbers
# of arms, NULL where they are unknown: `law`, the probability that an outcome is shown by then, and `truth`. `lives`:
# the arms pay times lived.
outcomes_of_source <- function(x, call) {
  if (inherits(x, "unruly_study")) return(outcomes_of_study(x, call))
  given <- if (inherits(x, "unruly_agent")) estimated_agent(x, call)
  if (!is.null(given)) x <- as_log(x)
  if (!inherits(x, "unruly_log")) abort_argument("x", estimated_words, x, call = call)
  if (!is_dated(x) && is.null(given)) {
    abort_argument("x", "a log that says when its outcomes came", call = call, given = "one without `outcome_time`",
                   hint = "Name the column: `as_log(x, outcome_time = )`.")
  }
  came <- x$outcome_time %||% x$time
  attr(x, "games") <- games_of_log(x)
  part <- list(log = x, lag = came - x$time, age = (x$until %||% max(x$time)) - x$time, lives = FALSE)
  part$event <- !is.na(came) & !is.na(x$reward) & x$reward != 0
  if (!is.null(given)) part <- c(part, list(agent = given, law = law_of_policy(given$policy, x$arms)))
  list(part)
}

outcomes_of_study <- function(study, call) {
  check_study(study, "x", call = call)
  if (is.null(study$tables$choices)) {
    abort_argument("x", "a study run with `keep = \"choices\"`", call = call,
                   given = "one that did not keep its choices, and when their outcomes were shown")
  }
  if (any_trait(study$description, "population")) {
    abort_argument("x", "a study of bandits whose arms are known", call = call, given = "one of a population of arms")
  }
  check_one_mean(study, call, within = TRUE)
  bandits <- study$description$bandits
  lapply(names(bandits), function(name) outcomes_of_bandit(study, name, bandits[[name]]))
}

outcomes_of_bandit <- function(study, name, bandit) {
  rows <- study$tables$choices
  if (length(study$description$bandits) > 1) rows <- rows[rows$bandit == name, ]
  arms <- arm_count(bandit)
  log <- new_log(rows$arm, rows$reward, list(seq_len(arms)), rep(1, nrow(rows)), whole_text(seq_len(arms)),
                 time = rows$round, propensity = if (!all(is.na(rows$propensity))) rows$propensity,
                 game = as.list(rows[c("bandit", "policy", "rep")]), round = rows$round)
  of <- games_of_rows(study, rows)
  ends <- rounds_of_ends(study)[of]
  of <- row_groups(list(of))
  attr(log, "games") <- list(of = of, first = which(!duplicated(of)), sizes = tabulate(of) + 0)
  part <- list(log = log, bandit = bandit, study = study, ends = ends, lives = pays_lives(bandit))
  c(part, if (part$lives) lives_of_rows(part, rows) else
    list(law = law_of_bandit(bandit), lag = (rows[["shown"]] %||% rows$round) - rows$round, age = ends - rows$round,
         event = rows$reward != 0))
}

# Returns a number for each arm of each replication.
place_of_arm <- function(part, rep, arm) (match(rep, part$study$replications) - 1) * arm_count(part$bandit) + arm

# Lives are cut off at the limit, and of patients at the time when the game ended.
lives_of_rows <- function(part, rows) {
  study <- part$study
  drawn <- draw_instances(part$bandit, study)
  limit <- drawn$value3[match(place_of_arm(part, rows$rep, rows$arm), place_of_arm(part, drawn$rep, drawn$arm))]
  cut <- if (is.null(rows[["time"]])) Inf else times_of_ends(study)[games_of_rows(study, rows)] - rows$time
  age <- pmin(limit, cut)
  list(event = rows$reward < limit & rows$reward <= cut, lag = rows$reward, age = age, lived = pmin(rows$reward, age))
}

# By game, when it ended.
times_of_ends <- function(study) {
  each <- length(study$description$record)
  study$tables$regret$time[seq(each, nrow(study$tables$regret), by = each)]
}

# Median and shape of the arm of each row, as columns.
laws_of_lives <- function(part) {
  log <- part$log
  drawn <- draw_instances(part$bandit, part$study)
  rep <- rep(log$game$rep[games_of_log(log)$first], each = log$arms)
  at <- match(place_of_arm(part, rep, arms_of_rows(log)), place_of_arm(part, drawn$rep, drawn$arm))
  list(median = drawn$value1[at], shape = drawn$value2[at])
}

# The number of the game of each row of a table, among those of all cells and replications.
games_of_rows <- function(study, rows) {
  d <- study$description
  (cell_numbers(rows, d) - 1L) * length(study$replications) + match(rows$rep, study$replications)
}

# The last round of each of these games.
rounds_of_ends <- function(study) {
  stops <- stops_of(study)
  ends <- stops$round[stop_of_game(study, stops)]
  ifelse(is.na(ends), study$description$horizon, ends)
}

# --- laws of lags ---------------------------------------------------------------------------

# Returns the probability, of ages and numbers of arms, that an outcome other than 0 is shown by then; NULL if it is not
# the same for all pulls.
law_of_bandit <- function(bandit) {
  if (has_trait(bandit, "accrual") || has_trait(bandit, "batches") || has_trait(bandit, "replay")) return(NULL)
  if (has_trait(bandit, "previews")) return(shown_by_age(list(lag = max(bandit$traits$previews$parameters$lag))))
  given <- bandit$traits$delay$parameters
  if (is.null(given)) return(function(age, arm) rep(1, length(age)))
  shown_by_age(given)
}

# `law`: the parameters of a delay.
shown_by_age <- function(law) {
  of_arm <- function(values, arm) if (length(values) == 1) values else values[arm]
  function(age, arm) {
    kept <- 1 - of_arm(as.vector(law$never %||% 0), arm)
    if (!is.null(law$lag)) return(kept * (age >= of_arm(as.vector(law$lag), arm)))
    if (!is.null(law$mean)) {
      lags <- floor(pmin(age, law$longest %||% Inf))
      return(kept * -expm1(lags * log1p(-1 / of_arm(as.vector(law$mean), arm)) * (lags > 0)))
    }
    table <- law$chance # word ok: the name in the core
    table <- if (is.matrix(table)) table else matrix(table, 1)
    sums <- cbind(0, t(apply(table, 1, cumsum)))
    if (ncol(table) == 1) sums <- cbind(0, table)
    column <- pmin(pmax(floor(age) - (law$from %||% 1) + 2, 1), ncol(sums))
    kept * pmin(sums[cbind(if (nrow(sums) == 1) rep(1, length(age)) else arm, column)], 1)
  }
}

# Returns the law by which the policy of an agent counts silence; NULL if it has none for these arms.
law_of_policy <- function(policy, arms) {
  law <- counts_of_silence(policy)
  law <- law[intersect(names(law), laws_of_lags)]
  if (length(law) > 0 && all(vapply(law, NROW, 0L) %in% c(1, arms))) shown_by_age(law)
}

# The law that the user gives, or that of the bandit.
law_of_part <- function(part, delay, call) {
  if (is.null(delay)) return(part$law)
  law <- as_delay(delay, part$log$arms, "delay", call, dated = identical(part$log$unit, "seconds"))
  shown_by_age(delay_of_arms(law, "delay", names_of_part(part), call)$parameters)
}

# Returns the names by which values are given by arm: of the bandit's arms, or of the log's.
names_of_part <- function(part) {
  if (!is.null(part$bandit)) part$bandit$arms$names else part$log$labels
}

# --- methods of today, of what has matured -----------------------------------------------------

# Pulls that are not old enough count for nothing.
matured_log <- function(part, m) {
  log <- part$log
  counts <- part$event & !is.na(part$lag) & part$lag <= m
  log$reward <- ifelse(part$age >= m, ifelse(counts, log$reward, 0), NA_real_)
  if (!is.null(log$range)) log$range <- range(log$range, 0)
  log
}

known_of_parts <- function(parts, how, call) {
  known <- lapply(parts, known_of_part, how, call)
  if (length(known) == 1) return(known[[1]])
  joined <- lapply(rlang::set_names(c("sums", "shown")), function(of) bind_rows_filled(lapply(known, `[[`, of)))
  vectors <- c("arms", "family", "low", "high", "binary", "sd", "chances")
  joined[vectors] <- lapply(vectors, function(of) unlist(lapply(known, `[[`, of)))
  lacks <- lapply(rlang::set_names(estimate_methods), function(of) {
    Find(Negate(is.null), lapply(known, function(part) part$lacks[[of]]))
  })
  c(joined, list(lacks = lacks, weights = known[[1]]$weights,
                 without_chances = unlist(lapply(known, `[[`, "without_chances"))))
}

known_of_part <- function(part, how, call) {
  log <- matured_log(part, how$within)
  if (is.null(part$study)) {
    given <- part$agent
    known <- sums_of_log(log, how, call, horizon = how$horizon %||% given$horizon,
                         decay = how$decay %||% if (!is.null(given)) floor_decay(given$policy) else 0,
                         assumed = if (!is.null(given)) assumed_scale(assuming(given$policy)))
    return(c(known, list(log = log)))
  }
  known_of_bandit(part, log, how, call)
}

# The scale is that of the bandit; AIPW is of the policies that state propensities.
known_of_bandit <- function(part, log, how, call) {
  how$family <- how$family %||% if (part$bandit$arms$kind == "bernoulli") "bernoulli"
  scale <- reward_scale(part$bandit)
  finite <- all(is.finite(scale$range))
  on_time <- !is.null(part$law) && all(part$law(rep(how$within, log$arms), seq_len(log$arms)) >= 1 - 1e-12)
  assumed <- if (finite) list(range = range(scale$range, 0)) else if (on_time) list(sd = arm_deviations(part$bandit))
  policies <- part$study$description$policies
  silent <- vapply(policies, function(p) never_draws(p), NA) |
    names(policies) %in% part$log$game$policy[is.na(log$propensity %||% rep(NA, length(log$arm)))]
  log$propensity <- if (!all(silent)) replace(log$propensity, log$game$policy %in% names(policies)[silent], 1)
  how$weights <- how$weights %||% "uniform"
  known <- sums_of_log(log, how, call, assumed = assumed)
  known$without_chances <- vapply(policies[silent], why_no_chances, "")
  if (all(silent)) {
    known$lacks$aipw <- no_overlap(paste0(names(policies)[1], ": ", known$without_chances[1]))
  }
  known$chances <- !known$shown$policy %in% names(policies)[silent]
  known$shown <- columns_of_rows(part, known$sums$arm, known$shown$pulls)
  known$shown$truth <- truth_within(part, how$within)
  known
}

# --- rows of games and arms ----------------------------------------------------------------------

# The columns that come first, game by game and arm by arm.
columns_of_rows <- function(part, arm, pulls) {
  log <- part$log
  games <- games_of_log(log)
  of_game <- rep(seq_along(games$sizes), each = log$arms)
  rounds <- if (is.null(part$study)) rounds_of_games(log, games) else part$ends[games$first]
  shown <- tibble(!!!lapply(log$game, function(column) column[games$first[of_game]]), round = rounds[of_game],
                  arm = if (has_numbered_arms(log)) as.integer(arm) else factor(log$labels[arm], log$labels),
                  pulls = pulls)
  if (!is.null(part$study)) shown$truth <- NA_real_
  shown
}

# The game and arm of each event, as the number of its row.
rows_of_events <- function(log) {
  games <- games_of_log(log)
  ((games$of %||% 1L) - 1L) * log$arms + log$arm
}

row_count <- function(log) length(games_of_log(log)$sizes) * log$arms

arms_of_rows <- function(log) rep(seq_len(log$arms), length.out = row_count(log))

# The mean of what counts within m; of a log it is unknown.
truth_within <- function(part, m) {
  if (is.null(part$study)) return(NULL)
  unknown <- rep(NA_real_, row_count(part$log))
  only_others <- has_lags_by_reward(part$bandit) && part$bandit$arms$kind != "bernoulli"
  if (is.null(part$law) || only_others) return(unknown)
  arm <- arms_of_rows(part$log)
  mean_of_rows(part) * part$law(rep(m, length(arm)), arm)
}

mean_of_rows <- function(part) {
  log <- part$log
  first <- games_of_log(log)$first
  rows <- list(bandit = rep(log$game$bandit[first], each = log$arms), rep = rep(log$game$rep[first], each = log$arms),
               arm = arms_of_rows(log))
  true_means(tibble::new_tibble(rows, nrow = length(rows$arm)), part$study)
}

# --- Kaplan and Meier -------------------------------------------------------------------------------

kaplan_meier_rows <- function(part, m, how) {
  rows <- row_count(part$log)
  found <- product_limit(rows_of_events(part$log), part$lag, part$age, part$event, m, rows)
  limits <- product_limits(found, how$level)
  known <- is.finite(found$survival)
  flip <- !part$lives
  estimate <- ifelse(known, if (flip) 1 - found$survival else found$survival, NA_real_)
  shown <- columns_of_rows(part, arms_of_rows(part$log), found$pulls)
  if (!is.null(part$study)) shown$truth <- truth_of_share(part, m)
  tibble(shown, estimate = estimate, se = ifelse(known, found$se, NA_real_),
         lower = if (flip) 1 - limits$upper else limits$lower, upper = if (flip) 1 - limits$lower else limits$upper,
         method = "kaplan_meier", effective = NA_real_, within = m)
}

# By group: the probability S of no event within m, its standard error, and how many pulls are m old. Events come before
# what is cut off at the same age; of ties the factors (n - 1) / n, (n - 2) / (n - 1), ... multiply to those of all.
product_limit <- function(group, lag, age, event, m, groups) {
  happened <- event & !is.na(lag) & lag <= age
  time <- ifelse(happened, lag, age)
  pulls <- tabulate(group, groups)
  old <- tabulate(group[age >= m], groups)
  # The others are at risk to the end.
  early <- which(time < m | happened & time == m)
  early <- early[order(group[early], time[early], !happened[early], method = "radix")]
  of <- group[early]
  before <- seq_along(of) - match(of, of)
  counts <- happened[early]
  n <- (pulls[of] - before)[counts]
  of <- of[counts]
  log_survival <- sums_by(log1p(-1 / n), of, groups)
  spread <- sums_by(1 / (n * (n - 1)), of, groups)
  survival <- ifelse(old > 0, exp(log_survival), NA_real_)
  list(survival = survival, se = ifelse(survival > 0, survival * sqrt(spread), 0), old = old, pulls = pulls,
       spread = spread)
}

# Limits of S.
product_limits <- function(found, level) {
  error <- (1 - level) / 2
  s <- found$survival
  inner <- !is.na(s) & s > 0 & s < 1
  half <- stats::qnorm(1 - error) * sqrt(found$spread) / abs(log(ifelse(inner, s, 0.5)))
  lower <- ifelse(inner, s^exp(half), ifelse(s %in% 1, error^(1 / found$old), 0))
  upper <- ifelse(inner, s^exp(-half), ifelse(s %in% 0, 1 - error^(1 / found$old), 1))
  list(lower = lower, upper = upper)
}

# P(an outcome within m), or of lives P(X > m).
truth_of_share <- function(part, m) {
  if (part$lives) {
    law <- laws_of_lives(part)
    return(2^-((m / law$median)^law$shape))
  }
  if (part$bandit$arms$kind != "bernoulli") return(rep(NA_real_, row_count(part$log)))
  truth_within(part, m)
}

# --- rates --------------------------------------------------------------------------------------------

rates_table <- function(parts, m, how, call) {
  rows <- lapply(parts, rate_rows, m, how, call)
  without <- vapply(rows, is.character, NA)
  if (all(without)) return(report_lacking("rate", impossible(rows[[1]]), how, call))
  do.call(rbind, rows[!without])
}

# Or why there are none.
rate_rows <- function(part, m, how, call) {
  law <- law_of_part(part, how$delay, call)
  if (is.null(law) && !part$lives) {
    source <- if (!is.null(part$study)) "The bandit" else if (is.null(part$agent)) "The log" else "The agent"
    return(paste(source, "does not state a law of the lags that is the same for all pulls. Supply `delay`, as in `with_delay()`"))
  }
  group <- rows_of_events(part$log)
  rows <- row_count(part$log)
  events <- sums_by(as.double(part$event & !is.na(part$lag) & part$lag <= pmin(part$age, m)), group, rows)
  exposed <- if (part$lives) pmin(part$lived, m) else law(pmin(part$age, m), part$log$arm)
  exposure <- sums_by(exposed, group, rows)
  shown <- columns_of_rows(part, arms_of_rows(part$log), tabulate(group, rows))
  if (!is.null(part$study)) shown$truth <- truth_of_rate(part, how)
  poisson_rows(shown, events, exposure, how$level, if (is.finite(m)) m else NA_real_)
}

# Says in which unit the law of the lags is, and why rates are missing or too great.
tell_of_rates <- function(table, parts, how, call) {
  law <- how$delay
  if (identical(parts[[1]]$log$unit, "seconds") && is.null(if (is.list(law)) law$unit) && !all(unlist(law) %in% 0)) {
    inform_plain(c("`delay` is in seconds, as the times of the log are dates.",
                   i = "In days: `delay_geometric(as.difftime(5, units = \"days\"))`."), class = "unruly_message_unit")
  }
  early <- sum(vapply(parts, function(part) {
    came <- which(part$event & part$lag <= pmin(part$age, max(how$within %||% Inf)))
    law <- if (!part$lives) law_of_part(part, how$delay, call)
    # Times may have fractions of a unit.
    if (is.null(law)) 0L else sum(law(floor(part$lag[came]) + 1, part$log$arm[came]) <= 0)
  }, 0L))
  arms_of <- function(rows) unique(as.character(table$arm[which(table$method == "rate" & rows)]))
  many <- if (!any(vapply(parts, `[[`, NA, "lives"))) arms_of(table$lower > 1)
  if (early > 0 || length(many) > 0) {
    return(warn_plain(c("The law of the lags does not fit: rates are too great, or NA.",
                        x = if (early > 0) sprintf("%s came sooner than it allows.", count_of(early, "outcome")),
                        x = if (length(many) > 0)
                          sprintf("Arms of more than one outcome per pull: %s.", few_names(many))),
                      class = "unruly_warning_law"))
  }
  arms <- arms_of(is.na(table$estimate) & table$pulls > 0)
  if (length(arms) == 0) return(invisible())
  inform_plain(c(sprintf("The rate is NA for %s %s.", if (length(arms) == 1) "arm" else "arms", few_names(arms)),
                 i = "By the law of the lags no outcome is shown by the age of the pulls, or `within`."),
               class = "unruly_message_exposure")
}

truth_of_rate <- function(part, how) {
  if (part$lives) {
    law <- laws_of_lives(part)
    return(ifelse(law$shape == 1, log(2) / law$median, NA_real_))
  }
  if (!is.null(how$delay) || part$bandit$arms$kind != "bernoulli") return(rep(NA_real_, row_count(part$log)))
  mean_of_rows(part)
}

# Without exposure nothing is known.
poisson_rows <- function(shown, events, exposure, level, within) {
  error <- (1 - level) / 2
  known <- exposure > 1e-9
  per <- ifelse(known, exposure, 1)
  tibble(shown, estimate = ifelse(known, events / per, NA_real_), se = ifelse(known, sqrt(events) / per, NA_real_),
         lower = ifelse(known, stats::qgamma(error, events) / per, 0),
         upper = ifelse(known, stats::qgamma(1 - error, events + 1) / per, Inf), method = "rate",
         effective = NA_real_, within = within)
}

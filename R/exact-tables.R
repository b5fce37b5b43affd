# The tables of an exact study, from the distributions that the core has found: at each checkpoint the probabilities of
# counts of pulls, of sums of rewards, and of each arm to be named. Counts and sums are those of games that still run;
# games that were stopped are kept once, for all checkpoints that follow.

# A table for each bandit, policy and checkpoint, one below the other.
exact_table <- function(x, row, rounds = x$description$record) {
  d <- x$description
  parts <- list()
  for (b in names(d$bandits)) for (p in names(d$policies)) for (round in rounds) {
    look <- law_at(x$laws[[b]][[p]], x$arms[[b]]$core, match(round, d$record), round, identical(d$stop$after, "commit"))
    parts[[length(parts) + 1]] <- c(list(bandit = b, policy = p), row(look, x$arms[[b]], round))
  }
  tibble::as_tibble(do.call(rbind, lapply(parts, function(part) as.data.frame(part, stringsAsFactors = FALSE))))
}

# Returns what is known at a checkpoint, of all games: `counts`, one per row, with their `probability`; the `pulls`
# until then or the stop, the arm that they name and the `rule`; rewards, and their probabilities.
law_at <- function(law, core, at, round, commits) {
  look <- law$looks[[at]]
  running <- compositions(core$arms, round)
  games <- law$games[rowSums(law$games[, seq_len(core$arms), drop = FALSE]) <= round, , drop = FALSE]
  over <- law$rewards[law$rewards[, 1] <= round, , drop = FALSE]
  none <- rep(NA_real_, nrow(running))
  counts <- rbind(running, games[, seq_len(core$arms)])
  list(counts = counts, pulls = rowSums(counts), probability = c(look$counts, games[, core$arms + 3]),
       named_by = c(none, games[, core$arms + 1]), rule = c(none, games[, core$arms + 2]), running = look$named,
       mean = look$mean, named = look$named +
       probabilities_of_arms(games[, core$arms + 3], games[, core$arms + 1], core$arms),
       reward = c(core$least * round + core$step * (seq_along(look$reward) - 1), core$least * over[, 1] +
                  core$step * over[, 2]),
       reward_probability = c(look$reward, over[, 3]), commits = commits)
}

# The probabilities of each of so many arms.
probabilities_of_arms <- function(probability, arm, arms) {
  as.double(tapply(probability, factor_of(arm, seq_len(arms)), sum, default = 0))
}

# The distribution of a measure at a checkpoint: values and their probabilities; NULL where it is not known.
figure_law <- function(look, arms, round, what) {
  law <- law_function(what)(look, arms, round)
  if (is.null(law)) return(NULL)
  if (measure_of(what)$per_round) law$value <- law$value / round
  tidy_law(law)
}

# Each value that is possible once, in ascending order; those equal but for rounding are one.
tidy_law <- function(law) {
  possible <- law$probability > 0
  law <- list(value = law$value[possible], probability = law$probability[possible])
  key <- signif(law$value, 12)
  probability <- sums_at(law$probability, key)
  list(value = law$value[match(probability$at, key)], probability = probability$sum) |> sort_law()
}

sort_law <- function(law) {
  order <- order(law$value)
  list(value = law$value[order], probability = law$probability[order])
}

# Where the arms have a prior, only the mean of the regret is known.
mean_figure <- function(look, arms, round, what) {
  found <- measure_of(what)
  if (found$of == "regret" && is.null(arms$gaps)) {
    mean <- round * arms$best - law_mean(figure_law(look, arms, round, "reward"))
    return(if (found$per_round) mean / round else mean)
  }
  law_mean(figure_law(look, arms, round, what))
}

study_table.unruly_exact <- function(study, name, call = rlang::caller_env()) {
  check_object(study, "study", call)
  if (!name %in% c("regret", "pulls")) {
    abort_argument("study", "a study made by `run_study()`", call = call,
                   given = sprintf("an exact one, of which there are no %s", name))
  }
  if (name == "regret") exact_regret(study) else exact_pulls(study)
}

exact_regret <- function(x) {
  exact_table(x, function(look, arms, round) {
    measures <- c("pulls", "optimal", "reward", "benchmark", "regret")
    c(list(rep = NA_integer_, round = round),
      lapply(stats::setNames(nm = measures), function(what) mean_figure(look, arms, round, what)))
  })
}

exact_pulls <- function(x) {
  table <- exact_table(x, function(look, arms, round) {
    played <- colSums(look$probability * (look$counts > 0))
    list(rep = NA_integer_, arm = seq_len(arms$core$arms), pulls = colSums(look$probability * look$counts),
         mean = arms$means %||% NA_real_,
         estimate = ifelse(played > 0, arms$core$least + arms$core$step * look$mean / played, NA_real_))
  }, max(x$description$record))
  name_arms(table, x$description$bandits)
}

# By arm named, and by what ended the game, in their order: of games that went on nothing but the arm is known.
exact_recommendations <- function(x, at, call) {
  check_object(x, "study", call)
  rounds <- if (at == "final") last_checkpoint(x) else x$description$record
  reasons <- c("horizon", if (!is.null(x$description$stop)) ending_reasons(x$description$stop))
  table <- exact_table(x, function(look, arms, round) {
    over <- !is.na(look$rule)
    named <- factor_of(look$named_by[over], seq_len(arms$core$arms))
    rule <- factor_of(look$rule[over], seq_along(reasons[-1]))
    probability <- tapply(look$probability[over], list(named, rule), sum, default = 0)
    size <- tapply((look$probability * look$pulls)[over], list(named, rule), sum, default = 0)
    probability <- cbind(look$running, probability)
    size <- cbind(look$running * round, size)
    gap <- (arms$gaps %||% rep(NA_real_, arms$core$arms))[row(probability)]
    rows <- list(rep = NA_integer_, round = round, arm = as.integer(row(probability)),
                 sample_size = as.double(size / probability),
                 stopped = as.logical(col(probability) > 1), reason = reasons[col(probability)],
                 correct = gap <= 1e-12 * max(1, abs(arms$best)), simple_regret = gap,
                 probability = as.double(probability))
    lapply(rows, function(column) if (length(column) > 1) column[rows$probability > 0] else column)
  }, rounds)
  name_arms(table, x$description$bandits)
}

#' @rdname exact_study
#' @export
summary.unruly_exact <- function(object, what = "regret", at = "final", distribution = FALSE, ...) {
  check_no_dots(...)
  check_object(object, "object")
  if (check_flag(distribution, "distribution")) return(exact_distribution(object, what, at))
  what <- check_choice(what, "what", measures_with_laws(), single = TRUE)
  summarise_exact(object, what, check_at(at, object))
}

summarise_exact <- function(x, what = "regret", rounds = max(x$description$record)) {
  exact_table(x, function(look, arms, round) {
    law <- known_law(look, arms, round, what)
    law$mean <- mean_figure(look, arms, round, what)
    c(list(round = round, reps = NA_integer_), lapply(summary_statistics, function(statistic) statistic$law(law)))
  }, rounds)
}

# The probability of each value.
exact_distribution <- function(study, what = "regret", at = "final", call = rlang::caller_env()) {
  what <- check_choice(what, "what", setdiff(measures_with_laws(), "benchmark"), single = TRUE, call = call)
  rounds <- check_at(at, study, call)
  if (what == "pulls") return(pulls_distribution(study, rounds))
  unknown <- names(Filter(function(arms) is.null(arms$gaps), study$arms))
  if (what != "reward" && length(unknown) > 0) {
    abort_argument("what", "\"reward\" or \"pulls\" where the arms have a prior, of which only means are known", what,
                   call = call)
  }
  exact_table(study, function(look, arms, round) c(list(round = round), known_law(look, arms, round, what)), rounds)
}

known_law <- function(...) figure_law(...) %||% list(value = NA_real_, probability = 1)

pulls_distribution <- function(x, rounds) {
  table <- exact_table(x, function(look, arms, round) {
    probability <- apply(look$counts, 2, function(n) {
      tapply(look$probability, factor_of(n, seq(0, round)), sum, default = 0)
    })
    list(round = round, arm = rep(seq_len(arms$core$arms), each = round + 1),
         value = rep(seq(0, round), arms$core$arms),
         probability = as.double(probability))
  }, rounds)
  name_arms(table, x$description$bandits)
}

#' @export
print.unruly_exact <- function(x, ...) {
  check_no_dots(...)
  check_object(x)
  d <- x$description
  what <- if (identical(d$stop$after, "end")) "sample_size" else "regret"
  table <- summarise_exact(x, what)
  table[c("lower", "upper")] <- NA_real_
  block <- list(
    title = wrapped(paste0(figures_title(x, what), if (what == "regret") ", compared with the best arm", ", exact:")),
    table = ranked(table, names(d$bandits), FALSE), heading = length(d$bandits) > 1, same = character())
  print_fitting(exact_lines(x), list(block), NULL, "exact")
  invisible(x)
}

exact_lines <- function(x) {
  d <- x$description
  states <- vapply(names(d$bandits), function(name) sum(exact_layers(x$arms[[name]], max(d$record))), 0)
  c(sprintf("<exact study> %s, %s, horizon %s", count_of(length(d$bandits), "bandit"),
            count_of(length(d$policies), "policy", "policies"), format_count(d$horizon)),
    bandit_lines(stats::setNames(sprintf("%s, %.2g states", vapply(d$bandits, bandit_line, ""), states),
                                 names(states))),
    if (!is.null(d$stop)) wrapped(paste("Stops:", stop_words(d$stop))))
}

# Operating characteristics of exact studies: probabilities and means of laws, which have no Monte Carlo error.

exact_characteristics <- function(x, call, arms = FALSE, ...) {
  check_object(x, "study", call)
  if (...length() > 0) {
    inform_cli(c(i = "Without measures of estimates: an exact study has no data."), class = "unruly_message_methods")
  }
  d <- x$description
  named <- exact_recommendations(x, "final", call)
  named$arm <- number_arms(named, d$bandits)
  means <- exact_means(x)
  pulls <- if (arms) exact_pulls(x)
  parts <- list()
  for (bandit in names(d$bandits)) for (policy in names(d$policies)) {
    of <- function(table) table[table$bandit == bandit & table$policy == policy, ]
    labels <- labels_of_arms(d$bandits[[bandit]])
    values <- c(measures_of_laws(of(named), x$arms[[bandit]], d, labels, arms),
                rlang::set_names(unlist(of(means)[-(1:2)]), measures_of_exact_means),
                if (arms) rlang::set_names(of(pulls)$pulls, measures_by_arm("pulls", labels)))
    blank <- identical(d$stop$after, "end") & names(values) == "regret"
    values <- values[!is.na(values) | blank]
    parts[[length(parts) + 1]] <- tibble(bandit = bandit, policy = policy, measure = names(values),
                                         value = unname(values))
  }
  table <- do.call(rbind, parts)
  table <- table[order(match(table$bandit, names(d$bandits)), match(table$policy, names(d$policies)),
                       match(table$measure, exact_measures)), ]
  tell_undefined(table)
  table$mcse <- ifelse(is.na(table$value), NA, 0)
  table[c("lower", "upper")] <- table$value
  table
}

measures_of_exact_means <- c("sample_size", paste0("sample_size, ", names(quantiles_measured)), "optimal", "reward",
                             "regret")

exact_measures <- append(c("correct", "misnamed", "error", "power", "power, all", "no_winner", "stopped",
                           measures_of_exact_means), "simple_regret", after = 11)

# Returns measures of games by the arm that they name and by what ended them; a game of an exact study knows the means
# of its arms, or is one of many that are drawn.
measures_of_laws <- function(named, known, d, labels, arms) {
  count <- nrow(named)
  truth <- list(equal = rep(!is.null(known$gaps) && all(known$gaps == 0), count), names = labels,
                means = if (!is.null(known$means)) matrix(known$means, count, length(known$means), byrow = TRUE))
  judged <- judge_games(d, named, truth)
  measured <- c(list(correct = as.double(named$correct)), claims_measured(d, named$correct, judged),
                list(stopped = if (!is.null(d$stop)) as.double(named$stopped), simple_regret = named$simple_regret),
                if (arms) claims_by_arm(d, judged, NULL, count, labels))
  vapply(without_nulls(measured), function(value) sum(value * named$probability), 0)
}

# A row for each bandit and policy, at the last checkpoint.
exact_means <- function(x) {
  exact_table(x, function(look, arms, round) {
    size <- figure_law(look, arms, round, "sample_size")
    mean <- function(what) mean_figure(look, arms, round, what)
    share <- if (is.null(arms$gaps)) NA_real_ else
      sum(look$probability * drop(look$counts %*% is_best(arms)) / look$pulls)
    quantiles <- law_quantiles(size, quantiles_measured)
    list(size = law_mean(size), median = quantiles[1], q05 = quantiles[2], q95 = quantiles[3], optimal = share,
         reward = mean("reward"), regret = mean("regret"))
  }, max(x$description$record))
}

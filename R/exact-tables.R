# The tables of an exact study, from the laws that the core has found: at each checkpoint the
# chances of counts of plays, of sums of rewards, and of each arm to be named.

# A table for each bandit, policy and checkpoint, one below the other.
exact_table <- function(x, row, rounds = x$description$record) {
  d <- x$description
  parts <- list()
  for (b in names(d$bandits)) for (p in names(d$policies)) for (round in rounds) {
    look <- x$laws[[b]][[p]][[match(round, d$record)]]
    parts[[length(parts) + 1]] <- c(list(bandit = b, policy = p), row(look, x$arms[[b]], round))
  }
  tibble::as_tibble(do.call(rbind, lapply(parts, function(part) as.data.frame(part, stringsAsFactors = FALSE))))
}

# The law of a figure at a checkpoint: values and their chances; NULL where it is not known.
figure_law <- function(look, arms, round, what) {
  known <- !is.null(arms$gaps)
  counts <- function() compositions(arms$core$arms, round)
  law <- switch(what,
    reward = list(value = arms$core$least * round + arms$core$step * (seq_along(look$reward) - 1), chance = look$reward),
    pulls = list(value = round, chance = 1),
    benchmark = list(value = round * arms$best, chance = 1),
    regret = if (known) list(value = drop(counts() %*% arms$gaps), chance = look$counts),
    optimal = if (known) list(value = drop(counts() %*% is_best(arms)), chance = look$counts),
    correct = if (known) list(value = as.double(is_best(arms)), chance = look$named),
    simple_regret = if (known) list(value = arms$gaps, chance = look$named)
  )
  if (!is.null(law)) tidy_law(law)
}

is_best <- function(arms) arms$gaps <= 1e-12 * max(1, abs(arms$best))

# Each value once, in ascending order; those equal but for rounding are one.
tidy_law <- function(law) {
  key <- signif(law$value, 12)
  chance <- tapply(law$chance, key, sum)
  list(value = law$value[match(as.double(names(chance)), key)], chance = as.double(chance)) |> sort_law()
}

sort_law <- function(law) {
  order <- order(law$value)
  list(value = law$value[order], chance = law$chance[order])
}

law_mean <- function(law) if (is.null(law)) NA_real_ else sum(law$value * law$chance)

law_sd <- function(law) if (is.null(law)) NA_real_ else sqrt(max(0, sum((law$value - law_mean(law))^2 * law$chance)))

# The least values that are reached with these chances.
law_quantiles <- function(law, chances) {
  if (is.null(law)) return(rep(NA_real_, length(chances)))
  reached <- cumsum(law$chance)
  vapply(chances, function(p) law$value[which(reached >= p - 1e-12)[1]], 0)
}

mean_figure <- function(look, arms, round, what) {
  if (what == "regret" && is.null(arms$gaps)) return(round * arms$best - law_mean(figure_law(look, arms, round, "reward")))
  law_mean(figure_law(look, arms, round, what))
}

exact_tables <- function(x, name, call) {
  check_object(x, "study", call)
  if (!name %in% c("regret", "pulls")) {
    abort_argument("study", "a study made by `run_study()`", call = call, given = sprintf("an exact one, of which there are no %s", name))
  }
  if (name == "regret") exact_regret(x) else exact_pulls(x)
}

exact_regret <- function(x) {
  exact_table(x, function(look, arms, round) {
    figures <- c("pulls", "optimal", "reward", "benchmark", "regret")
    c(list(rep = NA_integer_, round = round), lapply(stats::setNames(nm = figures), function(what) mean_figure(look, arms, round, what)))
  })
}

exact_pulls <- function(x) {
  table <- exact_table(x, function(look, arms, round) {
    counts <- compositions(arms$core$arms, round)
    played <- colSums(look$counts * (counts > 0))
    list(rep = NA_integer_, arm = seq_len(arms$core$arms), pulls = colSums(look$counts * counts), mean = arms$means %||% NA_real_,
         estimate = ifelse(played > 0, arms$core$least + arms$core$step * look$mean / played, NA_real_))
  }, max(x$description$record))
  name_arms(table, x$description$bandits)
}

exact_figures <- c("regret", "reward", "pulls", "optimal", "benchmark", "correct", "simple_regret")

#' @export
summary.unruly_exact <- function(object, what = "regret", at = "final", ...) {
  check_no_dots(...)
  check_object(object, "object")
  what <- check_choice(what, "what", exact_figures, single = TRUE)
  summarise_exact(object, what, check_at(at, object))
}

summarise_exact <- function(x, what = "regret", rounds = max(x$description$record)) {
  exact_table(x, function(look, arms, round) {
    law <- figure_law(look, arms, round, what)
    mean <- mean_figure(look, arms, round, what)
    quantiles <- law_quantiles(law, quantiles_shown)
    list(round = round, reps = NA_integer_, mean = mean, sd = law_sd(law), se = 0, lower = mean, upper = mean, median = quantiles[1],
         q05 = quantiles[2], q95 = quantiles[3])
  }, rounds)
}

#' @rdname exact_study
#' @param study An exact study.
#' @param what The figure: `"regret"`, `"reward"`, `"optimal"`, `"correct"`, `"simple_regret"`, or for
#'   `exact_distribution()` also `"pulls"`, the plays of each arm.
#' @param at Which rounds: `"final"`, `"all"` checkpoints, or the rounds themselves.
#' @export
exact_distribution <- function(study, what = "regret", at = "final") {
  check_class(study, "study", "unruly_exact", "an exact study, made by `exact_study()`", rlang::current_env())
  what <- check_choice(what, "what", setdiff(exact_figures, "benchmark"), single = TRUE)
  rounds <- check_at(at, study)
  if (what == "pulls") return(pulls_distribution(study, rounds))
  unknown <- names(Filter(function(arms) is.null(arms$gaps), study$arms))
  if (what != "reward" && length(unknown) > 0) {
    abort_argument("what", "\"reward\" or \"pulls\" where the arms have a prior, of which only means are known", what)
  }
  exact_table(study, function(look, arms, round) c(list(round = round), figure_law(look, arms, round, what)), rounds)
}

pulls_distribution <- function(x, rounds) {
  table <- exact_table(x, function(look, arms, round) {
    counts <- compositions(arms$core$arms, round)
    chance <- apply(counts, 2, function(n) tapply(look$counts, factor(n, seq(0, round)), sum))
    list(round = round, arm = rep(seq_len(ncol(counts)), each = round + 1), value = rep(seq(0, round), ncol(counts)),
         chance = as.double(chance))
  }, rounds)
  name_arms(table, x$description$bandits)
}

#' @export
print.unruly_exact <- function(x, ...) {
  check_no_dots(...)
  check_object(x)
  d <- x$description
  cat(sprintf("<exact study> %s, %s, horizon %s\n", count_of(length(d$bandits), "bandit"),
              count_of(length(d$policies), "policy", "policies"), format_count(d$horizon)))
  for (name in names(d$bandits)) {
    cat("  ", name, ": ", bandit_line(d$bandits[[name]]), sprintf(", %.2g states\n", sum(exact_layers(x$arms[[name]], max(d$record)))), sep = "")
  }
  cat(figures_title(x, "regret"), ", compared with the best arm, without errors of simulation:\n", sep = "")
  table <- summarise_exact(x)
  table[c("lower", "upper")] <- NA_real_
  print_table(table, names(d$bandits), decreasing = FALSE, heading = length(d$bandits) > 1, same = character())
  say_more_rows(x)
  invisible(x)
}

#' @export
as_tibble.unruly_exact <- function(x, ...) {
  check_no_dots(...)
  regret(x)
}

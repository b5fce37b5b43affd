# The analysis of the games of a study: of all their outcomes where these are kept (`keep = "choices"`), else of the
# counts and means at their ends.

analysis_of_study <- function(study, design, level, at, call) {
  check_class(study, "x", "unruly_study", "a study", call)
  plan <- plan_of_design(design)
  kept <- !is.null(study$tables$choices)
  check_analysable(study, plan, at, kept, call)
  games <- games_of_study(study, plan$count)
  rows <- if (kept) rows_of_kept_games(study, games, design, level, at, call) else
    rows_of_ends(study, games, design, level, call)
  new_table(tibble::as_tibble(columns_of(rows)), "unruly_analysis", level = level)
}

# A value a game, `keys` a table of them; and matrices of the counts, means and estimates of the arms, a row a game.
games_of_study <- function(study, count) {
  ends <- recommendations(study)
  arms <- pulls(study) # in the order of games
  wide <- function(name) matrix(as.double(arms[[name]]), ncol = count, byrow = TRUE)
  list(keys = as.list(ends[c("bandit", "policy", "rep")]), size = ends$sample_size, stopped = ends$stopped,
       arms = as.character(arms$arm[seq_len(count)]), pulls = wide("pulls"), mean = wide("mean"),
       estimate = wide("estimate"))
}

# A row of the analysis of an arm, or several: with what game it is of, and the true difference.
row_of_game <- function(row, games, i, k, plan) {
  count <- length(row$look)
  c(lapply(lapply(games$keys, `[`, i), rep, count), list(arm = rep(games$arms[k], count)), row[names(row) != "arm"],
    list(truth = rep(games$mean[i, k] - games$mean[i, plan$control], count)))
}

# --- by their outcomes ------------------------------------------------------------------------

rows_of_kept_games <- function(study, games, design, level, at, call) {
  plan <- plan_of_design(design)
  d <- study$description
  table <- as.list(study$tables$choices)
  rows <- rows_by_game(table, games$keys)
  left <- as.list(study$tables$exits)
  exits <- rows_by_game(left, games$keys)
  table <- table[intersect(c("arm", "reward", "round", "shown", "time"), names(table))]
  walks <- walks_of_analyses()
  rules <- boundaries_of(d)
  found <- lapply(seq_along(games$size), function(i) {
    x <- outcomes_of_game(lapply(table, `[`, rows[[i]]), d$bandits[[games$keys$bandit[i]]], plan, d$overrun)
    x$left <- replace(rep(Inf, plan$count), left$arm[exits[[i]]], left$round[exits[[i]]])
    each <- rows_of_kept_game(x, games$stopped[i], d, rules, design, level, at, walks, call)
    lapply(each, function(row) row_of_game(row, games, i, row$arm, plan))
  })
  do.call(c, found)
}

# By game, its rows of a table.
rows_by_game <- function(table, keys) {
  count <- length(keys$rep)
  both <- Map(function(of_game, of_row) c(as.vector(of_game), as.vector(of_row)), keys, table[names(keys)])
  game <- row_groups(both)[-seq_len(count)]
  split(seq_along(game), structure(game, levels = as.character(seq_len(count)), class = "factor")) # factor() is slow
}

# `known`: when each was shown, Inf where it is not, also if the game has not waited so long.
outcomes_of_game <- function(played, bandit, plan, overrun) {
  known <- if (may_be_late(bandit)) pmin(played$shown, .Machine$double.xmax) else played$round
  if (is.numeric(overrun)) known[known > max(played$round) & !comes_in_time(played, bandit, overrun)] <- Inf
  list(arm = as.integer(played$arm), reward = played$reward, round = played$round, time = played$time,
       known = ifelse(is.na(known), Inf, known), names = seq_len(plan$count),
       labels = bandit$arms$names, family = bandit$arms$kind,
       sd = bandit$arms$parameters$sd[1], first = trait_parameter(bandit, "entries", "first") %||% rep(1, plan$count))
}

# With equal intervals the core has the same margin.
comes_in_time <- function(played, bandit, overrun) {
  if (!has_trait(bandit, "accrual")) return(played$shown <= max(played$round) + overrun)
  given <- function(name) trait_parameter(bandit, "accrual", name)
  follow_up <- given("follow_up") %||% played$reward
  if (length(follow_up) == bandit$arms$count) follow_up <- follow_up[as.integer(played$arm)]
  margin <- if (identical(given("arrivals"), "even")) 1e-9 / given("rate") else 0
  played$time + follow_up - margin <= max(played$time) + overrun
}

rows_of_kept_game <- function(x, stopped, d, rules, design, level, at, walks, call) {
  plan <- plan_of_design(design)
  end <- max(x$round)
  looks <- looks_of_game(x, rules, design, end, d$horizon)
  if (length(looks$round) == 0 || looks$round[length(looks$round)] != end) refuse_other_end(end, call)
  waits <- overruns(d)
  if (waits && end == d$horizon) looks$by[length(looks$by)] <- .Machine$double.xmax # all was shown before the look
  x$since <- if (is_concurrent(rules)) x$first else rep(1, plan$count)
  rows_of_outcomes(x, looks, how_of_rules(rules, looks, d$horizon, stopped, waits), design, level, at, walks, call)
}

# Those of the rule, else of the design: `index` among them, `round`, and `by` which outcomes were seen.
looks_of_game <- function(x, rules, design, end, horizon) {
  parameters <- if (length(rules) > 0) rules[[1]]$parameters
  if (!is.null(parameters$outcomes)) return(looks_by_outcomes(x, parameters, end, horizon))
  rounds <- if (!is.null(parameters$times)) rounds_of_times(parameters$times, x) else
    parameters$looks %||% design$at
  made <- which(rounds >= 1 & rounds <= end & !duplicated(rounds))
  list(round = rounds[made], by = rounds[made], index = made)
}

# The last round whose patient has arrived by each; in the last round, where no more come, for all later times.
rounds_of_times <- function(times, x) findInterval(times, x$time)

refuse_other_end <- function(round, call) {
  abort_argument("x", "a study whose games end at looks of the design", call = call,
                 given = sprintf("one with a game that ended after %s", count_of(round, "round")))
}

# --- by their ends ------------------------------------------------------------------------------

rows_of_ends <- function(study, games, design, level, call) {
  plan <- plan_of_design(design)
  rule <- boundaries_of(study$description)$stop
  follows <- !is.null(rule) && follows_information(rule)
  walks <- walks_of_analyses()
  rivals <- seq_len(plan$count)[-plan$control]
  rows <- lapply(seq_along(games$size), function(i) {
    look <- match(games$size[i], design$at)
    if (is.na(look)) refuse_other_end(games$size[i], call)
    bandit <- study$description$bandits[[games$keys$bandit[i]]]
    lapply(rivals, function(k) {
      row <- row_of_end(games, i, k, look, bandit, design, plan, level, walks, if (follows) call)
      row_of_game(row, games, i, k, plan)
    })
  })
  do.call(c, rows)
}

# `call`: of limits that follow the information, of which looks before the last are not known here.
row_of_end <- function(games, i, k, look, bandit, design, plan, level, walks, call) {
  both <- c(k, plan$control)
  score <- score_of_means(games$estimate[i, both], games$pulls[i, both], bandit$arms$kind,
                          bandit$arms$parameters$sd[1], plan$margin)
  time <- information_of_counts(design, plan, k, games$pulls[i, k], games$pulls[i, plan$control])
  if (!is.null(call) && abs(time - design$information[look]) > 1e-9) {
    abort_argument("x", "a study run with `keep = \"choices\"`, as its limits follow the information at each look",
                   given = sprintf("one of ends, at which %s of the information planned was seen",
                                   format_numbers(signif(time, 3))), call = call)
  }
  times <- c(design$information[seq_len(look - 1)], time)
  analysis_row(looks_of(design), plan, c(rep(NA_real_, look - 1), score$z), times, score$se, level, walks)
}

# --- what can be -----------------------------------------------------------------------------------

check_analysable <- function(study, plan, at, kept, call) {
  refuse <- function(wanted, given, hint = NULL) abort_argument("x", wanted, given = given, hint = hint, call = call)
  again <- "Play it again: `update(study, keep = \"choices\")`."
  d <- study$description
  if (keeps_moments(study)) refuse("a study that keeps its games", "one of moments")
  if (at == "all" && !kept) {
    abort_argument("at", "\"final\" for a study without `keep = \"choices\"`, whose games keep no Z of earlier looks",
                   given = "\"all\"", call = call)
  }
  if (!kept && (!is.null(d$drop) || !is.null(d$graduate))) {
    refuse("a study whose arms stay, or with `keep = \"choices\"`", "one with `drop` or `graduate`", again)
  }
  for (name in names(d$bandits)) {
    b <- d$bandits[[name]]
    late <- if (!kept) late_at_looks(b, plan)
    if (length(late) > 0) refuse("a study without late outcomes or arms, or with `keep = \"choices\"`",
                                 paste("one with", b$traits[[late[1]]]$text))
    if (!b$arms$kind %in% c("gaussian", "bernoulli")) refuse("a study of Gaussian or Bernoulli arms", arms_text(b$arms))
    if (b$arms$count != plan$count) {
      refuse(sprintf("a study of %s", count_of(plan$count, "arm")), count_of(b$arms$count, "arm"))
    }
  }
}

# Those by which looks lack outcomes; at the end of a batch there are all.
late_at_looks <- function(bandit, plan) {
  late <- intersect(c(late_traits, "entries"), names(bandit$traits))
  ends <- bandit$traits$batches$parameters
  shows_all <- if (!is.null(ends$size)) all(plan$at %% ends$size == 0) else all(plan$at %in% ends$ends)
  if (shows_all) setdiff(late, "batches") else late
}

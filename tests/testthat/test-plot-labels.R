# What figures say in strips, captions and titles of axes is compared with what they draw, type by type, for studies in
# which it would be easy to say something else: records that end early, single checkpoints, games that stop, logs that
# run out of events. The numbers wanted are worked out here, from regret() and its like.

pair <- function() bandit(arms_bernoulli(c(0.3, 0.6)))
pair_policies <- function() list(policy_ucb1(), policy_uniform())

short_log <- function(seed, events = 90) {
  withr::local_seed(seed)
  data.frame(arm = sample(3, events, replace = TRUE), reward = stats::rbinom(events, 1, 0.5))
}

label_studies <- function() {
  remembered("label_studies", {
    replay <- function(...) bandit_replay(short_log(1), init = 0, resample = "bootstrap", ...)
    many <- lapply(1:15, function(i) policy_epsilon_greedy(i / 20, label = paste("greedy", i)))
    list(
      plain = play(list(easy = pair(), hard = bandit(arms_bernoulli(c(0.5, 0.55)))), pair_policies(), 400, reps = 6),
      sparse = play(pair(), pair_policies(), 500, reps = 6, record = c(50, 100, 200, 500)),
      "record ends early" = play(pair(), pair_policies(), 300, reps = 6, record = c(10, 40, 100)),
      "single checkpoint" = play(pair(), pair_policies(), 500, reps = 6, record = 1),
      "one replication" = play(pair(), pair_policies(), 60),
      "stop and end" = play(pair(), pair_policies(), 200, reps = 12, stop = stop_glr(0.2, rate = "practical"), after = "end"),
      waiting = play(pair() |> with_waiting(c(0.5, 0.5)), pair_policies(), 120, reps = 4),
      mortal = play(bandit_mortal(5, 120, 40, init = NULL), list(policy_ag(), policy_ucb1()), 120, reps = 4),
      impatient = play(pair() |> with_patience(c(10, 20)) |> with_fairness(0.2, 0.5), pair_policies(), 120, reps = 4),
      "exhausted replay" = play(replay(), pair_policies(), 200, reps = 9, record = 50),
      "two logs" = play(list(short = replay(), long = bandit_replay(short_log(2, 200), init = 0)), pair_policies(), 60, reps = 3),
      "log and bandit" = play(list(log = replay(), plain = bandit(arms_bernoulli(c(0.2, 0.5, 0.6)))), pair_policies(), 80, reps = 3),
      moments = play(pair(), pair_policies(), 300, reps = 6, keep = "moments"),
      "moments of a replay" = play(replay(), pair_policies(), 200, reps = 6, keep = "moments", record = c(1, 5, 10, 20, 200)),
      spread = play(pair() |> with_spread(spread_linear(4)), pair_policies(), 120, reps = 4),
      "fifteen policies" = play(pair(), many, 100, reps = 4),
      settings = play(pair(), c(policy_grid(policy_epsilon_greedy, epsilon = c(0.1, 0.3)), list(policy_uniform())), 90, reps = 4, record = c(10, 30))
    )
  })
}

# --- what figures say and draw -------------------------------------------------------

# A figure together with how it is built, as that takes its time.
built <- function(plot) {
  attr(plot, "as_built") <- ggplot2::ggplot_build(plot)
  plot
}

build_of <- function(plot) attr(plot, "as_built") %||% ggplot2::ggplot_build(plot)

said <- function(plot) gsub("\n", " ", plot$labels$caption %||% "")

# Layers of a geometry, as they are drawn, with the names of panels and policies.
drawn_by <- function(plot, geom) {
  built <- build_of(plot)
  which <- which(vapply(plot$layers, function(layer) inherits(layer$geom, geom), NA))
  tables <- lapply(built$data[which], function(data) {
    panels <- built$layout$layout
    cbind(data, panels[match(data$PANEL, panels$PANEL), setdiff(names(panels), c("PANEL", names(data))), drop = FALSE])
  })
  columns <- Reduce(intersect, lapply(tables, names))
  do.call(rbind, lapply(tables, `[`, columns))
}

strips_of <- function(plot, column) {
  panels <- build_of(plot)$layout$layout
  if (column %in% names(panels)) as.character(unique(panels[[column]])) else unique(as.character(plot$data[[column]]))
}

numbers_in <- function(text) as.double(gsub(",", "", regmatches(text, gregexpr("[0-9][0-9,]*([.][0-9]+)?", text))[[1]]))

# How many turns each game of a log had, from the whole game.
turns_by_hand <- function(study, bandit) {
  table <- study$tables$pulls
  table <- table[table$bandit == bandit, ]
  as.vector(tapply(table$pulls, paste(table$policy, table$rep), sum))
}

logs_of <- function(study) names(Filter(function(b) !is.null(b$traits$replay), study$description$bandits))

# The last checkpoint that all games of a bandit reached, or at which they all had a regret.
end_by_hand <- function(study, bandit, policy = NULL) {
  record <- study$description$record
  if (!bandit %in% logs_of(study)) {
    if (!identical(study$description$stop$after, "end")) return(max(record))
    games <- study$tables$regret
    games <- games[games$bandit == bandit & games$policy %in% (policy %||% games$policy), ]
    return(max(setdiff(record, games$round[is.na(games$regret)])))
  }
  table <- study$tables$regret
  if (is.null(table)) { # of moments: means of turns are those of rounds as long as all games last
    turns <- summary(study, what = "pulls", at = "all")
    return(max(record[vapply(record, function(r) all(turns$mean[turns$round == r] > r - 1e-9), NA)]))
  }
  max(record[record <= min(turns_by_hand(study, bandit))])
}

# Means over replications by hand, of a column of regret().
mean_by_hand <- function(study, what, bandit, policy, round) {
  if (is.null(study$tables$regret)) {
    all <- suppressMessages(summary(study, what = what, at = round))
    return(all$mean[all$bandit == bandit & all$policy == policy])
  }
  table <- study$tables$regret
  mean(table[[what]][table$bandit == bandit & table$policy == policy & table$round == round])
}

# Captions of means: of how many games, when they ended, whether there are bands.
expect_caption_of_means <- function(plot, study, label) {
  caption <- said(plot)
  reps <- length(study$replications)
  expect_match(caption, if (reps == 1) "One replication" else sprintf("Means over %d replications", reps), info = label)
  uncertain <- c("GeomRibbon", "GeomLinerange", "GeomPointrange", "GeomRect")
  geoms <- uncertain[vapply(uncertain, function(geom) isTRUE(NROW(drawn_by(plot, geom)) > 0), NA)]
  expect_identical(grepl("(bands|bars|bars at the ends): ", caption), length(geoms) > 0, info = label)
  if (length(geoms) > 0) expect_match(caption, if ("GeomRibbon" %in% geoms) "bands: " else "bars( at the ends)?: ", info = label)
  others <- drawn_by(plot, "GeomLine")
  grey <- length(unique(others$group[others$colour == unruly:::pale]))
  expect_identical(grepl("grey: ", caption), grey > 0, info = label)
  if (grey > 0) {
    look <- unruly:::study_looks(study)
    names <- intersect(look$policy[!look$matters], as.character(plot$data$policy))
    expect_length(names, grey)
    expect_true(all(vapply(names, grepl, NA, x = sub(".*grey: ", "", caption), fixed = TRUE)), info = label)
  }
  expect_ran_out(caption, study, unique(as.character(plot$data$bandit)), label)
}

expect_ran_out <- function(caption, study, bandits, label) {
  logs <- intersect(logs_of(study), bandits)
  if (length(logs) > 0 && !is.null(study$tables$pulls)) {
    turns <- unlist(lapply(logs, turns_by_hand, study = study))
    short <- turns[turns < max(study$description$record)]
    expect_identical(grepl("ran out of events", caption), length(short) > 0, info = label)
    wanted <- if (min(short) == max(short)) min(short) else range(short)
    if (length(short) > 0) expect_identical(numbers_in(sub("(.*) ran out of events after (.*?) turns?.*", "\\2", caption)), as.double(wanted), info = label)
  } else if (length(logs) == 0) expect_no_match(caption, "ran out", info = label)
}

# The rounds of lines are checkpoints, up to the last that all games reached, and called turns where they are.
expect_rounds <- function(plot, study, data, label) {
  bandits <- unique(as.character(data$bandit))
  expect_identical(plot$labels$x, if (all(bandits %in% logs_of(study))) "Turn" else "Round", info = label)
  lines <- drawn_by(plot, "GeomLine")
  expect_true(all(lines$x %in% study$description$record), info = label)
  for (bandit in bandits) {
    here <- if (is.null(lines$bandit)) lines else lines[lines$bandit == bandit, ]
    if (!identical(study$description$stop$after, "end")) expect_identical(max(here$x), as.double(end_by_hand(study, bandit)), info = label)
  }
  if (!identical(study$description$stop$after, "end")) return(expect_no_match(said(plot), "stopped", info = label))
  whole <- max(lines$x) == max(study$description$record)
  expect_match(said(plot), if (whole) "games that stopped no longer pull or earn" else "lines end where the first game stopped", info = label)
  regret <- is.null(data[["difference"]]) && grepl("regret", plot$labels$y)
  expect_identical(whole, !grepl("regret", plot$labels$y), info = label)
  if (regret) {
    ends <- vapply(names(study$description$policies), end_by_hand, 0, study = study, bandit = bandits)
    expect_setequal(as.vector(tapply(lines$x, lines$group, max)), unname(ends))
  }
}

# Dots: the title has the round, and the numbers are those of that round.
expect_dots <- function(plot, study, what, title, label) {
  round <- max(study$description$record)
  expect_identical(plot$labels$x, sprintf("%s by round %d", title, round), info = label)
  points <- drawn_by(plot, "GeomPoint")
  wanted <- vapply(names(study$description$policies), function(p) mean_by_hand(study, what, names(study$description$bandits)[1], p, round), 0)
  expect_equal(sort(points$x), sort(unname(wanted)), info = label)
}

check_curve <- function(what, title) {
  function(plot, study, label) {
    data <- plot_data(study, what)
    data <- data[!is.na(data$mean), ]
    expect_caption_of_means(plot, study, label)
    if (length(unique(data$round)) == 1) return(expect_dots(plot, study, what, title, label))
    expect_identical(plot$labels$y, title, info = label)
    expect_rounds(plot, study, data, label)
    lines <- drawn_by(plot, "GeomLine")
    for (i in round(seq(1, nrow(data), length.out = 12))) {
      wanted <- mean_by_hand(study, what, data$bandit[i], data$policy[i], data$round[i])
      expect_lt(min(abs(lines$y[lines$x == data$round[i]] - wanted)), 1e-9)
    }
  }
}

# Panels "All rounds so far" and "Last N to M rounds": widths and values from the cumulative figures.
check_windows <- function(gain, over, title) {
  function(plot, study, label) {
    record <- study$description$record
    policies <- names(study$description$policies)
    expect_caption_of_means(plot, study, label)
    logs <- all(unique(as.character(plot$data$bandit)) %in% logs_of(study))
    word <- if (logs) "turn" else "round"
    if (length(unique(plot$data$round)) == 1) {
      expect_identical(plot$labels$x, paste(title(study), sprintf("by %s %d", word, max(plot$data$round))), info = label)
      expect_identical(unique(as.character(plot$data$figure)), sprintf("All %ss so far", word), info = label)
      return(invisible())
    }
    expect_identical(plot$labels$y, title(study), info = label)
    expect_rounds(plot, study, plot$data, label)
    strips <- strips_of(plot, "figure")
    expect_identical(strips[1], sprintf("All %ss so far", word), info = label)
    window <- max(50, round(0.02 * study$description$horizon))
    start <- function(round) max(0, record[record <= round - window])
    lines <- drawn_by(plot, "GeomLine")
    if (is.null(lines$figure)) lines$figure <- strips[1]
    bandits <- names(study$description$bandits)
    if (length(strips) > 1) {
      drawn <- unique(lines$x[lines$figure == strips[2]])
      widths <- drawn - vapply(drawn, start, 0)
      range <- unique(range(widths))
      expect_identical(strips[2], sprintf("Last %s %s%s", paste(range, collapse = " to "), word, if (max(range) > 1) "s" else ""), info = label)
      expect_gte(min(drawn), window)
      expect_gt(length(drawn), 1)
    }
    if (is.null(study$tables$regret)) return(invisible())
    for (strip in strips) for (i in seq_len(8)) {
      here <- lines[lines$figure == strip, ]
      row <- here[ceiling(i * nrow(here) / 8), ]
      from <- if (strip == strips[1]) 0 else start(row$x)
      rates <- unlist(lapply(bandits, function(b) vapply(policies, function(p) {
        rate_by_hand(study, gain, over, b, p, from, row$x)
      }, 0)))
      expect_lt(min(abs(rates - row$y), na.rm = TRUE), 1e-9)
    }
  }
}

rate_by_hand <- function(study, gain, over, bandit, policy, from, to) {
  table <- study$tables$regret
  table <- table[table$bandit == bandit & table$policy == policy, ]
  at <- function(column, round) if (round == 0) 0 else table[[column]][table$round == round]
  mean((at(gain, to) - at(gain, from)) / if (over == "round") to - from else at(over, to) - at(over, from))
}

best_by_hand <- function(study) {
  traits <- unlist(lapply(study$description$bandits, function(b) names(b$traits)))
  paste("Share of pulls of a", if ("waiting" %in% traits) "best action (arm and wait)" else if ("population" %in% traits) "best living arm" else "best arm")
}

check_naming <- function(plot, study, label) {
  strips <- strips_of(plot, "figure")
  data <- plot$data
  expect_true(all(strips %in% c("Probability of naming a best arm", "Mean simple regret", "Share of games stopped")), info = label)
  expect_true(all(as.character(data$figure[!is.na(data$mean)]) %in% strips), info = label)
  named <- if (!is.null(study$tables$regret)) recommendations(study, at = "all")
  drawn <- data[!is.na(data$mean) & data$figure == strips[1], ]
  for (i in if (!is.null(named)) round(seq(1, nrow(drawn), length.out = 5))) {
    here <- named[named$bandit == drawn$bandit[i] & named$policy == drawn$policy[i] & named$round == drawn$round[i], ]
    expect_equal(drawn$mean[i], mean(here$correct), info = label)
  }
  single <- length(unique(drawn$round)) == 1
  expect_identical(plot$labels$x, if (single) sprintf("By round %d", max(drawn$round)) else "Round", info = label)
  if (is.null(study$description$stop) || single || is.null(study$tables$stops)) return(invisible())
  expect_identical(strips[3], "Share of games stopped", info = label)
  steps <- drawn_by(plot, "GeomStep")
  policies <- names(study$description$policies)
  expect_length(unique(steps$group), length(policies))
  for (policy in policies) {
    stops <- study$tables$stops$round[study$tables$stops$policy == policy]
    colour <- unruly:::study_looks(study)$colour[policies == policy]
    here <- steps[steps$colour == colour, ]
    expect_equal(here$y, vapply(here$x, function(round) sum(stops <= round), 0) / length(study$replications), info = label)
    expect_true(all(stops %in% here$x), info = label)
  }
}

check_contrast <- function(plot, study, label) {
  expect_caption_of_means(plot, study, label)
  policies <- names(study$description$policies)
  data <- plot$data
  rate <- all(names(study$description$bandits) %in% logs_of(study))
  expect_match(said(plot), sprintf("%s 0 a policy is better than %s", if (rate) "Above" else "Below", policies[1]), fixed = TRUE, info = label)
  title <- sprintf("Mean %s of the policy minus that of %s", if (rate) "reward per turn" else "regret", policies[1])
  single <- length(unique(data$round)) == 1
  expect_identical(gsub("\n", " ", if (single) plot$labels$x else plot$labels$y),
                   paste0(title, if (single) sprintf(" by round %d", max(data$round))), info = label)
  if (!single) expect_rounds(plot, study, data, label)
  for (i in if (!is.null(study$tables$regret)) round(seq(1, nrow(data), length.out = 5))) {
    mean_of <- function(policy) mean_by_hand(study, if (rate) "reward" else "regret", data$bandit[i], policy, data$round[i])
    wanted <- (mean_of(data$policy[i]) - mean_of(policies[1])) / if (rate) data$round[i] else 1
    expect_equal(data$difference[i], wanted, info = label)
  }
}

check_pulls <- function(plot, study, label) {
  caption <- said(plot)
  expect_match(caption, if (length(study$replications) == 1) "One replication" else sprintf("Means over %d replications", length(study$replications)), info = label)
  logs <- logs_of(study)
  others <- setdiff(names(study$description$bandits), logs)
  if (identical(study$description$stop$after, "end")) expect_match(caption, "until each game stopped", info = label) else
    expect_identical(grepl(sprintf("all %d rounds", study$description$horizon), caption), length(others) > 0, info = label)
  if (length(logs) > 0) {
    turns <- range(unlist(lapply(logs, turns_by_hand, study = study)))
    expect_match(caption, sprintf("games of %s turns", paste(unique(turns), collapse = " to ")), info = label)
  }
  share <- tapply(plot$data$share, list(plot$data$bandit, plot$data$policy), sum)
  expect_true(all(abs(share - 1) < 1e-9 | grepl("most", caption)), info = label) # of every pull
}

check_frontier <- function(plot, study, label) {
  expect_caption_of_means(plot, study, label)
  early <- max(study$description$record) < study$description$horizon
  when <- if (early) sprintf("by round %d", max(study$description$record)) else "at the horizon"
  expect_identical(unlist(plot$labels[c("x", "y")], use.names = FALSE), paste(c("Mean unfairness", "Mean reward"), when), info = label)
  points <- drawn_by(plot, "GeomPoint")
  wanted <- function(what) vapply(names(study$description$policies), function(p) mean_by_hand(study, what, names(study$description$bandits)[1], p, max(study$description$record)), 0)
  expect_equal(sort(points$x), sort(unname(wanted("unfairness"))), info = label)
  expect_equal(sort(points$y), sort(unname(wanted("reward"))), info = label)
}

check_exits <- function(plot, study, label) {
  reps <- length(study$replications)
  expect_match(said(plot), if (reps == 1) "One replication" else sprintf("%d replications", reps), info = label)
  if (plot$labels$x == "Age of an arm in rounds") return(invisible())
  bandits <- unique(as.character(plot$data$bandit))
  logs <- all(bandits %in% logs_of(study))
  expect_identical(plot$labels$x, if (logs) "Turn" else "Round", info = label)
  data <- plot_data(study, "exits")
  for (bandit in bandits) {
    end <- if (bandit %in% logs_of(study)) min(turns_by_hand(study, bandit)) else study$description$horizon
    expect_identical(max(data$round[data$bandit == bandit]), as.double(end), info = label)
  }
  expect_ran_out(said(plot), study, bandits, label)
}

check_distribution <- function(plot, study, label) {
  final <- regret(study)
  final <- final[final$round == max(study$description$record) & !final$bandit %in% logs_of(study), ]
  points <- drawn_by(plot, "GeomPoint")
  games <- points[points$shape != 21, ]
  expect_equal(sort(as.double(games$x)), sort(final$regret[!is.na(final$regret)]), info = label)
  without <- sum(is.na(final$regret))
  reps <- length(study$replications)
  expect_match(said(plot), if (without > 0) sprintf("^%d of %d games; %d stopped and ha(s|ve) no regret", NROW(games), nrow(final), without) else
    if (reps == 1) "^One replication" else sprintf("^%d replications", reps), info = label)
  if (without == 0)
    expect_no_match(said(plot), "stopped", info = label)
  early <- max(study$description$record) < study$description$horizon
  expect_identical(plot$labels$x, paste("Regret of a game", if (early) sprintf("by round %d", max(study$description$record)) else "at the horizon"), info = label)
}

check_choices <- function(plot, study, label) {
  expect_match(said(plot), sprintf("^Replication %d", study$replications[1]), info = label)
  cells <- unique(study$tables$choices[c("bandit", "policy")])
  shown <- nrow(unique(drawn_by(plot, "GeomSegment")["PANEL"]))
  expect_true(shown == nrow(cells) || grepl("the first", said(plot)), info = label)
  logs <- all(unique(as.character(plot$data$bandit)) %in% logs_of(study))
  expect_identical(plot$labels$x, if (logs) "Turn" else "Round", info = label)
  crosses <- NROW(drawn_by(plot, "GeomPoint")) > 0
  expect_identical(grepl("cross: ", said(plot)), crosses, info = label)
  for (bandit in intersect(logs_of(study), as.character(plot$data$bandit))) {
    first <- study$tables$pulls
    first <- first[first$bandit == bandit & first$rep == study$replications[1], ]
    longest <- max(tapply(first$pulls, first$policy, sum))
    if (length(study$description$bandits) == 1) expect_lte(max(drawn_by(plot, "GeomSegment")$x), longest + 0.5)
  }
  stretched <- study$description$horizon > 300
  expect_identical(plot$scales$get_scales("colour")$name, if (stretched) "Share\nof rounds" else "Reward", info = label)
}

check_game <- function(plot, study, label) {
  expect_match(said(plot), "^Replication 1", info = label)
  last <- min(200, study$description$horizon)
  expect_identical(grepl("rounds 1 to", said(plot)), study$description$horizon > 200, info = label)
  expect_lte(max(plot$data$round), last)
  shown <- unique(as.character(plot$data$policy))
  expect_setequal(as.character(build_of(plot)$layout$layout$policy), shown) # no empty panels
  if (length(shown) < length(study$description$policies)) expect_match(said(plot), sprintf("the first %d of %d policies", length(shown), length(study$description$policies)), info = label)
}

label_checks <- list(
  regret = check_curve("regret", "Mean cumulative regret"), reward = check_curve("reward", "Mean cumulative reward"),
  unfairness = check_curve("unfairness", "Mean unfairness"),
  "reward per round" = check_windows("reward", "round", function(study) {
    sprintf("Mean reward per %s", if (length(logs_of(study)) == length(study$description$bandits)) "turn" else "round")
  }),
  optimal = check_windows("optimal", "pulls", best_by_hand), recommendations = check_naming, contrast = check_contrast,
  pulls = check_pulls, frontier = check_frontier, exits = check_exits, distribution = check_distribution,
  choices = check_choices, game = check_game
)

test_that("strips, captions and titles of every type of figure of a study are true", {
  skip_on_cran() # long
  skip_if_not_installed("ggplot2")
  expect_setequal(names(label_checks), names(unruly:::study_plots))
  cases <- expand.grid(type = names(unruly:::study_plots), name = setdiff(names(label_studies()), "settings"), stringsAsFactors = FALSE)
  drawn <- mapply(function(type, name) !type %in% names(unruly:::lacking_for_plots(label_studies()[[name]])), cases$type, cases$name)
  expect_setequal(cases$type[drawn], names(label_checks)) # none is left out everywhere
  cases <- cases[drawn, ]
  # At least one study of each type, a twelfth of many.
  number <- ave(seq_along(cases$type), cases$type, FUN = seq_along)
  cases <- cases[mapply(is_drawn, match(cases$type, cases$type), number, one_in = pmin(table(cases$type)[cases$type], 12)), ]
  for (i in seq_len(nrow(cases))) {
    study <- label_studies()[[cases$name[i]]]
    label <- sprintf("%s of the study \"%s\"", cases$type[i], cases$name[i])
    plot <- suppressWarnings(suppressMessages(built(autoplot(study, cases$type[i]))))
    label_checks[[cases$type[i]]](plot, study, label)
  }
})

test_that("windows are as wide as their strip says, for any record and window", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  check <- label_checks[["reward per round"]]
  for (i in share_of(1:12)) {
    withr::local_seed(i)
    horizon <- sample(c(60, 150, 400), 1)
    record <- sort(unique(c(sample(horizon, sample(2:9, 1)), if (i %% 2) horizon)))
    study <- play(pair(), policy_uniform(), horizon, reps = 2, record = record, seed = i)
    check(built(autoplot(study, "reward per round")), study, paste("record", toString(record)))
  }
})

test_that("strips at a horizon of 10,000 say what the checkpoints are", {
  study <- run_study(pair(), policy_uniform(), 1e4, reps = 2, seed = 1, threads = 1)
  expect_identical(levels(plot_data(study, "optimal")$figure), c("All rounds so far", "Last 200 to 452 rounds"))
  sparse <- run_study(pair(), policy_uniform(), 500, reps = 2, seed = 1, threads = 1, record = c(50, 100, 200, 500))
  expect_identical(levels(plot_data(sparse, "optimal")$figure), c("All rounds so far", "Last 50 to 300 rounds"))
  end <- run_study(pair(), policy_uniform(), 500, reps = 2, seed = 1, threads = 1, record = 1)
  expect_identical(levels(plot_data(end, "optimal")$figure), "All rounds so far")
})

# --- logs that run out of events ------------------------------------------------------

test_that("means of games that ran out of events are those of the last checkpoint that all reached", {
  skip_in_quick()
  for (seed in share_of(1:12)) {
    withr::local_seed(seed)
    b <- bandit_replay(short_log(seed, sample(40:160, 1)), init = 0, resample = sample(c("none", "bootstrap"), 1))
    record <- sort(unique(c(1, sample(2:200, 25), 200)))
    study <- play(b, pair_policies(), 200, reps = 5, record = record, seed = seed)
    turns <- turns_by_hand(study, "bandit")
    end <- max(record[record <= min(turns)])
    expect_warning(found <- suppressMessages(summary(study)), sprintf("after %s", paste(unique(range(turns)), collapse = " to ")), class = "unruly_warning_not_final")
    expect_identical(found$round, rep(as.double(end), 2))
    for (i in 1:2) expect_equal(found$mean[i], mean_by_hand(study, "reward", "bandit", found$policy[i], end) / end)
    all <- suppressMessages(summary(study, at = "all"))
    expect_identical(is.na(all$mean), all$round > end)
    counts <- suppressMessages(summary(study, what = "pulls", at = 200))
    expect_equal(counts$mean, as.vector(tapply(turns, rep(sort(counts$policy), each = 5), mean))[order(order(counts$policy))])
    pairs <- suppressWarnings(suppressMessages(compare_policies(study)))
    expect_identical(pairs$round, as.double(end))
    expect_equal(pairs$difference, found$mean[2] - found$mean[1])
    sums <- suppressWarnings(suppressMessages(summary(play(b, pair_policies(), 200, reps = 5, record = record, seed = seed, keep = "moments"))))
    expect_equal(sums[c("round", "mean", "sd")], found[c("round", "mean", "sd")])
    skip_if_not_installed("knitr")
    table <- suppressMessages(as_table(study, format = "markdown"))
    expect_match(paste(table, collapse = " "), "Mean reward per turn")
    caption <- paste(attr(table, "caption"), collapse = "")
    text <- if (nzchar(caption)) caption else paste(table, collapse = " ")
    expect_match(text, sprintf("Reward per turn after %s", unruly:::count_of(end, "turn")))
    expect_match(text, sprintf("ran out of events after %s", paste(unique(range(turns)), collapse = " to ")))
    expect_output(print(study), sprintf("Reward per turn after %s", unruly:::count_of(end, "turn")))
  }
})

test_that("a missing checkpoint that all games reached is not made up", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  study <- play(bandit_replay(short_log(1), init = 0, resample = "bootstrap"), pair_policies(), 200, reps = 5, record = 1)
  expect_warning(found <- suppressMessages(summary(study)), "No means by turn", class = "unruly_warning_not_final")
  expect_true(all(is.na(found$mean)))
  least <- min(turns_by_hand(study, "bandit"))
  expect_error(autoplot(study), sprintf("record = c\\(%d, 200\\)", least), class = "unruly_error_argument")
  expect_no_error(capture.output(print(study)))
  expect_no_error(ggplot2::ggplotGrob(autoplot(study, "pulls")))
})

test_that("bandits beside a log that ran out keep their horizon", {
  skip_in_quick()
  both <- label_studies()[["log and bandit"]]
  found <- suppressWarnings(summary(both))
  expect_identical(found$round[found$bandit == "plain"], c(80, 80))
  expect_equal(found$round[found$bandit == "log"], rep(end_by_hand(both, "log"), 2))
})

# --- tables of estimates and the rest -----------------------------------------------------

label_estimates <- function() {
  remembered("label_estimates", {
    two <- list(easy = pair(), null = bandit(arms_bernoulli(c(0.5, 0.5))))
    many <- lapply(1:9, function(i) policy_epsilon_greedy(i / 10, label = paste("greedy", i)))
    list(
      plain = estimates(play(pair(), pair_policies(), 60, reps = 30), c("naive", "sequence")),
      bandits = estimates(play(two, pair_policies(), 30, reps = 8), "naive"),
      many = estimates(play(pair(), many, 30, reps = 4), "naive"),
      unplayed = estimates(play(bandit(arms_bernoulli(rep(0.5, 6))), list(policy_uniform(), policy_fixed(1)), 8, reps = 6), c("naive", "sequence")),
      once = estimates(play(two, pair_policies(), 60), "naive")
    )
  })
}

test_that("figures of estimates show all policies and replications, or say which are left out", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  for (name in names(label_estimates())) {
    found <- label_estimates()[[name]]
    for (games in c(3, 20, 1000)) {
      if (!is_drawn(nchar(name), match(games, c(3, 20, 1000)), one_in = 3)) next
      plot <- built(autoplot(found, "intervals", reps = games))
      caption <- said(plot)
      reps <- length(unique(found$rep))
      policies <- unique(found$policy)
      shown <- plot$data
      # Rows, for each of which there is a strip.
      cells <- unique(found[c("bandit", "policy", "method")])
      there <- nrow(unique(shown[c("bandit", "policy", "method")]))
      expect_identical(grepl("left out: ", caption), there < nrow(cells), info = name)
      for (i in which(!paste(cells$bandit, cells$policy) %in% paste(shown$bandit, shown$policy))) {
        expect_match(caption, cells$policy[i], fixed = TRUE, info = name)
      }
      if (reps == 1) {
        panels <- nrow(unique(build_of(plot)$layout$layout["PANEL"]))
        expect_identical(panels, nrow(unique(cells[c("bandit", "policy")])), info = name)
        next
      }
      strips <- strips_of(plot, "row")
      expect_length(strips, there)
      expect_true(all(mapply(function(policy, method) any(grepl(policy, strips, fixed = TRUE) & (grepl(method, strips, fixed = TRUE) | grepl(paste("method:", method), caption))),
                             as.character(shown$policy), as.character(shown$method))), info = name)
      drawn <- length(unique(shown$rep))
      expect_equal(drawn, min(games, reps), info = name)
      expect_match(caption, if (drawn == reps) sprintf("All %d replications", reps) else sprintf("Replications 1 to %d of %d", drawn, reps), info = name)
      wanted <- merge(found, unique(shown[c("bandit", "policy", "method")]))
      wanted <- wanted[wanted$rep <= games, ]
      missing <- sum(is.na(wanted$estimate) & is.na(wanted$lower))
      expect_identical(nrow(shown) + missing, nrow(wanted), info = name)
      expect_identical(grepl("missing interval", caption), missing > 0, info = name)
      pale <- drawn_by(plot, "GeomPoint")$colour
      expect_identical(grepl("grey: ", caption), !all(pale %in% unruly:::safe_colours), info = name)
      shown_strips <- unlist(lapply(strips, unruly:::wrap_names, 20))
      expect_no_match(shown_strips, "...", fixed = TRUE, info = name) # whole, not cut
    }
  }
})

test_that("figures over many games say how many there were and what has no value", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  for (name in c("plain", "bandits", "unplayed")) for (type in c("coverage", "bias", "width")) {
    if (!is_drawn(nchar(name), nchar(type), one_in = 3)) next
    found <- label_estimates()[[name]]
    plot <- built(autoplot(found, type))
    caption <- said(plot)
    expect_match(caption, sprintf("^%d games%s;", length(unique(found$rep)), if (name == "once") "" else " per policy"), info = name)
    expect_identical(nrow(plot$data), nrow(unique(found[c("bandit", "policy", "method", "arm")])), info = name)
    width <- found$upper - found$lower
    infinite <- if (type == "width") sum(is.infinite(width)) else 0
    absent <- switch(type, bias = sum(is.na(found$estimate)), coverage = sum(is.na(found$lower)), width = sum(is.na(width)))
    expect_identical(grepl("infinite", caption), infinite > 0, info = name)
    if (infinite > 0) expect_match(caption, sprintf("%d infinite intervals? left out", infinite), info = name)
    expect_identical(grepl("missing", caption), absent > 0, info = name)
    if (absent > 0) expect_match(caption, sprintf("%d missing %ss? left out", absent, if (type == "bias") "estimate" else "interval"), info = name)
    bars <- drawn_by(plot, "GeomPointrange")
    expect_identical(grepl("bars: 95% intervals", caption), any(bars$xmax > bars$xmin, na.rm = TRUE), info = name)
  }
})

test_that("sweeps say by which round", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  study <- label_studies()$settings
  for (what in c("regret", "reward")) {
    plot <- autoplot(study, "sweep", x = "epsilon", what = what)
    expect_identical(plot$labels$y, sprintf("Mean %s by round 30", what))
    expect_equal(sort(drawn_by(plot, "GeomPoint")$y),
                 sort(vapply(names(study$description$policies)[1:2], function(p) mean_by_hand(study, what, "bandit", p, 30), 0, USE.NAMES = FALSE)))
  }
})

test_that("figures of exact studies say by which round, and what ribbons are", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  for (record in list(200, 1, c(4, 8))) {
    exact <- exact_study(pair(), pair_policies(), 12, record = record)
    last <- max(exact$description$record)
    plot <- autoplot(exact)
    single <- length(exact$description$record) == 1
    expect_identical(if (single) plot$labels$x else plot$labels$y, paste0("Mean regret", if (single) " by round 12"))
    geom <- if (single) "GeomLinerange" else "GeomRibbon"
    expect_match(said(plot), if (single) "Bars: from the 5%" else "Ribbons: from the 5%")
    expect_gt(nrow(drawn_by(plot, geom)), 0)
    when <- if (last < 12) sprintf("by round %d", last) else "at the horizon"
    expect_identical(autoplot(exact, "distribution")$labels$x, paste("Regret of a game", when))
    pulled <- autoplot(exact, "pulls")
    expect_identical(pulled$labels$y, paste("Expected pulls per round", when))
    expect_equal(as.vector(tapply(pulled$data$share, pulled$data$policy, sum)), c(1, 1))
  }
})

test_that("figures of agents, cycles, spreads, bandits and waits say what they draw", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  a <- agent(policy_uniform(), 2, seed = 1)
  for (i in 1:20) agent_learn(a, agent_choose(a), reward = i %% 2)
  strips <- function(...) levels(autoplot(a, sd = 0.5, ...)$layers[[2]]$data$panel)
  expect_identical(strips(), c("Pulls learnt from", "Mean, 95% confidence sequence"))
  expect_identical(strips(method = "naive", level = 0.9), c("Pulls learnt from", "Mean, 90% interval"))
  cycle <- pinwheel_cycle(c(2, 4, 4))
  expect_null(autoplot(cycle)$labels$caption)
  expect_identical(said(autoplot(cycle, slots = 2)), sprintf("Slots 1 to 2 of %d", cycle$length))
  lags <- autoplot(spread_power(2))
  expect_equal(numbers_in(said(lags))[1], round(100 * sum(lags$data$weight), 1))
  expect_null(autoplot(spread_linear(3))$labels$caption)
  expect_identical(said(autoplot(pair())), "The best arm is orange.")
  expect_match(said(autoplot(bandit(arms_beta(0.5, c(0.5, 0.1))))), "as far as rewards go") # a standard deviation would reach beyond 1
  expect_no_match(said(autoplot(bandit(arms_gaussian(c(0, 1), sd = 1)))), "as far as")
  value <- bandit_value(pair() |> with_waiting(c(0.5, 0.5)))
  plot <- autoplot(value)
  expect_equal(drawn_by(plot, "GeomHline")$yintercept, max(value$rate))
  expect_match(said(plot), "dashed: its rate")
})

test_that("characteristics say what bars and dashes are", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  study <- play(bandit(arms_bernoulli(c(0.4, 0.5))), pair_policies(), 40, reps = 12)
  plot <- autoplot(operating_characteristics(study, method = "naive"))
  expect_identical(said(plot), "Bars: 95% intervals (Clopper-Pearson for probabilities); dashed: the nominal level")
  bars <- drawn_by(plot, "GeomPointrange")
  expect_true(any(bars$xmax > bars$xmin))
  expect_identical(unique(drawn_by(plot, "GeomVline")$xintercept), 0.95)
  expect_match(said(plot), "Clopper")
  exact <- operating_characteristics(exact_study(pair(), policy_uniform(), 10))
  expect_null(autoplot(exact)$labels$caption)
  bell <- play(bandit(arms_gaussian(c(0, 9), sd = 1)), policy_oracle(), 40, reps = 3) # the bias of the worse arm is unknown
  plot <- autoplot(operating_characteristics(bell, method = "sequence"), c("simple_regret", "width: sequence"))
  expect_match(said(plot), "without a bar: no interval is known")
})

test_that("a series says at which horizon, and what has no logarithm", {
  skip_on_cran() # long
  skip_if_not_installed("ggplot2")
  id <- Find(function(id) is.null(unruly:::describe_experiment(id)$series_draw) && unruly:::describe_experiment(id)$series, experiments()$id)
  skip_if(is.null(id), "no series is drawn by horizon")
  series <- run_experiment(id, horizon = c(50, 100), reps = 2)
  plot <- suppressWarnings(autoplot(series))
  expect_identical(plot$labels$y, "Mean regret at the horizon (log scale)")
  expect_match(said(plot), "2 replications")
  early <- run_experiment(id, horizon = c(50, 100), reps = 2, record = c(10, 20))
  expect_identical(suppressWarnings(autoplot(early))$labels$y, "Mean regret by the last checkpoint (log scale)")
})

test_that("a bound is drawn under its name, by its measure", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  bound <- regret_bound(bandit(arms_bernoulli(c(0.4, 0.6))), c(50, 100, 1000), "lai_robbins")
  plot <- autoplot(bound)
  drawn <- ggplot2::layer_data(plot, 1)
  expect_equal(10^drawn$x, c(50, 100, 1000))
  expect_equal(drawn$y, bound$value)
  expect_identical(plot$labels$y, "Lower bound on regret")
})

test_that("figures of the arcade say what scores are, how many problems there are, and what is left out", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  heat <- autoplot(arcade(problems = "patience"))
  expect_match(said(heat), "Score: regret / that of Uniform (1: white)", fixed = TRUE)
  drawn <- heat$data
  expect_true(all(is.na(drawn$shown[!drawn$plays])))
  played <- drawn[drawn$plays & drawn$score > 0.002 & drawn$score < 2, ]
  expect_equal(played$shown, played$score)
  profile <- autoplot(arcade(), "profile", policies = c("UCB1", "MOSS"))
  problems <- length(unique(arcade()$problem))
  expect_identical(profile$labels$y, sprintf("Share of %d problems", problems))
  expect_identical(said(profile), sprintf("Grey: %d other policies", sum(summary(arcade())$problems > 0) - 2L))
  ranks <- autoplot(arcade(), "ranks")
  expect_identical(said(ranks), sprintf("%d problems not drawn: see `problems`", problems - 6))
  expect_match(ranks$labels$x, "95%", fixed = TRUE)
})

test_that("the limits of a design and its power are labelled by what they are", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  design <- trial_design(bandit(arms_gaussian(c(control = 0, new = 0.5), sd = 1)), looks = 1:3, power = 0.9)
  drawn <- autoplot(design)
  expect_identical(drawn$labels[c("x", "y")], list(x = "Patients at the look", y = "Z"))
  expect_setequal(drawn$data$z, c(design$upper, design$lower)[is.finite(c(design$upper, design$lower))])
  expect_match(drawn$labels$title, unruly:::design_headline(design) |> substr(1, 20), fixed = TRUE)
  power <- autoplot(trial_power(design))
  expect_match(power$labels$x, "^(Drift of the best arm|Best arm's difference from the control)$")
})

test_that("a forest plot says what differs from which policy, and in which direction it is better", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  study <- run_study(bandit(arms_bernoulli(c(0.4, 0.6))), list(policy_ucb1(), policy_thompson(), policy_uniform()), 100, 20, seed = 1)
  regrets <- autoplot(compare_policies(study, baseline = "UCB1"))
  expect_identical(regrets$labels$x, "Difference in mean regret from UCB1")
  expect_match(said(regrets), "below 0 the policy is better than the baseline", fixed = TRUE)
  expect_match(said(autoplot(compare_policies(study, what = "reward"))), "above 0 the policy is better", fixed = TRUE)
})

test_that("figures of fits and recoveries say what points, bars and crosses are, and which arms are not drawn", {
  skip_on_cran()
  skip_if_not_installed("ggplot2")
  arms <- bandit(arms_bernoulli(c(.2, .4, .6, .8)))
  policies <- list(policy_delta(free(), free(.01, 10)), Even = policy_uniform())
  made <- choices(run_study(arms, list(policy_delta(.2, .1, label = "cold"), policy_delta(.8, .4, label = "hot")), 40, reps = 4, seed = 1, keep = "choices", threads = 1))
  made <- made[made$policy == c("cold", "hot")[made$rep %% 2 + 1], ] # units that differ
  for (pooled in c(FALSE, TRUE)) {
    fit <- suppressWarnings(fit_policy(made, policies[1], by = rep, starts = 10, threads = 1, pooled = pooled))
    plot <- built(autoplot(fit))
    expect_identical(grepl("(Wald)", said(plot), fixed = TRUE), !pooled)
    expect_identical(grepl("hollow", said(plot)), pooled)
    expect_identical(grepl("crosses: at an end", said(plot)), any(drawn_by(plot, "GeomPoint")$shape == 4))
  }
  both <- suppressWarnings(fit_policy(made, policies, by = rep, starts = 10, threads = 1))
  shares <- built(autoplot(both, "trials"))
  expect_identical(said(shares), "Points: shares of 2 rounds, means of 4 units; bars: 95% intervals of these means; lines: what the policies predict")
  expect_identical(unique(drawn_by(shares, "GeomLine")$y[drawn_by(shares, "GeomLine")$group == 2]), 1 / 4)
  alone <- built(autoplot(both, "trials", units = "2"))
  expect_identical(said(alone), "Points: shares of 2 rounds; lines: what the policies predict")
  many <- data.frame(arm = c(1:12, 1:9), reward = 0)
  expect_match(said(autoplot(fit_policy(many, policy_uniform(), threads = 1))), "not drawn: the 3 arms chosen least")
  table <- compare_policies(both, "aic")
  comparison <- built(autoplot(both, "comparison", evidence = "aic"))
  expect_identical(strips_of(comparison, "panel"), c("AIC above the least", "Frequency in the population", "Protected exceedance probability"))
  expect_match(said(comparison), paste("with probability", signif(attr(table, "bor"), 2)), fixed = TRUE)
  found <- recovery(policies, arms, 40, units = 6, seed = 1, starts = 5, threads = 1)
  plot <- built(autoplot(found))
  expect_identical(strips_of(plot, "panel"), sprintf("%s\nr = %.2f", c("rate", "temperature"), summary(found)$r))
  expect_identical(grepl("crosses", said(plot)), any(found$parameters$boundary))
  expect_identical(said(autoplot(found, "confusion")), "6 units per policy, chosen by BIC")
})

test_that("every class that autoplot() draws has its labels tested here", {
  classes <- ls(asNamespace("unruly"), pattern = "^autoplot[.]unruly_")
  tested <- c("study", "estimates", "comparisons", "characteristics", "agent", "bandit", "cycle", "spread", "waiting_value", "series", "exact", "calibration", "experiment", "bound", "arcade", "design", "power", "policy_comparisons", "fit", "recovery")
  expect_setequal(sub("autoplot.unruly_", "", classes, fixed = TRUE), tested)
})

# Figures of arms that were there and that were pulled: exits and choices.

# --- exits ------------------------------------------------------------------------

# The first round of each arm (columns) in each replication (rows); Inf for never.
entry_rounds <- function(bandit, name, policy, study) {
  if (has_trait(bandit, "replay") && bandit$traits$replay$parameters$resample == "none") {
    return(replay_entries(bandit$traits$replay$parameters, arm_count(bandit), name, policy, study))
  }
  # In which order a resample meets the events is not kept: its arms are drawn from the start.
  first <- bandit$traits$entries$parameters$first %||% bandit$traits$lifetimes$parameters$first %||% 1
  matrix(rep_len(first, arm_count(bandit)), length(study$replications), arm_count(bandit), byrow = TRUE)
}

# An arm of a log enters with the first event whose pool has it. In which turn
# that was is known up to the checkpoints: the earliest that it can be.
replay_entries <- function(walk, arms, name, policy, study) {
  table <- study$tables$regret
  table <- table[table$bandit == name & table$policy == policy, ]
  pool_of_member <- rep(seq_len(length(walk$pool_from) - 1), diff(walk$pool_from))
  t(vapply(study$replications, function(r) {
    start <- walk$start[(r - 1) %% length(walk$start) + 1]
    met <- match(pool_of_member, walk$pool[start:length(walk$pool)])
    event <- tapply(met, factor_of(walk$pool_members, seq_len(arms)), function(e) min(e, Inf, na.rm = TRUE))
    event[is.na(event)] <- Inf # in no pool at all
    game <- table[table$rep == r, ]
    c(1, game$round + 1)[findInterval(event, game$events, left.open = TRUE) + 1] / (event <= max(game$events))
  }, numeric(arms)))
}

# For each arm the share of replications in which it is there after a round, from
# the last round before it came; a step at each round in which some replication
# got or lost it. For populations the share of arms that reach an age.
exits_data <- function(study, view) {
  bandits <- study$description$bandits[view$bandits]
  cells <- expand.grid(policy = view$policies, bandit = view$bandits, stringsAsFactors = FALSE)
  born <- all(vapply(bandits, has_trait, NA, "population"))
  if (!born) cells <- cells[vapply(cells$bandit, function(b) can_exit(bandits[[b]], b, study), NA), ]
  births <- if (born) lapply(bandits, births_of, study)
  tables <- Map(function(bandit, policy) {
    gone <- study$tables$exits
    gone <- gone[gone$bandit == bandit & gone$policy == policy, ]
    end <- last_turn(study, bandit, view$policies)
    curve <- if (born) survival_by_age(gone, births[[bandit]], bandits[[bandit]], study) else
      presence_by_arm(gone[gone$round <= end, ], entry_rounds(bandits[[bandit]], bandit, policy, study), end)
    tibble(bandit = bandit, policy = policy, curve)
  }, cells$bandit, cells$policy)
  in_study_order(name_arms(do.call(rbind, unname(tables)), bandits), study)
}

# The horizon, or for a log the last turn that all games of these policies reached.
last_turn <- function(study, bandit, policies, replications = study$replications) {
  if (!has_trait(study$description$bandits[[bandit]], "replay")) return(study$description$horizon)
  pulls <- study$tables$pulls
  pulls <- pulls[pulls$bandit == bandit & pulls$policy %in% policies & pulls$rep %in% replications, ]
  min(tapply(pulls$pulls, row_groups(pulls[c("policy", "rep")]), sum))
}

presence_by_arm <- function(gone, entries, horizon) {
  here <- which(colSums(entries <= horizon) > 0)
  here <- here[seq_len(min(length(here), most_rows))]
  exits <- split(gone$round, factor_of(gone$arm, here))
  do.call(rbind, lapply(seq_along(here), function(i) {
    entered <- entries[, here[i]][entries[, here[i]] <= horizon] - 1
    change <- sums_at(rep(c(1, -1), c(length(entered), length(exits[[i]]))), c(entered, exits[[i]]))
    present <- cumsum(change$sum) / nrow(entries)
    tibble(arm = here[i], round = c(change$at, horizon), present = c(present, present[length(present)]))
  }))
}

# More arms than this cannot be distinguished in one figure.
most_rows <- 60

# The share of arms that reach an age (Kaplan and Meier's estimate, as the
# horizon cuts lives short), over all arms of all replications.
survival_by_age <- function(gone, births, bandit, study) {
  born <- births %||% births_by_deaths(gone, arm_count(bandit), study$replications)
  exit <- gone$round[match_rows(born[c("rep", "arm")], gone[c("rep", "arm")])]
  age <- ifelse(is.na(exit), study$description$horizon, exit) - born$first + 1
  ages <- sort(unique(age))
  at_risk <- rev(cumsum(rev(tabulate(match(age, ages), length(ages)))))
  lost <- tabulate(match(age[!is.na(exit)], ages), length(ages))
  curve <- tibble(age = c(0, ages), present = c(1, cumprod(1 - lost / at_risk)), arms = c(length(age), at_risk))
  curve[unique(round(seq(1, nrow(curve), length.out = min(nrow(curve), 500)))), ]
}

# When arms were born: where lives are timed, the same for every policy.
births_of <- function(bandit, study) {
  if (bandit$traits$population$parameters$death == "budgeted") return(NULL)
  instance_table(bandit, study)[c("rep", "arm", "first")]
}

# Returns the births in populations whose arms die of their pulls: each death brings an arm in the next round.
births_by_deaths <- function(gone, alive, replications) {
  died <- gone[gone$cause == "died", ]
  died <- died[order(died$rep, died$round, died$arm), ]
  number <- stats::ave(died$round, died$rep, FUN = seq_along)
  initial <- expand.grid(arm = seq_len(alive), rep = replications)
  tibble(rep = c(initial$rep, died$rep), arm = c(initial$arm, alive + number),
         first = c(rep(1, nrow(initial)), died$round + 1))
}

draw_exits <- function(data, study, view) {
  if (!is.null(data[["age"]])) return(draw_survival(data, study, view))
  if (too_many_panels(data)) return(draw_presence(data, study, view))
  rows <- stretches(data)
  # Without seams between the bars of an arm.
  rows$to <- if (grepl("x", view$log)) rows$to * 1.01 else rows$to + min(study$description$horizon, max(rows$to)) / 300
  arms <- if (is.factor(rows$arm)) levels(droplevels(rows$arm)) else as.character(sort(unique(rows$arm)))
  rows$arm <- factor(rows$arm, rev(arms))
  cut <- any(vapply(study$description$bandits[view$bandits], arm_count, 0L) > most_rows)
  ggplot2::ggplot(rows, ggplot2::aes(.data$from, .data$arm, xend = .data$to, yend = .data$arm,
                                     colour = .data$present)) +
    ggplot2::geom_segment(linewidth = row_width(length(arms), panel_rows(data))) +
    rounds_of_cells(cell_columns(data), view$log) + arm_axis("y", panel_rows(data)) +
    ggplot2::scale_colour_gradient(name = "Share of\nreplications\nwith the arm", low = "grey94", high = "#08457E",
                                   limits = c(0, 1), labels = number_labels) +
    ggplot2::labs(x = capital(round_word(study, drawn_bandits(data))), y = "Arm",
                  caption = exits_caption(study, data, view, cut)) +
    facet_by_cell(data) + study_theme() + ggplot2::theme(panel.grid.major.y = ggplot2::element_blank())
}

# The number of games, and what is not drawn.
exits_caption <- function(study, data, view, cut = FALSE) {
  still <- setdiff(view$bandits, as.character(data$bandit))
  parts <- c(replications_text(study), ran_out_text(study, drawn_bandits(data)),
             if (cut) sprintf("the first %d arms", most_rows),
             if (length(still) > 0) paste("nothing can leave or die in", paste(still, collapse = ", ")))
  wrap_names(paste(parts, collapse = "; "), 95)
}

# From the steps of each arm to stretches of rounds with the same share.
stretches <- function(data) {
  n <- nrow(data)
  same <- c(data$bandit[-1] == data$bandit[-n] & data$policy[-1] == data$policy[-n] & data$arm[-1] == data$arm[-n],
            FALSE)
  data$from <- data$round + 1
  data$to <- c(data$round[-1] + 1, NA)
  data <- data[same, ]
  data[data$to > data$from, ]
}

# Returns how thick a line must be to look like a row, in a plot of the usual size.
row_width <- function(arms, panel_rows) {
  height <- 92 / panel_rows - 6 # of a panel in millimetres, of 4.5 inches
  max(0.6, min(height / (arms + 1), 8) * 0.8 / 0.75)
}

# The mean number of arms there, by round.
draw_presence <- function(data, study, view) {
  counts <- presence_counts(data)
  ggplot2::ggplot(counts, ggplot2::aes(.data$round, .data$arms, colour = .data$policy, linetype = .data$policy)) +
    ggplot2::geom_step(linewidth = 0.7) +
    scale_of("x", view$log) + scale_of("y") + ggplot2::expand_limits(y = 0) +
    ggplot2::labs(x = capital(round_word(study, drawn_bandits(data))), y = "Mean number of arms there",
                  caption = exits_caption(study, data, view)) +
    facet_by_bandit(data) + study_theme() + study_scales(study, view)
}

presence_counts <- function(data) {
  do.call(rbind, lapply(rows_alike(data[c("bandit", "policy")]), function(rows) {
    cell <- data[rows, ]
    change <- stats::ave(cell$present, cell$arm, FUN = function(x) c(x[1], diff(x)))
    steps <- sums_at(change, cell$round + 1)
    tibble(bandit = cell$bandit[1], policy = cell$policy[1], round = steps$at, arms = cumsum(steps$sum))
  }))

}

draw_survival <- function(data, study, view) {
  data$age <- pmax(data$age, if (grepl("x", view$log)) 1 else 0)
  one <- data[data$policy == data$policy[1], ]
  # Deaths that no policy can change are drawn once.
  same <- length(view$policies) > 1 &&
    all(vapply(split(data, data$policy, drop = TRUE), function(x) identical(x[-2], one[-2]), NA))
  if (same) data <- one
  plot <- ggplot2::ggplot(data, ggplot2::aes(.data$age, .data$present, colour = .data$policy,
                                             linetype = .data$policy)) +
    ggplot2::geom_step(linewidth = 0.7) +
    scale_of("x", view$log) + scale_of("y") + ggplot2::expand_limits(y = 0) +
    ggplot2::labs(x = "Age of an arm in rounds", y = "Share of arms that get older") +
    facet_by_bandit(data) + study_theme() + study_scales(study, view)
  if (!same) return(plot + ggplot2::labs(caption = replications_text(study)))
  plot + ggplot2::theme(legend.position = "none") +
    ggplot2::labs(caption = paste0(replications_text(study), "; the same for all policies"))
}

# --- choices ------------------------------------------------------------------------

choices_data <- function(study, view) {
  table <- choices(study)
  table <- table[table$rep == study$replications[1], ]
  in_study_order(table[c("bandit", "policy", "round", "arm", "wait", "reward", "cost")], study)
}

# When each arm that is drawn could be pulled in the first replication, and whether
# it left or died.
lives_data <- function(study, data) {
  first_rep <- study
  first_rep$replications <- study$replications[1]
  cells <- unique(data[c("bandit", "policy")])
  lives <- Map(function(bandit, policy) {
    b <- study$description$bandits[[bandit]]
    gone <- study$tables$exits
    gone <- gone[gone$bandit == bandit & gone$policy == policy & gone$rep == first_rep$replications, ]
    born <- if (!has_trait(b, "population")) 
      tibble(arm = seq_len(arm_count(b)), first = entry_rounds(b, bandit, policy, first_rep)[1, ]) else
      births_of(b, first_rep) %||% births_by_deaths(gone, arm_count(b), first_rep$replications)
    end <- last_turn(study, bandit, policy, first_rep$replications)
    born <- born[born$first <= end, ]
    exit <- gone$round[match(born$arm, gone$arm)]
    tibble(bandit = bandit, policy = policy, arm = born$arm, first = born$first, last = ifelse(is.na(exit), end, exit),
           gone = !is.na(exit))
  }, as.character(cells$bandit), as.character(cells$policy))
  in_study_order(do.call(rbind, unname(lives)), study)
}

# More rounds than these are drawn as stretches of several.
most_rounds <- 300

draw_choices <- function(data, study, view) {
  horizon <- study$description$horizon
  data$arm <- number_arms(data, study$description$bandits)
  part <- too_many_panels(data)
  if (part) data <- first_panels(data)
  arms <- arms_to_draw(data, study)
  shown <- busiest_arms(arms, data)
  lives <- lives_data(study, data)
  lives <- lives[lives$arm %in% shown, ]
  data <- data[data$arm %in% shown, ]
  names <- arm_labels(study, view, shown)
  as_row <- function(arm) factor(names[match(arm, shown)], rev(names))
  lives$arm <- as_row(lives$arm)
  thick <- row_width(length(shown), panel_rows(data))
  marks <- if (horizon > most_rounds) played_stretches(data, horizon) else
    tibble(data, from = data$round - 0.5, to = data$round + data$cost - 0.5, shade = data$reward)
  marks$arm <- as_row(marks$arm)
  marks <- marks[order(marks$from), ]
  marks$to <- marks$to + 0.1 * (marks$to - marks$from) # the next one hides it: no seams
  cut <- length(shown) < length(arms)
  ggplot2::ggplot(marks, ggplot2::aes(.data$from, .data$arm)) +
    ggplot2::geom_segment(ggplot2::aes(x = .data$first - 0.5, xend = .data$last + 0.5, yend = .data$arm), lives,
                          colour = "grey88", linewidth = thick * 0.5) +
    ggplot2::geom_segment(ggplot2::aes(xend = .data$to, yend = .data$arm, colour = .data$shade), linewidth = thick) +
    ggplot2::geom_point(ggplot2::aes(x = .data$last + 0.5), lives[lives$gone, ], shape = 4, size = min(2, thick * 0.7),
                        stroke = min(0.8, thick / 4)) +
    rounds_of_cells(cell_columns(data)) + arm_axis("y", panel_rows(data)) +
    shade_scale(if (horizon > most_rounds) "Share\nof rounds" else "Reward", marks$shade) +
    ggplot2::labs(x = capital(round_word(study, drawn_bandits(data))), y = "Arm",
                  caption = choices_caption(study, data, any(lives$gone), cut, part, length(view$policies))) +
    facet_by_cell(data) + study_theme() + ggplot2::theme(panel.grid.major.y = ggplot2::element_blank())
}

# Keeps the first bandit, or the first policies, where there is no room for all.
first_panels <- function(data) {
  data <- data[data$bandit == data$bandit[1], ]
  data[data$policy %in% unique(data$policy)[seq_len(min(length(unique(data$policy)), most_panels))], ]
}

choices_caption <- function(study, data, gone, cut, part, policies) {
  paste(c(
    paste("Replication", study$replications[1]), if (gone) "cross: the arm left or died",
    if (part && length(study$description$bandits) > 1) sprintf("bandit %s, the first of those asked for",
                                                               data$bandit[1]),
    if (part && policies > length(unique(data$policy))) sprintf("the first %d of %d policies",
                                                                length(unique(data$policy)), policies),
    if (cut) sprintf("the %d arms pulled most", most_rows)
  ), collapse = "; ")
}

# All arms; in populations those that were pulled.
arms_to_draw <- function(data, study) {
  bandits <- study$description$bandits[unique(as.character(data$bandit))]
  fixed <- Filter(function(b) !has_trait(b, "population"), bandits)
  union(seq_len(max(0, vapply(fixed, arm_count, 0L))), data$arm)
}

# All that there is room for, those pulled most.
busiest_arms <- function(arms, data) {
  pulls <- tabulate(data$arm, max(arms))[arms]
  sort(arms[order(-pulls, arms)][seq_len(min(length(arms), most_rows))])
}

# Names, or numbers if bandits have different names: a row is the same arm in all.
arm_labels <- function(study, view, arms) {
  bandits <- study$description$bandits[view$bandits]
  names <- lapply(bandits, function(b) b$arms$names)
  if (length(unique(names)) > 1 || is.null(names[[1]])) return(as.character(arms))
  names[[1]][arms]
}

# The share of each stretch of rounds in which an arm was pulled.
played_stretches <- function(data, horizon) {
  step <- ceiling(horizon / 150)
  data$from <- (data$round - 1) %/% step * step + 0.5
  shares <- stats::aggregate(data["cost"], data[c("bandit", "policy", "arm", "from")], sum)
  shares$to <- pmin(shares$from + step, horizon + 0.5)
  shares$shade <- pmin(shares$cost / (shares$to - shares$from), 1)
  shares
}

# Two rewards have two colours.
shade_scale <- function(title, values) {
  ends <- range(values)
  if (ends[1] == ends[2]) ends <- ends[1] + c(0, 1)
  two <- length(unique(values)) <= 2
  ggplot2::scale_colour_gradient(name = title, low = if (title == "Reward") "#E69F00" else "#C6DBEF", high = "#08457E",
                                 limits = ends, breaks = if (two) unique(values) else ggplot2::waiver(),
                                 labels = number_labels, guide = if (two) "legend" else "colourbar")
}

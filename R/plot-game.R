# One game, round by round: which arms were there, what was chosen, what arrived, and the means.

# A game is kept as its choices, or played again, which gives the same choices. Then a policy that makes these choices
# plays it once more and writes down what it is shown: the same outcomes in the same rounds, as these have
# addresses that do not know the policy.
game_data <- function(study, view) {
  policies <- utils::head(view$policies, most_games)
  cells <- expand.grid(policy = policies, bandit = first_played(study, view), stringsAsFactors = FALSE)
  tables <- Map(function(bandit, policy) {
    tibble(bandit = bandit, policy = policy, watch_game(study, bandit, policy, view))
  }, cells$bandit, cells$policy)
  in_study_order(do.call(rbind, unname(tables)), study)
}

first_played <- function(study, view) {
  Find(function(name) !has_trait(study$description$bandits[[name]], "replay"), view$bandits)
}

# More games than these do not fit beside one another.
most_games <- 3

# A row for each round and each arm that is there in it.
watch_game <- function(study, bandit, policy, view) {
  made <- choices_of_game(study, bandit, policy, view$rep)
  made <- made[made$round <= view$rounds, ]
  last <- min(view$rounds, made$round[nrow(made)] + made$cost[nrow(made)] - 1)
  seen <- list()
  watcher <- policy_custom(
    start = function(view) list(),
    choose = function(state, view) {
      # The outcome of the last round is known in the next one.
      if (view$round <= last + 1) seen[[length(seen) + 1]] <<- list(view = view, known = state)
      at <- match(view$round, made$round)
      if (is.na(at)) return(if (view$waits > 1) c(view$live[1], 1) else view$live[1])
      if (view$waits > 1) c(made$arm[at], made$wait[at]) else made$arm[at]
    },
    observe = function(state, view, outcome) {
      c(Filter(function(o) o$seen == view$round, state), list(c(outcome, seen = view$round)))
    },
    label = policy
  )
  suppressWarnings(replay(study, bandit, list(watcher), view$rep, "summary"), classes = "unruly_warning_outside")
  rows_of_game(seen, made, last)
}

choices_of_game <- function(study, bandit, policy, rep) {
  if (is.null(study$tables$choices) || !rep %in% study$replications) {
    study <- replay(study, bandit, study$description$policies[policy], rep, "choices", study$description$stop)
  }
  table <- study$tables$choices
  table[table$bandit == bandit & table$policy == policy & table$rep == rep, ]
}

replay <- function(study, bandit, policies, rep, keep, stop = NULL) {
  d <- study$description
  d$bandits <- d$bandits[bandit]
  d$policies <- rlang::set_names(policies, vapply(policies, function(p) p$label, ""))
  d[c("record", "keep", "stop")] <- list(d$horizon, keep, stop)
  play_study(d, rep, 1, FALSE, rlang::caller_env())
}

rows_of_game <- function(seen, made, last) {
  first <- integer()
  pulled <- integer()
  rows <- lapply(seq_along(seen), function(i) {
    view <- seen[[i]]$view
    if (view$round > last) return(NULL)
    by_arm <- function(x) if (is.matrix(x)) rowSums(x) else x
    arm <- as.character(view$live)
    first[setdiff(arm, names(first))] <<- view$round
    since <- view$round - pmax(first[arm], pulled[arm] + 1, na.rm = TRUE)
    at <- match(view$round, made$round)
    chosen <- !is.na(at) & view$live == made$arm[at]
    if (any(chosen)) pulled[arm[chosen]] <<- view$round + made$cost[at] - 1
    # The outcomes shown after this round are known at the next decision.
    next_one <- if (i < length(seen)) seen[[i + 1]]
    news <- arrivals(view$live, next_one)
    list(round = rep(view$round, length(arm)), arm = view$live, chosen = chosen,
         wait = ifelse(chosen, made$wait[at], NA_integer_), cost = ifelse(chosen, made$cost[at], NA_real_),
         reward = ifelse(chosen, made$reward[at], NA_real_), arrived = news$count, observed = news$sum,
         estimate = as.vector(by_arm(view$total) / by_arm(view$pulls)),
         patience = as.vector(if (is.null(view$patience)) rep(NA_real_, length(arm)) else view$patience - since))
  })
  # One table at the end: one per round would take most of the time.
  tibble(!!!lapply(stats::setNames(nm = names(rows[[1]])), function(column) unlist(lapply(rows, `[[`, column))))
}

arrivals <- function(live, next_one) {
  known <- if (is.null(next_one)) list() else Filter(function(o) o$seen == next_one$view$round, next_one$known)
  arm <- vapply(known, function(o) as.double(o$arm), 0)
  observed <- vapply(known, function(o) as.double(o$observed), 0)
  count <- tabulate(match(arm, live), length(live))
  list(count = count, sum = ifelse(count > 0, vapply(live, function(a) sum(observed[arm == a]), 0), NA))
}

# --- the figure --------------------------------------------------------------------------

game_panels <- c("Arms", "Arrived", "Mean")

# `until`: the last round that is drawn; the axes have room for all.
draw_game <- function(data, study, view, until = max(data$round)) {
  bandit <- study$description$bandits[[as.character(data$bandit[1])]]
  data$name <- as.character(name_arms(data, study$description$bandits)$arm)
  data$policy <- droplevels(data$policy) # panels of nothing else
  looks <- game_looks(data)
  ends <- c(min(data$arm) - 0.6, max(data$arm) + 0.6)
  room <- expand.grid(round = range(data$round) + c(-0.5, 0.5), value = ends, policy = unique(data$policy))
  room$panel <- game_panel(1)
  gone <- last_rounds(data)
  shown <- data[data$round <= until, ]
  panel <- function(i, rows, value) tibble(rows, value = value, panel = rep(game_panel(i), nrow(rows)))
  # With waiting a pull takes several rounds.
  span <- stats::ave(shown$cost, shown$policy, shown$round, FUN = function(x) max(x, 1, na.rm = TRUE))
  shown$span <- pmin(span, view$rounds + 1 - shown$round)
  shown$middle <- shown$round + (shown$span - 1) / 2
  there <- panel(1, shown, shown$arm)
  most <- pmax(1, stats::ave(there$patience, there$arm, FUN = max))
  there$shade <- 0.12 + 0.38 * ifelse(is.finite(there$patience), pmax(there$patience, 0) / most, 1)
  chosen <- there[there$chosen, ]
  arrived <- shown[shown$arrived > 0, ]
  known <- shown[is.finite(shown$estimate), ]
  known <- known[stats::ave(known$round, known$policy, known$arm, FUN = length) > 1, ]
  ggplot2::ggplot(there, ggplot2::aes(.data$round, .data$value)) +
    ggplot2::geom_blank(data = room) +
    ggplot2::geom_tile(ggplot2::aes(.data$middle, alpha = .data$shade, width = .data$span), fill = "grey55",
                       height = 0.7) +
    ggplot2::scale_alpha_identity() +
    ggplot2::geom_tile(ggplot2::aes(.data$middle, fill = .data$name, width = .data$span), chosen, height = 0.7,
                       show.legend = FALSE) +
    ggplot2::geom_point(data = panel(1, gone[gone$round <= until, ], gone$arm[gone$round <= until]), shape = 4,
                        size = 1.6) +
    ggplot2::geom_point(ggplot2::aes(colour = .data$name), panel(2, arrived, arrived$observed), size = 1.1) +
    ggplot2::geom_step(ggplot2::aes(colour = .data$name, group = .data$name), panel(3, known, known$estimate),
                       linewidth = 0.6) +
    ggplot2::facet_grid(ggplot2::vars(.data$panel), ggplot2::vars(.data$policy), scales = "free_y", switch = "y",
                        drop = FALSE) +
    scale_of("x", breaks = whole_breaks(max(2, 6 - length(unique(data$policy))))) +
    ggplot2::scale_y_continuous(labels = game_arm_labels(data), breaks = arm_breaks(ends)) +
    ggplot2::labs(x = "Round", y = NULL, caption = game_caption(study, data, view, bandit, looks, nrow(gone) > 0)) +
    study_theme() + strips_left() +
    policy_scales(looks$policy, "Arm", 16, looks)
}

game_panel <- function(i) factor(game_panels[i], game_panels)

# If there are many arms, those chosen most have colours.
game_looks <- function(data) {
  arms <- sort(unique(data$arm))
  pulls <- tabulate(match(data$arm[data$chosen], arms), length(arms))
  busy <- arms[order(-pulls, arms)][seq_len(min(length(arms), length(safe_colours)))]
  policy_look(data$name[match(arms, data$arm)], character(), match(arms, sort(busy)))
}

# The axis of the arms has whole numbers, the others what suits them.
arm_breaks <- function(ends) {
  force(ends)
  expanded <- ends + c(-0.05, 0.05) * diff(ends)
  within_ends <- function(arm) arm[ends[1] < arm & arm < ends[2]]
  function(limits) {
    if (isTRUE(all.equal(as.vector(limits), expanded))) within_ends(whole_breaks(8)(limits)) + arm_mark else
      pretty(limits, 4)
  }
}

# All panels share one function of labels: that breaks are arms shows in a shift that nobody sees.
arm_mark <- 1e-6

game_arm_labels <- function(data) {
  names <- data$name[match(seq_len(max(data$arm)), data$arm)]
  names[is.na(names)] <- which(is.na(names))
  long <- nchar(names) > 14
  names[which(long)] <- paste0(substr(names[which(long)], 1, 13), "\u2026")
  function(x) {
    arm <- round(x)
    marked <- !is.na(x) & abs(x - arm - arm_mark) < arm_mark / 10 & arm %in% seq_along(names)
    ifelse(marked, names[pmax(arm, 1)], number_labels(x))
  }
}

# The last round of each arm that was gone before the end of the figure.
last_rounds <- function(data) {
  ends <- data[vapply(rows_alike(data[c("arm", "policy")]), function(rows) rows[which.max(data$round[rows])], 0L), ]
  end <- stats::ave(data$round, as.character(data$policy), FUN = max)[match(ends$policy, data$policy)]
  steps <- ends$round + ifelse(ends$chosen, ends$cost, 1)
  ends[steps <= end, ]
}

game_caption <- function(study, data, view, bandit, looks, gone) {
  horizon <- study$description$horizon
  parts <- c(
    sprintf("Replication %s", format_count(view$rep)),
    if (length(study$description$bandits) > 1) sprintf("bandit %s", data$bandit[1]),
    if (view$rounds < horizon) sprintf("rounds 1 to %s of %s", format_count(view$rounds), format_count(horizon)),
    if (has_trait(bandit, "patience")) "grey fades as patience runs out", if (gone) "cross: the arm left or died",
    if (!all(looks$matters)) sprintf("colours: the %d arms chosen most", sum(looks$matters)),
    if (length(view$policies) > most_games) sprintf("the first %d of %d policies", most_games, length(view$policies))
  )
  wrap_names(paste(parts, collapse = "; "), 95)
}

# --- moving ---------------------------------------------------------------------------------

#' Animation of a game
#' @description
#' Writes the figure `autoplot(study, "game")` as a GIF that adds round after round. It shows which arms are there, what
#' is chosen, what arrives, and how the means move. The package gifski must be installed.
#'
#' **Use it when** you explain a policy or a trait, in a talk or a lecture.
#'
#' @param study A study.
#' @param file Path of the GIF.
#' @param policies,bandits,rep,rounds As for [autoplot()][autoplot.unruly_study] with `type = "game"`.
#' @param frames Number of frames at most, a whole number of at least 1. If there are more rounds, a frame adds several.
#'   Default: 100.
#' @param seconds Duration of a frame, a number above 0. Default: 0.2.
#' @param width,height Size in inches, numbers above 0. Default: 6.5 x 4.5.
#' @param ... Must be empty.
#' @return The path of the file, invisibly.
#' @section Errors: `unruly_error_argument`: the study has replays only.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.5, 0.6))) |> with_patience(c(20, 30, 10))
#' study <- run_study(problem, policy_thompson(), horizon = 30, reps = 1, seed = 1)
#' file <- tempfile(fileext = ".gif")
#' if (requireNamespace("ggplot2", quietly = TRUE) && requireNamespace("gifski", quietly = TRUE)) {
#'   animate_game(study, file, rounds = 20, frames = 2)
#'   unlink(file)
#' }
#' @export
animate_game <- function(study, file, policies = NULL, bandits = NULL, rep = NULL, rounds = NULL, frames = 100,
                         seconds = 0.2, width = 6.5, height = 4.5, ...) {
  check_no_dots(...)
  check_study(study)
  file <- check_text(file, "file")
  frames <- check_whole(frames, "frames", min = 1)
  seconds <- check_number(seconds, "seconds", above = 0)
  width <- check_number(width, "width", above = 0, max = 100)
  height <- check_number(height, "height", above = 0, max = 100)
  view <- check_view(study, "game", policies, bandits, rep = rep, rounds = rounds)
  rlang::check_installed(c("ggplot2", "gifski"), "to animate a game.")
  data <- game_data(study, view)
  folder <- tempfile("frames")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  pictures <- draw_frames(data, study, view, frames, folder, width, height)
  gifski::gifski(pictures, file, width * 144, height * 144, delay = seconds, progress = FALSE)
  invisible(file)
}

draw_frames <- function(data, study, view, frames, folder, width, height) {
  until <- game_frames(data, frames)
  vapply(seq_along(until), function(i) {
    picture <- file.path(folder, sprintf("frame-%d.png", i))
    draw_to_file(draw_game(data, study, view, until[i]), picture, "png", width, height)
    picture
  }, "")
}

# The rounds with which the frames end.
game_frames <- function(data, frames) {
  rounds <- sort(unique(data$round))
  rounds[rev(round(seq(length(rounds), 1, length.out = min(frames, length(rounds)))))]
}

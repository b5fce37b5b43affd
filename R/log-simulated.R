#' Make a click log like Yahoo!'s
#'
#' A stand-in for the Yahoo! Front Page click log of 2011 (R6B), which is not
#' free to be shared: articles come and go as they did there, each has a click
#' rate, and at every event one of the articles alive, each with the same
#' chance, is shown. With `path` the log is also written in the format of R6B,
#' which [read_yahoo_clicks()] reads.
#'
#' The figures are read from the real log: 45 to 53 articles are born on a
#' weekday and 22 to 33 on a day of the weekend, so that 36 or so are alive at a
#' time; a life lasts between 0.5 and 52.3 hours, with quartiles 16.4, 21.9 and
#' 24.5, mean 20.2 and standard deviation 8.2 (between the quartiles the density
#' is constant, outside of them a power that meets these moments); 3.7% of the
#' events are clicks. Ours: events are spread evenly over the time, the first
#' day is a Sunday, an article's click rate never changes, and rates are drawn
#' from a beta distribution.
#'
#' @param events Number of events, a whole number from 1 to 1e8. (The real log
#'   has 28 million in 15 days.)
#' @param days Days that the log spans, a whole number from 1 to 366.
#' @param rate A [prior][priors] on \[0, 1\] from which each article's click rate
#'   is drawn; how many arms it names does not matter.
#' @param seed A whole number; `NULL` draws from R's generator as it is (so that
#'   `set.seed()` works). A given seed leaves `.Random.seed` alone.
#' @param path `NULL`, or the path of a file to write the log to; compressed
#'   with gzip if it ends in `.gz`. User features are written too, and mean
#'   nothing.
#' @return A log for [bandit_replay()], of class `unruly_log`; [click_rates()]
#'   of it has the true rates too, in the column `truth`.
#' @section Errors: `unruly_error_argument` when an argument is not as above, or
#'   the file cannot be written.
#' @references Traca, Rudin and Yan (2020), Reducing Exploration of Dying Arms
#'   in Mortal Bandits, section 3.
#' @examples
#' log <- simulate_click_log(events = 20000, days = 2, seed = 1)
#' log
#' click_rates(log)
#' @export
simulate_click_log <- function(events, days = 15, rate = prior_beta(1, 4, 104), seed = NULL, path = NULL) {
  events <- check_whole(events, "events", min = 1, max = 1e8)
  days <- check_whole(days, "days", min = 1, max = 366)
  if (!is_prior(rate) || rate$range[1] < 0 || rate$range[2] > 1) {
    abort_argument("rate", "a prior on [0, 1]", rate, given = if (is_prior(rate)) paste("the prior", prior_text(rate)) else
      describe_value(rate))
  }
  path <- check_text(path, "path", null = TRUE)
  seed <- check_seed(seed, rlang::current_env())
  # Addressed like all random numbers of the package: two columns for each use.
  random <- function(use, count) .Call(C_outcome_uniforms, seed, 0, use, as.double(count))
  log <- show_articles(draw_articles(days, rate, random), events, days, random)
  if (!is.null(path)) write_click_log(log, path, random)
  log
}

# In days from the start of the log. Three days before it are lived through
# first, so that the first pool is like any other.
draw_articles <- function(days, rate, random) {
  day <- seq(-3, days - 1)
  weekend <- day %% 7 %in% c(0, 6)
  born <- ifelse(weekend, 22, 45) + floor(random(1, length(day))[, 1] * ifelse(weekend, 12, 9))
  u <- random(2, sum(born))
  birth <- sort(rep(day, born) + u[, 1])
  death <- birth + life_hours(u[, 2]) / 24
  rate <- prior_quantile(rate, random(3, sum(born))[, 1])
  alive <- death > 0
  list(birth = birth[alive], death = death[alive], rate = rate[alive])
}

# The quantile function of lives. The exponents of the outer quarters give the
# mean 20.2 and the standard deviation 8.2.
life_hours <- function(u) {
  knots <- c(0.5, 16.4, 21.9, 24.5, 52.3)
  quarter <- pmin(floor(4 * u), 3) + 1
  within <- (4 * u - quarter + 1)^c(0.7606438, 1, 1, 5.2907147)[quarter]
  knots[quarter] + within * (knots[quarter + 1] - knots[quarter])
}

prior_quantile <- function(prior, u) {
  v <- prior$values
  switch(prior$law, uniform = stats::qunif(u, v[1], v[2]), beta = stats::qbeta(u, v[1], v[2]),
         normal = stats::qnorm(u, v[1], v[2]))
}

show_articles <- function(articles, events, days, random) {
  changes <- c(articles$birth, articles$death)
  changes <- sort(unique(c(0, changes[changes > 0 & changes < days])))
  when <- sort(random(4, events)[, 1]) * days
  segment <- findInterval(when, changes)
  used <- unique(segment)
  pools <- lapply(changes[used], function(t) which(articles$birth <= t & articles$death > t))
  pool <- match(segment, used)
  size <- lengths(pools)[pool]
  from <- cumsum(c(0, lengths(pools)))[pool]
  u <- random(5, events)
  arm <- unlist(pools)[from + floor(u[, 1] * size) + 1]
  reward <- as.double(u[, 2] < articles$rate[arm])
  # Articles that no event could have shown are not part of the log.
  met <- sort(unique(unlist(pools)))
  pools <- lapply(pools, match, table = met)
  distinct <- !duplicated(pools)
  log <- new_log(match(arm, met), reward, pools[distinct], match(pools, pools[distinct])[pool],
                 sprintf("id-%06d", 550000 + met), time = floor(1317513600 + 86400 * when))
  log$truth <- articles$rate[met]
  log
}

# ---- the R6B format -----------------------------------------------------------

lines_at_a_time <- 1e5

write_click_log <- function(log, path, random, call = rlang::caller_env()) {
  refuse <- function(problem) {
    abort_argument("path", "NULL or the path of a file that can be written", path, call = call,
                   given = sprintf("%s, which cannot (%s)", quoted(path), conditionMessage(problem)))
  }
  open <- if (grepl("\\.gz$", path)) gzfile else file
  connection <- tryCatch(open(path, "wb"), error = refuse, warning = refuse)
  on.exit(close(connection))
  articles <- vapply(pools_of(log), function(arms) paste0("|", log$labels[arms], collapse = " "), "")
  users <- user_features(random)
  user <- ceiling(random(4, length(log$arm))[, 2] * length(users))
  for (first in seq(1, length(log$arm), by = lines_at_a_time)) {
    i <- first:min(first + lines_at_a_time - 1, length(log$arm))
    lines <- paste(format(log$time[i], scientific = FALSE, trim = TRUE), log$labels[log$arm[i]], log$reward[i],
                   users[user[i]], articles[log$pool[i]])
    tryCatch(writeLines(lines, connection), error = refuse, warning = refuse)
  }
}

# 500 users of up to 20 features each, numbered from 2 to 136; 1 is everybody's.
user_features <- function(random) {
  u <- matrix(random(6, 500 * 11), nrow = 500)
  vapply(seq_len(nrow(u)), function(i) {
    features <- unique(2 + floor(135 * u[i, -1]))
    paste(c("|user 1", utils::head(features, floor(21 * u[i, 1]))), collapse = " ")
  }, "")
}

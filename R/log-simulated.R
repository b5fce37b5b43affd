#' Simulate a news click log
#' @description
#' Simulates a click log like Yahoo!'s Front Page log of 2011 (R6B): articles come and go, and each event shows one of
#' the articles alive.
#'
#' **Use it when** you need a log with arms that are born and die; the real one cannot be redistributed. If you have it,
#' use [read_yahoo_clicks()].
#'
#' @details
#' The article is chosen uniformly at random, and its click rate falls with its age. From the real log: 45 to 53
#' articles are born on a weekday, 22 to 33 on a day of the weekend, so that about 36 are alive; a life lasts 0.5 to
#' 52.3 hours, with quartiles 16.4, 21.9 and 24.5, mean 20.2 and standard deviation 8.2; 3.7% of the events are clicks.
#' Assumed: events are spread evenly, the first day is a Sunday, and the rates of single articles. An article draws r
#' from `rate`; with a life of l hours, its click rate at the age of a hours is `c r (l / 20.2)^life_effect (1 + exp(-a
#' / decay)) / 2` (at birth at most 1), with c such that the articles alive have the mean rate of the prior. The form
#' and the defaults were chosen so that policies rank about as the authors report for the real log.
#'
#' @param events Number of events, a whole number from 1 to 1e8. (The real log has 28 million in 15 days.)
#' @param days Days that the log spans, a whole number from 1 to 366. Default: 15.
#' @param rate A [prior][priors] on \[0, 1\] of the articles' click rates; its number of arms is ignored. Default:
#'   `prior_beta(1, 4, 104)`.
#' @param seed A whole number, which leaves `.Random.seed` alone. Default: `NULL`, drawn with R's generator.
#' @param file Path of a file to which the log is also written in the format of R6B, compressed with gzip if it ends in
#'   `.gz`, with meaningless user features. Default: `NULL`, none.
#' @param decay Hours in which the part that fades falls to 1/e, a number above 0; `Inf` for constant rates. Default:
#'   14.
#' @param life_effect Exponent of the life in the rate, from 0 (none) to 10. Default: 0.5. With `decay = Inf` and
#'   `life_effect = 0`, preferring long-lived articles, as [policy_ag()] does, gains nothing.
#' @param ... Must be empty.
#' @return A log, see [as_log()]; its [summary()][summary.unruly_log] has the true mean rates in a column `truth`.
#' @section Errors: `unruly_error_path`: the file cannot be written.
#' @references Traca, Rudin and Yan (2020), Reducing Exploration of Dying Arms in Mortal Bandits, section 3.
#' @seealso [read_yahoo_clicks()], [bandit_replay()]
#' @examples
#' log <- simulate_click_log(events = 20000, days = 2, seed = 1)
#' log
#' summary(log)
#' @export
simulate_click_log <- function(events, days = 15, rate = prior_beta(1, 4, 104), seed = NULL, file = NULL,
                               decay = 14, life_effect = 0.5, ...) {
  check_no_dots(...)
  events <- check_whole(events, "events", min = 1, max = 1e8)
  days <- check_whole(days, "days", min = 1, max = 366)
  check_class(rate, "rate", "unruly_prior", "a prior on [0, 1]")
  if (rate$range[1] < 0 || rate$range[2] > 1) {
    abort_argument("rate", "a prior on [0, 1]", given = paste("the prior", prior_text(rate)))
  }
  file <- check_text(file, "file", null = TRUE)
  decay <- check_numbers(decay, "decay", size = 1, above = 0, infinite = TRUE,
                         wanted = "a single number above 0, or Inf")
  life_effect <- check_number(life_effect, "life_effect", min = 0, max = 10)
  seed <- check_seed(seed, rlang::current_env())
  # Addressed like all random numbers of the package: two columns for each use.
  random <- function(use, count) .Call(C_outcome_uniforms, seed, 0, use, as.double(count))
  log <- show_articles(draw_articles(days, rate, random, decay, life_effect), decay, events, days, random)
  if (!is.null(file)) write_click_log(log, file, random)
  log
}

# In days from the start of the log. Three days before it are lived through
# first, so that the first pool is like any other. `rate` is that at birth.
draw_articles <- function(days, rate, random, decay, life_effect) {
  day <- seq(-3, days - 1)
  weekend <- day %% 7 %in% c(0, 6)
  born <- ifelse(weekend, 22, 45) + floor(random(1, length(day))[, 1] * ifelse(weekend, 12, 9))
  u <- random(2, sum(born))
  birth <- sort(rep(day, born) + u[, 1])
  life <- life_hours(u[, 2])
  death <- birth + life / 24
  rate <- prior_quantile(rate, random(3, sum(born))[, 1]) * life_factor(life, decay, life_effect)
  alive <- death > 0
  list(birth = birth[alive], death = death[alive], rate = pmin(rate[alive], 1))
}

# The quantile function of lives. The exponents of the outer quarters give the
# mean 20.2 and the standard deviation 8.2.
life_hours <- function(u) {
  knots <- c(0.5, 16.4, 21.9, 24.5, 52.3)
  quarter <- pmin(floor(4 * u), 3) + 1
  within <- (4 * u - quarter + 1)^c(0.7606438, 1, 1, 5.2907147)[quarter]
  knots[quarter] + within * (knots[quarter + 1] - knots[quarter])
}

# The factor by which a life of so many hours changes the rate at birth. At any time the articles
# alive have 1 on average of what is left of it at their ages.
life_factor <- function(life, decay, life_effect) {
  law <- life_hours((seq_len(1e4) - 0.5) / 1e4)
  level <- mean(law) / mean((law / mean(law))^life_effect * fresh_hours(law, decay))
  level * (life / mean(law))^life_effect
}

# Half of the rate at birth fades with age.
freshness <- function(age, decay) 0.5 + 0.5 * exp(-age / decay)

# The integral of that from birth to an age.
fresh_hours <- function(age, decay) {
  if (decay == Inf) age else 0.5 * age - 0.5 * decay * expm1(-age / decay)
}

# The mean of an article's rate over its time in the log.
mean_rates <- function(articles, decay, days) {
  from <- 24 * (pmax(articles$birth, 0) - articles$birth)
  to <- 24 * (pmin(articles$death, days) - articles$birth)
  articles$rate * ((fresh_hours(to, decay) - fresh_hours(from, decay)) / (to - from))
}

prior_quantile <- function(prior, u) {
  v <- prior$values
  switch(prior$law, uniform = stats::qunif(u, v[1], v[2]), beta = stats::qbeta(u, v[1], v[2]),
         normal = stats::qnorm(u, v[1], v[2]))
}

show_articles <- function(articles, decay, events, days, random) {
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
  age <- 24 * (when - articles$birth[arm])
  reward <- as.double(u[, 2] < articles$rate[arm] * freshness(age, decay))
  # Articles that no event could have shown are not part of the log.
  met <- sort(unique(unlist(pools)))
  pools <- lapply(pools, match, table = met)
  distinct <- !duplicated(pools)
  log <- new_log(match(arm, met), reward, pools[distinct], match(pools, pools[distinct])[pool],
                 sprintf("id-%06d", 550000 + met), time = floor(1317513600 + 86400 * when), range = c(0, 1))
  log$truth <- mean_rates(articles, decay, days)[met]
  log
}

# ---- the R6B format -----------------------------------------------------------

lines_at_a_time <- 1e5

write_click_log <- function(log, path, random, call = rlang::caller_env()) {
  open <- if (grepl("\\.gz$", path)) gzfile else file
  replace_file(path, function(file) {
    size <- write_lines_of(log, open(file, "wb"), random)
    if (!is_whole(file, size)) stop("The log did not arrive whole on the disk.")
  }, call)
}

# Their size in bytes.
write_lines_of <- function(log, connection, random) {
  on.exit(suppressWarnings(close(connection)))
  articles <- vapply(pools_of(log), function(arms) paste0("|", log$labels[arms], collapse = " "), "")
  users <- user_features(random)
  user <- ceiling(random(4, length(log$arm))[, 2] * length(users))
  size <- 0
  for (first in seq(1, length(log$arm), by = lines_at_a_time)) {
    i <- first:min(first + lines_at_a_time - 1, length(log$arm))
    lines <- paste(whole_text(log$time[i]), log$labels[log$arm[i]], whole_text(log$reward[i]),
                   users[user[i]], articles[log$pool[i]])
    tryCatch(writeLines(lines, connection, sep = "\n"), warning = function(w) stop(conditionMessage(w)))
    size <- size + sum(nchar(lines, "bytes") + 1)
  }
  size
}

# Returns whether all bytes can be read again. A compressed file states their number, modulo 2^32, in its last four
# bytes; without these it can still be read.
is_whole <- function(file, size) {
  bytes <- tryCatch(suppressWarnings(count_bytes(file)), error = function(e) NA)
  if (!identical(bytes, size)) return(FALSE)
  connection <- file(file, "rb", raw = TRUE)
  on.exit(close(connection))
  if (!identical(readBin(connection, raw(), 2), as.raw(c(0x1f, 0x8b)))) return(TRUE)
  seek(connection, file.size(file) - 4)
  sum(as.integer(readBin(connection, raw(), 4)) * 256^(0:3)) == size %% 2^32
}

count_bytes <- function(file) {
  connection <- gzfile(file, "rb") # what is not compressed is read as it is
  on.exit(close(connection))
  count <- 0
  while ((more <- length(readBin(connection, raw(), 1e7))) > 0) count <- count + more
  count
}

# 500 users of up to 20 features each, numbered from 2 to 136; 1 is everybody's.
user_features <- function(random) {
  u <- matrix(random(6, 500 * 11), nrow = 500)
  vapply(seq_len(nrow(u)), function(i) {
    features <- unique(2 + floor(135 * u[i, -1]))
    paste(c("|user 1", whole_text(utils::head(features, floor(21 * u[i, 1])))), collapse = " ")
  }, "")
}

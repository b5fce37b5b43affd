# The bandits of the page on which a visitor plays: drawn by a code, as the page draws them. What the stories say and
# which
# numbers they start from is in inst/play/stories.json, which the page reads as well; the drawing is frozen.

#' Bandits of the interactive page
#' @description
#' Draws the bandit of a story that the package's interactive page plays, from the same code.
#'
#' **Use it when** a study of the page should be continued in R: the page's call "other arms in every game" is a loop
#' over
#' `play_bandit()`.
#'
#' @details
#' The code shuffles the arms and draws their means near the values of the story, by a generator of 32-bit numbers
#' (mulberry32) that starts at 8 times the code plus the number of the story. On the page the code is the seed of the
#' outcomes as
#' well. All numbers are decimals of two digits.
#'
#' | story | trait | horizon |
#' | --- | --- | --- |
#' | `"patience"` | [with_patience()] | 40 |
#' | `"lifetimes"` | [with_lifetimes()] | 40 |
#' | `"waiting"` | [with_waiting()] | 60 |
#' | `"fairness"` | [with_fairness()] | 40 |
#' | `"spread"` | [with_spread()] | 60 |
#' | `"changes"` | [with_changes()] | 60 |
#' | `"wear"` | [with_wear()] | 40 |
#' | `"delay"` | [with_delay()] | 40 |
#'
#' With `long = TRUE` the horizon is 2,000, and the rounds and pulls at which something happens are stretched in
#' proportion.
#'
#' @param story The name of a story, a string.
#' @param code A whole number from 1 to 99,999.
#' @param long `TRUE` for the bandit of 2,000 rounds. Default: `FALSE`.
#' @param ... Must be empty.
#' @return A bandit.
#' @examplesIf requireNamespace("jsonlite", quietly = TRUE)
#' play_bandit("fairness", 1)
#'
#' # Mean regret over the games of codes 1 to 20, other arms in each.
#' policies <- list(policy_ht_ucb(range = c(0, 1)), policy_ucb1(range = c(0, 1)))
#' games <- lapply(1:20, function(code) {
#'   regret(run_study(play_bandit("fairness", code), policies, horizon = 40, reps = 1, seed = code))
#' })
#' games <- do.call(rbind, games)
#' final <- games[games$round == 40, ]
#' tapply(final$regret, final$policy, mean)
#' @seealso [bandit()], [run_study()].
#' @export
play_bandit <- function(story, code, long = FALSE, ...) {
  check_no_dots(...)
  rlang::check_installed("jsonlite", "to read the stories of the page.")
  stories <- play_stories()$stories
  check_choice(story, "story", names(stories))
  code <- check_whole(code, "code", min = 1, max = 99999)
  check_flag(long, "long")
  given <- stories[[story]]
  horizon <- if (long) long_horizon else given$horizon
  draws <- play_draws(8 * code + given$number)
  play_drawers[[story]](given$draw, draws, horizon, function(rounds) ifelse(rounds == 1, 1,
      round(rounds * horizon / given$horizon)))
}

long_horizon <- 2000

# Read once in a session.
play_kept <- new.env(parent = emptyenv())

play_stories <- function() {
  if (is.null(play_kept$stories)) {
    text <- rawToChar(read_bytes(system.file("play", "stories.json", package = "unruly", mustWork = TRUE)))
    play_kept$stories <- jsonlite::fromJSON(text, simplifyDataFrame = FALSE)
  }
  play_kept$stories
}

# --- mulberry32, in doubles ------------------------------------------------------------------

xor_32 <- function(x, y) 65536 * bitwXor(x %/% 65536, y %/% 65536) + bitwXor(x %% 65536, y %% 65536)
or_32 <- function(x, low) 65536 * (x %/% 65536) + bitwOr(x %% 65536, low)
times_32 <- function(x, y) ((x %/% 65536 * y) %% 65536 * 65536 + x %% 65536 * y) %% 2^32
right_32 <- function(x, bits) x %/% 2^bits

# Returns functions that draw the next things from a generator that starts at `start`.
play_draws <- function(start) {
  state <- start
  next_number <- function() {
    state <<- (state + 1831565813) %% 2^32
    mixed <- times_32(xor_32(state, right_32(state, 15)), or_32(state, 1))
    mixed <- xor_32((mixed + times_32(xor_32(mixed, right_32(mixed, 7)), or_32(mixed, 61))) %% 2^32, mixed)
    xor_32(mixed, right_32(mixed, 14)) / 2^32
  }
  below <- function(n) floor(n * next_number())
  order <- function(k) {
    drawn <- seq_len(k)
    for (i in k:2) {
      j <- below(i) + 1
      drawn[c(i, j)] <- drawn[c(j, i)]
    }
    drawn
  }
  near <- function(x) vapply(x, function(value) (round(100 * value) + below(11) - 5) / 100, 0)
  list(number = next_number, below = below, order = order, near = near)
}

# --- the stories -------------------------------------------------------------------------------

# Drawings of the stories, in the same order as in web/story.js: an order, then the means, then anything else,
# except
# that lifetimes and wear draw the means first.
play_drawers <- list(
  patience = function(given, draws, ...) {
    order <- draws$order(length(given$mean))
    mean <- draws$near(given$mean)[order]
    with_patience(bandit(arms_gaussian(mean, sd = given$sd)), given$patience[draws$order(length(mean))])
  },
  lifetimes = function(given, draws, horizon, stretched) {
    mean <- vapply(given$first, function(first) (10 + draws$below(86)) / 100, 0)
    order <- draws$order(length(mean))
    with_lifetimes(bandit(arms_bernoulli(mean)), stretched(given$first[order]), stretched(given$last[order]))
  },
  waiting = function(given, draws, ...) {
    order <- draws$order(length(given$mean))
    with_waiting(bandit(arms_bernoulli(draws$near(given$mean)[order])), given$delay[order, ])
  },
  fairness = function(given, draws, ...) {
    order <- draws$order(length(given$mean))
    mean <- draws$near(given$mean)[order]
    with_fairness(bandit(arms_bernoulli(mean)), given$share[draws$order(length(mean))], given$penalty)
  },
  spread = function(given, draws, ...) {
    order <- draws$order(length(given$mean))
    with_spread(bandit(arms_bernoulli(draws$near(given$mean)[order])), spread_delay(given$min, given$max))
  },
  changes = function(given, draws, horizon, stretched) {
    order <- draws$order(length(given$mean))
    mean <- draws$near(given$mean)[order]
    with_changes(bandit(arms_bernoulli(mean)), changes_at(stretched(given$from + draws$below(given$within)), rev(mean)))
  },
  wear = function(given, draws, horizon, stretched) {
    mean <- draws$near(given$mean)
    order <- draws$order(length(mean))
    after <- c(stretched(given$from + draws$below(given$within)), rep(horizon, length(mean) - 1))
    drop <- c(round(100 * (mean[1] - given$worn)) / 100, rep(0, length(mean) - 1))
    with_wear(bandit(arms_bernoulli(mean[order])), wear_step(after[order], drop[order]))
  },
  delay = function(given, draws, ...) {
    order <- draws$order(length(given$mean))
    with_delay(bandit(arms_bernoulli(draws$near(given$mean)[order])), given$lag)
  }
)

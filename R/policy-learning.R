#' Policies that describe how people choose
#' @description
#' Two models of learning and choice: the delta rule with softmax choice, and a Kalman filter with softmax choice,
#' Thompson sampling or probit choice.
#'
#' **Use it when** you fit models to choices of people or animals ([choice_likelihood()]), or simulate subjects. As
#' policies that are to collect rewards, [policy_thompson()] and others are better.
#'
#' @details
#' m is the number of arms that can be chosen in a round. A choice is mixed with lapses: with probability `lapse` a
#' uniformly random arm is played. h measures how much an arm has been chosen lately: it is 0 at first, and after each
#' pull of an arm c, h becomes (1 - `stick_rate`) h + `stick_rate` 1(the arm is c), for every arm. An arm that is away
#' keeps its state, which changes as described; one that enters begins at `start`.
#'
#' **`policy_delta()`.** Each arm has a value v, `start` at first.
#' 1. An arm is played with probability proportional to exp(v / `temperature` + `stick` h).
#' 2. After a pull of an arm, the value of every other arm moves towards `start`: v becomes v + `forget` (`start` - v).
#' 3. When the reward r is shown, d = r - v is the prediction error, and v becomes v + `rate` d; v + `rate_below` d if d
#'    is negative.
#'
#' With [waiting][with_waiting()], each pair of an arm and a wait counts as an arm.
#'
#' **`policy_kalman()`.** Each arm has a mean m and a standard deviation s, at first `start` and `start_sd`.
#' 1. `choice = "softmax"`: an arm is played with probability proportional to exp(m / `temperature` + `bonus` s +
#'    `stick` h). `"thompson"`: with the probability that a draw from N(m, s^2) is the greatest. `"probit"`, for at most
#'    two arms: the first one, a, with probability Phi(x), x = (m_a - m_b) / `temperature` + `bonus` (s_a - s_b) +
#'    `random` (m_a - m_b) / sqrt(s_a^2 + s_b^2) + `stick` (h_a - h_b), where 0 / 0 = 0.
#' 2. When the reward r is shown: g = s^2 / (s^2 + `sd`^2), m becomes m + g (r - m), and s^2 becomes (1 - g) s^2.
#' 3. At the end of each round, for every arm: m becomes `decay` m + (1 - `decay`) `center`, and s^2 becomes `decay`^2
#'    s^2 + `drift`^2.
#'
#' In the notation of Daw and others (2006), phi is `bonus` times `temperature`; in that of Gershman (2018), w1 = 1 /
#' `temperature`, w2 = `bonus` and w3 = `random`. With `"thompson"` and more than two arms, propensities are exact to
#' 1e-8, so choices with a propensity below 1e-6 need a `lapse`.
#'
#' Ties go to the arm with the lowest number.
#'
#' @section In one sentence:
#' `r sentences_of("policy_delta", "policy_kalman")`
#' @param rate,rate_below Learning rate, a number in \[0, 1\]; `rate_below` applies to negative prediction errors.
#'   Default: 0.1; `rate_below = NULL`, the same as `rate`.
#' @param temperature Temperature in units of the rewards, a positive number; `Inf`: values do not matter. Default: 0.1
#'   (`policy_delta()`), 1 (`policy_kalman()`).
#' @param forget Share by which arms that were not played return to `start`, a number in \[0, 1\]. Default: 0.
#' @param stick Perseveration: how much more an arm is preferred that was chosen lately, in log odds (`"probit"`: in
#'   standard deviations); negative for alternation. Default: 0.
#' @param stick_rate How fast that forms and fades, a number in \[0, 1\]; 1: only the last choice counts. Default: 1.
#' @param lapse Probability of a lapse, a number in \[0, 1\]. Default: 0.
#' @param start First value, or mean, of an arm, a number. Default: 0.
#' @param choice How arms are chosen: `"softmax"` (the default), `"thompson"` or `"probit"`, see Details. Arguments that
#'   a choice does not use are refused.
#' @param bonus Uncertainty bonus, a number: how much an arm is preferred whose mean is uncertain. Default: 0.
#' @param random Random exploration (`"probit"`), a number: how much choices become more random as means become more
#'   uncertain. Default: 0.
#' @param sd Standard deviation of rewards around an arm's mean, a positive number. Default: 1.
#' @param drift Standard deviation of the change of an arm's mean in a round, a number of at least 0. Default: 0.
#' @param decay How much of a mean's distance from `center` is left after a round, a number in \[0, 1\]. Default: 1.
#' @param center Number towards which means decay. Default: `NULL`, `start`.
#' @param start_sd Standard deviation of what is believed of an arm at first, a number of at least 0. Default: 1.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): waiting (`policy_kalman()`), or more than two
#'   arms (`"probit"`).
#' @references Rescorla and Wagner (1972), A Theory of Pavlovian Conditioning, in Classical Conditioning II. Wilson and
#'   Collins (2019), Ten Simple Rules for the Computational Modeling of Behavioral Data, eLife 8 (model 5: `stick`). Niv
#'   and others (2015), Reinforcement Learning in Multidimensional Environments Relies on Attention Mechanisms, Journal
#'   of Neuroscience 35 (`forget`). Daw, O'Doherty, Dayan, Seymour and Dolan (2006), Cortical Substrates for Exploratory
#'   Decisions in Humans, Nature 441. Gershman (2018), Deconstructing the Human Algorithms for Exploration, Cognition
#'   173.
#' @seealso [fit_policy()], [choice_likelihood()]; [policy_boltzmann()], softmax with means instead of values.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.2, 0.4, 0.6, 0.8)))
#' policies <- list(policy_delta(rate = 0.3, temperature = 0.2),
#'   policy_delta(rate = 0.3, temperature = 0.2, stick = 1, label = "Delta (sticks)"),
#'   policy_kalman("thompson", sd = 0.5, start = 0.5, start_sd = 0.3))
#' run_study(problem, policies, horizon = 200, reps = 5, seed = 1)
#' @name policy_delta
NULL

#' @rdname policy_delta
#' @export
policy_delta <- function(rate = 0.1, temperature = 0.1, rate_below = NULL, forget = 0, stick = 0, stick_rate = 1,
                         lapse = 0, start = 0, label = NULL, ...) describe("policy_delta")

#' @rdname policy_delta
#' @export
policy_kalman <- function(choice = c("softmax", "thompson", "probit"), temperature = 1, bonus = 0, random = 0, sd = 1,
                          drift = 0, decay = 1, center = NULL, start = 0, start_sd = 1, stick = 0, stick_rate = 1,
                          lapse = 0, label = NULL, ...) describe("policy_kalman")

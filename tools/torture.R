# Calls every entry of the C glue, with the garbage collector run at every
# allocation (gctorture2): an object that the glue forgot to protect is then
# freed, and R stops or gives different results.
#
#   Rscript tools/torture.R [step]    1, the default, collects at every allocation,
#                                     0 never (for valgrind)
library(unruly)
step <- as.integer(c(commandArgs(TRUE), "1")[1])
inside <- function(name) get(name, asNamespace("unruly"))

describe <- function(bandit) list(inside("describe_bandit")(bandit))
two <- arms_bernoulli(c(0.3, 0.6))
# A bandit for each trait, with policies that can play it.
games <- list(
  plain = list(describe(bandit(arms_gaussian(mean = prior_uniform(3)))), list(policy_ucb(), policy_thompson())),
  impatient = list(describe(bandit(two) |> with_patience(c(2, 3))), list(policy_ucb1(), policy_uniform())),
  entering = list(describe(bandit(two) |> with_entries(c(1, 5))), list(policy_round_robin())),
  mortal = list(describe(bandit(two) |> with_lifetimes(1, c(9, Inf))), list(policy_ag(), policy_ucb_l())),
  waiting = list(describe(bandit(two) |> with_waiting(c(0.5, 0.5))), list(policy_wait_ucb(), policy_oracle())),
  fair = list(describe(bandit(two) |> with_fairness(share = 0.2, penalty = 0.1)), list(policy_ht_ucb())),
  spread = list(describe(bandit(two) |> with_spread(spread_delay(1, 3))), list(policy_ars_ucb()))
)
plan <- list(horizon = 20, seed = 1, first_rep = 1, reps = 2, threads = 2, record = c(1, 10, 20), keep_choices = 1, keep_rows = 1,
             plain = 0)

# Plays one study through the glue alone; R's own part would take hours.
play <- function(bandits, policies) {
  handle <- .Call(inside("C_study_start"), bandits, policies, plan)
  if (is.list(handle)) return(handle)
  while (.Call(inside("C_study_wait"), handle, 50)[1] != 1) NULL
  tables <- .Call(inside("C_study_collect"), handle)
  .Call(inside("C_study_stop"), handle)
  tables
}

# The same study as sums over replications, out of C and into it again.
sums <- function(bandits, policies) {
  handle <- .Call(inside("C_study_start"), bandits, policies, plan)
  while (.Call(inside("C_study_wait"), handle, 50)[1] != 1) NULL
  size <- length(.Call(inside("C_study_figures"), handle)) * length(plan$record)
  pairs <- length(policies) * (length(policies) - 1) / 2 * size
  new <- function() .Call(inside("C_moments_new"), length(policies) * size + pairs, as.double(length(policies) * size))
  first <- new()
  .Call(inside("C_moments_play"), first, handle)
  second <- new()
  .Call(inside("C_moments_add"), second, .Call(inside("C_moments_tables"), first))
  .Call(inside("C_moments_tables"), second)
}

# A game of a policy in R, with callbacks that make garbage of their own.
play_own <- function(bandits, policy, functions) {
  handle <- .Call(inside("C_study_start"), bandits, list(inside("describe_policy")(policy)), plan)
  draws <- list(runif = function(n) .Call(inside("C_own_numbers"), handle, n, FALSE),
                rnorm = function(n) .Call(inside("C_own_numbers"), handle, n, TRUE))
  told <- list()
  while (!is.null(game <- .Call(inside("C_own_next"), handle, draws))) {
    view <- .Call(inside("C_own_step"), handle, NULL)
    while (is.list(view)) {
      told <- c(told, .Call(inside("C_own_outcomes"), handle), list(view$runif(2), .Call(inside("C_own_round"), handle)))
      view <- .Call(inside("C_own_step"), handle, functions$choose(NULL, view))
    }
    told <- c(told, view)
    if (is.character(view)) .Call(inside("C_own_fail"), handle)
  }
  list(told, .Call(inside("C_study_collect"), handle))
}
own <- function(choose, observe = NULL) policy_custom(choose, observe)
patient <- own(\(state, view) view$live[1], \(state, view, outcome) state)
waits <- own(\(state, view) c(view$live[1], 2))
index <- policy_index(\(view) view$mean + 1 / view$pulls)
wrong <- own(\(state, view) if (view$round > 3) "none" else 1)

# An agent: every entry, with a policy in R that is asked.
act <- function(policy, ...) {
  given <- list(policy = policy, arms = c("a", "b"), seed = 1, rep = 1, own = new.env(), ...)
  a <- .Call(inside("C_agent_open"), given, inside("describe_agent")(given), given$arms)
  told <- list()
  for (i in 1:6) {
    chosen <- .Call(inside("C_agent_choose"), a, NULL, NULL)
    if (is.null(chosen)) {
      draws <- list(runif = function(n) .Call(inside("C_agent_numbers"), a, n, FALSE), rnorm = identity)
      view <- .Call(inside("C_agent_view"), a, draws)
      told <- c(told, list(view[1:9], view$runif(3), .Call(inside("C_agent_outcomes"), a), .Call(inside("C_agent_answer"), a, "x")))
      .Call(inside("C_agent_answer"), a, view$live[1])
      chosen <- .Call(inside("C_agent_choose"), a, NULL, NULL)
    }
    if (i == 3) .Call(inside("C_agent_enter"), a, "c", NULL, NULL)
    else .Call(inside("C_agent_learn"), a, chosen, i, NULL, NULL)
    told <- c(told, list(chosen, .Call(inside("C_agent_standing"), a, NULL)))
  }
  .Call(inside("C_agent_leave"), a, "a", 0)
  journal <- .Call(inside("C_agent_journal"), a)
  b <- .Call(inside("C_agent_open"), given, inside("describe_agent")(given), given$arms)
  again <- .Call(inside("C_agent_replay"), b, journal$calls, .Call(inside("C_numbers_of_text"), .Call(inside("C_numbers_to_text"), journal$numbers)),
                 journal$arms, journal$mark)
  list(told, journal, again, .Call(inside("C_agent_table"), a), .Call(inside("C_exact_numbers"), c(pi, Inf)))
}

calls <- lapply(games, function(game) {
  policies <- lapply(game[[2]], inside("describe_policy"))
  bandits <- game[[1]]
  force(policies)
  function() play(bandits, policies)
})
# A policy that cannot play the bandit: the refusal is an object too.
wait_ucb <- list(inside("describe_policy")(policy_wait_ucb()))
random <- games$plain[[1]][[1]]
stream <- inside("describe_policy")(policy_thompson())
calls <- c(calls, list(
  own = function() play_own(games$impatient[[1]], patient, patient$functions),
  own_waits = function() play_own(games$waiting[[1]], waits, waits$functions),
  own_index = function() play_own(games$fair[[1]], index, list(choose = \(state, view) index$functions$index(view))),
  own_wrong = function() play_own(games$plain[[1]], wrong, wrong$functions),
  moments = function() sums(games$impatient[[1]], lapply(games$impatient[[2]], inside("describe_policy"))),
  moments_of_rows = function() {
    handle <- .Call(inside("C_moments_new"), 2, 0)
    .Call(inside("C_moments_of_rows"), handle, matrix(c(3, 1, 2, 5, 5, 6), 3), 1:3)
    .Call(inside("C_moments_tables"), handle)
  },
  evidence_sides = function() .Call(inside("C_evidence_sides"), list(n = 9, mean = 0.2, squares = 1, sd = 0), 3, 12),
  gamma_mixture = function() .Call(inside("C_gamma_mixture"), c(1, 10), c(2, 8), c(1.26, 1.26)),
  order_statistics = function() .Call(inside("C_order_statistics"), matrix(c(3, 1, 2), 3), c(1, 3)),
  agent = function() act(policy_thompson()),
  agent_in_r = function() act(patient),
  registered = function() .Call(inside("C_registered")),
  refused = function() play(games$plain[[1]], wait_ucb),
  policies = function() .Call(inside("C_policies")),
  instances = function() .Call(inside("C_instances"), random, 1, 1, 3, 20, 0),
  outcome_uniforms = function() .Call(inside("C_outcome_uniforms"), 1, 1, 1, 5),
  policy_uniforms = function() .Call(inside("C_policy_uniforms"), stream, 1, 1, 5),
  cycle = function() .Call(inside("C_aus_cycle"), c(2, 4, 4)),
  no_cycle = function() .Call(inside("C_aus_cycle"), c(2, 3, 7)),
  feasible_arms = function() .Call(inside("C_max_feasible_arms"), c(2, 3, 7)),
  first_exit = function() .Call(inside("C_first_exit"), c(2, 3, 7), 1e6),
  pinwheel = function() .Call(inside("C_pinwheel_cycle"), c(3, 4, 5, 8), 1e4),
  no_pinwheel = function() .Call(inside("C_pinwheel_cycle"), c(2, 3, 7), 1e4)
))

for (name in names(calls)) {
  call <- calls[[name]]
  expected <- call()
  gctorture2(step)
  found <- call()
  gctorture2(0)
  cat(name, if (identical(expected, found)) "the same" else "DIFFERENT", "\n")
  if (!identical(expected, found)) quit(status = 1)
}
gc()
cat("The glue stood it: nothing was lost.\n")

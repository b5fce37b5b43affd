# Arms that rest and sleep, outcomes in batches: what is played.

literal_ucb <- function(alpha) literal_index(function(t, a, n, mean, ...) mean + sqrt(alpha * log(t) / n))

literal_chance <- function(world) {
  list(choose = function(t, live) live[floor(world$random() * length(live)) + 1])
}

literal_moss_in_time <- literal_index(function(t, a, n, mean, world, live, ...) {
  mean + sqrt(pmax(log(world$horizon / (length(live) * n)), 0) / n)
})

# ETC by plays, not by what was seen; an arm that comes makes it compare anew.
literal_etc_in_time <- function(wanted) {
  function(world) {
    plays <- shown <- total <- numeric(world$arms)
    committed <- 0
    list(choose = function(t, live) {
      if (committed %in% live) return(committed)
      if (any(plays[live] < wanted)) return(live[which.min(plays[live])])
      committed <<- live[which.max(ifelse(shown[live] > 0, total[live] / shown[live], -Inf))]
    }, played = function(t, arm) plays[arm] <<- plays[arm] + 1,
    observe = function(t, action, observed, cost) {
      shown[action] <<- shown[action] + 1
      total[action] <<- total[action] + observed
    }, came = function(arm, t) committed <<- 0)
  }
}

# The cycle's next arm that is there; else the lowest.
literal_schedule <- function(cycle) {
  function(world) {
    at <- 0
    list(choose = function(t, live) {
      for (i in seq_along(cycle)) {
        slot <- (at + i - 1) %% length(cycle) + 1
        if (cycle[slot] %in% live) {
          at <<- slot
          return(cycle[slot])
        }
      }
      live[1]
    })
  }
}

literal_round_robin <- function(world) {
  last <- 0
  list(choose = function(t, live) last <<- c(live[live > last], live)[1])
}

# Of unseen arms the one played least, then the lowest; an arm that comes has no plays yet.
literal_delayed_ucb1_in_time <- function(world) {
  inside <- literal_delayed_ucb1(world)
  list(choose = inside$choose, played = inside$played, observe = function(t, action, observed, cost) inside$observe(t, action, observed, cost))
}

test_that("policies play among the arms that are there, and learn when they are told, as the literal game says", {
  policies <- list(
    list(policy_ucb1(), literal_ucb(2)), list(policy_ucb1(alpha = 8), literal_ucb(8)), list(policy_moss(), literal_moss_in_time),
    list(policy_delayed_ucb1(), literal_delayed_ucb1_in_time), list(policy_etc(3), literal_etc_in_time(3)),
    list(policy_round_robin(), literal_round_robin), list(policy_fixed_schedule(c(2, 1, 4, 2, 5)), literal_schedule(c(2, 1, 4, 2, 5))),
    list(policy_uniform(), literal_chance)
  )
  for (seed in 1:2) {
    cases <- cases_in_time(400, seed = seed)
    for (name in names(cases)) {
      for (p in policies) expect_in_time(cases[[name]], p[[1]], p[[2]], name, seed, numbers = if (p[[1]]$constructor == "policy_uniform") 800 else 0)
    }
  }
})

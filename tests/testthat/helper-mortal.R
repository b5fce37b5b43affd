# Literal versions of the policies for mortal arms that lie in several tests, and
# worlds of arms that are born and die.

# The first plays: arms alive in round 1, each once in index order, while alive.
first_plays <- function(world, init) {
  due <- which(world$first <= 1)
  if (!is.null(init)) due <- due[seq_len(min(init, length(due)))]
  function(live, n) {
    due <<- due[n[due] == 0 & due %in% live]
    due
  }
}

literal_ag <- function(range = c(0, 1), scale = 1, init = NULL) {
  function(world) {
    seen <- new_tally(world)
    first <- first_plays(world, init)
    list(choose = function(t, live) {
      due <- first(live, seen$n)
      if (length(due) > 0) return(due[1])
      played <- live[seen$n[live] > 0]
      mean <- seen$total[played] / seen$n[played]
      p <- if (length(played) == 0) 1 else min(max(1 - scale * (max(mean) - range[1]) / (range[2] - range[1]), 0), 1)
      if (world$random() < p) return(live[floor(world$random() * length(live)) + 1])
      played[which.max(mean)]
    }, observe = seen$add)
  }
}

literal_ucb_l <- function(scale = 0.011, init = NULL) {
  function(world) {
    seen <- new_tally(world)
    first <- first_plays(world, init)
    lives <- numeric()
    list(choose = function(t, live) {
      due <- first(live, seen$n)
      if (length(due) > 0) return(due[1])
      tried <- seen$n > 0
      everybody <- if (any(tried)) sum(seen$total[tried] / seen$n[tried]) / sum(tried) else 0
      n <- pmax(seen$n[live], 1)
      mean <- replace(seen$total[live] / n, !tried[live], everybody)
      s <- world$first[live]
      l <- if (world$known) world$last[live] else s - 1 + sum(lives) / length(lives)
      psi <- scale * log(pmax(l - t + 1, 1)) # 0 of one that should have died
      if (!world$known && length(lives) == 0) psi <- 1
      live[which.max(mean + psi * sqrt(2 * log(t - s + 1) / n))]
    }, observe = seen$add, gone = function(arm, t) lives <<- c(lives, t - world$first[arm]))
  }
}

# Arms with births and deaths at random; most rounds have several alive.
mortal_case <- function(k, horizon, seed, known = TRUE, arms = NULL) {
  set.seed(seed)
  arms <- arms %||% arms_bernoulli(stats::runif(k))
  first <- c(1, 1, sample(horizon, k, replace = TRUE))[seq_len(k)]
  last <- first + ceiling(stats::rexp(k, 5 / horizon))
  last[1] <- horizon
  list(bandit = bandit(arms) |> with_lifetimes(first, last, known),
       world = literal_world(k, horizon, pays_by_pull(rewards_of(arms, horizon, seed)), first = first, last = last, known = known))
}

# A population as a world: who lives when comes from instances(), what pulls pay
# from their addresses. Only timed deaths: then no policy changes who lives.
population_case <- function(alive, horizon, mean_lifetime, seed, known = TRUE, init = NULL) {
  b <- bandit_mortal(alive, horizon, mean_lifetime, known = known, init = init)
  born <- instances(run_study(b, policy_uniform(), horizon = horizon, reps = 1, seed = seed, record = 1))
  u <- lapply(born$arm, function(arm) NULL)
  pays <- function(arm, pull, round) {
    if (pull > length(u[[arm]])) {
      u[[arm]] <<- .Call(unruly:::C_outcome_uniforms, as.double(seed), 1, as.double(arm), 2 * pull + 100)[, 1]
    }
    as.double(u[[arm]][pull] < born$prob[arm])
  }
  list(bandit = b, world = literal_world(nrow(born), horizon, pays, first = born$first, last = born$last, known = known))
}

literal_ag_l <- function(keep = 0.3, range = c(0, 1), scale = 1, init = NULL) {
  function(world) {
    seen <- new_tally(world)
    first <- first_plays(world, init)
    expired <- 0
    list(choose = function(t, live) {
      due <- first(live, seen$n)
      if (length(due) > 0) return(due[1])
      played <- live[seen$n[live] > 0]
      mean <- seen$total[played] / seen$n[played]
      p <- if (length(played) == 0) 1 else min(max(1 - scale * (max(mean) - range[1]) / (range[2] - range[1]), 0), 1)
      if (world$random() >= p) return(played[which.max(mean)])
      # What is left: known, or the same for all but the age.
      left <- if (world$known) world$last[live] - t + 1 else world$first[live] - t
      longest <- if (!world$known && expired == 0) live else live[order(-left, live)][1:ceiling(keep * length(live))]
      longest <- sort(longest)
      longest[floor(world$random() * length(longest)) + 1]
    }, observe = seen$add, gone = function(arm, t) expired <<- expired + 1)
  }
}

literal_ucb_mortal <- function(init = NULL) {
  function(world) {
    seen <- new_tally(world)
    first <- first_plays(world, init)
    list(choose = function(t, live) {
      due <- first(live, seen$n)
      if (length(due) > 0) return(due[1])
      tried <- seen$n > 0
      everybody <- if (any(tried)) sum(seen$total[tried] / seen$n[tried]) / sum(tried) else 0
      n <- pmax(seen$n[live], 1)
      mean <- replace(seen$total[live] / n, !tried[live], everybody)
      live[which.max(mean + sqrt(2 * log(t - world$first[live] + 1) / n))]
    }, observe = seen$add)
  }
}

literal_stochastic <- function(pulls, early_stop, reference) {
  function(world) {
    played <- integer()
    trial <- NULL # the arm, what it has paid so far
    dropped <- 0
    list(choose = function(t, live) {
      if (!is.null(trial)) return(trial$arm)
      fresh <- setdiff(live, played)
      if (length(fresh) == 0) fresh <- if (length(live) > 1) setdiff(live, dropped) else live
      trial <<- list(arm = fresh[floor(world$random() * length(fresh)) + 1], paid = numeric(), kept = FALSE)
      trial$arm
    }, observe = function(t, action, observed, cost) {
      played <<- union(played, action)
      if (trial$kept) return()
      trial$paid <<- c(trial$paid, observed)
      done <- length(trial$paid)
      passed <- done == pulls && sum(trial$paid) > pulls * reference
      failed <- done == pulls && !passed || early_stop && done < pulls && sum(trial$paid) + pulls - done <= pulls * reference
      trial$kept <<- passed
      if (failed) {
        dropped <<- trial$arm
        trial <<- NULL
      }
    }, gone = function(arm, t) if (!is.null(trial) && trial$arm == arm) trial <<- NULL)
  }
}

literal_ucb_subset <- function(scale) {
  function(world) {
    seen <- new_tally(world)
    members <- integer()
    list(choose = function(t, live) {
      while (length(members) < ceiling(length(live) / scale)) {
        outside <- setdiff(live, members)
        members <<- sort(c(members, outside[floor(world$random() * length(outside)) + 1]))
      }
      n <- seen$n[members]
      members[which.max(ifelse(n == 0, Inf, seen$total[members] / n + sqrt(2 * log(t) / n)))]
    }, observe = seen$add, gone = function(arm, t) members <<- setdiff(members, arm))
  }
}

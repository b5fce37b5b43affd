# The composing fuzzer (test-composition-random.R, `make compose`): what settings are composed of. Everything is R code, of
# calls to exported functions with numbers written out, so that a finding is an expression that anybody can evaluate.
#
# Policies, arms, traits and stopping rules are found in the package's registry and among its exports. One that is new needs
# nothing here: its arguments are drawn by the rules that its type states in C. The lists below are for those whose arguments
# are more than numbers (a law, a matrix, a policy), or would take long.
#
# `world` says what the arguments must fit: `arms`, `horizon`, and whether rewards may be any number (`free`).

pick_one <- function(x) x[[sample.int(length(x), 1)]]
few_numbers <- function(count, from = 0, to = 1) round(stats::runif(count, from, to), 2)
each_arm <- function(world, of) if (yes(0.5)) pick_one(of) else sample(of, world$arms, replace = TRUE)
matrix_code <- function(values, rows) call("matrix", values, rows)

# Chances in eighths, which are written down exactly.
chances_in <- function(parts) tabulate(sample.int(parts, 8, replace = TRUE), parts) / 8
rows_of_chances <- function(rows, columns) matrix_code(as.vector(t(vapply(seq_len(rows), function(i) chances_in(columns), numeric(columns)))), rows)

# What does not change while settings are drawn is asked for once.
exported_like <- function(pattern) {
  remembered(list("compose", pattern), setdiff(sort(grep(pattern, getNamespaceExports("unruly"), value = TRUE)), names(left_out_of_compositions)))
}

# ---- by the rules of a type ---------------------------------------------------

value_by_rule <- function(rule, world) {
  if (rule$kind == "text") return(pick_one(strsplit(rule$text, "|", fixed = TRUE)[[1]]))
  if (rule$kind == "flag") return(yes(0.5))
  usual <- if (rule$kind == "whole") c(0:5, 8, 20) else c(0, 0.05, 0.1, 0.25, 0.5, 0.9, 1, 2, 5)
  allowed <- usual[usual >= rule$least & usual <= rule$greatest & (usual > rule$least | !rule$above) & (usual < rule$greatest | !rule$below)]
  count <- switch(rule$size, one = 1, two = 2, world$arms)
  drawn <- allowed[sample.int(length(allowed), count, replace = TRUE)]
  if (!rule$increasing) return(drawn)
  allowed[sort(sample.int(length(allowed), min(count, length(allowed))))]
}

# Needed arguments always, others now and then; `extra` are arguments that a list below gives.
call_by_rules <- function(name, type, world, extra = list(), skip = c("label", "b", "...")) {
  rules <- unruly:::rules_of(type)
  given <- formals(function_of_type(name))
  arguments <- list()
  for (argument in setdiff(names(given), c(skip, names(extra)))) {
    needed <- identical(given[[argument]], quote(expr = ))
    if (!is.null(rules[[argument]]) && (needed || yes(if (argument %in% c("range", "sd")) 0.05 else 0.2))) arguments[[argument]] <- value_by_rule(rules[[argument]], world)
  }
  call_of_type(name, c(extra, arguments))
}

piece_of <- function(name, type, pieces, world, ...) {
  if (is.null(pieces[[name]])) call_by_rules(name, type, world, ...) else pieces[[name]](world)
}

# ---- arms ---------------------------------------------------------------------

kinds_of_arms <- function() exported_like("^arms_")

# Of rewards in [0, 1], which most policies want.
arms_in_range <- c("arms_bernoulli", "arms_beta", "arms_categorical", "arms_constant", "arms_tape", "arms_empirical")

arms_pieces <- list(
  arms_bernoulli = function(w) call("arms_bernoulli", if (yes(0.2)) prior_for(w$arms) else few_numbers(w$arms)),
  arms_beta = function(w) {
    if (yes(0.4)) return(call("arms_beta", mean = if (yes(0.5)) prior_for(w$arms) else few_numbers(w$arms, 0.01, 0.99)))
    call("arms_beta", few_numbers(w$arms, 0.2, 3), few_numbers(w$arms, 0.2, 3))
  },
  arms_gaussian = function(w) {
    call("arms_gaussian", if (yes(0.3)) call("prior_normal", w$arms, few_numbers(1), few_numbers(1, 0.1)) else few_numbers(w$arms, -1, 2),
         few_numbers(1, 0, 2))
  },
  arms_student = function(w) call("arms_student", few_numbers(w$arms, 1.1, 5), few_numbers(w$arms, -1, 1), few_numbers(1)),
  arms_lognormal = function(w) call("arms_lognormal", few_numbers(w$arms, -1, 1), few_numbers(1)),
  arms_survival = function(w) call("arms_survival", few_numbers(w$arms, 1, 9), few_numbers(1, 0.5, 2), limit = pick_one(c(4, 12))),
  arms_categorical = function(w) call("arms_categorical", rows_of_chances(w$arms, 3), c(0, pick_one(c(0.25, 0.5)), 1)),
  arms_constant = function(w) call("arms_constant", sample(0:4, w$arms, replace = TRUE) / 4),
  arms_tape = function(w) {
    call("arms_tape", call("simulate_tape", few_numbers(w$arms), w$horizon, seed = sample.int(1000, 1)), by = pick_one(c("pull", "round")))
  },
  arms_empirical = function(w) call("arms_empirical", as.call(c(quote(list), lapply(seq_len(w$arms), function(k) few_numbers(sample(2:4, 1)))))),
  arms_linear = function(w) call("arms_linear", matrix_code(few_numbers(2 * w$arms, -1), w$arms), few_numbers(1, 0.1), contexts_for(w)),
  arms_logistic = function(w) call("arms_logistic", matrix_code(few_numbers(2 * w$arms, -1), w$arms), contexts_for(w))
)

contexts_for <- function(w) {
  pick_one(list(quote(context_normal(2)), quote(context_normal(2, unit = TRUE)), matrix_code(few_numbers(2 * w$horizon, -1), w$horizon)))
}

prior_for <- function(count) pick_one(list(call("prior_uniform", count), call("prior_beta", count, sample(3, 1), sample(3, 1))))

# ---- bandits that are not arms with traits --------------------------------------

# A log of a pattern of 24 events, again and again, with pools of several sizes and, now and then, propensities.
log_code <- function(w) {
  pools <- lapply(sample(w$arms, 3, replace = TRUE), function(size) sort(sample.int(w$arms, size)))
  in_turn <- rep_len(pools, 24)
  repeated <- function(values) call("rep_len", values, 480)
  reward <- sample(0:1, 17, replace = TRUE)
  # Zeros may have no date.
  after <- ifelse(reward == 0 & yes(0.5), NA, sample(c(0, 1, 3.5, 20, 90), 17, replace = TRUE))
  column <- c(list(arm = repeated(vapply(in_turn, function(p) p[sample.int(length(p), 1)], 0L)), reward = repeated(reward),
                   pool = repeated(vapply(pools, paste, "", collapse = " "))),
              if (yes(0.5)) list(propensity = repeated(pmin(1 / lengths(in_turn), sample(c(0.2, 0.5, 1), 24, replace = TRUE)))),
              if (yes(0.5)) list(time = quote(1:480), outcome_time = call("+", quote(1:480), repeated(after))))
  call("as_log", as.call(c(quote(data.frame), column)))
}

bandit_pieces <- list(
  bandit_mortal = function(w) {
    reward <- if (w$free && yes(0.5)) quote(arms_gaussian(prior_normal(1, 0.5, 0.5), 0.5)) else prior_for(w$arms)
    call("bandit_mortal", w$arms, w$horizon, sample(2:20, 1), reward, death = if (yes(0.2)) "budgeted" else "timed", known = yes(0.3),
         init = pick_one(list(NULL, 1, 2)))
  },
  bandit_replay = function(w) {
    log <- pick_one(list(
      call("simulate_click_log", 600, days = 1, seed = sample.int(1000, 1)),
      call("as_log", call("run_study", call("bandit", call("arms_bernoulli", few_numbers(w$arms))), quote(policy_uniform()),
                          400, reps = 1, seed = sample.int(1000, 1), keep = "choices")),
      log_code(w)
    ))
    as.call(c(quote(bandit_replay), log, list(init = sample(0:2, 1)), if (yes(0.4)) list(resample = pick_one(c("bootstrap", "window"))),
              if (yes(0.4)) list(thin = pick_one(list("pool", "pool", TRUE, FALSE)))))
  },
  bandit_labels = function(w) {
    items <- w$horizon + 5
    call("bandit_labels", matrix_code(few_numbers(2 * items, -1), items), sample(rep_len(1:3, items)), yes(0.5))
  },
  bandit_auction = function(w) call("bandit_auction", rows_of_chances(w$arms, 3), matrix_code(few_numbers(3 * w$arms), w$arms), sample(2, 1)),
  bandit_cross_validation = function(w) call("bandit_cross_validation", rows_of_chances(w$arms, 3), few_numbers(w$arms), sample(3, 1))
)

# ---- traits ---------------------------------------------------------------------

traits_there_are <- function() exported_like("^with_")

trait_pieces <- list(
  with_patience = function(w) list(if (w$population) sample(3:12, 1) else each_arm(w, c(2:12, 30, Inf))),
  with_entries = function(w) list(c(1, sample(w$horizon, w$arms, replace = TRUE))[seq_len(w$arms)]),
  with_lifetimes = function(w) {
    first <- sample(c(1, sample(w$horizon, w$arms, replace = TRUE))[seq_len(w$arms)])
    list(first, first + sample(c(0:w$horizon, Inf), w$arms, replace = TRUE), known = yes(0.5))
  },
  with_waiting = function(w) {
    waits <- sample(3, 1)
    c(list(rows_of_chances(w$arms, waits)), if (yes(0.3)) list(matrix_code(few_numbers(waits * w$arms), w$arms)))
  },
  with_fairness = function(w) list(round(stats::runif(w$arms) * 0.95 / w$arms, 3), few_numbers(w$arms, 0, 2)),
  with_spread = function(w) list(spread_for(w)),
  with_delay = function(w) c(list(delay_for(w)), if (yes(0.3)) list(zero = if (yes(0.4)) Inf else delay_for(w)), if (yes(0.3)) list(never = if (w$population || yes(0.5)) few_numbers(1) else few_numbers(w$arms))),
  with_accrual = function(w) if (isTRUE(w$lives)) list(few_numbers(1, 0.2, 4), arrivals = pick_one(c("poisson", "even"))) else list(few_numbers(1, 0.2, 4), if (w$population || yes(0.5)) few_numbers(1, 0, 8) else few_numbers(w$arms, 0, 8),
                                  pick_one(c("poisson", "even"))),
  with_absences = function(w) {
    list(if (w$population) few_numbers(1, 0.3) else if (yes(0.6)) few_numbers(w$arms, 0.2) else matrix_code(stats::runif(w$arms * 5) < 0.7, 5))
  },
  with_rest = function(w) c(list(each_arm(w, 1:4)), if (yes(0.4)) list("greedy")),
  with_previews = function(w) {
    stages <- sample(3, 1)
    list(sort(sample(0:20, stages)), sd = c(sort(few_numbers(stages - 1, 0, 2), decreasing = TRUE), 0))
  },
  with_batches = function(w) if (yes(0.6)) list(sample(9, 1)) else list(ends = sort(sample(w$horizon, min(3, w$horizon)))),
  with_changes = function(w) list(changes_for(w)),
  with_wear = function(w) list(wear_for(w))
)

# The call that puts a trait on a bandit. What there is no list for follows the rules of its type.
trait_code <- function(name, bandit, world) {
  type <- sub("^with_", "trait_", name)
  if (is.null(trait_pieces[[name]])) return(call_by_rules(name, type, world, extra = list(bandit)))
  as.call(c(as.name(name), bandit, trait_pieces[[name]](world)))
}

# Laws that are arguments of traits: one of the exported constructors whose name begins so.
law_code <- function(pattern, pieces, world) {
  name <- pick_one(union(exported_like(pattern), names(pieces))) # numbers have no constructor
  piece_of(name, name, pieces, world)
}

spread_for <- function(w) law_code("^spread_", spread_pieces, w)
delay_for <- function(w) if (yes(0.3)) chances_in(4) else if (yes(0.2)) spread_pieces$spread_delay(w) else law_code("^delay_", delay_pieces, w)
changes_for <- function(w) law_code("^changes_", changes_pieces, w)
wear_for <- function(w) law_code("^wear_", wear_pieces, w)

spread_pieces <- list(
  spread_delay = function(w) call("spread_delay", sample(0:3, 1), sample(3:9, 1)),
  spread_window = function(w) call("spread_window", sample(0:2, 1), sample(3:6, 1)),
  spread_linear = function(w) call("spread_linear", sample(8, 1), pick_one(c("increasing", "decreasing"))),
  spread_geometric = function(w) call("spread_geometric", few_numbers(1, 0.05, 0.9)),
  spread_power = function(w) call("spread_power", few_numbers(1, 1.05, 4)),
  spread_adversarial = function(w) call("spread_adversarial", sample(2:5, 1)),
  weights = function(w) c(numeric(sample(0:2, 1)), sample(0:3, 4, replace = TRUE) + c(1, 0, 0, 0))
)

delay_pieces <- list(
  lag = function(w) sample(0:6, 1),
  lags = function(w) if (w$population) sample(0:6, 1) else as.call(c(as.name("list"), sample(0:6, w$arms, replace = TRUE))),
  delay_geometric = function(w) as.call(c(list(as.name("delay_geometric"), sample(2:6, 1)), if (yes(0.3)) list(longest = sample(8, 1))))
)

changes_pieces <- list(
  changes_at = function(w) {
    rounds <- sort(sample(2:max(w$horizon, 3), sample(2, 1)))
    call("changes_at", rounds, matrix_code(few_numbers(length(rounds) * w$arms), length(rounds)))
  },
  changes_random = function(w) call("changes_random", few_numbers(1, 0, 0.3), quote(prior_uniform(1)), together = yes(0.5)),
  changes_jumps = function(w) call("changes_jumps", sample(0:3, 1), pick_one(c(0.5, 1)), c(0.05, 0.2)),
  changes_drift = function(w) call("changes_drift", few_numbers(1, 0, 0.2), sample(3, 1)),
  changes_wave = function(w) call("changes_wave", 0.1, sample(5:30, 1), every = sample(3, 1)),
  table = function(w) matrix_code(few_numbers(w$horizon * w$arms), w$horizon)
)

wear_pieces <- list(
  wear_step = function(w) call("wear_step", sample(1:9, 1), few_numbers(1, 0, 0.3)),
  wear_linear = function(w) call("wear_linear", few_numbers(1, 0, 0.1)),
  wear_power = function(w) call("wear_power", few_numbers(1, 0, 1)),
  table = function(w) matrix_code(few_numbers(4 * w$arms), w$arms)
)

# ---- policies -------------------------------------------------------------------

policies_there_are <- function() remembered("compose: policies", setdiff(types_of_policies(), names(left_out_of_compositions)))
wrappers_there_are <- function() remembered("compose: wrappers", Filter(is_wrapper, policies_there_are()))

is_wrapper <- function(name) "policy" %in% names(formals(function_of_type(name)))

policy_pieces <- list(
  policy_fixed = function(w) {
    if (yes(0.5)) return(call("policy_fixed", sample(w$arms, sample(5, 1), replace = TRUE)))
    if (yes(0.2)) call("policy_fixed", sample(w$arms, 1), sample(2, 1)) else call("policy_fixed", sample(w$arms, 1))
  },
  policy_bayes_optimal = function(w) if (w$arms > 2) quote(policy_gittins(0.5)) else quote(policy_bayes_optimal()),
  policy_gittins = function(w) call("policy_gittins", pick_one(c(0.5, 0.8))),
  policy_fc_entry = function(w) call("policy_fc_entry", n_cycle = sample(4:6, 1), patience_floor = sample(4:12, 1)),
  policy_ars_ucb = function(w) quote(policy_ars_ucb()),
  policy_m_ucb = function(w) call_by_rules("policy_m_ucb", "policy_m_ucb", w, extra = list(window = pick_one(c(4, 10, 20)))),
  policy_allocation = function(w) allocation_code(w),
  policy_conversion = function(w) conversion_code("policy_conversion", w),
  policy_conversion_hoeffding = function(w) conversion_code("policy_conversion_hoeffding", w),
  policy_conversion_thompson = function(w) conversion_code("policy_conversion_thompson", w),
  policy_index = function(w) {
    pick_one(list(quote(policy_index(function(v) v$mean + sqrt(2 * log(v$round + 1) / v$pulls))),
                  quote(policy_index(function(v) v$mean + v$runif(length(v$mean))))))
  },
  policy_custom = function(w) {
    pick_one(list(quote(policy_custom(function(state, v) c(v$live[1 + floor(v$runif(1) * length(v$live))], v$waits))),
                  quote(policy_custom(function(state, v) c(v$live[1 + state %% length(v$live)], v$waits), function(state, v, outcome) state + 1,
                                      function(v) 0))))
  }
)

wrapper_pieces <- list(
  policy_restart = function(w) {
    list(at = if (w$changes && yes(0.5)) NULL else if (yes(0.4)) sample(2:w$horizon, 1) else unique(c(1, sort(sample(w$horizon, 2)))))
  },
  policy_doubling = function(w) list(sample(c(1, 3, 10, 40), 1)),
  policy_floor = function(w) c(list(few_numbers(1, 0.01, 0.3), type = pick_one(c("mixture", "clip"))), if (yes(0.3)) list(decay = 0.5, first = 3)),
  policy_queue = function(w) list(),
  policy_matured = function(w) list(sample(c(0, 1, 7, 40), 1)),
  policy_sleeping = function(w) list()
)

conversion_code <- function(type, w) {
  delay <- pick_one(list(NULL, "estimated", 7, quote(delay_geometric(20)), c(0.5, 0.25, 0.25), as.list(sample(9, w$arms, replace = TRUE))))
  within <- if (identical(delay, "estimated") || yes(0.5)) sample(c(0, 3, 40), 1)
  call_of_type(type, c(if (!is.null(delay)) list(delay = delay), if (!is.null(within)) list(within = within),
                       if (type == "policy_conversion_thompson" && yes(0.3)) list(prior = c(0.5, 2))))
}

allocation_code <- function(w) {
  estimated <- yes(0.7)
  target <- if (estimated) pick_one(c("best", "better", "neyman", "rsihr", "failures")) else pick_one(list("equal", as.double(sample(3, w$arms, replace = TRUE))))
  by_posterior <- identical(target, "best") || identical(target, "better")
  rule <- pick_one(c(if (by_posterior) c("chance", "block") else c("chance", "block", "dbcd", if (w$arms == 2) "erade"))) # word ok
  share <- if (identical(target, "better") || yes(0.3)) pick_one(list(0.4, "sqrt", "greatest", "matched"))
  whole <- !estimated && rule == "block" && is.null(share) && yes(0.5)
  as.call(c(quote(policy_allocation), list(target, rule = rule), if (!is.null(share)) list(control = 1, control_share = share),
            if (by_posterior && yes(0.5)) list(power = pick_one(list(1, 0.5, c(2, 0.5)))), if (rule == "dbcd" && yes(0.3)) list(gamma = pick_one(c(0, 0.5))),
            if (yes(0.4)) list(burn_in = sample(3, 1)), if (rule == "block" && !whole) list(block = sample(2:9, 1)),
            if (target[1] %in% c("best", "better", "neyman") && yes(0.2)) list(family = "gaussian")))
}

# Often inside another, and that inside a third.
policy_code <- function(name, world, depth = 0) {
  inner <- function() policy_code(pick_one(setdiff(policies_there_are(), wrappers_there_are())), world, 3)
  code <- if (is_wrapper(name)) wrapped_code(name, inner(), world) else piece_of(name, name, policy_pieces, world)
  if (depth > 1 || !yes(0.4)) return(code)
  wrapped_code(pick_one(wrappers_there_are()), code, world)
}

wrapped_code <- function(name, inner, world) {
  if (is.null(wrapper_pieces[[name]])) return(call_by_rules(name, name, world, extra = list(inner)))
  call_of_type(name, c(list(inner), wrapper_pieces[[name]](world)))
}

# ---- stopping rules ---------------------------------------------------------------

stops_there_are <- function() exported_like("^stop_")

stop_pieces <- list(
  stop_glr = function(w) as.call(c(quote(stop_glr), list(error = pick_one(c(0.1, 0.5))),
                                   pick_one(list(list(), list(rate = "practical"), list(rate = "proved"), list(family = "t"), list(narrowest = 5), list(family = if (w$free) "t" else "bounded", narrowest = 5))))),
  stop_evidence = function(w) as.call(c(quote(stop_evidence), if (yes(0.5)) list(control = 1) else list(threshold = 0.5),
                                        list(error = 0.5, alternative = pick_one(c("greater", "less")), margin = pick_one(c(0, 0.05)), narrowest = 5),
                                        if (yes(0.5)) list(family = if (w$free || yes(0.5)) "t" else "bounded"))),
  stop_separated = function(w) call_by_rules("stop_separated", "stop_separated", w, extra = list(error = 0.9, rate = "practical")),
  stop_posterior = function(w) call_by_rules("stop_posterior", "stop_posterior", w, extra = list(probability = pick_one(c(0.6, 0.8)))),
  stop_log_rank = function(w) {
    looks <- sort(sample.int(w$horizon, min(w$horizon, 1 + sample.int(3, 1))))
    as.call(c(quote(stop_log_rank), list(upper = vector_code(few_numbers(length(looks), 0.5, 2.5)), looks = vector_code(looks)),
              if (length(looks) > 1 && yes(0.5)) list(lower = vector_code(few_numbers(length(looks) - 1, -1, 0.4)))))
  },
  stop_at = function(w) call("stop_at", sample(w$horizon, 1)),
  stop_settled = function(w) quote(stop_settled()),
  stop_futility = function(w) as.call(c(quote(stop_futility), if (yes(0.5)) c(list(control = 1), concurrent_or_not()) else list(threshold = 0.5), list(error = 0.3, rate = "practical"))),
  stop_equivalence = function(w) quote(stop_equivalence(margin = 0.8, error = 0.5, rate = "practical")),
  stop_boundary = function(w) {
    looks <- looks_in(w)
    as.call(c(quote(stop_boundary), list(upper = vector_code(few_numbers(length(looks), 0.5, 2.5)), looks = vector_code(looks)),
              if (length(looks) > 1 && yes(0.5)) list(lower = vector_code(few_numbers(length(looks) - 1, -1, 0.4))), concurrent_or_not()))
  }
)

concurrent_or_not <- function(w = NULL) if (!isTRUE(w$lives) && yes(0.4)) list(concurrent = TRUE)

looks_in <- function(w) sort(sample.int(w$horizon, min(w$horizon, 1 + sample.int(4, 1))))
vector_code <- function(x) if (length(x) > 1) as.call(c(quote(c), as.list(x))) else x

# Rules that take arms out, all with the same control or none.
leaving_code <- function(w) {
  control <- if (yes(0.6)) 1
  looks <- function() if (yes(0.5)) list(looks = vector_code(looks_in(w)))
  at_limits <- function(name, argument, from, to) {
    at <- looks_in(w)
    as.call(c(as.name(name), stats::setNames(list(vector_code(few_numbers(length(at), from, to)), vector_code(at)), c(argument, "looks")), list(control = control), concurrent_or_not()))
  }
  dropping <- function() if (!is.null(control) && yes(0.5)) at_limits("stop_boundary", "lower", -1, 0.7) else
    as.call(c(quote(stop_posterior), list(below = pick_one(c(0.0517, 0.2019))), if (!is.null(control)) c(list(control = control, margin = if (isTRUE(w$lives)) 0 else pick_one(c(0, 0.05))), concurrent_or_not(w)), looks()))
  graduating <- function() if (yes(0.5)) at_limits("stop_boundary", "upper", 0.3, 2.5) else
    as.call(c(quote(stop_posterior), list(pick_one(c(0.7983, 0.9517)), control = control), concurrent_or_not(w), looks()))
  list(drop = if (is.null(control) || yes(0.7)) if (yes(0.8)) dropping() else call(pick_one(c("|", "&")), dropping(), dropping()),
       graduate = if (!is.null(control) && yes(0.6)) graduating())
}

stop_code <- function(world) {
  rule <- function() {
    name <- if (isTRUE(world$lives) && isTRUE(world$accrual)) "stop_log_rank" else "stop_at"
    if (name == "stop_at" || yes(0.5)) name <- pick_one(setdiff(stops_there_are(), if (yes(0.8)) "stop_log_rank"))
    with_looks(piece_of(name, name, stop_pieces, world), name, world)
  }
  if (yes(0.7)) rule() else call(pick_one(c("|", "&")), rule(), rule())
}

# Looks by time, where rounds have times; and seldom where they have not.
with_looks <- function(rule, name, world) {
  if (name == "stop_log_rank" || !"looks" %in% names(formals(function_of_type(name))) || !yes(if (isTRUE(world$accrual)) 0.5 else 0.01)) return(rule)
  rule$looks <- call("at_times", sort(unique(few_numbers(sample(4, 1), 0, world$horizon))))
  rule
}

# ---- what is not composed, and why ---------------------------------------------------

left_out_of_compositions <- c(
  arms_movielens = "arms_categorical() made of a file of ratings",
  policy_compile = "compiles a file, which takes seconds: test-policy-compiled.R",
  policy_registered = "policies of other packages: test-policy-compiled.R",
  policy_grid = "a list of policies, of constructors that are all here",
  bandit_grid = "a list of bandits, of constructors that are all here",
  bandit_value = "what a bandit is worth, not a bandit",
  bandit_null = "another bandit made equal"
)

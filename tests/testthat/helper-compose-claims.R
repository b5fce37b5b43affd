# The composing fuzzer: what must hold of every setting. A claim is a function `invariant_...` of a played setting (`p`: what was
# opened, its study and the tables of that) that returns NULL where it holds or says nothing, otherwise what is wrong.

# ---- playing a setting ----------------------------------------------------------

# `refusal` where the package refuses it, as it may.
played <- function(s) {
  o <- tryCatch(unsurprised(opened(s)), error = identity)
  if (inherits(o, "error")) return(list(setting = s, refusal = o))
  study <- tryCatch(play_opened(o), error = identity)
  if (inherits(study, "error")) return(list(setting = s, refusal = study))
  list(setting = s, opened = o, study = study, tables = study_tables(study))
}

# All tables that a study has.
study_tables <- function(study) {
  table <- function(code) tryCatch(as.data.frame(code), unruly_error = function(e) NULL)
  tables <- list(regret = table(regret(study)), pulls = table(pulls(study)), exits = table(exits(study)), choices = table(choices(study)),
                 instances = table(instances(study)), recommendations = table(recommendations(study)))
  tables[lengths(tables) > 0]
}

# What one of two lists of tables says differently, in words; by default of the tables and columns that both have.
difference_of <- function(found, wanted, tables = intersect(names(found), names(wanted)), columns = NULL) {
  for (name in tables) {
    a <- found[[name]]
    b <- wanted[[name]]
    if (identical(a, b)) next
    if (NROW(a) != NROW(b)) return(sprintf("%s has %d rows instead of %d", name, NROW(a), NROW(b)))
    for (column in columns %||% union(names(a), names(b))) {
      if (identical(plain_column(a[[column]]), plain_column(b[[column]]))) next
      at <- which(is.na(a[[column]]) != is.na(b[[column]]) | a[[column]] != b[[column]])[1]
      return(sprintf("%s of %s: %s instead of %s in row %s", column, name, format_value(a[[column]][at]), format_value(b[[column]][at]), at))
    }
  }
}

plain_column <- function(x) if (is.factor(x)) as.character(x) else if (is.numeric(x)) as.double(x) else x
format_value <- function(x) if (is.null(x)) "nothing" else format(x, digits = 17)

# A claim about what the package may refuse, such as an agent of a policy that cannot be one.
unless_refused <- function(code) tryCatch(code, unruly_error = function(e) {
  wrong <- wrong_refusal(e)
  if (!is.null(wrong)) stop(wrong, call. = FALSE)
  structure(list(), class = "refused")
})
is_refused <- function(x) inherits(x, "refused")

# ---- refusals ---------------------------------------------------------------------

# What is wrong with an error: it must be one of ours for users, and say why.
wrong_refusal <- function(e) {
  about <- function(what) sprintf("%s: %s", what, substr(gsub("\\s+", " ", conditionMessage(e)), 1, 300))
  if (!inherits(e, "unruly_error")) return(about(sprintf("an error of class %s", class(e)[1])))
  forbidden <- intersect(class(e), c("unruly_error_core", "unruly_error_internal", "unruly_error_patience"))
  if (length(forbidden) > 0) return(about(forbidden[1]))
  if (!any(grepl("^unruly_error_.", class(e)))) return(about("an error without a class of its own"))
  if (inherits(e, "unruly_error_policy") && length(e$bullets) < 2) return(about("a refusal without a reason"))
  small <- grep("^[a-z]", unruly:::registry()$label, value = TRUE) # wSWA
  begins_small <- grepl("^[a-z]", e$bullets[-1]) & !grepl(paste0("^(", paste(small, collapse = "|"), ")\\b"), e$bullets[-1])
  if (any(begins_small)) return(about("a reason without a capital"))
}

invariant_refusals <- function(p) if (!is.null(p$refusal)) wrong_refusal(p$refusal)

# ---- fast and plain, threads, parts, joins -------------------------------------------

# What makes the core fast, such as many plays of an arm at once, is seen best in longer games.
invariant_plain <- function(p) difference_of(p$tables, in_plain_mode(p)) %||% long_games_differ(p)

in_plain_mode <- function(p, ...) withr::with_options(list(unruly.plain = TRUE), study_tables(play_opened(p$opened, ...)))

long_games_differ <- function(p) {
  rounds <- min(600, unruly:::rounds_there_are(p$opened$bandit))
  if (rounds <= p$opened$horizon || "policy_bayes_optimal" %in% unruly:::constructors_of(p$opened$policy)) return() # its table would be large
  fast <- unless_refused(play_opened(p$opened, horizon = rounds, reps = 1, record = rounds))
  if (is_refused(fast)) return()
  wrong <- difference_of(study_tables(fast), in_plain_mode(p, horizon = rounds, reps = 1, record = rounds))
  if (!is.null(wrong)) paste0("in ", rounds, " rounds: ", wrong)
}

# A replay of every event is for policies that are not randomised.
another_policy <- function(p) {
  thins <- !isFALSE(trait_of(p$opened$bandit, "replay")$thin)
  if (thins) policy_uniform(label = "another") else policy_round_robin(label = "another")
}

# With another policy beside it, so that there are games of several kinds to be ordered.
with_another <- function(p, reps = 4, ...) {
  play_opened(p$opened, policies = list(p$opened$policy, another_policy(p)), reps = reps, ...)
}

invariant_threads <- function(p) {
  if (!identical(with_another(p), with_another(p, threads = more_threads()))) "the study is another on more threads"
}

invariant_orders <- function(p) {
  both <- study_tables(play_opened(p$opened, policies = list(another_policy(p), p$opened$policy)))
  both <- lapply(both, function(table) if (is.null(table$policy)) table else table[table$policy != "another", ])
  difference_of(lapply(both, `row.names<-`, NULL), p$tables)
}

invariant_joins <- function(p) {
  whole <- with_another(p)
  by_replications <- c(with_another(p, reps = 1), with_another(p, reps = 3, first_rep = 2))
  wanted <- study_tables(whole)
  other <- unless_refused(play_opened(p$opened, policies = another_policy(p), reps = 4)) # `stop_settled()` is not for it alone
  difference_of(study_tables(by_replications), wanted) %||%
    if (!is_refused(other)) difference_of(study_tables(c(play_opened(p$opened, reps = 4), other)), wanted)
}

invariant_more <- function(p) {
  difference_of(study_tables(unsurprised(update(p$study, reps = 4, threads = 1, progress = FALSE))), study_tables(play_opened(p$opened, reps = 4)))
}

# What the code of a study makes, with the objects for which it has only names.
invariant_code <- function(p) {
  code <- as_code(p$study)
  comments <- grep("^# ", code, value = TRUE)
  excused <- grepl("^# bandit_1: .*(replay of|contexts of|auctions|cross-validation)|^# policy_[0-9]: the policy", comments)
  own <- p$opened$policy
  while (!is.null(own$policy)) own <- own$policy
  if (!all(excused) || !unruly:::is_own(own) && any(grepl("^# policy", comments))) return(paste("no code for", comments[1]))
  given <- list2env(list(bandit_1 = p$opened$bandit, policy_1 = own, policy_2 = own), parent = asNamespace("unruly"))
  difference_of(study_tables(unsurprised(eval(str2expression(paste(code, collapse = "\n")), given))), p$tables)
}

invariant_parts <- function(p) {
  path <- withr::local_tempfile()
  o <- p$opened
  unsurprised(plan_study(o$bandit, o$policy, o$horizon, reps = 3, seed = o$seed, record = seq_len(o$horizon), keep = "choices", path = path,
                         parts = 3, stop = o$stop, after = o$after, overrun = o$overrun, drop = o$drop, graduate = o$graduate))
  for (i in 3:1) unsurprised(run_part(path, i, threads = 1, progress = FALSE, trust = TRUE))
  difference_of(study_tables(read_study(path, trust = TRUE)), study_tables(play_opened(o, reps = 3)))
}

# Only where somebody has set daemons, as tools/compose.R does.
invariant_daemons <- function(p) {
  if (!requireNamespace("mirai", quietly = TRUE) || unruly:::connected_daemons() == 0) return()
  difference_of(study_tables(play_opened(p$opened, workers = TRUE)), p$tables)
}

# ---- what is kept ---------------------------------------------------------------------

invariant_keep <- function(p) {
  o <- p$opened
  few <- play_opened(o, keep = "summary")
  rounds <- unique(regret(few)$round)
  at_rounds <- p$tables$regret[p$tables$regret$round %in% rounds, ]
  row.names(at_rounds) <- NULL
  difference_of(study_tables(few)["regret"], list(regret = at_rounds)) %||%
    difference_of(study_tables(few)[c("pulls", "exits")], p$tables) %||% moments_differ(o, few) %||% scores_differ(o, p)
}

# Sums are over replications in another order, so they agree up to rounding; and each of the values between which a quantile
# lies is off by 0.4% of its size at most.
moments_differ <- function(o, few) {
  few <- play_opened(o, reps = 5, keep = "summary")
  moments <- unless_refused(play_opened(o, reps = 5, keep = "moments"))
  if (is_refused(moments)) return()
  truth <- !"replay" %in% names(o$bandit$traits)
  for (what in c(if (truth) "regret", "reward", "pulls")) {
    a <- suppressMessages(as.data.frame(summary(moments, what, at = "all")))
    b <- suppressMessages(as.data.frame(summary(few, what, at = "all")))
    values <- split(regret(few)[[what]], regret(few)$round)
    size <- vapply(values, function(x) max(abs(x), 0, na.rm = TRUE), 0)[match(b$round, names(values))]
    for (column in c("mean", "sd", "se", "lower", "upper")) {
      off <- abs(a[[column]] - b[[column]]) > 1e-7 * (size + 1e-12) | is.na(a[[column]]) != is.na(b[[column]])
      if (any(off, na.rm = TRUE)) return(sprintf("%s of %s: %s of moments, %s of replications", column, what, a[[column]][which(off)[1]], b[[column]][which(off)[1]]))
    }
    for (column in intersect(c("median", "q05", "q95"), names(b))) {
      off <- abs(a[[column]] - b[[column]]) > 0.0041 * size
      if (any(off, na.rm = TRUE)) return(sprintf("%s of %s: %s of moments, %s of replications", column, what, a[[column]][which(off)[1]], b[[column]][which(off)[1]]))
    }
    wrong <- anytime_differs(few, moments, what)
    if (!is.null(wrong)) return(wrong)
  }
}

# Intervals that may be looked at have the same bits; what is certain to be the greatest regret is not exceeded.
anytime_differs <- function(few, moments, what) {
  values <- few$tables$regret[[what]]
  bandit <- few$description$bandits[[1]]
  certain <- unruly:::certain_bound(bandit, what, few$description$record)
  if (any(values > certain * (1 + 1e-9), na.rm = TRUE)) return(sprintf("%s exceeds what is certain", what))
  greatest <- max(values, 0, na.rm = TRUE)
  for (bound in c(list(NULL), if (greatest > 0 && min(values, 0, na.rm = TRUE) == 0) list(greatest))) {
    limits <- lapply(list(few, moments), function(study) {
      suppressMessages(as.data.frame(summary(study, what, at = "all", interval = "anytime", bound = bound)))[c("lower", "upper")]
    })
    if (!identical(limits[[1]], limits[[2]])) return(sprintf("the anytime interval of %s is another one of moments", what))
  }
}

scores_differ <- function(o, p) {
  scores <- unless_refused(play_opened(o, keep = c("choices", "scores")))
  if (is_refused(scores)) return()
  difference_of(study_tables(scores), p$tables)
}

# What is shown from the end of one pull to that of the next is the sum of the rewards of which `shown` says so. (What a spread
# shows is no reward, and what an arm of a population owes when it dies is dropped.)
invariant_shown <- function(p) {
  traits <- names(p$opened$bandit$traits)
  if (is.null(p$tables$choices$shown) || any(c("spread", "population") %in% traits)) return()
  for (rep in unique(p$tables$choices$rep)) {
    chosen <- game_of(p$tables$choices, rep = rep)
    ends <- chosen$round + chosen$cost - 1
    rows <- seq_len(nrow(chosen) - (p$opened$overrun > 0))
    wanted <- vapply(rows, function(i) sum(chosen$reward[!is.na(chosen$shown) & chosen$shown <= ends[i] & chosen$shown > c(0, ends)[i]]), 0)
    off <- which(abs(chosen$observed[rows] - wanted) > 1e-9 * (1 + abs(wanted)))
    if (length(off) > 0) return(sprintf("round %g shows %g, by `shown` %g", chosen$round[off[1]], chosen$observed[off[1]], wanted[off[1]]))
    named <- game_of(p$tables$recommendations, rep = rep)
    end <- if (any(named$stopped)) named$round[1] else p$opened$horizon
    wrong <- counts_shown(chosen, game_of(p$tables$pulls, rep = rep), waited_for(chosen, p$opened, end))
    if (!is.null(wrong)) return(wrong)
  }
}

# Which outcomes are shown in the end: until the last round; with `overrun`, as far as that goes, those that are not lost.
waited_for <- function(chosen, o, end) {
  wait <- if (isTRUE(o$overrun)) Inf else o$overrun
  late <- if (wait > 0 && "accrual" %in% names(o$bandit$traits)) known_within(chosen, o$bandit, wait) else chosen$shown <= end + wait
  !is.na(chosen$shown) & (chosen$shown <= end | late)
}

known_within <- function(chosen, b, wait) {
  given <- trait_of(b, "accrual")
  follow_up <- if (is.null(given$follow_up)) chosen$reward else rep_len(given$follow_up, b$arms$count)[chosen$arm]
  chosen$time + follow_up <= max(chosen$time) + wait + (if (identical(given$arrivals, "even")) 1e-9 / given$rate else 0)
}

counts_shown <- function(chosen, pulls, shown) {
  of <- function(arm, wait) paste(arm, if (is.null(wait) || all(is.na(wait))) 1 else wait)
  seen <- chosen[shown, ]
  counted <- as.vector(table(factor(of(seen$arm, seen$wait), of(pulls$arm, pulls$wait))))
  off <- which(counted != pulls$shown)
  if (length(off) > 0) sprintf("of row %d of pulls() %g outcomes were shown, by choices() %d", off[1], pulls$shown[off[1]], counted[off[1]])
}

# ---- what changes nothing -----------------------------------------------------------------

# Traits that do nothing, as functions of a bandit and its number of arms. (`population` ones have no number an arm.)
neutral_traits <- list(
  with_patience = function(b, k) with_patience(b, Inf),
  with_entries = function(b, k) with_entries(b, rep(1, k)),
  with_lifetimes = function(b, k) with_lifetimes(b, 1, Inf, known = FALSE),
  with_waiting = function(b, k) with_waiting(b, matrix(1, k, 1)),
  with_fairness = function(b, k) with_fairness(b, 0, 0),
  with_spread = function(b, k) with_spread(b, spread_delay(0, 0)),
  with_delay = function(b, k) with_delay(b, 0),
  with_accrual = function(b, k) with_accrual(b, 1, 0),
  with_absences = function(b, k) with_absences(b, 1),
  with_rest = function(b, k) with_rest(b, 1),
  with_batches = function(b, k) with_batches(b, 1),
  with_changes = function(b, k) with_changes(b, changes_random(0, prior_uniform(1))),
  with_wear = function(b, k) with_wear(b, wear_linear(0, -1e6))
)

neutral_wrappers <- list(
  policy_queue = function(policy, horizon) policy_queue(policy),
  policy_sleeping = function(policy, horizon) policy_sleeping(policy),
  policy_doubling = function(policy, horizon) policy_doubling(policy, horizon),
  policy_restart = function(policy, horizon) policy_restart(policy, horizon)
)

# One or two of them, put on at random. What reads a trait (`needs`) or is refused with it says nothing.
invariant_neutral_traits <- function(p) {
  names <- setdiff(names(neutral_traits), paste0("with_", names(p$opened$bandit$traits)))
  if (reads_traits(p$opened$policy)) return()
  # Late outcomes come after the round's own without batches, and in the order of play with them, of whatever size.
  if (any(c("delay", "accrual", "previews") %in% names(p$opened$bandit$traits))) names <- setdiff(names, "with_batches")
  # With accrual a number of rounds would be a time.
  if (!isTRUE(p$opened$overrun) && p$opened$overrun > 0) names <- setdiff(names, "with_accrual")
  names <- withr::with_seed(p$opened$seed, sample(names, min(length(names), sample(2:3, 1))))
  for (chosen in c(as.list(names), list(names))) {
    b <- p$opened$bandit
    for (name in chosen) {
      more <- unless_refused(neutral_traits[[name]](b, b$arms$count))
      if (is_refused(more)) break
      b <- more
    }
    if (is_refused(more) || !same_scale(p$opened, b)) next
    wrong <- same_games(p, bandit = b)
    if (!is.null(wrong)) return(paste0(paste(chosen, collapse = " and "), ": ", wrong))
  }
}

# A policy that takes its scale from the bandit expects sums of rewards wherever there is a spread.
same_scale <- function(o, bandit) {
  of <- function(b) unname(unruly:::resolve_policies(list(o$policy), b))
  identical(of(o$bandit), of(bandit))
}

# It plays otherwise where a trait is there that need not do anything.
reads_traits <- function(policy) any(vapply(wishes_of_all(policy), function(w) length(w$needs) > 0, NA))
wishes_of_all <- function(policy) c(list(wishes_of(policy$constructor)), if (!is.null(policy$policy)) wishes_of_all(policy$policy))

# Heights have a clock for each depth of a policy inside others, so these draw other numbers there. (For tests/c/test_compositions.c
# the core can be told the depth.)
by_heights <- paste0("policy_", c("thompson", "thompson_t", "sw_thompson", "top_two", "boltzmann_gumbel", "epsilon_greedy", "floor", "flearn"))
draws_by_heights <- function(policy) policy$constructor %in% by_heights || !is.null(policy$policy) && draws_by_heights(policy$policy)

# A wrapper has random numbers of its own; here it is given those of the policy inside.
invariant_neutral_wrappers <- function(p) {
  if (draws_by_heights(p$opened$policy)) return()
  traits <- names(p$opened$bandit$traits)
  late <- any(c(unruly:::late_traits, "spread") %in% traits)
  away <- any(c("absences", "rest", "replay") %in% traits)
  apply <- c(if (!late) "policy_queue", if (!away) "policy_sleeping", "policy_doubling", "policy_restart")
  for (name in apply) {
    policy <- unless_refused(neutral_wrappers[[name]](p$opened$policy, p$opened$horizon))
    if (is_refused(policy)) next
    policy$label <- p$opened$policy$label
    policy$stream <- p$opened$policy
    wrong <- same_games(p, policies = policy)
    if (!is.null(wrong)) return(paste0(name, ": ", wrong))
  }
}

# Neither for choices nor, as Gittins' index does for rewards between 0 and 1, for what it learns.
throws_no_dice <- function(policy) {
  listed <- remembered("compose: deterministic", with(unruly:::registry(), constructor[deterministic]))
  all(unruly:::constructors_of(policy) %in% setdiff(c(listed, wrappers_there_are()), c("policy_floor", "policy_gittins", "policy_bayes_optimal")))
}

# The same games with something else put in: all columns that both have.
same_games <- function(p, ...) {
  other <- unless_refused(play_opened(p$opened, ...))
  if (is_refused(other)) return()
  other <- study_tables(other)
  for (name in c("choices", "regret", "pulls", "recommendations")) {
    # What a bandit has no table of, or no single mean, is no difference, nor chances that a wrapper does not know.
    if (NROW(other[[name]]) == 0 || NROW(p$tables[[name]]) == 0) next
    shared <- setdiff(intersect(names(other[[name]]), names(p$tables[[name]])),
                      c(if (name == "pulls") "mean", if (name == "choices" && all(is.na(other$choices$propensity))) "propensity"))
    wrong <- difference_of(other, p$tables, name, shared)
    if (!is.null(wrong)) return(wrong)
  }
}

# ---- exact and simulated ---------------------------------------------------------------------

# Where a study can be had exactly, means of many games are close to it.
invariant_exact <- function(p) {
  o <- p$opened
  if (o$horizon > 8 || !is.null(o$drop) || !is.null(o$graduate)) return()
  exact <- unless_refused(unsurprised(exact_study(o$bandit, o$policy, o$horizon, threads = 1, stop = o$stop, after = o$after)))
  if (is_refused(exact)) return()
  games <- 3000
  simulated <- play_opened(o, reps = games, keep = "summary", record = 1)
  for (what in c("regret", "reward")) {
    wrong <- too_far(mean_at(regret(exact), what, o$horizon), regret(simulated)[[what]], what, o$horizon)
    if (!is.null(wrong)) return(wrong)
  }
  wanted <- pulls(exact)
  found <- pulls(simulated)
  for (arm in unique(wanted$arm)) {
    wrong <- too_far(wanted$pulls[wanted$arm == arm], found$pulls[found$arm == arm], sprintf("pulls of arm %s", arm), o$horizon)
    if (!is.null(wrong)) return(wrong)
  }
}

mean_at <- function(table, what, round) table[[what]][table$round == round]

# The empirical Bernstein bound (Maurer and Pontil 2009), wrong once in 400,000 times; no figure moves by more than 1 a round.
too_far <- function(mean, values, what, rounds) {
  if (is.na(mean) || anyNA(values)) return()
  games <- length(values)
  bound <- sqrt(2 * stats::var(values) * 13 / games) + 7 * rounds * 13 / (3 * (games - 1))
  if (abs(mean(values) - mean) > bound) sprintf("%s: %g exactly, %g in %d games, with a bound of %g", what, mean, mean(values), games, bound)
}

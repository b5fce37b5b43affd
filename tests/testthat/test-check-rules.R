# Every rule of every type, as its struct in C says it: the glue and R's constructors hold to it.

# The constructor in R of a type, and the names of its arguments where they are others.
constructors <- c(arms_beta_mean = "arms_beta", arms_tape_pull = "arms_tape", arms_tape_round = "arms_tape", arms_tape_context = "arms_tape",
                  trait_population = "bandit_mortal", trait_replay = "bandit_replay",
                  spread_custom = "with_spread", changes_table = "with_changes", wear_table = "with_wear")
constructor_of_type <- function(type) {
  if (type %in% names(constructors)) return(constructors[[type]])
  name_of_maker(type)
}
arguments <- c("trait_absences chance" = "awake", "wear_table mean" = "wear")

# What has no argument: it is made of others, in another form. Those with one in another form
# are checked by the tests of their constructors.
made_of_others <- c("policy_allocation ratio", "policy_allocation share_rule", "policy_allocation growth", "trait_waiting waits", "trait_replay chance", "trait_replay by_pool", "trait_replay after", "trait_replay unsupported", "trait_replay table", "trait_replay weighted",
  "by_arm", "arms_tape_context shuffle",
  "width", "base", "code", "tells", "laws", "of_arm", "law", "reference", "vain", "round_beta", "round_c", "round_sizes", "shown",
  "reward", "pool", "pool_from", "pool_members", "propensity", "context", "context_size", "trait_fairness first", "arms_empirical value",
  "arms_empirical from", "stop_log_rank events", "stop_log_rank dates", "times", "outcomes", "outcomes_columns", "outcomes_arm", "trait_delay mean", "trait_delay chance", "trait_delay from", "trait_absences awake",
  paste("trait_delay", c("longest", "zero_mean", "zero_chance", "zero_from", "zero_longest", "silent"))
)
other_form <- c("spread_geometric gamma", "policy_allocation target", "policy_allocation control_share", "policy_allocation family", "policy_allocation gamma", "policy_allocation alpha",
                "policy_allocation block", "policy_allocation power", "policy_allocation rule", "policy_epsilon_greedy epsilon", "policy_epsilon_greedy decay", "policy_linear_epsilon_greedy epsilon",
                "policy_linear_epsilon_greedy decay", "policy_ars_ucb round_size", "spread_custom weights", "spread_custom from", "trait_delay lag", "trait_delay zero_lag",
                "trait_replay start", "trait_replay block", "policy_fc_entry n_cycle", "policy_fc_entry cycle", "trait_waiting delay", "trait_waiting pay",
                "trait_spread spread", "changes_at round", "changes_at mean", "changes_table mean", "changes_random prior",
                "changes_drift low", "changes_drift high", "policy_fixed_schedule cycle", "stop_boundary upper", "stop_boundary lower", "stop_log_rank upper", "stop_log_rank lower", "drop_boundary lower", "graduate_boundary upper", "graduate_posterior above")

# By more than what rounding may add to 1.
next_to <- function(x, direction, whole) {
  if (whole) return(x + direction * max(1, abs(x) * 2^-52))
  x + direction * max(abs(x) * 2^-49, 1e-300)
}

accepted_values <- function(rule) {
  if (rule$kind == "text") return(as.list(strsplit(if (is.na(rule$text)) "any" else rule$text, "|", fixed = TRUE)[[1]]))
  whole <- rule$kind != "number"
  ends <- c(if (!rule$above) rule$least, if (is.finite(rule$least)) next_to(rule$least, 1, whole), if (is.finite(rule$greatest)) next_to(rule$greatest, -1, whole),
            if (!rule$below) rule$greatest)
  if (rule$even) ends <- ends[ends %% 2 == 0]
  if (rule$positive_rows) ends <- ends[ends > 0]
  if (rule$sum %in% "sum to less than 1") ends <- ends[ends < 0.5]
  lapply(ends, function(x) sized(rule, x))
}

refused_values <- function(rule) {
  if (rule$kind == "text") return(c(if (!is.na(rule$text)) list("none of these", ""), list(1)))
  whole <- rule$kind != "number"
  outside <- c(if (is.finite(rule$least)) next_to(rule$least, -1, whole), if (rule$above) rule$least, if (rule$below) rule$greatest,
               if (is.finite(rule$greatest)) next_to(rule$greatest, 1, whole), if (whole) rule$least + 0.5)
  c(lapply(outside[is.finite(outside)], function(x) replace(sized(rule, x), 1, x)), if (!rule$named) list("a"),
    if (!rule$size %in% c("any", "any rows")) list(if (rule$size == "rows") matrix(1, 3, 2) else rep(first_inside(rule), 3)),
    if (rule$increasing) list(rev(working_value(rule))), if (rule$sums) list(0.9 * working_value(rule)))
}

wrong <- function(type, parameters) {
  arms <- if (startsWith(type, "policy_")) 0 else 2
  why <- .Call(unruly:::C_wrong_parameters, type, parameters, arms)
  if (!is.null(why)) paste(why[["argument"]], "must be", why[["wanted"]])
}

test_that("the glue accepts what a rule allows, up to its limits, and refuses what is beyond, of another size or type", {
  skip_on_cran() # long
  claim <- many_claims()
  for (type in share_of(.Call(unruly:::C_types))) {
    rules <- unruly:::rules_of(type)
    works <- works_beside(type, rules)
    claim(is.null(wrong(type, works)), type, "works")
    claim(grepl("unheard_of", wrong(type, c(works, unheard_of = 1))), type, "unheard of")
    for (rule in Filter(function(r) !r$law, rules)) { # what a law takes is a type of its own
      works <- works_beside(type, rules, rule)
      alone <- if (is.na(rule$from) && is.na(rule$beyond)) works else works[c(rule$from, rule$beyond, rule$name)]
      for (value in accepted_values(rule)) {
        given <- replace(works, rule$name, list(value))
        for (later in rules) if (rule$name %in% c(later$from, later$beyond)) given[[later$name]] <- sized(later, later$greatest)
        if (!is.na(rule$from) || !is.na(rule$beyond)) given[[stats::na.omit(c(rule$from, rule$beyond))]] <- NULL
        if (length(given) < length(works)) next
        claim(is.null(wrong(type, given)), type, rule$name, exactly(value))
      }
      for (value in refused_values(rule)) {
        said <- wrong(type, replace(works, rule$name, list(value))) %||% "nothing"
        claim(grepl(rule$name, said, fixed = TRUE), type, rule$name, exactly(value))
      }
      if (rule$kind != "text") {
        missing <- replace(works, rule$name, list(replace(works[[rule$name]], 1, NA)))
        claim(inherits(tryCatch(wrong(type, missing), error = identity), "unruly_error_object"), type, rule$name, "missing")
      }
    }
  }
  expect_claims(claim, 1000 / parts_of_share())
})

# Limits that a constructor draws closer, for reasons of its own.
narrower <- c("trait_fairness share", "trait_fairness penalty", "trait_entries first", "trait_lifetimes first", "trait_population known", "trait_population horizon",
              "trait_population mean_lifetime", "arms_categorical prob", "spread_delay min", "spread_delay max", "spread_window from", "spread_window to", "wear_table mean",
              "prior_uniform min", "prior_uniform max", "policy_bayes_ucb sd", "policy_imed sd",
              "policy_kl_ucb sd", "stop_glr sd", "stop_posterior sd", "stop_futility sd", "stop_equivalence sd", "stop_futility threshold", "stop_evidence sd", "stop_evidence threshold", "stop_boundary sd", "stop_boundary observed", "trait_previews sd", "drop_posterior sd", "graduate_posterior sd", "drop_boundary sd", "graduate_boundary sd", "policy_flearn family", "policy_thompson range", "policy_thompson prior_mean", "policy_m_ucb window", "policy_top_two sd")

test_that("constructors accept and refuse by the same rules, naming the user's argument; no rule lacks one", {
  skip_on_cran() # long
  works <- c(working_calls(), list(arms_tape_round = list(reward = matrix(1, 2, 10), by = "round"), arms_beta_mean = list(mean = 0.5)))
  claim <- many_claims()
  for (type in share_of(grep("^policy_", .Call(unruly:::C_types), value = TRUE, invert = TRUE))) { # of these test-describe.R tells
    name <- constructor_of_type(type)
    formals <- formals(function_of_type(name))
    if (grepl("^(drop|graduate)_boundary$", type)) next # limits become these in the argument of a study
    formals <- formals[names(formals) != "..."]
    needed <- names(Filter(function(f) identical(f, quote(expr = )), as.list(formals)))
    for (rule in unruly:::rules_of(type)) {
      key <- paste(type, rule$name)
      if (any(c(rule$name, key) %in% c(made_of_others, other_form))) next
      argument <- if (key %in% names(arguments)) arguments[[key]] else rule$name
      claim(argument %in% names(formals), key, "has no argument")
      start <- works[[if (type %in% names(works)) type else name]] %||% default_call(name)
      start <- start[if (type == "arms_beta_mean") "mean" else intersect(names(start), c(needed, if (name == "policy_fc_entry") "n_cycle", if (name == "with_accrual") "follow_up", if (name %in% c("stop_futility", "stop_evidence")) "control", if (name %in% c("stop_boundary", "stop_log_rank")) c("upper", "looks")))]
      start <- c(start, list(drop_posterior = list(below = 0.1, control = 1), graduate_posterior = list(control = 1))[[type]])
      refused <- Filter(function(value) length(value) < 3 || rule$size %in% c("one", "two"), refused_values(rule))
      if (key == "policy_fixed arm") refused <- Filter(function(value) length(value) < 2, refused) # several arms are played in turn
      for (value in c(refused, list(NA, NULL)[seq_len(1 + (argument %in% needed))])) {
        error <- error_of(name, replace_argument(start, argument, value))
        claim(inherits(error, "unruly_error_argument"), key, exactly(value), "is refused")
        named <- !is.null(error) && identical(error$argument, argument) || !is.null(error) && grepl(argument, conditionMessage(error), fixed = TRUE)
        claim(named, key, exactly(value), "is named")
        claim(!is.null(error) && identical(blamed(error), name), key, exactly(value), "is blamed on the call")
      }
      above <- if (rule$kind == "number" && rule$greatest == 1 && !rule$below) list(sized(rule, 1 + 3 * .Machine$double.eps))
      for (value in c(accepted_values(rule), above)[!(key %in% narrower)]) {
        error <- error_of(name, replace_argument(start, argument, if (rule$kind == "flag") value == 1 else value))
        claim(is.null(error), key, exactly(value), "is accepted:", conditionMessage(error))
      }
    }
  }
  expect_claims(claim, 2000 / parts_of_share())
})

test_that("refusals of the glue are errors of the package, for edited policies and bandits too", {
  play <- function(b, p) unruly:::describe_bandit(b) |> list() |> list(list(unruly:::describe_policy(p)))
  plan <- list(horizon = 5, seed = 1, first_rep = 1, reps = 1, threads = 1, record = 5, keep_choices = 0, keep_rows = 1, keep_scores = 0, keep_prospects = 0, plain = 0, overrun = 0)
  pair <- bandit(arms_bernoulli(c(0.2, 0.8)))
  edited <- policy_ucb1(3)
  edited$parameters$alpha <- 0
  inside <- policy_queue(policy_ucb1(3))
  inside$policy$parameters$alpha <- -1
  late <- with_spread(pair, spread_window(0, 3))
  late$traits$spread$parameters$`1.to` <- 0
  for (case in list(play(pair, edited), play(pair, inside), play(late, policy_ucb1()))) {
    expect_error(.Call(unruly:::C_study_start, case[[1]], case[[2]], plan), class = "unruly_error_object")
  }
})

test_that("a string that may be left out is a single one, not all that it may be", {
  skip_in_quick()
  both <- c("bernoulli", "gaussian")
  for (make in list(policy_bayes_ucb, policy_imed, policy_tracking, policy_top_two, policy_glr_kl_ucb, policy_allocation, stop_posterior)) {
    expect_error(make(family = both), "`family` must be", class = "unruly_error_argument")
    expect_no_error(make(family = "gaussian"))
  }
  expect_error(stop_boundary(upper = 2, looks = 20, family = both), "`family` must be", class = "unruly_error_argument")
  expect_error(policy_wait_ucb(c("bandit", "side")), "`feedback` must be", class = "unruly_error_argument")
})

test_that("shapes and a mean of beta arms exclude each other, and that is a bad argument, too", {
  expect_error(arms_beta(1, 2, mean = 0.5), class = "unruly_error_combination")
  expect_error(arms_beta(1, 2, mean = 0.5), class = "unruly_error_argument")
})

test_that("values of at most 1 that rounding alone made greater are taken as 1", {
  skip_on_cran()
  above <- 1 + 3 * .Machine$double.eps
  claim <- many_claims()
  works <- working_calls()
  for (type in intersect(names(works), unruly:::policy_types())) {
    rules <- unruly:::rules_of(type)
    start <- works[[type]][names(Filter(function(f) identical(f, quote(expr = )), as.list(formals(function_of_type(type)))))]
    for (name in intersect(attr(rules, "to_one"), names(formals(function_of_type(type))))) {
      made <- lapply(c(1, above), function(x) tryCatch(do.call(function_of_type(type), replace_argument(start, name, x)), error = conditionMessage))
      claim(identical(made[[1]], made[[2]]), type, name)
    }
  }
  expect_claims(claim, 20)
  expect_identical(arms_bernoulli(c(0.5, above)), arms_bernoulli(c(0.5, 1)))
  expect_identical(as_log(data.frame(arm = 1, reward = 1, propensity = above)), as_log(data.frame(arm = 1, reward = 1, propensity = 1)))
  chances <- function(x) as_log(tibble::tibble(arm = 1, reward = 1, all = cbind("1" = x, "2" = 0)), propensities = "all")
  expect_identical(chances(above)$propensity, chances(1)$propensity)
  expect_error(policy_epsilon_greedy(1 + 1e-9), class = "unruly_error_argument")
  expect_error(arms_bernoulli(c(0.5, 1 + 1e-9)), class = "unruly_error_argument")
  expect_error(arms_bernoulli(c(0.5, -1e-17)), class = "unruly_error_argument")
})

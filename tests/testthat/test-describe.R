# What a constructor takes is stated once, in the struct of its type in C: its signature says the same, and the core is the
# one judge of what is given.

space <- asNamespace("unruly")

own_types <- function(kinds = "policy") grep(sprintf("^(%s)_", kinds), .Call(C_types), value = TRUE)

# Arms, laws and priors whose constructor leaves it to the core what is given.
described_types <- function() {
  Filter(function(type) exists(name_of_maker(type), space) && any(c("described", "describe_trait") %in% c(all.names(body(function_of_type(type))), described_by(type))),
         own_types("arms|prior|spread|changes|wear|trait"))
}
described_by <- function(type) if ("described_by_arm" %in% all.names(body(function_of_type(type)))) "described"

# Signatures that say something else than the struct, and why.
exceptions <- list(
  policy_fixed_schedule = "is several arms of policy_fixed()",
  policy_conversion = "`delay` is a law", policy_conversion_hoeffding = "the same", policy_conversion_thompson = "the same",
  policy_index = "takes functions", policy_custom = "takes functions",
  policy_ag_l = "has `keep` after what AG has, too", "policy_wait_ucb feedback" = "Wait-Hoeffding has one more", "policy_ars_ucb round_size" = "the usual sizes are made by a function",
  "stop_boundary control" = "the control of a design, else the first arm",
  "stop_boundary upper" = "stated by a design, or none if there is a `lower`",
  "arms_beta mean" = "a type of its own", "arms_constant range" = "stated of all arms, for policies",
  stop_log_rank = "its looks are numbers of events or times", stop_posterior = "has what it needs in other roles, too"
)

signature_of <- function(type) {
  arguments <- formals(function_of_type(type))
  arguments[setdiff(names(arguments), c("label", "policy", "bandit", "design", "k", "..."))]
}

constant <- function(default) tryCatch(eval(default, baseenv()), error = function(e) NULL)

# What the struct states of a parameter, as a default: none, NULL, a constant, or choices.
stated_default <- function(rule) {
  choices <- if (!is.na(rule$text)) space$choices_of(rule)
  if (length(rule$usual) == 0) return(NULL)
  if (!is.null(choices)) return(choices)
  if (rule$kind == "flag") rule$usual == 1 else rule$usual
}

test_that("signatures have the parameters of the structs, in their order, with the same usual values", {
  skip_in_quick()
  claim <- many_claims()
  expect_gt(length(described_types()), 20)
  for (type in setdiff(c(own_types("policy|stop"), described_types()), names(exceptions))) {
    rules <- rules_of(type)
    if (startsWith(type, "spread_")) rules[["law"]] <- NULL # which one it is
    rules[c("times", "outcomes", "outcomes_columns", "outcomes_arm")] <- NULL # what at_times() and at_outcomes() make of `looks`
    arguments <- signature_of(type)
    arguments <- arguments[!paste(type, names(arguments)) %in% names(exceptions) | names(arguments) %in% names(rules)]
    claim(identical(as.character(names(arguments)), as.character(names(rules))), type)
    for (name in intersect(names(arguments), names(rules))) {
      if (paste(type, name) %in% names(exceptions)) next
      if (rules[[name]]$required && length(rules[[name]]$usual) == 0) {
        claim(identical(arguments[[name]], quote(expr = )), type, name, "is required")
        next
      }
      stated <- stated_default(rules[[name]])
      default <- constant(arguments[[name]])
      if (is.character(stated) && length(default) == 1) stated <- stated[1]
      claim(identical(default, stated), type, name)
    }
  }
  expect_claims(claim, 200)
  expect_lte(length(exceptions), 16)
})

test_that("rules that take arms out have their parameters from the function that makes them", {
  expect_setequal(vapply(own_types("drop|graduate"), name_of_maker, ""), c("stop_boundary", "stop_posterior"))
  for (type in c(own_types("drop|graduate"), "stop_posterior")) {
    named <- sub("^above$", "probability", setdiff(names(rules_of(type)), c("times", "outcomes", "outcomes_columns", "outcomes_arm")))
    expect_identical(setdiff(named, names(formals(function_of_type(type)))), character(), label = type)
  }
})

# 17 values that are odd for some parameter or other.
odd_values <- list(NULL, NA, NaN, Inf, -1, 1e101, 1e-101, c(1, 2), numeric(), matrix(1:4, 2), TRUE, "a", c("a", "b"), list(1), 1i, quote(x),
                   function(x) x)

not_here <- list(policy_conversion = "delay", policy_conversion_hoeffding = "delay", policy_conversion_thompson = "delay", arms_beta = "mean", arms_constant = "range", changes_random = "prior")

test_that("whatever is given is accepted, or refused by the core, with the argument and the call of the user", {
  skip_on_cran()
  claim <- many_claims()
  works <- working_calls()
  refused <- 0
  own <- c("policy_fixed_schedule", "policy_index", "policy_custom", "stop_boundary", "stop_log_rank")
  types <- setdiff(c(own_types("policy|stop"), described_types()), own)
  for (type in types) {
    needed <- names(Filter(function(default) identical(default, quote(expr = )), as.list(formals(function_of_type(type)))))
    working <- works[[name_of_maker(type)]] %||% works[[type]]
    start <- working[intersect(names(working), c(needed, if (type == "policy_fc_entry") "n_cycle"))]
    arguments <- names(signature_of(type))
    for (name in setdiff(arguments, not_here[[type]])) for (value in drawn_of(odd_values, 8, match(type, types), match(name, arguments))) {
      given <- start
      given[name] <- list(value)
      error <- tryCatch({
        do.call(name_of_maker(type), with_choice(type, given), quote = TRUE, envir = space)
        NULL
      }, error = identity)
      if (is.null(error)) next
      refused <- refused + 1
      claim(inherits(error, "unruly_error_argument"), type, name, describe_value(value))
      claim(setequal(names(error$refusal), c("code", "argument", "wanted", "given", "reason")), type, name, describe_value(value))
    }
  }
  whole <- is.na(share_number())
  expect_claims(claim, if (whole) 2000 else 200)
  expect_gt(refused, if (whole) 1500 else 150)
})

test_that("usual values and omitted ones make the same object, in the order of the signature", {
  expect_identical(policy_ucb1(), policy_ucb1(alpha = 2))
  expect_identical(policy_floor(policy_ucb1(), 0.1), policy_floor(policy_ucb1(2), min_propensity = 0.1, type = "mixture", decay = 0))
  expect_identical(names(policy_floor(policy_ucb1(), 0.1)), c("constructor", "label", "parameters", "policy"))
  expect_identical(policy_thompson(sd = 2)$parameters, list(family = "gaussian", sd = 2))
  expect_identical(policy_thompson(prior_sd = 1)$parameters, list(family = "gaussian", prior_sd = 1))
  expect_identical(policy_epsilon_greedy(decay = 3)$parameters, list(decay = 3))
  expect_identical(policy_linucb(ridge = 2L)$parameters, list(alpha = 1, ridge = 2, shared = FALSE))
})

test_that("the identity of a policy is the hash of its description, by the stated layout", {
  expect_identical(vapply(list(policy_uniform(), policy_ucb1(range = c(0, 1)), policy_thompson("bernoulli", range = c(0, 1)), policy_thompson(sd = 2),
                               policy_epsilon_greedy(), policy_floor(policy_ucb1(range = c(0, 1)), 0.1)), identity_of, ""),
                   c("7e347008", "7587342a", "c12adf78", "f93f9f4d", "19224933", "8383a84d"))
  expect_identical(identity_of(policy_ucb1(label = "mine")), identity_of(policy_ucb1()))
  part <- policy_ucb1(range = c(0, 1))
  part$parameters$alpha <- NULL # the core completes what is not given
  expect_identical(identity_of(part), "7587342a")
  resolved <- resolve_policy(policy_ucb1(), list(range = c(0, 1)))
  expect_identical(identity_of(resolved), "7587342a")
})

test_that("a policy prints what it has, what is worked out, and what is to come", {
  said <- function(policy) sub("<policy> ", "", format(policy))
  expect_identical(said(policy_top_two()), "Top two (beta = 0.5, family from the bandit)")
  expect_identical(said(policy_doubling(policy_etc(5))), "Doubling (ETC) (start = 64)")
  expect_identical(said(policy_ucb()), "UCB (error = 1 / T^2, sd from the bandit)")
  expect_identical(said(policy_ucb1()), "UCB1 (alpha = 2, range or sd from the bandit)")
  expect_identical(said(policy_exp3(gamma = 0.1, range = c(0, 1), forget = "shares")), "Exp3.S (gamma = 0.1, share = 1 / T, range = (0, 1))")
})

test_that("a limit that goes without saying is named when it is the one that is broken", {
  expect_error(policy_ucb1(1e101), "no larger in size than 1e\\+100", class = "unruly_error_argument")
  expect_error(policy_ucb1(1e-101), "no smaller than 1e-100", class = "unruly_error_argument")
  expect_error(policy_linucb(shared = 1), "TRUE or FALSE", class = "unruly_error_argument")
  expect_error(policy_ucb1(TRUE), "Given: TRUE", class = "unruly_error_argument")
  expect_error(policy_ucb1(matrix(1:4, 2)), "a 2 x 2 matrix", class = "unruly_error_argument")
})

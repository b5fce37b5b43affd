# A default is stated once, in the signature of the constructor.

space <- asNamespace("unruly")
own_policies <- function() {
  names <- setdiff(registry()$constructor, own_constructors)
  sort(names[!vapply(names, is_from_outside, NA)], method = "radix")
}
constructors <- function() {
  c(own_policies(), grep("^(stop|drop|graduate|changes|wear|spread)_", getNamespaceExports(space), value = TRUE), "spread_custom")
}

# The numbers among what is usual, by parameter.
numbers_of <- function(constructor) {
  usual <- space$core_named(constructor, usual_of(get(constructor, space), constructor))
  lapply(Filter(function(value) is.numeric(value) || is.logical(value), usual), as.double)
}

# What the constructor requires.
arguments_for <- function(constructor) {
  needed <- list(policy = policy_ucb1(), pulls = 5, window = 20, discount = 0.9, cycle = c(1, 2), length = 10, min_propensity = 0.1, burn_in = 20,
                 shift = 0.1, batches = 3, mean_delay = 5, patience_floor = 30, scale = 2)
  required <- names(Filter(function(default) identical(default, quote(expr = )), formals(get(constructor, space))))
  c(needed[setdiff(required, "...")], if (constructor == "policy_fc_entry") list(n_cycle = 4))
}

test_that("src/model/usual.h has the numbers in the signatures, and nothing else", {
  skip_in_quick()
  file <- sources_root("src", "model", "usual.h")
  skip_if_not(file.exists(file), "the sources are not there")
  code <- paste(readLines(file)[-1], collapse = "\n")
  rows <- regmatches(code, gregexpr("[{]\"[a-z_0-9]+\", USUAL[(].*?[)][)][}],", code, perl = TRUE))[[1]]
  expect_gt(length(rows), 70)
  written <- lapply(rows, function(row) {
    parts <- regmatches(row, gregexpr("(ONE|TWO)[(][^)]*[)]", row))[[1]]
    fields <- strsplit(gsub("^(ONE|TWO)[(]|[)]$|\"", "", parts), ", ")
    stats::setNames(lapply(fields, function(f) as.double(f[-1])), vapply(fields, `[`, "", 1))
  })
  names(written) <- sub("^[{]\"([a-z_0-9]+)\".*", "\\1", rows)
  stated <- Filter(length, sapply(constructors(), numbers_of, simplify = FALSE))
  expect_identical(Filter(length, written)[sort(names(stated), method = "radix")], stated[sort(names(stated), method = "radix")])
  expect_setequal(names(Filter(length, written)), names(stated))
  required <- lapply(rows, function(row) gsub("REQUIRED[(]\"|\"[)]", "", regmatches(row, gregexpr("REQUIRED[(][^)]*[)]", row))[[1]]))
  names(required) <- names(written)
  for (name in own_policies()) {
    wanted <- setdiff(names(Filter(function(default) identical(default, quote(expr = )), formals(get(name, space)))), c("policy", "..."))
    wanted <- names(space$core_named(name, stats::setNames(as.list(wanted), wanted))) %||% character()
    expect_identical(as.character(required[[name]]), wanted, label = name)
  }
})

test_that("no usual value is stated where a policy is made", {
  files <- list.files(sources_root("R"), full.names = TRUE)
  skip_if_not(length(files) > 0, "the sources are not there")
  expect_identical(sum(grepl("unless_usual", unlist(lapply(files, readLines)), fixed = TRUE)), 0L)
})

test_that("a usual value makes the same policy whether it is stated or omitted, and another value another one", {
  skip_in_quick()
  compared <- 0
  for (name in own_policies()) {
    make <- get(name, space)
    arguments <- arguments_for(name)
    omitted <- do.call(make, arguments)
    usual <- usual_of(make)
    for (argument in intersect(names(usual), names(formals(make)))) {
      stated <- do.call(make, c(arguments, usual[argument]))
      expect_identical(stated, omitted, info = paste(name, argument))
      if (is.character(usual[[argument]]) || name == "policy_flearn") next
      other <- if (is.logical(usual[[argument]])) !usual[[argument]] else usual[[argument]] * c(1, 2)[seq_along(usual[[argument]])] + 0.5
      made <- tryCatch(do.call(make, c(arguments, stats::setNames(list(other), argument))), unruly_error = function(e) NULL)
      if (is.null(made)) next # whole numbers, chances, or what goes with another choice only
      expect_false(identical(describe_policy(made), describe_policy(omitted)), info = paste(name, argument))
      compared <- compared + 1
    }
  }
  expect_gt(compared, 20)
})

test_that("the usual scale makes the policy that the core makes of none", {
  compared <- 0
  for (name in own_policies()) {
    make <- get(name, space)
    usual <- core_scales(name)
    scales <- intersect(names(formals(make)), c("range", "sd"))
    if (length(scales) == 0) next
    noise <- usual$family == "gaussian" && "family" %in% names(formals(make)) || !"range" %in% scales
    stated <- do.call(make, c(arguments_for(name), usual[if (noise) "sd" else "range"]))
    expect_identical(describe_policy(stated), describe_policy(as_usual(do.call(make, arguments_for(name)))), label = name)
    compared <- compared + 1
  }
  expect_gt(compared, 40)
})

test_that("what addresses random numbers even where it is usual are parameters with a usual value", {
  expect_true(all(names(addressing) %in% own_policies()))
  for (name in names(addressing)) {
    expect_true(all(addressing[[name]] %in% names(core_named(name, usual_of(get(name, space), name)))), label = name)
    made <- do.call(name, c(arguments_for(name), if (name == "policy_flearn") list(learner = "thompson")))
    passed <- as_usual(made)$parameters
    expect_false(any(vapply(passed[addressing[[name]]], is.null, NA)), label = name)
  }
})

test_that("the core plays the usual values of the signatures", {
  # What is stated to the core is hashed into the address of random numbers, so these policies draw none.
  problem <- bandit(arms_bernoulli(c(0.4, 0.5, 0.6)))
  play <- function(policy) choices(run_study(problem, policy, 200, reps = 3, seed = 4, keep = "choices", threads = 1, progress = FALSE))$arm
  for (name in c("policy_ucb1", "policy_ucb_v", "policy_moss", "policy_ucb", "policy_kl_ucb", "policy_bayes_ucb", "policy_imed", "policy_lucb",
                 "policy_raw_ucb", "policy_fewa", "policy_sw_ucb", "policy_d_ucb", "policy_kl_lucb", "policy_ars_ucb", "policy_gittins")) {
    omitted <- stated <- as_usual(do.call(name, list()))
    numbers <- numbers_of(name)
    own <- describe_policy(as_usual(do.call(name, list())))$parameters
    fits <- function(n) is.null(.Call(unruly:::C_wrong_parameters, name, replace(own, n, numbers[n]), 0)) # not the scale of another family
    known <- Filter(fits, intersect(names(numbers), names(rules_of(name))))
    expect_gt(length(known), 0, label = name)
    omitted$parameters[known] <- list(NULL)
    stated$parameters[known] <- numbers[known]
    expect_identical(play(stated), play(omitted), label = name)
  }
})

test_that("an object without what its constructor requires is refused", {
  policy <- policy_etc(5)
  policy$parameters$pulls <- NULL
  expect_error(run_study(bandit(arms_bernoulli(c(0.4, 0.5))), policy, 10, reps = 1, seed = 1), class = "unruly_error")
})

test_that("the address of random numbers is what it has always been", {
  expect_identical(fingerprint(addressing), "3b53e2b80214fbec447c27da4eb73f10")
})

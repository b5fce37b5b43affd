# Methods of generics, ours and those of other packages, in sessions of their own: whichever package is attached first.
# methods.csv says which class has which: a yes returns; of a no there is no method, and R or the other package says what it says.

# In the other session: what comes of each generic that a class has, as it is found there.
answers <- function(first, helper, wanted) {
  for (package in first) library(package, character.only = TRUE, warn.conflicts = FALSE)
  source(helper, local = globalenv())
  options(unruly.threads = 1)
  grDevices::pdf(NULL)
  each <- one_of_each()
  objects <- each[rownames(wanted)]
  calls <- list(
    `[` = function(x) x[1], `[[` = function(x) x[[1]], `$` = function(x) eval(call("$", quote(x), part_named(x))),
    obj_sum = pillar::obj_sum, type_sum = pillar::type_sum, knit_print = knitr::knit_print
  )
  part_named <- function(x) {
    if (inherits(x, c("unruly_study", "unruly_exact", "unruly_series"))) return("regret")
    if (is.list(x)) names(x)[1] else "reward"
  }
  try_one <- function(generic, x) {
    call <- if (generic %in% names(calls)) calls[[generic]] else get(generic, globalenv())
    tryCatch({
      utils::capture.output(suppressMessages(found <- call(x)))
      if (generic %in% c("autoplot", "plot") && !inherits(found, "ggplot")) return("no ggplot")
      if (generic %in% c("fortify", "as_tibble", "tidy", "glance") && !is.data.frame(found)) return("no table")
      "yes"
    }, error = function(e) paste("an error:", conditionMessage(e)))
  }
  found <- wanted
  for (class in rownames(wanted)) for (generic in colnames(wanted)[wanted[class, ] == "yes"]) found[class, generic] <- try_one(generic, objects[[class]])
  list(found = found, classes = names(each))
}

test_that("each class has its methods, whichever package is attached first", {
  skip_in_quick()
  for (package in c("callr", "ggplot2", "generics", "dplyr", "knitr", "pillar")) skip_if_not_installed(package)
  wanted <- as.matrix(utils::read.csv(test_path("methods.csv"), row.names = "class", check.names = FALSE))
  others <- c("ggplot2", "generics", "dplyr", "grid")
  orders <- list(first = c("unruly", others), second = c(others, "unruly"), between = c("dplyr", "unruly", "ggplot2", "generics"))
  # All classes in the first order, half of them in each of the others.
  half <- seq_len(nrow(wanted)) %% 2 == 0
  classes <- list(first = rownames(wanted), second = rownames(wanted)[half], between = rownames(wanted)[!half])
  if (!is.na(share_number())) { # one of the orders, with half of the classes
    orders <- orders[share_number() %% 3 + 1]
    classes[] <- list(rownames(wanted)[half == share_number() %% 2])
  }
  for (name in names(orders)) {
    told <- callr::r(answers, list(orders[[name]], normalizePath(test_path("helper-objects.R")), wanted[classes[[name]], ]),
                      env = c(callr::rcmd_safe_env(), R_ENABLE_JIT = "0")) # what runs once is not worth compiling
    expect_setequal(told$classes, rownames(wanted))
    found <- told$found
    wrong <- which(found != wanted[rownames(found), ], arr.ind = TRUE)
    expect_identical(sprintf("%s of %s, %s: %s", colnames(found)[wrong[, 2]], rownames(found)[wrong[, 1]], name, found[wrong]), character())
  }
})

test_that("without ggplot2 and generics attached methods are found by `package::generic()`, too", {
  skip_on_cran()
  skip_if_not_installed("callr")
  for (package in c("ggplot2", "generics")) skip_if_not_installed(package)
  found <- callr::r(function() {
    library(unruly)
    pair <- bandit(arms_bernoulli(c(0.2, 0.8)))
    plan <- function(at) run_study(pair, policy_uniform(), 40, reps = 20, seed = 1, record = 1, stop = stop_at(at), threads = 1, progress = FALSE)
    objects <- list(exact_study(pair, policy_ucb1(), 5, threads = 1), run_experiment("impatient-cycle", reps = 2, horizon = c(50, 60), threads = 1),
                    calibrate_design(plan, c(2, 30), "sample_size", 10, steps = 4, whole = TRUE))
    vapply(objects, function(x) inherits(ggplot2::autoplot(x), "ggplot") && is.data.frame(generics::tidy(x)), NA)
  }, env = c(callr::rcmd_safe_env(), R_ENABLE_JIT = "0"))
  expect_true(all(found))
})

# Classes whose method a class may have by inheritance, first its own.
ancestors <- function(class) {
  tables <- c("unruly_estimates", "unruly_comparisons", "unruly_policy_comparisons", "unruly_characteristics", "unruly_calibration", "unruly_waiting_value", "unruly_bound",
              "unruly_likelihood", "unruly_design", "unruly_power", "unruly_analysis", "unruly_ledger", "unruly_arcade")
  c(class, if (class %in% tables) c("unruly_table", "tbl_df", "tbl", "data.frame"), if (class == "unruly_experiment") "unruly_study")
}

test_that("the registered methods are those that methods.csv lists for generics without a sensible default", {
  skip_on_cran()
  lines <- grep("^S3method", readLines(system.file("NAMESPACE", package = "unruly")), value = TRUE)
  parts <- lapply(strsplit(gsub("^S3method\\(|\\)$|[\" ]", "", lines), ","), function(x) sub("^.*::", "", x))
  method <- vapply(parts, function(x) paste(x[1], x[2]), "")
  wanted <- utils::read.csv(test_path("methods.csv"), row.names = "class", check.names = FALSE)
  generics <- c("as_tibble", "tidy", "glance", "augment", "autoplot", "plot", "fortify", "autolayer", "obj_sum", "type_sum", "format", "print")
  claim <- many_claims()
  for (class in rownames(wanted)) for (generic in generics) {
    if (class %in% c("unruly_ledger", "unruly_likelihood", "unruly_analysis") && generic == "plot") next # that of all tables: nothing to draw
    inherited <- "tbl" %in% ancestors(class) && generic %in% c("print", "format", "obj_sum", "type_sum", "as_tibble")
    there <- inherited || any(paste(generic, ancestors(class)) %in% method)
    claim(identical(if (there) "yes" else "no", wanted[[class, generic]]), generic, class)
  }
  expect_claims(claim, 400)
})

# A function that looks like a method and is none is found by nobody.
test_that("every function of the package named like a method of one of its classes is registered, and every class is in the table", {
  namespace <- asNamespace("unruly")
  classes <- rownames(utils::read.csv(test_path("methods.csv"), row.names = "class"))
  expect_identical(setdiff(c(sub("^shape[.]", "", grep("^shape[.]unruly_", ls(namespace), value = TRUE)), names(unruly:::table_titles)), c(classes, "unruly_rule")), character())
  methods <- grep("^(?!shape|study_table)[^.].*\\.unruly_[a-z_]+$", ls(namespace), value = TRUE, perl = TRUE)
  lines <- readLines(system.file("NAMESPACE", package = "unruly"))
  registered <- gsub("[\" )]", "", sub(",", ".", sub("^S3method\\(([a-z0-9]+::)?", "", grep("^S3method", lines, value = TRUE))))
  expect_identical(setdiff(methods, registered), character())
  expect_gt(length(methods), 60)
})

# --- what they return ----------------------------------------------------------------------

test_that("a study gives its tables by name, and says what there is", {
  skip_in_quick()
  study <- play(bandit(arms_bernoulli(c(0.2, 0.8))), list(policy_ucb1(), policy_uniform()), 20, reps = 3, keep = "choices")
  for (table in c("regret", "pulls", "exits", "choices", "instances", "recommendations")) {
    expect_identical(study[[table]], get(table, asNamespace("unruly"))(study))
  }
  expect_identical(study$pulls, pulls(study))
  expect_identical(study[[2]], study$replications)
  expect_error(study$regrets, "Did you mean \"regret\"", class = "unruly_error_argument")
  expect_error(study[["elephants"]], class = "unruly_error_argument")
  expect_error(study[1, ], "regret\\(x\\)", class = "unruly_error_argument")
  exact <- exact_study(bandit(arms_bernoulli(c(0.2, 0.8))), policy_ucb1(), 5, threads = 1)
  expect_identical(exact$regret, regret(exact))
  expect_error(exact$exits, class = "unruly_error_argument")
  expect_identical(head(study, 2), head(regret(study), 2))
  expect_identical(tail(exact, 1), tail(regret(exact), 1))
})

test_that("one string says what an object is, and str() and list columns show it", {
  skip_in_quick()
  study <- play(bandit(arms_bernoulli(c(0.2, 0.8))), list(policy_ucb1(), policy_uniform()), 20, reps = 3)
  expect_identical(format(study), "<study: 1 bandit, 2 policies, 3 reps, horizon 20>")
  expect_output(str(study), format(study), fixed = TRUE)
  expect_output(str(list(study)), format(study), fixed = TRUE)
  expect_match(format(small_agent()), "^<agent: Thompson .*, 2 arms, 6 decisions>$")
  expect_identical(format(policy_ucb1()), capture.output(print(policy_ucb1())))
  patient <- with_patience(bandit(arms_bernoulli(c(0.2, 0.8))), 3)
  expect_identical(format(patient), capture.output(print(patient)))
  table <- tibble::tibble(policy = list(policy_ucb1()), study = list(study))
  expect_output(print(table), "<UCB1 \\(")
  expect_output(print(table), "<study>")
  long <- unruly:::sum_of_object(bandit(arms_bernoulli(stats::setNames(1:6 / 10, strrep(letters[1:6], 10)))))
  expect_identical(nchar(long), 60L)
})

test_that("several policies and bandits are lists by c(), with names", {
  two <- c(policy_ucb1(), policy_uniform())
  expect_identical(two, list(policy_ucb1(), policy_uniform()))
  expect_identical(c(a = policy_ucb1(), list(b = policy_uniform())), list(a = policy_ucb1(), b = policy_uniform()))
  pair <- bandit(arms_bernoulli(c(0.2, 0.8)))
  expect_identical(c(pair, with_patience(pair, 2))[[2]], with_patience(pair, 2))
  expect_error(c(policy_ucb1(), 1), "`..2`", class = "unruly_error_argument")
  expect_error(c(pair, policy_ucb1()), "`..2`", class = "unruly_error_argument")
})

test_that("fortify() takes no data", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  study <- play(bandit(arms_bernoulli(c(0.2, 0.8))), list(policy_ucb1(), policy_uniform()), 20, reps = 3)
  expect_error(ggplot2::fortify(study, "pulls"), "type = \"pulls\"", class = "unruly_error_argument")
  expect_error(ggplot2::fortify(study, type = "pie"), "`type`", class = "unruly_error_argument")
  expect_error(ggplot2::fortify(study, elephant = 1), class = "unruly_error_argument")
  expect_s3_class(ggplot2::ggplot_build(ggplot2::ggplot(study, ggplot2::aes(round, mean)) + ggplot2::geom_point()), "ggplot_built")
})

test_that("in a document results are printed as at the console", {
  skip_on_cran()
  skip_if_not_installed("knitr")
  study <- play(bandit(arms_bernoulli(c(0.2, 0.8))), list(policy_ucb1(), policy_uniform()), 20, reps = 3)
  place <- new.env(parent = globalenv())
  place$study <- study
  knitted <- function(text) paste(knitr::knit(text = text, envir = place, quiet = TRUE), collapse = "\n")
  expect_match(knitted(c("```{r}", "study", "```")), "## <study> 1 bandit, 2 policies", fixed = TRUE)
  expect_match(knitted("It is `r study`."), "It is <study: 1 bandit, 2 policies, 3 reps, horizon 20>", fixed = TRUE)
  place$table <- operating_characteristics(study, method = "naive")
  expect_match(knitted(c("```{r}", "table", "```")), "##    correct +1.00 \\[0.29, 1.00\\]")
})

# What takes a result for a table counts each game once, and what typesets it shows its summary.
test_that("as a data frame a result has one row per game, at its end, and its summary where it is typeset", {
  skip_in_quick()
  two <- list(a = bandit(arms_bernoulli(c(0.3, 0.6))), b = bandit(arms_gaussian(c(0, 1))))
  policies <- list(policy_ucb1(sd = 1), policy_uniform())
  study <- run_study(two, policies, 100, reps = 7, seed = 1, threads = 1, progress = FALSE)
  found <- as.data.frame(study)
  expect_identical(nrow(found), 2L * 2L * 7L)
  expect_true(all(found$round == 100))
  expect_identical(nrow(unique(found[c("bandit", "policy", "rep")])), 28L)
  expect_identical(stats::df.residual(stats::lm(regret ~ policy, data = study)), 26L)
  exact <- exact_study(two$a, list(policy_ucb1(), policy_uniform()), 10)
  expect_identical(nrow(as_tibble(exact)), 2L)
  series <- run_experiment("impatient-crossing", horizon = c(50, 100), reps = 2)
  expect_identical(nrow(as_tibble(series)), nrow(unique(regret(series)[c("horizon", "bandit", "policy", "rep")])))
  skip_if_not_installed("knitr")
  typeset <- knitr::kable(study, format = "pipe")
  expect_length(typeset, 2 + nrow(summary(study)))
  expect_match(typeset[1], "median")
})

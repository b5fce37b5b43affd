# The arcade: frozen problems, scores, errors and rank sets against R's own tests, newcomers, and what is shipped.

internal <- asNamespace("unruly")
problems <- internal$arcade_problems()
table <- arcade()

# ---- the problems and what is stored ------------------------------------------------------

test_that("the problems are frozen: what is described today has the fingerprints of version 1", {
  skip_in_quick()
  frozen <- utils::read.csv(test_path("arcade-problems.csv"), colClasses = "character")
  today <- vapply(names(problems), function(name) {
    internal$arcade_hash(internal$arcade_bandit(name), list(Uniform = policy_uniform()), problems[[name]]$horizon)
  }, "")
  expect_length(problems, 48)
  expect_identical(today, stats::setNames(frozen$hash, frozen$problem))
  expect_identical(internal$arcade_version, 1)
})

# The stored table is older than the random streams until `make arcade` plays it anew; `make test-all` insists.
skip_if_older <- function() {
  stored <- internal$stored_arcade()
  rows <- stored[stored$problem == "five arms", ]
  plays <- internal$arcade_incumbents()[rows$policy[!is.na(rows$mean)]]
  hash <- internal$arcade_hash(internal$arcade_bandit("five arms"), plays, problems[["five arms"]]$horizon)
  older <- !hash %in% rows$hash
  skip_if(older && Sys.getenv("UNRULY_ALL") != "true", "The stored arcade is older than the random streams (make arcade)")
}

test_that("the stored arcade was played with the policies and defaults of today", {
  skip_in_quick()
  skip_if_older()
  stored <- internal$stored_arcade()
  all <- internal$arcade_incumbents()
  for (name in c("five arms", "Student, 2.5 df", "fair shares", "iris", "lives + delay")) {
    rows <- stored[stored$problem == name, ]
    plays <- all[rows$policy[!is.na(rows$mean)]]
    hash <- internal$arcade_hash(internal$arcade_bandit(name), plays, problems[[name]]$horizon)
    expect_identical(rows$hash[rows$policy == "Uniform"], hash, info = name)
  }
  expect_setequal(stored$problem, names(problems))
  # Those that are newer than the table come in with its next refresh.
  expect_true(all(stored$policy %in% names(all)))
  expect_length(unique(base::table(stored$problem)), 1)
})

test_that("a problem that is played again gives what is stored", {
  skip_if_older()
  skip_in_quick()
  stored <- arcade(problems = "iris")
  again <- arcade(policy_uniform(label = "Mine"), "iris", reps = max(stored$reps, na.rm = TRUE), paired = TRUE, threads = 2)
  mine <- again$policy == "Mine"
  again <- again[mine | again$policy %in% stored$policy, ]
  mine <- again$policy == "Mine"
  columns <- c("policy", "plays", "reason", "reps", "mean", "se", "score")
  expect_equal(as.data.frame(again[!mine, columns]), as.data.frame(stored[columns]), tolerance = 1e-12, ignore_attr = TRUE)
  expect_identical(again$mean[mine], again$mean[again$policy == "Uniform"])
})

test_that("every rank lies in the set that the data allow", {
  skip_in_quick()
  ranked <- arcade()
  ranked <- ranked[!is.na(ranked$rank), ]
  expect_gt(nrow(ranked), 1000)
  expect_identical(which(ranked$rank < ranked$rank_low | ranked$rank > ranked$rank_high), integer())
})

test_that("Uniform has the score 1 without an error, and the oracle 0 on plain arms", {
  uniform <- table[table$policy == "Uniform", ]
  expect_identical(nrow(uniform), 48L)
  expect_equal(c(uniform$score, uniform$lower, uniform$upper), rep(1, 144))
  oracle <- table[table$policy == "Oracle" & table$problem == "five arms", ]
  expect_identical(c(oracle$score, oracle$lower, oracle$upper, oracle$rank), c(0, 0, 0, NA))
  expect_true(all(is.na(table$rank[table$policy == "Oracle"])))
  expect_identical(is.na(table$score), !table$plays)
  expect_false(anyNA(table$reason[!table$plays]))
})

# ---- scores, errors and rank sets, by R's own tests --------------------------------------

# Some losses that go together, of which two policies are equal and one never varies.
made_losses <- function(n = 12) {
  set.seed(3)
  base <- rexp(n, 0.01)
  cbind(Uniform = 300 + base, a = base, b = 0.9 * base + rexp(n, 0.1), c = base, d = rexp(n, 0.002), Oracle = 0, e = 400)
}

test_that("rows are those of R's t.test() and p.adjust(), written out", {
  losses <- made_losses()
  rows <- internal$arcade_rows(losses, "independent", "Oracle")
  ranked <- setdiff(colnames(losses), "Oracle")
  pairs <- utils::combn(ranked, 2)
  difference <- apply(pairs, 2, function(p) mean(losses[, p[1]] - losses[, p[2]]))
  p_value <- apply(pairs, 2, function(p) {
    gap <- losses[, p[1]] - losses[, p[2]]
    if (diff(range(gap)) < 1e-9) as.numeric(all(gap == 0)) else t.test(gap)$p.value
  })
  apart <- p.adjust(p_value, "holm") < 0.05
  worse_than <- function(policy, sign) {
    sum(apart & (pairs[1, ] == policy & sign * difference > 0 | pairs[2, ] == policy & sign * difference < 0))
  }
  expect_equal(rows$better[match(ranked, rows$policy)], vapply(ranked, worse_than, 0L, 1), ignore_attr = TRUE)
  expect_equal(rows$worse[match(ranked, rows$policy)], vapply(ranked, worse_than, 0L, -1), ignore_attr = TRUE)
  expect_gt(sum(rows$better, na.rm = TRUE), 4)
  # The delta method: the ratio's gradient with the covariance matrix of the means.
  for (policy in c("a", "b", "d")) {
    x <- losses[, c(policy, "Uniform")]
    m <- colMeans(x)
    gradient <- c(1 / m[2], -m[1] / m[2]^2)
    expect_equal(rows$se[rows$policy == policy], sqrt(drop(gradient %*% (stats::cov(x) / nrow(x)) %*% gradient)))
  }
  scored <- internal$with_scores(rows, rep(mean(losses[, "Uniform"]), 7))
  b <- scored[scored$policy == "b", ]
  expect_equal(b$score, mean(losses[, "b"]) / mean(losses[, "Uniform"]))
  expect_equal(b$upper - b$score, qt(1 - 0.05 / 6 / 2, 11) * b$se)
  expect_identical(scored$rank[match(c("a", "c"), scored$policy)], c(1L, 1L))
  expect_identical(scored$rank_low, as.integer(1 + rows$better))
  expect_identical(scored$rank_high, as.integer(6 - rows$worse))
})

test_that("newcomers meet incumbents by R's Welch test, and each other in pairs", {
  losses <- made_losses()
  new <- cbind(Uniform = losses[1:9, "Uniform"], x = c(rexp(9, 0.01)), y = 500 + 1:9)
  incumbents <- cbind(internal$arcade_rows(losses, "independent", "Oracle"), new = FALSE)
  newcomers <- cbind(internal$arcade_rows(new, "independent", "Uniform"), new = TRUE)[2:3, ]
  met <- internal$meet_incumbents(incumbents, newcomers, new, "independent")
  ranked <- setdiff(colnames(losses), "Oracle")
  pairs <- rbind(expand.grid(new = c("x", "y"), old = ranked, stringsAsFactors = FALSE), data.frame(new = "x", old = "y"))
  test <- function(p, of) {
    if (p[2] == "y") return(t.test(new[, "x"], new[, "y"], paired = TRUE)[[of]])
    t.test(new[, p[1]], losses[, p[2]])[[of]]
  }
  p_value <- apply(pairs, 1, test, "p.value")
  statistic <- apply(pairs, 1, test, "statistic")
  apart <- p.adjust(p_value, "holm") < 0.05
  count <- function(who, sign) sum(apart & (pairs$new == who & sign * statistic > 0 | pairs$old == who & sign * statistic < 0))
  before <- incumbents$better[match(ranked, incumbents$policy)]
  expect_equal(met$better[match(ranked, met$policy)], before + vapply(ranked, count, 0, 1), ignore_attr = TRUE)
  expect_equal(met$better[met$policy %in% c("x", "y")], c(count("x", 1), count("y", 1)))
  expect_equal(met$worse[met$policy %in% c("x", "y")], c(count("x", -1), count("y", -1)))
  expect_gt(count("y", 1), 2)
  expect_true(is.na(met$better[met$policy == "Oracle"]))
})

test_that("rank sets of policies that are equally good all contain rank 1 in 95% of tables", {
  skip_in_quick()
  tables <- if (is.na(share_number())) 400 else 200 # a share of .92 would be found
  whole <- vapply(seq_len(tables), function(seed) {
    set.seed(seed)
    losses <- matrix(5 + rnorm(600), 30, dimnames = list(NULL, c("Uniform", letters[1:19])))
    all(internal$arcade_rows(losses, "independent")$better == 0)
  }, NA)
  expect_gte(mean(whole), 0.95)
})

test_that("twice the replications narrow intervals by the root of two", {
  set.seed(1)
  losses <- matrix(stats::rexp(200 * 100), 200, dimnames = list(NULL, c("Uniform", paste0("p", 1:99))))
  width <- function(reps) {
    found <- internal$with_scores(internal$arcade_rows(losses[seq_len(reps), ], "independent"), mean(losses[seq_len(reps), 1]))
    (found$upper - found$lower)[-1]
  }
  expect_equal(stats::median(width(100) / width(200)), sqrt(2), tolerance = 0.03 / sqrt(2))
})

test_that("make arcade plays only what is missing: a new policy costs its own games, and they are the same", {
  skip_on_cran()
  script <- normalizePath(sources_root("tools", "arcade.R"))
  withr::local_dir(withr::local_tempdir())
  withr::local_envvar(ONLY = "iris", REPS = "10", THREADS = "1")
  play <- function() utils::capture.output(source(script, local = new.env()))
  expect_match(play(), "10 replications")
  file <- file.path(".build", "arcade", "iris", "00001.rds")
  first <- readRDS(file)
  saveRDS(0 * first[, -3] - 1, file) # marks, which games would replace
  play()
  second <- readRDS(file)
  expect_setequal(colnames(second), colnames(first))
  expect_identical(second[, colnames(first)[3]], first[, 3])
  expect_true(all(second[, colnames(first)[-3]] == -1))
})

# ---- newcomers ------------------------------------------------------------------------------

copy_of_ucb1 <- function() {
  policy_index(function(v) ifelse(v$pulls == 0, Inf, v$mean + sqrt(2 * log(v$round) / v$pulls)), label = "Copy")
}

test_that("a copy of UCB1 in R has its regret to the last digit on plain problems", {
  skip_in_quick()
  names <- drawn_of(names(Filter(function(p) p$kind == "plain", problems)))
  found <- arcade(list(copy_of_ucb1(), policy_ucb1()), names, reps = 2)
  expect_identical(found$mean[found$policy == "Copy"], found$mean[found$policy == "UCB1 (new)"])
})

test_that("a file in C is a newcomer, and ranks as UCB1 does", {
  skip_if_older()
  skip_on_cran()
  skip_in_quick()
  file <- system.file("examples", "ucb1.c", package = "unruly")
  found <- arcade(file, c("plain", "patience 8", "one change", "delay"), reps = 25)
  expect_identical(sum(found$new), 9L)
  new <- found[found$new, ]
  old <- found[found$policy == "UCB1", ]
  old <- old[match(new$problem, old$problem), ]
  expect_true(all(new$rank_low <= old$rank_high & old$rank_low <= new$rank_high))
  same <- arcade(list(C = policy_compile(file)(), R = policy_ucb1()), "plain", reps = 3)
  expect_identical(same$mean[same$policy == "C"], same$mean[same$policy == "R"])
})

test_that("results do not depend on threads, or on which problems are asked for", {
  skip_in_quick()
  mine <- list(policy_epsilon_greedy(0.05, label = "Mine"), policy_fc_se())
  both <- arcade(mine, c("iris", "patience 3"), reps = 6, threads = 1)
  again <- arcade(mine, c("iris", "patience 3"), reps = 6, threads = 2)
  expect_identical(as.data.frame(both), as.data.frame(again))
  for (name in c("iris", "patience 3")) {
    expect_identical(as.data.frame(arcade(mine, name, reps = 6, threads = 2)), as.data.frame(both[both$problem == name, ]))
  }
  refused <- both[both$problem == "iris" & both$policy == "FC-SE (new)", ]
  expect_false(refused$plays)
  expect_match(refused$reason, "patience")
  expect_identical(c(refused$mean, refused$rank), c(NA_real_, NA))
})

test_that("incumbents keep their scores beside newcomers, and their sets only grow", {
  bad <- policy_fixed(1, label = "First")
  before <- arcade(problems = "one change")
  after <- arcade(bad, "one change", reps = 10)
  after <- after[match(before$policy, after$policy), ]
  expect_identical(after$score, before$score)
  grown <- after$rank_high - after$rank_low >= before$rank_high - before$rank_low
  expect_true(all(grown[!is.na(grown)]))
})

test_that("games in folders are the same, and go on", {
  skip_on_cran()
  skip_if_not_installed("nanoparquet")
  skip_if_not_installed("jsonlite")
  mine <- policy_thompson(label = "Mine")
  path <- withr::local_tempdir()
  expect_identical(as.data.frame(arcade(mine, "iris", reps = 4, path = path)), as.data.frame(arcade(mine, "iris", reps = 4)))
  expect_identical(list.files(path), "iris")
})

test_that("wrong arguments are refused by name", {
  skip_in_quick()
  expect_error(arcade(problems = "plian"), "Did you mean", class = "unruly_error_argument")
  expect_error(arcade(1), class = "unruly_error_argument")
  expect_error(arcade("no-such-file.c"), "exists", class = "unruly_error_argument")
  expect_error(arcade(policy_ucb1(), reps = 1), class = "unruly_error_argument")
  expect_error(arcade(policy_ucb1(), "iris", 5, 1, FALSE), class = "unruly_error_argument")
  expect_error(summary(table, by = "problem"), class = "unruly_error_argument")
  expect_error(autoplot(table, "heat", policies = "UCB2"), class = "unruly_error_argument")
})

# ---- what the vignette advises ------------------------------------------------------------------

test_that("the advice of vignette choosing agrees with the table: each row names a policy within twice the best of its kind", {
  skip_in_quick()
  lines <- readLines(sources_root("vignettes", "choosing.Rmd"), encoding = "UTF-8")
  rows <- strsplit(grep("^[|] .*[|] .*[|] .*[|] [*]", lines, value = TRUE), " *[|] *")
  kind_of <- c("with_patience" = "patience", "with_lifetimes" = "mortal", "with_waiting" = "waiting", "with_fairness" = "fair",
               "with_spread" = "spread", "with_delay" = "late", "bandit_labels" = "contexts, data", "with_changes" = "changes",
               "with_wear" = "wear", "with_rest" = "rest, absences", "with_absences" = "rest, absences", "with_batches" = "late",
               "arms_student" = "heavy", "none$" = "plain")
  kinds <- summary(table, by = "kind")
  for (trait in names(kind_of)) {
    row <- Find(function(r) grepl(trait, r[3]), rows)
    here <- kinds[kinds$kind == kind_of[[trait]], ]
    words <- strsplit(row[4], "[,;:] +| or | on | over | around | where | for ")[[1]]
    named <- here[here$policy %in% trimws(sub("^such as ", "", sub("linear and logistic ", "Linear ", words))), ]
    expect_gt(nrow(named), 0)
    most <- 2 * here$ratio[1]
    expect_lte(min(named$ratio), most, label = sprintf("%s: %s", trait, toString(named$policy)))
  }
})

# ---- summaries and figures --------------------------------------------------------------------

test_that("summaries are what they say, written out", {
  skip_in_quick()
  played <- as.data.frame(table[table$plays & table$policy != "Oracle", ])
  best <- tapply(pmax(played$score, 0.002), played$problem, min)
  found <- summary(table)
  for (policy in c("UCB1", "FC-SE", "Tracking")) {
    mine <- played[played$policy == policy, ]
    ratio <- pmax(mine$score, 0.002) / best[mine$problem]
    row <- found[found$policy == policy, ]
    expect_identical(row$problems, nrow(mine))
    expect_equal(c(row$median, row$worst), c(stats::median(mine$score), max(mine$score)))
    expect_equal(row$ratio, prod(ratio)^(1 / length(ratio)))
    expect_equal(c(row$within, row$above), c(mean(ratio <= 3), sum(mine$score > 1)))
    expect_identical(row$naming, policy == "Tracking")
  }
  expect_identical(order(2 * found$problems < 48, found$ratio), seq_len(nrow(found)))
  kinds <- summary(table, by = "kind")
  expect_identical(sum(kinds$problems), sum(found$problems))
  expect_identical(unique(kinds$kind), unique(table$kind))
})

test_that("all types are drawn of what was asked for", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  heat <- ggplot2::layer_data(autoplot(table, "heat", policies = c("UCB1", "FC-SE"), problems = "patience"))
  expect_identical(nrow(heat), 10L)
  guide <- autoplot(table)$scales$get_scales("y")$guide
  expect_true((guide$params %||% guide)$check.overlap) # names of many policies in a small figure
  profile <- autoplot(table, "profile", policies = "MOSS")
  expect_s3_class(profile, "ggplot")
  steps <- internal$arcade_profiles(table)
  moss <- steps[steps$policy == "MOSS", ]
  expect_equal(max(moss$share), sum(table$plays[table$policy == "MOSS"]) / 48)
  ranks <- ggplot2::layer_data(autoplot(table[table$problem == "iris", ], "ranks"))
  iris <- table[table$problem == "iris" & !is.na(table$rank), ]
  expect_setequal(ranks$xmin, iris$rank_low)
  expect_match(autoplot(table, "ranks")$labels$caption, "42 problems not drawn")
})

test_that("the problems stand beside the table, and rows of it are still a table", {
  skip_in_quick()
  about <- attr(table, "problems")
  expect_identical(about$problem, names(problems))
  expect_s3_class(about$bandit[[1]], "unruly_bandit")
  expect_s3_class(table[table$kind == "fair", ], "unruly_arcade")
  expect_false(inherits(table["score"], "unruly_arcade"))
  expect_match(format(table)[1], "Arcade")
})

test_that("tables of policies(try = TRUE) are refused as policies, with the way to take those that play", {
  problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
  table <- tibble::tibble(policy = list(policy_ucb1(), NULL), reason = c(NA, "no"))
  expect_error(run_study(problem, table, 10), "table$policy[is.na(table$reason)]", fixed = TRUE, class = "unruly_error_argument")
  expect_error(run_study(problem, table$policy, 10), "Filter(Negate(is.null), policies)", fixed = TRUE, class = "unruly_error_argument")
})

test_that("policies(bandit) recommends policies made for silence where zeros are never shown", {
  found <- policies(bandit(arms_bernoulli(c(0.3, 0.6))) |> with_delay(50, zero = Inf))
  first <- which(!is.na(found$recommended))
  expect_identical(first, 1:3)
  expect_identical(unique(found$constructor[first]), "policy_conversion")
  expect_match(found$recommended[first], "zeros are never shown")
  expect_length(unique(found$recommended[first]), 3)
  came <- ifelse(1:40 %% 3 == 0, 1:40 + 2, NA)
  replay <- bandit_replay(as_log(data.frame(arm = 1:2, time = 1:40, came = came), outcome_time = came))
  logged <- policies(replay)
  expect_identical(logged$argument[1:3], found$argument[1:3])
  expect_match(logged$recommended[1:3], "give `delay = \"estimated\"`")
  expect_identical(sum(!is.na(logged$recommended)), 3L)
  expect_s3_class(run_study(replay, policy_conversion("estimated", within = 5), 10, reps = 1, seed = 1), "unruly_study")
})

test_that("policies(bandit) puts five first, by what the table says of problems like the bandit", {
  skip_in_quick()
  problem <- bandit(arms_bernoulli(c(0.3, 0.6))) |> with_patience(8)
  found <- policies(problem)
  expect_identical(which(!is.na(found$recommended)), 1:5)
  expect_setequal(found$label, policies(problem)$label)
  table <- arcade(problems = c("patience 8", "patience 100, close", "patience 16 and 3", "patience 3", "patience 8, close, long"))
  table <- table[!is.na(table$rank) & table$plays, ]
  least <- tapply(pmax(table$score, 0.002), table$problem, min)
  ratio <- tapply(log(pmax(table$score, 0.002) / least[table$problem]), table$policy, function(r) if (length(r) == 5) mean(r) else NA)
  best <- setdiff(names(sort(ratio)), names(arcade_incumbents())[vapply(arcade_incumbents(), function(p) p$constructor %in% aims_at_naming, NA)])
  expect_identical(found$label[1:5], utils::head(intersect(best, found$label), 5))
  expect_match(found$recommended[1:5], "^On the 5 problems of the arcade with patience its regret is (about|on average [0-9.]+ times) that of the best policy\\.$")
  expect_match(policies(bandit(arms_student(3, c(0, 1))))$recommended[1], "heavy tails")
  expect_match(policies(bandit(arms_gaussian(c(0, 1))))$recommended[1], "without traits")
  both <- policies(problem |> with_batches(5))$recommended
  expect_match(both[1:5], "patience|batches")
  expect_false("recommended" %in% names(policies()))
  shown <- withr::with_options(list(width = 80), gsub("[#[:space:]]+", " ", paste(format(found), collapse = " ")))
  made <- paste0(found$constructor, ifelse(found$argument == "", "", paste0("(", found$argument, ")")))
  for (i in 1:5) expect_match(shown, paste0(made[i], ": ", found$recommended[i]), fixed = TRUE)
  expect_output(print(found[c("label", "paper")]), "A tibble: [0-9]+")
})

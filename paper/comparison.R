# Times of other software beside unruly's, for the tables of Section 6: writes comparison.csv, in ratios of processor time
# on one core. In each of ROUNDS rounds all of them play the same problem, one after the other, so that a ratio is of two
# times of the same minute; the table has the median of the ratios, the least and the greatest.
#   Rscript paper/comparison.R [ROUNDS [PROBLEM]]   PROBLEM: a part of its name; the rows of the others stay
# Python is PYTHON of the environment, or python3; R packages are also looked for in the library named by UNRULY_EXTRA.
# Software that is not installed is left out and named. What was compared in the paper: SMPyBandits, mabwiser and coba
# (Python), contextual and whatifbandit (R).
library(unruly)
.libPaths(c(Sys.getenv("UNRULY_EXTRA", .libPaths()[1]), .libPaths()))
options(unruly.threads = 1)
here <- normalizePath(dirname(sub("--file=", "", grep("--file=", commandArgs(FALSE), value = TRUE))))
rounds <- c(as.numeric(commandArgs(TRUE)), 5)[1]
python <- Sys.getenv("PYTHON", "python3")

# --- what is measured: seconds of a decision, and the mean regret ---------------------

seconds <- function(expression) sum(system.time(expression)[c("user.self", "sys.self")])
timed <- function(decisions, play) {
  took <- seconds(regret <- play())
  list(seconds = took / decisions, regret = regret, version = as.character(getRversion()))
}

prob <- seq(0.1, 0.9, length.out = 10)
arms <- bandit(arms_bernoulli(prob))
regret_of <- function(pulls) sum((max(prob) - prob) * pulls)

package <- function(policy, horizon, reps, keep = "summary", plain = FALSE) {
  options(unruly.plain = plain)
  on.exit(options(unruly.plain = FALSE))
  answer <- timed(horizon * reps, function() {
    study <- run_study(arms, policy, horizon, reps = reps, seed = 1, record = 1, keep = keep)
    if (identical(keep, "choices")) choices(study)
    mean(regret(study)$regret)
  })
  answer$version <- as.character(utils::packageVersion("unruly"))
  answer
}

loop_in_c <- function() {
  build <- tempfile("loop")
  dir.create(build)
  file <- file.path(build, "plain.c")
  root <- dirname(here)
  writeLines(sub("../src", file.path(root, "src"), readLines(file.path(root, "bench", "plain.c")), fixed = TRUE), file)
  system2(file.path(R.home("bin"), "R"), c("CMD", "SHLIB", shQuote(file)), stdout = FALSE)
  dyn.load(file.path(build, paste0("plain", .Platform$dynlib.ext)))
  # With the package's generator it makes the package's choices; the other draws from about the cheapest generator.
  function(horizon, games, cheap = FALSE) {
    play <- function(game) {
      if (cheap) return(.C("cheap_ucb1", prob, 10L, horizon, as.numeric(game), pulls = numeric(10))$pulls)
      .C("plain_ucb1", prob, 10L, horizon, 1, game, pulls = numeric(10))$pulls
    }
    answer <- timed(horizon * games, function() mean(vapply(seq_len(games), \(game) regret_of(play(game)), 0)))
    answer$version <- ""
    answer
  }
}

# Vectors of indices, as one writes it in R; with `keep`, a data frame of all choices.
loop_in_r <- compiler::cmpfun(function(horizon, games, keep = FALSE) {
  timed(horizon * games, function() {
    mean(replicate(games, {
      pulls <- total <- numeric(10)
      chosen <- paid <- numeric(if (keep) horizon else 0)
      for (t in seq_len(horizon)) {
        best <- if (t <= 10) t else which.max(total / pulls + sqrt(2 * log(t) / pulls))
        reward <- stats::runif(1) < prob[best]
        total[best] <- total[best] + reward
        pulls[best] <- pulls[best] + 1
        if (keep) {
          chosen[t] <- best
          paid[t] <- reward
        }
      }
      if (keep) data.frame(round = seq_len(horizon), arm = chosen, reward = paid)
      regret_of(pulls)
    }))
  })
})

in_python <- function(name, horizon, games) {
  arguments <- c(shQuote(file.path(here, "comparison.py")), name, horizon, games, 1)
  answer <- suppressWarnings(system2(python, arguments, stdout = TRUE, stderr = TRUE))
  if (!is.null(attr(answer, "status"))) return(paste(tail(answer, 1), collapse = ""))
  answer <- strsplit(tail(answer, 1), " ")[[1]]
  list(version = answer[1], seconds = as.numeric(answer[2]) / horizon / games, regret = as.numeric(answer[3]))
}

with_contextual <- function(horizon, games) {
  if (!requireNamespace("contextual", quietly = TRUE)) return("contextual is not installed")
  one <- contextual::Agent$new(contextual::UCB1Policy$new(), contextual::BasicBernoulliBandit$new(weights = prob))
  answer <- timed(horizon * games, function() {
    history <- utils::capture.output(suppressMessages({
      found <- contextual::Simulator$new(one, horizon = horizon, simulations = games, do_parallel = FALSE)$run()
    }))
    sum(max(prob) - prob[found$get_data_table()$choice]) / games
  })
  answer$version <- as.character(utils::packageVersion("contextual"))
  answer
}

# 5,000 patients in fifty batches, four treatments, Thompson sampling, and afterwards an estimate with an interval for each
# treatment by inverse probability weighting. whatifbandit draws a batch from the probabilities at its start; so does
# Thompson sampling in a bandit with batches. Both have beta posteriors.
cures <- c(A = 0.3, B = 0.35, C = 0.4, D = 0.5)
trial_here <- function() {
  answer <- timed(5000 * 100, function() {
    study <- run_study(bandit(arms_bernoulli(cures)) |> with_batches(100), policy_thompson("bernoulli"), 5000, reps = 100,
                       seed = 1, record = 1, keep = c("summary", "scores"))
    estimates(study, "aipw")
    NA
  })
  answer$version <- as.character(utils::packageVersion("unruly"))
  answer
}
trial_whatifbandit <- function() {
  if (!requireNamespace("whatifbandit", quietly = TRUE)) return("whatifbandit is not installed")
  answer <- timed(5000 * 10, function() {
    whatifbandit::simulate_mab(5000, 50, p = matrix(cures, dimnames = list(names(cures))), algorithm = "thompson", r = 10)
    NA
  })
  answer$version <- as.character(utils::packageVersion("whatifbandit"))
  answer
}

# --- the problems: the first of each is what the others are divided by ----------------

c_loop <- loop_in_c()
problems <- list(
  "UCB1, T = 10,000, sums only" = list(
    "unruly" = \() package(policy_ucb1(), 1e4, 300),
    "unruly, plain way" = \() package(policy_ucb1(), 1e4, 100, plain = TRUE),
    "unruly, table of choices" = \() package(policy_ucb1(), 1e4, 100, keep = "choices"),
    "loop in C, same draws" = \() c_loop(1e4, 100),
    "loop in C, cheap draws" = \() c_loop(1e4, 100, cheap = TRUE),
    "loop in R" = \() loop_in_r(1e4, 10),
    "loop in Python" = \() in_python("loop", 1e4, 10),
    "SMPyBandits" = \() in_python("smpybandits", 1e4, 5),
    "MABWiser" = \() in_python("mabwiser", 1e4, 1)
  ),
  "UCB1, T = 1,000,000, sums only" = list(
    "unruly" = \() package(policy_ucb1(), 1e6, 10),
    "unruly, plain way" = \() package(policy_ucb1(), 1e6, 1, plain = TRUE),
    "loop in C, same draws" = \() c_loop(1e6, 1),
    "loop in C, cheap draws" = \() c_loop(1e6, 1, cheap = TRUE),
    "loop in R" = \() loop_in_r(1e6, 1)
  ),
  "UCB1, T = 10,000, table of choices" = list(
    "unruly" = \() package(policy_ucb1(), 1e4, 100, keep = "choices"),
    "unruly, plain way" = \() package(policy_ucb1(), 1e4, 100, keep = "choices", plain = TRUE),
    "loop in R" = \() loop_in_r(1e4, 10, keep = TRUE),
    "SMPyBandits" = \() in_python("smpybandits-evaluator", 1e4, 5),
    "contextual" = \() with_contextual(1e4, 1)
  ),
  "UCB-Tuned, T = 10,000, table of choices" = list(
    "unruly" = \() package(policy_ucb_tuned(), 1e4, 100, keep = "choices"),
    "coba" = \() in_python("coba", 1e4, 2)
  ),
  "trial in 50 batches, with estimates" = list("unruly" = trial_here, "whatifbandit" = trial_whatifbandit)
)

# One round of a problem: how many times the first one's time each of the others takes; NULL where it is not installed.
one_round <- function(entries, absent) {
  found <- lapply(entries, function(play) play())
  lacking <- vapply(found, is.character, NA)
  for (name in names(found)[lacking]) absent(name, found[[name]])
  found <- found[!lacking]
  data.frame(software = names(found), version = vapply(found, \(one) one$version, ""),
             ratio = vapply(found, \(one) one$seconds, 0) / found[[1]]$seconds,
             regret = vapply(found, \(one) as.numeric(one$regret), 0), row.names = NULL)
}

# The table of a problem from its rounds.
table_of <- function(problem, found) {
  all <- do.call(rbind, found)
  each <- split(all, factor(all$software, unique(all$software)))
  do.call(rbind, lapply(each, function(rows) {
    data.frame(problem = problem, software = rows$software[1], version = rows$version[1], ratio = signif(stats::median(rows$ratio), 3),
               least = signif(min(rows$ratio), 3), most = signif(max(rows$ratio), 3), rounds = nrow(rows),
               regret = signif(mean(rows$regret), 4))
  }))
}

all_names <- names(problems)
problems <- problems[grepl(c(commandArgs(TRUE)[-1], "")[1], all_names, fixed = TRUE)]
missing <- character()
absent <- function(name, why) missing[name] <<- why
found <- lapply(problems, function(entries) lapply(seq_len(rounds), function(round) one_round(entries, absent)))
found <- do.call(rbind, Map(table_of, names(problems), found))
csv <- file.path(here, "comparison.csv")
if (length(problems) < length(all_names)) {
  before <- utils::read.csv(csv)
  before$version[is.na(before$version)] <- ""
  found <- rbind(before[!before$problem %in% names(problems), ], found)
  found <- found[order(match(found$problem, all_names)), ]
}
rownames(found) <- NULL
utils::write.csv(found, csv, row.names = FALSE)
print(found)
for (name in names(missing)) message("Left out: ", name, " (", missing[[name]], ")")

# Do the final intervals of reps_until() hold the mean, and after how many replications? One number per replication is
# drawn directly; the looks are those of the package. Three rules: the t-mixture alone, with the guard (reps_until()),
# and with a bound (reps_until(bound = )).
# Rscript bench/reps-until.R [studies per setting, 1000] [threads, 1] [settings, a regular expression]
asked <- commandArgs(TRUE)
studies <- if (length(asked) > 0) as.numeric(asked[1]) else 1000
threads <- if (length(asked) > 1) as.numeric(asked[2]) else 1
wanted <- if (length(asked) > 2) asked[3] else ""
inside <- function(name) getFromNamespace(name, "unruly")

two <- function(low, high, chance) function(n) low + (high - low) * (runif(n) < chance)
# Explore-then-commit, 20 pulls of each of two Bernoulli arms with means .6 and .3, 1,000 rounds: the arm with more
# successes is played on, of equal ones the first.
wrong <- sum(dbinom(0:20, 20, 0.6) * pbinom(0:20, 20, 0.3, lower.tail = FALSE))
settings <- list(
  "4 + 992 w.p. .0076, within 3" = list(draw = two(4, 996, 0.0076), mean = 4 + 992 * 0.0076, half = 3, bound = 1000),
  "0/1, p = .02, within .02" = list(draw = two(0, 1, 0.02), mean = 0.02, half = 0.02, bound = 1),
  "N(0, 10) + 1000 w.p. .003, within 3" = list(draw = function(n) rnorm(n, 0, 10) + 1000 * (runif(n) < 0.003), mean = 3, half = 3),
  "4 + 995 w.p. .001, within 1" = list(draw = two(4, 999, 0.001), mean = 4.995, half = 1, bound = 1000),
  "lognormal(0, 2), within 1.5" = list(draw = function(n) rlnorm(n, 0, 2), mean = exp(2), half = 1.5),
  "lognormal(0, 1), within .5" = list(draw = function(n) rlnorm(n), mean = exp(0.5), half = 0.5),
  "exponential, within .3" = list(draw = rexp, mean = 1, half = 0.3),
  "normal, within .3" = list(draw = rnorm, mean = 0, half = 0.3),
  "constant 4 in [0, 1000], within 3" = list(draw = function(n) rep(4, n), mean = 4, half = 3, bound = 1000),
  "untuned: gamma, shape .1, mean 1, within .3" = list(draw = function(n) rgamma(n, 0.1, 0.1), mean = 1, half = 0.3),
  "untuned: explore-then-commit, 6 or 294, within 3" = list(draw = two(6, 294, wrong), mean = 6 + 288 * wrong, half = 3, bound = 300)
)

look <- function(x, bound, proved) {
  sums <- inside("tree_sums")(inside("tables_of_rows")(matrix(x), seq_along(x)), 1)
  list(sums = sums, bound = bound, proved = proved, pair = FALSE)
}

next_without_guard <- function(at, goal) {
  n <- at$sums$n
  wanted <- inside("least_reps")(inside("sd_of_sums")(at$sums), goal$half_width, goal$level, "anytime")
  if (wanted <= n) n else min(max(wanted, ceiling(1.1 * n)), 8 * n, goal$max)
}

# The number of replications, and whether the interval holds the mean.
play <- function(setting, rule) {
  goal <- unruly::reps_until(setting$half, max = 1e6)
  bound <- if (is.null(setting$bound) || rule == "alone") NA_real_ else setting$bound
  x <- setting$draw(64)
  repeat {
    at <- look(x, bound, rule == "bound")
    wanted <- if (rule == "alone") next_without_guard(at, goal) else inside("next_look")(at, goal)
    if (wanted == length(x)) break
    x <- c(x, setting$draw(wanted - length(x)))
  }
  half <- inside("anytime_factor")(at$sums$n, 0.95) * inside("sd_of_sums")(at$sums)
  limits <- if (rule == "alone") at$sums$mean + c(-1, 1) * half else
    inside("anytime_interval")(at$sums, bound, rule == "bound", FALSE, 0.95)
  c(n = length(x), holds = limits[1] <= setting$mean && setting$mean <= limits[2])
}

for (name in grep(wanted, names(settings), value = TRUE)) for (rule in c("alone", "guard", if (!is.null(settings[[name]]$bound)) "bound")) {
  RNGkind("L'Ecuyer-CMRG")
  set.seed(7)
  if (name == "constant 4 in [0, 1000], within 3") few <- 1 else few <- studies
  began <- proc.time()[["elapsed"]]
  found <- do.call(rbind, parallel::mclapply(seq_len(few), function(i) play(settings[[name]], rule), mc.cores = threads))
  covered <- mean(found[, "holds"])
  cat(sprintf("%-50s %-6s coverage %.4f (%.4f), median n %6.0f, %.0f s\n", name, rule, covered,
              sqrt(covered * (1 - covered) / few), stats::median(found[, "n"]), proc.time()[["elapsed"]] - began))
}

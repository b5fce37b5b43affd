# Schedules: how the search for the shortest almost uniform cycle grows with the
# number of arms and with their patience, and how the first exit does.
#
#   Rscript bench/schedules.R
#
# Wanted: 100 arms of patience up to 1,000 in under 0.1 s, 1,000 arms of
# patience up to 10,000 in under 2 s, whether there is a cycle or not.

library(unruly)

# The core alone: making the error of an infeasible input takes R longer.
search_cycle <- function(patience) .Call(unruly:::C_aus_cycle, as.double(patience))

seconds <- function(expression, least = 0.05) {
  call <- substitute(expression)
  frame <- parent.frame()
  times <- 0
  start <- proc.time()[["elapsed"]]
  repeat {
    eval(call, frame)
    times <- times + 1
    passed <- proc.time()[["elapsed"]] - start
    if (passed >= least) return(passed / times)
  }
}

# Patience scaled so that the load is about `load`, between 2 and `most`.
to_load <- function(patience, load, most) {
  for (i in 1:5) patience <- pmin(most, pmax(2, patience * sum(1 / patience) / load))
  round(patience)
}

families <- list(
  uniform = function(k, most, load) to_load(seq(most / 20, most, length.out = k), load, most),
  quadratic = function(k, most, load) to_load(most * (seq_len(k) / k)^2, load, most),
  distinct = function(k, most, load) round(k / load) - k %/% 2 + seq_len(k),
  powers = function(k, most, load) to_load(2^(seq_len(k) %% floor(log2(most)) + 1), load, most),
  equal = function(k, most, load) rep(round(k / load), k),
  halves = function(k, most, load) c(rep(round(k / 2 / load) + 1, k / 2), rep(most, k / 2)),
  `two and many` = function(k, most, load) c(2, 7, to_load(seq(most / 5, most, length.out = k - 2), load - 9 / 14, most))
)

worst <- function(k, most, loads = c(0.5, 0.69, 0.75, 0.8, 0.85, 0.9, 0.95, 0.99, 1, 1.01)) {
  rows <- list()
  for (family in names(families)) for (load in loads) {
    if (family == "two and many" && load < 0.7) next
    patience <- families[[family]](k, most, load)
    found <- search_cycle(patience)
    rows[[length(rows) + 1]] <- data.frame(
      arms = k, most = most, family = family, load = round(sum(1 / patience), 3),
      cycle = found$feasible, length = length(found$slots),
      ms = round(1e3 * seconds(search_cycle(patience)), 3)
    )
  }
  rows <- do.call(rbind, rows)
  rows <- rows[order(-rows$ms), ]
  # The slowest with a cycle and the slowest without.
  rbind(head(rows[rows$cycle, ], 1), head(rows[!rows$cycle, ], 1))
}

cat("Growth in the number of arms (patience up to 10 per arm), slowest inputs:\n")
print(do.call(rbind, lapply(c(10, 30, 100, 300, 1000, 3000), function(k) worst(k, 10 * k))), row.names = FALSE)

cat("\nGrowth in patience (100 arms), slowest inputs:\n")
print(do.call(rbind, lapply(10^c(2.5, 3, 4, 5, 6), function(most) worst(100, round(most)))), row.names = FALSE)

cat("\nThe length of the answer sets the cost: 2, 4, 8, ..., 2^n, 2^n (load 1)\n")
print(do.call(rbind, lapply(c(8, 12, 16, 20, 24), function(n) {
  patience <- 2^c(seq_len(n), n)
  data.frame(arms = n + 1, length = length(search_cycle(patience)$slots),
             ms = round(1e3 * seconds(search_cycle(patience)), 3))
})), row.names = FALSE)

cat("\nHuge patience, milliseconds:\n")
huge <- list(c(2, 1e9), c(2, 3, 1e15), c(3, 5, 1e9, 1e9 + 1), 3 * 7^(0:17), c(2, 5, 1e3 * 1:50, 1e9 * 1:50))
for (patience in huge) {
  found <- search_cycle(patience)
  cat(sprintf("  %3d arms up to %.0e: %s, %.3f\n", length(patience), max(patience),
              if (found$feasible) paste(length(found$slots), "slots") else "no cycle", 1e3 * seconds(search_cycle(patience))))
}

cat("\ncycle_feasibility(), milliseconds:\n")
patience <- families$uniform(1000, 1e4, 0.95)
cat(sprintf("  1,000 arms: N = %d, %.1f\n", cycle_feasibility(patience)$max_arms, 1e3 * seconds(cycle_feasibility(patience))))
for (patience in list(c(2, 3, 7), c(2, 3, 1e4), 4:9, 5:12, c(3, 5, 7, 9, 11, 13), rep(100, 101))) {
  found <- cycle_feasibility(patience, exit = TRUE)
  cat(sprintf("  with its search, %d arms from %d to %d, load %.3f: Q = %.0f, %.2f\n", length(patience), min(patience),
              max(patience), found$load_factor, found$first_exit, 1e3 * seconds(cycle_feasibility(patience, exit = TRUE))))
}

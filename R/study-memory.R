# Memory that a study or a table will take, and what there is of it: what
# cannot fit is refused before it starts.

# Bytes at the peak, measured. Games write into the columns of the tables; what is
# kept in rows is copied into them.
bytes_each <- c(game = 300, checkpoint = 112, arm = 120, exit = 210, choice = 136, score = 600, pair = 110,
                player = 400, instance = 80)

# Most arms of which studies keep sums of pairs, as in src/game/scores_pairs.h.
most_paired_arms <- 10

# Everything of these sizes fits wherever R does.
small_enough <- 2.5e8

check_size <- function(description, reps, threads, call) {
  parts <- study_bytes(description, reps, threads)
  limit <- if (sum(parts) > small_enough) memory_limit(call) else Inf
  if (sum(parts) <= limit) return(invisible())
  argument <- names(parts)[which.max(parts)]
  asked <- c(
    reps = count_of(reps, "replication"), record = count_of(length(description$record), "checkpoint"),
    bandit = "arms", keep = paste(sprintf("\"%s\"", description$keep), collapse = ", "),
    threads = count_of(threads, "thread")
  )[[argument]]
  hint <- if (argument == "record" && !keeps(description, "moments") && sum(parts) - parts[["record"]] <= limit) {
    "Use `record = 1`, which keeps the last round only, or `keep = \"moments\"`."
  }
  wanted <- if (argument == "keep") "\"summary\" for a study of this size" else "such that the study fits into memory"
  abort_argument(argument, wanted, call = call, given = too_large_text(asked, sum(parts), limit), hint = hint)
}

too_large_text <- function(asked, bytes, limit) {
  sprintf("%s: about %s in all, where %s may be used; `options(unruly.memory = )`, in bytes, sets another limit",
          asked, format_bytes(bytes), format_bytes(limit))
}

# Bytes by the argument to blame.
study_bytes <- function(description, reps, threads) {
  if (keeps(description, "moments")) return(c(moments_bytes(description, threads),
                                              keep = score_bytes(description, reps)))
  policies <- length(description$policies)
  over_bandits <- function(count) sum(vapply(description$bandits, count, 0, description$horizon))
  games <- reps * policies * length(description$bandits)
  rows <- reps * policies * bytes_each[["arm"]] * over_bandits(rows_of_arms) +
    reps * policies * bytes_each[["exit"]] * over_bandits(most_exits)
  choices <- if (keeps(description, "choices")) games * description$horizon * bytes_each[["choice"]] else 0
  checkpoints <- games * (length(description$record) - 1) * bytes_each[["checkpoint"]]
  players <- max(vapply(description$bandits, player_bytes, 0, description$horizon))
  c(reps = games * (bytes_each[["game"]] + bytes_each[["checkpoint"]]) + if (reps > 1) rows else 0,
    record = checkpoints, bandit = if (reps > 1) 0 else rows, keep = choices + score_bytes(description, reps),
    threads = min(threads, reps) * players)
}

# Whatever the number of replications: two numbers per slot for each of some thirty
# subtrees, four for its range, counts of half a dozen octaves, and the games being played.
moments_bytes <- function(description, threads) {
  counts <- slot_counts(description, figures = 10)
  players <- max(vapply(description$bandits, player_bytes, 0, description$horizon))
  c(record = (counts$games + counts$pairs) * 16 * 30 + counts$games * 6 * 600, threads = threads * players + 4e7)
}

score_bytes <- function(description, reps) {
  if (!keeps(description, "scores")) return(0)
  arms <- sum(vapply(description$bandits, rows_of_arms, 0, description$horizon))
  pairs <- sum(vapply(description$bandits, rows_of_pairs, 0))
  reps * length(description$policies) * length(description$record) *
    (arms * bytes_each[["score"]] + pairs * bytes_each[["pair"]])
}

rows_of_pairs <- function(bandit) {
  arms <- as.double(arm_count(bandit))
  if (arms > most_paired_arms) 0 else arms * (arms - 1) / 2
}

# Returns how many rows arms have: of a population only those that were pulled.
rows_of_arms <- function(bandit, horizon) {
  if (has_trait(bandit, "population")) return(min(expected_births(bandit, horizon), horizon))
  as.double(arm_count(bandit)) * wait_count(bandit)
}

most_exits <- function(bandit, horizon) {
  if (has_trait(bandit, "population")) return(expected_births(bandit, horizon))
  within <- function(rounds) rep_len(rounds %||% Inf, arm_count(bandit)) <= horizon
  sum(within(bandit$traits$patience$parameters$patience) | within(bandit$traits$lifetimes$parameters$last))
}

expected_births <- function(bandit, horizon) {
  population <- bandit$traits$population$parameters
  dying <- if (population$death == "timed") arm_count(bandit) else 1
  arm_count(bandit) + dying * horizon / population$mean_lifetime
}

# One game under way: what the core keeps of its arms, and rewards on their way.
player_bytes <- function(bandit, horizon) {
  law <- bandit$traits$spread$parameters
  on_their_way <- max(0, unlist(Filter(is.numeric, law[names(law) %in% c("max", "to", "length")])))
  arm_count(bandit) * wait_count(bandit) * bytes_each[["player"]] + 8 * min(on_their_way, 2 * horizon)
}

check_table_size <- function(rows, argument, what, call) {
  bytes <- rows * bytes_each[[what]]
  limit <- if (bytes > small_enough) memory_limit(call) else Inf
  if (bytes <= limit) return(invisible())
  abort_argument(argument, "such that the table fits into memory", call = call,
                 given = too_large_text(sprintf("one with %.2g rows", rows), bytes, limit))
}

# --- what there is ----------------------------------------------------------------

# Bytes that may be used: three quarters of what is free, as tables are to be
# looked at too.
memory_limit <- function(call) {
  option <- getOption("unruly.memory")
  if (!is.null(option)) return(check_number(option, "options(unruly.memory)", min = 0, call = call))
  0.75 * min(free_memory(), free_group_memory())
}

# As the system reports it; if it does not, what any machine of today has. On Linux what
# is cached can be let go, and the system's call does not count it.
free_memory <- function() {
  lines <- tryCatch(suppressWarnings(readLines("/proc/meminfo")), error = function(e) character())
  available <- grep("^MemAvailable:", lines, value = TRUE)
  if (length(available) == 1) as.double(gsub("[^0-9]", "", available)) * 1024 else free_memory_by_call()
}

free_memory_by_call <- function() {
  bytes <- .Call(C_free_memory)
  if (bytes > 0) bytes else 6e9
}

# A container may have less than the machine; what it caches can be let go.
free_group_memory <- function(folder = "/sys/fs/cgroup") {
  read <- function(name) {
    tryCatch(suppressWarnings(readLines(file.path(folder, name))), error = function(e) character())
  }
  limit <- suppressWarnings(as.double(read("memory.max")))
  used <- suppressWarnings(as.double(read("memory.current")))
  if (length(limit) != 1 || length(used) != 1 || is.na(limit) || is.na(used)) return(Inf)
  cached <- grep("^inactive_file ", read("memory.stat"), value = TRUE)
  max(limit - used + sum(as.double(sub("^inactive_file ", "", cached))), 0)
}

format_bytes <- function(bytes) {
  units <- c("B", "kB", "MB", "GB", "TB", "PB", "EB")
  step <- min(max(floor(log10(max(bytes, 1)) / 3), 0), length(units) - 1)
  paste(format_plain(signif(bytes / 1000^step, 3)), units[step + 1])
}

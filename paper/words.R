# How the manuscript says what its tables show: sourced by unruly.Rmd and by tests/testthat/test-sources-manuscript.R. No sentence of the
# manuscript compares two numbers by itself; these do, with the Monte Carlo errors, by one rule for all of them: what differs
# by less than three standard errors cannot be distinguished.
limit_z <- 3

percent <- function(x, digits = 0) paste0(formatC(100 * x, format = "f", digits = digits), "%")
fixed <- function(x, digits = 3) sprintf("%.*f", as.integer(digits), x)
times <- function(x) trimws(formatC(signif(x, 2), format = "fg", digits = 2, big.mark = ","))

# "a", "a and b", "a, b and c".
listed <- function(x, last = " and ") {
  if (length(x) < 2) return(paste(x, collapse = ""))
  paste0(paste(x[-length(x)], collapse = ", "), last, x[length(x)])
}
counted <- function(x) {
  words <- c("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
  if (x < length(words)) words[x + 1] else format(x, big.mark = ",")
}

# -1, 0 or 1: below, not to be distinguished from, above a value that is known.
side <- function(value, se, known = 0) {
  apart <- value - known
  ifelse(abs(apart) > limit_z * se, sign(apart), 0)
}

# What a table shows, for the text: the render stops where a sentence of the author's own would not hold.
holds <- function(claim, text) {
  if (!isTRUE(claim)) stop("the manuscript says what its tables do not show: ", text, call. = FALSE)
  text
}
must <- function(claim, text) invisible(holds(claim, text))

# --- games: paired differences of designs ---------------------------------------------

# One row a game: what is compared of it.
games_of <- function(studies) {
  each <- lapply(studies, function(study) {
    named <- as.data.frame(recommendations(study))
    paid <- as.data.frame(regret(study))
    at <- match(paste(named$bandit, named$policy, named$rep), paste(paid$bandit, paid$policy, paid$rep))
    data.frame(named[c("bandit", "policy", "rep", "sample_size")], reward = paid$reward[at],
               error = named$stopped & (named$bandit == "null" | !named$correct),
               power = named$stopped & named$bandit != "null" & named$correct)
  })
  do.call(rbind, each)
}

# Differences of each pair of designs in one world, paired by replication; the share of patients cured is a ratio of means,
# whose standard error is that of its linear part.
measures <- c(error = "error", power = "power", sample_size = "patients", cured = "share cured")
influence <- function(games, measure) {
  if (measure != "cured") return(list(value = mean(games[[measure]]), each = as.numeric(games[[measure]])))
  ratio <- sum(games$reward) / sum(games$sample_size)
  list(value = ratio, each = ratio + (games$reward - ratio * games$sample_size) / mean(games$sample_size))
}
contrasts_of <- function(games, world, wanted = names(measures)) {
  games <- games[games$bandit == world, ]
  labels <- unique(games$policy)
  pairs <- utils::combn(rev(seq_along(labels)), 2)
  rows <- lapply(rev(seq_len(ncol(pairs))), function(column) {
    pair <- labels[pairs[, column]]
    both <- lapply(pair, function(label) games[games$policy == label, ][order(games$rep[games$policy == label]), ])
    do.call(rbind, lapply(wanted, function(measure) {
      found <- lapply(both, influence, measure)
      each <- found[[1]]$each - found[[2]]$each
      data.frame(design = pair[1], against = pair[2], measure = measure, difference = found[[1]]$value - found[[2]]$value,
                 se = stats::sd(each) / sqrt(length(each)))
    }))
  })
  found <- do.call(rbind, rows)
  found$side <- side(found$difference, found$se)
  found
}

# What a higher value is called, and a lower one.
called <- list(error = c("a smaller error", "a larger error"), power = c("less power", "more power"),
               sample_size = c("fewer patients", "more patients"),
               cured = c("a smaller share of them cured", "a larger share of them cured"))
said_of <- function(rows) {
  digits <- c(error = 3, power = 3, sample_size = 1, cured = 4)[rows$measure]
  words <- mapply(function(measure, side) called[[measure]][if (side > 0) 2 else 1], rows$measure, rows$side)
  sprintf("%s (%s, s.e. %s)", words, fixed(rows$difference, digits), fixed(rows$se, digits))
}

# "Top two against Equal shares: more power (0.110, s.e. 0.010) and fewer patients (-30.1, s.e. 2.0); they cannot be
# distinguished in error and share cured."
pair_sentence <- function(rows) {
  apart <- rows[rows$side != 0, ]
  alike <- rows[rows$side == 0, ]
  start <- sprintf("%s against %s:", rows$design[1], tolower(rows$against[1]))
  alike_words <- if (nrow(alike)) paste("cannot be distinguished in", listed(unname(measures[alike$measure])))
  if (nrow(apart) == 0) return(paste0(start, " the two ", alike_words, "."))
  paste0(start, " ", listed(said_of(apart)), if (nrow(alike)) paste0("; they ", alike_words), ".")
}
pair_sentences <- function(contrasts) {
  pairs <- split(contrasts, factor(paste(contrasts$design, contrasts$against), unique(paste(contrasts$design, contrasts$against))))
  paste(vapply(pairs, pair_sentence, ""), collapse = " ")
}

# Which comparisons come out otherwise in the second table than in the first.
changed_sentence <- function(first, second) {
  stopifnot(identical(first$design, second$design), identical(first$against, second$against),
            identical(first$measure, second$measure))
  rows <- which(first$side != second$side)
  if (length(rows) == 0) return(sprintf("all %d comparisons come out as they do after calibration.", nrow(first)))
  verdict <- function(side) c("below", "not distinguishable", "above")[side + 2]
  each <- sprintf("%s of %s against %s (%s instead of %s)", measures[first$measure[rows]], first$design[rows],
                  tolower(first$against[rows]), verdict(second$side[rows]), verdict(first$side[rows]))
  sprintf("%s of %d comparisons %s after calibration: %s.", counted(length(rows)), nrow(first),
          if (length(rows) == 1) "differs from that" else "differ from those", listed(each))
}

# --- values beside a number that they should have -------------------------------------

# "Equal shares 0.051 (s.e. 0.003) and Top two 0.049 (s.e. 0.003)"
valued <- function(labels, value, se, digits = 3) {
  listed(sprintf("%s %s (s.e. %s)", labels, fixed(value, digits), fixed(se, digits)))
}

# Which of them are apart from the number, and to which side.
target_sentence <- function(labels, value, se, target, what = "the target") {
  sides <- side(value, se, target)
  if (length(sides) > 1 && length(unique(sides)) == 1) {
    return(paste0(c("all are below ", "none can be distinguished from ", "all are above ")[sides[1] + 2], what, "."))
  }
  groups <- c(if (any(sides < 0)) paste(listed(labels[sides < 0]), if (sum(sides < 0) == 1) "is" else "are", "below", what),
              if (any(sides > 0)) paste(listed(labels[sides > 0]), if (sum(sides > 0) == 1) "is" else "are", "above", what),
              if (any(sides == 0)) paste(listed(labels[sides == 0]), "cannot be distinguished from", what))
  paste0(listed(groups), ".")
}

# --- the composition ------------------------------------------------------------------

# Mean final regrets as shares of those of the yardstick, by replication: the ratio of means with the standard error of its
# linear part. One row a world and policy.
scores_of <- function(study, yardstick) {
  all <- as.data.frame(regret(study))
  all <- all[all$round == max(all$round), ]
  keys <- unique(all[all$policy != yardstick, c("bandit", "policy")])
  rows <- lapply(seq_len(nrow(keys)), function(i) {
    own <- all[all$bandit == keys$bandit[i] & all$policy == keys$policy[i], ]
    base <- all[all$bandit == keys$bandit[i] & all$policy == yardstick, ]
    base <- base[match(own$rep, base$rep), ]
    score <- mean(own$regret) / mean(base$regret)
    data.frame(keys[i, ], score = score, se = stats::sd(own$regret - score * base$regret) / mean(base$regret) / sqrt(nrow(own)))
  })
  found <- do.call(rbind, rows)
  rownames(found) <- NULL
  found
}

# Which policies are worse than, level with and better than the yardstick, whose score is one.
score_sentence <- function(scores) {
  sides <- side(scores$score, scores$se, 1)
  each <- sprintf("%s (%s, s.e. %s)", scores$policy, fixed(scores$score), fixed(scores$se))
  lose <- function(which) if (sum(which) == 1) "loses" else "lose"
  parts <- c(if (any(sides > 0)) paste(listed(each[sides > 0]), lose(sides > 0), "more than equal shares do"),
             if (any(sides == 0)) paste(listed(each[sides == 0]), "cannot be distinguished from equal shares"),
             if (any(sides < 0)) paste(listed(each[sides < 0]), lose(sides < 0), "less than equal shares do"))
  paste0(paste(parts, collapse = "; "), ".")
}

# --- the ledger -----------------------------------------------------------------------

# "66 confirmed, 5 misprints and 11 cannot be checked" from a table of papers and verdicts.
ledger_counts <- function(verdicts) {
  counts <- colSums(verdicts)
  names <- ifelse(names(counts) == "misprint" & counts != 1, "misprints", names(counts))
  listed(sprintf("%d %s", counts, names))
}

# "Figure 1a and Section 5 of Fang 2022; Theorem 1 of Wang 2021": the places of claims, by paper.
places_of <- function(claims) {
  named <- sub("^Section [0-9.]+, (Figure|Table)", "\\1", claims$place) # a figure is found by its number alone
  places <- split(named, factor(claims$paper, unique(claims$paper)))
  paste(sprintf("%s of %s", vapply(places, function(each) listed(unique(each)), ""), names(places)), collapse = "; ")
}

# --- times of other software ----------------------------------------------------------

# The ratio of one software in comparison.csv; NA where it was not installed.
ratio_of <- function(measured, problem, software) {
  found <- measured$ratio[measured$problem == problem & measured$software == software]
  if (length(found) == 1) found else NA_real_
}

# "2.6 times as long", "0.87 of the time".
as_long <- function(ratio) if (ratio >= 1) paste(times(ratio), "times as long") else paste(fixed(ratio, 2), "of the time")

# --- what is stored for the test ------------------------------------------------------

# Forty games of each design at a common threshold: another package than the paper's gives other numbers.
forty_games <- function(play, worlds, designs) {
  found <- operating_characteristics(play(worlds, designs, 0.95, 40, 2), method = c("naive", "sequence"))
  found <- as.data.frame(found[found$measure != "regret" & !is.na(found$value), ])
  data.frame(table = "forty games", what = paste(found$bandit, found$policy, found$measure, sep = "; "), value = found$value,
             se = NA_real_, known = NA_real_)
}

# The numbers that sentences of the manuscript are made of, from the objects that make its tables. Value, standard error and,
# where a value is compared with a number, that number.
stored_numbers <- function(made) {
  numbers <- function(table, what, value, se, known = 0) {
    data.frame(table = table, what = what, value = value, se = se, known = known)
  }
  pairs <- function(table, rows) {
    numbers(table, paste(rows$design, rows$against, rows$measure, sep = "; "), rows$difference, rows$se)
  }
  with(as.list(made), rbind(
    numbers("null errors", labels, null_error$value, null_se, 0.05),
    numbers("null errors at 0.95", labels, error_95$value, error_95$mcse, 0.05),
    pairs("calibrated", contrasts), pairs("at 0.95", contrasts_95), pairs("null at 0.95", null_95),
    numbers("cost of the delay", labels, cost$value, cost$se),
    numbers("naive bias", labels, bias$value, bias$mcse), numbers("naive coverage", labels, naive$value, naive$mcse, 0.95),
    numbers("composition", paste(scores$bandit, scores$policy, sep = "; "), scores$score, scores$se, 1),
    forty_games(play, worlds, designs)
  ))
}

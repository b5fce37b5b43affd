# From games to the numbers of the arcade: losses of games, scores with their errors, and who is significantly better.

arcade_level <- 0.95

# Losses of the games of a study of one bandit: a row per replication, a column per policy. The final regret; for a log,
# which has none, the turns of the horizon times what a turn paid less than the best arm of the log.
arcade_losses <- function(study) {
  b <- study$description$bandits[[1]]
  final <- study$tables$regret[study$tables$regret$round == last_checkpoint(study), ]
  loss <- if (!has_trait(b, "replay")) final$regret else
    study$description$horizon * (best_of_log(b) - final$reward / final$pulls)
  policies <- names(study$description$policies)
  matrix(unlist(split(loss, factor(final$policy, policies))), ncol = length(policies), dimnames = list(NULL, policies))
}

# The greatest mean reward of an arm that was shown at least a hundred times.
best_of_log <- function(bandit) {
  log <- bandit$traits$replay$parameters
  shown <- tabulate(log$shown, max(log$shown))
  max((sums_by(log$reward, log$shown, max(log$shown)) / shown)[shown >= 100])
}

# One row per policy: its mean loss with standard deviation, the standard error of its score, and how many policies are
# significantly better and worse. `unranked` are compared with nobody.
arcade_rows <- function(losses, nature, unranked = character()) {
  policies <- colnames(losses)
  n <- nrow(losses)
  uniform <- losses[, "Uniform"]
  score <- colMeans(losses) / mean(uniform)
  rest <- losses - outer(uniform, score)
  ranked <- setdiff(policies, unranked)
  pairs <- all_pairs(ranked)
  apart <- pair_signs(losses, pairs, nature)
  tibble(policy = policies, reps = n, mean = unname(colMeans(losses)), sd = unname(column_sds(losses)),
         se = unname(column_sds(rest)) / (abs(mean(uniform)) * root_of(n, nature)),
         better = count_signs(policies, pairs, apart, 1), worse = count_signs(policies, pairs, apart, -1))
}

# Resamples of one log have its spread, however many there are.
root_of <- function(n, nature) if (nature == "resampled") 1 else sqrt(n)

# For each pair: 1 if the first has significantly more loss, -1 if it has less, 0 if neither. Paired t-tests, adjusted
# by Holm's method. A difference that never varies is certain.
pair_signs <- function(losses, pairs, nature, level = arcade_level) {
  difference <- losses[, pairs$policy, drop = FALSE] - losses[, pairs$baseline, drop = FALSE]
  mean <- colMeans(difference)
  se <- column_sds(difference) / root_of(nrow(losses), nature)
  significant_signs(mean, se, nrow(losses) - 1, level)
}

significant_signs <- function(difference, se, df, level = arcade_level) {
  p_value <- 2 * stats::pt(-abs(difference / se), pmax(df, 1))
  p_value[se %in% 0] <- ifelse(difference[se %in% 0] == 0, 1, 0)
  sign(difference) * (stats::p.adjust(p_value, "holm") < 1 - level)
}

# Returns how many opponents in its pairs are better (sign 1) or worse (-1) than each policy; NA for those without
# pairs.
count_signs <- function(policies, pairs, apart, sign) {
  count <- function(who, sign) tabulate(match(who[which(apart == sign)], policies), length(policies))
  found <- count(pairs$policy, sign) + count(pairs$baseline, -sign)
  found[!policies %in% c(pairs$policy, pairs$baseline)] <- NA_integer_
  found
}

# Newcomers against the stored incumbents of a problem by Welch's test, against each other in pairs, adjusted together.
# The rows of both get the numbers of who is better and worse.
meet_incumbents <- function(incumbents, newcomers, losses, nature) {
  old <- which(!is.na(incumbents$better))
  playing <- which(!is.na(newcomers$mean))
  if (length(playing) == 0) return(rbind(incumbents, newcomers[names(incumbents)]))
  cross <- expand.grid(new = playing, old = old)
  among <- all_pairs(newcomers$policy[playing])
  a <- newcomers[cross$new, ]
  b <- incumbents[cross$old, ]
  welch <- welch_test(a, b, nature)
  inner <- losses[, among$policy, drop = FALSE] - losses[, among$baseline, drop = FALSE]
  signs <- significant_signs(
    c(welch$difference, colMeans(inner)), c(welch$se, column_sds(inner) / root_of(nrow(losses), nature)),
    c(welch$df, rep(nrow(losses) - 1, ncol(inner)))
  )
  pairs <- list(policy = c(a$policy, among$policy), baseline = c(b$policy, among$baseline))
  all <- rbind(incumbents, newcomers[names(incumbents)])
  better <- count_signs(all$policy, pairs, signs, 1)
  worse <- count_signs(all$policy, pairs, signs, -1)
  fresh <- nrow(incumbents) + playing
  all$better[fresh] <- all$worse[fresh] <- 0L
  all$better <- all$better + ifelse(is.na(better), 0L, better)
  all$worse <- all$worse + ifelse(is.na(worse), 0L, worse)
  all
}

welch_test <- function(a, b, nature) {
  of_mean <- function(x) x$sd / if (nature == "resampled") 1 else sqrt(x$reps)
  va <- of_mean(a)^2
  vb <- of_mean(b)^2
  df <- (va + vb)^2 / (va^2 / pmax(a$reps - 1, 1) + vb^2 / pmax(b$reps - 1, 1))
  list(difference = a$mean - b$mean, se = sqrt(va + vb), df = ifelse(is.na(df), 1, df))
}

# ---- the columns that are computed -----------------------------------------------------

# Scores, intervals and ranks of the rows of one problem, Uniform's among them; `scale` is its mean in the games that
# each row is from.
with_scores <- function(rows, scale) {
  played <- !is.na(rows$mean)
  others <- sum(played & rows$policy != "Uniform")
  rows$score <- rows$mean / scale
  # Uniform's score is 1 as it is its own scale, and the oracle's is 0 where the regret is against it.
  known <- rows$policy %in% c("Uniform", "Oracle") & rows$se %in% 0
  range <- rbind(ifelse(known, rows$score, -Inf), ifelse(known, rows$score, Inf))
  limits <- limits_of_means(rows$score, rows$se, rows$reps, range, level = 1 - (1 - arcade_level) / max(others, 1))
  rows$lower <- limits[1, ]
  rows$upper <- limits[2, ]
  ranked <- !is.na(rows$better)
  rows$rank <- rows$rank_low <- rows$rank_high <- NA_integer_
  rows$rank_low[ranked] <- as.integer(1 + rows$better[ranked])
  # Means of five digits may be equal where games tell them apart.
  rows$rank[ranked] <- as.integer(pmax(rank(rows$mean[ranked], ties.method = "min"), rows$rank_low[ranked]))
  rows$rank_high[ranked] <- as.integer(sum(ranked) - rows$worse[ranked])
  rows
}

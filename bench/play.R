# What the page's stories claim, played by the installed package: mean regrets over the games of codes 1 to 2,000, and whether
# the specialist beats its rival and the uniform policy. Rscript bench/play.R [games] [long]
suppressPackageStartupMessages(library(unruly))
source("tests/testthat/helper-play.R")
games <- as.integer(c(commandArgs(TRUE), 2000)[1])
long <- "long" %in% commandArgs(TRUE)

wrong <- character()
for (name in names(play_claims)) {
  regrets <- play_regrets(name, seq_len(games), long)
  differences <- regrets - regrets[, 1]
  z <- colMeans(differences) / apply(differences, 2, function(x) sd(x) / sqrt(length(x)))
  print(data.frame(story = name, policy = colnames(regrets), regret = round(colMeans(regrets), 3),
                   se = round(apply(regrets, 2, sd) / sqrt(games), 3), z = round(z, 1)), row.names = FALSE)
  off <- abs(colMeans(regrets) - play_claims[[name]]) > 0.001
  if (!long && games == 2000 && any(off, na.rm = TRUE)) wrong <- c(wrong, paste(name, "claims another regret"))
  if (games >= 300 && min(z[c(2, length(z))]) < 4) wrong <- c(wrong, paste(name, "has no lesson"))
}
if (length(wrong) > 0) stop(paste(wrong, collapse = "; "))

# The browser's drawings are R's: Rscript tests/web/stories.R <folder of the results>
suppressPackageStartupMessages(library(unruly))
all <- jsonlite::parse_json(readLines(file.path(commandArgs(TRUE)[1], "drawings.json"), warn = FALSE))
parts <- list(patience = "patience", lifetimes = c("first", "last"), waiting = "delay", fairness = c("share", "penalty"), spread = c("min", "max"),
              changes = c("law.round", "law.mean"), wear = c("law.after", "law.drop"), delay = "lag")
differs <- vapply(all, function(drawing) {
  bandit <- play_bandit(drawing$story, drawing$code, drawing$long)
  means <- bandit$arms$parameters[[1]]
  given <- bandit$traits[[1]]$parameters
  rest <- if (drawing$story == "spread") c(1, 3) else lapply(given[parts[[drawing$story]]], function(x) if (drawing$story == "waiting") t(x) else x)
  if (drawing$story == "fairness") rest$penalty <- rep_len(rest$penalty, length(means))
  !identical(as.numeric(c(means, unlist(rest))), as.numeric(unlist(drawing$numbers)))
}, NA)
if (any(differs)) {
  print(utils::head(lapply(all[differs], `[`, c("story", "code", "long"))))
  quit(status = 1)
}
cat(sprintf("%d bandits are drawn alike in the browser and in R.\n", length(all)))

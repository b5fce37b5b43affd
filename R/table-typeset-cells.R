# Captions and cells of tables for papers.

table_caption <- function(study, what, level) {
  text <- sprintf("%s after %s, means over %s", capital(gsub("_", " ", what)), caption_rounds(study, what),
                  count_of(length(study$replications), "replication"))
  stopped <- identical(study$description$stop$after, "end") && anyNA(summarise_study(study, what)$mean)
  notes <- c(ran_out_text(study), if (stopped) "undefined for games that stopped")
  paste0(paste(c(text, vapply(notes, capital, "")), collapse = ". "), ".")
}

# "200 rounds"; "12 turns in log, 200 rounds in plain" where bandits differ.
caption_rounds <- function(study, what) {
  bandits <- names(study$description$bandits)
  if (what %in% c("regret", "benchmark", "optimal")) bandits <- setdiff(bandits, replays_among(study)) # which have none
  lengths <- vapply(bandits, function(name) count_of(final_rounds(study)[[name]], round_word(study, name)), "")
  if (length(unique(lengths)) == 1) return(lengths[[1]])
  paste(sprintf("%s in %s", lengths, bandits), collapse = ", ")
}

# Writes numbers with the decimals that the greatest of `values` needs for so many digits.
numbers_alike <- function(values, digits) {
  greatest <- max(0, abs(values), na.rm = TRUE)
  decimals <- max(0, digits - 1 - if (greatest > 0) floor(log10(greatest)) else 0)
  function(x) ifelse(is.na(x), "", formatC(x, format = "f", digits = decimals, big.mark = ",", decimal.mark = "."))
}

interval_texts <- function(lower, upper, number) {
  ifelse(is.na(lower), "", sprintf("[%s, %s]", number(lower), number(upper)))
}

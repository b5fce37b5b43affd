# Makes the figures of README.md in man/figures, each from the lines that the
# README shows for it, as autoplot() draws it: run by `make figures`. Deterministic; a minute or less.
library(unruly)
suppressPackageStartupMessages(library(ggplot2))

folder <- "man/figures"
dir.create(folder, showWarnings = FALSE)

# The code blocks of README.md that stand under a comment "<!-- figure: name -->".
blocks <- function(file) {
  lines <- readLines(file)
  marks <- grep("^<!-- figure: .* -->$", lines)
  names <- sub("^<!-- figure: (.*) -->$", "\\1", lines[marks])
  code <- lapply(marks, function(mark) {
    fences <- grep("^```", lines)
    fences <- fences[fences > mark][1:2]
    lines[seq(fences[1] + 1, fences[2] - 1)]
  })
  stats::setNames(code, names)
}

for (name in names(found <- blocks("README.md"))) {
  code <- parse(text = found[[name]])
  study <- NULL
  for (line in code) {
    value <- eval(line, globalenv())
    if (inherits(value, "unruly_study")) study <- value
  }
  big <- name == "first"
  file <- file.path(folder, paste0("README-", name, ".png"))
  ggsave(file, autoplot(study), width = if (big) 6.5 else 3.6, height = if (big) 3 else 2.5, dpi = 144)
  cat(sprintf("%s: %.0f kB\n", file, file.size(file) / 1024))
  print(summary(study)[c("policy", "mean", "lower", "upper")])
}

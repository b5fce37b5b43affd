# Makes the figures of README.md in man/figures, each from the code that the README
# shows above it, as autoplot() draws it: run by `make figures`. Deterministic; a minute or less.
# The numbers that it prints are those that the README's texts for these figures may state.
library(unruly)
suppressPackageStartupMessages(library(ggplot2))

folder <- "man/figures"
dir.create(folder, showWarnings = FALSE)
small <- new.env() # PNG with a palette, as in the vignettes
sys.source("vignettes/small-figures.R", small)

# The code above each figure "man/figures/README-<name>.png", by its name.
blocks <- function(file) {
  lines <- readLines(file)
  image <- "^!\\[.*\\]\\(man/figures/README-([a-z]+)[.]png\\)$"
  figures <- grep(image, lines)
  fences <- grep("^```", lines)
  code <- lapply(figures, function(figure) {
    around <- utils::tail(fences[fences < figure], 2)
    lines[seq(around[1] + 1, around[2] - 1)]
  })
  stats::setNames(code, sub(image, "\\1", lines[figures]))
}

# The last study that the code makes.
study_of <- function(code) {
  study <- NULL
  for (line in parse(text = code)) {
    value <- eval(line, globalenv())
    if (inherits(value, "unruly_study")) study <- value
  }
  study
}

found <- blocks("README.md")
for (name in names(found)) {
  study <- study_of(found[[name]])
  big <- name == "first"
  file <- file.path(folder, paste0("README-", name, ".png"))
  bitmap <- tempfile(fileext = ".bmp")
  ggsave(bitmap, autoplot(study), type = "cairo", width = if (big) 6.5 else 3.6, height = if (big) 3 else 2.5, dpi = 96)
  small$write_palette_png(small$read_bitmap(bitmap), file, 96)
  cat(sprintf("%s: %.0f kB\n", file, file.size(file) / 1024))
  print(summary(study)[c("policy", "mean", "lower", "upper", "median")])
}

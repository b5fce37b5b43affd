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

<<<<<<< HEAD
=======
colours <- c("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00")

# Regret curves with the policies' names at their ends, the first of the study
# (the one designed for the trait) in blue and thicker.
draw <- function(study, title, size) {
  data <- study_plot_data(study, "regret")
  ends <- data[data$round == max(data$round), ]
  ends <- ends[order(ends$mean), ]
  gap <- max(ends$upper) * 0.085 * 11 / size
  ends$at <- Reduce(function(below, here) max(below + gap, here), ends$mean, accumulate = TRUE)
  first <- levels(data$policy)[1]
  ggplot(data, aes(.data$round, .data$mean, colour = .data$policy)) +
    geom_ribbon(aes(ymin = pmax(.data$lower, 0), ymax = .data$upper, fill = .data$policy), alpha = 0.2, colour = NA) +
    geom_line(aes(linewidth = .data$policy == first)) +
    geom_text(aes(x = .data$round * 1.02, y = .data$at, label = .data$policy), ends, hjust = 0, size = size * 0.31) +
    scale_linewidth_manual(values = c("FALSE" = 0.6, "TRUE" = 1.1)) +
    scale_colour_manual(values = colours, aesthetics = c("colour", "fill")) +
    scale_x_continuous(labels = thousands, expand = expansion(c(0, if (size > 10) 0.2 else 0.42)), breaks = max(data$round) * c(0, 0.5, 1)) +
    scale_y_continuous(labels = thousands, expand = expansion(c(0.03, 0.08)), limits = c(0, NA)) +
    labs(x = "round", y = "regret", title = title) +
    theme_minimal(base_size = size) +
    theme(legend.position = "none", panel.grid.minor = element_blank(), plot.title.position = "plot",
          plot.title = element_text(size = size, face = "bold"), plot.background = element_rect(fill = "white", colour = NA))
}

thousands <- function(x) format(x, big.mark = ",", scientific = FALSE, trim = TRUE)

titles <- c(
  first = "The best of three arms leaves after two rounds without a pull",
  impatient = "Ten arms, the best waits for three rounds",
  waiting = "Half of the answers take six rounds",
  fairness = "Whoever gets too little costs a penalty",
  spread = "Rewards trickle in, mixed together",
  mortal = "Fifty arms live 300 rounds on average",
  changes = "The best arm turns into the worst"
)

>>>>>>> words
for (name in names(found <- blocks("README.md"))) {
  code <- parse(text = found[[name]])
  study <- NULL
  for (line in code) {
    value <- eval(line, globalenv())
    if (inherits(value, "unruly_study")) study <- value
  }
  big <- name == "first"
  file <- file.path(folder, paste0("README-", name, ".png"))
  ggsave(file, autoplot(study), width = if (big) 6.5 else 3.6, height = if (big) 3 else 2.3, dpi = 144)
  cat(sprintf("%s: %.0f kB\n", file, file.size(file) / 1024))
  print(summary(study)[c("policy", "mean", "lower", "upper")])
}

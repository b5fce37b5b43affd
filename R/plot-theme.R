# The theme of all figures, and the look of each policy.

study_theme <- function() {
  ggplot2::theme_minimal(base_size = 11) + ggplot2::theme(
    plot.background = ggplot2::element_rect(fill = "white", colour = NA),
    plot.title.position = "plot", plot.caption.position = "plot",
    plot.subtitle = ggplot2::element_text(colour = "grey30"),
    plot.caption = ggplot2::element_text(colour = "grey30", hjust = 0),
    plot.margin = ggplot2::margin(6, 12, 6, 6),
    panel.grid.minor = ggplot2::element_blank(),
    panel.grid.major = ggplot2::element_line(colour = "grey91", linewidth = 0.3),
    panel.spacing = ggplot2::unit(10, "pt"),
    axis.title = ggplot2::element_text(size = ggplot2::rel(0.95)),
    strip.text = ggplot2::element_text(hjust = 0, face = "bold", size = ggplot2::rel(0.85)),
    legend.key.width = ggplot2::unit(22, "pt"),
    legend.title = ggplot2::element_text(size = ggplot2::rel(0.9), margin = ggplot2::margin(b = 5)),
    legend.text = ggplot2::element_text(size = ggplot2::rel(0.85), lineheight = 0.9)
  )
}

# Okabe and Ito's colours, safe for the colour-blind, without their yellow, which
# is too pale for a line on white, and with a brown in its place. Black is the oracle's.
safe_colours <- c("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#7A4A1E")

# 7 colours and 5 types of line: 35 policies before two look the same. The second
# time that a colour comes, its type of line is the next but one, which is far off.
safe_linetypes <- c("solid", "62", "6222", "22", "12")

safe_shapes <- c(16, 17, 15, 18, 4, 3)

# The colour of policies without one of their own.
pale <- "grey72"

# The look of each policy goes by its place among `names`, those of the whole
# study, so it stays the same in every figure, whatever subset is drawn. Oracles
# look the same in all studies. `slots`: which colour each of the others has, NA for those without.
policy_look <- function(names, oracles = "Oracle", slots = seq_len(sum(!names %in% oracles))) {
  oracle <- names %in% oracles
  look <- function(values, of_oracle, of_pale) {
    all <- rep_len(of_oracle, length(names))
    all[!oracle] <- ifelse(is.na(slots), of_pale, values[(slots - 1) %% length(values) + 1])
    all
  }
  tibble(policy = names, colour = look(safe_colours, "#000000", pale), linetype = look(safe_linetypes, "13", "solid"),
         shape = look(safe_shapes, 8, 16), matters = oracle | replace(rep(TRUE, length(names)), !oracle, !is.na(slots)))
}

# Scales for any of colour, fill, linetype and shape that a plot maps to policies
# (or to arms: anything with a fixed list of names). Long names are wrapped. Those
# without a colour are not in the legend, of which the order may be another. They
# are added after the theme, because of the height of the keys.
policy_scales <- function(names, title = "Policy", width = 26, look = policy_look(names), order = names,
                          legend = TRUE) {
  order <- intersect(order, look$policy[look$matters])
  key <- if (legend) ggplot2::guide_legend(ncol = ceiling(length(order) / 24)) else "none"
  scale <- function(make, values) {
    make(name = title, values = stats::setNames(values, look$policy), guide = key,
         labels = function(x) wrap_names(x, width), breaks = function(drawn) order[order %in% drawn],
         limits = function(drawn) names[names %in% drawn])
  }
  list(
    scale(ggplot2::scale_colour_manual, look$colour), scale(ggplot2::scale_fill_manual, look$colour),
    scale(ggplot2::scale_linetype_manual, look$linetype), scale(ggplot2::scale_shape_manual, look$shape),
    # As low as it takes for all to fit on a page; names of several lines make them higher.
    ggplot2::theme(legend.key.height = ggplot2::unit(min(16, 250 / length(order)), "pt")),
    if (any(grepl("\n", wrap_names(order, width)))) ggplot2::theme(legend.text = apart(length(order)))
  )
}

# Room between the names of a legend of which some are wrapped.
apart <- function(entries) {
  gap <- if (entries <= 12) 2.5 else 1
  ggplot2::element_text(margin = ggplot2::margin(t = gap, b = gap))
}

# For the policies of a study, of which the oracle may go by another name.
study_scales <- function(study, view = NULL, ...) {
  look <- study_looks(study, view)
  policy_scales(look$policy, look = look, ...)
}

oracles_of <- function(study) names(Filter(function(p) p$constructor == "policy_oracle", study$description$policies))

# The looks of all policies. No two have the same colour: of more than there are colours those that matter
# have one: the best, or those to `highlight`. The best of the study keep theirs whatever is drawn.
study_looks <- function(study, view = NULL) {
  names <- names(study$description$policies)
  oracles <- oracles_of(study)
  others <- setdiff(names, oracles)
  own <- others
  drawn <- intersect(others, view$policies %||% others)
  if (length(others) > length(safe_colours)) {
    ranked <- intersect(best_policies(study), others)
    own <- intersect(others, utils::head(ranked, length(safe_colours)))
    drawn <- utils::head(intersect(ranked, drawn), length(safe_colours))
  }
  mine <- intersect(others, view$highlight %||% drawn)
  slots <- match(mine, own)
  slots[is.na(slots)] <- setdiff(seq_along(safe_colours), slots)[seq_len(sum(is.na(slots)))]
  policy_look(names, oracles, slots[match(others, mine)])
}

# All policies, the best first: by the mean of their ranks over the bandits at the end.
# Bandits may be many, so that all are summarised at once.
best_policies <- function(study) {
  d <- study$description
  what <- vapply(d$bandits, function(bandit) if (is_exact(study)) "regret" else usual_for(study, bandit), "")
  summarise <- if (is_exact(study)) summarise_exact else summarise_study
  final <- lapply(stats::setNames(nm = unique(what)), function(what) summarise(study, what))
  ranks <- vapply(names(d$bandits), function(name) {
    ends <- final[[what[[name]]]]
    ends <- ends[ends$bandit == name, ]
    rank(ends$mean[match(names(d$policies), ends$policy)] * if (what[[name]] == "reward_per_turn") -1 else 1)
  }, numeric(length(d$policies)))
  names(d$policies)[order(rowMeans(matrix(ranks, nrow = length(d$policies))))]
}

# The order of a legend: that of the ends of the lines, from the top, over all panels.
by_final_value <- function(data) {
  ends <- data[!duplicated(data[intersect(c("bandit", "figure", "policy"), names(data))], fromLast = TRUE), ]
  panel <- row_groups(ends[intersect(c("bandit", "figure"), names(ends))])
  height <- tapply(stats::ave(-ends$mean, panel, FUN = rank), as.character(ends$policy), mean)
  names(height)[order(height, match(names(height), levels(data$policy)))]
}

# Names broken into lines of at most `width` letters: at spaces and hyphens, where
# there are any, but not inside a bracket or around an "=" that fit on a line.
wrap_names <- function(x, width = 20) {
  vapply(as.character(x), function(name) {
    lines <- ""
    for (word in name_words(name, width)) {
      last <- length(lines)
      fits <- nchar(lines[last]) + nchar(trimws(word)) <= width
      if (fits) lines[last] <- paste0(lines[last], word) else lines <- c(lines, word)
    }
    lines <- trimws(lines)
    paste(lines[lines != "" | length(lines) == 1], collapse = "\n")
  }, "", USE.NAMES = FALSE)
}

# The pieces between which a name may be broken, each with its space or hyphen at
# the end; "\a" is a space that must not be broken.
name_words <- function(name, width) {
  name <- join_words(join_words(name, "\\([^()]*\\)", width), "[^ ]+ = [^ ]+", width)
  words <- strsplit(gsub(" ", " \v", name, fixed = TRUE), "\v", fixed = TRUE)[[1]]
  hyphen <- !grepl("[\a(]", words)
  words[hyphen] <- gsub("([[:alpha:]]-)(?=[[:alpha:]])", "\\1\v", words[hyphen], perl = TRUE)
  words <- gsub("(?<=[^ .])(?=[.]{3}[^ ])", "\v", words, perl = TRUE) # where a name was cut
  words <- gsub("\a", " ", unlist(strsplit(words, "\v", fixed = TRUE)), fixed = TRUE)
  unlist(lapply(words, function(word) {
    if (nchar(trimws(word)) <= width) return(word)
    from <- seq(1, nchar(word), by = width)
    substring(word, from, from + width - 1)
  }))
}

join_words <- function(name, pattern, width) {
  found <- gregexpr(pattern, name)
  regmatches(name, found) <- lapply(regmatches(name, found), function(part) {
    ifelse(nchar(part) <= width, gsub(" ", "\a", part, fixed = TRUE), part)
  })
  name
}

# Names beside rows: wrapped where there is room, else on one line, cut in the
# middle, as the ends of names tell policies apart.
row_axis <- function(rows, panel_rows = 1, ...) {
  tight <- rows * panel_rows > 10
  list(
    ggplot2::scale_y_discrete(labels = function(x) if (tight) shorten_names(x, 30) else wrap_names(x, 20), ...),
    if (rows * panel_rows > 16) ggplot2::theme(axis.text.y = ggplot2::element_text(size = ggplot2::rel(0.75)))
  )
}

# Names of at most `width` letters, cut in the middle, between words if these are
# not too long.
shorten_names <- function(x, width) {
  x <- as.character(x)
  long <- nchar(x) > width
  half <- (width - 3) / 2
  from <- nchar(x[long]) - ceiling(half) + 1
  start <- whole_words(substr(x[long], 1, floor(half)), substr(x[long], floor(half) + 1, floor(half) + 1), " [^ ]*$")
  end <- whole_words(substring(x[long], from), substr(x[long], from - 1, from - 1), "^[^ ]* ")
  x[long] <- paste0(start, "...", end)
  x
}

# Returns what is left without the part of a word that is cut off, `beyond` being the
# letter behind the cut; the part stays where it is more than half of all.
whole_words <- function(text, beyond, part) {
  whole <- trimws(sub(part, "", text))
  trimws(ifelse(beyond == " " | nchar(whole) < nchar(text) / 2, text, whole))
}

# Arms along an axis of a figure of the usual size with this many panels along
# it: every arm has its place; if they are many, each second, fifth, ... has its name. Of `data` with long names
# these are aslant.
arm_axis <- function(axis, panels = 1, limits = NULL, data = NULL) {
  make <- if (axis == "x") ggplot2::scale_x_discrete else ggplot2::scale_y_discrete
  width <- function(arms) min(max(nchar(arms)), 14) + 1.5
  is_long <- function(arms) !all(grepl("^[0-9]+$", arms)) && length(arms) * width(arms) > 70 / panels
  aslant <- any(vapply(split(as.character(data$arm), as.character(data$bandit)), function(x) is_long(unique(x)), NA))
  guide <- ggplot2::guide_axis(check.overlap = TRUE, angle = if (aslant) 45)
  make(limits = limits, labels = function(x) wrap_names(x, 14), guide = guide,
       breaks = function(arms) {
         room <- if (axis == "x") 70 / panels / (if (aslant) 3 else width(arms)) else 22 / panels
         every_few(if (axis == "x") arms else rev(arms), max(room, 2)) # rows go from the top
       })
}

# The first one too, if it is not too near to the next.
every_few <- function(x, room) {
  steps <- outer(c(1, 2, 5), 10^(0:6))
  step <- steps[steps >= length(x) / room][1]
  place <- seq_along(x)
  x[place %% step == 0 | place == 1 & step - 1 >= length(x) / room]
}

# Wraps strips to what fits above a panel of that many in a row, beside the widest legend.
strips_above <- function(columns) wrapped_strips(c(60, 18, 13, 10, 8, 7)[min(columns, 6)])

# And beside as many rows.
strips_around <- function(rows, columns) {
  ggplot2::labeller(.rows = wrapped_strips(c(40, 20, 13, 10, 8)[min(rows, 5)]), .cols = strips_above(columns))
}

# Two lines; three where they are short.
wrapped_strips <- function(width) {
  most <- if (width > 16) 2 * width - 4 else 3 * width - 6
  ggplot2::as_labeller(function(x) wrap_names(shorten_names(x, most), width))
}

# Axes of counts: 10,000 and 2M rather than 1e+04 and 2e+06.
number_labels <- function(x) {
  vapply(x, function(v) {
    if (is.na(v)) return(NA_character_)
    if (v != 0 && (abs(v) < 1e-4 || abs(v) >= 1e12)) return(format_plain(v, digits = 3, scientific = TRUE))
    if (abs(v) >= 1e6) return(paste0(format_plain(v / 1e6, digits = 6, big.mark = ","), "M"))
    format_plain(v, digits = 6, big.mark = ",", scientific = FALSE)
  }, "", USE.NAMES = FALSE)
}

# The axis of a figure, on a logarithmic scale if `log` ("", "x", "y", "xy") has it.
scale_of <- function(axis, log = "", ...) {
  logarithmic <- grepl(axis, log, fixed = TRUE)
  make <- switch(paste0(axis, if (logarithmic) "log"), x = ggplot2::scale_x_continuous, y = ggplot2::scale_y_continuous,
                 xlog = ggplot2::scale_x_log10, ylog = ggplot2::scale_y_log10)
  make(labels = number_labels, ..., guide = ggplot2::guide_axis(check.overlap = TRUE))
}

# The axis of rounds of panels in so many columns: where these are narrow, fewer
# labels, and none at the right end, where the next panel's first one is near.
rounds_of_cells <- function(columns, log = "") {
  logarithmic <- grepl("x", log, fixed = TRUE)
  if (columns < if (logarithmic) 3 else 2) return(scale_of("x", log))
  scale_of("x", log, breaks = function(limits) {
    if (logarithmic) return(10^seq(0, max(0, floor(0.9 * log10(limits[2])))))
    at <- pretty(limits, max(2, floor(9 / columns)))
    at[at <= limits[2] - 0.1 * diff(limits)]
  })
}

# Axes on which only whole numbers have a meaning.
whole_breaks <- function(n = 5) {
  force(n)
  function(limits) {
    at <- unique(round(pretty(limits, n)))
    at[at >= limits[1] & at <= limits[2]]
  }
}

# Panels of figures: one per bandit, or one per bandit and policy, and the rows of tables that go into them.

# A panel for each bandit that is drawn, if there are several.
facet_by_bandit <- function(data, scales = "free_y") {
  if (length(unique(data$bandit)) < 2) return(NULL)
  columns <- panel_columns(data)
  ggplot2::facet_wrap(ggplot2::vars(.data$bandit), ncol = columns, scales = scales, labeller = strips_above(columns))
}

# A panel for each bandit and policy, in which a bandit has its own arms; no strip
# says what goes without saying.
facet_by_cell <- function(data) {
  policies <- length(unique(data$policy))
  bandits <- length(unique(data$bandit))
  if (policies > 1 && bandits > 1) {
    return(ggplot2::facet_grid(ggplot2::vars(.data$bandit), ggplot2::vars(.data$policy), scales = "free_y",
                               labeller = strips_around(bandits, policies)))
  }
  columns <- cell_columns(data)
  strips <- strips_above(columns)
  if (policies > 1) return(ggplot2::facet_wrap(ggplot2::vars(.data$policy), ncol = columns, labeller = strips))
  if (bandits > 1) ggplot2::facet_wrap(ggplot2::vars(.data$bandit), ncol = columns, scales = "free_y",
                                       labeller = strips)
}

panel_count <- function(data) nrow(unique(data[c("bandit", "policy")]))

# More panels than these, or in a row, are too small to be read on a page.
most_panels <- 16

most_columns <- 6

too_many_panels <- function(data) {
  policies <- length(unique(data$policy))
  panel_count(data) > most_panels || length(unique(data$bandit)) > 1 && policies > most_columns
}

# Rows of panels of facet_by_cell().
panel_rows <- function(data) {
  bandits <- length(unique(data$bandit))
  if (bandits > 1 && panel_count(data) > bandits) bandits else grDevices::n2mfrow(panel_count(data))[2]
}

# And columns.
cell_columns <- function(data) {
  policies <- length(unique(data$policy))
  if (policies > 1 && length(unique(data$bandit)) > 1) policies else grDevices::n2mfrow(panel_count(data))[1]
}

# Columns of panels of facet_by_bandit().
panel_columns <- function(data) grDevices::n2mfrow(length(unique(data$bandit)))[1]

# --- what is in them --------------------------------------------------------------------

# Policies and bandits in the order of the study, not of the alphabet.
in_study_order <- function(table, study) {
  d <- study$description
  table$policy <- factor(table$policy, names(d$policies))
  table$bandit <- factor(table$bandit, names(d$bandits))
  table
}

# The rows of the policies and bandits that were asked for, in the order of the
# study. Levels stay: they carry the looks.
keep_viewed <- function(data, view) data[data$policy %in% view$policies & data$bandit %in% view$bandits, ]

drawn_bandits <- function(data) unique(as.character(data$bandit))

# By when final measures are: where the record ends early, or games do, nothing is final.
by_when <- function(study, bandits = names(study$description$bandits)) {
  end <- if (is_exact(study)) last_checkpoint(study) else unique(final_rounds(study)[bandits])
  if (length(end) > 1) return("by the last checkpoint that all games reached")
  if (end < study$description$horizon) sprintf("by %s %s", round_word(study, bandits), format_count(end)) else
    "at the horizon"
}

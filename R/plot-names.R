# Names at the ends of lines, in the margin to the right of the panels: where there is
# room for them they take the place of a legend, and never lie on a curve.

# Names of lines: a layer of which the data has where each line ends (`round`, `mean`), its
# `label` and its colour, `ink`, which goes by no scale.
layer_names <- function(ends) {
  ggplot2::layer(
    geom = names_geom(), stat = "identity", position = "identity", data = ends, inherit.aes = FALSE,
    show.legend = FALSE, mapping = ggplot2::aes(.data$round, .data$mean, label = .data$label, ink = .data$ink),
    params = list(na.rm = TRUE)
  )
}

# Made when it is needed: ggplot2 may not be installed.
names_geom <- function() {
  ggplot2::ggproto("GeomLineNames", ggplot2::Geom,
    required_aes = c("x", "y", "label", "ink"), draw_key = ggplot2::draw_key_blank,
    draw_panel = function(data, panel_params, coord, na.rm = FALSE) {
      places <- coord$transform(data, panel_params)
      places <- places[is.finite(places$x) & is.finite(places$y), ]
      grid::gTree(places = places, vp = grid::viewport(clip = "off"), cl = "unruly_line_names")
    }
  )
}

# Once the size of the panel is known: names side by side with their lines, spread so that none lies on
# another, each joined to its line.
#' @exportS3Method grid::makeContent
makeContent.unruly_line_names <- function(x) {
  places <- x$places
  height <- grid::convertHeight(grid::unit(1, "npc"), "pt", valueOnly = TRUE)
  own <- pmin(pmax(places$y, 0), 1) * height
  at <- spread_names(own, name_heights(places$label), 0, height)
  edge <- grid::unit(1, "npc")
  grid::setChildren(x, grid::gList(
    grid::segmentsGrob(grid::unit(pmin(places$x, 1), "npc"), grid::unit(own, "pt"), edge + grid::unit(7, "pt"),
                       grid::unit(at, "pt"), gp = grid::gpar(col = places$ink, lwd = 0.7, alpha = 0.6)),
    grid::textGrob(places$label, edge + grid::unit(name_offset, "pt"), grid::unit(at, "pt"), hjust = 0,
                   gp = grid::gpar(col = places$ink, fontsize = name_size, lineheight = 0.9))
  ))
}

# Sizes in points: of the letters, and of what lies between the panel and a name.
name_size <- 8.5
name_offset <- 9

# The places nearest to `at` (in squares) at which strings of these heights do not overlap, in the same order, between
# `from` and `to`: an isotonic regression.
spread_names <- function(at, height, from, to) {
  order <- order(at)
  piled <- cumsum(height[order]) - height[order] / 2
  free <- stats::isoreg(at[order] - piled)$yf
  at[order] <- pmin(pmax(free, from), to - sum(height)) + piled
  at
}

name_heights <- function(labels) (lengths(strsplit(labels, "\n", fixed = TRUE)) * 0.95 + 0.15) * name_size

# About as wide as they are in a font without serifs.
name_widths <- function(labels) {
  width <- function(line) {
    letters <- strsplit(line, "")[[1]]
    sum(ifelse(grepl("[A-Z0-9mw+=]", letters), 0.72, ifelse(grepl("[ijlt.,:;()|-]| ", letters), 0.4, 0.64)))
  }
  vapply(strsplit(labels, "\n", fixed = TRUE), function(lines) max(0, vapply(lines, width, 0)), 0) * name_size
}

# A panel of the figures of vignettes, of 6.5 x 3.8 inches, has these points to the right of its axis, and above.
panel_points <- 420
panel_height <- function(rows) (215 - 18 * (rows > 1) * rows) / rows

# Returns how many points names need at the right; NULL where there is no room beside so many columns and rows of panels
# that have names (`panel` says in which each is).
name_room <- function(labels, panel, columns, rows) {
  room <- max(name_widths(labels)) + name_offset
  high <- max(tapply(name_heights(labels), as.character(panel), sum))
  if (room * columns <= 0.36 * panel_points && high <= panel_height(rows)) room
}

# Space to the right of each panel: the last one has the margin of the figure.
leave_room <- function(room, legend = FALSE) {
  ggplot2::theme(
    plot.margin = ggplot2::margin(6, if (legend) 12 else room + 6, 6, 6),
    panel.spacing.x = ggplot2::unit(room + 10, "pt"), legend.box.spacing = ggplot2::unit(room + 6, "pt")
  )
}

# Returns where the lines of a figure end, the last panel of each row if panels share their vertical axis; NULL if lines
# end in different rounds or there is a single one.
line_ends <- function(data) {
  end <- max(data$round)
  cells <- intersect(c("bandit", "figure", "policy"), names(data))
  ends <- data[data$round == end, ]
  if (length(unique(data$round)) < 2 || nrow(ends) < nrow(unique(data[cells]))) return(NULL)
  if (!is.null(ends[["figure"]])) ends <- ends[as.integer(ends$figure) == max(as.integer(ends$figure)), ]
  ends
}

# The names of lines and the room that they need: layers and themes; NULL where a legend is better. `wanted`: TRUE,
# FALSE, or NULL for where they fit.
name_lines <- function(data, looks, wanted = NULL, columns = panel_columns(data), rows = panel_rows_of_bandits(data)) {
  ends <- line_ends(data[data$policy %in% looks$policy[looks$matters], ])
  if (isFALSE(wanted) || is.null(ends)) return(NULL)
  ends$label <- wrap_names(ends$policy, 18)
  ends$ink <- looks$colour[match(ends$policy, looks$policy)]
  room <- name_room(ends$label, ends$bandit, columns, rows)
  if (is.null(room) && isTRUE(wanted)) room <- max(name_widths(ends$label)) + name_offset
  if (!is.null(room)) list(layer_names(ends), leave_room(room))
}

panel_rows_of_bandits <- function(data) grDevices::n2mfrow(length(unique(data$bandit)))[2]

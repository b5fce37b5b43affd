# Draws the logo, man/figures/logo.svg: regret curves within a hexagon, one of which leaves it, as unruly arms do.
# Plain R that writes SVG; run by `make figures`.

corner <- function(radius) {
  angle <- pi / 180 * (seq(30, 330, by = 60))
  paste(sprintf("%.1f,%.1f", 120 + radius * cos(angle), 139 - radius * sin(angle)), collapse = " ")
}

# A curve of regret from the lower left: `height` points up, bent by `power`.
curve <- function(height, power, colour, width, to = 206) {
  x <- seq(38, to, by = 6)
  y <- 188 - height * ((x - 38) / 168)^power
  sprintf('<polyline points="%s" fill="none" stroke="%s" stroke-width="%g" stroke-linecap="round" stroke-linejoin="round"/>',
          paste(sprintf("%.0f,%.1f", x, y), collapse = " "), colour, width)
}

lines <- c(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 278" role="img" aria-label="unruly">',
  sprintf('<polygon points="%s" fill="#08306B" stroke="#56B4E9" stroke-width="7" stroke-linejoin="round"/>', corner(130)),
  curve(22, 0.35, "#56B4E9", 5),
  curve(52, 0.5, "#009E73", 5),
  curve(86, 0.62, "#E69F00", 5),
  # The unruly one keeps its own pace, and leaves.
  curve(150, 1.5, "#D55E00", 7, to = 218),
  '<circle cx="218" cy="21" r="9" fill="#D55E00"/>',
  '<text x="120" y="226" text-anchor="middle" font-family="Helvetica, Arial, sans-serif" font-size="38" font-weight="700" fill="#FFFFFF">unruly</text>',
  "</svg>"
)
writeLines(lines, "man/figures/logo.svg")

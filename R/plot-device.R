# Figures as bytes of a file, by R's devices.

# Where there is no room devices do not say so, and files lack their end.
drawn_bytes <- function(plot, device, width, height) {
  file <- tempfile()
  on.exit(unlink(file))
  draw_to_file(plot, gsub("%", "%%", file, fixed = TRUE), device, width, height) # % stands for numbers of pages
  bytes <- read_bytes(file)
  end <- c(png = "IEND", pdf = "%%EOF", svg = "</svg>")[[device]]
  if (length(grepRaw(end, utils::tail(bytes, 10), fixed = TRUE)) == 0) stop("The figure was cut off.")
  bytes
}

draw_to_file <- function(plot, file, device, width, height) {
  open <- switch(device,
    png = function() grDevices::png(file, width, height, units = "in", res = 144),
    pdf = function() grDevices::pdf(file, width, height, title = "unruly"),
    svg = function() grDevices::svg(file, width, height)
  )
  before <- grDevices::dev.cur()
  open()
  own <- grDevices::dev.cur()
  on.exit({
    grDevices::dev.off(own)
    if (before > 1) grDevices::dev.set(before)
  })
  # Letters that the fonts of a device lack are drawn as dots, which is no reason to have no figure.
  withCallingHandlers(print(plot),
                      warning = function(w) if (grepl("mbcsToSbcs",
                                                      conditionMessage(w))) invokeRestart("muffleWarning"))
}

# Figures as bytes of a file, by R's devices.

# Devices do not report a full disk; then the end of the file is missing.
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
  # Letters that are missing in the fonts of a device become dots: no reason to refuse the figure.
  withCallingHandlers(print(plot),
                      warning = function(w) if (grepl("mbcsToSbcs",
                                                      conditionMessage(w))) invokeRestart("muffleWarning"))
}

# Figures for the vignettes: PNG with a palette of at most 256 colours, a third of
# the size of what R's own device writes, at a resolution that leaves the installed package
# below the 5 MB that it may have. Drawn as bitmaps, which are easy to
# read; where R has no cairo, its usual device is left to it.
figure_dpi <- 72
knitr::opts_chunk$set(dpi = figure_dpi, fig.retina = 1)

read_bitmap <- function(path) {
  bytes <- readBin(path, "raw", file.size(path))
  number <- function(at, size = 4) sum(as.integer(bytes[at + seq_len(size)]) * 256^(seq_len(size) - 1))
  width <- number(18)
  height <- number(22)
  depth <- number(28, 2) / 8 # bytes a pixel: 1 with a table of colours
  row <- 4 * ceiling(width * depth / 4)
  pixels <- matrix(bytes[number(10) + seq_len(row * height)], row)[seq_len(width * depth), height:1]
  if (depth == 1) {
    table <- matrix(as.integer(bytes[54 + seq_len(number(10) - 54)]), 4)[3:1, , drop = FALSE]
    colours <- table[, as.integer(pixels) + 1]
  } else {
    colours <- matrix(as.integer(pixels), depth)[3:1, ]
  }
  list(width = width, height = height, colours = colours)
}

# The 32 most frequent colours stay as they are. The others (edges of lines and
# letters) become one where they agree in three bits of red, green and blue: the most
# frequent of them; and beyond 256 in all the nearest that there is.
find_palette <- function(colours) {
  pixels <- colours[1, ] * 65536L + colours[2, ] * 256L + colours[3, ]
  exact <- unique(pixels)
  pixels <- match(pixels, exact)
  exact <- exact[often <- order(tabulate(pixels), decreasing = TRUE)]
  bucket <- exact %/% 2097152L * 64L + exact %/% 8192L %% 8L * 8L + exact %/% 32L %% 8L
  kept <- seq_along(exact) <= 32
  bucket[kept] <- -seq_len(sum(kept))
  chosen <- exact[!duplicated(bucket)]
  split <- function(x) rbind(x %/% 65536L, x %/% 256L %% 256L, x %% 256L)
  palette <- split(chosen[seq_len(min(256, length(chosen)))])
  place <- vapply(seq_along(chosen), function(i) {
    if (i <= 256) i else which.min(colSums((palette - split(chosen[i])[, 1])^2))
  }, 0L)
  place <- place[match(bucket, unique(bucket))]
  list(palette = palette, index = place[order(often)][pixels] - 1L)
}

check_table <- vapply(0:255, function(n) {
  for (i in 1:8) n <- if (n %% 2 == 1) bitwXor(bitwShiftR(n, 1), -306674912L) else bitwShiftR(n, 1)
  as.integer(if (n > 2147483647) n - 4294967296 else n)
}, 0L)

checksum <- function(bytes) {
  sum <- -1L
  for (byte in as.integer(bytes)) {
    shifted <- bitwAnd(bitwShiftR(sum, 8), 16777215L)
    sum <- bitwXor(check_table[bitwAnd(bitwXor(sum, byte), 255L) + 1L], as.integer(shifted))
  }
  bitwNot(sum)
}

big_endian <- function(number) writeBin(as.integer(number), raw(), endian = "big")

chunk <- function(type, content) {
  named <- c(charToRaw(type), content)
  c(big_endian(length(content)), named, big_endian(checksum(named)))
}

write_palette_png <- function(image, path, dpi) {
  found <- find_palette(image$colours)
  rows <- rbind(0L, matrix(found$index, image$width)) # 0: lines as they are
  writeBin(c(
    as.raw(c(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)),
    chunk("IHDR", c(big_endian(c(image$width, image$height)), as.raw(c(8, 3, 0, 0, 0)))),
    chunk("PLTE", as.raw(found$palette)),
    chunk("pHYs", c(big_endian(rep(round(dpi / 0.0254), 2)), as.raw(1))),
    chunk("IDAT", memCompress(as.raw(rows), "gzip")),
    chunk("IEND", raw())
  ), path)
}

if (capabilities("cairo")) {
  knitr::opts_chunk$set(dev = "bmp", dev.args = list(type = "cairo"), fig.process = function(path) {
    small <- sub("[.]bmp$", ".png", path)
    write_palette_png(read_bitmap(path), small, figure_dpi)
    unlink(path)
    small
  })
}

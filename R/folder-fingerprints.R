# Fingerprints of what makes a study what it is: equal for equal numbers and
# texts, however R happens to store them, whatever locale and options are set.

fingerprint <- function(x) rlang::hash(plain_bytes(x))

# Names and dimensions count, other attributes do not.
plain_bytes <- function(x) {
  c(tag_bytes(typeof_plain(x), length(x)), shape_bytes(x),
    if (is.list(x)) unlist(lapply(unname(unclass(x)), plain_bytes)) else value_bytes(x))
}

# Whole numbers and truth values are numbers.
typeof_plain <- function(x) {
  if (is.null(x)) "null" else if (is.list(x)) "list" else if (is.character(x)) "text" else "number"
}

tag_bytes <- function(...) charToRaw(paste(c(..., ""), collapse = " "))

shape_bytes <- function(x) {
  c(if (!is.null(names(x))) value_bytes(names(x)), if (!is.null(dim(x))) value_bytes(dim(x)))
}

# Long vectors piece by piece: their bytes would double the memory.
value_bytes <- function(x, piece = 1e6) {
  if (is.null(x)) return(raw())
  if (length(x) <= piece) return(few_bytes(x))
  starts <- seq(1, length(x), by = piece)
  unlist(lapply(starts, function(i) charToRaw(rlang::hash(few_bytes(x[i:min(i + piece - 1, length(x))])))))
}

few_bytes <- function(x) {
  if (is.character(x)) return(writeBin(enc2utf8(as.vector(x)), raw(), useBytes = TRUE))
  if (!is.numeric(x) && !is.logical(x)) abort_internal(sprintf("a %s has no fingerprint", typeof(x)))
  writeBin(as.double(x), raw(), endian = "little")
}

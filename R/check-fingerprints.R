# Fingerprints of what makes a study what it is: 32 hexadecimal digits, equal for
# equal numbers, strings and code, however R happens to store them, whatever its
# version, the machine, locale and options. src/glue/fingerprint.c says of which bytes
# they are the hash, src/base/hash.h what hash that is.

# Returns a fingerprint; an internal error of what are neither numbers, strings, code, bytes nor lists of these.
fingerprint <- function(x) .Call(C_fingerprint, x)

# Stands in all that is written with a checksum. It changes with the hash and with
# the form of what is hashed.
fingerprint_kind <- "MurmurHash3 x64 128, values of form 1"

file_fingerprint <- function(file) fingerprint(read_bytes(file))

# A list of strings with a checksum of its own, so that an edit is noticed.
sealed <- function(content) {
  content <- c(content, list(hash = fingerprint_kind))
  c(content, list(checksum = fingerprint(content)))
}

is_of_our_hash <- function(content) identical(content$hash, fingerprint_kind)

# Returns what is wrong with what was sealed, or NULL. It completes "It ...".
seal_problem <- function(content) {
  if (!is_of_our_hash(content)) {
    age <- if (is.null(content$hash)) "an earlier" else "another"
    return(sprintf("was written by %s version of unruly, whose checksums are of another kind", age))
  }
  sum <- tryCatch(fingerprint(content[names(content) != "checksum"]), error = function(e) NA)
  if (!identical(content$checksum, sum)) "was changed after it was written"
}

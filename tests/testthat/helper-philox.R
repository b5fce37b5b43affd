# Philox4x32-10 from its published definition (Salmon, Moraes, Dror and Shaw
# 2011), in exact arithmetic on doubles, and the addresses of the study's
# random numbers. Slow, vectorised over counters.

two16 <- 2^16
two32 <- 2^32

xor32 <- function(a, b) {
  bitwXor(a %/% two16, b %/% two16) * two16 + bitwXor(a %% two16, b %% two16)
}

# The high and the low word of a 64-bit product of words: neither half product
# exceeds 2^48.
multiply32 <- function(a, b) {
  upper <- a * (b %/% two16)
  lower <- a * (b %% two16)
  list(high = (upper + lower %/% two16) %/% two16, low = ((upper %% two16) * two16 + lower) %% two32)
}

# `counter` has four columns of words, `key` two words.
philox <- function(counter, key) {
  x <- lapply(1:4, function(i) counter[, i])
  for (round in 1:10) {
    even <- multiply32(x[[1]], 0xD2511F53)
    odd <- multiply32(x[[3]], 0xCD9E8D57)
    x <- list(xor32(xor32(odd$high, x[[2]]), key[1]), odd$low,
              xor32(xor32(even$high, x[[4]]), key[2]), even$low)
    key <- (key + c(0x9E3779B9, 0xBB67AE85)) %% two32
  }
  do.call(cbind, x)
}

# Two words make 52 bits, centred in their cell.
uniform_of_words <- function(high, low) (high * 2^20 + low %/% 2^12 + 0.5) * 2^-52

# 32 low bits of the seed; 22 high bits of it and 10 bits of the use.
philox_key <- function(seed, use) c(seed %% two32, floor(seed / two32) %% 2^22 + use * 2^22)

# Both uniforms of the block at a counter: a matrix of two columns.
block_uniforms <- function(counter, key) {
  words <- philox(counter, key)
  cbind(uniform_of_words(words[, 1], words[, 2]), uniform_of_words(words[, 3], words[, 4]))
}

literal_outcome_uniforms <- function(seed, replication, arm, pulls, sub = 0) {
  pull <- seq_len(pulls) - 1
  counter <- cbind(pull %% two32, pull %/% two32 + sub * two16, arm - 1, replication)
  block_uniforms(counter, philox_key(seed, 1))
}

# FNV-1a, 32 bits.
fnv <- function(bytes, hash) {
  for (byte in as.integer(bytes)) hash <- multiply32(xor32(hash, byte), 16777619)$low
  hash
}

# By the layout of src/model/identity.c: names, then n, count and numbers, t and a text, or l, a law and its numbers.
literal_identity_bytes <- function(policy) {
  text <- function(x) c(charToRaw(x), as.raw(0))
  numbers <- function(x) c(writeBin(as.integer(c(length(x), 0)), raw(), endian = "little"), writeBin(as.double(x) + 0, raw(), endian = "little"))
  value <- function(x) {
    if (is.character(x)) return(c(charToRaw("t"), text(x)))
    if (is.list(x)) return(c(charToRaw("l"), text(x$law), numbers(x$values)))
    c(charToRaw("n"), numbers(x))
  }
  given <- Filter(Negate(is.null), policy$parameters)
  c(text(policy$constructor), unlist(Map(function(name, x) c(text(name), value(x)), names(given), given), use.names = FALSE),
    if (!is.null(policy$policy)) c(charToRaw("p"), literal_identity_bytes(policy$policy)))
}

literal_identity <- function(policy) fnv(literal_identity_bytes(policy), 2166136261)

literal_policy_uniforms <- function(policy, seed, replication, count) {
  block <- seq_len(ceiling(count / 2)) - 1
  counter <- cbind(block %% two32, block %/% two32, literal_identity(policy), replication)
  as.vector(t(block_uniforms(counter, philox_key(seed, 4))))[seq_len(count)]
}

# Heights (src/random/heights.h), one for each lane and turn.
literal_height <- function(key, lane, turn) {
  block <- function(strip, at, number) {
    philox(cbind(at %% two32, at %/% two32, lane, strip * 2^24 + number), key)
  }
  lowest <- Inf
  for (strip in 10:3) {
    at <- turn %/% 4^strip
    low <- if (strip == 10) 0 else 4^-(strip + 1)
    count <- block(strip, at, 0)
    points <- stats::qpois(uniform_of_words(count[1], count[2]), (4^-strip - low) * 4^strip)
    if (points == 0) next
    words <- block(strip, at, seq_len(points))
    there <- at * 4^strip + words[, 1] %/% 2^(32 - 2 * strip) == turn
    height <- low + (4^-strip - low) * uniform_of_words(words[, 3], words[, 4])
    lowest <- min(lowest, height[there])
  }
  if (is.finite(lowest)) return(lowest)
  u <- block_uniforms(cbind(turn %% two32, turn %/% two32, lane %/% 2, 0), key)
  4^-3 - log(u[1 + lane %% 2])
}

literal_heights <- function(policy, seed, replication, clock, lanes, turns) {
  key <- philox(cbind(clock, 0, literal_identity(policy), replication), philox_key(seed, 20))[1:2]
  mapply(function(lane, turn) literal_height(key, lane, turn), lanes, turns)
}

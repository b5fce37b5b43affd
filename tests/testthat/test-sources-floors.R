# R's files and rooms stand on floors: each uses itself and what comes before it in `Collate:` of DESCRIPTION, the one statement of the order.
# Counted are the functions that a definition calls and those that it names (in `vapply(x, is_words, NA)`, say), also from lists.

r_definitions <- function(code) {
  of_file <- function(file) {
    lapply(code[[file]], function(e) {
      named <- as.character(e[[1]])[1] %in% c("<-", "=") && (is.name(e[[2]]) || is.character(e[[2]]))
      list(name = if (named) as.character(e[[2]]) else "", value = if (named) e[[3]] else e, file = file)
    })
  }
  unlist(lapply(names(code), of_file), recursive = FALSE, use.names = FALSE)
}

# What an expression uses of what is defined somewhere: functions called and functions named.
names_used <- function(value) {
  found <- codetools::findGlobals(eval(call("function", NULL, value), baseenv()), merge = FALSE)
  union(found$functions, found$variables)
}

# A row for each use of another definition, with the files of both, which come in their order. Only where a word of a definition
# is the name of one in a later file it is asked what it uses (codetools take long); elsewhere all words are uses.
r_uses <- function(code) {
  definitions <- r_definitions(code)
  name <- vapply(definitions, `[[`, "", "name")
  file <- vapply(definitions, `[[`, "", "file")
  place <- match(file, names(code))
  # Without strings, comments, names of parts and names of arguments.
  texts <- gsub("\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.)*'|#[^\n]*", " ", unlist(lapply(code, texts_of), use.names = FALSE), perl = TRUE)
  words <- regmatches(texts, gregexpr("%[^% ]+%|(?<![A-Za-z0-9._$@])[A-Za-z.][A-Za-z0-9._]*+(?!\\s*=[^=])", texts, perl = TRUE))
  known <- unique(name[name != ""])
  used <- lapply(seq_along(definitions), function(i) {
    words <- setdiff(words[[i]][words[[i]] %in% known], name[i])
    if (any(place[match(words, name)] > place[i])) intersect(words, names_used(definitions[[i]]$value)) else words
  })
  from <- rep(seq_along(definitions), lengths(used))
  to <- as.character(unlist(used))
  structure(data.frame(from = name[from], from_file = file[from], to = to, to_file = file[match(to, name)]), definitions = sum(name != ""))
}

room_of_r <- function(file) sub("[-.].*", "", file)

upward_uses <- function(uses, order) uses[match(uses$to_file, order) > match(uses$from_file, order), ]

# Those that use each other, directly or through others: circles() also keeps what uses a circle, so it is asked both ways.
in_circles <- function(from, to) {
  one_way <- function(from, to) circles(split(to, from)[unique(from)])
  found <- intersect(one_way(from, to), one_way(to, from))
  found[order(found)]
}

circles_of <- function(uses, of = identity) {
  pairs <- unique(data.frame(from = of(uses$from_file), to = of(uses$to_file)))
  pairs <- pairs[pairs$from != pairs$to, ]
  in_circles(pairs$from, pairs$to)
}

r_order <- function() {
  collate <- read.dcf(sources_root("DESCRIPTION"), "Collate")[[1]]
  gsub("'", "", strsplit(trimws(collate), "[[:space:]]+")[[1]])
}

test_that("R's files use only what stands below them, and so do its rooms", {
  skip_in_quick()
  skip_if_not_installed("codetools")
  root <- sources_root("R")
  order <- r_order()
  expect_setequal(order, list.files(root, "[.]R$"))
  expect_false(anyDuplicated(order) > 0)
  expect_identical(rle(room_of_r(order))$values, unique(room_of_r(order))) # a room's files stand together

  uses <- r_uses(package_code()[order])
  expect_gte(attr(uses, "definitions"), 3700)
  expect_gte(nrow(uses), 10000)
  up <- upward_uses(uses, order)
  expect_identical(sprintf("%s (%s) uses %s (%s)", up$from, up$from_file, up$to, up$to_file), character())
  expect_identical(circles_of(uses), character())
  expect_identical(circles_of(uses, room_of_r), character())
  cat(sprintf("%d files, %d rooms, %d upward, %d circles of files, %d circles of rooms\n", length(order), length(unique(room_of_r(order))),
              nrow(up), length(circles_of(uses)), length(circles_of(uses, room_of_r))))
})

test_that("a use upwards is seen: by a call, from a list, as a value", {
  skip_if_not_installed("codetools")
  below <- c("low <- function(x) x", "other <- 1")
  for (high in c("high <- function(x) low(x)", "high <- list(a = 1, b = low)", "high <- function(x) lapply(x, low)")) {
    for (low in c("back <- function(x) high(x)", "back <- structure(list(high), class = \"a\")", "back <- function(x) vapply(x, high, 1)")) {
      uses <- r_uses(lapply(list("a-low.R" = c(below, low), "b-high.R" = high), parsed_lines))
      expect_identical(upward_uses(uses, c("a-low.R", "b-high.R"))$to, "high")
      expect_identical(circles_of(uses), c("a-low.R", "b-high.R"))
      expect_identical(circles_of(uses, room_of_r), c("a", "b"))
    }
    uses <- r_uses(lapply(list("a-low.R" = below, "b-high.R" = high), parsed_lines))
    expect_identical(nrow(upward_uses(uses, c("a-low.R", "b-high.R"))), 0L)
    expect_identical(circles_of(uses), character())
  }
})

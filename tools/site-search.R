# The index of the site's search, read by pkgdown/extra.js: each page with its name, title, other names and headings,
# and of the words of all pages on which pages they are.
#
# As a script, for a page that is read from a folder may not fetch files.

# Letters that stand for gaps between pages, in a string of JSON as they are.
letters_of_gaps <- setdiff(vapply(33:126, intToUtf8, ""), c("\"", "\\", "<"))
kinds_of_pages <- c("Reference", "Article", "Site")

words_of <- function(node) gsub("[[:space:]]+", " ", trimws(xml2::xml_text(node)))

# Other names under which a topic is looked for: those of its functions, without what many begin with, and those of
# pkgdown/search-names.csv.
others_of <- function(name, aliases, more) {
  aliases <- aliases[!grepl("[-.<]|%", aliases)]
  stems <- sub("^(with|policy|arms|stop|changes|wear|prior)_", "", c(name, aliases))
  setdiff(unique(c(aliases, stems, more$words[more$topic %in% c(name, aliases)])), name)
}

describe_page <- function(page, site, topics, more) {
  main <- xml2::xml_find_first(xml2::read_html(file.path(site, page)), "//main")
  if (is.na(main)) return(NULL)
  name <- sub("[.]html$", "", basename(page))
  topic <- startsWith(page, "reference/") && name != "index"
  headings <- xml2::xml_find_all(main, ".//h2[@id] | .//h3[@id]")
  kind <- if (topic) 1L else if (startsWith(page, "articles/")) 2L else 3L
  aliases <- unlist(topics$alias[topics$file_out == basename(page)])
  list(
    path = page, name = if (topic) name else "", title = words_of(xml2::xml_find_first(main, ".//h1")), kind = kind - 1L,
    also = I(if (topic) others_of(name, aliases, more) else setdiff(c(name, more$words[more$topic == name]), "index")),
    # The parts of a help page have the same names everywhere.
    parts = if (topic) list() else lapply(headings, function(h) c(xml2::xml_attr(h, "id"), words_of(h))),
    words = unique(regmatches(text <- tolower(words_of(main)), gregexpr("\\p{L}[\\p{L}0-9_]{2,}", text, perl = TRUE))[[1]])
  )
}

# The numbers of pages, counted from 0 and rising, as gaps.
code_gaps <- function(pages) {
  last <- length(letters_of_gaps)
  gaps <- diff(c(-1L, pages)) - 1L
  coded <- lapply(gaps, function(gap) c(rep(last, gap %/% (last - 1L)), gap %% (last - 1L) + 1L))
  paste(letters_of_gaps[unlist(coded)], collapse = "")
}

write_search <- function(site, pages, topics) {
  more <- utils::read.csv("pkgdown/search-names.csv")
  described <- Filter(Negate(is.null), lapply(pages, describe_page, site, topics, more))
  where <- split(rep(seq_along(described) - 1L, lengths(lapply(described, `[[`, "words"))), unlist(lapply(described, `[[`, "words")))
  where <- where[order(names(where), method = "radix")]
  kept <- where[lengths(where) <= 0.6 * length(described)]
  index <- list(
    kinds = kinds_of_pages, letters = paste(letters_of_gaps, collapse = ""),
    pages = lapply(described, `[`, c("path", "name", "title", "kind", "also", "parts")),
    common = I(setdiff(names(where), names(kept))), words = paste(names(kept), collapse = " "),
    where = paste(vapply(kept, code_gaps, ""), collapse = " ")
  )
  text <- enc2utf8(paste0("window.siteIndex = ", jsonlite::toJSON(index, auto_unbox = TRUE), ";"))
  file <- file.path(site, "search.js")
  writeLines(text, file, useBytes = TRUE)
  if (file.size(file) > 300e3) stop("search.js has ", file.size(file), " bytes, more than 300,000", call. = FALSE)
}

# Labels, names of arms, paths and strings of errors come from users, and from files that others
# wrote. Each kind of output has one function that writes a text so that it is read as that text, and
# as nothing else, however it was made up. (Strings in messages: R/check-messages.R.)

# --- consoles ---------------------------------------------------------------------

# Characters that move the cursor, change colours, hide or turn round what follows. New lines stay, and so do the
# joiners that some scripts and many emoji need.
moves_a_console <- "(?![\n\u200c\u200d])[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]"

# In place of what cannot be shown. No function holds it as a text of its own: R would warn of it in a locale without
# UTF-8.
unshown <- intToUtf8(65533)

on_console <- function(text) {
  text[] <- gsub(moves_a_console, unshown, readable(text), perl = TRUE)
  text
}

one_line <- function(text) on_console(gsub("[\t\r\n]+", " ", readable(text)))

# All that print() methods write: each text is a line.
print_line <- function(...) {
  lines <- one_line(paste0(...))
  if (length(lines) > 0) cat(lines, sep = "\n")
}

# --- figures ------------------------------------------------------------------------

# Devices cannot draw what moves a console, and some then end with an error. `x` is anything with these labels in
# it, as strings, names or levels: each becomes one that can be drawn, different ones different ones.
drawable <- function(x, labels) {
  labels <- unique(as.character(labels))
  shown <- on_console(labels)
  changed <- shown != labels
  if (!any(changed)) return(x)
  replace_texts(x, labels[changed], utils::tail(make.unique(c(labels[!changed], shown[changed])), sum(changed)))
}

replace_texts <- function(x, from, to) {
  if (is.character(x)) {
    at <- match(x, from)
    x[!is.na(at)] <- to[at[!is.na(at)]]
  } else if (is.list(x)) {
    kept <- attributes(x)
    x <- lapply(unclass(x), replace_texts, from, to)
    attributes(x) <- kept
  }
  for (part in intersect(c("names", "levels"), names(attributes(x)))) attr(x, part) <- replace_texts(attr(x, part),
                                                                                                     from, to)
  x
}

labels_of <- function(description) {
  c(names(description$bandits), names(description$policies),
    unlist(lapply(description$bandits, function(b) b$arms$names)))
}

# --- paths --------------------------------------------------------------------------

# A part of a path for each text, different for different strings, also where a file system takes capitals
# for small letters. As in web addresses: letters, digits, ".", "-", "_" and "~" stay as they are, every other byte is
# %XX, which readers of partitioned tables undo. Of strings that differ in capitals only, these become %XX too.
file_names <- function(texts) {
  distinct <- unique(enc2utf8(texts))
  alike <- tolower(distinct) %in% tolower(distinct)[duplicated(tolower(distinct))]
  names <- vapply(distinct, percent_bytes, "", c(letters, LETTERS, 0:9, ".", "-", "_", "~"))
  names[alike] <- vapply(distinct[alike], percent_bytes, "", c(letters, 0:9, ".", "-", "_", "~"))
  names <- sub("[.]$", "%2E", names) # Windows leaves out a dot at the end
  unname(names[match(enc2utf8(texts), distinct)])
}

percent_bytes <- function(text, kept) {
  bytes <- charToRaw(text)
  letters <- rawToChar(replace(bytes, bytes > 0x7f, as.raw(0x25)), multiple = TRUE) # "%" is never kept
  paste(ifelse(letters %in% kept, letters, sprintf("%%%02X", as.integer(bytes))), collapse = "")
}

longest_file_name <- 255 # bytes, of file systems in use

# --- documents ----------------------------------------------------------------------

# Each character that `table` names becomes what stands there.
replace_each <- function(text, table) {
  letters <- strsplit(one_line(text), "", fixed = TRUE)
  vapply(letters, function(of) {
    found <- match(of, names(table))
    paste(ifelse(is.na(found), of, table[found]), collapse = "")
  }, "")
}

as_entities <- function(letters) stats::setNames(sprintf("&#%d;", utf8ToInt(paste(letters, collapse = ""))), letters)

as_html <- function(text) {
  replace_each(text, c(`&` = "&amp;", `<` = "&lt;", `>` = "&gt;", `"` = "&quot;", `'` = "&#39;"))
}

# Entities stand for themselves in every kind of Markdown, which a backslash does not: Pandoc may take "\[" for a
# formula. What only means something beside its like, or at the beginning, stays as it is elsewhere, and so do quotes:
# reports are rendered without typographic ones.
as_markdown <- function(text) {
  always <- "[\\\\`*\\[\\]{}<>|~^$@]"
  beside <- "&(?=[#A-Za-z0-9])|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|:(?=\\S)|(?<=[Ww]{3})[.]|(?<=-)-|(?<=[.])[.]"
  beginning <- "^[-+=:%(# ]|^[[:alnum:]]+\\K[.)](?=\\s|$)"
  replace_found(one_line(text), paste(always, beside, beginning, sep = "|"), as_entities)
}

replace_found <- function(text, pattern, by) {
  at <- gregexpr(pattern, text, perl = TRUE)
  regmatches(text, at) <- lapply(regmatches(text, at), function(found) unname(by(found)))
  text
}

as_tex <- function(text) {
  text <- replace_each(text, c(
    `\\` = "\\textbackslash{}", `{` = "\\{", `}` = "\\}", `#` = "\\#", `$` = "\\$", `%` = "\\%", `&` = "\\&",
    `_` = "\\_", `^` = "\\textasciicircum{}", `~` = "\\textasciitilde{}", `<` = "\\textless{}", `>` = "\\textgreater{}",
    `|` = "\\textbar{}", `[` = "{[}", `]` = "{]}", `*` = "{*}", `"` = "\\char34{}", "`" = "\\textasciigrave{}",
    rlang::set_names("?", unshown)
  ))
  replace_found(text, "(?<=-)-|(?<=')'", function(found) sprintf("{%s}", found)) # no dashes and quotes by ligature
}

# --- code ---------------------------------------------------------------------------

# The text of a string in C, without the quotes: bytes that are not plain letters as three octal digits.
as_c <- function(text) {
  vapply(enc2utf8(text), function(one) {
    bytes <- as.integer(charToRaw(one))
    plain <- bytes >= 32 & bytes < 127 & !bytes %in% utf8ToInt("\"\\?")
    paste(ifelse(plain, rawToChar(as.raw(bytes), multiple = TRUE), sprintf("\\%03o", bytes)), collapse = "")
  }, "", USE.NAMES = FALSE)
}

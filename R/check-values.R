# R's values as JSON, exactly: what a description is made of can be written and
# read back identical. A value is a list of its kind, its content and its
# attributes. Numbers are one text, each so written that it is read as the same
# number, in decimals if these do, else in the notation of C's %a. Long vectors
# stand in a Parquet file beside the JSON and go by its name.
#
# Policies of users: functions are written as their code and the variables they
# take from outside (see `write_function()`); of what is compiled from C the source
# is a field of the policy, strings like any other. Nothing else is special.

# Longer ones go to a file of their own.
longest_in_json <- 1000

# `store(vector)` puts a long vector somewhere and gives it a name (NULL: nowhere,
# all in one text); `refuse(what)` raises what cannot be written.
write_value <- function(x, store, refuse) {
  again <- function(x) write_value(x, store, refuse)
  content <- if (is.null(x)) list(kind = "nothing")
    else if (is.function(x)) write_function(x, again, refuse)
    else if (is.list(x)) write_list(x, again)
    else if (is.language(x)) write_code(x, again, refuse)
    else if (typeof(x) %in% c("double", "integer", "logical", "character")) write_vector(x, store)
    else refuse(sprintf("a value of type %s", typeof(x)))
  kept <- if (!is.function(x) && !is.language(x)) attributes(x)
  kept$names <- if (is.null(content$fields)) kept$names
  if (is.character(kept$class)) content$class <- as.list(kept$class)
  kept$class <- NULL
  if (length(kept) > 0) content$attributes <- write_list(kept, again)
  content
}

# By name, where names are fit for it.
write_list <- function(x, again) {
  items <- lapply(unclass(x), again)
  attributes(items) <- attributes(items)["names"]
  if (length(x) > 0 && !is.null(names(x)) && has_names(x) &&
      !anyNA(names(x))) return(list(kind = "list", fields = items))
  list(kind = "list", items = unname(items))
}

write_vector <- function(x, store) {
  kind <- c(double = "numbers", integer = "whole numbers", logical = "truth values", character = "strings")[[typeof(x)]]
  plain <- as.vector(unclass(x))
  attributes(plain) <- NULL
  if (length(x) > longest_in_json && !is.null(store)) return(list(kind = kind, file = store(plain)))
  if (kind == "strings") return(write_texts(enc2utf8(plain)))
  list(kind = kind,
       numbers = paste(if (kind == "numbers") written_numbers(plain) else as.character(plain), collapse = " "))
}

write_texts <- function(x) {
  missing <- which(is.na(x))
  c(list(kind = "strings", strings = as.list(replace(x, missing, ""))),
    if (length(missing) > 0) list(missing = paste(missing, collapse = " ")))
}

# Fifteen digits of a number of moderate size are read alike everywhere.
written_numbers <- function(x) {
  decimal <- sprintf("%.15g", x)
  moderate <- x == 0 | abs(x) > 1e-5 & abs(x) < 1e15
  exact <- !is.finite(x) | moderate & suppressWarnings(as.numeric(decimal)) == x
  decimal[is.nan(x)] <- "NaN"
  decimal[is.na(x) & !is.nan(x)] <- "NA"
  decimal[x %in% 0 & 1 / x < 0] <- "-0"
  ifelse(exact, decimal, sprintf("%a", x))
}

# Code as text, if that is read as the same code; numbers put into it by hand
# are not: then piece by piece.
write_code <- function(x, again, refuse) {
  if (is.name(x)) return(list(kind = "name", text = as.character(x)))
  text <- paste(deparse_plain(x, width.cutoff = 500, control = exact_code), collapse = "\n")
  read <- tryCatch(str2lang(text), error = function(e) NULL)
  if (identical(read, x)) return(list(kind = "code", text = text))
  if (!is.call(x)) refuse("code that cannot be written")
  list(kind = "call", items = again(as.list(x)))
}

exact_code <- c("keepNA", "keepInteger", "niceNames", "showAttributes", "digits17")

# The code of a function, with the digits that people write where these are read as
# the same numbers: machines differ in how they read more.
function_text <- function(f) {
  bare <- utils::removeSource(f)
  attributes(bare) <- NULL
  written <- function(control) paste(deparse_plain(bare, width.cutoff = 500, control = control), collapse = "\n")
  code <- as.call(list(as.name("function"), formals(f), body(f)))
  short <- written(setdiff(exact_code, "digits17"))
  same <- tryCatch(fingerprint(str2lang(short)) == fingerprint(code), error = function(e) FALSE)
  if (same) short else written(exact_code)
}

# The code of a function, and by name what it takes from the environments it was
# made in, up to the workspace; packages are wherever it is read.
write_function <- function(f, again, refuse) {
  if (is.primitive(f)) return(list(kind = "primitive", text = sub("^.*\"(.*)\".*$", "\\1", deparse_plain(f)[1])))
  found <- captured_names(f)
  values <- lapply(found, function(name) get(name, envir = owner_of(name, environment(f))))
  itself <- vapply(values, identical, NA, f)
  list(kind = "function", text = function_text(f), itself = as.list(unname(found[itself])),
       captured = lapply(values[!itself], again))
}

captured_names <- function(f) {
  names <- setdiff(unique(c(all.names(body(f)), unlist(lapply(formals(f), all.names)))), names(formals(f)))
  stats::setNames(nm = sort(names[have_owners(names, environment(f))], method = "radix"))
}

# Returns the environments in which names are looked for, up to the workspace or a package, which is not among them.
own_environments <- function(env) {
  found <- list()
  while (!identical(env, emptyenv()) && !isNamespace(env) && !identical(env, baseenv())) {
    found <- c(found, env)
    if (identical(env, globalenv())) break
    env <- parent.env(env)
  }
  found
}

# Returns for each name whether it has an owner: one look at each environment, which is faster than one for each name.
have_owners <- function(wanted, env) wanted %in% unlist(lapply(own_environments(env), names))

# Returns the environment in which a name is found, or NULL where that is a package's.
owner_of <- function(name, env) Find(function(env) exists(name, envir = env, inherits = FALSE), own_environments(env))

# --- reading ------------------------------------------------------------------------

# `fetch(name, kind)` gives a long vector.
read_value <- function(content, fetch) {
  again <- function(content) read_value(content, fetch)
  value <- switch(content$kind %||% "",
    nothing = NULL,
    list = lapply(content$fields %||% content$items, again),
    code = str2lang(content$text),
    name = as.name(content$text),
    call = as.call(again(content$items)),
    primitive = get(content$text, envir = baseenv(), mode = "function"),
    `function` = read_function(content, again),
    read_vector(content, fetch)
  )
  with_attributes(value, if (!is.null(content$attributes)) again(content$attributes), unlist(content$class))
}

# Functions and names may be shared with all of R, and have none where we write them.
with_attributes <- function(value, attributes, class) {
  if (is.null(attributes) && is.null(class)) return(value)
  if (is.function(value) || is.language(value)) stop("holds code with attributes")
  if (!is.null(attributes)) attributes(value) <- c(attributes(value), attributes)
  if (!is.null(class)) class(value) <- class
  value
}

read_vector <- function(content, fetch) {
  if (!is.null(content$file)) return(fetch(content$file))
  if (content$kind == "strings") return(read_texts(content))
  words <- strsplit(content$numbers, " ", fixed = TRUE)[[1]]
  switch(content$kind,
    numbers = as.numeric(replace(words, words == "NA", NA)),
    `whole numbers` = as.integer(replace(words, words == "NA", NA)),
    `truth values` = as.logical(words),
    stop(sprintf("holds a value of the unknown kind %s", describe_value(content$kind)))
  )
}

read_texts <- function(content) {
  missing <- as.integer(strsplit(content$missing %||% "", " ", fixed = TRUE)[[1]])
  replace(as.character(unlist(content$strings)), missing, NA_character_)
}

read_function <- function(content, again) {
  place <- new.env(parent = globalenv())
  code <- str2lang(content$text)
  if (!is.call(code) || !identical(code[[1]], quote(`function`))) stop("holds a function that is not one")
  f <- eval(code, place)
  for (name in names(content$captured)) assign(name, again(content$captured[[name]]), envir = place)
  for (name in content$itself) assign(name, f, envir = place)
  f
}

# Policies that come from outside are loaded before the core is asked: sources in C are compiled, packages loaded.

# Returns the lines of a file, with those of the user's headers in the place of their `#include`: so the code is known
# by all of it, and needs no other file. Headers of the package and of the system stay what they are. A header that
# includes itself, also by way of others, adds nothing if it is guarded, and is left to the compiler if not.
read_source <- function(file) {
  folder <- dirname(normalizePath(file))
  once <- character()
  inlined <- function(path, shown, within) {
    lines <- enc2utf8(readLines(path, warn = FALSE))
    if (path %in% once) return(character())
    is_once <- grepl("^[ \t]*#[ \t]*pragma[ \t]+once\\b", lines)
    if (any(is_once)) once <<- c(once, path)
    lines[is_once] <- ""
    here <- if (length(within) > 0) c(dirname(path), folder) else folder
    within <- c(within, path)
    headers <- vapply(included_names(lines), header_of_user, "", here)
    parts <- as.list(lines)
    for (i in which(!is.na(headers))) {
      header <- headers[[i]]
      if (header %in% within) parts[[i]] <- if (is_guarded(header)) "" else lines[i]
      else parts[[i]] <- c(line_words(1, basename(header)), inlined(header, basename(header), within),
                           line_words(i + 1, shown))
    }
    as.character(unlist(parts))
  }
  inlined(normalizePath(file), basename(file), character())
}

line_words <- function(line, file) sprintf("#line %d \"%s\"", as.integer(line), as_c(one_line(file)))

# Returns whether a header's second inclusion is empty: by `#pragma once`, or by a first directive `#ifndef`.
is_guarded <- function(header) {
  directives <- grep("^[ \t]*#", enc2utf8(readLines(header, warn = FALSE)), value = TRUE)
  any(grepl("^[ \t]*#[ \t]*pragma[ \t]+once\\b", directives)) ||
    (length(directives) > 0 && grepl("^[ \t]*#[ \t]*ifndef\\b", directives[1]))
}

# Returns what each line includes, NA if nothing.
included_names <- function(lines) {
  found <- regmatches(lines, regexec("^[ \t]*#[ \t]*include[ \t]*[\"<]([^\">]+)[\">]", lines))
  names <- vapply(found, function(parts) if (length(parts) > 0) parts[2] else NA_character_, "")
  replace(names, in_comment(lines), NA)
}

# Returns whether each line begins within a comment of several lines.
in_comment <- function(lines) {
  bare <- gsub("\"([^\"\\\\]|\\\\.)*\"|/[*].*?[*]/|//.*", "", lines, perl = TRUE)
  inside <- logical(length(lines))
  now <- FALSE
  for (i in seq_along(lines)) {
    inside[i] <- now
    if (now && grepl("*/", lines[i], fixed = TRUE)) now <- FALSE
    else if (!now && grepl("/*", bare[i], fixed = TRUE)) now <- TRUE
  }
  inside
}

# Returns where the compiler would find it, NA if not in the user's folders.
header_of_user <- function(name, folders) {
  if (is.na(name)) return(NA_character_)
  places <- c(if (length(folders) > 1) folders[1], system.file("include", package = "unruly"), utils::tail(folders, 1))
  found <- file.path(places, name)
  found <- found[vapply(found, is_file, NA)]
  if (length(found) == 0 || startsWith(found[1], file.path(system.file("include", package = "unruly"), ""))) {
    return(NA_character_)
  }
  normalizePath(found[1])
}

# A source is identified by its text.
compiled_name <- function(source) paste0(compiled_prefix, fingerprint(source))

is_compiled <- function(policy) startsWith(policy$constructor, compiled_prefix)

# A policy that was made in another process contains its source, or the name of the package that registers it.
load_compiled <- function(policy, call = NULL) {
  for (part in unclass(policy)[c("policy", "stream")]) if (!is.null(part)) load_compiled(part, call)
  if (is_compiled(policy)) return(compile_source(policy$source, tempdir(), paste(policy$label, "in C"), call))
  if (grepl(registered_pattern, policy$constructor) && !is_registered(policy)) {
    requireNamespace(package_of(policy$constructor), quietly = TRUE)
  }
}

# A package, and the name that it gives to the policy.
registered_pattern <- "^[A-Za-z][A-Za-z0-9.]*::."

compile_source <- function(source, folder, name, call) {
  key <- compiled_name(source)
  if (key %in% registry()$constructor) return(invisible())
  library <- build_library(source, folder, name, call)
  loaded <- tryCatch(dyn.load(library, local = TRUE), error = function(e) {
    refused <- grepl("map segment|not permitted|denied|noexec", conditionMessage(e))
    abort_compile(c("{.file {name}} was compiled but cannot be loaded.", x = "{readable(conditionMessage(e))}",
                    i = if (refused) "The folder for temporary files, {.path {tempdir()}}, may not allow programs to run. Start R with the environment variable {.envvar TMPDIR} set to a folder that does."), call)
  })
  address <- tryCatch(getNativeSymbolInfo("unruly_registered", loaded)$address, error = function(e) NULL)
  problem <- if (is.null(address)) "it does not end with UNRULY_POLICY(its policy_type)" else
    .Call(C_register, key, address)
  if (is.null(problem)) return(invisible())
  dyn.unload(library)
  abort_compile(c("{.file {name}} is not a policy that can be used.", x = "{problem}."), call)
}

# One folder per source, with the functions of the headers beside it: these are the same for all sources and most of the
# work, so they are compiled once per session.
build_library <- function(source, folder, name, call) {
  include <- system.file("include", package = "unruly")
  if (!file.exists(file.path(include, "unruly", "model", "policy.h"))) {
    abort_compile(c("The headers of unruly are not installed.", i = "Install the package with {.code R CMD INSTALL}."),
                  call)
  }
  place <- tempfile("policy")
  dir.create(place)
  writeLines(c(sprintf("#line 1 \"%s\"", as_c(one_line(name))), source), file.path(place, "policy.c"), useBytes = TRUE)
  kept <- file.path(tempdir(), "unruly_sources.o")
  functions <- if (file.copy(kept, file.path(place, "sources.o"))) "sources.o" else "sources.c"
  if (functions == "sources.c") writeLines("#include <unruly/sources.c>", file.path(place, functions))
  library <- paste0("policy_", substr(sub(compiled_prefix, "", compiled_name(source)), 1, 12), .Platform$dynlib.ext)
  said <- shared_library(place, library, c("policy.c", functions), c(headers = include, beside = folder))
  made <- file.path(place, library)
  if (file.exists(made)) {
    file.rename(file.path(place, "sources.o"), kept)
    return(made)
  }
  said <- readable(cli::ansi_strip(said))
  said <- said[nzchar(said) & !grepl(" -c (policy|sources)[.]c", said)]
  lines <- utils::head(said, 30)
  abort_plain(c(in_words("{.file {name}} could not be compiled."), stats::setNames(lines, rep(" ", length(lines))),
                i = if (length(said) == 0) "Is there a C compiler? On Windows install Rtools, on macOS the command line tools."),
              class = compile_errors, call = call)
}

shared_library <- function(place, library, files, include) {
  old <- setwd(place)
  flags <- Sys.getenv("PKG_CPPFLAGS", NA)
  include <- harmless_folders(include)
  on.exit({
    if (.Platform$OS.type != "windows") unlink(include)
    setwd(old)
    if (is.na(flags)) Sys.unsetenv("PKG_CPPFLAGS") else Sys.setenv(PKG_CPPFLAGS = flags)
  })
  Sys.setenv(PKG_CPPFLAGS = paste0("-I", include, collapse = " "))
  suppressWarnings(system2(file.path(R.home("bin"), "R"), c("CMD", "SHLIB", "-o", library, files),
                           stdout = TRUE, stderr = TRUE))
}

# Make and the shell would interpret quotes, `$` and new lines in the name of a folder, so the compiler is given links
# with names of ours. (Windows has no links, and no such names except `$`.)
harmless_folders <- function(folders) {
  if (.Platform$OS.type == "windows") return(shQuote(gsub("$", "$$", folders, fixed = TRUE)))
  file.symlink(folders, names(folders))
  names(folders)
}

abort_compile <- function(message, call, .envir = parent.frame()) {
  abort_cli(message, class = compile_errors, call = call, .envir = .envir)
}

compile_errors <- c("unruly_error_compile", "unruly_error")

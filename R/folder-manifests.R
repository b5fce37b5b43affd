# The manifest of a study's folder, study.json: what the study is, in words for
# people, whole, so that any process can play it, and in fingerprints, which
# decide whether two studies are the same. How many replications are wanted
# stands apart (R/folder-segments.R), as that may grow.

manifest_format <- "unruly study 5"

manifest_file <- function(path) file.path(path, "study.json")

make_manifest <- function(description, store, call) {
  sealed(list(
    format = manifest_format,
    package = package_version_text(),
    study = study_words(description),
    fingerprints = lapply(study_values(description), fingerprint),
    description = write_description(description, store, call)
  ))
}

write_description <- function(description, store, call) {
  refuse <- function(argument) function(what) {
    abort_argument(argument, "made of numbers, strings, code and lists of these, to be kept in a folder", call = call,
                   given = sprintf("something that holds %s", what), class = "unruly_error_path")
  }
  written <- lapply(rlang::set_names(names(description)), function(part) {
    argument <- if (part == "bandits") "bandit" else part
    tryCatch(write_value(description[[part]], store, refuse(argument)),
             stackOverflowError = function(e) refuse(argument)("something that holds itself"),
             expressionStackOverflowError = function(e) refuse(argument)("something that holds itself"))
  })
  written
}

# Returns what makes the study what it is: numbers and strings, in the order in which
# differences are looked for.
study_values <- function(description) {
  c(list(
    bandits = lapply(description$bandits, function(b) c(describe_bandit(b), list(arm_names = b$arms$names))),
    policies = lapply(description$policies, policy_values, description$bandits),
    horizon = description$horizon, record = description$record, keep = description$keep, seed = description$seed
  ), if (!is.null(description$stop)) list(stop = if_alike(describe_stops(description))),
  if (overruns(description)) list(overrun = description$overrun))
}

# As it plays the bandits, each if it does not play them alike.
policy_values <- function(policy, bandits) {
  plays <- lapply(unname(bandits), function(b) describe_policy(resolve_policy(policy, stated_scale(b), b$arms$names)))
  c(if_alike(plays), list(label = policy$label))
}

if_alike <- function(values) if (all(vapply(values, identical, NA, values[[1]]))) values[[1]] else values

# The fingerprint that parts carry: of all but the seed, which they carry as a
# number.
study_fingerprint <- function(description) {
  values <- study_values(description)
  fingerprint(values[names(values) != "seed"])
}

study_words <- function(description) {
  c(list(
    bandits = unname(lapply(description$bandits, bandit_line)),
    policies = unname(lapply(description$policies, function(p) paste0(p$label, policy_details(p)))),
    horizon = whole_text(description$horizon),
    record = record_words(description$record),
    keep = paste(description$keep, collapse = ", "),
    seed = whole_text(description$seed)
  ), if (!is.null(description$stop)) list(stop = paste(sub("^Stops: ", "", trial_words(description)), collapse = "; ")),
  if (overruns(description)) list(overrun = format_plain(description$overrun, digits = 15)))
}

record_words <- function(record) {
  sprintf("%s from round %s to %s", count_of(length(record), "checkpoint"), whole_text(record[1]),
          whole_text(record[length(record)]))
}

# Makes the folder and its manifest, or compares with the one that is there. Of
# two processes that begin at once one writes the manifest, and both go by it.
# Returns the description, with the folder's seed.
open_folder <- function(path, description, seed_given, call) {
  make_folder(path, call)
  remove_leftovers(path)
  file <- manifest_file(path)
  if (!file.exists(file)) {
    manifest <- make_manifest(description, function(vector) store_vector(vector, path, call), call)
    publish_first(write_soundly(file, function(temporary) write_json(manifest, temporary), call), file)
  }
  found <- read_manifest(path, call)
  if (!seed_given) description$seed <- as.double(found$study$seed)
  compare_manifests(path, found, description, call)
  description
}

read_manifest <- function(path, call) {
  found <- tryCatch(read_json(manifest_file(path)),
                    error = function(e) refuse_manifest(path, conditionMessage(e), call))
  if (!identical(found$format, manifest_format)) {
    refuse_manifest(path, sprintf("has the format %s, not \"%s\"", describe_value(found$format), manifest_format), call)
  }
  if (!is_of_our_hash(found)) {
    refuse_manifest(path, seal_problem(found), call,
                    sprintf("Go on with the version that wrote it, %s, or use another folder.",
                            toString(found$package)))
  }
  problem <- seal_problem(found)
  if (!is.null(problem)) refuse_manifest(path, problem, call)
  found
}

refuse_manifest <- function(path, what, call, advice = NULL) {
  advice <- advice %||% "Use another folder. If parts of a study are here, the manifest can be deleted: the call that made them finds them again if it states their seed."
  abort_path(c("{.path {manifest_file(path)}} is not a manifest that can be used.", x = "It {what}.", i = "{advice}"),
             call)
}

compare_manifests <- function(path, found, description, call) {
  wanted <- lapply(study_values(description), fingerprint)
  parts <- union(names(wanted), names(found$fingerprints))
  same <- vapply(parts, function(part) identical(found$fingerprints[[part]], wanted[[part]]), NA)
  if (!all(same)) {
    part <- parts[!same][1]
    refuse_folder(path, part, found$study[[part]], study_words(description)[[part]], call)
  }
  compare_versions(path, found, call)
}

compare_versions <- function(path, found, call) {
  here <- package_version_text()
  if (identical(found$package, here)) return(invisible())
  warn_cli(c("{.path {path}} was begun with version {found$package} of unruly, and this is {here}.",
                  i = "Their results may differ."), class = c("unruly_warning_version", "unruly_warning"), call = call)
}

refuse_folder <- function(path, part, found, wanted, call) {
  verb <- if (part %in% c("bandits", "policies", "reps")) "differ" else "differs"
  show <- function(x) if (is.null(x)) "none" else paste(unlist(x), collapse = "; ")
  abort_path(c(
    "The folder {.path {path}} holds another study: its {part} {verb}.",
    x = "There: {show(found)}.", x = "Here: {show(wanted)}.",
    i = if (identical(show(found), show(wanted))) "They print alike, but their numbers or names differ.",
    i = "Use the arguments it was begun with, or another folder."
  ), call)
}

# --- the description of a folder's study ----------------------------------------------

# As it was given, whoever reads it.
read_description <- function(path, found, trust, call) {
  fetch <- function(name) fetch_vector(name, path)
  description <- tryCatch(lapply(found$description, read_value, fetch),
                          error = function(e) refuse_manifest(path, conditionMessage(e), call))
  if (!is_description(description)) refuse_manifest(path, "does not describe a study", call)
  check_trust(description, path, trust, call)
  compare_manifests(path, found, description, call)
  description
}

# A long vector goes to a file that is named by what is in it.
store_vector <- function(vector, path, call) {
  name <- sprintf("values-%s.parquet", fingerprint(vector))
  file <- file.path(path, name)
  if (!file.exists(file)) {
    publish_first(write_soundly(file, function(temporary) write_table(tibble(value = vector), temporary), call), file)
  }
  name
}

fetch_vector <- function(name, path) {
  file <- file.path(path, name)
  if (!grepl("^values-[0-9a-f]+\\.parquet$", name) ||
      !is_file(file)) stop(sprintf("needs %s, which is not there", name))
  value <- tryCatch(read_table(file)$value, error = function(e) NULL)
  if (!identical(name, sprintf("values-%s.parquet", fingerprint(value)))) stop(sprintf("needs %s, which was changed",
                                                                                       name))
  value
}

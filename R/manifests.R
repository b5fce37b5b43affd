# The manifest of a study's folder, study.json: what the study is, in words for
# people and in fingerprints, which decide whether two studies are the same.

manifest_format <- "unruly study 2"

manifest_file <- function(path) file.path(path, "study.json")

make_manifest <- function(description, replications) {
  sealed(list(
    format = manifest_format,
    package = package_version_text(),
    study = study_words(description, replications),
    fingerprints = lapply(study_values(description, replications), fingerprint)
  ))
}

package_version_text <- function() as.character(getNamespaceVersion("unruly"))

# What makes the study what it is: numbers and texts, in the order in which
# differences are looked for.
study_values <- function(description, replications) {
  list(
    bandits = lapply(description$bandits, describe_bandit),
    policies = lapply(description$policies, describe_policy),
    horizon = description$horizon, first_rep = as.double(replications[1]), reps = as.double(length(replications)),
    record = description$record, keep = description$keep, seed = description$seed,
    part_size = part_size(length(replications))
  )
}

# The fingerprint that parts carry: of all but the replications and the seed,
# which they carry as numbers.
study_fingerprint <- function(description) {
  same <- c("bandits", "policies", "horizon", "record", "keep")
  fingerprint(study_values(description, 1)[same])
}

study_words <- function(description, replications) {
  list(
    bandits = unname(lapply(description$bandits, bandit_line)),
    policies = unname(lapply(description$policies, function(p) paste0(p$label, policy_details(p)))),
    horizon = whole_text(description$horizon),
    first_rep = whole_text(replications[1]),
    reps = whole_text(length(replications)),
    record = record_words(description$record),
    keep = description$keep,
    seed = whole_text(description$seed),
    part_size = whole_text(part_size(length(replications)))
  )
}

record_words <- function(record) {
  sprintf("%s from round %s to %s", count_of(length(record), "checkpoint"), whole_text(record[1]),
          whole_text(record[length(record)]))
}

whole_text <- function(x) sprintf("%.0f", x)

# Makes the folder and its manifest, or compares with the one that is there. Of
# two processes that begin at once one writes the manifest, and both go by it.
# Returns the description, with the folder's seed.
open_folder <- function(path, description, replications, seed_given, call) {
  make_folder(path, call)
  remove_leftovers(path)
  file <- manifest_file(path)
  if (!file.exists(file)) {
    manifest <- make_manifest(description, replications)
    publish_first(write_soundly(file, function(temporary) write_json(manifest, temporary), call), file)
  }
  found <- read_manifest(path, call)
  if (!seed_given) description$seed <- as.double(found$study$seed)
  compare_manifests(path, found, make_manifest(description, replications), call)
  description
}

read_manifest <- function(path, call) {
  found <- tryCatch(read_json(manifest_file(path)), error = function(e) refuse_manifest(path, conditionMessage(e), call))
  if (!identical(found$format, manifest_format)) {
    refuse_manifest(path, sprintf("has the format %s, not \"%s\"", describe_value(found$format), manifest_format), call)
  }
  if (!is_sealed(found)) refuse_manifest(path, "was changed after it was written", call)
  found
}

refuse_manifest <- function(path, what, call) {
  abort_path(c("{.path {manifest_file(path)}} is not the manifest of a study.", x = "It {what}.",
               i = "Use another folder. If parts of a study are here, the manifest can be deleted: the call that they were made with finds them again if it gives their seed."), call)
}

compare_manifests <- function(path, found, wanted, call) {
  same <- mapply(identical, found$fingerprints[names(wanted$fingerprints)], wanted$fingerprints)
  if (!all(same)) {
    part <- names(wanted$fingerprints)[!same][1]
    refuse_folder(path, part, found$study[[part]], wanted$study[[part]], call)
  }
  if (identical(found$package, wanted$package)) return(invisible())
  cli::cli_warn(c("{.path {path}} was begun with version {found$package} of unruly, and this is {wanted$package}.",
                  i = "Their results may differ."), class = c("unruly_warning_version", "unruly_warning"), call = call)
}

refuse_folder <- function(path, part, found, wanted, call) {
  verb <- if (part %in% c("bandits", "policies", "reps")) "differ" else "differs"
  show <- function(x) paste(unlist(x), collapse = "; ")
  abort_path(c(
    "The folder {.path {path}} holds another study: its {part} {verb}.",
    x = "There: {show(found)}.", x = "Here: {show(wanted)}.",
    i = if (identical(show(found), show(wanted))) "They read alike, but their numbers are not the same.",
    i = "Use the arguments it was begun with, or another folder."
  ), call)
}

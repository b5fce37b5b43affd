# Claims of a folder's parts by processes. A process claims a part by a file beside it
# that holds its name; the others play something else meanwhile. A claim stands
# as long as its file is touched, every few seconds; that of a process of this
# machine falls as soon as the process is gone. Claims save work; were one
# taken wrongly, a part would be played twice, to the same end.

claim_file <- function(folder) paste0(folder, ".claim")

claims <- new.env(parent = emptyenv())
claims$held <- character()
claims$beaten <- -Inf
claims$seen <- list() # of others: when their file was last seen to change

# Seconds after which a claim that is not touched any more falls.
claim_patience <- 60

claim_part <- function(folder) {
  file <- claim_file(folder)
  if (file.exists(file)) {
    holder <- read_claim(file)
    if (is.null(holder)) return(file.exists(file)) # no process holds it: try without a claim
    if (stands(file, holder) || !topple_claim(file, holder)) return(FALSE)
  }
  temporary <- temporary_name(file)
  written <- tryCatch({
    write_text(process_name(), temporary)
    TRUE
  }, error = function(e) FALSE)
  taken <- written && (suppressWarnings(file.link(temporary, file)) ||
                         !file.exists(file) && suppressWarnings(file.rename(temporary, file)))
  unlink(temporary)
  if (taken) {
    claims$held <- c(claims$held, file)
    while_waiting$touch_claims <- touch_claims
  }
  taken || !written # where claims cannot be written, parts can: try
}

release_part <- function(folder) {
  file <- claim_file(folder)
  claims$held <- setdiff(claims$held, file)
  if (identical(read_claim(file), process_name())) unlink(file)
}

# The process that holds it, or NULL if no process wrote it.
read_claim <- function(file) {
  text <- tryCatch(rawToChar(read_bytes(file)), error = function(e) "")
  if (grepl(sprintf("^%s$", process_pattern), text, useBytes = TRUE)) text
}

stands <- function(file, holder) {
  if (holder == process_name()) return(FALSE) # of a call of ours that was cut off
  !(is_here(holder) && is_dead(number_of(holder))) && !is_silent(file)
}

# Another machine's clock may be wrong: what counts is whether the time of the
# file changes while we look.
is_silent <- function(file) {
  now <- proc.time()[["elapsed"]]
  touched <- as.double(file.mtime(file))
  seen <- claims$seen[[file]]
  if (is.null(seen) || !identical(seen$touched, touched)) {
    claims$seen[[file]] <- list(touched = touched, since = now)
    return(FALSE)
  }
  now - seen$since > claim_patience
}

# By a name of its own first, so that of two one succeeds; a claim that came in
# between is put back.
topple_claim <- function(file, holder) {
  aside <- temporary_name(file)
  if (!suppressWarnings(file.rename(file, aside))) return(FALSE)
  ours <- identical(read_claim(aside), holder)
  if (!ours) suppressWarnings(file.link(aside, file))
  unlink(aside)
  ours
}

# Called while waiting for games.
touch_claims <- function() {
  now <- proc.time()[["elapsed"]]
  if (length(claims$held) == 0 || now - claims$beaten < 5) return(invisible())
  claims$beaten <- now
  suppressWarnings(Sys.setFileTime(claims$held, Sys.time()))
  invisible()
}

# Temporary files and claims of processes that are gone. Other files in the folder are left alone.
remove_leftovers <- function(path) {
  for (left in leftovers(path, function(name) grepl(study_pattern, name, useBytes = TRUE))) remove_temporary(left)
  claimed <- list.files(path, sprintf("^%s\\.claim$", part_pattern), full.names = TRUE)
  for (file in claimed) if (!is.null(holder <- read_claim(file)) && !stands(file, holder)) unlink(file)
}

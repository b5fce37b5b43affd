# Replications that the study of a folder is to have, and their parts. Each
# time it grows a segment is added: plan-0001.json, plan-0002.json and so on. A
# segment never changes, so parts keep their numbers and their replications; of
# two processes that add one at once the first wins, and the other goes on from
# there.

segment_file <- function(path, i) file.path(path, sprintf("plan-%04d.json", i))

read_segments <- function(path, call) {
  segments <- list()
  while (file.exists(file <- segment_file(path, length(segments) + 1))) {
    found <- tryCatch(read_json(file), error = function(e) refuse_segment(file, conditionMessage(e), call))
    problem <- seal_problem(found)
    if (!is.null(problem)) refuse_segment(file, problem, call)
    segment <- lapply(stats::setNames(nm = c("first_rep", "reps", "part_size")),
                      function(part) number_of_text(found[[part]]))
    problem <- segment_problem(segment, segments)
    if (!is.null(problem)) refuse_segment(file, problem, call)
    segments <- c(segments, list(segment))
  }
  segments
}

# As whole_text() writes it, or NA.
number_of_text <- function(text) if (is_word(text) && grepl("^[0-9]{1,10}$", text)) as.double(text) else NA_real_

# A seal can be made anew, so it does not say that the numbers can be played. Replications have R's whole numbers, and
# those of a segment follow those before it.
segment_problem <- function(segment, before) {
  for (part in names(segment)) {
    if (is.na(segment[[part]]) ||
        segment[[part]] < 1) return(sprintf("has no whole number of at least 1 as its `%s`", part))
  }
  if (segment$first_rep + segment$reps - 1 > .Machine$integer.max) return("has more replications than there can be")
  last <- before[length(before)]
  if (length(last) > 0 && segment$first_rep != last[[1]]$first_rep +
      last[[1]]$reps) return("does not go on where the plan before it ends")
}

refuse_segment <- function(file, what, call) {
  abort_path(c("{.path {file}} is not part of the plan of a study.", x = "It {what}.",
               i = "If it is deleted, the call that made the study writes it anew."), call)
}

# The segments, until there are as many replications as are wanted.
grow_plan <- function(path, first_rep, reps, size, call) {
  repeat {
    segments <- read_segments(path, call)
    planned <- sum(vapply(segments, `[[`, 0, "reps"))
    if (planned > 0) compare_plan(path, segments[[1]]$first_rep, planned, first_rep, reps, call)
    if (planned >= reps) return(segments)
    add_segment(path, length(segments) + 1, first_rep + planned, reps - planned, size %||% part_size(reps - planned),
                call)
  }
}

add_segment <- function(path, i, first_rep, reps, size, call) {
  content <- sealed(list(first_rep = whole_text(first_rep), reps = whole_text(reps), part_size = whole_text(size)))
  file <- segment_file(path, i)
  publish_first(write_soundly(file, function(temporary) write_json(content, temporary), call), file)
}

compare_plan <- function(path, first_there, planned, first_rep, reps, call) {
  if (first_there != first_rep) refuse_folder(path, "first_rep", whole_text(first_there), whole_text(first_rep), call)
  if (planned <= reps) return(invisible())
  abort_path(c(
    "The folder {.path {path}} is planned for more replications: its reps differ.",
    x = "There: {format_count(planned)}.", x = "Here: {format_count(reps)}.",
    i = "{.arg reps} may grow, but not shrink; {.fn read_study} reads what there is."
  ), call)
}

# About twenty parts, but not so small that threads idle.
part_size <- function(reps) max(8, ceiling(reps / 20))

# The replications of each part, in order.
parts_of <- function(segments) {
  unlist(lapply(segments, function(s) {
    split_replications(seq(s$first_rep, length.out = s$reps), s$part_size)
  }), recursive = FALSE)
}

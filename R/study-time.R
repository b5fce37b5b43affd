# How long studies took, by what they are: not a part of a study, as the same
# study is the same to the last bit however long it took. In this session only, so
# any hash will do.
times <- new.env(parent = emptyenv())

time_key <- function(study) rlang::hash(list(study$description, study$replications))

remember_time <- function(study, seconds) {
  if (!is.null(seconds)) assign(time_key(study), seconds, envir = times)
  study
}

time_taken <- function(study) times[[time_key(study)]]

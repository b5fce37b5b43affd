# Times that studies took, by what they are: not a part of a study, as the same
# study is the same to the last bit however long it took. In this session only, so
# any hash will do.
times <- new.env(parent = emptyenv())

time_key <- function(study) rlang::hash(list(study$description, study$replications))

remember_time <- function(study, seconds) {
  if (!is.null(seconds)) assign(time_key(study), seconds, envir = times)
  study
}

time_taken <- function(study) times[[time_key(study)]]

# "0.2 seconds", "3.5 minutes", "2.1 hours".
format_seconds <- function(seconds) {
  units <- c(seconds = 1, minutes = 60, hours = 3600, days = 86400)
  unit <- max(which(seconds >= c(0, 100, 5400, 172800)))
  sprintf("%s %s", trimws(formatC(seconds / units[[unit]], digits = 2, format = "fg", decimal.mark = ".")),
          names(units)[unit])
}

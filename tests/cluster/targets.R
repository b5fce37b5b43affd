# A pipeline of targets with workers of crew, one of them killed (-9) while it plays a part.
source("tests/cluster/study.R")
place <- file.path(Sys.getenv("CLUSTER_PLACE"), "pipeline")
dir.create(place)
writeLines(c(sprintf('source("%s")', normalizePath("tests/cluster/study.R")), readLines("tests/cluster/_targets.R")),
           file.path(place, "_targets.R"))
setwd(place)
folder <- file.path("studies", rlang::hash(arguments[setdiff(names(arguments), "reps")]))
pipeline <- parallel::mcparallel(targets::tar_make(callr_function = NULL, reporter = "silent"))
wait_until(function() dir.exists(folder), "the folder of the study")
killed <- kill_player(folder)
invisible(parallel::mccollect(pipeline))
played <- targets::tar_read(played)
cat(sprintf("Part %d was played by process %d", played$part, played$process), sep = "\n")
stopifnot(killed %in% played$part)
study <- targets::tar_read(study)
stopifnot(identical(do.call(c, unname(targets::tar_read(again))), study))

# The pipeline that the package ships plays again after an edit.
shipped <- file.path(Sys.getenv("CLUSTER_PLACE"), "shipped")
dir.create(shipped)
setwd(shipped)
code <- readLines(system.file("scripts", "_targets.R", package = "unruly"))
code <- sub("reps = 1000", "reps = 5", sub("1e5", "1e3", code, fixed = TRUE), fixed = TRUE)
arms_after <- function(code) {
  writeLines(code, "_targets.R")
  targets::tar_make(callr_function = NULL, reporter = "silent")
  nlevels(factor(pulls(targets::tar_read(study))$arm))
}
stopifnot(arms_after(code) == 3, arms_after(sub("c(0.3, 0.5, 0.6)", "c(0.3, 0.6)", code, fixed = TRUE)) == 2)
compare(study)

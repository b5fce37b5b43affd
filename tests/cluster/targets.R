# A pipeline of targets with workers of crew, one of them killed (-9) while it plays a part.
source("tests/cluster/study.R")
place <- file.path(Sys.getenv("CLUSTER_PLACE"), "pipeline")
dir.create(place)
writeLines(c(sprintf('source("%s")', normalizePath("tests/cluster/study.R")), readLines("tests/cluster/_targets.R")),
           file.path(place, "_targets.R"))
setwd(place)
pipeline <- parallel::mcparallel(targets::tar_make(callr_function = NULL, reporter = "silent"))
killed <- kill_player("study")
invisible(parallel::mccollect(pipeline))
played <- targets::tar_read(played)
cat(sprintf("Part %d was played by process %d", played$part, played$process), sep = "\n")
stopifnot(killed %in% played$part)
compare(targets::tar_read(study))

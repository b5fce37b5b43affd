library(targets)
tar_option_set(packages = "unruly", controller = crew::crew_controller_local(workers = 2))
list(
  tar_target(described, arguments), # of study.R
  tar_target(folder, file.path("studies", rlang::hash(described[setdiff(names(described), "reps")]))),
  tar_target(part, do.call(plan_study, c(described, list(parts = 6, path = folder)))$part),
  tar_target(played, {
    run_part(folder, part, threads = 1)
    data.frame(part, process = Sys.getpid())
  }, pattern = map(part)),
  tar_target(again, run_part(folder, part), pattern = map(part), iteration = "list"), # read: all are played
  tar_target(study, {
    played # all of them first
    read_study(folder)
  })
)

library(targets)
tar_option_set(packages = "unruly", controller = crew::crew_controller_local(workers = 2))
list(
  tar_target(part, plan_folder("study")$part),
  tar_target(played, {
    run_part("study", part, threads = 1)
    data.frame(part, process = Sys.getpid())
  }, pattern = map(part)),
  tar_target(study, {
    played # all of them first
    read_study("study")
  })
)

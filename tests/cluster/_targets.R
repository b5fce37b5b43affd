library(targets)
tar_option_set(packages = "unruly", controller = crew::crew_controller_local(workers = 2))
list(
  tar_target(task, plan_folder("study")$part),
  tar_target(played, { run_part("study", task, threads = 1); task }, pattern = map(task)),
  tar_target(study, { played; read_study("study") })
)

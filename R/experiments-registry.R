# The registry of experiments: one line an experiment. A function, so that the
# order in which files are read does not matter.
experiment_registry <- function() list(
  "impatient-cycle" = experiment_impatient_cycle,
  "impatient-se" = experiment_impatient_se,
  "impatient-ucb" = experiment_impatient_ucb,
  "impatient-waiting" = experiment_impatient_waiting,
  "impatient-entry" = experiment_impatient_entry,
  "impatient-hardness" = experiment_impatient_hardness
)

# The registry of experiments: one line an experiment. A function, so that the
# order in which files are read does not matter.
experiment_registry <- function() list(
  "impatient-cycle" = experiment_impatient_cycle,
  "impatient-se" = experiment_impatient_se,
  "impatient-ucb" = experiment_impatient_ucb,
  "impatient-waiting" = experiment_impatient_waiting,
  "impatient-entry" = experiment_impatient_entry,
  "impatient-hardness" = experiment_impatient_hardness,
  "farewell-1a" = experiment_farewell_1a,
  "farewell-1b" = experiment_farewell_1b,
  "farewell-1c" = experiment_farewell_1c,
  "farewell-2a" = experiment_farewell_2a,
  "farewell-2b" = experiment_farewell_2b,
  "farewell-2c" = experiment_farewell_2c,
  "fair-1" = experiment_fair_1,
  "fair-2" = experiment_fair_2,
  "fair-3" = experiment_fair_3,
  "fair-4" = experiment_fair_4,
  "fair-5" = experiment_fair_5,
  "composite-2" = experiment_composite_2,
  "composite-3" = experiment_composite_3,
  "composite-4" = experiment_composite_4,
  "composite-5" = experiment_composite_5,
  "mortal-1" = experiment_mortal_1,
  "mortal-2" = experiment_mortal_2,
  "mortal-simulated" = experiment_mortal_simulated
)

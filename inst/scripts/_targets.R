# A pipeline of the package targets: targets::tar_make() in a folder with this file.
# The study has no `path`: targets keeps it, and plays it anew after an edit of what it depends on.
library(targets)
tar_option_set(packages = "unruly")
list(
  tar_target(problem, bandit(arms_bernoulli(c(0.3, 0.5, 0.6)))),
  tar_target(policies, policy_grid(policy_epsilon_greedy, epsilon = c(0.01, 0.1, 0.3))),
  tar_target(study, run_study(problem, policies, 1e5, reps = 1000, seed = 1, progress = FALSE)),
  tar_target(final, summary(study)),
  tar_target(figure, autoplot(study, "sweep", x = "epsilon"))
)

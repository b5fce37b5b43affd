policy_follow_leader <- function(optimism = 0, label = NULL) {
  unruly::policy_registered("registered::policy_follow_leader", list(optimism = optimism), label)
}

.onUnload <- function(path) library.dynam.unload("registered", path)

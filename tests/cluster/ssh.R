# Daemons of mirai behind SSH, with TLS, one of them killed (-9) while it plays.
source("tests/cluster/study.R")
source("tests/cluster/daemons.R")
address <- paste0("ssh://localhost:", Sys.getenv("SSH_PORT"))
mirai::daemons(
  n = 2, url = "tls+tcp://127.0.0.1:0",
  remote = mirai::ssh_config(remotes = c(address, address), command = Sys.getenv("SSH_COMMAND"))
)
compare(play_with_a_death("SSH_CONNECTION"))

# Sourced by play.sh: an SSH server on this machine with keys of its own, and `ssh` that
# knows them, in the temporary folder.
need_programs sshd openssh-server ssh openssh-client ssh-keygen openssh-client
[ "$(id -u)" -eq 0 ] || not_here "sshd needs root"
SSH_PORT=$(free_port)
SSH_COMMAND=$CLUSTER_PLACE/ssh
export SSH_PORT SSH_COMMAND

ssh-keygen -q -t ed25519 -N '' -f "$CLUSTER_PLACE/host"
ssh-keygen -q -t ed25519 -N '' -f "$CLUSTER_PLACE/user"
cp "$CLUSTER_PLACE/user.pub" "$CLUSTER_PLACE/authorized"
printf '[localhost]:%s %s\n' "$SSH_PORT" "$(cat "$CLUSTER_PLACE/host.pub")" > "$CLUSTER_PLACE/known"

# Where the other machines would have R packages in their own library, these get ours.
cat > "$CLUSTER_PLACE/sshd_config" << CONFIGURATION
Port $SSH_PORT
ListenAddress 127.0.0.1
HostKey $CLUSTER_PLACE/host
AuthorizedKeysFile $CLUSTER_PLACE/authorized
PidFile $CLUSTER_PLACE/sshd.pid
StrictModes no
UsePAM no
PasswordAuthentication no
PermitRootLogin prohibit-password
SetEnv CLUSTER_PLACE=$CLUSTER_PLACE R_LIBS=$R_LIBS
CONFIGURATION
cat > "$CLUSTER_PLACE/ssh_config" << CONFIGURATION
Host localhost
  IdentityFile $CLUSTER_PLACE/user
  IdentitiesOnly yes
  UserKnownHostsFile $CLUSTER_PLACE/known
  StrictHostKeyChecking yes
  BatchMode yes
CONFIGURATION
printf '#!/bin/sh\nexec ssh -F %s "$@"\n' "$CLUSTER_PLACE/ssh_config" > "$SSH_COMMAND"
chmod +x "$SSH_COMMAND"

# sshd wants this folder, which a system that does not run it need not have.
if [ ! -d /run/sshd ]; then
  mkdir /run/sshd
  tear_down() { rmdir /run/sshd; }
fi
begin sshd -D -e -f "$CLUSTER_PLACE/sshd_config"
for i in $(seq 40); do
  if "$SSH_COMMAND" -p "$SSH_PORT" localhost true 2> "$CLUSTER_PLACE/ssh.out"; then break; fi
  if [ "$i" = 40 ]; then
    echo "No connection over SSH:"
    cat "$CLUSTER_PLACE/ssh.out" "$CLUSTER_PLACE/sshd.out"
    exit 1
  fi
  sleep 0.3
done

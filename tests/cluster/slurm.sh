# Sourced by play.sh: a Slurm of one machine, in the temporary folder. Nothing of the
# system's own configuration is read or changed; there are no cgroups.
need_programs slurmctld slurmctld slurmd slurmd munged munge sbatch slurm-client
[ "$(id -u)" -eq 0 ] || not_here "Slurm's daemons need root"
SLURM_CONF=$CLUSTER_PLACE/slurm.conf
USER=$(id -un) # batchtools lists the jobs of this user
export SLURM_CONF USER

(umask 077 && head -c 128 /dev/urandom > "$CLUSTER_PLACE/munge.key")
begin munged --force --foreground --num-threads=2 --key-file="$CLUSTER_PLACE/munge.key" \
  --socket="$CLUSTER_PLACE/munge.socket" --pid-file="$CLUSTER_PLACE/munged.pid" \
  --log-file="$CLUSTER_PLACE/munged.log" --seed-file="$CLUSTER_PLACE/munge.seed"

mkdir "$CLUSTER_PLACE/state" "$CLUSTER_PLACE/spool"
cat > "$SLURM_CONF" << CONFIGURATION
ClusterName=localhost
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$CLUSTER_PLACE/munge.socket
StateSaveLocation=$CLUSTER_PLACE/state
SlurmdSpoolDir=$CLUSTER_PLACE/spool
SlurmctldPidFile=$CLUSTER_PLACE/slurmctld.pid
SlurmdPidFile=$CLUSTER_PLACE/slurmd.pid
SlurmctldLogFile=$CLUSTER_PLACE/slurmctld.log
SlurmdLogFile=$CLUSTER_PLACE/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
KillWait=2
NodeName=localhost NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=$(slurmd -C | sed -n 's/.*RealMemory=\([0-9]*\).*/\1/p')
PartitionName=all Nodes=localhost Default=YES
CONFIGURATION

begin slurmctld -D -c -f "$SLURM_CONF"
begin slurmd -D -N localhost -f "$SLURM_CONF"

# Jobs go first: the processes that watch them outlive slurmd.
tear_down() {
  scancel --user=root
  for i in 1 2 3 4 5 6 7 8 9 10; do
    [ -n "$(squeue --noheader)" ] || break
    sleep 0.5
  done
}

ready=
for i in $(seq 60); do
  if [ "$(sinfo --noheader --format=%T 2> /dev/null)" = idle ]; then ready=yes; break; fi
  sleep 0.5
done
if [ -z "$ready" ]; then
  echo "Slurm did not come up. What its daemons said:"
  for log in munged slurmctld slurmd; do tail -n 5 "$CLUSTER_PLACE/$log.log" "$CLUSTER_PLACE/$log.out" || true; done
  exit 1
fi
sinfo --version

#!/bin/sh
# Whether shards played by Slurm are the same bytes as one run, on three local nodes of which one dies in the middle:
#
#     scripts/slurm/check.sh TRADEWIND
#
# For root on Debian: installs slurm-wlm where it is missing, and starts daemons of its own on local ports, which are
# stopped at the end. Takes three minutes on two cores.
set -eu
if [ $# -ne 1 ]; then
    echo "usage: $0 TRADEWIND" >&2
    exit 2
fi
tradewind=$(realpath "$1")
scripts=$(dirname "$(realpath "$0")")
if ! command -v slurmctld > /dev/null; then
    apt-get update && apt-get install -y --no-install-recommends slurm-wlm munge
fi
here=$(mktemp -d)
stop() {
    for node in 1 2 3; do
        pkill -KILL -f "slurmd -N tradewind$node" || true
    done
    pkill -KILL -f "slurmctld -f $here" || true
    pkill -KILL -f "munged .*$here" || true
    rm -rf "$here"
}
trap stop EXIT
mkdir "$here/state" "$here/log" "$here/bin" "$here/munge" "$here/out"
ln -s "$tradewind" "$here/bin/tradewind"
export PATH="$here/bin:$PATH" SLURM_CONF="$here/slurm.conf"

# Messages between the daemons are signed by munge.
dd if=/dev/urandom of="$here/munge/key" bs=1 count=1024 2> /dev/null
chmod 700 "$here/munge" && chmod 400 "$here/munge/key" && chmod 755 "$here"
munged --force --key-file "$here/munge/key" --socket "$here/munged.socket" --pid-file "$here/munge/pid" \
    --log-file "$here/munge/log" --seed-file "$here/munge/seed"
cat > "$here/slurm.conf" << END
ClusterName=tradewind
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmUser=root
SlurmctldPort=16817
AuthType=auth/munge
AuthInfo=socket=$here/munged.socket
StateSaveLocation=$here/state
SlurmdSpoolDir=$here/spool.%n
SlurmctldPidFile=$here/slurmctld.pid
SlurmdPidFile=$here/slurmd.%n.pid
SlurmctldLogFile=$here/log/slurmctld
SlurmdLogFile=$here/log/slurmd.%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
SlurmdTimeout=10
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
NodeName=tradewind[1-3] NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=[16821-16823] CPUs=1 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP MaxTime=INFINITE
END
slurmctld -f "$here/slurm.conf"
for node in 1 2 3; do
    mkdir "$here/spool.tradewind$node"
    slurmd -N "tradewind$node" -f "$here/slurm.conf"
done

cat > "$here/run.toml" << END
name = "under Slurm"
seed = 7
pairs = 120
ply_cap = 200
[[rules]]
id = "shatranj"
[[player]]
nodes = 4000
weights = "untuned"
[record]
games_per_file = 20
[opening]
plies = 6
[estimates]
bootstrap = 40
END
shards=6
array() {
    sbatch --parsable --array="$1" --cpus-per-task=1 --chdir="$here" --output="$here/log/%A-%a" --export=ALL \
        "$scripts/run.sh" $shards "$here/run.toml" "$here/out"
}
wait_for() {
    left=300
    until eval "$1"; do
        left=$((left - 1))
        if [ $left -le 0 ]; then
            echo "not seen in five minutes: $1" >&2
            sinfo -N -l >&2
            squeue >&2
            tail -n 5 "$here"/log/* >&2
            exit 1
        fi
        sleep 1
    done
}
job=$(array 1-$shards)
echo "job $job: $shards shards on three nodes"

# A node dies with all that runs on it, when it has played some games.
wait_for 'ls "$here"/out/shard-*/games/*.parquet > /dev/null 2>&1'
victim=$(squeue --noheader --states=RUNNING --format=%N | head -n 1)
echo "$victim dies"
pkill -KILL -f "slurmd -N $victim" || true
parent() {
    ps -o ppid= -p "$1" | tr -d ' '
}
for game in $(pgrep -x tradewind); do
    if tr '\0' '\n' < "/proc/$game/environ" | grep -qx "SLURMD_NODENAME=$victim"; then
        # The daemon that would report the script's end goes first.
        script=$(parent "$game")
        kill -KILL "$(parent "$script")" "$script" "$game"
    fi
done
wait_for 'sinfo --noheader --nodes="$victim" --format=%T | grep -q down'
echo "Slurm sees that it is down; its shard is queued again"
wait_for '[ -z "$(squeue --noheader)" ]'

# The same index again: it is done already.
job=$(array 2)
wait_for '[ -z "$(squeue --noheader)" ]'

tradewind merge "$here"/out/shard-*-of-$shards --out "$here/merged" > /dev/null 2>&1
tradewind run "$here/run.toml" --out "$here/whole" > /dev/null 2>&1
diff -r "$here/whole" "$here/merged"
echo "the same bytes as one run"

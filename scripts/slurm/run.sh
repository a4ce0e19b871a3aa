#!/bin/sh
# Plays one experiment as an array of jobs on a Slurm cluster without Python, in N shards:
#
#     sbatch --array=1-N --cpus-per-task=P scripts/slurm/run.sh N FILE.toml FOLDER
#
# Each job plays its shard into FOLDER/shard-I-of-N by as many threads as it has processors. A job whose node died is queued
# again by Slurm; one that failed may be submitted again by its index alone (--array=7), with the same N, and goes on where
# it was. When all are done,
#
#     tradewind merge FOLDER/shard-*-of-N --out FOLDER/all
#
# joins the games and writes tables, plots and the report; it says so when some are missing.
#SBATCH --ntasks=1
#SBATCH --requeue
#SBATCH --signal=B:TERM@120
set -eu
if [ $# -ne 3 ]; then
    echo "usage: sbatch --array=1-N --cpus-per-task=P $0 N FILE.toml FOLDER" >&2
    exit 2
fi
shards=$1
experiment=$2
folder=$3
index=${SLURM_ARRAY_TASK_ID:?submit with --array=1-$shards}
tradewind run "$experiment" --out "$folder/shard-$index-of-$shards" \
    --threads "${SLURM_CPUS_PER_TASK:-$(nproc)}" --shard "$index/$shards" &
game=$!
trap 'kill -TERM "$game" 2> /dev/null || true' TERM
# A signal ends the first wait before the program has saved what it played.
code=0
wait "$game" || code=$?
while kill -0 "$game" 2> /dev/null; do
    code=0
    wait "$game" || code=$?
done
# 75: it was stopped before its end. The job is queued again, and goes on there.
if [ "$code" = 75 ] && [ -n "${SLURM_JOB_ID:-}" ]; then
    scontrol requeue "$SLURM_JOB_ID"
fi
exit "$code"

#!/bin/sh
# Plays one experiment as an array of jobs on a Slurm cluster:
#
#     sbatch --array=1-32 scripts/slurm-run.sh FILE.toml FOLDER
#
# Each job plays its shard into FOLDER/shard-I. When the last one is done,
#
#     tradewind merge FOLDER/shard-* --out FOLDER/all
#
# joins the games and writes tables, plots and the report. A job that was killed is submitted again
# with the same index and goes on where it was.
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=16
#SBATCH --time=12:00:00
set -eu
experiment=$1
folder=$2
index=${SLURM_ARRAY_TASK_ID:?submit with --array=1-N}
exec tradewind run "$experiment" --out "$folder/shard-$index" \
    --threads "${SLURM_CPUS_PER_TASK:-1}" \
    --shard "$index/${SLURM_ARRAY_TASK_COUNT:?}"

#!/bin/sh
# Plays one experiment as an array of jobs on a Slurm cluster:
#
#     sbatch --array=1-32 scripts/slurm-run.sh FILE.toml FOLDER
#
# Each job plays its shard into FOLDER, which all of them must share. When the last one is done,
# `tradewind run FILE.toml --out FOLDER` finds every game there and writes tables, plots and the
# report. A job that was killed is submitted again with the same index; finished parts are kept.
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=16
#SBATCH --time=12:00:00
set -eu
experiment=$1
folder=$2
exec tradewind run "$experiment" --out "$folder" \
    --threads "${SLURM_CPUS_PER_TASK:-1}" \
    --shard "${SLURM_ARRAY_TASK_ID:?submit with --array=1-N}/${SLURM_ARRAY_TASK_COUNT:?}"

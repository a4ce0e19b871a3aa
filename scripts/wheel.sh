#!/bin/sh
# Builds a wheel with the Python package and PROGRAM into FOLDER. maturin gets OPTION.
#
#     scripts/wheel.sh PROGRAM FOLDER [OPTION...]
#
# Run it in the folder of the repository.
set -eu
program=$1
out=$2
shift 2
# maturin puts the contents of this folder into the wheel.
data=extras/python/tradewind._tradewind.data
trap 'rm -rf "$data"' EXIT
mkdir -p "$data/scripts"
cp "$program" "$data/scripts/tradewind"
maturin build --manifest-path extras/python/Cargo.toml --out "$out" "$@"

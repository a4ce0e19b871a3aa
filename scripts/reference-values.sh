#!/bin/sh
# Updates the piece values in data/reference: plays the experiments of data/experiments/values into
# out/values, copies the tables, and records their origin in made.toml.
#
#     scripts/reference-values.sh [NAME…]
#
# A NAME is that of an experiment, such as `chess`; by default all are updated. Repeat the command to
# resume after a stop. The tables are the same bytes for any number of threads.
set -eu
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- $(basename -s .toml data/experiments/values/*.toml)
made=
for name; do
    experiment=data/experiments/values/$name.toml
    cargo run --release -- run "$experiment" --out "out/values/$name" > /dev/null
    cargo run --release -- values "out/values/$name" --published --out "out/values/$name/values" \
        > /dev/null
    cp out/values/"$name"/values/rows.csv "data/reference/values-$name.csv"
    made=$made,values-$name.csv
done
MADE=$made cargo test -p tradewind --test published -- --ignored

#!/bin/sh
# Measures the values of the pieces of every rule set again, as in data/reference: plays the
# experiments of data/experiments/values into out/values, copies the tables, and notes in made.toml what made them.
#
#     scripts/reference-values.sh [NAME…]
#
# Names are those of the experiments, such as `chess`; all of them when none is given. A run that was
# stopped goes on. The tables come out the same, byte by byte, on any number of threads.
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

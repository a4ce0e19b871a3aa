#!/bin/sh
# Tunes the weights of rule sets again, as in data/weights: plays the experiments whose games are learnt from,
# then the loops of data/experiments/tune into out/tune, and copies the weights. Rule sets whose weights are those of
# their player in data/players are left out.
#
#     scripts/reference-weights.sh [ID…]
#
# Names are ids of rule sets; all of them when none is given. A run that was stopped goes on. The weights
# come out the same, byte by byte, on any number of threads. It takes hours.
set -eu
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- $(basename -s .toml data/experiments/tune/*.toml)
for id; do
    if grep -q '^player = ' "data/weights/$id.toml"; then
        echo "$id has the weights of its player: scripts/reference-players.sh $id" >&2
        continue
    fi
    loop=data/experiments/tune/$id.toml
    for games in $(sed -n 's/^games *= *\[\(.*\)\]/\1/p' "$loop" | tr -d '",'); do
        name=${games#../../../out/}
        cargo run --release -- run "data/experiments/$name.toml" --out "out/$name" > /dev/null
    done
    cargo run --release -- tune loop "$loop" --out "out/tune/$id"
    if [ -e "out/tune/$id/weights.toml" ]; then
        cp "out/tune/$id/weights.toml" "data/weights/$id.toml"
    else
        echo "no generation of $id has passed: its weights stay as they are" >&2
    fi
done

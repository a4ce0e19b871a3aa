#!/bin/sh
# Tunes the weights in data/weights: plays the experiments that supply games, then the loops of
# data/experiments/tune into out/tune, and copies the weights. Skips rule sets whose weights are those
# of their player in data/players. Takes hours.
#
#     scripts/reference-weights.sh [ID…]
#
# An ID is that of a rule set; by default all are tuned. Repeat the command to resume after a stop. The
# weights are the same bytes for any number of threads.
set -eu
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- $(basename -s .toml data/experiments/tune/*.toml)
for id; do
    if grep -q '^player = ' "data/weights/$id.toml"; then
        echo "$id has the weights of its player: use scripts/reference-players.sh $id" >&2
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
        echo "no generation of $id was promoted: its weights are unchanged" >&2
    fi
done

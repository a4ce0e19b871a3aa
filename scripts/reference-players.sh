#!/bin/sh
# Trains the players that come with the program again, by the recipe `standard`: those of data/players, two hours on two
# cores. To be done when the search, the evaluation, the recipe or a rule set has changed; players that are still those of
# this program are found and not trained. A run that was stopped goes on.
#
#     scripts/reference-players.sh [ID…]
#
# Weights go to data/weights, or to data/players where others are there for other uses.
set -eu
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- $(ls data/players | sed -n 's/\.weights\.toml$//; t; s/\.toml$//p')
for id; do
    folder=out/players/$id
    cargo run --release -- train "$id" --players "$folder"
    trained=$(ls -t "$folder"/*/player.toml 2> /dev/null | head -n 1)
    [ -n "$trained" ] || continue
    weights=data/players/$id.weights.toml
    [ -e "$weights" ] || weights=data/weights/$id.toml
    cp "$(dirname "$trained")/weights.toml" "$weights"
    cp "$trained" "data/players/$id.toml"
done

#!/bin/sh
# Trains the players of data/players by the recipe `standard`: two hours on two cores. Needed after a
# change of the search, the evaluation, the recipe or a rule set; players that are up to date are not
# trained. Repeat the command to resume after a stop.
#
#     scripts/reference-players.sh [ID…]
#
# Weights go to data/weights, or to data/players if data/weights has others for that rule set.
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

#!/bin/sh
# Updates the comparisons of data/experiments/compare and the authors' claims in data/reference.
# Trains missing players, plays the experiments into out/compare (hours on two cores), copies the
# results, and records their origin in made.toml. For the claims, it also plays the experiments of
# data/experiments/values and data/experiments/contrasts.
#
#     scripts/reference-claims.sh [NAME…]
#
# A NAME is that of a comparison, such as `scirocco-revision`; by default all comparisons and the
# claims are updated. Repeat the command to resume after a stop.
set -eu
cd "$(dirname "$0")/.."
claims=no made=
[ $# -gt 0 ] || { claims=yes; set -- $(basename -s .toml data/experiments/compare/*.toml); }
for name; do
    folder=out/compare/$name
    # Training four players of Typhoon by `standard` takes more than an hour.
    recipe=
    [ "$name" != typhoon-options ] || recipe="--recipe quick"
    cargo run --release -- run "data/experiments/compare/$name.toml" $recipe --out "$folder" > /dev/null
    cargo run --release -- compare "$folder" > /dev/null
    page=data/reference/compare-$name.md
    sed "s/](effects-1.svg)/](compare-$name.svg)/" "$folder/comparison/report.md" > "$page"
    [ "$name" != hashishin-pawns-thieves ] ||
        cp "$folder/comparison/effects-1.svg" "data/reference/compare-$name.svg"
    # Remove plots that are not in data/reference.
    for plot in $(sed -n 's/^!\[.*](\(.*\))$/\1/p' "$page"); do
        [ -e "data/reference/$plot" ] || sed -i "/^!\[.*]($plot)$/{N;d}" "$page"
    done
    made=$made,compare-$name.md,compare-$name.svg
done
if [ $claims = yes ]; then
    cargo run --release -- run data/claims.toml
    cargo run --release -- claims --solve --out out/claims > /dev/null
    cp out/claims/claims.csv out/claims/claims.md out/claims/claims.svg out/claims/analyses.svg data/reference
    made=$made,claims.csv,claims.md,claims.svg,analyses.svg
fi
MADE=$made cargo test -p tradewind --test published -- --ignored

#!/bin/sh
# Compares the rule sets of data/experiments/compare again and judges the authors' claims, as in
# data/reference: trains the players that are missing, plays the experiments into out/compare (hours on two cores) and
# copies what comes of them, and notes in made.toml what made it. The claims need the experiments of reference-values.sh and of data/experiments/contrasts too.
#
#     scripts/reference-claims.sh [NAME…]
#
# Names are those of the comparisons, such as `scirocco-revision`; all of them, and the claims, when none
# is given. A run that was stopped goes on.
set -eu
cd "$(dirname "$0")/.."
claims=no made=
[ $# -gt 0 ] || { claims=yes; set -- $(basename -s .toml data/experiments/compare/*.toml); }
for name; do
    folder=out/compare/$name
    # Four players of Typhoon by `standard` take more than an hour.
    recipe=
    [ "$name" != typhoon-options ] || recipe="--recipe quick"
    cargo run --release -- run "data/experiments/compare/$name.toml" $recipe --out "$folder" > /dev/null
    cargo run --release -- compare "$folder" > /dev/null
    page=data/reference/compare-$name.md
    sed "s/](effects-1.svg)/](compare-$name.svg)/" "$folder/comparison/report.md" > "$page"
    [ "$name" != hashishin-pawns-thieves ] ||
        cp "$folder/comparison/effects-1.svg" "data/reference/compare-$name.svg"
    # Plots that are not published are not embedded.
    for plot in $(sed -n 's/^!\[.*](\(.*\))$/\1/p' "$page"); do
        [ -e "data/reference/$plot" ] || sed -i "/^!\[.*]($plot)$/{N;d}" "$page"
    done
    made=$made,compare-$name.md,compare-$name.svg
done
if [ $claims = yes ]; then
    cargo run --release -- claims --play --out out/claims > /dev/null
    cp out/claims/claims.csv out/claims/claims.md out/claims/claims.svg out/claims/analyses.svg data/reference
    made=$made,claims.csv,claims.md,claims.svg,analyses.svg
fi
MADE=$made cargo test -p tradewind --test published -- --ignored

#!/bin/sh
# Recomputes what the registered studies found, from the games in data/results alone, and compares it with the
# published files. No game is played; a few minutes on two cores.
#
# scripts/results/recompute.sh [PROGRAM]             the program, by default target/release/tradewind
# scripts/results/recompute.sh --write [PROGRAM]     writes the published files instead
set -eu
cd "$(dirname "$0")/../.."
write=false
if [ "${1:-}" = --write ]; then
    write=true
    shift
fi
tradewind=${1:-target/release/tradewind}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
# published FILE PLACE: compares a file with the published one, or writes that.
published() {
    if $write; then
        cp "$1" "$2"
    elif ! diff "$2" "$1"; then
        failed=1
    fi
}
for registration in data/studies/*.registered.toml; do
    study=$(basename "$registration" .registered.toml)
    games=data/results/$study.tar.zst
    test -f "$games" || { echo "$study: its games are not published yet"; continue; }
    "$tradewind" study "$registration" --out "$work/$study" --confirm --played "$games" > "$work/$study.txt"
    # A study of no score has no plot; its PNG is the SVG once more.
    for file in "$work/$study"/study.md "$work/$study"/study.csv "$work/$study"/study.svg; do
        test ! -f "$file" || published "$file" "data/results/$study.${file##*.}"
    done
    echo "$study: recomputed from $games"
done
# Piece values of each rule set, from the exploration and the confirmation together.
for explored in "$work"/values/*/exploration/*; do
    game=$(basename "$explored")
    test -f "data/rules/${game%-linear}.toml" && test -d "$explored/games" || continue
    confirmed=$(dirname "$explored")/../confirmation/$game
    "$tradewind" values "$explored" "$confirmed" --out "$work/$game" > "$work/$game.txt"
    grep -E '^rules,|,(regression|odds|weights),(all|standard phase),' "$work/$game/rows.csv" > "$work/$game.csv"
    published "$work/$game.csv" "data/results/values/$game.csv"
    test "$game" != "${game%-linear}" || published "$work/$game"/values-*.svg "data/results/values/$game.svg"
    echo "$game: values recomputed"
done
exit $failed

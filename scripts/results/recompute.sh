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
for registration in data/studies/*.registered.toml; do
    study=$(basename "$registration" .registered.toml)
    games=data/results/$study.tar.zst
    test -f "$games" || { echo "$study: its games are not published yet"; continue; }
    "$tradewind" study "$registration" --out "$work/$study" --confirm --played "$games" > "$work/$study.txt"
    # A study of no score has no plot; its PNG is the SVG once more.
    for file in "$work/$study"/study.md "$work/$study"/study.csv "$work/$study"/study.svg; do
        test -f "$file" || continue
        published=data/results/$study.${file##*.}
        if $write; then
            cp "$file" "$published"
        elif ! diff "$published" "$file"; then
            failed=1
        fi
    done
    echo "$study: recomputed from $games"
done
exit $failed

#!/usr/bin/env python3
"""Compares rule sets with what Fairy-Stockfish makes of `tradewind rules export --variants-ini`, by pyffish.

    pip install pyffish
    check.py path/to/tradewind [RULES ...]

Counts the sequences of three legal moves from the start, in both programs, or of two where a move builds a wall. A rule set whose moves cannot be said whole is
named and not compared. Exit code 1 where counts differ.
"""
import re
import subprocess
import sys

import pyffish
from counts import by_pyffish, by_tradewind

DEPTH = 3
MANY = 100


def main():
    program, *rules = sys.argv[1:]
    rules = rules or ["chess", "shatranj"]
    wrong = 0
    for name in rules:
        export = [program, "rules", "export", name, "--variants-ini"]
        said = subprocess.run(export, capture_output=True, text=True)
        if said.returncode:
            print(f"{name}: {said.stderr.strip()}")
            continue
        parts = re.findall(r"not expressed: (.*)", said.stderr)
        text = said.stdout
        variant = re.search(r"^\[(.*)\]$", text, re.MULTILINE)[1]
        pyffish.load_variant_config(text)
        # What is left out of these does not change the moves of the start.
        moves = [part for part in parts if not re.search("arrays|repeating|count of moves", part)]
        if moves:
            print(f"{name}: not said: {'; '.join(moves)}")
            continue
        start = pyffish.start_fen(variant)
        depth = DEPTH if by_pyffish(variant, start, [], 1) < MANY else DEPTH - 1
        own = by_tradewind(program, name, depth)
        found = by_pyffish(variant, start, [], depth)
        verdict = "the same" if own == found else "DIFFERENT"
        wrong += own != found
        print(f"{name}: {own} and {found} sequences of {depth} moves, {verdict}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

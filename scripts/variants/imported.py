#!/usr/bin/env python3
"""Imports every built-in variant of Fairy-Stockfish and compares its moves with pyffish.

    pip install pyffish
    imported.py path/to/tradewind [variants.ini]

With a file, its variants instead, such as those that come with Fairy-Stockfish.

Counts the sequences of two legal moves from the start, and the legal moves of twenty random positions, unless their FEN cannot
be read because a piece has several letters here. A variant whose import says that it is not the same game is counted and not
compared. Exit code 1 where counts differ.
"""
import random
import re
import subprocess
import sys
import tempfile

import pyffish
from counts import by_pyffish, by_tradewind

POSITIONS = 20


def random_positions(variant, start):
    """Positions in which the game is not over."""
    chance = random.Random(variant)
    for _ in range(POSITIONS):
        moves = []
        for _ in range(chance.randrange(4, 80)):
            legal = pyffish.legal_moves(variant, start, moves)
            if not legal or pyffish.is_immediate_game_end(variant, start, moves)[0]:
                moves = moves[:-1]
                break
            moves.append(chance.choice(legal))
        yield pyffish.get_fen(variant, start, moves), by_pyffish(variant, start, moves, 1)


def main():
    program, *files = sys.argv[1:]
    variants, text = pyffish.variants(), ""
    if files:
        text = open(files[0]).read()
        pyffish.load_variant_config(text)
        variants = [name for name in re.findall(r"(?m)^\[([^]:]+)", text) if name in pyffish.variants()]
    whole, said, refused, wrong, unread = [], [], [], 0, 0
    for variant in variants:
        with tempfile.NamedTemporaryFile("w+", suffix=".toml") as file:
            imported = [program, "rules", "import", "-", "--name", "mine"]
            section = f"{text}\n[mine:{variant}]\n"
            made = subprocess.run(imported, input=section, capture_output=True, text=True)
            if made.returncode:
                refused.append(variant)
                continue
            if "the same game" in made.stderr:
                said.append(variant)
                continue
            file.write(made.stdout)
            file.flush()
            whole.append(variant)
            start = pyffish.start_fen(variant)
            # A shuffle begins from other arrays too.
            position = ["--fen", start] if "\nshuffle = " in made.stdout else []
            pairs = [("the start", by_pyffish(variant, start, [], 2), by_tradewind(program, file.name, 2, *position))]
            for fen, wanted in random_positions(variant, start):
                pairs.append((fen, wanted, by_tradewind(program, file.name, 1, "--fen", fen)))
            for place, wanted, found in pairs:
                if isinstance(found, str) and "one letter each" in found:
                    unread += 1
                elif wanted != found:
                    wrong += 1
                    print(f"{variant}: {place}: {found}, by pyffish {wanted}")
    print(f"{len(whole)} variants are imported whole: {' '.join(whole)}")
    print(f"{unread} positions were not read")
    print(f"{len(said)} say what is not the same: {' '.join(said)}")
    print(f"{len(refused)} are refused: {' '.join(refused)}")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())

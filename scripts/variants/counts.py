"""Counts of sequences of legal moves, by pyffish and by tradewind."""
import re
import subprocess

import pyffish


def by_pyffish(variant, start, moves, depth):
    legal = pyffish.legal_moves(variant, start, moves)
    if depth == 1:
        return len(legal)
    return sum(by_pyffish(variant, start, moves + [one], depth - 1) for one in legal)


def by_tradewind(program, rules, depth, *position):
    """The number, or the message of the program."""
    command = [program, "perft", rules, str(depth), *position]
    said = subprocess.run(command, capture_output=True, text=True)
    nodes = re.search(r"nodes:? *(\d+)", said.stdout)
    return int(nodes[1]) if nodes else said.stderr.strip()

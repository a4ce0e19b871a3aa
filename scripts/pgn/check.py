"""Whether python-chess reads games of chess that tradewind writes as PGN.

Usage: python3 check.py TRADEWIND
"""

import pathlib
import subprocess
import sys
import tempfile

import chess.pgn

PLAN = """\
name = "games of chess"
seed = 3
pairs = 40
ply_cap = 200
[[rules]]
name = "level"
id = "chess"
weights = "untuned"
[[rules]]
name = "odds"
id = "chess"
weights = "untuned"
odds = ["-N :", "-Q : -R", "-P :"]
[player]
nodes = 30
[opening]
plies = 6
"""


def main():
    tradewind = pathlib.Path(sys.argv[1]).resolve()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="tradewind-pgn-"))
    plan, out, games = folder / "plan.toml", folder / "out", folder / "games.pgn"
    plan.write_text(PLAN)
    run = [str(tradewind), "run", str(plan), "--out", str(out)]
    subprocess.run(run, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with games.open("w") as file:
        subprocess.run([str(tradewind), "games", str(out), "--pgn"], check=True, stdout=file)
    read = mates = 0
    with games.open() as file:
        while (game := chess.pgn.read_game(file)) is not None:
            tags = game.headers
            if game.errors or len(list(game.mainline_moves())) != int(tags["PlyCount"]):
                sys.exit(f"game {tags['Round']} is read otherwise: {game.errors}")
            board = game.end().board()
            if tags["Termination"] == "checkmate":
                if not board.is_checkmate() or board.result() != tags["Result"]:
                    sys.exit(f"game {tags['Round']} does not end in checkmate for python-chess")
                mates += 1
            read += 1
    if read != 160 or mates == 0:
        sys.exit(f"{read} games and {mates} mates are not what was played")
    print(f"{read} games as PGN: python-chess reads them, and sees {mates} mates")


if __name__ == "__main__":
    main()

"""Whether python-chess reads games of chess that tradewind writes as PGN.

Usage: python3 check.py TRADEWIND
"""

import collections
import io
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


BOOK = """\
1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {Spanish} 4. Ba4 *

1. d4 d5 2. c4 (2. Nf3 Nf6) e6 3. Nc3 Nf6 *

[FEN "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"]

3... Bc5 4. O-O *
"""


def check_match(tradewind, folder):
    """A match by book and clock, against an engine that speaks UCI: this program, started as another one."""
    book, out = folder / "book.pgn", folder / "match"
    book.write_text(BOOK)
    limits = "tc=4+0.05,nodes=300"
    run = [tradewind, "match", "chess", "--first", limits, "--second", f"engine={tradewind},arg=uci,{limits}"]
    run += ["--book", book, "--pairs", "6", "--ply-cap", "160", "--out", out]
    subprocess.run(run, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    written = subprocess.run([tradewind, "games", out, "--pgn"], check=True, capture_output=True, text=True).stdout
    openings = collections.Counter()
    for game in games_of(io.StringIO(written)):
        if game.headers["Termination"] not in ["normal", "unterminated"]:
            sys.exit(f"game {game.headers['Round']} was forfeited")
        nodes = [node for node in game.mainline() if node.emt() is not None]
        if not nodes or any(None in [node.eval(), node.eval_depth(), node.clock()] for node in nodes):
            sys.exit(f"game {game.headers['Round']} has moves without a score, depth or clock")
        board = game.board()
        begun = [board.fen()] if game.headers.get("FEN") else []
        begun += [move.uci() for move in list(game.mainline_moves())[:2]]
        openings[tuple(begun)] += 1
    if sorted(openings.values()) != [4, 4, 4]:
        sys.exit(f"openings are not the book's: {openings}")
    print("a match by book and clock: python-chess reads its 12 games")


def games_of(file):
    """The games of a file, each read without an error and to its end."""
    while (game := chess.pgn.read_game(file)) is not None:
        tags = game.headers
        if game.errors or len(list(game.mainline_moves())) != int(tags["PlyCount"]):
            sys.exit(f"game {tags['Round']} is read otherwise: {game.errors}")
        yield game


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
        for game in games_of(file):
            tags = game.headers
            board = game.end().board()
            if game.end().comment == "checkmate":
                if not board.is_checkmate() or board.result() != tags["Result"]:
                    sys.exit(f"game {tags['Round']} does not end in checkmate for python-chess")
                mates += 1
            read += 1
    if read != 160 or mates == 0:
        sys.exit(f"{read} games and {mates} mates are not what was played")
    print(f"{read} games as PGN: python-chess reads them, and sees {mates} mates")
    check_match(tradewind, folder)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Plays a match between two engines, in chess or shatranj.

Each opening is played twice with colours exchanged: a pair. Openings are random legal moves,
kept when a short search by Tradewind calls them level. A Tradewind process is the referee: it
says which moves are legal and when a game is over. An engine that plays an illegal move, ends or
takes too long loses the game; this is reported, and the engines are started again.

An engine is written as its command. It speaks UCI; `xboard:` in front of the command is for
engines that speak the xboard protocol. Options follow, each as `NAME=VALUE`, separated by `;`.
Python 3 alone is needed. Examples:

    # Equal nodes. The classical evaluation of Fairy-Stockfish, where it has another.
    scripts/match.py --variant shatranj --pairs 50 --nodes 10000 \\
        "tradewind uci" "/usr/games/fairy-stockfish;Use NNUE=false"

    # Equal time for every move.
    scripts/match.py --variant chess --pairs 50 --movetime 100 \\
        "tradewind uci;Hash=32" "/usr/games/fairy-stockfish;Use NNUE=false"

    # Fairy-Max knows no limit of nodes. It often stops early; the time used is in the report.
    scripts/match.py --variant shatranj --pairs 50 --movetime 500 \\
        "tradewind uci" "xboard:/usr/games/fairymax"

    # Two sets of weights.
    scripts/match.py --pairs 200 --nodes 5000 \\
        "tradewind uci;Weights=new.toml" "tradewind uci"

The result is a line for each pair, the wins, draws and losses of the first engine, how many
pairs it won by how much, and the difference in Elo with an interval of 95 %. The unit of the
interval is the pair, for the two games of a pair are not independent.
"""

import argparse
import math
import queue
import random
import shlex
import subprocess
import sys
import threading
import time

OPTIONAL = "Use NNUE"  # Set only where the engine has it.
GRACE = 10.0  # Seconds that an engine may take beyond its time.
SLOW = 600.0  # Seconds for a move that is not limited by time.


class EngineFailed(Exception):
    """An engine ended or did not answer."""


class Program:
    """A program that reads and writes lines."""

    def __init__(self, command):
        self.name = command
        self.process = subprocess.Popen(
            shlex.split(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            errors="replace",
            bufsize=1,
        )
        self.lines = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        for line in self.process.stdout:
            self.lines.put(line.strip())
        self.lines.put(None)

    def send(self, line):
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except OSError as fault:
            raise EngineFailed(f"{self.name} has ended") from fault

    def hear(self, seconds):
        """The next line."""
        try:
            line = self.lines.get(timeout=max(seconds, 0.0))
        except queue.Empty:
            raise EngineFailed(f"{self.name} does not answer") from None
        if line is None:
            self.lines.put(None)
            raise EngineFailed(f"{self.name} has ended")
        return line

    def until(self, starts, seconds=GRACE):
        """The lines up to one that begins with one of some words."""
        end = time.monotonic() + seconds
        heard = []
        while not (heard and heard[-1].startswith(starts)):
            heard.append(self.hear(end - time.monotonic()))
        return heard

    def close(self):
        try:
            self.send("quit")
            self.process.wait(2.0)
        except (EngineFailed, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()


class UciEngine:
    """An engine that speaks UCI."""

    def __init__(self, command, options, variant):
        self.program = Program(command)
        self.name = command
        self.program.send("uci")
        known = self.program.until("uciok")
        for line in known:
            if line.startswith("id name "):
                self.name = line[len("id name "):]
        if any(line.startswith("option name UCI_Variant ") for line in known):
            self.program.send(f"setoption name UCI_Variant value {variant}")
        elif variant != "chess":
            raise EngineFailed(f"{self.name} does not play {variant}")
        for name, value in options:
            if name != OPTIONAL or any(f"option name {name} " in line for line in known):
                self.program.send(f"setoption name {name} value {value}")
        self._wait()

    def _wait(self):
        self.program.send("isready")
        return self.program.until("readyok")[:-1]

    def new_game(self):
        self.program.send("ucinewgame")
        self._wait()

    def choose(self, moves, limits):
        """The engine's move after some moves."""
        self.program.send(" ".join(["position startpos moves", *moves]))
        if limits.nodes:
            self.program.send(f"go nodes {limits.nodes}")
        else:
            self.program.send(f"go movetime {limits.movetime}")
        heard = self.program.until("bestmove", limits.patience())
        words = heard[-1].split()
        if len(words) < 2 or words[1] in ("(none)", "0000"):
            raise EngineFailed(f"{self.name} gives up")
        return words[1]

    def close(self):
        self.program.close()


class XboardEngine:
    """An engine that speaks the xboard protocol. It is limited by time only."""

    def __init__(self, command, options, variant):
        self.program = Program(command)
        self.name = command
        self.variant = variant
        self.program.send("xboard")
        self.program.send("protover 2")
        features = " ".join(self.program.until("feature done=1"))
        if 'myname="' in features:
            self.name = features.split('myname="')[1].split('"')[0]
        self.pings = "ping=1" in features
        for name, value in options:
            self.program.send(f"option {name}={value}")
        self.known = []

    def new_game(self):
        self.program.send("new")
        if self.variant != "chess":
            self.program.send(f"variant {self.variant}")
        self.program.send("force")
        self.known = []

    def choose(self, moves, limits):
        self.program.send("force")
        for move in moves[len(self.known):]:
            self.program.send(move)
        # One move in all the time there is; `st` for engines that know it, and then the exact
        # time, for `st` has whole seconds only.
        self.program.send(f"st {max(1, limits.movetime // 1000)}")
        self.program.send(f"time {max(1, limits.movetime // 10)}")
        # What it has said of the end of the game is no answer to what comes now.
        if self.pings:
            self.program.send("ping 1")
            self.program.until("pong 1")
        self.program.send("go")
        ends = ("move ", "resign", "1-0", "0-1", "1/2-1/2", "Illegal move")
        last = self.program.until(ends, limits.patience())[-1]
        if not last.startswith("move "):
            raise EngineFailed(f"{self.name} says `{last}`")
        move = last.split()[1]
        self.known = [*moves, move]
        return move

    def close(self):
        self.program.close()


class Referee:
    """A Tradewind process that knows the rules."""

    def __init__(self, command, variant):
        self.engine = UciEngine(command, [], variant)
        if not self.engine.name.startswith("Tradewind"):
            raise EngineFailed(f"{self.engine.name} is no referee; see --referee")

    def look(self, moves):
        """The legal moves after some moves, and the result: `*`, `w`, `b` or `draw`, and why."""
        self.engine.program.send(" ".join(["position startpos moves", *moves]))
        self.engine.program.send("d")
        said = {}
        for line in self.engine.program.until("result:"):
            key, _, value = line.partition(":")
            said[key] = value.strip()
        return said["moves"].split(), said["result"]

    def score(self, moves, nodes):
        """What the position is worth to the side to move, in hundredths of a pawn."""
        self.engine.program.send(" ".join(["position startpos moves", *moves]))
        self.engine.program.send(f"go nodes {nodes}")
        score = 0
        for line in self.engine.program.until("bestmove", SLOW):
            words = line.split()
            if "score" in words:
                kind, value = words[words.index("score") + 1:][:2]
                score = int(value) if kind == "cp" else 30000
        return score

    def opening(self, dice, plies, level):
        """Random moves after which the game is level."""
        while True:
            moves = []
            for _ in range(plies):
                legal, result = self.look(moves)
                if result != "*":
                    break
                moves.append(dice.choice(legal))
            else:
                if self.look(moves)[1] == "*" and abs(self.score(moves, 5000)) <= level:
                    return moves


class Limits:
    """How long an engine may think about a move."""

    def __init__(self, nodes, movetime):
        self.nodes = nodes
        self.movetime = movetime

    def patience(self):
        return SLOW if self.nodes else self.movetime / 1000.0 + GRACE


def legal_text(move, legal):
    """The legal move that an engine means; some leave out what a pawn becomes, or write it as
    they please, where there is no choice."""
    if move in legal:
        return move
    same = [one for one in legal if one[:4] == move[:4]] if len(move) in (4, 5) else []
    return same[0] if len(same) == 1 else None


def play(referee, players, opening, limits, most_plies, clocks):
    """Plays a game; `players` are White and Black, and to their `clocks` the seconds and moves
    are added. Returns White's points, the reason, and the plies."""
    moves = list(opening)
    for player in players:
        player.new_game()
    while True:
        legal, result = referee.look(moves)
        if result != "*":
            winner, _, reason = result.partition(" ")
            return {"w": 1.0, "b": 0.0, "draw": 0.5}[winner], reason, len(moves)
        if len(moves) >= most_plies:
            return 0.5, "too long", len(moves)
        side = len(moves) % 2
        player, lost = players[side], float(side)
        begin = time.monotonic()
        try:
            move = player.choose(moves, limits)
        except EngineFailed as fault:
            return lost, f"FAILED: {fault}", len(moves)
        clocks[side][0] += time.monotonic() - begin
        clocks[side][1] += 1
        text = legal_text(move, legal)
        if text is None:
            return lost, f"ILLEGAL: {move} after {' '.join(moves)}", len(moves)
        moves.append(text)


def elo(share):
    """The difference in Elo that a share of the points means."""
    share = min(max(share, 1e-9), 1.0 - 1e-9)
    return -400.0 * math.log10(1.0 / share - 1.0)


def bounded(value):
    """An Elo difference for printing; a share of 0 or 1 has none."""
    return f"{value:+.0f}" if abs(value) < 2000.0 else ("+inf" if value > 0 else "-inf")


def summary(games, pairs):
    """The lines of the result. `games` are points of the first engine, `pairs` its points from
    both games."""
    wins, draws = games.count(1.0), games.count(0.5)
    lines = [
        f"games {len(games)}: +{wins} ={draws} -{len(games) - wins - draws}",
        f"pairs {len(pairs)}: "
        + ", ".join(f"{points:g} points {pairs.count(points)}" for points in (2, 1.5, 1, 0.5, 0)),
    ]
    count = len(pairs)
    shares = [points / 2.0 for points in pairs]
    mean = sum(shares) / count
    text = f"share {100.0 * mean:.1f} %, Elo {bounded(elo(mean))}"
    spread = math.sqrt(sum((share - mean) ** 2 for share in shares) / max(count - 1, 1) / count)
    if spread > 0.0:
        low, high = mean - 1.96 * spread, mean + 1.96 * spread
        text += f", 95 % interval {bounded(elo(low))} to {bounded(elo(high))}"
    else:
        text += "; no interval, for all pairs are alike"
    return [*lines, text]


def engine(text, variant, limits):
    """Starts an engine from its description."""
    command, *settings = text.split(";")
    options = [tuple(setting.split("=", 1)) for setting in settings if "=" in setting]
    if command.startswith("xboard:"):
        if limits.nodes:
            sys.exit("an engine that speaks xboard cannot be limited by nodes; give --movetime")
        return XboardEngine(command[len("xboard:"):], options, variant)
    return UciEngine(command, options, variant)


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("first", help="an engine")
    parser.add_argument("second", help="another")
    parser.add_argument("--variant", choices=["chess", "shatranj"], default="chess")
    parser.add_argument("--pairs", type=int, default=20, help="pairs of games (20)")
    limit = parser.add_mutually_exclusive_group(required=True)
    limit.add_argument("--nodes", type=int, help="nodes for each move")
    limit.add_argument("--movetime", type=int, help="milliseconds for each move")
    parser.add_argument("--plies", type=int, default=8, help="random moves of an opening (8)")
    parser.add_argument(
        "--level", type=int, default=80, help="the most that an opening favours a side (80)"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the openings (1)")
    parser.add_argument(
        "--most-plies", type=int, default=600, help="a longer game counts as a draw (600)"
    )
    parser.add_argument("--referee", default="tradewind uci", help="`tradewind uci`")
    return parser.parse_args()


def main():
    given = arguments()
    limits = Limits(given.nodes, given.movetime)
    dice = random.Random(given.seed)
    texts = (given.first, given.second)
    referee, engines = None, []
    try:
        referee = Referee(given.referee, given.variant)
        engines = [engine(text, given.variant, limits) for text in texts]
        print(f"{engines[0].name} against {engines[1].name}, {given.variant}", flush=True)
        games, pairs, clocks = [], [], [[0.0, 0], [0.0, 0]]
        for pair in range(given.pairs):
            opening = referee.opening(dice, given.plies, given.level)
            said, points = [], 0.0
            for order in (1, -1):
                share, reason, plies = play(
                    referee, engines[::order], opening, limits, given.most_plies, clocks[::order]
                )
                if reason.startswith("FAILED"):
                    for one in engines:
                        one.close()
                    engines = [engine(text, given.variant, limits) for text in texts]
                share = share if order == 1 else 1.0 - share
                games.append(share)
                points += share
                said.append(f"{share:g} ({reason}, {plies} plies)")
            pairs.append(points)
            print(f"pair {pair + 1}: {'; '.join(said)}", flush=True)
        for one, (seconds, count) in zip(engines, clocks):
            print(f"{one.name}: {1000.0 * seconds / max(count, 1):.0f} ms for a move")
        if pairs:
            print("\n".join(summary(games, pairs)))
    except (EngineFailed, OSError) as fault:
        sys.exit(f"match.py: {fault}")
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        for one in [*engines, *([referee.engine] if referee else [])]:
            one.close()


if __name__ == "__main__":
    main()

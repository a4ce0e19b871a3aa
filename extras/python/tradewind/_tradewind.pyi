from os import PathLike
from typing import final

import numpy as np
import numpy.typing as npt

def rule_sets() -> list[str]:
    """The ids of the rule sets that come with the program."""

def run(
    experiment: str | PathLike[str], out: str | PathLike[str], threads: int | None = None
) -> int:
    """Play the games of an experiment that are missing in a folder, and write what they tell there.

    The same games and files as by ``tradewind run --recipe none``, on 1 to 1024 threads, or one for each processor: players without weights of their own
    have those that come with the rules. Returns how many games are there. Ctrl-C stops
    it, and the same call goes on. Other threads of Python run meanwhile.

    Raises ``ValueError`` when the experiment is wrong or files cannot be written.
    """

@final
class Rules:
    """A rule set: the id of one that comes with the program, or the path of a rule file, with values of declared options."""

    def __new__(cls, name: str | PathLike[str], options: dict[str, str] | None = None) -> Rules: ...
    @property
    def id(self) -> str:
        """The id or the path that it was loaded by."""
    @property
    def name(self) -> str:
        """What it is called for readers."""
    @property
    def files(self) -> int: ...
    @property
    def ranks(self) -> int: ...
    @property
    def squares(self) -> list[str]:
        """The names of the squares, rank by rank from White's side."""
    @property
    def pieces(self) -> list[str]:
        """The types of pieces, as position texts write White's."""
    @property
    def arrays(self) -> list[int]:
        """The numbers of its arrays."""
    @property
    def array_names(self) -> dict[str, int]:
        """The numbers of those that have names, by name."""
    @property
    def actions(self) -> int:
        """How many actions there are, whether legal in a position or not.

        A move from square ``f`` to square ``t`` (places in ``squares``) is one of the actions from
        ``32 * (f * len(squares) + t)`` on; moves between the same squares are told apart by what is promoted to, and by what is captured
        besides. The last action passes.
        """
    def start(self, array: int | str | None = None) -> Position:
        """The position at the begin of a game from an array: the first one, or that with a number or a name."""
    def position(self, text: str, moves: list[str] = []) -> Position:
        """A position by its text, or by a standard FEN where each piece has one letter. Moves are played from there."""

@final
class Outcome:
    """How a game ended."""

    def __new__(cls, winner: str | None, ending: str) -> Outcome: ...
    @property
    def winner(self) -> str | None:
        """``white`` or ``black``; ``None`` for a draw."""
    @property
    def ending(self) -> str:
        """What ended it, such as ``checkmate``."""

@final
class Position:
    """A position with the game that led to it, in which moves are played and taken back."""

    @property
    def rules(self) -> Rules: ...
    @property
    def text(self) -> str:
        """Its text, from which ``Rules.position`` makes it again, without what came before."""
    @property
    def fen(self) -> str:
        """Its FEN, where each piece has one letter and a FEN can tell the position; else as ``text``."""
    @property
    def side(self) -> str:
        """The side to move: ``white`` or ``black``."""
    @property
    def ply(self) -> int:
        """Plies played since the begin of the game."""
    @property
    def pieces(self) -> dict[str, tuple[str, str]]:
        """What stands where: the side and the type of the piece, by the name of the square."""
    @property
    def legal_moves(self) -> list[str]:
        """The texts of the legal moves; none when the game is over."""
    @property
    def legal_actions(self) -> list[int]:
        """The actions of the legal moves, in ascending order."""
    @property
    def moves(self) -> list[str]:
        """The moves that were played since it was made."""
    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; ``None`` while it goes on."""
    def play(self, one: str | int) -> None:
        """Play a legal move, given by its text or its action; ``ValueError`` when it is none."""
    def undo(self) -> str:
        """Take the last move back and return its text."""
    def action(self, text: str) -> int:
        """The action of a legal move."""
    def scoresheet(self, one: str | int) -> str:
        """A legal move as the author of the game writes it on a scoresheet: ``Nf3``, ``Gex!c6``."""
    def move_of(self, action: int) -> str:
        """The text of a legal move by its action."""
    def action_mask(self) -> npt.NDArray[np.bool_]:
        """By action: whether it is legal."""
    def planes(self) -> npt.NDArray[np.float32]:
        """Ones and zeros in the shape (planes, ranks, files).

        Where each type of piece of the side to move stands, where those of the other side stand, and ones if White is to move.
        Boards are seen from White's side.
        """
    def perft(self, depth: int) -> int:
        """How many sequences of so many legal moves there are from here."""
    def divide(self, depth: int) -> dict[str, int]:
        """The same by first move."""
    def copy(self) -> Position:
        """The same position with a game of its own."""
    def __copy__(self) -> Position: ...

@final
class Line:
    """What a search found."""

    def __new__(
        cls,
        move: str | None,
        score: int,
        wins_in: int | None,
        depth: int,
        nodes: int,
        pv: list[str],
    ) -> Line: ...
    @property
    def move(self) -> str | None:
        """The best move; ``None`` when there is none."""
    @property
    def score(self) -> int:
        """For the side to move, in centipawns; a win in n plies is 30 000 - n."""
    @property
    def wins_in(self) -> int | None:
        """In how many plies the side to move wins (or loses, negative), where that was seen."""
    @property
    def depth(self) -> int:
        """The last depth that was completed, in plies."""
    @property
    def nodes(self) -> int:
        """Positions that were looked at."""
    @property
    def pv(self) -> list[str]:
        """The moves that both sides are expected to play."""

@final
class Engine:
    """A player of one rule set, with the weights or network that come with it, or those of a file; ``weights="linear"`` leaves the
    network out. What it has learnt about positions carries over from search to search."""

    def __new__(
        cls, rules: Rules, weights: str | PathLike[str] | None = None, megabytes: float = 16.0
    ) -> Engine: ...
    def search(
        self,
        position: Position,
        *,
        nodes: int | None = None,
        depth: int | None = None,
        movetime: int | None = None,
    ) -> Line:
        """Search a position until one of the limits is reached; ``movetime`` is in milliseconds. Other threads of Python run meanwhile."""
    def evaluate(self, position: Position) -> int:
        """The static evaluation for the side to move, in centipawns."""
    def clear(self) -> None:
        """Forget all that it has learnt about positions."""

import copy
import multiprocessing
import pathlib
import pickle

import numpy as np
import pytest

import tradewind

CHESS = tradewind.Rules("chess")
PERFT = {
    "chess": [20, 400, 8902],
    "shatranj": [16, 256, 4176],
}


@pytest.mark.parametrize("name", PERFT)
def test_perft_is_that_of_the_program(name):
    position = tradewind.Rules(name).start()
    assert [position.perft(depth) for depth in (1, 2, 3)] == PERFT[name]
    assert sum(position.divide(3).values()) == PERFT[name][2]


def test_a_game_is_played_taken_back_and_ends():
    position = CHESS.start()
    start = position.text
    for move in ["f2f3", "e7e5", "g2g4"]:
        position.play(move)
    assert (position.side, position.ply, position.outcome) == ("black", 3, None)
    other = copy.copy(position)
    position.play("Qh4#")
    assert (position.outcome.winner, position.outcome.ending) == ("black", "checkmate")
    assert position.legal_moves == []
    assert position.moves == ["f2f3", "e7e5", "g2g4", "d8h4"]
    assert other.outcome is None
    assert [position.undo() for _ in range(4)] == ["d8h4", "g2g4", "e7e5", "f2f3"]
    assert position.text == start


def test_positions_are_read_as_the_program_and_as_others_write_them():
    text = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    position = CHESS.position(text)
    assert {"e1g1", "e1c1"} <= set(position.legal_moves)
    assert CHESS.position(position.text).text == position.text
    assert position.pieces["a8"] == ("black", "R")


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: tradewind.Rules("ches"), "chess"),
        (lambda: tradewind.Rules("chess", {"no": "x"}), "no"),
        (lambda: CHESS.start(7), r"no array 7; there are \[0\]"),
        (lambda: tradewind.Rules("hashishin-any").start("x"), "no array `x`; there are"),
        (lambda: CHESS.position("x"), "four parts"),
        (lambda: CHESS.start().play("e2e5"), "`e2e5` is not a legal move"),
        (lambda: CHESS.start().play(5), "action 5 is not a legal move"),
        (lambda: CHESS.start().undo(), "no move to undo"),
    ],
)
def test_what_is_wrong_is_said(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("name", tradewind.rule_sets())
def test_actions_are_the_legal_moves(name):
    rules = tradewind.Rules(name)
    random = np.random.default_rng(7)
    for _ in range(3):
        position = rules.start(int(random.choice(rules.arrays)))
        while position.outcome is None and position.ply < 120:
            actions, moves = position.legal_actions, position.legal_moves
            assert len(set(actions)) == len(moves)
            assert sorted(map(position.move_of, actions)) == sorted(moves)
            assert np.flatnonzero(position.action_mask()).tolist() == actions
            one = int(random.choice(actions))
            assert position.action(position.move_of(one)) == one
            position.play(one)


def test_planes_show_the_board():
    position = CHESS.start()
    position.play("e2e4")
    planes = position.planes()
    assert planes.shape == (13, 8, 8) and planes.dtype == np.float32
    pawn = CHESS.pieces.index("P")
    # Black is to move: White's pawns are the other side's.
    assert planes[6 + pawn, 3, 4] == 1.0 and planes[6 + pawn, 1, 4] == 0.0
    assert planes[pawn, 6].sum() == 8.0
    assert planes[:12].sum() == 32.0 and planes[12].sum() == 0.0


def best_move(position):
    return tradewind.Engine(position.rules, megabytes=1).search(position, nodes=200)


def test_what_was_made_is_pickled_and_searched_elsewhere():
    rules = tradewind.Rules("scirocco-2009", {"dervish_ring_leaps": "true"})
    again = pickle.loads(pickle.dumps(rules))
    assert (again.id, again.name) == (rules.id, rules.name) and "ring" in again.name
    position = CHESS.start()
    for move in ["f2f3", "e7e5", "g2g4"]:
        position.play(move)
    other = pickle.loads(pickle.dumps(position))
    assert (other.text, other.moves) == (position.text, position.moves)
    assert other.undo() == "g2g4"
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        [line] = pool.map(best_move, [position])
    assert line.move == "d8h4" and "d8h4" in repr(line)
    position.play(line.move)
    assert pickle.loads(pickle.dumps(position.outcome)) == position.outcome


def test_rules_are_loaded_by_a_path(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('extends = "chess"\nname = "Mine"\n')
    assert tradewind.Rules(pathlib.Path(file)).name == "Mine"
    with pytest.raises(ValueError, match="not legal|not a legal move"):
        CHESS.position(CHESS.start().text, ["e2e5"])


def test_positions_and_moves_are_written_as_others_write_them():
    fen = "r3k3/8/8/8/3pP3/8/8/4K2R b Kq e3 12 30"
    position = CHESS.position(fen)
    assert position.fen == fen and position.text != fen
    assert position.scoresheet("e8c8") == "O-O-O"
    position = CHESS.start()
    for move in ["f2f3", "e7e5", "g2g4"]:
        position.play(move)
    assert position.scoresheet("d8h4") == "Qh4#"
    with pytest.raises(ValueError, match="not a legal move"):
        position.scoresheet("a2a4")
    scirocco = tradewind.Rules("scirocco-2009").start()
    assert scirocco.fen == scirocco.text
    assert scirocco.scoresheet(scirocco.legal_moves[0])

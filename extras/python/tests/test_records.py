from pathlib import Path

import pytest

import tradewind

PLAN = """
name = "few"
seed = 3
pairs = 12
ply_cap = 120
[[rules]]
id = "shatranj"
[[player]]
name = "quick"
nodes = 20
[opening]
plies = 6
[record]
evaluations = true
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("records")
    plan = folder / "few.toml"
    plan.write_text(PLAN)
    assert tradewind.run(plan, folder / "out", threads=2) == 24
    return folder


def test_games_can_be_replayed(folder):
    games = tradewind.games(folder / "out")
    assert games.num_rows == 24
    rules = tradewind.Rules("shatranj")
    for game in games.to_pylist():
        position = rules.start(game["array"])
        for move in game["moves"].split():
            position.play(move)
        assert position.ply == game["plies"]
        score = {"1-0": "white", "0-1": "black"}.get(game["result"])
        assert (position.outcome.winner if position.outcome else None) == score


def test_frames(folder):
    frame = tradewind.rows(folder / "out").to_pandas()
    assert {"rules", "subject", "value", "low", "high", "pairs"} <= set(frame.columns)
    polars = pytest.importorskip("polars")
    assert polars.from_arrow(tradewind.games(folder / "out")).height == 24


def test_a_run_that_is_done_plays_nothing(folder):
    before = sorted((folder / "out" / "games").iterdir())
    times = [path.stat().st_mtime_ns for path in before]
    assert tradewind.run(folder / "few.toml", folder / "out") == 24
    assert [path.stat().st_mtime_ns for path in before] == times


def test_plots_are_shown(folder):
    plots = tradewind.plots(folder / "out")
    assert plots["game-lengths"]._repr_svg_().startswith("<svg")


def test_what_is_wrong_is_said(folder):
    with pytest.raises(ValueError, match="nothing.toml"):
        tradewind.run(folder / "nothing.toml", folder / "x")
    with pytest.raises(FileNotFoundError, match="tradewind.run"):
        tradewind.games(folder / "x")

import threading
import time

import pytest

import tradewind

CHESS = tradewind.Rules("chess")


def test_a_mate_is_found():
    position = CHESS.position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    line = tradewind.Engine(CHESS).search(position, depth=4)
    assert (line.move, line.wins_in) == ("a1a8", 1)
    assert line.pv[0] == line.move and line.nodes > 0


def test_the_same_search_finds_the_same():
    def searched():
        return tradewind.Engine(CHESS).search(CHESS.start(), nodes=5000)

    one, other = searched(), searched()
    assert (one.pv, one.score, one.nodes) == (other.pv, other.score, other.nodes)


def test_weights_are_chosen():
    position = CHESS.position("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")
    for weights in (None, "linear", "untuned"):
        assert tradewind.Engine(CHESS, weights).evaluate(position) > 300
    with pytest.raises(ValueError, match="nothing.toml"):
        tradewind.Engine(CHESS, "nothing.toml")


def test_what_is_wrong_is_said():
    engine = tradewind.Engine(CHESS)
    with pytest.raises(ValueError, match="needs a limit"):
        engine.search(CHESS.start())
    with pytest.raises(ValueError, match="not of chess"):
        engine.search(tradewind.Rules("shatranj").start(), depth=1)


def ticks_during(work):
    """How often another thread wakes up meanwhile."""
    thread = threading.Thread(target=work)
    thread.start()
    ticks = 0
    while thread.is_alive():
        ticks += 1
        time.sleep(0.01)
    return ticks


def test_other_threads_run_meanwhile(tmp_path):
    engine, seen = tradewind.Engine(CHESS), []
    search = ticks_during(
        lambda: seen.append(engine.search(CHESS.start(), movetime=400))
    )
    assert search >= 10 and seen[0].depth > 1
    start = CHESS.start()
    assert ticks_during(lambda: seen.append(start.perft(5))) >= 3
    assert seen[1] == 4865609
    plan = tmp_path / "plan.toml"
    plan.write_text(
        'name = "chess"\nseed = 1\npairs = 20\nply_cap = 100\n[rules]\nid = "chess"\n'
        "[player]\nnodes = 400\n[opening]\nplies = 4\n"
    )
    assert ticks_during(lambda: tradewind.run(plan, tmp_path / "out", threads=1)) >= 3

import os
import signal
import subprocess
import sys
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
    with pytest.raises(ValueError, match="not belong to chess"):
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


PLAN = (
    'name = "chess"\nseed = 1\npairs = 2\nply_cap = 20\n[rules]\nid = "chess"\n'
    "[player]\nnodes = 20\n[opening]\nplies = 4\n"
)


@pytest.mark.parametrize("threads", [-1, 0, 1025, 20_000, 2**32])
def test_threads_are_as_many_as_on_the_command_line(tmp_path, threads):
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN)
    with pytest.raises(ValueError, match="between 1 and 1024"):
        tradewind.run(plan, tmp_path / "out", threads=threads)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("call", ["perft(40)", "divide(40)"])
def test_counting_is_interrupted(call):
    # A shell that starts the tests in the background ignores the signal, and children inherit that.
    program = (
        f"import signal, tradewind\nsignal.signal(signal.SIGINT, signal.default_int_handler)\nstart = tradewind.Rules('chess').start()\nprint(flush=True)\n"
        f"try:\n    start.{call}\nexcept KeyboardInterrupt:\n    print('interrupted')"
    )
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    child.stdout.readline()
    time.sleep(0.3)
    child.send_signal(signal.SIGINT)
    assert child.communicate(timeout=5)[0] == "interrupted\n"


class Lying(list):
    """A list that says it has another length."""

    def __init__(self, items, length):
        super().__init__(items)
        self.length = length

    def __len__(self):
        return self.length


@pytest.mark.parametrize("length", [0, 1, 3, 2**60, sys.maxsize])
def test_lists_that_lie_about_their_length_are_refused(length):
    moves = Lying(["e2e4", "e7e5"], length)
    with pytest.raises(TypeError, match="length"):
        CHESS.position(CHESS.start().text, moves)
    with pytest.raises(TypeError, match="length"):
        tradewind.Line("e2e4", 0, None, 1, 1, moves)
    with pytest.raises(TypeError):
        CHESS.position(CHESS.start().text, "e2e4")
    assert CHESS.position(CHESS.start().text, Lying(["e2e4"], 1)).ply == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing is forked here")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_an_engine_that_searched_when_the_process_was_forked_says_so():
    engine, start = tradewind.Engine(CHESS), CHESS.start()
    search = threading.Thread(target=lambda: engine.search(start, movetime=1500))
    search.start()
    time.sleep(0.3)
    child = os.fork()
    if child == 0:
        try:
            engine.search(start, nodes=100)
        except RuntimeError as error:
            other = tradewind.Engine(CHESS).search(start, nodes=100)
            os._exit(7 if "forked" in str(error) and other.move else 8)
        os._exit(9)
    began = time.monotonic()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status == 7 and time.monotonic() - began < 1
    search.join()
    # The parent goes on as before, and so does a child of one that is at rest.
    assert engine.search(start, nodes=100).move
    child = os.fork()
    if child == 0:
        os._exit(7 if engine.search(start, nodes=100).move else 8)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7

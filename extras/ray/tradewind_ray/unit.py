"""Playing one unit on a worker's machine."""

import ctypes
import json
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

from .scratch import StoreFailed, plan_here, put_unit

INTERRUPTED = 75
"""The exit code of a worker that was stopped and would do better another time."""

PR_SET_PDEATHSIG = 1


class UnitInterrupted(Exception):
    """The machine was taken away; the unit is to be played elsewhere."""


class UnitFailed(Exception):
    """The unit cannot be played; the text says why."""


def _die_with_parent():
    # A cancelled task is killed, and what it started would play on for nobody.
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def play(begin, unit):
    """Plays a unit into its file, or into the store where workers do not share the folder; returns how long it was played, and where."""
    url = begin.get("plan")
    if url is None:
        return play_into(begin, begin["folder"], unit["pairs"], unit["file"])
    try:
        with tempfile.TemporaryDirectory() as work:
            file = Path(work) / Path(unit["file"]).name
            found = play_into(begin, plan_here(url), unit["pairs"], file)
            put_unit(url, str(file))
            return found
    except StoreFailed as error:
        raise UnitFailed(f"{socket.gethostname()}: {error}") from None


def play_into(begin, folder, pairs, file):
    first, end = pairs
    command = [begin["program"], "work", str(folder), "--pairs", f"{first}..{end}"]
    command += ["--file", str(file), "--signature", begin["signature"], "--threads", "1"]
    host = socket.gethostname()
    try:
        done = subprocess.run(command, capture_output=True, text=True, preexec_fn=_die_with_parent)
    except OSError as error:
        raise UnitFailed(f"{host}: {error}") from None
    # A negative code is the number of the signal that killed it.
    if done.returncode == INTERRUPTED or done.returncode < 0:
        raise UnitInterrupted(f"{host}: exit code {done.returncode}")
    if done.returncode != 0:
        raise UnitFailed(f"{host}: {done.stderr.strip() or done.returncode}")
    return {"seconds": json.loads(done.stdout)["seconds"], "worker": host}

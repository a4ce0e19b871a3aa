"""An executor: what a run says comes in on standard input, and goes to Ray as tasks."""

import argparse
import json
import os
import queue
import statistics
import sys
import threading
import time

import ray
from ray.exceptions import TaskCancelledError

from .scratch import Scratch
from .unit import UnitInterrupted, play

PROTOCOL = 2
"""The version of the messages between a run and this program."""

UNITS_PER_CPU = 2
"""How many units are asked for, for each processor: one that is played, and one that waits."""

LOOK_EVERY = 0.1
ROOM_EVERY = 2.0

STRAGGLER = 3.0
"""How many times as long as the median a unit takes before it is given to a second worker."""


def own_output():
    """Standard output, for messages alone: whatever else is printed, by Ray too, goes to standard error."""
    output = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    return output


class Executor:
    """Units on their way. A unit may be with two workers: who is first counts, and both write the same bytes."""

    def __init__(self, program, retries, output, scratch=None):
        self.program = program
        self.scratch = scratch
        self.begin = None
        self.output = output
        remote = ray.remote(num_cpus=1, max_retries=retries, retry_exceptions=[UnitInterrupted])
        self.task = remote(play)
        self.units = {}  # number -> the message
        self.tasks = {}  # task -> number
        self.begun = {}  # number -> when its last task was given out
        self.seconds = []
        self.room = 0
        self.looked = 0.0

    def say(self, message):
        print(json.dumps(message), file=self.output, flush=True)

    def take(self, message):
        if "begin" in message:
            self.start(message["begin"])
        elif "play" in message:
            unit = message["play"]
            self.units[unit["unit"]] = unit
            self.give(unit)
        elif "cancel" in message:
            self.drop(message["cancel"]["unit"])
        else:
            sys.exit(f"tradewind-ray: {message} is no message of a run")

    def start(self, begin):
        """Begins with a folder; whatever is left of the one before is dropped."""
        if begin["protocol"] != PROTOCOL:
            sys.exit(
                f"tradewind-ray: the run speaks protocol {begin['protocol']}, this is {PROTOCOL}; install the one of your build"
            )
        self.drop_all()
        self.begin = {**begin, "program": self.program or begin["program"]}
        if self.scratch:
            self.begin["plan"] = self.scratch.put_plan(begin["folder"])
        self.seconds = []

    def give(self, unit):
        self.tasks[self.task.remote(self.begin, unit)] = unit["unit"]
        self.begun[unit["unit"]] = time.monotonic()

    def drop(self, number):
        """Forgets a unit and kills what still plays it."""
        self.units.pop(number, None)
        self.begun.pop(number, None)
        for task in [task for task, held in self.tasks.items() if held == number]:
            del self.tasks[task]
            ray.cancel(task, force=True)

    def drop_all(self):
        for number in list(self.units):
            self.drop(number)

    def collect(self):
        """Tells of the units that have ended."""
        if not self.tasks:
            time.sleep(LOOK_EVERY)
            return
        ready, _ = ray.wait(list(self.tasks), num_returns=1, timeout=LOOK_EVERY)
        for task in ready:
            number = self.tasks.pop(task)
            try:
                found = ray.get(task)
            except TaskCancelledError:
                continue
            except Exception as error:
                # Another worker may have it, too.
                if number not in self.tasks.values():
                    cause = getattr(error, "cause", None) or error
                    why = str(cause).strip().splitlines()[-1] if str(cause).strip() else repr(cause)
                    self.drop(number)
                    self.say({"failed": {"unit": number, "why": why, "worker": "Ray"}})
                continue
            if self.scratch:
                self.scratch.fetch(self.begin["plan"], self.units[number]["file"])
            self.drop(number)
            self.seconds.append(found["seconds"])
            self.say({"done": {"unit": number, **found}})

    def ask(self):
        """Asks for as many units as the cluster has room for, which may grow and shrink."""
        if time.monotonic() - self.looked < ROOM_EVERY:
            return
        self.looked = time.monotonic()
        cpus = int(ray.cluster_resources().get("CPU", 0))
        room = UNITS_PER_CPU * cpus
        if room != self.room and room > 0:
            self.room = room
            self.say({"room": {"units": room}})
        self.duplicate(cpus)

    def duplicate(self, cpus):
        """At the end, when processors are idle, gives the units that take longest to a second worker."""
        if not self.seconds or len(self.tasks) >= cpus:
            return
        limit = STRAGGLER * statistics.median(self.seconds[-100:]) + ROOM_EVERY
        held = list(self.tasks.values())
        for number, begun in sorted(self.begun.items(), key=lambda item: item[1]):
            is_slow = time.monotonic() - begun > limit
            if is_slow and held.count(number) == 1 and len(self.tasks) < cpus:
                self.give(self.units[number])


def lines_of(stream):
    """The lines of a stream as they come; `None` at its end."""
    lines = queue.Queue()

    def read():
        for line in stream:
            lines.put(line)
        lines.put(None)

    threading.Thread(target=read, daemon=True).start()
    return lines


def main():
    parser = argparse.ArgumentParser(
        prog="tradewind-ray", description='For `tradewind run FILE --executor "tradewind-ray --address auto"`.'
    )
    parser.add_argument("--address", default="auto", help="the cluster; `local` starts one on this machine")
    parser.add_argument("--program", help="where tradewind is on the workers; default: where it is here")
    parser.add_argument("--retries", type=int, default=5, help="how often Ray plays a unit again whose worker has died")
    parser.add_argument("--store", metavar="URL", help="a place in an object store, for workers that do not share the folder")
    arguments = parser.parse_args()
    output = own_output()
    lines = lines_of(sys.stdin)
    first = json.loads(lines.get() or "{}")
    if "begin" not in first:
        sys.exit("tradewind-ray: the first line must be `begin`; a run starts this program: --executor tradewind-ray")
    scratch = Scratch(arguments.store) if arguments.store else None
    executor = Executor(arguments.program, arguments.retries, output, scratch)
    executor.take(first)
    try:
        ray.init(address=arguments.address, log_to_driver=False, logging_level="error")
    except ConnectionError as error:
        sys.exit(f"tradewind-ray: no cluster at {arguments.address}: {error}")
    while True:
        executor.ask()
        try:
            while True:
                line = lines.get_nowait()
                if line is None:
                    executor.drop_all()
                    return
                executor.take(json.loads(line))
        except queue.Empty:
            pass
        executor.collect()


if __name__ == "__main__":
    main()

"""Whether games in an object store are the same bytes as in a folder: a run stopped and gone on with elsewhere, and shards joined.

Usage: python3 check.py TRADEWIND TRADEWIND-STORE

It needs the package `moto[s3,server]`, whose server stands for S3. Where the Python that runs it has `tradewind-ray` too, units of Ray
are carried by the store as well.
"""

import filecmp
import logging
import os
import pathlib
import signal
import shutil
import subprocess
import sys
import tempfile
import time

import boto3
from moto.server import ThreadedMotoServer

INTERRUPTED = 75
REFUSED = 2

RUN = """\
name = "in a store"
seed = {seed}
pairs = 60
ply_cap = 200
[[rules]]
id = "shatranj"
[[player]]
nodes = 1000
weights = "untuned"
[record]
games_per_file = 20
[opening]
plies = 6
[estimates]
bootstrap = 40
"""


class Machine:
    """A machine: a cache of its own. All see the same store."""

    def __init__(self, work, name, endpoint, programs):
        self.tradewind, self.store = programs
        self.environment = {
            **os.environ,
            "PATH": f"{self.store.parent}:{os.environ['PATH']}",
            "XDG_CACHE_HOME": str(work / name),
            "AWS_ENDPOINT_URL": endpoint,
            "AWS_ALLOW_HTTP": "true",
            "AWS_ACCESS_KEY_ID": "any",
            "AWS_SECRET_ACCESS_KEY": "any",
            "AWS_REGION": "us-east-1",
        }

    def start(self, *arguments, program=None):
        return subprocess.Popen(
            [program or self.tradewind, *map(str, arguments)],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments, code=0, program=None):
        process = self.start(*arguments, program=program)
        output, said = process.communicate()
        if process.returncode != code:
            sys.exit(f"{arguments}: exit code {process.returncode}, not {code}\n{said}")
        return output + said


def files(folder):
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return sorted(path for path in found if not path.name.startswith("."))


def same(one, other):
    names = files(one)
    if names != files(other):
        sys.exit(f"other files: {sorted(set(names) ^ set(files(other)))}")
    _, differing, unreadable = filecmp.cmpfiles(one, other, names, shallow=False)
    if differing or unreadable:
        sys.exit(f"other bytes: {differing or unreadable}")


def check(work, endpoint, programs):
    machines = [Machine(work, name, endpoint, programs) for name in "abc"]
    first, second, third = machines
    plan, other = work / "plan.toml", work / "other.toml"
    plan.write_text(RUN.format(seed=7))
    other.write_text(RUN.format(seed=8))
    plain = work / "plain"
    first.run("run", plan, "--out", plain)

    # One machine is told to stop, another goes on.
    process = first.start("run", plan, "--out", "s3://games/stopped", "--threads", 1)
    time.sleep(1.5)
    process.send_signal(signal.SIGTERM)
    process.communicate()
    if process.returncode != INTERRUPTED:
        sys.exit(f"a run that was stopped ended with {process.returncode}")
    second.run("run", plan, "--out", "s3://games/stopped")
    third.run("pull", "s3://games/stopped", work / "pulled", program=third.store)
    same(plain, work / "pulled")
    print("stopped on one machine, gone on with on another: the same bytes")

    # Shards of two machines, joined by a third.
    for number, machine in enumerate([first, second], 1):
        machine.run("run", plan, "--shard", f"{number}/2", f"--out=s3://games/shard-{number}")
    third.run("merge", "s3://games/shard-1", "s3://games/shard-2", "--out", "s3://games/joined")
    first.run("pull", "s3://games/joined", work / "joined", program=first.store)
    same(plain, work / "joined")
    print("two shards, joined by a third machine: the same bytes")

    # What is there is read, and not overwritten.
    shown = [second.run("games", "s3://games/joined"), second.run("games", plain)]
    if shown[0] != shown[1]:
        sys.exit("games of the store are shown otherwise")
    refused = third.run("run", other, "--out", "s3://games/joined", code=REFUSED)
    third.run("put", plan, "s3://games/plan.toml", program=third.store)
    third.run("put", plan, "s3://games/plan.toml", program=third.store)
    refused += third.run("put", other, "s3://games/plan.toml", code=REFUSED, program=third.store)
    refused += third.run("run", plan, "--out", "s3://nowhere/run", code=REFUSED)
    for wanted in ["another experiment", "s3://games/plan.toml is another file", "cannot list s3://nowhere/run"]:
        if wanted not in refused:
            sys.exit(f"not said: {wanted}\n{refused}")
    print("other games, other files and a bucket that is not there: refused")

    # Workers that share no folder with the run.
    executor = shutil.which("tradewind-ray", path=pathlib.Path(sys.executable).parent)
    if executor is None:
        print("tradewind-ray is not installed: its units do not go by way of the store", file=sys.stderr)
        return
    by_ray = work / "by-ray"
    first.run("run", plan, "--out", by_ray, "--executor", f"{executor} --address local --store s3://games/scratch")
    same(plain, by_ray)
    listed = first.run("pull", "s3://games/scratch", work / "scratch", program=first.store)
    if not list((work / "scratch").glob("*/units/*.parquet")):
        sys.exit("no unit went by way of the store" + listed)
    print("units of Ray by way of the store: the same bytes")


def main():
    programs = [pathlib.Path(name).resolve() for name in sys.argv[1:3]]
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer(port=0, verbose=False)
    server.start()
    endpoint = "http://{}:{}".format(*server.get_host_and_port())
    boto3.client(
        "s3", endpoint_url=endpoint, aws_access_key_id="any", aws_secret_access_key="any", region_name="us-east-1"
    ).create_bucket(Bucket="games")
    with tempfile.TemporaryDirectory() as work:
        check(pathlib.Path(work), endpoint, programs)
    server.stop()


if __name__ == "__main__":
    main()

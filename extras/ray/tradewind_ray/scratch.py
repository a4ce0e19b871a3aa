"""A place in an object store by which plans go to workers that share no folder, and games come back."""

import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

STORE = "tradewind-store"

GAMES = ("games", "units", "quarantine")
"""What of a run's folder a worker does not need."""


class StoreFailed(Exception):
    """The store did not answer, or refused; the text says why."""


def store(*arguments):
    try:
        done = subprocess.run([STORE, *arguments], capture_output=True, text=True)
    except OSError as error:
        raise StoreFailed(f"{STORE}: {error}; install it with `cargo install --path extras/store`") from None
    if done.returncode != 0:
        raise StoreFailed(done.stderr.strip() or f"{STORE}: exit code {done.returncode}")


class Scratch:
    """The run's side of it."""

    def __init__(self, url):
        self.url = url.rstrip("/")

    def put_plan(self, folder):
        """Puts what a worker needs of a run's folder; returns the URL, which is another one for another plan."""
        with tempfile.TemporaryDirectory() as work:
            plan = pathlib.Path(work) / "plan"
            shutil.copytree(folder, plan, ignore=lambda _, names: [
                name for name in names if name in GAMES or name.startswith(".")
            ])
            digest = hashlib.sha256()
            for path in sorted(path for path in plan.rglob("*") if path.is_file()):
                digest.update(str(path.relative_to(plan)).encode() + b"\0" + path.read_bytes())
            url = f"{self.url}/{digest.hexdigest()[:16]}"
            try:
                store("push", str(plan), f"{url}/plan")
            except StoreFailed as error:
                sys.exit(f"tradewind-ray: {error}")
        return url

    def fetch(self, url, file):
        """Fetches the games of a unit."""
        try:
            store("get", f"{url}/units/{os.path.basename(file)}", file)
        except StoreFailed as error:
            sys.exit(f"tradewind-ray: {error}")


def plan_here(url):
    """The plan at a URL in a folder of this machine, which is fetched when it is not here yet."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    folder = pathlib.Path(base) / "tradewind" / "plans" / url.rsplit("/", 1)[1]
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as work:
            store("pull", f"{url}/plan", f"{work}/plan")
            try:
                os.rename(f"{work}/plan", folder)
            except OSError:
                # Another worker of this machine was first.
                if not folder.exists():
                    raise
    return folder


def put_unit(url, file):
    """Puts the games of a unit; another worker may have put the same."""
    store("put", file, f"{url}/units/{os.path.basename(file)}")

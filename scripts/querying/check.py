"""Runs the queries of docs/guide/query-games.md on a small run.

Usage: python3 check.py TRADEWIND
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    tradewind = pathlib.Path(sys.argv[1]).resolve()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="tradewind-querying-"))
    plan = ROOT / "data" / "experiments" / "smoke.toml"
    run = [str(tradewind), "run", str(plan), "--out", str(folder / "out" / "quickstart")]
    subprocess.run(run, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    page = (ROOT / "docs" / "guide" / "query-games.md").read_text()
    queries = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    if len(queries) < 5:
        sys.exit("docs/guide/query-games.md has lost its queries")
    os.chdir(folder)
    for number, query in enumerate(queries, start=1):
        done = subprocess.run([sys.executable, "-c", query], capture_output=True, text=True)
        is_empty = not done.stdout.strip() or "Empty DataFrame" in done.stdout or "shape: (0" in done.stdout
        if done.returncode != 0 or is_empty:
            sys.exit(f"query {number} of docs/guide/query-games.md failed:\n{query}\n{done.stderr}")
    print(f"{len(queries)} queries of docs/guide/query-games.md: each has an answer")


if __name__ == "__main__":
    main()

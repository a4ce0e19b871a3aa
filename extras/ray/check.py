"""Whether games played by Ray are the same bytes as without it, with a worker and a node killed in the middle.

Usage: python3 check.py TRADEWIND
"""

import filecmp
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

from ray.cluster_utils import Cluster

RUN = """\
name = "under Ray"
seed = 7
pairs = 80
ply_cap = 200
[[rules]]
id = "shatranj"
[[player]]
nodes = 2000
weights = "untuned"
[record]
games_per_file = 20
[opening]
plies = 6
[estimates]
bootstrap = 40
"""

MATCH = """\
name = "a match under Ray"
seed = 8
pairs = 2000
ply_cap = 200
[[rules]]
id = "shatranj"
[[player]]
name = "deep"
nodes = 1500
weights = "untuned"
[[player]]
name = "shallow"
nodes = 500
weights = "untuned"
[match]
sprt = { elo0 = 0, elo1 = 60 }
[opening]
plies = 6
"""

LOOP = """\
name = "a loop under Ray"
seed = 9
pairs = 120
ply_cap = 150
[rules]
id = "shatranj"
weights = "untuned"
[player]
nodes = 400
[opening]
plies = 6
[texel]
lambda = 1.0
[test]
nodes = 400
pairs = 40
sprt = { elo0 = -300, elo1 = -200 }
[verification]
pairs = 10
[loop]
generations = 1
"""

SEARCH = """\
name = "parameters under Ray"
seed = 10
pairs = 12
ply_cap = 150
[[rules]]
id = "shatranj"
[player]
nodes = 800
weights = "untuned"
[opening]
plies = 6
[spsa]
iterations = 3
directions = 3
[[parameter]]
name = "rfp_margin"
"""

COMMANDS = [("run", RUN), ("match", MATCH), ("tune loop", LOOP), ("tune spsa", SEARCH)]


def same(one, other):
    """Whether two folders hold the same files."""
    names = [sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()) for root in (one, other)]
    if names[0] != names[1]:
        sys.exit(f"other files: {set(names[0]) ^ set(names[1])}")
    _, differ, odd = filecmp.cmpfiles(one, other, names[0], shallow=False)
    if differ or odd:
        sys.exit(f"these differ: {differ + odd}")


def main():
    tradewind = str(pathlib.Path(sys.argv[1]).resolve())
    here = pathlib.Path(tempfile.mkdtemp(prefix="tradewind-ray-"))
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    cluster.add_node(num_cpus=1)
    executor = f"{sys.executable} -m tradewind_ray.executor --address {cluster.address}"

    def disturb(folder, node):
        while not any(folder.rglob("games/*.parquet")) and not any(folder.rglob("units/*.parquet")):
            time.sleep(0.05)
        # Units are short at first.
        kill = ["pkill", "-KILL", "-o", "-f", f"work {folder}.* --pairs"]
        while subprocess.run(kill).returncode != 0 and any(folder.rglob("units")):
            time.sleep(0.01)
        print("a worker was killed", flush=True)
        time.sleep(1)
        cluster.remove_node(node, allow_graceful=False)
        print("a node was killed", flush=True)

    for words, text in COMMANDS:
        name = words.split()[-1]
        file = here / f"{name}.toml"
        file.write_text(text)
        play = [tradewind, *words.split(), str(file), "--out"]
        alone, ray = here / f"{name}-alone", here / f"{name}-ray"
        begun = time.monotonic()
        subprocess.run(play + [str(alone)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        between = time.monotonic()
        trouble = threading.Thread(target=disturb, args=(ray, cluster.add_node(num_cpus=1)), daemon=True)
        trouble.start()
        subprocess.run(play + [str(ray), "--executor", executor], check=True, stdout=subprocess.DEVNULL)
        trouble.join(timeout=5)
        same(alone, ray)
        ends = between - begun, time.monotonic() - between
        print(f"{words}: the same bytes; {ends[0]:.1f} s alone, {ends[1]:.1f} s with three nodes of Ray", flush=True)
    cluster.shutdown()


if __name__ == "__main__":
    main()

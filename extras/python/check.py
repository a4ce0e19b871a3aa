"""Installs a wheel in a clean environment, without network, and starts its program and its package.

Usage: python3 check.py FOLDER...    # folders with the wheels of tradewind and numpy
"""

import subprocess
import sys
import tempfile
import venv
from importlib.metadata import distributions
from pathlib import Path

links = [f"--find-links={Path(folder).resolve()}" for folder in sys.argv[1:]]
with tempfile.TemporaryDirectory() as folder:
    venv.create(folder, with_pip=True)

    def run(command: str, *arguments: str) -> str:
        commands = Path(folder, "bin")
        return subprocess.run(
            [commands / command, *arguments],
            cwd=folder,
            env={"PATH": str(commands)},  # without compilers
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        ).stdout

    run("pip", "install", "--no-index", *links, "tradewind")
    run("python", "-c", "import tradewind; assert 'chess' in tradewind.rule_sets()")

    site = next(Path(folder).glob("lib/python*/site-packages"))
    (wheel,) = distributions(name="tradewind", path=[str(site)])
    for program in ["tradewind"], ["python", "-m", "tradewind"]:
        assert run(*program, "--version") == f"tradewind {wheel.version}\n", program
        assert "scirocco-2009" in run(*program, "rules"), program

    here = Path(__file__).parent
    assert (here / "README.md").read_text().strip() in wheel.read_text("METADATA"), "no README"
    for licence in "LICENSE-APACHE", "LICENSE-MIT":
        assert wheel.read_text(f"licenses/{licence}") == (here / licence).read_text(), licence

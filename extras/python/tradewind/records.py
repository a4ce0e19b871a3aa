"""What runs leave in their folders, as Arrow tables and pictures."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from os import PathLike

    import pyarrow


def games(folder: str | PathLike[str]) -> pyarrow.Table:
    """The games of a folder that ``run``, ``match`` or ``merge`` has played into, in their order.

    ``.to_pandas()`` and ``polars.from_arrow`` make frames of it. Games ``2p`` and ``2p + 1`` are one pair: the unit of every interval.
    """
    import pyarrow
    import pyarrow.parquet

    files = sorted(_existing(folder, "games").glob("*.parquet"))
    if not files:
        raise ValueError(f"{folder} has no games")
    return pyarrow.concat_tables(pyarrow.parquet.read_table(file) for file in files)


def rows(folder: str | PathLike[str]) -> pyarrow.Table:
    """All numbers that a folder's games tell, one a row, with intervals: its ``rows.csv``."""
    import pyarrow.csv

    return pyarrow.csv.read_csv(_existing(folder, "rows.csv"))


@dataclass(frozen=True)
class Plot:
    """A picture, which a notebook shows."""

    path: Path

    @property
    def name(self) -> str:
        """What it is called."""
        return self.path.stem

    def _repr_svg_(self) -> str:
        return self.path.read_text(encoding="utf-8")


def plots(folder: str | PathLike[str]) -> dict[str, Plot]:
    """The pictures of a folder by name."""
    found = sorted(_existing(folder, ".").glob("*.svg"))
    return {path.stem: Plot(path) for path in found}


def _existing(folder: str | PathLike[str], part: str) -> Path:
    path = Path(folder, part)
    if not path.exists():
        raise FileNotFoundError(f"{path} is not there: `tradewind.run` makes it")
    return path

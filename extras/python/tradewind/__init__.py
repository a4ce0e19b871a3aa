"""Large chess variants: rules, positions, search, self-play and its records.

>>> import tradewind
>>> rules = tradewind.Rules("scirocco-2009")
>>> position = rules.start()
>>> position.play(position.legal_moves[0])
>>> line = tradewind.Engine(rules).search(position, nodes=1000)
>>> position.play(line.move)
"""

from ._tradewind import Engine, Line, Outcome, Position, Rules, rule_sets, run
from .records import Plot, games, plots, rows

__all__ = [
    "Engine",
    "Line",
    "Outcome",
    "Plot",
    "Position",
    "Rules",
    "games",
    "plots",
    "rows",
    "rule_sets",
    "run",
]

"""Writes the tables of docs/results: one page a game, and docs/results/claims.md with the counts.

Values and studies are from data/results, where scripts/results/recompute.sh writes them; the values of other players and
the claims of the ledger are from the reference results in data/reference. The text of a game's page above its tables is kept.

Usage: python3 scripts/results/tables.py [--check]

With --check nothing is written; the exit code is 1 if a page differs from what would be written.
"""

import csv
import itertools
import math
import pathlib
import random
import sys
import textwrap
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
REFERENCE = ROOT / "data" / "reference"
STUDIED = ROOT / "data" / "results" / "values"
RESULTS = ROOT / "docs" / "results"
# The pages: the games of their claims, and the rule sets whose values they have.
GAMES = {
    "scirocco": (["Scirocco", "Jocly's Scirocco"], ["scirocco-2009", "scirocco-2001", "scirocco-1999"]),
    "typhoon": (["Typhoon"], ["typhoon"]),
    "rococo": (["Rococo"], ["rococo"]),
    "hashishin": (["Shatranj al'Hashishin"], ["hashishin-wazir", "hashishin-homeward", "hashishin-any"]),
    "shatranj": (["Shatranj"], ["shatranj"]),
    "chess": (["Chess"], ["chess"]),
}
# Of each: the heading, and the method and the condition of its rows; of those of a study and those of a reference
# experiment, where another player is wanted.
STUDY = [
    ("value", "regression", "standard phase"),
    ("regression, all positions", "regression", "all"),
    ("odds at the array", "odds", "all"),
]
REFERENCE_COLUMNS = [
    ("value at {player}", "regression", "standard phase"),
    ("tuned weights", "weights", "all"),
    ("network", "network", "all"),
]

VALUES = (
    "With 95% confidence intervals, from the games of a [registered study](study.md#what-pieces-are-worth) by players with "
    "100 nodes a move. The [value](../explanation/piece-values.md#the-value-of-a-piece) is that of the regression with 60% "
    "of the pieces on the board, here with its sampling error alone; the other columns show how it depends on quantity, "
    "method and player. An empty cell means that the games do not determine it. Where few pieces have a value in pawns, "
    "values are in log-odds. The value at more nodes, weights and networks are from the experiments in "
    "[`data/reference`](../../data/reference)."
)
CLAIMS = (
    "Claims that a registered [study](study.md) tested have the verdict of its confirmation. The others are from the "
    "[ledger](../../data/reference/claims.md), which has sources, other analyses, and the games that would decide them. "
    "[What the verdicts mean](../explanation/what-to-believe.md#claims-and-studies)."
)
WORDS = ("supported", "contradicted", "undecided", "open", "not measured")

# The headings above the tables.
VALUES_HEADING = "## Values\n"
CLAIMS_HEADING = "## Claims\n"


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        lines = [line for line in file if not line.startswith("#")]
    return list(csv.DictReader(lines))


def wrapped(text):
    return textwrap.wrap(text, 100, break_on_hyphens=False)


def estimate(row):
    """A value with its interval, to the digits that the interval supports."""
    if not row or row["value"] == "":
        return ""
    value = float(row["value"])
    if row["low"] == "" or row["high"] == "":
        return f"{value:.2f}"
    low, high = float(row["low"]), float(row["high"])
    if low == high:
        return f"{value:g}"
    half = (high - low) / 2
    digits = 0 if half >= 9.95 else 1 if half >= 0.995 else 2 if half >= 0.0995 else 3
    return f"{value:.{digits}f} [{low:.{digits}f}, {high:.{digits}f}]"


def by_unit(rows, player):
    """The rows of a player by unit, and then by piece, method and condition."""
    found = {"pawns": {}, "knights": {}, "log-odds": {}}
    for row in rows:
        if row["unit"] in found and row["player"] in (player, ""):
            found[row["unit"]].setdefault((row["subject"], row["method"], row["condition"]), row)
    return found


def strongest(rows):
    """The player with the most nodes."""
    players = {row["player"] for row in rows if row["player"].endswith(" nodes")}
    return max(players, key=lambda name: int(name.split()[0].replace(",", "")))


def agreement(one, other):
    """Kendall's tau-b of two estimates of the same pieces, and between which values it would be if their errors alone made
    them differ."""
    both = sorted(set(one) & set(other))
    normal = random.Random(1)

    def tau(values):
        pairs = [
            [(left[at] > right[at]) - (left[at] < right[at]) for at in range(2)]
            for left, right in itertools.combinations(values, 2)
        ]
        sizes = [sum(pair[at] != 0 for pair in pairs) for at in range(2)]
        return sum(first * second for first, second in pairs) / math.sqrt(sizes[0] * sizes[1] or 1)

    values = [[float(row[piece]["value"]) for piece in both] for row in (one, other)]
    errors = [[(float(row[piece]["high"]) - float(row[piece]["low"])) / 3.92 for piece in both] for row in (one, other)]
    found = tau(list(zip(*values)))
    # The other measure has another scale. What both say together is taken as the truth, and both are measured again.
    scale = sum(a * b for a, b in zip(*values)) / sum(b * b for b in values[1])
    values[1], errors[1] = ([scale * number for number in numbers] for numbers in (values[1], errors[1]))
    truth = [
        (a / e**2 + b / f**2) / (1 / e**2 + 1 / f**2) for a, b, e, f in zip(*values, *errors)
    ]

    def measured():
        return [tuple(normal.gauss(value, error) for error in both) for value, *both in zip(truth, *errors)]

    drawings = sorted(tau(measured()) for _ in range(1000))
    return f"{found:.2f} [{drawings[24]:.2f}, {drawings[974]:.2f}] ({len(both)} pieces)"


def agreements(by_study, by_reference, by_linear):
    """A sentence about the order of the pieces by other methods and players."""

    def rows(source, method, condition):
        found = {subject: row for (subject, *rest), row in source["log-odds"].items() if rest == [method, condition]}
        return {subject: row for subject, row in found.items() if row["low"] != "" and row["low"] != row["high"]}

    _, *value = STUDY[0]
    own = rows(by_study, *value)
    others = [
        ("odds at the array", rows(by_study, "odds", "all")),
        ("the value by linear weights", rows(by_linear, *value)),
        ("the value at more nodes", rows(by_reference, *value)),
    ]
    texts = [f"{name} {agreement(own, other)}" for name, other in others if len(set(own) & set(other)) > 3]
    if not texts:
        return ""
    return (
        "Kendall's τ between the value and other measures, in brackets where it would be if errors alone made them differ: "
        + ", ".join(texts)
        + "."
    )


def table_of(game):
    """The values of the pieces of a rule set, the highest first."""
    study, reference = read(STUDIED / f"{game}.csv"), read(REFERENCE / f"values-{game}.csv")
    linear = read(STUDIED / f"{game}-linear.csv")
    players = [strongest(rows) for rows in (study, reference)]
    by_study, by_reference = (by_unit(rows, player) for rows, player in zip((study, reference), players))
    subjects = []
    for row in study:
        name = row["subject"]
        is_piece = name.endswith(")") and " pair (" not in name and " : " not in name
        if is_piece and name not in subjects:
            subjects.append(name)

    def kept(unit):
        lines = []
        for subject in subjects:
            own = [by_study[unit].get((subject, method, condition)) for _, method, condition in STUDY]
            if unit == "pawns":
                own.insert(1, by_study["knights"].get((subject, *STUDY[0][1:])))
            others = [by_reference[unit].get((subject, method, condition)) for _, method, condition in REFERENCE_COLUMNS]
            cells = [estimate(row) for row in own + others]
            order = float(own[0]["value"]) if cells[0] else float("-inf")
            lines.append((-order, subject, cells))
        return sorted(line for line in lines if any(line[2]))

    unit, lines = "pawns", kept("pawns")
    if 2 * len(lines) < len(subjects):
        unit, lines = "log-odds", kept("log-odds")
    heads = [name for name, _, _ in STUDY] + [name.format(player=players[1]) for name, _, _ in REFERENCE_COLUMNS]
    if unit == "pawns":
        heads.insert(1, "in knights")
    shown = [at for at in range(len(heads)) if any(cells[at] for _, _, cells in lines)]
    by_method = [[int(row["n"]) for row in study if row["method"] == method] for method in ("regression", "odds")]
    level, odds = (max(numbers) for numbers in by_method)
    page = ["", f"### {study[0]['rules']}, {players[0]}, in {unit}", ""]
    agree = agreements(by_study, by_reference, by_unit(linear, strongest(linear)))
    page += wrapped(f"From {level:,} level games and {odds:,} with odds. {agree}")
    page += ["", f"![Values of pieces](../../data/results/values/{game}.svg)", ""]
    page.append("| | piece | " + " | ".join(heads[at] for at in shown) + " |")
    page.append("|---|---|" + "---|" * len(shown))
    for rank, (order, subject, cells) in enumerate(lines, 1):
        rank = "" if order == float("inf") else rank
        page.append(f"| {rank} | {subject} | " + " | ".join(cells[at] for at in shown) + " |")
    return page


def values_of(rule_sets):
    page = [VALUES_HEADING.rstrip(), ""] + wrapped(VALUES)
    for game in rule_sets:
        page += table_of(game)
    return page


def region(row):
    if row["above"] and row["below"]:
        return f"{row['above']} to {row['below']}"
    return f"above {row['above']}" if row["above"] else f"below {row['below']}"


def margin(row):
    """The distance of a measurement inside the claimed region, in widths of its interval; negative outside."""
    value, width = float(row["value"]), float(row["high"] or row["value"]) - float(row["low"] or row["value"])
    inside = []
    if row["above"]:
        inside.append(value - float(row["above"]))
    if row["below"]:
        inside.append(float(row["below"]) - value)
    return min(inside) / (width or 1.0)


def ledger_claims(tested):
    """The claims of the ledger but those that studies have tested: game, claim, what was measured, the region, the verdict, and where
    from."""
    rows = {}
    for row in read(REFERENCE / "claims.csv"):
        rows.setdefault(row["id"], []).append(row)
    claims = tomllib.loads((ROOT / "data" / "claims.toml").read_text())["claim"]
    for claim in (claim for claim in claims if claim["id"] not in tested):
        parts = rows.get(claim["id"])
        measured, holds, verdict = "not measured", "", "open"
        if parts is not None:
            row = min(parts, key=margin)
            measured = f"{row['subject']}: {estimate(row)} {row['unit']}".strip()
            if len(parts) > 1:
                measured += f" (least favourable of {len(parts)})"
            holds, verdict = region(row), row["verdict"]
        yield claim["game"], claim["claim"], measured, holds, verdict, ""


def study_claims(tested):
    """The claims of the registered studies that were played, whose ids are added to a set."""
    opened = tomllib.loads((ROOT / "data" / "studies" / "opened.toml").read_text())
    for path in sorted((ROOT / "data" / "results").glob("*.csv")):
        folder = ROOT / "data" / "studies" / path.stem
        games = {}
        for claim in tomllib.loads((folder / "claims.toml").read_text())["claim"]:
            games[claim["id"]] = claim["game"]
        with open(path, newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        for row in rows:
            tested.add(row["id"])
            cells = {"value": row["confirmed"], "low": row["confirmed_low"], "high": row["confirmed_high"]}
            measured = f"{estimate(cells)} {row['unit']}"
            source = f"[{path.stem}](../../data/results/{path.stem}.md)"
            verdict = "open" if row["id"] in opened else row["verdict"]
            yield games[row["id"]], row["claim"], measured, row["holds"], verdict, source


def game_page(name, claims):
    """The page of a game: all above its tables is kept."""
    games, rule_sets = GAMES[name]
    kept, _, _ = (RESULTS / f"{name}.md").read_text().partition(VALUES_HEADING)
    page = values_of(rule_sets)
    page += ["", CLAIMS_HEADING.rstrip(), ""] + wrapped(CLAIMS)
    page += ["", "| claim | measured | holds if | verdict | study |", "|---|---|---|---|---|"]
    for game, *cells in claims:
        if game in games:
            page.append("| " + " | ".join(cell.strip() for cell in cells) + " |")
    return kept + "\n".join(page) + "\n"


def claims_page(claims):
    count = lambda kept: [str(sum(verdict == word for _, _, _, _, verdict, _ in kept)) for word in WORDS]
    counts = ", ".join(f"{number} {word}" for number, word in zip(count(claims), WORDS))
    summary = f"What is claimed about these games, judged by games: of {len(claims)} claims, {counts}."
    page = ["# Claims", ""] + wrapped(f"{summary} {CLAIMS}")
    page += ["", "| game | " + " | ".join(WORDS) + " |", "|---|" + "---|" * len(WORDS)]
    pages = {game: name for name, (games, _) in GAMES.items() for game in games}
    for game in dict.fromkeys(game for game, *_ in claims):
        link = f"[{game}]({pages[game]}.md#claims)" if game in pages else f"[{game}](known-answers.md)"
        kept = [claim for claim in claims if claim[0] == game]
        page.append(f"| {link} | " + " | ".join(count(kept)) + " |")
    return "\n".join(page) + "\n"


def main():
    tested = set()
    claims = [*study_claims(tested), *ledger_claims(tested)]
    pages = {name: game_page(name, claims) for name in GAMES}
    pages["claims"] = claims_page(claims)
    differs = False
    for name, text in pages.items():
        path = RESULTS / f"{name}.md"
        if "--check" in sys.argv[1:]:
            if path.read_text() != text:
                print(f"{path} is not what scripts/results/tables.py writes", file=sys.stderr)
                differs = True
        else:
            path.write_text(text)
    sys.exit(differs)


main()

"""Writes the tables of docs/results: one page a game, and docs/results/claims.md with the counts.

Values and the claims of the ledger are from the reference results in data/reference, studies from data/results, where
scripts/results/recompute.sh writes them. The text of a game's page above its tables is kept.

Usage: python3 scripts/results/tables.py [--check]

With --check nothing is written; the exit code is 1 if a page differs from what would be written.
"""

import csv
import pathlib
import sys
import textwrap
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
REFERENCE = ROOT / "data" / "reference"
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
COLUMNS = [
    ("value", "regression", "standard phase"),
    ("regression, all positions", "regression", "all"),
    ("odds at the array", "odds", "all"),
    ("tuned weights", "weights", "all"),
    ("network", "network", "all"),
]

VALUES = (
    "With 95% confidence intervals, by the strongest player of each reference experiment. The "
    "[value](../explanation/piece-values.md#the-value-of-a-piece) is that of the regression with 60% of the pieces on the "
    "board, here with its sampling error alone; the other columns show how it depends on quantity and method. An empty "
    "cell means that the games do not determine it. Where few pieces have a value in pawns, values are in log-odds. "
    "[`data/reference`](../../data/reference) has more conditions, players and units."
)
CLAIMS = (
    "Claims that a registered [study](study.md) tested have the verdict of its confirmation. The others are from the "
    "[ledger](../../data/reference/claims.md), which has sources, other analyses, and the games that would decide them. "
    "[What the verdicts mean](../explanation/what-to-believe.md#claims-and-studies)."
)
WORDS = ("supported", "contradicted", "undecided", "open")

# The headings above the tables.
VALUES_HEADING = "## Values\n"
CLAIMS_HEADING = "## Claims\n"


def read(name):
    with open(REFERENCE / name, newline="", encoding="utf-8") as file:
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


def kept_rows(subjects, mine):
    """The pieces that have a value in this unit, each with its cells."""
    rows = [
        (subject, [estimate(mine.get((subject, method, condition))) for _, method, condition in COLUMNS])
        for subject in subjects
    ]
    return [(subject, cells) for subject, cells in rows if any(cells)]


def values_of(rule_sets):
    page = [VALUES_HEADING.rstrip(), ""] + wrapped(VALUES)
    for game in rule_sets:
        rows = read(f"values-{game}.csv")
        nodes = [row["player"] for row in rows if row["player"].endswith(" nodes")]
        player = max(set(nodes), key=lambda name: int(name.split()[0].replace(",", "")))
        mine = {"pawns": {}, "log-odds": {}}
        for row in rows:
            if row["unit"] in mine and row["player"] in (player, ""):
                mine[row["unit"]].setdefault((row["subject"], row["method"], row["condition"]), row)
        subjects = []
        for row in rows:
            name = row["subject"]
            is_piece = name.endswith(")") and " pair (" not in name and " : " not in name
            if is_piece and name not in subjects:
                subjects.append(name)
        unit, kept = "pawns", kept_rows(subjects, mine["pawns"])
        if 2 * len(kept) < len(subjects):
            unit, kept = "log-odds", kept_rows(subjects, mine["log-odds"])
        shown = [at for at in range(len(COLUMNS)) if any(cells[at] for _, cells in kept)]
        page += ["", f"### {rows[0]['rules']}, {player}, in {unit}", ""]
        page.append("| piece | " + " | ".join(COLUMNS[at][0] for at in shown) + " |")
        page.append("|---|" + "---|" * len(shown))
        for subject, cells in kept:
            page.append(f"| {subject} | " + " | ".join(cells[at] for at in shown) + " |")
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
    for row in read("claims.csv"):
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

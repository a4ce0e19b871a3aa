"""Writes docs/results/values.md, docs/results/claims.md and the end of docs/results/study.md from published results.

Values and claims are from the reference results in data/reference, studies from data/results, where
scripts/results/recompute.sh writes them.

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
GAMES = [
    "chess", "shatranj", "hashishin-wazir", "hashishin-homeward", "hashishin-any", "rococo",
    "scirocco-2009", "scirocco-2001", "scirocco-1999", "typhoon",
]
COLUMNS = [
    ("value", "regression", "standard phase"),
    ("regression, all positions", "regression", "all"),
    ("odds at the array", "odds", "all"),
    ("tuned weights", "weights", "all"),
    ("network", "network", "all"),
]

VALUES = (
    "What pieces are worth, with 95% confidence intervals, by the strongest player of each reference experiment. "
    "`scripts/results/tables.py` writes this page from [`data/reference`](../../data/reference), which has more "
    "conditions, players and units. The [value](../explanation/piece-values.md#the-value-of-a-piece) is that of the "
    "regression with 60% of the pieces on the board, here with its sampling error alone; the other columns show how "
    "it depends on quantity and method. An empty cell means that the games do not determine it. Where few pieces "
    "have a value in pawns, values are in log-odds."
)
CLAIMS = (
    "`scripts/results/tables.py` writes this page from [`claims.csv`](../../data/reference/claims.csv). The "
    "[ledger](../../data/reference/claims.md) has the sources, other analyses, and the games that would decide "
    "undecided claims. [What the verdicts mean](../explanation/what-to-believe.md#claims-and-studies)."
)

# The heading above the tables of the studies.
STUDIES = "## All claims of the studies\n"


def read(name):
    with open(REFERENCE / name, newline="", encoding="utf-8") as file:
        lines = [line for line in file if not line.startswith("#")]
    return list(csv.DictReader(lines))


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


def values_page():
    page = ["# Piece values", ""] + textwrap.wrap(VALUES, 100)
    for game in GAMES:
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
        page += ["", f"## {rows[0]['rules']}, {player}, in {unit}", ""]
        page.append("| piece | " + " | ".join(COLUMNS[at][0] for at in shown) + " |")
        page.append("|---|" + "---|" * len(shown))
        for subject, cells in kept:
            page.append(f"| {subject} | " + " | ".join(cells[at] for at in shown) + " |")
    return "\n".join(page) + "\n"


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


def claims_page():
    claims = {claim["id"]: claim for claim in tomllib.loads((ROOT / "data" / "claims.toml").read_text())["claim"]}
    rows = {}
    for row in read("claims.csv"):
        rows.setdefault(row["id"], []).append(row)
    verdicts = [rows[name][0]["verdict"] if name in rows else "open" for name in claims]
    counts = [f"{verdicts.count(word)} {word}" for word in ("supported", "contradicted", "undecided", "open")]
    summary = f"The authors' claims about their games, judged by games: of {len(claims)} claims, {', '.join(counts)}."
    page = ["# Claims", ""] + textwrap.wrap(f"{summary} {CLAIMS}", 100)
    page += ["", "| game | claim | measured | holds if | verdict |", "|---|---|---|---|---|"]
    for name, claim in claims.items():
        parts = rows.get(name)
        if parts is None:
            cells = [claim["game"], claim["claim"], "not measured", "", "open"]
        else:
            row = min(parts, key=margin)
            measured = f"{row['subject']}: {estimate(row)} {row['unit']}".strip()
            if len(parts) > 1:
                measured += f" (least favourable of {len(parts)})"
            cells = [claim["game"], claim["claim"], measured, region(row), row["verdict"]]
        page.append("| " + " | ".join(cell.strip() for cell in cells) + " |")
    return "\n".join(page) + "\n"


def study_page():
    """The page of the studies: all above the heading is kept, and the tables below it are written."""
    kept, _, _ = (ROOT / "docs" / "results" / "study.md").read_text().partition(STUDIES)
    page = [STUDIES.rstrip()]
    for path in sorted((ROOT / "data" / "results").glob("*.csv")):
        name = tomllib.loads((ROOT / "data" / "studies" / path.stem / "study.toml").read_text())["name"]
        with open(path, newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        registered = f"[registered](../../data/studies/{path.stem}.registered.toml) as `{rows[0]['registration']}`"
        page += ["", f"### {name}", "", f"{registered[0].upper()}{registered[1:]}.", ""]
        page += ["| claim | holds if | exploration | confirmation | verdict |", "|---|---|---|---|---|"]
        for row in rows:
            measured = [
                estimate({"value": row[key], "low": row[f"{key}_low"], "high": row[f"{key}_high"]})
                for key in ("explored", "confirmed")
            ]
            cells = [f"`{row['id']}`: {row['claim']}", f"{row['holds']} {row['unit']}", *measured, row["verdict"]]
            page.append("| " + " | ".join(cells) + " |")
    return kept + "\n".join(page) + "\n"


def main():
    differs = False
    for name, text in (("values", values_page()), ("claims", claims_page()), ("study", study_page())):
        path = ROOT / "docs" / "results" / f"{name}.md"
        if "--check" in sys.argv[1:]:
            if path.read_text() != text:
                print(f"{path} is not what scripts/results/tables.py writes", file=sys.stderr)
                differs = True
        else:
            path.write_text(text)
    sys.exit(differs)


main()

"""Writes the tables of options in docs/reference/commands.md from the help of the program.

Usage: python3 scripts/results/commands.py [--check] [PROGRAM]

PROGRAM is `target/release/tradewind` by default. Everything below the heading `## Options` is replaced. With --check
nothing is written; the exit code is 1 if the page differs from what would be written.
"""

import collections
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "reference" / "commands.md"
HEADING = "## Options\n"
INTRODUCTION = """
`scripts/results/commands.py` writes this section from the help of the program. `tradewind COMMAND
--help` has more about each option, and examples. Options of several commands come first.
"""
# An option with the same text in this number of commands stands in the first table.
COMMON = 3


def help_of(program, command):
    done = subprocess.run([program, *command, "--help"], capture_output=True, text=True, check=True)
    return done.stdout


def entries(text, section):
    """The entries below a heading of a help text: names and descriptions, each joined into one line."""
    found = []
    inside = False
    for line in text.splitlines():
        if line and not line.startswith(" "):
            inside = line == f"{section}:"
            continue
        if not inside or not line.strip():
            continue
        start = re.match(r" {2}(\S.*?)(?: {2,}(\S.*))?$", line)
        option = re.match(r" {2,6}(-.*?)(?: {2,}(\S.*))?$", line)
        start = option if section == "Options" else start
        if start:
            found.append([start[1], start[2] or ""])
        else:
            found[-1][1] = f"{found[-1][1]} {line.strip()}".strip()
    return [(name, text) for name, text in found if name != "help" and "--help" not in name and "--version" not in name]


def commands(program, above=()):
    """All commands that have no commands of their own, in the order of the help."""
    below = [name for name, _ in entries(help_of(program, above), "Commands")]
    if not below:
        return [above]
    return [command for name in below for command in commands(program, (*above, name))]


def first_clause(text):
    """The first sentence without its later clauses, then possible values and the default."""
    notes = [f"{'default ' if key == 'default' else ''}{value}" for key, value in
             re.findall(r"\[(possible values|default): ([^\]]*)\]", text)]
    text = re.sub(r"\s*\[(?:default|possible values|aliases): [^\]]*\]", "", text)
    text = re.split(r"(?<!\.)\. (?=[A-Z`])|; ", text)[0].rstrip(".")
    if text[1:2] in (" ", *"abcdefghijklmnopqrstuvwxyz") and not text.startswith(("White", "Black")):
        text = text[:1].lower() + text[1:]
    return f"{text} ({'; '.join(reversed(notes))})" if notes else text


def cell(text):
    """Text with its marks escaped; code keeps its angle brackets."""
    parts = text.replace("|", "\\|").split("`")
    return "`".join(part if place % 2 else part.replace("<", "&lt;") for place, part in enumerate(parts))


def name_cell(name):
    return f"`{name}`".replace("|", "\\|")


def section(program):
    options = {command: entries(help_of(program, command), "Options") for command in commands(program)}
    arguments = {command: entries(help_of(program, command), "Arguments") for command in options}
    uses = collections.Counter(entry for own in options.values() for entry in own)
    shared = [entry for entry, count in uses.items() if count >= COMMON]
    lines = [HEADING.strip(), *INTRODUCTION.rstrip().split("\n"), "", "| option | meaning | commands |", "|---|---|---|"]
    for name, text in shared:
        having = [" ".join(command) for command, own in options.items() if (name, text) in own]
        having = "all" if len(having) == len(options) else ", ".join(f"`{command}`" for command in having)
        lines.append(f"| {name_cell(name)} | {cell(first_clause(text))} | {having} |")
    lines += ["", "| command | argument or option | meaning |", "|---|---|---|"]
    for command, own in options.items():
        title = f"`{' '.join(command)}` |"
        for name, text in [*arguments[command], *(entry for entry in own if entry not in shared)]:
            lines.append(f"| {title} {name_cell(name)} | {cell(first_clause(text))} |")
            title = "|"
    return "\n".join(lines) + "\n"


def main():
    names = [name for name in sys.argv[1:] if name != "--check"]
    program = names[0] if names else str(ROOT / "target" / "release" / "tradewind")
    page = PAGE.read_text(encoding="utf-8")
    kept, _, _ = page.partition(HEADING)
    written = kept.rstrip("\n") + "\n\n" + section(program)
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(written, encoding="utf-8")
    elif page != written:
        sys.exit(f"{PAGE.relative_to(ROOT)} differs from the help of the program; run scripts/results/commands.py")


if __name__ == "__main__":
    main()

"""docs/decisions-index.md, made from docs/decisions.md: every decision and whether it still holds.

A decision that does not says so in a line of its own: `Replaced: title of the newer one`, or `Changed: ...`.
"""

import re
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent.parent / "docs" / "decisions.md"
HEAD = """# Index of the decisions

Made by `python3 run.py documents` from [decisions.md](decisions.md); do not edit. The newest come last.

| date | decision | status |
|---|---|---|
"""
DECISION = re.compile(r"^## (\d{4}-\d\d-\d\d) (.+)\n((?:(?!## ).*\n?)*)", re.MULTILINE)
STATUS = re.compile(r"^(Replaced|Changed): (.+)$", re.MULTILINE)
HOLDS = "holds"


def document() -> str:
    """Return the index."""
    decisions = DECISION.findall(SOURCE.read_text(encoding="utf-8"))
    return HEAD + "".join(f"| {date} | {title} | {status_of(body)} |\n" for date, title, body in decisions)


def status_of(body: str) -> str:
    """Return whether a decision holds, or what came in its place."""
    status = STATUS.search(body)
    return f"{status[1].lower()}: {status[2]}" if status else HOLDS

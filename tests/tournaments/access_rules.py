"""docs/access.md as data: the readers and writers of every address, and the secrets it shows."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

from django.urls import URLPattern, get_resolver

from tests.processes import ROOT

DOCUMENT = ROOT / "docs" / "access.md"
WORD_ROW = re.compile(r"^\| ([a-z, ]+) \| (.+) \|$", re.M)
RULE_ROW = re.compile(r"^\| `([^`]+)` \| ([a-z]+) \| ([a-z]+)(?:: ([A-Z, ]+))? \| (.*?) ?\|$", re.M)
NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Rule:
    """One row of the document."""

    name: str  # of the address; a star matches any letters
    read: str
    write: str
    methods: str  # that write; POST if the row says nothing
    shows: str

    def of(self, method: str) -> str:
        """Return the word for those who may use this method."""
        if method in ("GET", "HEAD"):
            return self.read
        return self.write if method in (self.methods or "POST").split(", ") else NOBODY


@cache
def words() -> set[str]:
    """Return every word that the document explains."""
    rows = WORD_ROW.findall(DOCUMENT.read_text(encoding="utf-8"))
    return {word for row, _ in rows for word in row.split(", ")} - {"word"}


@cache
def rules() -> dict[str, Rule]:
    """Return the rows by name. Raises ValueError for a name in two rows."""
    rows = [Rule(*cells) for cells in RULE_ROW.findall(DOCUMENT.read_text(encoding="utf-8"))]
    names = [row.name for row in rows]
    if twice := {name for name in names if names.count(name) > 1}:
        raise ValueError(f"docs/access.md has more than one row for {sorted(twice)}")
    return {row.name: row for row in rows}


@cache
def rule_of(name: str) -> Rule | None:
    """Return the row of an address: its own, else the one whose star matches."""
    starred = (row for row in rules().values() if "*" in row.name and fnmatchcase(name, row.name))
    return rules().get(name) or next(starred, None)


def all_addresses(patterns: Any = None, space: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Yield every address of the installation with its full name, including those of other packages."""
    for each in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(each, URLPattern):
            yield f"{space}{each.name or 'None'}", each
        else:
            inner = f"{each.namespace}:" if each.namespace else ""
            yield from all_addresses(each.url_patterns, space + inner)


def missing_rows() -> list[str]:
    """Return the rows to add to the document, a line for each address without a row."""
    names = {name for name, _ in all_addresses() if rule_of(name) is None}
    return [f"| `{name}` | WHO READS | WHO WRITES |  |" for name in sorted(names)]

"""The reviewed lists: `AREA.toml` beside this file.

`[tests]` names the test files that should notice a fault, by the beginning of the path of the faulty file;
the longest beginning wins. A mutant is a table `[["path of the file"]]` with

- `fault`: one phrase in the words of the domain;
- `old`, `new`: exact text, which occurs once in the file, and what the fault makes of it;
- `tests`: test files or tests, if other than those of `[tests]`;
- `equivalent`: why no test can notice it, if that is so.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
AREAS = tuple(sorted(path.stem for path in HERE.glob("*.toml")))
KEYS = {"fault", "old", "new", "tests", "equivalent"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault: a text of a file becomes another."""

    area: str
    file: str
    fault: str
    old: str
    new: str
    tests: tuple[str, ...]
    equivalent: str = ""  # why nobody can notice it

    def __str__(self) -> str:
        return f"{self.file}: {self.fault}"

    def apply(self, source: str) -> str:
        """Return the faulty source of the file."""
        return source.replace(self.old, self.new)

    def refusals(self, root: Path) -> Iterator[str]:
        """Yield what is wrong with the mutant in this tree: the code has moved on, or it was never right."""
        source = text_of(root / self.file)
        if (count := source.count(self.old)) != 1:
            yield f"expected once in {self.file}, found {count} times: {self.old}"
        elif self.file.endswith(".py") and not is_python(self.apply(source)):
            yield f"{self.file} is no Python with: {self.new}"
        if self.old == self.new:
            yield "changes nothing"
        if not self.tests:
            yield "names no tests, and its area has none for this file"
        yield from (f"no such file: {each}" for each in self.test_files() if not (root / each).is_file())

    def test_files(self) -> list[str]:
        """Return the files of its tests."""
        return [each.partition("::")[0] for each in self.tests]


def text_of(path: Path) -> str:
    """Return the text of a file; empty if there is none."""
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def is_python(source: str) -> bool:
    """Return whether the text can be compiled."""
    try:
        compile(source, "mutant", "exec", dont_inherit=True)
    except SyntaxError:
        return False
    return True


def load_mutants(areas: Sequence[str] = AREAS) -> list[Mutant]:
    """Return the mutants of these areas in the order of their lists."""
    return [mutant for area in areas for mutant in read(area, text_of(HERE / f"{area}.toml"))]


def read(area: str, text: str) -> Iterator[Mutant]:
    """Yield the mutants of a list."""
    by_file: dict[str, Any] = tomllib.loads(text)
    tests = by_file.pop("tests", {})
    for file, entries in by_file.items():
        for entry in entries:
            if unknown := entry.keys() - KEYS:
                raise ValueError(f"{area}.toml, {file}: expected {sorted(KEYS)}, found {sorted(unknown)}")
            named = entry.pop("tests", None) or tests_of(file, tests)
            yield Mutant(area=area, file=file, tests=tuple(named), **entry)


def tests_of(file: str, tests: Mapping[str, Sequence[str]]) -> Sequence[str]:
    """Return the test files of the longest beginning of this path."""
    beginnings = [each for each in tests if file.startswith(each)]
    return tests[max(beginnings, key=len)] if beginnings else ()

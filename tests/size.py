"""Print functions, files, lines of code and roads of each room: `python3 -m tests.size [COMMIT]`.

A line of code is what is neither blank nor a comment, a docstring, an import or the signature of a function.
A road leads from one file to another that it imports; those out of a room count with the room they leave.
"""

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.layers import ROOMS, imports, module_of
from tests.processes import ROOT

HEAD = ("room", "functions", "files", "code", "lines", "roads in it", "roads out")
INSIDE = ("scoring", "tournaments")  # rooms whose folders are rooms of their own
FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)


def table_of(sources: Mapping[Path, str]) -> list[tuple[str, ...]]:
    """Return a row for each room, and the sum."""
    modules = {module_of(path): path for path in sources}
    counted: dict[str, Counter[str]] = {}
    for path, source in sources.items():
        tree, here = ast.parse(source), room_of(path)
        row = counted.setdefault(here, Counter())
        row += Counter(files=1, lines=source.count("\n"), code=lines_of_code(tree, source))
        row["functions"] += sum(isinstance(node, FUNCTION) for node in ast.walk(tree))
        for target in {file_of(name, modules) for _, name in imports(tree, module_of(path))} - {None, path}:
            row["roads in it" if room_of(target) == here else "roads out"] += 1
        counted[here] = row
    total = sum(counted.values(), Counter())
    rows = [*sorted(counted.items()), ("all", total)]
    return [HEAD, *((name, *(f"{row[each]:,}" for each in HEAD[1:])) for name, row in rows)]


def room_of(path: Path) -> str:
    """Return `tournaments/views` or `rules` for a file."""
    inside = path.parts[0] in INSIDE and len(path.parts) > 2
    return "/".join(path.parts[:2] if inside else path.parts[:1])


def file_of(name: str, modules: Mapping[str, Path]) -> Path | None:
    """Return the file of an imported name: a module, or something in one."""
    return modules.get(name) or modules.get(name.rpartition(".")[0])


def lines_of_code(tree: ast.Module, source: str) -> int:
    """Return how many lines do something."""
    lines = enumerate(source.splitlines(), start=1)
    written = {number for number, line in lines if line.strip() and not line.lstrip().startswith("#")}
    return len(written - set(envelope(tree)))


def envelope(tree: ast.Module) -> Iterator[int]:
    """Yield the lines of docstrings, imports and signatures."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from range(node.lineno, (node.end_lineno or 0) + 1)
        if isinstance(node, FUNCTION):
            yield from range(node.lineno, node.body[0].lineno)
        if isinstance(node, (ast.Module, ast.ClassDef, *FUNCTION)) and ast.get_docstring(node, clean=False):
            yield from range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1)


def sources_of(commit: str) -> dict[Path, str]:
    """Return the files of all rooms as they stand, or as a commit has them; migrations are left out."""
    command = ["git", "ls-tree", "-r", "--name-only", commit] if commit else ["git", "ls-files"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    paths = [Path(each) for each in listed.splitlines() if each.endswith(".py")]
    ours = [each for each in paths if each.parts[0] in ROOMS and "migrations" not in each.parts]
    return {path: text_of(path, commit) for path in ours}


def text_of(path: Path, commit: str) -> str:
    """Return a file as it stands, or as a commit has it."""
    if not commit:
        return (ROOT / path).read_text(encoding="utf-8")
    command = ["git", "show", f"{commit}:{path}"]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    for line in table_of(sources_of("".join(sys.argv[1:2]))):
        print("| " + " | ".join(line) + " |")

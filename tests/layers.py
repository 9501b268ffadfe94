"""Which imports a file may make, as ARCHITECTURE.md says. It reads source and imports nothing it judges."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOMS = {"config", "rules", "scoring", "seating", "simulation", "tournaments"}
REACH = {
    "config": {"tournaments"},
    "tournaments": {"scoring", "seating", "simulation", "rules"},
    "scoring": {"rules"},
    "simulation": {"rules"},
    "seating": set(),
    "rules": set(),
}
# rules/ and scoring/ also run on the phone, where every module of the standard library costs seconds.
LEAN = {"collections", "dataclasses", "enum", "fractions", "functools", "itertools", "json", "math", "typing"}
OTHERS = {
    "rules": LEAN,
    "scoring": LEAN,
    "simulation": LEAN | {"random"},
    "seating": set(sys.stdlib_module_names),
}
# Inside tournaments/: doors on top, facts at the bottom. A floor may use itself and whatever lies below it.
# live.py is the bell: services ring it, it runs the tasks; so it stands on no floor.
FLOORS = [
    {"urls", "apps"},
    {"views", "api", "management", "admin", "templatetags", "middleware", "serving"},
    {"tasks", "forms"},
    {"services", "printing"},
    {"selectors", "standings"},
    {"models", "migrations"},
]
FLOOR_BY_PART = {part: number for number, parts in enumerate(FLOORS) for part in parts}
BANNED_NAMES = {"utils", "helpers", "common", "core", "signals"}


def wrong_arrows(path: Path, source: str) -> list[str]:
    """Every broken rule of the file at this path (relative to the project), with its line."""
    tree = ast.parse(source)
    module = ".".join([*path.parent.parts, path.stem]).removesuffix(".__init__")
    found = [f"a module named {part}" for part in module.split(".") if part in BANNED_NAMES]
    found += [f"line {line}: import inside a function" for line in hidden_imports(tree)]
    for line, target in imports(tree, module if path.stem != "__init__" else f"{module}.__init__"):
        found += [f"line {line}: {reason}" for reason in reasons_against(module, target)]
    return [f"{path}: {reason}" for reason in found]


def imports(tree: ast.AST, module: str) -> Iterator[tuple[int, str]]:
    """Line and full dotted name of everything imported; relative imports are resolved."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = module.split(".")[: -node.level] if node.level else []
            base = ".".join([*above, *filter(None, [node.module])])
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


def hidden_imports(tree: ast.AST) -> Iterator[int]:
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            nodes = ast.walk(function)
            yield from (node.lineno for node in nodes if isinstance(node, ast.Import | ast.ImportFrom))


def reasons_against(module: str, target: str) -> Iterator[str]:
    room, there = module.split(".")[0], target.split(".")[0]
    if target == "typing.TYPE_CHECKING":
        yield "TYPE_CHECKING hides an arrow"
    if target.startswith("django.db.models.signals") or target.startswith("django.dispatch"):
        yield "signals"
    if there in ROOMS - {room} and there not in REACH[room]:
        yield f"{room} must not import {there}"
    if there not in ROOMS and there not in OTHERS.get(room, {there}):
        yield f"{room} must not import {there}"
    if room == there == "tournaments" and goes_up(module, target):
        yield f"{module} must not import {target}, which lies above it"


def goes_up(module: str, target: str) -> bool:
    here, there = (FLOOR_BY_PART.get(part_of(name)) for name in (module, target))
    return here is not None and there is not None and there < here


def part_of(name: str) -> str:
    """`models` of `tournaments.models.club`."""
    return name.split(".")[1] if "." in name else ""

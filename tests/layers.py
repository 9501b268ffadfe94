"""The allowed imports and places of a file. It reads the tree and imports nothing it checks.

Rooms are the top-level folders. Inside `tournaments/` every module belongs to a layer, entry points on top
and facts at the bottom, and imports nothing from a layer above its own. In the layers of `LAYERS` it also
belongs to a subject, and no two subjects of a layer depend on each other, directly or through others. The
rooms inside `scoring/` are held to the same.
"""

import ast
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tests.sources import nodes_of, tree_of

ROOMS = {"config", "marked", "rules", "scoring", "seating", "server", "simulation", "tournaments"}
REACH = {
    "config": {"server", "tournaments"},
    "tournaments": {"marked", "scoring", "seating", "server", "simulation", "rules"},
    "server": set(),
    "scoring": {"rules"},
    "simulation": {"rules"},
    "marked": {"rules", "scoring"},
    "seating": set(),
    "rules": set(),
}
# rules/ and scoring/ also run on the phone, where every module of the standard library costs seconds.
LEAN = {"collections", "dataclasses", "enum", "fractions", "functools", "itertools", "json", "math", "typing"}
OTHERS = {
    "rules": LEAN,
    "scoring": LEAN,
    "simulation": LEAN | {"random", "importlib"},  # it finds the play of each game by the name of its module
    "seating": set(sys.stdlib_module_names),
    "marked": set(sys.stdlib_module_names) | {"numpy", "PIL", "zxingcpp"},
    "server": set(sys.stdlib_module_names) | {"cryptography", "django", "uvicorn"},
}
FLOORS = [
    {"urls", "apps"},
    {"views", "api", "management", "admin", "templatetags", "serving"},
    {"tasks"},
    {"publications", "forms"},
    {"services"},
    {"selectors"},
    {"wording", "phone"},
    {"storage", "models", "migrations", "append_only"},
]
FLOOR_BY_PART = {part: number for number, parts in enumerate(FLOORS) for part in parts}
MANAGERS = {"objects", "_base_manager", "_default_manager"}
QUERIES = {
    *("aggregate", "annotate", "bulk_create", "defer", "distinct", "exclude", "exists", "filter", "in_bulk"),
    *("get_or_create", "iterator", "only", "order_by", "prefetch_related", "select_for_update"),
    *("select_related", "update_or_create", "values_list"),
}
ENDS = {"first", "last"}  # of a query; `count` and `delete` are methods of other things too
LAYERS = ("services", "selectors", "views", "api")
SUBJECTS = (
    *("pages", "http"),  # shared by all subjects of views and of the API
    *(
        "webhooks",
        "history",
        "clubs",
        "events",
        "entry",
        "draw",
        "sheets",
        "rounds",
        "standings",
        "competitions",
        "publishing",
        "hall",
    ),
    *("tables", "cash", "series", "paper", "games", "help", "installation", "demonstration"),
)
SCORING = ("sheet", "phone", "foot", "standings", "competitions", "paper")
SHARED_BY_SCORING = {"scoring", "scoring.not_possible"}  # in no room, because every one raises it
BANNED_NAMES = {"utils", "helpers", "common", "core", "signals"}
# Pages and their addresses are made above these.
KNOW_NO_PAGE = ("services", "selectors", "wording", "storage", "models")
MODELS = ("django.db.models", "django.contrib.auth", "django.apps")
PAGES = ("django.template", "django.urls", "django.shortcuts", "django.http")


def module_of(path: Path) -> str:
    """Return the dotted name of a file, relative to the project."""
    return ".".join([*path.parent.parts, path.stem]).removesuffix(".__init__")


def wrong_arrows(path: Path, source: str) -> list[str]:
    """Return every broken rule of the file at this path (relative to the project), with its line."""
    tree, module = tree_of(source), module_of(path)
    reasons = [f"a module named {part}" for part in module.split(".") if part in BANNED_NAMES]
    reasons += reasons_against_place(path, module)
    reasons += [f"line {line}: import inside a function" for line in hidden_imports(tree)]
    for line, target in imports(tree, module if path.stem != "__init__" else f"{module}.__init__"):
        reasons += [f"line {line}: {reason}" for reason in reasons_against(module, target)]
    return [f"{path}: {reason}" for reason in reasons]


def reasons_against_place(path: Path, module: str) -> Iterator[str]:
    """Report a module of the application without a layer, or without a subject in its layer."""
    parts = module.split(".")
    if parts[0] == "scoring" and module not in SHARED_BY_SCORING and not subject_of(module):
        yield f"{module} stands in no room"
    if parts[0] != "tournaments" or len(parts) == 1:
        return
    if parts[1] not in FLOOR_BY_PART:
        yield f"{module} stands on no floor"
    is_top = path.stem == "__init__" and len(parts) == 2
    if parts[1] in LAYERS and not is_top and module != "tournaments.api.urls" and not subject_of(module):
        yield f"{module} stands in no subject"


def subject_of(module: str) -> str:
    """Return `draw` for `tournaments.services.draw.search`; empty for a module outside the layers.

    The rooms of `scoring/` count as its subjects: `sheet` for `scoring.sheet.machine`.
    """
    parts = module.split(".")
    if parts[0] == "scoring":
        return parts[1] if len(parts) > 1 and parts[1] in SCORING else ""
    is_inside = len(parts) > 2 and parts[0] == "tournaments" and parts[1] in LAYERS
    return parts[2] if is_inside and parts[2] in SUBJECTS else ""


def circles(sources: Iterable[tuple[Path, str]]) -> list[str]:
    """Return the subjects of each layer that depend on each other, as `views: draw -> publishing -> draw`."""
    graphs: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for path, source in sources:
        module = module_of(path)
        if here := subject_of(module):
            layer = layer_of(module)
            targets = [target for _, target in imports(tree_of(source), module)]
            beside = (each for each in targets if layer_of(each) == layer)
            graphs[layer][here] |= {subject_of(each) for each in beside} - {here, ""}
    return [f"{layer}: {' -> '.join(circle)}" for layer in graphs if (circle := circle_in(graphs[layer]))]


def layer_of(module: str) -> str:
    """Return `services` for `tournaments.services.draw.search`, `scoring` for everything in it."""
    return "scoring" if module.startswith("scoring.") else part_of(module)


def circle_in(graph: dict[str, set[str]]) -> list[str]:
    """Return a cycle of a graph; empty if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def imports(tree: ast.AST, module: str) -> Iterator[tuple[int, str]]:
    """Yield line and full dotted name of every import; relative imports are resolved."""
    for node in nodes_of(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = module.split(".")[: -node.level] if node.level else []
            base = ".".join([*above, *filter(None, [node.module])])
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


def hidden_imports(tree: ast.AST) -> Iterator[int]:
    for function in nodes_of(tree):
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
    if room == "server" and target.startswith(MODELS):
        yield f"{module} must not import {target}: the server knows no model"
    if room == there == "tournaments" and goes_up(module, target):
        yield f"{module} must not import {target}, which lies above it"
    if part_of(module) in KNOW_NO_PAGE and target.startswith(PAGES):
        yield f"{module} must not import {target}: pages and addresses are made above it"


def goes_up(module: str, target: str) -> bool:
    here, there = (FLOOR_BY_PART.get(part_of(name)) for name in (module, target))
    return here is not None and there is not None and there < here


def part_of(name: str) -> str:
    """Return `models` for `tournaments.models.club`."""
    return name.split(".")[1] if "." in name else ""


def queries_in(source: str) -> list[str]:
    """Return each part of a query that a module writes itself, with its line.

    `all()` is none: it also reads what a selector has prefetched. Nor are the `queryset` that a resource of
    the API declares for the framework, and a narrower one of its own rows.
    """
    return [f"{line}: {name}" for line, name in sorted(query_parts(source))]


def query_parts(source: str) -> Iterator[tuple[int, str]]:
    """Yield line and name of the managers and of the methods of query sets."""
    tree = tree_of(source)
    of_resources = {part for node in nodes_of(tree) if is_of_resource(node) for part in ast.walk(node)}
    for node in nodes_of(tree):
        if node in of_resources:
            continue
        if isinstance(node, ast.Attribute) and node.attr in MANAGERS:
            yield node.lineno, node.attr
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            name, is_bare = node.func.attr, not node.args and not node.keywords
            is_get = name == "get" and bool(node.keywords) and not node.args
            if name in QUERIES or is_get or (name in ENDS and is_bare):
                yield node.lineno, name


def is_of_resource(node: ast.AST) -> bool:
    """Return whether a node declares the rows of a resource of the API, or narrows them."""
    if isinstance(node, ast.Assign):
        return [target.id for target in node.targets if isinstance(target, ast.Name)] == ["queryset"]
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr == "get_queryset":
            return True
        node = node.func.value
    return False

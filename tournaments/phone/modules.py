"""The modules a phone needs for a game, with their trimmed sources.

They are our modules imported by scoring/phone/phone.py and the game, transitively, and the reduced modules of
lean/ for the standard library. None is written by hand: the phone runs the server's code.
"""

import ast
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from rules.game import Game
from tournaments.phone.trimming import imports_of, trim

DOOR = "scoring.phone.phone"
ROOMS = ("rules", "scoring")
LEAN = Path(__file__).parent / "lean"
LEAN_FILES = {
    "collections": None,  # an empty package
    "collections.abc": LEAN / "collections_abc.py",
    "dataclasses": LEAN / "dataclasses.py",
    "enum": LEAN / "enum.py",
    "functools": LEAN / "functools.py",
    "itertools": LEAN / "itertools.py",
    "typing": LEAN / "typing.py",
}
LIST_OF_GAMES = """
from {module} import {name}
from rules.reading import find_game

def get_game(key):
    return find_game([{name}], key)
"""


class NotOnThePhone(LookupError):
    """A module that a game imports and the phone does not have."""


@cache
def modules_for(game: Game) -> Mapping[str, ast.Module]:
    """Return the trimmed modules by name, parents first."""
    trees: dict[str, ast.Module] = {}
    waiting = [DOOR]
    while waiting:
        name = waiting.pop()
        if name not in trees:
            trees[name] = tree = trim(source_of(name, game))
            waiting += [
                needed for name_in_it in imports_of(tree) for needed in with_parents(module_of(name_in_it))
            ]
    return dict(sorted(trees.items()))


def is_package(name: str) -> bool:
    """Return whether a module is a package."""
    return name == "collections" or (name.split(".")[0] in ROOMS and file_of(name).stem == "__init__")


def source_of(name: str, game: Game) -> str:
    """Return a module's source; the registry of games lists this one only. Raises NotOnThePhone."""
    if name == "rules":
        module, variable = home_of(game)
        return LIST_OF_GAMES.format(module=module, name=variable)
    if name.split(".")[0] in ROOMS:
        return file_of(name).read_text(encoding="utf-8")
    if name not in LEAN_FILES:
        raise NotOnThePhone(f"{name} is not in tournaments/phone/lean; say there what the rules need of it.")
    path = LEAN_FILES[name]
    return path.read_text(encoding="utf-8") if path else ""


def home_of(game: Game) -> tuple[str, str]:
    """Return a game's module and its name there. Raises NotOnThePhone for a game outside rules/."""
    for module, values in sorted(game_modules().items()):
        for name, value in values.items():
            if value is game:
                return module, name
    raise NotOnThePhone(f"{game.key} is not a game of rules/.")


def game_modules() -> dict[str, dict[str, object]]:
    """Return the contents of the loaded modules of rules/."""
    return {name: vars(module) for name, module in list(sys.modules.items()) if name.startswith("rules.")}


def module_of(name: str) -> str:
    """Return the module of an imported name: `rules.game` for `rules.game.Game`."""
    if name in LEAN_FILES:
        return name
    if name.split(".")[0] in ROOMS and is_module(name):
        return name
    return name.rpartition(".")[0] or name


@cache
def is_module(name: str) -> bool:
    """Return whether one of our modules has this name."""
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False


@cache
def file_of(name: str) -> Path:
    """Return the file of one of our modules."""
    spec = find_spec(name)
    assert spec is not None and spec.origin is not None
    return Path(spec.origin)


def with_parents(name: str) -> Iterator[str]:
    """Yield a module's parents and itself: `rules`, `rules.fipsen`, `rules.fipsen.checks`."""
    parts = name.split(".")
    yield from (".".join(parts[:length]) for length in range(1, len(parts) + 1))

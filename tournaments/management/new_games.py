"""The files of a new game, made from the made-up game of the tests (tests/made_up_game).

The skeleton is a game that the tests play, so it cannot fall behind what a game needs.
"""

import ast
from collections.abc import Iterator
from keyword import iskeyword
from pathlib import Path

import rules
from rules import all_games

SKELETON = Path("tests/made_up_game")
SKELETON_KEY, SKELETON_NAME = "hopfen", "Hopfen"
LIST_OF_GAMES = Path("rules/__init__.py")
LAST_OF_THE_LIST = "    points.GAME,\n"
PARTS = ("__init__", "record", "settle", "violations", "prose")
COPIES = {
    **{f"{SKELETON_KEY}/{part}.py": f"rules/{{key}}/{part}.py" for part in PARTS},
    "player.py": "simulation/games/{key}.py",
    f"test_{SKELETON_KEY}.py": "tests/rules/test_{key}.py",
    f"{SKELETON_KEY}.score.jsonl": "tests/data/golden/{key}.score.jsonl",
}
LONGEST_KEY, LONGEST_NAME, LONGEST_LINE = 20, 40, 110
NOT_IN_A_NAME = set("\"\\{}'\n")


def refusals(root: Path, key: str, name: str) -> Iterator[str]:
    """Why no game can be made of this key and name, in sentences."""
    if not is_key(key):
        yield (
            f"A key is a Python name of lower-case letters, digits and underscores, at most {LONGEST_KEY}"
            f" characters and no keyword; found “{key}”."
        )
    elif key in {SKELETON_KEY, *(game.key for game in all_games())}:
        yield f"There is a game “{key}” already; choose another key."
    elif taken := next(taken_places(root, key), None):
        yield f"{taken} exists already; choose another key."
    if not name or len(name) > LONGEST_NAME or NOT_IN_A_NAME & set(name):
        yield (
            f"A name has 1 to {LONGEST_NAME} characters, without quotes, braces or backslashes;"
            f" found “{name}”."
        )
    if not (root / SKELETON).is_dir():
        yield f"{SKELETON} is missing; a game is made in the source tree of Stichtag, with its tests."


def is_key(key: str) -> bool:
    """Whether a key can name a module."""
    is_plain = key.isidentifier() and key.isascii() and key == key.lower() and not key.startswith("_")
    return is_plain and not iskeyword(key) and len(key) <= LONGEST_KEY


def taken_places(root: Path, key: str) -> Iterator[str]:
    """Yield the paths and modules that a game of this key would overwrite or hide."""
    folders = (Path("rules") / key, Path("rules") / f"{key}.py", Path("simulation/games") / key)
    copies = (Path(path.format(key=key)) for path in COPIES.values())
    yield from (str(path) for path in (*folders, *copies) if (root / path).exists())
    if hasattr(rules, key):
        yield f"rules.{key}"


def files_of(root: Path, key: str, name: str) -> dict[Path, str]:
    """Every file that is written, with its text, relative to the root."""
    copies = {
        Path(path.format(key=key)): renamed((root / SKELETON / source).read_text(encoding="utf-8"), key, name)
        for source, path in COPIES.items()
    }
    found = {path: in_order(text) if path.suffix == ".py" else text for path, text in copies.items()}
    return found | {LIST_OF_GAMES: with_game((root / LIST_OF_GAMES).read_text(encoding="utf-8"), key)}


def renamed(source: str, key: str, name: str) -> str:
    """A file of the skeleton in the words of the new game."""
    package = ".".join(SKELETON.parts)
    source = source.replace(f"{package}.{SKELETON_KEY}", f"rules.{SKELETON_KEY}")
    source = source.replace(f"from {package} import", "from rules import")
    return source.replace(SKELETON_KEY, key).replace(SKELETON_NAME, name)


def in_order(source: str) -> str:
    """The source with the imports of our own modules sorted: the new names have other places."""
    rooms = {"rules", "simulation", "tests"}
    imports = [node for node in ast.parse(source).body if isinstance(node, ast.ImportFrom)]
    ours = [node for node in imports if (node.module or "").split(".")[0] in rooms]
    if not ours:
        return source
    lines = source.splitlines(keepends=True)
    first, last = ours[0].lineno - 1, ours[-1].end_lineno
    blocks = [
        lines[node.lineno - 1 : node.end_lineno] for node in sorted(ours, key=lambda node: node.module or "")
    ]
    return "".join([*lines[:first], *(line for block in blocks for line in block), *lines[last:]])


def with_game(source: str, key: str) -> str:
    """rules/__init__.py with the game imported, and on the list before `points`, which stands last."""
    [node] = [
        each for each in ast.parse(source).body if isinstance(each, ast.ImportFrom) and each.module == "rules"
    ]
    names = sorted([*(alias.name for alias in node.names), key])
    lines = source.splitlines(keepends=True)
    lines[node.lineno - 1 : node.end_lineno] = [import_of(names)]
    return "".join(lines).replace(LAST_OF_THE_LIST, f"    {key}.GAME,\n{LAST_OF_THE_LIST}")


def import_of(names: list[str]) -> str:
    """The import of the games, in one line where it fits."""
    line = f"from rules import {', '.join(names)}\n"
    if len(line) <= LONGEST_LINE:
        return line
    return "".join(["from rules import (\n", *(f"    {name},\n" for name in names), ")\n"])

"""Begin a new game: `python3 run.py new_game KEY [--name NAME]` copies the made-up game of the tests.

The skeleton is a game that the tests play, so it cannot fall behind what a game needs.
"""

import argparse
import ast
import subprocess
import sys
from collections.abc import Iterator, Sequence
from keyword import iskeyword
from pathlib import Path

import rules
from rules import all_games
from tests.processes import ROOT

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
DOCUMENT = "docs/games.md"
LEFT = """
What is left, in this order:
 1. rules/{key}/__init__.py: title, source and edition, what a table records and what not, a true doctest.
 2. rules/{key}/record.py: constants, house rules, the fields of the record: when each is asked, its keys.
 3. rules/{key}/violations.py: every rule that a record can break, as sentences.
 4. rules/{key}/settle.py: what a deal is worth and what it leaves, one function for each notion of the rules.
 5. tests/rules/test_{key}.py: one table for each page of the rules.
 6. tests/data/golden/{key}.score.jsonl: request, answer, and why; a refusal of every code.
 7. simulation/games/{key}.py: how people play it, by cards where it has them (see flunk.py beside it).
 8. rules/{key}/prose.py: the rules page; its tables settle example deals.
 9. rules/{key}/__init__.py: `common_deal` (its taps on a phone) and, if clubs hold them, `evenings`.
10. docs/games.md: python3 run.py documents games
11. tournaments/locale: python3 run.py manage makemessages; fill in German and Japanese in both django.po;
    python3 run.py manage compile_messages. Until then tests/test_locale.py fails, and no other test.
12. CHANGELOG.md: one sentence for clubs.
After each step: python3 run.py test --quick -k {key}. At the end: python3 run.py test.
"""


class Refused(Exception):
    """No game can be made; the sentences say why."""


def main(arguments: Sequence[str]) -> None:
    """Copy the skeleton into the source tree and print what is left to do."""
    parser = argparse.ArgumentParser(prog="python3 run.py new_game", description=main.__doc__)
    parser.add_argument("key", help="the key of the game, a Python name: zwick")
    parser.add_argument("--name", help="its name for players: Zwick")
    options = parser.parse_args(arguments)
    try:
        written = begin_game(ROOT, options.key, options.name)
    except Refused as refusal:
        sys.exit(str(refusal))
    write_games = [sys.executable, "-m", "tests.documents", "games"]  # this process knows the old list only
    subprocess.run(write_games, cwd=ROOT, check=True, capture_output=True)
    print("Written:", *(f"  {path}" for path in (*written, DOCUMENT)), sep="\n")
    print(LEFT.format(key=options.key), end="")


def begin_game(root: Path, key: str, name: str | None) -> list[Path]:
    """Write the files of a new game; return their paths. Raises Refused and writes nothing."""
    name = key.capitalize() if name is None else name
    if problems := [*refusals(root, key, name)]:
        raise Refused("\n".join(problems))
    written = files_of(root, key, name)
    for path, text in written.items():
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return list(written)


def refusals(root: Path, key: str, name: str) -> Iterator[str]:
    """Yield why no game can be made of this key and name, in sentences."""
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
    """Return whether a key can name a module."""
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
    """Return every file that is written, with its text, relative to the root."""
    copies = {
        Path(path.format(key=key)): renamed((root / SKELETON / source).read_text(encoding="utf-8"), key, name)
        for source, path in COPIES.items()
    }
    found = {path: in_order(text) if path.suffix == ".py" else text for path, text in copies.items()}
    return found | {LIST_OF_GAMES: with_game((root / LIST_OF_GAMES).read_text(encoding="utf-8"), key)}


def renamed(source: str, key: str, name: str) -> str:
    """Return a file of the skeleton in the words of the new game."""
    package = ".".join(SKELETON.parts)
    source = source.replace(f"{package}.{SKELETON_KEY}", f"rules.{SKELETON_KEY}")
    source = source.replace(f"from {package} import", "from rules import")
    return source.replace(SKELETON_KEY, key).replace(SKELETON_NAME, name)


def in_order(source: str) -> str:
    """Return the source with the imports of our own modules sorted: the new names have other places."""
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
    """Return rules/__init__.py with the game imported, and on the list before `points`, which stands last."""
    [node] = [
        each for each in ast.parse(source).body if isinstance(each, ast.ImportFrom) and each.module == "rules"
    ]
    names = sorted([*(alias.name for alias in node.names), key])
    lines = source.splitlines(keepends=True)
    lines[node.lineno - 1 : node.end_lineno] = [import_of(names)]
    return "".join(lines).replace(LAST_OF_THE_LIST, f"    {key}.GAME,\n{LAST_OF_THE_LIST}")


def import_of(names: list[str]) -> str:
    """Return the import of the games, in one line where it fits."""
    line = f"from rules import {', '.join(names)}\n"
    if len(line) <= LONGEST_LINE:
        return line
    return "".join(["from rules import (\n", *(f"    {name},\n" for name in names), ")\n"])


if __name__ == "__main__":
    main(sys.argv[1:])

"""All game modules have one outline: the same names in the same order, so that they can be compared."""

import ast
from pathlib import Path

import pytest

from rules import GAMES

RULES = Path(__file__).parent.parent.parent / "rules"
MOST_LINES = 250
VARIANTS = ("scarne_", "anseger_", "dutt_")  # a module's second game has its own names, after the first

# Names every game has in each part of its folder, and those that some have, in order. For what a game leaves
# out, rules/game.py has the plain form.
OUTLINES = {
    "record": ("SEATS", "Options", "Record", "State", "SWITCHES", "FIELDS"),
    "bidding": ("violations", "named", "level", "rungs", "LADDER", "AUCTION"),
    "settle": ("opening", "settle", "extra", "board", "hints", "tallies", "is_over"),
    "violations": ("table_violations", "violations"),
    "value": (),  # the value of a deal, where settle.py would be too long
    "words": (),  # constants and choices, where record.py would be too long
    "results": (),  # what is refused about the result, where violations.py would be too long
    "prose": ("tables", "PAGE"),
    "__init__": ("GAME",),
}
SPLIT_OFF = {"value", "words", "results"}
ONLY_SOME = {"State", "opening", "extra", "board", "hints", "tallies", "is_over", "named"}
IN_ONE_FILE = (
    *OUTLINES["record"],
    "options_violations",
    "table_violations",
    "opening",
    "violations",
    "settle",
    "tallies",
    "GAME",
)

FOLDERS = sorted(path.parent for path in RULES.rglob("settle.py"))
SKELETON = RULES.parent / "tests" / "made_up_game" / "hopfen"  # what `run.py new_game` copies
SINGLE_FILES = [RULES / "points.py"]
every_folder = pytest.mark.parametrize("folder", [*FOLDERS, SKELETON], ids=lambda folder: folder.name)


def outline(source, wanted):
    """Return the wanted names of a file in their order; a variant has the name of the first."""
    names = [without_variant(name) for node in ast.parse(source).body for name in names_of(node)]
    return [name for name in dict.fromkeys(names) if name in wanted]


def names_of(node):
    """Return the names that a top-level statement defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    targets = {ast.Assign: lambda: node.targets, ast.AnnAssign: lambda: [node.target]}.get(type(node), list)()
    return [target.id for target in targets if isinstance(target, ast.Name)]


def without_variant(name):
    """Return `settle` for `scarne_settle`, `GAME` for `SCARNE_GAME`."""
    for prefix in VARIANTS:
        name = name.removeprefix(prefix).removeprefix(prefix.upper())
    return name


def differences(source, wanted):
    """Return the differences from the outline."""
    names = outline(source, wanted)
    expected = [name for name in wanted if name in names or name not in ONLY_SOME]
    return [] if names == expected else [f"found {names}, not {expected}"]


@every_folder
def test_every_part_of_a_game_has_the_one_outline(folder):
    parts = {path.stem: path.read_text() for path in folder.glob("*.py")}
    has_auction = any(game.auction for game in GAMES if game.settle.__module__.startswith(module_of(folder)))
    assert set(parts) | SPLIT_OFF == set(OUTLINES) - (set() if has_auction else {"bidding"})
    assert {part: problems for part in parts if (problems := differences(parts[part], OUTLINES[part]))} == {}


@pytest.mark.parametrize("path", SINGLE_FILES, ids=lambda path: path.stem)
def test_a_game_in_one_file_has_the_same_names_in_the_order_of_the_style(path):
    assert differences(path.read_text(), IN_ONE_FILE) == []


def test_every_game_of_the_list_has_such_a_module():
    modules = {module_of(folder) for folder in FOLDERS} | {f"rules.{path.stem}" for path in SINGLE_FILES}
    assert {game.settle.__module__.removesuffix(".settle") for game in GAMES} == modules


def module_of(folder):
    """Return `rules.fipsen.prisdorf`."""
    return ".".join(folder.relative_to(RULES.parent).parts)


def test_no_module_of_a_game_is_longer_than_a_reader_keeps_in_mind():
    parts = [path for folder in FOLDERS for path in folder.glob("*.py") if path.stem != "prose"]
    too_long = {
        str(path.relative_to(RULES)): lines
        for path in [*parts, *SINGLE_FILES]
        if (lines := len(path.read_text().splitlines())) > MOST_LINES
    }
    assert too_long == {}


@pytest.mark.parametrize(
    "source",
    ["def settle(): ...\ndef opening(): ...\ndef tallies(): ...", "def opening(): ...\ndef tallies(): ..."],
    ids=["another order", "a name is missing"],
)
def test_another_outline_is_found(source):
    assert differences(source, OUTLINES["settle"]) != []

"""`run.py new_game`: a game made in a copy of the tree passes the tests there; a refusal writes nothing."""

import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.new_game import Refused, begin_game
from tests.processes import DATABASE, PREPARED, ROOT, environment, prepared_database

KEY, NAME = "zwickmuehle_mit_zehn", "Zwickmühle der Kartenfreunde in Prisdorf"  # as long as they may be
ROOMS = (
    "config", "docs", "marked", "rules", "scoring", "seating", "server", "simulation", "templates", "tests",
    "tournaments",
)  # fmt: skip
FILES = ("manage.py", "pyproject.toml", "run.py")
ABOUT_GAMES = (
    *("rules/**/test_*.py", "scoring/**/test_*.py", "simulation/test_*.py", "test_docs.py"),
    *("tournaments/games/test_*.py", "tournaments/phone/test_*.py", "tournaments/events/test_*.py"),
    *("tournaments/api/test_golden.py", "tournaments/tables/test_sheet_entry_words.py"),
)
OF_ALL = re.compile(r"all_games|GAMES|golden_files")  # in a file whose tests go through the games
CHOSEN = f"({KEY} or outline or of_the_games) and not new_game"


class Copy:
    """A copy of the tree in which a game was made."""

    def __init__(self, folder: Path) -> None:
        self.root, prepared = folder / "copy", folder / "prepared"
        self.env = environment(folder / "data", **{PREPARED: str(prepared)})
        prepared.mkdir()
        shutil.copy(prepared_database(), prepared / DATABASE)  # a game changes no table
        for room in ROOMS:
            shutil.copytree(ROOT / room, self.root / room)  # with what is compiled, which takes seconds
        for file in FILES:
            shutil.copy(ROOT / file, self.root / file)
        self.told = self.run("-m", "tests.new_game", KEY, "--name", NAME)

    def run(self, *command: str) -> str:
        """Return what a Python command in the copy prints; its whole output where it fails."""
        done = subprocess.run(
            [sys.executable, *command], cwd=self.root, env=self.env, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def files_about_games(self) -> list[str]:
        """Return the tests of the new game and those of all games: to collect the others takes seconds."""
        files = [file for each in ABOUT_GAMES for file in sorted((self.root / "tests").glob(each))]
        return [
            file.relative_to(self.root).as_posix()
            for file in files
            if file.stem == f"test_{KEY}" or OF_ALL.search(file.read_text(encoding="utf-8"))
        ]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return Copy(tmp_path_factory.mktemp("new_game"))


def test_a_new_game_passes_the_tests_about_games(copy: Copy) -> None:
    output = copy.run("-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", CHOSEN, *copy.files_about_games())
    passed = re.search(r"(\d+) passed", output)
    assert passed and int(passed.group(1)) > 60, output


def test_a_new_game_is_written_as_ruff_wants_it(copy: Copy) -> None:
    changed = ["rules", f"simulation/games/{KEY}.py", f"tests/rules/test_{KEY}.py"]
    copy.run("-m", "ruff", "check", "--quiet", *changed)
    copy.run("-m", "ruff", "format", "--check", "--quiet", *changed)


def test_the_rest_to_do_is_a_numbered_list_of_files_that_are_there(copy: Copy) -> None:
    steps = re.findall(r"^ ?(\d+)\. ([\w./]+):", copy.told, re.MULTILINE)
    assert [int(number) for number, _ in steps] == list(range(1, len(steps) + 1)) and len(steps) >= 10
    there = [path for _, path in steps if (copy.root / path).exists() or path == "CHANGELOG.md"]
    assert there == [path for _, path in steps]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of what the command reads and may write to."""
    root = tmp_path_factory.mktemp("tree")
    for folder in (
        "rules",
        "simulation/games",
        "tests/rules",
        "tests/data/golden",
        "tests/made_up_game",
        "docs",
    ):
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    return root


def contents(tree: Path) -> Mapping[Path, bytes]:
    return {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("key", "name", "sentence"),
    [
        pytest.param("flunk", None, "There is a game “flunk” already; choose another key.", id="a game"),
        pytest.param(
            "hopfen", None, "There is a game “hopfen” already; choose another key.", id="the skeleton"
        ),
        pytest.param("fipsen", None, "rules/fipsen exists already; choose another key.", id="a family"),
        pytest.param("cards", None, "rules/cards.py exists already; choose another key.", id="a module"),
        pytest.param(
            "games", None, "tests/rules/test_games.py exists already; choose another key.", id="a test"
        ),
        pytest.param("get_game", None, "rules.get_game exists already; choose another key.", id="a function"),
        pytest.param("Zwick", None, "no keyword; found “Zwick”.", id="a capital letter"),
        pytest.param("fips-zwick", None, "no keyword; found “fips-zwick”.", id="a hyphen"),
        pytest.param("3er", None, "no keyword; found “3er”.", id="a digit first"),
        pytest.param("class", None, "no keyword; found “class”.", id="a keyword"),
        pytest.param("z" * 21, None, f"no keyword; found “{'z' * 21}”.", id="too long a key"),
        pytest.param("zwick", 'Zwick "7"', 'or backslashes; found “Zwick "7"”.', id="quotes in a name"),
        pytest.param("zwick", "", "or backslashes; found “”.", id="no name"),
        pytest.param("zwick", "z" * 41, f"or backslashes; found “{'z' * 41}”.", id="too long a name"),
    ],
)
def test_a_refusal_is_a_sentence_and_writes_nothing(
    key: str, name: str | None, sentence: str, tree: Path
) -> None:
    before = contents(tree)
    with pytest.raises(Refused) as refused:
        begin_game(tree, key, name)
    assert str(refused.value).endswith(sentence)
    assert contents(tree) == before


def test_without_the_tests_there_is_no_skeleton(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="a game is made in the source tree of Stichtag, with its tests"):
        begin_game(tmp_path, "zwick", None)
    assert [*tmp_path.iterdir()] == []

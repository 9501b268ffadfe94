"""A change touches the tests that import it, those of its subject, or all."""

import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.reach import changed_files, listed, touched

FILES = {
    "rules/__init__.py": "from rules.skat import value",
    "rules/skat/__init__.py": "",
    "rules/skat/value.py": "",
    "rules/flunk.py": "",
    "scoring/sheet/sheet.py": "from rules import skat, value",
    "tournaments/__init__.py": "",
    "tournaments/services/cash/prizes.py": "from scoring.sheet import sheet",
    "tournaments/views/cash/desk.py": "from ...services.cash import prizes\nPAGE = 'cash/desk.html'",
    "tournaments/migrations/0001_first.py": "",
    "templates/cash/desk.html": "{% include 'cash/row.html' %}",
    "templates/cash/row.html": "<tr>",
    "config/settings.py": "",
    "tests/conftest.py": "",
    "tests/golden.py": 'FOLDER = DATA / "golden"',
    "tests/data/golden/skat.jsonl": "{}",
    "tests/test_layers.py": "",
    "tests/test_serving.py": "",
    "tests/data/record.json": '{"tests/test_serving.py": [25, 5]}',
    "tests/rules/test_skat.py": "from rules.skat.value import deal_value",
    "tests/rules/test_golden.py": "from tests.golden import FOLDER\nfrom rules import value",
    "tests/rules/test_flunk.py": "from rules import flunk",
    "tests/scoring/sheet/test_sheet.py": "from scoring.sheet.sheet import fold",
    "tests/tournaments/cash/test_desk.py": 'LANGUAGE = "de"',
    "tests/tournaments/draw/test_draw.py": "",
    "tests/browser/hands.py": "",
    "tests/browser/conftest.py": "from tests.browser import hands",
    "tests/browser/test_pad.py": "",
}
TREE = ["tests/test_layers.py"]
ALL = {file for file in FILES if "/test_" in file}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a small tree of the same rooms."""
    return written(tmp_path_factory.mktemp("tree"), FILES)


def written(root: Path, files: Mapping[str, str]) -> Path:
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content)
    return root


@pytest.mark.parametrize(
    ("changed", "names"),
    [
        pytest.param("rules/skat/value.py", ["rules/test_skat", "rules/test_golden"], id="over a package"),
        pytest.param("rules/flunk.py", ["rules/test_flunk"], id="a game alone"),
        pytest.param("scoring/sheet/sheet.py", ["scoring/sheet/test_sheet"], id="not over another room"),
        pytest.param("tournaments/services/cash/prizes.py", ["tournaments/cash/test_desk"], id="over a page"),
        pytest.param(
            "templates/cash/row.html", ["browser/test_pad", "tournaments/cash/test_desk"], id="a row"
        ),
        pytest.param(
            "tests/data/golden/skat.jsonl", ["rules/test_golden"], id="data by the name of its folder"
        ),
        pytest.param("tests/browser/hands.py", ["browser/test_pad"], id="over a conftest"),
        pytest.param("tournaments/locale/de/django.po", ["tournaments/cash/test_desk"], id="a catalogue"),
        pytest.param("benchmarks/hall.py", [], id="a benchmark"),
    ],
)
def test_a_change_touches_what_needs_it_nearest_first(changed: str, names: list[str], root: Path) -> None:
    assert touched([changed], root) == [*(f"tests/{name}.py" for name in names), *TREE]


@pytest.mark.parametrize(
    "changed",
    [
        "config/settings.py",
        "requirements.txt",
        "tests/conftest.py",
        "tournaments/migrations/0001_first.py",
        "new.ini",
    ],
)
def test_a_file_that_sets_up_everything_and_one_that_nobody_names_touch_all(changed: str, root: Path) -> None:
    assert set(touched(["rules/flunk.py", changed], root)) == ALL


def test_no_change_touches_nothing(root: Path) -> None:
    assert touched([], root) == []


def test_files_differ_from_the_last_commit_or_are_of_it(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)

    git("init")
    written(tmp_path, {"a.py": "1", "müll.py": "1"})
    git("add", ".")
    git("commit", "-m", "a")
    assert changed_files(tmp_path) == ["a.py", "müll.py"]
    written(tmp_path, {"a.py": "2", "b.py": "2"})
    assert changed_files(tmp_path) == ["a.py", "b.py"]


def test_three_files_are_named_and_others_counted() -> None:
    assert listed(["a.py"]) == "a.py"
    assert listed(["a.py", "b.py", "c.py", "d.py", "e.py"]) == "a.py, b.py, c.py and 2 more"


def test_a_game_of_ours_touches_its_own_tests_first() -> None:
    files = touched(["rules/skat/value.py"])
    assert files.index("tests/rules/test_skat.py") < 8 and len(files) < 150

"""Imports go one way: config -> tournaments -> scoring -> rules; every file has its place and is short."""

import ast
import subprocess
from pathlib import Path

import pytest

from tests.imports import Imports
from tests.layers import (
    FLOOR_BY_PART,
    ROOMS,
    SCORING,
    SUBJECTS,
    circles,
    module_of,
    queries_in,
    subject_of,
    wrong_arrows,
)
from tests.missing import HISTORY, miss
from tests.processes import ROOT
from tests.sources import nodes_of, tree_of

FILES = sorted(path.relative_to(ROOT) for room in ROOMS for path in ROOT.glob(f"{room}/**/*.py"))
MOST_LINES, MOST_LINES_OF_A_FUNCTION = 400, 40
FOLDERS = ROOMS | {".ci", ".github", "benchmarks", "deploy", "docs", "release", "templates", "tests"}
AT_THE_TOP = {
    *(
        ".editorconfig",
        ".git-blame-ignore-revs",
        ".gitignore",
        ".pre-commit-config.yaml",
        "Makefile",
        "LICENSE",
    ),
    *("CHANGELOG.md", "CONTRIBUTING.md", "README.md", "SECURITY.md", "THIRD_PARTY.md"),
    *("manage.py", "run.py", "setup.py", "pyproject.toml", "requirements.txt", "requirements-dev.txt"),
}


def strays_of(paths: list[str]) -> list[str]:
    """Return the paths that no repository of ours has: made by accident, or a key."""
    return [
        path
        for path in paths
        if not (path.isascii() and path.isprintable())
        or "~" in path
        or path.rpartition("/")[2] == "secret_key"
        or (path.split("/")[0] not in FOLDERS if "/" in path else path not in AT_THE_TOP)
    ]


def test_no_path_of_the_repository_is_a_key_or_there_by_accident() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        miss(HISTORY)
    assert strays_of(listed.stdout.split("\0")[:-1]) == []


@pytest.mark.parametrize(
    "path",
    ["~nobody/x/secret_key", "\x7f/notes.txt", "docs/~plan.md", "docs/Pläne.md", "tests/data/secret_key",
     "var/db.sqlite3", "notes.txt", "secret_key"],
)  # fmt: skip
def test_a_stray_path_is_found(path: str) -> None:
    assert strays_of(["docs/style.md", path, "run.py"]) == [path]


def lengthy(path: Path) -> list[str]:
    """Return a file of more than 400 lines, and its functions of more than 40."""
    source = (ROOT / path).read_text(encoding="utf-8")
    functions = [
        f"{path.as_posix()}:{node.name}"
        for node in nodes_of(tree_of(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if (node.end_lineno or 0) - node.lineno >= MOST_LINES_OF_A_FUNCTION
    ]
    return functions + [path.as_posix()] * (source.count("\n") > MOST_LINES)


def test_every_file_has_at_most_400_lines_and_every_function_40() -> None:
    assert [each for path in FILES if "migrations" not in path.parts for each in lengthy(path)] == []


def test_every_import_of_the_project_goes_the_right_way() -> None:
    assert [reason for path in FILES for reason in wrong_arrows(path, (ROOT / path).read_text())] == []


def ours() -> Imports:
    """Return the imports of every file of the project, tests and tools included."""
    rooms = ROOMS | {"benchmarks", "release", "tests"}
    paths = sorted([*ROOT.glob("*.py"), *(path for room in rooms for path in ROOT.glob(f"{room}/**/*.py"))])
    sources = {module_of(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in paths}
    return Imports(sources, {module_of(path.relative_to(ROOT)) for path in paths if path.stem == "__init__"})


def test_everything_that_a_file_imports_of_the_project_is_there() -> None:
    assert ours().missing() == []


@pytest.mark.parametrize(
    ("source", "missing"),
    [
        ("from rules.game import Kind, Text", "rules.game has no Kind"),
        ("def test():\n    from rules.game import Kind", "rules.game has no Kind"),
        ("import rules.kinds", "no rules.kinds"),
        ("from rules import kinds", "rules has no kinds"),
        ("from ..rules.game import inner", "rules.game has no inner"),
        ("from tests.game import Kind", "tests.game has no Kind"),
    ],
)
def test_an_import_of_what_was_moved_away_is_found(source: str, missing: str) -> None:
    game = "from rules.fields import Text\n\ndef f():\n    inner = 1\n"
    sources = {"rules": "", "rules.fields": "Text = str\nKind = int", "rules.game": game, "tests": ""}
    imports = Imports(
        sources | {"tests.game": "import rules.game", "tests.test_x": source}, {"rules", "tests"}
    )
    assert [each.partition(": ")[2] for each in imports.missing()] == [missing]


@pytest.mark.parametrize(
    "source",
    ["Kind = 1", "Kind: int = 1", "if x:\n    Kind = 1", "try:\n    import Kind\nexcept A:\n    pass",
     "for Kind in []: pass", "class Kind: pass", "A, (Kind, *B) = x", "import a.b as Kind",
     "from rules.more import *"],
)  # fmt: skip
def test_a_name_is_there_however_a_module_gets_it(source: str) -> None:
    sources = {
        "rules": "",
        "rules.game": source,
        "rules.more": "Kind = 1",
        "run": "from rules.game import Kind",
    }
    assert Imports(sources, {"rules"}).missing() == []


def test_no_two_subjects_of_a_layer_need_each_other() -> None:
    assert circles((path, (ROOT / path).read_text()) for path in FILES) == []


def test_a_circle_of_subjects_is_found() -> None:
    sources = [
        (Path("tournaments/views/entry/seats.py"), "from tournaments.views.rounds import clock"),
        (Path("tournaments/views/rounds/clock.py"), "from tournaments.views.cash.cash_desk import cash"),
        (Path("tournaments/views/cash/cash_desk.py"), "from tournaments.views.entry.seats import seats"),
    ]
    assert [each.split(": ")[0] for each in circles(sources)] == ["views"]
    assert circles(sources[:2]) == []


def test_a_circle_of_rooms_in_scoring_is_found() -> None:
    sources = [
        (Path("scoring/sheet/machine.py"), "from scoring.phone.phone import Phone"),
        (Path("scoring/phone/phone.py"), "from scoring.sheet.machine import apply"),
    ]
    assert [each.split(": ")[0] for each in circles(sources)] == ["scoring"]
    assert circles(sources[:1]) == []


def test_no_floor_and_no_subject_is_a_name_without_a_room() -> None:
    parts = {path.relative_to(ROOT).parts[1].removesuffix(".py") for path in ROOT.glob("tournaments/*")}
    assert set(FLOOR_BY_PART) <= parts
    subjects = {subject for path in FILES if (subject := subject_of(module_of(path)))}
    assert subjects == {*SUBJECTS, *SCORING}


@pytest.mark.parametrize("door", ["views", "api"])
def test_no_page_and_no_endpoint_writes_a_query_of_its_own(door: str) -> None:
    files = [path for path in FILES if path.parts[:2] == ("tournaments", door)]
    assert len(files) > 50
    written = {str(path): queries_in((ROOT / path).read_text(encoding="utf-8")) for path in files}
    assert {path: queries for path, queries in written.items() if queries} == {}


@pytest.mark.parametrize(
    "source",
    ["Event.objects", "event.rounds.filter(number=1)", "event.rounds.order_by('number')",
     "event.origins.exists()", "round.tables.get(number=3)", "event.publications.first()",
     "Event._base_manager"],
)  # fmt: skip
def test_a_query_is_found(source: str) -> None:
    assert len(queries_in(source)) == 1


def test_rows_that_a_resource_declares_and_narrows_are_no_query_of_its_own() -> None:
    source = "class Draws:\n    queryset = Draw.objects.select_related('event')\n"
    assert queries_in(source + "    def old(self): return self.get_queryset().filter(pk=1).first()") == []
    assert len(queries_in("drawn = Draw.objects.all()")) == 1


def test_rows_that_a_selector_has_loaded_are_no_query() -> None:
    assert queries_in("event.rounds.all(), facts.get('x'), names.count('Ada'), round.number") == []


def test_there_are_files_to_judge() -> None:
    assert {path.parts[0] for path in FILES} >= {"config", "rules", "scoring", "server", "tournaments"}


@pytest.mark.parametrize(
    ("path", "source"),
    [
        pytest.param("rules/flunk.py", "import scoring", id="rules know no tournament"),
        pytest.param(
            "server/lanes.py", "from tournaments.models import Event", id="the server knows no club"
        ),
        pytest.param("server/lanes.py", "from django.db import models", id="the server knows no model"),
        pytest.param("rules/flunk.py", "from django.db import models", id="rules know no framework"),
        pytest.param("rules/flunk.py", "import random", id="rules throw no dice"),
        pytest.param("rules/flunk.py", "import datetime", id="rules stay light enough for a phone"),
        pytest.param(
            "scoring/sheet/sheet.py", "from tournaments import models", id="scoring knows no database"
        ),
        pytest.param("scoring/prizes.py", "", id="a piece of scoring in no room of it"),
        pytest.param("simulation/play.py", "import scoring.sheet.sheet", id="simulation knows rules only"),
        pytest.param("seating/draw.py", "import rules", id="seating knows no game"),
        pytest.param("seating/draw.py", "import celery", id="seating is plain Python"),
        pytest.param(
            "tournaments/views/tables/pad.py", "import config.settings", id="nothing imports the wiring"
        ),
        pytest.param(
            "tournaments/models/club.py", "from tournaments.services import deals", id="model to service"
        ),
        pytest.param("tournaments/models/club.py", "from tournaments import views", id="model to view"),
        pytest.param("tournaments/models/club.py", "from ..services import deals", id="a relative way up"),
        pytest.param("tournaments/models/__init__.py", "from ..services import x", id="up from a package"),
        pytest.param(
            "tournaments/selectors/cash/x.py", "from tournaments.services import deals", id="reader to writer"
        ),
        pytest.param(
            "tournaments/services/cash/x.py", "from tournaments.api import tables", id="service to door"
        ),
        pytest.param("tournaments/tasks.py", "from tournaments.views import table", id="task to page"),
        pytest.param("tournaments/naming.py", "", id="a module on no floor"),
        pytest.param("tournaments/services/deals.py", "", id="a service in no subject"),
        pytest.param("tournaments/views/misc/deals.py", "", id="a page in a subject of its own making"),
        pytest.param("tournaments/wording/x.py", "from tournaments import views", id="words to pages"),
        pytest.param(
            "tournaments/selectors/cash/x.py",
            "from django.urls import reverse",
            id="a reader that knows addresses",
        ),
        pytest.param(
            "tournaments/services/cash/x.py",
            "from django.shortcuts import render",
            id="a writer that renders",
        ),
        pytest.param(
            "tournaments/wording/x.py", "from django.urls import reverse", id="words that know addresses"
        ),
        pytest.param(
            "tournaments/models/club.py", "from django.http import HttpRequest", id="facts that know requests"
        ),
        pytest.param("tournaments/views/tables/pad.py", "def f():\n    import json", id="inside a function"),
        pytest.param("rules/flunk.py", "from typing import TYPE_CHECKING", id="a hidden arrow"),
        pytest.param(
            "tournaments/models/club.py", "from django.db.models.signals import post_save", id="signals"
        ),
        pytest.param("tournaments/models/club.py", "from django.dispatch import receiver", id="receivers"),
        pytest.param("rules/utils.py", "", id="a drawer for everything"),
        pytest.param("rules/common/cards.py", "", id="a drawer as a folder"),
    ],
)
def test_a_wrong_arrow_is_found(path: str, source: str) -> None:
    assert len(wrong_arrows(Path(path), source)) == 1


@pytest.mark.parametrize(
    ("path", "source"),
    [
        pytest.param(
            "tournaments/views/tables/pad.py", "from tournaments.services import deals", id="door to service"
        ),
        pytest.param(
            "tournaments/services/sheets/deals.py",
            "from tournaments.models import Deal",
            id="service to model",
        ),
        pytest.param(
            "tournaments/services/sheets/deals.py", "from rules import GAMES", id="a room may be skipped"
        ),
        pytest.param(
            "tournaments/models/deal.py", "from tournaments.models.club import Club", id="same floor"
        ),
        pytest.param(
            "scoring/sheet/sheet.py", "from collections.abc import Mapping", id="lean standard library"
        ),
        pytest.param("rules/fipsen/prisdorf.py", "from ..cards import Suit", id="inside a room"),
        pytest.param("simulation/play.py", "import random", id="simulated players throw dice"),
        pytest.param("config/wsgi.py", "from tournaments.serving import scripts", id="wiring to application"),
    ],
)
def test_a_right_arrow_passes(path: str, source: str) -> None:
    assert wrong_arrows(Path(path), source) == []

"""One word for each act, as the glossary says, and one grammar for docstrings."""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.layers import ROOMS
from tests.processes import ROOT
from tests.sources import nodes_of, tree_of

FORMER = re.compile(
    r"take_back|taken_back|taking_back|broken_off|uncancel|snapshot|nudge|open_questions|missing_for",
    re.IGNORECASE,
)
PUBLISHED = {"is_broken_off", "BROKEN_OFF", "taken_back_at", "is_taken_back", "TAKEN_BACK", "UNCANCELLED"}
"""Columns, kinds of entries and keys of the API."""
FILES = sorted(
    path for room in ROOMS for path in ROOT.glob(f"{room}/**/*.py") if "migrations" not in path.parts
)


@cache
def trees() -> dict[str, ast.Module]:
    """Return every file of the rooms, parsed."""
    return parsed(FILES)


@cache
def trees_of_tests() -> dict[str, ast.Module]:
    """Return every file of the tests, parsed."""
    return parsed(ROOT.glob("tests/**/*.py"))


def parsed(files: Iterable[Path]) -> dict[str, ast.Module]:
    """Return files as trees, by their place in the project."""
    return {path.relative_to(ROOT).as_posix(): tree_of(path.read_text(encoding="utf-8")) for path in files}


def names_in(tree: ast.Module) -> Iterator[str]:
    """Yield every name that a file gives or uses."""
    for node in nodes_of(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Name(id=name) | ast.arg(arg=name) | ast.Attribute(attr=name):
                yield name
            case ast.keyword(arg=str(name)):
                yield name


def test_a_word_that_the_glossary_left_behind_is_no_name_of_the_code() -> None:
    names = {
        (file, name)
        for file, tree in trees().items()
        for name in names_in(tree)
        if FORMER.search(name) and name not in PUBLISHED and "__is_broken_off" not in name
    }
    assert names == set()


FORMER_SENTENCES = re.compile(
    r"\b(?:is|are|was|were|be) not placed\b|\b(?:take|takes|taken|taking) back\b"
    r"|\b(?:adjustment|ruling|decision|sign-off|cancellation|last deal)s?\b[^.]{0,20}"
    r"\b(?:withdrawn|revoked)\b"
    r"|\b[Rr]evoke the sign-off\b"
)
"""What no sentence of a page, a message or a docstring says any more."""


def test_a_sentence_says_the_word_of_the_glossary() -> None:
    in_code = {
        (file, node.value)
        for file, tree in trees().items()
        for node in nodes_of(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    on_pages = {
        (path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
        for path in ROOT.glob("templates/**/*.html")
    }
    phrases = {
        (file, phrase)
        for file, text in in_code | on_pages
        for phrase in FORMER_SENTENCES.findall(" ".join(text.split()))
    }
    assert phrases == set()


FORMER_VARIABLES = {"parked", "reply", "resting", "rested", "benches"}


def variables_in(tree: ast.Module) -> Iterator[str]:
    """Yield the variables and arguments of a file; an argument with its type: `table: Table`."""
    for node in nodes_of(tree):
        match node:
            case ast.Name(id=name):
                yield name
            case ast.arg(arg=name, annotation=kind):
                yield name
                yield f"{name}: {ast.unparse(kind)}" if kind else name


def test_a_variable_has_the_word_of_the_glossary() -> None:
    variables = {
        (file, name)
        for file, tree in trees().items()
        for name in variables_in(tree)
        if name in FORMER_VARIABLES
        or re.match(r"(drawn: Round\w*|shown: PublicEvent|typed: TypedSheet)( \||$)", name)
    }
    assert variables == set()


PARTICIPLES = {"found", "said", "told", "kept", "wanted"}
"""What no variable is called: the noun of the domain says what it holds."""
COLUMNS = {
    ("tournaments/models/players.py", "kept"),
    ("tournaments/models/uploads.py", "found"),
    ("tournaments/services/installation/event_import.py", "found"),  # stored in it as JSON
    ("tournaments/api/clubs/shapes.py", "kept"),  # a key of the API
}


@pytest.mark.parametrize("room", sorted(ROOMS))
def test_a_variable_is_called_after_what_it_holds(room: str) -> None:
    called = {
        (file, name)
        for file, tree in trees().items()
        if file.startswith(f"{room}/")
        for node in nodes_of(tree)
        if (name := named_by(node)) in PARTICIPLES
    }
    assert called - COLUMNS == set()


AFTER_A_PARTICIPLE = re.compile(r"(found|kept|told)_")
"""How the name of no function begins: it says what comes of it."""


def test_a_function_is_called_after_what_it_does_or_returns() -> None:
    called = {
        (file, node.name)
        for file, tree in [*trees().items(), *trees_of_tests().items()]
        for node in nodes_of(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and AFTER_A_PARTICIPLE.match(node.name)
    }
    assert called == set()


def named_by(node: ast.AST) -> str:
    """Return the variable or parameter that a node gives a value; empty for any other node."""
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
            return name
    return ""


NO_VERBS = re.compile(
    r"(The|A|An|All|Any|Every|Each|Both|One|Two|Three|Four|Five|No|None|Nothing|Whether|Raises|Returns|Yields"
    r"|There|That|This|These|It|If|When|Where|What|Which|Who|Why|How|As|Of|From|By|In|At|On|With|Only|Most)\b"
)
"""What a docstring of a function does not begin with: it says what the function does."""


@pytest.mark.parametrize("room", sorted([*ROOMS, "tests"]))
def test_a_docstring_of_a_function_begins_with_a_verb(room: str) -> None:
    docstrings = [
        f"{file}:{node.lineno} {text.splitlines()[0]}"
        for file, tree in (trees() | trees_of_tests()).items()
        if file.startswith(f"{room}/")
        for node in nodes_of(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if (text := ast.get_docstring(node)) and NO_VERBS.match(text)
    ]
    assert docstrings == []


QUESTION = re.compile(r"test_(who|what|where|which|when|why|how|whose|whom)(ever)?_")


def test_a_test_is_a_sentence_that_begins_with_its_subject() -> None:
    assert [
        f"{file}: {node.name}"
        for file, tree in trees_of_tests().items()
        for node in nodes_of(tree)
        if isinstance(node, ast.FunctionDef) and QUESTION.match(node.name)
    ] == []


OWN_MAY_BE_REPLACED = {
    ("tests/test_installing.py", "has_module"): "a machine with tests can make environments",
    ("tests/test_installing.py", "install"): "it fetches packages, and the test is that nothing is fetched",
    ("tests/test_run.py", "replace_process"): "the process of the tests would become the server",
    ("tests/tournaments/conftest.py", "read_apart"): "its process takes long to start; others test it",
    ("tests/tournaments/api/test_formats.py", "rate"): "a limit of the API, no function",
    ("tests/tournaments/api/test_personal_tokens.py", "rate"): "a limit of the API, no function",
    ("tests/tournaments/installation/test_checks.py", "rules"): "a package of another project, no function",
}
"""What of ours a test may replace, by file and name, each with its reason."""


def test_a_test_replaces_no_function_of_ours() -> None:
    rooms = [*trees().values(), *parsed([ROOT / "run.py", *ROOT.glob("release/*.py")]).values()]
    own = {name for tree in rooms for name in defined_in(tree)}
    replaced = {
        (file, name)
        for file, tree in trees_of_tests().items()
        for name in replaced_in(tree)
        if name in own or not name
    }
    assert replaced == OWN_MAY_BE_REPLACED.keys()


def test_every_way_to_replace_a_function_is_found() -> None:
    ways = """
import os
from tournaments import tasks
from tournaments.storage import lock
monkeypatch.setattr(tasks, "sweep", None)
monkeypatch.setattr("tournaments.tasks.send", None)
monkeypatch.setattr(tasks, name, None)
patch.object(site.lane, "ask")
tasks.look = None
monkeypatch.setattr(os, "fork", None)
monkeypatch.setattr("django.utils.timezone.now", None)
"""
    assert sorted(replaced_in(ast.parse(ways))) == ["", "ask", "look", "send", "sweep"]


def defined_in(tree: ast.Module) -> Iterator[str]:
    """Yield the functions, methods and classes of a file."""
    for node in nodes_of(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name


def replaced_in(tree: ast.Module) -> Iterator[str]:
    """Yield what a test gives another value, but in modules of others; empty for a name that is computed."""
    room_by_name = dict(imported_in(tree))
    ours = {name for name, room in room_by_name.items() if room in OURS}
    for node in nodes_of(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="setattr" | "object"), args=[target, name, *_]) if (
                base_of(target) not in room_by_name.keys() - ours
            ):
                if not isinstance(target, ast.Constant):
                    yield str(name.value) if isinstance(name, ast.Constant) else ""
                elif str(target.value).partition(".")[0] in OURS:
                    yield str(target.value).rpartition(".")[2]
            case ast.Call(func=ast.Name(id="patch"), args=[ast.Constant(value=str(target)), *_]):
                if target.partition(".")[0] in OURS:
                    yield target.rpartition(".")[2]
            case ast.Attribute(value=ast.Name(id=base), attr=name, ctx=ast.Store()) if base in ours:
                yield name


OURS = {*ROOMS, "release", "run"}


def imported_in(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the names that a file imports, each with the top of the module that it comes from."""
    for node in nodes_of(tree):
        match node:
            case ast.Import(names=names):
                for each in names:
                    top = each.name.partition(".")[0]
                    yield each.asname or top, top
            case ast.ImportFrom(module=str(module), names=names):
                for each in names:
                    yield each.asname or each.name, module.partition(".")[0]


def base_of(node: ast.expr) -> str:
    """Return the variable that an expression begins with; empty if it begins with another expression."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""

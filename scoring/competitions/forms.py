"""Read JSON of a known form and report everything that is wrong with it, in order of reading.

A check looks at one value; a form of an object names its keys in order. An optional key that is null is
absent.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from rules.reading import is_whole

BAD_REQUEST, BAD_TYPE, OUT_OF_RANGE = "bad_request", "bad_type", "out_of_range"
KEY_UNKNOWN, KEY_MISSING, WORD_UNKNOWN = "key_unknown", "key_missing", "word_unknown"
FORM_CODES = (BAD_REQUEST, KEY_UNKNOWN, KEY_MISSING, BAD_TYPE, OUT_OF_RANGE, WORD_UNKNOWN)
Add = Callable[[str, str], None]  # takes a code and a path
Check = Callable[[Add, Any, str], None]  # takes also the value
KeyOf = Callable[[Any, str], Any]


class Problem(NamedTuple):
    """One thing that is wrong: its code and the path of the field."""

    code: str
    field: str


class Wrong(ValueError):
    """A request that is refused; carries every problem of the first step that found one."""

    def __init__(self, problems: Iterable[Problem], order: Sequence[str]) -> None:
        self.problems = sorted(problems, key=lambda problem: order.index(problem.code))
        super().__init__("; ".join(f"{each.field}: {each.code}" for each in self.problems))


def refuse(codes_and_paths: Iterable[tuple[str, str]], order: Sequence[str]) -> None:
    """Raise Wrong if there are problems; each is a code and a path."""
    if problems := [Problem(code, path) for code, path in codes_and_paths]:
        raise Wrong(problems, order)


def require(form: Check, value: Any, order: Sequence[str] = FORM_CODES) -> None:
    """Raise Wrong with every problem of the form of an object."""
    if not isinstance(value, Mapping):
        raise Wrong([Problem(BAD_REQUEST, "")], order)
    if problems := problems_of(form, value):
        raise Wrong(problems, order)


def problems_of(check: Check, value: Any) -> list[Problem]:
    """Return all that is wrong with the form of a value."""
    problems: list[Problem] = []
    check(lambda code, path: problems.append(Problem(code, path)), value, "")
    return problems


def answer_of(act: Callable[[Any], dict[str, Any]], request: Any, key_of: KeyOf) -> dict[str, Any]:
    """Return what an act answers, or its refusal; `key_of` tells in which competition a field stands."""
    try:
        return {"ok": True, **act(request)}
    except Wrong as wrong:
        return {
            "ok": False,
            "problems": [problem_json(each, key_of(request, each.field)) for each in wrong.problems],
        }


def problem_json(problem: Problem, key: Any) -> dict[str, str]:
    """Return a problem as JSON; a competition is named if it has a key that can be read."""
    named = {"competition": key} if isinstance(key, str) and key else {}
    return {"code": problem.code, "field": problem.field, **named}


def inside(path: str, name: str) -> str:
    """Return the path of a key."""
    return f"{path}.{name}" if path else name


def whole(least: int | None = None, most: int | None = None) -> Check:
    """Accept a whole number within bounds."""

    def check(add: Add, value: Any, path: str) -> None:
        if not is_whole(value):
            add(BAD_TYPE, path)
        elif (least is not None and value < least) or (most is not None and value > most):
            add(OUT_OF_RANGE, path)

    return check


def half(add: Add, value: Any, path: str) -> None:
    """Accept a number that is a multiple of one half."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        add(BAD_TYPE, path)
    elif not math.isfinite(value) or value * 2 != math.floor(value * 2):
        add(OUT_OF_RANGE, path)


def flag(add: Add, value: Any, path: str) -> None:
    """Accept true and false."""
    if not isinstance(value, bool):
        add(BAD_TYPE, path)


def words(may_be_empty: bool = False) -> Check:
    """Accept a text."""

    def check(add: Add, value: Any, path: str) -> None:
        if not isinstance(value, str):
            add(BAD_TYPE, path)
        elif not value and not may_be_empty:
            add(OUT_OF_RANGE, path)

    return check


def one_of(*known: str) -> Check:
    """Accept one of these words."""

    def check(add: Add, value: Any, path: str) -> None:
        if not isinstance(value, str):
            add(BAD_TYPE, path)
        elif value not in known:
            add(WORD_UNKNOWN, path)

    return check


def list_of(item: Check, least: int = 0) -> Check:
    """Accept a list of at least so many values of one kind."""

    def check(add: Add, value: Any, path: str) -> None:
        if not isinstance(value, list):
            add(BAD_TYPE, path)
            return
        if len(value) < least:
            add(OUT_OF_RANGE, path)
        for index, each in enumerate(value):
            item(add, each, f"{path}[{index}]")

    return check


def names_to(item: Check) -> Check:
    """Accept an object whose names are free; they are read in alphabetical order."""

    def check(add: Add, value: Any, path: str) -> None:
        if not isinstance(value, Mapping):
            add(BAD_TYPE, path)
            return
        for name in sorted(value):
            item(add, value[name], inside(path, name))

    return check


def object_of(checks: Mapping[str, Check], required: Sequence[str] = ()) -> Check:
    """Accept an object with these keys, read in this order; unknown ones come last."""

    def check(add: Add, value: Any, path: str) -> None:
        if not isinstance(value, Mapping):
            add(BAD_TYPE, path)
            return
        for name, own in checks.items():
            if name in value and (value[name] is not None or name in required):
                own(add, value[name], inside(path, name))
            elif name in required:
                add(KEY_MISSING, inside(path, name))
        for name in value:
            if name not in checks:
                add(KEY_UNKNOWN, inside(path, name))

    return check

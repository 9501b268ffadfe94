"""Read JSON of a known form into the value it stands for, and report all that is wrong, in order of reading.

A reader looks at one value; a reader of an object names its keys in order. An optional key that is null is
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
Read = Callable[[Add, Any, str], Any]  # takes also what is written; its value is of use if nothing is wrong
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


def value_of(read: Read, written: Any, order: Sequence[str] = FORM_CODES) -> Any:
    """Return the value of an object. Raises Wrong with everything that is wrong with its form."""
    problems: list[tuple[str, str]] = []
    if not isinstance(written, Mapping):
        refuse([(BAD_REQUEST, "")], order)
    value = read(lambda code, path: problems.append((code, path)), written, "")
    refuse(problems, order)
    return value


def answer_of(act: Callable[[Any], dict[str, Any]], request: Any, key_of: KeyOf) -> dict[str, Any]:
    """Return what an act answers, or its refusal; `key_of` tells in which competition a field stands."""
    try:
        return {"ok": True, **act(request)}
    except Wrong as wrong:
        problems = [{**each._asdict(), "competition": key_of(request, each.field)} for each in wrong.problems]
        for each in problems:
            if not (isinstance(each["competition"], str) and each["competition"]):
                del each["competition"]  # it has no key that can be read
        return {"ok": False, "problems": problems}


def inside(path: str, name: str) -> str:
    """Return the path of a key."""
    return f"{path}.{name}" if path else f"{name}"


def whole(least: int | None = None, most: int | None = None) -> Read:
    """Read a whole number within bounds."""

    def read(add: Add, value: Any, path: str) -> Any:
        if not is_whole(value):
            add(BAD_TYPE, path)
        elif (least is not None and value < least) or (most is not None and value > most):
            add(OUT_OF_RANGE, path)
        return value

    return read


def half(add: Add, value: Any, path: str) -> Any:
    """Read a number that is a multiple of one half."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        add(BAD_TYPE, path)
    elif not math.isfinite(value) or value * 2 != math.floor(value * 2):
        add(OUT_OF_RANGE, path)
    return value


def flag(add: Add, value: Any, path: str) -> Any:
    """Read true or false."""
    if not isinstance(value, bool):
        add(BAD_TYPE, path)
    return value


def words(may_be_empty: bool = False, most: float = math.inf) -> Read:
    """Read a text of at most so many characters."""

    def read(add: Add, value: Any, path: str) -> Any:
        if not isinstance(value, str):
            add(BAD_TYPE, path)
        elif (not value and not may_be_empty) or len(value) > most:
            add(OUT_OF_RANGE, path)
        return value

    return read


def one_of(*known: str) -> Read:
    """Read one of these words."""

    def read(add: Add, value: Any, path: str) -> Any:
        if not isinstance(value, str):
            add(BAD_TYPE, path)
        elif value not in known:
            add(WORD_UNKNOWN, path)
        return value

    return read


def or_null(item: Read) -> Read:
    """Read null too, where it has a meaning."""
    return lambda add, value, path: None if value is None else item(add, value, path)


def list_of(item: Read, least: int = 0) -> Read:
    """Read a list of at least so many values of one kind."""

    def read(add: Add, value: Any, path: str) -> Any:
        if not isinstance(value, (list, tuple)):
            add(BAD_TYPE, path)
            return None
        if len(value) < least:
            add(OUT_OF_RANGE, path)
        return tuple([item(add, each, f"{path}[{index}]") for index, each in enumerate(value)])

    return read


def pair_of(first: Read, second: Read) -> Read:
    """Read a list of two values."""

    def read(add: Add, value: Any, path: str) -> Any:
        if not isinstance(value, (list, tuple)):
            add(BAD_TYPE, path)
        elif len(value) != 2:
            add(OUT_OF_RANGE, path)
        else:
            return first(add, value[0], f"{path}[0]"), second(add, value[1], f"{path}[1]")
        return None

    return read


def names_to(item: Read) -> Read:
    """Read an object whose names are free, in alphabetical order."""

    def read(add: Add, value: Any, path: str) -> Any:
        if not isinstance(value, Mapping):
            add(BAD_TYPE, path)
            return None
        return {name: item(add, value[name], inside(path, name)) for name in sorted(value)}

    return read


def object_of(make: Callable[..., Any], readers: Mapping[str, Read], required: Sequence[str] = ()) -> Read:
    """Read an object with these keys, in this order, and make a value of those that are there.

    Unknown keys come last.
    """

    def read(add: Add, value: Any, path: str) -> Any:
        if not isinstance(value, Mapping):
            add(BAD_TYPE, path)
            return None
        missing = [name for name in readers if name in required and name not in value]
        known = {}
        for name, own in readers.items():
            if name in missing:
                add(KEY_MISSING, inside(path, name))
            elif name in value and (value[name] is not None or name in required):
                known[name] = own(add, value[name], inside(path, name))
        for name in value:
            if name not in readers:
                add(KEY_UNKNOWN, inside(path, name))
        return None if missing else make(**known)

    return read

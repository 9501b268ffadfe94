"""A limit is said once: in the room that holds it, and the edges take it from there."""

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from operator import mul, sub

import pytest

from tests.sources import nodes_of
from tests.test_words import trees

LIMIT = re.compile(r"(MOST|MAX|LONGEST|LARGEST)(_|$)|COOKIES_LOOKED_AT|QUOTED")
LARGE = 1000
DIFFERENT = {
    1000: "deals of a sheet, points typed, rows swept, parts of a workbook",
    2000: "letters of lines typed, players of an event",
    4000: "pixels of a picture, letters of the numbers of photographs",
    4096: "bytes of a message to the keeper, of an answer of a program",
    5000: "pages marked, letters of a timetable",
    9999: "numbers of an event's history, tables, places",
    20_000: "known visitors, players of a trial draw, names compared",
    65_536: "bytes of a line of counts, of a body",
    2_097_152: "bytes of a picture, of a request with a file",
    67_108_864: "bytes checked of a database, of an unpacked workbook",
    ("LONGEST_NAME", 15): "what Linux shows of a process, of a network",
    ("MOST_LINES", 2): "of a head, of an example",
    ("MOST_PARTS", 12): "lists of a paper, screens that share a list",
    ("MOST_SHEETS", 10): "of a workbook, of statistics",
}
"""Numbers that are equal by chance, and of what they are."""
OPERATIONS: dict[type[ast.operator], Callable[..., float]] = {ast.Mult: mul, ast.Pow: pow, ast.Sub: sub}
EDGES = ("forms", "api", "views")


def limits() -> Iterator[tuple[str, float, str]]:
    """Yield the name, the value and the file of each limit that a module sets by a number."""
    for file, tree in trees().items():
        for node in tree.body:
            match node:
                case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                    pairs = list(zip(names, values, strict=False))
                case ast.Assign(targets=[name], value=value):
                    pairs = [(name, value)]
                case _:
                    continue
            for name, value in pairs:
                if isinstance(name, ast.Name) and LIMIT.match(name.id) and (number := number_in(value)):
                    yield name.id, number, file


def number_in(value: ast.expr) -> float | None:
    """Return the number that an expression says, such as `2 * 1024`; None if it is no number alone."""
    match value:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return number
        case ast.BinOp(left=left, op=operation, right=right) if type(operation) in OPERATIONS:
            numbers = number_in(left), number_in(right)
            return None if None in numbers else OPERATIONS[type(operation)](*numbers)
    return None


def test_a_limit_is_said_once() -> None:
    files: defaultdict[object, set[str]] = defaultdict(set)
    for name, number, file in limits():
        files[number if number >= LARGE else (name, number)].add(f"{file}:{name}")
    assert {key: sorted(own) for key, own in files.items() if len(own) > 1 and key not in DIFFERENT} == {}


@pytest.mark.parametrize("edge", EDGES)
def test_a_field_takes_its_limit_from_the_room_that_holds_it(edge: str) -> None:
    assert [
        f"{file}:{node.value.lineno} {node.arg}={ast.unparse(node.value)}"
        for file, tree in trees().items()
        if file.startswith(f"tournaments/{edge}/")
        for node in nodes_of(tree)
        if isinstance(node, ast.keyword) and node.arg in ("max_length", "max_value")
        if (number_in(node.value) or 0) >= 10
    ] == []

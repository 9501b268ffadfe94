"""Find where tests look at a clock, sleep or limit a wait, in Python and in scripts for a browser.

A test that compares seconds judges the machine and what else it does; one that sleeps waits too long on most
machines and too briefly on a busy one. Tests wait for events with `wait_until` (tests/processes.py), the only
place with a clock and a pause, and limit other waits by PATIENCE; seconds are for benchmarks. A time of day
that a test stores or shows is a fact and not looked for.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.sources import tree_of

CLOCKS = {
    *("perf_counter", "monotonic", "process_time", "thread_time", "default_timer"),
    *("perf_counter_ns", "monotonic_ns", "process_time_ns", "thread_time_ns", "time_ns"),
}
PAUSES = {"sleep", "wait_for_timeout"}
WAITS = {"wait_for": 1, "timeout": 0, "wait": 0, "join": 0}  # the argument that limits the wait
IN_TEXT = re.compile(
    r"\bperformance\.now\(|\bDate\.now\(|\bset(?:Timeout|Interval)\((?!\w+\))"  # without a time it is a turn
    rf"|\btime\.time\(|\b(?:{'|'.join(sorted(CLOCKS | PAUSES))})\("  # Python for another process
)


class Look(NamedTuple):
    """A look at a clock, a pause or a limit: `path function`, the line, and the words there."""

    place: str
    line: int
    words: str


def looks_in(path: Path, source: str) -> Iterator[Look]:
    """Yield every look of a file. Its function is the outermost one; `-` is the module or a script."""
    if path.suffix == ".py":
        for name, part in parts_of(tree_of(source)):
            for node in ast.walk(part):
                for words in words_of(node):
                    yield Look(f"{path.as_posix()} {name}", getattr(node, "lineno", 0), words)
    else:
        for number, line in enumerate(source.splitlines(), start=1):
            yield from (Look(f"{path.as_posix()} -", number, looks[0]) for looks in IN_TEXT.finditer(line))


def parts_of(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Yield the statements of a module by the name of the function; a method with its class."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from ((f"{node.name}.{getattr(part, 'name', '-')}", part) for part in node.body)
        else:
            yield getattr(node, "name", "-"), node


def words_of(node: ast.AST) -> Iterator[str]:
    """Yield what this node is of what a test must not do; a text may have several."""
    match node:
        case ast.Attribute(attr=name) | ast.Name(id=name) | ast.alias(name=name) if name in CLOCKS:
            yield name
        case ast.Attribute(value=ast.Name(id="time"), attr="time"):
            yield "time.time"
        case ast.ImportFrom(module="time", names=[*names]) if "time" in {each.name for each in names}:
            yield "time.time"
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)):
            yield from words_of_call(node, name)
        case ast.Constant(value=str(text)):
            yield from (looks[0] for looks in IN_TEXT.finditer(text))


def words_of_call(call: ast.Call, name: str) -> Iterator[str]:
    """Yield a pause, and limits in numbers. Nothing is said of 0: it lets others run, or waits for nobody."""
    if name in PAUSES and not (call.args and is_zero(call.args[0])):
        yield name
    limiting = {"timeout", "seconds"} if name.startswith("wait") else {"timeout"}
    limits = [(each.arg, each.value) for each in call.keywords if each.arg in limiting]
    if isinstance(call.func, ast.Attribute) and name in WAITS and len(call.args) > WAITS[name]:
        limits.append((name, call.args[WAITS[name]]))
    yield from (f"{said} {ast.unparse(limit)}" for said, limit in limits if is_number(limit))


def is_number(node: ast.expr) -> bool:
    """Return whether an expression is made of numbers alone, and is not 0."""
    if isinstance(node, ast.BinOp):
        return is_number(node.left) and is_number(node.right)
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not is_zero(node)


def is_zero(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == 0

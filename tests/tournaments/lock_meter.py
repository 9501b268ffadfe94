"""How much is done while the write lock is held: Python calls and statements, which no busy machine changes.

100,000 calls, statements included, are some 100 ms on the machine of docs/performance.md.
"""

import ast
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from django.db import connection

from tests.processes import ROOT

SERVICES = ROOT / "tournaments" / "services"
LASTING = {  # the ends of files, and functions in them, that have no place behind the lock
    ("django/template/base.py", "render"),
    ("django/contrib/auth/hashers.py", "make_password"),
    ("uploads/apart.py", "read_apart"),
    ("tournaments/readers.py", "read_here"),
    ("installation/backup.py", "make_backup"),
    ("standings/verification.py", "check_within"),
    ("standings/verification.py", "differences"),
    ("tables/consequences.py", "compare"),
}


@dataclass(slots=True)
class Hold:
    """One time that the lock was held: how much was called, asked of the database, and what takes long."""

    calls: int = 0
    statements: int = 0
    lasting: set[str] = field(default_factory=set)


class LockMeter:
    """Counts what is done in the outermost transactions, of which so many are a test's own."""

    def __init__(self, within: int = 0) -> None:
        self.within, self.depth = within, 0
        self.holds: list[Hold] = []
        self.services: set[str] = set()  # that were in a transaction
        self.seen: dict[CodeType, bool] = {}  # whether a function takes long

    def measure(self, act: Callable[[], object]) -> Hold:
        """Return the transaction of an act in which most is done; without one, nothing is."""
        self.holds = []
        with connection.execute_wrapper(self):
            try:
                act()
            finally:
                sys.setprofile(None)
        return max(self.holds, key=lambda hold: hold.calls, default=Hold())

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if self.depth > self.within:
            self.holds[-1].statements += 1
        if sql.startswith("SAVEPOINT"):
            self.depth += 1
            self.services |= set(services_in(sys._getframe()))
            if self.depth == self.within + 1:
                self.holds.append(Hold())
                sys.setprofile(self.count)
        try:
            return execute(sql, params, many, context)
        finally:
            if sql.startswith("RELEASE"):
                self.depth -= 1
                if self.depth == self.within:
                    sys.setprofile(None)

    def count(self, frame: FrameType, event: str, argument: object) -> None:
        """Count a call of a function written in Python."""
        if event == "call":
            hold = self.holds[-1]
            hold.calls += 1
            if (code := frame.f_code) not in self.seen:
                self.seen[code] = is_lasting(code.co_filename, code.co_name)
                self.services.update(filter(None, [service_of(code.co_filename, code.co_name)]))
            if self.seen[code]:
                hold.lasting.add(code.co_name)


def is_lasting(file: str, name: str) -> bool:
    """Return whether a function has no place behind the lock."""
    return any(name == function and file.endswith(end) for end, function in LASTING)


def services_in(frame: FrameType | None) -> Iterator[str]:
    """Yield the functions of services that are being called."""
    while frame:
        if name := service_of(frame.f_code.co_filename, frame.f_code.co_name):
            yield name
        frame = frame.f_back


@cache
def service_of(file: str, name: str) -> str:
    """Return a function of a service as `draw/search.py:store_draw`; empty for others."""
    path = Path(file)
    return f"{path.relative_to(SERVICES)}:{name}" if path.is_relative_to(SERVICES) else ""


def services_with_transactions() -> set[str]:
    """Return every function of a service that begins a transaction, from the source."""
    return {
        service_of(str(path), each.name)
        for path in SERVICES.rglob("*.py")
        for each in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(each, ast.FunctionDef) and begins_transaction(each)
    }


def begins_transaction(function: ast.FunctionDef) -> bool:
    """Return whether a function is decorated with `transaction.atomic`, or has a block of it."""
    own = (each for each in ast.walk(function) if isinstance(each, ast.Attribute))
    return any(each.attr == "atomic" for each in own)

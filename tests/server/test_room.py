"""A page's calls do not take memory from the system and give it back, wherever on the stack they begin."""

from collections.abc import Callable

import pytest

from server.worker import with_room

resource = pytest.importorskip("resource", reason="Windows does not count pages")
CALLS, DEPTHS = 500, range(0, 400)  # past the end of a piece of the stack


def pages_taken(begin: Callable[[int], None]) -> int:
    """Return the most pages that the system handed out for the calls at one depth."""
    taken = []
    for depth in DEPTHS:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
        begin(depth)
        taken.append(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
    return max(taken)


def calls_at(depth: int) -> None:
    """Call a function often, below so many calls."""
    if depth:
        calls_at(depth - 1)
        return
    for _ in range(CALLS):
        nothing()


def nothing() -> None:
    """Return at once."""


def test_calls_with_room_take_no_memory_again_and_again() -> None:
    # Without room, some depth takes a page for each call (CPython 3.11).
    calls_at(max(DEPTHS))
    assert pages_taken(with_room(lambda depth: calls_at(depth))) < CALLS

"""Remembered answers, and functions whose first arguments are given beforehand."""

from collections.abc import Callable
from typing import Any


def cache(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that works out each answer once."""
    known: dict[Any, Any] = {}

    def remembering(*arguments: Any) -> Any:
        if arguments not in known:
            known[arguments] = function(*arguments)
        return known[arguments]

    return remembering


def partial(function: Callable[..., Any], *first: Any) -> Callable[..., Any]:
    """A function whose first arguments are given."""

    def with_the_rest(*rest: Any) -> Any:
        return function(*first, *rest)

    return with_the_rest

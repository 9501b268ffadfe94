"""Memoised functions and partial application."""

from collections.abc import Callable
from typing import Any


def cache(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that computes each result once."""
    known: dict[Any, Any] = {}

    def remembering(*arguments: Any) -> Any:
        if arguments not in known:
            known[arguments] = function(*arguments)
        return known[arguments]

    return remembering


def partial(function: Callable[..., Any], *first: Any) -> Callable[..., Any]:
    """Return a function with its first arguments fixed."""

    def with_the_rest(*rest: Any) -> Any:
        return function(*first, *rest)

    return with_the_rest

"""Views and endpoints refuse what is wrong with a request; a service refuses what breaks a rule."""

import ast
from collections.abc import Iterator

import pytest

from tests.sources import nodes_of
from tests.test_words import trees

REFUSALS = {"NotPossible", "Refused", "Unreadable", "refused", "bad_request"}
OF_REQUESTS = {
    "bad_request": "a body, a query or a choice that cannot be read",
    "cursor_invalid": "the place in a list of pages",
    "event_unknown": "a slug in a body",
    "file_missing": "a part of a form with files",
    "if_match_invalid": "a header",
    "if_match_missing": "a header",
    "key_invalid": "a header",
    "key_missing": "a header",
    "kind_unknown": "a word in a body",
    "minutes_missing": "a word in a body",
    "no_minutes": "a typed number",
    "nobody_chosen": "a choice that is missing in a form",
    "nobody_named": "a choice that is missing in a form",
    "not_meant": "a box that is not ticked",
    "not_whole": "a typed number",
    "number_unknown": "a start number in a form",
    "photo_missing": "a file that is missing in a form",
    "seed_invalid": "the writing of a seed",
    "sheets_refused": "the status of a report",
    "stale": "If-Match",
    "too_fast": "the pace of a network",
    "too_large": "the length of a body",
    "two_needed": "a choice that is missing in a form",
}
"""Codes that the edge gives by itself, and what of a request each is about."""


def codes_of(tree: ast.Module) -> Iterator[str]:
    """Yield the code of every refusal that a file makes."""
    for node in nodes_of(tree):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(code)), *_]) if (
                name in REFUSALS
            ):
                yield code


@pytest.mark.parametrize("edge", ["api", "forms", "management", "views"])
def test_a_rule_of_the_domain_is_refused_by_a_service(edge: str) -> None:
    assert {
        (file, code)
        for file, tree in trees().items()
        if file.startswith(f"tournaments/{edge}/")
        for code in codes_of(tree)
        if code not in OF_REQUESTS
    } == set()


def test_every_code_of_a_request_is_given_by_an_edge() -> None:
    given = {
        code for file, tree in trees().items() if file.startswith("tournaments/") for code in codes_of(tree)
    }
    assert OF_REQUESTS.keys() - given == set()

"""What a service may refuse, in three kinds: cannot be read, not allowed by the rules, not possible now.

Every message is a whole sentence for people: what was expected, what was found, what to do.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.utils.translation import gettext

from rules.game import Violation
from scoring import telling
from scoring.refusals import NotPossible
from scoring.sheet import IllegalDeal
from scoring.telling import Language, sentence

__all__ = ["IllegalDeal", "NotPossible", "violation_json"]


@contextmanager
def in_words() -> Iterator[None]:
    """Whatever is refused inside is refused in the reader's language."""
    try:
        yield
    except NotPossible as refusal:
        raise refusal.said(gettext) from refusal


def translated(violation: Violation) -> str:
    """The sentence of a violation in the reader's language."""
    return sentence(Language(gettext), violation)


def violation_json(violation: Violation) -> Mapping[str, Any]:
    """A violation as pages and programs see it."""
    return telling.violation_json(Language(gettext), violation)

"""What a service may refuse, in three kinds: cannot be read, not allowed by the rules, not possible now.

Every message is a whole sentence for people: what was expected, what was found, what to do.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from rules.game import Violation
from scoring import telling
from scoring.sheet import IllegalDeal
from scoring.telling import Language, sentence

__all__ = ["IllegalDeal", "LaterDealsImpossible", "NotPossible", "violation_json"]


class NotPossible(Exception):
    """A use case that is not possible now; `code` for programs, the message for people."""

    def __init__(self, code: str, message: str, **details: Any) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.details = details


class LaterDealsImpossible(NotPossible):
    """A correction after which later deals break the rules; `breaks` lists their numbers."""

    def __init__(self, breaks: Sequence[int], message: str) -> None:
        super().__init__("later_deals_impossible", message, breaks=list(breaks))
        self.breaks = list(breaks)


def translated(violation: Violation) -> str:
    """The sentence of a violation in the reader's language."""
    return sentence(Language(gettext), violation)


def violation_json(violation: Violation) -> Mapping[str, Any]:
    """A violation as pages and programs see it."""
    return telling.violation_json(Language(gettext), violation)

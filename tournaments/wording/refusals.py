"""Refusals in the reader's language: the expected value, the value found, and the remedy."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.utils.translation import gettext

from rules.game import Violation
from scoring.sheet import serialising
from scoring.sheet.refusals import NotPossible
from scoring.sheet.serialising import Language, sentence

QUOTED = 30  # letters of a text that a refusal quotes


@contextmanager
def in_words() -> Iterator[None]:
    """Translate refusals raised inside into the reader's language."""
    try:
        yield
    except NotPossible as refusal:
        raise refusal.in_language(gettext) from refusal


def translated(violation: Violation) -> str:
    """Return the message of a violation in the reader's language."""
    return sentence(Language(gettext), violation)


def violation_json(violation: Violation) -> Mapping[str, Any]:
    """Return a violation as JSON, for pages and programs."""
    return serialising.violation_json(Language(gettext), violation)

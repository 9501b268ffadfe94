"""Refusals in the reader's language: the expected value, the value found, and the remedy."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext

from rules.game import Violation
from scoring.sheet import serialising
from scoring.sheet.refusals import NotPossible
from scoring.sheet.serialising import Language, sentence, translated_values
from scoring.sheet.sheet import IllegalDeal

QUOTED = 30  # letters of a text that a refusal quotes


@contextmanager
def in_words(players: Callable[[], Sequence[str]] = tuple) -> Iterator[None]:
    """Translate refusals raised inside into the reader's language; those of the rules name these players."""
    try:
        yield
    except NotPossible as refusal:
        raise refusal.in_language(gettext) from refusal
    except IllegalDeal as illegal:
        language = Language(gettext, players=tuple(players()))
        raise IllegalDeal(
            replace(each, values=translated_values(language, each.values)) for each in illegal.violations
        ) from illegal


def translated(violation: Violation, players: Sequence[str] = ()) -> str:
    """Return the message of a violation in the reader's language, which names these players."""
    return sentence(Language(gettext, players=tuple(players)), violation)


def as_refusal(illegal: IllegalDeal) -> NotPossible:
    """Return what the rules do not allow as one refusal of a page, in the reader's language."""
    return NotPossible("illegal_deal", " ".join(translated(each) for each in illegal.violations))


def violation_json(violation: Violation) -> Mapping[str, Any]:
    """Return a violation as JSON, for pages and programs."""
    return serialising.violation_json(Language(gettext), violation)

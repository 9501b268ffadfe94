"""Refusals in the reader's language: the expected value, the value found, the remedy; those of archives."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext

from rules.game import Violation
from rules.reading import Refused
from scoring.not_possible import NotPossible
from scoring.sheet import serialising
from scoring.sheet.serialising import Language, sentence, translated_values
from scoring.sheet.sheet import IllegalDeal
from tournaments.storage.archive import BrokenBackup

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


def as_refusal(refusal: NotPossible | IllegalDeal | Refused) -> NotPossible:
    """Return what a service refuses, for whatever reason, as one refusal of a page."""
    if isinstance(refusal, NotPossible):
        return refusal
    return NotPossible(refusal.violations[0].code, " ".join(map(translated, refusal.violations)))


def violation_json(violation: Violation) -> Mapping[str, Any]:
    """Return a violation as JSON, for pages and programs."""
    return serialising.violation_json(Language(gettext), violation)


def archive_refused(refusal: BrokenBackup, file: str) -> str:
    """Return the reason, with the name under which the file was uploaded; nothing was stored."""
    sentence = REASONS.get(refusal.code, words_by_code)() % {"file": file, "found": refusal.detail}
    return without_effect(sentence)


def archive_differs(difference: str, file: str) -> str:
    """Return the sentence that a file disagrees with its own history, with the first place."""
    sentence = gettext("%(file)s was altered; its history and its records do not agree: %(difference)s")
    return without_effect(sentence % {"file": file, "difference": difference})


def without_effect(sentence: str) -> str:
    """Return a refusal, and that nothing was stored."""
    nothing = gettext("Nothing was stored.")
    return f"{sentence} {nothing}"


def words_by_code() -> str:
    """Return the reason for every code that has no sentence of its own."""
    return gettext(
        "%(file)s was changed after it was made: its contents do not have the checksums it names. Ask for"
        " another copy."
    )


REASONS = {
    "too_large": lambda: gettext(
        "%(file)s unpacks to more than the largest event has. Ask for another copy."
    ),
    "foreign": lambda: gettext(
        "%(file)s is not the archive of an event. Choose a file that “Archive of the event” of Stichtag made."
    ),
    "other_kind": lambda: gettext(
        "%(file)s is the backup of a whole installation, not the archive of one event. The operator of"
        " the server restores it."
    ),
    "cut_off": lambda: gettext("%(file)s is cut off or damaged. Copy or download it again."),
    "newer": lambda: gettext(
        "%(file)s was made by a newer version of Stichtag (%(found)s). This installation must be upgraded"
        " first."
    ),
    "unknown_game": lambda: gettext(
        "%(file)s has an event of the game “%(found)s”, which this version of Stichtag does not know. This"
        " installation must be upgraded first."
    ),
    "unreadable": lambda: gettext(
        "%(file)s has values that this version of Stichtag does not write: it was altered, or a newer version"
        " made it."
    ),
}

"""Numbers that a director types: an entrant's, a whole one, a half."""

from typing import Any

from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.models import Event
from tournaments.selectors.entry.seats import get_entrant_by_number
from tournaments.wording.whole_numbers import half_number, signed_number

MOST_DIGITS = 8


def typed_entrant(event: Event, typed: str) -> Any:
    """Return the entrant of a typed start number. Raises NotPossible (`number_unknown`)."""
    number = whole(typed, gettext("The start number"))
    entrant = get_entrant_by_number(event, number)
    if entrant is None:
        message = gettext("There is no start number %(number)s; choose one from the list.")
        raise NotPossible("number_unknown", message % {"number": number})
    return entrant


def whole_or_half(typed: str, what: str) -> float:
    """Parse a number that may be a half. Raises NotPossible (`not_whole`)."""
    number = half_number(typed, MOST_DIGITS)
    if number is not None:
        return number
    message = gettext("%(what)s: enter a whole number or a half such as 3.5, not “%(found)s”.")
    raise NotPossible("not_whole", message % {"what": what, "found": typed.strip()[:20]})


def whole(typed: str, what: str) -> int:
    """Parse a whole number with either minus sign. Raises NotPossible (`not_whole`)."""
    number = signed_number(typed, MOST_DIGITS)
    if number is not None:
        return number
    message = gettext("%(what)s: enter a whole number such as 5 or -5, not “%(found)s”.")
    raise NotPossible("not_whole", message % {"what": what, "found": typed.strip()[:20]})

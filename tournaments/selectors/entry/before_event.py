"""The public page before an event: places, fee, and who comes."""

from typing import Any

from tournaments.models import Admission, Event
from tournaments.selectors.entry.check_in import has_begun
from tournaments.wording.fee_classes import fee_words
from tournaments.wording.names import name_of


def before_facts(event: Event) -> dict[str, Any]:
    """Return fee, places, and the entrants who agreed to be listed.

    Two queries until it has begun, else one.
    """
    facts: dict[str, Any] = {
        "has_begun": has_begun(event) or event.is_closed,
        "starts_at": event.starts_at,
        "description": event.description,
        "fee": fee_words(event.fee_cents, event.fee_classes),
        "places": event.places,
    }
    return facts if facts["has_begun"] else {**facts, **coming_facts(event)}


def coming_facts(event: Event) -> dict[str, Any]:
    """Return the entrants as far as they agreed to be listed; one query."""
    entrants = event.entrants.exclude(admission=Admission.LEFT).select_related("player", "partner")
    entered = [each for each in entrants if each.admission == Admission.ENTERED]
    listed = [each for each in entered if each.agrees_to_list]
    return {
        "places_left": None if event.places is None else max(0, event.places - len(entered)),
        "waiting": len(entrants) - len(entered),
        "may_register": event.is_registration_open and not event.is_cancelled,
        "listed": [{"name": name_of(each), "team": each.team} for each in listed],
        "unlisted": len(entered) - len(listed),
    }

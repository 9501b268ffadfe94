"""The PIN of an entrant, on his start card: the proof that he himself confirms. Derived, never stored."""

import hmac

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.utils.translation import gettext

from tournaments.errors import NotPossible
from tournaments.models import Entrant, EventEntryKind
from tournaments.services.event_history import SYSTEM, append_event_entry
from tournaments.services.history import Author, lock_event

DIGITS = 4
TRIES, PAUSE_SECONDS = 5, 300  # wrong ones before an entrant's PIN rests


def pin_of(entrant: Entrant) -> str:
    """Four digits that only this installation can derive; a new generation gives new ones."""
    message = f"pin:{entrant.pk}:{entrant.pin_generation}".encode()
    digest = hmac.digest(settings.SECRET_KEY.encode(), message, "sha256")
    return str(int.from_bytes(digest[:8], "big") % 10**DIGITS).zfill(DIGITS)


@transaction.atomic
def renew_pin(*, entrant: Entrant, by: Author = SYSTEM) -> Entrant:
    """Another PIN; the old one proves nothing from now on, wrong tries are forgotten."""
    event = lock_event(entrant.event)
    entrant.refresh_from_db()
    before = pin_of(entrant)
    while pin_of(entrant) == before:
        entrant.pin_generation += 1
    entrant.save(update_fields=["pin_generation"])
    append_event_entry(event, EventEntryKind.PIN_RENEWED, by=by, entrant=entrant.pk)
    cache.delete(tries_key(entrant))
    return entrant


def check_pin(entrant: Entrant, pin: str) -> None:
    """Raises NotPossible: `pin_wrong`, or `pin_rests` after too many wrong ones."""
    tried = tries_key(entrant)
    if cache.get(tried, 0) >= TRIES:
        message = gettext(
            "Too many wrong PINs for number %(number)s. Wait five minutes, or ask the director."
        )
        raise NotPossible("pin_rests", message % {"number": entrant.number})
    if not hmac.compare_digest(pin.encode(), pin_of(entrant).encode()):
        cache.add(tried, 0, PAUSE_SECONDS)
        cache.incr(tried)
        message = gettext("This is not the PIN of number %(number)s; it stands on the start card.")
        raise NotPossible("pin_wrong", message % {"number": entrant.number})
    cache.delete(tried)


def tries_key(entrant: Entrant) -> str:
    """Where wrong tries are counted."""
    return f"pin:{entrant.pk}"

"""The PIN of an entrant, printed on the start card: proves their confirmations. Derived, never stored."""

import hmac
from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.models import Entrant, EventChangeKind
from tournaments.services.clubs.throttling import (
    Limit,
    Pace,
    clear_tries,
    limit,
    network_of,
    seconds_until_free,
    take_try,
    wait_phrase,
)
from tournaments.services.history.event_chain import SYSTEM, append_event_entry
from tournaments.services.history.sheet_chain import Author, lock_event

DIGITS = 4
# Wrong PINs per entrant: at most 18 an hour from one phone, 52 from all networks together, of 10,000 PINs.
FROM_ONE_PHONE = Pace(free=5, pause=60, longest=300)
FROM_ONE_PLACE = Pace(free=15, pause=60, longest=300)
FROM_ALL_PLACES = Pace(free=40, pause=300, longest=300)


@dataclass(frozen=True, slots=True)
class PinClient:
    """The sender of a PIN: the IP address of the phone and the ID it chose for itself."""

    address: str = ""
    device: str = ""


def pin_of(entrant: Entrant) -> str:
    """Derive the four digits of the PIN; only this installation can, and a new generation gives new ones."""
    message = f"pin:{entrant.pk}:{entrant.pin_generation}".encode()
    digest = hmac.digest(settings.SECRET_KEY.encode(), message, "sha256")
    return str(int.from_bytes(digest[:8], "big") % 10**DIGITS).zfill(DIGITS)


@transaction.atomic
def renew_pin(*, entrant: Entrant, by: Author = SYSTEM) -> Entrant:
    """Give the entrant a different PIN; the old one and wrong attempts at it no longer count."""
    event = lock_event(entrant.event)
    entrant.refresh_from_db()
    before = pin_of(entrant)
    while pin_of(entrant) == before:
        entrant.pin_generation += 1
    entrant.save(update_fields=["pin_generation"])
    append_event_entry(event, EventChangeKind.PIN_RENEWED, by=by, entrant=entrant.pk)
    return entrant


def pin_refusal(entrant: Entrant, pin: str, limits: Sequence[Limit]) -> NotPossible | None:
    """Return None for the right PIN; else `pin_wrong`, which is counted, or `pin_rests` during a pause.

    The refusal is returned, not raised, so that the count is stored even if the caller stores nothing.
    """
    about = {"number": entrant.number}
    if seconds := seconds_until_free(limits):
        message = gettext("Too many wrong PINs for number %(number)s. Wait %(time)s, or use another phone.")
        return NotPossible("pin_rests", message % {**about, "time": wait_phrase(seconds)})
    if not hmac.compare_digest(pin.encode(), pin_of(entrant).encode()):
        take_try(limits)
        message = gettext("This is not the PIN of number %(number)s; the PIN is on the start card.")
        return NotPossible("pin_wrong", message % about)
    clear_tries(limits[:1])
    return None


def pin_limits(entrant: Entrant, asker: PinClient, *, is_proven: bool) -> list[Limit]:
    """Return the limits that count a wrong PIN: those of the phone, its network, and all networks.

    A phone that gave the right PIN before has a separate limit, which other phones' attempts do not
    affect.
    """
    about = ("pin", entrant.pk, entrant.pin_generation)
    place = network_of(asker.address)
    if is_proven:
        return [limit(FROM_ONE_PHONE, *about, "proven", asker.device)]
    return [
        limit(FROM_ONE_PHONE, *about, place, asker.device),
        limit(FROM_ONE_PLACE, *about, place),
        limit(FROM_ALL_PLACES, *about),
    ]

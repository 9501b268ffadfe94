"""Registration for an event without an account, and withdrawal through a private address."""

import hmac

from django.db import transaction
from django.utils.translation import gettext

from scoring.refusals import NotPossible
from tournaments.models import Admission, AuthorKind, Entrant, Event, EventChangeKind, Seat
from tournaments.selectors.entry.check_in import has_begun
from tournaments.services.entry.entrants import (
    next_number,
    player_called,
    refuse_long,
    refuse_overfull,
    taken_names,
    tidied_name,
)
from tournaments.services.entry.leaving import withdraw_entrant
from tournaments.services.entry.waiting_list import free_places
from tournaments.services.history.event_chain import append_event_entry
from tournaments.services.history.sheet_chain import Author, lock_event, request_standings
from tournaments.storage.link_keys import derive


@transaction.atomic
def register(
    *,
    event: Event,
    name: str,
    reading: str = "",
    team: str = "",
    partner: str = "",
    partner_reading: str = "",
    agrees_to_list: bool = False,
) -> Entrant:
    """Register a player for an event, on the waiting list if it is full.

    A reading is stored with a new player only: a stranger cannot change how a known one is listed.
    Raises NotPossible: `registration_closed`, `player_twice`, `name_too_long`, `too_many_players`.
    """
    event = lock_event(event)
    refuse_registration(event)
    name, reading, partner, partner_reading = map(tidied_name, (name, reading, partner, partner_reading))
    refuse_long([name, reading, partner, partner_reading])
    refuse_known(event, name, partner)
    refuse_overfull(event, 1)
    player = player_called(event, name, reading)
    second = player_called(event, partner, partner_reading) if partner else None
    if player == second:
        refuse_known(event, name, name)
    is_full = free_places(event) == 0
    entrant = Entrant.objects.create(
        event=event,
        player=player,
        partner=second,
        number=next_number(event),
        team=team,
        admission=Admission.WAITING if is_full else Admission.ENTERED,
        agrees_to_list=agrees_to_list,
        is_present=False,
    )
    by = Author(AuthorKind.ENTRANT, entrant.pk)
    append_event_entry(event, EventChangeKind.ENTERED, by=by, entrant=entrant.pk, waits=is_full)
    request_standings(event)
    return entrant


def is_open(event: Event) -> bool:
    """Whether the event accepts registrations now."""
    is_on = not (event.is_closed or event.is_cancelled)
    return event.is_registration_open and is_on and not has_begun(event)


def refuse_registration(event: Event) -> None:
    """Raises NotPossible (`registration_closed`), with what to do instead."""
    if is_open(event):
        return
    if event.is_closed:
        message = gettext("%(event)s is over.")
    elif event.is_cancelled:
        message = gettext("%(event)s is cancelled.")
    elif has_begun(event):
        message = gettext(
            "%(event)s has begun. Go to the check-in: the director can still add players there."
        )
    else:
        message = gettext("Registration for %(event)s is not possible here. Ask the club.")
    raise NotPossible("registration_closed", message % {"event": event.name})


def refuse_known(event: Event, name: str, partner: str) -> None:
    """Raises NotPossible (`player_twice`) for a name that is registered already."""
    taken = taken_names(event)
    known = next((each for each in (name, partner) if each and each in taken), "")
    if name == partner:
        message = gettext("Two players who share a start number need two names; “%(name)s” is entered twice.")
        raise NotPossible("player_twice", message % {"name": name})
    if known:
        message = gettext(
            "%(name)s is already registered. If this is you, you need do nothing; if you are another "
            "person of the same name, add something to tell you apart, such as your town."
        )
        raise NotPossible("player_twice", message % {"name": known})


def withdraw_registration(*, entrant: Entrant) -> list[Entrant]:
    """Withdraw; return who moves up. Raises NotPossible (`registration_closed`) once the draw has begun."""
    if has_begun(entrant.event) or entrant.event.is_closed or Seat.objects.filter(entrant=entrant).exists():
        message = gettext("The draw has begun. Tell the director; only the director can remove you now.")
        raise NotPossible("registration_closed", message)
    return withdraw_entrant(entrant=entrant, by=Author(AuthorKind.ENTRANT, entrant.pk))


# The private address


def registration_token(entrant: Entrant) -> str:
    """The secret part of an entrant's private address."""
    return derive(f"entrant:{entrant.pk}")


def registered(entrant_id: int, token: str) -> Entrant | None:
    """The entrant of a private address, or None if the token is wrong."""
    entrant = Entrant.objects.select_related("event__club", "player", "partner").filter(pk=entrant_id).first()
    if entrant is None:
        return None
    is_his = hmac.compare_digest(token.encode("utf-8", "surrogatepass"), registration_token(entrant).encode())
    return entrant if is_his else None

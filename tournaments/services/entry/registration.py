"""Registration for an event without an account, and withdrawal through a private address."""

import hmac

from django.db import transaction
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.models import Admission, AuthorKind, Entrant, Event, EventChangeKind, Player, Seat
from tournaments.selectors.clubs.register import people_of
from tournaments.selectors.entry.check_in import has_begun
from tournaments.services.entry.entrants import (
    new_player,
    next_number,
    refuse_long,
    refuse_overfull,
    required_name,
    tidied,
)
from tournaments.services.entry.waiting_list import has_room
from tournaments.services.history.event_chain import append_event_entry
from tournaments.services.history.sheet_chain import Author, lock_event, request_standings
from tournaments.storage.link_keys import derive
from tournaments.wording.look_alikes import are_one_name
from tournaments.wording.person_names import email_in


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
    waits: bool = False,
) -> Entrant:
    """Register a player for an event, on the waiting list if it is full or has no place for the whole team.

    A stranger must not learn who plays or whom the club knows, so every name is taken: a name that is
    registered already, or like another one, is a new player, about whom the director is asked, and so is a
    known e-mail address beside another name. A reading is stored with a new player only: a stranger cannot
    change how a known one is listed.
    Raises NotPossible: `registration_closed`, `player_twice`, `name_missing`, `name_too_long`,
    `too_many_players`.
    """
    event = lock_event(event)
    refuse_registration(event)
    refuse_overfull(event, 1)
    player, second = registrants(event, name, reading, partner, partner_reading)
    is_full = waits or not has_room(event)
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
    """Return whether the event accepts registrations now."""
    is_on = not (event.is_closed or event.is_cancelled)
    return event.is_registration_open and is_on and not has_begun(event)


def refuse_registration(event: Event) -> None:
    """Raise NotPossible (`registration_closed`), with what to do instead."""
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


def tidy_pair(name: str, reading: str, partner: str, partner_reading: str) -> tuple[str, str, str, str]:
    """Return the names and readings of two players, or of one, as they are stored.

    Raises NotPossible: `name_missing`, `name_too_long`, `player_twice` for one player under both names.
    """
    name, reading = required_name(name), tidied(reading)
    partner, partner_reading = required_name(partner) if tidied(partner) else "", tidied(partner_reading)
    refuse_long([name, reading, partner, partner_reading])
    if are_one_name(name, partner):
        message = gettext("Two players who share a start number need two names; “%(name)s” is entered twice.")
        raise NotPossible("player_twice", message % {"name": name})
    return name, reading, partner, partner_reading


def registrants(
    event: Event, name: str, reading: str, partner: str, partner_reading: str
) -> tuple[Player, Player | None]:
    """Return the players of a start number, the second None for one alone; raise as `tidy_pair`."""
    emails = email_in(name), email_in(partner)
    name, reading, partner, partner_reading = tidy_pair(name, reading, partner, partner_reading)
    player = registrant(event, name, reading, emails[0])
    second = registrant(event, partner, partner_reading, emails[1], beside=player) if partner else None
    return player, second


def registrant(event: Event, name: str, reading: str, email: str, beside: Player | None = None) -> Player:
    """Return the club's only player of this name who is not registered yet, else a new one.

    An e-mail address beside the name is stored with a new player only if the club knows it already.
    """
    people = people_of(event.club)
    namesakes = people.called(name)
    pairs = event.entrants.order_by().values_list("player", "partner")
    taken = {each for pair in pairs for each in pair} | {beside.pk if beside else None}
    if len(namesakes) == 1 and namesakes[0].pk not in taken:
        return namesakes[0]
    known = email.casefold() in people.by_email
    return new_player(event.club, name, reading, email if known else "")


def refuse_begun(entrant: Entrant) -> None:
    """Raise NotPossible (`registration_closed`) once the draw has begun: then only the director removes."""
    if has_begun(entrant.event) or entrant.event.is_closed or Seat.objects.filter(entrant=entrant).exists():
        message = gettext("The draw has begun. Tell the director; only the director can remove you now.")
        raise NotPossible("registration_closed", message)


# The private address


def registration_token(entrant: Entrant) -> str:
    """Return the secret part of an entrant's private address."""
    return derive(f"entrant:{entrant.pk}")


def entrant_by_token(entrant_id: int, token: str) -> Entrant | None:
    """Return the entrant of a private address, or None if the token is wrong."""
    entrant = Entrant.objects.select_related("event__club", "player", "partner").filter(pk=entrant_id).first()
    if entrant is None:
        return None
    is_his = hmac.compare_digest(token.encode("utf-8", "surrogatepass"), registration_token(entrant).encode())
    return entrant if is_his else None

"""Changes a director makes to a draft by hand: two change places, at a cost that is said and logged."""

from django.db import transaction
from django.utils.translation import gettext

from tournaments.errors import NotPossible
from tournaments.models import EventEntryKind, Round, RoundStatus, Seat, SitOut
from tournaments.selectors.swaps import swap_cost
from tournaments.services.event_history import SYSTEM, append_event_entry, refuse_unseen_draft
from tournaments.services.history import Author
from tournaments.services.rounds import keep_accounts, lock_round


@transaction.atomic
def swap_places(*, round: Round, one: int, two: int, by: Author = SYSTEM, seen: int | None = None) -> int:
    """Let two start numbers change places in a draft, seated or sitting out; how many repeats that costs.

    Raises NotPossible: `round_released`, `same_player`, `not_in_draw`; `changed_meanwhile` where the draft
    was changed after the revision that was `seen`.
    """
    event = lock_round(round)
    if round.status != RoundStatus.DRAFT:
        message = gettext("Round %(round)s was released; its seats are changed at the table.")
        raise NotPossible("round_released", message % {"round": round.number})
    refuse_unseen_draft(event, seen)
    if one == two:
        message = gettext("Choose two different players; number %(number)s was named twice.")
        raise NotPossible("same_player", message % {"number": one})
    places = [place_of(round, number) for number in (one, two)]
    cost = swap_cost(round, one, two)
    exchange(*places)
    append_event_entry(
        event,
        EventEntryKind.SWAPPED,
        by=by,
        draw=round.draw.number if round.draw else 0,
        round=round.number,
        one=one,
        two=two,
        repeats=cost,
    )
    return cost


def place_of(round: Round, number: int) -> Seat | SitOut:
    """Where a start number is in a round. Raises NotPossible (`not_in_draw`)."""
    seats = Seat.objects.filter(part__table__round=round, entrant__number=number)
    place: Seat | SitOut | None = (
        seats.select_related("entrant").first()
        or SitOut.objects.filter(round=round, entrant__number=number).select_related("entrant").first()
    )
    if place is None:
        message = gettext("Number %(number)s has no place in this draw; draw again to seat everybody.")
        raise NotPossible("not_in_draw", message % {"number": number})
    return place


def exchange(one: Seat | SitOut, two: Seat | SitOut) -> None:
    """Both places with the other's entrant."""
    entrants = (two.entrant, one.entrant)
    stored = list(zip((one, two), entrants, strict=True))
    if isinstance(one, SitOut) or (isinstance(two, Seat) and one.part_id == two.part_id):
        one.delete()  # out of the way: nobody may be in a part, or sit out, twice for a moment
        one.pk = None
    for place, entrant in stored:
        place.entrant = entrant
        if isinstance(place, Seat):
            place.account = entrant
    for place in sorted((one, two), key=lambda each: each.pk is None):
        place.save()
    for place in (one, two):
        if isinstance(place, Seat):
            keep_accounts(place.part)

"""Swap two players in a draft by hand; the cost is returned and logged."""

from django.db import transaction
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.models import EventChangeKind, Round, RoundStatus, Seat, SitOut
from tournaments.selectors.draw.drafts import swap_cost
from tournaments.services.history.event_chain import SYSTEM, append_event_entry, refuse_unseen_draft
from tournaments.services.history.sheet_chain import Author
from tournaments.services.rounds.lifecycle import keep_accounts, lock_round
from tournaments.services.sheets.write_guard import refuse_cancelled, refuse_decided, refuse_written


@transaction.atomic
def swap_places(*, round: Round, one: int, two: int, by: Author = SYSTEM, seen: int | None = None) -> int:
    """Swap two start numbers in a draft, seated or sitting out; return the repeated meetings it adds.

    Raises NotPossible: `round_released`, `same_player`, `not_in_draw`; as `refuse_decided`,
    `refuse_cancelled` and `refuse_written`; `changed_meanwhile` if the draft was changed after revision
    `seen`.
    """
    event = lock_round(round)
    refuse_decided(event)
    refuse_cancelled(event)
    if round.status != RoundStatus.DRAFT:
        message = gettext("Round %(round)s was opened; change its seats at the table.")
        raise NotPossible("round_released", message % {"round": round.number})
    refuse_unseen_draft(event, seen)
    refuse_written(event.rounds.filter(pk=round.pk))
    if one == two:
        message = gettext("Choose two different players; number %(number)s was named twice.")
        raise NotPossible("same_player", message % {"number": one})
    places = [place_of(round, number) for number in (one, two)]
    cost = swap_cost(round, one, two)
    exchange(*places)
    append_event_entry(
        event,
        EventChangeKind.SWAPPED,
        by=by,
        draw=round.draw.number if round.draw else 0,
        round=round.number,
        one=one,
        two=two,
        repeats=cost,
    )
    return cost


def place_of(round: Round, number: int) -> Seat | SitOut:
    """Return the seat or sit-out of a start number in a round. Raises NotPossible (`not_in_draw`)."""
    seats = Seat.objects.filter(part__table__round=round, entrant__number=number)
    place: Seat | SitOut | None = (
        seats.select_related("entrant").first()
        or SitOut.objects.filter(round=round, entrant__number=number).select_related("entrant").first()
    )
    if place is None:
        message = gettext("Number %(number)s has no seat in this draw; draw again to seat all players.")
        raise NotPossible("not_in_draw", message % {"number": number})
    return place


def exchange(one: Seat | SitOut, two: Seat | SitOut) -> None:
    """Store each place with the other's entrant."""
    entrants = (two.entrant, one.entrant)
    stored = list(zip((one, two), entrants, strict=True))
    if isinstance(one, SitOut) or (isinstance(two, Seat) and one.part_id == two.part_id):
        one.delete()  # first: the constraints allow no entrant twice in a part or as a sit-out
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

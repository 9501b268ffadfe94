"""A ruling on one deal: it counts otherwise than written, or not at all. The row stays as it was written."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext

from scoring import refusals
from scoring.policy import BY_AVERAGE, BY_TOTAL
from scoring.tallies import POINTS
from tournaments.errors import NotPossible
from tournaments.models import Deal, Event, EventEntryKind, Ruling, Table
from tournaments.presenting import said
from tournaments.selectors.sheets import game_of, policy_of, seats_in
from tournaments.services.decided import lock_played, lock_undecided, said_reason
from tournaments.services.event_history import append_event_entry
from tournaments.services.history import Author, mark_standings
from tournaments.services.writing import find_deal


@transaction.atomic
def rule_on_deal(
    *, table: Table, number: int, row: int | None = None, points: Sequence[int], reason: str, by: Author
) -> Ruling:
    """Let deal `number` count these points, one for each seat; all zero cancels it. `row` is its id, if seen.

    Raises NotPossible: `row_unknown` (struck out, or never written), `stale` (it moved), `ruled_already`,
    `points_per_seat`, `not_by_points`, `reason_missing`, `round_draft`, `event_closed`, `signed_off`.
    """
    event, table = lock_played(table)
    reason = said_reason(reason)
    refuse_no_points(event)
    deal = find_seen(table, number, row)
    if deal.rulings.filter(is_undone=False).exists():
        message = gettext("This deal is ruled on already; take that ruling back first.")
        raise NotPossible("ruled_already", message)
    seats = seats_in(deal.part)
    if len(points) != seats:
        message = gettext("A ruling has points for each of the %(seats)s seats, not for %(found)s.")
        raise NotPossible("points_per_seat", message % {"seats": seats, "found": len(points)})
    facts = {"table": table.pk, "deal": deal.pk, "number": number, "points": list(points)}
    entry = append_event_entry(event, EventEntryKind.RULED, by=by, reason=reason, **facts)
    mark_standings(event)
    return Ruling.objects.create(deal=deal, points=list(points), entry=entry)


def find_seen(table: Table, number: int, row: int | None) -> Deal:
    """The deal that was seen as this number. Raises NotPossible (`row_unknown`, `stale`)."""
    deal = find_deal(table, number)
    if row not in (None, deal.pk):
        raise refusals.sheet_stale(table.revision).said(gettext)
    return deal


def refuse_no_points(event: Event) -> None:
    """Raises NotPossible (`not_by_points`) where nobody is ranked by the points of a deal."""
    game, way = game_of(event), policy_of(event).by
    if way in (BY_TOTAL, BY_AVERAGE) or POINTS in (ranking.tally for ranking in game.ranks_by):
        return
    message = gettext(
        "%(game)s is not ranked by the points of its deals but by: %(values)s. Correct the deal on the"
        " sheet, or adjust what the players are ranked by."
    )
    values = ", ".join(said(ranking.label) for ranking in game.ranks_by)
    raise NotPossible("not_by_points", message % {"game": said(game.name), "values": values})


@transaction.atomic
def take_back_ruling(*, ruling: Ruling, by: Author) -> Ruling:
    """Let the deal count as it is written again. Raises NotPossible (`undone_already`) and as above."""
    event = lock_undecided(ruling.deal.table.round.event)
    ruling.refresh_from_db()
    if ruling.is_undone:
        raise NotPossible("undone_already", gettext("This ruling was taken back already."))
    ruling.is_undone = True
    ruling.save(update_fields=["is_undone"])
    append_event_entry(event, EventEntryKind.TAKEN_BACK, by=by, ruling=ruling.pk)
    mark_standings(event)
    return ruling

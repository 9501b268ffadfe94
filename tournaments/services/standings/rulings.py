"""Rulings: one deal counts other points than recorded, or none. The row itself stays unchanged."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext

from rules.halves import has_halves
from scoring.sheet import refusals
from scoring.sheet.refusals import NotPossible
from scoring.standings.policy import BY_AVERAGE, BY_TOTAL
from scoring.standings.tallies import POINTS
from tournaments.models import Deal, Event, EventChangeKind, Ruling, Table
from tournaments.models.evening import MOST_RULED
from tournaments.selectors.sheets.folded_sheets import game_of, options_of, policy_of, seats_in
from tournaments.services.history.event_chain import append_event_entry
from tournaments.services.history.sheet_chain import Author, request_standings
from tournaments.services.rounds.decision_guards import checked_reason
from tournaments.services.sheets.sheet_transaction import find_deal
from tournaments.services.sheets.write_guard import lock_played
from tournaments.wording.sheet_json import translate


@transaction.atomic
def rule_on_deal(
    *, table: Table, number: int, row: int | None = None, points: Sequence[int], reason: str, by: Author
) -> Ruling:
    """Let deal `number` count these points, one value per seat; all 0 cancels it. `row` is its ID, if known.

    Raises NotPossible: `row_unknown` (struck out, or never written), `stale` (it moved), `ruled_already`,
    `points_per_seat`, `not_whole`, `not_by_points`, `reason_missing`, `round_draft`, `event_closed`,
    `signed_off`.
    """
    event, table = lock_played(table)
    reason = checked_reason(reason)
    refuse_no_points(event)
    deal = find_seen(table, number, row)
    if deal.rulings.filter(is_undone=False).exists():
        message = gettext("This deal already has a ruling; undo it first.")
        raise NotPossible("ruled_already", message)
    seats = seats_in(deal.part)
    if len(points) != seats:
        message = gettext("A ruling needs points for each of the %(seats)s seats, not for %(found)s.")
        raise NotPossible("points_per_seat", message % {"seats": seats, "found": len(points)})
    refuse_odd_points(event, points)
    facts = {"table": table.pk, "deal": deal.pk, "number": number, "points": list(points)}
    entry = append_event_entry(event, EventChangeKind.RULED, by=by, reason=reason, **facts)
    request_standings(event)
    return Ruling.objects.create(deal=deal, points=list(points), entry=entry)


def refuse_odd_points(event: Event, points: Sequence[float]) -> None:
    """Raise NotPossible (`not_whole`) for halves in a game without them, and for more than eight digits."""
    may_be_half = has_halves(game_of(event), options_of(event))
    for each in points:
        if abs(each) > MOST_RULED or (each % 1 and not may_be_half):
            message = gettext("%(what)s: enter a whole number such as 5 or -5, not “%(found)s”.")
            raise NotPossible("not_whole", message % {"what": gettext("Points"), "found": each})


def find_seen(table: Table, number: int, row: int | None) -> Deal:
    """Return the deal that the director saw under this number.

    Raises NotPossible (`row_unknown`, `stale`).
    """
    deal = find_deal(table, number)
    if row not in (None, deal.pk):
        raise refusals.sheet_stale(table.revision).in_language(gettext)
    return deal


def refuse_no_points(event: Event) -> None:
    """Raise NotPossible (`not_by_points`) if the ranking does not use the points of deals."""
    game, way = game_of(event), policy_of(event).by
    if way in (BY_TOTAL, BY_AVERAGE) or POINTS in (ranking.tally for ranking in game.ranks_by):
        return
    message = gettext(
        "%(game)s is not ranked by the points of its deals but by: %(values)s. Correct the deal on the "
        "sheet, or adjust the value that ranks the players."
    )
    values = ", ".join(translate(ranking.label) for ranking in game.ranks_by)
    raise NotPossible("not_by_points", message % {"game": translate(game.name), "values": values})

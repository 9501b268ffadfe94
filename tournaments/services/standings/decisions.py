"""The director's decisions on points: rulings on deals, adjustments of entrants, and how both are undone.

A ruled deal counts other points than recorded, or none; its row stays unchanged. An adjustment is a penalty
or bonus with a reason, added to the ranking value.
"""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from rules.halves import has_halves
from scoring.not_possible import NotPossible
from scoring.sheet import refusals
from scoring.sheet.tallies import POINTS
from scoring.standings.policy import BY_AVERAGE, BY_TOTAL
from tournaments.models import (
    Adjustment,
    Deal,
    Entrant,
    Event,
    EventChangeKind,
    RoundStatus,
    Ruling,
    Seat,
    Table,
)
from tournaments.models.decisions import MOST_POINTS, MOST_RULED
from tournaments.selectors.sheets.agreements import game_of, options_of, policy_of
from tournaments.selectors.sheets.folded_sheets import seats_in
from tournaments.selectors.standings.ranking_rules import more_wins
from tournaments.services.history.event_chain import append_event_entry, refuse_unseen
from tournaments.services.history.sheet_chain import Author, request_standings
from tournaments.services.rounds.decision_guards import checked_reason
from tournaments.services.sheets.sheet_transaction import find_deal
from tournaments.services.sheets.write_guard import lock_played, lock_undecided
from tournaments.wording.lists import in_a_list
from tournaments.wording.sheet_json import translate

PENALTY, BONUS = "penalty", "bonus"


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
    values = in_a_list(translate(ranking.label) for ranking in game.ranks_by)
    raise NotPossible("not_by_points", message % {"game": translate(game.name), "values": values})


def points_to_add(event: Event, points: int, way: str) -> int:
    """Return what a penalty or bonus adds: a penalty is negative, or positive where the lowest wins.

    Without a `way`, points below zero are a penalty where the highest wins. Raises NotPossible (`which_way`)
    if it is unclear which is meant.
    """
    high_wins = more_wins(event)
    if way not in (PENALTY, BONUS):
        if points >= 0 or not high_wins:
            message = gettext("Choose whether %(points)s points are a penalty or a bonus.")
            raise NotPossible("which_way", message % {"points": points})
        way = PENALTY
    if way == BONUS and high_wins and points < 0:
        message = gettext("A bonus adds points: enter %(points)s, or choose “Penalty”.")
        raise NotPossible("which_way", message % {"points": -points})
    return abs(points) if (way == BONUS) == high_wins else -abs(points)


@transaction.atomic
def adjust_points(
    *,
    entrant: Entrant,
    points: int,
    reason: str,
    by: Author,
    way: str | None = None,
    round_number: int | None = None,
    seen: int | None = None,
) -> Adjustment:
    """Add points in one round or, without `round_number`, in the whole event.

    They have their sign (negative: less of the value that ranks), or with a `way` the meaning that
    `points_to_add` gives them. Raises NotPossible: its code, `no_points`, `reason_missing`, `not_in_round`,
    `event_closed`, `signed_off`; `changed_meanwhile` if the entrant's points were adjusted after revision
    `seen`.
    """
    event = lock_undecided(entrant.event)
    if way is not None:
        points = points_to_add(event, points, way)
    refuse_unseen(event, seen, EventChangeKind.ADJUSTED, entrant=entrant.pk)
    reason = checked_reason(reason)
    if not points or abs(points) > MOST_POINTS:
        message = gettext("An adjustment is a whole number of points above or below zero, not %(found)s.")
        raise NotPossible("no_points", message % {"found": points})
    if round_number is not None:
        refuse_absent_from(entrant, round_number)
    facts = {"entrant": entrant.pk, "points": points, "round": round_number}
    entry = append_event_entry(event, EventChangeKind.ADJUSTED, by=by, reason=reason, **facts)
    request_standings(event)
    return Adjustment.objects.create(
        event=event, entrant=entrant, points=points, round_number=round_number, entry=entry
    )


def refuse_absent_from(entrant: Entrant, round_number: int) -> None:
    """Raise NotPossible (`not_in_round`) for a round in which no seat scores for the entrant."""
    seats = Seat.objects.filter(account=entrant, part__table__round__number=round_number)
    if not seats.exclude(part__table__round__status=RoundStatus.DRAFT).exists():
        message = gettext(
            "Number %(number)s did not play in round %(round)s. Enter a round they played, or leave it "
            "empty to adjust the whole event."
        )
        raise NotPossible("not_in_round", message % {"number": entrant.number, "round": round_number})


@transaction.atomic
def undo_decision(*, decision: Adjustment | Ruling, by: Author) -> None:
    """Undo an adjustment, or a ruling: the deal counts as recorded. Both stay in the history.

    Raises NotPossible: `undone_already`, `event_closed`, `signed_off`, and for a ruling as `lock_played`.
    """
    is_ruling = isinstance(decision, Ruling)
    if isinstance(decision, Ruling):
        event, _ = lock_played(decision.deal.table)
    else:
        event = lock_undecided(decision.event)
    decision.refresh_from_db()
    if decision.is_undone:
        ruling = gettext("This ruling has already been undone.")
        adjustment = gettext("This adjustment has already been undone.")
        raise NotPossible("undone_already", ruling if is_ruling else adjustment)
    decision.is_undone = True
    decision.save(update_fields=["is_undone"])
    facts: dict[str, Any] = {"ruling" if is_ruling else "adjustment": decision.pk}
    append_event_entry(event, EventChangeKind.TAKEN_BACK, by=by, **facts)
    request_standings(event)

"""Explain a rank: the entrant's row, its neighbours, the tie-break that decided, and all their deals."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any
from uuid import UUID

from django.db.models import Q

from rules.game import Game
from scoring.sheet.tallies import POINTS, read_value
from scoring.standings.standings import Line, Method, Reason, compute_standings, why_before
from tournaments.models import Entrant, Event, Table
from tournaments.selectors.publishing.public_event import PublicEvent
from tournaments.selectors.sheets.agreements import game_of
from tournaments.selectors.sheets.folded_sheets import LoadedPart, load_many
from tournaments.selectors.standings.ranking_rules import leavers_of
from tournaments.selectors.standings.results import (
    adjustments_of,
    load_results,
    ranked_entrants,
    rulings_by_deal,
)
from tournaments.wording.lists import in_a_list
from tournaments.wording.names import public_name
from tournaments.wording.sheet_json import foot_json, sheet_row

Row = Mapping[str, Any]
Ruled = Mapping[int, Sequence[int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Two neighbouring rows: `reason` ranked the first before the second; None if they share a rank."""

    first: Row
    second: Row
    reason: Reason | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnSheet:
    """An entrant's deals at one table, and their sum."""

    table: int
    public_id: UUID
    points: int
    deals: int
    rows: Sequence[dict[str, Any]]
    foot: Sequence[tuple[str, str]]  # the parts of the sum, if the game shows them
    sat_as: str  # the substitutes who sat there for the entrant's account


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnRound:
    """An entrant's result in one round; `is_dropped` if only the best rounds count and this is not one."""

    number: int
    value: Any
    sheets: Sequence[OwnSheet]
    is_dropped: bool = False
    is_secret: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnAdjustment:
    """An adjustment of the entrant's points by the director."""

    round_number: int | None
    points: int
    reason: str


# Neighbours


def steps_around(standings: Row, number: int, method: Method) -> list[Step]:
    """Return the reasons for the order of an entrant's row and the rows directly above and below."""
    rows = standings["rows"]
    at = next((place for place, row in enumerate(rows) if row["number"] == number), None)
    if at is None:
        return []
    pairs = [(rows[one], rows[one + 1]) for one in (at - 1, at) if 0 <= one < len(rows) - 1]
    return [step(first, second, standings["rounds"], method) for first, second in pairs]


def step(first: Row, second: Row, rounds: Sequence[int], method: Method) -> Step:
    """Return two rows and the reason for their order."""
    reason = why_before(line_from(first, rounds), line_from(second, rounds), method)
    return Step(first=first, second=second, reason=reason)


def line_from(row: Row, rounds: Sequence[int]) -> Line:
    """Return a displayed row in the form that the pure functions take."""
    pairs = zip(rounds, row["rounds"], strict=True)
    return Line(
        row["number"],
        row["rank"] or 0,
        tuple(value_of(value) for value in row["values"].values()),
        {number: value_of(value) for number, value in pairs if value is not None},
        {key: read_value(value) for key, value in row["tie_breaks"].items()},
        row["is_placed"],
    )


def value_of(value: Any) -> int | Fraction:
    """Return a value for comparison; a missing one is 0."""
    return read_value(value) or 0


# Rounds


def own_rounds(public: PublicEvent, entrant: Entrant, row: Row | None) -> list[OwnRound]:
    """Return every released round of an entrant with the points from its tables; nine queries."""
    value_by_round = dict(zip(public.standings["rounds"], row["rounds"], strict=True)) if row else {}
    sheets, dropped = own_sheets(public, entrant), dropped_rounds(public, entrant)
    return [
        OwnRound(
            number=each.number,
            value=value_by_round.get(each.number),
            sheets=sheets.get(each.number, ()),
            is_dropped=each.number in dropped,
            is_secret=public.visibility.hides(each.number),
        )
        for each in public.released
    ]


def dropped_rounds(public: PublicEvent, entrant: Entrant) -> set[int]:
    """Return the rounds of an entrant that do not count, if the policy counts only the best."""
    event, method = public.event, public.method
    if method.policy.best is None:
        return set()
    method = replace(method, leavers=leavers_of(event), adjustments=adjustments_of(event))
    results = [result for result in load_results(event) if not public.visibility.hides(result.round)]
    lines = compute_standings(results, ranked_entrants(event, results), method)
    played = {result.round for result in results if entrant.number in result.accounts}
    return next((played & line.dropped for line in lines if line.entrant == entrant.number), set())


def own_sheets(public: PublicEvent, entrant: Entrant) -> dict[int, list[OwnSheet]]:
    """Return the entrant's sheets by round: where they sat, or where their account scored; seven queries."""
    event = public.event
    own = Q(parts__seats__account=entrant) | Q(parts__seats__entrant=entrant)
    tables = Table.objects.filter(own, round__in=[each.pk for each in public.visible]).distinct()
    in_order = list(tables.select_related("round").order_by("round__number", "number"))
    parts, ruled = load_many(event, [table.pk for table in in_order]), rulings_by_deal(event)
    by_round: dict[int, list[OwnSheet]] = {}
    for table in in_order:
        sheet = own_sheet(game_of(event), table, parts[table.pk], entrant, ruled)
        by_round.setdefault(table.round.number, []).append(sheet)
    return by_round


def own_rows(game: Game, loaded: LoadedPart, seats: Sequence[int], ruled: Ruled) -> Iterator[dict[str, Any]]:
    """Yield the rows of a part with the points of these seats, as ruled if there is a ruling."""
    for deal, row in zip(loaded.deals, loaded.sheet.rows, strict=True):
        points, is_ruled = ruled.get(deal.pk, row.outcome.deltas), deal.pk in ruled
        yield {
            **sheet_row(game, deal, row, loaded.sheet.state),
            "points": sum(points[seat] for seat in seats),
            "is_ruled": is_ruled,
            "is_cancelled": is_ruled and not any(points),
        }


def own_sheet(
    game: Game, table: Table, parts: Sequence[LoadedPart], entrant: Entrant, ruled: Ruled
) -> OwnSheet:
    """Return one table, with the points of each row for the entrant's account, as ruled if there is a ruling.

    The parts of the sum are shown as in the list's footer, for a sheet of one part without a ruling.
    """
    rows: list[dict[str, Any]] = []
    foot, others = [], []
    for loaded in parts:
        all_seats = loaded.part.seats.all()
        seats = [seat.position for seat in all_seats if seat.account_id == entrant.pk]
        others += [seat.entrant for seat in all_seats if entrant.pk == seat.account_id != seat.entrant_id]
        rows += own_rows(game, loaded, seats, ruled) if seats else []
        lines = foot_json(game, loaded.sheet.state) if seats else []
        foot += [(line["label"], line["values"][seat]) for seat in seats for line in lines]
    has_foot = len(parts) == 1 and not any(deal.pk in ruled for deal in parts[0].deals)
    return OwnSheet(
        table=table.number,
        public_id=table.public_id,
        points=sum(row["points"] for row in rows),
        deals=sum(bool(row["counts"]) for row in rows),
        rows=rows,
        foot=foot if has_foot else [],
        sat_as=in_a_list(dict.fromkeys(public_name(each.player, each.number) for each in others)),
    )


# Director's decisions


def own_adjustments(event: Event, entrant: Entrant) -> list[OwnAdjustment]:
    """Return adjustments in force, with their reasons unless the text was deleted; one query."""
    adjustments = event.adjustments.filter(entrant=entrant, is_undone=False)
    return [
        OwnAdjustment(
            round_number=each.round_number,
            points=each.points,
            reason=each.entry.reason.text if hasattr(each.entry, "reason") else "",
        )
        for each in adjustments.select_related("entry__reason").order_by("pk")
    ]


def is_points(standings: Row) -> bool:
    """Return whether the list is ranked by the points of the sheets themselves."""
    return bool(standings["ranked_by"][0]["name"] == POINTS)

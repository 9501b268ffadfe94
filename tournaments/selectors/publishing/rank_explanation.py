"""Explain a rank: the entrant's row, its neighbours, the tie-break that decided, and all their deals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any
from uuid import UUID

from django.db.models import Q

from scoring.standings.standings import Line, Method, Reason, scores_of, why_before
from scoring.standings.tallies import POINTS, read_value
from tournaments.models import Entrant, Event, Table
from tournaments.selectors.publishing.publications import Visibility, method_then
from tournaments.selectors.rounds.progress import released_rounds
from tournaments.selectors.sheets.folded_sheets import LoadedPart, game_of, load_many
from tournaments.selectors.standings.ranking_rules import leavers_of, method_of
from tournaments.selectors.standings.results import (
    adjustments_of,
    load_results,
    ranked_entrants,
    rulings_by_deal,
)
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


def method_shown(event: Event, visibility: Visibility) -> Method:
    """The ranking method of the displayed list."""
    return method_then(visibility.publication) if visibility.publication else method_of(event)


def steps_around(standings: Row, number: int, method: Method) -> list[Step]:
    """The reasons for the order of an entrant's row and the rows directly above and below."""
    rows = standings["rows"]
    at = next((place for place, row in enumerate(rows) if row["number"] == number), None)
    if at is None:
        return []
    pairs = [(rows[one], rows[one + 1]) for one in (at - 1, at) if 0 <= one < len(rows) - 1]
    return [step(first, second, standings["rounds"], method) for first, second in pairs]


def step(first: Row, second: Row, rounds: Sequence[int], method: Method) -> Step:
    """Two rows and the reason for their order."""
    reason = why_before(line_from(first, rounds), line_from(second, rounds), method)
    return Step(first=first, second=second, reason=reason)


def line_from(row: Row, rounds: Sequence[int]) -> Line:
    """A displayed row in the form that the pure functions take."""
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
    """A value for comparison; a missing one is 0."""
    return read_value(value) or 0


# Rounds


def own_rounds(
    event: Event, entrant: Entrant, row: Row | None, rounds: Sequence[int], visibility: Visibility
) -> list[OwnRound]:
    """Every released round of an entrant with the points from its tables; nine queries."""
    value_by_round = dict(zip(rounds, row["rounds"], strict=True)) if row else {}
    sheets = own_sheets(event, entrant, visibility)
    dropped = dropped_rounds(event, entrant, visibility)
    return [
        OwnRound(
            number=number,
            value=value_by_round.get(number),
            sheets=sheets.get(number, ()),
            is_dropped=number in dropped,
            is_secret=visibility.hides(number),
        )
        for number in released_rounds(event).values_list("number", flat=True)
    ]


def dropped_rounds(event: Event, entrant: Entrant, visibility: Visibility) -> set[int]:
    """The rounds of an entrant that do not count, if the policy counts only the best."""
    method = method_shown(event, visibility)
    if method.policy.best is None:
        return set()
    method = replace(method, leavers=leavers_of(event), adjustments=adjustments_of(event))
    results = [result for result in load_results(event) if not visibility.hides(result.round)]
    counting = scores_of(results, list(ranked_entrants(event, results)), method).counting or {}
    played = {result.round for result in results if entrant.number in result.accounts}
    return played - set(counting.get(entrant.number, played))


def own_sheets(event: Event, entrant: Entrant, visibility: Visibility) -> dict[int, list[OwnSheet]]:
    """The entrant's sheets by round; seven queries."""
    by_round: dict[int, list[OwnSheet]] = {}
    tables = [table for table in tables_of(event, entrant) if not visibility.hides(table.round.number)]
    parts = load_many(event, [table.pk for table in tables])
    ruled = rulings_by_deal(event)
    for table in tables:
        sheet = own_sheet(event, table, parts[table.pk], entrant, ruled)
        by_round.setdefault(table.round.number, []).append(sheet)
    return by_round


def tables_of(event: Event, entrant: Entrant) -> Sequence[Table]:
    """The tables at which the entrant sat, or at which their account scored."""
    own = Q(parts__seats__account=entrant) | Q(parts__seats__entrant=entrant)
    tables = Table.objects.filter(own, round__in=released_rounds(event)).distinct().select_related("round")
    return list(tables.order_by("round__number", "number"))


def own_sheet(
    event: Event, table: Table, parts: Sequence[LoadedPart], entrant: Entrant, ruled: Ruled
) -> OwnSheet:
    """One table, with the points of each row for the entrant's account."""
    rows = [row for loaded in parts for row in own_rows(event, loaded, entrant, ruled)]
    return OwnSheet(
        table=table.number,
        public_id=table.public_id,
        points=sum(row["points"] for row in rows),
        deals=sum(bool(row["counts"]) for row in rows),
        rows=rows,
        foot=own_foot(event, parts, entrant, ruled),
        sat_as=stand_in(parts, entrant),
    )


def own_rows(event: Event, loaded: LoadedPart, entrant: Entrant, ruled: Ruled) -> list[dict[str, Any]]:
    """The deals of a part with the entrant's points, as ruled if there is a ruling."""
    game = game_of(event)
    seats = [seat.position for seat in loaded.part.seats.all() if seat.account_id == entrant.pk]
    found = []
    for deal, row in zip(loaded.deals, loaded.sheet.rows, strict=True):
        points = ruled.get(deal.pk, row.outcome.deltas)
        own = {
            "points": sum(points[seat] for seat in seats),
            "is_ruled": deal.pk in ruled,
            "is_cancelled": deal.pk in ruled and not any(points),
        }
        found.append({**sheet_row(game, deal, row, loaded.sheet.state), **own})
    return found if seats else []


def own_foot(
    event: Event, parts: Sequence[LoadedPart], entrant: Entrant, ruled: Ruled
) -> list[tuple[str, str]]:
    """The parts of an entrant's sum as in the list's footer; only for one part without a ruling."""
    if len(parts) != 1 or any(deal.pk in ruled for deal in parts[0].deals):
        return []
    [loaded] = parts
    seats = [seat.position for seat in loaded.part.seats.all() if seat.account_id == entrant.pk]
    lines = foot_json(game_of(event), loaded.sheet.state)
    return [(line["label"], line["values"][seat]) for seat in seats for line in lines]


def stand_in(parts: Sequence[LoadedPart], entrant: Entrant) -> str:
    """The names of those who sat at the table for the entrant's account."""
    seats = [seat for loaded in parts for seat in loaded.part.seats.all()]
    others = [each.entrant for each in seats if entrant.pk == each.account_id != each.entrant_id]
    return ", ".join(dict.fromkeys(public_name(each.player, each.number) for each in others))


# Director's decisions


def own_adjustments(event: Event, entrant: Entrant) -> list[OwnAdjustment]:
    """Adjustments in force, with their reasons unless the text was deleted; one query."""
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
    """Whether the list is ranked by the points of the sheets themselves."""
    return bool(standings["ranked_by"][0]["name"] == POINTS)

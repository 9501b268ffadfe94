"""Where a number comes from: an entrant's line, who stands around it and why, his rounds, tables, deals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any
from uuid import UUID

from django.db.models import Q

from scoring.standings import Line, Method, Reason, scores_of, why_before
from scoring.tallies import POINTS, read_value
from tournaments.models import Entrant, Event, Table
from tournaments.naming import public_name
from tournaments.presenting import foot_json, sheet_row
from tournaments.selectors.publications import Sight, method_then
from tournaments.selectors.results import (
    adjustments_of,
    load_results,
    ranked_entrants,
    rulings_by_deal,
)
from tournaments.selectors.rounds import released_rounds
from tournaments.selectors.sheets import LoadedPart, game_of, load_many
from tournaments.selectors.standings import leavers_of, method_of

Row = Mapping[str, Any]
Ruled = Mapping[int, Sequence[int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Two neighbours in the list: `reason` put the first before the second; None where they share a rank."""

    first: Row
    second: Row
    reason: Reason | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnSheet:
    """What one table gave an entrant: his deals, and their sum."""

    table: int
    public_id: UUID
    points: int
    deals: int
    rows: Sequence[dict[str, Any]]
    foot: Sequence[tuple[str, str]]  # the parts of the sum, where the game tells them
    sat_as: str  # who sat there for his account, where it was somebody else


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnRound:
    """What one round was worth; `is_dropped` where only the best rounds count and this is none of them."""

    number: int
    value: Any
    sheets: Sequence[OwnSheet]
    is_dropped: bool = False
    is_secret: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnAdjustment:
    """Points given or taken by the director."""

    round_number: int | None
    points: int
    reason: str


# The neighbours


def method_shown(event: Event, sight: Sight) -> Method:
    """How the list that is shown was ranked."""
    return method_then(sight.publication) if sight.publication else method_of(event)


def steps_around(standings: Row, number: int, method: Method) -> list[Step]:
    """What decided between an entrant and the lines above and below his."""
    rows = standings["rows"]
    at = next((place for place, row in enumerate(rows) if row["number"] == number), None)
    if at is None:
        return []
    pairs = [(rows[one], rows[one + 1]) for one in (at - 1, at) if 0 <= one < len(rows) - 1]
    return [step(first, second, standings["rounds"], method) for first, second in pairs]


def step(first: Row, second: Row, rounds: Sequence[int], method: Method) -> Step:
    """Two lines, and what decided between them."""
    reason = why_before(line_from(first, rounds), line_from(second, rounds), method)
    return Step(first=first, second=second, reason=reason)


def line_from(row: Row, rounds: Sequence[int]) -> Line:
    """A shown line as the pure function takes it."""
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
    """A value as it is compared; what is missing counts nothing."""
    return read_value(value) or 0


# The rounds


def own_rounds(
    event: Event, entrant: Entrant, row: Row | None, rounds: Sequence[int], sight: Sight
) -> list[OwnRound]:
    """Every released round of an entrant with what his tables gave him; nine queries."""
    value_by_round = dict(zip(rounds, row["rounds"], strict=True)) if row else {}
    sheets = own_sheets(event, entrant, sight)
    dropped = dropped_rounds(event, entrant, sight)
    return [
        OwnRound(
            number=number,
            value=value_by_round.get(number),
            sheets=sheets.get(number, ()),
            is_dropped=number in dropped,
            is_secret=sight.hides(number),
        )
        for number in released_rounds(event).values_list("number", flat=True)
    ]


def dropped_rounds(event: Event, entrant: Entrant, sight: Sight) -> set[int]:
    """The rounds of an entrant that do not count, where the policy takes the best only."""
    method = method_shown(event, sight)
    if method.policy.best is None:
        return set()
    method = replace(method, leavers=leavers_of(event), adjustments=adjustments_of(event))
    results = [result for result in load_results(event) if not sight.hides(result.round)]
    counting = scores_of(results, list(ranked_entrants(event, results)), method).counting or {}
    played = {result.round for result in results if entrant.number in result.accounts}
    return played - set(counting.get(entrant.number, played))


def own_sheets(event: Event, entrant: Entrant, sight: Sight) -> dict[int, list[OwnSheet]]:
    """What the tables gave an entrant, by round; seven queries."""
    by_round: dict[int, list[OwnSheet]] = {}
    tables = [table for table in tables_of(event, entrant) if not sight.hides(table.round.number)]
    parts = load_many(event, [table.pk for table in tables])
    ruled = rulings_by_deal(event)
    for table in tables:
        sheet = own_sheet(event, table, parts[table.pk], entrant, ruled)
        by_round.setdefault(table.round.number, []).append(sheet)
    return by_round


def tables_of(event: Event, entrant: Entrant) -> Sequence[Table]:
    """The tables at which somebody sat, or at which points went to his account."""
    own = Q(parts__seats__account=entrant) | Q(parts__seats__entrant=entrant)
    tables = Table.objects.filter(own, round__in=released_rounds(event)).distinct().select_related("round")
    return list(tables.order_by("round__number", "number"))


def own_sheet(
    event: Event, table: Table, parts: Sequence[LoadedPart], entrant: Entrant, ruled: Ruled
) -> OwnSheet:
    """One table, the rows with what each gave to the entrant's account."""
    rows = [row for loaded in parts for row in own_rows(event, loaded, entrant, ruled)]
    return OwnSheet(
        table=table.number,
        public_id=table.public_id,
        points=sum(row["points"] for row in rows),
        deals=sum(bool(row["counts"]) for row in rows),
        rows=rows,
        foot=own_foot(event, parts, entrant),
        sat_as=stand_in(parts, entrant),
    )


def own_rows(event: Event, loaded: LoadedPart, entrant: Entrant, ruled: Ruled) -> list[dict[str, Any]]:
    """The deals of a part with the entrant's points, as ruled where there was a ruling."""
    game = game_of(event)
    seats = [seat.position for seat in loaded.part.seats.all() if seat.account_id == entrant.pk]
    found = []
    for deal, row in zip(loaded.deals, loaded.sheet.rows, strict=True):
        points = ruled.get(deal.pk, row.outcome.deltas)
        own = {"points": sum(points[seat] for seat in seats), "is_ruled": deal.pk in ruled}
        found.append({**sheet_row(game, deal, row, loaded.sheet.state), **own})
    return found if seats else []


def own_foot(event: Event, parts: Sequence[LoadedPart], entrant: Entrant) -> list[tuple[str, str]]:
    """The parts of an entrant's sum as at the foot of the list; only of a sheet that is one part."""
    if len(parts) != 1:
        return []
    [loaded] = parts
    seats = [seat.position for seat in loaded.part.seats.all() if seat.account_id == entrant.pk]
    lines = foot_json(game_of(event), loaded.sheet.state)
    return [(line["label"], line["values"][seat]) for seat in seats for line in lines]


def stand_in(parts: Sequence[LoadedPart], entrant: Entrant) -> str:
    """Who sat at the table for the entrant's account."""
    seats = [seat for loaded in parts for seat in loaded.part.seats.all()]
    others = [each.entrant for each in seats if entrant.pk == each.account_id != each.entrant_id]
    return ", ".join(dict.fromkeys(public_name(each.player, each.number) for each in others))


# What the director did


def own_adjustments(event: Event, entrant: Entrant) -> list[OwnAdjustment]:
    """Penalties and bonuses that stand, with their reasons as far as the words still exist; one query."""
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
    """Whether what the list is ranked by are the points of the sheets themselves."""
    return bool(standings["ranked_by"][0]["name"] == POINTS)

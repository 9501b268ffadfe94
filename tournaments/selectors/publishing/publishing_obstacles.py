"""Obstacles to publishing a list, round by round."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import Count, Exists, OuterRef
from django.utils.translation import gettext, gettext_lazy, ngettext, ngettext_lazy

from tournaments.models import (
    Cause,
    Deal,
    Event,
    Part,
    PendingDeal,
    RoundStatus,
    Settlement,
    Stage,
    Table,
)
from tournaments.selectors.sheets.agreements import agreed_deals
from tournaments.selectors.sheets.confirmations import unconfirmed_tables
from tournaments.wording.lists import in_a_list

PLACE = ("table__round__number", "table__number")
FACTS = ("size", "deals_counted", "is_over", "table__is_broken_off")
UNPLAYED, SHORT = "rounds_unplayed", "deals_missing"
AT_TABLES: Mapping[str, Any] = {  # the sentences by code
    "conflicts_open": ngettext_lazy(
        "Table %(tables)s of round %(round)s has two versions of a deal; choose one of them first.",
        "Tables %(tables)s of round %(round)s have two versions of a deal; choose one of them first.",
        "count",
    ),
    "late_deals": ngettext_lazy(
        "Deals of table %(tables)s arrived after round %(round)s was closed; accept or reject them first.",
        "Deals of tables %(tables)s arrived after round %(round)s was closed; accept or reject them first.",
        "count",
    ),
    "deals_marked": ngettext_lazy(
        "A correction made later deals of table %(tables)s in round %(round)s impossible;"
        " correct them first.",
        "A correction made later deals of tables %(tables)s in round %(round)s impossible;"
        " correct them first.",
        "count",
    ),
    "unconfirmed": ngettext_lazy(
        "The results of table %(tables)s in round %(round)s are not confirmed yet.",
        "The results of tables %(tables)s in round %(round)s are not confirmed yet.",
        "count",
    ),
}
UNFINISHED = {
    RoundStatus.DRAFT: gettext_lazy("Round %(round)s is drawn but not played; discard its draw first."),
    RoundStatus.OPEN: gettext_lazy("Round %(round)s is not closed yet; close it first."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Obstacle:
    """One obstacle: a sentence, the round whose page resolves it (0: none), and its tables."""

    code: str
    message: str
    round: int = 0
    tables: Sequence[int] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundsLeft:
    """Planned rounds that were not played: how many were, and the number of the next one."""

    planned: int
    played: int
    next: int
    is_drawn: bool  # the next one is there already: as a draft, in play, or closed without a deal
    may_end: bool  # those that were played may be all


def obstacles_to(event: Event, stage: str) -> list[Obstacle]:
    """Return every obstacle to publishing at this stage; eight queries at most."""
    obstacles = [*at_tables(event), *nothing_played(event)]
    if stage == Stage.FINAL:
        return [*obstacles, *unfinished_rounds(event), *closed_short(event), *unplayed_rounds(event)]
    return [*obstacles, *already_final(event)]


def at_tables(event: Event) -> Iterator[Obstacle]:
    """Yield conflicts, late deals, impossible deals and results that nobody confirmed, by round."""
    pending = PendingDeal.objects.filter(table__round__event=event, settlement=Settlement.OPEN)
    waiting = list(pending.values_list("cause", *PLACE).distinct())
    marked = Part.objects.filter(table__round__event=event, deals_marked__gt=0)
    closed = Table.objects.filter(round__event=event, round__status=RoundStatus.CLOSED)
    places = {pk: place for pk, *place in closed.values_list("pk", "round__number", "number")}
    yield from by_round("conflicts_open", (place for cause, *place in waiting if cause != Cause.LATE))
    yield from by_round("late_deals", (place for cause, *place in waiting if cause == Cause.LATE))
    yield from by_round("deals_marked", marked.values_list(*PLACE).distinct())
    yield from by_round("unconfirmed", (places[pk] for pk in unconfirmed_tables(event, places)))


def by_round(code: str, places: Iterable[Sequence[int]]) -> Iterator[Obstacle]:
    """Yield one obstacle for each round with such tables."""
    tables_by_round: dict[int, list[int]] = {}
    for number, table in sorted(map(tuple, places)):
        tables_by_round.setdefault(number, []).append(table)
    for number, tables in tables_by_round.items():
        values = {"tables": in_a_list(tables), "round": number, "count": len(tables)}
        yield Obstacle(code=code, message=AT_TABLES[code] % values, round=number, tables=tables)


def nothing_played(event: Event) -> Iterator[Obstacle]:
    """Yield an obstacle if the event has no counted deal."""
    if not Part.objects.filter(table__round__event=event, deals_counted__gt=0).exists():
        yield Obstacle(code="nothing_played", message=gettext("No deal is recorded yet."))


def unfinished_rounds(event: Event) -> Iterator[Obstacle]:
    """Yield rounds that are not closed."""
    rounds = event.rounds.exclude(status=RoundStatus.CLOSED).order_by("number")
    for number, status in rounds.values_list("number", "status"):
        message = UNFINISHED[RoundStatus(status)] % {"round": number}
        yield Obstacle(code="round_open", message=message, round=number)


def closed_short(event: Event) -> Iterator[Obstacle]:
    """Yield closed rounds with tables that miss deals and were not abandoned; one query."""
    agreed = agreed_deals(event)
    for number, closed in groupby(closed_tables(event), key=lambda table: table.round):
        expected, tables = 0, dict[int, int]()
        for table in closed:
            deals = agreed.get(table.size, 0)
            expected += deals
            if table.counted < deals and not table.is_ended:
                tables[table.number] = deals - table.counted
        if not tables:
            continue
        message = ngettext(
            "Round %(round)s is closed, but %(missing)s of %(expected)s deals are missing, at table"
            " %(tables)s. Reopen it, or count only what was played.",
            "Round %(round)s is closed, but %(missing)s of %(expected)s deals are missing, at tables"
            " %(tables)s. Reopen it, or count only what was played.",
            len(tables),
        )
        listed = in_a_list(tables)
        values = {"round": number, "missing": sum(tables.values()), "expected": expected}
        yield Obstacle(
            code=SHORT, message=message % {**values, "tables": listed}, round=number, tables=list(tables)
        )


class ClosedTable(NamedTuple):
    """A table of a closed round: its size at the end, and whether it ended before all its deals."""

    round: int
    number: int
    size: int
    counted: int
    is_ended: bool


def closed_tables(event: Event) -> Iterator[ClosedTable]:
    """Yield the tables of the closed rounds in order, each with the deals of all its parts; one query."""
    parts = Part.objects.filter(table__round__event=event, table__round__status=RoundStatus.CLOSED)
    rows = parts.annotate(size=Count("seats")).order_by("table__round__number", "table__number", "position")
    for (round, number), of_table in groupby(rows.values_list(*PLACE, *FACTS), key=lambda row: row[:2]):
        *_, (*_, size, _, is_over, is_abandoned) = all_parts = list(of_table)
        yield ClosedTable(round, number, size, sum(row[3] for row in all_parts), is_over or is_abandoned)


def rounds_left(event: Event) -> RoundsLeft | None:
    """Return the planned rounds that were not played; None if all were, or if their number is not decided.

    A round that was closed without a deal was not played.
    """
    has_deals = Exists(Deal.objects.filter(table__round=OuterRef("pk"), number__isnull=False))
    rows = [*event.rounds.annotate(has_deals=has_deals).values_list("number", "status", "has_deals")]
    rounds = {number: status == RoundStatus.CLOSED and has_deals for number, status, has_deals in rows}
    begun = [number for number, is_played in rounds.items() if not is_played]
    played, is_over = len(rounds) - len(begun), all(status == RoundStatus.CLOSED for _, status, _ in rows)
    if not event.planned_rounds or played >= event.planned_rounds:
        return None
    following = min(begun, default=max(rounds, default=0) + 1)
    return RoundsLeft(
        planned=event.planned_rounds,
        played=played,
        next=following,
        is_drawn=following in rounds,
        may_end=is_over and played > 0,
    )


def unplayed_rounds(event: Event) -> Iterator[Obstacle]:
    """Yield an obstacle if fewer rounds were played than planned."""
    left = rounds_left(event)
    if left is None:
        return
    message = ngettext(
        "%(played)s of %(planned)s planned rounds has been played. Play round %(next)s, or count one round"
        " only.",
        "%(played)s of %(planned)s planned rounds have been played. Play round %(next)s, or count"
        " %(played)s rounds only.",
        left.played,
    )
    if not left.played:
        message = gettext("None of %(planned)s planned rounds has been played. Play round %(next)s.")
    values = {"played": left.played, "planned": left.planned, "next": left.next}
    yield Obstacle(code=UNPLAYED, message=message % values)


def already_final(event: Event) -> Iterator[Obstacle]:
    """Yield an obstacle if a final list exists: only another final one can supersede it."""
    final = event.publications.filter(stage=Stage.FINAL).order_by("-number").first()
    if final:
        message = gettext("List %(number)s is final; only another final list, with a reason, can replace it.")
        yield Obstacle(code="final_already", message=message % {"number": final.number})

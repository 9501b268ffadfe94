"""Obstacles to publishing a list: every open question of an event, round by round."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from tournaments.models import (
    Cause,
    Event,
    Part,
    PendingDeal,
    RoundStatus,
    Settlement,
    Stage,
    Table,
)
from tournaments.selectors.sheets.confirmations import unconfirmed_tables

Place = tuple[int, int]  # round and table
Sentence = Callable[[int, Sequence[int]], str]
PLACE = ("round__number", "number")
UNPLAYED = "rounds_unplayed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
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
    is_drawn: bool  # the next one is there already, as a draft or in play


def missing_for(event: Event, stage: str) -> list[Missing]:
    """Return every obstacle to publishing at this stage; seven queries at most."""
    found = [*waiting_deals(event), *marked_deals(event), *unconfirmed(event), *nothing_played(event)]
    if stage == Stage.FINAL:
        return [*found, *unfinished(event), *unplayed(event)]
    return [*found, *already_final(event)]


def waiting_deals(event: Event) -> Iterator[Missing]:
    """Yield unsettled conflicts and late deals."""
    parked = PendingDeal.objects.filter(table__round__event=event, settlement=Settlement.OPEN)
    places = list(parked.values_list("cause", "table__round__number", "table__number").distinct())
    yield from by_round(
        "conflicts_open",
        [(number, table) for cause, number, table in places if cause != Cause.LATE],
        conflict_sentence,
    )
    yield from by_round(
        "late_deals",
        [(number, table) for cause, number, table in places if cause == Cause.LATE],
        late_sentence,
    )


def by_round(code: str, places: Iterable[Place], sentence: Sentence) -> Iterator[Missing]:
    """Yield one obstacle for each round with such tables."""
    tables_by_round: dict[int, list[int]] = {}
    for number, table in sorted(places):
        tables_by_round.setdefault(number, []).append(table)
    for number, tables in tables_by_round.items():
        yield Missing(code=code, message=sentence(number, tables), round=number, tables=tables)


def conflict_sentence(number: int, tables: Sequence[int]) -> str:
    """Return the sentence for two versions of a deal."""
    message = ngettext(
        "Table %(tables)s of round %(round)s has two versions of a deal; choose one of them first.",
        "Tables %(tables)s of round %(round)s have two versions of a deal; choose one of them first.",
        len(tables),
    )
    return message % {"tables": listed(tables), "round": number}


def late_sentence(number: int, tables: Sequence[int]) -> str:
    """Return the sentence for deals that came too late."""
    message = ngettext(
        "Deals of table %(tables)s arrived after round %(round)s was closed; accept or reject them first.",
        "Deals of tables %(tables)s arrived after round %(round)s was closed; accept or reject them first.",
        len(tables),
    )
    return message % {"tables": listed(tables), "round": number}


def marked_sentence(number: int, tables: Sequence[int]) -> str:
    """Return the sentence for deals that break the rules."""
    message = ngettext(
        "A correction made later deals of table %(tables)s in round %(round)s impossible;"
        " correct them first.",
        "A correction made later deals of tables %(tables)s in round %(round)s impossible;"
        " correct them first.",
        len(tables),
    )
    return message % {"tables": listed(tables), "round": number}


def unconfirmed_sentence(number: int, tables: Sequence[int]) -> str:
    """Return the sentence for unconfirmed results."""
    message = ngettext(
        "The results of table %(tables)s in round %(round)s are not confirmed yet.",
        "The results of tables %(tables)s in round %(round)s are not confirmed yet.",
        len(tables),
    )
    return message % {"tables": listed(tables), "round": number}


def listed(tables: Sequence[int]) -> str:
    """Format table numbers for a sentence."""
    return ", ".join(map(str, tables))


def marked_deals(event: Event) -> Iterator[Missing]:
    """Yield sheets on which a correction left impossible deals."""
    parts = Part.objects.filter(table__round__event=event, deals_marked__gt=0)
    places = parts.values_list("table__round__number", "table__number").distinct()
    yield from by_round("deals_marked", places, marked_sentence)


def unconfirmed(event: Event) -> Iterator[Missing]:
    """Yield unconfirmed sheets of closed rounds, if the event requires confirmation."""
    tables = Table.objects.filter(round__event=event, round__status=RoundStatus.CLOSED)
    place_by_id = {pk: (number, table) for pk, number, table in tables.values_list("pk", *PLACE)}
    places = [place_by_id[pk] for pk in unconfirmed_tables(event, place_by_id)]
    yield from by_round("unconfirmed", places, unconfirmed_sentence)


def nothing_played(event: Event) -> Iterator[Missing]:
    """Yield an obstacle if the event has no counted deal."""
    if not Part.objects.filter(table__round__event=event, deals_counted__gt=0).exists():
        yield Missing(code="nothing_played", message=gettext("No deal is recorded yet."))


def unfinished(event: Event) -> Iterator[Missing]:
    """Yield rounds that are not closed."""
    messages = {
        RoundStatus.DRAFT: gettext("Round %(round)s is drawn but not played; discard its draw first."),
        RoundStatus.OPEN: gettext("Round %(round)s is not closed yet; close it first."),
    }
    rounds = event.rounds.exclude(status=RoundStatus.CLOSED).order_by("number")
    for number, status in rounds.values_list("number", "status"):
        message = messages[RoundStatus(status)] % {"round": number}
        yield Missing(code="round_open", message=message, round=number)


def rounds_left(event: Event) -> RoundsLeft | None:
    """Return the planned rounds that were not played; None if all were, or if their number is not decided."""
    rounds = dict(event.rounds.values_list("number", "status"))
    begun = [number for number, status in rounds.items() if status != RoundStatus.CLOSED]
    played = len(rounds) - len(begun)
    if not event.planned_rounds or played >= event.planned_rounds:
        return None
    following = min(begun, default=max(rounds, default=0) + 1)
    return RoundsLeft(
        planned=event.planned_rounds, played=played, next=following, is_drawn=following in rounds
    )


def unplayed(event: Event) -> Iterator[Missing]:
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
    yield Missing(code=UNPLAYED, message=message % values)


def already_final(event: Event) -> Iterator[Missing]:
    """Yield an obstacle if a final list exists: only another final one can supersede it."""
    final = event.publications.filter(stage=Stage.FINAL).order_by("-number").first()
    if final:
        message = gettext("List %(number)s is final; only another final list, with a reason, can replace it.")
        yield Missing(code="final_already", message=message % {"number": final.number})

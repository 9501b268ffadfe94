"""Rounds: seat a draw, open sheets, close rounds. Drawing is in services/draw/drawing.py."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Case, F, Max, When
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext

from scoring.not_possible import NotPossible
from tournaments.models import (
    Draw,
    Entrant,
    Event,
    EventChangeKind,
    Part,
    Round,
    RoundStatus,
    Seat,
    SheetChange,
    Table,
)
from tournaments.selectors.draw.draws import is_outdated
from tournaments.selectors.rounds.past_rounds import reopening_of
from tournaments.selectors.sheets.agreements import deals_expected
from tournaments.selectors.sheets.confirmations import unconfirmed_tables
from tournaments.selectors.sheets.folded_sheets import accounts_of
from tournaments.services.history.event_chain import (
    SYSTEM,
    append_event_entry,
    refuse_unseen,
    refuse_unseen_draft,
)
from tournaments.services.history.sheet_chain import Author, lock_event, request_standings
from tournaments.services.rounds.two_tables import refuse_two_tables
from tournaments.services.sheets.table_links import make_links
from tournaments.services.sheets.write_guard import refuse_cancelled, refuse_decided
from tournaments.wording.lists import in_a_list

QUIET = timedelta(minutes=30)  # without an entry at any of its tables


@transaction.atomic
def seat_round(
    *,
    event: Event,
    tables: Sequence[Sequence[Entrant]],
    number: int | None = None,
    draw: Draw | None = None,
) -> Round:
    """Create a draft round with these tables, seats in this order."""
    number = number or (event.rounds.order_by("-number").values_list("number", flat=True).first() or 0) + 1
    round = Round.objects.create(event=event, number=number, draw=draw)
    seat_tables(round, dict(enumerate(tables, start=1)))
    return round


def seat_table(round: Round, number: int, entrants: Sequence[Entrant]) -> Table:
    """Create a table with its sheet's first part and its link."""
    return seat_tables(round, {number: entrants})[0]


def seat_tables(round: Round, entrants_by_number: Mapping[int, Sequence[Entrant]]) -> list[Table]:
    """Create tables by their numbers; the number of queries does not grow with them."""
    tables = Table.objects.bulk_create(Table(round=round, number=number) for number in entrants_by_number)
    seated = list(zip(tables, entrants_by_number.values(), strict=True))
    parts = Part.objects.bulk_create(
        Part(table_id=table.pk, accounts=[each.number for each in entrants]) for table, entrants in seated
    )
    Seat.objects.bulk_create(
        Seat(part_id=part.pk, position=position, entrant_id=entrant.pk, account_id=entrant.pk)
        for part, (_, entrants) in zip(parts, seated, strict=True)
        for position, entrant in enumerate(entrants)
    )
    make_links(tables)
    return tables


def keep_accounts(part: Part) -> None:
    """Store on the part the start numbers that receive its points; call this after a change of seats."""
    part.accounts = accounts_of(part)
    part.save(update_fields=["accounts"])


@transaction.atomic
def open_round(
    *,
    round: Round,
    even_if_absent: bool = False,
    even_if_outdated: bool = False,
    by: Author = SYSTEM,
    seen: int | None = None,
) -> Round:
    """Release a draft, or reopen a closed round: tables may write, and seats are visible to everyone.

    Releasing a draw's first round reveals its seed. Raises NotPossible: as `refuse_decided`;
    `event_cancelled`; `round_open` while an earlier round is not closed; as `refuse_two_tables`;
    `standings_changed` for a draft drawn by standings that have changed, unless `even_if_outdated`;
    `absent_seated` with the names of seated entrants who are not present, unless `even_if_absent`;
    `changed_meanwhile` if the round was changed, opened or closed after revision `seen`.
    """
    event = lock_round(round)
    refuse_decided(event)
    refuse_cancelled(event)
    refuse_moved(event, round, seen)
    refuse_unfinished(event, but=round)
    refuse_two_tables(round)
    kind = EventChangeKind.ROUND_REOPENED
    if round.status == RoundStatus.DRAFT:
        refuse_unseen_draft(event, seen)
        if not even_if_outdated:
            refuse_outdated(round)
        if not even_if_absent:
            refuse_absent(round)
        # Who is not ranked has no previous rank, and nobody has one before the first round.
        previous = Case(When(is_placed=True, then=F("rank"))) if has_earlier(round) else None
        event.standings_rows.update(previous_rank=previous)
        kind = EventChangeKind.ROUND_RELEASED
    store_open(event, round, kind, by)
    request_standings(round.event)
    return round


def store_open(event: Event, round: Round, kind: EventChangeKind, by: Author) -> None:
    """Store that a round of the (locked) event is open; the seed of its draw is public from now on."""
    if round.draw_id:
        Draw.objects.filter(pk=round.draw_id, revealed_at=None).update(revealed_at=timezone.now())
    append_event_entry(event, kind, by=by, round=round.number)
    round.status = RoundStatus.OPEN
    round.save(update_fields=["status"])


@transaction.atomic
def close_round(
    *, round: Round, even_if_incomplete: bool = False, by: Author = SYSTEM, seen: int | None = None
) -> Round:
    """Close a round; deals that a table still sends are kept for the director.

    Raises NotPossible: `tables_open` with the tables that miss deals, unless `even_if_incomplete`;
    `round_draft` for a draft, which must be discarded instead; `changed_meanwhile` if the round was opened or
    closed after revision `seen`.
    """
    event = lock_round(round)
    refuse_moved(event, round, seen)
    if round.status == RoundStatus.DRAFT:
        message = gettext("Round %(round)s is not open yet; open it, or discard its draw.")
        raise NotPossible("round_draft", message % {"round": round.number})
    tables = round.tables.prefetch_related("parts__seats")
    missing = [str(table.number) for table in tables if not is_full(event, table)]
    if missing and not even_if_incomplete:
        message = ngettext(
            "Round %(round)s is still open at table %(tables)s.",
            "Round %(round)s is still open at tables %(tables)s.",
            len(missing),
        )
        values = {"round": round.number, "tables": in_a_list(missing)}
        raise NotPossible("tables_open", message % values, tables=missing)
    if not even_if_incomplete:
        refuse_unconfirmed(event, round)
    changed_again = changed_since_reopened(round)
    round.status = RoundStatus.CLOSED
    round.save(update_fields=["status"])
    facts = {"round": round.number, "missing": missing, **changed_again}
    append_event_entry(event, EventChangeKind.ROUND_CLOSED, by=by, **facts)
    request_standings(round.event)
    return round


def changed_since_reopened(round: Round) -> dict[str, Any]:
    """Return the tables whose sheets changed while the round was open again; empty if it was opened once."""
    reopened_at = reopening_of(round)
    if reopened_at is None:
        return {}
    changes = SheetChange.objects.filter(table__round=round, at__gte=reopened_at)
    numbers = changes.order_by("table__number").values_list("table__number", flat=True).distinct()
    return {"changed_at": list(numbers)}


def refuse_moved(event: Event, round: Round, seen: int | None) -> None:
    """Raise NotPossible (`changed_meanwhile`) if the round was opened or closed after revision `seen`."""
    moves = (EventChangeKind.ROUND_RELEASED, EventChangeKind.ROUND_CLOSED, EventChangeKind.ROUND_REOPENED)
    refuse_unseen(event, seen, *moves, round=round.number)


def refuse_unconfirmed(event: Event, round: Round) -> None:
    """Raise NotPossible (`unconfirmed`) with the tables whose results are not confirmed."""
    number_by_id = dict(round.tables.values_list("pk", "number"))
    waiting = sorted(number_by_id[table_id] for table_id in unconfirmed_tables(event, number_by_id))
    if waiting:
        message = ngettext(
            "The results of table %(tables)s are not confirmed yet.",
            "The results of tables %(tables)s are not confirmed yet.",
            len(waiting),
        )
        listed = in_a_list(waiting)
        raise NotPossible("unconfirmed", message % {"tables": listed}, tables=waiting)


def lock_round(round: Round) -> Event:
    """Lock the event and reload the round's status. Raises NotPossible (`round_unknown`)."""
    event = lock_event(round.event)
    try:
        round.refresh_from_db(fields=["status"])
    except Round.DoesNotExist as error:
        message = gettext("The draw of round %(round)s was discarded in the meantime.")
        raise NotPossible("round_unknown", message % {"round": round.number}) from error
    return event


def refuse_outdated(round: Round) -> None:
    """Raise NotPossible (`standings_changed`) for a draft drawn by standings that have changed since."""
    if is_outdated(round):
        message = gettext(
            "The standings have changed since round %(round)s was drawn by them. Draw it again, or open it "
            "as it was drawn."
        )
        raise NotPossible("standings_changed", message % {"round": round.number})


def refuse_absent(round: Round) -> None:
    """Raise NotPossible (`absent_seated`) for a draft that seats absent entrants."""
    seats = Seat.objects.filter(part__table__round=round, entrant__is_present=False)
    absent = list(seats.order_by("entrant__number").values_list("entrant__player__name", flat=True))
    if absent:
        message = ngettext(
            "%(names)s has a seat in round %(round)s but is not present. Draw again, give the seat to a "
            "player who sits out, or open the round anyway.",
            "%(names)s have seats in round %(round)s but are not present. Draw again, give the seats to "
            "players who sit out, or open the round anyway.",
            len(absent),
        )
        values = {"names": get_text_list(absent, gettext("and")), "round": round.number}
        raise NotPossible("absent_seated", message % values, names=absent)


def is_full(event: Event, table: Table) -> bool:
    """Return whether a table has all agreed deals, or was abandoned."""
    if table.is_broken_off:
        return True
    parts = list(table.parts.all())
    expected = deals_expected(event, len(parts[-1].seats.all()))
    return expected is None or parts[-1].is_over or sum(part.deals_counted for part in parts) >= expected


def refuse_unfinished(event: Event, but: Round | None = None) -> None:
    """Raise NotPossible (`round_open`) while a round is not closed; drafts from `but` on are ignored."""
    unfinished = event.rounds.exclude(status=RoundStatus.CLOSED)
    if but:
        unfinished = unfinished.exclude(status=RoundStatus.DRAFT, number__gte=but.number).exclude(pk=but.pk)
    first = unfinished.order_by("number").values_list("number", "status").first()
    if first:
        number, status = first
        messages = {
            RoundStatus.DRAFT: gettext(
                "Round %(round)s is already drawn; open it, or discard its draw first."
            ),
            RoundStatus.OPEN: gettext("Round %(round)s is not closed yet; close it first."),
        }
        raise NotPossible("round_open", messages[RoundStatus(status)] % {"round": number})


def has_earlier(round: Round) -> bool:
    """Return whether the event has a round before this one."""
    return round.event.rounds.filter(number__lt=round.number).exists()


def close_forgotten_rounds(*, now: datetime) -> int:
    """Close each round that is open again and was quiet for half an hour by now; return how many."""
    reopened = Round.objects.filter(
        status=RoundStatus.OPEN,
        event__is_closed=False,
        event__entries__kind=EventChangeKind.ROUND_REOPENED,
    )
    return sum(close_if_forgotten(round, now) for round in reopened.select_related("event").distinct())


@transaction.atomic
def close_if_forgotten(round: Round, now: datetime) -> bool:
    """Close a round if it is open again and quiet; deals that a table sends later wait for the director."""
    lock_round(round)
    reopened_at = reopening_of(round) if round.status == RoundStatus.OPEN else None
    if reopened_at is None:
        return False
    last = round.tables.aggregate(last=Max("last_activity"))["last"]
    if now - max(reopened_at, last or reopened_at) < QUIET:
        return False
    close_round(round=round, even_if_incomplete=True, by=SYSTEM)
    return True

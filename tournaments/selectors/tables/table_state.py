"""A table for its phone: the whole state as JSON, and a preview."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import get_language

from rules.game import Game
from rules.seats import sides_in
from scoring.phone.preview import preview, preview_correction
from scoring.sheet import table_sheet
from scoring.sheet.serialising import hint_json
from scoring.sheet.sheet import IllegalDeal, Sheet, plain
from tournaments.models import (
    Cause,
    Entrant,
    Event,
    PendingDeal,
    Round,
    RoundStatus,
    Seat,
    Settlement,
    SheetChange,
    SheetChangeKind,
    Table,
)
from tournaments.selectors.hall.screens import banner_facts, banners_on, timetable_of
from tournaments.selectors.rounds.clock import clock_json
from tournaments.selectors.rounds.director_calls import call_json, last_call
from tournaments.selectors.rounds.progress import NameOf
from tournaments.selectors.sheets.agreements import deals_expected, game_of, options_of
from tournaments.selectors.sheets.confirmations import confirmation_json
from tournaments.selectors.sheets.folded_sheets import (
    LoadedPart,
    is_complete,
    load_sheet,
    players_at,
    sheet_of,
)
from tournaments.selectors.standings.decisions import rulings_of
from tournaments.wording.names import full_name
from tournaments.wording.person_names import called_names
from tournaments.wording.refusals import in_words
from tournaments.wording.sheet_json import (
    board_json,
    deal_json,
    field_json,
    reader_language,
    record_json,
    translate,
)

# State


def table_state(table: Table, parts: Sequence[LoadedPart]) -> dict[str, Any]:
    """Return the whole state that a phone needs for recording.

    The number of queries does not grow with deals.
    """
    event = table.round.event
    game, last, ruled = game_of(event), parts[-1], rulings_of(table)
    rows = sum(len(loaded.deals) for loaded in parts)
    is_open = table.round.status == RoundStatus.OPEN and not table.is_broken_off
    return {
        **where_json(table),
        "is_open": is_open,
        "is_abandoned": table.is_broken_off,
        "parts": parts_json(game, parts),
        "fields": [field_json(each) for each in game.fields],
        "hints": [hint_json(each) for each in game.hints(last.sheet.state)],
        "board": board_json(game, last.sheet.state),
        "has_auction": game.auction is not None,
        "marks_later_deals": event.marks_later_deals,
        "deals": deals_json(game, parts),
        **sheet_json(event, last.sheet),
        "next_number": rows + 1,
        "may_set_first_dealer": is_open and not last.deals,
        "conflicts": [conflict_json(table, parts, pending) for pending in open_conflicts(table)],
        "late_deals": late_deals_json(table, game, parts),
        "revision": table.revision,
        "next_table": next_places(table),
        "confirmation": confirmation_json(table, [deal for loaded in parts for deal in loaded.deals]),
        "rulings": ruled,
        "accounts": accounts_json(parts, ruled),
        "call": call_json(last_call(table)),
        "clock": clock_json(table.round, table.extra_minutes),
        "banner": banner_facts(banners_on(event)),
        "timetable": timetable_of(event),
    }


def where_json(table: Table) -> dict[str, Any]:
    """Return the identity of the table, its event, game and options."""
    event = table.round.event
    game = game_of(event)
    return {
        "id": str(table.public_id),
        "event": {
            "id": str(event.public_id),
            "slug": event.slug,
            "name": event.name,
            "is_signed_off": event.signed_off_at is not None,
        },
        "round": table.round.number,
        "table": table.number,
        "game": {
            "key": game.key,
            "name": translate(game.name),
            "house_scoring": translate(game.house_scoring),
            "more": translate(game.more),
            "points_unit": game.points_unit,
        },
        "options": plain(asdict(options_of(event))),
    }


def sheet_json(event: Event, sheet: Sheet) -> dict[str, Any]:
    """Return totals, dealer and progress of a sheet."""
    return {
        "totals": list(sheet.totals),
        "dealer": sheet.state.dealer,
        "deals_counted": sheet.deals_counted,
        "deals_expected": deals_expected(event, sheet.state.seats),
        "is_complete": is_complete(event, sheet),
    }


def parts_json(game: Game, parts: Sequence[LoadedPart]) -> list[dict[str, Any]]:
    """Return the seats and sides of each part, the number of its first row, and the length of its list."""
    first = 1
    parts_shown = []
    accounts = account_numbers(parts)
    for loaded in parts:
        seats = called_seats(
            {"seat": seat.position, **seat_json(seat), "account": accounts[seat.account_id]}
            for seat in loaded.part.seats.all()
        )
        options = loaded.sheet.state.options
        sides = [list(side) for side in sides_in(game, options, len(seats))]
        length = getattr(options, game.round_length.option) if game.round_length.option else None
        places = {
            "first_dealer": loaded.part.first_dealer,
            "first_number": first,
            "list_deals": length,
        }
        parts_shown.append({"seats": seats, "sides": sides, **places})
        first += len(loaded.deals)
    return parts_shown


def account_numbers(parts: Sequence[LoadedPart]) -> dict[int, int]:
    """Return the start numbers of the accounts, by entrant ID.

    A query only for accounts without a seat here.
    """
    seats = [seat for loaded in parts for seat in loaded.part.seats.all()]
    known = {seat.entrant_id: seat.entrant.number for seat in seats}
    others = {seat.account_id for seat in seats} - set(known)
    if others:
        known.update(Entrant.objects.filter(pk__in=others).values_list("pk", "number"))
    return known


def accounts_json(
    parts: Sequence[LoadedPart],
    rulings: Sequence[dict[str, Any]],
    name_of: NameOf = full_name,
) -> list[dict[str, Any]]:
    """Return the total of every account over the whole sheet.

    Empty if the totals of its one part say the same.
    """
    if len(parts) == 1 and not rulings:
        return []
    ruled = {each["number"]: each["points"] for each in rulings}
    totals = account_totals(parts, ruled)
    accounts = Entrant.objects.filter(pk__in=totals).select_related("player").in_bulk()
    seated = [(accounts[pk], total) for pk, total in totals.items()]
    return [
        {"number": each.number, "name": name_of(each.player, each.number), "total": total}
        for each, total in seated
    ]


def account_totals(parts: Sequence[LoadedPart], ruled: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """Return the total of every account by its ID; `ruled` holds the points that replace those of a row."""
    accounts = [[seat.account_id for seat in loaded.part.seats.all()] for loaded in parts]
    return table_sheet.account_totals(accounts, [loaded.sheet for loaded in parts], ruled)


def seat_json(seat: Seat, name_of: NameOf = full_name) -> dict[str, Any]:
    """Return name and start number of the entrant on a seat."""
    return {"name": name_of(seat.entrant.player, seat.entrant.number), "number": seat.entrant.number}


def called_seats(seats: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the seats with the short names by which the keys of a pad call their players."""
    whole = list(seats)
    called = called_names([each["name"] for each in whole])
    return [{**each, "called": name} for each, name in zip(whole, called, strict=True)]


def deals_json(game: Game, parts: Sequence[LoadedPart]) -> list[dict[str, Any]]:
    """Return all rows in order."""
    return [
        deal_json(game, deal, row, loaded.sheet.state)
        for loaded in parts
        for deal, row in zip(loaded.deals, loaded.sheet.rows, strict=True)
    ]


def next_places(table: Table) -> list[dict[str, Any]] | None:
    """Return the seats of this table's players in the next released round; None if there is none."""
    later = Round.objects.filter(event_id=table.round.event_id, number__gt=table.round.number)
    following = later.exclude(status=RoundStatus.DRAFT).order_by("number").first()
    if following is None:
        return None
    here = Seat.objects.filter(part=table.parts.order_by("-position").first()).order_by("position")
    entrants = list(here.values_list("entrant_id", flat=True))
    there = Seat.objects.filter(part__table__round=following, entrant__in=entrants).order_by("part__position")
    place_by_entrant = {
        seat.entrant_id: place_json(seat) for seat in there.select_related("entrant__player", "part__table")
    }
    return [place_by_entrant[entrant] for entrant in entrants if entrant in place_by_entrant]


def place_json(seat: Seat) -> dict[str, Any]:
    """Return a player's seat in another round."""
    name = full_name(seat.entrant.player, seat.entrant.number)
    return {"name": name, "table": seat.part.table.number, "seat": seat.position}


# Version


def table_version(table: Table) -> str:
    """Return a digest of the state in this language: equal digests mean equal states.

    Few queries, no folding.
    """
    event = table.round.event
    seats = Seat.objects.filter(part__table=table).order_by("part__position", "position")
    state = (
        get_language(),
        (table.public_id, table.number, table.revision, table.head, table.round.status),
        (event.name, event.options, event.deals_per_table),
        (event.revision, table.is_broken_off, call_json(last_call(table))),  # rulings and clocks are in it
        list(table.parked.order_by("pk").values_list("pk", "settlement")),
        list(seats.values_list("part_id", "entrant__number", "entrant__player__name")),
        next_places(table),
    )
    return hashlib.sha256(repr(state).encode()).hexdigest()[:32]


# Conflicts

WRITING = (SheetChangeKind.RECORDED, SheetChangeKind.CORRECTED, SheetChangeKind.INSERTED)
PHONE_LETTERS = 8  # of the random ID of a phone


def open_conflicts(table: Table) -> QuerySet[PendingDeal]:
    """Return the open conflicts of the table; late deals are for the director."""
    pending = table.parked.filter(settlement=Settlement.OPEN).exclude(cause=Cause.LATE)
    return pending.select_related("deal").order_by("pk")


def conflict_json(table: Table, parts: Sequence[LoadedPart], pending: PendingDeal) -> dict[str, Any]:
    """Return both versions with their points; `stored` is None if no row has that number.

    A version that replaces nothing (a forgotten row, or one struck out since) is inserted before that
    number if taken.
    """
    game, replaces = game_of(table.round.event), pending.deal.number if pending.deal else None
    number = replaces or pending.number
    sent = record_json(game, parts[-1].sheet.state, pending.record)
    return {
        "conflict": pending.pk,
        "cause": pending.cause,
        "number": number,
        "replaces": replaces is not None,
        "stored": next((row for row in deals_json(game, parts) if row["number"] == number), None),
        "sent": {**sent, "deltas": deltas_in(table, parts, replaces, pending.record) if replaces else None},
        "sent_by": sender_json(pending),
        "stored_by": sender_json(last_entry(pending)) if replaces else None,
    }


def last_entry(pending: PendingDeal) -> SheetChange | None:
    """Return the entry that wrote the version on the sheet; one query."""
    return SheetChange.objects.filter(deal=pending.deal, kind__in=WRITING).order_by("number").last()


def sender_json(change: PendingDeal | SheetChange | None) -> dict[str, Any] | None:
    """Return when a version was written, and enough of its phone's random ID for a phone to know its own."""
    if change is None:
        return None
    return {"phone": change.device[:PHONE_LETTERS], "at": (change.device_at or change.at).isoformat()}


def deltas_in(table: Table, parts: Sequence[LoadedPart], number: int, record: Any) -> list[int] | None:
    """Return the points of a record as row `number`; None if the rules refuse it."""
    try:
        preview = preview_correction(reader_language(), sheet_of(table, parts).sheet, number, record)
    except IllegalDeal:
        return None
    return list(preview["deltas"])


def late_deals_json(table: Table, game: Game, parts: Sequence[LoadedPart]) -> list[dict[str, Any]]:
    """Return the deals sent after the round was closed, and the director's decision on each."""
    return [
        {
            "conflict": pending.pk,
            "number": pending.number,
            "settlement": pending.settlement,
            "sent": record_json(game, parts[-1].sheet.state, pending.record),
        }
        for pending in table.parked.filter(cause=Cause.LATE).order_by("pk")
    ]


# Preview


def preview_deal(table: Table, *, number: int, record: object) -> dict[str, Any]:
    """Return the effect of this record as row `number`: the next row, or a correction of a stored one.

    Raises NotPossible (`earlier_rows_missing`).
    """
    loaded = load_sheet(table)
    with in_words():
        return preview(reader_language(players_at(loaded, number)), loaded.sheet, number, record)

"""A table as its phone sees it: the whole state in one piece, a preview, and the sheet as pages show it."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import get_language

from rules.board import Scope
from rules.game import Game
from scoring import table_sheet
from scoring.preview import preview, preview_correction
from scoring.sheet import IllegalDeal, Sheet, plain
from scoring.telling import hint_json
from tournaments.errors import in_words
from tournaments.models import Cause, Entrant, Event, ParkedDeal, Round, RoundStatus, Seat, Settlement, Table
from tournaments.naming import full_name
from tournaments.presenting import (
    board_json,
    deal_json,
    field_json,
    foot_json,
    record_json,
    said,
    sheet_row,
    spoken,
)
from tournaments.selectors.calls import call_json, last_call
from tournaments.selectors.clock import clock_json
from tournaments.selectors.confirmations import confirmation_json
from tournaments.selectors.rounds import NameOf
from tournaments.selectors.rulings import rulings_of
from tournaments.selectors.sheets import (
    LoadedPart,
    deals_expected,
    game_of,
    is_complete,
    load_parts,
    load_sheet,
    options_of,
    sheet_of,
)

# The state


def table_state(table: Table) -> dict[str, Any]:
    """Everything a phone needs to go on writing; the number of queries does not grow with deals."""
    event, parts = table.round.event, load_parts(table)
    game, last, ruled = game_of(event), parts[-1], rulings_of(table)
    rows = sum(len(loaded.deals) for loaded in parts)
    is_open = table.round.status == RoundStatus.OPEN and not table.is_broken_off
    return {
        **where_json(table),
        "is_open": is_open,
        "is_broken_off": table.is_broken_off,
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
        "conflicts": [conflict_json(table, parts, parked) for parked in open_conflicts(table)],
        "late_deals": late_deals_json(table, game, parts),
        "revision": table.revision,
        "next_table": next_places(table),
        "confirmation": confirmation_json(table, [deal for loaded in parts for deal in loaded.deals]),
        "rulings": ruled,
        "accounts": accounts_json(parts, ruled),
        "call": call_json(last_call(table)),
        "clock": clock_json(table.round, table.extra_minutes),
    }


def where_json(table: Table) -> dict[str, Any]:
    """Which table this is, and what is played at it."""
    event = table.round.event
    game = game_of(event)
    return {
        "id": str(table.public_id),
        "event": {"id": str(event.public_id), "slug": event.slug, "name": event.name},
        "round": table.round.number,
        "table": table.number,
        "game": {"key": game.key, "name": said(game.name), "house_scoring": said(game.house_scoring)},
        "options": plain(asdict(options_of(event))),
    }


def sheet_json(event: Event, sheet: Sheet) -> dict[str, Any]:
    """Where a sheet stands."""
    return {
        "totals": list(sheet.totals),
        "dealer": sheet.state.dealer,
        "deals_counted": sheet.deals_counted,
        "deals_expected": deals_expected(event, sheet.state.seats),
        "is_complete": is_complete(event, sheet),
    }


def parts_json(game: Game, parts: Sequence[LoadedPart]) -> list[dict[str, Any]]:
    """Who sits where and who plays together, part by part, and the number of each part's first row."""
    first = 1
    found = []
    accounts = account_numbers(parts)
    for loaded in parts:
        seats = [
            {"seat": seat.position, **seat_json(seat), "account": accounts[seat.account_id]}
            for seat in loaded.part.seats.all()
        ]
        sides = [list(side) for side in game.sides(len(seats))]
        places = {"first_dealer": loaded.part.first_dealer, "first_number": first}
        found.append({"seats": seats, "sides": sides, **places})
        first += len(loaded.deals)
    return found


def account_numbers(parts: Sequence[LoadedPart]) -> dict[int, int]:
    """The start numbers of those whose the points are, by id; a query only for who sits nowhere here."""
    seats = [seat for loaded in parts for seat in loaded.part.seats.all()]
    known = {seat.entrant_id: seat.entrant.number for seat in seats}
    others = {seat.account_id for seat in seats} - set(known)
    if others:
        known.update(Entrant.objects.filter(pk__in=others).values_list("pk", "number"))
    return known


def seat_json(seat: Seat, name_of: NameOf = full_name) -> dict[str, Any]:
    """Who sits there: name and start number."""
    return {"name": name_of(seat.entrant.player, seat.entrant.number), "number": seat.entrant.number}


def deals_json(game: Game, parts: Sequence[LoadedPart]) -> list[dict[str, Any]]:
    """All rows in order."""
    return [
        deal_json(game, deal, row, loaded.sheet.state)
        for loaded in parts
        for deal, row in zip(loaded.deals, loaded.sheet.rows, strict=True)
    ]


def next_places(table: Table) -> list[dict[str, Any]] | None:
    """Where each player of this table sits in the next released round; None while there is none."""
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
    """Who sits where in another round."""
    name = full_name(seat.entrant.player, seat.entrant.number)
    return {"name": name, "table": seat.part.table.number, "seat": seat.position}


# What tells two states apart


def table_version(table: Table) -> str:
    """Equal versions mean equal states in this language; a handful of queries, nothing is folded."""
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


def open_conflicts(table: Table) -> QuerySet[ParkedDeal]:
    """What the table has to settle; late deals are the director's."""
    parked = table.parked.filter(settlement=Settlement.OPEN).exclude(cause=Cause.LATE)
    return parked.select_related("deal").order_by("pk")


def conflict_json(table: Table, parts: Sequence[LoadedPart], parked: ParkedDeal) -> dict[str, Any]:
    """Both versions with what they are worth; `stored` is None where nothing stands under that number.

    What replaces nothing, a forgotten row or one struck out since, is put in before that number if taken.
    """
    game, kept = game_of(table.round.event), parked.deal.number if parked.deal else None
    number = kept or parked.number
    sent = record_json(game, parts[-1].sheet.state, parked.record)
    return {
        "conflict": parked.pk,
        "cause": parked.cause,
        "number": number,
        "replaces": kept is not None,
        "stored": next((row for row in deals_json(game, parts) if row["number"] == number), None),
        "sent": {**sent, "deltas": deltas_in(table, parts, kept, parked.record) if kept else None},
    }


def deltas_in(table: Table, parts: Sequence[LoadedPart], number: int, record: Any) -> list[int] | None:
    """What a record would bring as row `number`; None where the rules refuse it."""
    try:
        preview = preview_correction(spoken(), sheet_of(table, parts).sheet, number, record)
    except IllegalDeal:
        return None
    return list(preview["deltas"])


def late_deals_json(table: Table, game: Game, parts: Sequence[LoadedPart]) -> list[dict[str, Any]]:
    """What came after the round was closed, and what the director made of it."""
    return [
        {
            "conflict": parked.pk,
            "number": parked.number,
            "settlement": parked.settlement,
            "sent": record_json(game, parts[-1].sheet.state, parked.record),
        }
        for parked in table.parked.filter(cause=Cause.LATE).order_by("pk")
    ]


# Before anything is stored


def preview_deal(table: Table, *, number: int, record: object) -> dict[str, Any]:
    """What this record would do as row `number`: the next row, or a correction of one that is written.

    Raises NotPossible (`earlier_rows_missing`).
    """
    with in_words():
        return preview(spoken(), load_sheet(table).sheet, number, record)


# As on paper


def sheet_context(table: Table, name_of: NameOf = full_name) -> dict[str, Any]:
    """The sheet as `_sheet.html` wants it, with full names as at the table, or as everybody sees them."""
    event, parts = table.round.event, load_parts(table)
    state = sheet_json(event, parts[-1].sheet)
    rulings = rulings_of(table)
    ruled = {each["number"]: each for each in rulings}
    return {
        "parts": [part_context(game_of(event), loaded, name_of, ruled) for loaded in parts],
        "accounts": accounts_json(parts, rulings, name_of),
        "is_ruled": bool(rulings),
        "has_values": has_values(parts),
        "board": board_context(game_of(event), parts[-1], name_of),
        "house_scoring": said(game_of(event).house_scoring),
        **{name: state[name] for name in ("totals", "deals_counted", "deals_expected")},
    }


def list_context(table: Table, name_of: NameOf) -> dict[str, Any]:
    """The sheet as everybody reads it, with the parts of its totals at the foot."""
    last = load_parts(table)[-1]
    foot = foot_json(game_of(table.round.event), last.sheet.state)
    return {**sheet_context(table, name_of), "foot": foot}


def has_values(parts: Sequence[LoadedPart]) -> bool:
    """Whether deals have a value to show; taken for granted before the first."""
    rows = [row for loaded in parts for row in loaded.sheet.rows]
    return not rows or any("value" in row.outcome.facts for row in rows)


def board_context(game: Game, loaded: LoadedPart, name_of: NameOf) -> list[dict[str, Any]]:
    """The board as `_board.html` wants it: lines of one scope under the names they belong to."""
    names = [seat_json(seat, name_of)["name"] for seat in loaded.part.seats.all()]
    heads = board_heads(game, names)
    lines = [named_line(line, names) for line in board_json(game, loaded.sheet.state)]
    return [
        {"names": heads[scope], "lines": [line for line in lines if line["scope"] == scope]}
        for scope in dict.fromkeys(line["scope"] for line in lines)
    ]


def named_line(line: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """A line that calls upon seats has their names for values."""
    is_called = line["scope"] == Scope.CALLED
    return {**line, "values": [names[int(seat)] for seat in line["values"]]} if is_called else line


def board_heads(game: Game, names: Sequence[str]) -> dict[str, Sequence[str]]:
    """The names over the lines of each scope."""
    sides = [" + ".join(names[seat] for seat in side) for side in game.sides(len(names))]
    return {Scope.CALLED: [], Scope.TABLE: [], Scope.SIDE: sides, Scope.SEAT: names}


def accounts_json(
    parts: Sequence[LoadedPart],
    rulings: Sequence[dict[str, Any]],
    name_of: NameOf = full_name,
) -> list[dict[str, Any]]:
    """What the whole sheet is worth to every account; empty where the totals of its one part say it."""
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
    """What the whole sheet is worth to every account, by its id; `ruled` has what counts instead, by row."""
    accounts = [[seat.account_id for seat in loaded.part.seats.all()] for loaded in parts]
    return table_sheet.account_totals(accounts, [loaded.sheet for loaded in parts], ruled)


def part_context(
    game: Game, loaded: LoadedPart, name_of: NameOf, ruled: Mapping[int, dict[str, Any]]
) -> dict[str, Any]:
    """One part: a head of names over its rows, each with the ruling on it."""
    rows = [
        {**sheet_row(game, deal, row, loaded.sheet.state), "ruling": ruled.get(row.number)}
        for deal, row in zip(loaded.deals, loaded.sheet.rows, strict=True)
    ]
    return {"seats": [seat_json(seat, name_of) for seat in loaded.part.seats.all()], "rows": rows}

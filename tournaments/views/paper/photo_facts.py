"""The facts of the page of a round's photographs: progress, doubts beside their cut-outs, totals."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from marked.blocks import ASK, VOID
from marked.plan import Plan, Slot
from marked.questions import Column
from marked.seen import PALE, SOLID
from marked.sheet import ReadRow
from rules.fields import Kind
from rules.game import Game
from rules.notation import write_line
from rules.reading import fields_by_name
from tournaments.models import Round
from tournaments.publications.cut_outs import box_picture, foot_picture, line_picture, ring_at
from tournaments.selectors.paper.marked_sheets import printed_plans
from tournaments.selectors.paper.photos import (
    PhotoRead,
    Reading,
    TableRead,
    flat_page,
    mark_of,
    other_values,
    queue_of,
    stored_reading,
    totals_after,
)
from tournaments.selectors.sheets.agreements import game_of
from tournaments.selectors.sheets.folded_sheets import open_part
from tournaments.storage.uploads.photos import can_read_photos
from tournaments.views.pages.descriptions import event_facts
from tournaments.wording.lists import labelled
from tournaments.wording.photos import doubt_sentence, hint_sentence, problem_sentence
from tournaments.wording.sheet_json import translate

MOST_DOUBTS, MOST_COLUMNS = 8, 4
SIGNS = {ASK: "?", VOID: "X"}
ODD = ("lines_left_out", "lines_used_differ", "page_missing")


class Page(NamedTuple):
    """A page that is asked about: the photograph's ID, its table and plan, and the state before its part."""

    photo: int
    table: int
    plan: Plan
    state: Any


def photo_facts(round: Round) -> dict[str, Any]:
    """Return the context of the page."""
    reading, ids = stored_reading(round)
    plans = printed_plans(round.event)
    shared = {id(row) for each in reading.photos for row in in_columns(each)}
    doubtful = [row for each in reading.photos for row in each.rows if not row.is_clear]
    return {
        "event": event_facts(round.event),
        "round": round.number,
        "can_read": can_read_photos(),
        "queue": queue_of(round),
        "photos": [shown_photo(each, ids) for each in reading.photos],
        "asked": sum(id(row) not in shared for row in doubtful),
        "columns": first_columns(round, reading, ids, plans),
        "doubts": first_doubts(round, reading, ids, plans),
        "tables": [shown_table(round, each, reading, ids, plans) for each in reading.tables],
        "storable": sum(len(each.clear) for each in reading.tables),
    }


def shown_photo(each: PhotoRead, ids: Mapping[str, int]) -> dict[str, Any]:
    """Return a photograph in one line."""
    code = each.photo.seen.code
    return {
        "id": ids[each.photo.digest],
        "name": each.photo.name,
        "table": code.table if code else None,
        "page": code.page if code else None,
        "rows": len(each.rows),
        "clear": sum(row.is_clear for row in each.rows),
        "problems": [problem_sentence(problem) for problem in each.problems],
        "hint": hint_sentence(each.hint),
        "is_odd": any(problem in ODD for problem in each.problems),
    }


# Questions that several lines share


def in_columns(each: PhotoRead) -> list[ReadRow]:
    """Return the doubtful lines of a page that a question of several lines is about."""
    code = each.photo.seen.code
    lines = {line for column in each.columns for line in column.lines}
    first = (code.page - 1) * len(each.photo.seen.rows) + 1 if code else 1
    return [row for row in each.rows if row.number - first in lines]


def first_columns(
    round: Round, reading: Reading, ids: Mapping[str, int], plans: Mapping[str, Plan]
) -> list[dict[str, Any]]:
    """Return the first questions that several lines share, each with a strip of cut-outs."""
    columns = [(each, column) for each in reading.photos for column in each.columns]
    return [
        shown_column(game_of(round.event), each, column, ids, plans)
        for each, column in columns[:MOST_COLUMNS]
    ]


def shown_column(
    game: Game, each: PhotoRead, column: Column, ids: Mapping[str, int], plans: Mapping[str, Plan]
) -> dict[str, Any]:
    """Return one question: its box in words, and a cut-out of it in every line."""
    code = each.photo.seen.code
    assert code is not None  # a page without its code has no rows
    photo, plan = ids[each.photo.digest], plans[code.plan]
    flat = flat_page(photo)
    return {
        "photo": photo,
        "table": code.table,
        "page": code.page,
        "place": column.place,
        "box": box_words(game, column.slot, column.value),
        "lines": [
            {
                "on_page": line + 1,
                "row": (code.page - 1) * len(plan.rows) + line + 1,
                "picture": box_picture(flat, plan, line, column.slot, column.value),
                "is_marked": each.photo.seen.rows[line].boxes[column.place] in (SOLID, PALE),
            }
            for line in column.lines
        ],
    }


def box_words(game: Game, slot: Slot, value: Any) -> str:
    """Return a box in words: its field, the seat or digit it belongs to, and its value."""
    each = fields_by_name(game).get(slot.field)
    if each is None:
        return SIGNS.get(slot.field, slot.field)
    choice = next((choice for choice in each.choices if choice.value == value), None)
    place = "" if slot.place is None else str(slot.place + 1)
    shown = mark_of(choice) if choice else str(value + 1) if each.kind == Kind.SEAT else str(value)
    parts = [translate(each.label), place, "" if value is True and not choice else shown]
    return ": ".join(part for part in (" ".join(parts[:2]).strip(), parts[2]) if part)


# Doubts


def first_doubts(
    round: Round, reading: Reading, ids: Mapping[str, int], plans: Mapping[str, Plan]
) -> list[dict[str, Any]]:
    """Return the first doubtful lines; the next ones follow once these are answered."""
    doubts: list[dict[str, Any]] = []
    for read in reading.tables:
        state = open_part(round.event, read.part, 0).state
        digests = {digest for row, digest in read.rows if not row.is_clear}
        for each in (each for each in reading.photos if each.photo.digest in digests):
            code = each.photo.seen.code
            if code is not None and len(doubts) < MOST_DOUBTS:
                page = Page(ids[each.photo.digest], read.table.number, plans[code.plan], state)
                doubts += doubts_of(game_of(round.event), page, each)
    return doubts[:MOST_DOUBTS]


def doubts_of(game: Game, page: Page, each: PhotoRead) -> list[dict[str, Any]]:
    """Return the first doubtful lines of one page."""
    flat = flat_page(page.photo)
    shared = {row.number for row in in_columns(each)}
    rows = [row for row in each.rows if not row.is_clear and row.number not in shared][:MOST_DOUBTS]
    return [
        {
            "photo": page.photo,
            "table": page.table,
            "row": row.number,
            "picture": line_picture(flat, page.plan, row.number, fields_of(row)),
            "at": ring_at(page.plan, fields_of(row)),
            "reasons": list(dict.fromkeys(doubt_sentence(doubt) for doubt in row.doubts)),
            "record": json.dumps(row.record) if row.is_possible else "",
            "line": write_line(game, row.record, page.state) if row.record else "",
            "values": list(value_facts(game, page.state, row)),
        }
        for row in rows
    ]


def fields_of(row: ReadRow) -> set[str]:
    """Return the fields that a line is asked about."""
    return {doubt.field for doubt in row.doubts if doubt.field}


def value_facts(game: Game, state: Any, row: ReadRow) -> Iterator[dict[str, str]]:
    """Yield the other values of the doubtful fields, each as a label and the whole record."""
    for each, label, record in other_values(game, state.seats, row):
        yield {"label": labelled(translate(each.label), label), "record": json.dumps(record)}


# Tables


def shown_table(
    round: Round, read: TableRead, reading: Reading, ids: Mapping[str, int], plans: Mapping[str, Plan]
) -> dict[str, Any]:
    """Return a table: its rows, our totals after them, and the written ones as cut-outs of its last page."""
    names = [seat.entrant.player.name for seat in read.part.seats.all()]
    pages = [each for each in reading.photos if each.photo.digest in {digest for _, digest in read.rows}]
    foot = ""
    if pages and (code := pages[-1].photo.seen.code):
        foot = foot_picture(flat_page(ids[pages[-1].photo.digest]), plans[code.plan])
    return {
        "number": read.table.number,
        "public_id": read.table.public_id,
        "rows": len(read.rows),
        "clear": len(read.clear),
        "totals": list(zip(names, totals_after(round.event, read), strict=True)),
        "foot": foot,
    }

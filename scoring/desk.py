"""A table's sheet kept away from the server: read from the state the server told, and told as it would be.

What a phone wants to do with it is in scoring/operations.py.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.game import Game
from rules.reading import open_table, read_options, read_record
from scoring import refusals
from scoring.sheet import IllegalDeal, Sheet, blank_sheet, broken_by, extend_sheet, fold_sheet, read_deal
from scoring.telling import Language, board_json, deal_json, hint_json, preview_json, refused_json


@dataclass(frozen=True, slots=True)
class Kept:
    """A row as it is stored: its record, how often it was written, its id where the server gave it one."""

    record: Mapping[str, Any]
    revision: int = 1
    row_id: int | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """Who sits, who deals first, and the rows."""

    seats: int
    first_dealer: int
    rows: tuple[Kept, ...]


@dataclass(frozen=True, slots=True)
class Desk:
    """A sheet and what its event says of it. `sheets[i]` is the fold of `parts[i]`."""

    game: Game
    options: Any
    parts: tuple[Part, ...]
    sheets: tuple[Sheet, ...]
    revision: int
    deals_expected: int | None
    marks_later_deals: bool
    is_open: bool

    @property
    def last(self) -> Sheet:
        """Where the sheet goes on."""
        return self.sheets[-1]

    @property
    def kept(self) -> tuple[Kept, ...]:
        """All rows in order, as they are stored."""
        return tuple(row for part in self.parts for row in part.rows)

    @property
    def is_complete(self) -> bool:
        """Whether the sheet has all its deals."""
        has_all = self.deals_expected is not None and self.last.deals_counted >= self.deals_expected
        return has_all or self.game.is_over(self.last.state)


class NotNow(Exception):
    """What is not possible now: the status of HTTP and the answer's code, sentence and details."""

    def __init__(self, status: int, code: str, message: str, **details: Any) -> None:
        super().__init__(message)
        self.status = status
        self.body = {"code": code, "message": message, **details}


def earlier_rows_missing(language: Language, expected: int, number: int) -> NotNow:
    """A gap."""
    message = language.say(refusals.EARLIER_ROWS_MISSING) % {"expected": expected, "number": number}
    return NotNow(409, "earlier_rows_missing", message, expected=expected)


# From the state the server told, and back


def open_desk(game: Game, state: Mapping[str, Any]) -> Desk:
    """The sheet that a state tells of."""
    firsts = [part["first_number"] for part in state["parts"]]
    ends = [*firsts[1:], len(state["deals"]) + 1]
    parts = tuple(
        Part(len(part["seats"]), part["first_dealer"], kept_rows(state["deals"][first - 1 : end - 1]))
        for part, first, end in zip(state["parts"], firsts, ends, strict=True)
    )
    options = read_options(game, state["options"])
    return Desk(
        game=game,
        options=options,
        parts=parts,
        sheets=fold_parts(game, options, parts),
        revision=state["revision"],
        deals_expected=state["deals_expected"],
        marks_later_deals=state["marks_later_deals"],
        is_open=state["is_open"],
    )


def kept_rows(deals: Sequence[Mapping[str, Any]]) -> tuple[Kept, ...]:
    """The stored rows of a state's deals."""
    return tuple(Kept(deal["record"], deal["revision"], deal.get("row")) for deal in deals)


def fold_parts(game: Game, options: Any, parts: Sequence[Part]) -> tuple[Sheet, ...]:
    """The sheets of all parts: rows are numbered and deals counted through."""
    sheets: list[Sheet] = []
    first = 1
    for part in parts:
        counted = sheets[-1].deals_counted if sheets else 0
        blank = blank_sheet(open_table(game, options, part.seats, part.first_dealer), deals_counted=counted)
        records = [read_record(game, row.record) for row in part.rows]
        sheets.append(fold_sheet(game, blank, records, first_number=first))
        first += len(part.rows)
    return tuple(sheets)


def tell(language: Language, desk: Desk, state: Mapping[str, Any]) -> dict[str, Any]:
    """The state as the server would tell it now; what a phone cannot change stays as it was told."""
    rows = len(desk.kept)
    return {
        **state,
        "parts": parts_json(desk, state["parts"]),
        "hints": [hint_json(each) for each in desk.game.hints(desk.last.state)],
        "board": board_json(language, desk.game, desk.last.state),
        "deals": deals_json(language, desk),
        "totals": list(desk.last.totals),
        "dealer": desk.last.state.dealer,
        "deals_counted": desk.last.deals_counted,
        "is_complete": desk.is_complete,
        "next_number": rows + 1,
        "may_set_first_dealer": desk.is_open and not desk.parts[-1].rows,
        "revision": desk.revision,
    }


def parts_json(desk: Desk, told: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The parts with their first dealers and the numbers of their first rows."""
    found = []
    first = 1
    for part, before in zip(desk.parts, told, strict=True):
        found.append({**before, "first_dealer": part.first_dealer, "first_number": first})
        first += len(part.rows)
    return found


def deals_json(language: Language, desk: Desk) -> list[dict[str, Any]]:
    """All rows in order."""
    return [
        deal_json(
            language,
            desk.game,
            sheet.state,
            row,
            record=kept.record,
            revision=kept.revision,
            row_id=kept.row_id,
        )
        for part, sheet in zip(desk.parts, desk.sheets, strict=True)
        for kept, row in zip(part.rows, sheet.rows, strict=True)
    ]


# Before anything is written


def preview(language: Language, desk: Desk, number: int, record: Any) -> dict[str, Any]:
    """What this record would do as row `number`: the next row, or a correction. Raises NotNow for a gap."""
    rows = len(desk.kept)
    if not 1 <= number <= rows + 1:
        raise earlier_rows_missing(language, rows + 1, number)
    try:
        deal_record = read_deal(desk.game, record)
        if number <= rows:
            return preview_correction(language, desk, number, record)
        sheet = extend_sheet(desk.game, desk.last, deal_record, number=number)
    except IllegalDeal as illegal:
        return refused_json(language, desk.game, desk.last.state, record, illegal)
    return preview_json(language, desk.game, sheet, sheet.rows[-1], record)


def preview_correction(language: Language, desk: Desk, number: int, record: Any) -> dict[str, Any]:
    """A row with another record, and the later rows that would break. Raises IllegalDeal."""
    after = fold_parts(desk.game, desk.options, put(desk.parts, number, Kept(record)))
    breaks = broken_by(desk.sheets, after, changed=number)
    row = next(row for sheet in after for row in sheet.rows if row.number == number)
    return {**preview_json(language, desk.game, after[-1], row, record), "breaks": breaks}


# Rows put in, replaced, taken out


def put(parts: Sequence[Part], number: int, *rows: Kept) -> tuple[Part, ...]:
    """The parts with these rows in the place of row `number`."""
    found = []
    first = 1
    for part in parts:
        place = number - first
        first += len(part.rows)
        if 0 <= place < len(part.rows):
            part = replace(part, rows=(*part.rows[:place], *rows, *part.rows[place + 1 :]))
        found.append(part)
    return tuple(found)


def put_behind(parts: Sequence[Part], row: Kept) -> tuple[Part, ...]:
    """The parts with one more row at the end."""
    last = parts[-1]
    return (*parts[:-1], replace(last, rows=(*last.rows, row)))

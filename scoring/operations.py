"""What a phone wants to do with a sheet, carried out away from the server: its answers, one after the other.

A phone without a network folds its queue over the last state the server told. It learns what the server
will refuse, and shows the sheet as it will be. Two versions of one deal are for the server to keep: here
the later one is only refused.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.reading import clean_record, read_record
from scoring import refusals
from scoring.desk import Desk, Kept, NotNow, Part, earlier_rows_missing, fold_parts, put, put_behind
from scoring.sheet import IllegalDeal, Row, broken_by, extend_sheet, read_deal
from scoring.telling import Language, illegal_json, record_json, row_json


@dataclass(frozen=True, slots=True)
class Sent:
    """One operation, read: the number in its path, its body and its If-Match."""

    number: int
    body: Mapping[str, Any]
    match: int | None

    @property
    def record(self) -> Any:
        """The record of its body."""
        return self.body.get("record")


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server would answer."""

    status: int
    body: Mapping[str, Any] | None


NEEDS_THE_SERVER = Answer(0, None)
"""The answer to what only the server can do: as if nothing came back."""


def carry_out(language: Language, desk: Desk, operation: Mapping[str, Any]) -> tuple[Desk, Answer]:
    """The sheet after one operation (`{"method", "path", "body", "match"}`), and the answer to it."""
    address, number = read_path(operation["path"])
    use_case = USE_CASES.get(f"{operation['method']} {address}")
    if use_case is None:
        return desk, NEEDS_THE_SERVER
    try:
        sent = Sent(number, operation.get("body") or {}, operation.get("match"))
        return use_case(language, desk, sent)
    except IllegalDeal as illegal:
        return desk, Answer(422, illegal_json(language, illegal))
    except NotNow as refused:
        return desk, Answer(refused.status, refused.body)


def read_path(path: str) -> tuple[str, int]:
    """The path without the number of a row, and the number; 0 where there is none."""
    parts = path.split("/")
    numbers = [int(part) for part in parts if part.isdecimal()]
    return "/".join("n" if part.isdecimal() else part for part in parts), numbers[0] if numbers else 0


# Recording


def record_deal(language: Language, desk: Desk, sent: Sent) -> tuple[Desk, Answer]:
    """Write the next deal; the same record under a number that is taken is fine."""
    number, last = sent.body["number"], len(desk.kept)
    deal_record = read_deal(desk.game, sent.record)
    taken = desk.kept[number - 1] if 1 <= number <= last else None
    refuse_late_deal(language, desk, taken, number, sent.record)
    if taken:
        return record_again(language, desk, number, sent.record)
    if number != last + 1:
        raise earlier_rows_missing(language, last + 1, number)
    refuse_complete(language, desk)
    sheet = extend_sheet(desk.game, desk.last, deal_record, number=number)
    parts = put_behind(desk.parts, Kept(kept_record(desk, sent.record)))
    desk = replace(desk, parts=parts, sheets=(*desk.sheets[:-1], sheet), revision=desk.revision + 1)
    return desk, Answer(201, deal_body(desk, number))


def record_again(language: Language, desk: Desk, number: int, record: Any) -> tuple[Desk, Answer]:
    """A number that is taken."""
    stored = desk.kept[number - 1]
    sent = kept_record(desk, record)
    if read_record(desk.game, stored.record) != read_record(desk.game, sent):
        raise parked(language, desk, "taken", stored, number, sent)
    return desk, Answer(200, deal_body(desk, number))


# Correcting


def correct_deal(language: Language, desk: Desk, sent: Sent) -> tuple[Desk, Answer]:
    """Replace the record of a row, everything after it derived again."""
    read_deal(desk.game, sent.record)
    stored = find_kept(language, desk, sent.number)
    refuse_late_deal(language, desk, stored, sent.number, sent.record)
    if stored.revision != sent.match or not is_meant(stored, sent.body.get("row")):
        raise parked(language, desk, "stale", stored, sent.number, kept_record(desk, sent.record))
    row = Kept(kept_record(desk, sent.record), stored.revision + 1, stored.row_id)
    desk, breaks = refold(language, desk, put(desk.parts, sent.number, row), changed=sent.number)
    return desk, Answer(200, {**deal_body(desk, sent.number), **listed(breaks)})


def strike_deal(language: Language, desk: Desk, sent: Sent) -> tuple[Desk, Answer]:
    """Strike a row out; later ones move up."""
    find_kept(language, desk, sent.number)
    refuse_late(language, desk)
    if desk.revision != sent.match:
        message = language.say(refusals.SHEET_STALE)
        raise NotNow(412, "stale", message, revision=desk.revision)
    desk, breaks = refold(language, desk, put(desk.parts, sent.number), changed=sent.number, shift=-1)
    body = {"number": sent.number, "totals": list(desk.last.totals), "sheet_revision": desk.revision}
    return desk, Answer(200, {**body, **listed(breaks)})


def insert_deal(language: Language, desk: Desk, sent: Sent) -> tuple[Desk, Answer]:
    """Put a forgotten row before the one that has this number."""
    read_deal(desk.game, sent.record)
    refuse_late_deal(language, desk, None, sent.number, sent.record)
    record = kept_record(desk, sent.record)
    if desk.revision != sent.match:
        raise parked(language, desk, "stale", None, sent.number, record)
    following = find_kept(language, desk, sent.number)
    refuse_complete(language, desk)
    parts = put(desk.parts, sent.number, Kept(record), following)
    desk, breaks = refold(language, desk, parts, changed=sent.number, shift=1)
    return desk, Answer(201, {**deal_body(desk, sent.number), **listed(breaks)})


def refold(
    language: Language, desk: Desk, parts: Sequence[Part], *, changed: int, shift: int = 0
) -> tuple[Desk, list[int]]:
    """The sheet with other rows, and the later rows that break. Raises IllegalDeal and NotNow."""
    sheets = fold_parts(desk.game, desk.options, parts)
    breaks = broken_by(desk.sheets, sheets, changed=changed, shift=shift)
    if breaks and not desk.marks_later_deals:
        numbers = ", ".join(str(number) for number in breaks)
        message = language.say(refusals.LATER_DEALS_IMPOSSIBLE) % {"numbers": numbers}
        raise NotNow(422, "later_deals_impossible", message, breaks=breaks)
    return replace(desk, parts=tuple(parts), sheets=sheets, revision=desk.revision + 1), breaks


def listed(breaks: list[int]) -> dict[str, Any]:
    """The rows a change made impossible, where there are any."""
    return {"breaks": breaks} if breaks else {}


def set_first_dealer(language: Language, desk: Desk, sent: Sent) -> tuple[Desk, Answer]:
    """Say who deals first, until the first deal is written."""
    first_dealer, part = sent.body["first_dealer"], desk.parts[-1]
    refuse_late(language, desk)
    if part.rows:
        raise NotNow(409, "deals_exist", language.say(refusals.DEALS_EXIST))
    if not 0 <= first_dealer < part.seats:
        message = language.say(refusals.DEALER_OUT_OF_RANGE) % {"seats": part.seats}
        raise NotNow(422, "dealer_out_of_range", message)
    parts = (*desk.parts[:-1], replace(part, first_dealer=first_dealer))
    sheets = fold_parts(desk.game, desk.options, parts)
    desk = replace(desk, parts=parts, sheets=sheets, revision=desk.revision + 1)
    return desk, Answer(200, {"first_dealer": first_dealer, "sheet_revision": desk.revision})


USE_CASES: Mapping[str, Callable[[Language, Desk, Sent], tuple[Desk, Answer]]] = {
    "POST deals/": record_deal,
    "PUT deals/n/": correct_deal,
    "DELETE deals/n/": strike_deal,
    "POST deals/n/insert/": insert_deal,
    "PUT first_dealer/": set_first_dealer,
}

# Rows


def kept_record(desk: Desk, record: Any) -> dict[str, Any]:
    """What is kept of a record: its own fields; the dealer was only a check and is derived for ever."""
    return {name: value for name, value in clean_record(desk.game, record).items() if name != "dealer"}


def find_kept(language: Language, desk: Desk, number: int) -> Kept:
    """The row of a number. Raises NotNow (`row_unknown`)."""
    if not 1 <= number <= len(desk.kept):
        message = language.say(refusals.ROW_UNKNOWN) % {"number": number}
        raise NotNow(404, "row_unknown", message)
    return desk.kept[number - 1]


def is_meant(stored: Kept, row_id: int | None) -> bool:
    """Whether this can be the row of that id; the server has not given one to what it was not sent yet."""
    return None in (row_id, stored.row_id) or row_id == stored.row_id


def find_row(desk: Desk, number: int) -> Row:
    """The folded row of a number."""
    return next(row for sheet in desk.sheets for row in sheet.rows if row.number == number)


def deal_body(desk: Desk, number: int) -> dict[str, Any]:
    """What is answered for one row."""
    kept = desk.kept[number - 1]
    return {
        **row_json(find_row(desk, number), kept.revision, kept.row_id),
        "totals": list(desk.last.totals),
        "sheet_revision": desk.revision,
    }


# Refusals


def refuse_complete(language: Language, desk: Desk) -> None:
    """Raises NotNow (`sheet_complete`) if no row is left."""
    if desk.is_complete:
        message = language.say(refusals.SHEET_COMPLETE) % {"deals": desk.last.deals_counted}
        raise NotNow(409, "sheet_complete", message)


def refuse_late(language: Language, desk: Desk) -> None:
    """Raises NotNow (`round_closed`) once the round is closed."""
    if not desk.is_open:
        raise NotNow(409, "round_closed", language.say(refusals.ROUND_CLOSED))


def refuse_late_deal(language: Language, desk: Desk, stored: Kept | None, number: int, record: Any) -> None:
    """Raises NotNow (`late`, 202) once the round is closed: the director will have it."""
    if not desk.is_open:
        raise parked(language, desk, "late", stored, number, kept_record(desk, record))


PARKED = {"taken": (409, refusals.TAKEN), "stale": (412, refusals.STALE), "late": (202, refusals.LATE)}


def parked(
    language: Language, desk: Desk, cause: str, stored: Kept | None, number: int, record: Mapping[str, Any]
) -> NotNow:
    """Both versions; the server will give the conflict a number."""
    status, message = PARKED[cause]
    sent = record_json(language, desk.game, desk.last.state, record)
    beside = stored and {
        **record_json(language, desk.game, desk.last.state, stored.record),
        "number": number,
        "revision": stored.revision,
    }
    versions = {"conflict": None, "number": number, "sent": sent, "stored": beside}
    return NotNow(status, cause, language.say(message) % {"number": number}, **versions)

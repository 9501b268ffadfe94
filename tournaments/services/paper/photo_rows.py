"""Store the clear rows of photographs as typed lines are stored; the author is the photo."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from rules.notation import as_asked, read_line
from scoring.not_possible import NotPossible
from scoring.sheet.operations import Result
from scoring.sheet.sheet import IllegalDeal
from tournaments.models import AuthorKind, Event, MarkedPhoto, Round, RoundStatus, Table
from tournaments.selectors.paper.photos import Reading, TableRead
from tournaments.selectors.rounds.progress import get_part
from tournaments.selectors.sheets.agreements import game_of
from tournaments.selectors.sheets.example_lines import translated_words
from tournaments.selectors.sheets.folded_sheets import load_parts, open_part
from tournaments.services.history.sheet_chain import Author, Request
from tournaments.services.sheets.deals import record_deal
from tournaments.services.sheets.write_guard import lock_played, lock_undecided

DEVICE = 40  # signs of a photograph's digest in the history


@dataclass(frozen=True, slots=True)
class Stored:
    """How many rows were written, were there already, and differ from what is stored (both are kept)."""

    written: int = 0
    known: int = 0
    conflicts: int = 0

    def __add__(self, other: "Stored") -> "Stored":
        return Stored(
            self.written + other.written, self.known + other.known, self.conflicts + other.conflicts
        )


@transaction.atomic
def store_reading(*, event: Event, reading: Reading, by: int | None) -> Stored:
    """Store the undoubted rows of every table, up to its first doubt; all of it or nothing.

    `by` is the account that stores. Raises NotPossible (`signed_off`, `event_closed`, `round_draft`,
    `round_closed`) and what `record_deal` raises.
    """
    lock_undecided(event)
    return sum((store_table(read, by) for read in reading.tables if read.clear), Stored())


def store_table(read: TableRead, by: int | None) -> Stored:
    """Store the undoubted rows of one table. Raises as `store_reading`."""
    _, table = lock_played(read.table)
    if table.round.status == RoundStatus.CLOSED:
        message = gettext("Round %(round)s is closed; reopen it to store photos of its sheets.")
        raise NotPossible("round_closed", message % {"round": table.round.number})
    if not read.is_last_part:
        message = gettext("The seats of table %(table)s were changed after this sheet was printed.")
        raise NotPossible("part_closed", message % {"table": table.number})
    total = Stored()
    for number, (row, digest) in enumerate(read.clear, start=read.first):
        total += store_row(table, number, dict(row.record or {}), digest, by)
    return total


def store_row(table: Table, number: int, record: Mapping[str, Any], digest: str, by: int | None) -> Stored:
    """Store one row; an equal one that is there already stays untouched."""
    if is_stored(table, number, record):
        return Stored(known=1)
    author = Author(AuthorKind.PHOTO, by, device=digest[:DEVICE])
    body = {"number": number, "record": record}
    key = f"photo-{digest[:20]}-{hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()[:20]}"
    try:
        answer = record_deal(table=table, number=number, record=record, request=Request(key, body, author))
    except IllegalDeal as illegal:
        message = gettext("Table %(table)s, row %(row)s: %(problem)s")
        values = {"table": table.number, "row": number, "problem": str(illegal)}
        raise NotPossible("row_impossible", message % values) from illegal
    if answer.result in (Result.TAKEN, Result.STALE):
        return Stored(conflicts=1)
    return Stored(written=1) if answer.result == Result.WRITTEN else Stored(known=1)


def is_stored(table: Table, number: int, record: Mapping[str, Any]) -> bool:
    """Return whether the row is stored already with the same record."""
    deal = table.deals.filter(number=number).first()
    if deal is None:
        return False
    last = load_parts(table)[-1].sheet
    before, read = (as_asked(game_of(table.round.event), each, last.state) for each in (deal.record, record))
    return without_nothing(before) == without_nothing(read)


def without_nothing(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record without empty lists, which mean the same as a field that is left out."""
    return {name: value for name, value in record.items() if value != []}


def typed_record(round: Round, photo: MarkedPhoto, line: str) -> dict[str, Any]:
    """Return the record of a typed line. Raises Refused, and NotPossible for a table that is gone."""
    code: dict[str, int] = (photo.reading or {}).get("code") or {"table": 0, "part": 0}
    part = get_part(round, code["table"], code["part"])
    if part is None:
        raise NotPossible("sheet_unknown", gettext("The sheet belongs to a table that is gone."))
    game, state = game_of(round.event), open_part(round.event, part, 0).state
    return dict(read_line(game, state.options, state, line, translated_words(game)))

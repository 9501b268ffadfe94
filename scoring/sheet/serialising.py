"""Serialise a sheet: rows, lines, refusals and boards as JSON values in the reader's language.

The server and the phone use the same functions; only the language is passed in.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.board import BoardLine, Hint, Unit
from rules.game import Game, Listed, Outcome, Seat, Term, Violation, text
from rules.writing import line_of, partners
from scoring.not_possible import NotPossible
from scoring.sheet import refusals
from scoring.sheet.operations import Change, Kind, Pending, Result
from scoring.sheet.sheet import IllegalDeal, Row, Sheet, plain
from scoring.sheet.table_sheet import StoredRow, TableSheet

MINUS = "\u2212"
CENTS = 100
CENT_DIGITS = 2


@dataclass(frozen=True, slots=True)
class Language:
    """A reader's language: a function that looks English texts up, and the decimal separator."""

    look_up: Callable[[str], str]
    decimal_mark: str = "."
    players: tuple[str, ...] = ()  # the names of the seats, where they are known

    def translate(self, message: str) -> str:
        """Return the text in this language; the translation of "" would be the catalogue's header."""
        return self.look_up(message) if message else ""

    def player(self, seat: int) -> str:
        """Return the name of the player at a seat, counted from 1; the seat itself if there is no name."""
        if 1 <= seat <= len(self.players) and self.players[seat - 1]:
            return self.players[seat - 1]
        return self.translate(text("seat {seat}")).format(seat=int(seat))


# Refusals


def sentence(language: Language, violation: Violation) -> str:
    """Return the sentence of a violation, which may begin with a seat."""
    words = language.translate(violation.message).format(**translated_values(language, violation.values))
    return words[:1].upper() + words[1:]


def translated_values(language: Language, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a sentence, Terms in the reader's language."""
    return {name: translated_value(language, value) for name, value in values.items()}


def translated_value(language: Language, value: Any) -> Any:
    """Return a Term and a Listed in the reader's language, a Seat as its player, any other as it is."""
    if isinstance(value, Listed):
        return value.joined(language.translate)
    if isinstance(value, Seat):
        return language.player(value)
    return language.translate(value) if isinstance(value, Term) else value


def violation_json(language: Language, violation: Violation) -> dict[str, Any]:
    """Return a violation as pages and programs see it."""
    return {"code": violation.code, "field": violation.field, "message": sentence(language, violation)}


def illegal_json(language: Language, illegal: IllegalDeal) -> dict[str, Any]:
    """Return all violations of a refused record; `code` is the first, in the order of the contract."""
    violations = [violation_json(language, violation) for violation in illegal.violations]
    message = " ".join(violation["message"] for violation in violations)
    return {"code": violations[0]["code"], "message": message, "violations": violations}


def refusal_json(language: Language, refusal: NotPossible) -> dict[str, Any]:
    """Return a refusal of an operation that is not possible now."""
    refusal = refusal.in_language(language.translate)
    return {"code": refusal.code, "message": refusal.message, **refusal.details}


# Rows


def line_text(
    language: Language, game: Game, state: Any, record: Mapping[str, Any], outcome: Outcome | None = None
) -> str:
    """Return the written line of a record: `3 ♠ Hand`."""
    words = line_of(game, state, record, outcome)
    return " ".join(translated_value(language, word) for word in words)


def row_json(row: Row, revision: int, row_id: int | None) -> dict[str, Any]:
    """Return the answer for one row: its name, its points, and the row's id and revision."""
    return {
        "number": row.number,
        "deal": row.deal,
        "deltas": list(row.outcome.deltas),
        "revision": revision,
        "row": row_id,
    }


def deal_json(
    language: Language,
    game: Game,
    state: Any,
    row: Row,
    *,
    record: Mapping[str, Any],
    revision: int,
    row_id: int | None,
) -> dict[str, Any]:
    """Return a row with everything a sheet shows of it; `record` as it was sent."""
    return {
        **row_json(row, revision, row_id),
        "dealer": row.dealer,
        "record": record,
        "totals": list(row.totals),
        "counts": row.outcome.counts,
        "line": line_text(language, game, state, record, row.outcome),
        "partners": partners(game, record),
        "facts": plain(row.outcome.facts),
        "made": row.outcome.facts.get("made"),
        "violations": [violation_json(language, violation) for violation in row.violations],
    }


def record_json(language: Language, game: Game, state: Any, record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record that is on no sheet, in the words of the sheet."""
    return {"record": dict(record), "line": line_text(language, game, state, record)}


# Results of operations


def change_json(
    language: Language, sheet: TableSheet, change: Change, conflict: int | None
) -> dict[str, Any]:
    """Return the answer for a change; `conflict` is the id of the version that was not taken, if any."""
    if change.pending:
        return pending_json(language, sheet, change.pending, change.beside, conflict)
    if change.kind == Kind.FIRST_DEALER:
        return {"first_dealer": sheet.parts[-1].first_dealer, "sheet_revision": sheet.revision}
    body: dict[str, Any] = {"number": change.number, "sheet_revision": sheet.revision}
    if change.kind != Kind.SETTLED:
        body["totals"] = list(sheet.last.totals)
    if change.kind not in (Kind.SETTLED, Kind.STRUCK):
        stored = sheet.row(change.number)
        body.update(row_json(sheet.folded_row(change.number), stored.revision, stored.row_id))
    if change.breaks:
        body["breaks"] = list(change.breaks)
    return body


NOT_TAKEN = {Result.TAKEN: refusals.TAKEN, Result.STALE: refusals.STALE, Result.LATE: refusals.LATE}


def pending_json(
    language: Language, sheet: TableSheet, pending: Pending, beside: StoredRow | None, conflict: int | None
) -> dict[str, Any]:
    """Return both versions, and the id of the conflict."""
    game, state = sheet.game, sheet.last.state
    return {
        "code": str(pending.cause),
        "message": language.translate(NOT_TAKEN[pending.cause]) % {"number": pending.number},
        "conflict": conflict,
        "number": pending.number,
        "sent": record_json(language, game, state, pending.record),
        "stored": beside
        and {
            **record_json(language, game, state, beside.record),
            "number": pending.number,
            "revision": beside.revision,
        },
    }


# Previews

NOTHING: Mapping[str, Any] = {
    "violations": [],
    "deltas": None,
    "totals": None,
    "line": None,
    "notes": [],
    "facts": {},
    "breaks": [],
}


def preview_json(language: Language, game: Game, sheet: Sheet, row: Row, record: Any) -> dict[str, Any]:
    """Return the points of a row, and the totals of the sheet with it."""
    return {
        **NOTHING,
        "deltas": list(row.outcome.deltas),
        "totals": list(sheet.totals),
        "line": line_text(language, game, sheet.state, record, row.outcome),
        "notes": notes_text(language, game, sheet.state, row),
        "facts": plain(row.outcome.facts),
    }


def notes_text(language: Language, game: Game, state: Any, row: Row) -> list[str]:
    """Explain the points of a deal, sentence by sentence."""
    return [
        language.translate(note.message).format(**translated_values(language, note.values))
        for note in game.notes(state, row.record, row.outcome)
    ]


def refused_json(
    language: Language, game: Game, state: Any, record: Any, illegal: IllegalDeal
) -> dict[str, Any]:
    """Return every violation; the line too if the record can be read."""
    is_readable = all(violation.code != "bad_field" for violation in illegal.violations)
    return {
        **NOTHING,
        "line": line_text(language, game, state, record) if is_readable else None,
        "violations": [violation_json(language, violation) for violation in illegal.violations],
    }


# State shown at a table besides its totals


def board_json(language: Language, game: Game, state: Any) -> list[dict[str, Any]]:
    """Return the lines above a pad, ready to be shown."""
    return [board_line_json(language, line) for line in game.board(state)]


def foot_json(language: Language, game: Game, state: Any) -> list[dict[str, Any]]:
    """Return the parts of the totals under a list, ready to be shown."""
    return [board_line_json(language, line) for line in game.list_sheet.foot(state)]


def board_line_json(language: Language, line: BoardLine) -> dict[str, Any]:
    """Return a line in the reader's language; values are texts: money with two decimals, a true minus."""
    label = language.translate(line.label)
    if line.goal is not None:
        label = language.translate(text("%(label)s (%(goal)s to win)")) % {"label": label, "goal": line.goal}
    values = [value_text(language, value, line.unit) for value in line.values]
    return {"label": label, "scope": str(line.scope), "values": values, "contracts": list(line.contracts)}


def value_text(language: Language, value: int, unit: Unit) -> str:
    """Return a value of a board: `12`, `−0.80`."""
    if unit != Unit.CENTS:
        return str(value).replace("-", MINUS)
    whole, cents = divmod(abs(value), CENTS)
    sign = MINUS if value < 0 else ""
    return f"{sign}{whole}{language.decimal_mark}{str(cents).zfill(CENT_DIGITS)}"


def hint_json(hint: Hint) -> dict[str, Any]:
    """Return the state of a choice before the next deal."""
    return {"field": hint.field, "value": hint.value, "is_open": hint.is_open, "left": hint.left}

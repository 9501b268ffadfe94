"""The rows of a table: its pages in order, presets and rules as for typed lines, and what does not fit."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from marked.blocks import LINES_USED, TENS, UNITS
from marked.meaning import Doubt, Meaning, lone_places, read_row, slot_letters
from marked.plan import Plan
from marked.seen import CLEAR, EMPTY, MARKED, SOLID, SeenPage, SeenRow
from rules.fields import Kind
from rules.game import Game, Violation
from rules.notation.line import Line, with_presets
from rules.reading import Refused, clean_record, read_record
from rules.writing import is_asked
from scoring.sheet.sheet import Sheet, deal_violations, fold_sheet

NOT_ASKED = "not_asked"
NO_ANSWERS: Mapping[int, Mapping[str, Any] | None] = {}
LEFT_OUT, USED_DIFFER, PAGE_MISSING = "lines_left_out", "lines_used_differ", "page_missing"


@dataclass(frozen=True, slots=True)
class ReadRow:
    """A line with marks: its number on the sheet, the record or the likeliest one, and the doubts."""

    number: int
    record: Mapping[str, Any] | None
    is_void: bool
    doubts: tuple[Doubt, ...]
    written: tuple[tuple[str, int | None], ...] = ()

    @property
    def is_possible(self) -> bool:
        """Return whether there is a proposal, and the rules allow it."""
        return self.record is not None and all(doubt.rule is None for doubt in self.doubts)

    @property
    def is_clear(self) -> bool:
        """Return whether the row can be stored, or left out, without a question."""
        return not self.doubts


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page of a table: its rows, and problems of the whole page."""

    page: int
    rows: tuple[ReadRow, ...]
    problems: tuple[str, ...]


def read_table(
    game: Game,
    opening: Sheet,
    pages: Sequence[tuple[Plan, SeenPage]],
    answers: Mapping[int, Mapping[str, Any] | None] = NO_ANSWERS,
) -> list[ReadPage]:
    """Return the readings of the pages of one table; `pages` are in the order of their numbers.

    `answers` has the record that somebody chose for a line, by its number; None for one that does not count.
    """
    sheet, done, read = opening, 0, []
    for plan, seen in pages:
        page = seen.code.page if seen.code else 0
        rows: list[ReadRow] = []
        first = (page - 1) * len(plan.rows) + 1
        for number, row in enumerate(seen.rows, start=first):
            meaning = read_row(plan, row)
            if number in answers:
                made, sheet = answered_row(game, sheet, number, answers[number])
                rows.append(made)
            elif not meaning.is_empty:
                made, sheet = decided_row(game, sheet, number, plan, row)
                rows.append(made)
        problems = [*page_problems(plan, seen, [row.number - first for row in rows])]
        if page != done + 1 and rows:
            problems.append(PAGE_MISSING)
        done = page
        read.append(ReadPage(page, tuple(rows), tuple(problems)))
    return read


def answered_row(
    game: Game, sheet: Sheet, number: int, record: Mapping[str, Any] | None
) -> tuple[ReadRow, Sheet]:
    """Return a line as a person answered it; only the rules can still refuse it."""
    if record is None:
        return ReadRow(number, None, True, ()), sheet
    value = read_record(game, record)
    doubts = as_doubts(deal_violations(game, sheet.state, value))
    after = fold_sheet(game, sheet, [value], first_number=len(sheet.rows) + 1)
    return ReadRow(number, record, False, doubts), after


def decided_row(game: Game, sheet: Sheet, number: int, plan: Plan, row: SeenRow) -> tuple[ReadRow, Sheet]:
    """Return a row, and the sheet after it; doubtful boxes that can mean but one deal are not asked about.

    A filled or pale box that is alone where one mark is wanted is a mark if no deal is legal without it. Any
    other must change nothing: "Hand" and "left the skat" mean the same.
    """
    doubtful = [place for place, letter in enumerate(row.boxes) if letter not in CLEAR]
    lone = lone_places(plan, row.boxes)
    whole = with_letters(row, doubtful, MARKED)
    marked = made_row(game, sheet, number, read_row(plan, whole))

    def is_decided(place: int) -> bool:
        meaning = read_row(plan, with_letters(whole, [place], EMPTY))
        without = made_row(game, sheet, number, meaning)[0]
        is_needed = place in lone and not meaning.is_empty and not without.is_clear
        return is_needed or without == marked[0]

    if doubtful and marked[0].is_clear and not marked[0].is_void and all(map(is_decided, doubtful)):
        return marked
    return made_row(game, sheet, number, read_row(plan, row))


def with_letters(row: SeenRow, places: Collection[int], letter: str) -> SeenRow:
    """Return a row with another letter at these places."""
    boxes = "".join(letter if place in places else each for place, each in enumerate(row.boxes))
    return replace(row, boxes=boxes)


def made_row(game: Game, sheet: Sheet, number: int, meaning: Meaning) -> tuple[ReadRow, Sheet]:
    """Return a row with its record, and the sheet after it; a row that cannot be played leaves the sheet."""
    if meaning.is_void:
        return ReadRow(number, None, True, tuple(meaning.doubts)), sheet
    state = sheet.state
    record, doubts = completed(game, state, meaning)
    try:
        value = read_record(game, record)
        violations = deal_violations(game, state, value)
    except Refused as refused:
        return ReadRow(
            number, None, False, (*doubts, *as_doubts(refused.violations)), tuple(meaning.written)
        ), sheet
    after = fold_sheet(game, sheet, [value], first_number=len(sheet.rows) + 1)
    all_doubts = (*doubts, *as_doubts(violations))
    return ReadRow(number, record, False, all_doubts, tuple(meaning.written)), after


def completed(game: Game, state: Any, meaning: Meaning) -> tuple[dict[str, Any], list[Doubt]]:
    """Return the record with presets and empty lists, and doubts where a mark was not asked for."""
    line = Line(game, state.options, state.seats, "")
    known = with_presets(line, meaning.values)
    doubts = list(meaning.doubts)
    for each in game.fields:
        is_here = is_asked(each, known, state.options, state.seats)
        if each.kind in (Kind.CHOICES, Kind.SEATS) and is_here:
            known.setdefault(each.name, [])
        if each.name in meaning.values and not is_here:
            doubts.append(Doubt(each.name, NOT_ASKED, (meaning.values[each.name],)))
    return clean_record(game, known), doubts


def as_doubts(violations: Iterable[Violation]) -> tuple[Doubt, ...]:
    """Return the rules that a row breaks as doubts."""
    return tuple(Doubt(each.field, each.code, (), each) for each in violations)


# Whole pages


def page_problems(plan: Plan, page: SeenPage, used: Sequence[int]) -> list[str]:
    """Return what is odd about the lines of a page; `used` are the places of its marked lines, from 0."""
    problems = []
    if used and used[-1] + 1 != len(used):
        problems.append(LEFT_OUT)
    count = lines_used(plan, page.foot)
    if count is not None and count not in (len(used), used[-1] + 1 if used else 0):
        problems.append(USED_DIFFER)
    return problems


def lines_used(plan: Plan, foot: str) -> int | None:
    """Return the number at the foot; None if nothing is clearly marked, -1 if its marks are not clear."""
    if not set(foot) & {MARKED, SOLID}:
        return None
    digits: dict[Any, Any] = {}
    for slot, letters in slot_letters([slot for slot, _ in plan.foot], foot):
        if slot.field == LINES_USED:
            marks = [value for value, letter in zip(slot.values, letters, strict=True) if letter != EMPTY]
            if len(marks) > 1:
                return -1
            digits.update(zip([slot.digit], marks, strict=False))
    if not digits:
        return None
    return int(digits[TENS]) * 10 + int(digits[UNITS]) if len(digits) == 2 else -1

"""A table's sheet in the club's format: running totals, the dealer's dot, the contract, the change."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext
from reportlab.lib.colors import black
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm

from rules.board import Unit
from tournaments.publications.pdf.fonts import BOLD, REGULAR, faces, pieces
from tournaments.publications.pdf.pages import (
    BOTTOM,
    GREY,
    LEEWAY,
    RULE,
    TOP,
    WIDTH,
    Story,
    height_of,
    table,
)
from tournaments.publications.pdf.words import CENTER, RIGHT, cell, paragraph
from tournaments.wording.lists import labelled
from tournaments.wording.numbers import amount, plain, signed

NUMBER, DOT, DOT_AND_LETTER, VALUE, MARK = 9 * mm, 4 * mm, 6 * mm, 13 * mm, 7 * mm
SEAT, SEAT_OF_LIST, COUNT = 22 * mm, 25 * mm, 5 * mm
LEAST_PLAYED, MOST_PLAYED = 38 * mm, 60 * mm
PADDING = 2
LEAST_SIZE, USUAL_SIZE, MOST_SIZE = 6.0, 7.5, 9.5  # points
LEAST_PADDING, MOST_PADDING = 1.0, 4.0  # points above and below the text of a row
DEALS_DOT, AGAIN = "●", "·"
CORRECTED, RULED, WRONG = "*", "§", "!"


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedPart:
    """One part of a sheet: the names over its columns, and its rows as `sheet_row` makes them.

    `listed` has the texts of every row in the list columns `columns`, by seat and column; both are empty if
    running totals are kept. `marked` has the letters of every row, by seat. `size` of the letters and
    `padding` above and below them are points.
    """

    names: Sequence[str]
    rows: Sequence[Mapping[str, Any]]
    columns: Sequence[str] = ()
    listed: Sequence[Sequence[Sequence[str]]] = ()
    marked: Sequence[Mapping[int, str]] = ()
    size: float = USUAL_SIZE
    padding: float = LEAST_PADDING

    @property
    def width(self) -> int:
        """Return the number of columns of a seat besides its dot."""
        return len(self.columns) or 1


@dataclass(frozen=True, slots=True)
class Ruled:
    """The points of every seat that replace the recorded ones, and the reason."""

    points: Sequence[int]
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedSheet:
    """A whole sheet as recorded; `ruled` has the points that count instead, by row.

    `accounts` has the points of all parts per account; empty if `totals` has them. `foot` has the parts of
    the totals, a label and a text for every seat. `letters` explains the letters beside the points.
    `table_sum` has the sum of the table and what it has to be, where a game checks it.
    """

    parts: Sequence[PrintedPart]
    totals: Sequence[int]
    foot: Sequence[tuple[str, Sequence[str]]]
    accounts: Sequence[tuple[str, int]]
    deals_counted: int
    deals_expected: int | None
    has_values: bool
    house_scoring: str
    ruled: Mapping[int, Ruled]
    letters: Mapping[str, str]
    table_sum: tuple[int, int] | None = None
    unit: str = Unit.POINTS  # of the totals


def sheet_story(sheet: PrintedSheet, above: Story) -> Story:
    """Return what stands above, then the sheet: its letters and lines fill one page, if it fits on one."""
    room = A4[1] - TOP - BOTTOM - height_of(above) - LEEWAY
    height = height_of(story_of(sheet))
    fitting = next((each for each in resized(sheet, room, height) if is_fitting(each, room, height)), sheet)
    lines = sum(len(part.rows) + 2 for part in sheet.parts) + len(sheet.foot)
    spare = max(0, room - height_of(story_of(fitting))) / lines / 2
    padding = min(MOST_PADDING, LEAST_PADDING + spare)
    return [*above, *story_of(in_letters(fitting, fitting.parts[0].size, padding))]


def resized(sheet: PrintedSheet, room: float, height: float) -> Iterator[PrintedSheet]:
    """Yield the sheet in smaller and smaller letters, from those that could fill the room."""
    most = max(USUAL_SIZE, min(MOST_SIZE, USUAL_SIZE * room / height))
    for half in range(int(2 * most), int(2 * LEAST_SIZE) - 1, -1):
        yield in_letters(sheet, half / 2)


def is_fitting(sheet: PrintedSheet, room: float, height: float) -> bool:
    """Return whether a sheet has room, and no line is broken that is whole at its usual height."""
    height_of_it, size = height_of(story_of(sheet)), sheet.parts[0].size
    return height_of_it <= room and (size <= USUAL_SIZE or height_of_it <= height * size / USUAL_SIZE)


def in_letters(sheet: PrintedSheet, size: float, padding: float = LEAST_PADDING) -> PrintedSheet:
    """Return the sheet in letters of this size."""
    return replace(sheet, parts=[replace(part, size=size, padding=padding) for part in sheet.parts])


def story_of(sheet: PrintedSheet) -> Story:
    """Return the parts of a sheet, the totals at the end, then the legend."""
    last = len(sheet.parts) - 1
    story: Story = [part_table(sheet, part, place == last) for place, part in enumerate(sheet.parts)]
    story.append(paragraph(counted_words(sheet), size=8, before=5))
    if sheet.accounts:
        story.append(paragraph(account_words(sheet), size=8))
    story.append(paragraph(" · ".join(legend_words(sheet)), size=8))
    story += [paragraph(ruled_words(sheet, number), size=8) for number in sorted(sheet.ruled)]
    return story


def legend_words(sheet: PrintedSheet) -> list[str]:
    """Return the meanings of the marks used on this sheet."""
    rows = [row for part in sheet.parts for row in part.rows]
    signs_used = {mark for row in rows for mark in marks_of(row, sheet.ruled)}
    signs_used |= {sign for part in sheet.parts for signs in part.marked for sign in signs.values()}
    signs_used |= {DEALS_DOT} if all(row["counts"] for row in rows) else {DEALS_DOT, AGAIN}
    letters = {sign: f"{sign} {label}" for sign, label in sheet.letters.items()}
    return [words for mark, words in {**legend(), **letters}.items() if mark in signs_used]


def legend() -> dict[str, str]:
    """Return the meanings of the marks of every game."""
    return {
        DEALS_DOT: gettext("● deals"),
        AGAIN: gettext("· dealt again"),
        CORRECTED: gettext("* corrected after the first entry"),
        RULED: gettext("§ counts by a ruling of the director"),
        WRONG: gettext("! impossible after an earlier correction; counts without points"),
    }


def counted_words(sheet: PrintedSheet) -> str:
    """Return the number of deals on the sheet in words."""
    values = {"counted": sheet.deals_counted, "expected": sheet.deals_expected}
    text = (
        gettext("%(counted)s of %(expected)s deals")
        if sheet.deals_expected
        else gettext("Deals: %(counted)s")
    )
    return " · ".join(filter(None, (text % values, sum_words(sheet))))


def sum_words(sheet: PrintedSheet) -> str:
    """Return the sum of the table, checked; empty where a game has none."""
    if sheet.table_sum is None:
        return ""
    total, due = sheet.table_sum
    if total == due:
        return gettext("Sum of the table: %(sum)s, correct") % {"sum": plain(total)}
    return gettext("Sum of the table: %(sum)s instead of %(due)s") % {"sum": plain(total), "due": plain(due)}


def account_words(sheet: PrintedSheet) -> str:
    """Return the points of the whole sheet, over all its parts and with its rulings."""
    totals = " · ".join(f"{name} {amount(total, sheet.unit)}" for name, total in sheet.accounts)
    return labelled(gettext("Result of the whole sheet, rulings included"), totals)


def marks_of(row: Mapping[str, Any], ruled: Collection[int]) -> str:
    """Return the marks at the end of a row."""
    is_corrected, is_ruled = row["revision"] > 1, row["number"] in ruled
    return (
        (CORRECTED if is_corrected else "")
        + (RULED if is_ruled else "")
        + (WRONG if row["violations"] else "")
    )


def ruled_words(sheet: PrintedSheet, number: int) -> str:
    """Return the points that a row counts instead of the recorded ones, and the reason."""
    row = next(row for part in sheet.parts for row in part.rows if row["number"] == number)
    ruled = sheet.ruled[number]
    points = " / ".join(signed(each) for each in ruled.points)
    text = gettext("§ deal %(deal)s counts: %(points)s") % {"deal": row["deal"], "points": points}
    return f"{text} – {ruled.reason}" if ruled.reason else text


# One part


def part_table(sheet: PrintedSheet, part: PrintedPart, is_last: bool) -> Any:
    """Return a header of names over the rows; every seat has a column for the dot and its value columns."""
    widths = column_widths(part, sheet.has_values)
    rows = [column_labels(part, sheet.has_values)] if part.columns else []
    rows += [row_cells(place, sheet, part, widths) for place in range(len(part.rows))]
    commands = part_commands(part, sheet.has_values)
    if is_last:
        parts = [foot_cells(line, sheet, part, widths) for line in sheet.foot]
        total = total_cells(sheet, part, widths)
        rows += [*parts, total] if part.columns else [total, *parts]
        commands += foot_commands(len(sheet.foot), part)
    return table(
        head_cells(part, sheet.has_values, widths),
        rows,
        widths,
        *commands,
        size=part.size,
        padding=part.padding,
    )


def column_widths(part: PrintedPart, has_values: bool) -> list[float]:
    """Return the widths: number, dot and values of every seat, value, contract, marks."""
    seats, counts = len(part.names), part.width - 1
    rest = WIDTH - NUMBER - MARK - (VALUE if has_values else 0)
    least = SEAT_OF_LIST if part.columns else SEAT
    played = max(LEAST_PLAYED, min(MOST_PLAYED, rest - seats * least))
    seat = (rest - played) / seats
    value = [VALUE] if has_values else []
    dot = DOT_AND_LETTER if any(part.marked) else DOT
    own = [dot, seat - dot - counts * COUNT, *[COUNT] * counts]
    return [NUMBER, *own * seats, *value, played, MARK]


def head_cells(part: PrintedPart, has_values: bool, widths: Sequence[float]) -> list[Any]:
    """Return the names, each over the columns of its seat."""
    wide = sum(widths[1 : 2 + part.width]) - PADDING
    names = [cell(name, wide, style=BOLD, size=part.size - 1, align=CENTER) for name in part.names]
    seats = [each for name in names for each in (name, *[""] * part.width)]
    value = [cell(gettext("Value"), widths[-3] - PADDING, style=BOLD, size=part.size - 1, align=RIGHT)]
    played = cell(gettext("Played"), widths[-2] - 6 * PADDING, style=BOLD, size=part.size - 1)
    return ["#", *seats, *(value if has_values else []), played, ""]


def column_labels(part: PrintedPart, has_values: bool) -> list[Any]:
    """Return the labels of a list's columns, for every seat."""
    labels = [cell(label, COUNT * 2, size=part.size - 1, align=RIGHT) for label in part.columns]
    return ["", *["", *labels] * len(part.names), *([""] if has_values else []), "", ""]


def row_cells(place: int, sheet: PrintedSheet, part: PrintedPart, widths: Sequence[float]) -> list[Any]:
    """Return one deal; a seat's values appear only where they changed."""
    row = part.rows[place]
    number = str(row["deal"]) if row["counts"] else AGAIN
    columns = part.listed[place] if part.columns else running_totals(row, sheet.unit)
    signs = part.marked[place] if part.marked else {}
    dots = [dealer_dot(row, seat) + signs.get(seat, "") for seat in range(len(part.names))]
    seats = [text for dot, texts in zip(dots, columns, strict=True) for text in (dot, *texts)]
    value = [plain(row["value"]) if row["counts"] else "–"] if sheet.has_values else []
    played = cell(played_words(row), widths[-2] - 6 * PADDING, size=part.size)
    return [number, *seats, *value, played, marks_of(row, sheet.ruled)]


def dealer_dot(row: Mapping[str, Any], seat: int) -> str:
    """Return the dealer's mark."""
    return DEALS_DOT if row["dealer"] == seat else ""


def running_totals(row: Mapping[str, Any], unit: str) -> list[list[str]]:
    """Return the new totals of the seats that a deal changed."""
    changes = zip(row["totals"], row["deltas"], strict=True)
    return [[amount(total, unit) if delta else ""] for total, delta in changes]


def played_words(row: Mapping[str, Any]) -> str:
    """Return the short line, and whether it was lost."""
    return f"{row['line']} {gettext('lost')}" if row["made"] is False else row["line"]


def total_cells(sheet: PrintedSheet, part: PrintedPart, widths: Sequence[float]) -> list[Any]:
    """Return the totals of a sheet; with several parts, labelled as those of the last."""
    words = gettext("totals of this part") if len(sheet.parts) > 1 else ""
    values = [amount(total, sheet.unit) for total in sheet.totals]
    return ["=", *sum_cells(values, cell(words, widths[-2] - 6 * PADDING, size=part.size), sheet, part)]


def foot_cells(
    line: tuple[str, Sequence[str]], sheet: PrintedSheet, part: PrintedPart, widths: Sequence[float]
) -> list[Any]:
    """Return one component of the totals, with its label in the contract column."""
    label, values = line
    return ["", *sum_cells(values, cell(label, widths[-2] - 6 * PADDING, size=part.size - 1), sheet, part)]


def sum_cells(values: Sequence[str], words: Any, sheet: PrintedSheet, part: PrintedPart) -> list[Any]:
    """Return a sum per seat, across all its columns."""
    seats = [text for value in values for text in ("", value, *[""] * (part.width - 1))]
    return [*seats, *([""] if sheet.has_values else []), words, ""]


def part_commands(part: PrintedPart, has_values: bool) -> list[tuple[Any, ...]]:
    """Return the lines between seats, a thicker line after every tenth deal, and grey for redealt rows."""
    seats, step, dot_font = len(part.names), 1 + part.width, pieces(DEALS_DOT, REGULAR)[0][0]
    commands: list[tuple[Any, ...]] = [
        ("LEFTPADDING", (0, 0), (-1, -1), PADDING / 2),
        ("RIGHTPADDING", (0, 0), (-1, -1), PADDING),
        ("ALIGN", (-2, 0), (-2, -1), "LEFT"),
        ("LEFTPADDING", (-2, 0), (-2, -1), 5 * PADDING),
        ("FONTSIZE", (1, 1), (1 + step * seats, -1), part.size),
        *(("FONTNAME", (1 + step * seat, 1), (1 + step * seat, -1), dot_font) for seat in range(seats)),
        ("LINEAFTER", (0, 0), (0, -1), RULE, GREY),
    ]
    for seat in range(seats):
        left, last = 1 + step * seat, step * (seat + 1)
        commands += [("SPAN", (left, 0), (last, 0)), ("ALIGN", (left, 0), (last, 0), "CENTER")]
        commands += [("LINEAFTER", (last, 0), (last, -1), 0.25, GREY)]
    for place, row in enumerate(part.rows, start=2 if part.columns else 1):
        if row["counts"] and row["deal"] % 10 == 0:
            commands.append(("LINEBELOW", (0, place), (-1, place), RULE / 2, black))
    return commands


def foot_commands(parts: int, part: PrintedPart) -> list[tuple[Any, ...]]:
    """Return the lines around totals and components; a list has its totals below their components."""
    first, totals = -1 - parts, -1 if part.columns else -1 - parts
    step = 1 + part.width
    spans = [
        ("SPAN", (2 + step * seat, row), (step * (seat + 1), row))
        for seat in range(len(part.names) if part.width > 1 else 0)
        for row in range(first, 0)
    ]
    return [
        ("LINEABOVE", (0, first), (-1, first), RULE, black),
        ("LINEABOVE", (0, totals), (-1, totals), RULE, black),
        ("FONT", (0, totals), (-1, totals), faces(BOLD)[0].name, part.size + 1),
        *spans,
    ]

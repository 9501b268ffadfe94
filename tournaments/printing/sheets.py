"""A table's sheet as the club's own: running totals, the dealer's dot, what was played, what changed."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext
from reportlab.lib.colors import black
from reportlab.lib.units import mm

from tournaments.figures import plain, signed
from tournaments.printing.fonts import BOLD, faces
from tournaments.printing.pages import GREY, RULE, WIDTH, Story, table
from tournaments.printing.words import CENTER, RIGHT, cell, paragraph

NUMBER, DOT, VALUE, MARK = 9 * mm, 4 * mm, 13 * mm, 7 * mm
LEAST_PLAYED, MOST_PLAYED = 38 * mm, 60 * mm
SIZE, PADDING = 7.5, 2
DEALS_DOT, AGAIN = "●", "·"
CORRECTED, RULED, WRONG = "*", "§", "!"


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperPart:
    """One part of a sheet: the names over its columns, and its rows as `sheet_row` makes them."""

    names: Sequence[str]
    rows: Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Ruled:
    """The points of every seat that count instead of what is written, and why."""

    points: Sequence[int]
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperSheet:
    """A whole sheet as it was written; `ruled` has what counts instead, by row.

    `accounts` has what all parts count for whom; empty where `totals` say it. `foot` are the parts of the
    totals, a label and a text for every seat.
    """

    parts: Sequence[PaperPart]
    totals: Sequence[int]
    foot: Sequence[tuple[str, Sequence[str]]]
    accounts: Sequence[tuple[str, int]]
    deals_counted: int
    deals_expected: int | None
    has_values: bool
    house_scoring: str
    ruled: Mapping[int, Ruled]


def sheet_story(sheet: PaperSheet) -> Story:
    """The parts of a sheet under each other, the totals at the end, then what the marks mean."""
    last = len(sheet.parts) - 1
    story: Story = [part_table(sheet, part, place == last) for place, part in enumerate(sheet.parts)]
    story.append(paragraph(counted_words(sheet), size=8, before=5))
    if sheet.accounts:
        story.append(paragraph(account_words(sheet), size=8))
    marks = {mark for part in sheet.parts for row in part.rows for mark in marks_of(row, sheet.ruled)}
    words = [text for mark, text in legend().items() if mark in marks or mark in (DEALS_DOT, AGAIN)]
    story.append(paragraph(" · ".join(words), size=7))
    story += [paragraph(ruled_words(sheet, number), size=7) for number in sorted(sheet.ruled)]
    return story


def legend() -> dict[str, str]:
    """What the marks mean."""
    return {
        DEALS_DOT: gettext("● deals"),
        AGAIN: gettext("· dealt again"),
        CORRECTED: gettext("* corrected after it was first written"),
        RULED: gettext("§ counts as the director ruled"),
        WRONG: gettext("! impossible since a correction before it; counts without points"),
    }


def counted_words(sheet: PaperSheet) -> str:
    """How many deals are on the sheet."""
    values = {"counted": sheet.deals_counted, "expected": sheet.deals_expected}
    text = (
        gettext("%(counted)s of %(expected)s deals")
        if sheet.deals_expected
        else gettext("Deals: %(counted)s")
    )
    return text % values


def account_words(sheet: PaperSheet) -> str:
    """What the whole sheet comes to, over all its parts and with its rulings."""
    totals = " · ".join(f"{name} {signed(total)}" for name, total in sheet.accounts)
    return f"{gettext('What the whole sheet counts, rulings included')}: {totals}"


def marks_of(row: Mapping[str, Any], ruled: Collection[int]) -> str:
    """The marks at the end of a row."""
    is_corrected, is_ruled = row["revision"] > 1, row["number"] in ruled
    return (
        (CORRECTED if is_corrected else "")
        + (RULED if is_ruled else "")
        + (WRONG if row["violations"] else "")
    )


def ruled_words(sheet: PaperSheet, number: int) -> str:
    """What a row counts instead of what is written, and why."""
    row = next(row for part in sheet.parts for row in part.rows if row["number"] == number)
    ruled = sheet.ruled[number]
    points = " / ".join(signed(each) for each in ruled.points)
    text = gettext("§ deal %(deal)s counts: %(points)s") % {"deal": row["deal"], "points": points}
    return f"{text} – {ruled.reason}" if ruled.reason else text


# One part


def part_table(sheet: PaperSheet, part: PaperPart, is_last: bool) -> Any:
    """A head of names over rows of running totals; two columns a seat, for the dot and the figure."""
    widths = column_widths(len(part.names), sheet.has_values)
    rows = [row_cells(row, sheet, widths) for row in part.rows]
    if is_last:
        rows += [total_cells(sheet, widths), *(foot_cells(line, sheet, widths) for line in sheet.foot)]
    commands = [*part_commands(part, sheet.has_values), *(foot_commands(len(sheet.foot)) if is_last else [])]
    return table(head_cells(part, sheet.has_values, widths), rows, widths, *commands, size=SIZE)


def column_widths(seats: int, has_values: bool) -> list[float]:
    """Number, dot and total of every seat, value, what was played, marks."""
    rest = WIDTH - NUMBER - MARK - (VALUE if has_values else 0)
    played = max(LEAST_PLAYED, min(MOST_PLAYED, rest - seats * 22 * mm))
    seat = (rest - played) / seats
    value = [VALUE] if has_values else []
    return [NUMBER, *[DOT, seat - DOT] * seats, *value, played, MARK]


def head_cells(part: PaperPart, has_values: bool, widths: Sequence[float]) -> list[Any]:
    """The names, each over both columns of its seat."""
    wide = widths[1] + widths[2] - PADDING
    names = [cell(name, wide, style=BOLD, size=SIZE - 1, align=CENTER) for name in part.names]
    seats = [each for name in names for each in (name, "")]
    value = [cell(gettext("Value"), widths[-3] - PADDING, style=BOLD, size=SIZE - 1, align=RIGHT)]
    played = cell(gettext("Played"), widths[-2] - 6 * PADDING, style=BOLD, size=SIZE - 1)
    return ["#", *seats, *(value if has_values else []), played, ""]


def row_cells(row: Mapping[str, Any], sheet: PaperSheet, widths: Sequence[float]) -> list[Any]:
    """One deal; a total is written only where it changed."""
    number = str(row["deal"]) if row["counts"] else AGAIN
    seats = [text for seat in range(len(row["totals"])) for text in seat_cells(row, seat)]
    value = [plain(row["value"]) if row["counts"] else "–"] if sheet.has_values else []
    played = cell(played_words(row), widths[-2] - 6 * PADDING, size=SIZE)
    return [number, *seats, *value, played, marks_of(row, sheet.ruled)]


def seat_cells(row: Mapping[str, Any], seat: int) -> Iterator[str]:
    """The dot of who deals, and the new total of whom the deal changed."""
    yield DEALS_DOT if row["dealer"] == seat else ""
    yield signed(row["totals"][seat]) if row["deltas"][seat] else ""


def played_words(row: Mapping[str, Any]) -> str:
    """The written line, and whether it was lost."""
    return f"{row['line']} {gettext('lost')}" if row["made"] is False else row["line"]


def total_cells(sheet: PaperSheet, widths: Sequence[float]) -> list[Any]:
    """The last line of a sheet; of several parts it says that the totals are those of the last."""
    totals = [text for total in sheet.totals for text in ("", signed(total))]
    value = [""] if sheet.has_values else []
    words = gettext("totals of this part") if len(sheet.parts) > 1 else ""
    return ["=", *totals, *value, cell(words, widths[-2] - 6 * PADDING, size=SIZE), ""]


def foot_cells(line: tuple[str, Sequence[str]], sheet: PaperSheet, widths: Sequence[float]) -> list[Any]:
    """One part of the totals, its label where the deals say what was played."""
    label, values = line
    seats = [text for value in values for text in ("", value)]
    value = [""] if sheet.has_values else []
    return ["", *seats, *value, cell(label, widths[-2] - 6 * PADDING, size=SIZE - 1), ""]


def part_commands(part: PaperPart, has_values: bool) -> list[tuple[Any, ...]]:
    """Rules between the seats, a stronger line under every tenth deal, grey for what is dealt again."""
    seats = len(part.names)
    found: list[tuple[Any, ...]] = [
        ("LEFTPADDING", (0, 0), (-1, -1), PADDING / 2),
        ("RIGHTPADDING", (0, 0), (-1, -1), PADDING),
        ("TOPPADDING", (0, 0), (-1, -1), 0.8),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 1.2),
        ("ALIGN", (-2, 0), (-2, -1), "LEFT"),
        ("LEFTPADDING", (-2, 0), (-2, -1), 5 * PADDING),
        ("FONTSIZE", (1, 1), (1 + 2 * seats, -1), SIZE),
        ("LINEAFTER", (0, 0), (0, -1), RULE, GREY),
    ]
    for seat in range(seats):
        left = 1 + 2 * seat
        found += [("SPAN", (left, 0), (left + 1, 0)), ("ALIGN", (left, 0), (left + 1, 0), "CENTER")]
        found += [("LINEAFTER", (left + 1, 0), (left + 1, -1), 0.25, GREY)]
    for place, row in enumerate(part.rows, start=1):
        if row["counts"] and row["deal"] % 10 == 0:
            found.append(("LINEBELOW", (0, place), (-1, place), RULE / 2, black))
    return found


def foot_commands(parts: int) -> list[tuple[Any, ...]]:
    """The totals under a strong line, above so many lines of their parts."""
    totals = -1 - parts
    return [
        ("LINEABOVE", (0, totals), (-1, totals), RULE, black),
        ("FONT", (0, totals), (-1, totals), faces(BOLD)[0].name, SIZE + 1),
    ]

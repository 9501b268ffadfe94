"""A round as a PDF: every table with its players and their points."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from django.utils.translation import gettext
from reportlab.lib.colors import black
from reportlab.lib.units import mm

from rules.board import Unit
from tournaments.publications.pdf.below import MARK, note_lines, of_round
from tournaments.publications.pdf.fonts import BOLD, REGULAR, faces
from tournaments.publications.pdf.pages import HAIR, RULE, WIDTH, Story, table
from tournaments.publications.pdf.standings import LEAST_SIZE, MOST_HEAD, padding_for, sizes_for
from tournaments.publications.pdf.words import cell, paragraph, text_width
from tournaments.selectors.publishing.public_event import Noted
from tournaments.selectors.publishing.round_results import RoundResult, TableResult
from tournaments.wording.lists import in_a_list
from tournaments.wording.numbers import amount

TABLE, DEALS, NUMBER, POINTS = 18 * mm, 22 * mm, 14 * mm, 26 * mm
WIDTHS = [TABLE, DEALS, NUMBER, WIDTH - TABLE - DEALS - NUMBER - POINTS, POINTS]
PADDING = 6


def round_story(result: RoundResult, unit: Unit, noted: Sequence[Noted] = ()) -> Story:
    """Return the tables of a round, who sat it out, and the director's adjustments of its points."""
    words = (gettext("Table"), gettext("Deals"), gettext("No."), gettext("Player"), gettext("Points"))
    size = size_of_round(result, has_notes=bool(of_round(noted, result.number)))
    of_head = min(size - 1, MOST_HEAD)
    head = [
        cell(word, width - PADDING, style=BOLD, size=of_head)
        for word, width in zip(words, WIDTHS, strict=True)
    ]
    adjusted = of_round(noted, result.number)
    marked = {each.number for each in adjusted}
    rows = [row for each in result.tables for row in table_rows(each, unit, size, marked)]
    padding = None if adjusted else padding_for(len(rows) + bool(result.sitting_out), size)
    story: Story = [
        table(head, rows, WIDTHS, *commands(result), size=size, head_size=of_head, padding=padding)
    ]
    if result.sitting_out:
        names = in_a_list(result.sitting_out)
        story.append(paragraph(gettext("Sat out this round: %(names)s") % {"names": names}, before=6))
    if adjusted:
        story.append(
            paragraph(gettext("These are points at the tables; the standings also count:"), before=6)
        )
    return [*story, *(paragraph(line, size=8) for each in adjusted for line in note_lines(each))]


def size_of_round(result: RoundResult, *, has_notes: bool) -> float:
    """Return the size of the text: as large as fills the page, if all names take one line."""
    if has_notes:
        return LEAST_SIZE
    names = [seat.name for each in result.tables for seat in each.seats]
    room = WIDTHS[3] - PADDING
    sizes = sizes_for(len(names) + bool(result.sitting_out))
    enough = (size for size in sizes if all(text_width(name, REGULAR, size) <= room for name in names))
    return next(enough, LEAST_SIZE)


def table_rows(
    result: TableResult, unit: Unit, size: float, marked: Collection[int] = ()
) -> Iterator[list[Any]]:
    """Yield the seats of a table; the first row has its number and deals, a mark refers to a note."""
    for place, seat in enumerate(result.seats):
        first = [str(result.table), str(result.deals_counted)] if place == 0 else ["", ""]
        name = f"{seat.name} {MARK}" if seat.number in marked else seat.name
        yield [
            *first,
            str(seat.number),
            cell(name, WIDTHS[3] - PADDING, size=size),
            amount(seat.points, unit),
        ]


def commands(result: RoundResult) -> list[tuple[Any, ...]]:
    """Return the styles: bold table numbers, a line between tables, no page break within a table."""
    lines: list[tuple[Any, ...]] = [
        ("ALIGN", (0, 0), (1, -1), "LEFT"),
        ("ALIGN", (3, 0), (3, -1), "LEFT"),
        ("FONTNAME", (0, 1), (0, -1), faces(BOLD)[0].name),
    ]
    row = 1
    for each in result.tables:
        last = row + len(each.seats) - 1
        lines += [
            ("LINEABOVE", (0, row), (-1, row), RULE / 2 + HAIR, black),
            ("NOSPLIT", (0, row), (-1, last)),
        ]
        row = last + 1
    return lines

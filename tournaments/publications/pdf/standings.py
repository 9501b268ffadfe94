"""The standings as a PDF: rank, name, rounds and the ranking values, as on the public page."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from django.utils.translation import gettext, ngettext
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm

from rules.board import Unit
from tournaments.publications.pdf.below import MARK, notes_story
from tournaments.publications.pdf.fonts import BOLD, REGULAR, faces
from tournaments.publications.pdf.pages import (
    BOTTOM,
    LEEWAY,
    LINE,
    PADDED,
    TOP,
    WIDE,
    WIDTH,
    Story,
    height_of,
    table,
)
from tournaments.publications.pdf.words import RIGHT, cell, fitting_size, paragraph, text_width
from tournaments.selectors.publishing.podium import podium_of
from tournaments.selectors.publishing.public_event import Noted
from tournaments.wording.lists import in_brackets
from tournaments.wording.numbers import amount
from tournaments.wording.ranking import as_shown, deciding_by_number

RANK_WIDTH, NUMBER_WIDTH = 11 * mm, 11 * mm
LEAST_NAME = 42 * mm
LEAST_VALUE, MOST_VALUE = 12 * mm, 22 * mm
PADDING, BETWEEN_HEADS = 6, 10
LEAST_SIZE, MOST_SIZE = 9.0, 18.0
LEAST_HEAD, READABLE_HEAD, MOST_HEAD = 6.0, 8.0, 12.0
ROW_HEIGHT, MOST_HEIGHT = 1.75, 2.9  # for each point of the size
OPENING = 105  # points: title, facts and notes above the list
ROOM = A4[1] - TOP - BOTTOM - OPENING
LEAST_AIR = 1.0  # points above and below the text of a row that must fit
NOTHING = "–"
NAME = 2  # its column
SMALLER = 0.65  # of the size of the others: the few names that are long
Standings = Mapping[str, Any]


def standings_story(
    standings: Standings,
    *,
    is_wide: bool,
    noted: Sequence[Noted] = (),
    above: Sequence[Any] = (),
    below: Sequence[Any] = (),
) -> Story:
    """Return everything below the title; entrants with a note are marked, and the notes follow at the end.

    `above` and `below` are what stands over and under the list on its page: the list takes the rest of it,
    with less air if need be.
    """
    if not standings["rows"]:
        return [paragraph(gettext("No deals yet"))]
    width, page = (WIDE, A4[0]) if is_wide else (WIDTH, A4[1])
    below = [*notes_story(noted), *below]
    room = page - TOP - BOTTOM - (height_of(above, width) if above else OPENING) - height_of(below, width)
    size = size_of(standings, is_wide=is_wide, has_notes=bool(noted), room=room)
    widths = column_widths(standings, width, size)
    marked = {each.number for each in noted}
    styles = styles_of(standings)
    rows = [
        line_cells(row, standings, widths, size, style, is_marked=row["number"] in marked)
        for row, style in zip(standings["rows"], styles, strict=True)
    ]
    apart = ("LEFTPADDING", (3, 0), (-1, 0), BETWEEN_HEADS - PADDING / 2)
    of_head = head_size(standings, widths, size)
    head = head_cells(standings, widths, of_head)
    padding = size * PADDED if noted else padding_for(len(rows), size, room)
    left = ("ALIGN", (2, 0), (2, -1), "LEFT")
    winners = [
        ("FONTNAME", (0, place), (-1, place), faces(BOLD)[0].name)
        for place, style in enumerate(styles, start=1)
        if style == BOLD
    ]
    made = partial(table, head, rows, widths, left, apart, *winners, size=size, head_size=of_head)
    too_high = height_of([made(padding=padding)], width) + LEEWAY - room
    tighter = padding - too_high / (len(rows) + 1) / 2
    return [made(padding=tighter if too_high > 0 and tighter >= LEAST_AIR else padding), *below]


def notes(standings: Standings) -> list[str]:
    """Return the number of deals, the ranking criteria, and the house scoring, if any."""
    counted = standings["deals_counted"]
    deals = ngettext("after %(counted)s deal", "after %(counted)s deals", counted) % {"counted": counted}
    return [deals, standings["ranked_in_words"], standings["house_scoring"]]


def with_ties_only(standings: Standings) -> Standings:
    """Return standings with the later values that decided between equals, in their rows alone."""
    deciding = deciding_by_number(standings)
    first, *later = standings["ranked_by"]
    names = {first["name"], *(ranking["name"] for ranking, _ in deciding.values())}
    rows = [
        row if row["number"] in deciding else without_later(row, {first["name"]}) for row in standings["rows"]
    ]
    broken_by = [each for each in standings["ties_broken_by"] if each["name"] in names]
    ranked_by = [first, *(each for each in later if each["name"] in names)]
    return {**standings, "ranked_by": ranked_by, "ties_broken_by": broken_by, "rows": rows}


def without_later(row: Standings, first: Collection[str]) -> Standings:
    """Return a row without the values after the first one."""
    values = {name: value for name, value in row["values"].items() if name in first}
    return {**row, "values": values, "tie_breaks": {}}


def styles_of(standings: Standings) -> list[str]:
    """Return the letters of each row: bold for the winners of final standings."""
    winners = {step.rank for step in podium_of(standings)}
    return [BOLD if row["rank"] in winners else REGULAR for row in standings["rows"]]


def needs_wide(standings: Standings) -> bool:
    """Return whether the columns need landscape format."""
    values = count_values(standings)
    return RANK_WIDTH + NUMBER_WIDTH + LEAST_NAME + values * LEAST_VALUE > WIDTH


def count_values(standings: Standings) -> int:
    """Return the number of value columns."""
    return sum(len(standings[name]) for name in ("rounds", "ranked_by", "ties_broken_by"))


def size_of(standings: Standings, *, is_wide: bool, has_notes: bool, room: float | None = None) -> float:
    """Return the size of the text: as large as fills the page, if names and figures still take one line."""
    if has_notes:
        return LEAST_SIZE
    width = WIDE if is_wide else WIDTH
    room = (A4[0] if is_wide else A4[1]) - TOP - BOTTOM - OPENING if room is None else room
    sizes = sizes_for(len(standings["rows"]), room)
    return next((size for size in sizes if is_enough(standings, width, size)), LEAST_SIZE)


def sizes_for(rows: int, room: float = ROOM) -> Iterator[float]:
    """Yield the sizes at which this many rows take a room of this height, the largest first."""
    filling = height_of_row(rows, room) / ROW_HEIGHT
    return (half / 2 for half in range(int(2 * min(MOST_SIZE, filling)), int(2 * LEAST_SIZE), -1))


def height_of_row(rows: int, room: float) -> float:
    """Return the height of each of so many rows that fill a room."""
    return room / (rows + 1.5)


def padding_for(rows: int, size: float, room: float = ROOM) -> float:
    """Return the points above and below a text with which so many rows fill a room, but not too far apart."""
    return max(size * PADDED, (min(height_of_row(rows, room), size * MOST_HEIGHT) - size * LINE) / 2)


def is_enough(standings: Standings, width: float, size: float) -> bool:
    """Return whether every name and figure takes one line at this size, and the headers are not tiny."""
    widths = column_widths(standings, width, size)
    return head_size(standings, widths, size) >= READABLE_HEAD and all(
        text_width(text, style, size * SMALLER if place == NAME else size) <= room - PADDING
        for row, style in zip(standings["rows"], styles_of(standings), strict=True)
        for place, (text, room) in enumerate(zip(row_texts(row, standings), widths, strict=True))
    )


def column_widths(standings: Standings, width: float, size: float) -> list[float]:
    """Return the widths: rank, start number, name, and the values; the first two grow with the text."""
    values = count_values(standings)
    narrow = max(RANK_WIDTH, RANK_WIDTH * size / 11)
    left = width - 2 * narrow
    names = sorted(text_width(name_text(row), REGULAR, size) for row in standings["rows"]) or [0]
    longest = max(names[-1] * SMALLER, names[len(names) * 9 // 10])
    name = max(LEAST_NAME, min(left / 2, longest + PADDING + size))
    each = min(MOST_VALUE, max(width / 60, (left - name) / max(values, 1)))
    return [narrow, narrow, left - each * values, *[each] * values]


def head_cells(standings: Standings, widths: Sequence[float], size: float) -> list[Any]:
    """Return the column headers in letters of this size."""
    return [
        cell(word, width - BETWEEN_HEADS, style=BOLD, size=size, align=0 if place == 2 else RIGHT)
        for place, (word, width) in enumerate(zip(head_words(standings), widths, strict=True))
    ]


def head_words(standings: Standings) -> list[str]:
    """Return the words of the column headers."""
    rounds = [gettext("Round %(number)s") % {"number": number} for number in standings["rounds"]]
    labels = [each["label"] for name in ("ranked_by", "ties_broken_by") for each in standings[name]]
    return ["#", gettext("No."), gettext("Player"), *rounds, *labels]


def head_size(standings: Standings, widths: Sequence[float], size: float) -> float:
    """Return the largest size, below that of the text, at which no column header is broken inside a word."""
    most = min(size - 1, MOST_HEAD)
    return min(
        fitting_size(word, width - BETWEEN_HEADS, BOLD, size=most, least=LEAST_HEAD)
        for label, width in zip(head_words(standings), widths, strict=True)
        for word in label.split()
    )


def line_cells(
    row: Standings, standings: Standings, widths: Sequence[float], size: float, style: str, *, is_marked: bool
) -> list[Any]:
    """Return one row as cells; a marked entrant has a note below, and a long name smaller letters."""
    texts: list[Any] = row_texts(row, standings)
    name, room = f"{texts[NAME]} {MARK}" if is_marked else texts[NAME], widths[NAME] - PADDING
    fitting = fitting_size(name, room, style, size=size, least=max(LEAST_SIZE, size * SMALLER))
    write = paragraph if fitting < size else partial(cell, width=room)
    texts[NAME] = write(name, style=style, size=fitting)
    return texts


def row_texts(row: Standings, standings: Standings) -> list[str]:
    """Return the texts of one row; a dash for an unranked entrant, and why beside the name."""
    unit = standings["ranked_by"][0]["unit"] if standings["ranked_by"] else Unit.POINTS
    row = as_shown(row)
    rank = str(row["rank"]) if row["is_placed"] else NOTHING
    rounds = [amount(value, unit) or NOTHING for value in row["rounds"]]
    values = figures(row["values"], standings["ranked_by"])
    return [
        rank,
        str(row["number"]),
        name_text(row),
        *rounds,
        *values,
        *figures(row["tie_breaks"], standings["ties_broken_by"]),
    ]


def name_text(row: Standings) -> str:
    """Return the name of a row, and why it has no rank."""
    return f"{row['name']}{in_brackets(row['unranked']['words'])}" if row["unranked"] else str(row["name"])


def figures(values: Mapping[str, Any], rankings: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the values of a row in the order of the columns."""
    texts = (amount(values.get(each["name"]), each["unit"]) or NOTHING for each in rankings)
    return [text if each["name"] in values else "" for text, each in zip(texts, rankings, strict=True)]

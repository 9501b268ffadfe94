"""A series as a PDF: the overall list, then the categories' lists, with a column per event."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext
from reportlab.lib.units import mm

from tournaments.models import Event
from tournaments.publications.pdf.fonts import BOLD
from tournaments.publications.pdf.pages import WIDE, WIDTH, Story, table
from tournaments.publications.pdf.standings import name_text
from tournaments.publications.pdf.words import RIGHT, cell, heading, paragraph
from tournaments.wording.lists import labelled
from tournaments.wording.numbers import amount

RANK_WIDTH, LEAST_NAME, TOTAL_WIDTH = 11 * mm, 42 * mm, 20 * mm
LEAST_VALUE, MOST_VALUE = 13 * mm, 22 * mm
DATE_WIDTH = 19 * mm  # columns narrower than a date are numbered
PADDING = 6
NOTHING = "–"
Table = Mapping[str, Any]


def series_story(shown: Table, *, is_wide: bool) -> Story:
    """Return everything below the title."""
    if not shown["rows"]:
        return [paragraph(gettext("No points yet"))]
    widths = column_widths(len(shown["events"]), WIDE if is_wide else WIDTH)
    story: Story = [heading(shown["category"])] if shown["category"] else []
    story.append(list_of(shown["rows"], shown, widths))
    for each in [] if shown["category"] else shown["lists"]:
        story += [heading(each["key"]), list_of(each["rows"], shown, widths)]
    return [*story, *legend(shown, widths[-1])]


def notes(shown: Table) -> list[str]:
    """Return how many events count, how many are to come, and what prevents totals."""
    counted, waiting = len(shown["events"]), shown["waiting"]
    events = ngettext("after %(counted)s event", "after %(counted)s events", counted) % {"counted": counted}
    more = ngettext(
        "%(waiting)s more event counts when it is played and public.",
        "%(waiting)s more events count when they are played and public.",
        waiting,
    )
    return [events, *([more % {"waiting": waiting}] if waiting else []), *shown["problems"]]


def needs_wide(shown: Table) -> bool:
    """Return whether the columns need landscape format."""
    return RANK_WIDTH + LEAST_NAME + TOTAL_WIDTH + len(shown["events"]) * LEAST_VALUE > WIDTH


def column_widths(events: int, width: float) -> list[float]:
    """Return the widths: rank, name, total, and one column per event."""
    left = width - RANK_WIDTH - TOTAL_WIDTH
    each = min(MOST_VALUE, max(width / 60, (left - LEAST_NAME) / max(events, 1)))
    return [RANK_WIDTH, left - each * events, TOTAL_WIDTH, *[each] * events]


def list_of(rows: Sequence[Table], shown: Table, widths: Sequence[float]) -> Any:
    """Return one list with its header row."""
    words = ["#", gettext("Player"), gettext("Points"), *event_labels(shown["events"], widths[-1])]
    head = [
        cell(word, width - PADDING, style=BOLD, size=8, align=0 if place == 1 else RIGHT)
        for place, (word, width) in enumerate(zip(words, widths, strict=True))
    ]
    lines = [line_cells(row, shown, widths) for row in rows]
    return table(head, lines, widths, ("ALIGN", (1, 0), (1, -1), "LEFT"))


def line_cells(row: Table, shown: Table, widths: Sequence[float]) -> list[Any]:
    """Return one row; a dash for an unranked player, brackets for a result that does not count."""
    total = amount(row["total"], shown["unit"])
    values = [event_value(each, shown["unit"]) for each in row["cells"]]
    return [str(row["rank"] or NOTHING), cell(name_text(row), widths[1] - PADDING), total, *values]


def event_value(each: Table | None, unit: str) -> str:
    """Return a player's result in one event."""
    if each is None:
        return NOTHING
    value = amount(each["value"], unit)
    return value if each["counts"] else f"({value})"


def event_labels(events: Sequence[Event], width: float) -> list[str]:
    """Return the headers of the event columns: the date, or a number if that is too wide."""
    if width >= DATE_WIDTH:
        return [date_format(event.date, "SHORT_DATE_FORMAT") for event in events]
    return [str(number) for number in range(1, len(events) + 1)]


def legend(shown: Table, width: float) -> Iterator[Any]:
    """Yield the meaning of the columns, and of brackets if there are any."""
    events = shown["events"]
    dates = [date_format(event.date, "SHORT_DATE_FORMAT") for event in events]
    named = [f"{date} {event.name}" for date, event in zip(dates, events, strict=True)]
    labels = event_labels(events, width)
    if labels != dates:
        named = [labelled(label, name) for label, name in zip(labels, named, strict=True)]
    yield paragraph(" · ".join(named), size=8, before=8)
    cells = [each for row in shown["rows"] for each in row["cells"] if each]
    if not all(each["counts"] for each in cells):
        yield paragraph(f"( ) {gettext('does not count: only the best results do')}", size=8, before=3)

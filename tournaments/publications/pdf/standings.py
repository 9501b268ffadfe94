"""The standings as a PDF: rank, name, rounds and the ranking values, as on the public page."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, ngettext
from reportlab.lib.units import mm

from rules.board import Unit
from tournaments.publications.pdf.fonts import BOLD
from tournaments.publications.pdf.notes import MARK, notes_story
from tournaments.publications.pdf.pages import WIDE, WIDTH, Story, table
from tournaments.publications.pdf.words import RIGHT, cell, paragraph
from tournaments.selectors.publishing.rulings import Noted
from tournaments.wording.numbers import amount

RANK_WIDTH, NUMBER_WIDTH = 11 * mm, 11 * mm
LEAST_NAME = 42 * mm
LEAST_VALUE, MOST_VALUE = 12 * mm, 22 * mm
PADDING = 6
NOTHING = "–"
Standings = Mapping[str, Any]


def standings_story(standings: Standings, *, is_wide: bool, noted: Sequence[Noted] = ()) -> Story:
    """Return everything below the title; entrants with a note are marked, and the notes follow at the end."""
    if not standings["rows"]:
        return [paragraph(gettext("No deals yet"))]
    widths = column_widths(count_values(standings), WIDE if is_wide else WIDTH)
    marked = {each.number for each in noted}
    rows = [line_cells(row, standings, widths, row["number"] in marked) for row in standings["rows"]]
    listed = table(head_cells(standings, widths), rows, widths, ("ALIGN", (2, 0), (2, -1), "LEFT"))
    return [listed, *notes_story(noted)]


def notes(standings: Standings) -> list[str]:
    """Return the number of deals, the ranking criteria, and the house scoring, if any."""
    counted = standings["deals_counted"]
    deals = ngettext("after %(counted)s deal", "after %(counted)s deals", counted) % {"counted": counted}
    return [deals, standings["ranked_in_words"], standings["house_scoring"]]


def needs_wide(standings: Standings) -> bool:
    """Return whether the columns need landscape format."""
    values = count_values(standings)
    return RANK_WIDTH + NUMBER_WIDTH + LEAST_NAME + values * LEAST_VALUE > WIDTH


def count_values(standings: Standings) -> int:
    """Return the number of value columns."""
    return sum(len(standings[name]) for name in ("rounds", "ranked_by", "ties_broken_by"))


def column_widths(values: int, width: float) -> list[float]:
    """Return the widths: rank, start number, name, and the values."""
    left = width - RANK_WIDTH - NUMBER_WIDTH
    each = min(MOST_VALUE, max(width / 60, (left - LEAST_NAME) / max(values, 1)))
    return [RANK_WIDTH, NUMBER_WIDTH, left - each * values, *[each] * values]


def head_cells(standings: Standings, widths: Sequence[float]) -> list[Any]:
    """Return the column headers."""
    rounds = [gettext("Round %(number)s") % {"number": number} for number in standings["rounds"]]
    labels = [each["label"] for name in ("ranked_by", "ties_broken_by") for each in standings[name]]
    words = ["#", gettext("No."), gettext("Player"), *rounds, *labels]
    return [
        cell(word, width - PADDING, style=BOLD, size=8, align=0 if place == 2 else RIGHT)
        for place, (word, width) in enumerate(zip(words, widths, strict=True))
    ]


def line_cells(row: Standings, standings: Standings, widths: Sequence[float], is_marked: bool) -> list[Any]:
    """Return one row; a dash for an unranked entrant."""
    unit = standings["ranked_by"][0]["unit"] if standings["ranked_by"] else Unit.POINTS
    rank = str(row["rank"]) if row["is_placed"] else NOTHING
    name = cell(f"{row['name']} {MARK}" if is_marked else row["name"], widths[2] - PADDING)
    rounds = [amount(value, unit) or NOTHING for value in row["rounds"]]
    values = [
        figures(row["values"], standings["ranked_by"]),
        figures(row["tie_breaks"], standings["ties_broken_by"]),
    ]
    return [rank, str(row["number"]), name, *rounds, *values[0], *values[1]]


def figures(values: Mapping[str, Any], rankings: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the values of a row in the order of the columns."""
    return [amount(values.get(each["name"]), each["unit"]) or NOTHING for each in rankings]

"""What stands below the lists: the director's decisions about points, and the prize winners."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext
from reportlab.lib.units import mm

from tournaments.publications.pdf.fonts import BOLD
from tournaments.publications.pdf.pages import WIDTH, Story, table
from tournaments.publications.pdf.words import cell, heading, paragraph
from tournaments.selectors.cash.prize_plan import Win
from tournaments.selectors.publishing.public_event import Noted
from tournaments.selectors.standings.decisions import Note
from tournaments.wording.lists import in_a_list
from tournaments.wording.numbers import plain_money, signed

MARK = "*"
SIZE = 8
RANK, NAME = 16 * mm, 70 * mm
WIDTHS = [RANK, NAME, WIDTH - RANK - NAME]
PADDING = 6


def notes_story(noted: Sequence[Noted]) -> Story:
    """Return a heading and a line per note; empty without notes."""
    lines = [paragraph(line, size=SIZE, after=2) for each in noted for line in note_lines(each)]
    return [heading(gettext("Adjustments and rulings"), size=10), *lines] if lines else []


def note_lines(noted: Noted) -> Iterator[str]:
    """Yield the notes about one entrant."""
    for note in noted.notes:
        reason = f" – {note.reason}" if note.reason else ""
        yield f"{MARK} {noted.name} ({noted.number}): {place_words(note)} {signed(note.points)}{reason}"


def place_words(note: Note) -> str:
    """Return where the points belong; empty for those of the whole event."""
    values = {"round": note.round, "table": note.table, "deal": note.deal}
    if note.deal:
        return gettext("Round %(round)s, table %(table)s, deal %(deal)s counts") % values
    return gettext("Round %(round)s:") % values if note.round else ""


def of_round(noted: Sequence[Noted], number: int) -> list[Noted]:
    """Return the notes that explain why a round's points differ from its tables."""
    tables = [
        Noted(each.number, each.name, [note for note in each.notes if note.round == number and not note.deal])
        for each in noted
    ]
    return [each for each in tables if each.notes]


# Prizes


def prize_words(win: Win) -> str:
    """Return an amount, things, or both, in words."""
    money = [plain_money(win.cents)] if win.cents else []
    return in_a_list([*money, *win.things])


def prizes_story(wins: Sequence[tuple[str, Win]]) -> Story:
    """Return a heading and a line per winner, with the publicly shown name."""
    words = ("#", gettext("Player"), gettext("Prize"))
    head = [
        cell(word, width - PADDING, style=BOLD, size=8) for word, width in zip(words, WIDTHS, strict=True)
    ]
    rows = []
    for name, win in wins:
        texts = zip((name, prize_words(win)), WIDTHS[1:], strict=True)
        rows.append([str(win.rank), *(cell(text, width - PADDING) for text, width in texts)])
    return [heading(gettext("Prizes")), table(head, rows, WIDTHS, ("ALIGN", (1, 0), (2, -1), "LEFT"))]

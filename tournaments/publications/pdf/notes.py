"""The director's decisions about points, below the list they explain: entrant, points, reason."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext

from tournaments.publications.pdf.pages import Story
from tournaments.publications.pdf.words import heading, paragraph
from tournaments.selectors.publishing.public_event import Noted
from tournaments.selectors.standings.rulings import Note
from tournaments.wording.numbers import signed

MARK = "*"
SIZE = 8


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
    found = [
        Noted(each.number, each.name, [note for note in each.notes if note.round == number and not note.deal])
        for each in noted
    ]
    return [each for each in found if each.notes]

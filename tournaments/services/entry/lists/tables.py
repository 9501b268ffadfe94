"""Find the table of players in a file's rows: its headings, and one row for each player.

Three layouts are recognised: a row for each player below headings (title rows before them), a row for each
player without headings, and a column for each player with the names on top.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from unicodedata import normalize

from scoring.paper import Line
from scoring.paper.lines import is_filled
from tournaments.services.entry.lists.headings import (
    MOST_TITLE_ROWS,
    NAMES,
    Column,
    column_of,
    guess_columns,
    heading_row,
    is_label,
    is_round,
    members_in,
)

LETTERS = re.compile(r"[^\W\d_]")
KANA = re.compile(r"[\u3041-\u309f\u30a0-\u30ff\s]+")  # hiragana and katakana, with ー and ・
FIGURES = re.compile(r"[\s\d+−–.,:-]*")


@dataclass(frozen=True, slots=True)
class PlayerTable:
    """A list of players as laid out in a file.

    `headings` are distinct; a column without one is named by its number, from "1" on. `guessed` holds the
    meanings of columns that the file reveals. `titles` are the rows above the headings.
    """

    headings: tuple[str, ...]
    rows: tuple[Line, ...]
    guessed: dict[str, Column]
    titles: tuple[Line, ...] = ()
    has_headings: bool = True
    repeats_players: bool = False
    is_of_teams: bool = False


def table_of(lines: Sequence[Line], named: Collection[str] = (), hidden: Collection[int] = ()) -> PlayerTable:
    """Find the table in these rows; `named` are the headings that the user says it has.

    Of two columns that may mean the same, one in the places `hidden` is the second.
    """
    filled = unsplit_names([line for line in lines if is_filled(line)])
    place = named_place(filled, named)
    if place is not None:
        return under_headings(filled, place, hidden)
    at = heading_row(filled, heading_count, least=1)
    if at is not None and not are_labels(filled[at + 1 :]):
        return under_headings(filled, at, hidden)
    across = players_across(filled, at or 0)
    return across or without_headings(filled, hidden)


def unsplit_names(lines: Sequence[Line]) -> list[Line]:
    """Rejoin lines of “Surname, First name” alone, which were split at the comma.

    Under a heading that stands alone, more may stand behind a name: “Surname, First name, 0171 1234567”.
    """
    split = [line for line in lines if len(line.cells) > 1]
    is_spaced = all(cell.startswith(" ") for line in split for cell in line.cells[1:])
    headed = [line for line in lines[:MOST_TITLE_ROWS] if len(line.cells) == 1 and heading_count(line)]
    is_list = headed or all(len(line.cells) <= 2 for line in split)
    if not is_spaced or not is_list or any(column_of(cell) for line in split[:1] for cell in line.cells):
        return list(lines)
    return [Line(line.number, (",".join(line.cells),)) for line in lines]


def named_place(lines: Sequence[Line], named: Collection[str]) -> int | None:
    """Return the index of the row that contains all of these headings."""
    rows = enumerate(lines[:MOST_TITLE_ROWS])
    return next((at for at, line in rows if named and set(named) <= set(distinct(line.cells))), None)


def below_first_row(lines: Sequence[Line]) -> PlayerTable:
    """Return the table with the first row as headings, regardless of its content."""
    return under_headings([line for line in lines if is_filled(line)], 0)


def heading_count(line: Line) -> int:
    """Return the number of known headings in a row; 0 if none of them is for names."""
    if members := members_in(line.cells)[0]:
        return len(members)
    known = guess_columns(dict.fromkeys(line.cells))
    return len(known) if NAMES & set(known.values()) else 0


def are_labels(lines: Sequence[Line]) -> bool:
    """Return whether the rows begin with labels of rounds, deals and sums: then each player has a column."""
    firsts = [line.cells[0].strip() for line in lines if line.cells]
    return (
        bool(firsts)
        and all(is_label(first) or FIGURES.fullmatch(first) for first in firsts)
        and any(is_label(first) for first in firsts)
    )


def under_headings(lines: Sequence[Line], at: int, hidden: Collection[int] = ()) -> PlayerTable:
    """Return a table with a row for each player below the headings."""
    width = max(len(line.cells) for line in lines[at:])
    headings = distinct(lines[at].cells, width)
    return PlayerTable(
        headings,
        tuple(lines[at + 1 :]),
        guess_columns(sorted(headings, key=lambda heading: headings.index(heading) in hidden)),
        tuple(lines[:at]),
        repeats_players=any(is_round(heading) for heading in headings),
    )


def distinct(cells: Sequence[str], width: int = 0) -> tuple[str, ...]:
    """Make headings distinct: the column's number for an empty one, “(2)” appended to a repeated one."""
    headings: dict[str, None] = {}
    for place in range(max(width, len(cells))):
        named = " ".join(cells[place].split()) if place < len(cells) else ""
        heading, times = named or str(place + 1), 1
        while heading in headings:
            times += 1
            heading = f"{named or place + 1} ({times})"
        headings[heading] = None
    return tuple(headings)


def players_across(lines: Sequence[Line], at: int) -> PlayerTable | None:
    """Return a table with a column for each player: names in one row, numbers below.

    None for any other layout.
    """
    if len(lines) < at + 2:
        return None
    named = [cell for cell in lines[at].cells if cell.strip() and not is_label(cell)]
    below = [cell for line in lines[at + 1 :] for cell in line.cells[1:]]
    are_names = len(named) > 1 and all(LETTERS.search(cell) for cell in named)
    if not are_names or not all(FIGURES.fullmatch(cell) for cell in below):
        return None
    rows = tuple(Line(lines[at].number, (cell,)) for cell in named)
    return PlayerTable(("1",), rows, {"1": Column.NAME}, tuple(lines[:at]), has_headings=False)


def without_headings(lines: Sequence[Line], hidden: Collection[int] = ()) -> PlayerTable:
    """Return a table of rows alone: the only column with words holds the names; if several do, none is
    guessed.

    Beside words in other letters, the only column of kana alone holds the readings.
    """
    width = max((len(line.cells) for line in lines), default=0)
    headings = distinct((), width)
    wordy = [place for place in range(width) if place not in hidden and is_wordy(lines, place)]
    kana = [place for place in wordy if is_kana(lines, place)]
    readings = kana if len(kana) == 1 and len(wordy) > 1 else []
    names = [place for place in wordy if place not in readings]
    guessed = {headings[place]: Column.READING for place in readings}
    if len(names) == 1:
        guessed[headings[names[0]]] = Column.NAME
    return PlayerTable(headings, tuple(lines), guessed, has_headings=False)


def is_kana(lines: Sequence[Line], place: int) -> bool:
    """Return whether all words of a column are written in hiragana or katakana."""
    cells = [line.cells[place].strip() for line in lines if place < len(line.cells)]
    return all(KANA.fullmatch(normalize("NFKC", cell)) for cell in cells if cell)


def is_wordy(lines: Sequence[Line], place: int) -> bool:
    """Return whether a column has words and not only numbers."""
    cells = [line.cells[place] for line in lines if len(line.cells) > place]
    return any(LETTERS.search(cell) for cell in cells)

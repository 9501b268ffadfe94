"""Sheet files as people have them: headings in any language, title rows, a column for each seat or player.

The result has the columns of scoring/paper/, which checks every layout alike. Lines keep their numbers. A
heading that nobody knows stays as it is, and is refused there.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.conf import settings
from django.utils import translation

from rules.fields import Kind
from rules.game import Game
from scoring.paper import Line
from scoring.paper.columns import BETWEEN_SEATS, Column, columns_of
from scoring.paper.lines import cell_at, is_filled
from tournaments.services.entry.lists.headings import HEADINGS, ROUND, TABLE, folded, heading_row
from tournaments.services.entry.lists.headings import Column as ListColumn
from tournaments.wording.person_names import read_name
from tournaments.wording.sheet_json import translate

PLAYER = "player"
WORDS: Mapping[str, Sequence[str]] = {
    "round": ROUND,
    "table": TABLE,
    "seat": ("seat", "platz", "sitz", "席", "席順"),
    "deal": ("deal", "deal no", "spielnummer", "spiel-nr", "spiel nr", "ディール", "ディール番号", "局"),
    "player": HEADINGS[ListColumn.NAME],
}
SEATING = {  # the columns of a seating file, and of one with totals
    **{name: WORDS[name] for name in ("round", "table", "seat", "player")},
    "total": ("total", "sum", "summe", "gesamt", "合計"),
}
ALSO_DEAL = ("nr", "no", "lfd nr", "番号", "game", "spiel")  # the deal, where no other heading means it
ALSO_CONTRACT = ("game", "spiel", "ゲーム")  # the contract, where another heading means the deal
SEAT_WORDS = (*WORDS["seat"], *WORDS["player"], "")
NUMBERED = re.compile(r"(?P<word>.*?)(?P<number>[1-9])")
FLAG_WORDS = {"ja": "yes", "j": "yes", "nein": "no", "n": "no", "はい": "yes", "いいえ": "no", "y": "yes"}
BY_SEAT = (Kind.COUNTS, Kind.FLAGS, Kind.FREE)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The meaning of headings and cells: columns by folded heading, and cells by column and folded word."""

    columns: Mapping[str, str]
    labels: Mapping[str, str] = field(default_factory=dict)
    cells: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


def laid_out(game: Game, seating: Sequence[Line], sheets: Sequence[Line]) -> tuple[list[Line], list[Line]]:
    """Return both files with the columns that are checked."""
    seats = with_read_names(a_row_for_each_seat(laid_out_totals(seating)))
    rows = with_read_names(with_columns(sheets, of_sheets(game)))
    return seats, a_row_for_each_deal(game, rows, seats)


def with_read_names(lines: list[Line]) -> list[Line]:
    """Return the lines with the names of players as they are read everywhere: “Ost, Karl” is Karl Ost."""
    header = lines[0].cells if lines else ()
    if PLAYER not in header:
        return lines
    at = header.index(PLAYER)
    return [lines[0], *(with_read_name(line, at) for line in lines[1:])]


def with_read_name(line: Line, at: int) -> Line:
    """Return a line with the name in this cell as it is read; a cell without a name stays, to be refused."""
    if at >= len(line.cells):
        return line
    name = read_name(line.cells[at]) or line.cells[at]
    return Line(line.number, (*line.cells[:at], name, *line.cells[at + 1 :]))


def laid_out_totals(totals: Sequence[Line]) -> list[Line]:
    """Return a file with a row for each seat, with the columns that are checked."""
    return with_columns(totals, of_seating())


# Headings and words


def of_seating() -> Vocabulary:
    """Return the headings of a seating file."""
    return Vocabulary({folded(word): name for name, words in SEATING.items() for word in words})


def of_sheets(game: Game) -> Vocabulary:
    """Return the headings of a sheets file, and the words in the cells of its choices and flags."""
    columns = columns_of(game)
    own = {folded(name): name for name in (*WORDS, *columns)}
    words = {folded(word): name for name, words in WORDS.items() for word in words}
    labels: dict[str, str] = {}
    for label, name in labels_of(columns):
        labels.setdefault(label, name)
    if "contract" in columns:
        labels |= dict.fromkeys(map(folded, ALSO_CONTRACT), "contract")
    return Vocabulary(words | own, labels, {name: dict(words_of(column)) for name, column in columns.items()})


def labels_of(columns: Mapping[str, Column]) -> Iterator[tuple[str, str]]:
    """Yield the label of each column in every language; the parts of a claim share one and have none."""
    for code, _ in settings.LANGUAGES:
        with translation.override(code):
            for name, column in columns.items():
                if not column.key:
                    yield folded(translate(column.field.label)), name


def words_of(column: Column) -> Iterator[tuple[str, str]]:
    """Yield the words for the values of a column, in every language."""
    if column.field.kind == Kind.FLAG:
        yield from FLAG_WORDS.items()
    if column.field.kind == Kind.CHOICE:
        for code, _ in settings.LANGUAGES:
            with translation.override(code):
                for choice in column.field.choices:
                    yield folded(translate(choice.label)), str(choice.value)


def with_columns(lines: Sequence[Line], vocabulary: Vocabulary) -> list[Line]:
    """Return the file from its headings on, with the names of columns as headings and known words as
    values.
    """
    at = header_place(lines, vocabulary)
    if at is None:
        return list(lines)
    header = named_columns(lines[at].cells, vocabulary)
    words = [vocabulary.cells.get(name, {}) for name in header]
    return [Line(lines[at].number, header), *(with_values(line, words) for line in lines[at + 1 :])]


def header_place(lines: Sequence[Line], vocabulary: Vocabulary) -> int | None:
    """Return the index of the row with the most known headings, at least two; None if there is none."""
    words = vocabulary.columns.keys() | vocabulary.labels.keys()
    return heading_row(lines, lambda line: sum(folded(cell) in words for cell in line.cells), least=2)


def known_headings(game: Game, part: str, lines: Sequence[Line]) -> set[str]:
    """Return the columns of a part of the files whose headings these rows have.

    Known ones, and those of seats.
    """
    vocabulary = of_sheets(game) if part == "sheets" else of_seating()
    at = header_place(lines, vocabulary)
    if at is None:
        return set()
    columns = {*vocabulary.columns.values(), *vocabulary.labels.values()}
    named = named_columns(lines[at].cells, vocabulary)
    return {name for name in named if name in columns or seat_number(name)}


def named_columns(cells: Sequence[str], vocabulary: Vocabulary) -> tuple[str, ...]:
    """Return the columns by their headings; unknown headings stay."""
    plain = [folded(cell) for cell in cells]
    name_by_place = {
        at: vocabulary.columns[word] for at, word in enumerate(plain) if word in vocabulary.columns
    }
    if vocabulary.labels and "deal" not in name_by_place.values():
        deal = next((plain.index(folded(word)) for word in ALSO_DEAL if folded(word) in plain), None)
        name_by_place |= {} if deal is None else {deal: "deal"}
    for at, word in enumerate(plain):
        name_by_place.setdefault(at, vocabulary.labels.get(word, cells[at]))
    return tuple(name_by_place[at] for at in range(len(cells)))


def with_values(line: Line, words: Sequence[Mapping[str, str]]) -> Line:
    """Return a line with the values for known words."""
    if not any(words):
        return line
    pairs = zip(line.cells, [*words, *[{}] * (len(line.cells) - len(words))], strict=False)
    return Line(line.number, tuple(known.get(folded(cell), cell) if known else cell for cell, known in pairs))


# Layouts


def a_row_for_each_seat(lines: Sequence[Line]) -> list[Line]:
    """Return seating with a column for each seat, such as “Platz 1”, as a row for each seat."""
    header = lines[0].cells if lines else ()
    seats = {at: number for at, heading in enumerate(header) if (number := seat_number(heading))}
    if not seats or "player" in header or "seat" in header:
        return list(lines)
    others = [at for at in range(len(header)) if at not in seats]
    rows = [Line(lines[0].number, (*(header[at] for at in others), "seat", "player"))]
    for line in lines[1:]:
        for at, seat in seats.items():
            if cell_at(line, at).strip():
                cells = (*(cell_at(line, other) for other in others), str(seat), cell_at(line, at))
                rows.append(Line(line.number, cells))
    return rows


def seat_number(heading: str) -> int:
    """Return the seat of a heading such as “Platz 1”, “Spieler 1” or “1”; 0 for any other heading."""
    match = NUMBERED.fullmatch(folded(heading))
    return int(match["number"]) if match and match["word"] in FOLDED_SEAT_WORDS else 0


FOLDED_SEAT_WORDS = {folded(word) for word in SEAT_WORDS}


def a_row_for_each_deal(game: Game, lines: Sequence[Line], seating: Sequence[Line]) -> list[Line]:
    """Return sheets with a column or a row for each seat or player as a row for each deal.

    Only for games with one field that has a value for every seat, such as the points of all.
    """
    by_seat = [name for name, column in columns_of(game).items() if column.field.kind in BY_SEAT]
    header = lines[0].cells if lines else ()
    if len(by_seat) != 1:
        return list(lines)
    players = players_by_place(seating)
    if by_seat[0] in header and {"seat", "player"} & set(header):
        return joined_rows(lines, by_seat[0], players)
    return joined_columns(lines, by_seat[0], players) if by_seat[0] not in header else list(lines)


Players = Mapping[tuple[str, str], Sequence[str]]


def players_by_place(seating: Sequence[Line]) -> Players:
    """Return the names at every table, by seat, by the cells of round and table."""
    rows = cells_by_column(seating)
    by_place: defaultdict[tuple[str, str], list[tuple[int, str]]] = defaultdict(list)
    for _, cells in rows:
        seat = cells.get("seat", "")
        if seat.isdecimal():
            by_place[place_in(cells)].append((int(seat), " ".join(cells.get("player", "").split())))
    return {place: [name for _, name in sorted(seats)] for place, seats in by_place.items()}


def joined_columns(lines: Sequence[Line], name: str, players: Players) -> list[Line]:
    """Return a column for each seat, or for each player of the file, as one column with a value for every
    seat.
    """
    header = lines[0].cells if lines else ()
    named = {player for seats in players.values() for player in seats}
    across = [at for at, heading in enumerate(header) if seat_number(heading) or heading.strip() in named]
    if len(across) < 2:
        return list(lines)
    others = [at for at in range(len(header)) if at not in across]
    rows = [Line(lines[0].number, (*(header[at] for at in others), name))]
    for line in lines[1:]:
        if is_filled(line):
            cells = dict(zip(header, line.cells, strict=False))
            seats = players.get(place_in(cells), ())
            values = by_seat_values({header[at]: cell_at(line, at) for at in across}, seats)
            rows.append(Line(line.number, (*(cell_at(line, at) for at in others), values)))
    return rows


def by_seat_values(cells: Mapping[str, str], seats: Sequence[str]) -> str:
    """Return the values in the order of the seats; columns of players at other tables are empty and left out.

    A value of somebody who does not sit there stays at the end, so that the rules refuse the row.
    """
    numbered = {heading: seat_number(heading) for heading in cells}
    order = sorted(
        cells,
        key=lambda heading: (
            numbered[heading]
            or (seats.index(heading.strip()) + 1 if heading.strip() in seats else len(seats) + 1)
        ),
    )
    sitting = {
        heading for heading in cells if 0 < numbered[heading] <= len(seats) or heading.strip() in seats
    }
    return BETWEEN_SEATS.join(
        cells[heading].strip() for heading in order if heading in sitting or cells[heading].strip()
    )


def joined_rows(lines: Sequence[Line], name: str, players: Players) -> list[Line]:
    """Return a row for each seat of each deal as a row for each deal."""
    header = lines[0].cells
    shared = [column for column in header if column not in {"seat", "player", name}]
    by_deal: defaultdict[tuple[str, ...], list[tuple[int, str]]] = defaultdict(list)
    numbers: dict[tuple[str, ...], int] = {}
    for number, cells in cells_by_column(lines):
        key = tuple(cells.get(column, "") for column in shared)
        numbers.setdefault(key, number)
        by_deal[key].append((seat_of(cells, players.get(place_in(cells), ())), cells.get(name, "")))
    rows = [
        Line(numbers[key], (*key, BETWEEN_SEATS.join(value for _, value in sorted(values))))
        for key, values in by_deal.items()
    ]
    return [Line(lines[0].number, (*shared, name)), *rows]


def seat_of(cells: Mapping[str, str], seats: Sequence[str]) -> int:
    """Return the seat of a row by its number or its player; behind all others if neither is known."""
    if cells.get("seat", "").isdecimal():
        return int(cells["seat"])
    player = " ".join(cells.get("player", "").split())
    return seats.index(player) + 1 if player in seats else len(seats) + 1


def cells_by_column(lines: Sequence[Line]) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the number and the stripped cells of every filled line below the headings."""
    header = lines[0].cells if lines else ()
    for line in lines[1:]:
        if is_filled(line):
            yield line.number, {name: cell.strip() for name, cell in zip(header, line.cells, strict=False)}


def place_in(cells: Mapping[str, str]) -> tuple[str, str]:
    """Return the cells of round and table."""
    return cells.get("round", "").strip(), cells.get("table", "").strip()

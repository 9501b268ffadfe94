"""The pages of the wall screen: how many lines one has, and how large its names are set.

A capital letter is read from 12 m if it is 42 mm high (12 arc minutes). A television of 55 inches, 68 cm
high, has room for six such lines; eight are as large on 75 inches, ten on a projection two metres wide.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from unicodedata import east_asian_width

from tournaments.selectors.entry.seats import RoundSeats
from tournaments.selectors.publishing.podium import PodiumStep
from tournaments.wording.numbers import amount

LINES = (6, 8, 10)
FEWEST = 3
SECONDS = {6: 7, 8: 8, 10: 10}  # until the next page
LEADERS = 3  # ranks that are highlighted
LETTERS = {
    6: 9.5,
    8: 7.4,
    10: 5.9,
}  # by LINES, in hundredths of the screen's height; as in wall.css
TIGHT = 0.78  # the smaller size of a page's names, of the usual one; longer names take two lines
WIDTH = 147.6  # of a line on a screen of 16:9, beside the code, in hundredths of the screen's height
PADDING = 2.9  # of a cell, left and right together
HEAD, TOTAL, NOW, MOVE, WHY = 0.42, 1.05, 0.75, 0.5, 0.5  # sizes, of a name's
DIGIT = 0.58  # width, in sizes
NARROW, BROAD = frozenset("fijlrtI.,:;'’|()- "), frozenset("mwMW@")
GAP = 1.8  # between two columns of seats, for each
SEAT_COLUMNS = 3.1  # width of table and seat together, in sizes of a name


@dataclass(frozen=True, slots=True, kw_only=True)
class WallPage:
    """One page of the screen; `of` counts the pages of its kind, lines are split into columns."""

    kind: str
    number: int
    of: int
    lines: int  # the choice of LINES
    columns: Sequence[Sequence[Any]]
    standings: dict[str, Any]
    round: RoundSeats | None = None
    event: str = ""  # the event's name, if the screen shows several
    slug: str = ""
    is_fresh: bool = False  # seats of a round that was released a moment ago
    is_tight: bool = False  # all names are set smaller, so that each takes one line
    has_moves: bool = False
    has_now: bool = False  # the points of the last round
    podium: Sequence[PodiumStep] = ()

    @property
    def rows(self) -> int:
        """Return how many lines share the height of the screen; at least FEWEST."""
        return max(FEWEST, *map(len, self.columns))

    @property
    def key(self) -> str:
        """Return a key that identifies the page after an update."""
        return f"{self.slug}{self.kind}-{self.round.number if self.round else 0}-{self.number}"


def wall_pages(
    show: str,
    standings: dict[str, Any],
    rounds: Sequence[RoundSeats],
    fresh: Collection[int] = (),
    *,
    lines: int = LINES[0],
) -> Iterator[WallPage]:
    """Return the standings, once anything is played, then the seats; rounds in `fresh` are marked."""
    if show == "standings" or (show == "both" and standings["deals_counted"]):
        yield from standings_pages(standings, lines)
    if show != "standings":
        for drawn in rounds:
            yield from seat_pages(drawn, standings, lines, is_fresh=drawn.number in fresh)


def podium_page(standings: dict[str, Any], podium: Sequence[PodiumStep], lines: int) -> WallPage:
    """Return the page with the winners, or with the words that they come."""
    return WallPage(
        kind="podium", number=1, of=1, lines=lines, columns=[[]], standings=standings, podium=podium
    )


def standings_pages(standings: dict[str, Any], lines: int) -> Iterator[WallPage]:
    """Yield the pages of the standings."""
    pages = cut([standings_line(row) for row in standings["rows"]], lines)
    for number, page in enumerate(pages, start=1):
        yield WallPage(
            kind="standings",
            number=number,
            of=len(pages),
            lines=lines,
            columns=[marked_long(page, room_of_standings(page, standings, lines))],
            standings=standings,
            **fitted(page, standings, lines),
        )


def standings_line(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a line of the standings."""
    leads = row["rank"] is not None and row["rank"] <= LEADERS
    return {**row, "now": row["rounds"][-1:], "leads": leads}


def fitted(page: Sequence[Any], standings: Mapping[str, Any], lines: int) -> dict[str, Any]:
    """Return how a page's names are set and what stands beside them: moves if there is room."""
    moves = any(line.get("moved") for line in page)
    widest = max(map(width_of_line, page))
    has_moves = moves and widest <= room_of_standings(page, standings, lines, has_moves=True)
    is_tight = widest > room_of_standings(page, standings, lines)
    has_now = lines == LINES[-1] and bool(standings.get("rounds"))
    return {"is_tight": is_tight, "has_moves": has_moves, "has_now": has_now}


def room_of_standings(
    page: Sequence[Any], standings: Mapping[str, Any], lines: int, *, has_moves: bool = False
) -> float:
    """Return the widest name that stands in one line, in sizes of its letters."""
    ranking = next(iter(standings.get("ranked_by", ())), {"label": "", "unit": "points"})
    digits = max(len(amount(line.get("total"), ranking["unit"])) for line in page) * DIGIT * TOTAL
    beside = 2 * DIGIT + max(digits, width_of(str(ranking["label"])) * HEAD)
    cells = 3
    if has_moves:
        beside, cells = beside + 3.5 * DIGIT * MOVE, cells + 1
    if lines == LINES[-1] and standings.get("rounds"):
        beside, cells = beside + max(4 * DIGIT * NOW, 8 * DIGIT * HEAD), cells + 1
    return (WIDTH - cells * PADDING) / LETTERS[lines] - beside


def seat_pages(
    drawn: RoundSeats, standings: dict[str, Any], lines: int, *, is_fresh: bool
) -> Iterator[WallPage]:
    """Yield the seats by name; in two columns, one after the other, where ten lines share the height."""
    columns = 2 if lines == LINES[-1] else 1
    width = WIDTH if columns == 1 else WIDTH / columns - GAP
    room = (width - PADDING) / LETTERS[lines] - SEAT_COLUMNS
    pages = cut([{"place": place, "name": place.name} for place in drawn.places], lines * columns)
    for number, page in enumerate(pages, start=1):
        yield WallPage(
            kind="seats",
            number=number,
            of=len(pages),
            lines=lines,
            columns=in_columns(marked_long(page, room), columns),
            standings=standings,
            round=drawn,
            is_fresh=is_fresh,
            is_tight=any(width_of(line["name"]) > room for line in page),
        )


def in_columns(places: Sequence[dict[str, Any]], columns: int) -> list[Sequence[dict[str, Any]]]:
    """Return the lines in columns of equal height, read one after the other."""
    height = -(-len(places) // columns)
    return [places[start : start + height] for start in range(0, len(places), height)]


def marked_long(page: Sequence[dict[str, Any]], room: float) -> list[dict[str, Any]]:
    """Return the lines; `is_long` is a name that needs two lines even in the smaller size."""
    return [{**line, "is_long": width_of_line(line) > room / TIGHT} for line in page]


def cut(lines: Sequence[Any], most: int) -> list[Sequence[Any]]:
    """Split into the fewest parts of at most `most` lines, with about equal lengths."""
    pieces = -(-len(lines) // most)
    ends = [len(lines) * piece // pieces for piece in range(1, pieces + 1)]
    return [lines[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def width_of_line(line: Mapping[str, Any]) -> float:
    """Return about how wide a name is, with the words beside it that say why it has no rank."""
    why = line.get("unranked")
    return width_of(line["name"]) + (width_of(f" {why['words']}") * WHY if why else 0)


def width_of(text: str) -> float:
    """Return about how wide a text is, in sizes of its letters."""
    return sum(map(letter_width, text))


def letter_width(letter: str) -> float:
    """Return about the width of a letter in the fonts of the wall."""
    if east_asian_width(letter) in "WF":
        return 1
    if letter in NARROW:
        return 0.36
    if letter in BROAD:
        return 0.92
    return 0.7 if letter.isupper() else 0.58

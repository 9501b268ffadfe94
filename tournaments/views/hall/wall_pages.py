"""The pages of a screen: what stands on each, and how its names are set (wording/screen_widths.py)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tournaments.selectors.entry.seats import RoundSeats, SeatAssignment
from tournaments.selectors.publishing.podium import PodiumStep
from tournaments.wording.person_names import sorted_as
from tournaments.wording.ranking import as_shown
from tournaments.wording.screen_layout import (
    DENSE,
    LAYOUTS,
    Layout,
    heading,
    in_columns,
    layout_for,
    layout_of,
    share,
    split_lines,
)
from tournaments.wording.screen_widths import (
    BEHIND,
    FULL_ROWS,
    WITH_NOW,
    fill_columns,
    fit_names,
    letters_behind,
    room_of_names,
    room_of_standings,
    room_with_moves,
    sized_lines,
    width_of_line,
)

WITH_CODE = ("seats", "tables", "standings", "missing")
LEADERS = 3  # ranks that are highlighted
SEAT_COLUMNS = 3.2  # width of table and seat together, in sizes of a name


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What a screen shows: kinds of pages, lines of a column (0: as fits), and its part of a list."""

    show: Sequence[str]
    lines: int = 0
    part: int = 1
    parts: int = 1

    def layout(self, count: int) -> Layout:
        """Return the chosen layout, else the one in which so many names fit."""
        return layout_of(self.lines) or layout_for(count)

    def part_of(self, keys: Sequence[str]) -> tuple[range, str]:
        """Return the places of a sorted list that this screen shows, and from where to where they go."""
        if self.parts == 1:
            return range(len(keys)), ""
        most = self.layout(-(-len(keys) // self.parts)).names
        shown = share(keys, self.part, self.parts, most)
        return shown, heading(keys, shown)


@dataclass(frozen=True, slots=True, kw_only=True)
class WallPage:
    """One page of the screen; `of` counts the pages of its kind, lines are split into columns."""

    kind: str
    number: int = 1
    of: int = 1
    layout: Layout = LAYOUTS[0]
    columns: Sequence[Sequence[Any]] = ((),)
    heading: str = ""
    standings: Mapping[str, Any] = field(default_factory=dict)
    round: RoundSeats | None = None
    event: str = ""  # the event's name, if the screen shows several
    slug: str = ""
    is_fresh: bool = False  # seats of a round that was released a moment ago
    is_tight: bool = False  # all names are set smaller, so that each takes one line
    has_moves: bool = False
    has_now: bool = False  # the points of the last round
    podium: Sequence[PodiumStep] = ()
    seconds: float = 0  # until the next page
    facts: Mapping[str, Any] = field(default_factory=dict)  # of a page that is no list

    @property
    def rows(self) -> int:
        """Return how many lines share the height of the screen."""
        return max(map(len, self.columns))

    @property
    def letters(self) -> str:
        """Return the size of its letters as `wall.css` names it."""
        return f"letters-{round(self.layout.letters * 10)}"

    @property
    def is_dense(self) -> bool:
        """Return whether head and title give way to the lines."""
        return self.layout.lines >= DENSE

    @property
    def frame(self) -> str:
        """Return what stands around the page: little, or the code of the seats beside it."""
        if self.is_dense:
            return "is-dense is-full" if self.rows >= FULL_ROWS else "is-dense"
        return "has-code" if self.kind in WITH_CODE else ""

    @property
    def key(self) -> str:
        """Return a key that identifies the page after an update."""
        return f"{self.slug}{self.kind}-{self.round.number if self.round else 0}-{self.number}"


def wall_pages(
    setting: Setting,
    standings: dict[str, Any],
    rounds: Sequence[RoundSeats],
    fresh: Collection[int] = (),
) -> Iterator[WallPage]:
    """Return the standings, once anything is played, then the seats; rounds in `fresh` are marked."""
    is_only = setting.show == ("standings",)
    if "standings" in setting.show and (is_only or standings["deals_counted"]):
        yield from standings_pages(standings, setting)
    for kind in ("seats", "tables"):
        if kind in setting.show:
            for round in rounds:
                yield from seat_pages(kind, round, setting, is_fresh=round.number in fresh)


def podium_page(standings: dict[str, Any], podium: Sequence[PodiumStep]) -> WallPage:
    """Return the page with the winners and the places behind them, or with the words that they come."""
    lines = places_behind(standings) if podium else []
    return WallPage(
        kind="podium",
        standings=standings,
        podium=podium,
        layout=LAYOUTS[0]._replace(letters=letters_behind(lines)),
        columns=[lines],
    )


def places_behind(standings: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the lines after the podium, as many as stand beside it."""
    ranked = (row for row in map(as_shown, standings["rows"]) if row["rank"] is not None)
    return [standings_line(row) for row in ranked if row["rank"] > LEADERS][:BEHIND]


# Standings


def standings_pages(standings: dict[str, Any], setting: Setting) -> Iterator[WallPage]:
    """Yield the pages of the standings; few lines have one column, with more beside each name."""
    rows = list(map(as_shown, standings["rows"]))
    shown, title = setting.part_of([str(at) for at in range(1, len(rows) + 1)])
    layout = setting.layout(len(shown))
    if layout.lines <= WITH_NOW:
        layout = layout._replace(columns=1)
        if not setting.lines and len(shown) > layout.lines:
            layout = layout_for(LAYOUTS[2].names + 1)
    pages = split_lines([standings_line(rows[at]) for at in shown], layout.names)
    layout = fill_columns(layout, pages, lambda page, larger: room_with_moves(page, standings, larger))
    for number, page in enumerate(pages, start=1):
        room = room_of_standings(page, standings, layout)
        yield WallPage(
            kind="standings",
            number=number,
            of=len(pages),
            layout=layout,
            heading=title,
            columns=in_columns(sized_lines(page, room, layout), layout.columns),
            standings=standings,
            **fit_names(page, standings, layout),
        )


def standings_line(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a line of the standings."""
    leads = row["rank"] is not None and row["rank"] <= LEADERS
    return {**row, "now": row["rounds"][-1:], "leads": leads}


# Seats


def seat_pages(kind: str, round: RoundSeats, setting: Setting, *, is_fresh: bool) -> Iterator[WallPage]:
    """Yield the seats by name or by table, in columns read one after the other."""
    places = round.places if kind == "seats" else sorted(round.places, key=by_table)
    keys = [name_key(each) if kind == "seats" else str(each.table or "") for each in places]
    shown, title = setting.part_of(keys)
    layout = setting.layout(len(shown))
    pages = split_lines([{"place": places[at], "name": places[at].name} for at in shown], layout.names)
    layout = fill_columns(layout, pages, lambda _, larger: room_of_names(larger) - SEAT_COLUMNS)
    room = room_of_names(layout) - SEAT_COLUMNS
    for number, page in enumerate(pages, start=1):
        yield WallPage(
            kind=kind,
            number=number,
            of=len(pages),
            layout=layout,
            heading=title,
            columns=in_columns(sized_lines(page, room, layout), layout.columns),
            round=round,
            is_fresh=is_fresh,
            is_tight=layout.lines < DENSE and any(width_of_line(line) > room for line in page),
        )


def by_table(place: SeatAssignment) -> tuple[bool, int, int]:
    """Return the place in a list by table; who sits out comes last."""
    return not place.table, place.table, place.seat


def name_key(place: SeatAssignment) -> str:
    """Return the text by which a list of names is cut: “surname, first name”."""
    return ", ".join(filter(None, sorted_as(place.name, place.reading)[:2]))


# Names


def name_pages(kind: str, names: Sequence[tuple[str, str]], setting: Setting) -> Iterator[WallPage]:
    """Yield pages of names alone, of pairs of a name and its reading, sorted by surname."""
    keyed = sorted((sorted_as(name, reading), name) for name, reading in names)
    shown, title = setting.part_of([", ".join(filter(None, key[:2])) for key, _ in keyed])
    for page in list_pages([keyed[at][1] for at in shown], setting):
        yield replace(page, kind=kind, heading=title)


def list_pages(names: Sequence[str], setting: Setting) -> Iterator[WallPage]:
    """Yield pages of names, or of things, in their order; none without any."""
    layout = setting.layout(len(names))
    pages = split_lines([{"name": each} for each in names], layout.names) if names else []
    layout = fill_columns(layout, pages, lambda _, larger: room_of_names(larger))
    room = room_of_names(layout)
    for number, page in enumerate(pages, start=1):
        yield WallPage(
            kind="names",
            number=number,
            of=len(pages),
            layout=layout,
            columns=in_columns(sized_lines(page, room, layout), layout.columns),
        )

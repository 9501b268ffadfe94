"""The readings of a round's photographs: pages in order, rows folded by the rules."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from marked.codes import PageCode
from marked.plan import Plan
from marked.seen import SeenPage
from marked.sheet import ReadRow, read_table
from tournaments.models import Event, Part, Table
from tournaments.selectors.paper.marked_sheets import printed_plans
from tournaments.selectors.sheets.folded_sheets import game_of, load_parts, open_part, seats_in

UNKNOWN, CHANGED, TWICE = "sheet_unknown", "layout_changed", "photo_twice"
Place = tuple[int, int, int]  # round, table, part


@dataclass(frozen=True, slots=True)
class Photo:
    """A photograph: the name and digest (SHA-256) of the file, what was seen, the flat page as JPEG.

    `answers` has what somebody chose for doubtful lines, None for one that does not count; `is_looked_at`
    means that somebody looked at what is odd about its lines.
    """

    name: str
    digest: str
    seen: SeenPage
    flat: bytes = b""
    answers: Mapping[int, Mapping[str, Any] | None] = field(default_factory=dict)
    is_looked_at: bool = False


@dataclass(slots=True)
class PhotoRead:
    """A photograph with its rows, or with the problems that keep it from being read."""

    photo: Photo
    rows: tuple[ReadRow, ...] = ()
    problems: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class TableRead:
    """The rows of one table, in order, each with its photograph's digest.

    `first` is the number of the part's first row; `sure` counts the rows before the first troubled page.
    """

    table: Table
    part: Part
    is_last_part: bool
    first: int
    rows: tuple[tuple[ReadRow, str], ...]
    sure: int

    @property
    def clear(self) -> list[tuple[ReadRow, str]]:
        """Return the rows before the first doubt and the first troubled page: all that can be stored."""
        found: list[tuple[ReadRow, str]] = []
        for row, digest in self.rows[: self.sure]:
            if not row.is_clear:
                break
            found.append((row, digest))
        return [(row, digest) for row, digest in found if not row.is_void]


@dataclass(frozen=True, slots=True)
class Reading:
    """The readings of some photographs."""

    photos: tuple[PhotoRead, ...]
    tables: tuple[TableRead, ...]


def read_photographs(event: Event, photos: Sequence[Photo]) -> Reading:
    """Return the readings of photographs of an event; the order of the files does not matter."""
    plans = printed_plans(event)
    read = [PhotoRead(photo, problems=[photo.seen.problem] if photo.seen.problem else []) for photo in photos]
    by_table: defaultdict[Place, dict[int, PhotoRead]] = defaultdict(dict)
    for each in read:
        code = each.photo.seen.code
        if code is None or each.problems:
            continue
        if code.page in by_table[place_of(code)]:
            each.problems.append(TWICE)
        else:
            by_table[place_of(code)][code.page] = each
    tables = [
        read_one(event, place, by_page, plans) for place, by_page in sorted(by_table.items()) if by_page
    ]
    return Reading(tuple(read), tuple(each for each in tables if each))


def place_of(code: PageCode) -> Place:
    """Return the table that a page belongs to."""
    return code.round, code.table, code.part


def read_one(
    event: Event, place: Place, by_page: Mapping[int, PhotoRead], plans: Mapping[str, Plan]
) -> TableRead | None:
    """Return the rows of one table, and give its photographs their rows and problems."""
    number, table_number, position = place
    table = Table.objects.filter(round__event=event, round__number=number, number=table_number).first()
    parts = load_parts(table) if table else []
    if table is None or position > len(parts):
        refuse(by_page, UNKNOWN)
        return None
    part = parts[position - 1].part
    pages = [by_page[page] for page in sorted(by_page)]
    if any(plans[code.plan].seats != seats_in(part) for each in pages if (code := each.photo.seen.code)):
        refuse(by_page, CHANGED)
        return None
    before = parts[position - 2].sheet.deals_counted if position > 1 else 0
    seen = [(plans[code.plan], each.photo.seen) for each in pages if (code := each.photo.seen.code)]
    answers = {number: record for each in pages for number, record in each.photo.answers.items()}
    read = read_table(game_of(event), open_part(event, part, before), seen, answers)
    for each, page in zip(pages, read, strict=True):
        each.rows, each.problems = page.rows, [] if each.photo.is_looked_at else list(page.problems)
    first = sum(len(each.deals) for each in parts[: position - 1]) + 1
    rows = tuple((row, each.photo.digest) for each in pages for row in each.rows)
    good = takewhile(lambda each: not each.problems, pages)
    return TableRead(table, part, position == len(parts), first, rows, sum(len(each.rows) for each in good))


def refuse(by_page: Mapping[int, PhotoRead], problem: str) -> None:
    """Give all photographs of a table a problem that keeps them from being read."""
    for each in by_page.values():
        each.problems.append(problem)

"""Photographs of a round's marked sheets: as they are kept, and their readings, rows folded by the rules."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import takewhile, zip_longest
from typing import Any, NamedTuple

from django.db.models import Max
from django.utils import timezone

from marked.codes import PageCode
from marked.plan import Plan
from marked.questions import Column, Marks, columns_asked, settled
from marked.seen import CLEAR, EMPTY, SeenPage, SeenRow, page_from_json, together
from marked.sheet import ReadRow, read_table
from rules.fields import Choice, Field, Kind
from rules.game import Game
from rules.reading import fields_by_name, read_record
from scoring.sheet.sheet import fold_sheet
from tournaments.models import Event, MarkedPhoto, Part, Round, Table
from tournaments.selectors.paper.marked_sheets import printed_plans
from tournaments.selectors.sheets.agreements import game_of
from tournaments.selectors.sheets.folded_sheets import LoadedPart, load_parts, open_part, seats_in
from tournaments.storage.claims import is_free
from tournaments.wording.sheet_json import translate

MOST_VALUES = 16  # that are offered for one field
UNKNOWN, CHANGED, TWICE = "sheet_unknown", "layout_changed", "photo_twice"
UNCLEAR, MANY = "page_unclear", 4  # doubtful lines
Place = tuple[int, int, int]  # round, table, part
LONG_AGO = datetime(1900, 1, 1, tzinfo=UTC)
LOOKED_AT, MARKS, VOID = "looked_at", "marks", "void"


@dataclass(frozen=True, slots=True)
class Photo:
    """A photograph: the name and digest (SHA-256) of the file, what was seen, the flat page as JPEG.

    `answers` has what somebody chose for doubtful lines, None for one that does not count; `marks` has the
    letters that they chose for boxes, by line of the page and place in it; `is_looked_at` means that somebody
    looked at what is odd about its lines.
    """

    name: str
    digest: str
    seen: SeenPage
    flat: bytes = b""
    answers: Mapping[int, Mapping[str, Any] | None] = field(default_factory=dict)
    is_looked_at: bool = False
    marks: Marks = field(default_factory=dict)


@dataclass(slots=True)
class PhotoRead:
    """A photograph with its rows, or with the problems that keep it from being read.

    `hint` says why most of its lines are doubtful, and `columns` are the questions that several lines share.
    """

    photo: Photo
    rows: tuple[ReadRow, ...] = ()
    problems: list[str] = field(default_factory=list)
    hint: str = ""
    columns: list[Column] = field(default_factory=list)


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
        rows: list[tuple[ReadRow, str]] = []
        for row, digest in self.rows[: self.sure]:
            if not row.is_clear:
                break
            rows.append((row, digest))
        return [(row, digest) for row, digest in rows if not row.is_void]


@dataclass(frozen=True, slots=True)
class Reading:
    """The readings of some photographs."""

    photos: tuple[PhotoRead, ...]
    tables: tuple[TableRead, ...]


def read_photographs(event: Event, photos: Sequence[Photo]) -> Reading:
    """Return the readings of photographs of an event; the order of the files does not matter.

    Several photographs of a page are read together, as the clearest of them.
    """
    plans = printed_plans(event)
    read = [PhotoRead(photo, problems=[photo.seen.problem] if photo.seen.problem else []) for photo in photos]
    by_table: defaultdict[Place, dict[int, PhotoRead]] = defaultdict(dict)
    for each in sorted(read, key=lambda each: unclear(each.photo.seen)):
        code = each.photo.seen.code
        if code is None or each.problems:
            continue
        clearest = by_table[place_of(code)].setdefault(code.page, each)
        if clearest is not each:
            each.problems.append(TWICE)
            clearest.photo = with_another(clearest.photo, each.photo)
    tables = [
        read_one(event, place, by_page, plans) for place, by_page in sorted(by_table.items()) if by_page
    ]
    return Reading(tuple(read), tuple(each for each in tables if each))


def unclear(page: SeenPage) -> int:
    """Return how many boxes of a page are not clear."""
    return sum(letter not in CLEAR for row in page.rows for letter in row.boxes)


def with_another(photo: Photo, other: Photo) -> Photo:
    """Return a photograph with what another one of the same page shows, and what was answered for it."""
    is_same = photo.seen.code == other.seen.code
    return replace(
        photo,
        seen=together(photo.seen, other.seen) if is_same else photo.seen,
        answers={**other.answers, **photo.answers},
        marks={
            line: {**other.marks.get(line, {}), **photo.marks.get(line, {})}
            for line in {*other.marks, *photo.marks}
        },
        is_looked_at=photo.is_looked_at or other.is_looked_at,
    )


def place_of(code: PageCode) -> Place:
    """Return the table that a page belongs to."""
    return code.round, code.table, code.part


class PartRead(NamedTuple):
    """The part of a table that pages belong to: the parts before it, and whether it is the last."""

    table: Table
    earlier: Sequence[LoadedPart]
    part: Part
    is_last: bool


def part_at(event: Event, place: Place) -> PartRead | None:
    """Return the part that a page names, or None if there is none."""
    round_number, number, position = place
    table = Table.objects.filter(round__event=event, round__number=round_number, number=number).first()
    parts = load_parts(table) if table else []
    if table is None or position > len(parts):
        return None
    return PartRead(table, parts[: position - 1], parts[position - 1].part, position == len(parts))


def read_one(
    event: Event, place: Place, by_page: Mapping[int, PhotoRead], plans: Mapping[str, Plan]
) -> TableRead | None:
    """Return the rows of one table, and give its photographs their rows and problems."""
    own = part_at(event, place)
    if own is None:
        refuse(by_page, UNKNOWN)
        return None
    codes = [(by_page[page], by_page[page].photo.seen.code) for page in sorted(by_page)]
    pages = [(each, plans[code.plan]) for each, code in codes if code]
    if any(plan.seats != seats_in(own.part) for _, plan in pages):
        refuse(by_page, CHANGED)
        return None
    read_pages(event, own, pages)
    first = sum(len(each.deals) for each in own.earlier) + 1
    rows = tuple((row, each.photo.digest) for each, _ in pages for row in each.rows)
    good = takewhile(lambda page: not page.problems, (each for each, _ in pages))
    return TableRead(own.table, own.part, own.is_last, first, rows, sum(len(each.rows) for each in good))


def read_pages(event: Event, own: PartRead, pages: Sequence[tuple[PhotoRead, Plan]]) -> None:
    """Give the photographs of a part, in the order of their pages, their rows by the rules and problems."""
    before = own.earlier[-1].sheet.deals_counted if own.earlier else 0
    answers = {number: record for each, _ in pages for number, record in each.photo.answers.items()}
    marked = [(plan, settled(each.photo.seen, each.photo.marks)) for each, plan in pages]
    read = read_table(game_of(event), open_part(event, own.part, before), marked, answers)
    for (each, plan), page, (_, shown) in zip(pages, read, marked, strict=True):
        each.rows, each.problems = page.rows, [] if each.photo.is_looked_at else list(page.problems)
        each.hint, each.columns = hint_of(each), columns_of(plan, shown, page.rows)


def hint_of(read: PhotoRead) -> str:
    """Return why most lines of a page are doubtful, if they are."""
    questions = sum(not row.is_clear for row in read.rows)
    return (read.photo.seen.fault or UNCLEAR) if 2 * questions > len(read.rows) and questions >= MANY else ""


def columns_of(plan: Plan, page: SeenPage, rows: Sequence[ReadRow]) -> list[Column]:
    """Return the boxes that are asked about in several doubtful lines of a page."""
    unclear_rows = {(row.number - 1) % len(plan.rows) for row in rows if not row.is_clear}
    shown = [
        row if line in unclear_rows else SeenRow(EMPTY * len(row.boxes)) for line, row in enumerate(page.rows)
    ]
    return columns_asked(plan, shown)


def refuse(by_page: Mapping[int, PhotoRead], problem: str) -> None:
    """Give all photographs of a table a problem that keeps them from being read."""
    for each in by_page.values():
        each.problems.append(problem)


# What its readers are asked, and shown


def other_values(game: Game, seats: int, row: ReadRow) -> Iterator[tuple[Field, str, dict[str, Any]]]:
    """Yield the other values of a line's doubtful fields: the field, the value in words, the whole record."""
    names = dict.fromkeys(doubt.field for doubt in row.doubts if doubt.field)
    read = row.record or {}
    for each in (fields_by_name(game)[name] for name in names if name in fields_by_name(game)):
        for label, value in button_values(each, seats):
            if value != read.get(each.name):
                yield each, label, {**read, each.name: value}


def button_values(each: Field, seats: int) -> list[tuple[str, Any]]:
    """Return the values of a field that fit on buttons."""
    if each.kind == Kind.SEAT:
        return [(str(seat + 1), seat) for seat in range(seats)]
    if each.kind == Kind.CHOICE:
        return [(mark_of(choice), choice.value) for choice in each.choices][:MOST_VALUES]
    if each.kind == Kind.COUNT and 0 < len(each.keys) <= MOST_VALUES:
        return [(str(key), key) for key in each.keys]
    return []


def mark_of(choice: Choice) -> str:
    """Return the mark of a value, or its word."""
    return choice.mark or translate(choice.label)


def totals_after(event: Event, read: TableRead) -> list[int]:
    """Return the totals of a table's part after the rows that can be stored."""
    game, opening = game_of(event), open_part(event, read.part, 0)
    records = [read_record(game, row.record) for row, _ in read.clear if row.record]
    return list(fold_sheet(game, opening, records).state.totals)


def photos_waiting(round: Round) -> int:
    """Return how many photographs wait to be read."""
    return round.marked_photos.filter(reading__isnull=True).count()


@dataclass(frozen=True, slots=True)
class Queue:
    """The first unread photograph of a round: its number, how many there are, its name.

    `ahead` is how many photographs are read before it; None if it is being read.
    """

    number: int
    all: int
    name: str
    ahead: int | None

    @property
    def read(self) -> int:
        """Return how many photographs of the round were read."""
        return self.number - 1


def queue_of(round: Round) -> Queue | None:
    """Return which photograph of a round is read now or next; None if none waits."""
    unread = round.marked_photos.filter(reading__isnull=True).order_by("pk")
    first = unread.values_list("pk", "name").first()
    if first is None:
        return None
    pk, name = first
    turns = photos_by_turn()
    ahead = turns.index(pk) if pk in turns else None
    return Queue(round.marked_photos.filter(pk__lte=pk).count(), round.marked_photos.count(), name, ahead)


def photos_by_turn() -> list[int]:
    """Return the IDs of the photographs that nobody reads yet, in the order in which they are read.

    Clubs take turns, the one that waited longest first; each has its oldest photograph read first.
    """
    now = timezone.now()
    unread = MarkedPhoto.objects.filter(is_free(now), reading__isnull=True).order_by("pk")
    waiting: defaultdict[int, list[int]] = defaultdict(list)
    for club, pk in unread.values_list("round__event__club", "pk"):
        waiting[club].append(pk)
    # What was claimed before the clock was set back says nothing.
    read = MarkedPhoto.objects.filter(round__event__club__in=waiting, claimed_at__lte=now).order_by()
    last = dict(read.values_list("round__event__club").annotate(at=Max("claimed_at")))
    clubs = sorted(waiting.items(), key=lambda item: (last.get(item[0], LONG_AGO), item[1]))
    return [pk for turn in zip_longest(*(pks for _, pks in clubs)) for pk in turn if pk is not None]


def stored_reading(round: Round) -> tuple[Reading, dict[str, int]]:
    """Return the readings of a round's photographs, and the ID of each by its digest."""
    rows = list(round.marked_photos.exclude(reading__isnull=True).defer("upload", "page").order_by("pk"))
    photos = [as_photo(each) for each in rows]
    return read_photographs(round.event, photos), {each.digest: each.pk for each in rows}


def as_photo(row: MarkedPhoto) -> Photo:
    """Return a stored photograph as a value."""
    answers = {int(key): answer_of(value) for key, value in row.answers.items() if key.isdigit()}
    page = page_from_json(row.reading or {})
    marks = {
        int(line): {int(place): letter for place, letter in letters.items()}
        for line, letters in row.answers.get(MARKS, {}).items()
    }
    return Photo(row.name, row.digest, page, b"", answers, LOOKED_AT in row.answers, marks)


def answer_of(value: Any) -> Mapping[str, Any] | None:
    """Return a stored answer: a record, or None for a line that does not count."""
    return None if value == VOID else value


def get_photo(round: Round, pk: int) -> MarkedPhoto | None:
    """Return a photograph of a round."""
    return round.marked_photos.filter(pk=pk).first()


def flat_page(pk: int) -> bytes:
    """Return the straightened page as JPEG; b"" without one."""
    page = MarkedPhoto.objects.filter(pk=pk).values_list("page", flat=True).first()
    return bytes(page or b"")

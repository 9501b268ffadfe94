"""Simulated tables, marked and photographed, and how their rows are read: for a test and for a benchmark."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from marked.arrangement import plan_of
from marked.blocks import Takes
from marked.codes import PageCode, event_key
from marked.meaning import WRITTEN_IN
from marked.plan import Plan, Spot, spots
from marked.reading.page import read_photo
from marked.seen import SeenPage
from marked.sheet import ReadRow, read_table
from rules import get_game
from rules.game import Game
from rules.notation import as_asked
from rules.reading import open_table, read_options
from scoring.sheet.sheet import blank_sheet
from tests.marked.people import is_sayable, marks_of, plainly, played
from tests.marked.scenes import Scene, a_scene
from tests.marked.simulator import photographed

EVENT = event_key("evening")
FRESH = 30_000  # seeds below are for setting thresholds; on those from here on no number is set
SAID_SO = "said so"  # the table marked "?", or wrote numbers
SLIPS = ("struck", "struck", "alone", "second", "rubbed", "forgotten")


@dataclass
class Tally:
    """How rows were read: right at once, asked, silently wrong or lost; and which photos were refused."""

    rows: Counter[str] = field(default_factory=Counter)
    photos: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    found: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        counted = {name: count for name, count in sorted(self.rows.items()) if name != SAID_SO}
        whole = sum(counted.values())
        shares = ", ".join(f"{name} {100 * count / whole:.1f} %" for name, count in counted.items())
        refused = f"{self.photos} photos, refused {dict(self.refused)}"
        return f"{refused}, {whole} rows: {shares}; {self.rows[SAID_SO]} say that they ask"


class Taken(NamedTuple):
    """A photograph of a table's first page: its game, plan and records, the scene, and spoilt rows."""

    game: Game
    seats: int
    photo: bytes
    plan: Plan
    records: list[dict[str, Any]]
    scene: Scene
    spoilt: dict[int, str]


def photograph(game: Game, seats: int, kind: str, seed: object) -> Taken:
    """Return a photograph of a table's first page; half of the tables leave the foot empty."""
    rng = Random(f"{game.key} {kind} {seed}")
    plan, _ = plan_of(game, game.Options(), seats)
    records = played(game, seats, rng.randint(len(plan.rows) // 2, len(plan.rows)), rng, {})
    sayable = [record if is_sayable(plan, record) else {"ask": True} for record in records]
    struck = rng.randrange(5 * len(sayable))
    sayable[struck:struck] = [
        {**each, "void": True} for each in sayable[struck : struck + 1] if "ask" not in each
    ]
    sayable = sayable[: len(plan.rows)]
    scene = a_scene(kind, rng)
    code = PageCode(EVENT, 1, 1, 1, 1, plan.fingerprint)
    has_foot = rng.random() < 0.5
    marked = [spot for spot in marks_of(plan, sayable) if spot.row or has_foot]
    spoilt = spoils(plan, marked, rng)
    forgotten = [spot for spot, slip in spoilt if slip == "forgotten"]
    photo = photographed(plan, code, [spot for spot in marked if spot not in forgotten], scene, rng, spoilt)
    return Taken(game, seats, photo, plan, sayable, scene, {spot.row: slip for spot, slip in spoilt})


def spoils(plan: Plan, marked: Sequence[Spot], rng: Random) -> list[tuple[Spot, str]]:
    """Return slips in one row of thirty: a box struck out, marked too, rubbed out or forgotten.

    `alone` is a struck-out box where nothing was meant: no second mark of its group contradicts it.
    """
    marks = []
    for row in sorted({spot.row for spot in marked if spot.row}):
        own = [spot for spot in marked if spot.row == row]
        wanted = [spot for spot in own if spot.slot.takes == Takes.ONE]
        if not wanted or rng.random() > 1 / 30:
            continue
        slip, right = rng.choice(SLIPS), rng.choice(wanted)
        if slip == "forgotten":
            if right.slot.digit is not None:
                marks.append((right, slip))
            continue
        boxes = [spot for spot in spots(plan, 1) if spot.row == row and spot not in own]
        if slip == "alone":
            used = {id(spot.slot) for spot in own}
            others = [box for box in boxes if id(box.slot) not in used and box.slot.takes != Takes.WRITTEN]
        else:
            others = [box for box in boxes if box.slot is right.slot and box.value != right.value]
        if others:
            marks.append((rng.choice(others), slip))
    return marks


def count(tally: Tally, taken: Taken, name: str) -> None:
    """Read the photograph of a table, and count its rows."""
    plan, records, scene = taken.plan, taken.records, taken.scene
    page, _ = read_photo(taken.photo, {plan.fingerprint: plan}, EVENT)
    tally.photos += 1
    if page.problem:
        tally.refused[page.problem] += 1
        tally.found.append(f"{name}: {page.problem} {scene}")
        return
    rows, problems = rows_read(taken.game, taken.seats, plan, page, len(records))
    for number, (record, row) in enumerate(zip(records, rows, strict=True), start=1):
        how = judged(taken.game, taken.seats, record, row)
        how = "spoilt, asked" if how == "asked" and number in taken.spoilt else how
        how = "lost, told" if how == "LOST" and problems else how
        tally.rows[how] += 1
        if how not in ("right", SAID_SO, "spoilt, asked"):
            report = f"{row and row.doubts} {record} {row and row.record} {taken.spoilt.get(number, '')}"
            tally.found.append(f"{name} row {number}: {how} {report} {page.rows[number - 1].boxes}")


def rows_read(
    game: Game, seats: int, plan: Plan, seen: SeenPage, lines: int
) -> tuple[list[ReadRow | None], tuple[str, ...]]:
    """Return what was read of each line, None for one that was lost, and the problems of the page.

    No row of a page with problems is stored before somebody has looked at it.
    """
    options = read_options(game, {})
    (page,) = read_table(game, blank_sheet(open_table(game, options, seats, 0)), [(plan, seen)])
    by_number = {row.number: row for row in page.rows}
    extra = [row for row in page.rows if row.number > lines and row.is_clear]
    rows = [by_number.get(number) if not extra else None for number in range(1, lines + 1)]
    return rows, page.problems


def judged(game: Game, seats: int, record: dict[str, Any], row: ReadRow | None) -> str:
    """Return how a line was read."""
    if row is None:
        return "LOST"
    if not row.is_clear:
        return SAID_SO if "ask" in record or is_all_written(row) else "asked"
    if row.is_void or "void" in record:
        return "right" if row.is_void and "void" in record else "WRONG"
    state = open_table(game, read_options(game, {}), seats, 0)
    is_right = row.record is not None and plainly(game, as_asked(game, row.record, state)) == record
    return "right" if is_right else "WRONG"


def is_all_written(row: ReadRow) -> bool:
    """Return whether nothing of a line is asked but the numbers in its cells, which are typed."""
    whole = {doubt.field for doubt in row.doubts if doubt.why == WRITTEN_IN}
    return bool(whole) and all(doubt.field in whole for doubt in row.doubts)


def tally_of(games: Sequence[tuple[str, int]], kind: str, photos: int, first: int = 0) -> Tally:
    """Return how so many photographs of a kind were read, of these games in turn."""
    tally = Tally()
    for number in range(first, first + photos):
        key, seats = games[number % len(games)]
        count(tally, photograph(get_game(key), seats, kind, number), f"{key} {kind} {number}")
    return tally

"""The explanations of a foot, counted by folding the sheet from the changed row on for each: no short cut.

What is possible is laid out first: every small edit of every row, every row less, every deal more. Then each
explanation has its part of its kind's chance (`CHANCES`), and those that look alike are added up.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from rules.fields import Kind
from rules.reading import read_record
from scoring.foot.cross_foot import TWO_SLIPS
from scoring.foot.digits import mistyped, transpositions
from scoring.foot.footing import Foot
from scoring.foot.slip import CHANCES
from scoring.foot.small_edits import Edit, plain_record, small_edits
from scoring.foot.whole_rows import ALONE
from scoring.sheet.sheet import Row, Sheet, fold_sheet
from tests.scoring.foot.slips import Course

NEIGHBOUR = 20  # a row equal to the one beside it is so many times likelier to be typed twice
MEASURES = (
    min,
    max,
    sum,
    lambda points: sum(each != 0 for each in points),
    lambda points: len(set(points)),
)

Named = tuple[str, tuple[int, ...], str]
"""What one proposal is about: kind, seats, field."""


@dataclass(frozen=True)
class Naive:
    """A typed sheet, every deal of which the rules allow; `carries` says that a deal depends on who deals."""

    course: Course
    typed: tuple[Any, ...]
    carries: bool

    def proposals(self, foot: Foot) -> list[tuple[Named, list[int]]]:
        """Return what is proposed, the likeliest first, each with its rows, the likeliest first."""
        wanted = self.wanted(foot)
        deals = self.deals(foot)
        counted = self.sheet.deals_counted
        if not any(wanted) and foot.deals in (None, counted):
            return []
        found: list[Any] = []
        if deals in (None, counted - 1):
            found += self.twice(foot)
        if deals in (None, counted + 1):
            found += self.missing(foot)
        if deals in (None, counted):
            found += self.repeated(foot)
        if any(wanted) and deals in (None, counted):
            found += [*self.at_foot(foot), *self.in_row(foot)]
            if self.two(foot) > sum(CHANCES[name[0]] * share for name, _, share in found):
                return []
        return ordered(found)

    @cached_property
    def sheet(self) -> Any:
        """Return the typed sheet."""
        return self.course.fold(self.typed)

    def wanted(self, foot: Foot) -> tuple[float, ...]:
        """Return the paper's totals minus ours, of the seats that were read."""
        return tuple(
            paper - our
            for paper, our in zip(foot.totals, self.sheet.totals, strict=True)
            if paper is not None
        )

    def read(self, foot: Foot, points: Sequence[float]) -> tuple[float, ...]:
        """Return the points of the seats that were read."""
        return tuple(each for each, paper in zip(points, foot.totals, strict=True) if paper is not None)

    def deals(self, foot: Foot) -> int | None:
        """Return the number of deals on the paper, by itself or by the next dealer."""
        if foot.deals is not None or foot.next_dealer is None:
            return foot.deals
        seats = len(foot.totals)
        for more in (1, -1):
            if foot.next_dealer == (self.sheet.state.dealer + more) % seats:
                return self.sheet.deals_counted + more
        return None

    @cached_property
    def parts(self) -> list[Sheet]:
        """Return the sheet before each row, and the whole one at the end."""
        parts = [self.course.opening]
        for record in self.typed:
            parts.append(fold_sheet(self.course.game, parts[-1], [record]))
        return parts

    def change(self, at: int, records: Sequence[Any]) -> tuple[int, ...] | None:
        """Return by how much other records from a row on change the totals; None if the rules refuse one."""
        sheet = fold_sheet(self.course.game, self.parts[at], records)
        if sheet.broken:
            return None
        return tuple(new - old for new, old in zip(sheet.totals, self.sheet.totals, strict=True))

    # In one row

    @cached_property
    def edits(self) -> list[list[Edit]]:
        """Return the small edits of each row."""
        return [edits_of(self.course, record) for record in self.typed]

    @cached_property
    def edited(self) -> list[tuple[int, Edit, tuple[int, ...]]]:
        """Return each edit with its row's index and the change that it makes."""
        found = []
        for at, edits in enumerate(self.edits):
            for edit in edits:
                other = read_record(self.course.game, edit.record)
                change = self.change(at, [other, *self.typed[at + 1 :]])
                if change is not None:
                    found.append((at, edit, change))
        return found

    def weighed(self, foot: Foot) -> list[tuple[int, Edit, tuple[float, ...], float]]:
        """Return the edits that show at the foot, each with its share of its kind."""
        shown = [(at, edit, self.read(foot, change)) for at, edit, change in self.edited]
        shown = [each for each in shown if any(each[2])]
        weights: dict[tuple[str, str], int] = defaultdict(int)
        for _, edit, _ in shown:
            weights[edit.kind, edit.field.name] += edit.weight
        fields = [kind for kind, _ in weights]
        return [
            (at, edit, change, edit.weight / weights[edit.kind, edit.field.name] / fields.count(edit.kind))
            for at, edit, change in shown
        ]

    def in_row(self, foot: Foot) -> Iterator[tuple[Named, list[int], float]]:
        """Yield the edits that bring the paper's totals about."""
        for at, edit, change, share in self.weighed(foot):
            if change == self.wanted(foot):
                yield self.named(at, edit), [at + 1], share

    def named(self, at: int, edit: Edit) -> Named:
        """Return what a proposal says of an edit: both seats, or the seat whose points it changes."""
        name = edit.field.name
        old: Any = plain_record(self.course.game, self.typed[at]).get(name)
        new: Any = edit.record.get(name)
        if edit.kind == "seat":
            return edit.kind, (old, new), name
        if edit.kind in ("sign", "keys") and edit.field.kind == Kind.FREE:
            places = [seat for seat, points in enumerate(old) if points != new[seat]]
            return (edit.kind, (places[0],), name) if len(places) == 1 else (edit.kind, (), "")
        return edit.kind, (), name if edit.kind == "value" else ""

    def chances(self, foot: Foot) -> dict[tuple[float, ...], float]:
        """Return how likely one edit makes each change."""
        chances: dict[tuple[float, ...], float] = defaultdict(float)
        for _, edit, change, share in self.weighed(foot):
            chances[change] += CHANCES[edit.kind] * share
        return chances

    def two(self, foot: Foot) -> float:
        """Return the chance that two edits together bring them about."""
        chances, wanted = self.chances(foot), self.wanted(foot)
        return TWO_SLIPS * sum(
            chance * chances.get(tuple(a - b for a, b in zip(wanted, one, strict=True)), 0)
            for one, chance in chances.items()
        )

    # At the foot

    def at_foot(self, foot: Foot) -> Iterator[tuple[Named, list[int], float]]:
        """Yield slips in the totals themselves."""
        ours, paper, seats = self.sheet.totals, foot.totals, len(foot.totals)
        pairs = [*combinations(range(seats), 2)]
        for one, other in pairs:
            swapped = list(ours)
            swapped[one], swapped[other] = ours[other], ours[one]
            alike = [paper[seat] in (None, swapped[seat]) for seat in range(seats)]
            if all(alike) and paper[one] is not None and paper[other] is not None:
                yield ("columns", (one, other), ""), [], 1 / len(pairs)
        differing = [seat for seat in range(seats) if paper[seat] not in (None, ours[seat])]
        if len(differing) != 1:
            return
        (seat,) = differing
        total, read = ours[seat], paper[seat]
        if read == -total:
            yield ("total_sign", (seat,), ""), [], 1 / seats
        if read in transpositions(total):
            yield ("total_digits", (seat,), ""), [], 1 / seats / len(transpositions(total))
        elif read in mistyped(total):
            yield ("total_keys", (seat,), ""), [], 1 / seats / len(mistyped(total))
        scored = sum(each != 0 for row in self.sheet.rows for each in row.outcome.deltas)
        for row in self.sheet.rows:
            points, running = row.outcome.deltas[seat], row.totals[seat]
            if points and read == total - 2 * points:
                yield ("minus", (seat,), ""), [row.number], 1 / scored
            if points and running + read - total in transpositions(running):
                yield ("digits", (seat,), ""), [row.number], 1 / scored / len(transpositions(running))

    # Whole rows

    def repeats(self, at: int) -> bool:
        """Return whether a row equals one beside it."""
        return self.typed[at] in (*self.typed[max(at - 1, 0) : at], *self.typed[at + 1 : at + 2])

    def twice(self, foot: Foot) -> Iterator[tuple[Named, list[int], float]]:
        """Yield the rows without which the sheet agrees."""
        weights = [NEIGHBOUR if self.repeats(at) else 1 for at in range(len(self.typed))]
        for at, row in enumerate(self.sheet.rows):
            change = self.change(at, self.typed[at + 1 :])
            if row.outcome.counts and change is not None and self.read(foot, change) == self.wanted(foot):
                yield ("twice", (), ""), [row.number], weights[at] / sum(weights)

    @cached_property
    def deals_alike(self) -> list[Any]:
        """Return the deals of the sheet, for every seat, result and word, each once."""
        found: dict[str, Any] = {}
        for record, edits in zip(self.typed, self.edits, strict=True):
            alike = [each.record for each in edits if each.kind in ("seat", "result", "numbers", "value")]
            records = [record, *(read_record(self.course.game, each) for each in alike)]
            found |= {repr(each): each for each in records}
        return [*found.values()]

    def points_alike(self, state: Any) -> list[tuple[int, ...]]:
        """Return the points of such deals from one state on."""
        game = self.course.game
        dealers = range(state.seats if self.carries else 1)
        states = [state.after((0,) * state.seats, dealer=dealer) for dealer in dealers]
        return [
            game.settle(one, record)[1].deltas
            for record in self.deals_alike
            for one in states
            if not game.violations(one, record)
        ]

    def missing(self, foot: Foot) -> Iterator[tuple[Named, list[int], float]]:
        """Yield a deal that would bring the paper's totals about, at the end or before a row."""
        wanted = self.wanted(foot)
        is_over = self.course.game.is_over(self.sheet.state)
        at_end = self.course.fold(self.typed[:-1]) if is_over else self.sheet
        alike = [self.read(foot, each) for each in self.points_alike(at_end.state)]
        share = alike.count(wanted) / len(alike) if alike else 0
        if not share and self.is_like(foot, alike, wanted):
            points = [each for one in (*alike, wanted) for each in one]
            share = float((max(points) - min(points) + 1) ** -len(wanted))
        if share:
            read = zip(foot.totals, self.sheet.totals, strict=True)
            seats = tuple(seat for seat, (paper, our) in enumerate(read) if paper not in (None, our))
            yield ("missing", seats, ""), [], share
            return
        if not self.moves_on:
            return
        found, tried = [], 0
        for at in range(len(self.typed)):
            for record in self.deals_alike:
                tried += 1
                change = self.change(at, [record, *self.typed[at:]])
                if change is not None and self.read(foot, change) == wanted:
                    found.append(at + 1)
        yield from ((("missing", (), ""), [row], found.count(row) / tried) for row in dict.fromkeys(found))

    @cached_property
    def moves_on(self) -> bool:
        """Return whether all deals bring other points if the first dealer is the next one."""
        course = self.course
        state = course.opening.state
        further = state.after((0,) * state.seats, dealer=state.dealer + 1)
        moved = Course(course.game, type(course.opening)((), further, 0), ()).fold(self.typed)
        return not moved.broken and moved.totals != self.sheet.totals

    def is_like(self, foot: Foot, alike: Sequence[Any], points: Sequence[float]) -> bool:
        """Return whether points are within those of deals; on a short sheet only who may lose."""
        if not alike:
            return False
        loses = min(points) < 0 and not any(min(each) < 0 for each in alike)
        wins = max(points) > 0 and not any(max(each) > 0 for each in alike)
        if loses or wins:
            return False
        bounds = [(min(map(of, alike)), of(points), max(map(of, alike))) for of in MEASURES]
        few = self.sheet.deals_counted < (3 if self.deals(foot) is None else 12)
        return few or all(least <= here <= most for least, here, most in bounds)

    def repeated(self, foot: Foot) -> Iterator[tuple[Named, list[int], float]]:
        """Yield the rows equal to one beside them, in place of which another deal would fit."""
        places = [at for at in range(len(self.typed)) if self.repeats(at)]
        for at in places:
            fitting = [
                change
                for record in self.in_place(foot, at) or self.deals_alike
                if (change := self.change(at, [record, *self.typed[at + 1 :]])) is not None
            ]
            hits = sum(self.read(foot, change) == self.wanted(foot) for change in fitting)
            share = hits / len(fitting) if hits else self.alone(foot, at)
            if share:
                yield ("repeated", (), ""), [at + 1], share / len(places)

    def in_place(self, foot: Foot, at: int) -> list[Any]:
        """Return the points that a row may have had in a game that writes nothing but points."""
        game = self.course.game
        plain = plain_record(game, self.typed[at])
        free = [each.name for each in game.fields if each.kind == Kind.FREE and each.name in plain]
        more = [0 if paper is None else paper - our for paper, our in self.beside(foot)]
        return [
            read_record(game, {**plain, name: [a + b for a, b in zip(plain[name], more, strict=True)]})
            for name in free
        ]

    def beside(self, foot: Foot) -> Iterator[tuple[float | None, int]]:
        """Return the paper's totals beside ours."""
        return zip(foot.totals, self.sheet.totals, strict=True)

    def alone(self, foot: Foot, at: int) -> float:
        """Return the chance that a row repeats only its neighbour and stands for a deal unlike all others."""
        row: Row = self.sheet.rows[at]
        state = self.course.fold(self.typed[:at]).state
        alike = [self.read(foot, each) for each in self.points_alike(state)]
        own = self.read(foot, row.outcome.deltas)
        points = tuple(a + b for a, b in zip(self.wanted(foot), own, strict=True))
        is_pair = sum(record == self.typed[at] for record in self.typed) == 2
        sums = {sum(each) for each in alike}
        return ALONE if is_pair and sum(points) in sums and self.is_like(foot, alike, points) else 0


EDITS: dict[tuple[str, str], list[Edit]] = {}  # most rows are on every sheet of a course


def edits_of(course: Course, record: Any) -> list[Edit]:
    """Return the small edits of a record."""
    game, opening = course.game, course.opening.state
    key = game.key, f"{opening} {record}"
    if key not in EDITS:
        EDITS[key] = [*small_edits(game, opening, plain_record(game, record))]
    return EDITS[key]


def ordered(found: Sequence[tuple[Named, list[int], float]]) -> list[tuple[Named, list[int]]]:
    """Return what was found, alike ones as one, those that name no new row behind the others."""
    chances: dict[Named, float] = defaultdict(float)
    shares: dict[Named, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    for name, rows, share in found:
        chances[name] += CHANCES[name[0]] * share
        for row in rows:
            shares[name][row] += share
    new: list[tuple[Named, list[int]]] = []
    again: list[tuple[Named, list[int]]] = []
    said: set[int] = set()
    for name in sorted(chances, key=lambda name: -chances[name]):
        rows = sorted(sorted(shares[name]), key=lambda row: -shares[name][row])
        (again if rows and said.issuperset(rows[:8]) else new).append((name, rows))
        said.update(rows[:8])
    return new + again

"""Sheets with one slip of the pen: the played sheet, the typed sheet, and the totals on the paper."""

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from rules import get_game
from rules.reading import open_table, read_record
from scoring.cross_foot import Foot, find_slips, transpositions
from scoring.sheet import blank_sheet, fold_sheet
from scoring.small_edits import plain_record, small_edits
from simulation.sheets import play_sheet

SEATS = {"frepe": 6}
DEALS = {"fipsen-prisdorf": 100, "flunk": 18, "rifki": 20, "frepe": 40, "fipsen-grossenaspe": 60}


@dataclass(frozen=True)
class Course:
    """A sheet as played: its opening and its records."""

    game: Any
    opening: Any
    records: tuple[Any, ...]

    def fold(self, records):
        return fold_sheet(self.game, self.opening, records)

    def slips(self, typed, foot):
        return find_slips(self.game, self.opening, self.fold(typed), foot)


@cache
def a_course(key="fipsen-prisdorf", seed=1, deals=0):
    """Return a simulated sheet."""
    game = get_game(key)
    seats = SEATS.get(key, game.standard_seats)
    rows = play_sheet(key, {}, seats, 0, deals or DEALS[key], Random(seed))
    records = tuple(read_record(game, row.record) for row in rows)
    return Course(game, blank_sheet(open_table(game, game.Options(), seats, 0)), records)


@dataclass(frozen=True)
class Accident:
    """The typed sheet instead of the played one, and the totals on the paper."""

    kind: str
    row: int | None
    typed: tuple[Any, ...]
    foot: Foot


def invent_accident(course, rng):
    """Return a random slip that shows in the totals; every second one with a known number of deals."""
    while True:
        accident = rng.choice(ACCIDENTS)(course, rng)
        if accident is None:
            continue
        typed = course.fold(accident.typed)
        if not typed.broken and tuple(accident.foot.totals) != typed.totals:
            return accident


def with_count(course, totals, rng):
    sheet = course.fold(course.records)
    return Foot(tuple(totals), sheet.deals_counted if rng.random() < 0.5 else None)


def a_wrong_row(course, rng):
    """Return a wrong row: made for lost, another seat, another word, two numbers swapped."""
    row = rng.randrange(len(course.records))
    state = course.fold(course.records[:row]).state
    edits = [*small_edits(course.game, state, plain_record(course.game, course.records[row]))]
    if not edits:
        return None
    kind = rng.choice(sorted({edit.kind for edit in edits}))
    edit = rng.choice([edit for edit in edits if edit.kind == kind])
    typed = list(course.records)
    typed[row] = read_record(course.game, edit.record)
    totals = course.fold(course.records).totals
    return Accident(edit.kind, row + 1, tuple(typed), with_count(course, totals, rng))


def a_deal_twice(course, rng):
    row = rng.randrange(len(course.records))
    typed = [*course.records[: row + 1], *course.records[row:]]
    totals = course.fold(course.records).totals
    return Accident("twice", row + 1, tuple(typed), with_count(course, totals, rng))


def a_missing_deal(course, rng):
    row = rng.randrange(len(course.records))
    typed = [*course.records[:row], *course.records[row + 1 :]]
    totals = course.fold(course.records).totals
    return Accident("missing", None, tuple(typed), with_count(course, totals, rng))


def swapped_columns(course, rng):
    totals = list(course.fold(course.records).totals)
    first, second = rng.sample(range(len(totals)), 2)
    totals[first], totals[second] = totals[second], totals[first]
    return Accident("columns", None, course.records, with_count(course, totals, rng))


def a_total_without_its_minus(course, rng):
    totals = list(course.fold(course.records).totals)
    seat = rng.randrange(len(totals))
    totals[seat] = -totals[seat]
    return Accident("total_sign", None, course.records, with_count(course, totals, rng))


def swapped_digits(course, rng):
    totals = list(course.fold(course.records).totals)
    seat = rng.randrange(len(totals))
    found = sorted(transpositions(totals[seat]))
    if not found:
        return None
    totals[seat] = rng.choice(found)
    return Accident("total_digits", None, course.records, with_count(course, totals, rng))


ACCIDENTS = (
    a_wrong_row,
    a_wrong_row,
    a_wrong_row,
    a_wrong_row,
    a_deal_twice,
    a_missing_deal,
    swapped_columns,
    a_total_without_its_minus,
    swapped_digits,
)


def is_named(accident, slips):
    """Return whether one of these proposals is the slip: its kind, and its row among those to check."""
    return any(slip.kind == accident.kind and (accident.row in (None, *slip.rows)) for slip in slips)

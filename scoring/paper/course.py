"""Check one table's typed rows in order; a wrong row does not make the right ones after it wrong.

A refused row is taken as counting without points, and its typed dealer is believed. It may also have been a
deal that was dealt again, its dealer may be the error, or the game may let the same dealer deal again after
some deals. So the sheet may then be in several states (`Chance`): a later row is refused only if it is wrong
in all of them, and only for what is wrong on a fresh sheet too, so that no row is blamed for the broken ones
before it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.game import Game, Violation, text
from rules.reading import dealer_problems
from scoring.sheet.sheet import IllegalDeal, read_deal


@dataclass(frozen=True, slots=True)
class TypedRow:
    """A typed row: its deal number and its record as JSON, None if a cell was unreadable."""

    line: int
    deal: int
    record: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Lost:
    """Rows that could not be placed: deals at an unknown table, and the number here without a deal number."""

    deals: frozenset[int] = frozenset()
    here: int = 0

    def fills(self, hole: Iterable[int]) -> bool:
        """Return whether these rows may be the missing ones."""
        return len(set(hole) - self.deals) <= self.here


NOTHING = Lost()
MISNUMBERED = ("deal_repeated", "deal_missing", "deal_beyond_last")


@dataclass(frozen=True, slots=True)
class Chance:
    """One possible state of a sheet: the carried state, and the deals that counted."""

    state: Any
    counted: int


@dataclass(frozen=True, slots=True)
class Course:
    """A table between two rows: one chance until a row is refused."""

    game: Game
    chances: tuple[Chance, ...]
    is_broken: bool = False

    @property
    def next_deal(self) -> int:
        """Return the number of the next deal."""
        return max(chance.counted for chance in self.chances) + 1

    @property
    def deals_dealt(self) -> int:
        """Return how many deals counted in every chance."""
        return min(chance.counted for chance in self.chances)

    def chances_of(self, deal: int) -> list[Chance]:
        """Return the chances in which this deal is next."""
        return [chance for chance in self.chances if chance.counted + 1 == deal]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refused row: its violations, the course and its fitting chances before it, and its content.

    `next_deal` is the number that the row must have had if only its number is wrong.
    """

    line: int
    violations: tuple[Violation, ...]
    course: Course
    fitting: tuple[Chance, ...] = ()
    record: Mapping[str, Any] | None = None
    next_deal: int | None = None


@dataclass(frozen=True, slots=True)
class Checked:
    """A checked table: its records in order, the final state, and the refused rows."""

    records: tuple[Mapping[str, Any], ...]
    state: Any
    deals_counted: int
    is_broken: bool
    refusals: tuple[Refusal, ...]

    @property
    def problems(self) -> list[tuple[int, Violation]]:
        """Return every violation with its line."""
        return [(refusal.line, each) for refusal in self.refusals for each in refusal.violations]


def check_rows(
    game: Game, opening: Any, rows: Iterable[TypedRow], *, last_deal: int | None = None, lost: Lost = NOTHING
) -> Checked:
    """Check the rows of one table. A gap that a lost row fills is not reported again."""
    course = Course(game, (Chance(opening, 0),))
    ordered = sorted(rows, key=lambda row: row.deal)
    refusals: list[Refusal] = []
    for row, later in zip(ordered, [*ordered[1:], None], strict=False):
        before = course
        course, violations = check_row(course, row, last_deal, lost)
        if violations:
            refusals.append(refusal_of(before, row, later, violations))
    best = course.chances[0]
    records = tuple(row.record or {} for row in ordered)
    return Checked(records, best.state, best.counted, course.is_broken or bool(refusals), tuple(refusals))


def refusal_of(
    course: Course, row: TypedRow, later: TypedRow | None, violations: Sequence[Violation]
) -> Refusal:
    """Return a refused row with what its correction must fit."""
    if any(each.code in MISNUMBERED for each in violations):
        is_only_number = later is not None and later.deal == course.next_deal + 1
        next_deal = course.next_deal if is_only_number else None
        return Refusal(row.line, tuple(violations), course, next_deal=next_deal)
    return Refusal(row.line, tuple(violations), course, tuple(course.chances_of(row.deal)), row.record)


def check_row(
    course: Course, row: TypedRow, last_deal: int | None, lost: Lost
) -> tuple[Course, list[Violation]]:
    """Return the course after a row, and the problems of the row."""
    expected = course.next_deal
    if last_deal is not None and row.deal > last_deal:
        return course, [deal_beyond_last(row.deal, last_deal)]
    if row.deal <= course.deals_dealt:
        return course, [deal_repeated(row.deal, expected)]
    hole = row.deal - expected
    if hole <= 0:
        return judge(course, row)
    gap = [] if lost.fills(range(expected, row.deal)) else [deal_missing(row.deal, expected)]
    after, refused = judge(skip_deals(course, hole), row)
    return after, [*gap, *refused]


def skip_deals(course: Course, deals: int) -> Course:
    """Return the course after skipping deals that were not typed, without points."""
    chance = max(course.chances, key=lambda each: each.counted)
    states = [chance.state]
    for _ in range(deals):
        missed = [each for state in states for each in missed_states(course.game, state)]
        states = list({each.dealer: each for each in missed}.values())
    skipped = tuple(Chance(state, chance.counted + deals) for state in states)
    return replace(course, chances=skipped, is_broken=True)


def judge(course: Course, row: TypedRow) -> tuple[Course, list[Violation]]:
    """Settle a row, or refuse it with all its problems."""
    fitting = course.chances_of(row.deal)
    if row.record is None:
        return refuse(course, fitting, None), []
    try:
        record = read_deal(course.game, row.record)
    except IllegalDeal as illegal:
        return refuse(course, fitting, None), illegal.violations
    good = allowing(course, fitting, record)
    if good:
        settled = tuple(after for chance in good for after in settle(course, chance, record))
        return replace(course, chances=settled), []
    return refuse(course, fitting, record.dealer), wrong_in_all(course, fitting, record)


def believing(chances: Sequence[Chance], record: Any) -> list[Chance]:
    """Return the chances in which the typed dealer deals."""
    return [chance for chance in chances if not dealer_problems(chance.state, record)]


def allowing(course: Course, chances: Sequence[Chance], record: Any) -> list[Chance]:
    """Return the chances in which the record has no problem."""
    believed = believing(chances, record)
    return [chance for chance in believed if not wrong_in_itself(course, chance.state, record)]


def wrong_in_all(course: Course, chances: Sequence[Chance], record: Any) -> list[Violation]:
    """Return the violations in every chance, and the dealer if they deal in none."""
    judged = believing(chances, record) or chances
    by_record = [wrong_in_itself(course, chance.state, record) for chance in judged]
    return [*dealer_problems(judged[0].state, record), *in_all(by_record)]


def wrong_in_itself(course: Course, state: Any, record: Any) -> list[Violation]:
    """Return what the rules refuse; on a broken sheet only what a fresh one would refuse too."""
    violations = course.game.violations(state, record)
    if not violations or not course.is_broken:
        return violations
    codes = {each.code for each in course.game.violations(fresh(course.game, state), record)}
    return [each for each in violations if each.code in codes]


def in_all(by_record: Sequence[Sequence[Violation]]) -> list[Violation]:
    """Return the violations common to all chances."""
    return [
        each
        for each in by_record[0]
        if all(each.code in {one.code for one in others} for others in by_record)
    ]


def settle(course: Course, chance: Chance, record: Any) -> list[Chance]:
    """Return the chances after an accepted row; carried states that do not allow it are dropped."""
    game, state = course.game, chance.state
    if course.is_broken and game.violations(state, record):
        state = fresh(game, state)
    after, outcome = game.settle(state, record)
    dealers = game.likely_dealers(state, record) if course.is_broken else ()
    others = [dealer for dealer in dealers if dealer % state.seats != after.dealer]
    states = [after, *(shifted(after, dealer) for dealer in others)]
    return [Chance(each, chance.counted + outcome.counts) for each in states]


def refuse(course: Course, chances: Sequence[Chance], typed_dealer: int | None) -> Course:
    """Return the course after a refused row: it counted or is dealt again; its dealer or the derived one."""
    state, counted = chances[0].state, chances[0].counted
    typed = [typed_dealer] if typed_dealer is not None and 0 <= typed_dealer < state.seats else []
    dealers = list(dict.fromkeys([*typed, *(chance.state.dealer for chance in chances)]))
    dealt = [shifted(state, dealer) for dealer in dealers]
    counting = [Chance(after, counted + 1) for each in dealt for after in missed_states(course.game, each)]
    again = [Chance(each, counted) for each in dealt]
    return replace(course, chances=(*counting, *again), is_broken=True)


def missed_states(game: Game, state: Any) -> list[Any]:
    """Return the possible states after an unknown deal that counted, most likely first."""
    return [state.missed(dealer) for dealer in game.likely_dealers(state, None)]


def shifted(state: Any, dealer: int) -> Any:
    """Return the state with another dealer and no other change."""
    return state.after((0,) * state.seats, dealer=dealer)


def fresh(game: Game, state: Any) -> Any:
    """Return a newly opened sheet with this dealer."""
    return game.opening(state.options, state.seats, state.dealer)


def deal_repeated(deal: int, expected: int) -> Violation:
    """Return the violation for a deal number used before."""
    message = text("Deal {deal} of this table is already entered; deal {expected} comes next.")
    return Violation("deal_repeated", "deal", message, {"deal": deal, "expected": expected})


def deal_missing(deal: int, expected: int) -> Violation:
    """Return the violation for a gap in the numbers."""
    message = text("Deal {expected} of this table is missing; found deal {deal} instead.")
    return Violation("deal_missing", "deal", message, {"deal": deal, "expected": expected})


def deal_beyond_last(deal: int, last: int) -> Violation:
    """Return the violation for a deal number beyond the agreed last one."""
    message = text("A table of this size plays {last} deals a round, so there is no deal {deal}.")
    return Violation("deal_beyond_last", "deal", message, {"deal": deal, "last": last})

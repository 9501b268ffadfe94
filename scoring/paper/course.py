"""One table's typed rows, checked in order; a wrong row does not drag the right ones after it along.

A refused row is taken as counting without points, and its typed dealer is believed. Since it may as well
have been a deal that was dealt again, its dealer the very thing that is wrong, or the game one in which the
same dealer deals again after some deals, the sheet may then stand in several ways (`Chance`): a later row is
refused only if it is wrong in all of them, and only for what is wrong in a fresh sheet too, so that nothing
is blamed on a row that follows from the broken ones.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.game import Game, Violation, text
from rules.reading import dealer_problems
from scoring.sheet import IllegalDeal, read_deal


@dataclass(frozen=True, slots=True)
class TypedRow:
    """A row as typed: the number of its deal and its record as JSON, None if a cell was unreadable."""

    line: int
    deal: int
    record: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Lost:
    """Rows that could not be placed: deals at an unknown table, and how many here without a number."""

    deals: frozenset[int] = frozenset()
    here: int = 0

    def fills(self, hole: Iterable[int]) -> bool:
        """Whether these rows may be the ones that are missing."""
        return len(set(hole) - self.deals) <= self.here


NOTHING = Lost()


@dataclass(frozen=True, slots=True)
class Chance:
    """One way a sheet may stand: what it carries, and the deals that counted."""

    state: Any
    counted: int


@dataclass(frozen=True, slots=True)
class Course:
    """A table between two rows: one chance, until a row was refused."""

    game: Game
    chances: tuple[Chance, ...]
    is_broken: bool = False

    @property
    def next_deal(self) -> int:
        """The number of the deal that comes next."""
        return max(chance.counted for chance in self.chances) + 1

    @property
    def deals_dealt(self) -> int:
        """How many deals counted however the sheet stands."""
        return min(chance.counted for chance in self.chances)

    def chances_of(self, deal: int) -> list[Chance]:
        """The chances in which this deal comes next."""
        return [chance for chance in self.chances if chance.counted + 1 == deal]


@dataclass(frozen=True, slots=True)
class Checked:
    """A table's rows: its records in order, what they leave, and what is wrong in which line."""

    records: tuple[Mapping[str, Any], ...]
    state: Any
    deals_counted: int
    is_broken: bool
    problems: tuple[tuple[int, Violation], ...]


def check_rows(
    game: Game, opening: Any, rows: Iterable[TypedRow], *, last_deal: int | None = None, lost: Lost = NOTHING
) -> Checked:
    """Check the rows of one table. A hole that a lost row fills is not reported again."""
    course = Course(game, (Chance(opening, 0),))
    ordered = sorted(rows, key=lambda row: row.deal)
    problems: list[tuple[int, Violation]] = []
    for row in ordered:
        course, found = check_row(course, row, last_deal, lost)
        problems += [(row.line, violation) for violation in found]
    best = course.chances[0]
    records = tuple(row.record or {} for row in ordered)
    return Checked(records, best.state, best.counted, course.is_broken or bool(problems), tuple(problems))


def check_row(
    course: Course, row: TypedRow, last_deal: int | None, lost: Lost
) -> tuple[Course, list[Violation]]:
    """The course after a row, and what is wrong with it."""
    expected = course.next_deal
    if last_deal is not None and row.deal > last_deal:
        return course, [deal_beyond_last(row.deal, last_deal)]
    if row.deal <= course.deals_dealt:
        return course, [deal_repeated(row.deal, expected)]
    hole = row.deal - expected
    if hole <= 0:
        return judge(course, row)
    found = [] if lost.fills(range(expected, row.deal)) else [deal_missing(row.deal, expected)]
    after, refused = judge(skip_deals(course, hole), row)
    return after, [*found, *refused]


def skip_deals(course: Course, deals: int) -> Course:
    """The course as if deals that nobody typed had been dealt, without points."""
    chance = max(course.chances, key=lambda each: each.counted)
    states = [chance.state]
    for _ in range(deals):
        missed = [each for state in states for each in missed_states(course.game, state)]
        states = list({each.dealer: each for each in missed}.values())
    skipped = tuple(Chance(state, chance.counted + deals) for state in states)
    return replace(course, chances=skipped, is_broken=True)


def judge(course: Course, row: TypedRow) -> tuple[Course, list[Violation]]:
    """Settle a row, or refuse it with everything that is wrong."""
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
    """The chances in which the typed dealer deals."""
    return [chance for chance in chances if not dealer_problems(chance.state, record)]


def allowing(course: Course, chances: Sequence[Chance], record: Any) -> list[Chance]:
    """The chances in which nothing is wrong with a record."""
    believed = believing(chances, record)
    return [chance for chance in believed if not wrong_in_itself(course, chance.state, record)]


def wrong_in_all(course: Course, chances: Sequence[Chance], record: Any) -> list[Violation]:
    """The dealer, if he deals in none of these chances, and what is wrong however the sheet stands."""
    judged = believing(chances, record) or chances
    found = [wrong_in_itself(course, chance.state, record) for chance in judged]
    return [*dealer_problems(judged[0].state, record), *in_all(found)]


def wrong_in_itself(course: Course, state: Any, record: Any) -> list[Violation]:
    """What the rules refuse; on a broken sheet only what a fresh one would refuse too."""
    found = course.game.violations(state, record)
    if not found or not course.is_broken:
        return found
    codes = {each.code for each in course.game.violations(fresh(course.game, state), record)}
    return [each for each in found if each.code in codes]


def in_all(found: Sequence[Sequence[Violation]]) -> list[Violation]:
    """The violations that every chance agrees on."""
    return [each for each in found[0] if all(each.code in {one.code for one in others} for others in found)]


def settle(course: Course, chance: Chance, record: Any) -> list[Chance]:
    """The chances after an accepted row; what was carried and does not allow it is given up."""
    game, state = course.game, chance.state
    if course.is_broken and game.violations(state, record):
        state = fresh(game, state)
    after, outcome = game.settle(state, record)
    dealers = game.likely_dealers(state, record) if course.is_broken else ()
    others = [dealer for dealer in dealers if dealer % state.seats != after.dealer]
    states = [after, *(shifted(after, dealer) for dealer in others)]
    return [Chance(each, chance.counted + outcome.counts) for each in states]


def refuse(course: Course, chances: Sequence[Chance], typed_dealer: int | None) -> Course:
    """The course after a refused row: it counted, or it was dealt again; its dealer or the derived one."""
    state, counted = chances[0].state, chances[0].counted
    typed = [typed_dealer] if typed_dealer is not None and 0 <= typed_dealer < state.seats else []
    dealers = list(dict.fromkeys([*typed, *(chance.state.dealer for chance in chances)]))
    dealt = [shifted(state, dealer) for dealer in dealers]
    counting = [Chance(after, counted + 1) for each in dealt for after in missed_states(course.game, each)]
    again = [Chance(each, counted) for each in dealt]
    return replace(course, chances=(*counting, *again), is_broken=True)


def missed_states(game: Game, state: Any) -> list[Any]:
    """What a deal that counted may leave of which nothing else is known, the likeliest first."""
    return [state.missed(dealer) for dealer in game.likely_dealers(state, None)]


def shifted(state: Any, dealer: int) -> Any:
    """The state with another dealer and nothing else changed."""
    return state.after((0,) * state.seats, dealer=dealer)


def fresh(game: Game, state: Any) -> Any:
    """A sheet just opened, with this dealer."""
    return game.opening(state.options, state.seats, state.dealer)


def deal_repeated(deal: int, expected: int) -> Violation:
    """A number that was dealt before."""
    message = text("Deal {deal} of this table was already there; deal {expected} comes next.")
    return Violation("deal_repeated", "deal", message, {"deal": deal, "expected": expected})


def deal_missing(deal: int, expected: int) -> Violation:
    """A hole in the numbers."""
    message = text("Deal {expected} of this table is missing; found deal {deal} instead.")
    return Violation("deal_missing", "deal", message, {"deal": deal, "expected": expected})


def deal_beyond_last(deal: int, last: int) -> Violation:
    """A number beyond what the event agreed on."""
    message = text("A table of this size plays {last} deals a round, so there is no deal {deal}.")
    return Violation("deal_beyond_last", "deal", message, {"deal": deal, "last": last})

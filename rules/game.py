"""The words every card game is said in: Game, Field, Violation and what goes between them.

A game is a value: facts and pure functions in one frozen `Game`. Everything a phone, a paper sheet, a CSV
file, the API or a rules page needs to know of a game is data here, said once, beside the game's `Record`.
This module knows no game and no framework; the phone runs it too.
"""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from rules.board import BoardLine, Hint, Unit, each_seat, no_board, no_hints
from rules.evenings import CommonDeal, Evening
from rules.prose import NO_WORDS, Phrase, RulesPage


def text(message: str) -> str:
    """Mark an English message for translation; only the edges (pages, phone) translate it."""
    return message


class Term(str):
    """A translatable word used as a value inside a message: "diamonds"."""


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule. `message` has named placeholders for `values` (numbers, plain strings, Terms)."""

    code: str
    field: str | None
    message: str
    values: Mapping[str, Any] = dataclasses.field(default_factory=dict)

    def __str__(self) -> str:
        return self.message.format(**self.values)


# What a table writes down


class Kind(StrEnum):
    """How a field is read from JSON, typed on paper and shown on the pad."""

    CHOICE = "choice"  # one word of `choices`
    CHOICES = "choices"  # a list of words of `choices`
    COUNT = "count"  # a whole number; the pad offers `keys`
    FLAG = "flag"  # yes or no
    SEAT = "seat"  # a seat, 0..n-1
    COUNTS = "counts"  # a whole number for every seat (or side); the pad fills in the rest of `total`
    FLAGS = "flags"  # yes or no for every seat
    CLAIM = "claim"  # a small object of whole numbers: side, counted, other_counted
    FREE = "free"  # any JSON value: the game itself says what is wrong with it


@dataclass(frozen=True, slots=True)
class When:
    """Holds if the value of `field` (or one entry of its list) is one of `values`; None means absent.

    A name that begins with "options." asks the event's options, "seats" the size of the table.
    """

    field: str
    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A word a field may have; `mark` is its short form on the sheet, "" where the sheet leaves it out.

    `typed` is what a short line types for it, where the beginning of its word will not do. The pad offers it
    while all of `asked` hold, which name the event's options only.
    """

    value: str | int
    label: str
    mark: str | None = None
    typed: str = ""
    asked: tuple[When, ...] = ()


NEVER_ASKED = (When("seats", ()),)
MINUS = "\u2212"
MOST_SEATS = 40  # no table of any game has more
"""For fields that only a file or a program sends: a check on what is derived, a word of another variant."""


@dataclass(frozen=True, slots=True)
class Same:
    """Stands for the value of another field (or option), where a preset follows it: tricks = the bid."""

    field: str


@dataclass(frozen=True, slots=True)
class Preset:
    """What the pad sets by itself (and shows) while every condition holds."""

    value: Any
    when: tuple[When, ...] = ()


@dataclass(frozen=True, slots=True)
class Rest:
    """What a number leaves of a total; the pad takes the one or the other."""

    label: str
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One thing a table writes down for a deal; the only place where its name, words and manner stand."""

    name: str
    kind: Kind
    label: str
    choices: tuple[Choice, ...] = ()
    keys: tuple[int, ...] = ()  # COUNT: the numbers the pad offers
    rare_keys: tuple[int, ...] = ()  # COUNT: the numbers the pad keeps behind "more"
    keys_up_to: str = ""  # COUNT: the fact of the outcome beyond which keys are kept behind "more"
    rest: Rest | None = None  # COUNT without keys: what may be typed instead
    keys_from: str | None = None  # COUNT: no key below this option's value
    least: int | None = None  # COUNT: a smaller number cannot be read at all
    asked: tuple[When, ...] = ()  # asked while all of these hold
    presets: tuple[Preset, ...] = ()  # the first that holds is set until somebody taps
    aims: tuple[Preset, ...] = ()  # COUNT, COUNTS: the number that makes the contract is marked on the pad
    aims_at: str | None = None  # COUNTS: the aim is of the seat that this field names
    per_side: bool = False  # COUNTS: one number per side instead of per seat
    totals: tuple[Preset, ...] = ()  # COUNTS: what they add up to
    marks_dealer: bool = False  # FLAGS: the dealer's is yes by itself
    counts_marked: str | None = None  # COUNTS: who is not marked in this field has 0 by himself
    blank: int | None = None  # FREE: what a seat left empty has, where no sum tells
    typed: str = ""  # a rare number: what a short line types before it
    is_ladder: bool = False  # CHOICE: a word includes those before it; the pad shows them with it
    is_rare: bool = False  # the pad keeps it behind "more"
    usual: tuple[When, ...] = ()  # a rare field stands on the pad all the same while all of these hold
    is_quiet: bool = False  # the written line leaves it out
    shown_as: str = ""  # the written line shows this fact of the outcome instead


def is_signed(each: Field) -> bool:
    """Numbers that may be negative are written with their sign: +2, −3."""
    return any(key < 0 for key in each.keys)


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """A house rule a club may set for an event; its default stands in the game's `Options`."""

    name: str
    kind: Kind  # FLAG, CHOICE, COUNT, or COUNTS for a pair [low, high]
    label: str
    help: str = ""
    choices: tuple[Choice, ...] = ()
    least: int | None = None
    may_be_none: bool = False
    touches_scoring: bool = True


# What a deal does


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one deal was worth: points per seat, and the facts the sheet shows beside them.

    `counts` is false for a row that is dealt again (a passed deal).
    """

    deltas: tuple[int, ...]
    counts: bool = True
    facts: Mapping[str, Any] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState:
    """What every game carries from one deal to the next; a game's `State` adds its own to it."""

    options: Any
    seats: int
    dealer: int
    totals: tuple[int, ...]

    def after(self, deltas: Sequence[int], *, dealer: int, **changes: Any) -> Any:
        """The state with `deltas` added to the totals and the deal passed to `dealer`."""
        own: Any = type(self)
        values = {name: getattr(self, name) for name in field_names(own)}
        values |= {
            "totals": tuple([total + delta for total, delta in zip(self.totals, deltas, strict=True)]),
            "dealer": dealer % self.seats,
            **changes,
        }
        return own(**values)

    def missed(self, dealer: int) -> Any:
        """The state after a deal that counted and that nobody can score; the deal passed to `dealer`."""
        return self.after((0,) * self.seats, dealer=dealer)


def signed(number: int) -> str:
    """A number with its sign and a true minus: `+2`, `−3`."""
    return f"{number:+d}".replace("-", MINUS) if number else "0"


@cache
def field_names(dataclass_type: Any) -> tuple[str, ...]:
    """The fields of a Record, State or Options."""
    return tuple(each.name for each in dataclasses.fields(dataclass_type))


@dataclass(frozen=True, slots=True)
class Ranking:
    """One value players are ranked by: the name of a tally, its label, its unit, which end is the better."""

    tally: str
    label: str
    high_is_better: bool = True
    unit: Unit = Unit.POINTS


@dataclass(frozen=True, slots=True)
class ListColumn:
    """A column that a printed list keeps for every seat: what each deal adds to it."""

    label: str
    added: Callable[[Outcome], Sequence[int]]


@dataclass(frozen=True, slots=True)
class ListMark:
    """A letter that a printed list sets beside the points of the seats it is true of, and what it means."""

    sign: str
    label: str
    seats: Callable[[Outcome], Sequence[int]]


def no_extra(state: Any) -> dict[str, Any]:
    """Games that carry nothing but points and the dealer have nothing to add to a sheet."""
    return {}


def never_over(state: Any) -> bool:
    """Games whose length is agreed by the event, not by the rules."""
    return False


def next_in_turn(state: Any, record: Any) -> tuple[int, ...]:
    """Games in which the deal passes on unless their own rules say otherwise."""
    return (state.dealer + 1,) if record is None else ()


def nobody_declares(outcome: Outcome) -> tuple[int, bool] | None:
    """Games in which nobody wins or loses a deal alone."""
    return None


def declarer_made(outcome: Outcome) -> tuple[int, bool] | None:
    """The declarer's seat and whether he made it, where the facts say both (`declarer`, `made`)."""
    seat, made = outcome.facts.get("declarer"), outcome.facts.get("made")
    return None if seat is None or made is None else (seat, made)


def no_notes(state: Any, record: Any, outcome: Outcome) -> Sequence[Phrase]:
    """Games of which the points of a deal say everything."""
    return ()


def no_words(outcome: Outcome) -> Sequence[Term]:
    """Games of which the record of a deal says what was played."""
    return ()


def no_options_violations(options: Any) -> list[Violation]:
    """Games whose switches may be combined freely."""
    return []


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """The identity card of a game: facts first, then the functions of its sheet. Equal only to itself.

    On a typed sheet a refused row leaves things in doubt. `likely_dealers(state, None)` says who may deal
    after it, `likely_dealers(state, record)` who else may deal after a good row behind it.
    """

    key: str
    name: str
    title: str  # one sentence for players
    source: str
    seats: tuple[int, ...]  # its usual sizes of table; options may allow fewer or others, see sizes_of
    standard_seats: int
    is_clockwise: bool
    Options: type
    Record: type
    switches: tuple[Switch, ...]
    fields: tuple[Field, ...]
    table_violations: Callable[[Any, int, int], list[Violation]]
    opening: Callable[[Any, int, int], Any]
    violations: Callable[[Any, Any], list[Violation]]
    settle: Callable[[Any, Any], tuple[Any, Outcome]]
    tallies: Callable[[Any], Mapping[str, tuple[int, ...]]]
    ranks_by: tuple[Ranking, ...]
    is_over: Callable[[Any], bool] = never_over
    extra: Callable[[Any], dict[str, Any]] = no_extra
    board: Callable[[Any], Sequence[BoardLine]] = no_board
    foot: Callable[[Any], Sequence[BoardLine]] = no_board  # what stands under the totals of a list, by seat
    list_columns: tuple[ListColumn, ...] = ()  # what a printed list keeps instead of running totals
    list_marks: tuple[ListMark, ...] = ()  # what it says of a seat by a letter
    hints: Callable[[Any], Sequence[Hint]] = no_hints
    notes: Callable[[Any, Any, Outcome], Sequence[Phrase]] = no_notes  # how a deal comes to its points
    row_words: Callable[[Outcome], Sequence[Term]] = no_words  # what a row says beside what was written
    declared: Callable[[Outcome], tuple[int, bool] | None] = nobody_declares  # who won or lost a deal alone
    losers: Callable[[Outcome], Sequence[int]] | None = None  # who lost a deal, where not its declarer alone
    statistics: tuple[Ranking, ...] = ()  # tallies that a player's page adds up over the evenings
    sides: Callable[[int], Sequence[Sequence[int]]] = each_seat  # who plays together, by size of table
    options_violations: Callable[[Any], list[Violation]] = no_options_violations
    likely_dealers: Callable[[Any, Any], Sequence[int]] = next_in_turn
    deals_per_round: Mapping[int, int] = dataclasses.field(
        default_factory=dict
    )  # by size of table, where rules say so
    deals_step: int = 1  # so that everybody deals or declares equally often, a round has a multiple of it
    tournament_options: Mapping[str, Any] = dataclasses.field(
        default_factory=dict
    )  # what a tournament forces
    auction: Any = None  # rules.auction.Auction, where the game has one
    house_scoring: str = ""  # a label shown wherever points are our own and not the source's
    page: RulesPage = NO_WORDS  # what the rules page says
    common_deal: CommonDeal | None = None  # what the document of the games says of the pad
    evenings: tuple[Evening, ...] = ()  # what the form of a new event offers

    def __str__(self) -> str:
        return self.name


def sizes_of(game: Game, options: Any) -> list[int]:
    """The sizes of table a game has with these options, ascending."""
    return [seats for seats in range(1, MOST_SEATS + 1) if not game.table_violations(options, seats, 0)]


# Checks every game shares


def seat_and_dealer_violations(
    seats: int, first_dealer: int, *, allowed: Sequence[int], code: str = "seats_out_of_range"
) -> list[Violation]:
    """A table of a size the game has, and a first dealer who sits at it."""
    return [*seats_violations(seats, allowed, code), *dealer_violations(seats, first_dealer)]


def seats_violations(seats: int, allowed: Sequence[int], code: str) -> list[Violation]:
    """Refuses a size of table that the game does not have."""
    if seats in allowed:
        return []
    sizes = f"{allowed[0]}-{allowed[-1]}" if isinstance(allowed, range) else ", ".join(map(str, allowed))
    message = text("This game is played by {allowed} players at a table, not {seats}.")
    return [Violation(code, "seats", message, {"allowed": sizes, "seats": seats})]


def dealer_violations(seats: int, first_dealer: int) -> list[Violation]:
    """Refuses a first dealer who does not sit at the table."""
    if 0 <= first_dealer < seats:
        return []
    message = text("The first dealer sits at seat 1 to {seats}, not at seat {dealer}.")
    values = {"seats": seats, "dealer": first_dealer + 1}
    return [Violation("dealer_out_of_range", "first_dealer", message, values)]


def only_seat(seats: int, seat: int | None, points: int) -> tuple[int, ...]:
    """Points for one seat (or nobody) and zero for all others: `only_seat(4, 2, 6)` is `(0, 0, 6, 0)`."""
    if seat is None:
        return (0,) * seats
    return (0,) * seat + (points,) + (0,) * (seats - seat - 1)


def choice_label(choices: Sequence[Choice], value: object) -> Term | str:
    """The translatable label of a value, or the value itself where there is none."""
    labels = {choice.value: choice.label for choice in choices}
    label = labels.get(value) if isinstance(value, (str, int)) else None
    return Term(label) if label else str(value)

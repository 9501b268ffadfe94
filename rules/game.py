"""The types that every card game is written in: Game, Field, Violation and what connects them.

A game is a value: facts and pure functions in one frozen `Game`, from which pad, paper, files, API and rules
page are made. Each fact is written once, beside `Record`. No game or framework is known here; phones run it.
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
    """Mark an English message for translation; only pages and the phone translate it."""
    return message


class Term(str):
    """A translatable word used as a value inside a message: "diamonds"."""


class Seat(int):
    """A seat, counted from 1, as a value inside a message: pages say the player's name instead."""

    def __format__(self, spec: str) -> str:
        return f"seat {int(self)}"


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule. `message` has named placeholders for `values` (numbers, strings, Terms, Seats)."""

    code: str
    field: str | None
    message: str
    values: Mapping[str, Any] = dataclasses.field(default_factory=dict)

    def __str__(self) -> str:
        sentence = self.message.format(**self.values)
        return sentence[:1].upper() + sentence[1:]


# What a table writes down


class Kind(StrEnum):
    """The type of a field: how it is read from JSON, typed from paper and shown on the pad."""

    CHOICE = "choice"  # one word of `choices`
    CHOICES = "choices"  # a list of words of `choices`
    COUNT = "count"  # a whole number; the pad offers `keys`
    FLAG = "flag"  # yes or no
    SEAT = "seat"  # a seat, 0..n-1
    SEATS = "seats"  # a list of seats
    COUNTS = "counts"  # a whole number for every seat (or side); the pad fills in the rest of `total`
    FLAGS = "flags"  # yes or no for every seat
    CLAIM = "claim"  # a small object of whole numbers: side, counted, other_counted
    FREE = "free"  # any JSON value; only the game can refuse it


@dataclass(frozen=True, slots=True)
class When:
    """A condition: the value of `field` (or one entry of its list) is one of `values`. None means absent.

    "options.NAME" refers to the event's options, "seats" to the size of the table.
    """

    field: str
    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A value that a field may have; `mark` is its short form on the sheet, "" if the sheet omits it.

    `typed` is its short form in typed lines, where the beginning of its word is ambiguous; `key` is its word
    on a key, where the label says too little, or where the sheet omits what has a key. Choices of a `group`
    stand behind one key with that word. It is offered while all of `asked` hold, about options only.
    """

    value: str | int
    label: str
    mark: str | None = None
    typed: str = ""
    asked: tuple[When, ...] = ()
    key: str = ""
    group: str = ""
    picture: str = ""  # of a suit of another pack than the French, above its word


NEVER_ASKED = (When("seats", ()),)  # for fields that only files and programs send
MINUS = "\u2212"
MOST_SEATS = 40  # no table of any game has more


@dataclass(frozen=True, slots=True)
class Same:
    """The value of another field or option, as the value of a preset: tricks = the bid."""

    field: str


@dataclass(frozen=True, slots=True)
class Preset:
    """A value that the pad sets and shows while every condition holds."""

    value: Any
    when: tuple[When, ...] = ()


@dataclass(frozen=True, slots=True)
class Rest:
    """The number that is left of a total; the pad accepts either number."""

    label: str
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One thing that a table writes down for a deal: its name, its labels and how it is entered."""

    name: str
    kind: Kind
    label: str
    choices: tuple[Choice, ...] = ()
    keys: tuple[int, ...] = ()  # COUNT: the numbers that the pad offers
    rare_keys: tuple[int, ...] = ()  # COUNT: the numbers that the pad offers behind "more"
    rare_asked: tuple[When, ...] = ()  # COUNT: rare keys are offered while all of these hold
    keys_up_to: str = ""  # COUNT: keys above this fact of the outcome are behind "more"
    rest: Rest | None = None  # COUNT without keys: may be typed instead
    keys_from: str | None = None  # COUNT: no key below this option's value
    least: int | None = None  # COUNT: a smaller number is refused on reading
    signs: tuple[str, ...] = ()  # COUNT: the words before a number above 0, and before one below: "without 2"
    asked: tuple[When, ...] = ()  # asked while all of these hold
    presets: tuple[Preset, ...] = ()  # the first that holds is set until the user taps a value
    aims: tuple[Preset, ...] = ()  # COUNT, COUNTS: the pad marks the number that makes the contract
    aims_at: str | None = None  # COUNTS: the field that names the seat of the aim
    per_side: bool = False  # COUNTS, FREE: one number per side instead of per seat
    totals: tuple[Preset, ...] = ()  # COUNTS: what they add up to
    marks_dealer: bool = False  # FLAGS: the dealer's value is set to yes
    leaves_rest: bool = False  # COUNTS: a number may be left out (null), as the rest of the total
    counts_marked: str | None = None  # COUNTS: seats not marked in this field are set to 0
    blank: int | None = None  # FREE, COUNTS: the value of an empty seat, if no sum determines it
    bounds: tuple[str, ...] = ()  # FREE: the options with the least and the most of a seat
    halves: str = ""  # FREE: the option that allows halves, 3.5
    typed: str = ""  # a number: the letter before it in typed lines; a rare one has one anyway
    is_ladder: bool = False  # CHOICE: a value includes those before it; the pad marks them too
    is_rare: bool = False  # the pad shows it behind "more"
    is_behind: bool = False  # the pad shows it behind "more" as well, paper as any other
    usual: tuple[When, ...] = ()  # a rare field is shown directly while all of these hold
    is_quiet: bool = False  # the written line omits it
    only_yes: bool = False  # FLAG: the pad has no key for "no", which goes without saying
    joins: str = ""  # SEAT: the field of the player whom this one plays with; a row names both
    shown_as: str = ""  # the written line shows this fact of the outcome instead


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """A house rule that a club may set for an event; its default is in the game's `Options`."""

    name: str
    kind: Kind  # FLAG, CHOICE, COUNT, or COUNTS for a pair [low, high]
    label: str
    help: str = ""
    choices: tuple[Choice, ...] = ()
    least: int | None = None
    most: int | None = None
    may_be_none: bool = False
    may_be_several: bool = False  # COUNT: a list of different numbers is a value too
    touches_scoring: bool = True


# The result of a deal


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one deal: points per seat, and facts that the sheet shows beside them.

    `counts` is false for a deal that is dealt again (a passed deal). `is_declared` is false for a deal that
    nobody chose to play, though one player bears its result.
    """

    deltas: tuple[int, ...]
    counts: bool = True
    facts: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    is_declared: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState:
    """The state of a table between two deals; a game's `State` adds fields to it."""

    options: Any
    seats: int
    dealer: int
    totals: tuple[int, ...]

    def after(self, deltas: Sequence[int], *, dealer: int, **changes: Any) -> Any:
        """Return the state with `deltas` added to the totals and `dealer` as the next dealer."""
        own: Any = type(self)
        values = {name: getattr(self, name) for name in field_names(own)}
        values |= {
            "totals": tuple([total + delta for total, delta in zip(self.totals, deltas, strict=True)]),
            "dealer": dealer % self.seats,
            **changes,
        }
        return own(**values)

    def missed(self, dealer: int) -> Any:
        """Return the state after a deal that counts but cannot be scored; `dealer` deals next."""
        return self.after((0,) * self.seats, dealer=dealer)


def signed(number: int) -> str:
    """Return the number with its sign and a true minus: `+2`, `−3`, `0`."""
    return f"{number:+}".replace("-", MINUS) if number else "0"


@cache
def field_names(dataclass_type: Any) -> tuple[str, ...]:
    """Return the names of the fields of a Record, State or Options."""
    return tuple(each.name for each in dataclasses.fields(dataclass_type))


@dataclass(frozen=True, slots=True)
class Ranking:
    """A value that players are ranked by: a tally, its label, its unit, and which end is better."""

    tally: str
    label: str
    high_is_better: bool = True
    unit: Unit = Unit.POINTS


@dataclass(frozen=True, slots=True)
class ListColumn:
    """A column of a printed list, kept for every seat; `added` returns what a deal adds to it.

    A running column shows its sum after every deal, another one what the deal added.
    """

    label: str
    added: Callable[[Outcome], Sequence[int]]
    is_running: bool = True


@dataclass(frozen=True, slots=True)
class ListMark:
    """A letter beside the points of some seats on a printed list, and its meaning."""

    sign: str
    label: str
    seats: Callable[[Outcome], Sequence[int]]


TOTAL = Ranking("total", text("Total"))


def plain_opening(options: Any, seats: int, first_dealer: int) -> TableState:
    """Return the default of `Game.opening`: before the first deal there are only a dealer and totals."""
    return TableState(options=options, seats=seats, dealer=first_dealer, totals=(0,) * seats)


def total_alone(state: Any) -> dict[str, tuple[int, ...]]:
    """Return the default of `Game.tallies`: the total alone."""
    return {"total": state.totals}


def no_extra(state: Any) -> dict[str, Any]:
    """Return the default of `Game.extra`: the state has nothing but points and the dealer."""
    return {}


def never_over(state: Any) -> bool:
    """Return False, the default of `Game.is_over`: the event sets the number of deals."""
    return False


def next_in_turn(state: Any, record: Any) -> tuple[int, ...]:
    """Return the default of `Game.likely_dealers`: the deal passes to the next seat."""
    return (state.dealer + 1,) if record is None else ()


def nobody_declares(outcome: Outcome) -> tuple[int, bool] | None:
    """Return the default of `Game.declared`: no player wins or loses a deal alone."""
    return None


def declarer_made(outcome: Outcome) -> tuple[int, bool] | None:
    """Return the declarer's seat and whether they made the contract; None without `declarer` and `made`."""
    seat, made = outcome.facts.get("declarer"), outcome.facts.get("made")
    return None if seat is None or made is None else (seat, made)


def no_notes(state: Any, record: Any, outcome: Outcome) -> Sequence[Phrase]:
    """Return the default of `Game.notes`: the points need no explanation."""
    return ()


def no_sum(state: Any, deals: int) -> tuple[int, int] | None:
    """Return the default of `Game.list_sum`: the points of a table have no sum that could be checked."""
    return None


def no_words(outcome: Outcome) -> Sequence[Term | str]:
    """Return the default of `Game.row_words`, for games whose record is enough."""
    return ()


def no_options_violations(options: Any) -> list[Violation]:
    """Return the default of `Game.options_violations`: all combinations of switches are allowed."""
    return []


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """A card game: its facts and the functions of its sheet. A game equals only itself.

    After a refused row of a typed sheet the next dealer is uncertain: `likely_dealers(state, None)` returns
    who may deal after it, `likely_dealers(state, record)` who else may deal after a valid row behind it.
    """

    key: str
    name: str
    title: str  # one sentence about the game, for players
    source: str
    seats: tuple[int, ...]  # the usual table sizes; options may change them, see sizes_of
    standard_seats: int
    is_clockwise: bool
    Options: type
    Record: type
    switches: tuple[Switch, ...]
    fields: tuple[Field, ...]
    table_violations: Callable[[Any, int, int], list[Violation]]
    violations: Callable[[Any, Any], list[Violation]]
    settle: Callable[[Any, Any], tuple[Any, Outcome]]
    opening: Callable[[Any, int, int], Any] = plain_opening
    tallies: Callable[[Any], Mapping[str, tuple[int, ...]]] = total_alone
    ranks_by: tuple[Ranking, ...] = (TOTAL,)
    ranks_by_before: tuple[Ranking, ...] = ()  # in events of earlier versions, if that was different
    ranks_by_options: Callable[[Any], tuple[Ranking, ...]] | None = None  # if options change the direction
    is_over: Callable[[Any], bool] = never_over
    extra: Callable[[Any], dict[str, Any]] = no_extra
    board: Callable[[Any], Sequence[BoardLine]] = no_board
    foot: Callable[[Any], Sequence[BoardLine]] = no_board  # lines below the totals of a printed list, by seat
    list_columns: tuple[ListColumn, ...] = ()  # on printed lists, instead of running totals
    list_marks: tuple[ListMark, ...] = ()  # letters on printed lists
    is_listed_by_side: bool = False  # a printed list has one column for the players of a side
    list_sum: Callable[[Any, int], tuple[int, int] | None] = no_sum  # of a table after so many deals; due
    hints: Callable[[Any], Sequence[Hint]] = no_hints
    notes: Callable[[Any, Any, Outcome], Sequence[Phrase]] = no_notes  # explain the points of a deal
    row_words: Callable[[Outcome], Sequence[Term | str]] = no_words  # shown in a row beside the record
    declared: Callable[[Outcome], tuple[int, bool] | None] = nobody_declares  # who won or lost the deal alone
    losers: Callable[[Outcome], Sequence[int]] | None = None  # who lost the deal, if not the declarer alone
    statistics: tuple[Ranking, ...] = ()  # tallies that a player's page adds up over all events
    sides: Callable[[int], Sequence[Sequence[int]]] = each_seat  # who plays together, by table size
    sides_by_options: Callable[[Any, int], Sequence[Sequence[int]]] | None = None  # if options change them
    agrees_sides: bool = False  # players may have agreed on sides that no record names
    options_violations: Callable[[Any], list[Violation]] = no_options_violations
    likely_dealers: Callable[[Any, Any], Sequence[int]] = next_in_turn
    # by table size, if the rules fix it
    deals_per_round: Mapping[int, int] = dataclasses.field(default_factory=dict)
    list_length: str = ""  # the option with the deals of a list, if the rules of a deal depend on them
    deals_step: int = 1  # a round has a multiple of it, so that all deal or declare equally often
    # options that a tournament sets whatever the club chose
    tournament_options: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    auction: Any = None  # rules.auction.Auction, if the game has one
    house_scoring: str = ""  # shown wherever the points are not from the source
    page: RulesPage = NO_WORDS  # the rules page
    more: str = ""  # on the key of a pad that shows rare fields, instead of "more"
    common_deal: CommonDeal | None = None  # an ordinary deal and its taps, for docs/games.md and tests
    evenings: tuple[Evening, ...] = ()  # templates in the form of a new event

    def __str__(self) -> str:
        return self.name

    @property
    def points_unit(self) -> Unit:
        """Return how totals are written: with their sign, or as on a list that counts upwards."""
        return unit_of_points(self.ranks_by)


def unit_of_points(ranks_by: Sequence[Ranking]) -> Unit:
    """Return the unit of a game's points by what it ranks by."""
    return next((each.unit for each in ranks_by if each.tally == TOTAL.tally), TOTAL.unit)


def choice_label(choices: Sequence[Choice], value: object) -> Term | str:
    """Return the translatable label of the value, or the value itself if it has none."""
    labels = {choice.value: choice.label for choice in choices}
    label = labels.get(value) if isinstance(value, (str, int)) else None
    return Term(label) if label else str(value)

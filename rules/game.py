"""The types that every card game is written in: Game, Field, Violation and what connects them.

A game is a value: facts and pure functions in one frozen `Game`, from which pad, paper, files, API and rules
page are made. Each fact is written once, beside `Record`. No game or framework is known here; phones run it.
"""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from rules.board import BoardLine, Hint, Unit, each_seat, no_board, no_hints
from rules.evenings import CommonDeal, Evening
from rules.fields import Choice, Field, Switch
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


COMMA = text(", ")


class Listed(tuple[object, ...]):
    """Words or numbers in a row, as a value inside a message: pages join them as their language does."""

    def __str__(self) -> str:
        return self.joined(str)

    def __format__(self, spec: str) -> str:
        return str(self)

    def joined(self, translate: Callable[[str], str]) -> str:
        """Return the parts with the comma of a language between them."""
        return translate(COMMA).join(map(str, self))


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule. `message` has placeholders for `values`: numbers, strings, Terms, Seats, Listed."""

    code: str
    field: str | None
    message: str
    values: Mapping[str, Any] = dataclasses.field(default_factory=dict)

    def __str__(self) -> str:
        sentence = self.message.format(**self.values)
        return sentence[:1].upper() + sentence[1:]


MINUS = "\u2212"
MOST_SEATS = 40  # no table of any game has more


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


def no_words(outcome: Outcome) -> Sequence[Term | str]:
    """Return the default of `Game.row_words`, for games whose record is enough."""
    return ()


def no_options_violations(options: Any) -> list[Violation]:
    """Return the default of `Game.options_violations`: all combinations of switches are allowed."""
    return []


def no_sum(state: Any, deals: int) -> tuple[int, int] | None:
    """Return the default of `ListSheet.sum_after`: points have no sum that could be checked."""
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class ListSheet:
    """What the printed sheet of a whole list has, where it is not the running totals of every seat."""

    columns: tuple[ListColumn, ...] = ()  # instead of running totals
    marks: tuple[ListMark, ...] = ()  # letters beside the points
    is_by_side: bool = False  # the players of a side have one column
    foot: Callable[[Any], Sequence[BoardLine]] = no_board  # lines below the totals, by seat
    sum_after: Callable[[Any, int], tuple[int, int] | None] = no_sum  # of a table after so many deals; due


@dataclass(frozen=True, slots=True, kw_only=True)
class Partners:
    """Who plays together; everybody for themselves where a game says nothing."""

    sides: Callable[[int], Sequence[Sequence[int]]] = each_seat  # by table size
    by_options: Callable[[Any, int], Sequence[Sequence[int]]] | None = None  # if options change them
    may_agree: bool = False  # on sides that no record names


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundLength:
    """How many deals a round has, if the rules say so."""

    deals: Mapping[int, int] = dataclasses.field(default_factory=dict)  # by table size
    option: str = ""  # the option with the deals of a list, if the rules of a deal depend on them
    step: int = 1  # a round has a multiple of it, so that all deal or declare equally often


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """A card game: its facts and the functions of its sheet. A game equals only itself.

    After a refused row of a typed sheet the next dealer is uncertain: `likely_dealers(state, None)` returns
    who may deal after it, `likely_dealers(state, record)` who else may deal after a valid row behind it.
    """

    # Every game says these.
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

    # What a table carries from deal to deal, beside the dealer and the totals.
    opening: Callable[[Any, int, int], Any] = plain_opening
    extra: Callable[[Any], dict[str, Any]] = no_extra
    is_over: Callable[[Any], bool] = never_over
    likely_dealers: Callable[[Any, Any], Sequence[int]] = next_in_turn
    partners: Partners = Partners()
    auction: Any = None  # rules.auction.Auction, if the game has one
    options_violations: Callable[[Any], list[Violation]] = no_options_violations

    # Who wins.
    tallies: Callable[[Any], Mapping[str, tuple[int, ...]]] = total_alone
    ranks_by: tuple[Ranking, ...] = (TOTAL,)
    ranks_by_options: Callable[[Any], tuple[Ranking, ...]] | None = None  # if options change the direction
    ranks_by_before: tuple[Ranking, ...] = ()  # in events of earlier versions, if that was different
    declared: Callable[[Outcome], tuple[int, bool] | None] = nobody_declares  # who won or lost the deal alone
    losers: Callable[[Outcome], Sequence[int]] | None = None  # whom its own tally of lost deals counts
    statistics: tuple[Ranking, ...] = ()  # tallies that a player's page adds up over all events

    # What pad and sheet show beside the record.
    board: Callable[[Any], Sequence[BoardLine]] = no_board
    hints: Callable[[Any], Sequence[Hint]] = no_hints
    notes: Callable[[Any, Any, Outcome], Sequence[Phrase]] = no_notes  # explain the points of a deal
    row_words: Callable[[Outcome], Sequence[Term | str]] = no_words  # shown in a row
    more: str = ""  # on the key of a pad that shows rare fields, instead of "more"
    list_sheet: ListSheet = ListSheet()
    house_scoring: str = ""  # shown wherever the points are not from the source

    # How tournaments and clubs play it; the page of its rules.
    round_length: RoundLength = RoundLength()
    tournament_options: Mapping[str, Any] = dataclasses.field(default_factory=dict)  # whatever the club chose
    evenings: tuple[Evening, ...] = ()  # templates in the form of a new event
    page: RulesPage = NO_WORDS  # the rules page
    common_deal: CommonDeal | None = None  # an ordinary deal and its taps, for docs/games.md and tests

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

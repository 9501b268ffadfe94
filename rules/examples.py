"""Example deals for a rules page, settled by the game's own functions, and its ladder of bids."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from rules.auction import Call
from rules.game import Field, Game, Outcome, Term
from rules.reading import open_table, read_options, read_record
from rules.writing import choice_words


@dataclass(frozen=True, slots=True)
class Table:
    """A table at which example deals are settled in order; the first dealer has seat 0."""

    game: Game
    seats: int = 0  # 0: the game's standard size
    options: Mapping[str, Any] = field(default_factory=dict)

    def settle(self, *records: Mapping[str, Any]) -> Outcome:
        """Return the outcome of the last deal. Raises ValueError for a deal that the rules refuse."""
        outcome: Outcome = self.fold(*records)[1]
        return outcome

    def fold(self, *records: Mapping[str, Any]) -> tuple[Any, Any]:
        """Return the state after these deals, and the outcome of the last; None before the first."""
        game, outcome = self.game, None
        state = open_table(game, read_options(game, self.options), self.seats or game.standard_seats, 0)
        for raw in records:
            record = read_record(game, raw)
            if problems := game.violations(state, record):
                raise ValueError("; ".join(str(problem) for problem in problems))
            state, outcome = game.settle(state, record)
        return state, outcome


def rungs_of(game: Game) -> list[tuple[Term | str, ...]]:
    """Return the ladder of bids in words, weakest first; bids of equal strength form one rung.

    Options in which such bids differ are only counted: `("2", "+1")`.
    """
    if game.auction is None:
        return []
    ladder = game.auction.ladder
    levels = groupby(ladder.rungs(game.Options()), key=ladder.level)
    return [rung_words(game, ladder, list(calls)) for _, calls in levels]


def rung_words(game: Game, ladder: Any, calls: Sequence[Call]) -> tuple[Term | str, ...]:
    """Return one rung: `("3", Term("Hand"))`."""
    named = [ladder.named(call) for call in calls]
    common = common_options(named)
    more = len(named[0]) - len(common)
    contracts = [calls[0].contract] if calls[0].contract is not None else []
    words = [
        *choice_words(find_field(game, "contract").choices, contracts),
        str(calls[0].bid) if ladder.has_number(calls[0]) else "",
        *choice_words(find_field(game, "announced").choices, common),
        f"+{more}" if more else "",
    ]
    return tuple(word for word in words if word)


def common_options(named: Sequence[tuple[str, ...]]) -> list[str]:
    """Return the options that all of these bids name, in the order of the first."""
    return [option for option in named[0] if all(option in options for options in named)]


def find_field(game: Game, name: str) -> Field:
    """Return a field of the record by its name."""
    return next(each for each in game.fields if each.name == name)

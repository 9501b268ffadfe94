"""Example deals for a rules page, settled by the game's own functions, and its ladder of bids."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from rules.auction import Call
from rules.fields import Field
from rules.game import Game, Outcome, Term, Violation
from rules.notation.line import Line, with_presets
from rules.prose import Phrase, Situation
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


# Situations


@dataclass(frozen=True, slots=True)
class Answer:
    """The game's answer to a situation: violations, or the outcome, its notes and the next dealer's seat.

    `changes` are what each seat gained in every tally that players are ranked by.
    """

    record: Mapping[str, Any]  # with the presets
    violations: Sequence[Violation] = ()
    outcome: Outcome | None = None
    notes: Sequence[Phrase] = ()
    changes: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    next_dealer: int = 0


def answer_of(game: Game, situation: Situation) -> Answer:
    """Let the game judge and settle the deal of a situation. Raises ValueError for a deal before it."""
    options = read_options(game, situation.options)
    line = Line(game, options, game.standard_seats, "")
    deals = [with_presets(line, dict(deal)) for deal in (*situation.before, situation.record)]
    state, _ = Table(game, options=situation.options).fold(*deals[:-1])
    record = read_record(game, deals[-1])
    if problems := game.violations(state, record):
        return Answer(deals[-1], problems)
    after, outcome = game.settle(state, record)
    notes = game.notes(state, record, outcome)
    return Answer(deals[-1], (), outcome, notes, changes_of(game, state, after), after.dealer)


def changes_of(game: Game, before: Any, after: Any) -> dict[str, tuple[int, ...]]:
    """Return what each seat gained between two states, by tally."""
    old, new = game.tallies(before), game.tallies(after)
    return {
        each.tally: tuple(new[each.tally][seat] - old[each.tally][seat] for seat in range(after.seats))
        for each in game.ranks_by
    }


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

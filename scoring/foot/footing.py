"""A sheet beside the foot of its paper, and its totals with other records in place of some rows."""

import dataclasses
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from rules.game import Game, field_names
from rules.reading import read_record
from scoring.foot.small_edits import Edit, plain_record, small_edits
from scoring.sheet.sheet import Sheet, deal_violations, passed_over

PROBES, HOPELESS = 12, 1_000_000
"""After so many folds in which a carried value changed no later row, the rest is not folded again."""


@dataclass(frozen=True, slots=True)
class Foot:
    """The foot of the paper: totals by seat (None: not read), number of deals, next dealer."""

    totals: Sequence[float | None]
    deals: int | None = None
    next_dealer: int | None = None


@dataclass(frozen=True, slots=True)
class Footing:
    """A sheet with the foot of its paper; `states[i]` is the state before row i, the last one after all.

    `probes` counts, for values that a state carries (counts of games won, the dealer), how often a difference
    in them left all later points alone. `edits` keeps the small edits of every record that was asked for.
    """

    game: Game
    sheet: Sheet
    foot: Foot
    states: tuple[Any, ...]
    probes: Counter[tuple[str, ...]] = dataclasses.field(default_factory=Counter)
    edits: dict[str, tuple[Mapping[str, Any], Sequence[tuple[Edit, Any]]]] = dataclasses.field(
        default_factory=dict
    )

    @property
    def wanted(self) -> tuple[int, ...]:
        """Return the differences of the totals that were read."""
        return self.read(differences(self.sheet, self.foot))

    def edits_of(self, record: Any) -> tuple[Mapping[str, Any], Sequence[tuple[Edit, Any]]]:
        """Return a record as JSON, and its small edits, each with the record it makes."""
        key = repr(record)
        if key not in self.edits:
            plain, game = plain_record(self.game, record), self.game
            edits = small_edits(game, self.states[0], plain)
            self.edits[key] = plain, [(edit, read_record(game, edit.record)) for edit in edits]
        return self.edits[key]

    def read(self, points: Sequence[Any]) -> tuple[int, ...]:
        """Return the points of the seats whose totals were read."""
        pairs = zip(points, self.foot.totals, strict=False)
        return tuple([each for each, paper in pairs if paper is not None])

    def change_to(self, totals: Sequence[int]) -> tuple[int, ...]:
        """Return how these totals differ from ours, where a total was read."""
        return self.read([new - old for new, old in zip(totals, self.sheet.totals, strict=True)])


def differences(sheet: Sheet, foot: Foot) -> list[float]:
    """Return by seat the paper's total minus ours; 0 where nothing was read."""
    pairs = zip(sheet.totals, foot.totals, strict=False)
    return [0 if paper is None else paper - total for total, paper in pairs]


def states_of(game: Game, opening: Sheet, sheet: Sheet) -> tuple[Any, ...]:
    """Return the state before every row, and the last."""
    states = [opening.state]
    for row in sheet.rows:
        after, _ = passed_over(states[-1]) if row.violations else game.settle(states[-1], row.record)
        states.append(after)
    return tuple(states)


# The sheet with other rows


def refolded(
    footing: Footing, index: int, records: Sequence[Any], *, skipped: int, to_the_end: bool = False
) -> Sequence[int] | None:
    """Return the totals with other records in place of some rows; None if the rules refuse one.

    Once the state differs only in what does not touch later points, the rest of the sheet is taken as it is;
    `to_the_end` folds it whatever differs.
    """
    game, state = footing.game, footing.states[index]
    for record in records:
        if deal_violations(game, state, without_check(record)):
            return None
        state, _ = game.settle(state, record)
    here = index + skipped
    unlike = unlike_names(state, footing.states[here])
    carried = carried_on(footing, state, here)
    if not unlike or (footing.probes[unlike] >= PROBES and not to_the_end):
        return carried
    totals = refolded_rest(footing, state, here)
    footing.probes[unlike] += 1 if totals == carried else -HOPELESS
    return totals


def refolded_rest(footing: Footing, state: Any, here: int) -> list[int] | None:
    """Return the totals with the rows from here on folded upon another state; None if refused."""
    game = footing.game
    for place, row in enumerate(footing.sheet.rows[here:], start=here):
        if is_alike(state, footing.states[place]):
            return carried_on(footing, state, place)
        if deal_violations(game, state, without_check(row.record)):
            return None
        state, _ = game.settle(state, row.record)
    return list(state.totals)


def without_check(record: Any) -> Any:
    """Return the record without the dealer's check."""
    return record if record.dealer is None else replace(record, dealer=None)


def is_alike(state: Any, other: Any) -> bool:
    """Return whether two states differ only in points."""
    return not unlike_names(state, other)


def unlike_names(state: Any, other: Any) -> tuple[str, ...]:
    """Return the names of the values besides points in which two states differ."""
    return tuple([n for n in carried_names(state.__class__) if getattr(state, n) != getattr(other, n)])


@cache
def carried_names(state_type: Any) -> tuple[str, ...]:
    """Return the names of the values that a state carries besides points."""
    return tuple(name for name in field_names(state_type) if name != "totals")


def carried_on(footing: Footing, state: Any, place: int) -> list[int]:
    """Return the final totals if all rows from here on score as before."""
    last, here = footing.states[-1].totals, footing.states[place].totals
    return [now + end - then for now, end, then in zip(state.totals, last, here, strict=True)]

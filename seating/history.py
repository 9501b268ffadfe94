"""What was played so far, as the next round needs it: arrays with a row for every player."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Rounds = Sequence[Sequence[Sequence[int]]]
Bits = NDArray[np.uint64]
WORD, ONE = 64, np.uint64(1)
NOBODY = np.iinfo(np.int64).max  # behind every player


@dataclass(frozen=True)
class History:
    """Rounds, the oldest first: tables in the order of their numbers, players in the order of their seats.

    Tables of another size than `standard` are odd; without a standard, those smaller than the largest.
    """

    rounds: Rounds = ()
    standard: int = 0

    @cached_property
    def last(self) -> list[list[int]]:
        """The tables of the last round, everybody once."""
        seen: set[int] = set()
        tables = []
        for table in self.rounds[-1] if self.rounds else ():
            tables.append([player for player in table if player not in seen])
            seen.update(table)
        return tables

    @cached_property
    def odd(self) -> Counter[int]:
        """How often each player was at a table of another size."""
        visits: Counter[int] = Counter()
        for tables in self.rounds:
            usual = self.standard or max(map(len, tables), default=0)
            visits.update(chain.from_iterable(table for table in tables if len(table) != usual))
        return visits

    @cached_property
    def met(self) -> "Met":
        """Whom each met how often."""
        return Met(self)

    @cached_property
    def players(self) -> Numbers:
        """Everybody who played, ascending, and NOBODY: who is new shares the last row."""
        return np.append(np.unique(self.seated[0]), NOBODY)

    @cached_property
    def seated(self) -> tuple[Numbers, Numbers, Numbers]:
        """Player, table and seat of everybody in every round, one table after the other."""
        tables = list(chain.from_iterable(self.rounds))
        sizes = np.array([len(table) for table in tables], np.int64)
        players = np.fromiter(chain.from_iterable(tables), np.int64)
        table = np.repeat(np.arange(len(tables)), sizes)
        return players, table, np.arange(len(players)) - (np.cumsum(sizes) - sizes)[table]

    @cached_property
    def mates(self) -> Numbers:
        """(k, players) the rows of whom each met, as often as they met; -1 where there were fewer than k."""
        players, table, _ = self.seated
        row = np.searchsorted(self.players, players)
        ones, others = [], []
        for distance in range(1, max(map(len, chain.from_iterable(self.rounds)), default=1)):
            near = table[distance:] == table[:-distance]
            one, other = row[distance:][near], row[:-distance][near]
            ones += [one, other]
            others += [other, one]
        return ragged(len(self.players), np.concatenate([NONE, *ones]), np.concatenate([NONE, *others]))

    @cached_property
    def had(self) -> Numbers:
        """(seats, players) how often each had every seat."""
        players, _, seat = self.seated
        seats, width = max(map(len, chain.from_iterable(self.rounds)), default=0), len(self.players)
        at = seat * width + self.players.searchsorted(players)
        return np.bincount(at, minlength=seats * width).reshape(seats, width)

    def rows(self, players: Numbers) -> Numbers:
        """The row of each, in the same shape; numbers without gaps need no search."""
        new = len(self.players) - 1
        first, has_gaps = self.players[0], self.players[new - 1] - self.players[0] >= new
        near = self.players.searchsorted(players) if has_gaps else (players - first).clip(0, new)
        return np.where(self.players.take(near) == players, near, new)

    def met_from(self, rows: Numbers, first: Numbers) -> Bits:
        """(rows) as bits, whom each met of the WORD places from `first` on, places being those in `rows`."""
        place = np.full(len(self.players), -1, np.int64)
        place[rows] = np.arange(len(rows))
        place[-1] = -1
        met = np.zeros(len(rows), np.uint64)
        for mates in self.mates:
            met |= bit(place.take(mates.take(rows)) - first)
        return met

    def times_at_seats(self, tables: Numbers) -> Numbers:
        """(seats, size, tables) how often who sits in each of these rows (tables, size) had each seat."""
        size = tables.shape[1]
        times = np.zeros((size, size, len(tables)), np.int64)
        times[: len(self.had)] = self.had[:size].take(tables.T, axis=1)
        return times


def bit(places: Numbers) -> Bits:
    """One bit each; none for places outside of a word."""
    return np.left_shift(ONE, np.asarray(places, np.int64).view(np.uint64))


NONE = np.zeros(0, np.int64)


def ragged(count: int, rows: Numbers, values: Numbers) -> Numbers:
    """(most of a row, count) the values of each row in a column, filled up with -1."""
    counts = np.bincount(rows, minlength=count)
    order = np.argsort(rows, kind="stable")
    filled = np.full((counts.max(initial=0), count), -1)
    column = np.arange(len(rows)) - (np.cumsum(counts) - counts)[rows[order]]
    filled[column, rows[order]] = values[order]
    return filled


class Met(dict[int, dict[int, int]]):
    """Whom each met how often; a player is looked up when first asked for."""

    def __init__(self, history: History) -> None:
        super().__init__()
        self.history = history

    def __missing__(self, player: int) -> dict[int, int]:
        history = self.history
        mates = history.mates[:, history.rows(np.array([player]))[0]]
        self[player] = dict(Counter(history.players[mates[mates >= 0]].tolist()))
        return self[player]

"""The rounds already played, as the draw of the next round needs them."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

Rounds = Sequence[Sequence[Sequence[int]]]


class Met(dict[int, dict[int, int]]):
    """How often each player met each other player; empty for a new player."""

    def __missing__(self, player: int) -> dict[int, int]:
        self[player] = {}
        return self[player]


@dataclass(frozen=True)
class History:
    """Rounds, oldest first: tables in the order of their numbers, players in the order of their seats.

    Tables of another size than `standard` are odd; without a standard, those smaller than the largest.
    """

    rounds: Rounds = ()
    standard: int = 0

    @cached_property
    def last(self) -> list[list[int]]:
        """Return the tables of the last round, each player once."""
        players: set[int] = set()
        tables = []
        for table in self.rounds[-1] if self.rounds else ():
            tables.append([player for player in table if player not in players])
            players.update(table)
        return tables

    @cached_property
    def odd(self) -> Counter[int]:
        """Return how often each player sat at a table of another size."""
        visits: Counter[int] = Counter()
        for tables in self.rounds:
            usual = self.standard or max(map(len, tables), default=0)
            visits.update(chain.from_iterable(table for table in tables if len(table) != usual))
        return visits

    @cached_property
    def met(self) -> Met:
        """Return how often each player met each other player."""
        met = Met()
        for table in chain.from_iterable(self.rounds):
            for player in table:
                known = met[player]
                for other in table:
                    known[other] = known.get(other, 0) + 1
        for player, known in met.items():
            known.pop(player, None)
        return met

    @cached_property
    def seats(self) -> Mapping[int, list[int]]:
        """Return the seats each player had, oldest first."""
        seats: dict[int, list[int]] = defaultdict(list)
        for table in chain.from_iterable(self.rounds):
            for seat, player in enumerate(table):
                seats[player].append(seat)
        return seats

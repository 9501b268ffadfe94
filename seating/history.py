"""What was played so far, as the next round needs it."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(slots=True)
class History:
    """Keep one and `add` rounds to it: nothing is counted twice.

    Tables of another size than `standard` are odd; without a standard, those smaller than the largest.
    """

    standard: int = 0
    last: Sequence[Sequence[int]] = ()
    met: dict[int, dict[int, int]] = field(default_factory=dict)
    odd: Counter[int] = field(default_factory=Counter)
    seats: defaultdict[int, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))  # by seat

    @classmethod
    def of(cls, rounds: Sequence[Sequence[Sequence[int]]], standard: int = 0) -> "History":
        history = cls(standard)
        for tables in rounds:
            history.add(tables)
        return history

    def add(self, tables: Sequence[Sequence[int]]) -> None:
        """One more round: tables in the order of their numbers, players in the order of their seats."""
        self.last = tables
        usual = self.standard or max(map(len, tables), default=0)
        for table in tables:
            for seat, player in enumerate(table):
                known = self.met.setdefault(player, {})
                for other in table:
                    if other != player:
                        known[other] = known.get(other, 0) + 1
                self.seats[seat][player] += 1
            if len(table) != usual:
                self.odd.update(table)

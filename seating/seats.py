"""Assign seats so that no player's counts of the seats differ by more than one over all rounds.

Players and tables are the two sides of a bipartite graph, a seat is a colour. Seat after seat, highest first,
every table that has this seat picks one of its players; augmenting paths even out the picks. At tables of one
size this always succeeds: each player can be picked between floor and ceil of rounds left / seats left times.
Seat 0 plays the first deal, so first deals are shared as evenly.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

Rounds = Sequence[Sequence[Sequence[int]]]


@dataclass(slots=True)
class Picks:
    """The player at one seat, table by table, with the least and most picks of each player."""

    tables: list[list[int]]
    floor: dict[int, int]
    ceil: dict[int, int]
    owner: list[int] = field(default_factory=list)
    count: Counter[int] = field(default_factory=Counter)
    owned: dict[int, set[int]] = field(default_factory=dict)
    at: dict[int, list[int]] = field(default_factory=dict)

    def fill(self) -> None:
        """Pick greedily, then repair."""
        for number, table in enumerate(self.tables):
            for player in table:
                self.at.setdefault(player, []).append(number)
                self.owned.setdefault(player, set())
            player = min(table, key=lambda one: (self.count[one] - self.floor[one], one))
            self.owner.append(player)
            self.count[player] += 1
            self.owned[player].add(number)
        for player in sorted(self.at):
            while self.count[player] > self.ceil[player] and self.relieve(player):
                pass
        for player in sorted(self.at):
            while self.count[player] < self.floor[player] and self.supply(player):
                pass

    def relieve(self, player: int) -> bool:
        """Pass one pick of a player on, along tables, to a player who may take one more."""
        return self.walk(player, self.takers, lambda one: self.count[one] < self.ceil[one], False)

    def supply(self, player: int) -> bool:
        """Take one pick over, along tables, from a player who can spare one."""
        return self.walk(player, self.givers, lambda one: self.count[one] > self.floor[one], True)

    def takers(self, player: int) -> Iterator[tuple[int, int]]:
        for number in sorted(self.owned[player]):
            yield from ((number, other) for other in self.tables[number] if other != player)

    def givers(self, player: int) -> Iterator[tuple[int, int]]:
        yield from (
            (number, self.owner[number]) for number in self.at[player] if self.owner[number] != player
        )

    def walk(
        self,
        start: int,
        steps: Callable[[int], Iterator[tuple[int, int]]],
        is_end: Callable[[int], bool],
        backwards: bool,
    ) -> bool:
        """Search breadth first for the nearest end; then every table on the path changes its pick."""
        came: dict[int, tuple[int, int]] = {start: (-1, -1)}
        queue = deque([start])
        while queue:
            player = queue.popleft()
            for number, other in steps(player):
                if other not in came:
                    came[other] = (number, player)
                    if is_end(other):
                        self.pass_on(came, other, backwards)
                        return True
                    queue.append(other)
        return False

    def pass_on(self, came: dict[int, tuple[int, int]], end: int, backwards: bool) -> None:
        number, before = came[end]
        while number >= 0:
            giver, taker = (end, before) if backwards else (before, end)
            self.owner[number] = taker
            self.owned[giver].discard(number)
            self.owned[taker].add(number)
            self.count[giver] -= 1
            self.count[taker] += 1
            end = before
            number, before = came[end]


def balance_seats(rounds: Rounds) -> list[list[list[int]]]:
    """Return the same tables with the players in the order of their seats."""
    tables = [list(table) for tables in rounds for table in tables]
    seated: list[list[int]] = [[] for _ in tables]
    for seat in range(max(map(len, tables), default=0) - 1, -1, -1):
        chosen = [number for number, table in enumerate(tables) if len(table) > seat]
        for number, player in zip(chosen, picks_for(tables, chosen, seat), strict=True):
            seated[number].insert(0, player)
            tables[number].remove(player)
    ordered = iter(seated)
    return [[next(ordered) for _ in tables] for tables in rounds]


def picks_for(tables: list[list[int]], chosen: list[int], seat: int) -> list[int]:
    """Return one player for this seat at each of these tables."""
    left = Counter(player for table in tables for player in table)
    floor = {player: rounds // (seat + 1) for player, rounds in left.items()}
    ceil = {player: -(-rounds // (seat + 1)) for player, rounds in left.items()}
    picks = Picks([tables[number] for number in chosen], floor, ceil)
    picks.fill()
    return picks.owner


def fix_seats(rounds: list[list[list[int]]], seat_by_player: dict[int, int]) -> None:
    """Give players fixed to a seat that seat; the players who sat there take theirs."""
    for tables in rounds:
        for table in tables:
            for player in [one for one in table if seat_by_player.get(one, len(table)) < len(table)]:
                here, there = table.index(player), seat_by_player[player]
                table[here], table[there] = table[there], table[here]

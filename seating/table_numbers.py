"""Number the tables so that no player visits one number more than ceil(rounds / tables) times."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

STEPS = 100_000
WARM = 0.2  # probability of accepting an exchange that is worse by 1, at the start; 0 at the end
FAR = 12  # an exchange that is worse by more is never accepted
Rounds = list[list[list[int]]]


@dataclass(slots=True)
class Numbering:
    """Visits of each player to each table number, while tables of a round exchange their numbers."""

    rounds: Rounds
    most: int
    home: Mapping[int, int]  # players with a table of their own
    capacity: Sequence[int]
    visits: list[defaultdict[int, int]] = field(init=False)
    price: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.visits = [defaultdict(int) for _ in self.rounds[0]]
        self.price = [max(0, 2 * (times - self.most) + 1) for times in range(len(self.rounds) + 1)]
        for tables in self.rounds:
            for number, table in enumerate(tables):
                for player in table:
                    self.visits[number][player] += 1

    def cost(self) -> int:
        """Return the sum of squared excess visits, over players not fixed to a table."""
        times = (times for row in self.visits for player, times in row.items() if player not in self.home)
        return sum(max(0, visits - self.most) ** 2 for visits in times)

    def rise(self, tables: list[list[int]], one: int, two: int) -> int:
        """Return the change of the cost if two tables exchanged numbers."""
        price, off, on, change = self.price, self.visits[one], self.visits[two], 0
        for player in tables[one]:
            change += price[on[player]] - price[off[player] - 1]
        for player in tables[two]:
            change += price[off[player]] - price[on[player] - 1]
        return change

    def may_exchange(self, tables: list[list[int]], one: int, two: int) -> bool:
        if self.home and any(player in self.home for player in (*tables[one], *tables[two])):
            return False
        return len(tables[one]) <= self.capacity[two] and len(tables[two]) <= self.capacity[one]

    def exchange(self, tables: list[list[int]], one: int, two: int) -> None:
        for leaves, comes in ((one, two), (two, one)):
            for player in tables[leaves]:
                self.visits[leaves][player] -= 1
                self.visits[comes][player] += 1
        tables[one], tables[two] = tables[two], tables[one]

    def improve(self, rng: Random) -> None:
        """Anneal: exchange two tables of a round; accept improvements always, worsenings ever more rarely."""
        uniform, count, cost = rng.random, len(self.rounds[0]), self.cost()
        for step in range(STEPS):
            if not cost:
                return
            chance = WARM * (STEPS - step) / STEPS
            tables = self.rounds[int(uniform() * len(self.rounds))]
            one, two = int(uniform() * count), int(uniform() * count)
            if one != two and self.may_exchange(tables, one, two):
                rise = self.rise(tables, one, two)
                if rise <= 0 or (rise <= FAR and uniform() < self.power(chance, rise)):
                    self.exchange(tables, one, two)
                    cost += rise

    @staticmethod
    def power(chance: float, rise: int) -> float:
        """Raise to a power by multiplication, which every machine does alike."""
        value = 1.0
        for _ in range(rise):
            value *= chance
        return value


def number_tables(rounds: Rounds, home: Mapping[int, int], capacity: Sequence[int], rng: Random) -> None:
    """Reorder the tables of every round in place: index i is table i.

    Some draws allow no such numbering: in our repeat-free draw of 16 players and 5 rounds some player sits at
    one table three times, whatever the numbering. Then the result has as few excess visits as were found.
    """
    if not rounds or not rounds[0]:
        return
    order = list(range(len(rounds[0])))
    if not home:
        rng.shuffle(order)
    for tables in rounds:
        tables[:] = [tables[number] for number in order]
        send_home(tables, home)
        fit_capacity(tables, home, capacity)
    if len(order) > 1:
        Numbering(rounds, -(-len(rounds) // len(order)), home, capacity).improve(rng)


def send_home(tables: list[list[int]], home: Mapping[int, int]) -> None:
    """Move the tables of players fixed to a table to that number."""
    for player, number in sorted(home.items()):
        here = next((i for i, table in enumerate(tables) if player in table), number)
        tables[here], tables[number] = tables[number], tables[here]


def fit_capacity(tables: list[list[int]], home: Mapping[int, int], capacity: Sequence[int]) -> None:
    """Reorder if a table is too large for its number; tables of fixed players keep theirs."""
    if any(len(table) > room for table, room in zip(tables, capacity, strict=True)):
        stay = {number + 1: number for player, number in home.items() if player in tables[number]}
        tables[:] = in_places(tables, stay, capacity)


def in_places(tables: list[list[int]], chosen: Mapping[int, int], room: Sequence[int]) -> list[list[int]]:
    """Return the tables at the chosen numbers, all others in their order wherever they fit.

    An order that fits always exists: every table fits if the smallest has the least room.
    """
    rest = [table for i, table in enumerate(tables) if i not in chosen.values()]
    result = []
    left = [room[number] for number in range(len(tables)) if number + 1 not in chosen]
    for number in range(1, len(tables) + 1):
        if number in chosen:
            result.append(tables[chosen[number]])
        else:
            seats = left.pop(0)
            here = next((i for i in range(len(rest)) if fits(rest, i, seats, left)), 0)
            result.append(rest.pop(here))
    return result


def fits(rest: list[list[int]], here: int, seats: int, left: Sequence[int]) -> bool:
    """Return whether a table fits here and the others still fit elsewhere."""
    if len(rest[here]) > seats:
        return False
    if max(map(len, rest)) <= min(left, default=seats):
        return True
    others = sorted(len(table) for i, table in enumerate(rest) if i != here)
    return all(size <= capacity for size, capacity in zip(others, sorted(left), strict=True))

"""Constraints that a director may put on a draw, and checks for those that exclude each other."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations

Pair = tuple[int, int]


class Contradiction(ValueError):
    """An impossible combination of constraints: `message` has named placeholders, `values` fills them."""

    def __init__(self, code: str, message: str, **values: object) -> None:
        super().__init__(message % values)
        self.code, self.message, self.values = code, message, values


@dataclass(frozen=True, slots=True)
class Constraints:
    """Constraints by player. Tables are numbered from 1, seats from 0 in the order of play.

    Pairs in `apart` never meet. Members of one of the `groups` (a team, a club) meet in no round; where that
    cannot be, as few of them as the search finds. No two members of a group in `apart_first` meet in round 1.
    `tables` fixes a player to one table, `seats` to one seat; `capacity` limits tables. `partners` sit
    opposite each other, at seats 0 and 2 or 1 and 3 of tables of four; `new_partners` gives everybody another
    partner in each round, as far as can be.
    """

    apart: Sequence[Pair] = ()
    groups: Sequence[Sequence[int]] = ()
    apart_first: Sequence[Sequence[int]] = ()
    tables: Mapping[int, int] = field(default_factory=dict)
    seats: Mapping[int, int] = field(default_factory=dict)
    capacity: Mapping[int, int] = field(default_factory=dict)
    partners: Sequence[Pair] = ()
    new_partners: bool = False

    def __bool__(self) -> bool:
        """Return whether there is any constraint."""
        asked = (
            self.apart,
            self.groups,
            self.apart_first,
            self.tables,
            self.seats,
            self.capacity,
            self.partners,
        )
        return self.new_partners or any(map(len, asked))

    def always_apart(self) -> list[Pair]:
        """Return pairs that never meet, including players fixed to different tables or to the same seat."""
        tables, seats = self.tables, self.seats
        bound = [pair for pair in combinations(sorted(tables), 2) if tables[pair[0]] != tables[pair[1]]]
        same = [pair for pair in combinations(sorted(seats), 2) if seats[pair[0]] == seats[pair[1]]]
        return sorted({ordered(pair) for pair in (*self.apart, *bound, *same)})

    def rather_apart(self) -> list[Pair]:
        """Return the pairs of one group that are neither partners nor among those who never meet."""
        pairs = {ordered(pair) for group in self.groups for pair in combinations(set(group), 2)}
        return sorted(pairs - {ordered(pair) for pair in self.partners} - {*self.always_apart()})

    def first_apart(self) -> list[Pair]:
        """Return the pairs that may not meet in round 1."""
        pairs = {ordered(pair) for group in self.apart_first for pair in combinations(group, 2)}
        return sorted(pairs)


def ordered(pair: Pair) -> Pair:
    return (min(pair), max(pair))


def check(players: Sequence[int], sizes: Sequence[int], constraints: Constraints) -> None:
    """Raise the first Contradiction among the constraints themselves."""
    for refusal in chain(
        doubles(players),
        strangers(players, constraints),
        clashes(constraints),
        table_troubles(sizes, constraints),
        room_troubles(sizes, constraints),
        seat_troubles(sizes, constraints),
        partner_troubles(players, sizes, constraints),
    ):
        raise refusal


def doubles(players: Sequence[int]) -> Iterator[Contradiction]:
    for player, times in Counter(players).items():
        if times > 1:
            message = "Each player can be drawn once, but %(player)s is entered %(times)s times."
            yield Contradiction("player_twice", message, player=player, times=times)


def strangers(players: Sequence[int], constraints: Constraints) -> Iterator[Contradiction]:
    """Yield constraints on people who do not play."""
    known = set(players)
    pairs = (*constraints.apart, *constraints.groups, *constraints.apart_first, *constraints.partners)
    named = [*constraints.tables, *constraints.seats, *(player for group in pairs for player in group)]
    for player in named:
        if player not in known:
            yield Contradiction(
                "player_unknown", "%(player)s has a constraint but does not play.", player=player
            )


def clashes(constraints: Constraints) -> Iterator[Contradiction]:
    """Yield contradicting constraints on the same two players."""
    tables, together = constraints.tables, {ordered(pair) for pair in constraints.partners}
    for one, two in [*map(ordered, constraints.apart), *constraints.first_apart()]:
        if one == two:
            yield Contradiction(
                "apart_itself", "%(player)s cannot be kept apart from themselves.", player=one
            )
        if one in tables and tables[one] == tables.get(two):
            message = "%(one)s and %(two)s must be apart, but both are fixed to table %(table)s."
            yield Contradiction("apart_same_table", message, one=one, two=two, table=tables[one])
        if (one, two) in together:
            message = "%(one)s and %(two)s must be apart, but they are partners."
            yield Contradiction("apart_partners", message, one=one, two=two)


def table_troubles(sizes: Sequence[int], constraints: Constraints) -> Iterator[Contradiction]:
    """Yield tables that do not exist, or too few tables for the players who must be apart."""
    count = len(sizes)
    for player, table in constraints.tables.items():
        if not 1 <= table <= count:
            message = "%(player)s is fixed to table %(table)s, but there are tables 1 to %(tables)s only."
            yield Contradiction("no_such_table", message, player=player, table=table, tables=count)
    for group in constraints.apart_first:
        if len(set(group)) > count:
            message = "%(players)s players must be apart in round 1, but there are %(tables)s tables."
            yield Contradiction("group_too_large", message, players=len(set(group)), tables=count)


def room_troubles(sizes: Sequence[int], constraints: Constraints) -> Iterator[Contradiction]:
    """Yield tables without enough seats for the players fixed to them."""
    room = capacities(len(sizes), constraints)
    if any(capacity < size for size, capacity in zip(sorted(sizes), sorted(room), strict=True)):
        message = "%(players)s players need %(tables)s tables, but the tables do not have enough seats."
        yield Contradiction("capacity_too_small", message, tables=len(sizes), players=sum(sizes))
        return
    placed = dict(enumerate(place_sizes(sizes, constraints), 1))
    for table, players in sorted(Counter(constraints.tables.values()).items()):
        if players > placed[table]:
            message = "%(players)s players are fixed to table %(table)s, which has %(seats)s seats."
            yield Contradiction("table_full", message, players=players, table=table, seats=placed[table])


def seat_troubles(sizes: Sequence[int], constraints: Constraints) -> Iterator[Contradiction]:
    for player, seat in constraints.seats.items():
        if not 0 <= seat < max(sizes):
            message = "%(player)s is fixed to seat %(seat)s, but seats are 0 to %(last)s."
            yield Contradiction("no_such_seat", message, player=player, seat=seat, last=max(sizes) - 1)
    for seat, players in sorted(Counter(constraints.seats.values()).items()):
        having = sum(size > seat for size in sizes)
        if players > having > 0:
            message = "%(players)s players are fixed to the same seat, but %(tables)s tables have it."
            yield Contradiction("seat_crowded", message, players=players, tables=having)
    tables, seats = constraints.tables, constraints.seats
    for one, two in combinations(sorted(set(tables) & set(seats)), 2):
        if (tables[one], seats[one]) == (tables[two], seats[two]):
            message = "%(one)s and %(two)s are both fixed to seat %(seat)s of table %(table)s."
            yield Contradiction("seat_twice", message, one=one, two=two, seat=seats[one], table=tables[one])


def partner_troubles(
    players: Sequence[int], sizes: Sequence[int], constraints: Constraints
) -> Iterator[Contradiction]:
    """Yield what keeps partners from sitting opposite each other: all tables seat four."""
    if constraints.new_partners and constraints.partners:
        message = "Partners are drawn anew for each round, so %(one)s and %(two)s cannot stay partners."
        one, two = constraints.partners[0]
        yield Contradiction("partners_anew", message, one=one, two=two)
        return
    if constraints.partners:
        yield from lone_players(players, constraints.partners)
    if (constraints.partners or constraints.new_partners) and set(sizes) != {4}:
        message = "Partners sit opposite each other at tables of 4, but there are tables of %(sizes)s."
        yield Contradiction("partners_need_four", message, sizes=", ".join(map(str, sorted(set(sizes)))))
    if constraints.tables or constraints.seats or constraints.apart_first:
        yield from bound_partners(constraints)


def lone_players(players: Sequence[int], partners: Sequence[Pair]) -> Iterator[Contradiction]:
    """Yield the players who have no lasting partner, or several."""
    named = Counter(player for pair in partners for player in pair)
    for player in players:
        if named[player] != 1:
            message = "Each player has one partner, but %(player)s has %(partners)s."
            yield Contradiction("partner_missing", message, player=player, partners=named[player])


def bound_partners(constraints: Constraints) -> Iterator[Contradiction]:
    """Yield that partners cannot be bound by other constraints, too."""
    if constraints.new_partners:
        message = "Where partners are drawn anew, nobody can have a fixed table or a fixed seat."
        yield Contradiction("new_partners_bound", message)
    elif constraints.partners:
        message = "Partners who stay together cannot have a fixed table, a fixed seat or a first round apart."
        yield Contradiction("partners_bound", message)


def capacities(count: int, constraints: Constraints) -> list[int]:
    """Return the seats per table; tables without a limit hold any size."""
    return [constraints.capacity.get(number, 99) for number in range(1, count + 1)]


def place_sizes(sizes: Sequence[int], constraints: Constraints) -> list[int]:
    """Return a size for each table number: large tables where there is room and where players are fixed."""
    count = len(sizes)
    room, fixed = capacities(count, constraints), Counter(constraints.tables.values())
    order = sorted(range(count), key=lambda i: (-room[i], -fixed[i + 1], i))
    placed = [0] * count
    for number, size in zip(order, sorted(sizes, reverse=True), strict=True):
        placed[number] = size
    return placed

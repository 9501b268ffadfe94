"""Change a first guess at a round until it keeps the constraints; name those that cannot be kept.

Players fixed to a table are moved there first and stay. Then players near each other in rank change places
until no two who must be apart share a table; if that is not enough, random players do.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from random import Random

from seating.constraints import Constraints, Contradiction, Pair, capacities
from seating.history import History, Met
from seating.repairing import Ground, Tables, count_known, repair

RATHER_APART = 500  # meetings added for a pair of one group
APART = 2 * RATHER_APART  # for a pair that may not meet
PATIENCE = 4000  # random exchanges
BOLD = 0.02  # share of worsening exchanges that are accepted


def settle(
    tables: Tables,
    constraints: Constraints,
    placed: Sequence[int],
    order: Sequence[int],
    stay: frozenset[int] | None,
) -> dict[int, int]:
    """Gather the players fixed to each table; return the index of the table for every such number.

    Chosen is the table of the right size nearest to the best of these players. With `stay`, the players who
    should not move, every table has its number already.
    """
    rank = {player: place for place, player in enumerate(order)}
    members_by_number = defaultdict(list)
    for player in sorted(constraints.tables, key=rank.__getitem__):
        members_by_number[constraints.tables[player]].append(player)
    chosen: dict[int, int] = {}
    for number, members in sorted(members_by_number.items()):
        free = [
            i for i in range(len(tables)) if i not in chosen.values() and len(tables[i]) == placed[number - 1]
        ]
        first = place_of(members[0], tables)
        here = min(free, key=lambda i: (abs(i - first), i)) if stay is None else number - 1
        gather(tables, here, members, rank, stay or frozenset())
        chosen[number] = here
    return chosen


def place_of(player: int, tables: Tables) -> int:
    """Return the index of the player's table."""
    return next(i for i, table in enumerate(tables) if player in table)


def gather(
    tables: Tables, here: int, members: Sequence[int], rank: Mapping[int, int], stay: frozenset[int]
) -> None:
    """Move all members to one table, each in exchange for the player nearest in rank."""
    table = tables[here]
    for player in members:
        if player not in table:
            others = [one for one in table if one not in members]
            out = min(others, key=lambda one: (one in stay, abs(rank[one] - rank[player]), rank[one]))
            there = tables[place_of(player, tables)]
            there[there.index(player)], table[table.index(out)] = out, player


def ground_of(
    constraints: Constraints, past: History, odd: Mapping[int, int], standard: int, locked: frozenset[int]
) -> Ground:
    """Return the ground for repairs, in which players who may not meet count as having met very often."""
    met = Met({player: dict(known) for player, known in past.met.items()})
    for (one, two), times in pairs_apart(constraints).items():
        for player, other in ((one, two), (two, one)):
            met[player][other] = met[player].get(other, 0) + times
    least = {player: seat + 1 for player, seat in constraints.seats.items()}
    return Ground(met, odd, standard, locked, least)


def pairs_apart(constraints: Constraints) -> dict[Pair, int]:
    """Return the pairs to be kept apart, and the meetings each one counts as having had."""
    never = dict.fromkeys([*constraints.always_apart(), *constraints.first_apart()], APART)
    return {**dict.fromkeys(constraints.rather_apart(), RATHER_APART), **never}


def bound(constraints: Constraints) -> set[int]:
    """Return the players with a constraint on their seat or company."""
    return set(chain(constraints.seats, *pairs_apart(constraints)))


def keep(tables: Tables, constraints: Constraints, ground: Ground, everywhere: bool, rng: Random) -> None:
    """Exchange players until the constraints are kept, with nearby players if that suffices."""
    touched = sorted(bound(constraints))
    for is_wide in (everywhere, True):
        repair(tables, ground, is_wide)
        if not troubled(touched, tables, ground):
            return
    untangle(tables, touched, ground, rng)
    repair(tables, ground, everywhere)


def troubled(players: Sequence[int], tables: Tables, ground: Ground) -> list[int]:
    """Return those of the players whose constraints are broken where they sit."""
    table_by_player = {player: table for table in tables for player in table}
    return [one for one in players if one in table_by_player and trouble(one, table_by_player[one], ground)]


def trouble(player: int, table: list[int], ground: Ground) -> int:
    """Return how much is broken if the player sits at this table: 1 for a pair of a group, else 2."""
    known = ground.met[player]
    return count_known(known, table) // RATHER_APART + 2 * (ground.least.get(player, 0) > len(table))


def untangle(tables: Tables, touched: Sequence[int], ground: Ground, rng: Random) -> None:
    """Exchange players with broken constraints at random; accept a worse result only rarely."""
    movable = [player for player in sorted(chain(*tables)) if player not in ground.locked]
    for _ in range(PATIENCE):
        unlucky = [one for one in troubled(touched, tables, ground) if one not in ground.locked]
        if not unlucky:
            return
        one, two = unlucky[int(rng.random() * len(unlucky))], movable[int(rng.random() * len(movable))]
        here, there = tables[place_of(one, tables)], tables[place_of(two, tables)]
        if here is not there:
            before = trouble(one, here, ground) + trouble(two, there, ground)
            i, j = here.index(one), there.index(two)
            here[i], there[j] = two, one
            after = trouble(one, there, ground) + trouble(two, here, ground)
            if after > before and rng.random() > BOLD:
                here[i], there[j] = one, two


def refuse_broken(tables: Sequence[Sequence[int]], constraints: Constraints, is_first: bool = True) -> None:
    """Raise the first Contradiction between a finished round and the constraints."""
    for refusal in chain(
        broken_apart(tables, constraints, is_first),
        broken_places(tables, constraints),
        broken_room(tables, constraints),
        broken_partners(tables, constraints),
    ):
        raise refusal


def broken_apart(
    tables: Sequence[Sequence[int]], constraints: Constraints, is_first: bool
) -> Iterator[Contradiction]:
    number_by_player = {player: number for number, table in enumerate(tables) for player in table}
    groups = [*constraints.apart, *(constraints.first_apart() if is_first else ())]
    for one, two in sorted((min(pair), max(pair)) for pair in groups):
        if one in number_by_player and number_by_player[one] == number_by_player.get(two):
            message = "%(one)s and %(two)s must be apart, but no draw was found that keeps all constraints."
            yield Contradiction("not_kept_apart", message, one=one, two=two)


def broken_places(tables: Sequence[Sequence[int]], constraints: Constraints) -> Iterator[Contradiction]:
    for number, table in enumerate(tables, 1):
        for seat, player in enumerate(table):
            if constraints.tables.get(player, number) != number:
                message = "%(player)s has a fixed table, but no draw was found that keeps all constraints."
                yield Contradiction("not_kept_table", message, player=player)
            if constraints.seats.get(player, seat) != seat:
                message = "%(player)s has a fixed seat, but no draw was found that keeps all constraints."
                yield Contradiction("not_kept_seat", message, player=player)


def broken_room(tables: Sequence[Sequence[int]], constraints: Constraints) -> Iterator[Contradiction]:
    for number, (table, room) in enumerate(zip(tables, capacities(len(tables), constraints), strict=True), 1):
        if len(table) > room:
            message = "Table %(table)s holds %(room)s players, but %(players)s would sit there."
            yield Contradiction("not_kept_room", message, table=number, room=room, players=len(table))


def broken_partners(tables: Sequence[Sequence[int]], constraints: Constraints) -> Iterator[Contradiction]:
    opposite = {table[i]: table[i - 2] for table in tables if len(table) == 4 for i in range(4)}
    playing = set(chain(*tables))
    for one, two in constraints.partners:
        if one in playing and opposite.get(one) != two:
            message = "%(one)s and %(two)s are partners, but would not sit opposite each other."
            yield Contradiction("not_kept_partners", message, one=one, two=two)

"""One round after another: by standings ("Swiss"), balanced ("snake"), at random, fixed, or winners stay.

Whoever came late or left changes the next round only: a round is drawn for the players given, whatever the
history says. A first guess from the ranking is repaired locally: two players near each other in rank change
places as long as that lowers the number of repeats.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations
from random import Random

from seating.constraints import Constraints, Contradiction
from seating.sizes import table_sizes

Tables = list[list[int]]
REACH = 24  # how many tables up and down a player may move to avoid a repeat
PASSES = 8
NOBODY: Mapping[int, int] = {}
MODES = ("random", "standings", "snake", "fixed", "winners_stay")


@dataclass(slots=True)
class History:
    """What was played so far. Keep one and `add` rounds to it: nothing is counted twice."""

    last: Sequence[Sequence[int]] = ()
    met: dict[int, dict[int, int]] = field(default_factory=dict)
    odd: Counter[int] = field(default_factory=Counter)
    seats: Counter[tuple[int, int]] = field(default_factory=Counter)

    @classmethod
    def of(cls, rounds: Sequence[Sequence[Sequence[int]]]) -> "History":
        history = cls()
        for tables in rounds:
            history.add(tables)
        return history

    def add(self, tables: Sequence[Sequence[int]]) -> None:
        """One more round: tables in the order of their numbers, players in the order of their seats."""
        self.last = tables
        largest = max(map(len, tables), default=0)
        for table in tables:
            for seat, player in enumerate(table):
                known = self.met.setdefault(player, {})
                for other in table:
                    if other != player:
                        known[other] = known.get(other, 0) + 1
                self.seats[player, seat] += 1
            if len(table) < largest:
                self.odd.update(table)


def draw_next(
    history: History | Sequence[Sequence[Sequence[int]]],
    ranking: Sequence[int] | None,
    mode: str,
    *,
    players: Sequence[int] | None = None,
    sizes: Sequence[int] = (4, 3),
    seed: int = 0,
    constraints: Constraints | None = None,
) -> Tables:
    """The next round for these players, or all in the ranking, or those of the last round.

    `ranking` has the leader first; players it lacks come last. Raises NoSuchTables, Contradiction.
    """
    past = history if isinstance(history, History) else History.of(history)
    present = list(players if players is not None else ranking or chain.from_iterable(past.last))
    refuse_doubles(present)
    drawn = table_sizes(len(present), allowed=sizes, standard=sizes[0])
    if mode not in MODES:
        raise Contradiction("mode_unknown", "A round is drawn by %(modes)s, not by %(mode)s.", mode=mode,
                            modes=", ".join(MODES))  # fmt: skip
    order = ranked(present, ranking, Random(seed))
    if mode == "fixed":
        return same_seats(past, present, drawn)
    guess = GUESSES[mode](past, order, drawn)
    if mode != "winners_stay":
        repair(guess, past, mode == "random")
    return [seated(table, past) for table in guess]


def refuse_doubles(players: Sequence[int]) -> None:
    for player, times in Counter(players).items():
        if times > 1:
            message = "Every player is drawn once, but %(player)s is entered %(times)s times."
            raise Contradiction("player_twice", message, player=player, times=times)


def ranked(players: list[int], ranking: Sequence[int] | None, rng: Random) -> list[int]:
    """The players in the order of the ranking; drawn by lot where there is none."""
    if ranking is None:
        rng.shuffle(players)
        return players
    place_by_player = {player: place for place, player in enumerate(ranking)}
    return sorted(players, key=lambda player: place_by_player.get(player, len(place_by_player)))


def by_standings(history: History, order: list[int], sizes: Sequence[int]) -> Tables:
    """Leaders together; tables of another size go to the lowest of those who were least often at one."""
    common = Counter(sizes).most_common(1)[0][0]
    odd = [size for size in sizes if size != common]
    place_by_player = {player: place for place, player in enumerate(order)}
    freshest = sorted(order, key=lambda player: (history.odd[player], -place_by_player[player]))
    apart = sorted(freshest[: sum(odd)], key=place_by_player.__getitem__) if odd else []
    chosen = set(apart)
    others = [player for player in order if player not in chosen] if odd else order
    tables = [others[start : start + common] for start in range(0, len(others), common)]
    for size in odd:
        tables.append(apart[:size])
        del apart[:size]
    return sorted(tables, key=lambda table: place_by_player[table[-1]])


def by_snake(history: History, order: list[int], sizes: Sequence[int]) -> Tables:
    """Balanced tables: 1 2 3, 6 5 4, 7 8 9, ...; full tables take one more at the end."""
    tables: Tables = [[] for _ in sizes]
    forward, players = True, iter(order)
    for seat in range(max(sizes)):
        open_tables = [i for i, size in enumerate(sizes) if size > seat]
        for number in open_tables if forward else reversed(open_tables):
            tables[number].append(next(players))
        forward = not forward
    return tables


def by_winners(history: History, order: list[int], sizes: Sequence[int]) -> Tables:
    """At each table the better half stays; the others move on by one table, the last ones to the first."""
    rank = {player: place for place, player in enumerate(order)}
    before = [sorted((p for p in table if p in rank), key=rank.__getitem__) for table in history.last]
    before = (before + [[] for _ in sizes])[: max(len(sizes), len(before))]
    stay = [table[: -(-len(table) // 2)] for table in before]
    move = [table[-(-len(table) // 2) :] for table in before]
    tables = [[*stay[i], *move[i - 1]] for i in range(len(before))]
    left = [player for table in tables[len(sizes) :] for player in table]
    tables = tables[: len(sizes)]
    left += [player for player in order if player not in set(chain(*tables)) | set(left)]
    for table, size in zip(tables, sizes, strict=True):
        left += table[size:]
        del table[size:]
    for table, size in zip(tables, sizes, strict=True):
        table.extend(left.pop(0) for _ in range(size - len(table)))
    return tables


def same_seats(history: History, players: Sequence[int], sizes: Sequence[int]) -> Tables:
    """The last round again. Who left is replaced by who came, else the tables must be drawn anew."""
    new = [player for player in players if player not in set(chain(*history.last))]
    tables = []
    for table in history.last:
        kept = [player if player in set(players) else (new.pop(0) if new else None) for player in table]
        tables.append([player for player in kept if player is not None])
    if new or sorted(map(len, tables)) != sorted(sizes):
        message = "Seats cannot stay fixed: %(players)s players do not fill the tables of the last round."
        raise Contradiction("fixed_seats_changed", message, players=len(players))
    return tables


GUESSES: Mapping[str, Callable[[History, list[int], Sequence[int]], Tables]] = {
    "random": by_snake,
    "standings": by_standings,
    "snake": by_snake,
    "winners_stay": by_winners,
}


def repair(tables: Tables, history: History, everywhere: bool) -> None:
    """Exchange players of near tables while that lowers repeats; several passes, as chains may be needed."""
    for _ in range(PASSES):
        clashing = [number for number, table in enumerate(tables) if has_repeat(table, history.met)]
        if not clashing:
            return
        for number in clashing:
            while exchange_best(tables, number, history, everywhere):
                pass


def has_repeat(table: list[int], met: Mapping[int, Mapping[int, int]]) -> bool:
    """Whether two of the table met before."""
    for place, player in enumerate(table):
        known = met.get(player)
        if known:
            for other in table[:place]:
                if other in known:
                    return True
    return False


def exchange_best(tables: Tables, number: int, history: History, everywhere: bool) -> bool:
    """The best exchange with the nearest table that lowers repeats; whether there was one."""
    here = tables[number]
    for there in neighbours(number, len(tables), everywhere):
        best = min(gains(here, tables[there], history), default=None)
        if best:
            _, i, j = best
            here[i], tables[there][j] = tables[there][j], here[i]
            return True
    return False


def gains(here: list[int], other: list[int], history: History) -> Iterator[tuple[int, int, int]]:
    """Exchanges that lower repeats: change and both places."""
    met = history.met
    for i, one in enumerate(here):
        known = met.get(one, NOBODY)
        before = count_known(known, here)
        if not before:
            continue
        there = count_known(known, other)
        for j, two in enumerate(other):
            after = there - known.get(two, 0)
            if after < before and is_fair(one, here, two, other, history):
                knows = met.get(two, NOBODY)
                after += count_known(knows, here) - knows.get(one, 0)
                change = after - before - count_known(knows, other)
                if change < 0:
                    yield change, i, j


def count_known(known: Mapping[int, int], table: list[int]) -> int:
    """How often somebody met the players of a table."""
    count = 0
    for player in table:
        if player in known:
            count += known[player]
    return count


def is_fair(one: int, here: list[int], two: int, there: list[int], history: History) -> bool:
    """Whether nobody comes to a smaller table who was at one more often than who leaves it."""
    if len(here) == len(there):
        return True
    leaves, comes = (one, two) if len(here) < len(there) else (two, one)
    return history.odd[comes] <= history.odd[leaves]


def neighbours(number: int, count: int, everywhere: bool) -> Iterator[int]:
    """Other tables, near ones first."""
    for distance in range(1, count if everywhere else REACH + 1):
        yield from (n for n in (number + distance, number - distance) if 0 <= n < count)


def seated(table: list[int], history: History) -> list[int]:
    """Seats by lot of the past: each place goes to who had it least often."""
    left, order, seats = list(table), [], history.seats
    for seat in range(len(table)):
        _, place = min((seats.get((player, seat), 0), place) for place, player in enumerate(left))
        order.append(left.pop(place))
    return order


def count_clashes(tables: Sequence[Sequence[int]], history: History) -> int:
    """Pairs of this round that met before."""
    pairs = (pair for table in tables for pair in combinations(table, 2))
    return sum(two in history.met.get(one, NOBODY) for one, two in pairs)

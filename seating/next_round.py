"""Draw one round after another: by standings ("Swiss"), balanced ("snake"), random, fixed, or winners stay.

Late arrivals and departures affect the next round only: a round is drawn for the players given, whatever the
history contains. A first guess from the ranking is repaired locally (`seating.repairing`) and changed until
it keeps the constraints (`seating.constraint_repair`). Where a pair would still meet again, a search near
these tables goes on (`seating.search`).
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, combinations, islice
from random import Random

from seating.constraint_repair import ground_of, keep, refuse_broken, settle
from seating.constraints import Constraints, Contradiction, capacities, check, place_sizes
from seating.history import History, Rounds
from seating.new_partners import seat_new_partners
from seating.partners import constraints_of_pairs, ranked_pairs, seat_pairs, tables_of_pairs
from seating.repairing import Ground, Tables, repair
from seating.schedule import Task, known_only, numbered, problem_of
from seating.search import Limit, anneal, mild_stages
from seating.sizes import table_sizes
from seating.table_numbers import in_places

MOST_SEARCHED = 400  # players
STEPS_NEAR = 120_000  # of the search for tables without a repeat
MODES = ("random", "standings", "snake", "fixed", "winners_stay")
NO_ONE: frozenset[int] = frozenset()


def draw_next(
    history: History | Rounds,
    ranking: Sequence[int] | None,
    mode: str,
    *,
    players: Sequence[int] | None = None,
    sizes: Sequence[int] = (4, 3),
    seed: int = 0,
    constraints: Constraints | None = None,
) -> Tables:
    """Draw the next round for `players`, else for all in the ranking, else for those of the last round.

    `ranking` has the leader first; players missing from it come last; a random draw ignores it. Groups that
    must be apart in the first round are apart in this one. Raises NoSuchTables, Contradiction.
    """
    past = history if isinstance(history, History) else History(history, sizes[0])
    present = list(players if players is not None else ranking or chain.from_iterable(past.last))
    refuse_doubles(present)
    seats_by_table = table_sizes(len(present), allowed=sizes, standard=sizes[0])
    if mode not in MODES:
        raise Contradiction("mode_unknown", "A round is drawn by %(modes)s, not by %(mode)s.", mode=mode,
                            modes=", ".join(MODES))  # fmt: skip
    rng, constraints = Random(seed), constraints or Constraints()
    check(present, seats_by_table, constraints)
    order = ranked(present, None if mode == "random" else ranking, rng)
    if mode == "fixed":
        tables = same_seats(past, present, seats_by_table)
    elif constraints.partners:
        tables = draw_pairs(past, order, mode, seats_by_table, constraints, rng)
    else:
        tables = draw_tables(past, order, mode, seats_by_table, constraints, rng)
    if constraints.new_partners:
        tables = seat_new_partners(tables, past.rounds)
    refuse_broken(tables, constraints)
    return tables


def draw_tables(
    past: History,
    order: list[int],
    mode: str,
    sizes: Sequence[int],
    constraints: Constraints,
    rng: Random,
) -> Tables:
    """Return tables in the order of their numbers, players in the order of their seats."""
    if constraints:
        tables = draw_constrained(past, order, mode, sizes, constraints, rng)
    else:
        tables = GUESSES[mode](past, order, sizes)
    if not constraints and mode in ("random", "snake"):
        repair(tables, Ground(past.met, past.odd, sizes[0]), mode == "random")
    if mode != "winners_stay" and count_clashes(tables, past) and len(order) <= MOST_SEARCHED:
        tables = seek_strangers(tables, past, sizes[0], constraints, rng)
    return share_seats(tables, past, constraints.seats)


def seek_strangers(
    tables: Tables, past: History, standard: int, constraints: Constraints, rng: Random
) -> Tables:
    """Return the tables with players exchanged, anywhere, as long as fewer pairs meet again.

    Who sits at a table of another size than the standard one stays there: that has its own turns.
    """
    ids = sorted(chain.from_iterable(tables))
    number = {player: index for index, player in enumerate(ids)}
    task = Task(
        len(ids), 1, [len(table) for table in tables], standard, numbered(constraints, number),
        known_only(past.rounds, number), [NO_ONE],
        {number[player]: times for player, times in past.odd.items() if player in number},
    )  # fmt: skip
    start = [[[number[player] for player in table] for table in tables]]
    problem, (here,) = problem_of(task, [], 1), start
    problem.locked = [
        problem.locked[0].union(*(frozenset(table) for table in here if len(table) != standard))
    ]
    (tables,) = anneal(problem, start, rng, Limit(STEPS_NEAR), mild_stages()).rounds
    return [[ids[index] for index in table] for table in tables]


def draw_constrained(
    past: History, order: list[int], mode: str, sizes: Sequence[int], constraints: Constraints, rng: Random
) -> Tables:
    """Return the tables under constraints. Where winners stay, the players who move make room if they can."""
    placed, is_staying = place_sizes(sizes, constraints), mode == "winners_stay"
    guess = GUESSES[mode](past, order, placed if is_staying else sizes)
    stay = stayers(past, guess) if is_staying else NO_ONE
    chosen = settle(guess, constraints, placed, order, stay if is_staying else None)
    before = History() if is_staying else past
    for also in (stay, NO_ONE) if is_staying else (NO_ONE,):
        ground = ground_of(constraints, before, past.odd, sizes[0], also | frozenset(constraints.tables))
        keep(guess, constraints, ground, mode == "random", rng)
    return guess if is_staying else in_places(guess, chosen, capacities(len(sizes), constraints))


def stayers(past: History, tables: Tables) -> frozenset[int]:
    """Return the players who sit at their table of the last round again."""
    return frozenset(one for old, new in zip(past.last, tables, strict=False) for one in set(old) & set(new))


def draw_pairs(
    past: History, order: list[int], mode: str, sizes: Sequence[int], constraints: Constraints, rng: Random
) -> Tables:
    """Draw partners as one unit, ranked by the better of the two."""
    pairs = ranked_pairs(constraints.partners, order)
    tables = draw_tables(
        History([tables_of_pairs(each, pairs) for each in past.rounds], 2),
        list(range(len(pairs))),
        mode,
        [2] * len(sizes),
        constraints_of_pairs(constraints, pairs),
        rng,
    )
    played = chain.from_iterable(past.rounds)
    had = Counter((player, seat) for table in played for seat, player in enumerate(table))
    return seat_pairs(tables, pairs, had)


def refuse_doubles(players: Sequence[int]) -> None:
    if len(set(players)) == len(players):
        return
    for player, times in Counter(players).items():
        if times > 1:
            message = "Each player can be drawn once, but %(player)s is entered %(times)s times."
            raise Contradiction("player_twice", message, player=player, times=times)


def ranked(players: list[int], ranking: Sequence[int] | None, rng: Random) -> list[int]:
    """Return the players in the order of the ranking; in random order where there is none."""
    if ranking is None:
        rng.shuffle(players)
    if ranking is None or players == ranking:
        return players
    here, known = set(players), set(ranking)
    return [player for player in ranking if player in here] + [one for one in players if one not in known]


def by_snake(history: History, order: list[int], sizes: Sequence[int]) -> Tables:
    """Return balanced tables: 1 2 3, 6 5 4, 7 8 9, ...; full tables take one more at the end."""
    tables: Tables = [[] for _ in sizes]
    forward, players = True, iter(order)
    for seat in range(max(sizes)):
        open_tables = [i for i, size in enumerate(sizes) if size > seat]
        for number in open_tables if forward else reversed(open_tables):
            tables[number].append(next(players))
        forward = not forward
    return tables


def by_winners(history: History, order: list[int], sizes: Sequence[int]) -> Tables:
    """Return tables at which the better half of each table stays.

    The others move up one table, the last ones to the first.
    """
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
    """Return the last round, new players in place of those who left. Raises Contradiction if sizes differ."""
    new = [player for player in players if player not in set(chain(*history.last))]
    tables = []
    for table in history.last:
        seats = [player if player in set(players) else (new.pop(0) if new else None) for player in table]
        tables.append([player for player in seats if player is not None])
    if new or sorted(map(len, tables)) != sorted(sizes):
        message = "Seats cannot stay fixed: %(players)s players do not fill the tables of the last round."
        raise Contradiction("fixed_seats_changed", message, players=len(players))
    return tables


def count_clashes(tables: Sequence[Sequence[int]], history: History) -> int:
    """Return how many pairs of this round met before."""
    pairs = (pair for table in tables for pair in combinations(table, 2))
    return sum(two in history.met[one] for one, two in pairs)


# By standings ("Swiss"): leaders together, without repeated meetings where possible


def by_standings(past: History, order: Sequence[int], sizes: Sequence[int]) -> Tables:
    """Return tables in the order of their lowest player, players in the order of their seats.

    Tables of another size than the first go to the lowest-ranked of those who were least often at one.
    Players left over without unmet opponents are cut into tables by rank; then nearby players are exchanged
    where a pair met.
    """
    common, odd = sizes[0], [size for size in sizes if size != sizes[0]]
    apart = lowest_freshest(past, order, sum(odd))
    others = set(order).difference(apart)
    tables, left = near_strangers(filter(others.__contains__, order), past.met, common)
    tables += cut(left, [common] * (len(left) // common)) + cut(apart, odd)
    rank = {player: place for place, player in enumerate(order)}
    tables.sort(key=lambda table: rank[table[-1]])
    repair(tables, Ground(past.met, past.odd, common), False)
    return share_seats(tables, past)


def lowest_freshest(past: History, order: Sequence[int], count: int) -> list[int]:
    """Return `count` players for the odd tables, in the order of the ranking."""
    if not count:
        return []
    freshest = sorted(reversed(order), key=lambda player: past.odd.get(player, 0))
    chosen = set(freshest[:count])
    return [player for player in order if player in chosen]


def cut(players: Sequence[int], sizes: Sequence[int]) -> Tables:
    """Fill one table after the other."""
    left = iter(players)
    return [list(islice(left, size)) for size in sizes]


def share_seats(tables: Tables, past: History, own: Mapping[int, int] | None = None) -> Tables:
    """Return the tables with players in the order of their seats; `own` has fixed seats by player."""
    return [seated(table, past, own or {}) for table in tables]


def seated(table: Sequence[int], past: History, own: Mapping[int, int]) -> list[int]:
    """Give each seat to the player fixed to it, else to the first of those who had it least often."""
    wished = {own[player]: player for player in table if own.get(player, len(table)) < len(table)}
    free = [player for player in table if player not in wished.values()]
    had = {player: past.seats.get(player, []) for player in free}
    order = []
    for seat in range(len(table)):
        if seat not in wished:
            wished[seat] = min(free, key=lambda player: had[player].count(seat))
            free.remove(wished[seat])
        order.append(wished[seat])
    return order


# Tables of players who have not met and are near each other in a ranking: the highest free player opens a
# table and takes in the next who are unmet by all of it; who finds too few is left over


def near_strangers(
    order: Iterable[int], met: Mapping[int, Mapping[int, int]], size: int
) -> tuple[Tables, list[int]]:
    """Return full tables of unmet players, ordered by their highest in rank, and the players left over.

    A player who is passed over has met a player of the table: a table examines few, however many there are.
    """
    free, tables, left = deque(order), [], []
    while free:
        table: list[int] = []
        strangers: list[int] = []
        while free and len(table) < size:
            player = free.popleft()
            strangers.append(player)
            if met[player].keys().isdisjoint(table):
                table.append(player)
        if len(table) < size:
            left.append(table.pop(0))
            table = left[-1:]
        else:
            tables.append(table)
        free.extendleft(player for player in reversed(strangers) if player not in table)
    return tables, left


GUESSES: Mapping[str, Callable[[History, list[int], Sequence[int]], Tables]] = {
    "random": by_snake,
    "standings": by_standings,
    "snake": by_snake,
    "winners_stay": by_winners,
}

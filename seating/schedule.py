"""All rounds of an event at once: as few repeats as can be, then fair tables, table numbers and seats.

Known constructions first; where they end, or wishes forbid them, the search takes over. The same players,
rounds, sizes, seed and steps give the same draw on any machine.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from seating.bounds import lower_bound
from seating.constraints import Constraints, Contradiction, Pair, capacities, check, place_sizes
from seating.designs import design
from seating.meetings import count_meetings, count_repeats
from seating.numbers import number_tables
from seating.partners import draw_partners
from seating.relabelling import keep_apart
from seating.search import APART, ODD, REPEAT, Limit, Problem, anneal, empty_matrix
from seating.seats import balance_seats, fix_seats
from seating.shortening import shorten
from seating.sizes import table_sizes

STEPS = 300_000
SMALL = 20  # up to so many players the search beats a design with rounds added
UNEVEN = 40  # up to so many it also shares out the odd tables of a design better
LARGEST_CHOICE = 200  # up to so many it is worth looking at a second design
LARGEST_SEARCH = 1200  # beyond, a matrix of meetings would not fit
Rounds = list[list[list[int]]]


@dataclass(frozen=True, slots=True)
class Schedule:
    """A draw of all rounds: players in the order of their seats, tables in the order of their numbers."""

    rounds: tuple[tuple[tuple[int, ...], ...], ...]
    repeats: int
    lower_bound: int
    steps: int

    @property
    def is_optimal(self) -> bool:
        """Whether provably nobody can do with fewer repeats."""
        return self.repeats == self.lower_bound


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be drawn; players are numbered from 0 here."""

    players: int
    rounds: int
    sizes: Sequence[int]
    standard: int
    constraints: Constraints
    history: Sequence[Sequence[Sequence[int]]]
    benches: Sequence[frozenset[int]]

    @property
    def odd(self) -> frozenset[int]:
        return frozenset(self.sizes) - {self.standard}

    @property
    def is_plain(self) -> bool:
        """Whether rounds of a design may be used as they are, but for the names of the players."""
        homes = list(self.constraints.tables.values())
        is_bound = len(set(homes)) < len(homes) or (homes and (self.constraints.capacity or self.odd))
        return not (self.history or any(self.benches) or is_bound)


def draw_schedule(
    players: int | Sequence[int],
    rounds: int,
    sizes: Sequence[int],
    *,
    seed: int,
    steps: int = STEPS,
    should_stop: Callable[[], bool] | None = None,
    watch: Callable[[int], None] | None = None,
    constraints: Constraints | None = None,
    history: Sequence[Sequence[Sequence[int]]] = (),
    sit_outs: int = 0,
) -> Schedule:
    """Seat the players (ids, or 1 to n) for so many rounds; the first size is the standard one.

    `should_stop` is asked now and then and only ends the search early, `watch` hears how many steps are done;
    `history` are rounds played before, in
    the same ids; `sit_outs` players rest each round in turn. Raises NoSuchTables, Contradiction.
    """
    ids = list(range(1, players + 1)) if isinstance(players, int) else list(players)
    wishes = constraints or Constraints()
    drawn = table_sizes(len(ids) - sit_outs, allowed=sizes, standard=sizes[0])
    check(ids, drawn, wishes)
    rng = Random(seed)
    rng.shuffle(ids)

    if wishes.partners:
        return schedule_of(draw_partners(ids, rounds, wishes, rng), len(ids), drawn, 0)
    number_by_id = {player: number for number, player in enumerate(ids)}
    task = Task(
        len(ids), rounds, drawn, sizes[0], numbered(wishes, number_by_id),
        [[[number_by_id[p] for p in table if p in number_by_id] for table in tables] for tables in history],
        benches(len(ids), rounds, sit_outs),
    )  # fmt: skip
    found, used = find_rounds(task, rng, Limit(steps, should_stop, watch))
    refuse_meetings(found, task.constraints, ids)
    place(found, task, rng)
    return schedule_of(named(seat(found, task), ids), len(ids), drawn, used)


def numbered(wishes: Constraints, number_by_id: dict[int, int]) -> Constraints:
    """The same wishes by number; tables from 0."""
    number = number_by_id.__getitem__
    return Constraints(
        apart=[(number(one), number(two)) for one, two in wishes.apart],
        apart_first=[[number(player) for player in group] for group in wishes.apart_first],
        tables={number(player): table for player, table in wishes.tables.items()},
        seats={number(player): seat for player, seat in wishes.seats.items()},
        capacity=wishes.capacity,
    )


def benches(players: int, rounds: int, sit_outs: int) -> list[frozenset[int]]:
    """Who rests in which round: never twice before everyone once."""
    turns = [range(turn * sit_outs, (turn + 1) * sit_outs) for turn in range(rounds)]
    return [frozenset(place % players for place in turn) for turn in turns]


def find_rounds(task: Task, rng: Random, limit: Limit) -> tuple[Rounds, int]:
    """Rounds with few repeats, and the steps that took; tables and seats are in no order yet."""
    base = known_rounds(task, rng) if task.is_plain else []
    apart, first = task.constraints.always_apart(), task.constraints.first_apart()
    kept = keep_apart(base, apart, first, rng) if base else None
    is_enough = kept is not None and len(kept) == task.rounds
    if kept is not None and is_enough and (task.players > UNEVEN or is_even(kept, task)):
        return kept, 0
    if task.players > LARGEST_SEARCH:
        return (kept or []) + [
            random_round(task, index, rng) for index in range(len(kept or []), task.rounds)
        ], 0
    if kept is not None and is_enough:
        return more_even(kept, task, rng, limit)
    start = kept if kept is not None else base
    is_whole = kept is None or task.players <= SMALL
    fixed, free = ([], start) if is_whole else (start, [])
    free = [*free, *(random_round(task, index, rng) for index in range(len(start), task.rounds))]
    found = anneal(problem_of(task, fixed, len(free)), free, rng, limit)
    return fixed + found.rounds, found.steps


def more_even(design_rounds: Rounds, task: Task, rng: Random, limit: Limit) -> tuple[Rounds, int]:
    """The rounds of a design, or others as good with the odd tables better shared out."""
    free = [random_round(task, index, rng) for index in range(task.rounds)]
    found = anneal(problem_of(task, [], task.rounds), free, rng, limit)
    is_better = count_repeats(found.rounds) == 0 and unevenness(found.rounds, task) < unevenness(
        design_rounds, task
    )
    return (found.rounds if is_better else design_rounds), found.steps


def unevenness(rounds: Rounds, task: Task) -> int:
    return sum(times * times for times in odd_visits(rounds, task))


def known_rounds(task: Task, rng: Random) -> Rounds:
    """As many repeat-free rounds as designs give, from the next number of players that fills all tables."""
    size = max(task.sizes)
    if size != task.standard or any(other != size - 1 for other in task.odd):
        return []
    full = -(-task.players // size) * size
    if len(task.sizes) * size != full:
        return []
    sources = [design(full, size, task.rounds)]
    if full <= LARGEST_CHOICE:
        sources.append(design(full, size))
    found = [shorten(rounds, task.players, task.rounds, rng) for rounds in sources]
    return min(found, key=lambda rounds: (-len(rounds), unevenness(rounds, task)))


def is_even(rounds: Rounds, task: Task) -> bool:
    """Whether visits to odd tables differ by at most one."""
    visits = odd_visits(rounds, task)
    return max(visits) - min(visits) <= 1


def odd_visits(rounds: Sequence[Sequence[Sequence[int]]], task: Task) -> list[int]:
    visits = [0] * task.players
    for table in (table for tables in rounds for table in tables if len(table) in task.odd):
        for player in table:
            visits[player] += 1
    return visits


def random_round(task: Task, index: int, rng: Random) -> list[list[int]]:
    """A round to begin the search with: those with a table of their own there, all others anywhere."""
    sizes, home = place_sizes(task.sizes, task.constraints), task.constraints.tables
    present = [player for player in range(task.players) if player not in task.benches[index]]
    tables = [[p for p in present if home.get(p) == number] for number in range(1, len(sizes) + 1)]
    others = [player for player in present if player not in home]
    rng.shuffle(others)
    for table, size in zip(tables, sizes, strict=True):
        table.extend(others.pop() for _ in range(size - len(table)))
    return tables


def problem_of(task: Task, fixed: Rounds, free: int) -> Problem:
    """What the search is given: `fixed` rounds and history count, but stay."""
    past = [*task.history, *fixed]
    met = empty_matrix(task.players)
    for (one, two), times in count_meetings(past).items():
        met[one][two] += times
        met[two][one] += times
    for one, two in task.constraints.always_apart():
        met[one][two] += APART
        met[two][one] += APART
    home = frozenset(task.constraints.tables) if not task.is_plain else frozenset()
    visits, first = odd_visits(past, task), both_ways(task.constraints.first_apart())
    apart = [first if index + len(fixed) == 0 else frozenset() for index in range(free)]
    least = 0 if past and not fixed else least_cost(task) - ODD * sum(times * (times - 1) for times in visits)
    return Problem(task.players, task.odd, met, visits, [home] * free, apart, least)


def both_ways(pairs: Sequence[Pair]) -> frozenset[Pair]:
    return frozenset(pairs) | frozenset((two, one) for one, two in pairs)


def least_cost(task: Task) -> int:
    """The cost if meetings and visits to odd tables were spread perfectly; see `search.prices`."""
    meetings = task.rounds * sum(size * (size - 1) // 2 for size in task.sizes)
    pairs = task.players * (task.players - 1) // 2
    each, more = divmod(meetings, pairs)
    cost = more * pair_cost(each + 1) + (pairs - more) * pair_cost(each)
    bound = REPEAT * lower_bound(task.players, [task.sizes] * task.rounds)
    visits, extra = divmod(task.rounds * sum(size for size in task.sizes if size in task.odd), task.players)
    return max(cost, bound) + ODD * (visits * (visits - 1) * task.players + 2 * visits * extra)


def pair_cost(times: int) -> int:
    """What a pair that meets so often costs."""
    return sum(REPEAT + already for already in range(times - 1))


def refuse_meetings(rounds: Rounds, constraints: Constraints, ids: Sequence[int]) -> None:
    """Raise Contradiction if two who must be apart could not be kept apart."""
    met, first = count_meetings(rounds), count_meetings(rounds[:1])
    broken = [pair for pair in constraints.always_apart() if met[pair]]
    broken += [pair for pair in constraints.first_apart() if first[pair]]
    if broken:
        one, two = sorted(ids[number] for number in broken[0])
        message = "%(one)s and %(two)s must be apart, but no draw was found that keeps all wishes."
        raise Contradiction("not_kept_apart", message, one=one, two=two)


def place(rounds: Rounds, task: Task, rng: Random) -> None:
    """Give the tables their numbers."""
    home = {player: table - 1 for player, table in task.constraints.tables.items()}
    number_tables(rounds, home, capacities(len(task.sizes), task.constraints), rng)


def seat(rounds: Rounds, task: Task) -> Rounds:
    """Give the players their seats."""
    seated = balance_seats(rounds)
    fix_seats(seated, dict(task.constraints.seats))
    return seated


def named(rounds: Rounds, ids: Sequence[int]) -> Rounds:
    return [[[ids[number] for number in table] for table in tables] for tables in rounds]


def schedule_of(rounds: Rounds, players: int, sizes: Sequence[int], steps: int) -> Schedule:
    """Counted anew from the seating alone."""
    frozen = tuple(tuple(tuple(table) for table in tables) for tables in rounds)
    return Schedule(frozen, count_repeats(frozen), lower_bound(players, [sizes] * len(rounds)), steps)

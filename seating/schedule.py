"""Draw all rounds of an event at once: fewest repeats first, then fair tables, table numbers and seats.

Known constructions come first; beyond them, or where constraints forbid them, the search takes over. The same
players, rounds, sizes, seed and steps give the same draw on any machine.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from seating.bounds import lower_bound
from seating.constraint_repair import refuse_broken
from seating.constraints import Constraints, Contradiction, Pair, capacities, check, place_sizes
from seating.cyclic_rounds import carousels
from seating.designs import design
from seating.developing import Round
from seating.meetings import count_meetings, count_repeats
from seating.new_partners import seat_sides, vary_partners
from seating.partners import constraints_of_pairs, draw_cycle, rounds_left, seat_pairs, tables_of_pairs
from seating.relabelling import keep_apart
from seating.search import (
    APART,
    ODD,
    RATHER_APART,
    REPEAT,
    Limit,
    Problem,
    anneal,
    copy_of,
    empty_matrix,
    mild_stages,
)
from seating.seats import balance_seats, fix_seats
from seating.shortening import shorten
from seating.sit_outs import choose_by_round
from seating.sizes import table_sizes
from seating.table_numbers import number_tables

STEPS = 600_000
SMALL = 20  # up to this many players the search beats a design with rounds added
UNEVEN = 64  # up to this many a search from scratch may share odd tables better than a design
LARGEST_CHOICE = 200  # up to this many a second design and its neighbourhood are worth a search
LARGEST_SEARCH = 1200  # beyond this a matrix of meetings would not fit
NEVER = 200  # odd visits assumed for a player whose seat odd tables lack, so that they are never sent there
Rounds = list[list[list[int]]]
NONE: Mapping[int, int] = {}


@dataclass(frozen=True, slots=True)
class Schedule:
    """A draw of all rounds: players in the order of their seats, tables in the order of their numbers."""

    rounds: tuple[tuple[tuple[int, ...], ...], ...]
    repeats: int
    lower_bound: int
    steps: int

    @property
    def is_optimal(self) -> bool:
        """Return whether it is proved that no draw has fewer repeats."""
        return self.repeats == self.lower_bound


@dataclass(frozen=True, slots=True)
class Task:
    """The draw to be made; players are numbered from 0 here."""

    players: int
    rounds: int
    sizes: Sequence[int]
    standard: int
    constraints: Constraints
    history: Sequence[Sequence[Sequence[int]]]
    sit_outs: Sequence[frozenset[int]]
    past_odd: Mapping[int, int] = field(default_factory=dict)  # visits to odd tables in the rounds before

    @property
    def odd(self) -> frozenset[int]:
        return frozenset(self.sizes) - {self.standard}

    @property
    def is_plain(self) -> bool:
        """Return whether the rounds of a design may be used as they are, apart from the players' names."""
        homes = list(self.constraints.tables.values())
        is_bound = len(set(homes)) < len(homes) or (homes and (self.constraints.capacity or self.odd))
        return not (self.history or any(self.sit_outs) or is_bound or self.seatless)

    @property
    def seatless(self) -> list[int]:
        """Return the players fixed to a seat that odd tables lack."""
        smallest = min(self.odd, default=99)
        return [player for player, seat in self.constraints.seats.items() if seat >= smallest]


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
    past_sit_outs: Mapping[int, int] = NONE,
) -> Schedule:
    """Draw `rounds` rounds for the players (ids, or 1 to n); the first size is the standard one.

    `should_stop` is polled and can only end the search early; `watch` is called with the number of steps
    done; `history` holds rounds played before, in the same ids, including players who left; `sit_outs`
    players sit out each round in turn, `past_sit_outs` counts how often they did before. Raises NoSuchTables,
    Contradiction.
    """
    ids = list(range(1, players + 1)) if isinstance(players, int) else list(players)
    constraints = constraints or Constraints()
    seats_by_table = table_sizes(len(ids) - sit_outs, allowed=sizes, standard=sizes[0])
    check(ids, seats_by_table, constraints)
    rng, limit = Random(seed), Limit(steps, should_stop, watch)
    rng.shuffle(ids)
    if constraints.partners:
        plan, used = draw_partners(constraints, rounds, history, sit_outs, past_sit_outs, rng, limit)
    else:
        turns = choose_by_round(ids, rounds, sit_outs, past_sit_outs)
        plan, used = draw_players(
            ids, rounds, seats_by_table, sizes[0], constraints, history, turns, rng, limit
        )
    refuse(plan, constraints)
    return schedule_of(plan, len(ids), seats_by_table, used)


def draw_players(
    ids: Sequence[int],
    rounds: int,
    sizes: Sequence[int],
    standard: int,
    constraints: Constraints,
    history: Sequence[Sequence[Sequence[int]]],
    turns: Sequence[frozenset[int]],
    rng: Random,
    limit: Limit,
) -> tuple[Rounds, int]:
    """Draw for individual players."""
    number_by_id = {player: number for number, player in enumerate(ids)}
    task = Task(
        len(ids), rounds, sizes, standard, numbered(constraints, number_by_id),
        known_only(history, number_by_id),
        [frozenset(number_by_id[player] for player in sitting_out) for sitting_out in turns],
        odd_before(history, number_by_id, standard),
    )  # fmt: skip
    plan, used = find_rounds(task, rng, limit)
    if constraints.new_partners:
        plan = vary_partners(named(plan, ids), history, constraints, rng)
        place(plan, task, rng)
        return seat_sides(plan, history), used
    place(plan, task, rng)
    return named(seat(plan, task), ids), used


def draw_partners(
    constraints: Constraints,
    rounds: int,
    history: Sequence[Sequence[Sequence[int]]],
    sit_outs: int,
    past_sit_outs: Mapping[int, int],
    rng: Random,
    limit: Limit,
) -> tuple[Rounds, int]:
    """Draw tables of two pairs; no two pairs meet again before all have met, earlier rounds included."""
    if sit_outs % 2:
        message = (
            "Partners sit out together, so the number of players sitting out must be even, not %(players)s."
        )
        raise Contradiction("partners_sit_out", message, players=sit_outs)
    pairs = list(constraints.partners)
    rng.shuffle(pairs)
    past = [tables_of_pairs(tables, pairs) for tables in history]
    bound = constraints_of_pairs(constraints, pairs)
    times = {
        number: max(past_sit_outs.get(one, 0), past_sit_outs.get(two, 0))
        for number, (one, two) in enumerate(pairs)
    }
    turns = choose_by_round(range(len(pairs)), rounds, sit_outs // 2, times)
    first = rounds if sit_outs else min(rounds, rounds_left(past, len(pairs), bound.apart))
    task = Task(len(pairs), first, [2] * ((len(pairs) - sit_outs // 2) // 2), 2, bound, past, turns)
    plan, used = find_rounds(task, rng, limit) if first else ([], 0)
    plan += draw_cycle(len(pairs), rounds - first, bound.apart, rng)
    seats: Counter[Pair] = Counter()
    return [seat_pairs(tables, pairs, seats) for tables in plan], used


def known_only(history: Sequence[Sequence[Sequence[int]]], number_by_id: Mapping[int, int]) -> Rounds:
    """Return the earlier rounds by number, without the players who left."""
    return [[[number_by_id[p] for p in table if p in number_by_id] for table in tables] for tables in history]


def odd_before(
    history: Sequence[Sequence[Sequence[int]]], number_by_id: Mapping[int, int], standard: int
) -> Counter[int]:
    """Return how often each player was at an odd table; sizes count players who have left since."""
    tables = (table for tables in history for table in tables if len(table) != standard)
    return Counter(number_by_id[player] for table in tables for player in table if player in number_by_id)


def numbered(constraints: Constraints, number_by_id: dict[int, int]) -> Constraints:
    """Return the constraints by player number, with tables counted from 0."""
    number = number_by_id.__getitem__
    return Constraints(
        apart=[(number(one), number(two)) for one, two in constraints.apart],
        groups=[[number(player) for player in group] for group in constraints.groups],
        apart_first=[[number(player) for player in group] for group in constraints.apart_first],
        tables={number(player): table for player, table in constraints.tables.items()},
        seats={number(player): seat for player, seat in constraints.seats.items()},
        capacity=constraints.capacity,
        new_partners=constraints.new_partners,
    )


def find_rounds(task: Task, rng: Random, limit: Limit) -> tuple[Rounds, int]:
    """Return rounds with few repeats and the steps taken; tables and seats are in no order yet."""
    start, is_kept = opening_of(task, rng)
    if is_kept and len(start) == task.rounds:
        return more_even(start, task, rng, limit)
    rest = [random_round(task, index, rng) for index in range(len(start), task.rounds)]
    if task.players > LARGEST_SEARCH:
        return start + rest, 0
    fixed = start if is_kept and task.players > SMALL else []
    free = rest if fixed else start + rest
    result = anneal(problem_of(task, fixed, len(free)), free, rng, limit)
    return fixed + result.rounds, result.steps


def opening_of(task: Task, rng: Random) -> tuple[Rounds, bool]:
    """Return the first rounds as a design gives them, and whether they keep all apart who must not meet.

    Rounds that keep not all apart are a start for the search; where nothing is searched they are none.
    """
    constraints = task.constraints
    base = known_rounds(task, rng) if task.is_plain else []
    apart = [*constraints.always_apart(), *constraints.rather_apart()]
    opening = keep_apart(base, apart, constraints.first_apart(), rng) if base else None
    if opening is not None:
        return opening, True
    is_bound = constraints.always_apart() or constraints.first_apart()
    return ([] if is_bound and task.players > LARGEST_SEARCH else base), False


def more_even(design_rounds: Rounds, task: Task, rng: Random, limit: Limit) -> tuple[Rounds, int]:
    """Return the design's rounds, or as good ones with odd tables shared better, near it or elsewhere."""
    if task.players > LARGEST_CHOICE or is_even(design_rounds, task):
        return design_rounds, 0
    near = anneal(problem_of(task, [], task.rounds), copy_of(design_rounds), rng, limit, mild_stages())
    best = near.rounds if count_repeats(near.rounds) == 0 else design_rounds
    if is_even(best, task) or task.players > UNEVEN:
        return best, near.steps
    free = [random_round(task, index, rng) for index in range(task.rounds)]
    far = anneal(problem_of(task, [], task.rounds), free, rng, limit.after(near.steps))
    is_better = count_repeats(far.rounds) == 0 and far.cost < near.cost
    return (far.rounds if is_better else best), near.steps + far.steps


def unevenness(rounds: Rounds, task: Task) -> int:
    return sum(times * times for times in odd_visits(rounds, task))


def known_rounds(task: Task, rng: Random) -> Rounds:
    """Return as many repeat-free rounds as a design for the next number that fills all tables gives.

    Of two equally good designs the one with better table numbers comes first.
    """
    size = max(task.sizes)
    if size != task.standard or any(other != size - 1 for other in task.odd):
        return []
    full = -(-task.players // size) * size
    if len(task.sizes) * size != full:
        return []
    sources: list[Sequence[Round]] = [*carousels((task.players, full), size, task.rounds)]
    sources.append(design(full, size, task.rounds))
    if full <= LARGEST_CHOICE:
        sources.append(design(full, size))
    candidates = [shorten(rounds, task.players, task.rounds, rng) for rounds in sources]
    return min(candidates, key=lambda rounds: (-len(rounds), unevenness(rounds, task)))


def is_even(rounds: Rounds, task: Task) -> bool:
    """Return whether visits to odd tables differ by at most one."""
    visits = odd_visits(rounds, task)
    return max(visits) - min(visits) <= 1


def odd_visits(rounds: Sequence[Sequence[Sequence[int]]], task: Task) -> list[int]:
    visits = [0] * task.players
    for table in (table for tables in rounds for table in tables if len(table) in task.odd):
        for player in table:
            visits[player] += 1
    return visits


def random_round(task: Task, index: int, rng: Random) -> list[list[int]]:
    """Return a round to start the search: players fixed to a table at theirs, all others at random."""
    sizes, home = place_sizes(task.sizes, task.constraints), task.constraints.tables
    present = [player for player in range(task.players) if player not in task.sit_outs[index]]
    tables = [[p for p in present if home.get(p) == number] for number in range(1, len(sizes) + 1)]
    others = [player for player in present if player not in home]
    rng.shuffle(others)
    for table, size in zip(tables, sizes, strict=True):
        table.extend(others.pop() for _ in range(size - len(table)))
    return tables


def problem_of(task: Task, fixed: Rounds, free: int) -> Problem:
    """Return the search problem: `fixed` rounds and history count, but do not change."""
    past = [*task.history, *fixed]
    visits, first = visits_before(task, fixed), both_ways(task.constraints.first_apart())
    met = empty_matrix(task.players)
    for (one, two), times in count_meetings(past).items():
        met[one][two] += times
        met[two][one] += times
    for pairs, times in (
        (task.constraints.always_apart(), APART),
        (task.constraints.rather_apart(), RATHER_APART),
    ):
        for one, two in pairs:
            met[one][two] += times
            met[two][one] += times
    home = frozenset(task.constraints.tables) if not task.is_plain else frozenset()
    apart = [first if index + len(fixed) == 0 else frozenset() for index in range(free)]
    is_open = bool(past and not fixed) or bool(task.seatless)
    least = 0 if is_open else least_cost(task) - ODD * sum(times * (times - 1) for times in visits)
    return Problem(task.players, task.odd, met, visits, [home] * free, apart, least)


def visits_before(task: Task, fixed: Rounds) -> list[int]:
    """Return the visits to odd tables made before."""
    visits = odd_visits(fixed, task)
    for player, times in task.past_odd.items():
        visits[player] += times
    for player in task.seatless:
        visits[player] += NEVER
    return visits


def both_ways(pairs: Sequence[Pair]) -> frozenset[Pair]:
    return frozenset(pairs) | frozenset((two, one) for one, two in pairs)


def least_cost(task: Task) -> int:
    """Return the cost if meetings and visits to odd tables were spread perfectly; see `search.prices`."""
    meetings = task.rounds * sum(size * (size - 1) // 2 for size in task.sizes)
    pairs = task.players * (task.players - 1) // 2
    each, more = divmod(meetings, pairs)
    cost = more * pair_cost(each + 1) + (pairs - more) * pair_cost(each)
    bound = REPEAT * lower_bound(task.players, [task.sizes] * task.rounds)
    visits, extra = divmod(task.rounds * sum(size for size in task.sizes if size in task.odd), task.players)
    return max(cost, bound) + ODD * (visits * (visits - 1) * task.players + 2 * visits * extra)


def pair_cost(times: int) -> int:
    """Return the cost of a pair that meets this often."""
    return sum(REPEAT + already for already in range(times - 1))


def refuse(rounds: Rounds, constraints: Constraints) -> None:
    """Raise Contradiction if a constraint is broken."""
    if constraints:
        for index, tables in enumerate(rounds):
            refuse_broken(tables, constraints, is_first=index == 0)


def place(rounds: Rounds, task: Task, rng: Random) -> None:
    """Order the tables by their numbers."""
    home = {player: table - 1 for player, table in task.constraints.tables.items()}
    number_tables(rounds, home, capacities(len(task.sizes), task.constraints), rng)


def seat(rounds: Rounds, task: Task) -> Rounds:
    """Order the players by their seats."""
    seated = balance_seats(rounds)
    fix_seats(seated, dict(task.constraints.seats))
    return seated


def named(rounds: Rounds, ids: Sequence[int]) -> Rounds:
    return [[[ids[number] for number in table] for table in tables] for tables in rounds]


def schedule_of(rounds: Rounds, players: int, sizes: Sequence[int], steps: int) -> Schedule:
    """Build the schedule with figures counted from the seating alone."""
    frozen = tuple(tuple(tuple(table) for table in tables) for tables in rounds)
    return Schedule(frozen, count_repeats(frozen), lower_bound(players, [sizes] * len(rounds)), steps)

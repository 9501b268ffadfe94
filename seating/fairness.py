"""A draw that can be verified: a commitment before it, and figures recomputable from the seating alone.

When registration closes, the hash of a secret seed is published beside the list of start numbers. The seed is
published with the draw; both together give the number that the draw was made from.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from seating.bounds import lower_bound
from seating.meetings import Pair, count_meetings
from seating.schedule import Schedule

SEED_BYTES = 16


@dataclass(frozen=True, slots=True)
class Audit:
    """The quality of a draw; `meetings[i][j]` belongs to `players[i]` and `players[j]`."""

    players: tuple[int, ...]
    repeats: int
    lower_bound: int
    meetings: tuple[tuple[int, ...], ...]
    small_tables: dict[int, int]
    seats: dict[int, tuple[int, ...]]
    most_visits: int

    @property
    def is_optimal(self) -> bool:
        return self.repeats == self.lower_bound


def commitment(seed: bytes) -> str:
    """Return the hash published before the draw. Raises ValueError if the seed could be guessed.

    >>> commitment(bytes(16))[:12]
    '374708fff771'
    """
    if len(seed) < SEED_BYTES:
        raise ValueError(f"A seed has at least {SEED_BYTES} bytes, this one has {len(seed)}.")
    return sha256(seed).hexdigest()


def list_commitment(start_numbers: Sequence[int]) -> str:
    """Return the hash of the start numbers, in ascending order, one per line."""
    return sha256(numbers_text(start_numbers)).hexdigest()


def draw_seed(seed: bytes, start_numbers: Sequence[int]) -> int:
    """Return the number for `draw_schedule`: SHA-256 of the seed and the sorted start numbers, one a line."""
    return int.from_bytes(sha256(seed + numbers_text(start_numbers)).digest(), "big")


def numbers_text(start_numbers: Sequence[int]) -> bytes:
    return "\n".join(str(number) for number in sorted(start_numbers)).encode("ascii")


def audit_of(schedule: Schedule | Sequence[Sequence[Sequence[int]]]) -> Audit:
    """Compute the audit from the rounds alone; the figures stored in the schedule are ignored."""
    rounds = schedule.rounds if isinstance(schedule, Schedule) else schedule
    tables = [table for tables in rounds for table in tables]
    players = tuple(sorted({player for table in tables for player in table}))
    met, largest = count_meetings(rounds), max(map(len, tables), default=0)
    small = Counter(player for table in tables if len(table) < largest for player in table)
    sat = Counter((player, seat) for table in tables for seat, player in enumerate(table))
    visits = Counter((player, i) for tables in rounds for i, table in enumerate(tables) for player in table)
    return Audit(
        players=players,
        repeats=sum(met.values()) - len(met),
        lower_bound=lower_bound(len(players), [[len(table) for table in tables] for tables in rounds]),
        meetings=matrix(players, met),
        small_tables={player: small[player] for player in players},
        seats={player: tuple(sat[player, seat] for seat in range(largest)) for player in players},
        most_visits=max(visits.values(), default=0),
    )


def matrix(players: Sequence[int], met: Counter[Pair]) -> tuple[tuple[int, ...], ...]:
    """Return the symmetric matrix of meetings, with 0 on the diagonal."""
    return tuple(tuple(met[min(one, two), max(one, two)] for two in players) for one in players)

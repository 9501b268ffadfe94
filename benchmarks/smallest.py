"""The smallest form of every benchmark, in seconds: whether it still runs, not how fast anything is."""

import importlib
from typing import Any

from benchmarks import years
from benchmarks.federation import Size as Federation

YEARS = years.Size(evenings=3, players=12, tables=2, rounds=1, deals=3)
TURN = 0.03  # minutes
HALL: dict[str, Any] = {
    "MINUTES": TURN, "PACE": (0.2, 0.4), "TABLES": 2, "SPECTATORS": 2, "WALLS": 1, "DEALS": 40, "BURST": 2,
    "IDLE": 4, "HALVES": 2, "FLOODING": 1, "EVENINGS": (8, 8, 8), "HEAD_START": 0.1,
}  # fmt: skip
SMALLEST: dict[str, dict[str, dict[str, Any]]] = {  # by benchmark, then by module
    "fold": {"fold": {"DEALS": 3, "TIMES_LONGER": 2, "RUNS": 1, "PHONE_RUNS": 1}},
    "standings": {"standings": {"LARGE": 8, "LARGEST": 12, "ROUNDS": 2, "DEALS": 3, "BURST": 2, "RUNS": 1}},
    "swiss": {"swiss": {"FEW": 16, "MANY": 32, "PLAYED": 2, "NEAR": 4, "RUNS": 1}},
    "draw": {"draw": {"LEAST": 16, "MOST": 16, "LISTED": ((16, 5),), "OVERFULL": {}}},
    "years": {"years": {"SHORT": YEARS, "TURNS": 1, "RUNS": 1, "IN_SERIES": 2, "FULL_PAGE": 2}},
    "federation": {
        "federation": {
            "SHORT": Federation(2, tables=2, spectators=2, seconds=2, deal_every=0.5, look_every=0.5),
            "PHONES": 2, "RUNS": 1, "DEALS_PER_RUN": 2, "FRESH": 1,
        },
    },
    "public": {"public": {"PLAYERS": 8, "ROUNDS": 1, "RUNS": 1, "SECONDS": 1, "CONNECTIONS": 2}},
    "reading": {"reading": {"SIZES": (8, 12), "ROUNDS": 2, "EVENINGS": 2, "PLAYERS": 8, "RUNS": 1}},
    "door": {"door": {"PLAYERS": 8, "ROUNDS": 1, "FLOODING": 2, "TURNS": 1, "REQUESTS": 2}},
    "entry": {"entry": {"TABLES": 4, "COLD": 2, "RUNS": 1, "DEALS_PER_RUN": 2, "HUNDREDTH": 3}},
    "hall": {"hall": HALL},
    "listeners": {
        "hall": HALL,
        "listeners": {
            "TABLES": 2, "LISTENERS": 4, "TURNS": 1, "SECONDS": 2.0, "PACE": (0.2, 0.4), "DEALS": 40,
        },
    },
    "screens": {
        "hall": HALL,
        "screens": {
            "PLAYERS": 8, "SCREENS": 2, "SWITCHES": 2, "PAUSE": 0.2, "QUIET": 1.0, "PACE": (0.2, 0.4),
        },
    },
    "backup": {
        "hall": HALL,
        "backup": {"SHORT": YEARS, "TURNS": 1, "DEALS": 40, "EVENINGS": (8, 8, 8), "MINUTES": TURN},
    },
    "clubs": {
        "hall": HALL,
        "clubs": {
            "TURNS": 1, "READERS": 1, "OFTEN": (0.2, 0.4), "MINUTES": TURN, "PACE": (0.2, 0.4), "TABLES": 2,
            "SPECTATORS": 2,
        },
    },
    "long_work": {
        "hall": HALL,
        "clubs": {"TABLES": 2},
        "long_work": {
            "TURNS": 1, "PHOTOS": 2, "ARCHIVES": 1, "PLAYERS": 8, "MINUTES": TURN, "PACE": (0.2, 0.4),
        },
    },
    "first_tap": {"first_tap": {"RUNS": 1, "SLOWER": 1}},
    "starting": {"starting": {"RUNS": 1, "YEAR": YEARS}},
    "guard": {"guard": {"SLIPS": 1}},
    "photos": {"photos": {"PHOTOS": 1, "KINDS": ("easy",), "GAMES": (("fipsen-prisdorf", 4),)}},
}  # fmt: skip


def make_smallest(name: str) -> None:
    """Set the sizes of a benchmark, in the modules that it uses, to the smallest."""
    for module, sizes in SMALLEST[name].items():
        vars(importlib.import_module(f"benchmarks.{module}")).update(sizes)

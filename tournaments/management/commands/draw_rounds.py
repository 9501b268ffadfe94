"""Draw all rounds of an event with as few repeat meetings as possible, and print the lower bound."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from secrets import randbits
from time import monotonic

from django.core.management.base import BaseCommand, CommandError

from seating.constraints import Constraints, Contradiction
from seating.new_partners import partners_again
from seating.schedule import STEPS, Schedule, draw_schedule
from seating.sizes import NoSuchTables, offers

SIZES = range(2, 9)
MOST_PLAYERS, MOST_ROUNDS = 20_000, 200


class Command(BaseCommand):
    help = "Draw rounds with few repeat meetings; the same seed and steps give the same draw."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, required=True, metavar="N")
        parser.add_argument("--rounds", type=int, required=True, metavar="R")
        parser.add_argument(
            "--sizes", default="4,3", help="table sizes, the standard size first; default: 4,3"
        )
        parser.add_argument("--seed", type=int, help="a whole number; default: draw one and print it")
        parser.add_argument(
            "--new-partners",
            action="store_true",
            help="at tables of 4, with a new partner opposite in each round",
        )
        effort = parser.add_mutually_exclusive_group()
        effort.add_argument("--steps", type=int, help=f"number of search steps; default: {STEPS}")
        effort.add_argument("--seconds", type=float, help="stop the search after this time")
        parser.add_argument("--format", choices=["text", "json"], default="text")

    def handle(
        self, *, players: int, rounds: int, sizes: str, new_partners: bool, format: str, **options: object
    ) -> None:
        seed, steps, seconds = (options[name] for name in ("seed", "steps", "seconds"))
        refuse_bad_numbers(players, rounds, steps, seconds)
        number = seed if isinstance(seed, int) else randbits(64)
        constraints = Constraints(new_partners=new_partners)
        schedule = draw(players, rounds, read_sizes(sizes), constraints, number, steps, seconds)
        most_steps = steps if isinstance(steps, int) else schedule.steps
        if format == "json":
            self.stdout.write(json.dumps(as_json(schedule, number, most_steps)))
        else:
            self.stdout.write("\n".join(as_text(schedule, number, most_steps)))
            if new_partners:
                again = partners_again(schedule.rounds)
                self.stdout.write(f"Partners again: {again.times}. Lower bound: {again.bound}.")


def refuse_bad_numbers(players: int, rounds: int, steps: object, seconds: object) -> None:
    for name, value, most in (("players", players, MOST_PLAYERS), ("rounds", rounds, MOST_ROUNDS)):
        if not 1 <= value <= most:
            raise CommandError(f"The number of {name} is 1 to {most}, not {value}.")
    for name, effort in (("steps", steps), ("seconds", seconds)):
        if isinstance(effort, int | float) and not 0 <= effort < float("inf"):
            raise CommandError(f"The number of {name} is 0 or more, not {effort}.")


def read_sizes(text: str) -> tuple[int, ...]:
    """Parse the permitted table sizes, the standard one first."""
    words = [word.strip() for word in text.split(",")]
    if not all(word.isascii() and word.isdigit() and int(word) in SIZES for word in words):
        raise CommandError(f"Sizes of tables are numbers from 2 to 8 like 4,3, not {text!r}.")
    return tuple(dict.fromkeys(map(int, words)))


def draw(
    players: int,
    rounds: int,
    sizes: tuple[int, ...],
    constraints: Constraints,
    seed: int,
    steps: object,
    seconds: object,
) -> Schedule:
    """Return the schedule. Refuses a number of players that fits no tables, and names numbers that do."""
    unlimited = sys.maxsize if isinstance(seconds, float) else STEPS
    try:
        return draw_schedule(
            players, rounds, sizes, seed=seed, steps=steps if isinstance(steps, int) else unlimited,
            should_stop=clock(seconds) if isinstance(seconds, float) else None,
            constraints=constraints,
        )  # fmt: skip
    except NoSuchTables as refused:
        raise CommandError(refusal(players, sizes)) from refused
    except Contradiction as refused:
        raise CommandError(str(refused)) from refused


def clock(seconds: float) -> Callable[[], bool]:
    """Return a function that returns True once this many seconds have passed."""
    end = monotonic() + seconds
    return lambda: monotonic() >= end


def refusal(players: int, sizes: tuple[int, ...]) -> str:
    """Return a sentence: what is impossible, and the alternatives."""
    ways = {f"{players - offer.sit_outs + offer.stand_ins} players": None
            for offer in offers(players, sizes) if offer.sit_outs or offer.stand_ins}  # fmt: skip
    allowed = " or ".join(map(str, sizes))
    return f"{players} players cannot be seated at tables of {allowed}; possible are {' or '.join(ways)}."


def as_json(schedule: Schedule, seed: int, steps: int) -> dict[str, object]:
    """Return the draw as JSON values, with the contract's names."""
    return {
        "rounds": schedule.rounds,
        "repeats": schedule.repeats,
        "lower_bound": schedule.lower_bound,
        "seed": seed,
        "steps": steps,
    }


def as_text(schedule: Schedule, seed: int, steps: int) -> Iterator[str]:
    """Return the draw as text."""
    for number, tables in enumerate(schedule.rounds, 1):
        yield f"Round {number}"
        for place, table in enumerate(tables, 1):
            yield f"  Table {place}: {' '.join(map(str, table))}"
    verdict = "optimal" if schedule.is_optimal else f"not proven optimal: the bound is {schedule.lower_bound}"
    yield f"Repeats: {schedule.repeats} ({verdict}). Lower bound: {schedule.lower_bound}."
    yield f"Seed: {seed}. Steps: {steps}."

"""Standings of 10,000 entrants over 10 rounds (25,000 tables of four), computed from stored table totals.

A whole recomputation (`load_results` and `compute_standings`) against reading those same totals from the
database by the same query (goal: at most 2 times), and against three ways that start from one stored row per
entrant and round: conditional ORM aggregates as a Django tab system does them (goal: 4 times as fast),
`values()` added up in dicts, and the naive sum over the rows of seats and tables. One changed deal, from its
marker to the stored rows (`compute_event_standings`), with 10,000 entrants against 100 (goal: at most 3
times). All ways must give the same ranks; whether they did stands below the table. Memory is what
`tracemalloc` saw.
"""

import datetime
import itertools
import json
import tracemalloc
from collections import defaultdict
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from django.core.management import call_command
from django.db.models import Q, Sum

from benchmarks.frame import Figure, Goal, Report, Say, take_turns
from benchmarks.models import RoundScore
from scoring.standings import Line
from tournaments.models import Club, Entrant, Event, Part, Player, Round, RoundStatus, Seat, Table, User
from tournaments.selectors.results import lines_of, load_results, stored_totals
from tournaments.services.events import create_club, create_event
from tournaments.services.history import mark_standings
from tournaments.services.standings import compute_event_standings

SEED = 2026
MANY, FEW = 10_000, 100
ROUNDS = 10
SEATS = 4
DEALS = 100
RUNS = 7
BATCH = 5_000

Ranks = list[tuple[int, int, int]]  # rank, start number, total


def measure(say: Say) -> Report:
    """Seed one database, then time."""
    call_command("migrate", run_syncdb=True, verbosity=0)
    club = create_club(name="Benchmark", owner=User.objects.create(username="benchmark"))
    say(f"storing {MANY} entrants and {MANY // SEATS * ROUNDS} tables")
    many = stored_event(club, MANY)
    few = stored_event(club, FEW)
    agree = same_ranks(many)
    say("recomputing everything")
    figures = [*whole_figures(many)]
    say("changing one deal")
    figures += change_figures(many, few)
    say("looking at the memory")
    facts = {
        "seed": SEED,
        "runs": RUNS,
        "same ranks in every way": agree,
        "recomputing, MB at most": megabytes(lambda: recompute(many)),
        "reading, MB at most": megabytes(lambda: read_totals(many)),
        "one changed deal, MB at most": megabytes(lambda: change_one(many, itertools.count(1))),
    }
    return Report(figures, facts)


def whole_figures(event: Event) -> list[Figure]:
    """Whole recomputations in turns; `rank` is the part of ours that comes after the reading."""
    results = load_results(event)
    numbers = list(Entrant.objects.filter(event=event).values_list("number", flat=True))
    times = take_turns(
        {
            "recompute": lambda: recompute(event),
            "read": lambda: read_totals(event),
            "rows": lambda: read_rows(event),
            "load": lambda: load_results(event),
            "rank": lambda: lines_of(event, results, numbers),
            "aggregates": lambda: by_aggregates(event),
            "dicts": lambda: by_dicts(event),
            "naive": lambda: naive(event),
        },
        runs=RUNS,
    )
    ours = times["recompute"]
    return [
        Figure("recompute / read the totals", ours, times["read"], Goal(at_most=2)),
        Figure("rank what was read / read the totals", times["rank"], times["read"]),
        Figure("recompute / read seats and totals row by row", ours, times["rows"]),
        Figure("recompute / load_results", ours, times["load"]),
        Figure("ORM aggregates / recompute", times["aggregates"], ours, Goal(at_least=4)),
        Figure("ORM aggregates / rank what was read", times["aggregates"], times["rank"]),
        Figure("values() and dicts / recompute", times["dicts"], ours),
        Figure("naive from the rows / recompute", times["naive"], ours),
    ]


def change_figures(many: Event, few: Event) -> list[Figure]:
    """One changed deal at a large and at a small event."""
    turns = itertools.count(1)
    large, small = f"{MANY} entrants", f"{FEW} entrants"
    times = take_turns(
        {large: lambda: change_one(many, turns), small: lambda: change_one(few, turns)}, runs=RUNS
    )
    return [Figure(f"one changed deal: {MANY} / {FEW} entrants", times[large], times[small], Goal(at_most=3))]


# The stored event


def stored_event(club: Club, entrants: int, rounds: int = ROUNDS) -> Event:
    """An event with all rounds played and its standings stored."""
    event = create_event(
        club=club, name=f"{entrants} entrants", date=datetime.date(2026, 11, 21), game="fipsen-prisdorf"
    )
    numbers = range(1, entrants + 1)
    players = Player.objects.bulk_create(
        [Player(club=club, name=f"Player {number}") for number in numbers], BATCH
    )
    entered = Entrant.objects.bulk_create(
        [Entrant(event=event, player=player, number=n) for n, player in zip(numbers, players, strict=True)],
        BATCH,
    )
    rng = Random(SEED)
    for number in range(1, rounds + 1):
        rng.shuffle(entered)
        store_round(event, number, entered, rng)
    mark_standings(event)
    compute_event_standings(event_id=event.pk)
    return event


def store_round(event: Event, number: int, entrants: Sequence[Entrant], rng: Random) -> None:
    """A closed round of full tables."""
    played = Round.objects.create(event=event, number=number, status=RoundStatus.CLOSED)
    places = range(len(entrants) // SEATS)
    tables = Table.objects.bulk_create([Table(round=played, number=place + 1) for place in places], BATCH)
    totals = [[rng.randint(-150, 400) for _ in range(SEATS)] for _ in places]
    accounts = [[who.number for who in entrants[place * SEATS :][:SEATS]] for place in places]
    parts = Part.objects.bulk_create(
        [
            Part(table=table, accounts=own, tallies={"total": total}, deals_counted=DEALS)
            for table, own, total in zip(tables, accounts, totals, strict=True)
        ],
        BATCH,
    )
    seated = [
        (part, seat, entrants[place * SEATS + seat])
        for place, part in enumerate(parts)
        for seat in range(SEATS)
    ]
    Seat.objects.bulk_create(
        [Seat(part=part, position=seat, entrant=who, account=who) for part, seat, who in seated], BATCH
    )
    RoundScore.objects.bulk_create(
        [
            RoundScore(entrant=who, round=number, points=part.tallies["total"][seat])
            for part, seat, who in seated
        ],
        BATCH,
    )


# The ways


def recompute(event: Event) -> list[Line]:
    """What the service does before it stores: read the totals, add them up, rank."""
    results = load_results(event)
    return lines_of(event, results, Entrant.objects.filter(event=event).values_list("number", flat=True))


def read_totals(event: Event) -> list[Any]:
    """Nothing but reading what the recomputation reads, texts made values: accounts and totals by round."""
    return [(number, [json.loads(f"[{each}]") for each in own]) for number, *own in stored_totals(event)]


def read_rows(event: Event) -> tuple[list[Any], list[Any]]:
    """The same row by row: every seat's account, every part's totals."""
    seats = Seat.objects.filter(part__table__round__event=event).order_by("part_id", "position")
    parts = Part.objects.filter(table__round__event=event).order_by("pk")
    return (
        list(seats.values_list("part_id", "account__number")),
        list(parts.values_list("pk", "table__round__number", "tallies", "deals_counted")),
    )


def by_aggregates(event: Event) -> Ranks:
    """Entrants with their names, a conditional sum per round and one over all, ordered by the database."""
    rounds = {
        f"round_{number}": Sum("round_scores__points", filter=Q(round_scores__round=number))
        for number in range(1, ROUNDS + 1)
    }
    entrants = Entrant.objects.filter(event=event).select_related("player")
    annotated = entrants.annotate(total=Sum("round_scores__points"), **rounds).order_by("-total", "number")
    return ranked([(entrant.number, entrant.total) for entrant in annotated])


def by_dicts(event: Event) -> Ranks:
    """One dict per stored row, added up in Python."""
    totals: dict[int, int] = defaultdict(int)
    rounds: dict[tuple[int, int], int] = {}
    for row in RoundScore.objects.filter(entrant__event=event).values("entrant__number", "round", "points"):
        totals[row["entrant__number"]] += row["points"]
        rounds[row["entrant__number"], row["round"]] = row["points"]
    return ranked(sorted(totals.items(), key=lambda pair: (-pair[1], pair[0])))


def naive(event: Event) -> Ranks:
    """The totals of the rows in the plainest words: one list of points per entrant, summed and sorted."""
    seats, parts = read_rows(event)
    accounts: dict[int, list[int]] = defaultdict(list)
    for part_id, number in seats:
        accounts[part_id].append(number)
    points: dict[int, list[int]] = defaultdict(list)
    for part_id, _, tallies, _ in parts:
        for number, value in zip(accounts[part_id], tallies["total"], strict=True):
            points[number].append(value)
    totals = {number: sum(values) for number, values in points.items()}
    return ranked(sorted(totals.items(), key=lambda pair: (-pair[1], pair[0])))


def ranked(rows: Sequence[Sequence[int]]) -> Ranks:
    """Rows of (number, total, ...) in order of their totals, with shared ranks."""
    ranks: Ranks = []
    for place, (number, total, *_) in enumerate(rows, start=1):
        shared = bool(ranks) and ranks[-1][2] == total
        ranks.append((ranks[-1][0] if shared else place, number, total))
    return ranks


def same_ranks(event: Event) -> bool:
    """Whether all ways agree, the stored rows included."""
    ours = [(line.rank, line.entrant, line.values[0]) for line in recompute(event)]
    return ours == by_aggregates(event) == by_dicts(event) == naive(event)


def change_one(event: Event, turns: "itertools.count[int]") -> None:
    """Table 1 of the last round corrects a deal: one point more or less for one seat."""
    parts = Part.objects.select_related("table")
    part = parts.get(table__round__event=event, table__round__number=ROUNDS, table__number=1)
    part.tallies["total"][0] += 1 if next(turns) % 2 else -1
    part.save(update_fields=["tallies"])
    mark_standings(event, part.table)
    compute_event_standings(event_id=event.pk)


def megabytes(way: Callable[[], object]) -> float:
    """The most that was held at once."""
    tracemalloc.start()
    way()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return round(peak / 1e6, 1)

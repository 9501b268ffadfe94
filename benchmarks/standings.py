"""H7: a whole recomputation of standings against conditional ORM aggregates of the same (goal: at most 1.2).

Both start from stored rows: ours from the totals of every table (`load_results` and `compute_standings`), the
aggregates from one stored row per entrant and round, as Django tab systems keep them. Both use shared ranks;
a run first compares their ranks with each other, with sums in plain dicts, and with the stored rows. 200
entrants over 10 rounds are a large club event, 2,000 exceed any. A burst is one computation: 50 changed
tables against one, from the markers to the stored rows.
"""

import datetime
from collections import defaultdict
from collections.abc import Callable, Sequence
from random import Random

from django.core.management import call_command
from django.db.models import Q, Sum

from benchmarks.frame import Figure, Goal, Report, Say, take_turns
from benchmarks.models import RoundScore
from scoring.standings.standings import Line
from tournaments.models import (
    Club,
    Entrant,
    Event,
    Part,
    Player,
    Round,
    RoundStatus,
    Seat,
    StandingsRequest,
    Table,
    User,
)
from tournaments.selectors.standings.results import lines_of, load_results
from tournaments.services.clubs.lifecycle import create_club
from tournaments.services.events.lifecycle import create_event
from tournaments.services.history.sheet_chain import request_standings
from tournaments.services.standings.computation import compute_event_standings

SEED = 2026
LARGE, LARGEST = 200, 2_000
ROUNDS = 10
SEATS = 4
DEALS = 100
BURST = 50
RUNS = 9
BATCH = 5_000

Ranks = list[tuple[int, int, int]]  # rank, start number, total


def measure(say: Say) -> Report:
    """Seed one database, then time."""
    call_command("migrate", run_syncdb=True, verbosity=0)
    club = create_club(name="Benchmark", owner=User.objects.create(username="benchmark"))
    figures: list[Figure] = []
    agree = True
    for entrants in (LARGE, LARGEST):
        say(f"storing {entrants} entrants and {entrants // SEATS * ROUNDS} tables")
        event = stored_event(club, entrants)
        agree = agree and same_ranks(event)
        figures += whole_figures(event, entrants)
    say("a burst")
    figures += burst_figures(Event.objects.get(name=f"{LARGE} entrants"))
    return Report(figures, {"seed": SEED, "runs": RUNS, "same ranks in every way": agree})


def whole_figures(event: Event, entrants: int) -> list[Figure]:
    """Time whole recomputations in turns."""
    ways: dict[str, Callable[[], object]] = {
        "recompute": lambda: recompute(event),
        "load": lambda: load_results(event),
        "aggregates": lambda: by_aggregates(event),
    }
    times = take_turns(ways, runs=RUNS)
    ours, name = times["recompute"], f"{entrants} entrants"
    return [
        Figure(f"{name}: recompute / ORM aggregates", ours, times["aggregates"], Goal(at_most=1.2)),
        Figure(f"{name}: reading the totals / recompute", times["load"], ours),
    ]


def burst_figures(event: Event) -> list[Figure]:
    """Time many changed tables against one."""
    one, many = "1 changed table", f"{BURST} changed tables"
    times = take_turns({one: lambda: change(event, 1), many: lambda: change(event, BURST)}, runs=RUNS)
    return [Figure(f"from markers to rows: {many} / one", times[many], times[one])]


# The stored event


def stored_event(club: Club, entrants: int, rounds: int = ROUNDS) -> Event:
    """Return an event with all rounds played and its standings stored."""
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
    request_standings(event)
    compute_event_standings(event_id=event.pk)
    return event


def store_round(event: Event, number: int, entrants: Sequence[Entrant], rng: Random) -> None:
    """Store a closed round of full tables."""
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


# Ways


def recompute(event: Event) -> list[Line]:
    """Do the service's work before it stores: read the totals, add them up, rank."""
    results = load_results(event)
    return lines_of(event, results, Entrant.objects.filter(event=event).values_list("number", flat=True))


def by_aggregates(event: Event) -> Ranks:
    """Return entrants with names, a conditional sum per round and one over all, ordered by the database."""
    rounds = {
        f"round_{number}": Sum("round_scores__points", filter=Q(round_scores__round=number))
        for number in range(1, ROUNDS + 1)
    }
    entrants = Entrant.objects.filter(event=event).select_related("player")
    annotated = entrants.annotate(total=Sum("round_scores__points"), **rounds).order_by("-total", "number")
    return ranked([(entrant.number, entrant.total) for entrant in annotated])


def by_dicts(event: Event) -> Ranks:
    """Add up one dict per stored row in Python."""
    totals: dict[int, int] = defaultdict(int)
    rounds: dict[tuple[int, int], int] = {}
    for row in RoundScore.objects.filter(entrant__event=event).values("entrant__number", "round", "points"):
        totals[row["entrant__number"]] += row["points"]
        rounds[row["entrant__number"], row["round"]] = row["points"]
    return ranked(sorted(totals.items(), key=lambda pair: (-pair[1], pair[0])))


def ranked(rows: Sequence[Sequence[int]]) -> Ranks:
    """Return rows of (number, total, ...) in order of their totals, with shared ranks."""
    ranks: Ranks = []
    for place, (number, total, *_) in enumerate(rows, start=1):
        shared = bool(ranks) and ranks[-1][2] == total
        ranks.append((ranks[-1][0] if shared else place, number, total))
    return ranks


def same_ranks(event: Event) -> bool:
    """Return whether all ways agree, including the stored rows."""
    ours = [(line.rank, line.entrant, line.values[0]) for line in recompute(event)]
    rows = event.standings_rows.values_list("rank", "entrant__number", "values")
    stored = [(rank, number, values[0]) for rank, number, values in rows]
    return ours == by_aggregates(event) == by_dicts(event) == stored


def change(event: Event, tables: int) -> None:
    """Change this many tables and update the standings."""
    StandingsRequest.objects.bulk_create(StandingsRequest(event=event) for _ in range(tables))
    compute_event_standings(event_id=event.pk)

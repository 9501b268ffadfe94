"""H4: the cost of a page and of a deal with years of events in one database, against one event.

The same pages of the same club, event, player and series, rendered by Django without the page cache, and one
deal, are measured with one event in the database, then with many, in processor time (goal: each at most 1.5
times; the number of queries is constant). A page that lists events lists ten, and a player's page shows the
ten newest sheets, so such a page is also compared with the same page of a club of ten events. A copy of the
database is kept at one event and at ten, and all three are measured in turns at the end: a machine that is
shared is not as fast ten minutes later. What a server remembers is remembered; the page of a player whose
sheets it has not counted yet is listed apart. The season shown counts one event each time; a season of ten is
included for comparison. All sheets are stored as paper sheets are: all deals with their history. The measured
player plays in every event. Every run fills 30 events of 8 tables; `--whole` fills 300 events, a million
deals, 2,000 players, and takes accordingly long.
"""

import datetime
import gc
import itertools
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from time import perf_counter, process_time
from typing import Any

from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from django.utils import timezone

from benchmarks.frame import Figure, Goal, Report, Say, Times
from simulation import play_sheet
from tournaments.models import AuthorKind, Club, Deal, Event, Player, Round, Series, Table, User
from tournaments.selectors.series.declared_deals import MEMORY
from tournaments.services.clubs.lifecycle import create_club
from tournaments.services.entry.entrants import enter
from tournaments.services.events.lifecycle import create_event
from tournaments.services.history.event_chain import SYSTEM
from tournaments.services.history.sheet_chain import Author, Request, lock_event
from tournaments.services.rounds.lifecycle import close_round, open_round, seat_round
from tournaments.services.series.lifecycle import create_series
from tournaments.services.sheets.bulk_sheets import WholeSheet, write_sheets
from tournaments.services.sheets.deals import record_deal
from tournaments.services.standings.computation import compute_event_standings

SEED = 2026
GAME, SEATS = "fipsen-prisdorf", 4
TURNS, RUNS = 3, 5
IN_SERIES, TEN = 10, "series of ten evenings"
UNCOUNTED = "player, sheets not counted yet"
FULL_PAGE = 10  # events
LISTS = ("home", "club", "players", "player", UNCOUNTED)


@dataclass(frozen=True, slots=True)
class Size:
    """The amount of data to fill in."""

    evenings: int
    players: int
    tables: int
    rounds: int
    deals: int


SHORT = Size(evenings=30, players=200, tables=8, rounds=1, deals=100)
WHOLE = Size(evenings=300, players=2000, tables=12, rounds=3, deals=93)


class Years:
    """A club that is filled event by event, and its measured objects."""

    def __init__(self, size: Size) -> None:
        self.size, self.rng = size, Random(SEED)
        self.club: Club = create_club(name="Years", owner=User.objects.create(username="years"))
        names = [Player(club=self.club, name=f"Player {number}") for number in range(size.players)]
        self.players = Player.objects.bulk_create(names, batch_size=1000)
        played = play_sheet(GAME, {}, SEATS, 0, size.deals, self.rng)
        self.records = [deal.record for deal in played]
        self.first: Event = self.evening(0)
        self.series: Series = create_series(
            club=self.club, name="Season", events=[self.first], is_published=True
        )
        self.season: Series = create_series(
            club=self.club, name="Ten evenings", events=[self.first], is_published=True
        )
        self.entry = self.open_table()

    def evening(self, number: int) -> Event:
        """Add a closed event: the first players take part every time, the others in turns."""
        date = datetime.date(2020, 1, 1) + datetime.timedelta(days=7 * number)
        event = create_event(
            club=self.club, name=f"Evening {number}", date=date, game=GAME, is_published=True,
            deals_per_table={str(SEATS): self.size.deals},
        )  # fmt: skip
        with transaction.atomic():
            entrants = enter(lock_event(event), self.guests(number), are_present=True, by=SYSTEM)
            for _ in range(self.size.rounds):
                self.rng.shuffle(entrants)
                tables = [entrants[at : at + SEATS] for at in range(0, len(entrants), SEATS)]
                self.play(event, open_round(round=seat_round(event=event, tables=tables)))
        compute_event_standings(event_id=event.pk)
        return event

    def guests(self, number: int) -> list[Player]:
        """Return one table of regulars, and the others whose turn it is."""
        count = SEATS * (self.size.tables - 1)
        start = number * count % (len(self.players) - SEATS - count)
        return [*self.players[:SEATS], *self.players[SEATS + start :][:count]]

    def play(self, event: Event, drawn: Round) -> None:
        """Write every table's sheet and close the round."""
        sheets = [self.whole(event, table) for table in drawn.tables.order_by("number")]
        write_sheets(event=event, sheets=sheets, by=Author(AuthorKind.PAPER))
        close_round(round=drawn, even_if_incomplete=True)

    def whole(self, event: Event, table: Table) -> WholeSheet:
        """Write one table's sheet: the same deals everywhere, as points do not matter here."""
        times = [timezone.now()] * len(self.records)
        return WholeSheet(table, table.parts.get(), self.records, times)

    def open_table(self) -> Table:
        """Return a table of an event that is being played."""
        event = create_event(
            club=self.club, name="Tonight", date=datetime.date(2026, 11, 21), game=GAME, is_published=True,
            deals_per_table={str(SEATS): 1000},
        )  # fmt: skip
        with transaction.atomic():
            entrants = enter(lock_event(event), self.players[:SEATS], are_present=True, by=SYSTEM)
            drawn = open_round(round=seat_round(event=event, tables=[entrants]))
        return drawn.tables.get()

    def fill(self, say: Say, evenings: range) -> None:
        """Add these events; the first ones count in the season."""
        for number in evenings:
            if number % 10 == 0:
                say(f"evening {number} of {self.size.evenings}")
            event = self.evening(number)
            if number < IN_SERIES:
                self.season.events.add(event)

    def addresses(self) -> dict[str, str]:
        """Return the pages by kind."""
        slug, player = self.club.slug, self.players[0].pk
        return {
            "home": "/",
            "club": f"/clubs/{slug}/",
            "players": f"/clubs/{slug}/players/",
            "player": f"/clubs/{slug}/players/{player}/",
            "event": f"/events/{self.first.slug}/",
            "series": f"/series/{self.series.slug}/",
            TEN: f"/series/{self.season.slug}/",
        }

    def write_deal(self, number: int) -> None:
        """Write one deal of the running event, with checks, history and marker."""
        record = self.records[(number - 1) % len(self.records)]
        request = Request(f"years-{number}", {"number": number}, Author(AuthorKind.LINK, 1))
        record_deal(table=self.entry, number=number, record=record, request=request)


def measure(say: Say) -> Report:
    """Measure a few years."""
    return compare(SHORT, say)


def measure_whole(say: Say) -> Report:
    """Measure three hundred events."""
    return compare(WHOLE, say)


@override_settings(ALLOWED_HOSTS=["testserver"], SECURE_SSL_REDIRECT=False)
def compare(size: Size, say: Say) -> Report:
    """Measure one event, then all of them."""
    call_command("migrate", run_syncdb=True, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    years = Years(size)
    one, ten, many = "one evening", f"{FULL_PAGE} evenings", f"{size.evenings} evenings"
    queries_before, copies = queries_of(years), {one: copy_of(one)}
    began = perf_counter()
    years.fill(say, range(1, FULL_PAGE))
    copies[ten] = copy_of(ten)
    years.fill(say, range(FULL_PAGE, size.evenings))
    seconds = perf_counter() - began
    connection.cursor().execute("ANALYZE")
    copies[many] = connection.settings_dict["NAME"]
    say("in turns with " + ", ".join(copies))
    before, full, after = costs(years, copies).values()
    queries_after = queries_of(years)
    goals = {name: None if name in (TEN, UNCOUNTED) else Goal(at_most=1.5) for name in before}
    figures = [Figure(name, after[name], before[name], goals[name]) for name in before]
    figures += [Figure(f"{name}, full page", after[name], full[name], Goal(at_most=1.5)) for name in LISTS]
    grown = {name: f"{n} to {queries_after[name]}" for name, n in queries_before.items()
             if n != queries_after[name]}  # fmt: skip
    return Report(figures, facts_of(size, seconds) | {"queries that grew": grown or 0})


def copy_of(label: str) -> str:
    """Write a copy of the database as it is; return its path."""
    path = f"{connection.settings_dict['NAME']}.{label.split()[0]}"
    connection.cursor().execute("VACUUM INTO %s", [path])
    return path


def costs(years: Years, copies: Mapping[str, Any]) -> dict[str, dict[str, Times]]:
    """Return by copy the seconds of each page and of one deal, measured copy by copy in turns."""
    client = Client()
    ways: dict[str, Callable[[], Any]] = {
        name: lambda address=address: fetched(client, address)  # type: ignore[misc]
        for name, address in years.addresses().items()
    }
    ways[UNCOUNTED] = lambda: first_visit(client, years.addresses()["player"])
    deals = {label: itertools.count(1) for label in copies}
    seconds: dict[str, dict[str, list[float]]] = {label: defaultdict(list) for label in copies}
    for _, (label, path) in itertools.product(range(TURNS), copies.items()):
        connection.close()
        connection.settings_dict["NAME"] = path
        gc.collect()
        gc.freeze()
        each_way = ways | {"one deal": lambda numbers=deals[label]: years.write_deal(next(numbers))}
        for name, way in each_way.items():
            seconds[label][name] += seconds_of(way)
    return {
        label: {name: Times(label, tuple(values)) for name, values in seconds_by_page.items()}
        for label, seconds_by_page in seconds.items()
    }


def seconds_of(way: Callable[[], Any]) -> Iterator[float]:
    """Yield processor seconds, as other processes may run; warmed up once, then run by run."""
    way()
    for _ in range(RUNS):
        began = process_time()
        way()
        yield process_time() - began


def fetched(client: Client, address: str) -> bytes:
    """Return a page. Raises RuntimeError for an answer that is no success."""
    answer = client.get(address)
    if answer.status_code != 200:
        raise RuntimeError(f"{address} answers {answer.status_code}.")
    return bytes(answer.content)


def first_visit(client: Client, address: str) -> bytes:
    """Return a player's page, all sheets counted for it."""
    MEMORY.forget()
    return fetched(client, address)


def queries_of(years: Years) -> dict[str, int]:
    """Return how many queries each page takes when it was read before."""
    client, counts = Client(), {}
    for name, address in years.addresses().items():
        fetched(client, address)
        with CaptureQueriesContext(connection) as queries:
            fetched(client, address)
        counts[name] = len(queries)
    return counts


def facts_of(size: Size, seconds: float) -> dict[str, Any]:
    """Report the amount of data."""
    deals = Deal.objects.count()
    return {
        "seed": SEED,
        "evenings": size.evenings,
        "players": size.players,
        "deals": deals,
        "deals filled per second": round(deals / max(seconds, 1e-9)),
        "megabytes": size_of(connection.settings_dict["NAME"]),
    }


def size_of(path: Any) -> int:
    """Return the megabytes of a database file."""
    with open(path, "rb") as file:
        return file.seek(0, 2) // 1_000_000

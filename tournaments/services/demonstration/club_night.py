"""The demonstration: a club night played card by card by simulated players.

Equal options give equal events, to the last card; an existing event is found by its slug. Only the times
are relative to now, so that the tables look in progress.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import count
from random import Random
from typing import Any

from django.db import transaction
from django.db.models import Prefetch
from django.utils import timezone
from django.utils.crypto import get_random_string, salted_hmac

from rules import get_game
from scoring.not_possible import NotPossible
from scoring.sheet.table_sheet import stored_record
from simulation import play_sheet
from simulation.people import Person, invent_person
from tournaments.models import (
    AuthorKind,
    Club,
    Event,
    Member,
    Role,
    Round,
    RoundStatus,
    Seat,
    Table,
    TableLink,
    User,
)
from tournaments.selectors.draw.table_sizes import sizes_for
from tournaments.selectors.sheets.agreements import agreed_deals, deals_expected, game_of
from tournaments.selectors.sheets.folded_sheets import seats_in_order
from tournaments.services.draw.drawing import draw_round
from tournaments.services.entry.entrants import enter_players
from tournaments.services.events.lifecycle import create_event
from tournaments.services.history.sheet_chain import Author
from tournaments.services.rounds.lifecycle import close_round, open_round
from tournaments.services.sheets.bulk_sheets import WholeSheet, write_sheets
from tournaments.services.sheets.table_links import open_link, token_of
from tournaments.services.standings.computation import compute_event_standings

CLUB_NAME, CLUB_SLUG, LOGIN = "Kartenrunde Siebenkamp", "stichtag-demo", "demo"
DEALS_WITHOUT_RULE = 20  # for games that do not define the length of a round
UNEVEN = 0.3  # how far the tables of a running round differ in progress
SECONDS_PER_DEAL = 62
USUAL_PLAYERS = 27
BREAK = timedelta(minutes=20)
PASSWORD_LENGTH, LETTERS = 12, "abcdefghjkmnpqrstuvwxyz23456789"
Say = Callable[[str], None]
# Given names and surnames as in the north of Germany, and in Japan: of each pair the numbers are coprime.
NAMES = (
    (
        "Wencke Tjark Gesa Momme Hinnerk Inken Sönke Fiete Birte Ove Jörn Antje Silke Heiko Levke Elke "
        "Karsten Meike Henning Frauke Thies Boje Dörte",
        "Petersen Thomsen Brodersen Ketelsen Lorenzen Nissen Paulsen Matthiesen Clausen Detlefsen Feddersen "
        "Harms Ehlers Boysen Hinrichs Jacobsen Kruse Lüders Martens Reimers Siemsen Carstens",
    ),
    (
        "Emiko Akari Taketo Sayuri Naoki Haruka Michiko Kenji Chiyo Yuzuki Daichi Mitsuru Ayame Ryota Hinako "
        "Tomoya Kaoru Shun Emi Rei Yasuo",
        "Tanaka Nakagawa Ishii Fujita Ogawa Hasegawa Okada Goto Kondo Endo Aoki Sakai Nishida Kaneko Miura "
        "Takada Nakayama Uchida Yokoyama Kobayashi",
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoOptions:
    """The contents of the demonstration; `played` is the share of the last round's deals.

    Without a number of players it is 27, or the next number that the game has tables for.
    """

    game: str = "fipsen-prisdorf"
    players: int | None = None
    rounds: int = 2
    played: float = 0.5
    seed: int = 1

    @property
    def slug(self) -> str:
        """Return the event's slug: its game and every wish that differs from the default."""
        usual = DemoOptions()
        marks = {
            "p": self.players if self.players not in (None, USUAL_PLAYERS) else None,
            "r": self.rounds if self.rounds != usual.rounds else None,
            "played": round(self.played * 100) if self.played != usual.played else None,
            "seed": self.seed if self.seed != usual.seed else None,
        }
        changed = [f"{name}{value}" for name, value in marks.items() if value is not None]
        return "-".join(["demo", self.game, *changed])


@dataclass(frozen=True, slots=True)
class Shown:
    """The event, its login, and every table with its link."""

    event: Event
    username: str
    password: str
    tables: list[dict[str, Any]]


def show_demonstration(demo: DemoOptions, say: Say) -> Shown:
    """Find or play the event and make its login work. Raises NotPossible, rules.reading.Refused."""
    event = Event.objects.filter(slug=demo.slug, club__slug=CLUB_SLUG).first()
    if event is None:
        event = play_event(demo, say)
    owner = demo_owner(event.club)
    password = password_of(owner)
    if not owner.check_password(password):
        owner.set_password(password)
        owner.save(update_fields=["password"])
    return Shown(event, owner.get_username(), password, tables_of(event))


def password_of(owner: User) -> str:
    """Return a password that only this installation can derive.

    The same at every start, so it stays valid.
    """
    digest = salted_hmac("tournaments.demonstration", owner.get_username(), algorithm="sha256").digest()
    return "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:PASSWORD_LENGTH])


@transaction.atomic
def demo_club() -> Club:
    """Return the club of all demonstrations, with its organiser."""
    club, _ = Club.objects.get_or_create(slug=CLUB_SLUG, defaults={"name": CLUB_NAME})
    demo_owner(club)
    return club


def demo_owner(club: Club) -> User:
    """Return the owner's account; never an existing account of another person."""
    member = club.members.filter(role=Role.OWNER).select_related("user").order_by("id").first()
    if member:
        return member.user
    is_taken = User.objects.filter(username=LOGIN).exists()
    username = f"{LOGIN}-{get_random_string(4, 'abcdefghjkmnpqrstuvwxyz')}" if is_taken else LOGIN
    user = User.objects.create_user(username=username)
    Member.objects.create(club=club, user=user, role=Role.OWNER)
    return user


def tables_of(event: Event) -> list[dict[str, Any]]:
    """Return every table with its link, ordered by round."""
    tables = Table.objects.filter(round__event=event).order_by("round__number", "number")
    return [
        shown_table(table)
        for table in tables.select_related("round").prefetch_related(
            Prefetch("parts__seats", seats_in_order())
        )
    ]


def shown_table(table: Table) -> dict[str, Any]:
    """Return one table as JSON values."""
    link: TableLink = open_link(table=table)
    token = token_of(link)
    seats = [seat.entrant.player.name for seat in list(table.parts.all())[-1].seats.all()]
    number = {"round": table.round.number, "table": table.number}
    return {**number, "token": token, "path": f"/t/{token}", "seats": seats}


# Playing


@transaction.atomic
def play_event(demo: DemoOptions, say: Say) -> Event:
    """Play an event and return it, published: all rounds but the last are complete, the last is under way."""
    game = get_game(demo.game)
    lengths = game.round_length.deals or dict.fromkeys(game.seats, DEALS_WITHOUT_RULE)
    event = create_event(
        club=demo_club(),
        name=f"Demo: {game.name}",
        date=timezone.localdate(),
        game=game.key,
        options=game.tournament_options,
        deals_per_table={str(seats): deals for seats, deals in lengths.items()},
        place="Gasthof Siebenkamp",
        slug=demo.slug,
        is_published=True,
    )
    names = free_names(event.club, demo.players or seatable_number(event), Random(f"{demo.seed} names"))
    entrants = enter_players(event=event, names=names)
    people = {each.pk: invent_person(Random(f"{demo.seed} {each.number}")) for each in entrants}
    for number in range(1, demo.rounds + 1):
        play_round(event, demo, number, people, say)
    return event


def free_names(club: Club, number: int, rng: Random) -> list[str]:
    """Return invented names, none of a player with a seat in an open round of another demonstration."""
    seats = Seat.objects.filter(part__table__round__event__club=club)
    seats = seats.filter(part__table__round__status=RoundStatus.OPEN)
    taken = set(seats.values_list("entrant__player__name", flat=True))
    return [name for name in player_names(number + len(taken), rng) if name not in taken][:number]


def seatable_number(event: Event) -> int:
    """Return the usual number of players, or the next one that fills tables of the game's standard size."""
    try:
        sizes_for(event, USUAL_PLAYERS)
    except NotPossible:
        standard = game_of(event).standard_seats
        return USUAL_PLAYERS + -USUAL_PLAYERS % standard
    return USUAL_PLAYERS


def play_round(event: Event, demo: DemoOptions, number: int, people: dict[int, Person], say: Say) -> Round:
    """Draw, open and play one round; all rounds but the last are completed and closed."""
    is_last = number == demo.rounds
    round = open_round(round=draw_round(event=event, seed=demo.seed * 1000 + number))
    end = round_end(event, demo.rounds - number)
    sheets = []
    for table in round.tables.order_by("number"):
        say(f"Playing round {number} of {demo.rounds}, table {table.number} ...")
        rng = Random(f"{demo.seed} {number} {table.number}")
        share = share_played(demo.played, rng) if is_last else 1.0
        sheets.append(play_table(event, table, share, people, end, rng))
    write_sheets(event=event, sheets=[sheet for sheet in sheets if sheet.records], by=Author(AuthorKind.DEMO))
    if not is_last:
        close_round(round=round, even_if_incomplete=True)
    compute_event_standings(event_id=event.pk)
    return round


def share_played(played: float, rng: Random) -> float:
    """Return the share of deals one table has played: near `played`, different per table.

    0 and 1 stay exact.
    """
    return played + rng.uniform(-UNEVEN, UNEVEN) * min(played, 1 - played)


def play_table(
    event: Event, table: Table, share: float, people: dict[int, Person], end: datetime, rng: Random
) -> WholeSheet:
    """Play one table's sheet, card by card."""
    part = table.parts.get()
    entrants = [
        seat.entrant
        for seat in table.parts.get().seats.select_related("entrant__player").order_by("position")
    ]
    deals = round(share * (deals_expected(event, len(entrants)) or DEALS_WITHOUT_RULE))
    seats_people = [people[each.pk] for each in entrants]
    played = play_sheet(event.game, event.options, len(entrants), 0, deals, rng, people=seats_people)
    records = [stored_record(game_of(event), deal.record) for deal in played]
    return WholeSheet(table, part, records, times_until(end, len(records), rng))


# Times


def round_end(event: Event, rounds_after: int) -> datetime:
    """Return the time a round ended: now minus the rounds after it."""
    longest = max(agreed_deals(event).values())
    return timezone.now() - rounds_after * (timedelta(seconds=SECONDS_PER_DEAL * longest) + BREAK)


def times_until(end: datetime, rows: int, rng: Random) -> list[datetime]:
    """Return the time each row was written: about a minute apart, the last just before `end`."""
    at = end - timedelta(seconds=rng.uniform(4, 80))
    times: list[datetime] = []
    for _ in range(rows):
        times.append(at)
        at -= timedelta(seconds=rng.uniform(0.6, 1.4) * SECONDS_PER_DEAL)
    return times[::-1]


def player_names(number: int, rng: Random) -> list[str]:
    """Return so many different names, of both countries in turn."""
    countries = [names_of(given.split(), surnames.split(), rng) for given, surnames in NAMES]
    return [next(countries[index % len(countries)]) for index in range(number)]


def names_of(given: list[str], surnames: list[str], rng: Random) -> Iterator[str]:
    """Yield names without end; given names repeat after the last one, whole names only with a number."""
    rng.shuffle(given)
    rng.shuffle(surnames)
    pairs = len(given) * len(surnames)
    for index in count():
        yield f"{given[index % len(given)]} {surnames[index % len(surnames)]}" + more(index // pairs)


def more(times: int) -> str:
    """Return the suffix that distinguishes a repeated name."""
    return f" {times + 1}" if times else ""

"""The evenings of a federation, made in its own database: for `manage.py shell`, printed as JSON."""

import datetime
import json

from django.db import transaction

from tournaments.models import TableLink, User
from tournaments.services.events import create_club, create_event
from tournaments.services.links import token_of
from tournaments.services.people import enter_players
from tournaments.services.rounds import open_round, seat_round

GAME, SEATS = "fipsen-prisdorf", 4


def print_evenings(evenings: int, tables: int) -> None:
    """So many clubs with an open round each: slugs of the events, tokens of all tables."""
    user = User.objects.create(username="federation")
    with transaction.atomic():
        slugs = [open_evening(user, number, tables) for number in range(evenings)]
    tokens = [token_of(link) for link in TableLink.objects.order_by("pk")]
    print(json.dumps({"slugs": slugs, "tokens": tokens}))


def open_evening(user: User, number: int, tables: int) -> str:
    """One club's evening with all tables open; its slug."""
    club = create_club(name=f"Club {number}", owner=user)
    event = create_event(
        club=club, name=f"Evening {number}", date=datetime.date(2026, 11, 21), game=GAME, is_published=True,
        deals_per_table={str(SEATS): 1000},
    )  # fmt: skip
    entrants = enter_players(event=event, names=[f"Player {seat}" for seat in range(SEATS * tables)])
    seated = [entrants[at : at + SEATS] for at in range(0, len(entrants), SEATS)]
    open_round(round=seat_round(event=event, tables=seated))
    return event.slug

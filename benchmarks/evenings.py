"""Create a federation's events in its database: for `manage.py shell`, printed as JSON."""

import datetime
import json

from django.db import transaction

from tournaments.models import TableLink, User
from tournaments.services.clubs.lifecycle import create_club
from tournaments.services.entry.entrants import enter_players
from tournaments.services.events.lifecycle import create_event
from tournaments.services.rounds.lifecycle import open_round, seat_round
from tournaments.services.sheets.table_links import token_of

GAME, SEATS = "fipsen-prisdorf", 4


def print_evenings(evenings: int, tables: int) -> None:
    """Create one club with an open round per event; print the events' slugs and the tables' tokens."""
    user = User.objects.create(username="federation")
    with transaction.atomic():
        slugs = [open_evening(user, number, tables) for number in range(evenings)]
    tokens = [token_of(link) for link in TableLink.objects.order_by("pk")]
    print(json.dumps({"slugs": slugs, "tokens": tokens}))


def open_evening(user: User, number: int, tables: int) -> str:
    """Create one club's event with all tables open; return its slug."""
    club = create_club(name=f"Club {number}", owner=user)
    event = create_event(
        club=club, name=f"Evening {number}", date=datetime.date(2026, 11, 21), game=GAME, is_published=True,
        deals_per_table={str(SEATS): 1000},
    )  # fmt: skip
    entrants = enter_players(event=event, names=[f"Player {seat}" for seat in range(SEATS * tables)])
    seated = [entrants[at : at + SEATS] for at in range(0, len(entrants), SEATS)]
    open_round(round=seat_round(event=event, tables=seated))
    return event.slug

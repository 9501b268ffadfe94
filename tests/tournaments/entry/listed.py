"""Lists of players, planned and taken over, and what comes of them."""

from tournaments.models import AuthorKind, Player
from tournaments.services.entry.lists import (
    read_list,
    take_over,
)
from tournaments.services.history.sheet_chain import Author
from tournaments.storage.uploads.spreadsheets import Upload

ADA = Author(AuthorKind.MEMBER, 1)


def names_of(event):
    return tuple(event.entrants.order_by("number").values_list("player__name", flat=True))


def actions(report):
    return [(row["name"], row["action"]) for row in report["rows"]]


def a_list(text, event, **more):
    return read_list(Upload("list.csv", text.encode()), club=event.club, **more)


def taken(text, event, **more):
    return take_over(event=event, players=a_list(text, event), by=ADA, **more)[1]


def a_player(event, name="Anna Meier", **facts):
    return Player.objects.create(club=event.club, name=name, **facts)

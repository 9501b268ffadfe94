"""One legal default for everything a test needs, and the fixed cast.

Ada directs, Ben scores at table 1, Cleo plays, Dov belongs to another club.
"""

import datetime
import itertools
from typing import Any

from tournaments.models import AuthorKind, Club, Event, Player, Round, Table, User
from tournaments.selectors.series.ratings import tables_of, tallies_of
from tournaments.services.clubs.lifecycle import create_club
from tournaments.services.entry.entrants import enter_players
from tournaments.services.events.lifecycle import create_event
from tournaments.services.history.event_chain import SYSTEM
from tournaments.services.history.sheet_chain import Answer, Author, Request
from tournaments.services.rounds.lifecycle import close_round, is_full, open_round, seat_round
from tournaments.services.sheets.deals import record_deal
from tournaments.services.tables.abandoning import abandon_table

CAST = ("Ada", "Ben", "Cleo", "Emil", "Frieda", "Gustav", "Hanne", "Ida")
keys = itertools.count()


def a_user(name: str = "ada") -> User:
    """Return an account; made once per name."""
    known = User.objects.filter(username=name).order_by()
    return next(iter(known), None) or User.objects.create_user(name, password="correct horse battery")


def a_club(owner: str = "ada", name: str = "Prisdorfer Kartenrunde") -> Club:
    """Return Ada's club."""
    return create_club(name=name, owner=a_user(owner))


def an_event(**changes: Any) -> Event:
    """Return a published Fipsen event of Ada's club."""
    values: dict[str, Any] = {
        "name": "Autumn Fipsen",
        "date": datetime.date(2026, 11, 21),
        "game": "fipsen-prisdorf",
        "is_published": True,
    } | changes
    return create_event(club=values.pop("club", None) or a_club(), **values)


def a_week_later(club: Club) -> datetime.date:
    """Return another date than those of the club's events: on one day a player sits at one running table."""
    return datetime.date(2026, 11, 21) + datetime.timedelta(weeks=club.events.count())


def a_round(event: Event | None = None, seats: int = 4, tables: int = 1, is_open: bool = True) -> Round:
    """Return an open round with full tables."""
    event = event or an_event()
    names = [name if n == 0 else f"{name} {n}" for n in range(9) for name in CAST][: seats * tables]
    entrants = list(event.entrants.all()) or enter_players(event=event, names=names)
    rows = [entrants[start : start + seats] for start in range(0, seats * tables, seats)]
    round = seat_round(event=event, tables=rows)
    return open_round(round=round) if is_open else round


def a_table(**changes: Any) -> Table:
    """Return table 1 of an open round."""
    return a_round(**changes).tables.get(number=1)


def end_round(round: Round) -> Round:
    """Close a round in which no more is played: tables that miss deals are abandoned, as a director does."""
    for table in round.tables.all():
        if not is_full(round.event, table):
            abandon_table(table=table, by=SYSTEM)
    return close_round(round=round)


def a_record(**changes: Any) -> dict[str, Any]:
    """Return a record: seat 1 plays 2 with spades and makes it: +2."""
    return {
        "contract": "tricks",
        "declarer": 1,
        "bid": 2,
        "trump": "S",
        "took_skat": True,
        "tricks": 2,
    } | changes


def a_request(body: Any = None, *, key: str = "", kind: AuthorKind = AuthorKind.LINK) -> Request:
    """Return a request with a key of its own, from a phone at the table."""
    return Request(key or f"key-{next(keys)}", body or {}, Author(kind, 1))


def write_deal(table: Table, number: int = 1, **changes: Any) -> Answer:
    """Record one deal at a table."""
    record = a_record(**changes)
    request = a_request({"number": number, "record": record})
    return record_deal(table=table, number=number, record=record, request=request)


def own_tallies(player: Player, event: Event) -> dict[str, int]:
    """Return the sums of a player's seats in an event."""
    return dict(tallies_of(tables_of([event.pk])).get(player.pk, {}))

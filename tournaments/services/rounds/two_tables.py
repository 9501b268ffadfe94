"""Nobody plays at two tables at once: not in one round, and not in two events of the club on one day.

An entrant who shares a start number is not counted, because either of the two may be the one at the table.
A round that was left open on another day is a forgotten one; it keeps nobody from playing.
"""

from collections.abc import Collection, Iterable
from itertools import chain

from django.db.models import QuerySet
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.models import Club, Event, Round, RoundStatus, Seat, Table
from tournaments.selectors.rounds.running_tables import current_seats, is_running, place_text


def refuse_two_tables(round: Round) -> None:
    """Raise NotPossible (`sits_at_two_tables`) if a player of this round sits at another running table."""
    lock_club(round.event)
    own = current_seats().filter(part__table__round=round, part__table__is_broken_off=False)
    players = list(own.order_by().values_list("entrant__player_id", flat=True))
    sits_twice = len(players) > len(set(players))
    if sits_twice or open_elsewhere(round).exists():
        refuse_double(chain(own, running_elsewhere(round, players)))


def refuse_seated_elsewhere(table: Table, players: Collection[int]) -> None:
    """Raise NotPossible (`sits_at_two_tables`) if the table is running and they play in another event.

    A caller that seats them then has called `lock_club` before.
    """
    is_open = table.round.status == RoundStatus.OPEN
    if not (is_open and open_elsewhere(table.round).exists() and is_running(table)):
        return
    for seat in running_elsewhere(table.round, players):
        if is_running(seat.part.table):
            raise sits_at_two_tables(seat.entrant.player.name, seat.part.table, table)


def lock_club(event: Event) -> None:
    """Lock the club of a locked event, so that of two rounds opened at once the second sees the first."""
    Club.objects.select_for_update().get(pk=event.club_id)


def players_at(table: Table) -> set[int]:
    """Return the IDs of the players who sit at a table now."""
    seats = current_seats().filter(part__table=table).order_by()
    return set(seats.values_list("entrant__player_id", flat=True))


def open_elsewhere(round: Round) -> QuerySet[Round]:
    """Return the open rounds of other events of the day: on most evenings there are none."""
    same_day = Event.objects.filter(date=round.event.date, is_closed=False).exclude(pk=round.event_id)
    return Round.objects.filter(status=RoundStatus.OPEN, event__in=same_day)


def running_elsewhere(round: Round, players: Collection[int]) -> QuerySet[Seat]:
    """Return the seats of these players in open rounds of other events of the day, at tables not
    abandoned.
    """
    seats = current_seats().filter(entrant__player__in=players, part__table__round__in=open_elsewhere(round))
    return seats.filter(part__table__is_broken_off=False)


def refuse_double(seats: Iterable[Seat]) -> None:
    """Raise NotPossible (`sits_at_two_tables`) for a player with seats at two tables that are running."""
    first_by_player: dict[int, Seat] = {}
    for seat in seats:
        first = first_by_player.setdefault(seat.entrant.player_id, seat)
        tables = (first.part.table, seat.part.table)
        if first is not seat and all(map(is_running, tables)):
            raise sits_at_two_tables(seat.entrant.player.name, *tables)


def sits_at_two_tables(name: str, one: Table, two: Table) -> NotPossible:
    """Return the refusal, naming the player and both tables; `places` says where these are."""
    message = gettext(
        "%(name)s would sit at two tables at once: %(one)s, and %(two)s. Finish or abandon one of these "
        "tables, or give one of the seats to another player."
    )
    values = {"name": name, "one": place_text(one), "two": place_text(two)}
    places = [
        {
            "event": each.round.event.slug,
            "round": each.round.number,
            "table": each.number,
            "id": str(each.public_id),
            "place": place_text(each),
        }
        for each in (one, two)
    ]
    return NotPossible("sits_at_two_tables", message % values, places=places)

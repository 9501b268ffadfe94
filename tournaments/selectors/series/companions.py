"""With whom a player sat at tables of their club, over all its events of a game."""

from collections.abc import Collection
from typing import NamedTuple

from django.db.models import Count

from tournaments.models import Player, RoundStatus, Seat, ShownAs
from tournaments.wording.names import public_name

MOST_SHOWN = 8


class Companion(NamedTuple):
    """Another player, and at how many tables both sat."""

    player_id: int
    name: str
    tables: int


def companions_of(player: Player, event_ids: Collection[int]) -> list[Companion]:
    """Return whom a player met most, without those whose names are not shown over many events; three
    queries.
    """
    closed = Seat.objects.filter(part__table__round__event__in=event_ids).filter(
        part__table__round__status=RoundStatus.CLOSED
    )
    own = closed.filter(entrant__player=player).values_list("part__table", flat=True)
    met = (
        closed.filter(part__table__in=list(own), entrant__player__is_forgotten=False)
        .exclude(entrant__player=player)
        .exclude(entrant__player__shown_as=ShownAs.NUMBER)
        .values("entrant__player")
        .annotate(tables=Count("part__table", distinct=True))
        .order_by("-tables", "entrant__player")[:MOST_SHOWN]
    )
    counted = [(each["entrant__player"], each["tables"]) for each in met]
    names = {each.pk: public_name(each) for each in Player.objects.filter(pk__in=[pk for pk, _ in counted])}
    return [Companion(pk, names[pk], tables) for pk, tables in counted]

"""Find the persons of an archive among the players of a club."""

from collections.abc import Iterable, Mapping
from typing import Any

from tournaments.models import Club, Player
from tournaments.selectors.clubs.register import current_record

AGREEING = ("federation_number", "birth_year")  # two records of one name that differ here are two persons


def match_players(club: Club, rows: Iterable[Mapping[str, Any]]) -> dict[int, Player]:
    """Return the club's players by the ID in the archive; a person who is not among them has no item.

    The federation number identifies a person, else the full name if only one record of the club has it and
    nothing known of both differs. No record stands for two persons.
    """
    known = list(Player.objects.filter(club=club, is_forgotten=False).select_related("merged_into"))
    rows = [row for row in rows if not row.get("is_forgotten")]
    matched: dict[int, Player] = {}
    for find in (by_number, by_name):
        for row in rows:
            player = None if row["id"] in matched else find(known, row)
            if player and player.pk not in {each.pk for each in matched.values()}:
                matched[row["id"]] = player
    return matched


def by_number(known: Iterable[Player], row: Mapping[str, Any]) -> Player | None:
    """Return the record with this federation number."""
    number = row.get("federation_number")
    return only_record(each for each in known if number and each.federation_number == number)


def by_name(known: Iterable[Player], row: Mapping[str, Any]) -> Player | None:
    """Return the record with this name, if nothing else that both know differs."""
    player = only_record(each for each in known if each.name == row["name"])
    return player if player and agrees(player, row) else None


def agrees(player: Player, row: Mapping[str, Any]) -> bool:
    """Return whether nothing that both know differs."""
    pairs = [(getattr(player, name), row.get(name)) for name in AGREEING]
    return all(not here or not there or here == there for here, there in pairs)


def only_record(players: Iterable[Player]) -> Player | None:
    """Return the one person, whose duplicates stand for the record that is kept; None for several persons."""
    records = {player.pk: player for player in map(current_record, players)}
    return next(iter(records.values())) if len(records) == 1 else None

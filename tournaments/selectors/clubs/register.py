"""The club's own lists: invitations, its history, and the records of its players."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from difflib import SequenceMatcher
from typing import Any, TypeVar
from unicodedata import normalize

from django.db import connection
from django.db.models import Count, Max, Q, QuerySet
from django.utils import timezone

from tournaments.models import Club, Entrant, Invitation, Player, PlayerMerge
from tournaments.storage.link_keys import key_fingerprint
from tournaments.wording.history import club_said
from tournaments.wording.look_alikes import LookAlikes
from tournaments.wording.names import full_name
from tournaments.wording.person_names import sorted_as
from tournaments.wording.searching import has_words

MOST_ENDED = 20
MOST_LIKELY = 12
NUMBERS = ("federation_number", "member_number")  # what identifies a person, the first one first
K = TypeVar("K")
ALIKE = 0.6  # of two names, from 0 to 1; Anna Meier and Ana Maier are 0.84


def open_invitations(club: Club) -> QuerySet[Invitation]:
    """Return the invitations that can be accepted, the newest first."""
    return club.invitations.filter(is_open()).select_related("club").order_by("-pk")


def ended_invitations(club: Club) -> QuerySet[Invitation]:
    """Return the newest invitations that were accepted or revoked, or that expired."""
    ended = club.invitations.exclude(is_open()).select_related("used_by")
    return ended.order_by("-pk")[:MOST_ENDED]


def is_open() -> Q:
    """Return the condition of an invitation that can be accepted."""
    fresh = Q(expires_at__gt=timezone.now(), key_fingerprint=key_fingerprint())
    return fresh & Q(used_at__isnull=True, revoked_at__isnull=True)


@dataclass(frozen=True, slots=True)
class ClubLine:
    """One entry of the club's history in words."""

    at: datetime
    kind: str
    words: str
    who: str


def club_history(club: Club) -> list[ClubLine]:
    """Return the newest changes of the club, the newest first; two queries."""
    entries = list(club.entries.select_related("author").order_by("-pk")[:MOST_ENDED])
    ids = {each.facts[name] for each in entries for name in ("player", "other") if name in each.facts}
    players = {each.pk: full_name(each) for each in Player.objects.filter(pk__in=ids)}
    return [
        ClubLine(
            each.at,
            each.get_kind_display(),
            club_said(each, players),
            each.author.username if each.author else "",
        )
        for each in entries
    ]


# Players


def has_readings(club: Club) -> bool:
    """Return whether the club has written down how a name is read."""
    return club.players.exclude(reading="").exists()


def get_record(club: Club, player_id: int) -> Player | None:
    """Return a player of the club whose name was not removed, shown in public or not.

    None for a duplicate.
    """
    return records_of(club).filter(pk=player_id).first()


def records_of(club: Club) -> QuerySet[Player]:
    """Return the club's players, without duplicates and removed names."""
    return club.players.filter(is_forgotten=False, merged_into=None)


def records_called(club: Club, words: str) -> list[Player]:
    """Return the records with the words of a search in name, reading, numbers or club, by surname.

    One query.
    """
    records = [each for each in records_of(club) if has_words(searched_text(each), words)]
    return sorted(records, key=lambda each: (sorted_as(each.name, each.reading), each.pk))


def searched_text(player: Player) -> str:
    """Return the text of a player that a search of the register looks at."""
    numbers = (player.member_number, player.federation_number)
    return " ".join((player.name, player.reading, *numbers, player.home_club))


def current_record(player: Player) -> Player:
    """Return the record that a merged duplicate belongs to now, or the player."""
    while player.merged_into:
        player = player.merged_into
    return player


def current_records(players: Iterable[Player]) -> Mapping[int, Player]:
    """Return the current record of each of a whole club's players, by ID; no query."""
    by_id = {player.pk: player for player in players}

    def current(player: Player) -> Player:
        while player.merged_into_id in by_id:
            player = by_id[player.merged_into_id]
        return player

    return {key: current(player) for key, player in by_id.items()}


@dataclass(frozen=True, slots=True)
class People:
    """A club's records: by name, by what is spelt like it, by e-mail address, and by number.

    Names and numbers of a merged duplicate mean the record it was merged into.
    """

    by_name: Mapping[str, Sequence[Player]]
    look_alikes: LookAlikes[Player]
    by_email: Mapping[str, Sequence[Player]]
    by_number: Mapping[tuple[str, str], Sequence[Player]]

    def called(self, name: str) -> Sequence[Player]:
        """Return the records of exactly this name."""
        return self.by_name.get(name, ())

    def like(self, name: str) -> list[Player]:
        """Return the records of other names that may mean the same person, each once, the likeliest first."""
        alike = {each.pk: each for each in self.look_alikes.like(name) if each.name != name}
        return list(alike.values())


def players_as_stored(club: Club) -> list[tuple[Any, ...]]:
    """Return the rows of a club's players as the database has them, to see whether they change; one query."""
    with connection.cursor() as cursor:
        quote = connection.ops.quote_name
        table, column = quote(Player._meta.db_table), quote("club_id")
        cursor.execute(f"SELECT * FROM {table} WHERE {column} = %s ORDER BY id", [club.pk])
        return list(cursor.fetchall())


def people_of(club: Club) -> People:
    """Return the people of a club whose names were not removed; one query."""
    players = list(club.players.filter(is_forgotten=False).order_by("pk"))
    current = current_records(players)
    return People(
        group_by_key((each.name, current[each.pk]) for each in players),
        LookAlikes((each.name, current[each.pk]) for each in players),
        group_by_key((each.email.casefold(), current[each.pk]) for each in players if each.email),
        group_by_key(
            ((kind, number_key(number)), current[each.pk])
            for each in players
            for kind in NUMBERS
            if (number := getattr(each, kind))
        ),
    )


def group_by_key(pairs: Iterable[tuple[K, Player]]) -> dict[K, list[Player]]:
    """Group records by a key, each record once."""
    groups: dict[K, dict[int, Player]] = defaultdict(dict)
    for key, record in pairs:
        groups[key][record.pk] = record
    return {key: list(records.values()) for key, records in groups.items()}


def number_key(number: str) -> str:
    """Return a member's number as it is compared.

    Without width, spaces, and the zeros that a spreadsheet drops.
    """
    return "".join(normalize("NFKC", number).split()).casefold().lstrip("0")


def likely_duplicates(player: Player, words: str = "") -> list[Player]:
    """Return players with `wanted` in their names, or those whose names are most like the player's.

    Two queries.
    """
    others = records_of(player.club).exclude(pk=player.pk)
    if words:
        near = list(others.filter(name__icontains=words).values_list("pk", flat=True)[:MOST_LIKELY])
    else:
        near = nearest(player.name, others.values_list("pk", "name"))
    candidates = others.annotate(events=Count("entries", distinct=True), newest=Max("entries__event__date"))
    players = candidates.in_bulk(near)
    return [players[key] for key in near]


def nearest(name: str, names: Iterable[tuple[int, str]]) -> list[int]:
    """Return the IDs of the most similar names, the most similar first."""
    likeness = {key: SequenceMatcher(None, name.casefold(), each.casefold()).ratio() for key, each in names}
    near = sorted(likeness, key=lambda key: -likeness[key])
    return [key for key in near[:MOST_LIKELY] if likeness[key] >= ALIKE]


def get_player(club: Club, player_id: int) -> Player | None:
    """Return a player of the club by ID, a duplicate too, or None."""
    return club.players.filter(pk=player_id).first()


def get_merge(record: Player, merge_id: int) -> PlayerMerge | None:
    """Return a merge into this player by ID, undone or not, or None."""
    return record.merges.filter(pk=merge_id).select_related("kept__club", "duplicate").first()


def entries_of(player: Player) -> QuerySet[Entrant]:
    """Return the player's entrants, alone or with a partner."""
    return Entrant.objects.filter(Q(player=player) | Q(partner=player))


def newest_entries(player: Player) -> list[Entrant]:
    """Return the player's entrants with their events, the newest first."""
    return list(entries_of(player).select_related("event").order_by("-event__date", "-event"))


def standing_merges(player: Player) -> QuerySet[PlayerMerge]:
    """Return the merges into a player that can be undone, the newest first."""
    return player.merges.filter(undone_at=None).select_related("duplicate", "author").order_by("-pk")
